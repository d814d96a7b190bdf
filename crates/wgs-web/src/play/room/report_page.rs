//! The end of a round in a room: the winner, all players' words side by side, and the missed words.

use leptos::prelude::*;
use wgs_play::room::{MatchStanding, MemberId, ReportPlayer, RoundReport, Scoring};
use wgs_play::{ReportWord, WordView};

use super::chat::Chat;
use super::lobby::ReadyBar;
use super::replay::Replay;
use super::room_text::{self, player_name};
use super::state::RoomState;
use crate::play::play_board::PlayBoard;
use crate::play::result_page::SelectedWord;
use crate::play::round_page::{signed, word_points};
use crate::play::state::PlayState;
use crate::text::{number, tr, tr_count, tr_with};

/// The number of words of a column, and of missed words, that are shown at first.
const FIRST_SHOWN: usize = 30;

/// The page of a round that has ended.
#[component]
pub fn ReportPage() -> impl IntoView {
    let (play, room) = (PlayState::here(), RoomState::here());
    let report = Memo::new(move |_| room.with(|view| view.report.clone()).flatten());
    let place = move || {
        report.with(|report| {
            let report = report.as_ref()?;
            let (number, rounds) = (report.number.to_string(), report.rounds.to_string());
            let values = [("number", number.as_str()), ("rounds", &rounds)];
            Some(format!(
                "{} · {}",
                tr_with("room.round-of", &values),
                report.game
            ))
        })
    };
    let winner = move || report.with(|report| report.as_ref().map(room_text::winner));
    let opponents = move || report.with(|report| room_text::opponents(report.as_ref()?));
    let match_winner = move || report.with(|report| room_text::match_winner(report.as_ref()?));
    view! {
        <div class="result room-report">
            <div class="result-head">
                <p class="hint">{place}</p>
                <h1 id="winner">{winner}</h1>
                {move || opponents().map(|text| view! { <p id="team-opponents">{text}</p> })}
                {move || match_winner().map(|text| view! {
                    <p class="challenge-outcome" id="match-winner">{text}</p>
                })}
                <ReadyBar/>
                <Totals report/>
                <div class="result-buttons">
                    <button id="to-lobby" on:click=move |_| room.hides_report.set(true)>
                        {move || tr("room.to-lobby")}
                    </button>
                </div>
                <Chat/>
            </div>
            <div class="result-board">
                <PlayBoard/>
                <SelectedWord word=play.selected/>
                {move || report.get().map(|report| view! { <Replay report/> })}
            </div>
            <div class="result-words">
                {move || report.get().map(|report| view! {
                    <Columns report=report.clone()/>
                    <Missed report/>
                })}
            </div>
        </div>
    }
}

/// Points without the word.
fn plain(points: i64) -> String {
    let sign = if points < 0 { "−" } else { "" };
    format!("{sign}{}", number(points.unsigned_abs()))
}

/// A word in the form that the board draws.
pub fn word_view(word: &ReportWord) -> WordView {
    WordView {
        word: word.word.clone(),
        points: word.points,
        length: word.word.chars().count() as u32,
        path: word.path.clone(),
        commonness: word.commonness,
        time: word.finders.first().map_or(0, |finder| finder.time),
    }
}

/// A row of the table of points: a player of the match, and what they did in the round.
type Standing = (MatchStanding, Option<ReportPlayer>, bool);

/// The rows of the table of points. After the last round of a match, they are all players of the
/// match by their totals; otherwise those of the round by its points.
fn standings(report: &RoundReport) -> Vec<Standing> {
    let players = || report.players.iter().zip(0..);
    let mut rows: Vec<Standing> = report
        .standings
        .iter()
        .map(|standing| {
            let player = players().find(|(player, _)| standing.is_of(player));
            let is_winner = player.is_some_and(|(_, index)| report.winners.contains(&index));
            (
                standing.clone(),
                player.map(|(it, _)| it.clone()),
                is_winner,
            )
        })
        .collect();
    if report.number < report.rounds {
        rows.retain(|(_, player, _)| player.is_some());
        let points = |row: &Standing| row.1.as_ref().map(|player| player.points);
        rows.sort_by_key(|row| std::cmp::Reverse(points(row)));
    }
    rows
}

/// The points of this round and of the match, and the ratings.
#[component]
fn Totals(report: Memo<Option<RoundReport>>) -> impl IntoView {
    let room = RoomState::here();
    let rating = move |member: Option<MemberId>| {
        let change = room.with(|view| {
            let change = view.ratings.iter().find(|it| Some(it.member) == member);
            change.copied()
        });
        let change = change.flatten()?;
        let difference = change.after - change.before;
        let sign = if difference < 0.0 { "−" } else { "+" };
        let rating = format!("{:.0}", change.after);
        let difference = format!("{sign}{:.0}", difference.abs());
        let values = [("rating", &*rating), ("change", &difference)];
        let text = tr_with("room.rating-change", &values);
        Some(match change.is_provisional() {
            true => format!("{text} · {}", tr("room.provisional")),
            false => text,
        })
    };
    let row = move |(standing, player, is_winner): Standing, is_match: bool| {
        let member = standing.member;
        let is_you = room.with(|view| Some(view.member)) == Some(member) && member.is_some();
        view! {
            <tr class:is-you=is_you class:is-winner=is_winner>
                <th scope="row">{room_text::standing_name(&standing)}
                    {is_winner.then(|| view! { <span class="room-crown" aria-hidden="true">" ★"</span> })}
                    {move || rating(member).map(|text| view! { <span class="hint room-change">{text}</span> })}
                </th>
                <td>{player.as_ref().map(|player| number(player.words))}</td>
                <td>{player.as_ref().map(|player| plain(player.points))}</td>
                {is_match.then(|| view! { <td>{number(standing.wins.into())}</td> })}
                <td>{plain(standing.total)}</td>
            </tr>
        }
    };
    let table = move || {
        report.get().map(|report| {
            let is_match = report.number >= report.rounds && report.rounds > 1;
            let rows = standings(&report).into_iter();
            let rows = rows.map(|it| row(it, is_match)).collect_view();
            view! {
                <table class="standings room-standings" id="room-standings">
                    <thead><tr>
                        <th scope="col">{tr("room.player")}</th>
                        <th scope="col">{tr("play.statistics.words")}</th>
                        <th scope="col">{tr("room.this-round")}</th>
                        {is_match.then(|| view! { <th scope="col">{tr("room.wins")}</th> })}
                        <th scope="col">{tr("room.total")}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            }
        })
    };
    view! {
        <div class="scrolls" role="group" tabindex="0" aria-label=move || tr("room.standings")>
            {table}
        </div>
    }
}

