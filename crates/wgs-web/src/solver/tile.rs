//! A tile of the board: its letters, points and multipliers, its filter and its tooltip.

use leptos::prelude::*;
use wgs_core::BoardScore;

use super::board_input::BoardInput;
use super::state::{Heat, TileMode};
use crate::text::{number, tr, tr_count, tr_with};

/// A cell with its tile.
#[component]
pub fn TileCell(
    /// The board's pointer and keyboard input.
    input: BoardInput,
    /// The cell, from 0.
    cell: usize,
) -> impl IntoView {
    let solver = input.solver;
    let tile = Memo::new(move |_| solver.tile(cell));
    let mode = Memo::new(move |_| solver.mode(cell));
    let counts = Memo::new(move |_| solver.summary(|summary| summary.tiles.get(cell).copied()));
    let place = move || {
        solver
            .view
            .with(|view| view.places.get(cell).copied())
            .unwrap_or_default()
    };
    let is_on_path = Memo::new(move |_| solver.path().contains(&(cell as u32 + 1)));
    // The number to show, and its share of the highest number on the board.
    let heat = Memo::new(move |_| {
        let of = |counts: &BoardScore| match solver.heat.get() {
            Heat::Off => 0,
            Heat::Words => counts.words,
            Heat::Points => counts.points,
        };
        let most = solver.summary(|summary| summary.tiles.iter().map(of).max().unwrap_or(0));
        let own = counts.get().as_ref().map_or(0, of);
        (most > 0).then(|| (own, own as f64 / most as f64))
    });
    let badge = move || {
        let tile = tile.get();
        let letters = (tile.letter_multiplier > 1).then(|| format!("{}L", tile.letter_multiplier));
        let words = (tile.word_multiplier > 1).then(|| format!("{}W", tile.word_multiplier));
        [letters, words]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let label = move || {
        let tile = tile.get();
        let (column, row) = place();
        let mut parts = vec![tr_with(
            "tile.place",
            &[
                ("row", &(row + 1).to_string()),
                ("column", &(column + 1).to_string()),
            ],
        )];
        parts.push(match tile.face.as_str() {
            "" => tr("tile.empty"),
            "?" => tr("tile.wildcard"),
            face => face.to_owned(),
        });
        parts.extend(tile.points.map(|points| tr_count("solver.points", points)));
        if tile.letter_multiplier > 1 {
            parts.push(tr_with(
                "tile.letter-multiplier",
                &[("n", &tile.letter_multiplier.to_string())],
            ));
        }
        if tile.word_multiplier > 1 {
            parts.push(tr_with(
                "tile.word-multiplier",
                &[("n", &tile.word_multiplier.to_string())],
            ));
        }
        parts.extend(
            counts
                .get()
                .map(|counts| tr_count("solver.words", counts.words)),
        );
        match mode.get() {
            TileMode::Normal => {}
            TileMode::StartsWith => parts.push(tr("tile.starts-with")),
            TileMode::Contains => parts.push(tr("tile.contains")),
        }
        parts.join(", ")
    };
    let tip = move || solver.summary(|summary| summary.tool_tip(cell));

    view! {
        <div class="cell" role="gridcell" id=format!("tile-{}", cell + 1)
            style:grid-column=move || (place().0 + 1).to_string()
            style:grid-row=move || (place().1 + 1).to_string()
            tabindex=move || if input.cursor.get() == cell { "0" } else { "-1" }
            aria-label=label
            aria-colindex=move || (place().0 + 1).to_string()
            aria-selected=move || is_on_path.get().to_string()
            data-mode=move || match mode.get() {
                TileMode::Normal => "normal",
                TileMode::StartsWith => "starts-with",
                TileMode::Contains => "contains",
            }
            on:focus=move |_| input.cursor.set(cell)>
            <div class="tile"
                class:is-empty=move || tile.with(|tile| tile.face.is_empty())
                class:is-on-path=move || is_on_path.get()
                class:is-hot=move || heat.get().is_some()
                style:--heat=move || heat.get().map_or(0.0, |(_, heat)| heat).to_string()
                style:--letters=move || tile.with(|tile| tile.face.chars().count().max(1)).to_string()>
                <span class="tile-face">{move || tile.get().face}</span>
                <span class="tile-badge">{badge}</span>
                <span class="tile-points">{move || tile.get().points.map(|points| points.to_string())}</span>
                <span class="tile-heat">{move || heat.get().map(|(own, _)| number(own))}</span>
            </div>
            <span class="tip" aria-hidden="true">{tip}</span>
        </div>
    }
}
