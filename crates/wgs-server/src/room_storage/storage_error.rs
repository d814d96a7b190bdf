//! Why reading or writing rooms fails.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

/// Why reading or writing rooms fails. Errors can be cloned, because one failed transaction
/// concerns everybody who took part in it.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum StorageError {
    /// A write does not continue the room that is stored, or is of an earlier owner: another server
    /// has changed the room, or it was removed.
    #[error(
        "{number} is not the next number of room {room} and its owner; another server has changed the room, or it was removed"
    )]
    Conflict {
        /// The code of the room.
        room: String,
        /// The number of the write.
        number: u64,
    },
    /// An earlier write of the same owner failed, or the owner has lost the room.
    #[error("the write was withdrawn, because an earlier one failed or the server lost the room")]
    Withdrawn,
    /// The rating of an identity is based on one that is no longer stored.
    #[error("another round has changed the rating of player {identity} in the meantime")]
    RatingChanged {
        /// The identity.
        identity: String,
    },
    /// The database cannot store a value.
    #[error("a value cannot be stored: {detail}")]
    Rejected {
        /// The reason.
        detail: String,
    },
    /// The disk is full.
    #[error(
        "{database}: the disk is full; nothing is lost that was stored before, and writing works again when there is space"
    )]
    Full {
        /// The database.
        database: String,
    },
    /// The file is damaged.
    #[error(
        "{database} is damaged ({detail}); it was left as it is: move it away together with its -wal file, and restore a backup or start with a new file"
    )]
    Damaged {
        /// The database.
        database: String,
        /// The reason.
        detail: String,
    },
    /// The file is something else.
    #[error(
        "{database} is not a database of rooms ({detail}); it was left as it is: name another file"
    )]
    NotARoomDatabase {
        /// The file.
        database: String,
        /// What it is.
        detail: String,
    },
    /// A newer version of the program has changed the tables.
    #[error(
        "{database} was written by a newer version of wgs; use that version, or another database"
    )]
    Newer {
        /// The database.
        database: String,
    },
    /// The folder of the file does not exist.
    #[error("the folder {} of the database does not exist", folder.display())]
    MissingFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The file or the database may not be opened or changed.
    #[error("{database}: no permission: {detail}")]
    Permission {
        /// The database.
        database: String,
        /// The operation that is not allowed.
        detail: String,
    },
    /// Another server has opened the file.
    #[error(
        "{database} is in use by another wgs serve; use another file, or a PostgreSQL database for several servers"
    )]
    InUse {
        /// The database.
        database: String,
    },
    /// Others kept the database locked for too long.
    #[error("{database} is locked by another program")]
    Busy {
        /// The database.
        database: String,
    },
    /// The address of a database is wrong, or there is no such database.
    #[error("{database} cannot be opened: {detail}")]
    CannotOpen {
        /// The database.
        database: String,
        /// The reason.
        detail: String,
    },
    /// The database server cannot be reached, or the connection was lost.
    #[error("{database} cannot be reached")]
    Unavailable {
        /// The database.
        database: String,
        /// The error of the driver.
        source: Arc<sqlx::Error>,
    },
    /// The file cannot be read or written.
    #[error("{database}")]
    File {
        /// The database.
        database: String,
        /// The system's error.
        source: Arc<io::Error>,
    },
    /// The queue was shut down.
    #[error("the server is shutting down, and stores nothing any more")]
    Closed,
    /// Another error of the database.
    #[error("{database}")]
    Other {
        /// The database.
        database: String,
        /// The error of the driver.
        source: Arc<sqlx::Error>,
    },
}

impl StorageError {
    /// Returns whether the write itself is the reason, so that other writes in the same
    /// transaction would succeed without it.
    pub fn is_caused_by_write(&self) -> bool {
        matches!(
            self,
            Self::Conflict { .. } | Self::RatingChanged { .. } | Self::Rejected { .. }
        )
    }
}

/// An error of a statement, before the database's name is added.
#[derive(Debug)]
pub(super) enum StatementError {
    Conflict { room: String, number: u64 },
    RatingChanged { identity: String },
    Rejected { detail: String },
    Sql(sqlx::Error),
}

impl StatementError {
    /// Adds the database's name; `sql_error` says what an error of SQL means.
    pub(super) fn in_database(
        self,
        database: &str,
        sql_error: fn(&str, sqlx::Error) -> StorageError,
    ) -> StorageError {
        match self {
            Self::Conflict { room, number } => StorageError::Conflict { room, number },
            Self::RatingChanged { identity } => StorageError::RatingChanged { identity },
            Self::Rejected { detail } => StorageError::Rejected { detail },
            Self::Sql(error) => sql_error(database, error),
        }
    }
}

impl From<sqlx::Error> for StatementError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}
