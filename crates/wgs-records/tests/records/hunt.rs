//! Checks the boards that climbs find: values against scoring each board, symmetry, neighbours and
//! dice.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use wgs_dice::BoardChecker;
use wgs_engine::neighbour::NeighbourScorer;
use wgs_engine::{
    Adjacency, Board, BoardSize, Budget, Count, Face, FaceBoard, Grid, Lexicon, Rules, Solver,
    Stopped,
};
use wgs_engine::{LetterDistribution, parse_dice, parse_pool};
use wgs_records::Fingerprint;
use wgs_records::hunt::{
    Climb, FoundBoard, Hunt, HuntError, HuntGoal, HuntHeader, HuntLetters, HuntLog, HuntLogError,
    HuntOptions, HuntStanding, climbs_line, paused_line, read_climbs_line,
};

use crate::{WORDS, cases};

fn solver(grid: &Grid) -> Solver {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    Solver::new(&lexicon, grid, &Rules::boggle())
}

fn dice(text: &str) -> LetterDistribution {
    LetterDistribution::Dice {
        dice: parse_dice(text).unwrap(),
        shuffle: true,
    }
}

fn climb(hunt: &Hunt, number: u64) -> Climb {
    let mut climb = hunt.climb(number);
    let mut climber = hunt.climber(&Budget::UNLIMITED);
    climber.run(&mut climb, |_| ()).unwrap();
    climb
}

/// The value of a board, searched separately.
fn value(solver: &Solver, board: &Board, goal: HuntGoal) -> u64 {
    let score = solver.score(board);
    match goal.count() {
        Count::Points => score.points,
        Count::Words => score.words,
        Count::LongWords(letters) => {
            let words = solver.solve(board);
            let is_long = |word: &&_| {
                let word: &wgs_engine::SolvedWord = word;
                word.score.length >= u32::from(letters)
            };
            words.iter().filter(is_long).count() as u64
        }
        _ => panic!("an unknown value"),
    }
}

const GOALS: [HuntGoal; 5] = [
    HuntGoal::MAX_POINTS,
    HuntGoal::MIN_POINTS,
    HuntGoal::MAX_WORDS,
    HuntGoal::max_long(5),
    HuntGoal::exact_points(9),
];

