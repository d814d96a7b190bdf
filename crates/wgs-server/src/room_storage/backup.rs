//! A consistent copy of a database that is in use.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, Row, query};
use tempfile::NamedTempFile;
use thiserror::Error;

use super::location::DatabaseLocation;
use super::sqlite::{connect_to, quick_check, sql_error};
use super::storage_error::StorageError;

/// A copy that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// The size of the file.
    pub bytes: u64,
    /// The number of rooms.
    pub rooms: u64,
    /// The number of finished rounds.
    pub rounds: u64,
    /// The number of identities.
    pub identities: u64,
}

/// Why no copy was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BackupError {
    /// The file exists.
    #[error("{} exists already, and a backup replaces no file; name a new one", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// There is no database to copy.
    #[error("{} does not exist; nothing was written", file.display())]
    Missing {
        /// The file of the database.
        file: PathBuf,
    },
    /// The database is on a PostgreSQL server.
    #[error(
        "a PostgreSQL database is backed up with PostgreSQL's own tool: pg_dump --format=custom --file=FILE DATABASE"
    )]
    Postgres,
    /// The database is in memory.
    #[error("a database in memory cannot be backed up")]
    Memory,
    /// The name of the file cannot be used.
    #[error("{} cannot be written, because its name is not valid Unicode", file.display())]
    Name {
        /// The file.
        file: PathBuf,
    },
    /// The copy is not a complete database.
    #[error("the copy is damaged ({detail}), so it was deleted")]
    Damaged {
        /// The reason.
        detail: String,
    },
    /// The file cannot be written.
    #[error("cannot write {}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The database cannot be read, or the copy cannot be written.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Copies a database to a file that must not exist. Servers may use the database meanwhile.
pub async fn back_up(
    location: &DatabaseLocation,
    target: &Path,
) -> Result<BackupSummary, BackupError> {
    match location {
        DatabaseLocation::File(file) => copy_file(file, target).await,
        DatabaseLocation::Memory => Err(BackupError::Memory),
        DatabaseLocation::Postgres(_) => Err(BackupError::Postgres),
    }
}

/// Copies a file of SQLite: first to a temporary file beside the target, which is renamed when it
/// is complete, checked and on disk.
pub(super) async fn copy_file(file: &Path, target: &Path) -> Result<BackupSummary, BackupError> {
    let write_error = |source| BackupError::Write {
        file: target.to_owned(),
        source,
    };
    let exists = || BackupError::Exists {
        file: target.to_owned(),
    };
    if target.symlink_metadata().is_ok() {
        return Err(exists());
    }
    if !file.exists() {
        return Err(BackupError::Missing {
            file: file.to_owned(),
        });
    }
    let mut source = connect_to(file).await?;
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    remove_abandoned(folder);
    let temporary = locked_temporary(folder).map_err(write_error)?;
    let Some(name) = temporary.path().to_str() else {
        return Err(BackupError::Name {
            file: target.to_owned(),
        });
    };
    let database = target.display().to_string();
    let copied = query("VACUUM INTO $1")
        .bind(name)
        .execute(&mut source)
        .await;
    // Closing removes the files that SQLite has created beside the database.
    let _ = source.close().await;
    copied.map_err(|error| sql_error(&database, error))?;
    let summary = summarise(temporary.path(), &database).await?;
    // VACUUM INTO leaves it to the caller to wait for the disk.
    temporary.as_file().sync_all().map_err(write_error)?;
    let persisted = temporary.persist_noclobber(target);
    persisted.map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => write_error(error.error),
    })?;
    // Not every system can sync a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(summary)
}

/// The beginning of the names of temporary files.
const PREFIX: &str = ".wgs-backup-";

/// The end of their names. SQLite may add to it.
const SUFFIX: &str = ".tmp";

/// Creates a temporary file that is locked until it is closed, even by the end of the program.
fn locked_temporary(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let mut options = tempfile::Builder::new();
        let temporary = options.prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)?;
        // SQLite itself could not write to a file that Windows has locked.
        if cfg!(unix) && temporary.as_file().try_lock().is_err() {
            // Another backup takes it for an abandoned one.
            continue;
        }
        if temporary.path().exists() {
            return Ok(temporary);
        }
    }
}

/// Removes the temporary files of backups that were killed: those that no program has locked.
fn remove_abandoned(folder: &Path) {
    if !cfg!(unix) {
        return;
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else {
            continue;
        };
        // SQLite's files beside it have longer names.
        let Some(end) = name.find(SUFFIX) else {
            continue;
        };
        let copy = folder.join(&name[..end + SUFFIX.len()]);
        let lock = File::open(&copy);
        let is_used = match &lock {
            Ok(file) => file.try_lock().is_err(),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if !is_used && let Err(error) = fs::remove_file(entry.path()) {
            let file = entry.path();
            tracing::warn!(
                "cannot remove {}, the rest of a backup: {error}",
                file.display()
            );
        }
    }
}

/// Checks a copy, and counts what it holds.
async fn summarise(copy: &Path, database: &str) -> Result<BackupSummary, BackupError> {
    let error = |error| sql_error(database, error);
    // Nobody else knows the file, so SQLite needs no files beside it.
    let options = SqliteConnectOptions::new().filename(copy).immutable(true);
    let mut connection = options.connect().await.map_err(error)?;
    if let Some(detail) = quick_check(&mut connection).await.map_err(error)? {
        return Err(BackupError::Damaged { detail });
    }
    let row = connection
        .fetch_one(
            "SELECT (SELECT count(*) FROM room), (SELECT count(*) FROM finished_round),
                 (SELECT count(*) FROM identity)",
        )
        .await
        .map_err(error)?;
    let count = |column: usize| row.try_get::<i64, _>(column).map(i64::unsigned_abs);
    let summary = BackupSummary {
        bytes: copy.metadata().map_or(0, |metadata| metadata.len()),
        rooms: count(0).map_err(error)?,
        rounds: count(1).map_err(error)?,
        identities: count(2).map_err(error)?,
    };
    let _ = connection.close().await;
    Ok(summary)
}
