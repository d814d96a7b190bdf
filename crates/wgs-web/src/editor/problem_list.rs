//! What is wrong, beside what it is about, in the words of `wgs config check`. A mark says by
//! its shape and in words how bad it is.

use leptos::prelude::*;
use wgs_config::{Draft, Problem, Severity};

use super::state::EditorState;
use super::way::Way;
use crate::text::{tr, tr_count};

/// The mark of a severity, with its name for those who cannot see it.
#[component]
pub fn Mark(
    /// How bad it is.
    severity: Severity,
) -> impl IntoView {
    let (class, sign, key) = match severity {
        Severity::Error => ("mark is-error", "✕", "editor.error"),
        Severity::Warning => ("mark is-warning", "!", "editor.warning"),
    };
    view! {
        <span class=class>
            <span aria-hidden="true">{sign}</span>
            <span class="unseen">{move || tr(key)}</span>
        </span>
    }
}

/// The problems of one thing, read out as they come.
#[component]
pub fn Problems(
    /// The id of the list, by which the field refers to it.
    id: String,
    /// Which of the draft's problems.
    #[prop(into)]
    of: Signal<Vec<Problem>>,
) -> impl IntoView {
    let item = |problem: Problem| {
        view! {
            <li><Mark severity=problem.severity/><span lang="en">{problem.message}</span></li>
        }
    };
    view! {
        <ul class="problems" id=id aria-live="polite" tabindex="-1"
            class:is-empty=move || of.with(Vec::is_empty)>
            {move || of.get().into_iter().map(item).collect_view()}
        </ul>
    }
}

/// A problem that leads to where it can be put right.
fn link(state: EditorState, problem: &Problem) -> impl IntoView + use<> {
    let (way, id) = state
        .draft
        .with_untracked(|draft| Way::to_problem(draft, problem));
    let address = way.address();
    let follow = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        state.go_to(&way, id.clone());
    };
    view! {
        <li>
            <Mark severity=problem.severity/>
            <a href=address on:click=follow lang="en">{problem.to_string()}</a>
        </li>
    }
}

/// How many problems there are, and the way to each.
#[component]
pub fn ProblemSummary() -> impl IntoView {
    let state = EditorState::here();
    let all = Memo::new(move |_| state.draft.with(|draft| draft.problems().to_vec()));
    let title = move || {
        let (errors, warnings) = state.counts();
        let errors = (errors > 0).then(|| tr_count("editor.errors", errors));
        let warnings = (warnings > 0).then(|| tr_count("editor.warnings", warnings));
        let parts: Vec<String> = errors.into_iter().chain(warnings).collect();
        parts.join(", ")
    };
    let items = move || {
        let all = all.get().into_iter().take(MOST_LISTED);
        all.map(|problem| link(state, &problem)).collect_view()
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty())>
            <details class="problem-summary" id="problem-summary"
                class:is-wrong=move || { state.counts().0 > 0 }>
                <summary>{title}</summary>
                <ul class="problems">{items}</ul>
            </details>
        </Show>
    }
}

/// The errors that are in no entry, which no other page shows. Warnings, as of comments, are
/// for the summary.
#[component]
pub fn ProblemsElsewhere() -> impl IntoView {
    let state = EditorState::here();
    let all = Memo::new(move |_| {
        state.draft.with(|draft| {
            let all = draft.problems_elsewhere();
            let errors = all.filter(|it| it.severity == Severity::Error);
            errors.cloned().collect::<Vec<_>>()
        })
    });
    let items = move || {
        let all = all.get().into_iter().take(MOST_LISTED);
        all.map(|problem| link(state, &problem)).collect_view()
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty())>
            <ul class="problems elsewhere panel" id="problems-elsewhere">{items}</ul>
        </Show>
    }
}

/// Nobody reads more at a time.
const MOST_LISTED: usize = 50;

/// The problems that a reading of the draft finds, told of only when they change.
pub fn problems(
    state: EditorState,
    of: impl Fn(&Draft) -> Vec<Problem> + Send + Sync + 'static,
) -> Signal<Vec<Problem>> {
    Memo::new(move |_| state.draft.with(&of)).into()
}
