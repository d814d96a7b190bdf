//! Rounds by example: clock, pauses, turns, hints, paths, penalties and saved rounds.

use wgs_config::commonness::{Commonness, CommonnessTable};
use wgs_engine::spelling::Spelling;
use wgs_engine::{Adjacency, Cell, Grid, Lexicon, Rules, Solver};
use wgs_play::Penalty;
use wgs_play::{
    Challenge, Date, EndReason, FinishedRound, HintKind, IgnoredReason, LengthHint, Level,
    PathFault, PlayerId, PlayerSetup, Rank, RestoreError, Round, RoundAction, RoundContext,
    RoundEvent, RoundGoal, RoundHint, RoundInput, RoundPhase, RoundSetup, SavedRound, ScoreUnit,
    SharedResult, SolvedBoard, StartHint, TurnOrder, Verdict,
};

const WORDS: &str = "cat cats act acts scat cast tacs stack ox at";

/// A round on a board of two rows and columns.
fn round(setup: RoundSetup) -> Round {
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    round_on("CATS", grid, Rules::boggle(), setup)
}

fn solved(board: &str, grid: Grid, rules: Rules) -> (SolvedBoard, RoundContext) {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let solver = Solver::new(&lexicon, &grid, &rules);
    let board = SolvedBoard::new(board.parse().unwrap(), &mut solver.worker()).unwrap();
    (board, RoundContext::new(&solver, &Spelling::default()))
}

fn round_on(board: &str, grid: Grid, rules: Rules, setup: RoundSetup) -> Round {
    let (board, context) = solved(board, grid, rules);
    Round::new(setup, board, context).unwrap()
}

fn guess(word: &str) -> RoundAction {
    RoundAction::Guess(word.to_owned())
}

fn path(positions: &[usize]) -> RoundAction {
    let cells = positions.iter().map(|position| Cell::new(position - 1));
    RoundAction::GuessPath(cells.collect())
}

/// Handles an action of a player.
fn act(round: &mut Round, time: u64, player: usize, action: RoundAction) -> Vec<RoundEvent> {
    round.handle(RoundInput {
        time,
        player: PlayerId::new(player),
        action,
    })
}

/// The verdict on a guess of the first player, as text.
fn verdict(round: &mut Round, time: u64, action: RoundAction) -> String {
    match &act(round, time, 0, action)[..] {
        [RoundEvent::Judged { guess, verdict, .. }, ..] => format!("{guess} {verdict}"),
        events => panic!("{events:?}"),
    }
}

fn people(names: &[&str]) -> Vec<PlayerSetup> {
    names.iter().map(|name| PlayerSetup::person(name)).collect()
}

#[test]
fn the_last_millisecond_counts_and_the_next_does_not() {
    let setup = RoundSetup {
        limit: Some(1000),
        ..RoundSetup::default()
    };
    let mut early = round(setup.clone());
    assert_eq!(
        verdict(&mut early, 999, guess("cat")),
        "cat counts: 1 point"
    );
    let mut late = round(setup);
    let events = act(&mut late, 1000, 0, guess("cat"));
    let reason = EndReason::TimeUp;
    let ignored = RoundEvent::Ignored {
        reason: IgnoredReason::Ended,
    };
    assert_eq!(
        events,
        [RoundEvent::TimeUp, RoundEvent::Ended { reason }, ignored]
    );
    assert_eq!(late.view().remaining, Some(0));
    assert!(late.handle(RoundInput::tick(5000)).is_empty());
}

#[test]
fn pauses_do_not_count_whether_the_interface_stops_its_clock_or_not() {
    for resumed in [300, 99_000] {
        let setup = RoundSetup {
            limit: Some(1000),
            ..RoundSetup::default()
        };
        let mut round = round(setup);
        assert_eq!(
            act(&mut round, 300, 0, RoundAction::Pause),
            [RoundEvent::Paused]
        );
        let ignored = |reason| [RoundEvent::Ignored { reason }];
        assert_eq!(
            act(&mut round, 300, 0, RoundAction::Pause),
            ignored(IgnoredReason::Paused)
        );
        assert_eq!(
            act(&mut round, resumed, 0, guess("cat")),
            ignored(IgnoredReason::Paused)
        );
        assert_eq!(
            act(&mut round, resumed, 0, RoundAction::Resume),
            [RoundEvent::Resumed]
        );
        assert_eq!(
            act(&mut round, resumed, 0, RoundAction::Resume),
            ignored(IgnoredReason::NotPaused)
        );
        act(&mut round, resumed + 699, 0, guess("cat"));
        assert_eq!(
            (round.view().played, round.view().remaining),
            (999, Some(1))
        );
        assert_eq!(round.points(PlayerId::new(0)), 1);
    }
}

