//! Rooms in a file of SQLite. One connection writes, because SQLite allows one writer at a
//! time, and a few others read, which a writer does not delay (WAL mode).

#[allow(
    clippy::duplicate_mod,
    reason = "compiled for each database; see the file"
)]
#[path = "statement.rs"]
mod statement;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _, Executor, Row, Sqlite};

use super::backup::{self, BackupError, BackupSummary};
use super::migration;
use super::storage_error::{StatementError, StorageError};
use super::write_ahead_log;

use SqliteStorage as Storage;

type Connection = SqliteConnection;

/// The items of a JSON array of texts, in the column `item`.
const ARRAY_ITEMS: &str = "(SELECT value AS item FROM json_each($1))";
/// The items of an array of [room, first number, last number, time, first epoch, last
/// epoch].
const ROOM_ITEMS: &str = "(SELECT value ->> 0 AS room, value ->> 1 AS first_number,
    value ->> 2 AS last_number, value ->> 3 AS at, value ->> 4 AS first_epoch,
    value ->> 5 AS last_epoch FROM json_each($1))";
/// The items of an array of [room, number, body].
const INPUT_ITEMS: &str = "(SELECT value ->> 0 AS room, value ->> 1 AS number,
    value ->> 2 AS body FROM json_each($1))";

/// How long a connection waits for another program that has locked the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Begins a transaction that holds the lock for writing from the start.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// The number of connections that read.
const READERS: u32 = 4;

/// Marks a file as a database of rooms: "wgsr". See `PRAGMA application_id`.
const APPLICATION_ID: u32 = u32::from_be_bytes(*b"wgsr");

/// The number of bytes of the header of a file.
const HEADER: usize = 100;

/// The largest file that is checked when it is opened.
const MAX_CHECKED_BYTES: u64 = 256 << 20;

/// Options of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SqliteOptions {
    /// The largest number of pages of 4 KiB that the file may have; without one, the disk is the
    /// limit. Reaching it is reported like a full disk.
    pub max_pages: Option<u32>,
}

/// Rooms in a file of SQLite, or in memory.
#[derive(Debug)]
pub struct SqliteStorage {
    /// The file, for messages.
    database: String,
    file: Option<PathBuf>,
    writer: SqlitePool,
    readers: SqlitePool,
    /// Keep other servers from opening the file, until it is closed.
    lock: Mutex<Option<[File; 2]>>,
}

