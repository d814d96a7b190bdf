//! A round again, as it happened: a slider over its time, the words on the board when they were
//! found, and the points as they grew.

use std::time::Duration;

use leptos::prelude::*;
use wgs_play::WordView;
use wgs_play::room::RoundReport;

use super::report_page::word_view;
use super::room_text::player_name;
use super::state::RoomState;
use crate::play::round_clock::minutes;
use crate::text::{number, tr, tr_count, tr_with};

/// How often the replay moves.
const STEP: Duration = Duration::from_millis(100);

/// The speeds to choose from.
const SPEEDS: [u64; 3] = [1, 4, 16];

/// How long each word stays for a player who wants no motion.
const STILL: Duration = Duration::from_millis(1500);

/// A word that was found at a time.
#[derive(Clone, Debug, PartialEq)]
struct FoundAt {
    time: u64,
    player: usize,
    word: WordView,
}

/// The words that were found, in the order of time.
fn finds(report: &RoundReport) -> Vec<FoundAt> {
    let mut finds: Vec<FoundAt> = report
        .words
        .iter()
        .flat_map(|word| {
            word.finders.iter().map(|finder| FoundAt {
                time: finder.time,
                player: finder.player as usize,
                word: word_view(word),
            })
        })
        .collect();
    finds.sort_by_key(|found| (found.time, found.player));
    finds
}

/// The replay of a round.
#[component]
pub fn Replay(
    /// The round.
    report: RoundReport,
) -> impl IntoView {
    let play = RoomState::here().play;
    let (played, finds) = (report.played.max(1), StoredValue::new(finds(&report)));
    let names: Vec<String> = report.players.iter().map(player_name).collect();
    let time = RwSignal::new(0u64);
    let is_running = RwSignal::new(false);
    let speed = RwSignal::new(SPEEDS[1]);
    let is_still = window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches());
    let show = move |now: u64| {
        time.set(now);
        let last = finds.with_value(|finds| {
            let last = finds.iter().take_while(|found| found.time <= now).last();
            last.map(|found| found.word.clone())
        });
        play.selected.set(last);
    };
    let step = move || {
        if !is_running.get_untracked() {
            return;
        }
        let now = time.get_untracked();
        // Without motion, the replay goes from word to word.
        let next = match is_still {
            true => finds.with_value(|finds| {
                let next = finds.iter().find(|found| found.time > now);
                next.map_or(played, |found| found.time)
            }),
            false => now + STEP.as_millis() as u64 * speed.get_untracked(),
        };
        show(next.min(played));
        if next >= played {
            is_running.set(false);
        }
    };
    let interval = set_interval_with_handle(step, if is_still { STILL } else { STEP });
    if let Ok(interval) = interval {
        on_cleanup(move || interval.clear());
    }
    let toggle = move |_| {
        let starts = !is_running.get_untracked();
        if starts && time.get_untracked() >= played {
            show(0);
        }
        is_running.set(starts);
    };
    let scores = move || {
        let now = time.get();
        let mut scores = vec![(0u64, 0u64); names.len()];
        finds.with_value(|finds| {
            for found in finds.iter().take_while(|found| found.time <= now) {
                if let Some((words, points)) = scores.get_mut(found.player) {
                    *words += 1;
                    *points += found.word.points;
                }
            }
        });
        let most = scores.iter().map(|(_, points)| *points).max();
        let most = most.unwrap_or(0).max(1);
        names
            .iter()
            .zip(scores)
            .map(|(name, (words, points))| {
                let share = 100 * points / most;
                view! {
                    <li class="opponent">
                        <span class="opponent-name">{name.clone()}</span>
                        <span class="opponent-points">
                            {tr_count("solver.words", words)}" · "{number(points)}
                        </span>
                        <span class="clock-bar" aria-hidden="true">
                            <i style:width=format!("{share}%")></i>
                        </span>
                    </li>
                }
            })
            .collect_view()
    };
    let time_text = move || {
        let values = [("time", minutes(time.get())), ("all", minutes(played))];
        let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
        tr_with("room.replay.time", &values)
    };
    let speed_choice = move |of: u64| {
        view! {
            <label class="choice">
                <input type="radio" name="replay-speed" prop:checked=move || speed.get() == of
                    on:change=move |_| speed.set(of)/>
                <span>{format!("{of}×")}</span>
            </label>
        }
    };
    view! {
        <details class="card room-replay" id="replay">
            <summary>{move || tr("room.replay")}</summary>
            <div class="room-replay-controls">
                <button id="replay-play" on:click=toggle>
                    {move || tr(if is_running.get() { "room.replay.pause" } else { "room.replay.play" })}
                </button>
                <span class="room-replay-time">{time_text}</span>
                {(!is_still).then(|| view! {
                    <fieldset class="choices">
                        <legend class="unseen">{move || tr("room.replay.speed")}</legend>
                        {SPEEDS.map(speed_choice)}
                    </fieldset>
                })}
            </div>
            <input type="range" id="replay-time" min="0" max=played.to_string() step="100"
                aria-label=move || tr("room.replay.at") aria-valuetext=time_text
                prop:value=move || time.get().to_string()
                on:input=move |event| {
                    is_running.set(false);
                    if let Ok(now) = event_target_value(&event).parse() {
                        show(now);
                    }
                }/>
            <ul class="opponents" id="replay-scores">{scores}</ul>
        </details>
    }
}
