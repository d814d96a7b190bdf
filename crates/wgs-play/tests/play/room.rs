//! The rules of rooms, one by one.

use wgs_play::Penalty;
use wgs_play::room::{
    DealLimit, DealProblem, Dealing, InputAnomaly, LeaveReason, MemberId, PhaseView, RemovedPerson,
    RestoredRoom, Room, RoomAction, RoomAnswer, RoomError, RoomEvent, RoomInputKind, RoomSettings,
    Scoring,
};
use wgs_play::{EndReason, IgnoredReason, Level, Verdict};

use crate::room_table::{RoomTable, WORDS, dealt_board};

fn settings(scoring: Scoring) -> RoomSettings {
    RoomSettings {
        scoring,
        seconds: 60,
        ..RoomSettings::default()
    }
}

fn counts(answer: Result<RoomAnswer, RoomError>) -> bool {
    matches!(answer, Ok(RoomAnswer::Judged { word: Some(_), .. }))
}

#[test]
fn a_word_found_by_two_players_counts_for_neither_of_them() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    for (member, word) in [(ann, "cat"), (ann, "cats"), (bob, "cat"), (bob, "ACT")] {
        assert!(counts(table.guess(member, word)), "{word}");
    }
    table.wait(60_000);
    let report = &table.reports[0];
    let points: Vec<i64> = report.players.iter().map(|player| player.points).collect();
    assert_eq!(points, [1, 1]);
    assert_eq!(report.winners, [0, 1]);
    assert_eq!(report.reason, EndReason::TimeUp);
    let cat = report.words.iter().find(|word| word.word == "CAT").unwrap();
    assert!(cat.is_cancelled && cat.finders.len() == 2);
    let missed = report.words.iter().filter(|word| word.finders.is_empty());
    assert_eq!(missed.count(), WORDS.len() - 3);
}

#[test]
fn shared_words_count_for_both_when_everyone_plays_for_themselves() {
    let mut table = RoomTable::new(settings(Scoring::Individual));
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    assert!(counts(table.guess(ann, "cat")) && counts(table.guess(bob, "cat")));
    assert!(counts(table.guess(bob, "act")));
    table.wait(60_000);
    let points = |member| table.room.member(member).unwrap().view.total;
    assert_eq!((points(ann), points(bob)), (1, 2));
    assert_eq!(table.room.member(bob).unwrap().view.wins, 1);
}

#[test]
fn together_a_word_counts_once_and_everyone_sees_who_found_it() {
    let mut table = RoomTable::new(settings(Scoring::Cooperative));
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    assert!(counts(table.guess(ann, "cat")));
    let again = table.guess(bob, "cat").unwrap();
    let RoomAnswer::Judged { verdict, .. } = again else {
        panic!("{again:?}");
    };
    assert_eq!(verdict, Verdict::AlreadyFound);
    let view = &table.views[&bob];
    assert_eq!(
        (view.words[0].word.as_str(), &view.finders[..]),
        ("CAT", &[0][..])
    );
    for word in &WORDS[1..] {
        assert!(counts(table.guess(bob, word)), "{word}");
    }
    let report = &table.reports[0];
    assert_eq!(report.reason, EndReason::AllFound);
    assert_eq!(report.team_points, Some(8));
    assert!(report.winners.is_empty() && report.rated_players().is_empty());
    assert_eq!(table.room.member(ann).unwrap().view.total, 8);
}

#[test]
fn a_guess_needs_a_word_with_a_path_and_a_running_round() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, _bob) = (table.join("Ann"), table.join("Bob"));
    assert_eq!(table.guess(ann, "cat"), Err(RoomError::NoRound));
    table.start_round();
    let late = table.enter("Cleo", None, false).unwrap();
    assert_eq!(table.guess(late, "cat"), Err(RoomError::NotPlaying));
    assert!(!counts(table.guess(ann, "dog")));
    assert!(!counts(table.guess(ann, "tac")));
    let long = table.guess(ann, &"a".repeat(5000));
    assert_eq!(long, Err(RoomError::Ignored(IgnoredReason::TooLong)));
    let path = [0, 1, 9].map(wgs_engine::Cell::new).to_vec();
    assert!(!counts(table.act(ann, RoomAction::GuessPath(path))));
    table.wait(59_999);
    assert!(counts(table.guess(ann, "cat")));
    table.wait(1);
    assert_eq!(table.guess(ann, "act"), Err(RoomError::NoRound));
}

