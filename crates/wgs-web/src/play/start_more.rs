//! The start page besides a new round: the daily board, practice, statistics, boards to print, and
//! the best boards that are known.

use leptos::prelude::*;

use super::daily::DailyCard;
use super::room::rooms::Rooms;
use super::room::state::RoomState;
use super::state::PlayState;
use super::today::today;
use crate::text::{tr, tr_count};

/// The way to the rooms of the server, if it has any; or back to the room that the player is in.
#[component]
fn TogetherCard() -> impl IntoView {
    let (rooms, room) = (Rooms::here(), RoomState::here());
    let code = Memo::new(move |_| room.with(|view| view.code.to_string()));
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

/// The daily board and the links below the options.
#[component]
pub fn StartMore() -> impl IntoView {
    let play = PlayState::here();
    let due = Memo::new(move |_| play.data.due(today()) as u64);
    view! {
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
