//! Keyboard shortcuts, and a dialog that lists them.

use leptos::html;
use leptos::prelude::*;

use super::board_input::BoardInput;
use super::notation_input::paste;
use crate::keyboard::{TYPED_INTO, is_letter, is_typing, target};
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
    ("Ctrl + Z", "keys.undo"),
    ("Esc", "keys.clear"),
    ("/", "keys.search"),
    ("?", "keys.help"),
];

/// The names of keys in the current language, as they are printed on its keyboards.
fn key_names(keys: &str) -> String {
    let name = |key: &str| {
        let text_key = format!("keys.name.{key}");
        let name = tr(&text_key);
        if name == text_key {
            key.to_owned()
        } else {
            name
        }
    };
    keys.split(' ').map(name).collect::<Vec<_>>().join(" ")
}

/// Whether an event is on nothing that has a use for letters.
fn is_on_nothing(event: &web_sys::Event) -> bool {
    let users = format!("{TYPED_INTO}, .board, #solutions, dialog");
    let user = target(event).and_then(|element| element.closest(&users).ok().flatten());
    user.is_none() && matches!(document().query_selector("dialog[open]"), Ok(None))
}

/// Handles keys and pasting wherever the focus is: letters and boards that nothing else takes go
/// onto the board, and Ctrl+Z undoes a change of the board.
pub(super) fn listen(input: BoardInput) {
    let solver = input.solver;
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if event.default_prevented() || is_typing(&event) {
            return;
        }
        let has_control = event.ctrl_key() || event.meta_key();
        match event.key().to_lowercase().as_str() {
            "z" if has_control && event.shift_key() => solver.board.redo(),
            "z" if has_control => solver.board.undo(),
            "y" if has_control => solver.board.redo(),
            _ if has_control || event.alt_key() || !is_on_nothing(&event) => return,
            "escape" => solver.clear(),
            key if is_letter(key) => input.start_typing(key),
            _ => return,
        }
        event.prevent_default();
    });
    let pasted = window_event_listener_untyped("paste", move |event| {
        if is_on_nothing(&event) {
            paste(&event, solver);
        }
    });
    on_cleanup(move || {
        keys.remove();
        pasted.remove();
    });
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
        let (keys, means) = (*keys, *means);
        view! { <tr><th scope="row"><kbd>{move || key_names(keys)}</kbd></th><td>{move || tr(means)}</td></tr> }
    };
    view! {
        <dialog node_ref=dialog aria-labelledby="keys-title" on:close=move |_| open.set(false)>
            <h2 id="keys-title">{move || tr("keys.title")}</h2>
            <table class="keys"><tbody>{KEYS.iter().map(row).collect_view()}</tbody></table>
            <button class="primary" on:click=move |_| open.set(false)>{move || tr("keys.close")}</button>
        </dialog>
    }
}
