//! Checks that rolled and optimised boards can be produced by the letters they come from,
//! contain the required words, and have the measures that are reported for them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use wgs_dice::{
    Aim, AnnealingSchedule, BatchQueue, BoardChecker, Cup, Goal, Move, Optimised, Optimiser,
    Random, RequiredWords, Roll, Scorer,
};
use wgs_engine::{
    Adjacency, Board, BoardMeasure, Budget, Count, Grid, Lexicon, Rescorer, Rules, Solver, Stopped,
    Tile, Worker,
};
use wgs_engine::{LetterDistribution, parse_dice, parse_pool};

use crate::cases;

/// Words that the letters below can spell.
const WORDS: [&str; 28] = [
    "a", "ab", "abet", "ace", "act", "aqua", "at", "bat", "bate", "beast", "beat", "best", "bet",
    "cab", "cast", "caste", "cat", "east", "eat", "quest", "qat", "sat", "sea", "seat", "set",
    "squab", "tab", "tea",
];

/// The length of a long word in these tests.
const LONG: u8 = 4;

pub(crate) fn dice(text: &str, shuffle: bool) -> LetterDistribution {
    let dice = parse_dice(text).unwrap();
    LetterDistribution::Dice { dice, shuffle }
}

pub(crate) fn pool(text: &str, without_replacement: bool) -> LetterDistribution {
    LetterDistribution::Pool {
        faces: parse_pool(text).unwrap(),
        without_replacement,
    }
}

fn face() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "A", "A", "B", "C", "E", "E", "S", "T", "T", "Q", "Qu", "U", "At", "Bea", "Éa", "?", "?t",
        ".",
    ])
}

fn letters(most_dice: usize) -> impl Strategy<Value = LetterDistribution> {
    let die = prop::collection::vec(face(), 1..=6).prop_map(|faces| faces.concat());
    let many = prop::collection::vec(die, 1..=most_dice);
    let dice = (many, any::<bool>()).prop_map(|(many, shuffle)| dice(&many.join(", "), shuffle));
    let faces = prop::collection::vec(face(), 1..=2 * most_dice);
    let pool = (faces, any::<bool>())
        .prop_map(|(faces, without_replacement)| pool(&faces.concat(), without_replacement));
    prop_oneof![2 => dice, 1 => pool]
}

/// Grids of up to 12 cells.
fn grid() -> impl Strategy<Value = Grid> {
    let adjacency = prop::sample::select(vec![Adjacency::Diagonal, Adjacency::Straight]);
    let rectangle = (1u32..=4, 1u32..=3, adjacency)
        .prop_map(|(columns, rows, adjacency)| Grid::rectangle(columns, rows, adjacency));
    let rack = (1u32..=7).prop_map(Grid::rack);
    (prop_oneof![3 => rectangle, 1 => rack], any::<bool>())
        .prop_map(|(grid, reuse)| grid.with_reuse(reuse))
}

fn words(most: usize) -> impl Strategy<Value = Vec<String>> {
    let word = prop::sample::select(WORDS.to_vec()).prop_map(str::to_owned);
    prop::collection::vec(word, 1..=most)
}

fn rules(q_is_qu: bool) -> Rules {
    Rules::boggle()
        .with_q_is_qu(q_is_qu)
        .with_min_word_length(1)
}

fn goal() -> impl Strategy<Value = Goal> {
    let count = prop::sample::select(vec![
        Count::Words,
        Count::Points,
        Count::Longest,
        Count::LongWords(LONG),
    ]);
    let aim = prop_oneof![
        Just(Aim::Maximise),
        Just(Aim::Minimise),
        (0u64..12, 0u64..4).prop_map(|(start, more)| Aim::within(start..=start + more)),
        (0u64..12).prop_map(|start| Aim::within(start..=u64::MAX)),
    ];
    prop::collection::vec((count, aim), 1..=3).prop_map(Goal::new)
}

/// A schedule that ends soon, but has several climbs.
fn short_schedule(tries: u64) -> AnnealingSchedule {
    AnnealingSchedule {
        patience: 20,
        cooling: 30,
        max_cooling: 60,
        tries,
        ..AnnealingSchedule::default()
    }
}

