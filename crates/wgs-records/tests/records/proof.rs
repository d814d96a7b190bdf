//! Compares proofs with scoring every board, and bounds with random members of random classes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use wgs_dice::Random;
use wgs_engine::{Adjacency, Budget, Cell, Face, Grid, Lexicon, QuLength, Rules, Solver};
use wgs_records::proof::{
    Class, Coverage, FaceSet, LedgerError, LedgerHeader, LedgerLines, Outcome, PlainProver,
    ProofError, ProofGame, ProverOptions, VerificationError, check_members, class_line,
    derive_again, enumerate,
};
use wgs_test_requirement::requires;

use crate::{WORDS, cases};

/// Rules with letter values, length bonuses and short words, in which a Qu counts as one letter.
fn scramble() -> Rules {
    let values = [("a", 1), ("e", 1), ("q", 10), ("s", 2), ("t", 3), ("u", 2)];
    let mut rules = Rules::boggle()
        .with_short_word_length(2)
        .with_short_word_points(1)
        .with_min_word_length(2)
        .with_qu_length(QuLength::One);
    let values = values.map(|(letter, value)| (letter.into(), value));
    rules.letter_values.extend(values);
    rules
}

fn bee(pangram_bonus: u32) -> Rules {
    Rules::boggle()
        .with_required_cells([Cell::new(1)])
        .with_pangram_bonus(pangram_bonus)
        .with_min_word_length(2)
}

/// Games that are small enough to score every board.
fn tiny_games() -> Vec<(&'static str, Grid, Rules, Vec<&'static str>)> {
    let ring = Grid::rectangle(2, 2, Adjacency::Straight);
    let ring = ring.with_neighbours(&[vec![2], vec![4], vec![1], vec![3]]);
    vec![
        (
            "2x2",
            Grid::rectangle(2, 2, Adjacency::Diagonal),
            Rules::boggle(),
            vec!["a", "e", "s", "t", "qu"],
        ),
        (
            "2x2 Scramble",
            Grid::rectangle(2, 2, Adjacency::Diagonal),
            scramble(),
            vec!["a", "e", "i", "s", "t", "q"],
        ),
        (
            "3x2 Scramble",
            Grid::rectangle(3, 2, Adjacency::Diagonal),
            scramble(),
            vec!["a", "e", "s", "t"],
        ),
        (
            "2x3 hexagons",
            Grid::rectangle(2, 3, Adjacency::Hexagonal),
            Rules::boggle(),
            vec!["a", "e", "s", "t"],
        ),
        (
            "2x3, straight",
            Grid::rectangle(2, 3, Adjacency::Straight),
            Rules::boggle(),
            vec!["a", "e", "s", "t"],
        ),
        (
            "3x3",
            Grid::rectangle(3, 3, Adjacency::Diagonal),
            Rules::boggle(),
            vec!["e", "s", "t"],
        ),
        (
            "clockwise ring",
            ring.unwrap(),
            Rules::boggle(),
            vec!["a", "e", "s", "t"],
        ),
        (
            "literal Q",
            Grid::rectangle(3, 2, Adjacency::Diagonal),
            Rules::boggle().with_q_is_qu(false),
            vec!["q", "u", "e", "st"],
        ),
        (
            "rack",
            Grid::rack(5),
            Rules::boggle(),
            vec!["a", "e", "s", "t"],
        ),
        (
            "rack with Qu",
            Grid::rack(4),
            scramble(),
            vec!["a", "qu", "e", "s", "t", "i"],
        ),
        (
            "bee",
            Grid::rack(4).with_reuse(true),
            bee(0),
            vec!["a", "e", "s", "t"],
        ),
        (
            "bee with pangrams",
            Grid::rack(4).with_reuse(true),
            bee(7),
            vec!["a", "e", "s", "t", "qu"],
        ),
        (
            "reuse on a grid",
            Grid::rectangle(2, 2, Adjacency::Straight).with_reuse(true),
            Rules::boggle(),
            vec!["a", "e", "s", "t"],
        ),
        (
            "a required corner",
            Grid::rectangle(3, 2, Adjacency::Diagonal),
            Rules::boggle().with_required_cells([Cell::new(0)]),
            vec!["a", "e", "s", "t"],
        ),
    ]
}

