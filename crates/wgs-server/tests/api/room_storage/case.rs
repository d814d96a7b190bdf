//! What holds for every database.

use wgs_server::room_storage::{
    Expired, ExpiryRule, RoomStorage, RoomWrite, StorageError, StoredRoom, StoredRound,
};

use super::{
    AT, EPOCH, TestDatabase, block_on, body, created, identity, input, input_of, rated, round,
    snapshot, snapshot_of,
};

/// Runs each case with each database.
macro_rules! cases {
    ($($name:ident,)*) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::block_on(async {
                    let database = super::TestDatabase::sqlite().await;
                    super::$name(&*database.storage).await;
                    database.storage.close().await;
                });
            })*
        }

        mod postgres {
            use wgs_test_requirement::requires;

            $(#[requires(postgres)]
            #[test]
            fn $name() {
                super::block_on(async {
                    let database = super::TestDatabase::postgres().await;
                    super::$name(&*database.storage).await;
                    database.storage.close().await;
                });
            })*
        }
    };
}

cases! {
    a_room_is_its_snapshot_and_the_inputs_after_it,
    an_input_must_have_the_next_number,
    a_server_that_fell_behind_cannot_change_a_room,
    an_earlier_owner_cannot_change_a_room_whatever_the_number,
    an_unreadable_input_is_kept_when_a_snapshot_replaces_it,
    a_room_is_created_once,
    a_snapshot_never_goes_back_or_ahead,
    inputs_of_several_rooms_are_stored_together,
    a_write_that_fails_leaves_nothing_behind,
    a_removed_room_is_gone_but_its_rounds_stay,
    finished_rounds_are_found_by_number_and_by_player,
    a_round_is_stored_once,
    identities_are_replaced_and_found,
    a_rating_that_has_changed_is_not_overwritten,
    a_removed_identity_leaves_no_link_to_its_rounds,
    a_code_is_free_without_room_and_rounds,
    old_rooms_and_rounds_expire,
    expiry_deletes_more_than_one_batch,
    numbers_that_do_not_fit_are_rejected,
    texts_of_any_kind_come_back,
    the_database_says_that_it_can_be_written,
}

async fn write(storage: &dyn RoomStorage, writes: Vec<RoomWrite>) {
    storage.write(&writes).await.unwrap();
}

/// Writes something that must fail because the room has changed, and returns room and number.
async fn conflict(storage: &dyn RoomStorage, writes: Vec<RoomWrite>) -> (String, u64) {
    match storage.write(&writes).await {
        Err(StorageError::Conflict { room, number }) => (room, number),
        other => panic!("expected a conflict, found {other:?}"),
    }
}

async fn numbers(storage: &dyn RoomStorage, room: &str) -> Option<(u64, Vec<u64>)> {
    let room = storage.load_room(room).await.unwrap()?;
    let numbers = room.inputs.iter().map(|&(number, _)| number).collect();
    Some((room.number, numbers))
}

async fn a_room_is_its_snapshot_and_the_inputs_after_it(storage: &dyn RoomStorage) {
    assert_eq!(storage.load_room("FROG").await.unwrap(), None);
    write(storage, vec![created("FROG")]).await;
    for number in 1..=3 {
        write(storage, vec![input("FROG", number)]).await;
    }
    let mut expected = StoredRoom {
        epoch: EPOCH,
        last: 3,
        number: 0,
        snapshot: "FROG begins".to_owned(),
        inputs: (1..=3).map(|it| (it, body("FROG", it))).collect(),
    };
    assert_eq!(
        storage.load_room("FROG").await.unwrap().as_ref(),
        Some(&expected)
    );
    write(storage, vec![snapshot("FROG", 2)]).await;
    expected.number = 2;
    expected.snapshot = "FROG after 2".to_owned();
    expected.inputs.drain(..2);
    assert_eq!(storage.load_room("FROG").await.unwrap(), Some(expected));
    assert_eq!(storage.load_room("frog").await.unwrap(), None);
}

