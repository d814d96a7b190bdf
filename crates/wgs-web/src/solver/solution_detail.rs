//! The parts of the selected solution's score, in the game's `SolutionDetailFormat`.

use leptos::html;
use leptos::prelude::*;
use wgs_config::template::{ListPosition, ScoredWord, SolutionTemplate};
use wgs_engine::Cell;
use wgs_engine::scoring::ScoreLine;

use super::cell_signals::stand_ins;
use super::state::SolverState;
use super::word_link::WordLink;
use crate::markup;
use crate::text::{tr, tr_with};

/// The details of the selected solution.
#[component]
pub fn SolutionDetail() -> impl IntoView {
    let solver = SolverState::here();
    let detail = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let html = solver.selected.with(|row| {
            let row = row.as_ref()?;
            let path: Vec<Cell> = row
                .positions
                .iter()
                .map(|position| Cell::new(*position as usize - 1))
                .collect();
            let scored = ScoredWord {
                word: &row.word,
                path: &path,
                score: &row.word_score(),
                commonness: None,
            };
            let mut html = String::new();
            solver
                .board
                .view
                .with(|view| view.detail.render(&scored, ListPosition::Last, &mut html));
            Some(html)
        });
        if let Some(detail) = detail.get() {
            markup::show(&html.unwrap_or_default(), &detail);
        }
    });
    let has_format = move || {
        solver
            .board
            .view
            .with(|view| view.detail != SolutionTemplate::default())
    };
    // The letters that blanks stand for, in the order of the word.
    let blanks = move || {
        let letters: Vec<String> = stand_ins(solver).into_iter().map(|(_, it)| it).collect();
        let (n, letters) = (letters.len().to_string(), letters.join(", "));
        let text = || tr_with("explorer.blanks", &[("n", &n), ("letters", &letters)]);
        (!letters.is_empty()).then(text)
    };
    let row = move |key: &'static str, value: String| {
        view! { <tr><th scope="row">{tr(key)}</th><td>{value}</td></tr> }
    };
    view! {
        <section class="explorer" aria-label=move || tr("explorer.label") aria-live="polite">
            <Show when=move || solver.selected.with(Option::is_none)>
                <p class="hint">{move || tr("explorer.none")}</p>
            </Show>
            <div class="detail" id="detail" node_ref=detail></div>
            <Show when=move || !has_format()>
                {move || solver.selected.get().map(|selected| {
                    let score = selected.word_score();
                    let lines = solver.board.view.with(|view| view.rules.breakdown(&score));
                    view! {
                        <table>
                            <caption>{selected.word.clone()}</caption>
                            <tbody>
                                {lines.into_iter().map(|line| {
                                    let (key, value) = described(line);
                                    row(key, value)
                                }).collect_view()}
                                {row("explorer.score", score.total.to_string())}
                            </tbody>
                        </table>
                    }
                })}
            </Show>
            {move || blanks().map(|text| view! { <p class="blanks" id="blanks">{text}</p> })}
            <WordLink/>
        </section>
    }
}

/// Returns the name of a line, and its number with the operation it stands for.
fn described(line: ScoreLine) -> (&'static str, String) {
    match line {
        ScoreLine::LetterPoints(points) => ("explorer.letters", points.to_string()),
        ScoreLine::WordMultiplier(factor) => ("explorer.multiplier", format!("×{factor}")),
        ScoreLine::LengthBonus(bonus) => ("explorer.bonus", format!("+{bonus}")),
        ScoreLine::LengthFactor(factor) => ("explorer.bonus", format!("×{factor}")),
        ScoreLine::Rounded(points) => ("explorer.rounded", points.to_string()),
        ScoreLine::PangramBonus(bonus) => ("explorer.pangram", format!("+{bonus}")),
        _ => ("", String::new()),
    }
}
