//! What is kept of a round that has ended: the report, and the ratings of its players.

use std::collections::HashMap;

use wgs_play::rating::{Rating, rate};
use wgs_play::room::{RatingChange, RoomCode, RoundReport};

use super::HostState;
use crate::room_storage::{RoomWrite, StorageError, StoredIdentity};

impl HostState {
    /// Stores a round that has ended together with the new ratings of its players, and returns
    /// how the ratings changed. A round that is stored already changes nothing.
    pub(super) async fn archive_round(
        &self,
        room: RoomCode,
        report: &RoundReport,
    ) -> Result<Vec<RatingChange>, StorageError> {
        let ids = report.players.iter().filter_map(|it| it.player.clone());
        let ids: Vec<String> = ids.collect();
        // Nobody else changes these ratings between reading and writing them.
        let _turn = match ids.is_empty() {
            true => None,
            false => Some(self.rating_turn.lock().await),
        };
        let code = room.to_string();
        if self.storage.round(&code, report.id).await?.is_some() {
            return Ok(Vec::new());
        }
        let before = self.storage.identities(&ids).await?;
        let body = serde_json::to_string(report).expect("a report can be written as JSON");
        let mut writes = vec![RoomWrite::Round {
            room: code,
            number: report.id,
            ended_at: report.started_at.saturating_add(report.played),
            body,
            players: ids,
        }];
        let (identities, changes) = rate_players(report, &before, self.clock.now());
        writes.extend(identities.into_iter().map(RoomWrite::Identity));
        self.queue.submit(writes).await?;
        Ok(changes)
    }
}

/// Returns the identities of a round's players after the round, and how their ratings changed.
fn rate_players(
    report: &RoundReport,
    before: &[StoredIdentity],
    at: u64,
) -> (Vec<StoredIdentity>, Vec<RatingChange>) {
    let before: HashMap<&str, &StoredIdentity> =
        before.iter().map(|it| (it.id.as_str(), it)).collect();
    let rating = |id: &str| match before.get(id) {
        Some(stored) => Rating {
            rating: stored.rating,
            deviation: stored.deviation,
            volatility: stored.volatility,
        },
        None => Rating::default(),
    };
    let rated = report.rated_players();
    let results: Vec<(Rating, i64)> = rated
        .iter()
        .map(|(index, id)| (rating(id), report.players[*index].points))
        .collect();
    let after: HashMap<usize, Rating> = rated
        .iter()
        .map(|(index, _)| *index)
        .zip(rate(&results))
        .collect();
    let mut identities = Vec::new();
    let mut changes = Vec::new();
    for (index, player) in report.players.iter().enumerate() {
        let Some(id) = &player.player else {
            continue;
        };
        let (old, new) = (rating(id), after.get(&index));
        let Rating {
            rating,
            deviation,
            volatility,
        } = *new.unwrap_or(&old);
        let rounds = before.get(id.as_str()).map_or(0, |stored| stored.rounds);
        identities.push(StoredIdentity {
            id: id.clone(),
            name: player.name.clone(),
            rating,
            deviation,
            volatility,
            rounds: rounds + u32::from(new.is_some()),
            at,
        });
        if let (Some(member), Some(_)) = (player.member, new) {
            changes.push(RatingChange {
                member,
                before: old.rating,
                after: rating,
            });
        }
    }
    (identities, changes)
}
