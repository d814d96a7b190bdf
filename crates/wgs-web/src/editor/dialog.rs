//! The dialogs that prevent loss of work: before the draft is replaced, and when the file on the
//! server has changed.

use leptos::html;
use leptos::prelude::*;

use super::line_difference::{DifferenceLine, line_difference};
use super::save::{overwrite, take_theirs};
use super::state::{Conflict, EditorState, Replacement};
use super::toolbar::export;
use crate::text::{tr, tr_count};

/// Keeps a dialog open while a condition holds.
fn open_while(dialog: NodeRef<html::Dialog>, is_needed: impl Fn() -> bool + 'static) {
    Effect::new(move |_| {
        let is_needed = is_needed();
        let Some(dialog) = dialog.get() else { return };
        match (is_needed, dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
}

/// The question before the draft is replaced.
#[component]
pub fn ReplaceDialog() -> impl IntoView {
    let state = EditorState::here();
    let dialog = NodeRef::<html::Dialog>::new();
    open_while(dialog, move || state.replacement.with(Option::is_some));
    let replace = move |_| {
        if let Some(replacement) = state.replacement.get_untracked() {
            state.replacement.set(None);
            state.replace_now(replacement.text);
        }
    };
    let title = move || {
        state
            .replacement
            .with(|it| it.as_ref().map(|it| tr(it.what)))
    };
    let body = move || {
        state.replacement.get().map(
            |Replacement {
                 comments, unsaved, ..
             }| {
                let comments = (comments > 0).then(|| {
                    view! {
                        <p>{tr_count("editor.comments-lost", comments as u64)}</p>
                    }
                });
                let unsaved = unsaved.then(|| view! { <p>{tr("editor.unsaved-lost")}</p> });
                view! { {comments}{unsaved}<p>{tr("editor.undo-brings-back")}</p> }
            },
        )
    };
    view! {
        <dialog id="replace" node_ref=dialog aria-labelledby="replace-title"
            on:close=move |_| state.replacement.set(None)>
            <h2 id="replace-title">{title}</h2>
            {body}
            <div class="dialog-tools">
                <button class="primary" id="replace-yes" on:click=replace>{move || tr("editor.replace")}</button>
                <button id="replace-no" on:click=move |_| state.replacement.set(None)>
                    {move || tr("editor.cancel")}
                </button>
            </div>
        </dialog>
    }
}

/// The question when the file on the server has changed.
#[component]
pub fn ConflictDialog() -> impl IntoView {
    let state = EditorState::here();
    let dialog = NodeRef::<html::Dialog>::new();
    open_while(dialog, move || state.conflict.with(Option::is_some));
    let difference = move || {
        let theirs = state.conflict.get()?.theirs;
        let mine = state.draft.with_untracked(|draft| draft.text().to_owned());
        let lines = line_difference(&theirs, &mine).into_iter();
        let lines = lines.map(|line| match line {
            DifferenceLine::Both(line) => view! { <span>{format!("  {line}\n")}</span> }.into_any(),
            DifferenceLine::First(line) => view! { <del>{format!("− {line}\n")}</del> }.into_any(),
            DifferenceLine::Second(line) => view! { <ins>{format!("+ {line}\n")}</ins> }.into_any(),
            DifferenceLine::Gap => view! { <span>"⋯\n"</span> }.into_any(),
        });
        Some(lines.collect_view())
    };
    let decided = move |decide: fn(EditorState, Conflict)| {
        move |_| {
            if let Some(conflict) = state.conflict.get_untracked() {
                state.conflict.set(None);
                decide(state, conflict);
            }
        }
    };
    view! {
        <dialog id="conflict" node_ref=dialog aria-labelledby="conflict-title"
            on:close=move |_| state.conflict.set(None)>
            <h2 id="conflict-title">{move || tr("editor.conflict.title")}</h2>
            <p>{move || tr("editor.conflict.help")}</p>
            <pre class="notation" id="conflict-difference" tabindex="0" role="region"
                aria-label=move || tr("editor.conflict.difference")>{difference}</pre>
            <div class="dialog-tools">
                <button class="primary" id="conflict-load" on:click=decided(take_theirs)>
                    {move || tr("editor.conflict.load")}
                </button>
                <button id="conflict-download" on:click=move |_| export(state)>
                    {move || tr("editor.conflict.download")}
                </button>
                <button id="conflict-overwrite" on:click=decided(overwrite)>
                    {move || tr("editor.conflict.overwrite")}
                </button>
                <button class="quiet" id="conflict-later" on:click=move |_| state.conflict.set(None)>
                    {move || tr("editor.cancel")}
                </button>
            </div>
        </dialog>
    }
}
