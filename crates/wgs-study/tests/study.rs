//! Compares counted searches with the engine, and with the figures of a published report on
//! Boggle boards of any size.

#[path = "../../wgs-engine/tests/engine/cases.rs"]
mod cases;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use cases::cases;
use proptest::prelude::*;
use wgs_engine::{Adjacency, Board, Grid, Lexicon, Rules, Solver};
use wgs_study::{Pruning, SearchOptions, SearchOrder, SearchOutcome, Study, count_paths};
use wgs_test_requirement::requires;

const WORDS: &str = "a as at ate ates east eat eats eta etas sat sate sea seat set sett state \
                     stets tat tate tates tea teas teat teats test testate quest quiet";

/// The outcome with each pruning in an order, from the most moves to the fewest.
fn outcomes(
    study: &Study,
    grid: &Grid,
    board: &Board,
    options: &SearchOptions,
    order: SearchOrder,
) -> Vec<SearchOutcome> {
    let search = |pruning| {
        let options = SearchOptions {
            pruning,
            order,
            ..options.clone()
        };
        study.search(grid, board, &options).unwrap()
    };
    Pruning::ALL.map(search).into()
}

fn solve(lexicon: &Lexicon, grid: &Grid, board: &Board, options: &SearchOptions) -> Vec<String> {
    let rules = Rules::word_game_solver()
        .with_min_word_length(options.min_length as u32)
        .with_q_is_qu(options.q_is_qu);
    let mut words = Vec::new();
    Solver::new(lexicon, grid, &rules)
        .worker()
        .solve(board, |solution| {
            words.push(solution.text());
            ControlFlow::Continue(())
        })
        .unwrap();
    words
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_search_finds_the_words_of_the_engine_and_stronger_pruning_takes_no_more_moves(
        tiles in prop::collection::vec(
            prop::sample::select(vec![
                "A", "E", "S", "T", "T", "Qu", "Q", "I", ":A", "X", ".", "Es", "St", "Te",
            ]),
            9,
        ),
        min_length in 1_usize..5,
        q_is_qu: bool,
        suffixes in prop::collection::vec("(s|es|ed|t|te|x)?", 0..4),
    ) {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let study = Study::with_suffixes(&lexicon, &suffixes);
        let board: Board = tiles.concat().parse().unwrap();
        let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
        let options = SearchOptions { min_length, q_is_qu, ..SearchOptions::default() };
        let expected = solve(&lexicon, &grid, &board, &options);
        let longest = expected.iter().map(String::len).max();
        let search = |order| outcomes(&study, &grid, &board, &options, order);
        let (outcomes, longest_first) =
            (search(SearchOrder::DepthFirst), search(SearchOrder::LongestFirst));
        for outcome in outcomes.iter().chain(&longest_first) {
            prop_assert!(outcome.is_complete);
            prop_assert_eq!(&outcome.words, &expected, "{}", board);
            prop_assert_eq!(outcome.longest_after.is_some(), longest.is_some(), "{}", board);
        }
        let moves: Vec<u64> = outcomes.iter().map(|outcome| outcome.moves).collect();
        prop_assert!(moves.is_sorted_by(|more, fewer| more >= fewer), "{board}: {moves:?}");
        // The order changes when words are found, but not the number of moves.
        let in_other_order: Vec<u64> = longest_first.iter().map(|outcome| outcome.moves).collect();
        prop_assert_eq!(&moves, &in_other_order, "{}", board);
        // A search that is stopped at the longest word has found it, and one that is stopped
        // a move earlier has not.
        for order in [SearchOrder::DepthFirst, SearchOrder::LongestFirst] {
            let whole = SearchOptions { order, ..options.clone() };
            let Some(after) = study.search(&grid, &board, &whole).unwrap().longest_after else {
                continue;
            };
            for (limit, finds) in [(after, true), (after - 1, false)] {
                let options = SearchOptions { limit, ..whole.clone() };
                let outcome = study.search(&grid, &board, &options).unwrap();
                let found = outcome.words.iter().map(String::len).max();
                prop_assert_eq!(found == longest, finds, "{}, {} moves", board, limit);
            }
        }
        let is_filled = |cell: wgs_engine::Cell| !board.tiles()[cell.index()].is_empty();
        prop_assert_eq!(Some(u128::from(moves[0])), count_paths(&grid, is_filled), "{}", board);
    }
}

/// Words and moves of the boards in the report, with TWL06. In the last row of its 4x4 board only
/// the S is legible; all of these fillings agree with its figures.
#[requires(shared_data)]
#[test]
fn the_published_words_and_moves_are_reproduced() {
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
        let outcome = study
            .search(&grid, &board.parse().unwrap(), &options)
            .unwrap();
        assert_eq!(
            (outcome.words.len(), outcome.moves),
            (words, moves),
            "{board}"
        );
    }
}
