//! The SQL statements and [`RoomStorage`] itself, written once for both databases. This file is
//! compiled twice, as a module of `sqlite.rs` and of `postgres.rs`, which define `Storage`,
//! `Connection` and the few parts of SQL in which the databases differ. Generic code would need a
//! page of bounds for every function.

use std::collections::BTreeMap;
use std::path::Path;
use std::pin::Pin;

use sqlx::{Executor, Row, query};

use super::{ARRAY_ITEMS, Connection, INPUT_ITEMS, ROOM_ITEMS, Storage};
use crate::room_storage::storage_error::StatementError;
use crate::room_storage::{
    BackupError, BackupSummary, Expired, ExpiryRule, RoomStorage, RoomWrite, StorageFuture,
    StoredIdentity, StoredRoom, StoredRound,
};

/// The number of rooms or rounds that one transaction deletes because they are old. Deleting so
/// many takes milliseconds.
const EXPIRY_BATCH: i64 = 100;

impl RoomStorage for Storage {
    fn write<'a>(&'a self, writes: &'a [RoomWrite]) -> StorageFuture<'a, ()> {
        Box::pin(async move {
            let mut transaction = self.begin().await?;
            let outcome = apply(&mut transaction, writes).await;
            self.end(transaction, outcome).await
        })
    }

    fn load_room<'a>(&'a self, room: &'a str) -> StorageFuture<'a, Option<StoredRoom>> {
        Box::pin(async move {
            let mut connection = self.reader().await?;
            let loaded = load_room(&mut connection, room).await;
            loaded.map_err(|error| self.error(error))
        })
    }

    fn is_free<'a>(&'a self, room: &'a str) -> StorageFuture<'a, bool> {
        Box::pin(async move {
            let mut connection = self.reader().await?;
            let free = is_free(&mut connection, room).await;
            free.map_err(|error| self.error(error))
        })
    }

    fn round<'a>(&'a self, room: &'a str, number: u32) -> StorageFuture<'a, Option<String>> {
        Box::pin(async move {
            let mut connection = self.reader().await?;
            let round = round(&mut connection, room, number).await;
            round.map_err(|error| self.error(error))
        })
    }

    fn rounds_of<'a>(
        &'a self,
        identity: &'a str,
        limit: u32,
    ) -> StorageFuture<'a, Vec<StoredRound>> {
        Box::pin(async move {
            let mut connection = self.reader().await?;
            let rounds = rounds_of(&mut connection, identity, limit).await;
            rounds.map_err(|error| self.error(error))
        })
    }

    fn identity<'a>(&'a self, id: &'a str) -> StorageFuture<'a, Option<StoredIdentity>> {
        Box::pin(async move {
            let mut connection = self.reader().await?;
            let found = identities(&mut connection, &[id]).await;
            let found = found.map_err(|error| self.error(error))?;
            Ok(found.into_iter().next())
        })
    }

    fn identities<'a>(&'a self, ids: &'a [String]) -> StorageFuture<'a, Vec<StoredIdentity>> {
        Box::pin(async move {
            let mut connection = self.reader().await?;
            let found = identities(&mut connection, ids).await;
            found.map_err(|error| self.error(error))
        })
    }

    fn expire(&self, rule: ExpiryRule) -> StorageFuture<'_, Expired> {
        Box::pin(async move {
            let mut expired = Expired::default();
            let mut last = Some(String::new());
            while let Some(after) = last {
                let mut transaction = self.begin().await?;
                let outcome = expire_rooms(&mut transaction, rule.rooms_before, &after).await;
                let rooms = self.end(transaction, outcome).await?;
                expired.rooms += rooms.len() as u64;
                last = rooms.into_iter().max();
            }
            loop {
                let mut transaction = self.begin().await?;
                let outcome = expire_rounds(&mut transaction, rule.rounds_before).await;
                let rounds = self.end(transaction, outcome).await?;
                expired.rounds += rounds;
                if rounds < EXPIRY_BATCH as u64 {
                    return Ok(expired);
                }
            }
        })
    }

    fn check(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let mut transaction = self.begin().await?;
            // A change that is not committed would not reach the disk.
            let outcome = transaction
                .execute("UPDATE write_check SET count = count + 1")
                .await;
            let outcome = outcome.map(drop).map_err(StatementError::from);
            self.end(transaction, outcome).await
        })
    }

    fn back_up<'a>(
        &'a self,
        file: &'a Path,
    ) -> Pin<Box<dyn Future<Output = Result<BackupSummary, BackupError>> + Send + 'a>> {
        Box::pin(self.write_backup(file))
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.close_connections())
    }
}

/// Converts a number to the type of its column.
fn column(number: u64) -> Result<i64, StatementError> {
    i64::try_from(number).map_err(|_| StatementError::Rejected {
        detail: format!("{number} is too large"),
    })
}

