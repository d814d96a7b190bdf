//! The board and its tools.
//!
//! A click changes the tile's filter, moves the cursor there or adds the tile to a word,
//! depending on the tool; a drag always spells a word. Letters are typed onto the tiles.

use leptos::prelude::*;

use super::board_input::BoardInput;
use super::keyboard;
use super::notation_input::paste;
use super::path::PathLine;
use super::state::{Heat, SolverState, Tool};
use super::tile::TileCell;
use crate::text::{tr, tr_count};

/// The board with its path and its tools.
#[component]
pub fn BoardView() -> impl IntoView {
    let solver = SolverState::here();
    let input = BoardInput::new(solver);
    keyboard::listen(input);
    Effect::new(move |_| {
        let cells = solver.view.with(|view| view.cells());
        if input.cursor.get_untracked() >= cells {
            input.cursor.set(0);
        }
    });
    let columns = move || solver.view.with(|view| view.size.0);
    let rows = move || solver.view.with(|view| view.size.1);
    // The cells of each row, by index.
    let lines = move || {
        solver.view.with(|view| {
            if !view.is_drawn() {
                return Vec::new();
            }
            let mut lines: Vec<Vec<usize>> = vec![Vec::new(); view.size.1 as usize];
            for (index, (_, row)) in view.places.iter().enumerate() {
                lines[*row as usize].push(index);
            }
            lines
        })
    };
    let extra = move || {
        let cells = solver.view.with(|view| view.cells());
        let tiles = solver.tiles.with(Vec::len);
        tiles.saturating_sub(cells) as u64
    };

    view! {
        <div class="board-frame"
            style:--columns=move || columns().to_string()
            style:--rows=move || rows().to_string()
            class:is-sized=move || solver.view.with(|view| view.tile_size.is_some())
            style:--tile-size=move || solver.view.with(|view| {
                view.tile_size.map(|size| format!("{size}px"))
            })>
            <div class="board" role="grid" node_ref=input.board
                class:is-spelling=move || input.is_dragging.get()
                class:is-stale=move || solver.mistake.with(Option::is_some)
                aria-label=move || tr("board.label")
                aria-rowcount=move || rows().to_string()
                aria-colcount=move || columns().to_string()
                on:keydown=move |event| input.key(&event)
                on:paste=move |event| paste(&event, solver)
                on:pointerdown=move |event| input.press(&event)
                on:pointermove=move |event| input.drag(&event)
                on:pointerup=move |event| input.release(&event)
                on:pointercancel=move |_| input.cancel()
                on:mousedown=|event| event.prevent_default()
                on:contextmenu=move |event| input.context_menu(&event)>
                {move || {
                    lines()
                        .into_iter()
                        .enumerate()
                        .map(|(row, cells)| view! {
                            <div class="board-row" role="row" aria-rowindex=(row + 1).to_string()>
                                {cells.into_iter()
                                    .map(|cell| view! { <TileCell input cell/> })
                                    .collect_view()}
                            </div>
                        })
                        .collect_view()
                }}
            </div>
            <PathLine/>
        </div>
        <input class="unseen" node_ref=input.text_field tabindex="-1" aria-hidden="true"
            autocomplete="off" autocapitalize="characters" spellcheck="false"
            on:focus=move |_| input.start_text() on:compositionend=move |_| input.start_text()
            on:input=move |event| input.text_input(&event.into())
            on:keydown=move |event| input.text_key(&event)/>
        <Show when=move || solver.view.with(|view| !view.is_drawn())>
            <p class="hint">{move || tr("board.too-large")}</p>
        </Show>
        <Show when=move || { extra() > 0 }>
            <p class="wrong" id="board-extra">{move || tr_count("board.extra", extra())}</p>
        </Show>
        <Tools/>
    }
}

/// The choice of what a click does, and of the heat map.
#[component]
fn Tools() -> impl IntoView {
    let solver = SolverState::here();
    let tool = move |tool: Tool, key: &'static str| {
        view! {
            <label class="choice">
                <input type="radio" name="tool" prop:checked=move || solver.tool.get() == tool
                    on:change=move |_| solver.tool.set(tool)/>
                <span>{move || tr(key)}</span>
            </label>
        }
    };
    let heat = move |heat: Heat, key: &'static str| {
        view! {
            <label class="choice">
                <input type="radio" name="heat" prop:checked=move || solver.heat.get() == heat
                    on:change=move |_| solver.heat.set(heat)/>
                <span>{move || tr(key)}</span>
            </label>
        }
    };
    view! {
        <div class="tools">
            <fieldset class="choices">
                <legend>{move || tr("tool.click")}</legend>
                {tool(Tool::Filter, "tool.filter")}
                {tool(Tool::Type, "tool.type")}
                {tool(Tool::Spell, "tool.spell")}
            </fieldset>
            <fieldset class="choices">
                <legend>{move || tr("heat.label")}</legend>
                {heat(Heat::Off, "heat.off")}
                {heat(Heat::Words, "heat.words")}
                {heat(Heat::Points, "heat.points")}
            </fieldset>
        </div>
    }
}
