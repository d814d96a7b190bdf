//! The toolbar of the editor: undo and redo, import and export, saving.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;
use wgs_config::catalogue::EMBEDDED;

use super::problem_list::ProblemSummary;
use super::save::save;
use super::state::{EditorState, label};
use crate::download::download;
use crate::text::{tr, tr_with};

/// The largest file that is imported, in bytes.
const MOST_BYTES: f64 = 4e6;

/// Replaces the draft with the text of a file.
pub fn import(state: EditorState, file: File) {
    read(state, file, move |text| {
        state.replace("editor.import", text)
    });
}

/// Adds the games of a file.
pub fn import_games(state: EditorState, file: File) {
    read(state, file, move |text| state.add_games(text));
}

/// The first file that was chosen with an input, which can then choose the same file again.
pub fn chosen_file(event: &leptos::ev::Event) -> Option<File> {
    let input: web_sys::HtmlInputElement = event_target(event);
    let file = input.files().and_then(|files| files.item(0));
    input.set_value("");
    file
}

fn read(state: EditorState, file: File, then: impl FnOnce(String) + 'static) {
    if file.size() > MOST_BYTES {
        return state.session().show_error(tr("editor.import-large"));
    }
    spawn_local(async move {
        match JsFuture::from(file.text()).await {
            Ok(text) => then(text.as_string().unwrap_or_default()),
            Err(_) => state.session().show_error(tr("editor.import-failed")),
        }
    });
}

/// Saves the draft as a file on the user's machine.
pub fn export(state: EditorState) {
    let file = state
        .session()
        .host
        .with_untracked(|host| host.file.clone());
    let name = file.map(|file| file.name).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| "wgs.json".to_owned());
    state
        .draft
        .with_untracked(|draft| download(&name, "application/json", draft.text()));
}

/// Saves a game as a file, with everything that it needs.
pub fn export_game(state: EditorState, game: &str) {
    if let Some(text) = state.change(|draft| draft.game_only(game)) {
        let name = game.replace(['/', '\\', ':'], "-");
        download(&format!("{name}.json"), "application/json", &text);
    }
}

/// The toolbar of the editor.
#[component]
pub fn EditorToolbar() -> impl IntoView {
    let state = EditorState::here();
    let session = state.session();
    let step = move |key: &'static str, change: Option<String>| match change {
        Some(what) => tr_with("editor.step", &[("do", &tr(key)), ("what", &what)]),
        None => tr(key),
    };
    let to_undo = Memo::new(move |_| {
        state
            .draft
            .with(|draft| draft.to_undo().cloned())
            .map(|it| label(&it))
    });
    let to_redo = Memo::new(move |_| {
        state
            .draft
            .with(|draft| draft.to_redo().cloned())
            .map(|it| label(&it))
    });
    let is_unsaved = Memo::new(move |_| state.is_unsaved());
    let is_wrong = Memo::new(move |_| state.counts().0 > 0);
    let location = move || match session.host.with(|host| host.file.clone()) {
        Some(file) => tr_with("editor.kept-in-file", &[("name", &file.name)]),
        None if state.saved.with(|saved| saved == EMBEDDED) => tr("editor.built-in"),
        None => tr("editor.kept-in-browser"),
    };
    let status = move || match state.outcome.get() {
        Some(Ok(text) | Err(text)) => text,
        None if is_unsaved.get() => tr("editor.unsaved"),
        None => location(),
    };
    let is_failed = move || {
        state
            .outcome
            .with(|outcome| matches!(outcome, Some(Err(_))))
    };
    let chosen = move |event: leptos::ev::Event| {
        if let Some(file) = chosen_file(&event) {
            import(state, file);
        }
    };
    view! {
        <div class="editor-head">
            <div class="editor-tools">
                <button id="undo" disabled=move || to_undo.with(Option::is_none) on:click=move |_| state.undo()
                    title=move || step("editor.undo", to_undo.get())
                    aria-label=move || step("editor.undo", to_undo.get())
                    aria-keyshortcuts="Control+Z">
                    <span aria-hidden="true">"↶ "</span>{move || tr("editor.undo")}
                </button>
                <button id="redo" disabled=move || to_redo.with(Option::is_none) on:click=move |_| state.redo()
                    title=move || step("editor.redo", to_redo.get())
                    aria-label=move || step("editor.redo", to_redo.get())
                    aria-keyshortcuts="Control+Shift+Z">
                    <span aria-hidden="true">"↷ "</span>{move || tr("editor.redo")}
                </button>
                <span class="step-label hint" aria-hidden="true">{move || to_undo.get()}</span>
                <ProblemSummary/>
            </div>
            <div class="editor-files">
                <label class="link">
                    <input class="unseen" type="file" id="import" accept=".json,.jsonc,.txt,application/json"
                        on:change=chosen/>
                    {move || tr("editor.import")}
                </label>
                <button class="link" id="export" on:click=move |_| export(state)>{move || tr("editor.export")}</button>
                <button class="link" id="start-over" on:click=move |_| state.start_over()>
                    {move || tr("editor.start-over")}
                </button>
            </div>
            <div class="editor-save">
                <span id="save-status" role="status" class:wrong=is_failed
                    class:is-unsaved=move || is_unsaved.get()>{status}</span>
                <button class="primary" id="save" on:click=move |_| save(state)
                    aria-keyshortcuts="Control+S"
                    disabled=move || is_wrong.get() || !is_unsaved.get() || state.is_saving.get()>
                    {move || tr("editor.save")}
                </button>
            </div>
        </div>
    }
}
