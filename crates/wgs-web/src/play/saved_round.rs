//! The rounds that the browser keeps, side by side: those that wait to be continued, and the last
//! ones that have ended. The time on the clock is stored every second. They survive a reload, a
//! closed tab and a device that runs out of battery.
//!
//! Each round has keys of its own, so windows that play different rounds do not disturb each other.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use wgs_play::{FinishedRound, RoundAction, SavedRound};

use super::message::RoundReply;
use super::round_origin::RoundOrigin;
use crate::storage;

/// What the keys of rounds begin with.
pub const ROUND: &str = "play.round.";

/// The same for the times on their clocks.
const TIME: &str = "play.time.";

/// The largest number of rounds that wait. When there are more, the oldest are forgotten.
pub const MAX_WAITING: usize = 20;

/// The same for rounds that have ended.
pub const MAX_ENDED: usize = 30;

/// A round that the browser keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptRound {
    /// Its number: when it was started, in milliseconds since 1970-01-01.
    pub id: u64,
    /// The origin of its board.
    pub origin: RoundOrigin,
    /// The game.
    pub game: String,
    /// The round as JSON.
    pub saved: String,
    /// The number of words that the player has found.
    pub words: u64,
    /// When it was stored, in milliseconds since 1970-01-01.
    pub changed: u64,
    /// The round for the statistics, once it has ended.
    pub ended: Option<FinishedRound>,
}

impl KeptRound {
    /// A round after an input that changed it. `now` is the time in milliseconds since 1970-01-01.
    pub fn new(id: u64, origin: RoundOrigin, reply: &RoundReply, now: u64) -> Option<Self> {
        Some(Self {
            id,
            origin,
            game: reply.setup.game.clone(),
            saved: reply.saved.clone()?,
            words: reply.found.len() as u64,
            changed: now,
            ended: get(id).and_then(|kept| kept.ended),
        })
    }

    /// Stores the round. If the browser has no room for it, the oldest that have ended make way.
    pub fn store(&self) -> bool {
        let key = key(self.id);
        loop {
            if storage::set_json(&key, self) {
                return true;
            }
            // The latest comes first.
            let mut rounds = all().into_iter().rev();
            match rounds.find(|it| it.ended.is_some() && it.id != self.id) {
                Some(oldest) => remove(oldest.id),
                None => return false,
            }
        }
    }
}

/// The key that a round is stored under.
pub fn key(id: u64) -> String {
    format!("{ROUND}{id}")
}

/// The rounds that are kept, the last one that was changed first.
pub fn all() -> Vec<KeptRound> {
    let ids = storage::keys(ROUND).into_iter();
    let mut rounds: Vec<KeptRound> = ids.filter_map(|id| get(id.parse().ok()?)).collect();
    rounds.sort_by_key(|round| Reverse((round.changed, round.id)));
    rounds
}

/// A round by its number.
pub fn get(id: u64) -> Option<KeptRound> {
    storage::get_json(&key(id))
}

/// The last round of a game on the daily board of a day, or on that of a challenge.
pub fn find(game: &str, origin: &RoundOrigin) -> Option<KeptRound> {
    let mut rounds = all().into_iter();
    rounds.find(|round| round.game == game && round.origin == *origin)
}

/// A number for a new round. Forgets the oldest rounds if there are too many.
pub fn new_id(now: u64) -> u64 {
    let (ended, waiting): (Vec<_>, Vec<_>) = all().into_iter().partition(|it| it.ended.is_some());
    // There will be one more that waits.
    let surplus = waiting.into_iter().skip(MAX_WAITING - 1);
    for round in surplus.chain(ended.into_iter().skip(MAX_ENDED)) {
        remove(round.id);
    }
    let mut ids = now..;
    let id = ids.find(|id| get(*id).is_none());
    id.unwrap_or(now)
}

/// Stores the time on the clock of a round.
pub fn store_time(id: u64, time: u64) {
    storage::set(&format!("{TIME}{id}"), &time.to_string());
}

/// The time on the clock of a round.
pub fn time(id: u64) -> u64 {
    let time = storage::get(&format!("{TIME}{id}"));
    time.and_then(|time| time.parse().ok()).unwrap_or(0)
}

/// Forgets a round.
pub fn remove(id: u64) {
    storage::remove(&key(id));
    storage::remove(&format!("{TIME}{id}"));
}

