//! The board: its tiles, and what pointers and keys do to them.
//!
//! A click turns a tile's mode, puts the cursor there or adds it to a word, as the tool says;
//! a drag spells a word with any tool. Letters that are typed go onto the tiles.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wgs_core::{Face, Tile};

use super::entry::paste;
use super::path::PathLine;
use super::state::{Heat, Mode, Solver, Tool};
use crate::text::{number, tr, tr_count, tr_with};

/// A drag means a tile when it comes as close to its centre as this, in tiles: a circle of
/// 70% of its side, so that diagonals are easy.
const REACH: f64 = 0.35;

/// The most a multiplier is turned to by its key.
const MOST_MULTIPLIER: u8 = 3;

/// What a pointer or the keyboard is about to do.
#[derive(Clone, Copy)]
struct Hand {
    solver: Solver,
    /// The cell that keys go to.
    cursor: RwSignal<usize>,
    /// The cell that was typed on last, which another letter may join.
    typed: RwSignal<Option<usize>>,
    /// Where the pointer went down, until it goes up.
    pressed: RwSignal<Option<usize>>,
    /// Whether the pointer has left the tile it went down on.
    is_dragging: RwSignal<bool>,
    board: NodeRef<html::Div>,
    /// Takes letters where there is no keyboard but one on the screen.
    input: NodeRef<html::Input>,
}

