//! The neighbours of a board score the same together as one by one.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use proptest::test_runner::TestRng;
use wgs_engine::neighbour::NeighbourScorer;
use wgs_engine::{
    Adjacency, Board, Budget, Cell, Count, Engine, Face, Grid, Lexicon, Rules, Solver, Stopped,
    Tile,
};
use wgs_test_requirement::requires;

use crate::scenario::{Scenario, Size, scenarios};
use crate::{cases, engines, pick};

const VALUES: [Count; 4] = [
    Count::Points,
    Count::Words,
    Count::LongWords(4),
    Count::Longest,
];

/// The engines that score neighbours together.
fn frontier_engines(grid: &Grid) -> impl Iterator<Item = Engine> {
    let frontier = [Engine::Avx512, Engine::Avx2, Engine::Portable];
    engines(grid).filter(move |engine| frontier.contains(engine))
}

/// Compares the neighbours of a board, scored together and one by one.
fn compare(
    together: &mut NeighbourScorer,
    one_by_one: &mut NeighbourScorer,
    board: &Board,
    name: impl std::fmt::Display,
) {
    let expected = one_by_one.score(board).unwrap();
    let scores = together.score(board).unwrap();
    assert_eq!(scores.value(), expected.value(), "{name} on {board}");
    for a in (0..board.len()).map(Cell::new) {
        assert_eq!(
            scores.with_faces(a),
            expected.with_faces(a),
            "{name}, cell {a:?} of {board}"
        );
        for b in (0..board.len()).map(Cell::new) {
            let (swapped, expected) = (scores.with_swap(a, b), expected.with_swap(a, b));
            assert_eq!(swapped, expected, "{name}, {a:?} and {b:?} of {board}");
        }
    }
    assert_eq!(scores, expected);
}

/// Removes what is scored one by one from most boards: multipliers and wildcards.
fn simplify(board: &Board, rng: &mut TestRng) -> Board {
    if rng.random_range(0..8) == 0 {
        return board.clone();
    }
    let simple = |tile: &Tile| match &tile.face {
        Face::Wildcard(rest) => Tile::plain(Face::letters(rest)),
        face => Tile::plain(face.clone()),
    };
    Board::new(board.tiles().iter().map(simple).collect::<Vec<_>>())
}