fn game(grid: &Grid, rules: &Rules, letters: &[&str], words: &str, cutoff: u64) -> ProofGame {
    let lexicon = Lexicon::from_text(words).unwrap();
    let solver = Solver::new(&lexicon, grid, rules);
    let faces: Vec<Face> = letters.iter().map(|letter| Face::letters(letter)).collect();
    ProofGame::new(&solver, &faces, cutoff).unwrap()
}

/// The most points of any board.
fn best(game: &ProofGame) -> u64 {
    let survivors = enumerate(game, &game.root());
    survivors
        .iter()
        .map(|survivor| survivor.points)
        .max()
        .unwrap_or(1)
}

#[test]
fn a_proof_finds_the_boards_that_scoring_every_board_finds() {
    for (name, grid, rules, letters) in tiny_games() {
        let best = best(&game(&grid, &rules, &letters, WORDS, 1));
        for cutoff in [1, best / 2, best - 1, best, best + 1] {
            let game = game(&grid, &rules, &letters, WORDS, cutoff.max(1));
            let expected = enumerate(&game, &game.root());
            let plain = PlainProver::new(&game).prove(&game.root(), &Budget::UNLIMITED);
            assert_eq!(plain.unwrap().survivors(), expected, "{name} at {cutoff}");
            let found = game.prover().prove(&game.root(), &Budget::UNLIMITED);
            assert_eq!(found.unwrap().survivors(), expected, "{name} at {cutoff}");
            // The classes of a plan find the same boards together.
            for cells in 0..=grid.len().min(3) {
                let outcomes = outcomes(&game, cells);
                let coverage = Coverage::of(&game, &outcomes);
                assert!(coverage.is_complete());
                let mut found = coverage.survivors();
                found.sort();
                assert_eq!(found, expected, "{name} at {cutoff}, {cells} cells");
            }
        }
    }
}

/// The outcome of each class after a proof.
fn outcomes(game: &ProofGame, cells: usize) -> BTreeMap<Class, Outcome> {
    let (splits, classes) = game.plan(cells);
    let mut outcomes: BTreeMap<Class, Outcome> = splits
        .into_iter()
        .map(|(class, cell)| (class, Outcome::Split(cell)))
        .collect();
    let mut prover = game.prover();
    for class in classes {
        let outcome = prover.prove(&class, &Budget::UNLIMITED).unwrap();
        outcomes.insert(class, outcome);
    }
    outcomes
}

fn random_class(game: &ProofGame, random: &mut Random) -> Class {
    let faces = game.faces().len();
    let sets = (0..game.order().len()).map(|_| {
        let mut set: FaceSet = (0..faces).filter(|_| random.below(2) == 0).collect();
        set = set.with(random.below(faces));
        set
    });
    Class::new(sets.collect::<Vec<_>>())
}

