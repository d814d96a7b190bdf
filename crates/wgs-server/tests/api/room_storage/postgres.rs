//! What only a database server can do: be away, be shared, be wrong.

use std::sync::Arc;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _};
use wgs_server::room_storage::{
    PostgresStorage, QueueLimits, RoomStorage, RoomWrite, StorageError, WriteAccess, WriteQueue,
};
use wgs_test_requirement::requires;

use super::{
    AT, EPOCH, FIRST_ROOM, block_on, check_first_room, created, first_version, input, snapshot,
};
use crate::certificate::make_certificate;
use crate::postgres_server::PostgresServer;

#[test]
fn a_server_that_is_not_there_is_reported_without_the_password() {
    block_on(async {
        // Nothing listens on the port of "discard".
        let url = "postgres://wgs:secret@127.0.0.1:9/rooms";
        let error = PostgresStorage::open(url).await.unwrap_err();
        assert!(
            matches!(error, StorageError::Unavailable { .. }),
            "{error:?}"
        );
        assert_eq!(
            error.to_string(),
            "postgres://wgs@127.0.0.1:9/rooms cannot be reached"
        );
        let url = "postgres://wgs:secret@127.0.0.1:nine/rooms";
        let error = PostgresStorage::open(url).await.unwrap_err();
        let text = format!("{error:?} {error}");
        assert!(matches!(error, StorageError::CannotOpen { .. }), "{text}");
        assert!(!text.contains("secret"), "{text}");
    });
}

#[requires(postgres)]
#[test]
fn a_database_that_does_not_exist_is_named() {
    block_on(async {
        let server = PostgresServer::shared();
        let error = PostgresStorage::open(&server.url("nowhere")).await;
        let error = error.unwrap_err().to_string();
        assert_eq!(
            error,
            "postgres:///nowhere cannot be opened: database \"nowhere\" does not exist"
        );
        // A socket of the system has no encryption.
        let url = server.url("postgres") + "&sslmode=require";
        let error = PostgresStorage::open(&url).await.unwrap_err();
        assert!(
            matches!(error, StorageError::CannotOpen { .. }),
            "{error:?}"
        );
    });
}

#[requires(postgres)]
#[test]
fn a_connection_is_encrypted_and_checks_the_certificate_if_it_is_to() {
    block_on(async {
        let server = PostgresServer::start_with_tls();
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other.crt");
        make_certificate("localhost", &folder.path().join("other.key"), &other);
        let its_own = format!("&sslrootcert={}", server.certificate().display());
        let other = format!("&sslrootcert={}", other.display());
        for (mode, root, is_encrypted) in [
            ("disable", "", Some(false)),
            ("prefer", "", Some(true)),
            ("require", "", Some(true)),
            ("verify-full", &*its_own, Some(true)),
            ("verify-full", &*other, None),
            ("verify-full", "", None),
        ] {
            let url = server.tls_url(mode) + root;
            let opened = PostgresStorage::open(&url).await;
            let shown = format!("{mode}{root}: {opened:?}");
            match is_encrypted {
                Some(expected) => {
                    opened.unwrap_or_else(|_| panic!("{shown}")).close().await;
                    let mut connection = PgConnection::connect(&url).await.unwrap();
                    let encrypted: bool = sqlx::query_scalar(
                        "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
                    )
                    .fetch_one(&mut connection)
                    .await
                    .unwrap();
                    assert_eq!(encrypted, expected, "{shown}");
                }
                None => assert!(
                    matches!(opened, Err(StorageError::CannotOpen { .. })),
                    "{shown}"
                ),
            }
        }
    });
}

#[requires(postgres)]
#[test]
fn a_database_of_the_first_version_is_brought_up_to_date() {
    block_on(async {
        let server = PostgresServer::shared();
        let url = server.create_schema();
        let mut connection = PgConnection::connect(&url).await.unwrap();
        let first = include_str!("../../../migrations/postgres/0001_room.sql");
        first_version(first)
            .run_direct(&mut connection)
            .await
            .unwrap();
        connection.execute(FIRST_ROOM).await.unwrap();
        connection.close().await.unwrap();
        check_first_room(&PostgresStorage::open(&url).await.unwrap()).await;
    });
}

