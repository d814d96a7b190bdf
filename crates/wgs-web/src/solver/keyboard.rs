//! Keyboard shortcuts, and a dialog that lists them.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::text::tr;

/// The keys, and the text keys of what they do.
const KEYS: &[(&str, &str)] = &[
    ("← ↑ → ↓", "keys.arrows"),
    ("A–Z", "keys.letters"),
    ("Shift + A–Z", "keys.join"),
    (". ?", "keys.empty"),
    (": ;", "keys.multipliers"),
    ("Space", "keys.mode"),
    ("Enter", "keys.spell"),
    ("⌫ Del", "keys.delete"),
    ("Esc", "keys.clear"),
    ("/", "keys.search"),
    ("?", "keys.help"),
];

/// Whether a key is typed into a text field or onto the board, and so is not a shortcut.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| {
        matches!(
            element.local_name().as_str(),
            "input" | "textarea" | "select"
        ) || element
            .closest("[role=grid].board")
            .is_ok_and(|board| board.is_some())
    })
}

/// Moves the focus to an element by its id.
pub fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// The dialog that lists the keyboard shortcuts.
#[component]
pub fn KeyboardDialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            match open.get() {
                true if !dialog.open() => {
                    let _ = dialog.show_modal();
                }
                false if dialog.open() => dialog.close(),
                _ => {}
            }
        }
    });
    let row = |(keys, means): &(&'static str, &'static str)| {
        let means = *means;
        view! { <tr><th scope="row"><kbd>{*keys}</kbd></th><td>{move || tr(means)}</td></tr> }
    };
    view! {
        <dialog node_ref=dialog aria-labelledby="keys-title" on:close=move |_| open.set(false)>
            <h2 id="keys-title">{move || tr("keys.title")}</h2>
            <table class="keys"><tbody>{KEYS.iter().map(row).collect_view()}</tbody></table>
            <button class="primary" on:click=move |_| open.set(false)>{move || tr("keys.close")}</button>
        </dialog>
    }
}