/// A game with random words, and a class with as many boards as can be scored. It may have up to
/// 13 open cells, or two with 20 faces and some others.
fn large_class(random: &mut Random) -> (String, ProofGame, Class) {
    const LETTERS: [&str; 20] = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "r", "s",
        "t", "u",
    ];
    // Columns, rows, letters, words, and the most boards.
    let kinds = [
        (3, 2, 20, 200, 1 << 13),
        (4, 2, 6, 100, 1 << 11),
        (3, 3, 3, 80, 1 << 10),
        (4, 3, 3, 30, 1 << 10),
        (5, 3, 2, 12, 1 << 13),
    ];
    let (columns, rows, letters, words, most_boards) = *random.pick(&kinds).unwrap();
    let letters = &LETTERS[..letters];
    let mut words: Vec<String> = (0..words)
        .map(|_| {
            let length = 2 + random.below(6);
            // Half of the letters are the same two, so that words have equal letters.
            let letter = |_| match random.below(2) {
                0 => letters[random.below(2)],
                _ => letters[random.below(letters.len())],
            };
            (0..length).map(letter).collect()
        })
        .collect();
    // There are too many orders of seven equal letters to compare.
    words.push(letters[0].repeat(7));
    let words = words.join(" ");
    let rules = [Rules::boggle(), scramble()][random.below(2)].clone();
    let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
    let game = |cutoff| game(&grid, &rules, letters, &words, cutoff);
    let all = game(1);
    let any = |random: &mut Random| FaceSet::one(random.below(letters.len()));
    let mut class = Class::new((0..grid.len()).map(|_| any(random)).collect::<Vec<_>>());
    // With 20 faces, the cell that is never forced has more than there are lanes.
    if let Some(&last) = all.order().last() {
        class = class.with(last, all.root().sets()[last]);
    }
    for _ in 0..400 {
        let cell = random.below(grid.len());
        let added = match random.below(20) {
            0 => all.root().sets()[cell],
            _ => any(random),
        };
        let wider = class.with(cell, class.sets()[cell].union(added));
        if wider.boards() <= most_boards {
            class = wider;
        }
    }
    let points = enumerate(&all, &class).into_iter().map(|it| it.points);
    let best = points.max().unwrap_or(1);
    let cutoff = 1 + random.below(best as usize + 1) as u64;
    let letters = letters.len();
    let name = format!("{columns}x{rows}, {letters} letters, {cutoff} of {best} points");
    (name, game(cutoff), class)
}

proptest! {
    #![proptest_config(cases(40))]

    /// A random class has the boards that scoring each of its members finds, and no member has
    /// more points than the bounds say.
    #[test]
    fn bounds_hold_for_the_members_of_random_classes(number in 0..13usize, seed: u64) {
        let (name, grid, rules, letters) = tiny_games().swap_remove(number);
        let mut random = Random::new(seed);
        let words: Vec<&str> = WORDS.split_whitespace().filter(|_| random.below(4) > 0).collect();
        let words = words.join(" ");
        let best = best(&game(&grid, &rules, &letters, &words, 1));
        let cutoff = 1 + random.below(best as usize + 1) as u64;
        let game = game(&grid, &rules, &letters, &words, cutoff);
        let class = random_class(&game, &mut random);
        let expected = enumerate(&game, &class);
        let bound = PlainProver::new(&game).bound(&class, &Budget::UNLIMITED).unwrap();
        for survivor in &expected {
            prop_assert!(survivor.points <= bound, "{name}: {class:?}");
        }
        for outcome in [
            game.prover().prove(&class, &Budget::UNLIMITED).unwrap(),
            PlainProver::new(&game).prove(&class, &Budget::UNLIMITED).unwrap(),
        ] {
            prop_assert_eq!(outcome.survivors(), &expected[..], "{}: {:?}", name, class);
            check_members(&game, &class, &outcome, &mut random, &Budget::UNLIMITED).unwrap();
        }
    }

    /// With lists that count as long or short at random, the fast search finds the boards that
    /// scoring each member of a class finds, and its bounds hold.
    #[test]
    fn long_and_short_lists_find_the_boards_that_scoring_every_board_finds(seed: u64) {
        let mut random = Random::new(seed);
        let (name, game, class) = large_class(&mut random);
        let limits = [0, 10, 40, 200, usize::MAX];
        let options = ProverOptions {
            three_ahead: *random.pick(&limits).unwrap(),
            exchanged_below: *random.pick(&limits).unwrap(),
            // With fewer, the plain search would do everything.
            max_terms: *random.pick(&[500, 20_000, usize::MAX]).unwrap(),
        };
        // The classes of one cell's faces share the terms that do not use it.
        let cell = game.order()[random.below(game.order().len())];
        let faces = class.sets()[cell].faces().map(FaceSet::one);
        let mut prover = game.prover_with(options);
        for set in [class.sets()[cell]].into_iter().chain(faces) {
            let class = class.with(cell, set);
            let outcome = prover.prove(&class, &Budget::UNLIMITED).unwrap();
            let expected = enumerate(&game, &class);
            prop_assert_eq!(outcome.survivors(), &expected[..], "{}, {:?}: {:?}", name, options, class);
            check_members(&game, &class, &outcome, &mut random, &Budget::UNLIMITED).unwrap();
        }
    }

    /// Damaged ledgers are errors, and never a panic.
    #[test]
    fn a_changed_ledger_is_noticed(at: prop::sample::Index, byte: u8) {
        let (game, text) = small_ledger();
        let mut bytes = text.clone().into_bytes();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        let read = LedgerLines::read(&bytes).and_then(|lines| {
            lines.header().check(&header())?;
            lines.outcomes(&game)
        });
        // A line that lost its end is the last line, and missing.
        let is_noticed = match &read {
            Err(_) => true,
            Ok(outcomes) => at + 1 == text.len() && !Coverage::of(&game, outcomes).is_complete(),
        };
        prop_assert!(is_noticed, "byte {at}: {read:?}");
    }
}

