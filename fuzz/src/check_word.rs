//! Checks of words against any dice, within a budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use wgs_dice::WordChecker;
use wgs_engine::{Budget, Face, Stopped, letter};
use wgs_engine::{Die, LetterDistribution, parse_dice};

/// The memory of a check, in bytes.
const MEMORY: usize = 1 << 20;

/// The bytes that a check may hold beyond its memory when it notices.
const SLACK: usize = 1 << 16;

/// The number of times that the checks of most inputs may ask whether to go on.
const FEW_CALLS: u64 = 1;

/// The same for one input in [`INPUTS_WITH_MANY_CALLS`]: enough to run out of memory.
const MANY_CALLS: u64 = 400;

/// Inputs with many calls take milliseconds, so there are few of them.
const INPUTS_WITH_MANY_CALLS: u64 = 32;

/// The most steps of a search between two calls: those between two checks of a budget.
const STEPS_PER_CALL: u64 = 1 << 15;

/// The most dice for which every choice is tried.
const FEW_DICE: usize = 6;

/// The most letters of a word for which every choice is tried.
const FEW_LETTERS: usize = 10;

/// The first line has dice; each other line is a word. A check has the answer of the plain method,
/// where that is quick, or none. It asks its budget at intervals of a limited number of steps, ends
/// when its budget is used up, and holds no more memory than it may.
pub fn check_word(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let Some(dice) = lines.next().and_then(|line| parse_dice(line).ok()) else {
        return;
    };
    let plain = (dice.len() <= FEW_DICE).then(|| faces(&dice));
    let shuffle = true;
    let letters = LetterDistribution::Dice { dice, shuffle };
    let q_is_qu = false;
    let Ok(mut checker) = WordChecker::new(&letters, q_is_qu) else {
        return;
    };
    // The words share the calls.
    let sum: u64 = data.iter().map(|&byte| u64::from(byte)).sum();
    let most_calls = match sum % INPUTS_WITH_MANY_CALLS {
        0 => MANY_CALLS,
        _ => FEW_CALLS,
    };
    let calls = Arc::new(AtomicU64::new(0));
    let counted = calls.clone();
    let budget = Budget::new(move || {
        let call = counted.fetch_add(1, Ordering::Relaxed) + 1;
        (call >= most_calls).then_some(Stopped::Cancelled)
    })
    .with_memory(MEMORY);
    for word in lines {
        let answer = checker.check_within(word, &budget);
        let asked = calls.load(Ordering::Relaxed);
        match answer {
            Ok(is_spelled) => {
                let word = folded(word);
                if let Some(dice) = &plain
                    && word.len() <= FEW_LETTERS
                {
                    let mut left: Vec<&[Face]> = dice.iter().map(Vec::as_slice).collect();
                    let expected = spells(&word, &mut left);
                    assert_eq!(is_spelled, expected, "{letters}: {word:?}");
                }
            }
            Err(Stopped::Cancelled) => assert_eq!(asked, most_calls, "{letters}: {word:?}"),
            Err(Stopped::StepLimit) => {}
            Err(reason) => assert_eq!(reason, Stopped::MemoryLimit, "{letters}: {word:?}"),
        }
        let statistics = checker.statistics();
        assert!(
            statistics.steps <= (asked + statistics.words) * STEPS_PER_CALL,
            "{letters}: {word:?}: {statistics:?} with {asked} calls"
        );
        assert!(
            statistics.most_held <= MEMORY + SLACK,
            "{letters}: {word:?}: {statistics:?}"
        );
        if asked >= most_calls {
            return;
        }
    }
}

fn faces(dice: &[Die]) -> Vec<Vec<Face>> {
    let faces = |die: &Die| die.faces().iter().map(|tile| tile.face.clone()).collect();
    dice.iter().map(faces).collect()
}

/// The letters of a word, without other characters.
fn folded(word: &str) -> Vec<String> {
    let letters = letter::fold(word);
    let letters =
        letter::letters(&letters).filter(|letter| letter.starts_with(char::is_alphabetic));
    letters.map(|letter| letter.to_owned()).collect()
}

/// Whether dice can spell the rest of a word: every face of every die is tried.
fn spells(word: &[String], dice: &mut Vec<&[Face]>) -> bool {
    if word.is_empty() {
        return true;
    }
    (0..dice.len()).any(|index| {
        let die = dice.remove(index);
        let is_spelled = die
            .iter()
            .any(|face| rest_after(word, face).is_some_and(|rest| spells(rest, dice)));
        dice.insert(index, die);
        is_spelled
    })
}

/// The rest of a word after a face that shows its beginning.
fn rest_after<'w>(word: &'w [String], face: &Face) -> Option<&'w [String]> {
    let (wildcards, text) = match face {
        Face::Empty => return None,
        Face::Letters(text) => (0, text),
        Face::Wildcard(text) => (1, text),
    };
    let mut rest = word.get(wildcards..)?;
    for letter in letter::letters(text) {
        let (first, others) = rest.split_first()?;
        if *first != letter {
            return None;
        }
        rest = others;
    }
    Some(rest)
}
