//! Files that are dropped on the editor, anywhere on the page: a configuration is imported, and
//! other files are opened as dictionaries.

use leptos::ev::DragEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;
use wgs_config::Section;

use super::route::EditorRoute;
use super::state::{EditorState, go};
use super::{dictionary_picker, toolbar};
use crate::session::{self, MOST_BYTES};
use crate::text::tr;

/// Opens the files that are dropped while a page of the editor is shown.
pub fn listen(state: EditorState, route: EditorRoute) {
    let listener = window_event_listener(leptos::ev::drop, move |event: DragEvent| {
        let files = event.data_transfer().and_then(|transfer| transfer.files());
        if let Some(file) = files.and_then(|files| files.item(0)) {
            open(state, route.clone(), file);
        }
    });
    on_cleanup(move || listener.remove());
}

fn open(state: EditorState, route: EditorRoute, file: File) {
    if file.size() > MOST_BYTES {
        return state.session().show_error(tr("solver.too-large"));
    }
    spawn_local(async move {
        let content = match session::bytes_of(file.array_buffer()).await {
            Ok(content) => content,
            Err(error) => return state.session().show_error(error),
        };
        if is_configuration(&file.name(), &content) {
            return toolbar::import(state, file);
        }
        let entry = match route {
            EditorRoute::Entry(Section::Dictionaries, entry) => entry,
            _ => {
                let name = file.name();
                let name = name.rsplit_once('.').map_or(&*name, |(name, _)| name);
                let name = state
                    .draft
                    .with_untracked(|draft| draft.free_name(Section::Dictionaries, name));
                let added = state.change(|draft| draft.add(Section::Dictionaries, &name));
                if added.is_none() {
                    return;
                }
                go(&EditorRoute::Entry(Section::Dictionaries, name.clone()));
                name
            }
        };
        dictionary_picker::load(state, entry, file.name(), content);
    });
}

/// Whether a file is a configuration rather than a list of words.
fn is_configuration(name: &str, content: &[u8]) -> bool {
    let start = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let first = start.trim_ascii_start().first();
    let is_named = [".json", ".jsonc"].iter().any(|end| name.ends_with(end));
    is_named || matches!(first, Some(b'{' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_is_recognised_by_its_name_or_its_beginning() {
        for (name, content, expected) in [
            ("games.json", "", true),
            ("games.jsonc", "[]", true),
            ("games.txt", "{}", true),
            ("games", "\u{feff}\n // Mine.\n{}", true),
            ("words.txt", "aback\nabacus", false),
            ("words.wgs", "", false),
        ] {
            let found = is_configuration(name, content.as_bytes());
            assert_eq!(found, expected, "{name} {content}");
        }
    }
}