fn header() -> LedgerHeader {
    LedgerHeader::new().with("game", "2x2").with("cutoff", 4)
}

fn small_ledger() -> (ProofGame, String) {
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    let letters = ["a", "e", "s", "t"];
    let game = game(&grid, &Rules::boggle(), &letters, WORDS, 4);
    let mut text = header().to_lines();
    // The last line is that of a class that has no other line.
    for (class, outcome) in outcomes(&game, 1).iter().rev() {
        text.push_str(&class_line(&game, class, outcome));
    }
    (game, text)
}

#[test]
fn a_ledger_is_read_as_it_was_written() {
    let (game, text) = small_ledger();
    let lines = LedgerLines::read(text.as_bytes()).unwrap();
    assert_eq!(lines.header().check(&header()), Ok(()));
    assert_eq!(lines.whole(), text.len());
    let read = lines.outcomes(&game).unwrap();
    assert_eq!(read, outcomes(&game, 1));
    let coverage = Coverage::of(&game, &read);
    assert!(coverage.is_complete());
    for (class, outcome) in coverage.known() {
        derive_again(&game, class, outcome, &Budget::UNLIMITED).unwrap();
    }
}

#[test]
fn ledgers_are_merged_in_any_order_with_lines_twice() {
    let (game, text) = small_ledger();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.reverse();
    let merged = format!("{}\n{text}", lines.join("\n"));
    let read = LedgerLines::read(merged.as_bytes()).unwrap();
    assert_eq!(read.outcomes(&game).unwrap(), outcomes(&game, 1));
    // A line that was not written completely is left out.
    for end in 1..text.len() {
        let lines = LedgerLines::read(&text.as_bytes()[..end]).unwrap();
        assert!(
            lines.whole() <= end && text[..lines.whole()].lines().count() < text.lines().count()
        );
        assert!(!Coverage::of(&game, &lines.outcomes(&game).unwrap()).is_complete());
    }
}

#[test]
fn a_missing_line_leaves_boards_that_nothing_is_known_about() {
    let (game, text) = small_ledger();
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.contains(" class "))
    {
        let rest: Vec<&str> = lines
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != index)
            .map(|(_, line)| *line)
            .collect();
        let rest = format!("{}\n", rest.join("\n"));
        let outcomes = LedgerLines::read(rest.as_bytes())
            .unwrap()
            .outcomes(&game)
            .unwrap();
        assert!(!Coverage::of(&game, &outcomes).is_complete(), "{line}");
    }
}

