//! The board and its tools.
//!
//! A click changes the tile's filter, moves the cursor there or adds the tile to a word,
//! depending on the tool; a drag always spells a word. Letters are typed onto the tiles. Large
//! boards can be zoomed.

use leptos::prelude::*;
use wgs_play::{BoardForm, PathSpeller};

use super::board_input::BoardInput;
use super::board_zoom::{BoardZoom, ZOOM_STEP, extent_in_view, is_large};
use super::cell_signals::cell_signals;
use super::notation_input::paste;
use super::shortcut;
use super::state::{SolverState, Tool};
use crate::board::cell_view::{CellView, Heat};
use crate::board::path::PathLine;
use crate::board::tile::{board_rows, cell_of};
use crate::text::{tr, tr_count};

/// The board with its path and its tools.
#[component]
pub fn BoardView() -> impl IntoView {
    let solver = SolverState::here();
    let input = BoardInput::new(solver);
    shortcut::listen(input);
    Effect::new(move |_| {
        let cells = solver.board.view.with(|view| view.cells());
        if input.cursor.get_untracked() >= cells {
            input.cursor.set(0);
        }
    });
    let zoom = BoardZoom::new(solver);
    // A class rather than `:has` in the style sheet, which would cost a second on large boards.
    let is_typed_on = RwSignal::new(false);
    let pointed = RwSignal::new(None);
    let signals = cell_signals(solver, input.cursor, input.detailed);
    let arrangement = solver.board.arrangement;
    let form = move || arrangement.with(|board| board.form);
    let extent = move || arrangement.with(|board| board.extent());
    let in_view = move || arrangement.with(extent_in_view);
    // Made again only for a board of another shape.
    let rows = move || {
        let signals = signals.get();
        arrangement.with_untracked(|board| board_rows(board, &signals, !is_large(board)))
    };
    let focused = move |event: web_sys::Event| {
        if let Some(cell) = cell_of(&event)
            && input.cursor.get_untracked() != cell
        {
            input.cursor.set(cell);
        }
    };
    let pressed = move |event: leptos::ev::PointerEvent| match zoom.press(&event) {
        true => {
            input.cancel();
            solver.spelled.set(PathSpeller::default());
        }
        false => input.press(&event),
    };
    let moved = move |event: leptos::ev::PointerEvent| {
        if !zoom.drag(&event) {
            input.drag(&event);
        }
    };
    let extra = move || {
        let cells = solver.board.view.with(|view| view.cells());
        let tiles = solver.board.tiles.with(Vec::len);
        tiles.saturating_sub(cells) as u64
    };

    view! {
        <div class="board-frame"
            style:--columns=move || in_view().0.to_string()
            style:--rows=move || in_view().1.to_string()
            class:is-large=move || zoom.is_enabled()
            class:is-typed-on=move || is_typed_on.get()
            class:is-hexagonal=move || form().is_hexagonal()
            class:is-hive=move || form() == BoardForm::Hive
            class:is-sized=move || solver.board.view.with(|view| view.tile_size.is_some())
            style:--tile-size=move || solver.board.view.with(|view| {
                view.tile_size.map(|size| format!("{size}px"))
            })>
            <div class="board-viewport" node_ref=zoom.viewport
                on:wheel=move |event| zoom.turn_wheel(&event)>
                <div class="board-canvas" node_ref=zoom.canvas
                    style:--columns=move || extent().0.to_string()
                    style:--rows=move || extent().1.to_string()
                    style:--spread=move || (extent().0 / in_view().0).to_string()>
                    <div class="board" role="grid" node_ref=input.pointer.board
                        class:is-spelling=move || input.pointer.is_dragging.get()
                        class:has-mistake=move || solver.board.mistake.with(Option::is_some)
                        aria-label=move || tr("board.label")
                        aria-rowcount=move || arrangement.with(|board| board.size.1.to_string())
                        aria-colcount=move || arrangement.with(|board| board.size.0.to_string())
                        on:focusin=move |event| focused(event.into())
                        on:pointerover=move |event| {
                            let is_mouse = event.pointer_type() == "mouse";
                            pointed.set(cell_of(&event).filter(|_| is_mouse));
                        }
                        on:pointerleave=move |_| pointed.set(None)
                        on:keydown=move |event| input.key(&event)
                        on:paste=move |event| paste(&event, solver)
                        on:mousedown=|event| event.prevent_default()
                        on:contextmenu=move |event| input.context_menu(&event)
                        on:pointerdown=pressed
                        on:pointermove=moved
                        on:pointerup=move |event| {
                            zoom.release(&event);
                            input.release(&event);
                        }
                        on:pointercancel=move |event| {
                            zoom.release(&event);
                            input.cancel();
                        }>
                        {rows}
                    </div>
                    <PathLine path=Signal::derive(move || solver.path())
                        arrangement=arrangement.into()/>
                    <LargeBoardTip signals input pointed/>
                </div>
            </div>
        </div>
        <input class="unseen" node_ref=input.text_field tabindex="-1" aria-hidden="true"
            autocomplete="off" autocapitalize="characters" spellcheck="false"
            on:focus=move |_| {
                is_typed_on.set(true);
                input.start_text();
            }
            on:blur=move |_| is_typed_on.set(false) on:compositionend=move |_| input.start_text()
            on:input=move |event| input.text_input(&event)
            on:keydown=move |event| input.text_key(&event)/>
        <Show when=move || solver.board.view.with(|view| !view.is_drawn())>
            <p class="hint" id="board-not-drawn">{move || tr("board.too-large")}</p>
        </Show>
        <Show when=move || { extra() > 0 }>
            <p class="wrong" id="board-extra">{move || tr_count("board.extra", extra())}</p>
        </Show>
        <Tools zoom/>
    }
}

