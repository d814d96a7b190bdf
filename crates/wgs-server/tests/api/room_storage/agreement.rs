//! The queue stores the same as its plain twin, which gives each submission a transaction of its
//! own.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use wgs_server::room_storage::{
    DatabaseLocation, QueueLimits, RoomStorage, RoomWrite, StorageError, WriteQueue, open,
};

use wgs_test_requirement::requires;

use super::{TestDatabase, block_on, created, identity, input, rated, round, snapshot};

const ROOMS: [&str; 3] = ["A", "B", "C"];

/// Writes that often fit the room, and often do not.
fn any_write() -> impl Strategy<Value = RoomWrite> {
    let room = prop::sample::select(&ROOMS[..]);
    (room, 0..12_u8, 0..8_u64).prop_map(|(room, kind, number)| match kind {
        0 | 1 => created(room),
        2 | 3 => snapshot(room, number),
        4 => round(room, number as u32, &[room, "me"]),
        5 => RoomWrite::Identity {
            identity: identity(room, 1500.0 + number as f64),
            rounds_before: 3 + number as u32 / 6,
        },
        6 => RoomWrite::RemoveRoom {
            room: room.to_owned(),
        },
        7 if number == 0 => rated(identity(room, f64::NAN)),
        _ => input(room, number),
    })
}

/// The plain twin of the queue.
async fn store_one_by_one(
    storage: &dyn RoomStorage,
    submissions: &[Vec<RoomWrite>],
) -> Vec<Result<(), StorageError>> {
    let mut answers = Vec::new();
    for submission in submissions {
        answers.push(storage.write(submission).await);
    }
    answers
}

/// Stores all submissions at once.
async fn store_with_queue(
    storage: &Arc<dyn RoomStorage>,
    submissions: &[Vec<RoomWrite>],
    limits: QueueLimits,
) -> Vec<Result<(), StorageError>> {
    let queue = WriteQueue::new(Arc::clone(storage), limits);
    let mut pending = Vec::new();
    for submission in submissions {
        pending.push(queue.enqueue(submission.clone()).await.unwrap());
    }
    let mut answers = Vec::new();
    for pending in pending {
        answers.push(pending.await);
    }
    answers
}

/// Everything that is stored, as text.
async fn content(storage: &dyn RoomStorage) -> String {
    let mut text = String::new();
    for room in ROOMS {
        text += &format!("{:?}\n", storage.load_room(room).await.unwrap());
        text += &format!("{:?}\n", storage.identity(room).await.unwrap());
        text += &format!("{:?}\n", storage.rounds_of(room, 99).await.unwrap());
    }
    text + &format!("{:?}\n", storage.rounds_of("me", 99).await.unwrap())
}

/// Stores submissions one by one in a database and with a queue in another, and compares the
/// answers and the contents.
async fn compare(
    plain: &Arc<dyn RoomStorage>,
    grouped: &Arc<dyn RoomStorage>,
    submissions: &[Vec<RoomWrite>],
    batch: usize,
) {
    let limits = QueueLimits {
        batch,
        ..QueueLimits::default()
    };
    let expected = store_one_by_one(&**plain, submissions).await;
    let found = store_with_queue(grouped, submissions, limits).await;
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    assert_eq!(content(&**grouped).await, content(&**plain).await);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_queue_agrees_with_one_transaction_for_each_submission(
        submissions in prop::collection::vec(prop::collection::vec(any_write(), 0..5), 0..40),
        batch in 1..50_usize,
    ) {
        block_on(async {
            let plain = open(&DatabaseLocation::Memory).await.unwrap();
            let grouped = open(&DatabaseLocation::Memory).await.unwrap();
            compare(&plain, &grouped, &submissions, batch).await;
        });
    }
}

#[requires(postgres)]
#[test]
fn the_queue_of_postgres_agrees_with_sqlite() {
    let database = block_on(TestDatabase::postgres());
    let submission = prop::collection::vec(any_write(), 0..5);
    let input = (prop::collection::vec(submission, 0..40), 1..50_usize);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(12));
    let outcome = runner.run(&input, |(submissions, batch)| {
        block_on(async {
            let plain = open(&DatabaseLocation::Memory).await.unwrap();
            let grouped = database.reopened().await;
            grouped.write(&removal()).await.unwrap();
            compare(&plain, &grouped, &submissions, batch).await;
            grouped.close().await;
        });
        Ok(())
    });
    outcome.unwrap();
}

/// Returns writes that delete everything that the others have stored.
fn removal() -> Vec<RoomWrite> {
    let rooms = ROOMS.map(|room| RoomWrite::RemoveRoom {
        room: room.to_owned(),
    });
    let identities = ["me", "A", "B", "C"].map(|id| RoomWrite::RemoveIdentity {
        id: id.to_owned(),
        with_rounds: true,
    });
    [rooms.to_vec(), identities.to_vec()].concat()
}
