//! The hunts that are running on the server: how far they are, and what they have found.

use leptos::prelude::*;
use wgs_engine::BoardSize;
use wgs_records::hunt::HuntProgress;

use super::record_list::{RecordList, RecordOrigin};
use super::record_text::{goal_name, letters_text, met_text, value_text};
use super::small_board::{SmallBoard, sized_view};
use crate::play::round_clock::minutes;
use crate::play::state::PlayState;
use crate::text::{number, tr, tr_with};

/// The command that starts a hunt.
const COMMAND: &str = "wgs hunt boggle-new";

/// The identity of a running hunt.
type HuntKey = (u64, u32);

fn key(hunt: &HuntProgress) -> HuntKey {
    (hunt.started, hunt.process)
}

/// How much of a hunt is done, in percent, if it has an end.
fn percent(hunt: &HuntProgress) -> Option<u32> {
    let share = |done: f64, all: f64| (all > 0.0).then(|| (100.0 * done / all).min(100.0) as u32);
    let of_climbs = hunt
        .climb_limit
        .and_then(|limit| share(hunt.climbs as f64, limit as f64));
    let of_time = hunt.time_limit.and_then(|limit| share(hunt.seconds, limit));
    of_climbs.max(of_time)
}

/// The running hunts. The space of one is always there: nothing moves when one begins.
#[component]
pub fn HuntPanel() -> impl IntoView {
    let list = RecordList::here();
    let keys = move || {
        list.hunts
            .with(|hunts| hunts.iter().map(key).collect::<Vec<_>>())
    };
    let is_idle = Memo::new(move |_| list.hunts.with(Vec::is_empty));
    let note = move || match list.origin.get() {
        RecordOrigin::LostServer => Some(tr("record.hunt.lost")),
        RecordOrigin::Server | RecordOrigin::File if is_idle.get() => Some(tr("record.hunt.none")),
        _ => None,
    };
    view! {
        <section class="hunts" aria-labelledby="hunts-title">
            <h2 id="hunts-title">{move || tr("record.hunts")}</h2>
            <div class="hunt-cards" id="hunts">
                <For each=keys key=|key| *key children=|key| view! { <HuntCard key/> }/>
            </div>
            <p class="hint hunt-note" id="hunt-note" class:is-idle=move || is_idle.get()>
                <span>{note}</span>
                <Show when=move || is_idle.get()><code>{COMMAND}</code></Show>
            </p>
        </section>
    }
}

/// A running hunt.
#[component]
fn HuntCard(key: HuntKey) -> impl IntoView {
    let (play, list) = (PlayState::here(), RecordList::here());
    let hunt = Memo::new(move |_| {
        list.hunts.with(|hunts| {
            let mut hunts = hunts.iter();
            hunts.find(|hunt| self::key(hunt) == key).cloned()
        })
    });
    let of = move |of: fn(&HuntProgress) -> String| hunt.with(|hunt| hunt.as_ref().map(of));
    let best = Memo::new(move |_| {
        hunt.with(|hunt| {
            let hunt = hunt.as_ref()?;
            let board = hunt.boards.first()?.board.clone();
            let size = BoardSize {
                rows: hunt.rows,
                columns: hunt.columns,
            };
            Some((hunt.game.clone(), size, board))
        })
    });
    let picture = move || {
        let (game, size, board) = best.get()?;
        let catalogue = play.session.configuration.with(|it| it.catalogue.clone());
        let view = sized_view(&catalogue, &game, size);
        Some(view! { <SmallBoard view board/> })
    };
    let value = Memo::new(move |_| {
        hunt.with(|hunt| {
            let hunt = hunt.as_ref()?;
            Some(value_text(hunt.goal, hunt.best?))
        })
    });
    // Screen readers hear of a better board, not of every second.
    Effect::new(move |last: Option<Option<String>>| {
        let value = value.get();
        if let (Some(_), Some(value)) = (last, &value) {
            let text = tr_with("record.hunt.better", &[("value", value)]);
            play.session.announce(text);
        }
        value
    });
    let share = Memo::new(move |_| hunt.with(|hunt| hunt.as_ref().and_then(percent)));
    let title = move || of(|hunt| format!("{} · {}", hunt.game, goal_name(hunt.goal)));
    let with = move || of(|hunt| format!("{} · {}", letters_text(&hunt.letters), hunt.dictionary));
    let climbs = move || {
        of(|hunt| {
            let rate = number(hunt.evaluations_per_second.max(0.0) as u64);
            let time = minutes((hunt.seconds.max(0.0) * 1000.0) as u64);
            let parts = [
                met_text(hunt.met, hunt.climbs),
                tr_with("record.hunt.rate", &[("n", &rate)]),
                time,
            ];
            parts.join(" · ")
        })
    };
    view! {
        <article class="card hunt">
            <span class="record-picture">{picture}</span>
            <div class="hunt-text">
                <h3>{title}</h3>
                <p class="hint">{with}</p>
                <p class="hunt-best">
                    {move || value.get().unwrap_or_else(|| tr("record.hunt.nothing"))}
                </p>
                <p class="hint hunt-figures">{climbs}</p>
                {move || share.get().map(|share| view! {
                    <div class="clock-bar" role="progressbar" aria-valuemin="0" aria-valuemax="100"
                        aria-valuenow=share.to_string() aria-label=tr("record.hunt.progress")>
                        <i style:width=format!("{share}%")></i>
                    </div>
                })}
            </div>
        </article>
    }
}

#[cfg(test)]
mod tests {
    use wgs_records::Fingerprint;
    use wgs_records::hunt::HuntGoal;

    use super::*;

    #[test]
    fn a_hunt_is_as_far_as_the_limit_that_ends_it_first() {
        let hunt = HuntProgress {
            process: 1,
            game: "Boggle (New)".to_owned(),
            columns: 4,
            rows: 4,
            letters: "dice".to_owned(),
            goal: HuntGoal::MAX_POINTS,
            dictionary: "Wordnik".to_owned(),
            dictionary_hash: Fingerprint::of_text(""),
            seed: 1,
            pool: 50,
            started: 0,
            updated: 0,
            seconds: 30.0,
            time_limit: None,
            climbs: 20,
            climb_limit: None,
            evaluations: 0,
            evaluations_per_second: 0.0,
            best: None,
            met: 0,
            boards: Vec::new(),
        };
        for (time_limit, climb_limit, share) in [
            (None, None, None),
            (Some(60.0), None, Some(50)),
            (Some(60.0), Some(25), Some(80)),
            (Some(10.0), None, Some(100)),
            (Some(0.0), None, None),
        ] {
            let hunt = HuntProgress {
                time_limit,
                climb_limit,
                ..hunt.clone()
            };
            assert_eq!(percent(&hunt), share, "{time_limit:?} {climb_limit:?}");
        }
    }
}
