//! Every engine finds what the oracle finds: words, paths, scores in parts and cells.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_core::{Adjacency, Board, Engine, Grid, LengthBonuses, Lexicon, Rules, Solver};

use crate::oracle::{Answer, Found, Oracle, found, letters_of};
use crate::scenario::{Scenario, Size, scenarios};
use crate::{cases, engines};

/// Asks all engines, with one worker each for all boards, and compares with the oracle.
fn check(scenario: &Scenario) -> Result<(), TestCaseError> {
    let Scenario {
        words,
        grid,
        boards,
        rules,
        stop,
    } = scenario;
    let lexicon = Lexicon::from_words(words).unwrap();
    let expected: Vec<Answer> = boards
        .iter()
        .map(|board| Oracle { grid, board, rules }.answer(words))
        .collect();
    prop_assert!(Engine::fastest(grid).check(grid).is_ok());
    for board in boards {
        // A tile of several letters without case cannot be written.
        let text = board.to_string();
        if !text.contains(|c| ('\u{4e00}'..'\u{a000}').contains(&c)) {
            prop_assert_eq!(&text.parse::<Board>().unwrap(), board, "{}", text);
        }
    }
    for engine in engines(grid) {
        let solver = Solver::with_engine(&lexicon, grid, rules, engine).unwrap();
        let mut worker = solver.worker();
        for (board, expected) in boards.iter().zip(&expected) {
            let answer = Answer::of(&mut worker, board);
            if let Some(difference) = expected.difference(&answer) {
                return Err(TestCaseError::fail(format!(
                    "{engine} on {board}: {difference}"
                )));
            }
            let solved = stop_after(*stop, |sink| worker.solve(board, sink));
            prop_assert_eq!(
                &solved[..],
                first(&expected.best, *stop),
                "{} stops",
                engine
            );
            let surveyed = stop_after(*stop, |sink| {
                worker.survey(board, |solution, _| sink(solution));
            });
            prop_assert_eq!(
                &surveyed[..],
                first(&expected.best, *stop),
                "{} stops",
                engine
            );
            let listed = stop_after(*stop, |sink| worker.solve_all(board, sink));
            prop_assert_eq!(&listed[..], first(&expected.all, *stop), "{} stops", engine);
        }
        // What a stopped search leaves behind must not show.
        for (board, expected) in boards.iter().zip(&expected).rev() {
            let answer = Answer::of(&mut worker, board);
            if let Some(difference) = expected.difference(&answer) {
                return Err(TestCaseError::fail(format!(
                    "{engine} again on {board}: {difference}"
                )));
            }
        }
    }
    Ok(())
}

fn first(found: &[Found], count: usize) -> &[Found] {
    &found[..count.min(found.len())]
}

/// What a caller gets that stops after so many solutions. More than it asked for shows.
fn stop_after(
    count: usize,
    search: impl FnOnce(&mut dyn FnMut(wgs_core::Solution<'_>) -> ControlFlow<()>),
) -> Vec<Found> {
    let mut taken = Vec::new();
    search(&mut |solution| {
        taken.push(found(&solution));
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

/// The vector engines hand over what they found in parts of 65,536 paths.
#[test]
fn engines_agree_with_the_oracle_on_very_many_paths() {
    let mut words: Vec<String> = (1..=7).map(|length| "a".repeat(length)).collect();
    let long = "bcdefghijklmnoprstuvwxyzbc";
    words.push(long.to_owned());
    // In the last one, a word too long to pack turns up beside the many.
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
fn a_dear_letter_counts_in_full_before_a_small_factor() {
    let half = "0.5".parse().unwrap();
    let rules = Rules {
        letter_values: [("a".into(), 70_000)].into(),
        length_bonuses: LengthBonuses {
            exact: [(1, half)].into(),
            from: None,
        },
        multiply_length_bonus: true,
        ..Rules::default()
    };
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