async fn an_input_must_have_the_next_number(storage: &dyn RoomStorage) {
    let next = ("A".to_owned(), 1);
    assert_eq!(conflict(storage, vec![input("A", 1)]).await, next);
    write(storage, vec![created("A"), input("A", 1)]).await;
    assert_eq!(conflict(storage, vec![input("A", 1)]).await, next);
    for wrong in [0, 3, 1 << 40] {
        let found = conflict(storage, vec![input("A", wrong)]).await;
        assert_eq!(found, ("A".to_owned(), wrong));
    }
    conflict(storage, vec![input("A", 2), input("A", 4)]).await;
    conflict(storage, vec![input("A", 2), input("A", 2)]).await;
    assert_eq!(numbers(storage, "A").await, Some((0, vec![1])));
    write(storage, vec![input("A", 2), input("A", 3)]).await;
    assert_eq!(numbers(storage, "A").await, Some((0, vec![1, 2, 3])));
}

async fn a_server_that_fell_behind_cannot_change_a_room(storage: &dyn RoomStorage) {
    write(storage, vec![created("A"), input("A", 1)]).await;
    // Another server takes the room over, and its snapshot deletes the inputs.
    let taken_over = [2, 3].map(|number| input("A", number));
    write(storage, taken_over.to_vec()).await;
    write(storage, vec![snapshot("A", 3)]).await;
    for late in [input("A", 2), input("A", 3), snapshot("A", 2)] {
        conflict(storage, vec![late]).await;
    }
    assert_eq!(numbers(storage, "A").await, Some((3, vec![])));
}

async fn an_earlier_owner_cannot_change_a_room_whatever_the_number(storage: &dyn RoomStorage) {
    let (early, late) = (EPOCH, EPOCH + 1);
    write(storage, vec![created("A"), input("A", 1)]).await;
    // Another server takes the room over, and the first one goes on with its numbers.
    write(storage, vec![input_of(late, "A", 2)]).await;
    for number in 2..=5 {
        conflict(storage, vec![input_of(early, "A", number)]).await;
    }
    conflict(storage, vec![snapshot_of(early, "A", 2)]).await;
    // A snapshot takes nothing over.
    conflict(storage, vec![snapshot_of(late + 1, "A", 2)]).await;
    conflict(
        storage,
        vec![input_of(late, "A", 3), input_of(early, "A", 4)],
    )
    .await;
    let both = [input_of(late, "A", 3), input_of(late + 3, "A", 4)];
    write(storage, both.to_vec()).await;
    conflict(storage, vec![input_of(late, "A", 5)]).await;
    write(storage, vec![snapshot_of(late + 3, "A", 4)]).await;
    let stored = storage.load_room("A").await.unwrap().unwrap();
    assert_eq!((stored.epoch, stored.last), (late + 3, 4));
    conflict(storage, vec![input_of(late, "A", 5)]).await;
}

async fn an_unreadable_input_is_kept_when_a_snapshot_replaces_it(storage: &dyn RoomStorage) {
    let set_aside = |number| RoomWrite::SetAside {
        room: "A".to_owned(),
        number,
    };
    write(storage, vec![created("A"), input("A", 1), input("A", 2)]).await;
    // Again, because the room is loaded again before its next snapshot; and one that is not there.
    write(storage, vec![set_aside(2), set_aside(2), set_aside(9)]).await;
    write(storage, vec![snapshot("A", 2)]).await;
    assert_eq!(numbers(storage, "A").await, Some((2, vec![])));
}

async fn a_room_is_created_once(storage: &dyn RoomStorage) {
    write(storage, vec![created("A")]).await;
    conflict(storage, vec![created("A")]).await;
    let later = RoomWrite::CreateRoom {
        room: "B".to_owned(),
        number: 7,
        epoch: EPOCH,
        at: AT,
        body: "moved here".to_owned(),
    };
    write(storage, vec![later, input("B", 8)]).await;
    assert_eq!(numbers(storage, "B").await, Some((7, vec![8])));
}

async fn a_snapshot_never_goes_back_or_ahead(storage: &dyn RoomStorage) {
    conflict(storage, vec![snapshot("A", 0)]).await;
    write(storage, vec![created("A"), snapshot("A", 0)]).await;
    conflict(storage, vec![snapshot("A", 1)]).await;
    write(storage, vec![input("A", 1), input("A", 2)]).await;
    write(storage, vec![snapshot("A", 2), snapshot("A", 2)]).await;
    conflict(storage, vec![snapshot("A", 1)]).await;
    conflict(storage, vec![input("A", 3), snapshot("A", 4)]).await;
    write(storage, vec![input("A", 3), snapshot("A", 3)]).await;
    assert_eq!(numbers(storage, "A").await, Some((3, vec![])));
}

