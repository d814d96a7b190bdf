//! The round while it is played: the clock, the board, the word that is being spelled, the words
//! found, hints, and the computer's progress.

use std::time::Duration;

use leptos::prelude::*;
use wgs_play::{HintKind, RoundAction, RoundPhase, ScoreUnit, WordView};

use super::given_hint::hint_text;
use super::play_board::PlayBoard;
use super::round_clock::minutes;
use super::spelling_input::SpellingInput;
use super::start_page::level_name;
use super::state::PlayState;
use crate::text::{number, tr, tr_count, tr_with};

/// The milliseconds left from which on the clock warns.
const LITTLE_TIME: u64 = 15_000;

/// How long the button that ends the round waits for a second press.
const SECOND_THOUGHT: Duration = Duration::from_secs(3);

/// The page of a round.
#[component]
pub fn RoundPage() -> impl IntoView {
    let play = PlayState::here();
    let input = SpellingInput::new(play);
    let is_paused = move || play.phase() == Some(RoundPhase::Paused);
    view! {
        <div class="round" class:is-large-type=move || play.options.with(|it| it.large_type)>
            <h1 class="unseen">{move || play.round.with(|round| {
                round.as_ref().map(|round| round.setup.game.clone())
            })}</h1>
            <div class="round-head">
                <RoundClockView/>
                <Score/>
                <div class="round-buttons">
                    <button class="quiet" id="pause" on:click=move |_| play.act(match is_paused() {
                        true => RoundAction::Resume,
                        false => RoundAction::Pause,
                    })>
                        {move || if is_paused() { tr("play.resume") } else { tr("play.pause") }}
                    </button>
                    <EndButton id="end" text="play.end"
                        on_end=Callback::new(move |()| play.act(RoundAction::End))/>
                </div>
            </div>
            <div class="round-board"><RoundTable input/></div>
            <div class="round-side">
                <Opponents/>
                <Hints/>
                <FoundWords/>
            </div>
        </div>
    }
}

/// A button that ends something. It waits for a second press: nothing ends by mistake.
#[component]
pub fn EndButton(
    /// The identifier of the button.
    #[prop(into)]
    id: String,
    /// The key of its text.
    text: &'static str,
    /// The key of the question that the first press asks.
    #[prop(default = "play.end-really")]
    question: &'static str,
    /// The name of the person or thing that it ends, which screen readers say after the text.
    #[prop(optional, into)]
    of: Option<Signal<String>>,
    /// The action of the second press.
    on_end: Callback<()>,
    /// Whether it cannot be pressed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let is_ending = RwSignal::new(false);
    let press = move |_| match is_ending.get_untracked() {
        true => on_end.run(()),
        false => {
            is_ending.set(true);
            let keep_playing = move || {
                let _ = is_ending.try_set(false);
            };
            set_timeout(keep_playing, SECOND_THOUGHT);
        }
    };
    view! {
        <button class="quiet" id=id class:wrong=move || is_ending.get()
            disabled=move || disabled.get() on:click=press>
            {move || tr(if is_ending.get() { question } else { text })}
            {of.map(|of| view! { <span class="unseen">" "{of}</span> })}
        </button>
    }
}

/// The word that is being spelled, the board, and its buttons.
#[component]
pub fn RoundTable(
    /// The input that spells words on the board.
    input: SpellingInput,
) -> impl IntoView {
    let play = PlayState::here();
    let is_paused = move || play.phase() == Some(RoundPhase::Paused);
    let is_square = move || {
        let (width, height) = play.view.with(|view| view.arrangement.extent());
        (width - height).abs() < 1e-6
    };
    let is_rack = move || play.arrangement.with(|board| !board.form.has_paths());
    let turn = move |_| {
        if is_rack() {
            return play.shuffles.update(|shuffles| *shuffles += 1);
        }
        let quarters = if is_square() { 1 } else { 2 };
        input
            .pointer
            .turns
            .update(|turns| *turns = (*turns + quarters) % 4);
    };
    let has_word = move || !play.entry.is_empty();
    view! {
        <WordLine/>
        <div class="round-table" class:is-paused=is_paused>
            <PlayBoard input/>
            <Show when=is_paused>
                <div class="round-paused">
                    <p>{move || tr("play.paused")}</p>
                    <button class="primary" id="resume"
                        on:click=move |_| play.act(RoundAction::Resume)>
                        {move || tr("play.resume")}
                    </button>
                </div>
            </Show>
        </div>
        <div class="round-tools">
            <button id="delete" disabled=move || !has_word()
                on:click=move |_| input.delete()>{move || tr("play.delete")}</button>
            <button id="turn" on:click=turn>
                {move || tr(if is_rack() { "play.shuffle" } else { "play.turn" })}
            </button>
            <button class="primary" id="enter" disabled=move || !has_word()
                on:click=move |_| play.submit()>{move || tr("play.enter")}</button>
        </div>
    }
}

