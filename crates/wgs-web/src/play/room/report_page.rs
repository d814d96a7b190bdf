//! The end of a round in a room: the winner, all players' words side by side, and the missed words.

use leptos::prelude::*;
use wgs_play::WordView;
use wgs_play::room::{MemberView, ReportPlayer, ReportWord, RoundReport, Scoring};

use super::chat::Chat;
use super::lobby::ReadyBar;
use super::replay::Replay;
use super::room_text;
use super::state::RoomState;
use crate::play::play_board::PlayBoard;
use crate::play::result_page::SelectedWord;
use crate::play::round_page::signed;
use crate::play::start_page::level_name;
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
    let match_winner = move || {
        report.with(|report| {
            let report = report
                .as_ref()
                .filter(|report| report.number == report.rounds)?;
            room.with(|view| match_result(&view.members, report))
                .flatten()
        })
    };
    view! {
        <div class="result room-report">
            <div class="result-head">
                <p class="hint">{place}</p>
                <h1 id="winner">{winner}</h1>
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

/// Who won the match.
fn match_result(members: &[MemberView], report: &RoundReport) -> Option<String> {
    if report.rounds < 2 || report.scoring == Scoring::Cooperative {
        return None;
    }
    let players = members.iter().filter(|member| !member.is_spectator);
    let most = players.clone().map(|member| member.total).max()?;
    let best: Vec<&str> = players
        .filter(|member| member.total == most)
        .map(|member| member.name.as_str())
        .collect();
    let values = [("name", best.join(", ")), ("points", signed(most))];
    let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
    Some(tr_with("room.match-winner", &values))
}

/// Points without the word.
fn plain(points: i64) -> String {
    let sign = if points < 0 { "−" } else { "" };
    format!("{sign}{}", number(points.unsigned_abs()))
}

/// The name of a player, as the page shows it.
pub fn player_name(player: &ReportPlayer) -> String {
    player.level.map_or_else(|| player.name.clone(), level_name)
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

/// The points of this round and of the match, and the ratings.
#[component]
fn Totals(report: Memo<Option<RoundReport>>) -> impl IntoView {
    let room = RoomState::here();
    let has_ratings =
        Memo::new(move |_| room.with(|view| !view.ratings.is_empty()).unwrap_or(false));
    let row = move |player: &ReportPlayer, is_winner: bool| {
        let member = player.member;
        let total = room
            .with(|view| super::state::member(view, member?).map(|it| it.total))
            .flatten();
        let rating = room.with(|view| {
            let change = view.ratings.iter().find(|it| Some(it.member) == member)?;
            let difference = change.after - change.before;
            let sign = if difference < 0.0 { "−" } else { "+" };
            Some(format!(
                "{:.0} ({sign}{:.0})",
                change.after,
                difference.abs()
            ))
        });
        let is_you = room.with(|view| Some(view.member)) == Some(member) && member.is_some();
        view! {
            <tr class:is-you=is_you class:is-winner=is_winner>
                <th scope="row">{player_name(player)}
                    {is_winner.then(|| view! { <span class="room-crown" aria-hidden="true">" ★"</span> })}
                </th>
                <td>{number(player.words)}</td>
                <td>{plain(player.points)}</td>
                <td>{total.map(plain)}</td>
                {has_ratings.get().then(|| view! { <td>{rating.flatten()}</td> })}
            </tr>
        }
    };
    let rows = move || {
        report.with(|report| {
            let Some(report) = report else {
                return Vec::new();
            };
            let mut players: Vec<(u32, &ReportPlayer)> = (0..).zip(&report.players).collect();
            players.sort_by_key(|(_, player)| std::cmp::Reverse(player.points));
            let rows = players.into_iter();
            rows.map(|(index, player)| row(player, report.winners.contains(&index)))
                .collect()
        })
    };
    view! {
        <div class="scrolls" role="group" tabindex="0" aria-label=move || tr("room.standings")>
            <table class="standings room-standings" id="room-standings">
                <thead><tr>
                    <th scope="col">{move || tr("room.player")}</th>
                    <th scope="col">{move || tr("play.statistics.words")}</th>
                    <th scope="col">{move || tr("room.this-round")}</th>
                    <th scope="col">{move || tr("room.total")}</th>
                    {move || has_ratings.get().then(|| view! { <th scope="col">{tr("room.rating")}</th> })}
                </tr></thead>
                <tbody>{move || rows().into_iter().collect_view()}</tbody>
            </table>
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
                <span class="found-points">{number(points)}</span>
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
            <div class="room-columns" id="columns" role="group" tabindex="0"
                aria-label=move || tr("room.columns")>{columns}</div>
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
