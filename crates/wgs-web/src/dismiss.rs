//! Panels that open over the page, such as a menu: pressing Escape, or pressing the pointer
//! outside of them, closes them.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Calls `close` when the pointer is pressed outside of a panel. The panel includes the button
/// that opens it.
pub fn on_press_outside(panel: NodeRef<html::Div>, close: impl Fn() + 'static) {
    let listener = window_event_listener(leptos::ev::pointerdown, move |event| {
        let Some(panel) = panel.get_untracked() else {
            return;
        };
        if !contains(&panel, event.target()) {
            close();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Whether an element contains the target of an event.
pub fn contains(element: &web_sys::Element, target: Option<web_sys::EventTarget>) -> bool {
    let target = target.and_then(|target| target.dyn_into::<web_sys::Node>().ok());
    element.contains(target.as_ref())
}
