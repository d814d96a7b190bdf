//! The queue of writes: group commit, and who gets which answer.

use std::sync::Arc;

use wgs_server::room_storage::{QueueLimits, RoomWrite, StorageError, WriteAccess, WriteQueue};

use super::{TestDatabase, block_on, created, input};

/// The access of an owner with one write.
fn access() -> WriteAccess {
    WriteAccess::default()
}

#[test]
fn many_submissions_share_few_transactions() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let queue = WriteQueue::new(Arc::clone(&database.storage), QueueLimits::default());
        let queue = Arc::new(queue);
        let rooms = 100;
        let mut tasks = Vec::new();
        for room in 0..rooms {
            let queue = Arc::clone(&queue);
            tasks.push(tokio::spawn(async move {
                let room = format!("R{room}");
                queue.submit(vec![created(&room)]).await.unwrap();
                for number in 1..=20 {
                    queue.submit(vec![input(&room, number)]).await.unwrap();
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        let metrics = queue.metrics();
        assert_eq!(
            (metrics.stored, metrics.failed, metrics.waiting),
            (rooms * 21, 0, 0)
        );
        // Each room waits for its own submissions, so at least 21 are needed.
        assert!((21..=210).contains(&metrics.transactions), "{metrics:?}");
        assert!(metrics.largest_batch > 10, "{metrics:?}");
        for room in 0..rooms {
            let stored = database.storage.load_room(&format!("R{room}")).await;
            assert_eq!(stored.unwrap().unwrap().inputs.len(), 20);
        }
    });
}

#[test]
fn a_submission_that_fails_does_not_fail_the_others() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let queue = WriteQueue::new(Arc::clone(&database.storage), QueueLimits::default());
        let mut pending = Vec::new();
        for room in 0..100 {
            let room = format!("R{room}");
            let number = if room.ends_with('7') { 2 } else { 1 };
            let writes = vec![created(&room), input(&room, number)];
            pending.push(queue.enqueue(writes, &access()).await.unwrap());
        }
        for (room, pending) in pending.into_iter().enumerate() {
            let room = format!("R{room}");
            let is_stored = database.storage.load_room(&room);
            match pending.await {
                Ok(()) => assert!(is_stored.await.unwrap().is_some()),
                Err(StorageError::Conflict {
                    room: named,
                    number,
                }) => {
                    assert!(room.ends_with('7'));
                    assert_eq!((named, number), (room.clone(), 2));
                    assert!(is_stored.await.unwrap().is_none());
                }
                Err(error) => panic!("{error}"),
            }
        }
        let metrics = queue.metrics();
        assert_eq!((metrics.stored, metrics.failed), (90, 10));
        assert!(metrics.transactions < 100, "{metrics:?}");
    });
}

#[test]
fn what_waits_is_stored_before_the_queue_ends() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let queue = WriteQueue::new(Arc::clone(&database.storage), QueueLimits::default());
        let mut pending = vec![queue.enqueue(vec![created("A")], &access()).await.unwrap()];
        for number in 1..=500 {
            pending.push(
                queue
                    .enqueue(vec![input("A", number)], &access())
                    .await
                    .unwrap(),
            );
        }
        queue.shut_down().await;
        for pending in pending {
            pending.await.unwrap();
        }
        let late = queue.submit(vec![input("A", 501)]).await;
        assert!(matches!(late, Err(StorageError::Closed)), "{late:?}");
        queue.shut_down().await;
        let stored = database.storage.load_room("A").await.unwrap().unwrap();
        assert_eq!(stored.inputs.len(), 500);
    });
}