#[test]
fn a_round_starts_when_everyone_is_ready_and_shows_its_board_only_then() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let ann = table.join("Ann");
    table.act(ann, RoomAction::Ready(true)).unwrap();
    assert!(!table.room.is_busy(), "one player is too few");
    let bob = table.join("Bob");
    let watcher = table.enter("Cleo", None, true).unwrap();
    assert_eq!(
        table.act(watcher, RoomAction::Ready(true)),
        Err(RoomError::Spectator)
    );
    table.act(bob, RoomAction::Ready(true)).unwrap();
    assert!(matches!(
        table.views[&ann].phase,
        PhaseView::Dealing {
            number: 1,
            dealer: None
        }
    ));
    table.deal();
    let before = serde_json::to_string(&table.room.view(bob)).unwrap();
    assert!(!before.contains("CATS"), "{before}");
    table.wait(5_000);
    let PhaseView::Playing { round } = &table.views[&bob].phase else {
        panic!("{:?}", table.views[&bob].phase);
    };
    assert_eq!((round.board.as_str(), round.words), ("CATS", 8));
    assert_eq!(round.ends_at, table.now + 60_000);
    assert_eq!(round.seats.len(), 2, "spectators do not play");
}

#[test]
fn computer_players_find_words_while_the_round_runs() {
    let mut table = RoomTable::new(RoomSettings {
        computers: vec![Level::Perfect, Level::Beginner],
        ..settings(Scoring::Classic)
    });
    let ann = table.join("Ann");
    table.start_round();
    table.wait(60_000);
    let report = &table.reports[0];
    let names: Vec<&str> = report.players.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Computer", "Computer 2"]);
    assert_eq!(report.players[1].words, 8);
    let is_seat = |event: &&RoomEvent| matches!(event, RoomEvent::Seat { seat: 1, .. });
    assert!(table.events.iter().filter(is_seat).count() > 1);
    assert_eq!(table.room.member(ann).unwrap().view.total, 0);
}

#[test]
fn the_dealer_chooses_the_letters_and_the_next_player_deals_the_next_board() {
    let mut table = RoomTable::new(RoomSettings {
        dealing: Dealing::Member,
        penalty: Some(Penalty::Points(5)),
        ..settings(Scoring::Individual)
    });
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    for member in [ann, bob] {
        table.act(member, RoomAction::Ready(true)).unwrap();
    }
    let dealer = |table: &RoomTable| match &table.views[&bob].phase {
        PhaseView::Dealing { dealer, .. } => *dealer,
        phase => panic!("{phase:?}"),
    };
    assert_eq!(dealer(&table), Some(ann));
    let deal = RoomAction::Deal(Some("CATS".to_owned()));
    assert_eq!(table.act(bob, deal.clone()), Err(RoomError::NotDealer));
    table.act(ann, deal.clone()).unwrap();
    assert_eq!(table.act(ann, deal), Err(RoomError::NotDealer));
    table.deal();
    table.wait(5_000);
    assert_eq!(table.guess(ann, "cat"), Err(RoomError::NotPlaying));
    table.guess(bob, "dog").unwrap();
    assert!(counts(table.guess(bob, "scat")));
    table.act(bob, RoomAction::Finish).unwrap();
    assert_eq!(table.reports[0].players[0].points, 1 - 5);
    for member in [ann, bob] {
        table.act(member, RoomAction::Ready(true)).unwrap();
    }
    assert_eq!(dealer(&table), Some(bob));
    // A dealer who does nothing does not stop the game.
    table.wait(60_000);
    table.deal();
    table.wait(5_000);
    assert!(counts(table.guess(ann, "cat")));
}

#[test]
fn a_board_that_cannot_be_dealt_brings_everyone_back_with_the_reason() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, _bob) = (table.join("Ann"), table.join("Bob"));
    table.act(ann, RoomAction::Start).unwrap();
    let deal = table.deals.pop().unwrap();
    let problem = DealProblem::new(&DealLimit::Busy);
    table.handle(RoomInputKind::DealFailed { deal, problem });
    assert!(!table.room.is_busy());
    assert!(matches!(
        table.events.last(),
        Some(RoomEvent::DealFailed(_))
    ));
    // An answer to an old deal changes nothing.
    table.deals.push(deal);
    table.deal();
    assert!(!table.room.is_busy());
}

