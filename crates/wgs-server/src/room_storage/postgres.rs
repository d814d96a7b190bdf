//! Rooms in a PostgreSQL database, which several servers can share.

#[allow(
    clippy::duplicate_mod,
    reason = "compiled for each database; see the file"
)]
#[path = "statement.rs"]
mod statement;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection as _, Executor, Postgres, Transaction};

use super::backup::{BackupError, BackupSummary};
use super::location::without_password;
use super::migration;
use super::storage_error::{StatementError, StorageError};

use PostgresStorage as Storage;

type Connection = PgConnection;

/// The items of a JSON array of texts, in the column `item`.
const ARRAY_ITEMS: &str = "(SELECT value AS item FROM json_array_elements_text($1::json))";
/// The items of an array of [room, first number, last number, time, first epoch, last
/// epoch].
const ROOM_ITEMS: &str = "(SELECT value ->> 0 AS room, (value ->> 1)::bigint AS first_number,
    (value ->> 2)::bigint AS last_number, (value ->> 3)::bigint AS at,
    (value ->> 4)::bigint AS first_epoch, (value ->> 5)::bigint AS last_epoch
    FROM json_array_elements($1::json))";
/// The items of an array of [room, number, body].
const INPUT_ITEMS: &str = "(SELECT value ->> 0 AS room, (value ->> 1)::bigint AS number,
    value ->> 2 AS body FROM json_array_elements($1::json))";

/// The largest number of connections: one writes, the others read.
const CONNECTIONS: u32 = 6;

/// How long to wait for a connection before the database counts as unavailable.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Rooms in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresStorage {
    /// The address without a password, for messages.
    database: String,
    pool: PgPool,
}

impl PostgresStorage {
    /// Connects to a database, and creates its tables if they are missing.
    pub async fn open(url: &str) -> Result<Self, StorageError> {
        let database = without_password(url);
        let options: PgConnectOptions = url.parse().map_err(|error: sqlx::Error| {
            let detail = error.to_string();
            StorageError::CannotOpen {
                database: database.clone(),
                detail,
            }
        })?;
        let options = options.application_name("wgs");
        let error = |error| sql_error(&database, error);
        // A pool would repeat attempts to connect for as long as it may, and then not say why
        // they fail.
        let connecting = tokio::time::timeout(CONNECT_TIMEOUT, options.connect());
        let timed_out = |_| Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()));
        let connected = connecting.await.unwrap_or_else(timed_out);
        let mut connection = connected.map_err(error)?;
        let migrated = migration::migrator(migration::POSTGRES)
            .run_direct(&mut connection)
            .await;
        migrated.map_err(|it| migration::error(&database, it, error))?;
        let _ = connection.close().await;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CONNECT_TIMEOUT)
            .after_connect(|connection, _| Box::pin(wait_for_disk(connection)))
            .connect_lazy_with(options);
        Ok(Self { database, pool })
    }

    async fn reader(&self) -> Result<PoolConnection<Postgres>, StorageError> {
        let connection = self.pool.acquire().await;
        connection.map_err(|error| sql_error(&self.database, error))
    }

    /// Begins a transaction that writes.
    async fn begin(&self) -> Result<Transaction<'static, Postgres>, StorageError> {
        let transaction = self.pool.begin().await;
        transaction.map_err(|error| sql_error(&self.database, error))
    }

    /// Commits a transaction, or undoes it if a statement failed.
    async fn end<T>(
        &self,
        transaction: Transaction<'static, Postgres>,
        outcome: Result<T, StatementError>,
    ) -> Result<T, StorageError> {
        let value = match outcome {
            Ok(value) => value,
            Err(error) => {
                let _ = transaction.rollback().await;
                return Err(self.error(error));
            }
        };
        let committed = transaction.commit().await;
        committed.map_err(|error| sql_error(&self.database, error))?;
        Ok(value)
    }

    fn error(&self, error: StatementError) -> StorageError {
        error.in_database(&self.database, sql_error)
    }

    async fn write_backup(&self, _: &Path) -> Result<BackupSummary, BackupError> {
        Err(BackupError::Postgres)
    }

    async fn close_connections(&self) {
        self.pool.close().await;
    }
}

/// Makes a connection wait for the disk when it commits, whatever the server's default: what was
/// acknowledged must survive a crash.
async fn wait_for_disk(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let statement = "SELECT set_config('synchronous_commit', 'on', false)
                     WHERE current_setting('synchronous_commit') = 'off'";
    connection.execute(statement).await.map(drop)
}

/// Names the database in an error, and says what it means. The codes are those of
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn sql_error(database: &str, error: sqlx::Error) -> StorageError {
    let database = database.to_owned();
    let (code, detail) = match &error {
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default().into_owned();
            (code, error.message().to_owned())
        }
        sqlx::Error::Configuration(_) | sqlx::Error::Tls(_) => {
            let detail = error.to_string();
            return StorageError::CannotOpen { database, detail };
        }
        // The certificate is not the expected one.
        sqlx::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            let detail = error.to_string();
            return StorageError::CannotOpen { database, detail };
        }
        sqlx::Error::PoolClosed => return StorageError::Closed,
        sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => ("08000".to_owned(), String::new()),
        _ => (String::new(), String::new()),
    };
    match (code.get(..2).unwrap_or_default(), code.as_str()) {
        (_, "53100") => StorageError::Full { database },
        (_, "42501") | ("28", _) => StorageError::Permission { database, detail },
        (_, "3D000") => StorageError::CannotOpen { database, detail },
        (_, "25006") => StorageError::Permission { database, detail },
        (_, "40001" | "40P01" | "55P03") => StorageError::Busy { database },
        ("22" | "23" | "54", _) => StorageError::Rejected { detail },
        ("08" | "53" | "57", _) => StorageError::Unavailable {
            database,
            source: Arc::new(error),
        },
        _ => StorageError::Other {
            database,
            source: Arc::new(error),
        },
    }
}
