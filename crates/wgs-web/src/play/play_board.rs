//! The board of a round: its tiles, and the path of the word that is being spelled.

use leptos::prelude::*;
use wgs_play::{RoundHint, RoundPhase};

use super::spelling_input::SpellingInput;
use super::state::PlayState;
use crate::solver::arrangement::BoardForm;
use crate::solver::board::{board_rows, cell_of};
use crate::solver::cell_view::{CellView, HeatNumber};
use crate::solver::path::PathLine;
use crate::solver::state::{Heat, TileMode};
use crate::text::{language, tr};

/// The views of all cells.
fn views(play: PlayState, cursor: usize) -> Vec<CellView> {
    let path = play.path();
    let numbers: Vec<u64> = match play.hint.get().map(|given| given.hint) {
        Some(RoundHint::Tiles(tiles)) => tiles.iter().map(|tile| tile.words.into()).collect(),
        _ => Vec::new(),
    };
    let most = numbers.iter().copied().max().unwrap_or(0);
    let is_hidden = play.phase() == Some(RoundPhase::Paused);
    let language = language();
    let stand_ins = play.selected.with(|word| {
        let word = word.as_ref()?;
        Some(play.view.with(|view| {
            let text = play.round.with(|round| {
                let round = round.as_ref();
                round.map_or(String::new(), |round| round.setup.board.clone())
            });
            let tiles = view.read(&text).unwrap_or_default();
            view.stand_ins(&tiles, &word.word, &path)
        }))
    });
    let required = play.view.with(|view| view.required_positions().to_vec());
    let cells = play.arrangement.with(|board| board.places.len());
    play.tiles.with(|tiles| {
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
                    is_required: required.contains(&(cell + 1)),
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
fn signals(play: PlayState, cursor: RwSignal<usize>) -> Memo<Vec<ArcRwSignal<CellView>>> {
    let cells = Memo::new(move |_| play.arrangement.with(|board| board.places.len()));
    let signals = Memo::new_with_compare(
        move |_| {
            cells.with(|_| ());
            let views = untrack(|| views(play, cursor.get()));
            views.into_iter().map(ArcRwSignal::new).collect::<Vec<_>>()
        },
        |_, _| true,
    );
    Effect::new(move |_| {
        let views = views(play, cursor.get());
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

/// The board of a round. Without an input, words can only be looked at.
#[component]
pub fn PlayBoard(
    /// What spells words on it.
    #[prop(optional)]
    input: Option<SpellingInput>,
) -> impl IntoView {
    let play = PlayState::here();
    let cursor = input.map_or_else(|| RwSignal::new(0), |input| input.cursor);
    let signals = signals(play, cursor);
    let arrangement = play.arrangement;
    let extent = move || arrangement.with(|board| board.extent());
    let rows = move || {
        let signals = signals.get();
        arrangement.with(|board| board_rows(board, &signals, false))
    };
    let turns = move || input.map_or(0, |input| input.turns.get());
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
    let board_ref = input.map_or_else(NodeRef::new, |input| input.board);
    view! {
        <div class="board-frame play-frame"
            style:--columns=move || extent().0.to_string()
            style:--rows=move || extent().1.to_string()
            style:--turns=move || turns().to_string()
            class:is-hive=move || arrangement.with(|board| board.form == BoardForm::Hive)
            class:is-rack=move || arrangement.with(|board| board.form == BoardForm::Rack)
            class:is-spelling=move || input.is_some_and(|input| input.is_dragging.get())>
            <div class="board-canvas">
                <div class="board" role="grid" node_ref=board_ref
                    aria-label=move || tr("play.board")
                    aria-rowcount=move || arrangement.with(|board| board.size.1.to_string())
                    aria-colcount=move || arrangement.with(|board| board.size.0.to_string())
                    on:contextmenu=|event| event.prevent_default()
                    on:focusin=move |event| {
                        if let Some(cell) = cell_of(&event) {
                            cursor.set(cell);
                        }
                    }
                    on:pointerdown=pressed
                    on:pointermove=each(|input, event| input.drag(event))
                    on:pointerup=each(|input, event| input.release(event))
                    on:pointercancel=each(|input, _| input.abandon())>
                    {rows}
                </div>
                <PathLine path=Signal::derive(move || play.path()) arrangement=arrangement.into()/>
            </div>
        </div>
    }
}
