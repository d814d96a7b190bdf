//! The configuration editor, chapters 6.2 to 6.6 of the manual: every dialog as a page of its
//! own, made from the tables of keys that the reader checks files with. This file puts the
//! parts together; the state they share is [`state`]'s.
//!
//! | module | what it holds |
//! |---|---|
//! | [`state`] | the draft, and what of it is saved |
//! | [`way`] | places in the editor, and problems as places |
//! | [`host`] | the server's configuration file, if there is one |
//! | [`head`] | undo, saving, files in and out |
//! | [`question`] | what is asked before something is lost |
//! | [`outline`] | sections and entries |
//! | [`entry_page`] | the form of an entry |
//! | [`text_page`] | the configuration as text |
//! | [`field`] | the field of a key, by its kind |
//! | [`format_field`], [`letter_values`], [`length_bonuses`], [`letters`] | richer fields |
//! | [`grid_designer`], [`shape`] | cells on a canvas, and as they are written |
//! | [`preview`] | the game as it plays |
//! | [`problem_list`] | what is wrong, beside what it is about |

pub mod entry_page;
pub mod field;
pub mod format_field;
pub mod grid_designer;
pub mod head;
pub mod host;
pub mod length_bonuses;
pub mod letter_values;
pub mod letters;
pub mod outline;
pub mod preview;
pub mod problem_list;
pub mod question;
pub mod shape;
pub mod state;
pub mod text_page;
pub mod way;

use leptos::prelude::*;

use crate::solver::keys;

use entry_page::EntryPage;
use head::EditorHead;
use outline::{Outline, SectionPage};
use preview::Preview;
use problem_list::ProblemsElsewhere;
use question::{ConflictDialog, ReplaceDialog};
pub use state::EditorState;
use text_page::TextPage;
use way::Way;

/// The configuration editor, at a place in it.
#[component]
pub fn Editor(
    /// The way there, as `GameRules/Boggle%20(New)`.
    way: String,
) -> impl IntoView {
    let state = EditorState::here();
    let way = Way::of(&way);
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        // A question comes first.
        let is_asked = untrack(|| {
            state.replacement.with(Option::is_some) || state.conflict.with(Option::is_some)
        });
        if is_asked || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        match (event.key().to_lowercase().as_str(), event.shift_key()) {
            ("z", true) => state.redo(),
            ("z", false) => state.undo(),
            ("s", false) => host::save(state),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || listener.remove());
    arrive(state, &way);

    let dropped = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|transfer| transfer.files());
        if let Some(file) = files.and_then(|files| files.item(0)) {
            head::import(state, file);
        }
    };
    let form = match way.clone() {
        Way::Section(section) => view! { <SectionPage section/> }.into_any(),
        Way::Entry(section, entry) => view! { <EntryPage section entry/> }.into_any(),
        Way::Text => view! { <TextPage/> }.into_any(),
    };
    let preview = match way.clone() {
        Way::Entry(section, entry) => Some(view! { <Preview section entry/> }),
        _ => None,
    };
    let has_preview = preview.is_some();
    let is_text = way == Way::Text;
    view! {
        <div class="editor" class:has-preview=has_preview id="editor"
            on:dragover=|event| event.prevent_default() on:drop=dropped>
            <EditorHead/>
            {(!is_text).then(|| view! { <ProblemsElsewhere/> })}
            <Outline way/>
            <div class="form">{form}</div>
            {preview}
            <ReplaceDialog/>
            <ConflictDialog/>
        </div>
    }
}

/// Moves the focus to what was asked for, or to the title of a page that was gone to.
fn arrive(state: EditorState, way: &Way) {
    let was_shown = state.was_shown.get_value();
    state.was_shown.set_value(true);
    let is_line = |id: &String| *way == Way::Text && id.starts_with("line-");
    let target = state.target.get_value();
    if target.as_ref().is_some_and(is_line) {
        return;
    }
    state.target.set_value(None);
    let target = target.or_else(|| was_shown.then(|| "page-title".to_owned()));
    if let Some(id) = target {
        set_timeout(move || keys::focus(&id), std::time::Duration::ZERO);
    }
}