async fn inputs_of_several_rooms_are_stored_together(storage: &dyn RoomStorage) {
    let rooms: Vec<String> = (0..40).map(|room| format!("R{room}")).collect();
    let mut writes: Vec<RoomWrite> = rooms.iter().map(|room| created(room)).collect();
    for number in 1..=5 {
        writes.extend(rooms.iter().map(|room| input(room, number)));
    }
    writes.push(snapshot("R0", 4));
    writes.push(input("R0", 6));
    write(storage, writes).await;
    for room in &rooms[1..] {
        let expected = Some((0, vec![1, 2, 3, 4, 5]));
        assert_eq!(numbers(storage, room).await, expected);
    }
    assert_eq!(numbers(storage, "R0").await, Some((4, vec![5, 6])));
    let mut writes: Vec<RoomWrite> = rooms[1..].iter().map(|room| input(room, 6)).collect();
    writes[20] = input("R21", 5);
    let found = conflict(storage, writes).await;
    assert_eq!(found, ("R21".to_owned(), 5));
    assert_eq!(numbers(storage, "R1").await, Some((0, vec![1, 2, 3, 4, 5])));
}

async fn a_write_that_fails_leaves_nothing_behind(storage: &dyn RoomStorage) {
    let writes = vec![
        created("A"),
        input("A", 1),
        round("A", 1, &["me"]),
        rated(identity("me", 1500.0)),
        input("A", 1),
    ];
    conflict(storage, writes).await;
    assert_eq!(storage.load_room("A").await.unwrap(), None);
    assert_eq!(storage.round("A", 1).await.unwrap(), None);
    assert_eq!(storage.identity("me").await.unwrap(), None);
    assert!(storage.is_free("A").await.unwrap());
}

async fn a_removed_room_is_gone_but_its_rounds_stay(storage: &dyn RoomStorage) {
    let remove = || RoomWrite::RemoveRoom {
        room: "A".to_owned(),
    };
    write(storage, vec![remove()]).await;
    let writes = vec![created("A"), input("A", 1), round("A", 1, &["me"])];
    write(storage, writes).await;
    write(storage, vec![remove()]).await;
    assert_eq!(storage.load_room("A").await.unwrap(), None);
    conflict(storage, vec![input("A", 2)]).await;
    assert!(storage.round("A", 1).await.unwrap().is_some());
    assert_eq!(storage.rounds_of("me", 9).await.unwrap().len(), 1);
    write(storage, vec![created("A")]).await;
    assert_eq!(numbers(storage, "A").await, Some((0, vec![])));
}

async fn finished_rounds_are_found_by_number_and_by_player(storage: &dyn RoomStorage) {
    let writes = vec![
        round("A", 1, &["me", "you", "me"]),
        round("A", 2, &["you"]),
        round("B", 7, &["me"]),
        round("B", 8, &[]),
    ];
    write(storage, writes).await;
    let body = storage.round("A", 2).await.unwrap();
    assert_eq!(body.as_deref(), Some("round 2 of A"));
    assert_eq!(storage.round("A", 3).await.unwrap(), None);
    let stored = |room: &str, number: u32| StoredRound {
        room: room.to_owned(),
        number,
        ended_at: AT + u64::from(number),
        body: format!("round {number} of {room}"),
    };
    let rounds = storage.rounds_of("me", 9).await.unwrap();
    assert_eq!(rounds, [stored("B", 7), stored("A", 1)]);
    assert_eq!(storage.rounds_of("me", 1).await.unwrap(), [stored("B", 7)]);
    assert_eq!(storage.rounds_of("me", 0).await.unwrap(), []);
    assert_eq!(storage.rounds_of("nobody", 9).await.unwrap(), []);
}

async fn a_round_is_stored_once(storage: &dyn RoomStorage) {
    write(storage, vec![round("A", 1, &["me", "you"])]).await;
    let again = RoomWrite::Round {
        room: "A".to_owned(),
        number: 1,
        ended_at: AT + 99,
        body: "again".to_owned(),
        players: vec!["you".to_owned()],
    };
    let found = conflict(storage, vec![again]).await;
    assert_eq!(found, ("A".to_owned(), 1));
    let body = storage.round("A", 1).await.unwrap();
    assert_eq!(body.as_deref(), Some("round 1 of A"));
    assert_eq!(storage.rounds_of("me", 9).await.unwrap().len(), 1);
}

