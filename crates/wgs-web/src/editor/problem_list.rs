//! The problems of the configuration, beside the fields that they concern, with the texts of
//! `wgs config check` in the language of the page. A mark shows the severity by its shape and in words.

use leptos::prelude::*;
use wgs_config::{Draft, Problem, Severity};

use super::route::EditorRoute;
use super::state::EditorState;
use crate::engine_text::tr_message;
use crate::text::{tr, tr_count};

/// The mark for a severity, with its name for screen readers.
#[component]
pub fn SeverityMark(
    /// The severity.
    severity: Severity,
) -> impl IntoView {
    let (class, sign, key) = match severity {
        Severity::Error => ("mark is-error", "✕", "editor.error"),
        Severity::Disabled | Severity::Warning => ("mark is-warning", "!", "editor.warning"),
    };
    view! {
        <span class=class>
            <span aria-hidden="true">{sign}</span>
            <span class="unseen">{move || tr(key)}</span>
        </span>
    }
}

/// The text of a problem with its place, in the current language.
pub fn problem_text(problem: &Problem) -> String {
    tr_message(problem)
}

/// The problems of a field or an entry. Screen readers announce new ones.
#[component]
pub fn Problems(
    /// The id of the list, which the field refers to.
    id: String,
    /// The problems to show.
    #[prop(into)]
    of: Signal<Vec<Problem>>,
) -> impl IntoView {
    let item = |problem: Problem| {
        view! {
            <li><SeverityMark severity=problem.severity/><span>{move || tr_message(&problem.message)}</span></li>
        }
    };
    view! {
        <ul class="problems" id=id aria-live="polite" tabindex="-1"
            class:is-empty=move || of.with(Vec::is_empty)>
            {move || of.get().into_iter().map(item).collect_view()}
        </ul>
    }
}

/// A problem as a link to the place where it can be fixed.
fn link(state: EditorState, problem: &Problem) -> impl IntoView + use<> {
    let (route, id) = state
        .draft
        .with_untracked(|draft| EditorRoute::to_problem(draft, problem));
    let address = route.address();
    let text = {
        let problem = problem.clone();
        move || problem_text(&problem)
    };
    let follow = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        state.go_to(&route, id.clone());
    };
    view! {
        <li>
            <SeverityMark severity=problem.severity/>
            <a href=address on:click=follow>{text}</a>
        </li>
    }
}

/// The number of problems, with a link to each.
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

/// The errors outside all entries, which no other page shows. Warnings appear only in the
/// summary.
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

/// The most problems that are listed.
const MOST_LISTED: usize = 50;

/// The problems that `of` selects from the draft. The signal notifies only when they change.
pub fn problems(
    state: EditorState,
    of: impl Fn(&Draft) -> Vec<Problem> + Send + Sync + 'static,
) -> Signal<Vec<Problem>> {
    Memo::new(move |_| state.draft.with(&of)).into()
}
