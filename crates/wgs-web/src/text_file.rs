//! The files of texts in languages other than English. In a browser each is loaded when it is
//! first needed, so that the page loads faster in English; tests read them from the source.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::text::PageLanguage;

/// Returns the contents of a file such as `de.json`, if it is loaded.
#[cfg(target_family = "wasm")]
pub(crate) fn contents(name: &str) -> Option<String> {
    loaded_text(name)
}

/// Returns the contents of a file such as `de.json`.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn contents(name: &str) -> Option<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/text");
    std::fs::read_to_string(std::path::Path::new(folder).join(name)).ok()
}

/// Loads the texts of a language, unless they are there, then calls a function. It is also
/// called if they cannot be loaded: the page stays in English then.
pub(crate) fn load(language: PageLanguage, then: impl FnOnce() + 'static) {
    if language == PageLanguage::ENGLISH {
        return then();
    }
    leptos::task::spawn_local(async move {
        if let Err(problem) = load_texts(language.code()).await {
            leptos::logging::warn!("cannot load the texts: {problem:?}");
        }
        then();
    });
}

#[wasm_bindgen(raw_module = "./text.js")]
extern "C" {
    #[cfg(target_family = "wasm")]
    #[wasm_bindgen(js_name = loadedText)]
    fn loaded_text(name: &str) -> Option<String>;

    #[wasm_bindgen(js_name = loadTexts, catch)]
    async fn load_texts(language: &str) -> Result<(), JsValue>;
}