/// Checks that a distribution can produce a board: it has the right number of tiles, and a die
/// for each, on the same cell if dice are not shuffled.
#[track_caller]
fn assert_valid(letters: &LetterDistribution, tiles: usize, board: &Board) {
    let most = match letters {
        LetterDistribution::Dice { dice, .. } => dice.len(),
        LetterDistribution::Pool {
            faces,
            without_replacement: true,
        } => faces.len(),
        _ => usize::MAX,
    };
    assert_eq!(board.len(), tiles.min(most), "{letters}: {board}");
    let mut checker = BoardChecker::new(letters, false).unwrap();
    assert_eq!(
        checker.explain(board).err(),
        None,
        "{letters} cannot produce {board}"
    );
    if let LetterDistribution::Dice {
        dice,
        shuffle: false,
    } = letters
    {
        for (tile, die) in board.tiles().iter().zip(dice) {
            assert!(die.faces().contains(tile), "{letters}: {board}");
        }
    }
}

/// The reference for every scorer: searches each board for all words.
struct SolvingScorer {
    worker: Worker,
}

impl SolvingScorer {
    fn new(solver: &Solver) -> Self {
        Self {
            worker: solver.worker(),
        }
    }

    fn measure(&mut self, board: &Board) -> BoardMeasure {
        let mut measure = BoardMeasure::default();
        self.worker
            .solve(board, |solution| {
                measure.words += 1;
                measure.points += solution.score.total;
                measure.longest = measure.longest.max(solution.score.length.into());
                measure.long_words += u64::from(solution.score.length >= LONG.into());
                ControlFlow::Continue(())
            })
            .unwrap();
        measure
    }

    fn words(&mut self, board: &Board) -> Vec<String> {
        let mut words = Vec::new();
        self.worker
            .solve(board, |solution| {
                words.push(solution.text().to_lowercase());
                ControlFlow::Continue(())
            })
            .unwrap();
        words
    }
}

impl Scorer for SolvingScorer {
    fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped> {
        Ok(self.measure(board))
    }

    fn try_moves(
        &mut self,
        cup: &Cup,
        roll: &Roll,
        moves: &[Move],
    ) -> Result<Vec<BoardMeasure>, Stopped> {
        let boards = moves.iter().map(|&change| cup.board(&roll.after(change)));
        Ok(boards.map(|board| self.measure(&board)).collect())
    }
}

/// Measures several moves at a time, as a device does.
struct GroupScorer {
    scorer: SolvingScorer,
    moves_at_a_time: usize,
}

impl Scorer for GroupScorer {
    fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped> {
        self.scorer.set_board(board)
    }

    fn try_moves(
        &mut self,
        cup: &Cup,
        roll: &Roll,
        moves: &[Move],
    ) -> Result<Vec<BoardMeasure>, Stopped> {
        assert!((1..=self.moves_at_a_time).contains(&moves.len()));
        self.scorer.try_moves(cup, roll, moves)
    }

    fn moves_at_a_time(&self) -> usize {
        self.moves_at_a_time
    }
}

