//! The browser's storage for the next visit. The page works without it too.

pub mod dictionary;

use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

/// The prefix of all keys, because other pages of the host share the storage.
const PREFIX: &str = "wgs.";

fn local() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Returns the text that is stored under a key.
pub fn get(key: &str) -> Option<String> {
    local()?.get_item(&format!("{PREFIX}{key}")).ok().flatten()
}

/// Stores a text. Returns false if the browser refuses, for example because the storage is full.
pub fn set(key: &str, text: &str) -> bool {
    local().is_some_and(|storage| storage.set_item(&format!("{PREFIX}{key}"), text).is_ok())
}

/// Returns the value that is stored under a key as JSON, if it can be read.
pub fn get_json<T: DeserializeOwned>(key: &str) -> Option<T> {
    serde_json::from_str(&get(key)?).ok()
}

/// Stores a value as JSON. Returns false if the browser refuses.
pub fn set_json<T: Serialize>(key: &str, value: &T) -> bool {
    serde_json::to_string(value).is_ok_and(|json| set(key, &json))
}

/// Removes a key.
pub fn remove(key: &str) {
    if let Some(storage) = local() {
        let _ = storage.remove_item(&format!("{PREFIX}{key}"));
    }
}
