//! The browser's storage for the next visit. The page works without it too.

pub mod dictionary;

use serde::Serialize;
use serde::de::DeserializeOwned;

use local_storage::Storage;

/// The prefix of all keys, because other pages of the host share the storage.
const PREFIX: &str = "wgs.";

/// The browser's own storage.
#[cfg(target_arch = "wasm32")]
mod local_storage {
    pub(super) use web_sys::Storage;

    pub(super) fn local() -> Option<Storage> {
        leptos::prelude::window().local_storage().ok().flatten()
    }
}

/// A storage in memory, for tests without a browser. Each thread, and so each test, has its own.
#[cfg(not(target_arch = "wasm32"))]
mod local_storage {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    thread_local! {
        static ITEMS: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
    }

    /// The most bytes of all items.
    const QUOTA: usize = 100_000;

    pub(super) struct Storage;

    pub(super) fn local() -> Option<Storage> {
        Some(Storage)
    }

    impl Storage {
        pub(super) fn get_item(&self, key: &str) -> Result<Option<String>, ()> {
            Ok(ITEMS.with_borrow(|items| items.get(key).cloned()))
        }

        pub(super) fn set_item(&self, key: &str, text: &str) -> Result<(), ()> {
            ITEMS.with_borrow_mut(|items| {
                let others = items.iter().filter(|(other, _)| *other != key);
                let size: usize = others.map(|(_, text)| text.len()).sum();
                if size + text.len() > QUOTA {
                    return Err(());
                }
                items.insert(key.to_owned(), text.to_owned());
                Ok(())
            })
        }

        pub(super) fn remove_item(&self, key: &str) -> Result<(), ()> {
            ITEMS.with_borrow_mut(|items| items.remove(key));
            Ok(())
        }

        pub(super) fn length(&self) -> Result<u32, ()> {
            Ok(ITEMS.with_borrow(BTreeMap::len) as u32)
        }

        pub(super) fn key(&self, index: u32) -> Result<Option<String>, ()> {
            Ok(ITEMS.with_borrow(|items| items.keys().nth(index as usize).cloned()))
        }
    }
}

fn local() -> Option<Storage> {
    local_storage::local()
}

/// Returns what follows a prefix in the keys that begin with it.
pub fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = local() else {
        return Vec::new();
    };
    let prefix = format!("{PREFIX}{prefix}");
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|n| storage.key(n).ok().flatten());
    keys.filter_map(|key| key.strip_prefix(&prefix).map(str::to_owned))
        .collect()
}

/// Calls a function with the key that another window has changed.
pub fn on_change(changed: impl Fn(&str) + 'static) {
    let _ = leptos::prelude::window_event_listener_untyped("storage", move |event| {
        let key = js_sys::Reflect::get(&event, &"key".into());
        let key = key.ok().and_then(|key| key.as_string());
        if let Some(key) = key.as_deref().and_then(|key| key.strip_prefix(PREFIX)) {
            changed(key);
        }
    });
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