/// The tooltip of a large board: that of the tile with a long press or under the mouse. On
/// other boards each tile has its own, which would make thousands slow.
#[component]
fn LargeBoardTip(
    signals: Signal<Vec<ArcRwSignal<CellView>>>,
    input: BoardInput,
    /// The cell under the mouse.
    pointed: RwSignal<Option<usize>>,
) -> impl IntoView {
    let arrangement = input.solver.board.arrangement;
    move || {
        let cell = input.detailed.get().or(pointed.get())?;
        let cell = (!input.pointer.is_dragging.get()).then_some(cell)?;
        let (column, row) = arrangement.with(|board| {
            let place = board.places.get(cell).copied();
            place.filter(|_| is_large(board))
        })?;
        let view = signals.with(|signals| signals.get(cell).cloned())?;
        let text = view.with(|view| view.tool_tip.clone());
        let (columns, rows) = arrangement.with(|board| board.size);
        Some(view! {
            <span class="tip is-shown board-tip" aria-hidden="true"
                class:is-left=(column * 2 < columns)
                style:--column=(f64::from(column) / f64::from(columns)).to_string()
                style:--row=(f64::from(row + 1) / f64::from(rows)).to_string()>{text}</span>
        })
    }
}

/// The choice of what a click does, and of the heat map, and the zoom of a large board.
#[component]
fn Tools(zoom: BoardZoom) -> impl IntoView {
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
            <Show when=move || zoom.is_enabled()>
                <fieldset class="choices zoom" title=move || tr("zoom.help")>
                    <legend>{move || tr("zoom.label")}</legend>
                    <button type="button" id="zoom-out" aria-label=move || tr("zoom.out")
                        on:click=move |_| zoom.zoom_by(1.0 / ZOOM_STEP)>"−"</button>
                    <button type="button" id="zoom-in" aria-label=move || tr("zoom.in")
                        on:click=move |_| zoom.zoom_by(ZOOM_STEP)>"+"</button>
                    <button type="button" id="zoom-fit" on:click=move |_| zoom.fit()>
                        {move || tr("zoom.fit")}
                    </button>
                </fieldset>
            </Show>
        </div>
    }
}