/// Words and points alone, to compare with scorers that do not measure lengths.
fn score(measure: &BoardMeasure) -> (u64, u64) {
    (measure.words, measure.points)
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn rolled_boards_are_valid(
        letters in letters(14),
        tiles in 0usize..=12,
        seed: u64,
    ) {
        let cup = Cup::new(&letters, tiles).unwrap();
        let mut kept = Roll::default();
        for part in 0..4 {
            let roll = cup.roll(&mut Random::stream(seed, part));
            let board = cup.board(&roll);
            assert_valid(&letters, tiles, &board);
            prop_assert_eq!(cup.tile_count(), board.len());
            cup.roll_into(&mut kept, &mut Random::stream(seed, part));
            prop_assert_eq!(&kept, &roll);
            let mut written = String::new();
            cup.write(&roll, &mut written);
            prop_assert_eq!(&written, &board.to_string());
            prop_assert_eq!(written.parse::<Board>().unwrap(), board);
        }
    }

    #[test]
    fn every_move_leads_to_a_valid_board(
        letters in letters(14),
        tiles in 0usize..=12,
        seed: u64,
    ) {
        let cup = Cup::new(&letters, tiles).unwrap();
        let mut random = Random::new(seed);
        let mut roll = cup.roll(&mut random);
        for _ in 0..24 {
            let Some(change) = cup.propose(&roll, &mut random) else { break };
            let before = cup.board(&roll);
            let mut expected = before.clone();
            for (cell, face) in cup.changes(&roll, change) {
                expected.tiles_mut()[cell.index()] = Tile::from(face);
            }
            roll.apply(change);
            let board = cup.board(&roll);
            prop_assert_eq!(&board, &expected, "{:?} of {}", change, before);
            prop_assert!(board != before, "{:?} changes nothing of {}", change, before);
            assert_valid(&letters, tiles, &board);
        }
    }

    #[test]
    fn required_words_are_on_the_board_and_stay_there(
        letters in letters(10),
        grid in grid(),
        words in words(3),
        q_is_qu: bool,
        seed: u64,
    ) {
        let cup = Cup::new(&letters, grid.len()).unwrap();
        let required = RequiredWords::new(&cup, &words, q_is_qu).unwrap();
        let mut random = Random::new(seed);
        let found = cup.roll_with_words(&required, &grid, &mut random);
        prop_assert_eq!(&cup.roll_with_words(&required, &grid, &mut Random::new(seed)), &found);
        let Some(mut roll) = found else { return Ok(()) };
        let lexicon = Lexicon::from_words(&words).unwrap();
        let rules = rules(q_is_qu);
        let solver = Solver::new(&lexicon, &grid, &rules);
        let mut scorer = SolvingScorer::new(&solver);
        for _ in 0..16 {
            let board = cup.board(&roll);
            assert_valid(&letters, grid.len(), &board);
            let on_board = scorer.words(&board);
            for word in &words {
                prop_assert!(on_board.contains(word), "{} is not on {} of {}", word, board, letters);
            }
            let Some(change) = cup.propose(&roll, &mut random) else { break };
            roll.apply(change);
        }
    }
}

/// All boards that a distribution can produce, by trying all dice for all cells.
fn every_board(letters: &LetterDistribution, tiles: usize) -> Vec<Board> {
    let (dice, is_shuffled): (Vec<Vec<Tile>>, bool) = match letters {
        LetterDistribution::Dice { dice, shuffle } => (
            dice.iter().map(|die| die.faces().to_vec()).collect(),
            *shuffle,
        ),
        LetterDistribution::Pool {
            faces,
            without_replacement: true,
        } => (faces.iter().map(|face| vec![face.clone()]).collect(), true),
        LetterDistribution::Pool { faces, .. } => (vec![faces.clone(); tiles], false),
        LetterDistribution::WordList { .. } => panic!("word lists have no dice"),
    };
    let mut boards = vec![(0u32, Vec::new())];
    for cell in 0..tiles.min(dice.len()) {
        let mut longer = Vec::new();
        for (used, faces) in boards {
            for (index, die) in dice.iter().enumerate() {
                if used & 1 << index == 0 && (is_shuffled || index == cell) {
                    for face in die {
                        let faces = [faces.clone(), vec![face.clone()]].concat();
                        longer.push((used | 1 << index, faces));
                    }
                }
            }
        }
        boards = longer;
        boards.sort_by_cached_key(|(used, faces)| (*used, format!("{faces:?}")));
        boards.dedup();
    }
    let boards = boards.into_iter().map(|(_, faces)| Board::new(faces));
    boards.collect()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn words_are_placed_on_a_small_board_if_any_board_has_them(
        letters in letters(4),
        columns in 1u32..=2,
        rows in 1u32..=2,
        straight: bool,
        words in words(2),
        q_is_qu: bool,
        seed: u64,
    ) {
        let adjacency = if straight { Adjacency::Straight } else { Adjacency::Diagonal };
        let grid = Grid::rectangle(columns, rows, adjacency);
        let lexicon = Lexicon::from_words(&words).unwrap();
        let rules = rules(q_is_qu);
        let solver = Solver::new(&lexicon, &grid, &rules);
        let mut worker = solver.worker();
        let expected = lexicon.len() as u64;
        let witness = every_board(&letters, grid.len())
            .into_iter()
            .find(|board| worker.score(board).unwrap().words == expected);
        let cup = Cup::new(&letters, grid.len()).unwrap();
        let required = RequiredWords::new(&cup, &words, q_is_qu).unwrap();
        let found = cup.roll_with_words(&required, &grid, &mut Random::new(seed));
        prop_assert_eq!(
            found.map(|roll| cup.board(&roll).to_string()).is_some(),
            witness.is_some(),
            "{:?} of {}: {}",
            words,
            letters,
            witness.unwrap_or_default()
        );
    }
}

