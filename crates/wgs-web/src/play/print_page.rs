//! A board and a score sheet for the table, to print.

use leptos::prelude::*;
use wgs_engine::Cell;

use super::message::{DealBoard, DealtBoard};
use super::play_route::prints_round;
use super::state::PlayState;
use crate::board::game_view::{GameView, TileView};
use crate::text::{tr, tr_count};

/// The numbers of players to choose from.
const PLAYERS: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// The number of lines of a score sheet.
const LINES: u32 = 24;

/// The page that is printed, and above it what it has.
#[component]
pub fn PrintPage() -> impl IntoView {
    let play = PlayState::here();
    let players = RwSignal::new(4_u32);
    let has_words = RwSignal::new(false);
    let dealt = RwSignal::new(None::<DealtBoard>);
    // A board that the player has entered is printed first.
    let is_new_wanted = StoredValue::new(false);
    let deal = move |is_new: bool| {
        let options = play.options.get_untracked();
        let seed = (js_sys::Math::random() * 9e15) as u64;
        let round = play
            .round
            .with_untracked(|round| round.as_ref().map(|round| round.setup.clone()));
        let setup = match round.filter(|_| !is_new) {
            Some(setup) => setup,
            None => {
                let mut setup = options.setup(seed);
                if !is_new_wanted.get_value() {
                    setup.board = play.next.own_board.get_untracked().trim().to_owned();
                }
                setup
            }
        };
        is_new_wanted.set_value(true);
        let request = DealBoard {
            setup,
            difficulty: options.difficulty,
        };
        play.ask(request, move |board| dealt.set(Some(board)));
    };
    deal(!prints_round());
    let option = move |n: u32| {
        view! {
            <option value=n.to_string() prop:selected=move || players.get() == n>{n}</option>
        }
    };
    view! {
        <div class="after print-page">
            <div class="print-controls">
                <div class="after-head">
                    <h1>{move || tr("play.print")}</h1>
                    <a class="button quiet" href=move || play.back.get()>{move || tr("play.back")}</a>
                </div>
                <p class="hint">{move || tr("play.print.what")}</p>
                <div class="print-options">
                    <button class="primary" id="print" disabled=move || dealt.with(Option::is_none)
                        on:click=|_| { let _ = window().print(); }>{move || tr("play.print.now")}</button>
                    <button id="print-another" on:click=move |_| deal(true)>
                        {move || tr("play.print.another")}
                    </button>
                    <label class="field print-players">
                        <span>{move || tr("play.print.players")}</span>
                        <select id="print-players" on:change=move |event| {
                            players.set(event_target_value(&event).parse().unwrap_or(4));
                        }>{PLAYERS.map(option)}</select>
                    </label>
                    <label class="check">
                        <input type="checkbox" id="print-words" prop:checked=move || has_words.get()
                            on:change=move |event| has_words.set(event_target_checked(&event))/>
                        <span>{move || tr("play.print.words")}</span>
                    </label>
                </div>
            </div>
            {move || dealt.get().map(|dealt| {
                let words = dealt.words.clone();
                let title = dealt.game.clone();
                view! {
                    <section class="paper" aria-label=tr("play.print.board")>
                        <h2>{title.clone()}</h2>
                        <PrintBoard dealt/>
                        <p class="paper-foot">{tr_count("play.print.count", words.len() as u64)}</p>
                    </section>
                    <section class="paper" aria-label=tr("play.print.sheet")>
                        <h2>{title.clone()}</h2>
                        <ScoreSheet players/>
                    </section>
                    <Show when=move || has_words.get()>
                        <section class="paper" aria-label=tr("play.print.words")>
                            <h2>{title.clone()}</h2>
                            <ul class="paper-words">
                                {words.iter().map(|(word, points)| view! {
                                    <li>{word.clone()}" "<small>{*points}</small></li>
                                }).collect_view()}
                            </ul>
                        </section>
                    </Show>
                }
            })}
        </div>
    }
}