#[test]
fn a_clock_that_is_set_back_stands_still() {
    let mut round = round(RoundSetup::default());
    round.handle(RoundInput::tick(5000));
    verdict(&mut round, 100, guess("cat"));
    assert_eq!(round.view().played, 5000);
    round.handle(RoundInput::tick(5001));
    assert_eq!((round.view().played, round.time()), (5001, 5001));
    round.handle(RoundInput::tick(u64::MAX));
    round.handle(RoundInput::tick(u64::MAX));
    assert_eq!(round.view().played, u64::MAX);
}

#[test]
fn the_words_of_computer_players_appear_as_time_passes() {
    let computer = PlayerSetup::computer("Computer", Level::Hard);
    let setup = RoundSetup {
        players: [people(&["You"]), vec![computer]].concat(),
        limit: Some(180_000),
        seed: 1,
        ..RoundSetup::default()
    };
    let mut by_seconds = round(setup.clone());
    let mut events = Vec::new();
    for second in 0..=180 {
        let before = by_seconds.view().players[1].words;
        let happened = by_seconds.handle(RoundInput::tick(second * 1000));
        let is_find = |event: &&RoundEvent| matches!(event, RoundEvent::ComputerFound { .. });
        let finds = happened.iter().filter(is_find).count() as u64;
        assert_eq!(by_seconds.view().players[1].words, before + finds);
        events.extend(happened);
    }
    let times: Vec<u64> = by_seconds
        .word_views(PlayerId::new(1))
        .iter()
        .map(|word| word.time)
        .collect();
    assert!(!times.is_empty() && times.is_sorted(), "{times:?}");
    assert!(times.iter().any(|time| *time < 170_000));
    // The same happens at once without a question in between.
    let mut at_once = round(setup.clone());
    assert_eq!(at_once.handle(RoundInput::tick(180_000)), events);
    // Who ends a round early does not cut the computer short.
    let mut ended = round(setup);
    let happened = act(&mut ended, 10, 0, RoundAction::End);
    assert_eq!(happened.len(), events.len() - 1);
    assert_eq!(
        ended.word_views(PlayerId::new(1)),
        by_seconds.word_views(PlayerId::new(1))
    );
}

#[test]
fn people_may_play_one_after_the_other() {
    let setup = RoundSetup {
        players: people(&["Ann", "Bob"]),
        limit: Some(1000),
        turns: TurnOrder::OneByOne,
        ..RoundSetup::default()
    };
    let mut round = round(setup);
    let (ann, bob) = (PlayerId::new(0), PlayerId::new(1));
    act(&mut round, 100, 0, guess("cat"));
    let not_yet = RoundEvent::Ignored {
        reason: IgnoredReason::NotTheirTurn,
    };
    assert_eq!(act(&mut round, 200, 1, guess("cat")), [not_yet]);
    let events = round.handle(RoundInput::tick(7000));
    assert_eq!(
        events,
        [RoundEvent::TimeUp, RoundEvent::TurnEnded { player: ann }]
    );
    assert_eq!(
        (round.phase(), round.view().turn),
        (RoundPhase::Paused, bob)
    );
    assert_eq!(round.view().remaining, Some(1000));
    act(&mut round, 9000, 1, RoundAction::Resume);
    act(&mut round, 9500, 1, guess("cats"));
    assert_eq!(round.view().remaining, Some(500));
    let events = act(&mut round, 9600, 1, RoundAction::Finish);
    let reason = EndReason::Finished;
    assert_eq!(
        events,
        [
            RoundEvent::TurnEnded { player: bob },
            RoundEvent::Ended { reason }
        ]
    );
    assert_eq!((round.points(ann), round.points(bob)), (1, 1));
}