/// Converts the value of a column to its number. Only numbers from 0 on are stored.
fn unsigned(number: i64) -> u64 {
    number.unsigned_abs()
}

/// Applies writes in their order. Inputs that follow each other are stored together.
async fn apply(connection: &mut Connection, writes: &[RoomWrite]) -> Result<(), StatementError> {
    let mut rest = writes;
    while let [first, after @ ..] = rest {
        let run = rest
            .iter()
            .take_while(|write| matches!(write, RoomWrite::Input { .. }))
            .count();
        if run > 0 {
            append_inputs(connection, &rest[..run]).await?;
            rest = &rest[run..];
        } else {
            apply_one(connection, first).await?;
            rest = after;
        }
    }
    Ok(())
}

/// Applies a write that is not an input.
async fn apply_one(connection: &mut Connection, write: &RoomWrite) -> Result<(), StatementError> {
    match write {
        // `apply` stores inputs together.
        RoomWrite::Input { .. } => append_inputs(connection, std::slice::from_ref(write)).await,
        RoomWrite::CreateRoom {
            room,
            number,
            epoch,
            at,
            body,
        } => {
            let created = query(
                "INSERT INTO room (code, number, changed_at, epoch) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (code) DO NOTHING",
            )
            .bind(room)
            .bind(column(*number)?)
            .bind(column(*at)?)
            .bind(column(*epoch)?)
            .execute(&mut *connection)
            .await?;
            if created.rows_affected() == 0 {
                return Err(conflict(room, *number));
            }
            query("INSERT INTO room_snapshot (room, number, body) VALUES ($1, $2, $3)")
                .bind(room)
                .bind(column(*number)?)
                .bind(body)
                .execute(connection)
                .await?;
            Ok(())
        }
        RoomWrite::Snapshot {
            room,
            number,
            epoch,
            at,
            body,
        } => {
            let changed = query(
                "UPDATE room SET changed_at = $3
                 WHERE code = $1 AND number >= $2 AND epoch = $4",
            )
            .bind(room)
            .bind(column(*number)?)
            .bind(column(*at)?)
            .bind(column(*epoch)?)
            .execute(&mut *connection)
            .await?;
            let replaced = query(
                "UPDATE room_snapshot SET number = $2, body = $3
                 WHERE room = $1 AND number <= $2",
            )
            .bind(room)
            .bind(column(*number)?)
            .bind(body)
            .execute(&mut *connection)
            .await?;
            if changed.rows_affected() == 0 || replaced.rows_affected() == 0 {
                return Err(conflict(room, *number));
            }
            query("DELETE FROM room_record WHERE room = $1 AND number <= $2")
                .bind(room)
                .bind(column(*number)?)
                .execute(connection)
                .await?;
            Ok(())
        }
        RoomWrite::SetAside { room, number } => {
            query(
                "INSERT INTO unreadable_record (room, number, body)
                 SELECT room, number, body FROM room_record WHERE room = $1 AND number = $2
                 ON CONFLICT (room, number) DO NOTHING",
            )
            .bind(room)
            .bind(column(*number)?)
            .execute(connection)
            .await?;
            Ok(())
        }
        RoomWrite::Round {
            room,
            number,
            ended_at,
            body,
            players,
        } => {
            let (number, ended_at) = (i64::from(*number), column(*ended_at)?);
            let stored = query(
                "INSERT INTO finished_round (room, number, ended_at, body)
                 VALUES ($1, $2, $3, $4) ON CONFLICT (room, number) DO NOTHING",
            )
            .bind(room)
            .bind(number)
            .bind(ended_at)
            .bind(body)
            .execute(&mut *connection)
            .await?;
            if stored.rows_affected() == 0 {
                return Err(conflict(room, unsigned(number)));
            }
            let players_sql = format!(
                "INSERT INTO round_player (identity, ended_at, room, number)
                 SELECT DISTINCT item, $2, $3, $4 FROM {ARRAY_ITEMS} AS items"
            );
            query(&players_sql)
                .bind(json(players)?)
                .bind(ended_at)
                .bind(room)
                .bind(number)
                .execute(connection)
                .await?;
            Ok(())
        }
        RoomWrite::Identity {
            identity,
            rounds_before,
        } => store_identity(connection, identity, *rounds_before).await,
        RoomWrite::RemoveRoom { room } => {
            query("DELETE FROM room WHERE code = $1")
                .bind(room)
                .execute(connection)
                .await?;
            Ok(())
        }
        RoomWrite::RemoveIdentity { id, with_rounds } => {
            if *with_rounds {
                query(
                    "DELETE FROM finished_round WHERE (room, number) IN (
                         SELECT room, number FROM round_player WHERE identity = $1
                     )",
                )
                .bind(id)
                .execute(&mut *connection)
                .await?;
            }
            query("DELETE FROM round_player WHERE identity = $1")
                .bind(id)
                .execute(&mut *connection)
                .await?;
            query("DELETE FROM identity WHERE id = $1")
                .bind(id)
                .execute(connection)
                .await?;
            Ok(())
        }
    }
}