/// The time left, or the time played if there is no limit.
#[component]
pub fn RoundClockView() -> impl IntoView {
    let play = PlayState::here();
    let text = Memo::new(move |_| match play.remaining() {
        Some(left) => minutes(left),
        None => {
            let played = play.round.with(|round| {
                let view = round.as_ref().map(|round| &round.view);
                view.map_or(0, |view| view.played)
            });
            minutes(played)
        }
    });
    let is_short = Memo::new(move |_| play.remaining().is_some_and(|left| left <= LITTLE_TIME));
    let share = Memo::new(move |_| {
        let limit = play
            .round
            .with(|round| round.as_ref().and_then(|round| round.setup.limit))?;
        let left = play.remaining()?;
        // Whole percents: a smaller change of the bar cannot be seen.
        Some((100 * left).div_ceil(limit))
    });
    view! {
        <div class="clock" class:is-short=move || is_short.get() role="timer"
            aria-label=move || match play.remaining().is_some() {
                true => tr("play.time-left"),
                false => tr("play.time-played"),
            }>
            <span class="clock-time">{move || text.get()}</span>
            {move || share.get().map(|share| view! {
                <span class="clock-bar" aria-hidden="true"><i style:width=format!("{share}%")></i></span>
            })}
        </div>
    }
}

/// The points of the player, and the rank or the share of words.
#[component]
fn Score() -> impl IntoView {
    let play = PlayState::here();
    let you = move || {
        play.round.with(|round| {
            let view = &round.as_ref()?.view;
            let you = view.players.first()?;
            Some((you.points, you.words, view.words, you.rank))
        })
    };
    view! {
        <div class="score">
            {move || you().map(|(points, words, all, rank)| {
                let points = has_points().then(|| signed(points));
                let words = match play.finds_everything() {
                    true => words_of(words, all),
                    false => tr_count("solver.words", words),
                };
                let rank = rank.map(|rank| tr(&format!("play.rank.{}", rank.rank.name())));
                view! {
                    {points.map(|points| view! { <b class="score-points">{points}</b> })}
                    <span class="score-words">{words}</span>
                    {rank.map(|rank| view! { <span class="score-rank">{rank}</span> })}
                }
            })}
        </div>
    }
}

/// Whether the game of the page is played for points, rather than for words, as a reactive value.
pub fn has_points() -> bool {
    let unit = use_context::<PlayState>().map(PlayState::unit);
    unit.unwrap_or_default() == ScoreUnit::Points
}

/// A number of words of all words.
pub fn words_of(words: u64, all: u64) -> String {
    let key = match all {
        1 => "play.words-of-one",
        _ => "play.words-of",
    };
    tr_with(key, &[("n", &number(words)), ("all", &number(all))])
}

/// Points, or words in a game that is played for words, as a reactive value.
pub fn signed(points: i64) -> String {
    signed_in(points, has_points())
}

/// Points or words, as a reactive value.
pub fn signed_in(amount: i64, has_points: bool) -> String {
    let key = match has_points {
        true => "solver.points",
        false => "solver.words",
    };
    let text = tr_count(key, amount.unsigned_abs());
    match amount {
        0.. => text,
        _ => format!("−{text}"),
    }
}

/// The points of a word, unless its game is played for words.
pub fn word_points(points: u64) -> Option<String> {
    has_points().then(|| number(points))
}

/// The word that is being spelled, or the outcome of the last guess.
#[component]
fn WordLine() -> impl IntoView {
    let play = PlayState::here();
    let is_wrong = move || {
        let typed = play.entry.typed.with(|typed| !typed.is_empty());
        typed && play.entry.typed_path.with(|path| !path.is_complete)
    };
    let shown = move || {
        let word = play.entry.word();
        if !word.is_empty() {
            return view! {
                <span class="played-word" class:is-off-board=is_wrong>{word}</span>
            }
            .into_any();
        }
        match play.entry.outcome.get() {
            Some(outcome) => {
                let class = if outcome.counts {
                    "outcome is-good"
                } else {
                    "outcome is-bad"
                };
                let mark = if outcome.counts { "✓" } else { "✗" };
                // Another key makes the animation start again.
                view! {
                    <For each=move || [outcome.number] key=|number| *number children={
                        let outcome = outcome.clone();
                        move |_| {
                            let text = outcome.clone();
                            view! {
                                <span class=class><i aria-hidden="true">{mark}</i>" "{move || text.text()}</span>
                            }
                        }
                    }/>
                }
                .into_any()
            }
            None => view! { <span class="hint">{move || tr("play.how")}</span> }.into_any(),
        }
    };
    view! { <div class="word-line-play" id="word-line">{shown}</div> }
}

