//! The end of a round: who has how many points, the words found and missed, each with its path on
//! the board.

use leptos::prelude::*;
use wgs_play::{EndReason, RoundPhase, WordView};

use super::challenge::ChallengeForm;
use super::message::ResultReply;
use super::play_board::PlayBoard;
use super::result_text::hints_note;
use super::round_origin::RoundOrigin;
use super::round_page::{has_points, signed, words_of};
use super::share::{ShareButton, result_to_share};
use super::start_page::level_name;
use super::state::{PlayState, game_names};
use super::today::date_text;
use super::word_class::WordClass;
use super::word_review::WordReview;
use crate::text::{language, number, tr, tr_count, tr_with};
use crate::wiktionary::address;

/// The page at the end of a round.
#[component]
pub fn ResultPage() -> impl IntoView {
    let play = PlayState::here();
    let day = move || play.origin.with(RoundOrigin::day);
    let title = move || match day() {
        Some(_) => tr("play.daily"),
        None => tr("play.result"),
    };
    let game = move || {
        let game = play
            .round
            .with(|round| round.as_ref().map(|round| round.setup.game.clone()));
        let parts = day().map(date_text).into_iter().chain(game);
        parts.collect::<Vec<_>>().join(" · ")
    };
    let finished = Memo::new(move |_| {
        play.result
            .with(|result| result.as_ref().and_then(|result| result.finished.clone()))
    });
    let shared = Signal::derive(move || {
        finished.with(|finished| {
            let finished = finished.as_ref();
            finished.map_or_else(String::new, |it| result_to_share(play.session, it))
        })
    });
    // Another board of the same game, even if the options have changed since.
    let again = move |_| {
        let game = play
            .round
            .with_untracked(|round| round.as_ref().map(|round| round.setup.game.clone()));
        let known = play.session.configuration.with_untracked(game_names);
        if let Some(game) = game.filter(|game| known.contains(game)) {
            play.options.update(|options| options.game = game);
        }
        play.start();
    };
    view! {
        <div class="result">
            <div class="result-head">
                <h1>{title}</h1>
                <p class="hint">{game}</p>
                <Totals/>
                <Standings/>
                <div class="result-buttons">
                    <button class="primary" id="again" on:click=again
                        disabled=move || play.next.is_dealing.get()>
                        {move || tr(if day().is_some() { "play.again-random" } else { "play.again" })}
                    </button>
                    <a class="button" id="change" href="#">{move || tr("play.change")}</a>
                    <ShareButton id="share-result" text=shared/>
                    <a class="button" id="print-round" href="#/print/round">{move || tr("play.print.short")}</a>
                </div>
                <ChallengeForm/>
            </div>
            <div class="result-board">
                <PlayBoard/>
                <SelectedWord word=play.selected/>
            </div>
            <div class="result-words"><WordReview/></div>
        </div>
    }
}

/// The player's words and points, and how many there were.
#[component]
fn Totals() -> impl IntoView {
    let play = PlayState::here();
    let hints = move || {
        play.result.with(|result| {
            let finished = result.as_ref().and_then(|result| result.finished.as_ref());
            finished.and_then(hints_note)
        })
    };
    view! { <p class="totals-line" id="result-totals">{move || totals(play)}{hints}</p> }
}

fn totals(play: PlayState) -> Option<String> {
    play.round.with(|round| {
        let view = &round.as_ref()?.view;
        let you = view.players.first()?;
        if !has_points() {
            return Some(words_of(you.words, view.words));
        }
        Some(tr_with(
            "play.totals",
            &[
                ("words", &words_of(you.words, view.words)),
                ("points", &signed(you.points)),
                ("most", &number(view.points)),
            ],
        ))
    })
}

/// Why the round has ended, and its result, for screen readers; as a reactive value.
pub fn end_text(play: PlayState) -> String {
    let reason = match play.phase() {
        Some(RoundPhase::Ended(EndReason::TimeUp)) => "play.time-up",
        Some(RoundPhase::Ended(EndReason::AllFound)) => "play.all-found",
        _ => "play.ended",
    };
    format!("{} {}", tr(reason), totals(play).unwrap_or_default())
}

/// The points of all players, and of the challenger, if there are others.
#[component]
fn Standings() -> impl IntoView {
    let play = PlayState::here();
    let rows = move || {
        let challenger = play.result.with(|result| {
            let of = |result: &ResultReply| result.challenger.clone();
            result.as_ref().and_then(of)
        });
        let mut rows = play.round.with(|round| {
            let players = round.as_ref().map_or(&[][..], |round| &round.view.players);
            let players = players.iter().enumerate();
            players
                .map(|(index, player)| {
                    let name = match player.level {
                        Some(level) => level_name(level),
                        None if index == 0 => tr("play.you"),
                        None => player.name.clone(),
                    };
                    (player.points, name, player.words, index == 0)
                })
                .collect::<Vec<_>>()
        });
        let challenger = challenger.map(|it| (it.points, it.name, it.words, false));
        rows.extend(challenger);
        rows.sort_by_key(|(points, ..)| std::cmp::Reverse(*points));
        if rows.len() < 2 {
            rows.clear();
        }
        rows
    };
    let row = |(points, name, words, is_you)| {
        view! {
            <tr class:is-you=is_you>
                <th scope="row">{name}</th>
                <td>{has_points().then(|| tr_count("solver.words", words))}</td>
                <td>{signed(points)}</td>
            </tr>
        }
    };
    // The result of a challenge.
    let outcome = move || {
        let challenger = play.result.with(|result| {
            let of = |result: &ResultReply| result.challenger.clone();
            result.as_ref().and_then(of)
        })?;
        let points = play.round.with(|round| {
            let players = round.as_ref().map(|round| &round.view.players);
            players.and_then(|players| players.first().map(|you| you.points))
        })?;
        let key = match points.cmp(&challenger.points) {
            std::cmp::Ordering::Greater => "play.challenge.won",
            std::cmp::Ordering::Equal => "play.challenge.tied",
            std::cmp::Ordering::Less => "play.challenge.lost",
        };
        Some(tr_with(key, &[("name", &challenger.name)]))
    };
    view! {
        {move || outcome().map(|text| view! { <p class="challenge-outcome" id="challenge-outcome">{text}</p> })}
        <table class="standings" id="standings">
            <tbody>{move || rows().into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// The word whose path is drawn, with a link to look it up.
#[component]
pub fn SelectedWord(
    /// The word.
    #[prop(into)]
    word: Signal<Option<WordView>>,
) -> impl IntoView {
    move || {
        match word.get() {
        Some(word) => view! {
            <p class="selected-word">
                <b>{word.word.clone()}</b>{has_points().then(|| format!(" · {}", tr_count("solver.points", word.points)))}
                {word.commonness.map(|class| format!(" · {}", WordClass::from(class).name()))}" "
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
}
