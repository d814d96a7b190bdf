//! The target of a key, and the focus.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The element that a key is pressed on.
pub(crate) fn target(event: &web_sys::Event) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}

/// Whether an event is about an element that matches a selector, or is inside of one.
pub(crate) fn is_on(event: &web_sys::Event, selector: &str) -> bool {
    target(event).is_some_and(|element| matches!(element.closest(selector), Ok(Some(_))))
}

/// The controls that letters are typed into, or that letters choose from.
pub(crate) const TYPED_INTO: &str =
    "input:not([type=radio], [type=checkbox], [type=file]), textarea, select, [contenteditable]";

/// Whether a key is typed into a field, and so is not a shortcut. Tiles handle the keys
/// that they know before any other part does.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    target(event).is_some_and(|element| element.matches(TYPED_INTO).unwrap_or(false))
}

/// Whether the name of a key is a letter.
pub(crate) fn is_letter(key: &str) -> bool {
    key.chars().count() == 1 && key.chars().all(char::is_alphabetic)
}

/// Moves the focus to an element by its id.
pub fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Moves the focus to an element by its id, but does not scroll there.
pub fn focus_in_place(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let element: web_sys::HtmlElement = element.unchecked_into();
        let _ = element.focus_with_options(&options);
    }
}
