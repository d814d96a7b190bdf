//! The solutions of a board as JSON, written as they are found: the plain twin is
//! [`ListedWords::reply`], which makes a text and a list for each word first. On a usual 4x4 board
//! that saves half of the time of a request.

use std::ops::ControlFlow;

use wgs_app::listing::ListedWords;
use wgs_core::{Board, Cell, Decimal, WordScore, Worker};

use super::Desk;
use crate::refusal::Refusal;
use crate::request::SolveRequest;
use crate::shelf::WordTexts;

/// The bytes of a usual solution.
const USUAL: usize = 140;

/// How many paths are counted between two looks at the clock.
const PATIENCE: usize = 1_024;

/// Refuses a board with more paths than may be listed, or than can be counted in time.
pub(super) fn check_number(
    worker: &mut Worker,
    board: &Board,
    desk: &Desk<'_>,
) -> Result<(), Refusal> {
    let mut found = 0;
    let mut late = Ok(());
    worker.solve_all(board, |_| {
        found += 1;
        if found % PATIENCE == 0 {
            late = desk.check_time();
        }
        match found > desk.limits.solutions || late.is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    late?;
    match found > desk.limits.solutions {
        true => Err(Refusal::Solutions(desk.limits.solutions)),
        false => Ok(()),
    }
}

/// Appends what was found. The board is given as provided.
pub(super) fn write(found: &ListedWords, board: &str, json: &mut Vec<u8>) {
    let (words, points) = found.total();
    push_head(board, words, points, json);
    json.reserve(found.len() * USUAL);
    let mut lines = Lines::default();
    for line in found.iter() {
        lines.push(
            |json| push_text(line.word, json),
            line.path,
            line.score,
            json,
        );
    }
    json.extend_from_slice(b"]}");
}

/// Searches a board for all its words, in alphabetical order, and appends them.
pub(super) fn search(
    request: &SolveRequest,
    worker: &mut Worker,
    board: &Board,
    text: &str,
    texts: &WordTexts,
    json: &mut Vec<u8>,
) {
    let limit = request.limit.unwrap_or(usize::MAX) as u64;
    let mut solutions = Vec::with_capacity(128 * USUAL);
    let mut lines = Lines::default();
    let (mut words, mut points) = (0, 0_u64);
    worker.solve(board, |solution| {
        if words >= limit {
            return ControlFlow::Break(());
        }
        if solution.score.length >= request.min_length {
            let word = texts.quoted(solution.word);
            let word = |json: &mut Vec<u8>| json.extend_from_slice(word);
            lines.push(word, solution.path, &solution.score, &mut solutions);
            words += 1;
            points = points.saturating_add(solution.score.total);
        }
        ControlFlow::Continue(())
    });
    // How many they are is told before them, but known behind them.
    json.reserve(solutions.len() + text.len() + 80);
    push_head(text, words, points, json);
    json.extend_from_slice(&solutions);
    json.extend_from_slice(b"]}");
}

fn push_head(board: &str, words: u64, points: u64, json: &mut Vec<u8>) {
    json.extend_from_slice(b"{\"board\":");
    push_text(board, json);
    json.extend_from_slice(b",\"words\":");
    push_number(words, json);
    json.extend_from_slice(b",\"points\":");
    push_number(points, json);
    json.extend_from_slice(b",\"solutions\":[");
}

/// Writes one solution after the other.
#[derive(Default)]
struct Lines {
    is_begun: bool,
    /// The score of the last word of each length, as it is written. Most words score as the
    /// one before.
    scores: [Option<(WordScore, Vec<u8>)>; 8],
}

impl Lines {
    fn push(
        &mut self,
        push_word: impl FnOnce(&mut Vec<u8>),
        path: &[Cell],
        score: &WordScore,
        json: &mut Vec<u8>,
    ) {
        if std::mem::replace(&mut self.is_begun, true) {
            json.push(b',');
        }
        json.extend_from_slice(b"{\"word\":");
        push_word(json);
        let kept = &mut self.scores[score.length as usize % 8];
        match kept {
            Some((last, written)) if last == score => json.extend_from_slice(written),
            kept => {
                let mut written = Vec::new();
                push_score(score, &mut written);
                json.extend_from_slice(&written);
                *kept = Some((*score, written));
            }
        }
        for (index, cell) in path.iter().enumerate() {
            if index > 0 {
                json.push(b',');
            }
            push_number(cell.position() as u64, json);
        }
        json.push(b']');
        if score.pangram_bonus != 0 {
            json.extend_from_slice(b",\"pangram_bonus\":");
            push_number(score.pangram_bonus.into(), json);
        }
        json.push(b'}');
    }
}

/// Everything between the word and its positions.
fn push_score(score: &WordScore, json: &mut Vec<u8>) {
    json.extend_from_slice(b",\"score\":");
    push_number(score.total, json);
    json.extend_from_slice(b",\"letter_points\":");
    push_number(score.letter_points, json);
    json.extend_from_slice(b",\"word_multiplier\":");
    push_number(score.word_multiplier, json);
    json.extend_from_slice(b",\"length_bonus\":");
    json.extend_from_slice(&decimal(score.length_bonus));
    json.extend_from_slice(b",\"length\":");
    push_number(score.length.into(), json);
    json.extend_from_slice(b",\"positions\":[");
}

/// A decimal as replies have it.
fn decimal(decimal: Decimal) -> Vec<u8> {
    let text = decimal.to_string();
    match text.parse::<u64>() {
        Ok(_) => text.into_bytes(),
        Err(_) => {
            let number: f64 = text.parse().expect("decimals are numbers");
            serde_json::to_vec(&number).expect("numbers are JSON")
        }
    }
}

pub(crate) fn push_text(text: &str, json: &mut Vec<u8>) {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        json.push(b'"');
        json.extend_from_slice(text.as_bytes());
        json.push(b'"');
    } else {
        serde_json::to_writer(json, text).expect("texts are JSON");
    }
}

fn push_number(number: u64, json: &mut Vec<u8>) {
    if number < 100 {
        if number >= 10 {
            json.push(b'0' + (number / 10) as u8);
        }
        json.push(b'0' + (number % 10) as u8);
        return;
    }
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number;
    while rest > 0 {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    json.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use wgs_app::listing::{Filter, FilterOptions, Listing};
    use wgs_app::{GameLoader, GameRequest};

    use super::*;

    #[test]
    fn what_is_written_is_the_reply() {
        let loader = GameLoader::default();
        let dictionary = loader.named_dictionary("Wordnik").unwrap();
        let texts = WordTexts::new(dictionary.lexicon());
        for (game, board) in [
            ("Boggle (New)", "STNDTEIELARSMRTO"),
            ("Boggle (New)", "zzzzzzzzzzzzzzzz"),
            ("Ruzzle", "C:H::A;;TSTARINGED"),
            ("Spelling Bee", "TACOING"),
            ("Scramble", "\"A\\"),
        ] {
            let game = loader.game(&GameRequest::named(game), "solve").unwrap();
            let filter = Filter::new(&FilterOptions::default(), game.grid().len()).unwrap();
            let mut found = ListedWords::default();
            if let Ok(read) = game.read(board) {
                game.with_worker(|worker| found.search(worker, &read, Listing::Words, &filter));
            }
            let mut json = Vec::new();
            write(&found, board, &mut json);
            let reply = serde_json::to_string(&found.reply(board)).unwrap();
            assert_eq!(String::from_utf8(json).unwrap(), reply);
            let Ok(read) = game.read(board) else { continue };
            for (min_length, limit) in [(0, None), (4, Some(3)), (0, Some(0)), (9, None)] {
                let request = json!({"game": "", "min_length": min_length, "limit": limit});
                let request: SolveRequest = serde_json::from_value(request).unwrap();
                let filter = Filter::new(&request.filter(), game.grid().len()).unwrap();
                let mut json = Vec::new();
                game.with_worker(|worker| {
                    found.search(worker, &read, Listing::Words, &filter);
                    search(&request, worker, &read, board, &texts, &mut json);
                });
                let reply = serde_json::to_string(&found.reply(board)).unwrap();
                assert_eq!(String::from_utf8(json).unwrap(), reply);
            }
        }
    }

    proptest! {
        #[test]
        fn texts_numbers_and_decimals_are_written_as_by_serde(
            text in any::<String>(),
            number in any::<u64>(),
            millionths in 0..2_000_000_000_u64,
        ) {
            let mut json = Vec::new();
            push_text(&text, &mut json);
            prop_assert_eq!(&json, &serde_json::to_vec(&text).unwrap());
            json.clear();
            push_number(number, &mut json);
            prop_assert_eq!(&json, &serde_json::to_vec(&number).unwrap());
            let whole = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
            let value: f64 = whole.parse().unwrap();
            let read: f64 = serde_json::from_slice(&decimal(whole.parse().unwrap())).unwrap();
            prop_assert_eq!(read, value);
        }
    }
}
