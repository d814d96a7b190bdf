//! The start page besides a new round: rounds that wait, the daily board, practice, statistics, boards to print, and
//! the best boards that are known.

use std::iter;

use leptos::prelude::*;
use wgs_play::Challenge;

use super::daily::DailyCard;
use super::room::room_link::RoomLink;
use super::room::rooms::Rooms;
use super::round_origin::RoundOrigin;
use super::saved_round::{self, KeptRound};
use super::state::{PlayState, round_address};
use super::today::{date_text, today};
use crate::text::{tr, tr_count, tr_with};

/// The way to the rooms of the server, if it has any; or back to the room that the player is in.
/// It has its place before the server has answered: a card that came later would move the others.
#[component]
fn TogetherCard() -> impl IntoView {
    let (rooms, link) = (Rooms::here(), RoomLink::here());
    let code = Memo::new(move |_| link.current.get().map(|code| code.to_string()));
    view! {
        <Show when=move || rooms.is_available.get()>
            <section class="card together" aria-labelledby="together-title">
                <h2 id="together-title">{move || tr("room.together")}</h2>
                <p>{move || tr("room.together-what")}</p>
                <div class="card-buttons">
                    {move || code.get().map(|code| view! {
                        <a class="button" id="back-to-room" href=format!("#room={code}")>
                            {tr("room.back-to-room")}
                        </a>
                    })}
                    <a class="button" id="to-rooms" href="#/rooms">{move || tr("room.choose")}</a>
                </div>
            </section>
        </Show>
    }
}

/// The rounds that wait to be continued.
#[component]
fn WaitingRounds() -> impl IntoView {
    let play = PlayState::here();
    let rounds = Memo::new(move |_| {
        let is_waiting = |round: &&KeptRound| round.ended.is_none();
        play.kept
            .with(|kept| kept.iter().filter(is_waiting).cloned().collect::<Vec<_>>())
    });
    let row = move |round: KeptRound| {
        let id = round.id;
        let text = waiting_text(&round);
        let label = tr_with("play.waiting.discard", &[("round", &text)]);
        let discard = move |_| {
            let question = tr("play.waiting.really");
            if let Ok(true) = window().confirm_with_message(&question) {
                saved_round::remove(id);
                play.note_kept();
            }
        };
        view! {
            <li>
                <span>{text}</span>
                <a class="button" href=round_address(id)>{tr("play.resume")}</a>
                <button class="quiet" aria-label=label on:click=discard>"×"</button>
            </li>
        }
    };
    view! {
        <Show when=move || !rounds.with(Vec::is_empty)>
            <section class="card waiting" aria-labelledby="waiting-title">
                <h2 id="waiting-title">{move || tr("play.waiting")}</h2>
                <ul class="waiting-rounds" id="waiting">
                    {move || rounds.get().into_iter().map(row).collect_view()}
                </ul>
            </section>
        </Show>
    }
}

/// A round that waits, in a sentence: its game, the origin of its board, the words found.
fn waiting_text(round: &KeptRound) -> String {
    let origin = match &round.origin {
        RoundOrigin::Daily(date) if *date == today() => Some(tr("play.waiting.today")),
        RoundOrigin::Daily(date) => Some(tr_with(
            "play.waiting.daily",
            &[("date", &date_text(*date))],
        )),
        RoundOrigin::Challenge(link) => {
            let result = Challenge::decode(link).ok().and_then(|it| it.result);
            let name = result.map_or_else(|| tr("play.challenge.somebody"), |it| it.name);
            Some(tr_with("play.challenge.title", &[("name", &name)]))
        }
        RoundOrigin::Dealt | RoundOrigin::Practice => None,
    };
    let parts: Vec<String> = iter::once(round.game.clone()).chain(origin).collect();
    format!(
        "{}: {}",
        parts.join(", "),
        tr_count("solver.words", round.words)
    )
}

/// The daily board and the links below the options.
#[component]
pub fn StartMore() -> impl IntoView {
    let play = PlayState::here();
    let due = Memo::new(move |_| play.data.due(today()) as u64);
    view! {
        <WaitingRounds/>
        <TogetherCard/>
        <DailyCard/>
        <nav class="start-links" aria-label=move || tr("play.more")>
            <a class="button" href="#/practice" id="to-practice">
                {move || tr("play.practice")}
                {move || (due.get() > 0).then(|| view! {
                    <span class="count" aria-hidden="true">{due.get()}</span>
                    <span class="unseen">{tr_count("play.practice.due", due.get())}</span>
                })}
            </a>
            <a class="button" href="#/statistics" id="to-statistics">{move || tr("play.statistics")}</a>
            <a class="button" href="#/print" id="to-print">{move || tr("play.print.short")}</a>
            <a class="button" href="#/records" id="to-records">{move || tr("record.title")}</a>
        </nav>
    }
}