#[test]
fn a_round_ends_when_everything_is_found_unless_it_is_endless() {
    let words = ["cat", "cats", "act", "acts", "scat", "cast", "tacs"];
    for goal in [
        RoundGoal::Points,
        RoundGoal::FindEverything,
        RoundGoal::Endless,
    ] {
        let setup = RoundSetup {
            players: people(&["Ann", "Bob"]),
            goal,
            ..RoundSetup::default()
        };
        let mut round = round(setup);
        for (number, word) in words.iter().enumerate() {
            act(&mut round, 0, number % 2, guess(word));
        }
        let ended = RoundPhase::Ended(EndReason::AllFound);
        match goal {
            RoundGoal::FindEverything => assert_eq!(round.phase(), ended),
            RoundGoal::Points | RoundGoal::Endless => {
                for player in 0..2 {
                    assert_eq!(round.phase(), RoundPhase::Running);
                    for word in words {
                        act(&mut round, 0, player, guess(word));
                    }
                }
                let is_endless = goal == RoundGoal::Endless;
                let running = RoundPhase::Running;
                assert_eq!(round.phase(), if is_endless { running } else { ended });
            }
        }
    }
}

#[test]
fn words_are_entered_by_their_tiles() {
    let setup = RoundSetup::default;
    let mut square = round(setup());
    for (positions, expected) in [
        (&[1, 2, 3][..], "CAT counts: 1 point"),
        (&[1, 2, 3], "CAT was already found"),
        (&[3, 2, 1], "TAC is not in the dictionary"),
        (
            &[1, 2],
            "CA is too short: it counts for 2 letters, but 3 are needed",
        ),
        (&[], " has no letters"),
        (&[1, 2, 1], "CAC is not a path: position 1 is used twice"),
        (&[1, 9], "C is not a path: position 9 has no tile"),
    ] {
        assert_eq!(
            verdict(&mut square, 0, path(positions)),
            expected,
            "{positions:?}"
        );
    }
    let line = Grid::rectangle(4, 1, Adjacency::Straight);
    let mut line = round_on("CATS", line, Rules::boggle(), setup());
    let jump = verdict(&mut line, 0, path(&[1, 3, 2]));
    assert_eq!(
        jump,
        "CTA is not a path: position 3 does not touch the position before it"
    );

    // Wildcards stand for the best word that is not found yet.
    let mut wild = round_on("?AT", Grid::rack(3), Rules::boggle(), setup());
    assert_eq!(
        verdict(&mut wild, 0, path(&[1, 2, 3])),
        "?AT counts: 1 point"
    );
    assert_eq!(
        verdict(&mut wild, 0, path(&[1, 2, 3])),
        "?AT was already found"
    );
    assert_eq!(
        verdict(&mut wild, 0, path(&[3, 1, 2])),
        "T?A is not in the dictionary"
    );

    // A Q is a Qu, and a tile may have several letters.
    let lexicon = Lexicon::from_text("quit the").unwrap();
    let rack = Grid::rack(5);
    let solver = Solver::new(&lexicon, &rack, &Rules::boggle());
    let board = SolvedBoard::new("QITThE".parse().unwrap(), &mut solver.worker()).unwrap();
    let context = RoundContext::new(&solver, &Spelling::default());
    let mut round = Round::new(setup(), board, context).unwrap();
    assert_eq!(
        verdict(&mut round, 0, path(&[1, 2, 3])),
        "QUIT counts: 1 point"
    );
    assert_eq!(verdict(&mut round, 0, path(&[4, 5])), "THE counts: 1 point");
    let fault = Verdict::NotAPath {
        cell: Cell::new(8),
        fault: PathFault::NoTile,
    };
    assert_eq!(fault.to_string(), "is not a path: position 9 has no tile");
}