fn assert_climb(hunt: &Hunt, number: u64, letters: Option<&LetterDistribution>) {
    let found = climb(hunt, number).boards(hunt);
    assert!(!found.is_empty() && found.len() <= hunt.pool_size());
    let goal = hunt.goal();
    let mut seen = HashSet::new();
    for pair in found.windows(2) {
        assert!(!goal.is_better(pair[1].value, pair[0].value));
    }
    for board in &found {
        let text = hunt.board(&board.faces);
        assert_eq!(board.value, value(hunt.solver(), &text, goal), "{text}");
        assert_eq!(hunt.canonical(&board.faces), board.faces, "{text}");
        assert!(seen.insert(board.faces.clone()), "{text}");
        if let Some(letters) = letters {
            let mut checker = BoardChecker::new(letters, true).unwrap();
            assert!(checker.check(&text), "{text}");
        }
    }
    if goal.is_reached(found[0].value) {
        return;
    }
    // No neighbour of any board is better than the worst one of a full pool, or it is in the pool.
    let worst = found.last().map(|board| board.value).unwrap();
    let mut scorer = NeighbourScorer::new(hunt.solver(), hunt.faces(), goal.count());
    for board in &found {
        let scores = scorer.score(&hunt.board(&board.faces)).unwrap().clone();
        for cell in hunt.solver().grid().cells() {
            for face in 0..hunt.faces().len() {
                let mut faces = board.faces.clone();
                faces[cell.index()] = face as u8;
                let text = hunt.board(&faces);
                let is_possible = letters
                    .is_none_or(|letters| BoardChecker::new(letters, true).unwrap().check(&text));
                let is_better = goal.is_better(scores.with_face(cell, face), worst);
                let is_known = seen.contains(&hunt.canonical(&faces));
                assert!(!is_possible || !is_better || is_known, "{text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_climb_ends_with_boards_that_cannot_be_improved(
        seed: u64, number in 0u64..9, pool in 1usize..12, goal in 0..GOALS.len(), shape in 0..4,
    ) {
        let grid = match shape {
            0 => Grid::rectangle(3, 2, Adjacency::Diagonal),
            1 => Grid::rectangle(2, 3, Adjacency::Straight),
            2 => Grid::rectangle(2, 3, Adjacency::Hexagonal),
            _ => Grid::rack(5),
        };
        let solver = solver(&grid);
        let faces = ["a", "e", "s", "t", "q", "u"].map(Face::letters);
        let options = HuntOptions { goal: GOALS[goal], pool, seed };
        let hunt = Hunt::new(&solver, HuntLetters::Free(&faces), options).unwrap();
        assert_climb(&hunt, number, None);
    }

    #[test]
    fn only_boards_of_the_dice_are_found(
        seed: u64, number in 0u64..9, pool in 1usize..12, goal in 0..GOALS.len(), is_pool: bool,
    ) {
        let letters = match is_pool {
            true => LetterDistribution::Pool {
                faces: parse_pool("AAEESTTQu").unwrap(),
                without_replacement: true,
            },
            false => dice("AEI, EST, TAX, SQu, TTU, ES, AO"),
        };
        let solver = solver(&Grid::rectangle(3, 2, Adjacency::Diagonal));
        let options = HuntOptions { goal: GOALS[goal], pool, seed };
        let hunt = Hunt::new(&solver, HuntLetters::Dice(&letters), options).unwrap();
        assert_climb(&hunt, number, Some(&letters));
    }

    #[test]
    fn a_climb_that_is_stopped_and_continued_finds_the_same(
        seed: u64, steps in 0u32..40, goal in 0..GOALS.len(),
    ) {
        let hunt = hunt_3x3(seed, GOALS[goal]);
        let whole = climb(&hunt, 3);
        let left = Arc::new(AtomicU32::new(steps));
        let count = left.clone();
        let budget = Budget::new(move || {
            let left = count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
            left.is_err().then_some(Stopped::Cancelled)
        });
        let mut stopped = hunt.climb(3);
        let _ = hunt.climber(&budget).run(&mut stopped, |_| ());
        let text = header(&hunt).to_line() + &paused_line(&hunt, &stopped);
        let log = HuntLog::read(text.as_bytes()).unwrap();
        let mut content = log.content(&hunt).unwrap();
        prop_assert!(content.damaged.is_empty());
        let mut continued = content.paused.remove(&3).unwrap();
        hunt.climber(&Budget::UNLIMITED).run(&mut continued, |_| ()).unwrap();
        prop_assert_eq!(continued.boards(&hunt), whole.boards(&hunt));
        prop_assert_eq!(continued.evaluations(), whole.evaluations());
    }

    #[test]
    fn any_order_of_climbs_gives_the_same_standing(seed: u64, goal in 0..GOALS.len()) {
        let hunt = hunt_3x3(seed, GOALS[goal]);
        let climbs: Vec<HuntStanding> = (0..6)
            .map(|number| HuntStanding::of_climb(&hunt, &climb(&hunt, number)))
            .collect();
        let mut forward = HuntStanding::default();
        let mut lines = header(&hunt).to_line();
        for found in &climbs {
            let added = HuntStanding { boards: forward.add(&hunt, found.clone()), ..found.clone() };
            // The file has only the boards that were new.
            lines += &climbs_line(&hunt, &added);
        }
        let mut backward = HuntStanding::default();
        for found in climbs.iter().rev() {
            backward.add(&hunt, found.clone());
        }
        prop_assert_eq!(&forward, &backward);
        let twice = lines.clone() + &lines;
        let content = HuntLog::read(twice.as_bytes()).unwrap().content(&hunt).unwrap();
        prop_assert_eq!(content.standing, forward);
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn changed_lines_never_cause_a_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), "[-0-9A-E\"\\[\\]{},:]"), 1..4),
    ) {
        let hunt = hunt_3x3(1, HuntGoal::max_long(5));
        let mut stopped = hunt.climb(3);
        hunt.climber(&Budget::UNLIMITED).step(&mut stopped).unwrap();
        let found = HuntStanding::of_climb(&hunt, &climb(&hunt, 0));
        let lines = [header(&hunt).to_line(), climbs_line(&hunt, &found), paused_line(&hunt, &stopped)];
        let mut text = header(&hunt).to_line();
        for line in lines {
            // Without its checksum, which is made again.
            let mut content = line[17..line.len() - 1].to_owned();
            for (place, with) in &edits {
                let at = place.index(content.len());
                content.replace_range(at..=at, with);
            }
            text += &wgs_records::checked_line::write(&content);
        }
        if let Ok(log) = HuntLog::read(text.as_bytes()) {
            let _ = log.content(&hunt).map(|content| {
                for mut climb in content.paused.into_values() {
                    let _ = hunt.climber(&Budget::UNLIMITED).step(&mut climb);
                }
            });
        }
    }
}

