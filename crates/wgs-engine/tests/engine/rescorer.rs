//! A board that was changed step by step scores the same as in a complete search.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_engine::{
    Adjacency, Board, BoardMeasure, Cell, Face, Grid, Lexicon, Rescorer, Rules, Solver, Worker,
};

use crate::scenario::{Scenario, Size, scenarios};
use crate::{cases, engines, pick};

/// The minimum length of a long word in these tests.
const LONG: u8 = 4;

/// Measures a board with a complete search.
fn measure(worker: &mut Worker, board: &Board) -> BoardMeasure {
    let mut measure = BoardMeasure::default();
    worker
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

/// Makes random changes on all engines, keeps some and undoes others.
fn check(scenario: &Scenario, seed: u64) -> Result<(), TestCaseError> {
    let Scenario {
        words,
        grid,
        boards,
        rules,
        ..
    } = scenario;
    let lexicon = Lexicon::from_words(words).unwrap();
    let mut faces: Vec<Face> = boards
        .iter()
        .flat_map(|board| board.tiles().iter().map(|tile| tile.face.clone()))
        .collect();
    faces.extend([Face::Empty, Face::letters("qu"), Face::letters("a")]);
    if boards.iter().all(|board| wildcards(board) < 2) {
        faces.push(Face::wildcard(""));
    }
    for engine in engines(grid) {
        let solver = Solver::with_engine(&lexicon, grid, rules, engine).unwrap();
        let mut worker = solver.worker();
        let mut rescorer = Rescorer::new(&solver);
        let mut measurer = Rescorer::with_long_words(&solver, LONG);
        let mut rng = crate::rng(seed);
        for board in boards {
            let expected = measure(&mut worker, board);
            prop_assert_eq!(
                measurer.set_board(board).unwrap(),
                expected,
                "{} on {}",
                engine,
                board
            );
            rescorer.set_board(board).unwrap();
            for _ in 0..6 {
                let count = if board.is_empty() {
                    0
                } else {
                    rng.random_range(0..4)
                };
                let changes: Vec<(Cell, Face)> = (0..count)
                    .map(|_| {
                        let cell = Cell::new(rng.random_range(0..board.len()));
                        (cell, pick(&mut rng, &faces).clone())
                    })
                    .collect();
                let measured = measurer.try_change(&changes).unwrap();
                if wildcards(measurer.board()) > 2 {
                    measurer.undo();
                    continue;
                }
                let scored = rescorer.try_change(&changes).unwrap();
                prop_assert_eq!(rescorer.board(), measurer.board());
                let changed = measurer.board().clone();
                let expected = measure(&mut worker, &changed);
                prop_assert_eq!(measured, expected, "{} on {}", engine, changed);
                let score = (scored.words, scored.points);
                prop_assert_eq!(score, (expected.words, expected.points), "{}", changed);
                match rng.random_range(0..3) {
                    0 => {}
                    1 => {
                        measurer.undo();
                        rescorer.undo();
                    }
                    _ => {
                        measurer.keep();
                        rescorer.keep();
                    }
                }
            }
        }
    }
    Ok(())
}

fn wildcards(board: &Board) -> usize {
    let is_wildcard = |tile: &&wgs_engine::Tile| matches!(tile.face, Face::Wildcard(_));
    board.tiles().iter().filter(is_wildcard).count()
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn changed_boards_score_like_new_ones_on_up_to_16_cells(
        scenario in scenarios(Size::Small),
        seed: u64,
    ) {
        check(&scenario, seed)?;
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn changed_boards_score_like_new_ones_on_17_to_27_cells(
        scenario in scenarios(Size::Medium),
        seed: u64,
    ) {
        check(&scenario, seed)?;
    }

    #[test]
    fn changed_boards_score_like_new_ones_on_28_to_64_cells(
        scenario in scenarios(Size::Wide),
        seed: u64,
    ) {
        check(&scenario, seed)?;
    }
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn changed_boards_score_like_new_ones_on_more_than_64_cells(
        scenario in scenarios(Size::Large),
        seed: u64,
    ) {
        check(&scenario, seed)?;
    }
}

/// Changes more cells than there are directions.
#[test]
fn a_whole_board_can_be_changed() {
    let words: Vec<String> = ["ab", "ba", "aba", "bab", "abba", "aaa", "bbb", "abab"]
        .map(str::to_owned)
        .to_vec();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let rules = Rules::boggle().with_min_word_length(1);
    for engine in engines(&grid) {
        let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
        let mut worker = solver.worker();
        let mut rescorer = Rescorer::with_long_words(&solver, LONG);
        rescorer
            .set_board(&"CCCCCCCCCCCCCCCC".parse().unwrap())
            .unwrap();
        let mut rng = crate::rng(7);
        for _ in 0..50 {
            let faces = ["a", "b", "c"].map(Face::letters);
            let change = |cell| (Cell::new(cell), pick(&mut rng, &faces).clone());
            let changes: Vec<(Cell, Face)> = (0..16).map(change).collect();
            let measured = rescorer.try_change(&changes).unwrap();
            let expected = measure(&mut worker, &rescorer.board().clone());
            assert_eq!(measured, expected, "{engine} on {}", rescorer.board());
            rescorer.keep();
        }
    }
}