/// The board with what belongs to it.
#[component]
pub fn BoardView() -> impl IntoView {
    let solver = Solver::here();
    let hand = Hand {
        solver,
        cursor: RwSignal::new(0),
        typed: RwSignal::new(None),
        pressed: RwSignal::new(None),
        is_dragging: RwSignal::new(false),
        board: NodeRef::new(),
        input: NodeRef::new(),
    };
    Effect::new(move |_| {
        let cells = solver.view.with(|view| view.cells());
        if hand.cursor.get_untracked() >= cells {
            hand.cursor.set(0);
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
            style:--tile-size=move || format!("{}px", solver.view.with(|view| view.tile_size))
            style:--tile-font=move || solver.view.with(|view| view.font.clone()).unwrap_or_default()>
            <div class="board" role="grid" node_ref=hand.board
                class:is-spelling=move || hand.is_dragging.get()
                class:is-stale=move || solver.mistake.with(Option::is_some)
                aria-label=move || tr("board.label")
                aria-rowcount=move || rows().to_string()
                aria-colcount=move || columns().to_string()
                on:keydown=move |event| hand.key(&event)
                on:paste=move |event| paste(&event, solver)
                on:pointerdown=move |event| hand.press(&event)
                on:pointermove=move |event| hand.drag(&event)
                on:pointerup=move |event| hand.release(&event)
                on:pointercancel=move |_| hand.let_go()>
                {move || {
                    lines()
                        .into_iter()
                        .enumerate()
                        .map(|(row, cells)| view! {
                            <div class="board-row" role="row" aria-rowindex=(row + 1).to_string()>
                                {cells.into_iter()
                                    .map(|cell| view! { <TileCell hand cell/> })
                                    .collect_view()}
                            </div>
                        })
                        .collect_view()
                }}
            </div>
            <PathLine/>
        </div>
        <input class="unseen" node_ref=hand.input tabindex="-1" aria-hidden="true"
            autocomplete="off" autocapitalize="characters" spellcheck="false"
            on:input=move |event| hand.take_input(event_target_value(&event))
            on:keydown=move |event| hand.key_on_screen(&event)/>
        <Show when=move || solver.view.with(|view| !view.is_drawn())>
            <p class="hint">{move || tr("board.too-large")}</p>
        </Show>
        <Show when=move || { extra() > 0 }>
            <p class="wrong" id="board-extra">{move || tr_count("board.extra", extra())}</p>
        </Show>
        <Tools/>
    }
}

/// What a click does, and what the colours mean.
#[component]
fn Tools() -> impl IntoView {
    let solver = Solver::here();
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

#[component]
fn TileCell(hand: Hand, cell: usize) -> impl IntoView {
    let solver = hand.solver;
    let tile = Memo::new(move |_| solver.tile(cell));
    let mode = Memo::new(move |_| solver.mode(cell));
    let counts = Memo::new(move |_| solver.said(|found| found.tiles.get(cell).copied()));
    let place = move || {
        solver
            .view
            .with(|view| view.places.get(cell).copied())
            .unwrap_or_default()
    };
    let is_on_path = Memo::new(move |_| solver.drawn().contains(&(cell as u32 + 1)));
    // How hot it is among the tiles, from 0 to 1.
    let heat = Memo::new(move |_| {
        let of = |counts: &(u64, u64)| match solver.heat.get() {
            Heat::Off => 0,
            Heat::Words => counts.0,
            Heat::Points => counts.1,
        };
        let most = solver.said(|found| found.tiles.iter().map(of).max().unwrap_or(0));
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
        let mut said = vec![tr_with(
            "tile.place",
            &[
                ("row", &(row + 1).to_string()),
                ("column", &(column + 1).to_string()),
            ],
        )];
        said.push(match tile.face.as_str() {
            "" => tr("tile.empty"),
            "?" => tr("tile.wildcard"),
            face => face.to_owned(),
        });
        said.extend(tile.points.map(|points| tr_count("solver.points", points)));
        if tile.letter_multiplier > 1 {
            said.push(tr_with(
                "tile.letter-multiplier",
                &[("n", &tile.letter_multiplier.to_string())],
            ));
        }
        if tile.word_multiplier > 1 {
            said.push(tr_with(
                "tile.word-multiplier",
                &[("n", &tile.word_multiplier.to_string())],
            ));
        }
        said.extend(
            counts
                .get()
                .map(|(words, _)| tr_count("solver.words", words)),
        );
        match mode.get() {
            Mode::Normal => {}
            Mode::StartsWith => said.push(tr("tile.starts-with")),
            Mode::Contains => said.push(tr("tile.contains")),
        }
        said.join(", ")
    };
    let tip = move || solver.said(|found| found.tool_tips.get(cell).cloned());

    view! {
        <div class="cell" role="gridcell" id=format!("tile-{}", cell + 1)
            style:grid-column=move || (place().0 + 1).to_string()
            style:grid-row=move || (place().1 + 1).to_string()
            tabindex=move || if hand.cursor.get() == cell { "0" } else { "-1" }
            aria-label=label
            aria-colindex=move || (place().0 + 1).to_string()
            aria-selected=move || is_on_path.get().to_string()
            data-mode=move || match mode.get() {
                Mode::Normal => "normal",
                Mode::StartsWith => "starts-with",
                Mode::Contains => "contains",
            }
            on:focus=move |_| hand.cursor.set(cell)>
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

impl Hand {
    /// The cell under a pointer, within reach of its centre or anywhere on it.
    fn cell_at(self, event: &PointerEvent, reach: f64) -> Option<usize> {
        let bounds = self.board.get_untracked()?.get_bounding_client_rect();
        self.solver.view.with_untracked(|view| {
            let (columns, rows) = (f64::from(view.size.0), f64::from(view.size.1));
            let x = (f64::from(event.client_x()) - bounds.left()) / bounds.width() * columns;
            let y = (f64::from(event.client_y()) - bounds.top()) / bounds.height() * rows;
            view.places.iter().position(|&(column, row)| {
                let (dx, dy) = (x - f64::from(column) - 0.5, y - f64::from(row) - 0.5);
                match reach < 0.5 {
                    true => dx.hypot(dy) <= reach,
                    false => dx.abs() <= 0.5 && dy.abs() <= 0.5,
                }
            })
        })
    }

    fn press(self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let Some(cell) = self.cell_at(event, 1.0) else {
            return;
        };
        if let Some(board) = self.board.get_untracked() {
            let _ = board.set_pointer_capture(event.pointer_id());
        }
        self.pressed.set(Some(cell));
        self.is_dragging.set(false);
    }

    fn drag(self, event: &PointerEvent) {
        let Some(first) = self.pressed.get_untracked() else {
            return;
        };
        let Some(cell) = self.cell_at(event, REACH) else {
            return;
        };
        if !self.is_dragging.get_untracked() {
            if cell == first {
                return;
            }
            self.is_dragging.set(true);
            self.solver.selected.set(None);
            self.solver.judgement.set(None);
            self.solver.spelled.set(vec![first as u32 + 1]);
        }
        self.extend(cell);
    }

    /// Leads the word that is being spelled on to a cell, or back to the one before.
    fn extend(self, cell: usize) {
        let view = self.solver.view.get_untracked();
        self.solver.spelled.update(|spelled| {
            let position = cell as u32 + 1;
            let before = spelled.len().checked_sub(2).map(|index| spelled[index]);
            if before == Some(position) && !view.reuses_tiles {
                spelled.pop();
                return;
            }
            let is_free = view.reuses_tiles || !spelled.contains(&position);
            let last = spelled.last().map(|last| *last as usize - 1);
            if is_free && last != Some(cell) && last.is_none_or(|last| view.touches(last, cell)) {
                spelled.push(position);
            }
        });
    }

    fn release(self, event: &PointerEvent) {
        let Some(cell) = self.pressed.get_untracked() else {
            return;
        };
        let dragged = self.is_dragging.get_untracked();
        self.let_go();
        if dragged {
            self.judge();
            return;
        }
        self.focus(cell);
        match self.solver.tool.get_untracked() {
            Tool::Filter => self.solver.turn_mode(cell),
            Tool::Type => {
                if event.pointer_type() == "touch"
                    && let Some(input) = self.input.get_untracked()
                {
                    let _ = input.focus();
                }
            }
            Tool::Spell => self.spell(cell),
        }
    }

    fn let_go(self) {
        self.pressed.set(None);
        self.is_dragging.set(false);
    }

    /// Adds a cell to the word that is being spelled; its last one is taken off again.
    fn spell(self, cell: usize) {
        self.solver.selected.set(None);
        let position = cell as u32 + 1;
        let reuses = self.solver.view.with_untracked(|view| view.reuses_tiles);
        let is_last = self
            .solver
            .spelled
            .with_untracked(|spelled| spelled.last() == Some(&position));
        if is_last && !reuses {
            self.solver.spelled.update(|spelled| {
                spelled.pop();
            });
        } else if is_last {
            self.solver.spelled.update(|spelled| spelled.push(position));
        } else {
            self.extend(cell);
        }
        self.judge();
    }

    /// Asks what becomes of the word that is spelled.
    fn judge(self) {
        let solver = self.solver;
        let word = untrack(|| solver.letters(&solver.spelled.get()));
        super::word_box::judge(solver, word);
    }

    fn focus(self, cell: usize) {
        self.cursor.set(cell);
        let tile = document().get_element_by_id(&format!("tile-{}", cell + 1));
        if let Some(tile) = tile {
            let _ = tile.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    }

    fn step(self, right: i32, down: i32) {
        let cursor = self.cursor.get_untracked();
        let next = self
            .solver
            .view
            .with_untracked(|view| view.beyond(cursor, right, down));
        if let Some(next) = next {
            self.typed.set(None);
            self.focus(next);
        }
    }

    fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let solver = self.solver;
        let cursor = self.cursor.get_untracked();
        let cells = solver.view.with_untracked(|view| view.cells());
        match event.key().as_str() {
            "ArrowLeft" => self.step(-1, 0),
            "ArrowRight" => self.step(1, 0),
            "ArrowUp" => self.step(0, -1),
            "ArrowDown" => self.step(0, 1),
            "Home" => self.focus(0),
            "End" => self.focus(cells.saturating_sub(1)),
            " " => solver.turn_mode(cursor),
            "Enter" => self.spell(cursor),
            "Escape" => solver.clear(),
            "Delete" => solver.change_tile(cursor, |tile| *tile = Tile::EMPTY),
            "Backspace" => self.take_back(),
            ":" => solver.change_tile(cursor, |tile| {
                tile.letter_multiplier = tile.letter_multiplier % MOST_MULTIPLIER + 1;
            }),
            ";" => solver.change_tile(cursor, |tile| {
                tile.word_multiplier = tile.word_multiplier % MOST_MULTIPLIER + 1;
            }),
            key => {
                if !self.type_key(key, event.shift_key()) {
                    return;
                }
            }
        }
        event.prevent_default();
        event.stop_propagation();
    }

    /// Puts what is typed onto the tile under the cursor, and goes on to the next.
    fn type_key(self, key: &str, joins: bool) -> bool {
        let cursor = self.cursor.get_untracked();
        let face = match key {
            "." => Face::Empty,
            "?" | "*" => Face::wildcard(""),
            key if key.chars().count() == 1 && key.chars().all(char::is_alphabetic) => {
                self.solver.view.with_untracked(|view| view.face(key))
            }
            _ => return false,
        };
        if joins && let Face::Letters(letters) = &face {
            let joined = self.typed.get_untracked().unwrap_or(cursor);
            self.solver.change_tile(joined, |tile| {
                tile.face = match &tile.face {
                    Face::Empty => Face::letters(letters),
                    Face::Letters(before) => Face::letters(&format!("{before}{letters}")),
                    Face::Wildcard(before) => Face::wildcard(&format!("{before}{letters}")),
                };
            });
            return true;
        }
        self.solver.change_tile(cursor, |tile| tile.face = face);
        let cells = self.solver.view.with_untracked(|view| view.cells());
        if cursor + 1 < cells {
            self.focus(cursor + 1);
        }
        self.typed.set(Some(cursor));
        true
    }

    /// Empties the tile under the cursor, or if it is empty, the one before.
    fn take_back(self) {
        let cursor = self.cursor.get_untracked();
        let is_empty = |cell: usize| {
            let tile = |tiles: &Vec<Tile>| tiles.get(cell).is_none_or(Tile::is_empty);
            self.solver.tiles.with_untracked(tile)
        };
        let cell = match is_empty(cursor) && cursor > 0 {
            true => cursor - 1,
            false => cursor,
        };
        self.solver.change_tile(cell, |tile| *tile = Tile::EMPTY);
        self.typed.set(None);
        self.focus(cell);
    }

    /// Takes letters from a keyboard on the screen, which names no keys.
    fn take_input(self, text: String) {
        for letter in text.chars() {
            self.type_key(&letter.to_string(), false);
        }
        if let Some(input) = self.input.get_untracked() {
            input.set_value("");
            let _ = input.focus();
        }
    }

    fn key_on_screen(self, event: &KeyboardEvent) {
        if event.key() == "Backspace" {
            event.prevent_default();
            self.take_back();
            if let Some(input) = self.input.get_untracked() {
                let _ = input.focus();
            }
        }
    }
}
