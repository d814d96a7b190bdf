//! Statistics and streaks, which stay on this device, with export and import.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use wgs_play::{Backup, FinishedRound, StatisticsSummary};

use super::result_text::{hints_note, percent, percent_text};
use super::room::identity;
use super::saved_round::{self, KeptRound};
use super::start_page::level_name;
use super::state::{PlayState, round_address};
use super::today::{date_text, today};
use crate::download::download;
use crate::engine_text::tr_message;
use crate::text::{number, tr, tr_count, tr_with};

/// The number of rounds in the chart and in the list: as many as can be opened again.
const LISTED: usize = saved_round::MAX_ENDED;

/// The page of statistics.
#[component]
pub fn StatisticsPage() -> impl IntoView {
    let play = PlayState::here();
    let game = RwSignal::new(None::<String>);
    let games = Memo::new(move |_| {
        play.data.with(|data| {
            let rounds = data.statistics.rounds();
            let mut games: Vec<String> = rounds.map(|round| round.game.clone()).collect();
            games.sort_unstable();
            games.dedup();
            games
        })
    });
    let summary = Memo::new(move |_| {
        let game = game.get();
        play.data
            .with(|data| data.statistics.summary(game.as_deref(), today()))
    });
    let rounds = Memo::new(move |_| {
        let game = game.get();
        play.data.with(|data| {
            let rounds = data.statistics.rounds().rev();
            let rounds =
                rounds.filter(|round| game.as_ref().is_none_or(|game| round.game == *game));
            rounds.take(LISTED).cloned().collect::<Vec<_>>()
        })
    });
    let choose = move |event| {
        let value = event_target_value(&event);
        game.set(Some(value).filter(|value| !value.is_empty()));
    };
    let options = move || {
        let option = move |name: String| {
            let (value, chosen) = (name.clone(), name.clone());
            let is_chosen = move || game.with(|game| game.as_ref() == Some(&chosen));
            view! { <option value=value prop:selected=is_chosen>{name}</option> }
        };
        games.get().into_iter().map(option).collect_view()
    };
    view! {
        <div class="after statistics">
            <div class="after-head">
                <h1>{move || tr("play.statistics")}</h1>
                <a class="button quiet" href="#">{move || tr("play.back")}</a>
            </div>
            {move || match games.with(Vec::is_empty) {
                true => view! { <p id="no-rounds">{tr("play.statistics.none")}</p> }.into_any(),
                false => view! {
                    <label class="field statistics-game">
                        <span>{move || tr("solver.game")}</span>
                        <select id="statistics-game" on:change=choose>
                            <option value="">{move || tr("play.statistics.all")}</option>
                            {options}
                        </select>
                    </label>
                    {move || view! { <Figures summary=summary.get()/> }}
                    {move || view! { <RoundChart rounds=rounds.get()/> }}
                    {move || view! { <RoundList rounds=rounds.get()/> }}
                }
                .into_any(),
            }}
            <Files/>
        </div>
    }
}

/// A time in hours and minutes.
pub(super) fn hours(milliseconds: u64) -> String {
    let minutes = milliseconds / 60_000;
    match minutes / 60 {
        0 => tr_count("play.clock.minutes", minutes),
        hours => tr_with(
            "play.statistics.hours",
            &[("h", &number(hours)), ("min", &(minutes % 60).to_string())],
        ),
    }
}

/// The most important numbers.
#[component]
fn Figures(summary: StatisticsSummary) -> impl IntoView {
    let figure = |id: &'static str, value: String| {
        view! {
            <div class="figure" id=format!("figure-{id}")>
                <dt>{tr(&format!("play.statistics.{id}"))}</dt>
                <dd>{value}</dd>
            </div>
        }
    };
    let best_word = (!summary.best_word.is_empty()).then(|| {
        let points = tr_count("solver.points", summary.best_word_points);
        figure("best-word", format!("{} ({points})", summary.best_word))
    });
    let levels = summary.levels.iter().map(|level| {
        let text = tr_with(
            "play.statistics.won",
            &[("won", &number(level.won)), ("n", &number(level.rounds))],
        );
        view! { <tr><th scope="row">{level_name(level.level)}</th><td>{text}</td></tr> }
    });
    let levels: Vec<_> = levels.collect();
    view! {
        <dl class="figures">
            {figure("streak", tr_count("play.statistics.days", summary.streak.into()))}
            {figure("longest", tr_count("play.statistics.days", summary.longest_streak.into()))}
            {figure("rounds", number(summary.rounds))}
            {figure("best", number(summary.best_points.max(0) as u64))}
            {figure("share", percent_text(summary.average_percent))}
            {figure("best-share", percent_text(summary.best_percent))}
            {figure("words", number(summary.words))}
            {figure("time", hours(summary.played))}
            {best_word}
        </dl>
        {(!levels.is_empty()).then(|| view! {
            <table class="standings"><tbody>{levels}</tbody></table>
        })}
    }
}

