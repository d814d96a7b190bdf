//! The configuration editor, chapters 6.2 to 6.6 of the manual. Each dialog of the manual is a
//! page, made from the tables of keys that the configuration reader uses. This file puts the
//! parts together; they share the [`state`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`state`] | the draft, and the text that was last saved |
//! | [`save`] | loading from the host, saving, and conflicts |
//! | [`route`] | the pages of the editor, and the page for a problem |
//! | [`toolbar`] | undo, import, export, saving |
//! | [`dialog`] | questions before work is lost |
//! | [`line_difference`] | the lines in which two texts differ |
//! | [`dropped_file`] | files that are dropped on the page |
//! | [`outline`] | the navigation: sections and entries |
//! | [`entry_page`] | the form of an entry |
//! | [`text_page`] | the configuration as text |
//! | [`field`] | the field for a key, by its kind |
//! | [`format_field`], [`number_map`], [`letter_list`] | fields for formats, numbers by name, dice |
//! | [`dictionary_picker`] | chooses the file of a dictionary |
//! | [`grid_designer`], [`grid_shape`] | the cells of a grid, on a canvas and as data |
//! | [`preview`] | a sample board of the game that is edited |
//! | [`problem_list`] | problems beside the fields that they concern |

pub mod dialog;
pub mod dictionary_picker;
pub mod dropped_file;
pub mod entry_page;
pub mod field;
pub mod format_field;
pub mod grid_designer;
pub mod grid_shape;
pub mod letter_list;
pub mod line_difference;
pub mod number_map;
pub mod outline;
pub mod preview;
pub mod problem_list;
pub mod route;
pub mod save;
pub mod state;
pub mod text_page;
pub mod toolbar;

use leptos::prelude::*;

use crate::keyboard;

use dialog::{ConflictDialog, ReplaceDialog};
use entry_page::EntryPage;
use outline::{Outline, SectionPage};
use preview::Preview;
use problem_list::ProblemsElsewhere;
use route::EditorRoute;
pub use state::EditorState;
use text_page::TextPage;
use toolbar::EditorToolbar;

/// The configuration editor.
#[component]
pub fn Editor(
    /// The page to show.
    route: EditorRoute,
) -> impl IntoView {
    let state = EditorState::here();
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        // Shortcuts wait while a dialog is open.
        let is_dialog_open = untrack(|| {
            state.replacement.with(Option::is_some) || state.conflict.with(Option::is_some)
        });
        if is_dialog_open || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        match (event.key().to_lowercase().as_str(), event.shift_key()) {
            ("z", true) => state.redo(),
            ("z", false) => state.undo(),
            ("s", false) => save::save(state),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || listener.remove());
    move_focus(state, &route);

    dropped_file::listen(state, route.clone());
    let form = match route.clone() {
        EditorRoute::Section(section) => view! { <SectionPage section/> }.into_any(),
        EditorRoute::Entry(section, entry) => view! { <EntryPage section entry/> }.into_any(),
        EditorRoute::Text => view! { <TextPage/> }.into_any(),
    };
    let preview = match route.clone() {
        EditorRoute::Entry(section, entry) => Some(view! { <Preview section entry/> }),
        _ => None,
    };
    let has_preview = preview.is_some();
    let is_text = route == EditorRoute::Text;
    view! {
        <div class="editor" class:has-preview=has_preview id="editor">
            <EditorToolbar/>
            {(!is_text).then(|| view! { <ProblemsElsewhere/> })}
            <Outline route/>
            <div class="form">{form}</div>
            {preview}
            <ReplaceDialog/>
            <ConflictDialog/>
        </div>
    }
}

/// Moves the focus to the target of a link, or to the title of a new page.
fn move_focus(state: EditorState, route: &EditorRoute) {
    let was_shown = state.was_shown.get_value();
    state.was_shown.set_value(true);
    let is_line = |id: &String| *route == EditorRoute::Text && id.starts_with("line-");
    let target = state.target.get_value();
    if target.as_ref().is_some_and(is_line) {
        return;
    }
    state.target.set_value(None);
    let target = target.or_else(|| was_shown.then(|| "page-title".to_owned()));
    if let Some(id) = target {
        set_timeout(move || keyboard::focus(&id), std::time::Duration::ZERO);
    }
}