#[test]
fn a_match_has_its_number_of_rounds_and_a_rematch_starts_from_zero() {
    let mut table = RoomTable::new(RoomSettings {
        rounds: 2,
        ..settings(Scoring::Individual)
    });
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    for round in 1..=3u32 {
        table.start_round();
        assert!(counts(table.guess(ann, "cat")));
        table.act(ann, RoomAction::EndRound).unwrap();
        let total = table.room.member(ann).unwrap().view.total;
        assert_eq!(total, [1, 2, 1][round as usize - 1]);
        assert_eq!(table.reports[round as usize - 1].id, round);
        assert_eq!(
            table.views[&bob].rounds_played,
            [1, 2, 1][round as usize - 1]
        );
        let next = table.views[&bob].next_round();
        assert_eq!(next, [Some(2), None, Some(2)][round as usize - 1]);
    }
    // The owner changes their number within the match.
    for (rounds, next) in [(3, Some(2)), (1, None)] {
        let settings = RoomSettings {
            rounds,
            ..settings(Scoring::Individual)
        };
        let settings = RoomAction::Settings(Box::new(settings));
        table.act(ann, settings).unwrap();
        assert_eq!(table.views[&bob].next_round(), next);
    }
}

#[test]
fn only_the_owner_removes_people_and_hands_the_room_over() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, bob, cleo) = (table.join("Ann"), table.join("Bob"), table.join("Cleo"));
    assert_eq!(
        table.act(bob, RoomAction::Remove(cleo)),
        Err(RoomError::NotOwner)
    );
    assert_eq!(table.act(bob, RoomAction::Start), Err(RoomError::NotOwner));
    let nobody = MemberId(99);
    assert_eq!(
        table.act(ann, RoomAction::Remove(nobody)),
        Err(RoomError::NoSuchMember { member: nobody })
    );
    table.act(ann, RoomAction::Remove(cleo)).unwrap();
    assert_eq!(table.guess(cleo, "cat"), Err(RoomError::NotAMember));
    let again = table.enter("Cleo", Some("id of Cleo"), false);
    assert_eq!(again, Err(RoomError::Removed));
    let removed = vec![RemovedPerson {
        player: "id of Cleo".to_owned(),
        name: "Cleo".to_owned(),
    }];
    assert_eq!(table.views[&ann].removed, removed);
    let readmit = |player: &str| RoomAction::Readmit(player.to_owned());
    for (member, player, error) in [
        (bob, "id of Cleo", RoomError::NotOwner),
        (ann, "id of Bob", RoomError::NotRemoved),
    ] {
        assert_eq!(table.act(member, readmit(player)), Err(error));
    }
    table.act(ann, readmit("id of Cleo")).unwrap();
    assert!(table.views[&ann].removed.is_empty());
    table.enter("Cleo", Some("id of Cleo"), false).unwrap();
    table.act(ann, RoomAction::HandOver(bob)).unwrap();
    assert_eq!(table.act(ann, RoomAction::Start), Err(RoomError::NotOwner));
    table.act(bob, RoomAction::Leave).unwrap();
    assert_eq!(table.views[&ann].owner, Some(ann));
}

#[test]
fn the_words_of_somebody_who_leaves_stay_in_the_round() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    assert!(counts(table.guess(bob, "cat")) && counts(table.guess(ann, "cat")));
    table.act(bob, RoomAction::Leave).unwrap();
    table.act(ann, RoomAction::Finish).unwrap();
    let report = &table.reports[0];
    assert_eq!(report.players[1].name, "Bob");
    assert!(report.words[0].is_cancelled);
}

#[test]
fn a_lost_connection_keeps_its_place_for_ten_minutes_and_the_room_has_another_owner() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    table.act(ann, RoomAction::EndRound).unwrap();
    table.handle(RoomInputKind::Disconnect(ann));
    table.wait(29_999);
    assert_eq!(table.views[&bob].owner, Some(ann));
    table.wait(1);
    assert_eq!(table.views[&bob].owner, Some(bob));
    table.wait(9 * 60_000);
    assert_eq!(table.enter("Ann", Some("id of Ann"), false), Ok(ann));
    table.handle(RoomInputKind::Disconnect(ann));
    table.wait(10 * 60_000);
    assert!(table.room.member(ann).is_none());
    let gone = RoomEvent::Left {
        member: ann,
        reason: LeaveReason::Gone,
    };
    assert!(table.events.contains(&gone));
}