fn hunt_3x3(seed: u64, goal: HuntGoal) -> Hunt {
    let solver = solver(&Grid::rectangle(3, 3, Adjacency::Diagonal));
    let faces = ["a", "e", "s", "t"].map(Face::letters);
    let pool = 5;
    let options = HuntOptions { goal, pool, seed };
    Hunt::new(&solver, HuntLetters::Free(&faces), options).unwrap()
}

fn header(hunt: &Hunt) -> HuntHeader {
    let hash = Fingerprint::of_text("");
    HuntHeader {
        version: HuntHeader::VERSION,
        game: "Boggle".to_owned(),
        size: Some(BoardSize::square(3)),
        grid_hash: hash,
        rules_hash: hash,
        dictionary: "words.txt".to_owned(),
        dictionary_hash: hash,
        letters: "AEST".to_owned(),
        letters_hash: hash,
        goal: hunt.goal(),
        pool: hunt.pool_size(),
        seed: hunt.seed(),
    }
}

#[test]
fn a_hunt_finds_the_best_of_all_small_boards() {
    let solver = solver(&Grid::rectangle(2, 2, Adjacency::Diagonal));
    let faces = ["a", "e", "s", "t"].map(Face::letters);
    for goal in GOALS {
        let pool = 4;
        let options = HuntOptions {
            goal,
            pool,
            seed: 1,
        };
        let hunt = Hunt::new(&solver, HuntLetters::Free(&faces), options).unwrap();
        let boards = (0..256u32).map(|code| {
            let faces: FaceBoard = (0..4).map(|cell| (code >> (2 * cell) & 3) as u8).collect();
            goal.distance(value(&solver, &hunt.board(&faces), goal))
        });
        let best = boards.min().unwrap();
        let found = (0..3).map(|number| climb(&hunt, number).best(&hunt).unwrap().value);
        assert_eq!(
            found.map(|value| goal.distance(value)).min(),
            Some(best),
            "{goal}"
        );
    }
}

#[test]
fn a_damaged_line_costs_only_its_climbs() {
    let hunt = hunt_3x3(1, HuntGoal::MAX_POINTS);
    let found = |number| HuntStanding::of_climb(&hunt, &climb(&hunt, number));
    let line = climbs_line(&hunt, &found(0));
    assert_eq!(read_climbs_line(&hunt, &line), Ok(found(0)));
    let damaged = climbs_line(&hunt, &found(1)).replacen("\"met\":1", "\"met\":7", 1);
    let text = header(&hunt).to_line() + &line + &damaged + &climbs_line(&hunt, &found(2)) + "0123";
    let log = HuntLog::read(text.as_bytes()).unwrap();
    assert_eq!(log.whole(), text.len() - 4);
    let content = log.content(&hunt).unwrap();
    assert_eq!(content.standing.climbs.to_string(), "0,2");
    assert_eq!(content.damaged, [(3, "its checksum is wrong".to_owned())]);
}

#[test]
fn a_board_of_a_file_has_the_value_that_the_engine_finds() {
    let hunt = hunt_3x3(1, HuntGoal::MAX_POINTS);
    let found = climb(&hunt, 0);
    let standing = HuntStanding::of_climb(&hunt, &found);
    let best = standing.boards.first().unwrap();
    let (board, value) = (hunt.board(&best.faces), best.value);
    for (line, part) in [
        (
            climbs_line(&hunt, &standing),
            format!("[\"{board}\",{value},"),
        ),
        (paused_line(&hunt, &found), format!("[\"{board}\",{value},")),
    ] {
        let text = wgs_records::checked_line::read(line.trim_end().as_bytes()).unwrap();
        let forged = text.replacen(&part, &format!("[\"{board}\",60000,"), 1);
        assert_ne!(forged, text, "{part}");
        let file = header(&hunt).to_line() + &wgs_records::checked_line::write(&forged);
        let content = HuntLog::read(file.as_bytes()).unwrap().content(&hunt);
        let content = content.unwrap();
        assert!(content.standing.climbs.is_empty() && content.paused.is_empty());
        let problem = format!("\"{board}\" has {value} points, not 60000");
        assert_eq!(content.damaged, [(2, problem)]);
    }
}