/// The share of the points in the last rounds, as bars; the newest on the right.
#[component]
fn RoundChart(rounds: Vec<FinishedRound>) -> impl IntoView {
    // The scale ends at a multiple of 20%, so that half of it is a whole number.
    let highest = rounds.iter().map(percent).max().unwrap_or(0);
    let top = highest.max(1).next_multiple_of(20);
    let bar = |round| {
        let height = (100 * percent(round) / top).max(1);
        view! { <i style:height=format!("{height}%")></i> }
    };
    let bars: Vec<_> = rounds.iter().rev().map(bar).collect();
    view! {
        <figure class="round-chart">
            <figcaption class="hint">{tr_count("play.statistics.chart", bars.len() as u64)}</figcaption>
            <div class="round-bars" aria-hidden="true" data-top=percent_text(top)
                data-middle=percent_text(top / 2)>{bars}</div>
        </figure>
    }
}

/// The last rounds in words.
#[component]
fn RoundList(rounds: Vec<FinishedRound>) -> impl IntoView {
    let play = PlayState::here();
    let row = |round: &FinishedRound| {
        let is_this = |kept: &&KeptRound| kept.ended.as_ref() == Some(round);
        let id = play
            .kept
            .with(|kept| kept.iter().find(is_this).map(|kept| kept.id));
        let game = round.game.clone();
        let game = match id {
            Some(id) => view! { <a href=round_address(id)>{game}</a> }.into_any(),
            None => game.into_any(),
        };
        let daily = round.is_daily.then(|| tr("play.statistics.daily"));
        view! {
            <tr>
                <td>{date_text(round.date)}</td>
                <th scope="row">{game}{daily.map(|text| view! { " "<span class="tag">{text}</span> })}{hints_note(round)}</th>
                <td class="amount">{number(round.words)}</td>
                <td class="amount">{round.points.to_string()}</td>
                <td class="amount">{percent_text(percent(round))}</td>
            </tr>
        }
    };
    let rows: Vec<_> = rounds.iter().map(row).collect();
    view! {
        <section class="last-rounds">
            <h2>{tr("play.statistics.last")}</h2>
            <div class="scrolls" tabindex="0" role="region" aria-label=tr("play.statistics.last")>
                <table id="last-rounds">
                    <thead><tr>
                        <th scope="col">{tr("play.statistics.date")}</th>
                        <th scope="col">{tr("solver.game")}</th>
                        <th scope="col" class="amount">{tr("play.statistics.words")}</th>
                        <th scope="col" class="amount">{tr("play.statistics.points")}</th>
                        <th scope="col" class="amount">{tr("play.statistics.of-all")}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

/// Export and import of all data.
#[component]
fn Files() -> impl IntoView {
    let play = PlayState::here();
    let outcome = RwSignal::new(None::<Result<String, String>>);
    let export = move |_| {
        let name = format!("wgs-{}.json", today());
        let mut backup = play.data.with_untracked(Backup::clone);
        backup.identity = identity::stored_key();
        let text = backup.to_json();
        download(&name, "application/json", &text);
    };
    let import = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(file) = input.files().and_then(|files| files.item(0)) {
            if file.size() > Backup::MAX_BYTES as f64 {
                outcome.set(Some(Err(tr("editor.import-large"))));
                return;
            }
            spawn_local(async move {
                let text = JsFuture::from(file.text()).await;
                let text = text.ok().and_then(|text| text.as_string());
                let imported = match text {
                    None => Err(tr("editor.import-failed")),
                    Some(text) => match play.data.import(&text) {
                        Ok(()) => Ok(tr("play.statistics.imported")),
                        Err(error) => Err(tr_message(&error)),
                    },
                };
                outcome.set(Some(imported));
            });
        }
        input.set_value("");
    };
    view! {
        <section class="card" aria-labelledby="files-title">
            <h2 id="files-title">{move || tr("play.statistics.files")}</h2>
            <p class="hint">{move || tr("play.statistics.files-what")}</p>
            {identity::player().map(|id| view! {
                <p class="hint" id="player-id">
                    {move || tr_with("play.statistics.player", &[("id", &id)])}
                </p>
            })}
            <div class="card-buttons">
                <button id="export-data" on:click=export>{move || tr("play.statistics.export")}</button>
                <label class="button">
                    <input class="unseen" type="file" id="import-data" accept=".json,application/json"
                        on:change=import/>
                    {move || tr("play.statistics.import")}
                </label>
            </div>
            <p id="import-outcome" role="status"
                class:wrong=move || outcome.with(|outcome| matches!(outcome, Some(Err(_))))>
                {move || outcome.get().map(|outcome| outcome.unwrap_or_else(|error| error))}
            </p>
        </section>
    }
}
