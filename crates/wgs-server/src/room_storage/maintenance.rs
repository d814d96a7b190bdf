//! Maintenance of a database on the command line, while a server may be using it. These
//! functions start a runtime of their own.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::backup::{BackupError, BackupSummary, back_up};
use super::location::DatabaseLocation;
use super::sqlite::SqliteStorage;
use super::{RoomStorage, RoomWrite, StorageError, open};

/// The stored data of a deleted player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeletedPlayer {
    /// The name, if the player had a rating.
    pub name: Option<String>,
    /// The number of finished rounds that the player took part in.
    pub rounds: usize,
}

/// Copies a database to a file that must not exist, like [`back_up`].
pub fn back_up_blocking(
    location: &DatabaseLocation,
    target: &Path,
) -> Result<BackupSummary, BackupError> {
    let runtime = runtime().map_err(|error| runtime_error(location, error))?;
    runtime.block_on(back_up(location, target))
}

/// Deletes the name, the rating and the history of a player, and on request the finished rounds
/// that the player took part in. Returns [`None`] if nothing is stored of the player.
pub fn delete_player_blocking(
    location: &DatabaseLocation,
    id: &str,
    with_rounds: bool,
) -> Result<Option<DeletedPlayer>, StorageError> {
    let runtime = runtime().map_err(|error| runtime_error(location, error))?;
    runtime.block_on(async {
        let storage = open_existing(location).await?;
        let deleted = delete_player(&*storage, id, with_rounds).await;
        storage.close().await;
        deleted
    })
}

async fn delete_player(
    storage: &dyn RoomStorage,
    id: &str,
    with_rounds: bool,
) -> Result<Option<DeletedPlayer>, StorageError> {
    let identity = storage.identity(id).await?;
    let rounds = storage.rounds_of(id, u32::MAX).await?.len();
    if identity.is_none() && rounds == 0 {
        return Ok(None);
    }
    let id = id.to_owned();
    let write = RoomWrite::RemoveIdentity { id, with_rounds };
    storage.write(&[write]).await?;
    Ok(Some(DeletedPlayer {
        name: identity.map(|identity| identity.name),
        rounds,
    }))
}

/// Opens a database that exists, even if a server has locked its file.
async fn open_existing(location: &DatabaseLocation) -> Result<Arc<dyn RoomStorage>, StorageError> {
    let DatabaseLocation::File(file) = location else {
        return open(location).await;
    };
    if !file.exists() {
        return Err(StorageError::CannotOpen {
            database: location.to_string(),
            detail: "it does not exist".to_owned(),
        });
    }
    match open(location).await {
        Err(StorageError::InUse { .. }) => {
            Ok(Arc::new(SqliteStorage::open_beside_server(file).await?))
        }
        opened => opened,
    }
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
}

fn runtime_error(location: &DatabaseLocation, error: io::Error) -> StorageError {
    StorageError::File {
        database: location.to_string(),
        source: Arc::new(error),
    }
}