#[test]
fn hints_go_from_vague_to_exact() {
    let mut round = round(RoundSetup::default());
    let mut hint = |kind| match act(&mut round, 0, 0, RoundAction::Hint(kind)).remove(0) {
        RoundEvent::HintGiven { hint, .. } => hint,
        event => panic!("{event:?}"),
    };
    let RoundHint::Tiles(tiles) = hint(HintKind::Tiles) else {
        panic!()
    };
    let counts: Vec<_> = tiles.iter().map(|tile| (tile.words, tile.starts)).collect();
    assert_eq!(counts, [(7, 3), (7, 2), (7, 1), (5, 1)]);
    let length = |length, words| LengthHint { length, words };
    assert_eq!(
        hint(HintKind::Lengths),
        RoundHint::Lengths(vec![length(3, 2), length(4, 5)])
    );
    let start = |start: &str, words| StartHint {
        start: start.to_owned(),
        words,
    };
    let starts = vec![
        start("AC", 2),
        start("CA", 3),
        start("SC", 1),
        start("TA", 1),
    ];
    assert_eq!(hint(HintKind::Starts), RoundHint::Starts(starts));
    let word = |hint| match hint {
        RoundHint::Path { word, path } => (word, path.len()),
        hint => panic!("{hint:?}"),
    };
    // The same word is shown until it is found.
    assert_eq!(word(hint(HintKind::Path)), ("ACT".to_owned(), 3));
    assert_eq!(word(hint(HintKind::Path)), ("ACT".to_owned(), 3));
    let you = PlayerId::new(0);
    assert_eq!(round.view().players[0].paths_shown, 1);
    verdict(&mut round, 0, guess("act"));
    assert_eq!(round.hint(you, HintKind::Path), None);
    let lengths = RoundHint::Lengths(vec![length(3, 1), length(4, 5)]);
    assert_eq!(round.hint(you, HintKind::Lengths), Some(lengths));
    act(&mut round, 0, 0, RoundAction::Hint(HintKind::Path));
    let view = &round.view().players[0];
    assert_eq!((view.hints.len(), view.paths_shown), (4, 2));
    assert_eq!(round.save().inputs.len(), 4 + 1 + 1);
}

#[test]
fn guesses_that_are_not_in_the_dictionary_may_cost_points() {
    let setup = RoundSetup {
        penalty: Some(Penalty::Points(5)),
        ..RoundSetup::default()
    };
    let mut round = round(setup);
    verdict(&mut round, 0, guess("cat"));
    verdict(&mut round, 0, guess("tca"));
    verdict(&mut round, 0, guess("stack"));
    verdict(&mut round, 0, guess("x"));
    let view = &round.view().players[0];
    assert_eq!((view.points, view.penalty, view.words), (-4, 5, 1));
    assert_eq!(round.result().standings[0].points, -4);
    assert!(round.result().winners.is_empty());
}

#[test]
fn ranks_exist_where_all_tiles_touch() {
    let mut square = round(RoundSetup::default());
    verdict(&mut square, 0, guess("cat"));
    assert_eq!(square.view().players[0].rank, None);
    let mut rack = round_on(
        "CATS",
        Grid::rack(4),
        Rules::boggle(),
        RoundSetup::default(),
    );
    let rank = |round: &Round| round.view().players[0].rank.unwrap();
    assert_eq!(
        (rank(&rack).rank, rank(&rack).next_points),
        (Rank::Beginner, 1)
    );
    for word in ["cat", "cats"] {
        verdict(&mut rack, 0, guess(word));
    }
    assert_eq!(
        (rank(&rack).rank, rank(&rack).next),
        (Rank::Skilled, Some(Rank::Advanced))
    );
}

#[test]
fn a_saved_round_that_does_not_fit_is_rejected_with_a_reason() {
    let mut played = round(RoundSetup::default());
    verdict(&mut played, 10, guess("cat"));
    let saved = played.save();
    let (board, context) = solved(
        "CATS",
        Grid::rectangle(2, 2, Adjacency::Diagonal),
        Rules::boggle(),
    );
    let restore = |saved| Round::restore(saved, board.clone(), context.clone());
    assert!(restore(saved.clone()).is_ok());

    let mut newer = saved.clone();
    newer.version = 2;
    let message = "the round was saved in version 2 of the format; expected version 1";
    assert_eq!(restore(newer).unwrap_err().to_string(), message);

    let mut other = saved.clone();
    other.words = 9;
    let message =
        "the round was saved with 9 words and 7 points on its board; now there are 7 and 7";
    assert_eq!(restore(other).unwrap_err().to_string(), message);

    let mut twice = saved.clone();
    twice.inputs.push(twice.inputs[0].clone());
    let message = "input 2 of the saved round has no effect: Guess(\"cat\")";
    assert_eq!(restore(twice).unwrap_err().to_string(), message);

    let mut nobody = saved;
    nobody.setup.players.clear();
    assert!(matches!(restore(nobody), Err(RestoreError::Setup(_))));
}

