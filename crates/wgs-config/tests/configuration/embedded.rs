//! The embedded games: all of them are there, load without warnings and can be played.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;
use wgs_engine::scoring::{ScoreLine, Tally};
use wgs_engine::{Board, Rules, Solver, WordScore};
use wgs_engine::{LetterDistribution, WordList};

const GAMES: [&str; 19] = [
    "Boggle (Old)",
    "Boggle (New)",
    "Boggle Master",
    "Big Boggle (1979)",
    "Big Boggle (2011)",
    "Super Big Boggle",
    "Boggle Junior",
    "Boggle (French)",
    "Boggle (Italian)",
    "Scramble",
    "Word Hero",
    "Wordament",
    "Ruzzle",
    "Quarrel",
    "7 Little Words",
    "Scrabble Rack",
    "Words With Friends Rack",
    "Spelling Bee",
    "Scrabblet",
];

#[test]
fn the_embedded_configuration_has_no_problems_and_all_games() {
    let (catalogue, warnings) = Catalogue::parse(EMBEDDED).unwrap();
    assert_eq!(warnings, []);
    assert_eq!(
        catalogue
            .games()
            .map(|game| game.name())
            .collect::<Vec<_>>(),
        GAMES
    );
    // Some programs only read strict JSON.
    serde_json::from_str::<serde_json::Value>(EMBEDDED).unwrap();
}

#[test]
fn every_embedded_game_has_a_solver_and_letters_for_its_grid() {
    let catalogue = Catalogue::embedded();
    let lexicon = catalogue.dictionary("Wordnik").unwrap().load().unwrap();
    for game in catalogue.games() {
        let grid = game.grid_for("solve").unwrap();
        let solver = Solver::new(&lexicon, grid, game.rules_for("solve").unwrap());
        let board: Board = "STARE".parse().unwrap();
        assert!(
            solver.score(&board).words > 0 || grid.len() >= 16,
            "{}",
            game.name()
        );
        game.preferences()
            .analysis_format
            .check_positions(grid.len())
            .unwrap();
        match game.distribution() {
            Some(LetterDistribution::Dice { dice, .. }) => {
                assert_eq!(dice.len(), grid.len(), "{}", game.name());
                assert!(
                    dice.iter().all(|die| die.faces().len() == 6),
                    "{}",
                    game.name()
                );
            }
            Some(LetterDistribution::Pool { faces, .. }) => assert!(faces.len() >= grid.len()),
            Some(LetterDistribution::WordList { list, .. }) => {
                assert!(matches!(list, WordList::Dictionary(_)), "{}", game.name());
            }
            None => panic!("{} has no letters", game.name()),
        }
    }
}

