//! The daily board of a game: played once, then its result is shown instead.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use wgs_play::{Date, FinishedRound, PlayerSetup, RoundSetup, daily_seed};

use super::message::{RestoreRound, StartRound};
use super::play_options::YOU;
use super::result_text::{percent, percent_text, totals};
use super::round_origin::RoundOrigin;
use super::share::{ShareButton, result_to_share};
use super::state::PlayState;
use super::today::{date_text, today};
use crate::storage;
use crate::text::{tr, tr_count};

/// The key that the browser stores the rounds of the day under.
const STORED_AS: &str = "play.daily";

/// The rounds that were played on the boards of a day.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptRounds {
    date: Date,
    /// Saved rounds by game.
    rounds: BTreeMap<String, String>,
}

fn kept(date: Date) -> KeptRounds {
    storage::get_json(STORED_AS)
        .filter(|kept: &KeptRounds| kept.date == date)
        .unwrap_or_else(|| KeptRounds {
            date,
            rounds: BTreeMap::new(),
        })
}

/// Keeps a round that has ended if it is the first on a daily board. The player can look at its
/// words all day.
pub fn keep(play: PlayState, game: &str, saved: &str) {
    let Some(date) = play.origin.with_untracked(RoundOrigin::day) else {
        return;
    };
    let mut kept = kept(date);
    let (game, saved) = (game.to_owned(), saved.to_owned());
    kept.rounds.entry(game).or_insert(saved);
    storage::set_json(STORED_AS, &kept);
}

/// Starts a round on the daily board of the game that is chosen, or shows its result.
pub fn open(play: PlayState) {
    let game = play.options.with_untracked(|options| options.game.clone());
    let date = today();
    if play
        .data
        .with_untracked(|data| data.statistics.daily(&game, date).is_some())
    {
        return show(play, &game, date);
    }
    if play.next.is_dealing.get_untracked() {
        return;
    }
    play.options.with_untracked(|options| options.store());
    let configuration = play.session.configuration.get_untracked();
    play.origin.set(RoundOrigin::Daily(date));
    play.start_with(StartRound {
        setup: RoundSetup {
            players: vec![PlayerSetup::person(YOU)],
            limit: configuration.seconds(&game).map(|seconds| seconds * 1000),
            seed: daily_seed(&game, date),
            game,
            ..RoundSetup::default()
        },
        difficulty: None,
        daily: Some(date),
    });
}

/// Shows the result of a daily board again.
fn show(play: PlayState, game: &str, date: Date) {
    let Some(saved) = kept(date).rounds.remove(game) else {
        return;
    };
    play.origin.set(RoundOrigin::Daily(date));
    play.ask(RestoreRound { saved, time: 0 }, move |reply| {
        play.apply(reply)
    });
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
        let name = round.game.clone();
        let has_round = kept(round.date).rounds.contains_key(&round.game);
        view! {
            <p class="daily-result" id="daily-result">
                <b>{percent_text(percent)}</b>" "{text}
            </p>
            <div class="card-buttons">
                <Show when=move || has_round>
                    <button id="daily-show" on:click={
                        let name = name.clone();
                        move |_| show(play, &name, today())
                    }>{move || tr("play.daily.show")}</button>
                </Show>
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
                        <button id="daily" disabled=move || play.next.is_dealing.get()
                            on:click=move |_| open(play)>{move || tr("play.daily.start")}</button>
                    </div>
                }
                .into_any(),
            }}
        </section>
    }
}
