//! Searches counted move by move, against the engine and against the figures of the report.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use proptest::prelude::*;
use wgs_core::{Adjacency, Board, Grid, Lexicon, Rules, Solver};
use wgs_lab::{Pruning, Search, SearchOptions, Study, count_paths};
use wgs_test_requirement::requires;

use crate::{WORDS, cases};

/// A search with each pruning, that with the most moves first.
fn searches(study: &Study<'_>, grid: &Grid, board: &Board, options: &SearchOptions) -> Vec<Search> {
    let search = |pruning| {
        let options = SearchOptions {
            pruning,
            ..options.clone()
        };
        study.search(grid, board, &options).unwrap()
    };
    Pruning::ALL.map(search).into()
}

fn solve(lexicon: &Lexicon, grid: &Grid, board: &Board, options: &SearchOptions) -> Vec<String> {
    let rules = Rules {
        min_word_length: options.min_length as u32,
        q_is_qu: options.q_is_qu,
        ..Rules::default()
    };
    let mut words = Vec::new();
    Solver::new(lexicon, grid, &rules)
        .worker()
        .solve(board, |solution| {
            words.push(solution.text());
            ControlFlow::Continue(())
        });
    words
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_pruning_finds_the_words_of_the_engine_and_none_takes_more_moves(
        tiles in prop::collection::vec(
            prop::sample::select(vec!["A", "E", "S", "T", "T", "Qu", "Q", "I", ":A", "X", "."]),
            9,
        ),
        min_length in 1_usize..5,
        q_is_qu: bool,
    ) {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let study = Study::new(&lexicon);
        let board: Board = tiles.concat().parse().unwrap();
        let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
        let options = SearchOptions { min_length, q_is_qu, ..SearchOptions::default() };
        let expected = solve(&lexicon, &grid, &board, &options);
        let searches = searches(&study, &grid, &board, &options);
        for search in &searches {
            prop_assert!(search.is_complete);
            prop_assert_eq!(&search.words, &expected, "{}", board);
        }
        let moves: Vec<u64> = searches.iter().map(|search| search.moves).collect();
        prop_assert!(moves.is_sorted_by(|more, fewer| more >= fewer), "{board}: {moves:?}");
        let is_filled = |cell: wgs_core::Cell| !board.tiles()[cell.index()].is_empty();
        prop_assert_eq!(Some(u128::from(moves[0])), count_paths(&grid, is_filled), "{}", board);
    }
}

/// Words and moves of the report's boards with TWL06. The last row of its 4x4 board cannot
/// be read but for the S; these fillings agree with all that can.
#[requires(shared_data)]
#[test]
fn the_figures_of_the_report_come_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/wordlists/dictionary-twl06.txt");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lexicon = Lexicon::from_text(&text).unwrap();
    let study = Study::new(&lexicon);
    for (board, words, moves) in [
        ("TAXP", 9, 50),
        ("AEHCXRQGH", 15, 356),
        ("PKROLEYCFKLXJQZS", 56, 2256),
        ("PKROLEYCFKLXMQQS", 56, 2256),
        ("PKROLEYCFKLXXXXS", 56, 2256),
    ] {
        let side = board.len().isqrt() as u32;
        let grid = Grid::rectangle(side, side, Adjacency::Diagonal);
        let options = SearchOptions {
            pruning: Pruning::Substring,
            ..SearchOptions::default()
        };
        let search = study
            .search(&grid, &board.parse().unwrap(), &options)
            .unwrap();
        assert_eq!(
            (search.words.len(), search.moves),
            (words, moves),
            "{board}"
        );
    }
}
