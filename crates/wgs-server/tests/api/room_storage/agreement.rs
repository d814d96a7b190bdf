//! The queue stores the same as its plain twin, which gives each submission a transaction of its
//! own.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use wgs_server::room_storage::{
    DatabaseLocation, QueueLimits, RoomStorage, RoomWrite, StorageError, WriteAccess, WriteQueue,
    open,
};

use wgs_test_requirement::requires;

use super::{
    EPOCH, TestDatabase, block_on, created, identity, input, input_of, rated, round, snapshot,
    snapshot_of,
};

const ROOMS: [&str; 3] = ["A", "B", "C"];

/// Writes that are stored together, and the number of the access that they have, if they have one.
type Submission = (Vec<RoomWrite>, Option<usize>);

/// Submissions of which some have the same access.
fn any_submissions() -> impl Strategy<Value = Vec<Submission>> {
    let writes = prop::collection::vec(any_write(), 0..5);
    let access = prop::option::of(0..ACCESSES);
    prop::collection::vec((writes, access), 0..40)
}

const ACCESSES: usize = 4;

/// Writes that often fit the room, and often do not.
fn any_write() -> impl Strategy<Value = RoomWrite> {
    let room = prop::sample::select(&ROOMS[..]);
    let epoch = EPOCH..EPOCH + 3;
    (room, 0..12_u8, 0..8_u64, epoch).prop_map(|(room, kind, number, epoch)| match kind {
        0 | 1 => created(room),
        2 => snapshot(room, number),
        3 => snapshot_of(epoch, room, number),
        4 => round(room, number as u32, &[room, "me"]),
        5 => RoomWrite::Identity {
            identity: identity(room, 1500.0 + number as f64),
            rounds_before: 3 + number as u32 / 6,
        },
        6 => RoomWrite::RemoveRoom {
            room: room.to_owned(),
        },
        7 if number == 0 => rated(identity(room, f64::NAN)),
        8 => input_of(epoch, room, number),
        _ => input(room, number),
    })
}

/// The plain twin of the queue.
async fn store_one_by_one(
    storage: &dyn RoomStorage,
    submissions: &[Submission],
) -> Vec<Result<(), StorageError>> {
    let mut answers = Vec::new();
    let mut revoked = [false; ACCESSES];
    for (writes, access) in submissions {
        answers.push(match access {
            Some(access) if revoked[*access] => Err(StorageError::Withdrawn),
            _ => storage.write(writes).await,
        });
        if let Some(access) = access {
            revoked[*access] |= answers.last().unwrap().is_err();
        }
    }
    answers
}

/// Stores all submissions at once.
async fn store_with_queue(
    storage: &Arc<dyn RoomStorage>,
    submissions: &[Submission],
    limits: QueueLimits,
) -> Vec<Result<(), StorageError>> {
    let queue = WriteQueue::new(Arc::clone(storage), limits);
    let mut pending = Vec::new();
    let accesses: [WriteAccess; ACCESSES] = Default::default();
    for (writes, access) in submissions {
        let access = access.map_or_else(WriteAccess::default, |it| accesses[it].clone());
        pending.push(queue.enqueue(writes.clone(), &access).await.unwrap());
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
    submissions: &[Submission],
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
        submissions in any_submissions(),
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
    let input = (any_submissions(), 1..50_usize);
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