impl SqliteStorage {
    /// Opens a file, or creates it.
    ///
    /// A file of up to 256 MiB is checked for damage, which takes a few milliseconds per
    /// megabyte. A file that is damaged, or that is something else, is left as it is.
    pub async fn open(file: &Path, options: SqliteOptions) -> Result<Self, StorageError> {
        let database = file.display().to_string();
        // SQLite follows links too, and its other files lie beside the file itself.
        let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let lock = prepare_file(file)?;
        check_log(file);
        let error = |error| sql_error(&database, error);
        if fs::metadata(file).is_ok_and(|metadata| metadata.len() == 0) {
            mark(file).await.map_err(error)?;
        }
        let mut connect = connect_options(file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        if let Some(pages) = options.max_pages {
            connect = connect.pragma("max_page_count", pages.to_string());
        }
        let mut connection = connect.connect().await.map_err(error)?;
        let size = fs::metadata(file).map_or(0, |metadata| metadata.len());
        if size <= MAX_CHECKED_BYTES {
            let report = quick_check(&mut connection).await.map_err(error)?;
            if let Some(detail) = report {
                return Err(StorageError::Damaged { database, detail });
            }
        }
        let migrated = migration::migrator(migration::SQLITE)
            .run_direct(&mut connection)
            .await;
        migrated.map_err(|it| migration::error(&database, it, error))?;
        connection.close().await.map_err(error)?;
        let readers = connect_options(file).pragma("query_only", "ON");
        Ok(Self {
            file: Some(file.to_owned()),
            writer: pool(1, connect),
            readers: pool(READERS, readers),
            lock: Mutex::new(Some(lock)),
            database,
        })
    }

    /// Opens a file that a server of the same version has open, for a single change.
    pub(super) async fn open_beside_server(file: &Path) -> Result<Self, StorageError> {
        let database = file.display().to_string();
        check_header(file, &database)?;
        let connect = connect_options(file).synchronous(SqliteSynchronous::Full);
        // Fails where a pool would wait.
        let connection = connect.connect().await;
        let connection = connection.map_err(|error| sql_error(&database, error))?;
        let _ = connection.close().await;
        let pool = pool(1, connect);
        Ok(Self {
            file: Some(file.to_owned()),
            writer: pool.clone(),
            readers: pool,
            lock: Mutex::default(),
            database,
        })
    }

    /// Creates a database in memory.
    pub async fn in_memory() -> Result<Self, StorageError> {
        let database = "the database in memory".to_owned();
        let options = SqliteConnectOptions::new()
            .in_memory(true)
            .foreign_keys(true);
        // The database is lost with its only connection, which all share.
        let pool = pool(1, options);
        let migrated = migration::migrator(migration::SQLITE).run(&pool).await;
        migrated.map_err(|error| {
            migration::error(&database, error, |error| sql_error(&database, error))
        })?;
        Ok(Self {
            file: None,
            writer: pool.clone(),
            readers: pool,
            lock: Mutex::default(),
            database,
        })
    }

    async fn reader(&self) -> Result<PoolConnection<Sqlite>, StorageError> {
        let connection = self.readers.acquire().await;
        connection.map_err(|error| sql_error(&self.database, error))
    }

    /// Begins a transaction that writes.
    ///
    /// sqlx's own transactions are not used: SQLite itself ends a transaction if the disk is full,
    /// and sqlx then still counts it, and rejects all later ones of the connection.
    async fn begin(&self) -> Result<PoolConnection<Sqlite>, StorageError> {
        let error = |error| sql_error(&self.database, error);
        let mut connection = self.writer.acquire().await.map_err(error)?;
        if let Err(failure) = connection.execute(BEGIN).await {
            if is_busy(&failure) {
                return Err(error(failure));
            }
            // A task that was cancelled in a transaction has left it open.
            let _ = connection.execute("ROLLBACK").await;
            connection.execute(BEGIN).await.map_err(error)?;
        }
        Ok(connection)
    }

    /// Commits a transaction, or undoes it if a statement failed.
    async fn end<T>(
        &self,
        mut connection: PoolConnection<Sqlite>,
        outcome: Result<T, StatementError>,
    ) -> Result<T, StorageError> {
        let outcome = match outcome {
            Ok(value) => {
                let committed = connection.execute("COMMIT").await;
                committed.map(|_| value).map_err(StatementError::from)
            }
            Err(error) => Err(error),
        };
        if outcome.is_err() {
            // Fails if SQLite has undone the transaction already.
            let _ = connection.execute("ROLLBACK").await;
        }
        outcome.map_err(|error| self.error(error))
    }

    fn error(&self, error: StatementError) -> StorageError {
        error.in_database(&self.database, sql_error)
    }

    async fn write_backup(&self, target: &Path) -> Result<BackupSummary, BackupError> {
        match &self.file {
            Some(file) => backup::copy_file(file, target).await,
            None => Err(BackupError::Memory),
        }
    }

    async fn close_connections(&self) {
        self.readers.close().await;
        self.writer.close().await;
        let lock = self.lock.lock();
        lock.unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Returns a pool that opens connections when they are needed, and keeps them.
fn pool(connections: u32, options: SqliteConnectOptions) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        // A connection to a file cannot be lost.
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(30))
        .connect_lazy_with(options)
}

fn connect_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
}

/// Opens a file that exists, such as to copy it.
pub(super) async fn connect_to(file: &Path) -> Result<SqliteConnection, StorageError> {
    let database = file.display().to_string();
    check_header(file, &database)?;
    let connection = connect_options(file).connect().await;
    connection.map_err(|error| sql_error(&database, error))
}

/// Marks an empty file as a database of rooms. The mark is in the file itself even if the
/// program ends right after this, because the file is not in WAL mode yet.
async fn mark(file: &Path) -> Result<(), sqlx::Error> {
    let mut connection = connect_options(file).connect().await?;
    let statement = format!("PRAGMA application_id = {APPLICATION_ID}");
    connection.execute(statement.as_str()).await?;
    connection.close().await
}

/// Returns what is wrong with a database, if anything is.
pub(super) async fn quick_check(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, sqlx::Error> {
    let row = connection.fetch_one("PRAGMA quick_check(1)").await?;
    let report: String = row.try_get(0)?;
    Ok((report != "ok").then_some(report))
}

/// Checks that a file can be used, creates it if it is missing, and locks it against other
/// servers: the file itself, which may have several names, and a file beside it, which also works on
/// systems where a lock of the file itself would keep SQLite out.
fn prepare_file(file: &Path) -> Result<[File; 2], StorageError> {
    let database = file.display().to_string();
    let file_error = |source: io::Error| match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            StorageError::Permission {
                database: database.clone(),
                detail: source.to_string(),
            }
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StorageError::Full {
            database: database.clone(),
        },
        _ => StorageError::File {
            database: database.clone(),
            source: Arc::new(source),
        },
    };
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(StorageError::MissingFolder {
            folder: folder.to_owned(),
        });
    }
    check_header(file, &database)?;
    let mut lock_name = file.as_os_str().to_owned();
    lock_name.push("-lock");
    let lock = private()
        .truncate(false)
        .open(lock_name)
        .map_err(file_error)?;
    let take = |lock: &File| match lock.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StorageError::InUse {
            database: database.clone(),
        }),
        // File systems without locks exist; there, nothing keeps a second server out.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(file_error(error)),
    };
    take(&lock)?;
    let file = private().truncate(false).open(file).map_err(file_error)?;
    if cfg!(unix) {
        // This is another kind of lock than that of SQLite.
        take(&file)?;
    }
    Ok([lock, file])
}

