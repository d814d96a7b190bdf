//! Tests of what rooms keep on disk. The same cases run with SQLite and with PostgreSQL.

mod agreement;
mod case;
mod crash;
mod file;
mod postgres;
mod queue;

use std::borrow::Cow;
use std::sync::Arc;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use tempfile::TempDir;
use wgs_server::room_storage::{
    PostgresStorage, RoomStorage, RoomWrite, SqliteOptions, SqliteStorage, StoredIdentity,
    StoredRoom,
};

use crate::postgres_server::PostgresServer;

/// Some time in milliseconds.
const AT: u64 = 1_700_000_000_000;

/// The epoch of an owner.
const EPOCH: u64 = 5;

/// Runs a future to its end.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// An empty database, deleted when this is dropped.
struct TestDatabase {
    storage: Arc<dyn RoomStorage>,
    _folder: Option<TempDir>,
    /// The server, and the address of the database.
    server: Option<(Arc<PostgresServer>, String)>,
}

impl TestDatabase {
    async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.sqlite");
        let storage = SqliteStorage::open(&file, SqliteOptions::default()).await;
        Self {
            storage: Arc::new(storage.unwrap()),
            _folder: Some(folder),
            server: None,
        }
    }

    async fn postgres() -> Self {
        let server = PostgresServer::shared();
        let url = server.create_schema();
        let storage = PostgresStorage::open(&url).await;
        Self {
            storage: Arc::new(storage.unwrap()),
            _folder: None,
            server: Some((server, url)),
        }
    }

    /// Opens the database of PostgreSQL once more, for another runtime.
    async fn reopened(&self) -> Arc<dyn RoomStorage> {
        let (_, url) = self.server.as_ref().expect("the server is PostgreSQL");
        Arc::new(PostgresStorage::open(url).await.unwrap())
    }
}

fn created(room: &str) -> RoomWrite {
    RoomWrite::CreateRoom {
        room: room.to_owned(),
        number: 0,
        epoch: EPOCH,
        at: AT,
        body: format!("{room} begins"),
    }
}

fn input(room: &str, number: u64) -> RoomWrite {
    input_of(EPOCH, room, number)
}

/// Returns an input of an owner with an epoch.
fn input_of(epoch: u64, room: &str, number: u64) -> RoomWrite {
    RoomWrite::Input {
        room: room.to_owned(),
        number,
        epoch,
        at: AT.wrapping_add(number),
        body: body(room, number),
    }
}

/// Returns the content of an input, with characters that need care in SQL and JSON.
fn body(room: &str, number: u64) -> String {
    format!(r#"{{"input": {number}, "of": "{room}", "text": "it's \"ß\" \\ \n 🐸"}}"#)
}

fn snapshot(room: &str, number: u64) -> RoomWrite {
    snapshot_of(EPOCH, room, number)
}

fn snapshot_of(epoch: u64, room: &str, number: u64) -> RoomWrite {
    RoomWrite::Snapshot {
        room: room.to_owned(),
        number,
        epoch,
        at: AT + number,
        body: format!("{room} after {number}"),
    }
}

fn round(room: &str, number: u32, players: &[&str]) -> RoomWrite {
    RoomWrite::Round {
        room: room.to_owned(),
        number,
        ended_at: AT + u64::from(number),
        body: format!("round {number} of {room}"),
        players: players.iter().map(|&player| player.to_owned()).collect(),
    }
}

/// Stores an identity for which three rounds are stored, or none.
fn rated(identity: StoredIdentity) -> RoomWrite {
    RoomWrite::Identity {
        identity,
        rounds_before: 3,
    }
}

fn identity(id: &str, rating: f64) -> StoredIdentity {
    StoredIdentity {
        id: id.to_owned(),
        name: format!("name of {id}"),
        rating,
        deviation: 350.0,
        volatility: 0.06,
        rounds: 3,
        at: AT,
    }
}

/// A room in the tables of the first version.
const FIRST_ROOM: &str = "
    INSERT INTO room (code, number, changed_at) VALUES ('A', 3, 9);
    INSERT INTO room_snapshot (room, number, body) VALUES ('A', 2, 'A after 2');
    INSERT INTO room_record (room, number, body) VALUES ('A', 3, 'three');";

/// Creates the tables of the first version.
fn first_version(sql: &'static str) -> Migrator {
    let (name, kind) = (Cow::Borrowed("room"), MigrationType::Simple);
    let migration = Migration::new(1, name, kind, Cow::Borrowed(sql), false);
    Migrator {
        migrations: vec![migration].into(),
        ..Migrator::DEFAULT
    }
}

/// Checks that the room of the first version is still there, and that it goes on.
async fn check_first_room(storage: &dyn RoomStorage) {
    let expected = StoredRoom {
        epoch: 0,
        last: 3,
        number: 2,
        snapshot: "A after 2".to_owned(),
        inputs: vec![(3, "three".to_owned())],
    };
    assert_eq!(storage.load_room("A").await.unwrap(), Some(expected));
    let writes = [input_of(1, "A", 4), snapshot_of(1, "A", 4)];
    storage.write(&writes).await.unwrap();
    let stored = storage.load_room("A").await.unwrap().unwrap();
    assert_eq!((stored.epoch, stored.last, stored.number), (1, 4, 4));
    storage.close().await;
}
