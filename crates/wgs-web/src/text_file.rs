//! The files of texts in languages other than English. In a browser each is loaded when it is
//! first needed, so that the page loads faster in English; elsewhere they are part of the program.

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
    match name {
        "de.json" => Some(include_str!("../text/de.json").to_owned()),
        "play.de.json" => Some(include_str!("../text/play.de.json").to_owned()),
        "engine.de.json" => Some(include_str!("../text/engine.de.json").to_owned()),
        _ => None,
    }
}

/// Loads the texts of a language, unless they are there, then calls a function. It is also
/// called if they cannot be loaded: the page stays in English then.
pub(crate) fn load(language: PageLanguage, then: impl FnOnce() + 'static) {
    if language == PageLanguage::English {
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
