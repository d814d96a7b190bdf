//! What rooms keep on disk: the trait [`RoomStorage`] with an implementation for SQLite and one
//! for PostgreSQL, and the [`WriteQueue`] that writes for all rooms at once. The contents of
//! inputs, snapshots and finished rounds are texts here; what they mean is up to the rooms.
//!
//! A room is stored as a snapshot and the inputs after it, in the table `room_record`. Each input
//! has the next number of its room, and the epoch of the room's owner, which is larger than that of
//! every earlier owner. An input with a larger epoch than the stored one takes the room over. A
//! write that does not continue the stored room, or is of an earlier owner, is rejected with
//! [`StorageError::Conflict`], so if two servers hold the same room, only the later one can change
//! it.
//!
//! ```
//! use std::sync::Arc;
//! use wgs_server::room_storage::{DatabaseLocation, RoomWrite, WriteQueue, open};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! let storage = open(&DatabaseLocation::Memory).await?;
//! let queue = WriteQueue::new(Arc::clone(&storage), Default::default());
//! let (room, at) = ("FROG".to_owned(), 1_700_000_000_000);
//! let body = "{}".to_owned();
//! let snapshot = RoomWrite::CreateRoom { room, number: 0, epoch: 1, at, body };
//! queue.submit(vec![snapshot]).await?;
//! let (room, body) = ("FROG".to_owned(), "[]".to_owned());
//! let input = RoomWrite::Input { room, number: 1, epoch: 1, at, body };
//! queue.submit(vec![input]).await?;
//! let stored = storage.load_room("FROG").await?.unwrap();
//! assert_eq!((stored.number, stored.inputs), (0, vec![(1, "[]".to_owned())]));
//! queue.shut_down().await;
//! # Ok::<(), wgs_server::room_storage::StorageError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backup;
mod location;
mod maintenance;
mod migration;
#[cfg(feature = "cluster")]
mod postgres;
mod sqlite;
mod storage_error;
mod write_ahead_log;
mod write_queue;

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

pub use backup::{BackupError, BackupSummary, back_up};
pub use location::{DatabaseLocation, LocationError};
pub use maintenance::{DeletedPlayer, back_up_blocking, delete_player_blocking};
#[cfg(feature = "cluster")]
pub use postgres::PostgresStorage;
pub use sqlite::{SqliteOptions, SqliteStorage};
pub use storage_error::StorageError;
pub use write_queue::{PendingWrite, QueueLimits, QueueMetrics, WriteAccess, WriteQueue};

/// A change of what is stored. Times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub enum RoomWrite {
    /// Stores a new room. A room with this code must not exist.
    CreateRoom {
        /// The code of the room.
        room: String,
        /// The number of the last input that the snapshot includes; 0 if there was none. The first
        /// input after it has the next number.
        number: u64,
        /// The epoch of the owner.
        epoch: u64,
        /// The time.
        at: u64,
        /// The snapshot.
        body: String,
    },
    /// Appends an input. Its number must be the next one of a room that exists.
    Input {
        /// The code of the room.
        room: String,
        /// The number of the input.
        number: u64,
        /// The epoch of the owner, which must not be smaller than the stored one.
        epoch: u64,
        /// The time.
        at: u64,
        /// The input.
        body: String,
    },
    /// Replaces the snapshot of a room, and deletes the inputs that it includes.
    Snapshot {
        /// The code of the room.
        room: String,
        /// The number of the last input that the snapshot includes. That input must be stored
        /// already, and not be older than the current snapshot.
        number: u64,
        /// The epoch of the owner, which must be the stored one.
        epoch: u64,
        /// The time.
        at: u64,
        /// The snapshot.
        body: String,
    },
    /// Copies an input that cannot be read to the table `unreadable_record`, where a later snapshot
    /// does not delete it.
    SetAside {
        /// The code of the room.
        room: String,
        /// The number of the input.
        number: u64,
    },
    /// Stores a finished round, which outlives its room. One with this number must not exist.
    Round {
        /// The code of the room.
        room: String,
        /// The number of the round in its room.
        number: u32,
        /// When the round ended.
        ended_at: u64,
        /// The round.
        body: String,
        /// The identities that took part.
        players: Vec<String>,
    },
    /// Stores an identity, or replaces what is stored of it.
    Identity {
        /// The identity as it is now.
        identity: StoredIdentity,
        /// The number of rated rounds that the change is based on; 0 for a new identity. If
        /// another number is stored, another round has changed the rating in the meantime, and
        /// the write is rejected with [`StorageError::RatingChanged`].
        rounds_before: u32,
    },
    /// Deletes a room with its inputs. Its finished rounds stay.
    RemoveRoom {
        /// The code of the room.
        room: String,
    },
    /// Deletes an identity, and the links from it to finished rounds.
    RemoveIdentity {
        /// The identity.
        id: String,
        /// Whether to delete the finished rounds too, for everybody who took part.
        with_rounds: bool,
    },
}