/// The score of the best path of a word in some games.
#[test]
fn words_score_as_in_the_games() {
    let catalogue = Catalogue::embedded();
    let lexicon = catalogue.dictionary("Wordnik").unwrap().load().unwrap();
    for (name, board, word, score) in [
        ("Boggle (New)", "QITSXXXXXXXXXXXX", "QUITS", Some(2)),
        ("Boggle (New)", "ATXXXXXXXXXXXXXX", "AT", None),
        ("Super Big Boggle", "QuITSXX", "QUITS", Some(2)),
        ("Super Big Boggle", "QITSXX", "QUITS", None),
        // 14 points for its letters and 20 for its length, chapter 5.5 of the manual.
        ("Scramble", "TRAPNILXESXXXXXX", "TRAPLINES", Some(34)),
        ("Scramble", ";ATXXXXXXXXXXXXXX", "AT", Some(2)),
        ("Word Hero", "STARXXXEXXXXXXXX", "STARE", Some(10)),
        ("Wordament", "STARXXXEXXXXXXXX", "STARE", Some(13)),
        ("Ruzzle", "STARXXXEXXXXXXXX", "STARE", Some(10)),
        ("Quarrel", "QUIT", "QUIT", Some(20)),
        ("7 Little Words", "QuiEtLy", "QUIETLY", Some(0)),
        ("Scrabble Rack", "QUILTED", "QUILTED", Some(67)),
        ("Scrabble Rack", "?UILTED", "QUILTED", Some(57)),
        ("Words With Friends Rack", "QUILTED", "QUILTED", Some(54)),
        ("Spelling Bee", "TASEWRC", "TASTE", Some(5)),
        ("Spelling Bee", "TASEWRC", "TEST", Some(1)),
        ("Spelling Bee", "XATSEWR", "TASTE", None),
        ("Scrabblet", "TEAS", "ESTATES", Some(7)),
        ("Boggle Junior", "CATS", "CATS", Some(4)),
    ] {
        let game = catalogue.game(name).unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let mut found = None;
        solver
            .worker()
            .solve(&board.parse().unwrap(), |solution| {
                if solution.text() == word {
                    found = Some(solution.score.total);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(found, score, "{word} on {board} in {name}");
    }
}

#[test]
fn a_pangram_scores_its_bonus() {
    let catalogue = Catalogue::embedded();
    let lexicon = catalogue.dictionary("Wordnik").unwrap().load().unwrap();
    let game = catalogue.game("Spelling Bee").unwrap();
    let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
    let mut found = None;
    solver
        .worker()
        .solve(&"LANGUID".parse().unwrap(), |solution| {
            if solution.text() == "LANGUID" {
                found = Some((solution.score.total, solution.score.pangram_bonus));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(found, Some((14, 7)));
}

#[test]
fn the_pools_contain_the_published_tiles() {
    let catalogue = Catalogue::embedded();
    for (name, tiles, z) in [
        ("Scrabble", 100, 1),
        ("Words With Friends", 104, 1),
        ("Alphabet", 26, 1),
    ] {
        let letters = catalogue.distributions().get(name).unwrap().to_string();
        assert_eq!(letters.len(), tiles, "{name}");
        assert_eq!(letters.matches('Z').count(), z, "{name}");
    }
}

/// Applies the lines of a breakdown one after the other, in millionths.
fn combined(rules: &Rules, score: &WordScore) -> u128 {
    const ONE: u128 = 1_000_000;
    let lines = rules.breakdown(score);
    lines.iter().fold(0, |result, line| match *line {
        ScoreLine::LetterPoints(points) => u128::from(points) * ONE,
        ScoreLine::WordMultiplier(factor) => result * u128::from(factor),
        ScoreLine::LengthBonus(bonus) => result + u128::from(bonus.millionths()),
        ScoreLine::LengthFactor(factor) => result * u128::from(factor.millionths()) / ONE,
        ScoreLine::Rounded(points) => {
            let rounded = u128::from(points) * ONE;
            assert!(
                result.abs_diff(rounded) < ONE && result != rounded,
                "{lines:?}"
            );
            rounded
        }
        ScoreLine::PangramBonus(bonus) => result + u128::from(bonus) * ONE,
        _ => panic!("{line:?} is not known here"),
    }) / ONE
}

proptest! {
    #[test]
    fn the_breakdown_of_a_score_adds_up_in_every_game(
        letter_points in 0..200u64,
        word_multiplier in 1..28u64,
        length in 1..20u32,
        pangram: bool,
        short_word_length in 0..4u32,
    ) {
        let tally = Tally::default()
                .with_letter_points(letter_points)
                .with_word_multiplier(word_multiplier)
                .with_length(length)
                .with_pangram(pangram);
        for game in Catalogue::embedded().games() {
            let rules = game.rules_for("solve").unwrap();
            let short = rules.clone().with_short_word_length(short_word_length).with_short_word_points(5);
            for rules in [rules, &short] {
                let Some(score) = rules.score(&tally) else { continue };
                prop_assert_eq!(combined(rules, &score), u128::from(score.total), "{}", game.name());
                let has_line = rules.breakdown(&score).iter().any(|line| {
                    matches!(line, ScoreLine::PangramBonus(_))
                });
                prop_assert_eq!(has_line, pangram && rules.pangram_bonus > 0);
            }
        }
    }
}

#[test]
fn a_multiplied_length_bonus_is_a_factor_in_the_breakdown() {
    let catalogue = Catalogue::embedded();
    let rules = catalogue.game("Word Hero").unwrap();
    let rules = rules.rules_for("solve").unwrap();
    let tally = Tally::default().with_letter_points(7).with_length(5);
    let lines = rules.breakdown(&rules.score(&tally).unwrap());
    assert!(matches!(lines[2], ScoreLine::LengthFactor(_)), "{lines:?}");
}