/// A word of a list; pressing it draws its path.
#[component]
fn WordButton(word: ReportWord, is_shared: bool) -> impl IntoView {
    let play = RoomState::here().play;
    let text = word.word.clone();
    let is_selected = {
        let text = text.clone();
        Memo::new(move |_| {
            play.selected
                .with(|selected| selected.as_ref().is_some_and(|it| it.word == text))
        })
    };
    let (is_cancelled, points) = (word.is_cancelled, word.points);
    view! {
        <li>
            <button class="room-word" class:is-shared=is_shared class:is-cancelled=is_cancelled
                class:is-selected=move || is_selected.get()
                aria-pressed=move || is_selected.get().to_string()
                on:click=move |_| play.selected.set(Some(word_view(&word)))>
                <span>{text}</span>
                {is_cancelled.then(|| view! { <span class="unseen">{tr("room.cancelled")}</span> })}
                <span class="found-points">{word_points(points)}</span>
            </button>
        </li>
    }
}

/// The players' words side by side. Unique words come first; words of several players are struck
/// out where they do not count.
#[component]
fn Columns(report: RoundReport) -> impl IntoView {
    let column = |index: u32, player: &ReportPlayer| {
        let words = report.words.iter();
        let mut words: Vec<ReportWord> = words
            .filter(|word| word.finders.iter().any(|finder| finder.player == index))
            .cloned()
            .collect();
        words.sort_by(|a, b| {
            let key = |word: &ReportWord| (word.finders.len() > 1, std::cmp::Reverse(word.points));
            key(a).cmp(&key(b)).then_with(|| a.word.cmp(&b.word))
        });
        view! {
            <Column name=player_name(player) points=player.points words
                is_winner=report.winners.contains(&index)/>
        }
    };
    let columns = (0..).zip(&report.players);
    let columns: Vec<_> = columns
        .map(|(index, player)| column(index, player))
        .collect();
    let legend = (report.scoring == Scoring::Classic).then(|| {
        view! { <p class="hint">{move || tr("room.columns-classic")}</p> }
    });
    view! {
        <section class="room-words" aria-labelledby="columns-title">
            <h2 id="columns-title">{move || tr("room.columns")}</h2>
            {legend}
            <div class="room-columns" id="columns">{columns}</div>
        </section>
    }
}

#[component]
fn Column(name: String, points: i64, words: Vec<ReportWord>, is_winner: bool) -> impl IntoView {
    let is_long = RwSignal::new(false);
    let more = words.len().saturating_sub(FIRST_SHOWN);
    let shown = move || {
        let most = if is_long.get() {
            usize::MAX
        } else {
            FIRST_SHOWN
        };
        let words = words.iter().take(most).cloned();
        words
            .map(|word| {
                let is_shared = word.finders.len() > 1;
                view! { <WordButton word is_shared/> }
            })
            .collect_view()
    };
    view! {
        <div class="room-word-column" class:is-winner=is_winner>
            <h3>{name}<span>{move || signed(points)}</span></h3>
            <ul>{shown}</ul>
            <Show when=move || (more > 0) && !is_long.get()>
                <button class="link" on:click=move |_| is_long.set(true)>
                    {move || tr_count("play.show-more", more as u64)}
                </button>
            </Show>
        </div>
    }
}

/// The missed words.
#[component]
fn Missed(report: RoundReport) -> impl IntoView {
    let missed: Vec<ReportWord> = report
        .words
        .iter()
        .filter(|word| word.finders.is_empty())
        .cloned()
        .collect();
    let all = missed.len() as u64 + report.more_missed;
    let is_long = RwSignal::new(false);
    let more = missed.len().saturating_sub(FIRST_SHOWN);
    let shown = move || {
        let most = if is_long.get() {
            usize::MAX
        } else {
            FIRST_SHOWN
        };
        let words = missed.iter().take(most).cloned();
        words
            .map(|word| view! { <WordButton word is_shared=false/> })
            .collect_view()
    };
    view! {
        <section class="room-words" aria-labelledby="missed-title">
            <h2 id="missed-title">{move || tr_count("room.missed", all)}</h2>
            <ul class="found-words room-missed" id="missed">{shown}</ul>
            <Show when=move || (more > 0) && !is_long.get()>
                <button class="link" id="missed-more" on:click=move |_| is_long.set(true)>
                    {move || tr_count("play.show-more", more as u64)}
                </button>
            </Show>
        </section>
    }
}
