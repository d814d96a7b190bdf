//! Checks of boards and words against dice or a pool of letters.

use wgs_dice::{BoardChecker, WordChecker};
use wgs_engine::Board;
use wgs_engine::{LetterDistribution, parse_dice, parse_pool};

/// The most dice, tiles or letters: checks of more than these may be slow.
const MOST: usize = 40;

/// The first line has dice or, after a `+` or `-`, a pool with or without replacement; each
/// other line is both a board and a word. No check panics, every explanation agrees with its
/// check, no die is used twice, and competing tiles outnumber the dice that have them.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let Some(letters) = lines.next().and_then(distribution) else {
        return;
    };
    for (line, number) in lines.zip(0..) {
        let q_is_qu = number % 2 == 0;
        check_board(line, &letters, q_is_qu);
        check_word(line, &letters, q_is_qu);
    }
}

fn distribution(line: &str) -> Option<LetterDistribution> {
    let pool = |text, without_replacement| {
        let faces = parse_pool(text).ok().filter(|faces| faces.len() <= MOST)?;
        Some(LetterDistribution::Pool {
            faces,
            without_replacement,
        })
    };
    match (line.strip_prefix('+'), line.strip_prefix('-')) {
        (Some(text), _) => pool(text, false),
        (_, Some(text)) => pool(text, true),
        _ => {
            let dice = parse_dice(line).ok().filter(|dice| dice.len() <= MOST)?;
            let shuffle = true;
            Some(LetterDistribution::Dice { dice, shuffle })
        }
    }
}

fn check_board(line: &str, letters: &LetterDistribution, q_is_qu: bool) {
    let Ok(board) = line.parse::<Board>() else {
        return;
    };
    if board.len() > MOST {
        return;
    }
    let mut checker = BoardChecker::new(letters, q_is_qu).expect("there are few dice");
    let is_laid = checker.check(&board);
    match checker.explain(&board) {
        Ok(origins) => {
            assert!(is_laid, "{letters}: {line:?}");
            assert_eq!(origins.len(), board.len(), "{letters}: {line:?}");
            let dice = origins
                .into_iter()
                .flatten()
                .filter_map(|origin| origin.die);
            assert_each_once(dice.collect(), letters, line);
        }
        Err(shortage) => {
            assert!(!is_laid, "{letters}: {line:?}: {shortage}");
            assert_eq!(shortage.positions.len(), shortage.dice + 1);
            assert!(shortage.positions.iter().all(|place| *place <= board.len()));
        }
    }
}

fn check_word(line: &str, letters: &LetterDistribution, q_is_qu: bool) {
    if line.chars().count() > MOST {
        return;
    }
    let mut checker = WordChecker::new(letters, q_is_qu).expect("there are few dice");
    let is_spelled = checker.check(line);
    match checker.explain(line) {
        Ok(tiles) => {
            assert!(is_spelled, "{letters}: {line:?}");
            let dice = tiles.iter().filter_map(|tile| tile.origin.die);
            assert_each_once(dice.collect(), letters, line);
        }
        Err(reason) => {
            assert!(!is_spelled, "{letters}: {line:?}: {reason}");
            assert!(!reason.to_string().is_empty());
        }
    }
}

fn assert_each_once(mut dice: Vec<usize>, letters: &LetterDistribution, line: &str) {
    let count = dice.len();
    dice.sort_unstable();
    dice.dedup();
    assert_eq!(dice.len(), count, "{letters}: {line:?}");
}