#[test]
fn a_false_line_with_a_correct_checksum_is_found_by_deriving_it_again() {
    let (game, _) = small_ledger();
    let known = outcomes(&game, 1);
    let (class, outcome) = known
        .iter()
        .find(|(_, outcome)| !outcome.survivors().is_empty())
        .unwrap();
    let Outcome::Searched { bound, survivors } = outcome else {
        panic!("it was just found");
    };
    let fewer = Outcome::Searched {
        bound: *bound,
        survivors: survivors[1..].to_vec(),
    };
    let error = derive_again(&game, class, &fewer, &Budget::UNLIMITED).unwrap_err();
    assert!(matches!(error, VerificationError::Boards { .. }), "{error}");
    let mut other = survivors.clone();
    other[0].points += 1;
    let other = Outcome::Searched {
        bound: *bound,
        survivors: other,
    };
    let mut random = Random::new(1);
    let error = check_members(&game, class, &other, &mut random, &Budget::UNLIMITED).unwrap_err();
    assert!(matches!(error, VerificationError::Points { .. }), "{error}");
    let low = Outcome::Bound(0);
    let error = check_members(&game, class, &low, &mut random, &Budget::UNLIMITED).unwrap_err();
    assert!(matches!(error, VerificationError::Bound { .. }), "{error}");
}

#[test]
fn a_ledger_of_another_proof_or_version_is_refused() {
    let (_, text) = small_ledger();
    let lines = LedgerLines::read(text.as_bytes()).unwrap();
    let error = lines
        .header()
        .check(&header().with("cutoff", 5))
        .unwrap_err();
    let expected = "the ledger is of another proof: its cutoff is \"4\", but this proof's is \"5\"";
    assert_eq!(error.to_string(), expected);
    let error = lines.header().check(&header().with("grid", 5)).unwrap_err();
    assert_eq!(error, LedgerError::Missing("grid".to_owned()));
    let newer = LedgerHeader::new().with("version", 2).to_lines();
    let error = LedgerLines::read(newer.as_bytes()).unwrap_err();
    let expected = "the ledger has format version 2, but this program reads version 1";
    assert_eq!(error.to_string(), expected);
    let mixed = format!("{text}{}", header().with("cutoff", 9).to_lines());
    let error = LedgerLines::read(mixed.as_bytes()).unwrap_err();
    assert!(matches!(error, LedgerError::OtherProof { .. }), "{error}");
}

#[test]
fn two_splits_of_a_class_contradict_each_other_in_any_order() {
    let (game, _) = small_ledger();
    let class = game.root();
    let line = |outcome| class_line(&game, &class, &outcome);
    let splits = [line(Outcome::Split(0)), line(Outcome::Split(1))];
    // Nothing contradicts that the class was also searched as a whole.
    let whole = line(Outcome::Bound(3));
    let [a, b] = &splits;
    for (lines, contradiction) in [
        (vec![a, b], Some(5)),
        (vec![a, &whole, b], Some(6)),
        (vec![&whole, b, a], Some(6)),
        (vec![b, &whole, b], None),
    ] {
        let text = lines
            .into_iter()
            .fold(header().to_lines(), |text, line| text + line);
        let outcomes = LedgerLines::read(text.as_bytes()).unwrap().outcomes(&game);
        let expected = contradiction.map(|line| LedgerError::Contradiction { line });
        assert_eq!(outcomes.err(), expected, "{text}");
    }
}