#[test]
fn somebody_who_never_played_leaves_after_three_minutes_without_a_connection() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (_, bob) = (table.join("Ann"), table.join("Bob"));
    table.handle(RoomInputKind::Disconnect(bob));
    table.wait(3 * 60_000 - 1);
    assert!(table.room.member(bob).is_some());
    table.wait(1);
    assert!(table.room.member(bob).is_none());
}

#[test]
fn a_round_waits_half_a_minute_for_a_player_who_lost_the_connection_and_was_not_ready() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, bob, cleo) = (table.join("Ann"), table.join("Bob"), table.join("Cleo"));
    for member in [ann, bob] {
        table.act(member, RoomAction::Ready(true)).unwrap();
    }
    table.handle(RoomInputKind::Disconnect(cleo));
    table.wait(29_999);
    assert!(!table.room.is_busy());
    table.wait(1);
    table.deal();
    table.wait(5_000);
    let PhaseView::Playing { round } = &table.views[&ann].phase else {
        panic!("{:?}", table.views[&ann].phase);
    };
    assert_eq!(round.seats.len(), 2);
}

#[test]
fn a_round_that_the_owner_ended_changes_no_ratings() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, _bob) = (table.join("Ann"), table.join("Bob"));
    for is_cut_short in [true, false] {
        table.start_round();
        assert!(counts(table.guess(ann, "cat")));
        match is_cut_short {
            true => drop(table.act(ann, RoomAction::EndRound)),
            false => table.wait(60_000),
        }
        let report = table.reports.last().unwrap();
        assert_eq!(report.is_cut_short, is_cut_short);
        assert_eq!(report.rated_players().is_empty(), is_cut_short);
    }
}

#[test]
fn only_rounds_with_a_word_in_a_rated_room_change_ratings() {
    for (is_rated, word, is_expected) in [
        (true, Some("cat"), true),
        // Only the computer finds words.
        (true, None, false),
        (true, Some("dog"), false),
        (false, Some("cat"), false),
    ] {
        let mut table = RoomTable::new(RoomSettings {
            is_rated,
            computers: vec![Level::Perfect],
            ..settings(Scoring::Individual)
        });
        let (ann, _bob) = (table.join("Ann"), table.join("Bob"));
        table.start_round();
        if let Some(word) = word {
            table.guess(ann, word).unwrap();
        }
        table.wait(60_000);
        let rated = table.reports[0].rated_players().len();
        assert_eq!(rated == 2, is_expected, "{is_rated} {word:?}");
    }
}

#[test]
fn the_standings_of_a_match_have_everyone_who_played_in_it() {
    let mut table = RoomTable::new(RoomSettings {
        rounds: 3,
        computers: vec![Level::Perfect],
        ..settings(Scoring::Individual)
    });
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    let mut expected = vec![];
    for (round, words) in [(1, 2), (2, 0), (3, 1), (4, 1)] {
        table.start_round();
        for word in WORDS.iter().take(words) {
            assert!(counts(table.guess(ann, word)));
        }
        match round {
            // The computer has no time left to find words.
            1 => table.act(bob, RoomAction::Leave).map(drop).unwrap(),
            2 => drop(table.act(ann, RoomAction::Rename("Anna".to_owned()))),
            _ => {}
        }
        table.wait(60_000);
        let report = table.reports.last().unwrap();
        let standing = |name: &str| {
            let found = report.standings.iter().find(|it| it.name == name);
            found.map(|it| (it.member, it.total, it.wins))
        };
        // The best computer player finds all eight words in each round.
        let ann_total = [2, 2, 3, 1][round - 1];
        let name = if round == 1 { "Ann" } else { "Anna" };
        assert_eq!(standing(name), Some((Some(ann), ann_total, 0)), "{round}");
        let rounds = if round == 4 { 1 } else { round as u32 };
        assert_eq!(
            standing("Computer"),
            Some((None, 8 * i64::from(rounds), rounds)),
            "{round}"
        );
        // A member who has left stays in the match, but not in the next one.
        let left = (round < 4).then_some((Some(bob), 0, 0));
        assert_eq!(standing("Bob"), left, "{round}");
        assert_eq!(report.standings[0].name, "Computer");
        expected.push(report.standings.clone());
    }
    let shown = table.views[&ann].report.as_ref().unwrap();
    assert_eq!(&shown.standings, expected.last().unwrap());
}