async fn a_rating_that_has_changed_is_not_overwritten(storage: &dyn RoomStorage) {
    let after = |rounds: u32, rating: f64| {
        let mut identity = identity("me", rating);
        identity.rounds = rounds;
        RoomWrite::Identity {
            identity,
            rounds_before: rounds - 1,
        }
    };
    // Two rounds end at once; both were rated from the same state.
    write(storage, vec![round("A", 1, &["me"]), after(1, 1600.0)]).await;
    let late = vec![round("B", 1, &["me"]), after(1, 1400.0)];
    match storage.write(&late).await {
        Err(StorageError::RatingChanged { identity }) => assert_eq!(identity, "me"),
        other => panic!("expected a changed rating, found {other:?}"),
    }
    assert_eq!(storage.round("B", 1).await.unwrap(), None);
    write(storage, vec![round("B", 1, &["me"]), after(2, 1500.0)]).await;
    let stored = storage.identity("me").await.unwrap().unwrap();
    assert_eq!((stored.rounds, stored.rating), (2, 1500.0));
}

async fn identities_are_replaced_and_found(storage: &dyn RoomStorage) {
    assert_eq!(storage.identity("me").await.unwrap(), None);
    let me = identity("me", 1500.0);
    let mut you = identity("you", 1512.345678901234);
    let writes = [me.clone(), you.clone()].map(rated);
    write(storage, writes.to_vec()).await;
    assert_eq!(storage.identity("me").await.unwrap(), Some(me.clone()));
    (you.name, you.rating, you.rounds) = ("Zoë".to_owned(), 1490.5, u32::MAX);
    write(storage, vec![rated(you.clone())]).await;
    let ids = ["you", "nobody", "me", "me"].map(str::to_owned);
    let mut found = storage.identities(&ids).await.unwrap();
    found.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(found, [me, you]);
    assert_eq!(storage.identities(&[]).await.unwrap(), []);
}

async fn a_removed_identity_leaves_no_link_to_its_rounds(storage: &dyn RoomStorage) {
    let writes = vec![
        rated(identity("me", 1500.0)),
        round("A", 1, &["me", "you"]),
        RoomWrite::RemoveIdentity {
            id: "me".to_owned(),
            with_rounds: false,
        },
    ];
    write(storage, writes).await;
    assert_eq!(storage.identity("me").await.unwrap(), None);
    assert_eq!(storage.rounds_of("me", 9).await.unwrap(), []);
    assert_eq!(storage.rounds_of("you", 9).await.unwrap().len(), 1);
    let writes = vec![
        round("A", 2, &["me"]),
        round("A", 3, &["me", "you"]),
        RoomWrite::RemoveIdentity {
            id: "me".to_owned(),
            with_rounds: true,
        },
    ];
    write(storage, writes).await;
    assert_eq!(storage.rounds_of("me", 9).await.unwrap(), []);
    assert_eq!(storage.rounds_of("you", 9).await.unwrap().len(), 1);
    assert_eq!(storage.round("A", 2).await.unwrap(), None);
    assert_eq!(storage.round("A", 3).await.unwrap(), None);
}

async fn a_code_is_free_without_room_and_rounds(storage: &dyn RoomStorage) {
    assert!(storage.is_free("A").await.unwrap());
    write(storage, vec![created("A"), round("B", 1, &[])]).await;
    assert!(!storage.is_free("A").await.unwrap());
    assert!(!storage.is_free("B").await.unwrap());
    assert!(storage.is_free("C").await.unwrap());
}