fn conflict(room: &str, number: u64) -> StatementError {
    StatementError::Conflict {
        room: room.to_owned(),
        number,
    }
}

/// Converts a list to the JSON that a statement takes it apart from.
fn json(list: &impl serde::Serialize) -> Result<String, StatementError> {
    serde_json::to_string(list).map_err(|error| StatementError::Rejected {
        detail: error.to_string(),
    })
}

/// The inputs of one room among those that are stored together.
struct InputRun {
    first: u64,
    last: u64,
    first_epoch: u64,
    last_epoch: u64,
    at: u64,
}

/// Appends inputs, of which each must have the next number of its room, and an epoch that is not
/// smaller than that of the input before. Two statements store any number of them: a statement for
/// each input takes longer than storing it.
async fn append_inputs(
    connection: &mut Connection,
    writes: &[RoomWrite],
) -> Result<(), StatementError> {
    let mut runs: BTreeMap<&str, InputRun> = BTreeMap::new();
    let mut inputs = Vec::with_capacity(writes.len());
    for write in writes {
        let RoomWrite::Input {
            room,
            number,
            epoch,
            at,
            body,
        } = write
        else {
            continue;
        };
        let (number, epoch, at) = (*number, *epoch, *at);
        let run = runs.entry(room).or_insert(InputRun {
            first: number,
            last: number.wrapping_sub(1),
            first_epoch: epoch,
            last_epoch: epoch,
            at,
        });
        if number != run.last.wrapping_add(1) || epoch < run.last_epoch {
            return Err(conflict(room, number));
        }
        (run.last, run.last_epoch, run.at) = (number, epoch, at);
        inputs.push((room, column(number)?, body));
    }
    let mut rooms = Vec::with_capacity(runs.len());
    for (room, run) in &runs {
        let numbers = [run.first, run.last, run.at, run.first_epoch, run.last_epoch];
        let [first, last, at, first_epoch, last_epoch] = numbers.map(column);
        rooms.push((room, first?, last?, at?, first_epoch?, last_epoch?));
    }
    let rooms_sql = format!(
        "UPDATE room SET number = items.last_number, changed_at = items.at,
             epoch = items.last_epoch
         FROM {ROOM_ITEMS} AS items
         WHERE room.code = items.room AND room.number = items.first_number - 1
             AND room.epoch <= items.first_epoch
         RETURNING room.code"
    );
    let continued = query(&rooms_sql)
        .bind(json(&rooms)?)
        .fetch_all(&mut *connection)
        .await?;
    if continued.len() != runs.len() {
        for row in &continued {
            runs.remove(row.try_get::<&str, _>(0)?);
        }
        if let Some((room, run)) = runs.first_key_value() {
            return Err(conflict(room, run.first));
        }
    }
    let inputs_sql = format!(
        "INSERT INTO room_record (room, number, body)
         SELECT room, number, body FROM {INPUT_ITEMS} AS items"
    );
    query(&inputs_sql)
        .bind(json(&inputs)?)
        .execute(connection)
        .await?;
    Ok(())
}

async fn store_identity(
    connection: &mut Connection,
    identity: &StoredIdentity,
    rounds_before: u32,
) -> Result<(), StatementError> {
    let figures = [identity.rating, identity.deviation, identity.volatility];
    if let Some(figure) = figures.iter().find(|figure| !figure.is_finite()) {
        return Err(StatementError::Rejected {
            detail: format!("the rating of an identity is {figure}"),
        });
    }
    let stored = query(
        "INSERT INTO identity (id, name, rating, deviation, volatility, rounds, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET
             name = excluded.name, rating = excluded.rating, deviation = excluded.deviation,
             volatility = excluded.volatility, rounds = excluded.rounds,
             changed_at = excluded.changed_at
         WHERE identity.rounds = $8",
    )
    .bind(&identity.id)
    .bind(&identity.name)
    .bind(identity.rating)
    .bind(identity.deviation)
    .bind(identity.volatility)
    .bind(i64::from(identity.rounds))
    .bind(column(identity.at)?)
    .bind(i64::from(rounds_before))
    .execute(connection)
    .await?;
    match stored.rows_affected() {
        0 => Err(StatementError::RatingChanged {
            identity: identity.id.clone(),
        }),
        _ => Ok(()),
    }
}

