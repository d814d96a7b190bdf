//! What the start page has besides a new round: the daily board, practice, statistics, and boards
//! to print.

use leptos::prelude::*;

use super::daily::DailyCard;
use super::state::PlayState;
use super::today::today;
use crate::text::{tr, tr_count};

/// The daily board and the links below the options.
#[component]
pub fn StartMore() -> impl IntoView {
    let play = PlayState::here();
    let due = Memo::new(move |_| play.data.due(today()) as u64);
    view! {
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
        </nav>
    }
}
