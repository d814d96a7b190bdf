//! The daily board of a game: played once, then its result is shown instead.

use leptos::prelude::*;
use wgs_play::{FinishedRound, PlayerSetup, RoundSetup, daily_seed};

use super::message::StartRound;
use super::play_options::YOU;
use super::result_text::{hints_note, percent, percent_text, totals};
use super::round_origin::RoundOrigin;
use super::round_start::NextRound;
use super::saved_round::KeptRound;
use super::share::{ShareButton, result_to_share};
use super::state::{PlayState, round_address};
use super::statistics_page::hours;
use super::today::{date_text, today, until_tomorrow};
use crate::text::{tr, tr_count, tr_with};

/// Starts a round on the daily board of the game that is chosen.
fn start(play: PlayState) {
    if play.next.is_dealing.get_untracked() {
        return;
    }
    let game = play.options.with_untracked(|options| options.game.clone());
    let date = untrack(today);
    play.options.with_untracked(|options| options.store());
    let configuration = play.session.configuration.get_untracked();
    let request = StartRound {
        setup: RoundSetup {
            players: vec![PlayerSetup::person(YOU)],
            limit: configuration.seconds(&game).map(|seconds| seconds * 1000),
            seed: daily_seed(&game, date),
            game,
            ..RoundSetup::default()
        },
        difficulty: None,
        daily: Some(date),
    };
    play.load_round(NextRound::New(RoundOrigin::Daily(date), request));
}

/// The daily board on the start page: a button, or the result.
#[component]
pub fn DailyCard() -> impl IntoView {
    let play = PlayState::here();
    let game = Memo::new(move |_| play.options.with(|options| options.game.clone()));
    let round = Memo::new(move |_| {
        let game = game.get();
        play.data
            .with(|data| data.statistics.daily(&game, today()).cloned())
    });
    // The round on this board, if the browser keeps it: it waits, or has ended.
    let kept = Memo::new(move |_| {
        let (game, origin) = (game.get(), RoundOrigin::Daily(today()));
        let is_this = |it: &&KeptRound| it.game == game && it.origin == origin;
        play.kept
            .with(|kept| kept.iter().find(is_this).map(|it| it.id))
    });
    let address = move || kept.get().map(round_address);
    let streak = Memo::new(move |_| {
        play.data
            .with(|data| data.statistics.summary(None, today()).streak)
    });
    let clock = move || {
        let configuration = play.session.configuration.get();
        match configuration.seconds(&game.get()) {
            Some(seconds) => tr_count("play.clock.minutes", seconds / 60),
            None => tr("play.daily.no-clock"),
        }
    };
    let result = move |round: FinishedRound| {
        let (text, share) = (totals(&round), round.clone());
        let percent = percent(&round);
        view! {
            <p class="daily-result" id="daily-result">
                <b>{percent_text(percent)}</b>" "{text}{hints_note(&round)}
            </p>
            <div class="card-buttons">
                {move || address().map(|address| view! {
                    <a class="button" id="daily-show" href=address>{tr("play.daily.show")}</a>
                })}
                <ShareButton id="daily-share" text=Signal::derive(move || result_to_share(play.session, &share))/>
            </div>
        }
    };
    view! {
        <section class="card daily" aria-labelledby="daily-title">
            <h2 id="daily-title">{move || tr("play.daily")}</h2>
            <p class="hint">
                {move || date_text(today())}" · "{move || game.get()}" · "{clock}
                {move || (streak.get() > 0).then(|| {
                    format!(" · {}", tr_count("play.daily.streak", streak.get().into()))
                })}
            </p>
            {move || match round.get() {
                Some(round) => result(round).into_any(),
                None => view! {
                    <p>{move || tr("play.daily.what")}</p>
                    <div class="card-buttons">
                        {move || match address() {
                            Some(address) => view! {
                                <a class="button" id="daily" href=address>{tr("play.resume")}</a>
                            }
                            .into_any(),
                            None => view! {
                                <button id="daily" disabled=move || play.next.is_dealing.get()
                                    on:click=move |_| start(play)>{tr("play.daily.start")}</button>
                            }
                            .into_any(),
                        }}
                    </div>
                }
                .into_any(),
            }}
            {move || until_tomorrow().map(|time| view! {
                <p class="hint" id="daily-next">{tr_with("play.daily.next", &[("time", &hours(time))])}</p>
            })}
        </section>
    }
}
