//! A round in a room: the same board as alone, but the server judges; and how far the others are.

use leptos::prelude::*;
use wgs_play::WordView;
use wgs_play::room::{RoomAction, SeatView};

use super::chat::Chat;
use super::pending_guess::PendingGuess;
use super::state::{ConnectionState, RoomState};
use crate::play::play_board::PlayBoard;
use crate::play::round_page::{
    EndButton, FoundWord, RoundClockView, RoundTable, has_points, signed, words_of,
};
use crate::play::spelling_input::SpellingInput;
use crate::play::start_page::level_name;
use crate::text::{tr, tr_count};

/// The page of a round in a room.
#[component]
pub fn RoomRoundPage() -> impl IntoView {
    let room = RoomState::here();
    let play = room.play;
    let seat = Memo::new(move |_| own_seat(room));
    let plays = Memo::new(move |_| seat.with(Option::is_some));
    let is_finished =
        Memo::new(move |_| seat.with(|seat| seat.as_ref().is_some_and(|seat| seat.is_finished)));
    // Somebody who came during the round, or deals it, plays in the next one.
    let only_watches = Memo::new(move |_| room.you().is_some_and(|you| you.is_spectator));
    let has_words = move || plays.get() || room.is_team();
    let is_offline = Signal::derive(move || room.connection.get() != ConnectionState::Open);
    let is_owner = Memo::new(move |_| room.is_owner());
    view! {
        <div class="round room-round" class:is-large-type=move || play.options.with(|it| it.large_type)>
            <h1 class="unseen">{move || room.with_round(|_, round| round.game.clone())}</h1>
            <div class="round-head">
                <RoundClockView/>
                <RoomScore/>
                <div class="round-buttons">
                    <Show when=move || plays.get() && !is_finished.get()>
                        <EndButton id="room-finish" text="room.finish" disabled=is_offline
                            on_end=Callback::new(move |()| { room.act(RoomAction::Finish); })/>
                    </Show>
                    <Show when=move || is_owner.get()>
                        <EndButton id="end-round" text="room.end-round"
                            question="room.end-round-really" disabled=is_offline
                            on_end=Callback::new(move |()| { room.act(RoomAction::EndRound); })/>
                    </Show>
                </div>
            </div>
            <div class="round-board">
                {move || match plays.get() && !is_finished.get() {
                    true => view! { <RoundTable input=SpellingInput::new(play)/> }.into_any(),
                    false => view! {
                        <p class="word-line-play hint">{move || tr(match is_finished.get() {
                            true => "room.waits",
                            false if only_watches.get() => "room.you-watch",
                            false => "room.next-round",
                        })}</p>
                        <PlayBoard/>
                    }
                    .into_any(),
                }}
            </div>
            <div class="round-side">
                <Seats/>
                <Show when=has_words><Words/></Show>
                <Chat/>
                <EndButton id="leave" text="room.leave-room" question="room.leave-really"
                    on_end=Callback::new(move |()| room.leave())/>
            </div>
        </div>
    }
}

fn own_seat(room: RoomState) -> Option<SeatView> {
    room.with_round(|view, round| round.seats.get(view.seat? as usize).cloned())
        .flatten()
}

/// The points of this player, or of the team.
#[component]
fn RoomScore() -> impl IntoView {
    let room = RoomState::here();
    let score = Memo::new(move |_| {
        let is_team = room.is_team();
        room.with_round(|view, round| match view.seat {
            _ if is_team => {
                let points: u64 = view.words.iter().map(|word| word.points).sum();
                let words = view.words.len() as u64;
                Some((points as i64, words_of(words, round.words)))
            }
            Some(seat) => {
                let seat = round.seats.get(seat as usize)?;
                Some((seat.points, tr_count("solver.words", seat.words)))
            }
            None => None,
        })
        .flatten()
    });
    view! {
        <div class="score">
            {move || score.get().map(|(points, words)| view! {
                {has_points().then(|| view! { <b class="score-points">{signed(points)}</b> })}
                <span class="score-words">{words}</span>
            })}
        </div>
    }
}

/// How far everyone is, without their words.
#[component]
fn Seats() -> impl IntoView {
    let room = RoomState::here();
    let rows = Memo::new(move |_| {
        let rows = room.with_round(|view, round| {
            let seats = round.seats.iter().zip(0..);
            let mut rows: Vec<(SeatView, bool)> = seats
                .map(|(seat, index)| (seat.clone(), view.seat == Some(index)))
                .collect();
            rows.sort_by_key(|(seat, _)| (-seat.points, std::cmp::Reverse(seat.words)));
            rows
        });
        rows.unwrap_or_default()
    });
    let row = move |(seat, is_you): (SeatView, bool), most: i64| {
        let name = seat.level.map_or_else(|| seat.name.clone(), level_name);
        let share = 100 * seat.points.max(0) / most;
        view! {
            <li class="opponent" class:is-you=is_you class:is-finished=seat.is_finished>
                <span class="opponent-name">{name}
                    {seat.is_finished.then(|| view! {
                        " "<span class="tag">{tr("room.finished")}</span>
                    })}
                </span>
                <span class="opponent-points">
                    {tr_count("solver.words", seat.words)}
                    {has_points().then(|| format!(" · {}", signed(seat.points)))}
                </span>
                <span class="clock-bar" aria-hidden="true"><i style:width=format!("{share}%")></i></span>
            </li>
        }
    };
    let shown = move || {
        let rows = rows.get();
        let most = rows.iter().map(|(seat, _)| seat.points.max(1)).max();
        let most = most.unwrap_or(1);
        rows.into_iter().map(|it| row(it, most)).collect_view()
    };
    view! {
        <ul class="opponents room-seats" id="seats" tabindex="0" aria-label=move || tr("room.players")>
            {shown}
        </ul>
    }
}

/// The words that this player or the team found, the last one first, after those that the server
/// has not judged yet.
#[component]
fn Words() -> impl IntoView {
    let room = RoomState::here();
    let is_team = Memo::new(move |_| room.is_team());
    let words = move || {
        let words = room.with(|view| {
            let finders = view.finders.iter().map(Some).chain(std::iter::repeat(None));
            let words = view
                .words
                .iter()
                .cloned()
                .zip(finders.map(|it| it.copied()));
            let mut words: Vec<_> = words.collect();
            words.reverse();
            words
        });
        words.unwrap_or_default()
    };
    let finder = move |seat: Option<u32>| {
        let seat = seat?;
        room.with_round(|_, round| round.seats.get(seat as usize).map(|it| it.name.clone()))
            .flatten()
    };
    let pending = move || room.pending.all().into_iter().rev().collect::<Vec<_>>();
    let title = move || {
        tr(if is_team.get() {
            "room.team-words"
        } else {
            "play.found"
        })
    };
    view! {
        <section class="found" aria-label=title>
            <h2>{title}</h2>
            <ul class="found-words" id="found">
                <For each=pending key=|guess| guess.id
                    children=|guess: PendingGuess| view! {
                        <li><span class="found-word is-pending" title=tr("room.pending")>
                            <span>{guess.text}</span><span class="found-points">"…"</span>
                        </span></li>
                    }/>
                <For each=words key=|(word, _)| word.word.clone()
                    children=move |(word, seat): (WordView, Option<u32>)| view! {
                        <FoundWord word note=Signal::derive(move || finder(seat))/>
                    }/>
            </ul>
        </section>
    }
}
