//! Searches stop when their budget is used up, soon and with what they have.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use wgs_engine::{
    Adjacency, Board, Budget, Cell, Engine, Face, Grid, Lexicon, Rescorer, Rules, Solver, Stopped,
    Worker,
};

/// A budget that is used up at a check, and the number of checks so far.
fn after_checks(most: u32) -> (Budget, Arc<AtomicU32>) {
    let checks = Arc::new(AtomicU32::new(0));
    let counted = checks.clone();
    let stop = move || {
        let is_used_up = counted.fetch_add(1, Ordering::Relaxed) >= most;
        is_used_up.then_some(Stopped::TimeLimit)
    };
    (Budget::new(stop), checks)
}

/// The engines that can search a grid here.
fn engines(grid: &Grid) -> Vec<Engine> {
    let all = Engine::ALL.iter().copied();
    all.filter(|engine| engine.check(grid).is_ok()).collect()
}

/// Whether all searches of the worker are stopped at the second check.
fn assert_stops(worker: &mut Worker, board: &Board, place: &str) {
    type Search<'s> = &'s dyn Fn(&mut Worker) -> Result<(), Stopped>;
    let searches: [(&str, Search<'_>); 4] = [
        ("score", &|worker| worker.score(board).map(|_| ())),
        ("solve", &|worker| {
            worker.solve(board, |_| ControlFlow::Continue(()))
        }),
        ("survey", &|worker| {
            worker.survey(board, |_, _| ControlFlow::Continue(()))
        }),
        ("solve_all", &|worker| {
            worker.solve_all(board, |_| ControlFlow::Continue(()))
        }),
    ];
    for (name, search) in searches {
        let (budget, checks) = after_checks(1);
        worker.set_budget(budget);
        assert_eq!(search(worker), Err(Stopped::TimeLimit), "{name} {place}");
        assert_eq!(checks.load(Ordering::Relaxed), 2, "{name} {place}");
    }
    worker.set_budget(Budget::UNLIMITED);
}

#[test]
fn every_search_of_every_engine_stops() {
    let lexicon = Lexicon::english();
    for (grid, board) in [
        (Grid::rectangle(4, 4, Adjacency::Diagonal), "?".repeat(16)),
        (Grid::rectangle(9, 9, Adjacency::Diagonal), "?".repeat(81)),
        (Grid::rack(20), "AEIOUSTRNLDGHCMPB???".to_owned()),
        (Grid::rack(7).with_reuse(true), "AEI?STR".to_owned()),
    ] {
        let board: Board = board.parse().unwrap();
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &Rules::boggle(), engine).unwrap();
            let place = format!("with {engine} on {} cells", grid.len());
            assert_stops(&mut solver.worker(), &board, &place);
        }
    }
}

#[test]
fn a_large_board_of_one_letter_stops_and_needs_little_memory() {
    // All self-avoiding paths of up to 40 cells.
    let words: Vec<String> = (3..40).map(|length| "a".repeat(length)).collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let grid = Grid::rectangle(30, 30, Adjacency::Diagonal);
    let board = "A".repeat(900).parse().unwrap();
    for engine in engines(&grid) {
        let solver = Solver::with_engine(&lexicon, &grid, &Rules::boggle(), engine).unwrap();
        let (budget, _) = after_checks(20);
        let mut worker = solver.worker();
        worker.set_budget(budget.with_memory(64 << 20));
        let scored = worker.score(&board);
        // Word by word, one path of each word is enough.
        if engine != Engine::Dictionary {
            assert_eq!(scored, Err(Stopped::TimeLimit), "{engine}");
        }
    }
}

#[test]
fn memory_is_limited() {
    // Every permutation of the tiles counts, and each word has all its paths in memory.
    let lexicon = Lexicon::from_words(["a".repeat(20)]).unwrap();
    let solver = Solver::new(&lexicon, &Grid::rack(20), &Rules::word_game_solver());
    let mut worker = solver.worker();
    worker.set_budget(Budget::UNLIMITED.with_memory(8 << 20));
    let board: Board = "A".repeat(20).parse().unwrap();
    let listed = worker.solve_all(&board, |_| ControlFlow::Continue(()));
    assert_eq!(listed, Err(Stopped::MemoryLimit));
    // Equal tiles are interchangeable, so a single path is enough for the other questions.
    assert_eq!(worker.score(&board).unwrap().words, 1);
}

#[test]
fn a_rescorer_stops_and_goes_on() {
    let lexicon = Lexicon::english();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    for engine in engines(&grid) {
        let rules = Rules::boggle();
        let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
        let mut rescorer = Rescorer::new(&solver);
        let base = rescorer
            .set_board(&"STNDTEIELARSMRTO".parse().unwrap())
            .unwrap();
        let wildcards: Vec<(Cell, Face)> = (0..9)
            .map(|cell| (Cell::new(cell), Face::wildcard("")))
            .collect();
        let (budget, _) = after_checks(1);
        rescorer.set_budget(budget);
        let stopped = rescorer.try_change(&wildcards);
        assert_eq!(stopped, Err(Stopped::TimeLimit), "{engine}");
        rescorer.set_budget(Budget::UNLIMITED);
        assert_eq!(rescorer.try_change(&[]), Ok(base), "{engine}");
        let change = [(Cell::new(3), Face::letters("e"))];
        let changed = rescorer.try_change(&change).unwrap();
        let expected = solver.score(rescorer.board());
        assert_eq!(
            (changed.words, changed.points),
            (expected.words, expected.points)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What a stopped search has passed on are words of the board, and a worker that was stopped
    /// answers as a new one does.
    #[test]
    fn a_stopped_search_leaves_nothing_behind(
        letters in "[A-F?]{9,12}",
        checks in 1..3_u32,
        is_rack: bool,
    ) {
        let words = ["fade", "deaf", "bead", "cab", "fab", "abed", "faced", "decaf", "bad", "dab"];
        let lexicon = Lexicon::from_words(words).unwrap();
        let board: Board = letters.parse().unwrap();
        let grid = match is_rack {
            true => Grid::rack(12),
            false => Grid::rectangle(4, 3, Adjacency::Diagonal),
        };
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &Rules::boggle(), engine).unwrap();
            let all: BTreeMap<String, u64> = solver
                .solve(&board)
                .into_iter()
                .map(|word| (word.text, word.score.total))
                .collect();
            let mut worker = solver.worker();
            let (budget, _) = after_checks(checks);
            worker.set_budget(budget);
            let mut found = Vec::new();
            let searched = worker.solve(&board, |solution| {
                found.push(solution.text());
                ControlFlow::Continue(())
            });
            prop_assert!(found.iter().all(|word| all.contains_key(word)), "{engine}");
            prop_assert!(searched.is_err() || found.len() == all.len(), "{engine}");
            worker.set_budget(Budget::UNLIMITED);
            prop_assert_eq!(worker.score(&board), Ok(solver.score(&board)), "{}", engine);
        }
    }
}
