//! The archive of a finished round: the report, and the ratings of its players.

use std::collections::HashMap;

use wgs_play::rating::{Rating, rate};
use wgs_play::room::{RatingChange, RoomCode, RoundReport};

use super::HostState;
use crate::room_storage::{RoomWrite, StorageError, StoredIdentity};

/// How often a round is tried to be stored if other rounds change the ratings of its players at the
/// same time.
const ARCHIVE_TRIES: u32 = 10;

impl HostState {
    /// Stores a round that has ended together with the new ratings of its players, and returns
    /// how the ratings changed. A round that is stored already changes nothing.
    pub(super) async fn archive_round(
        &self,
        room: RoomCode,
        report: &RoundReport,
    ) -> Result<Vec<RatingChange>, StorageError> {
        // Rounds rarely share players, so they do not wait for each other. Those that turn out to
        // take turns on this server; another server's rounds can still come in between.
        let mut turn = None;
        for _ in 1..ARCHIVE_TRIES {
            match self.try_to_archive(room, report).await {
                Err(StorageError::RatingChanged { .. } | StorageError::Conflict { .. }) => {
                    if turn.is_none() {
                        turn = Some(self.rating_turn.lock().await);
                    }
                }
                outcome => return outcome,
            }
        }
        self.try_to_archive(room, report).await
    }

    async fn try_to_archive(
        &self,
        room: RoomCode,
        report: &RoundReport,
    ) -> Result<Vec<RatingChange>, StorageError> {
        let ids = report.players.iter().filter_map(|it| it.player.clone());
        let ids: Vec<String> = ids.collect();
        let code = room.to_string();
        if self.storage.round(&code, report.id).await?.is_some() {
            return Ok(Vec::new());
        }
        let before = self.storage.identities(&ids).await?;
        let body = serde_json::to_string(&report.clone().compacted())
            .expect("a report can be written as JSON");
        let mut writes = vec![RoomWrite::Round {
            room: code,
            number: report.id,
            ended_at: report.started_at.saturating_add(report.played),
            body,
            players: ids,
        }];
        let (identities, changes) = rate_players(report, &before, self.clock.now());
        writes.extend(identities);
        self.queue.submit(writes).await?;
        Ok(changes)
    }
}

/// Returns the writes of the ratings of a round's players, and how the ratings changed.
fn rate_players(
    report: &RoundReport,
    before: &[StoredIdentity],
    at: u64,
) -> (Vec<RoomWrite>, Vec<RatingChange>) {
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
        let rounds_before = before.get(id.as_str()).map_or(0, |stored| stored.rounds);
        let identity = StoredIdentity {
            id: id.clone(),
            name: player.name.clone(),
            rating,
            deviation,
            volatility,
            rounds: rounds_before + u32::from(new.is_some()),
            at,
        };
        identities.push(RoomWrite::Identity {
            identity,
            rounds_before,
        });
        if let (Some(member), Some(_)) = (player.member, new) {
            changes.push(RatingChange {
                member,
                before: old.rating,
                after: rating,
                rounds: rounds_before + 1,
            });
        }
    }
    (identities, changes)
}