#[test]
fn boards_that_are_not_in_order_are_refused() {
    let (game, _) = small_ledger();
    let known = outcomes(&game, 1);
    let found = known
        .iter()
        .find(|(_, outcome)| outcome.survivors().len() > 1);
    let (class, Outcome::Searched { bound, survivors }) = found.unwrap() else {
        panic!("it has boards");
    };
    let (first, second) = (&survivors[0], &survivors[1]);
    for (boards, is_right) in [
        ([first, second], true),
        ([second, first], false),
        ([first, first], false),
    ] {
        let survivors = boards.map(Clone::clone).to_vec();
        let outcome = Outcome::Searched {
            bound: *bound,
            survivors,
        };
        let text = header().to_lines() + &class_line(&game, class, &outcome);
        let read = LedgerLines::read(text.as_bytes()).unwrap().outcomes(&game);
        assert_eq!(read.is_ok(), is_right, "{text}");
        if let Err(error) = read {
            let error = error.to_string();
            assert!(
                error.contains("expected each board once, in ascending order"),
                "{error}"
            );
        }
    }
}

#[test]
fn what_cannot_be_proved_is_refused() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let solver = |grid: &Grid| Solver::new(&lexicon, grid, &Rules::boggle());
    let small = solver(&Grid::rectangle(2, 2, Adjacency::Diagonal));
    let letters = [Face::letters("a")];
    for (result, expected) in [
        (
            ProofGame::new(
                &solver(&Grid::rectangle(5, 5, Adjacency::Diagonal)),
                &letters,
                1,
            ),
            "the grid has 25 cells, but proofs work for at most 16",
        ),
        (
            ProofGame::new(&solver(&Grid::rack(0)), &letters, 1),
            "the grid has no cells",
        ),
        (
            ProofGame::new(&small, &[], 1),
            "there are no letters to fill the cells with",
        ),
        (
            ProofGame::new(&small, &[Face::wildcard("")], 1),
            "\"?\" is not a letter: proofs work without wildcards and empty cells",
        ),
        (
            ProofGame::new(&small, &letters, 0),
            "the cutoff is 0 points, which every board has; it must be at least 1",
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), expected);
    }
    let rules = Rules::boggle()
        .with_short_word_length(9)
        .with_short_word_points(2_000_000);
    let solver = Solver::new(&lexicon, small.grid(), &rules);
    let faces = ["e", "a", "t"].map(Face::letters);
    let error = ProofGame::new(&solver, &faces, 1).unwrap_err();
    assert!(matches!(error, ProofError::TooManyPoints { .. }), "{error}");
}

#[test]
fn a_class_is_printed_and_read_again() {
    let (game, _) = small_ledger();
    let class = game
        .root()
        .with(1, FaceSet::one(2))
        .with(3, FaceSet::from_iter([0, 3]));
    let text = game.class_text(&class);
    assert_eq!(game.parse_class(&text), Ok(class));
    for text in [
        "",
        "A/B",
        "*/*/*/*/*",
        "A/E/S/",
        "A/E/?/S",
        "A/E/S/X",
        "a/e/1/t",
    ] {
        let error = game.parse_class(text).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{text:?} is not a class")),
            "{error}"
        );
    }
}

#[test]
fn a_used_up_budget_stops_a_proof() {
    let (game, _) = small_ledger();
    let stopped = Budget::new(|| Some(wgs_engine::Stopped::Cancelled));
    assert!(game.prover().prove(&game.root(), &stopped).is_err());
}

/// The best 3x3 boards with ENABLE2K, of the letters that they have.
#[requires(shared_data)]
#[test]
fn the_best_3x3_boards_are_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/wordlists/dictionary-enable2k.txt");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
    let letters = ["a", "d", "e", "l", "p", "r", "s", "t"];
    let game = game(&grid, &Rules::boggle(), &letters, &text, 520);
    let outcomes = outcomes(&game, game.plan_cells());
    let coverage = Coverage::of(&game, &outcomes);
    assert!(coverage.is_complete());
    let survivors = coverage.survivors();
    let best = game.faces_of(&"PLDEAERTS".parse().unwrap()).unwrap();
    assert_eq!(survivors[0].faces, game.canonical(&best));
    assert_eq!(survivors[0].points, 545);
    for survivor in &survivors {
        let points = game.solver().worker().score(&game.board(&survivor.faces));
        assert_eq!(points.unwrap().points, survivor.points);
    }
}
