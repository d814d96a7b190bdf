//! Every engine finds what the oracle finds: words, paths, scores with their components, and cells.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_engine::{Adjacency, Board, Decimal, Engine, Grid, LengthBonuses, Lexicon, Rules, Solver};

use crate::oracle::{BoardAnswer, Oracle, OracleWord, letters_of, oracle_word};
use crate::scenario::{Scenario, Size, scenarios};
use crate::{cases, engines};

/// Compares all engines with the oracle. Each engine searches all boards with one worker.
fn check(scenario: &Scenario) -> Result<(), TestCaseError> {
    let Scenario {
        words,
        grid,
        boards,
        rules,
        stop,
    } = scenario;
    let lexicon = Lexicon::from_words(words).unwrap();
    let expected: Vec<BoardAnswer> = boards
        .iter()
        .map(|board| Oracle { grid, board, rules }.answer(words))
        .collect();
    prop_assert!(Engine::fastest(grid).check(grid).is_ok());
    for board in boards {
        // Several letters without case on one tile merge when they are printed.
        let text = board.to_string();
        if !text.contains(|c| ('\u{4e00}'..'\u{a000}').contains(&c)) {
            prop_assert_eq!(&text.parse::<Board>().unwrap(), board, "{}", text);
        }
    }
    for engine in engines(grid) {
        let solver = Solver::with_engine(&lexicon, grid, rules, engine).unwrap();
        let mut worker = solver.worker();
        for (board, expected) in boards.iter().zip(&expected) {
            let answer = BoardAnswer::of(&mut worker, board);
            if let Some(difference) = expected.difference(&answer) {
                return Err(TestCaseError::fail(format!(
                    "{engine} on {board}: {difference}"
                )));
            }
            let solved = stop_after(*stop, |sink| worker.solve(board, sink).unwrap());
            prop_assert_eq!(
                &solved[..],
                first(&expected.best, *stop),
                "{} stops",
                engine
            );
            let surveyed = stop_after(*stop, |sink| {
                worker.survey(board, |solution, _| sink(solution)).unwrap();
            });
            prop_assert_eq!(
                &surveyed[..],
                first(&expected.best, *stop),
                "{} stops",
                engine
            );
            let listed = stop_after(*stop, |sink| worker.solve_all(board, sink).unwrap());
            prop_assert_eq!(&listed[..], first(&expected.all, *stop), "{} stops", engine);
        }
        // A stopped search must not affect later ones.
        for (board, expected) in boards.iter().zip(&expected).rev() {
            let answer = BoardAnswer::of(&mut worker, board);
            if let Some(difference) = expected.difference(&answer) {
                return Err(TestCaseError::fail(format!(
                    "{engine} again on {board}: {difference}"
                )));
            }
        }
    }
    Ok(())
}

fn first(found: &[OracleWord], count: usize) -> &[OracleWord] {
    &found[..count.min(found.len())]
}

/// Returns the solutions that a sink receives if it stops after a number of them. If the search
/// ignored that, there would be more.
fn stop_after(
    count: usize,
    search: impl FnOnce(&mut dyn FnMut(wgs_engine::Solution<'_>) -> ControlFlow<()>),
) -> Vec<OracleWord> {
    let mut taken = Vec::new();
    search(&mut |solution| {
        taken.push(oracle_word(&solution));
        if taken.len() < count {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    taken
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn engines_agree_with_the_oracle_on_up_to_16_cells(scenario in scenarios(Size::Small)) {
        check(&scenario)?;
    }
}

proptest! {
    #![proptest_config(cases(700))]

    #[test]
    fn engines_agree_with_the_oracle_on_17_to_27_cells(scenario in scenarios(Size::Medium)) {
        check(&scenario)?;
    }

    #[test]
    fn engines_agree_with_the_oracle_on_28_to_64_cells(scenario in scenarios(Size::Wide)) {
        check(&scenario)?;
    }

    #[test]
    fn engines_agree_with_the_oracle_on_more_than_64_cells(scenario in scenarios(Size::Large)) {
        check(&scenario)?;
    }
}

/// The vector engines pass on what they find in batches of 65,536 paths.
#[test]
fn engines_agree_with_the_oracle_on_very_many_paths() {
    let mut words: Vec<String> = (1..=7).map(|length| "a".repeat(length)).collect();
    let long = "bcdefghijklmnoprstuvwxyzbc";
    words.push(long.to_owned());
    // The last board also has a word whose path is too long to pack.
    let snake = "AAAA...BAAAA...CAAAA...DAAAA...E.......FNMLKJIHGOPRSTUVW...CBZYX";
    for (columns, rows, board, long_paths) in [
        (4, 4, "AAAAAAAAAAAAAAAA", 0),
        (5, 4, "AAAABAAAACAAAADAAAAE", 0),
        (8, 8, snake, 1),
    ] {
        let scenario = Scenario {
            words: words.clone(),
            grid: Grid::rectangle(columns, rows, Adjacency::Diagonal),
            boards: vec![board.parse().unwrap()],
            rules: Rules::boggle(),
            stop: 70_000,
        };
        let oracle = Oracle {
            grid: &scenario.grid,
            board: &scenario.boards[0],
            rules: &scenario.rules,
        };
        let paths = oracle.paths(&letters_of(long), usize::MAX).unwrap();
        assert_eq!(paths.len(), long_paths, "{scenario:?}");
        if let Err(error) = check(&scenario) {
            panic!("{error}\n{scenario:?}");
        }
    }
}

#[test]
fn a_high_letter_value_is_not_capped_before_a_small_factor() {
    let half: Decimal = "0.5".parse().unwrap();
    let rules = Rules::word_game_solver()
        .with_letter_values([("a", 70_000)])
        .with_length_bonuses(LengthBonuses::default().with_exact(1, half))
        .with_multiply_length_bonus(true);
    let scenario = Scenario {
        words: vec!["a".to_owned()],
        grid: Grid::rectangle(1, 1, Adjacency::Diagonal),
        boards: vec!["A".parse().unwrap()],
        rules,
        stop: 1,
    };
    if let Err(error) = check(&scenario) {
        panic!("{error}\n{scenario:?}");
    }
}

#[test]
fn the_values_of_the_letters_of_a_tile_may_add_up_to_more_than_32_bits() {
    let rules = Rules::word_game_solver().with_letter_values([("a", u32::MAX), ("b", 2)]);
    // The A and the B are on one tile, whose letters count twice.
    let scenario = Scenario {
        words: vec!["abc".to_owned()],
        grid: Grid::rectangle(2, 1, Adjacency::Diagonal),
        boards: vec![":AbC".parse().unwrap()],
        rules,
        stop: 1,
    };
    let face = &scenario.boards[0].tiles()[0].face;
    assert_eq!(scenario.rules.face_value(face), u64::from(u32::MAX) + 2);
    if let Err(error) = check(&scenario) {
        panic!("{error}\n{scenario:?}");
    }
}