#[test]
fn bad_setups_are_rejected_with_a_reason() {
    let setup = |players: &[&str], limit| RoundSetup {
        players: people(players),
        limit,
        ..RoundSetup::default()
    };
    let many: Vec<String> = (0..101).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let long = "x".repeat(201);
    for (setup, message) in [
        (
            setup(&[], None),
            "the round has no players; expected at least one person",
        ),
        (setup(&["Ann", " "], None), "player 2 has no name"),
        (
            setup(&["Ann", "Ann "], None),
            "two players are called \"Ann \"",
        ),
        (
            setup(&many, None),
            "the round has 101 players; at most 100 are allowed",
        ),
        (
            setup(&[&long], None),
            "the name of player 1 has 201 bytes; at most 200 are allowed",
        ),
        (
            setup(&["Ann"], Some(0)),
            "limit: expected 1 to 86400000 milliseconds, found 0",
        ),
        (
            setup(&["Ann"], Some(u64::MAX)),
            "limit: expected 1 to 86400000 milliseconds, found 18446744073709551615",
        ),
    ] {
        assert_eq!(setup.check().unwrap_err().to_string(), message);
    }
}

#[test]
fn a_friend_takes_up_a_challenge_and_compares() {
    let setup = RoundSetup {
        game: "Boggle (New)".to_owned(),
        board: "CATS".to_owned(),
        size: Some("2x2".to_owned()),
        limit: Some(60_000),
        ..RoundSetup::default()
    };
    let mut played = round(setup);
    for word in ["cat", "scat"] {
        verdict(&mut played, 30_000, guess(word));
    }
    let you = PlayerId::new(0);
    let challenge = Challenge::new(Default::default(), &played, you).unwrap();
    let fragment = challenge.encode().unwrap();
    assert_eq!(
        fragment,
        "game=Boggle%20(New)&board=CATS&size=2x2&challenge=1&limit=60000&by=You&score=2&count=2&played=30000&found=KA"
    );
    let received = Challenge::decode(&fragment).unwrap();
    let setup = received.setup("Bob");
    assert_eq!(
        (setup.limit, setup.players),
        (Some(60_000), people(&["Bob"]))
    );
    let words = received
        .result
        .unwrap()
        .found_words(played.solved_board())
        .unwrap();
    let words: Vec<&str> = words
        .iter()
        .map(|&word| &*played.solved_board().words()[word].text)
        .collect();
    assert_eq!(words, ["CAT", "SCAT"]);
    // On another board the bits mean nothing.
    let (other, _) = solved("CATXXXXXX", Grid::rack(9), Rules::boggle());
    assert_eq!(challenge.result.unwrap().found_words(&other), None);
}

#[test]
fn results_are_shared_and_kept() {
    let setup = RoundSetup {
        game: "Boggle (New)".to_owned(),
        players: [
            vec![PlayerSetup::computer("Computer", Level::Easy)],
            people(&["You"]),
        ]
        .concat(),
        ..RoundSetup::default()
    };
    let mut round = round(setup);
    for word in ["scat", "cat"] {
        act(&mut round, 61_000, 1, guess(word));
    }
    let you = PlayerId::new(1);
    let date = Date::new(2026, 5, 17).unwrap();
    let text = SharedResult::new(&round, you, Some(date))
        .unwrap()
        .to_string();
    assert_eq!(
        text,
        "wgs: Boggle (New), 2026-05-17\n🟦🟦⬜⬜⬜⬜⬜⬜⬜⬜ 28%\n2 of 7 points, 2 of 7 words, 1:01\n"
    );
    let finished = FinishedRound::new(&round, you, date, 5, true).unwrap();
    assert_eq!(
        (&*finished.best_word, finished.points, finished.level),
        ("SCAT", 2, Some(Level::Easy))
    );
    assert!(SharedResult::new(&round, PlayerId::new(9), None).is_none());
    assert!(FinishedRound::new(&round, PlayerId::new(9), date, 5, true).is_none());
}

/// A board with its context, which knows how common its words are.
fn with_commonness(words: &str, board: &str) -> (SolvedBoard, RoundContext) {
    let lexicon = Lexicon::from_text(words).unwrap();
    let grid = Grid::rack(12);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let board = SolvedBoard::new(board.parse().unwrap(), &mut solver.worker()).unwrap();
    let commonness = CommonnessTable::embedded().unwrap().by_word(&lexicon);
    let context = RoundContext::new(&solver, &Spelling::default());
    (board, context.with_commonness(commonness))
}