#[test]
fn files_of_other_hunts_and_versions_are_refused() {
    let hunt = hunt_3x3(1, HuntGoal::MAX_POINTS);
    let own = header(&hunt);
    let mut named = own.clone();
    named.dictionary = "/other/words.txt".to_owned();
    assert_eq!(named.check(&own), Ok(()));
    let mut other = own.clone();
    other.goal = HuntGoal::MAX_WORDS;
    let error = other.check(&own).unwrap_err();
    assert_eq!(
        error.to_string(),
        "it is of another hunt: its goal is \"max-words\", but this hunt's is \"max-points\""
    );
    let both = own.to_line() + &other.to_line();
    assert!(matches!(
        HuntLog::read(both.as_bytes()),
        Err(HuntLogError::OtherHunt { .. })
    ));
    let newer = wgs_records::checked_line::write(r#"{"hunt":{"version":2,"planet":"Mars"}}"#);
    assert_eq!(
        HuntLog::read(newer.as_bytes()).unwrap_err(),
        HuntLogError::Version(2)
    );
    let error = HuntLog::read(b"some text\n").unwrap_err();
    assert!(
        error.to_string().starts_with("it does not name its hunt"),
        "{error}"
    );
}

#[test]
fn lines_with_the_same_climbs_are_merged_in_any_order_or_refused() {
    let hunt = hunt_3x3(1, HuntGoal::MAX_POINTS);
    let line = |numbers: &str| {
        let mut climbs = HuntStanding::of_climb(&hunt, &climb(&hunt, 0));
        climbs.climbs = numbers.parse().unwrap();
        climbs_line(&hunt, &climbs)
    };
    for (numbers, expected) in [
        (["0-1", "0", "2"], Ok("0-2")),
        (["0", "2", "0-1"], Ok("0-2")),
        (["1-2", "0", "0-3"], Ok("0-3")),
        (["0-1", "1-2", "5"], Err((3, 1))),
        (["5", "1-2", "0-1"], Err((3, 1))),
    ] {
        let text = header(&hunt).to_line() + &numbers.map(line).concat();
        let content = HuntLog::read(text.as_bytes()).unwrap().content(&hunt);
        let content = content.map(|content| content.standing.climbs.to_string());
        let expected = expected.map(str::to_owned);
        let expected = expected.map_err(|(line, climb)| HuntLogError::Repeated { line, climb });
        assert_eq!(content, expected, "{numbers:?}");
    }
}

#[test]
fn impossible_hunts_are_refused() {
    let solver = solver(&Grid::rectangle(2, 2, Adjacency::Diagonal));
    let options = HuntOptions::default();
    let error = |letters: HuntLetters<'_>| Hunt::new(&solver, letters, options).unwrap_err();
    assert_eq!(error(HuntLetters::Free(&[])), HuntError::Faces(0));
    let too_few = HuntError::TooFewDice { cells: 4, dice: 3 };
    assert_eq!(error(HuntLetters::Dice(&dice("A, B, C"))), too_few);
    let LetterDistribution::Dice { dice: four, .. } = dice("A, B, C, D") else {
        unreachable!("these are dice");
    };
    let unshuffled = LetterDistribution::Dice {
        dice: four,
        shuffle: false,
    };
    assert_eq!(error(HuntLetters::Dice(&unshuffled)), HuntError::FixedDice);
    assert_eq!(
        error(HuntLetters::Dice(&dice("A, :B, C, D"))),
        HuntError::Multipliers
    );
    let letters = [Face::letters("a")];
    let empty = HuntOptions { pool: 0, ..options };
    let refused = Hunt::new(&solver, HuntLetters::Free(&letters), empty);
    assert_eq!(refused.unwrap_err(), HuntError::EmptyPool);
}

#[test]
fn the_earliest_climb_that_found_a_board_is_kept() {
    let hunt = hunt_3x3(1, HuntGoal::MAX_POINTS);
    let best = climb(&hunt, 0).best(&hunt).unwrap();
    let mut standing = HuntStanding::default();
    for (climb, is_new) in [(5, true), (7, false), (2, true)] {
        let board = FoundBoard {
            climb,
            ..best.clone()
        };
        let new = standing.add_boards(&hunt, vec![board]);
        assert_eq!(!new.is_empty(), is_new);
    }
    assert_eq!((standing.boards.len(), standing.boards[0].climb), (1, 2));
}
