//! Racks with many tiles of the same letter that differ in their multipliers. The general search
//! merges their paths; the plain search tries each of them.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_engine::{Board, Cell, Engine, Grid, Lexicon, Rules, Solver};

use crate::cases;

/// A word with its score, its path, and the cells of all its paths.
type Surveyed = (String, u64, Vec<usize>, Vec<usize>);

fn survey(solver: &Solver, board: &Board) -> Vec<Surveyed> {
    let mut found = Vec::new();
    let searched = solver.worker().survey(board, |solution, cells| {
        let path = solution.path.iter().map(|cell| cell.index()).collect();
        let cells = cells.iter().map(|cell| cell.index()).collect();
        found.push((solution.text(), solution.score.total, path, cells));
        ControlFlow::Continue(())
    });
    searched.unwrap();
    found
}

/// A tile: its letter multipliers, its word multipliers and its face.
fn tile() -> impl Strategy<Value = String> {
    let face = prop::sample::select(vec!["A", "A", "A", "B", "B", "C", "?", "?b", "Ab", "?a"]);
    (0..3_usize, 0..2_usize, face)
        .prop_map(|(letter, word, face)| ":".repeat(letter) + &";".repeat(word) + face)
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn merged_paths_give_the_same_words_scores_paths_and_cells(
        tiles in prop::collection::vec(tile(), 5..9),
        reuse: bool,
        wildcard_points: bool,
        pangram_bonus in 0..2_u32,
        required in prop::option::of(0..4_usize),
        has_values: bool,
    ) {
        let words = ["ab", "aab", "baa", "abab", "cab", "abba", "aabba", "babab", "aaab", "bacab"];
        let lexicon = Lexicon::from_words(words).unwrap();
        let mut rules = Rules::new().with_wildcard_points(wildcard_points).with_pangram_bonus(pangram_bonus * 7).with_required_cells(required.map(Cell::new));
        if has_values {
            rules.letter_values = [("a".into(), 1), ("b".into(), 3), ("c".into(), 5)].into();
        }
        let grid = Grid::rack(tiles.len() as u32).with_reuse(reuse);
        let board: Board = tiles.concat().parse().unwrap();
        let solver = |engine| Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
        let expected = survey(&solver(Engine::Plain), &board);
        prop_assert_eq!(&survey(&solver(Engine::General), &board), &expected, "{}", board);
        let points: u64 = expected.iter().map(|word| word.1).sum();
        let score = solver(Engine::General).score(&board);
        prop_assert_eq!((score.words, score.points), (expected.len() as u64, points));
    }
}
