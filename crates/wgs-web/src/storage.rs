//! What the browser keeps for the next visit. A browser that keeps nothing is no reason to
//! fail: then nothing is there the next time.

use leptos::prelude::window;
use web_sys::Storage;

/// Set before each key, as other pages of the same host keep things too.
const PREFIX: &str = "wgs.";

fn local() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What was kept under a key.
pub fn get(key: &str) -> Option<String> {
    local()?.get_item(&format!("{PREFIX}{key}")).ok().flatten()
}

/// Keeps a text. False if the browser refuses, as it does when its room is used up.
pub fn set(key: &str, text: &str) -> bool {
    local().is_some_and(|storage| storage.set_item(&format!("{PREFIX}{key}"), text).is_ok())
}

/// Forgets what was kept under a key.
pub fn remove(key: &str) {
    if let Some(storage) = local() {
        let _ = storage.remove_item(&format!("{PREFIX}{key}"));
    }
}
