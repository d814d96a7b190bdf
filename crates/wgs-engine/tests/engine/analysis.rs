//! Compares analyses of boards with all paths of all words.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_engine::{Adjacency, Analysis, Board, Grid, Lexicon, QuLength, Rules, Solver};

use crate::cases;

const WORDS: &str = "a as at ate ates east eat eats eta etas sat sate sea seat set sett state \
                     stets tat tate tates tea teas teat teats test testate quest quiet";

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
        let mut rules = Rules::boggle().with_q_is_qu(q_is_qu).with_qu_length(QuLength::One).with_min_word_length(2);
        rules.letter_values = [("a".into(), 3), ("t".into(), 5), ("q".into(), 10)].into();
        assert_analysis(&board, &Grid::rectangle(4, 3, Adjacency::Diagonal), &rules);
    }

    #[test]
    fn an_analysis_of_a_rack_agrees_with_all_paths_of_all_words(board in "[AEST?]{0,5}") {
        assert_analysis(&board, &Grid::rack(5), &Rules::boggle());
    }
}