#[test]
fn the_computer_plays_against_the_team() {
    let mut table = RoomTable::new(RoomSettings {
        computers: vec![Level::Perfect],
        ..settings(Scoring::Cooperative)
    });
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    assert!(counts(table.guess(ann, "cat")) && counts(table.guess(bob, "act")));
    table.wait(60_000);
    let report = &table.reports[0];
    assert_eq!(report.team_points, Some(2));
    assert_eq!(report.team_words(), Some(2));
    let totals = report.standings.iter().map(|it| (it.member, it.total));
    assert_eq!(
        totals.collect::<Vec<_>>(),
        [(None, 8), (Some(ann), 2), (Some(bob), 2)]
    );
}

#[test]
fn a_round_takes_no_longer_on_a_server_whose_clock_is_behind() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, _bob) = (table.join("Ann"), table.join("Bob"));
    table.wait(10_000_000);
    table.start_round();
    table.wait(20_000);
    assert!(counts(table.guess(ann, "cat")));
    table.room = table.restored();
    table.now -= 3_600_000;
    table.handle(RoomInputKind::Load);
    assert_eq!(
        table.room.next_time(),
        Some(table.now + 30_000),
        "another owner"
    );
    let PhaseView::Playing { round } = table.room.view(ann).unwrap().phase else {
        panic!("the round goes on");
    };
    assert_eq!(round.ends_at, table.now + 40_000);
}

#[test]
fn a_room_whose_dictionary_has_changed_is_restored_without_its_round() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    assert!(counts(table.guess(ann, "cat")));
    table
        .act(bob, RoomAction::Chat("hello".to_owned()))
        .unwrap();
    table.act(bob, RoomAction::Leave).unwrap();
    let (snapshot, inputs) = (table.snapshot.clone(), table.inputs.clone());
    table.room = Room::restore_without_round(snapshot, inputs).unwrap();
    assert!(!table.room.is_busy());
    let view = table.room.view(ann).unwrap();
    assert_eq!((view.members.len(), view.chat.len()), (1, 1));
    // The numbers of the inputs go on.
    let number = table.inputs.last().unwrap().0;
    table.handle(RoomInputKind::Load);
    assert_eq!(table.inputs.last().unwrap().0, number + 1);
}

#[test]
fn an_input_that_should_not_be_there_is_named_and_does_not_keep_a_room_from_being_restored() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    assert!(counts(table.guess(ann, "cat")));
    let mut inputs = table.inputs.clone();
    let (last, guess) = inputs.last().unwrap().clone();
    // Another server has stored the guess again, and an input between is lost.
    inputs.push((last + 1, guess));
    table
        .act(bob, RoomAction::Chat("hello".to_owned()))
        .unwrap();
    let (_, chat) = table.inputs.last().unwrap().clone();
    inputs.push((last + 3, chat));
    inputs.insert(0, (0, inputs[0].1.clone()));
    let expected = table.room.view(bob).unwrap();
    let RestoredRoom {
        mut room,
        anomalies,
    } = Room::restore(table.snapshot.clone(), inputs, |_, stored| {
        Ok::<_, ()>(dealt_board(stored.seed))
    })
    .unwrap();
    assert_eq!(
        anomalies,
        [
            InputAnomaly::OutOfOrder {
                expected: 1,
                found: 0
            },
            InputAnomaly::NoEffect { number: last + 1 },
            InputAnomaly::OutOfOrder {
                expected: last + 2,
                found: last + 3
            },
        ]
    );
    assert_eq!((room.inputs(), room.view(bob)), (last + 3, Some(expected)));
    room.skip_to(last + 9);
    room.skip_to(last);
    assert_eq!(room.inputs(), last + 9);
}

#[test]
fn names_are_cleaned_and_nobody_has_the_same_name_as_another() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let name = |table: &RoomTable, member| table.room.member(member).unwrap().view.name.clone();
    for (wanted, expected) in [
        ("Ann", "Ann"),
        ("  ann ", "ann 2"),
        ("A\u{202E}\u{7}nn", "Ann 3"),
        (
            "a name of more than twenty-four letters",
            "a name of more than twen",
        ),
        (
            "a name of more than twenty-four letters",
            "a name of more than tw 2",
        ),
    ] {
        let member = table.enter(wanted, None, false).unwrap();
        assert_eq!(name(&table, member), expected);
    }
    for nothing in [" \u{200B} ", "\u{200D}", "\u{200D}\u{200D} \u{E0067}"] {
        let empty = table.enter(nothing, None, false);
        assert_eq!(empty, Err(RoomError::NoName), "{nothing:?}");
    }
}