async fn old_rooms_and_rounds_expire(storage: &dyn RoomStorage) {
    let day = 24 * 60 * 60 * 1000;
    let at = |room: &str, at: u64| RoomWrite::CreateRoom {
        room: room.to_owned(),
        number: 0,
        epoch: EPOCH,
        at,
        body: String::new(),
    };
    let writes = vec![
        at("OLD", AT),
        at("RECORD", AT),
        at("NEW", AT + 9 * day),
        RoomWrite::Input {
            room: "RECORD".to_owned(),
            number: 1,
            epoch: EPOCH,
            at: AT + 9 * day,
            body: String::new(),
        },
        round("OLD", 1, &["me"]),
        round("NEW", 2, &["me"]),
    ];
    write(storage, writes).await;
    let nothing = ExpiryRule::after_days(AT, 30, 365);
    assert_eq!(storage.expire(nothing).await.unwrap(), Expired::default());
    let rule = ExpiryRule::after_days(AT + 10 * day, 5, 30);
    let expired = storage.expire(rule).await.unwrap();
    assert_eq!((expired.rooms, expired.rounds), (1, 0));
    for (room, is_there) in [("OLD", false), ("RECORD", true), ("NEW", true)] {
        assert_eq!(
            storage.load_room(room).await.unwrap().is_some(),
            is_there,
            "{room}"
        );
    }
    let rule = ExpiryRule {
        rooms_before: 0,
        rounds_before: AT + 2,
    };
    let expired = storage.expire(rule).await.unwrap();
    assert_eq!((expired.rooms, expired.rounds), (0, 1));
    let left = storage.rounds_of("me", 9).await.unwrap();
    assert_eq!((left.len(), left[0].number), (1, 2));
}

async fn expiry_deletes_more_than_one_batch(storage: &dyn RoomStorage) {
    let mut writes = vec![created("KEPT")];
    for room in 0..250 {
        let room = format!("R{room}");
        writes.extend([created(&room), input(&room, 1)]);
        writes.push(round(&room, 1, &["me"]));
    }
    writes.extend((1..=200).map(|number| input("KEPT", number)));
    write(storage, writes).await;
    let rule = ExpiryRule {
        rooms_before: AT + 100,
        rounds_before: AT + 100,
    };
    let expired = storage.expire(rule).await.unwrap();
    assert_eq!((expired.rooms, expired.rounds), (250, 250));
    assert_eq!(storage.rounds_of("me", 9).await.unwrap(), []);
    assert_eq!(numbers(storage, "KEPT").await.unwrap().1.len(), 200);
}

async fn numbers_that_do_not_fit_are_rejected(storage: &dyn RoomStorage) {
    write(storage, vec![created("A")]).await;
    let mut nan = identity("me", f64::NAN);
    let mut infinite = identity("me", 1500.0);
    infinite.deviation = f64::INFINITY;
    nan.rounds = 0;
    for bad in [
        input("A", u64::MAX),
        RoomWrite::Input {
            room: "A".to_owned(),
            number: 1,
            epoch: EPOCH,
            at: u64::MAX,
            body: String::new(),
        },
        RoomWrite::CreateRoom {
            room: "B".to_owned(),
            number: u64::MAX,
            epoch: EPOCH,
            at: AT,
            body: String::new(),
        },
        rated(nan),
        rated(infinite),
    ] {
        let outcome = storage.write(&[bad]).await;
        assert!(
            matches!(outcome, Err(StorageError::Rejected { .. })),
            "{outcome:?}"
        );
    }
    assert_eq!(numbers(storage, "A").await, Some((0, vec![])));
    assert!(storage.is_free("B").await.unwrap());
}

async fn texts_of_any_kind_come_back(storage: &dyn RoomStorage) {
    let long = "ä".repeat(300_000);
    let texts = ["", "'; DROP TABLE room; --", "\u{1}\r\n\t\"\\", "👩‍👩‍👧", &long];
    for (index, text) in texts.into_iter().enumerate() {
        let room = format!("{index} {}", &text.chars().take(9).collect::<String>());
        let writes = vec![
            RoomWrite::CreateRoom {
                room: room.clone(),
                number: 0,
                epoch: EPOCH,
                at: AT,
                body: text.to_owned(),
            },
            RoomWrite::Input {
                room: room.clone(),
                number: 1,
                epoch: EPOCH,
                at: AT,
                body: text.to_owned(),
            },
            round(&room, 1, &[&room]),
        ];
        write(storage, writes).await;
        let stored = storage.load_room(&room).await.unwrap().unwrap();
        assert_eq!(stored.snapshot, text);
        assert_eq!(stored.inputs, [(1, text.to_owned())]);
        assert_eq!(storage.rounds_of(&room, 9).await.unwrap().len(), 1);
    }
}

async fn the_database_says_that_it_can_be_written(storage: &dyn RoomStorage) {
    storage.check().await.unwrap();
    storage.check().await.unwrap();
}
