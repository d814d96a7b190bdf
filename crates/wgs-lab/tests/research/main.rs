//! Compares the results of this crate with plain implementations, on random boards.
//!
//! | module | compares |
//! |---|---|
//! | this one | analyses, and the parsers of dice and pools |
//! | `check` | board and word checks with trying every die for every tile |
//! | `climb_group` | climbs side by side with climbs one after the other |
//! | `create` | rolled, placed and optimised boards with the letters they come from |
//! | `cup` | how often rolls, moves and placed words occur with how likely they are |
//! | `hunt` | what climbs find with scoring each board and its neighbours |
//! | `proof` | proofs with scoring every board |
//! | `study` | counted searches with the engine, and with published figures |
//!
//! Random cases come from a fixed seed; `PROPTEST_RNG_SEED` sets another. `WGS_TEST_EFFORT=20`
//! runs twenty times as many cases, and `0.1` a tenth.

mod check;
mod climb_group;
mod create;
mod cup;
mod hunt;
mod proof;
mod study;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use wgs_core::{Adjacency, Board, Grid, Lexicon, Rules, Solver};
use wgs_lab::{Analysis, LetterDistribution, parse_dice, parse_pool};

const WORDS: &str = "a as at ate ates east eat eats eta etas sat sate sea seat set sett state \
                     stets tat tate tates tea teas teat teats test testate quest quiet";

/// Settings for random cases: the usual number of them, times the effort.
fn cases(usual: u32) -> ProptestConfig {
    let effort = std::env::var("WGS_TEST_EFFORT").ok();
    let effort = effort.map_or(1.0, |text| {
        text.parse().expect("WGS_TEST_EFFORT should be a number")
    });
    let chosen = ProptestConfig::default();
    ProptestConfig {
        cases: (f64::from(usual) * effort).ceil() as u32,
        failure_persistence: None,
        rng_seed: match chosen.rng_seed {
            RngSeed::Random => RngSeed::Fixed(2014),
            fixed => fixed,
        },
        ..chosen
    }
}

/// The reference for an analysis, from all paths of all words.
#[derive(Default)]
struct PlainAnalysis {
    best: BTreeMap<String, (u64, usize)>,
    cells: BTreeMap<String, Vec<usize>>,
}

impl PlainAnalysis {
    fn of(solver: &Solver, board: &Board) -> Self {
        let mut plain = Self::default();
        solver
            .worker()
            .solve_all(board, |solution| {
                let word = solution.text();
                let found = (solution.score.total, solution.score.length as usize);
                let best = plain.best.entry(word.clone()).or_insert(found);
                if found.0 > best.0 {
                    *best = found;
                }
                let cells = solution.path.iter().map(|cell| cell.position());
                plain.cells.entry(word).or_default().extend(cells);
                ControlFlow::Continue(())
            })
            .unwrap();
        plain
    }

    fn count(&self, holds: impl Fn(&str, usize) -> bool) -> (u64, u64) {
        let found = self.best.iter().filter(|(word, best)| holds(word, best.1));
        found.fold((0, 0), |(words, points), (_, best)| {
            (words + 1, points + best.0)
        })
    }

    fn best_word(&self, holds: impl Fn(usize) -> bool) -> Option<(String, u64)> {
        let found = self.best.iter().filter(|(_, best)| holds(best.1));
        let best = found.min_by_key(|(word, best)| (std::cmp::Reverse(best.0), *word))?;
        Some((best.0.clone(), best.1.0))
    }
}

fn assert_analysis(board: &str, grid: &Grid, rules: &Rules) {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let solver = Solver::new(&lexicon, grid, rules);
    let board: Board = board.parse().unwrap();
    let plain = PlainAnalysis::of(&solver, &board);
    let mut analysis = Analysis::default();
    let mut worker = solver.worker();
    // The second board reuses the memory of the first.
    analysis
        .update(&mut worker, &"SEATTEASTATESEAT".parse().unwrap())
        .unwrap();
    analysis.update(&mut worker, &board).unwrap();

    let text = |length| {
        let best = analysis.best_of_length(length)?;
        Some((lexicon.text(best.word), best.score))
    };
    for n in 0..20 {
        let found = (analysis.words_of_length(n), analysis.points_of_length(n));
        assert_eq!(
            found,
            plain.count(|_, length| n == 0 || length == n),
            "{board}, {n} letters"
        );
        let found = (
            analysis.words_of_length_or_more(n),
            analysis.points_of_length_or_more(n),
        );
        assert_eq!(
            found,
            plain.count(|_, length| length >= n),
            "{board}, {n}+ letters"
        );
        assert_eq!(
            text(n),
            plain.best_word(|length| n == 0 || length == n),
            "{board}, {n}"
        );
        let found = (analysis.words_at(n), analysis.points_at(n));
        let uses = |word: &str, _| n == 0 || plain.cells[word].contains(&n);
        assert_eq!(found, plain.count(uses), "{board}, position {n}");
    }
}

fn board() -> impl Strategy<Value = String> {
    let tile = prop::sample::select(vec![
        "A", "E", "S", "T", "T", "Qu", "U", ":A", ";T", "?", ".",
    ]);
    prop::collection::vec(tile, 0..=12).prop_map(|tiles| tiles.concat())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn an_analysis_agrees_with_all_paths_of_all_words(board in board(), q_is_qu: bool) {
        let mut rules = Rules { q_is_qu, qu_length: 1, min_word_length: 2, ..Rules::boggle() };
        rules.letter_values = [("a".into(), 3), ("t".into(), 5), ("q".into(), 10)].into();
        assert_analysis(&board, &Grid::rectangle(4, 3, Adjacency::Diagonal), &rules);
    }

    #[test]
    fn an_analysis_of_a_rack_agrees_with_all_paths_of_all_words(board in "[AEST?]{0,5}") {
        assert_analysis(&board, &Grid::rack(5), &Rules::boggle());
    }

    #[test]
    fn parsing_never_panics_and_what_is_parsed_is_printed_back(text in "\\PC{0,30}") {
        if let Ok(dice) = parse_dice(&text) {
            let printed = LetterDistribution::Dice { dice: dice.clone(), shuffle: true }.to_string();
            prop_assert_eq!(parse_dice(&printed), Ok(dice));
        }
        if let Ok(faces) = parse_pool(&text) {
            let printed = LetterDistribution::Pool { faces: faces.clone(), without_replacement: true };
            prop_assert_eq!(parse_pool(&printed.to_string()), Ok(faces));
        }
    }

    #[test]
    fn dice_are_printed_back(text in "[A-D.?][a-d]?[A-D]?( ?, [A-DÉ?][a-dé]{0,2}){0,4}") {
        if let Ok(dice) = parse_dice(&text) {
            let printed = LetterDistribution::Dice { dice: dice.clone(), shuffle: true }.to_string();
            prop_assert_eq!(parse_dice(&printed), Ok(dice));
        }
    }
}