#[test]
fn a_full_queue_makes_submitters_wait() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let limits = QueueLimits {
            waiting: 2,
            waiting_bytes: 4096,
            batch: 2,
            batch_bytes: 2048,
        };
        let queue = Arc::new(WriteQueue::new(Arc::clone(&database.storage), limits));
        queue.submit(vec![created("A")]).await.unwrap();
        let mut tasks = Vec::new();
        for room in 0..30_usize {
            let queue = Arc::clone(&queue);
            tasks.push(tokio::spawn(async move {
                let mut writes = vec![created(&format!("R{room}"))];
                if let Some(RoomWrite::CreateRoom { body, .. }) = writes.first_mut() {
                    // Some are larger than the queue.
                    *body = "x".repeat(room * 300);
                }
                queue.submit(writes).await
            }));
        }
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let metrics = queue.metrics();
        assert_eq!((metrics.stored, metrics.waiting), (31, 0));
        assert!(metrics.largest_batch <= 2, "{metrics:?}");
    });
}

#[test]
fn a_submitter_that_gives_up_does_not_withdraw_its_writes() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let queue = WriteQueue::new(Arc::clone(&database.storage), QueueLimits::default());
        drop(queue.enqueue(vec![created("A")], &access()).await.unwrap());
        queue.submit(vec![input("A", 1)]).await.unwrap();
        assert!(database.storage.load_room("A").await.unwrap().is_some());
        // A future that was never polled has queued nothing.
        drop(queue.submit(vec![input("A", 2)]));
        queue.submit(vec![input("A", 2)]).await.unwrap();
    });
}

#[test]
fn an_empty_submission_is_stored_at_once() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let queue = WriteQueue::new(Arc::clone(&database.storage), QueueLimits::default());
        queue.submit(Vec::new()).await.unwrap();
        let pending = queue.enqueue(vec![created("A")], &access()).await.unwrap();
        queue.submit(Vec::new()).await.unwrap();
        pending.await.unwrap();
    });
}

#[test]
fn after_a_write_that_failed_the_later_ones_of_the_same_owner_are_not_tried() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let queue = WriteQueue::new(Arc::clone(&database.storage), QueueLimits::default());
        queue
            .submit(vec![created("A"), created("B"), input("A", 1)])
            .await
            .unwrap();
        let (a, b) = (access(), access());
        let mut pending = Vec::new();
        // The second one of A would fit again, as that of an owner who fell behind does.
        for (number, access, room) in [(1, &a, "A"), (1, &b, "B"), (2, &a, "A"), (2, &b, "B")] {
            let write = vec![input(room, number)];
            pending.push(queue.enqueue(write, access).await.unwrap());
        }
        let mut outcomes = Vec::new();
        for pending in pending {
            outcomes.push(pending.await);
        }
        assert!(
            matches!(
                outcomes[..],
                [
                    Err(StorageError::Conflict { .. }),
                    Ok(()),
                    Err(StorageError::Withdrawn),
                    Ok(())
                ]
            ),
            "{outcomes:?}"
        );
        assert!(a.is_revoked() && !b.is_revoked());
        let late = queue.enqueue(vec![input("A", 2)], &a).await.unwrap().await;
        assert!(matches!(late, Err(StorageError::Withdrawn)), "{late:?}");
        // Another owner goes on.
        queue.submit(vec![input("A", 2)]).await.unwrap();
    });
}

#[test]
fn an_owner_that_loses_its_room_withdraws_what_is_queued() {
    block_on(async {
        let database = TestDatabase::sqlite().await;
        let queue = WriteQueue::new(Arc::clone(&database.storage), QueueLimits::default());
        queue.submit(vec![created("A")]).await.unwrap();
        let access = access();
        let mut pending = Vec::new();
        // So few that the queue has no turn before they are withdrawn.
        for number in 1..=20 {
            let write = vec![input("A", number)];
            pending.push(queue.enqueue(write, &access).await.unwrap());
        }
        access.revoke();
        for pending in pending {
            let outcome = pending.await;
            assert!(
                matches!(outcome, Err(StorageError::Withdrawn)),
                "{outcome:?}"
            );
        }
        let stored = database.storage.load_room("A").await.unwrap().unwrap();
        assert_eq!(stored.inputs, []);
    });
}