/// Reads a room with one statement, which sees one state of the database.
async fn load_room(
    connection: &mut Connection,
    room: &str,
) -> Result<Option<StoredRoom>, StatementError> {
    let rows = query(
        "SELECT 0 AS place, number, body, 0 AS epoch FROM room_snapshot WHERE room = $1
         UNION ALL SELECT 1, number, body, 0 FROM room_record WHERE room = $1
         UNION ALL SELECT 2, number, '', epoch FROM room WHERE code = $1
         ORDER BY 1, 2",
    )
    .bind(room)
    .fetch_all(connection)
    .await?;
    let [first, inputs @ .., last] = &rows[..] else {
        return Ok(None);
    };
    let mut stored = StoredRoom {
        epoch: unsigned(last.try_get(3)?),
        last: unsigned(last.try_get(1)?),
        number: unsigned(first.try_get(1)?),
        snapshot: first.try_get(2)?,
        inputs: Vec::with_capacity(inputs.len()),
    };
    for row in inputs {
        stored
            .inputs
            .push((unsigned(row.try_get(1)?), row.try_get(2)?));
    }
    Ok(Some(stored))
}

async fn is_free(connection: &mut Connection, room: &str) -> Result<bool, StatementError> {
    let row = query(
        "SELECT NOT EXISTS (SELECT 1 FROM room WHERE code = $1)
         AND NOT EXISTS (SELECT 1 FROM finished_round WHERE room = $1)",
    )
    .bind(room)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get(0)?)
}

async fn round(
    connection: &mut Connection,
    room: &str,
    number: u32,
) -> Result<Option<String>, StatementError> {
    let row = query("SELECT body FROM finished_round WHERE room = $1 AND number = $2")
        .bind(room)
        .bind(i64::from(number))
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

async fn rounds_of(
    connection: &mut Connection,
    identity: &str,
    limit: u32,
) -> Result<Vec<StoredRound>, StatementError> {
    let rows = query(
        "SELECT finished_round.room, finished_round.number, finished_round.ended_at,
             finished_round.body
         FROM round_player JOIN finished_round
             ON finished_round.room = round_player.room
             AND finished_round.number = round_player.number
         WHERE round_player.identity = $1
         ORDER BY round_player.ended_at DESC, round_player.room DESC, round_player.number DESC
         LIMIT $2",
    )
    .bind(identity)
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await?;
    let mut rounds = Vec::with_capacity(rows.len());
    for row in rows {
        rounds.push(StoredRound {
            room: row.try_get(0)?,
            number: u32::try_from(row.try_get::<i64, _>(1)?).unwrap_or(u32::MAX),
            ended_at: unsigned(row.try_get(2)?),
            body: row.try_get(3)?,
        });
    }
    Ok(rounds)
}

async fn identities(
    connection: &mut Connection,
    ids: &[impl serde::Serialize + Sync],
) -> Result<Vec<StoredIdentity>, StatementError> {
    let sql = format!(
        "SELECT id, name, rating, deviation, volatility, rounds, changed_at
         FROM identity WHERE id IN (SELECT item FROM {ARRAY_ITEMS} AS items)"
    );
    let rows = query(&sql).bind(json(&ids)?).fetch_all(connection).await?;
    let mut identities = Vec::with_capacity(rows.len());
    for row in rows {
        identities.push(StoredIdentity {
            id: row.try_get(0)?,
            name: row.try_get(1)?,
            rating: row.try_get(2)?,
            deviation: row.try_get(3)?,
            volatility: row.try_get(4)?,
            rounds: u32::try_from(row.try_get::<i64, _>(5)?).unwrap_or(u32::MAX),
            at: unsigned(row.try_get(6)?),
        });
    }
    Ok(identities)
}

/// Deletes some of the rooms that have not changed since a time, of those after a code, and
/// returns their codes.
async fn expire_rooms(
    connection: &mut Connection,
    before: u64,
    after: &str,
) -> Result<Vec<String>, StatementError> {
    let rows = query(
        "DELETE FROM room WHERE code IN (
             SELECT code FROM room WHERE changed_at < $1 AND code > $2 ORDER BY code LIMIT $3
         ) RETURNING code",
    )
    .bind(column(before)?)
    .bind(after)
    .bind(EXPIRY_BATCH)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Deletes some of the finished rounds that ended before a time, and returns their number.
async fn expire_rounds(connection: &mut Connection, before: u64) -> Result<u64, StatementError> {
    let deleted = query(
        "DELETE FROM finished_round WHERE (room, number) IN (
             SELECT room, number FROM finished_round WHERE ended_at < $1
             ORDER BY ended_at LIMIT $2
         )",
    )
    .bind(column(before)?)
    .bind(EXPIRY_BATCH)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}