impl RoomWrite {
    /// Returns the number of bytes of its texts.
    pub fn size(&self) -> usize {
        match self {
            Self::CreateRoom { room, body, .. }
            | Self::Input { room, body, .. }
            | Self::Snapshot { room, body, .. } => room.len() + body.len(),
            Self::Round {
                room,
                body,
                players,
                ..
            } => room.len() + body.len() + players.iter().map(String::len).sum::<usize>(),
            Self::Identity { identity, .. } => identity.id.len() + identity.name.len(),
            Self::SetAside { room: text, .. }
            | Self::RemoveRoom { room: text }
            | Self::RemoveIdentity { id: text, .. } => text.len(),
        }
    }
}

/// A room as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// The epoch of its last owner; 0 before the first version with epochs.
    pub epoch: u64,
    /// The number of the last input, even if that is not among the inputs any more.
    pub last: u64,
    /// The number of the last input that the snapshot includes.
    pub number: u64,
    /// The snapshot.
    pub snapshot: String,
    /// The numbers and contents of the inputs after the snapshot, in order.
    pub inputs: Vec<(u64, String)>,
}

/// A finished round as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRound {
    /// The code of the room.
    pub room: String,
    /// The number of the round in its room.
    pub number: u32,
    /// When the round ended.
    pub ended_at: u64,
    /// The round.
    pub body: String,
}

/// An identity with its rating.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredIdentity {
    /// The identity: the hash of a key that only the browser knows.
    pub id: String,
    /// The name that the player used last.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// The deviation of the rating.
    pub deviation: f64,
    /// The volatility of the rating.
    pub volatility: f64,
    /// The number of rated rounds.
    pub rounds: u32,
    /// When this was stored.
    pub at: u64,
}

/// The ages at which stored data is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpiryRule {
    /// Deletes rooms that have not changed since this time.
    pub rooms_before: u64,
    /// Deletes finished rounds that ended before this time.
    pub rounds_before: u64,
}

impl ExpiryRule {
    /// Returns the rule that deletes rooms and finished rounds after a number of days.
    pub fn after_days(now: u64, room_days: u32, round_days: u32) -> Self {
        let before = |days: u32| now.saturating_sub(u64::from(days) * 24 * 60 * 60 * 1000);
        Self {
            rooms_before: before(room_days),
            rounds_before: before(round_days),
        }
    }
}

/// How much was deleted because it was old.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// The number of rooms.
    pub rooms: u64,
    /// The number of finished rounds.
    pub rounds: u64,
}

/// A future of [`RoomStorage`].
pub type StorageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// Where rooms are stored. Writes of rooms go through a [`WriteQueue`].
///
/// If a write fails with [`StorageError::Unavailable`] or [`StorageError::Other`], it may have
/// been stored nevertheless. The rooms concerned should be loaded again.
pub trait RoomStorage: Send + Sync + 'static {
    /// Stores all writes in their order, or none: they are one transaction. When this returns, they
    /// are on disk.
    fn write<'a>(&'a self, writes: &'a [RoomWrite]) -> StorageFuture<'a, ()>;

    /// Reads a room.
    fn load_room<'a>(&'a self, room: &'a str) -> StorageFuture<'a, Option<StoredRoom>>;

    /// Returns whether neither a room nor a finished round has this code.
    fn is_free<'a>(&'a self, room: &'a str) -> StorageFuture<'a, bool>;

    /// Reads a finished round.
    fn round<'a>(&'a self, room: &'a str, number: u32) -> StorageFuture<'a, Option<String>>;

    /// Reads the finished rounds that an identity took part in, the latest first.
    fn rounds_of<'a>(
        &'a self,
        identity: &'a str,
        limit: u32,
    ) -> StorageFuture<'a, Vec<StoredRound>>;

    /// Reads an identity.
    fn identity<'a>(&'a self, id: &'a str) -> StorageFuture<'a, Option<StoredIdentity>>;

    /// Reads several identities, in any order; those that are not stored are left out.
    fn identities<'a>(&'a self, ids: &'a [String]) -> StorageFuture<'a, Vec<StoredIdentity>>;

    /// Deletes what is old, in small transactions between which others can write.
    fn expire(&self, rule: ExpiryRule) -> StorageFuture<'_, Expired>;

    /// Checks that the database can be read and written.
    fn check(&self) -> StorageFuture<'_, ()>;

    /// Writes a consistent copy to a file that must not exist, while others read and write.
    fn back_up<'a>(
        &'a self,
        file: &'a Path,
    ) -> Pin<Box<dyn Future<Output = Result<BackupSummary, BackupError>> + Send + 'a>>;

    /// Closes all connections, once those in use are free.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Opens a database, and creates its tables or brings them up to date.
pub async fn open(location: &DatabaseLocation) -> Result<Arc<dyn RoomStorage>, StorageError> {
    Ok(match location {
        DatabaseLocation::Memory => Arc::new(SqliteStorage::in_memory().await?),
        DatabaseLocation::File(file) => {
            Arc::new(SqliteStorage::open(file, SqliteOptions::default()).await?)
        }
        #[cfg(feature = "cluster")]
        DatabaseLocation::Postgres(url) => Arc::new(PostgresStorage::open(url).await?),
        #[cfg(not(feature = "cluster"))]
        DatabaseLocation::Postgres(_) => {
            return Err(StorageError::CannotOpen {
                database: location.to_string(),
                detail: "this build has no support for PostgreSQL; the feature \"cluster\" adds it"
                    .to_owned(),
            });
        }
    })
}
