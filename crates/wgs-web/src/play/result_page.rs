//! The end of a round: who has how many points, the words found and missed, each with its path on
//! the board.

use leptos::prelude::*;
use wgs_play::WordView;

use super::message::MissedWord;
use super::play_board::PlayBoard;
use super::round_page::{FoundWord, signed};
use super::start_page::level_name;
use super::state::{PlayScreen, PlayState};
use crate::solver::word_link::address;
use crate::text::{language, number, tr, tr_count, tr_with};

/// The number of missed words that are shown at first.
const FIRST_SHOWN: usize = 30;

/// The page at the end of a round.
#[component]
pub fn ResultPage() -> impl IntoView {
    let play = PlayState::here();
    view! {
        <div class="result">
            <div class="result-head">
                <h1>{move || tr("play.result")}</h1>
                <Totals/>
                <Standings/>
                <div class="result-buttons">
                    <button class="primary" id="again" on:click=move |_| play.start()
                        disabled=move || play.is_dealing.get()>{move || tr("play.again")}</button>
                    <button id="change" on:click=move |_| play.screen.set(PlayScreen::Start)>
                        {move || tr("play.change")}
                    </button>
                </div>
            </div>
            <div class="result-board">
                <PlayBoard/>
                <SelectedWord/>
            </div>
            <div class="result-words">
                <Missed/>
                <Found/>
            </div>
        </div>
    }
}

/// The player's words and points, and how many there were.
#[component]
fn Totals() -> impl IntoView {
    let play = PlayState::here();
    let text = move || {
        play.round.with(|round| {
            let view = &round.as_ref()?.view;
            let you = view.players.first()?;
            Some(tr_with(
                "play.totals",
                &[
                    ("words", &number(you.words)),
                    ("all", &number(view.words)),
                    ("points", &signed(you.points)),
                    ("most", &number(view.points)),
                ],
            ))
        })
    };
    view! { <p class="totals-line" id="result-totals">{text}</p> }
}

/// The points of all players, if there are others.
#[component]
fn Standings() -> impl IntoView {
    let play = PlayState::here();
    let rows = move || {
        play.round.with(|round| {
            let players = round.as_ref().map_or(&[][..], |round| &round.view.players);
            let mut players: Vec<_> = players.iter().enumerate().collect();
            players.sort_by_key(|(_, player)| std::cmp::Reverse(player.points));
            let is_alone = players.len() < 2;
            let row = |(index, player): (usize, &wgs_play::PlayerView)| {
                let name = match player.level {
                    Some(level) => level_name(level),
                    None if index == 0 => tr("play.you"),
                    None => player.name.clone(),
                };
                view! {
                    <tr class:is-you=(index == 0)>
                        <th scope="row">{name}</th>
                        <td>{tr_count("solver.words", player.words)}</td>
                        <td>{signed(player.points)}</td>
                    </tr>
                }
            };
            let rows = players.into_iter().filter(|_| !is_alone);
            rows.map(row).collect::<Vec<_>>()
        })
    };
    view! {
        <table class="standings" id="standings"><tbody>{move || rows().into_iter().collect_view()}</tbody></table>
    }
}

/// The word whose path is drawn, with a link to look it up.
#[component]
fn SelectedWord() -> impl IntoView {
    let play = PlayState::here();
    move || match play.selected.get() {
        Some(word) => view! {
            <p class="selected-word">
                <b>{word.word.clone()}</b>" · "{tr_count("solver.points", word.points)}" · "
                <a class="look-up" target="_blank" rel="external noopener noreferrer"
                    href=address(&word.word, language())>
                    {tr_with("explorer.look-up", &[("word", &word.word)])}
                </a>
            </p>
        }
        .into_any(),
        None => view! { <p class="selected-word hint">{tr("play.select")}</p> }.into_any(),
    }
}

/// The words that were not found, the best first.
#[component]
fn Missed() -> impl IntoView {
    let play = PlayState::here();
    let is_long = RwSignal::new(false);
    let missed = move || {
        play.result.with(|result| {
            let missed = result.as_ref().map_or(&[][..], |result| &result.missed);
            missed.to_vec()
        })
    };
    let shown = move || {
        let most = if is_long.get() {
            usize::MAX
        } else {
            FIRST_SHOWN
        };
        missed().into_iter().take(most).collect::<Vec<_>>()
    };
    let hidden = move || match is_long.get() {
        true => 0,
        false => missed().len().saturating_sub(FIRST_SHOWN),
    };
    view! {
        <section class="missed">
            <h2>{move || tr_with("play.missed", &[("n", &number(missed().len() as u64))])}</h2>
            <ul class="found-words" id="missed">
                <For each=shown key=|missed| missed.word.word.clone()
                    children=|missed: MissedWord| view! { <FoundWord word=missed.word/> }/>
            </ul>
            <Show when=move || { hidden() > 0 }>
                <button class="link" on:click=move |_| is_long.set(true)>
                    {move || tr_count("play.show-more", hidden() as u64)}
                </button>
            </Show>
        </section>
    }
}

/// The words that were found, the best first.
#[component]
fn Found() -> impl IntoView {
    let play = PlayState::here();
    let words = move || {
        let mut words = play.round.with(|round| {
            let found = round.as_ref().map_or(&[][..], |round| &round.found);
            found.to_vec()
        });
        words.sort_by_key(|word: &WordView| std::cmp::Reverse((word.points, word.length)));
        words
    };
    view! {
        <section class="found">
            <h2>{move || tr_with("play.your-words", &[("n", &number(play.found() as u64))])}</h2>
            <ul class="found-words" id="found">
                <For each=words key=|word| word.word.clone()
                    children=|word| view! { <FoundWord word/> }/>
            </ul>
        </section>
    }
}
