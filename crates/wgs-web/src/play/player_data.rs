//! The player's statistics and practice deck on this device. The browser stores them, for all of
//! its windows together.

use leptos::prelude::*;
use wgs_play::{Backup, BackupError, Date, FinishedRound};

use super::room::identity;
use crate::storage;

/// The key that the browser stores the data under.
const STORED_AS: &str = "play.data";

/// The statistics and the practice deck. Copies refer to the same data.
#[derive(Clone, Copy)]
pub struct PlayerData(RwSignal<Backup>);

impl PlayerData {
    /// Reads what the browser stored.
    pub fn new() -> Self {
        let data = Self(RwSignal::new(stored()));
        // Another window may have played meanwhile.
        let _ = window_event_listener_untyped("storage", move |_| data.0.set(stored()));
        data
    }

    /// Uses the data, as a reactive value.
    pub fn with<T>(self, read: impl FnOnce(&Backup) -> T) -> T {
        self.0.with(read)
    }

    /// Uses the data as it is now.
    pub fn with_untracked<T>(self, read: impl FnOnce(&Backup) -> T) -> T {
        self.0.with_untracked(read)
    }

    /// Changes the data and stores it. Returns false if the browser refuses.
    pub fn update(self, change: impl FnOnce(&mut Backup)) -> bool {
        let mut backup = stored();
        change(&mut backup);
        let is_stored = storage::set(STORED_AS, &backup.to_json());
        self.0.set(backup);
        is_stored
    }

    /// Adds a round, unless it was played on a daily board that has a result already.
    pub fn add_round(self, round: Option<&FinishedRound>) {
        let Some(round) = round else {
            return;
        };
        self.update(|backup| {
            let statistics = &mut backup.statistics;
            let is_repeated = round.is_daily && statistics.daily(&round.game, round.date).is_some();
            if !is_repeated {
                statistics.add(round.clone());
            }
        });
    }

    /// Adds what a file has.
    pub fn import(self, file: &str) -> Result<(), BackupError> {
        let mut other = Backup::from_json(file)?;
        // The key is stored on its own.
        if let Some(key) = other.identity.take() {
            identity::import(&key);
        }
        self.update(|backup| backup.merge(other));
        Ok(())
    }

    /// The number of words that are due, as a reactive value.
    pub fn due(self, today: Date) -> usize {
        self.with(|backup| backup.deck.due(today).count())
    }
}

impl Default for PlayerData {
    fn default() -> Self {
        Self::new()
    }
}

/// The data that the browser stored; none if it cannot be read.
fn stored() -> Backup {
    let stored = storage::get(STORED_AS);
    let stored = stored.and_then(|json| Backup::from_json(&json).ok());
    stored.unwrap_or_default()
}
