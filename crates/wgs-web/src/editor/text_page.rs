//! The configuration as text, for users who prefer it and for files that are not valid JSON.

use leptos::html;
use leptos::prelude::*;
use wgs_config::{Draft, Problem};

use super::problem_list::{SeverityMark, problem_text};
use super::state::EditorState;
use crate::text::tr;

/// The whole configuration as text.
#[component]
pub fn TextPage() -> impl IntoView {
    let state = EditorState::here();
    let area = NodeRef::<html::Textarea>::new();
    let text = Memo::new(move |_| state.draft.with(|draft| draft.text().to_owned()));
    let all = Memo::new(move |_| state.draft.with(|draft| draft.problems().to_vec()));
    let changed = move |event| {
        let text = event_target_value(&event);
        state.outcome.set(None);
        state.draft.update(|draft| draft.set_text(text));
    };
    let show_line = move |line: usize| {
        let Some(area) = area.get_untracked() else {
            return;
        };
        let (start, end) = text.with_untracked(|text| units_of_line(text, line));
        let _ = area.focus();
        let _ = area.set_selection_range(start, end);
    };
    // A link to a problem may lead to a line here.
    let line = state.target.get_value();
    let line = line.and_then(|id| id.strip_prefix("line-")?.parse().ok());
    if let Some(line) = line {
        state.target.set_value(None);
        Effect::new(move |_| {
            if area.get().is_some() {
                set_timeout(move || show_line(line), std::time::Duration::ZERO);
            }
        });
    }
    let item = move |problem: Problem| {
        let line = problem.line;
        view! {
            <li>
                <SeverityMark severity=problem.severity/>
                <button class="link" on:click=move |_| show_line(line)>
                    {move || problem_text(&problem)}
                </button>
            </li>
        }
    };
    let has_comments = move || state.draft.with(Draft::has_comments);
    view! {
        <div class="form-head">
            <h1 id="page-title" tabindex="-1">{move || tr("editor.text")}</h1>
        </div>
        <p class="hint lead" id="text-help">
            {move || tr(if has_comments() { "editor.text-comments" } else { "editor.text-help" })}
        </p>
        <ul class="problems" id="text-problems" aria-live="polite">
            {move || all.get().into_iter().map(item).collect_view()}
        </ul>
        <textarea class="notation whole" id="text" node_ref=area rows="30" spellcheck="false"
            autocomplete="off" aria-label=move || tr("editor.text") aria-describedby="text-help"
            prop:value=move || text.get() on:input=changed
            on:blur=move |_| state.settle()></textarea>
    }
}

/// The start and end of a line in UTF-16 code units, as browsers count.
fn units_of_line(text: &str, line: usize) -> (u32, u32) {
    let units = |text: &str| text.encode_utf16().count() as u32;
    let mut start = 0;
    for (index, content) in text.split('\n').enumerate() {
        let end = start + units(content);
        if index + 1 == line {
            return (start, end);
        }
        start = end + 1;
    }
    (start, start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_measured_in_utf_16() {
        let text = "a😀\nbc\n";
        assert_eq!(units_of_line(text, 1), (0, 3));
        assert_eq!(units_of_line(text, 2), (4, 6));
        assert_eq!(units_of_line(text, 3), (7, 7));
    }
}