#[requires(postgres)]
#[test]
fn of_two_servers_only_one_can_append_an_input() {
    block_on(async {
        let server = PostgresServer::shared();
        let url = server.create_schema();
        let first = Arc::new(PostgresStorage::open(&url).await.unwrap());
        let second = Arc::new(PostgresStorage::open(&url).await.unwrap());
        let rooms = ["A", "B", "C"];
        first.write(&rooms.map(created)).await.unwrap();
        for number in 1..=30 {
            // In opposite orders, so that each may wait for the other.
            let mut writes = rooms.map(|room| input(room, number)).to_vec();
            writes.insert(1, snapshot("A", number));
            let reverse = rooms.iter().rev();
            let other: Vec<RoomWrite> = reverse.map(|room| input(room, number)).collect();
            let (one, two) = tokio::join!(first.write(&writes), second.write(&other));
            let is_late = |outcome: &Result<(), StorageError>| {
                let late = matches!(
                    outcome,
                    Err(StorageError::Conflict { .. } | StorageError::Busy { .. })
                );
                assert!(late || outcome.is_ok(), "{outcome:?}");
                late
            };
            assert!(is_late(&one) != is_late(&two), "{one:?} {two:?}");
        }
        let stored = second.load_room("C").await.unwrap().unwrap();
        assert_eq!(stored.inputs.len(), 30);
    });
}

#[requires(postgres)]
#[test]
fn two_servers_can_open_an_empty_database_at_the_same_time() {
    block_on(async {
        let server = PostgresServer::shared();
        let url = server.create_schema();
        let (one, two) = tokio::join!(PostgresStorage::open(&url), PostgresStorage::open(&url));
        one.unwrap().write(&[created("A")]).await.unwrap();
        assert!(two.unwrap().load_room("A").await.unwrap().is_some());
    });
}

#[requires(postgres)]
#[test]
fn a_text_that_postgres_cannot_store_fails_alone() {
    block_on(async {
        let server = PostgresServer::shared();
        let storage = PostgresStorage::open(&server.create_schema()).await;
        let queue = WriteQueue::new(Arc::new(storage.unwrap()), QueueLimits::default());
        queue
            .submit(vec![created("A"), created("B")])
            .await
            .unwrap();
        let zero = RoomWrite::Input {
            room: "A".to_owned(),
            number: 1,
            epoch: EPOCH,
            at: AT,
            body: "a\0b".to_owned(),
        };
        let bad = queue
            .enqueue(vec![zero], &WriteAccess::default())
            .await
            .unwrap();
        let good = queue
            .enqueue(vec![input("B", 1)], &WriteAccess::default())
            .await
            .unwrap();
        let outcome = bad.await;
        assert!(
            matches!(outcome, Err(StorageError::Rejected { .. })),
            "{outcome:?}"
        );
        good.await.unwrap();
    });
}

#[requires(postgres)]
#[test]
fn a_server_that_comes_back_is_used_again() {
    block_on(async {
        let mut server = PostgresServer::start();
        let storage = PostgresStorage::open(&server.create_schema()).await;
        let storage = Arc::new(storage.unwrap());
        let queue = WriteQueue::new(storage.clone(), QueueLimits::default());
        queue.submit(vec![created("A")]).await.unwrap();
        queue.submit(vec![input("A", 1)]).await.unwrap();
        server.stop();
        let lost = queue.submit(vec![input("A", 2)]).await;
        assert!(
            matches!(lost, Err(StorageError::Unavailable { .. })),
            "{lost:?}"
        );
        assert!(storage.check().await.is_err());
        server.resume();
        storage.check().await.unwrap();
        queue.submit(vec![input("A", 2)]).await.unwrap();
        let stored = storage.load_room("A").await.unwrap().unwrap();
        assert_eq!(stored.inputs.len(), 2);
        storage.close().await;
    });
}