/// Takes over the round that earlier versions kept: one at a time, under other keys.
pub fn take_over_old(now: u64) {
    let Some(saved) = storage::get("play.round") else {
        return;
    };
    if let Ok(round) = serde_json::from_str::<SavedRound>(&saved) {
        let is_guess = |action: &RoundAction| {
            matches!(action, RoundAction::Guess(_) | RoundAction::GuessPath(_))
        };
        let words = round.inputs.iter().filter(|it| is_guess(&it.action));
        let kept = KeptRound {
            id: new_id(now),
            origin: storage::get_json("play.origin").unwrap_or_default(),
            game: round.setup.game.clone(),
            words: words.count() as u64,
            saved,
            changed: now,
            ended: None,
        };
        kept.store();
        let time = storage::get("play.time").and_then(|time| time.parse().ok());
        store_time(kept.id, time.unwrap_or(0));
    }
    for key in ["play.round", "play.origin", "play.time", "play.daily"] {
        storage::remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(id: u64, origin: RoundOrigin, game: &str) -> KeptRound {
        KeptRound {
            id,
            origin,
            game: game.to_owned(),
            saved: "{}".to_owned(),
            words: 3,
            changed: id,
            ended: None,
        }
    }

    fn ended(id: u64) -> KeptRound {
        KeptRound {
            ended: Some(FinishedRound::default()),
            ..round(id, RoundOrigin::Dealt, "Ruzzle")
        }
    }

    fn ids() -> Vec<u64> {
        all().iter().map(|round| round.id).collect()
    }

    #[test]
    fn rounds_of_all_origins_are_kept_side_by_side() {
        let day = |day: &str| RoundOrigin::Daily(day.parse().unwrap());
        let challenge = |link: &str| RoundOrigin::Challenge(link.to_owned());
        let rounds = [
            round(1, day("2026-11-20"), "Boggle (New)"),
            round(2, day("2026-11-20"), "Spelling Bee"),
            round(3, day("2026-11-21"), "Boggle (New)"),
            round(4, challenge("#game=Ruzzle&board=CATS"), "Ruzzle"),
            round(5, challenge("#game=Ruzzle&board=DOGS"), "Ruzzle"),
            round(6, RoundOrigin::Dealt, "Ruzzle"),
            round(7, RoundOrigin::Dealt, "Ruzzle"),
        ];
        for round in &rounds {
            assert!(round.store());
            store_time(round.id, round.id * 1000);
        }
        assert_eq!(ids(), [7, 6, 5, 4, 3, 2, 1]);
        for round in &rounds {
            assert_eq!(get(round.id).as_ref(), Some(round));
            assert_eq!(time(round.id), round.id * 1000);
        }
        for round in &rounds[..5] {
            assert_eq!(find(&round.game, &round.origin).as_ref(), Some(round));
        }
        assert_eq!(find("Scramble", &day("2026-11-20")), None);
        remove(4);
        assert_eq!((ids(), time(4)), (vec![7, 6, 5, 3, 2, 1], 0));
    }

    #[test]
    fn the_oldest_rounds_are_forgotten() {
        for id in 0..40 {
            round(id, RoundOrigin::Dealt, "Ruzzle").store();
            ended(100 + id).store();
        }
        assert_eq!(new_id(139), 140, "a number that is not in use");
        let (ended, waiting): (Vec<_>, Vec<_>) =
            all().into_iter().partition(|it| it.ended.is_some());
        assert_eq!((ended.len(), waiting.len()), (MAX_ENDED, MAX_WAITING - 1));
        assert_eq!(
            (ended.last().unwrap().id, waiting.last().unwrap().id),
            (110, 21)
        );
    }

    #[test]
    fn a_round_that_waits_displaces_old_results_where_storage_is_short() {
        for id in 1..=4 {
            KeptRound {
                saved: "x".repeat(20_000),
                ..ended(id)
            }
            .store();
        }
        let long = KeptRound {
            saved: "x".repeat(40_000),
            ..round(9, RoundOrigin::Dealt, "Ruzzle")
        };
        assert!(long.store());
        assert_eq!(ids(), [9, 4, 3]);
        // Those that wait never make way.
        let longer = KeptRound {
            saved: "x".repeat(80_000),
            ..round(10, RoundOrigin::Dealt, "Ruzzle")
        };
        assert!(!longer.store());
        assert_eq!(ids(), [9]);
    }

    #[test]
    fn the_round_of_an_earlier_version_is_taken_over() {
        let saved = r#"{"version":1,"setup":{"game":"Ruzzle","board":"CATS"},"words":2,"points":2,
            "inputs":[{"time":9,"player":0,"action":{"guess":"cat"}},{"time":9,"player":0,"action":"pause"}],
            "time":9}"#;
        storage::set("play.round", saved);
        storage::set("play.time", "5000");
        storage::set_json(
            "play.origin",
            &RoundOrigin::Daily("2026-11-20".parse().unwrap()),
        );
        take_over_old(77);
        let kept = get(77).unwrap();
        assert_eq!(
            (&*kept.game, kept.words, &*kept.saved),
            ("Ruzzle", 1, saved)
        );
        assert_eq!(kept.origin.day().unwrap().to_string(), "2026-11-20");
        assert_eq!(time(77), 5000);
        take_over_old(78);
        assert_eq!(ids(), [77]);
    }
}