/// Runs an optimiser with a scorer.
fn optimise(
    optimiser: &Optimiser<'_>,
    scorer: &mut impl Scorer,
    seed: u64,
    start: impl FnMut(&mut Random) -> Roll,
) -> Optimised {
    let best = optimiser.run(scorer, &mut Random::new(seed), start, || false);
    best.unwrap()
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn an_optimiser_finds_the_same_board_with_every_scorer_and_reports_its_true_measure(
        letters in letters(10),
        grid in grid(),
        goal in goal(),
        words in words(2),
        require_words: bool,
        tries in 1u64..300,
        seed: u64,
    ) {
        let cup = Cup::new(&letters, grid.len()).unwrap();
        let lexicon = Lexicon::from_words(WORDS).unwrap();
        let rules = rules(true);
        let solver = Solver::new(&lexicon, &grid, &rules);
        let required = RequiredWords::new(&cup, &words, true).unwrap();
        let can_place = require_words && cup.roll_with_words(&required, &grid, &mut Random::new(seed)).is_some();
        let start = |random: &mut Random| {
            let roll = can_place.then(|| cup.roll_with_words(&required, &grid, random)).flatten();
            match (can_place, roll) {
                (_, Some(roll)) => roll,
                (true, None) => cup.roll_with_words(&required, &grid, &mut Random::new(seed)).unwrap(),
                (false, None) => cup.roll(random),
            }
        };
        let optimiser = Optimiser::with_schedule(&cup, &goal, short_schedule(tries));
        let mut plain = SolvingScorer::new(&solver);
        let mut starts = Vec::new();
        let best = optimise(&optimiser, &mut plain, seed, |random: &mut Random| {
            let roll = start(random);
            starts.push(cup.board(&roll));
            roll
        });

        let board = cup.board(&best.roll);
        assert_valid(&letters, grid.len(), &board);
        let fresh = plain.measure(&board);
        prop_assert_eq!(best.measure, fresh, "{}", board);
        prop_assert_eq!(best.is_met, goal.is_met(&fresh), "{}", board);
        prop_assert!(best.tries <= tries, "{} of {}", best.tries, tries);
        prop_assert_eq!(best.climbs, starts.len() as u64);
        for start in &starts {
            let distance = goal.distance(&plain.measure(start));
            prop_assert!(best.is_met || goal.distance(&fresh) <= distance, "{}", start);
        }
        if can_place {
            let on_board = plain.words(&board);
            for word in &words {
                prop_assert!(on_board.contains(word), "{} is not on {}", word, board);
            }
        }

        let mut rescorer = Rescorer::with_long_words(&solver, LONG);
        let same = optimise(&optimiser, &mut rescorer, seed, start);
        prop_assert_eq!(&same, &best, "{}", board);
        let again = optimise(&optimiser, &mut rescorer, seed, start);
        prop_assert_eq!(&again, &best, "a second run differs: {}", board);
        for moves_at_a_time in [2, 100] {
            let scorer = SolvingScorer::new(&solver);
            let mut group = GroupScorer { scorer, moves_at_a_time };
            let same = optimise(&optimiser, &mut group, seed, start);
            prop_assert_eq!(&same, &best, "{} moves at a time: {}", moves_at_a_time, board);
        }
        if !goal.needs_word_lengths() {
            let same = optimise(&optimiser, &mut Rescorer::new(&solver), seed, start);
            prop_assert_eq!(&same.roll, &best.roll);
            prop_assert_eq!(score(&same.measure), score(&best.measure));
            prop_assert_eq!((same.tries, same.climbs), (best.tries, best.climbs));
        }
    }
}