/// A board to print: only lines and letters, which need little ink.
#[component]
fn PrintBoard(dealt: DealtBoard) -> impl IntoView {
    let play = PlayState::here();
    let catalogue = play.session.configuration.get_untracked().catalogue;
    let view = GameView::new(&catalogue, &dealt.game, None);
    let tiles = view.read(&dealt.board).unwrap_or_default();
    let (width, height) = view.arrangement.extent();
    let required = view.required_cells().to_vec();
    let hexagon = view.arrangement.hexagon();
    let side = hexagon.map_or(1.0, |corners| {
        2.0 * corners.iter().map(|(_, y)| *y).fold(0.0, f64::max)
    });
    // A border would not follow the sides of a hexagon.
    let outline = move || {
        let corners = hexagon?.map(|(x, y)| format!("{x:.3},{y:.3}"));
        Some(view! {
            <svg viewBox=format!("-0.5 {:.3} 1 {side:.3}", -side / 2.0) aria-hidden="true">
                <polygon points=corners.join(" ")/>
            </svg>
        })
    };
    let tile = |(cell, tile): (usize, TileView)| {
        let (x, y) = view.arrangement.centre(Cell::new(cell))?;
        let class = match required.contains(&Cell::new(cell)) {
            true => "print-tile is-required",
            false => "print-tile",
        };
        let multiplier = [(tile.letter_multiplier, "L"), (tile.word_multiplier, "W")]
            .into_iter()
            .filter(|(factor, _)| *factor > 1)
            .map(|(factor, kind)| format!("{factor}{kind}"))
            .collect::<String>();
        let letters = tile.face.chars().count().max(1);
        Some(view! {
            <span class=class
                style:left=format!("{:.3}%", (x - 0.5) / width * 100.0)
                style:top=format!("{:.3}%", (y - side / 2.0) / height * 100.0)
                style:width=format!("{:.3}%", 100.0 / width)
                style:height=format!("{:.3}%", side / height * 100.0)
                style:--letters=letters.to_string()>
                {outline()}
                <b>{tile.face.clone()}</b>
                {tile.points.map(|points| view! { <small class="print-points">{points}</small> })}
                {(!multiplier.is_empty()).then(|| view! { <small class="print-multiplier">{multiplier}</small> })}
            </span>
        })
    };
    let tiles = tiles.iter().map(|tile| view.tile(tile)).enumerate();
    let tiles: Vec<_> = tiles.filter_map(tile).collect();
    let form = match view.arrangement.form.is_hexagonal() {
        true => "print-board has-hexagons",
        false => "print-board",
    };
    view! {
        <div class=form role="img" aria-label=dealt.board
            style:--columns=width.to_string() style:--rows=height.to_string()>{tiles}</div>
    }
}

/// A table with a column for each player.
#[component]
fn ScoreSheet(players: RwSignal<u32>) -> impl IntoView {
    let heads = move || {
        (0..players.get())
            .map(|_| {
                view! {
                    <th scope="col" class="sheet-name"><span class="sheet-label">{tr("play.print.name")}</span></th>
                    <th scope="col" class="sheet-points"><span class="sheet-label">{tr("play.print.points")}</span></th>
                }
            })
            .collect_view()
    };
    let line = move || {
        (0..players.get())
            .map(|_| view! { <td></td><td class="sheet-points"></td> })
            .collect_view()
    };
    let totals = move || {
        (0..players.get())
            .map(|_| view! { <td class="sheet-total">{tr("play.print.total")}</td><td class="sheet-points"></td> })
            .collect_view()
    };
    view! {
        <table class="score-sheet">
            <thead><tr>{heads}</tr></thead>
            <tbody>{(0..LINES).map(|_| view! { <tr>{line}</tr> }).collect_view()}</tbody>
            <tfoot><tr>{totals}</tr></tfoot>
        </table>
    }
}