#[test]
fn familiar_words_come_first_among_missed_words_and_hints() {
    // NEPS and SIPE are rare, ETNA is in large dictionaries, the others are everyday words.
    let words = "neps sipe etna nest sent pint paint painters";
    let (board, context) = with_commonness(words, "PAINTERSNE");
    let mut round = Round::new(RoundSetup::default(), board, context).unwrap();
    let missed: Vec<&str> = round
        .result()
        .missed
        .iter()
        .map(|word| &*word.text)
        .collect();
    let expected = [
        "PAINTERS", "PAINT", "NEST", "PINT", "SENT", "ETNA", "NEPS", "SIPE",
    ];
    assert_eq!(missed, expected);
    let you = PlayerId::new(0);
    verdict(&mut round, 0, guess("pint"));
    let missed = round.result().missed;
    assert_eq!(missed.len(), 7);
    assert!(missed.iter().all(|word| word.text != "PINT"));
    assert_eq!(round.commonness(missed[6]), Some(Commonness::Rare));
    act(&mut round, 0, 0, RoundAction::Hint(HintKind::Path));
    let Some(RoundHint::Path { word, .. }) = round.hint(you, HintKind::Path) else {
        panic!()
    };
    assert_eq!(word, "SENT");
}

#[test]
fn the_computer_knows_the_words_of_its_own_list_only() {
    let (board, context) = with_commonness("nest neps sent paint", "PAINTERSNE");
    let context = context.with_computer_list(Lexicon::from_text("neps other").unwrap());
    let setup = RoundSetup {
        players: [
            people(&["You"]),
            vec![PlayerSetup::computer("Computer", Level::Perfect)],
        ]
        .concat(),
        limit: Some(60_000),
        ..RoundSetup::default()
    };
    let mut round = Round::new(setup, board, context).unwrap();
    round.handle(RoundInput::tick(60_000));
    let found: Vec<&str> = round
        .found(PlayerId::new(1))
        .map(|word| &*word.text)
        .collect();
    assert_eq!(found, ["NEPS"]);
}

#[test]
fn a_shared_result_and_a_challenge_have_the_final_points() {
    let setup = RoundSetup {
        players: people(&["Ann", "Bob"]),
        cancel: true,
        ..RoundSetup::default()
    };
    let mut round = round(setup);
    for (player, word) in [(0, "cat"), (0, "act"), (1, "cat")] {
        act(&mut round, 0, player, guess(word));
    }
    let ann = PlayerId::new(0);
    assert_eq!(round.points(ann), 2);
    assert_eq!(SharedResult::new(&round, ann, None).unwrap().points, 1);
    let challenge = Challenge::new(Default::default(), &round, ann).unwrap();
    assert_eq!(challenge.result.unwrap().points, 1);
}

#[test]
fn a_game_without_points_is_played_for_words() {
    let lexicon = Lexicon::from_text("cat act cats").unwrap();
    let solver = Solver::new(&lexicon, &Grid::rack(4), &Rules::new());
    let board = SolvedBoard::new("CATS".parse().unwrap(), &mut solver.worker()).unwrap();
    let context = RoundContext::new(&solver, &Spelling::default());
    let setup = RoundSetup {
        players: vec![PlayerSetup::person("Ann"), PlayerSetup::person("Bob")],
        ..RoundSetup::default()
    };
    let mut round = Round::new(setup, board.clone(), context.clone()).unwrap();
    assert_eq!(round.unit(), ScoreUnit::Words);
    let (ann, bob) = (PlayerId::new(0), PlayerId::new(1));
    for (player, word) in [(ann, "cat"), (ann, "act"), (bob, "cats")] {
        let action = RoundAction::Guess(word.to_owned());
        round.handle(RoundInput {
            time: 1_000,
            player,
            action,
        });
    }
    let result = round.result();
    assert_eq!(
        (result.standings[0].points, result.standings[1].points),
        (2, 1)
    );
    assert_eq!(result.winners, [ann]);
    let rank = round.view().players[0].rank.unwrap();
    assert_eq!((rank.rank, rank.next_points), (Rank::Excellent, 3));
    let shared = SharedResult::new(&round, ann, None).unwrap();
    assert_eq!(shared.percent(), 66);
    let text = shared.to_string();
    assert!(text.ends_with("\n2 of 3 words, 0:01\n"), "{text}");
    // Saved before words counted for one.
    let saved = SavedRound {
        points: 0,
        ..round.save()
    };
    let restored = Round::restore(saved, board, context).unwrap();
    assert_eq!(restored.points(ann), 2);
}