/// The computer players: their points, and the length of the word found last.
#[component]
fn Opponents() -> impl IntoView {
    let play = PlayState::here();
    let rows = move || {
        play.round.with(|round| {
            let Some(round) = round else {
                return Vec::new();
            };
            let players = round.view.players.iter().skip(1);
            let most = round
                .view
                .players
                .iter()
                .map(|player| player.points.max(1))
                .max();
            let most = most.unwrap_or(1);
            players
                .map(|player| {
                    let name = player.level.map_or_else(|| player.name.clone(), level_name);
                    let share = 100 * player.points.max(0) / most;
                    view! {
                        <div class="opponent">
                            <span class="opponent-name">{name}</span>
                            <span class="opponent-points">{signed(player.points)}</span>
                            <span class="clock-bar" aria-hidden="true">
                                <i style:width=format!("{share}%")></i>
                            </span>
                            {player.last_length.map(|length| view! {
                                <span class="opponent-word">
                                    {tr_count("play.computer-word", length.into())}
                                </span>
                            })}
                        </div>
                    }
                })
                .collect()
        })
    };
    view! { <div class="opponents" id="opponents">{move || rows().into_iter().collect_view()}</div> }
}

/// The hints, from weak to strong.
#[component]
fn Hints() -> impl IntoView {
    let play = PlayState::here();
    let button = move |kind: HintKind, key: &'static str| {
        let is_used = move || {
            play.round.with(|round| {
                let player = round.as_ref().and_then(|round| round.view.players.first());
                player.is_some_and(|player| player.hints.contains(&kind))
            })
        };
        view! {
            <button class="hint-button" class:is-used=is_used id=format!("hint-{key}")
                on:click=move |_| play.ask_hint(kind)>
                {move || tr(&format!("play.hint.{key}"))}
            </button>
        }
    };
    view! {
        <details class="hints">
            <summary>{move || tr("play.hints")}</summary>
            <div class="hint-buttons">
                {button(HintKind::Tiles, "tiles")}
                {button(HintKind::Lengths, "lengths")}
                {button(HintKind::Starts, "starts")}
                {button(HintKind::Path, "path")}
            </div>
            <p class="hint-text" id="hint-text">
                {move || play.hint.get().map(|given| hint_text(&given.hint))}
            </p>
        </details>
    }
}

/// The words found, the last one first.
#[component]
fn FoundWords() -> impl IntoView {
    let play = PlayState::here();
    let words = move || {
        play.round.with(|round| {
            let found = round.as_ref().map_or(&[][..], |round| &round.found);
            found.iter().rev().cloned().collect::<Vec<_>>()
        })
    };
    view! {
        <section class="found" aria-label=move || tr("play.found")>
            <h2>{move || tr("play.found")}</h2>
            <ul class="found-words" id="found">
                <For each=words key=|word| word.word.clone()
                    children=|word| view! { <FoundWord word/> }/>
            </ul>
        </section>
    }
}

/// A word of a list; pointing at it draws its path.
#[component]
pub fn FoundWord(
    /// The word.
    word: WordView,
    /// Who found it, in a team.
    #[prop(optional)]
    note: Option<Signal<Option<String>>>,
) -> impl IntoView {
    let play = PlayState::here();
    let select = {
        let word = word.clone();
        move || play.selected.set(Some(word.clone()))
    };
    let press = select.clone();
    view! {
        <li>
            <button class="found-word" on:click=move |_| press()
                on:pointerenter=move |event| {
                    if event.pointer_type() == "mouse" {
                        select();
                    }
                }
                on:pointerleave=move |event| {
                    if event.pointer_type() == "mouse" {
                        play.selected.set(None);
                    }
                }>
                <span>{word.word.clone()}</span><span class="found-points">{word_points(word.points)}</span>
                {move || note.and_then(|note| note.get()).map(|note| view! {
                    <span class="found-note">{note}</span>
                })}
            </button>
        </li>
    }
}
