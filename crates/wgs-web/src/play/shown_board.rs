//! A board on the play page: of a round, or of a record. Signals bring its content, and an input
//! handles fingers and keys, if there is one.

use leptos::prelude::*;
use wgs_engine::Cell;
use wgs_play::{Arrangement, BoardForm, WordView};

use super::spelling_input::SpellingInput;
use crate::board::cell_view::{CellView, Heat, HeatNumber, TileMode};
use crate::board::game_view::{GameView, TileView};
use crate::board::path::PathLine;
use crate::board::tile::{board_rows, cell_of};
use crate::keyboard;
use crate::text::{language, tr};

/// The content of a board. Copies refer to the same signals.
#[derive(Clone, Copy)]
pub struct ShownBoard {
    /// The game.
    pub view: Memo<GameView>,
    /// The board in its notation.
    pub text: Signal<String>,
    /// Its tiles.
    pub tiles: Memo<Vec<TileView>>,
    /// Where its cells are drawn.
    pub arrangement: Memo<Arrangement>,
    /// The path that is drawn, as positions from 1.
    pub path: Signal<Vec<u32>>,
    /// The word of the path, if it was chosen from a list.
    pub word: Signal<Option<WordView>>,
    /// A number on each tile; none if it is empty.
    pub numbers: Signal<Vec<u64>>,
    /// Whether the letters are hidden.
    pub is_hidden: Signal<bool>,
    /// The key of its accessible name.
    pub label: &'static str,
}

impl ShownBoard {
    /// The views of all cells, as a reactive value.
    fn views(self, cursor: usize) -> Vec<CellView> {
        let path = self.path.get();
        let numbers = self.numbers.get();
        let most = numbers.iter().copied().max().unwrap_or(0);
        let is_hidden = self.is_hidden.get();
        let language = language();
        let stand_ins = self.word.with(|word| {
            let word = word.as_ref()?;
            Some(self.view.with(|view| {
                let tiles = view.read(&self.text.get()).unwrap_or_default();
                view.stand_ins(&tiles, &word.word, &path)
            }))
        });
        let required = self.view.with(|view| view.required_cells().to_vec());
        let cells = self.arrangement.with(|board| board.places.len());
        self.tiles.with(|tiles| {
            (0..cells)
                .map(|cell| {
                    let position = cell as u32 + 1;
                    let steps = path.iter().zip(1..);
                    let steps = steps.filter(|(step, _)| **step == position);
                    let steps: Vec<String> = steps.map(|(_, n)| i32::to_string(&n)).collect();
                    let number = numbers.get(cell).copied();
                    CellView {
                        language,
                        tile: match is_hidden {
                            true => Default::default(),
                            false => tiles.get(cell).cloned().unwrap_or_default(),
                        },
                        stands_for: stand_ins
                            .iter()
                            .flatten()
                            .find_map(|(at, letter)| (*at == position).then(|| letter.clone())),
                        is_required: required.contains(&Cell::new(cell)),
                        mode: TileMode::Normal,
                        counts: None,
                        heat: number.filter(|_| most > 0).map(|number| HeatNumber {
                            heat: Heat::Words,
                            number,
                            share: (number as f64 / most as f64) as f32,
                        }),
                        steps: steps.join(","),
                        tool_tip: String::new(),
                        has_cursor: cell == cursor,
                        is_detailed: false,
                    }
                })
                .collect()
        })
    }

    /// A signal for each cell: one effect computes all views, and notifies the cells that differ.
    fn signals(self, cursor: RwSignal<usize>) -> Memo<Vec<ArcRwSignal<CellView>>> {
        let cells = Memo::new(move |_| self.arrangement.with(|board| board.places.len()));
        let signals = Memo::new_with_compare(
            move |_| {
                cells.with(|_| ());
                let views = untrack(|| self.views(cursor.get()));
                views.into_iter().map(ArcRwSignal::new).collect::<Vec<_>>()
            },
            |_, _| true,
        );
        Effect::new(move |_| {
            let views = self.views(cursor.get());
            signals.with(|signals| {
                for (signal, view) in signals.iter().zip(views) {
                    if signal.with_untracked(|old| *old != view) {
                        signal.set(view);
                    }
                }
            });
        });
        signals
    }

    /// Moves the cursor with the arrow keys, on a board that has no input for them.
    fn move_cursor(self, cursor: RwSignal<usize>, event: &leptos::ev::KeyboardEvent) {
        let (right, down) = match event.key().as_str() {
            "ArrowLeft" => (-1, 0),
            "ArrowRight" => (1, 0),
            "ArrowUp" => (0, -1),
            "ArrowDown" => (0, 1),
            _ => return,
        };
        event.prevent_default();
        let from = Cell::new(cursor.get_untracked());
        let to = self
            .arrangement
            .with_untracked(|board| board.beyond(from, right, down));
        if let Some(to) = to {
            cursor.set(to.index());
            keyboard::focus(&format!("tile-{}", to.position()));
        }
    }
}

/// A board. Without an input, words can only be looked at.
#[component]
pub fn ShownBoardView(
    /// Its content.
    board: ShownBoard,
    /// The input that spells words on it.
    input: Option<SpellingInput>,
) -> impl IntoView {
    let cursor = input.map_or_else(|| RwSignal::new(0), |input| input.cursor);
    let signals = board.signals(cursor);
    let ShownBoard {
        arrangement,
        path,
        label,
        ..
    } = board;
    let extent = move || arrangement.with(Arrangement::extent);
    let rows = move || {
        let signals = signals.get();
        arrangement.with(|board| board_rows(board, &signals, false))
    };
    let turns = move || input.map_or(0, |input| input.pointer.turns.get());
    let pressed = move |event: leptos::ev::PointerEvent| {
        if let Some(input) = input {
            event.prevent_default();
            input.press(&event);
        }
    };
    let each = move |act: fn(SpellingInput, &leptos::ev::PointerEvent)| {
        move |event: leptos::ev::PointerEvent| {
            if let Some(input) = input {
                act(input, &event);
            }
        }
    };
    let board_ref = input.map_or_else(NodeRef::new, |input| input.pointer.board);
    view! {
        <div class="board-frame play-frame"
            style:--columns=move || extent().0.to_string()
            style:--rows=move || extent().1.to_string()
            style:--turns=move || turns().to_string()
            class:is-hexagonal=move || arrangement.with(|board| board.form.is_hexagonal())
            class:is-hive=move || arrangement.with(|board| board.form == BoardForm::Hive)
            class:is-rack=move || arrangement.with(|board| board.form == BoardForm::Rack)
            class:is-spelling=move || input.is_some_and(|input| input.pointer.is_dragging.get())>
            <div class="board-canvas">
                <div class="board" role="grid" node_ref=board_ref
                    aria-label=move || tr(label)
                    aria-rowcount=move || arrangement.with(|board| board.size.1.to_string())
                    aria-colcount=move || arrangement.with(|board| board.size.0.to_string())
                    on:contextmenu=|event| event.prevent_default()
                    on:focusin=move |event| {
                        if let Some(cell) = cell_of(&event) {
                            cursor.set(cell);
                        }
                    }
                    on:keydown=move |event| {
                        if input.is_none() {
                            board.move_cursor(cursor, &event);
                        }
                    }
                    on:pointerdown=pressed
                    on:pointermove=each(|input, event| input.drag(event))
                    on:pointerup=each(|input, event| input.release(event))
                    on:pointercancel=each(|input, _| input.abandon())>
                    {rows}
                </div>
                <PathLine path arrangement=arrangement.into()/>
            </div>
        </div>
    }
}