#[test]
fn joined_emoji_in_a_name_stay_whole() {
    let mother = "👩\u{200D}👧";
    let rainbow = "🏳\u{FE0F}\u{200D}🌈";
    let scotland = "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}";
    let conjunct = "क\u{94D}\u{200D}ष";
    for (wanted, expected) in [
        (mother, mother),
        (rainbow, rainbow),
        (scotland, scotland),
        (conjunct, conjunct),
        // A joiner that joins nothing shows nothing.
        ("A\u{200D}nna", "Anna"),
        ("Bea\u{200D}", "Bea"),
        ("e\u{200D}\u{301}", "e\u{301}"),
        ("👍\u{200D}\u{1F3FD}", "👍\u{1F3FD}"),
        // Tags belong to a flag.
        ("Tag\u{E0067}", "Tag"),
        // The last emoji has no space and is left out, not cut.
        (
            &format!("twenty-two characters!{mother}"),
            "twenty-two characters!",
        ),
        // The same name again has a number.
        (
            &format!("twenty characters..  {mother}"),
            &format!("twenty characters.. {mother}"),
        ),
        (
            &format!("twenty characters.. {mother}"),
            "twenty characters.. 2",
        ),
    ] {
        let mut table = RoomTable::new(settings(Scoring::Classic));
        if expected.ends_with('2') {
            table.enter(wanted, None, false).unwrap();
        }
        let member = table.enter(wanted, None, false).unwrap();
        let name = &table.room.member(member).unwrap().view.name;
        assert_eq!(name, expected, "{wanted:?}");
    }
}

#[test]
fn a_full_room_lets_people_watch() {
    let mut table = RoomTable::new(RoomSettings {
        max_players: 2,
        ..settings(Scoring::Classic)
    });
    let (_, bob) = (table.join("Ann"), table.join("Bob"));
    let full = table.enter("Cleo", None, false);
    assert_eq!(full, Err(RoomError::Full { most: 2 }));
    let cleo = table.enter("Cleo", None, true).unwrap();
    assert!(table.act(cleo, RoomAction::Watch(false)).is_err());
    table.act(bob, RoomAction::Watch(true)).unwrap();
    table.act(cleo, RoomAction::Watch(false)).unwrap();
}

#[test]
fn messages_are_bounded_and_can_be_switched_off() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let ann = table.join("Ann");
    let chat = |text: &str| RoomAction::Chat(text.to_owned());
    for number in 0..150 {
        table.act(ann, chat(&format!("message {number}"))).unwrap();
    }
    assert_eq!(table.views[&ann].chat.len(), 100);
    assert_eq!(table.views[&ann].chat[0].text, "message 50");
    assert!(table.act(ann, chat(&"x".repeat(301))).is_err());
    assert!(table.act(ann, chat(" \n ")).is_err());
    let off = RoomSettings {
        has_chat: false,
        ..table.room.settings().clone()
    };
    table.act(ann, RoomAction::Settings(Box::new(off))).unwrap();
    assert_eq!(table.act(ann, chat("hello")), Err(RoomError::NoChat));
}

#[test]
fn a_clock_that_goes_back_does_not_lengthen_a_round() {
    let mut table = RoomTable::new(settings(Scoring::Classic));
    let (ann, _bob) = (table.join("Ann"), table.join("Bob"));
    table.start_round();
    table.wait(30_000);
    let time = table.room.time();
    table.now -= 25_000;
    assert!(counts(table.guess(ann, "cat")));
    assert_eq!(table.room.time(), time);
    table.now = time + 30_000;
    assert_eq!(table.guess(ann, "act"), Err(RoomError::NoRound));
}

#[test]
fn settings_out_of_range_are_refused_by_name() {
    for (key, settings) in [
        (
            "seconds",
            RoomSettings {
                seconds: 5,
                ..RoomSettings::default()
            },
        ),
        (
            "rounds",
            RoomSettings {
                rounds: 0,
                ..RoomSettings::default()
            },
        ),
        (
            "max_players",
            RoomSettings {
                max_players: 51,
                ..RoomSettings::default()
            },
        ),
        (
            "computers",
            RoomSettings {
                computers: vec![Level::Easy; 7],
                ..RoomSettings::default()
            },
        ),
        (
            "game",
            RoomSettings {
                game: String::new(),
                ..RoomSettings::default()
            },
        ),
    ] {
        assert_eq!(settings.check().unwrap_err().key, key);
    }
}