/// Says in the log of the server if the write-ahead log of a file is damaged. What SQLite can read of
/// it is used all the same.
fn check_log(file: &Path) {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    let log = PathBuf::from(log);
    match write_ahead_log::check(&log) {
        Ok(None) => {}
        Ok(Some(damage)) => tracing::warn!("{} {damage}", log.display()),
        // SQLite will say so too.
        Err(error) => tracing::warn!("cannot read {}: {error}", log.display()),
    }
}

/// Returns options that create a file which only its owner can read: it will hold names and chats.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Checks that a file is a database of rooms, if it exists and is not empty.
///
/// SQLite would add our tables to the database of another program.
fn check_header(file: &Path, database: &str) -> Result<(), StorageError> {
    let not_ours = |detail: &str| StorageError::NotARoomDatabase {
        database: database.to_owned(),
        detail: detail.to_owned(),
    };
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Ok(metadata) if metadata.is_dir() => return Err(not_ours("it is a folder")),
        Ok(metadata) if !metadata.is_file() => return Err(not_ours("it is not a regular file")),
        Ok(metadata) if metadata.len() == 0 => return Ok(()),
        _ => {}
    }
    let mut header = [0; HEADER];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    match read {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(not_ours("it is too short"));
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(StorageError::Permission {
                database: database.to_owned(),
                detail: error.to_string(),
            });
        }
        Err(error) => {
            return Err(StorageError::File {
                database: database.to_owned(),
                source: Arc::new(error),
            });
        }
    }
    if &header[..16] != b"SQLite format 3\0" {
        return Err(not_ours("it does not begin like a file of SQLite"));
    }
    match header[68..72] == APPLICATION_ID.to_be_bytes() {
        true => Ok(()),
        false => Err(not_ours("it is a SQLite database of another program")),
    }
}

/// Returns whether another program has locked the file.
fn is_busy(error: &sqlx::Error) -> bool {
    matches!(sql_code(error) & code::PRIMARY, code::BUSY | code::LOCKED)
}

/// Returns the extended result code of SQLite, or 0 if the error is not SQLite's.
fn sql_code(error: &sqlx::Error) -> u32 {
    let code = error.as_database_error().and_then(|error| error.code());
    code.and_then(|code| code.parse().ok()).unwrap_or_default()
}

/// The result codes of SQLite: <https://www.sqlite.org/rescode.html>.
mod code {
    /// The bits of the primary code; the others say more.
    pub(super) const PRIMARY: u32 = 0xff;
    pub(super) const PERM: u32 = 3;
    pub(super) const BUSY: u32 = 5;
    pub(super) const LOCKED: u32 = 6;
    pub(super) const READONLY: u32 = 8;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
    pub(super) const CANTOPEN: u32 = 14;
    pub(super) const TOOBIG: u32 = 18;
    pub(super) const CONSTRAINT: u32 = 19;
    pub(super) const MISMATCH: u32 = 20;
    pub(super) const NOTADB: u32 = 26;
    /// No space for the memory that the connections of WAL mode share.
    pub(super) const IOERR_SHMSIZE: u32 = 4874;
}

/// Names the database in an error, and says what it means.
pub(super) fn sql_error(database: &str, error: sqlx::Error) -> StorageError {
    let database = database.to_owned();
    let code = match &error {
        sqlx::Error::PoolClosed => return StorageError::Closed,
        sqlx::Error::PoolTimedOut => return StorageError::Busy { database },
        error => sql_code(error),
    };
    let detail = error.as_database_error().map(|error| error.message());
    let detail = detail.unwrap_or_default().to_owned();
    match code & code::PRIMARY {
        _ if code == code::IOERR_SHMSIZE => StorageError::Full { database },
        code::FULL => StorageError::Full { database },
        code::BUSY | code::LOCKED => StorageError::Busy { database },
        code::PERM | code::READONLY => StorageError::Permission { database, detail },
        code::CORRUPT => StorageError::Damaged { database, detail },
        code::NOTADB => StorageError::NotARoomDatabase { database, detail },
        code::CANTOPEN => StorageError::CannotOpen { database, detail },
        code::TOOBIG | code::CONSTRAINT | code::MISMATCH => StorageError::Rejected { detail },
        _ => StorageError::Other {
            database,
            source: Arc::new(error),
        },
    }
}
