//! Ways to export the board: a link, the solutions as CSV or JSON, and a sheet to print.

use leptos::prelude::*;
use wgs_app::reply::{SolutionReply, SolveReply};
use wgs_engine::Cell;

use super::link;
use super::state::SolverState;
use crate::board::sorted_rows::{Column, Order, SortedRows};
use crate::download::download;
use crate::engine::reply::SolutionRow;
use crate::text::tr;

/// The export buttons.
#[component]
pub fn Export() -> impl IntoView {
    let solver = SolverState::here();
    // The export belongs to the board in view.
    let is_disabled = move || !solver.is_current();
    let rows = move || solver.result.rows.get_untracked();
    let csv = move |_| download("solutions.csv", "text/csv", &csv(&rows()));
    let json = move |_| {
        let board = solver.board.text.get_untracked();
        download("solutions.json", "application/json", &json(&board, &rows()));
    };
    // The words are in the document only while it is printed, because there may be thousands.
    let is_printing = RwSignal::new(false);
    let before = window_event_listener(leptos::ev::beforeprint, move |_| is_printing.set(true));
    let after = window_event_listener(leptos::ev::afterprint, move |_| is_printing.set(false));
    on_cleanup(move || {
        before.remove();
        after.remove();
    });
    let print = move |_| {
        is_printing.set(true);
        // Prints once the words are in the document.
        request_animation_frame(|| {
            let _ = window().print();
        });
    };
    let columns = move || {
        let longest_first = Order {
            column: Column::Length,
            descending: true,
        };
        let mut words: Vec<(String, u64)> = solver.result.rows.with(|rows| {
            rows.sorted_by(longest_first)
                .iter()
                .map(|row| (row.word.clone(), row.score))
                .collect()
        });
        words.dedup();
        let item = |(word, score)| view! { <li>{word}" "<small>{score}</small></li> };
        words.into_iter().map(item).collect_view()
    };
    view! {
        <div class="export">
            <button class="primary" id="copy-link" on:click=move |_| link::copy(solver)>
                {move || tr("export.link")}
            </button>
            <button class="quiet" id="export-csv" disabled=is_disabled on:click=csv>"CSV"</button>
            <button class="quiet" id="export-json" disabled=is_disabled on:click=json>"JSON"</button>
            <button class="quiet" id="export-print" disabled=is_disabled on:click=print>{move || tr("export.print")}</button>
            <span class="hint" role="status">{move || solver.session().confirmation.get()}</span>
        </div>
        <Show when=move || is_printing.get()>
            <ol class="print-words" aria-hidden="true">{columns}</ol>
        </Show>
    }
}

/// The solutions as CSV.
fn csv(rows: &SortedRows) -> String {
    let mut text = "word,score,length,positions\r\n".to_owned();
    for row in rows.iter() {
        let positions: Vec<String> = row.positions.iter().map(u32::to_string).collect();
        let positions = positions.join(" ");
        text += &format!(
            "{},{},{},{positions}\r\n",
            quoted(&row.word),
            row.score,
            row.length
        );
    }
    text
}

/// A CSV field, quoted where necessary. An apostrophe keeps spreadsheets from reading it as a
/// formula.
fn quoted(field: &str) -> String {
    let field = match field.starts_with(['=', '+', '-', '@']) {
        true => format!("'{field}"),
        false => field.to_owned(),
    };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

/// The solutions in the JSON of `wgs solve --json`.
fn json(board: &str, rows: &SortedRows) -> String {
    let mut best = std::collections::BTreeMap::<&str, u64>::new();
    for row in rows.iter() {
        let score = best.entry(&row.word).or_default();
        *score = row.score.max(*score);
    }
    let solution = |row: &SolutionRow| {
        let path = row
            .positions
            .iter()
            .map(|position| Cell::new(*position as usize - 1));
        let path: Vec<Cell> = path.collect();
        SolutionReply::new(row.word.clone(), &path, &row.word_score())
    };
    let reply = SolveReply {
        board: board.to_owned(),
        words: best.len() as u64,
        points: best.values().sum(),
        solutions: rows.iter().map(solution).collect(),
    };
    serde_json::to_string_pretty(&reply).expect("replies have no parts that cannot be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (field, written) in [
            ("CAT", "CAT"),
            ("A,B", "\"A,B\""),
            ("=1", "'=1"),
            ("a\"b", "\"a\"\"b\""),
        ] {
            assert_eq!(quoted(field), written);
        }
    }
}