/// Runs searches with these seeds on threads that share a queue, whose device fails after some batches.
fn queued(
    optimiser: &Optimiser<'_>,
    cup: &Cup,
    solver: &Solver,
    seeds: std::ops::Range<u64>,
    batches: usize,
) -> (Vec<Optimised>, Option<&'static str>) {
    let mut worker = solver.worker();
    let mut batches_left = batches;
    let queue = BatchQueue::new(
        move |boards: &[u8]| {
            batches_left = batches_left.checked_sub(1).ok_or("the device was lost")?;
            let boards = boards.chunks_exact(cup.tile_count());
            let boards = boards.map(|numbers| cup.faces().board(numbers));
            Ok(boards.map(|board| worker.score(&board).unwrap()).collect())
        },
        2,
    );
    let search = |seed| {
        let scorer = &mut queue.scorer(solver.worker());
        optimise(optimiser, scorer, seed, |random: &mut Random| {
            cup.roll(random)
        })
    };
    let found = std::thread::scope(|scope| {
        let threads: Vec<_> = seeds
            .map(|seed| scope.spawn(move || search(seed)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    (found, queue.failure())
}

#[test]
fn searches_that_share_a_device_find_the_same_boards_also_if_it_fails() {
    let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
    let letters = dice("ACX, ATE, TSQu, SBE, EAT, RST, ORE, ANT, ACT, SEA", true);
    let cup = Cup::new(&letters, grid.len()).unwrap();
    let lexicon = Lexicon::from_words(WORDS).unwrap();
    let solver = Solver::new(&lexicon, &grid, &rules(true));
    let goal = Goal::new([(Count::Words, Aim::Maximise)]);
    let optimiser = Optimiser::with_schedule(&cup, &goal, short_schedule(3000));
    let alone = (0..8).map(|seed| {
        let scorer = &mut Rescorer::new(&solver);
        optimise(&optimiser, scorer, seed, |random: &mut Random| {
            cup.roll(random)
        })
    });
    let alone: Vec<Optimised> = alone.collect();
    for (batches, failure) in [
        (usize::MAX, None),
        (20, Some("the device was lost")),
        (0, Some("the device was lost")),
    ] {
        let (found, failed) = queued(&optimiser, &cup, &solver, 0..8, batches);
        assert_eq!(found, alone, "{batches} batches");
        assert_eq!(failed, failure);
    }
}

/// Small games for which every board can be tried.
fn small_games() -> Vec<(LetterDistribution, Grid)> {
    let square = Grid::rectangle(2, 2, Adjacency::Diagonal);
    vec![
        (dice("ACX, ATE, TSQu, SBE", true), square.clone()),
        (dice("ACX, ATE, TSQu, SBE", false), square.clone()),
        (dice("AB, ATE, TS, SE, C, BeaQu", true), square.clone()),
        (pool("AABCESTT?", true), Grid::rack(4)),
        (pool("ABCEST.", false), square),
    ]
}

#[test]
fn an_optimiser_reaches_every_value_that_any_board_has() {
    let lexicon = Lexicon::from_words(WORDS).unwrap();
    let rules = rules(true);
    for (letters, grid) in small_games() {
        let solver = Solver::new(&lexicon, &grid, &rules);
        let mut plain = SolvingScorer::new(&solver);
        let boards = every_board(&letters, grid.len());
        let measures: Vec<BoardMeasure> = boards.iter().map(|b| plain.measure(b)).collect();
        let cup = Cup::new(&letters, grid.len()).unwrap();
        let mut rescorer = Rescorer::with_long_words(&solver, LONG);
        let mut best = |aims: &[(Count, Aim)]| {
            let goal = Goal::new(aims);
            let optimiser = Optimiser::with_schedule(&cup, &goal, short_schedule(3_000));
            optimise(&optimiser, &mut rescorer, 2014, |random| cup.roll(random))
        };
        for count in [Count::Words, Count::Points, Count::LongWords(LONG)] {
            let mut numbers: Vec<u64> = measures.iter().map(|board| count.of(board)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let (fewest, most) = (numbers[0], numbers[numbers.len() - 1]);
            let found = best(&[(count, Aim::Maximise)]);
            assert_eq!(
                (count.of(&found.measure), found.is_met),
                (most, false),
                "{letters}: most {count:?}"
            );
            let found = best(&[(count, Aim::Minimise)]);
            assert_eq!(
                (count.of(&found.measure), found.is_met),
                (fewest, fewest == 0),
                "{letters}: fewest {count:?}"
            );
            for number in numbers {
                let found = best(&[(count, Aim::within(number..=number))]);
                assert!(found.is_met, "{letters}: {number} {count:?}");
            }
            let found = best(&[(count, Aim::within(most + 1..=u64::MAX))]);
            assert_eq!(
                (count.of(&found.measure), found.is_met),
                (most, false),
                "{letters}: more {count:?} than possible"
            );
        }
        // Two aims together, for some of the pairs that boards have.
        for board in measures.iter().step_by(measures.len() / 8 + 1) {
            let found = best(&[
                (Count::Words, Aim::within(board.words..=board.words)),
                (Count::Points, Aim::within(board.points..=board.points)),
            ]);
            assert!(found.is_met, "{letters}: {board:?}");
        }
    }
}

#[test]
fn a_stopped_run_returns_the_best_board_so_far() {
    let letters = dice("ACX, ATE, TSQu, SBE", true);
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    let (lexicon, rules) = (Lexicon::from_words(WORDS).unwrap(), rules(true));
    let solver = Solver::new(&lexicon, &grid, &rules);
    let cup = Cup::new(&letters, 4).unwrap();
    let goal = Goal::new([(Count::Words, Aim::Maximise)]);
    let optimiser = Optimiser::new(&cup, &goal);
    for checks in [0, 1, 3, 10] {
        let mut left = checks;
        let stop = || {
            left -= 1;
            left < 0
        };
        let best = optimiser.run(
            &mut Rescorer::new(&solver),
            &mut Random::new(5),
            |random| cup.roll(random),
            stop,
        );
        let best = best.unwrap();
        assert!(best.tries <= 32 * (checks as u64 + 1), "{}", best.tries);
        let board = cup.board(&best.roll);
        assert_eq!(
            score(&best.measure),
            score(&solver.score(&board).into()),
            "{board}"
        );
    }
}

#[test]
fn a_run_whose_budget_is_used_up_returns_the_best_board_so_far_or_the_reason() {
    let letters = dice("????AB, ????CD, ????EF, ????GH", true);
    let letters = match letters {
        LetterDistribution::Dice { dice, shuffle } => {
            let dice = dice.iter().cycle().take(16).cloned().collect();
            LetterDistribution::Dice { dice, shuffle }
        }
        letters => letters,
    };
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let lexicon = Lexicon::english();
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let cup = Cup::new(&letters, 16).unwrap();
    let goal = Goal::new([(Count::Words, Aim::Maximise)]);
    for most_checks in [0, 40] {
        let checks = AtomicU32::new(0);
        let mut rescorer = Rescorer::new(&solver);
        rescorer.set_budget(Budget::new(move || {
            let is_used_up = checks.fetch_add(1, Ordering::Relaxed) >= most_checks;
            is_used_up.then_some(Stopped::Cancelled)
        }));
        let mut random = Random::new(5);
        // The first board is cheap; most boards have too many wildcards to score them.
        let mut is_first = true;
        let start = |random: &mut Random| loop {
            let roll = cup.roll(random);
            let wildcards = cup.board(&roll).to_string().matches('?').count();
            if !is_first || wildcards <= 5 {
                is_first = false;
                return roll;
            }
        };
        let best = Optimiser::new(&cup, &goal).run(&mut rescorer, &mut random, start, || false);
        match most_checks {
            0 => assert_eq!(best, Err(Stopped::Cancelled)),
            _ => assert!(best.unwrap().measure.words > 0),
        }
    }
}

#[test]
fn a_board_without_moves_is_returned_as_the_best() {
    for letters in [dice("A, B, C", false), dice("A, A, A", true)] {
        let grid = Grid::rack(3);
        let (lexicon, rules) = (Lexicon::from_words(WORDS).unwrap(), rules(true));
        let solver = Solver::new(&lexicon, &grid, &rules);
        let cup = Cup::new(&letters, 3).unwrap();
        let mut random = Random::new(1);
        assert_eq!(cup.propose(&cup.roll(&mut random), &mut random), None);
        let goal = Goal::new([(Count::Words, Aim::within(100..=u64::MAX))]);
        let best = Optimiser::with_schedule(&cup, &goal, short_schedule(50)).run(
            &mut Rescorer::new(&solver),
            &mut random,
            |random| cup.roll(random),
            || false,
        );
        let best = best.unwrap();
        assert!(!best.is_met && best.tries <= 50, "{letters}");
        assert_eq!(
            best.measure.words,
            solver.score(&cup.board(&best.roll)).words
        );
    }
    let cup = Cup::new(&dice("AB", true), 0).unwrap();
    let roll = cup.roll(&mut Random::new(1));
    assert!(cup.board(&roll).is_empty());
    assert_eq!(cup.propose(&roll, &mut Random::new(1)), None);
}