/// Scores the neighbours of all boards of a scenario with all engines.
fn check(scenario: &Scenario, seed: u64, max_faces: usize) {
    let mut rng = crate::rng(seed);
    let lexicon = Lexicon::from_words(&scenario.words).unwrap();
    let mut rules = scenario.rules.clone();
    if rng.random_range(0..8) > 0 {
        rules.required_cells.clear();
        rules.pangram_bonus = 0;
    }
    let boards = scenario.boards.iter();
    let boards: Vec<Board> = boards.map(|board| simplify(board, &mut rng)).collect();
    let tiles = boards.iter().flat_map(|board| board.tiles());
    let mut all: Vec<Face> = tiles.map(|tile| tile.face.clone()).collect();
    all.extend(["", "q", "qu", "a", "ab", "aba", "ø"].map(Face::letters));
    let faces: Vec<Face> = (0..rng.random_range(0..=max_faces))
        .map(|_| pick(&mut rng, &all).clone())
        .collect();
    let value = *pick(&mut rng, &VALUES);
    for engine in engines(&scenario.grid) {
        let solver = Solver::with_engine(&lexicon, &scenario.grid, &rules, engine).unwrap();
        let mut together = NeighbourScorer::new(&solver, &faces, value);
        let mut one_by_one = NeighbourScorer::one_by_one(&solver, &faces, value);
        for board in &boards {
            compare(&mut together, &mut one_by_one, board, engine);
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn neighbours_score_the_same_together_on_up_to_16_cells(
        scenario in scenarios(Size::Small),
        seed: u64,
    ) {
        check(&scenario, seed, 12);
    }
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn neighbours_score_the_same_together_on_17_to_27_cells(
        scenario in scenarios(Size::Medium),
        seed: u64,
    ) {
        check(&scenario, seed, 6);
    }
}

proptest! {
    #![proptest_config(cases(15))]

    #[test]
    fn neighbours_score_the_same_together_on_28_to_64_cells(
        scenario in scenarios(Size::Wide),
        seed: u64,
    ) {
        check(&scenario, seed, 4);
    }
}

/// Creates boards of English letters, with some tiles of several letters.
fn english_board(cells: usize, rng: &mut TestRng) -> Board {
    let letters = "etaoinsrlhdcumpgbyeetaoinsrksz";
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    let several = ["qu", "th", "in", "er", "", "he"].map(str::to_owned);
    let tile = |_| {
        let texts: &[String] = match rng.random_range(0..20) {
            0 => &several,
            _ => &letters,
        };
        Tile::plain(Face::letters(pick::<String>(rng, texts)))
    };
    Board::new((0..cells).map(tile).collect::<Vec<_>>())
}

/// The letters, and some tiles of several.
fn english_faces() -> Vec<Face> {
    let letters = ('a'..='z').map(String::from);
    let several = ["in", "th"].map(str::to_owned);
    letters
        .chain(several)
        .map(|text| Face::letters(&text))
        .collect()
}

#[test]
fn neighbours_score_the_same_together_with_an_english_dictionary() {
    let lexicon = Lexicon::english();
    let faces = english_faces();
    let mut rng = crate::rng(2026);
    let some: Vec<Face> = faces[..3].to_vec();
    for (grid, faces) in [
        (Grid::rectangle(4, 4, Adjacency::Diagonal), &faces),
        (Grid::rectangle(3, 3, Adjacency::Diagonal), &faces),
        (Grid::rectangle(5, 5, Adjacency::Diagonal), &faces),
        (Grid::rectangle(4, 6, Adjacency::Straight), &faces),
        (Grid::rectangle(6, 6, Adjacency::Diagonal), &some),
        (Grid::rectangle(8, 8, Adjacency::Straight), &some),
    ] {
        for value in VALUES {
            let board = english_board(grid.len(), &mut rng);
            for engine in frontier_engines(&grid) {
                let solver = Solver::with_engine(&lexicon, &grid, &Rules::boggle(), engine);
                let solver = solver.unwrap();
                let mut together = NeighbourScorer::new(&solver, faces, value);
                let mut one_by_one = NeighbourScorer::one_by_one(&solver, faces, value);
                compare(&mut together, &mut one_by_one, &board, engine);
                // The same memory serves any number of boards.
                compare(&mut together, &mut one_by_one, &board, engine);
            }
        }
    }
}

#[test]
fn a_scorer_stops_when_its_budget_is_used_up_and_can_go_on_with_another() {
    let lexicon = Lexicon::english();
    let grid = Grid::rectangle(5, 5, Adjacency::Diagonal);
    let board: Board = "RSCLSDEIAEGNTRPATESESMID".parse().unwrap();
    for engine in frontier_engines(&grid) {
        let solver = Solver::with_engine(&lexicon, &grid, &Rules::boggle(), engine).unwrap();
        let faces = english_faces();
        let mut scorer = NeighbourScorer::new(&solver, &faces, Count::Points);
        let expected = scorer.score(&board).unwrap().clone();
        for checks in [0, 1, 2, 4, 8] {
            let left = std::sync::atomic::AtomicI32::new(checks);
            let stop = move || {
                let left = left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
                (left <= 0).then_some(Stopped::TimeLimit)
            };
            scorer.set_budget(Budget::new(stop));
            assert_eq!(
                scorer.score(&board),
                Err(Stopped::TimeLimit),
                "{engine} after {checks} checks"
            );
            scorer.set_budget(Budget::UNLIMITED);
            assert_eq!(scorer.score(&board), Ok(&expected), "{engine}");
        }
    }
}

/// The published records are the boards near which the neighbours of a hunt lie.
#[requires(shared_data)]
#[test]
fn neighbours_of_published_high_boards_score_the_same_together() {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let read = |path: &str| fs::read_to_string(data.join(path)).unwrap();
    let lexicon = Lexicon::from_text(&read("wordlists/dictionary-enable2k.txt")).unwrap();
    let boards = read("bench/boards_high_2k.txt") + &read("bench/boards_new_dice_100k.txt");
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let faces = english_faces();
    for engine in frontier_engines(&grid) {
        let solver = Solver::with_engine(&lexicon, &grid, &Rules::boggle(), engine).unwrap();
        let mut together = NeighbourScorer::new(&solver, &faces, Count::Points);
        let mut one_by_one = NeighbourScorer::one_by_one(&solver, &faces, Count::Points);
        for line in boards.lines().take(2_400).step_by(120) {
            let board = line.trim().parse().unwrap();
            compare(&mut together, &mut one_by_one, &board, engine);
        }
    }
}
