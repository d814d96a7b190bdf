//! The tables, as numbered SQL files that are part of the program. To change the tables, add a file
//! for each database; never change one that was released.

use std::borrow::Cow;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::storage_error::StorageError;

/// The files for SQLite.
pub(super) const SQLITE: &[(i64, &str)] = &[
    (1, include_str!("../../migrations/sqlite/0001_room.sql")),
    (2, include_str!("../../migrations/sqlite/0002_epoch.sql")),
];

/// The files for PostgreSQL.
#[cfg(feature = "cluster")]
pub(super) const POSTGRES: &[(i64, &str)] = &[
    (1, include_str!("../../migrations/postgres/0001_room.sql")),
    (2, include_str!("../../migrations/postgres/0002_epoch.sql")),
];

/// Returns what applies the files that a database has not seen yet.
pub(super) fn migrator(files: &[(i64, &'static str)]) -> Migrator {
    let migration = |&(version, sql): &(i64, &'static str)| {
        let (name, kind) = (Cow::Borrowed("room"), MigrationType::Simple);
        Migration::new(version, name, kind, Cow::Borrowed(sql), false)
    };
    Migrator {
        migrations: files.iter().map(migration).collect(),
        ..Migrator::DEFAULT
    }
}

/// Names the database in an error of a migration.
pub(super) fn error(
    database: &str,
    error: MigrateError,
    sql_error: impl FnOnce(sqlx::Error) -> StorageError,
) -> StorageError {
    let database = database.to_owned();
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => sql_error(error),
        MigrateError::VersionMissing(_) => StorageError::Newer { database },
        error => StorageError::CannotOpen {
            database,
            detail: error.to_string(),
        },
    }
}
