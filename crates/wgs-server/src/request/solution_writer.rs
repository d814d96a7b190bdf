//! Writes the solutions of a board as JSON while they are found. [`ListedWords::reply`]
//! builds the same document in the simplest way: it first builds a text and a list for each word; writing directly
//! halves the time of a request for a typical 4x4 board.

use std::ops::ControlFlow;

use wgs_app::listing::ListedWords;
use wgs_app::quoted_words::QuotedWords;
use wgs_core::{Board, Cell, Decimal, Stopped, WordScore, Worker};

use super::SolveRequest;
use crate::api_error::ApiError;
use crate::request_context::RequestContext;

/// The number of bytes that a typical solution takes.
const TYPICAL_SIZE: usize = 140;

/// Returns an error if a board has more paths than may be listed, or than can be counted
/// within the budget.
pub(super) fn check_number(
    worker: &mut Worker,
    board: &Board,
    context: &RequestContext<'_>,
) -> Result<(), ApiError> {
    let mut found = 0;
    let searched = worker.solve_all(board, |_| {
        found += 1;
        match found > context.limits.solutions {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    searched.map_err(|reason| context.stopped(reason))?;
    match found > context.limits.solutions {
        true => Err(ApiError::Solutions(context.limits.solutions)),
        false => Ok(()),
    }
}

/// Appends the reply for a board whose solutions are already listed. `board` is the text that
/// was sent.
pub(super) fn write(found: &ListedWords, board: &str, json: &mut Vec<u8>) {
    let (words, points) = found.total();
    push_head(board, words, points, json);
    json.reserve(found.len() * TYPICAL_SIZE);
    let mut writer = SolutionWriter::default();
    for line in found.iter() {
        writer.push(
            |json| push_text(line.word, json),
            line.path,
            line.score,
            json,
        );
    }
    json.extend_from_slice(b"]}");
}

/// Searches a board for all its words, in alphabetical order, and appends the reply. `text` is
/// the board as it was sent.
pub(super) fn search(
    request: &SolveRequest,
    worker: &mut Worker,
    board: &Board,
    text: &str,
    words: &QuotedWords,
    json: &mut Vec<u8>,
) -> Result<(), Stopped> {
    let limit = request.limit.unwrap_or(usize::MAX) as u64;
    let mut solutions = Vec::with_capacity(128 * TYPICAL_SIZE);
    let mut writer = SolutionWriter::default();
    let (mut number, mut points) = (0, 0_u64);
    worker.solve(board, |solution| {
        if number >= limit {
            return ControlFlow::Break(());
        }
        if solution.score.length >= request.min_length {
            let word = words.get(solution.word);
            let push_word = |json: &mut Vec<u8>| json.extend_from_slice(word);
            writer.push(push_word, solution.path, &solution.score, &mut solutions);
            number += 1;
            points = points.saturating_add(solution.score.total);
        }
        ControlFlow::Continue(())
    })?;
    // The totals come first in the reply but are only known now.
    json.reserve(solutions.len() + text.len() + 80);
    push_head(text, number, points, json);
    json.extend_from_slice(&solutions);
    json.extend_from_slice(b"]}");
    Ok(())
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

/// Writes one solution after the other, with commas between them.
#[derive(Default)]
struct SolutionWriter {
    has_solutions: bool,
    /// The last score of each word length with its JSON. Most words score the same as the
    /// previous word of their length.
    scores: [Option<(WordScore, Vec<u8>)>; 8],
}

impl SolutionWriter {
    fn push(
        &mut self,
        push_word: impl FnOnce(&mut Vec<u8>),
        path: &[Cell],
        score: &WordScore,
        json: &mut Vec<u8>,
    ) {
        if std::mem::replace(&mut self.has_solutions, true) {
            json.push(b',');
        }
        json.extend_from_slice(b"{\"word\":");
        push_word(json);
        let cached = &mut self.scores[score.length as usize % 8];
        match cached {
            Some((last, written)) if last == score => json.extend_from_slice(written),
            cached => {
                let mut written = Vec::new();
                push_score(score, &mut written);
                json.extend_from_slice(&written);
                *cached = Some((*score, written));
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

/// Appends everything between the word and its positions.
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

/// Returns a decimal as JSON, a whole number without its fraction.
fn decimal(decimal: Decimal) -> Vec<u8> {
    let text = decimal.to_string();
    match text.parse::<u64>() {
        Ok(_) => text.into_bytes(),
        Err(_) => {
            let number: f64 = text.parse().expect("a decimal is a number");
            serde_json::to_vec(&number).expect("a number is valid JSON")
        }
    }
}

fn push_text(text: &str, json: &mut Vec<u8>) {
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(is_plain) {
        json.push(b'"');
        json.extend_from_slice(text.as_bytes());
        json.push(b'"');
    } else {
        serde_json::to_writer(json, text).expect("a string is valid JSON");
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
    use wgs_core::Budget;

    use super::*;

    #[test]
    fn the_written_json_is_that_of_the_plain_reply() {
        let loader = GameLoader::default();
        let dictionary = loader.named_dictionary("Wordnik").unwrap();
        let words = QuotedWords::new(dictionary.lexicon());
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
                game.with_worker(&Budget::UNLIMITED, |worker| {
                    found.search(worker, &read, Listing::Words, &filter)
                })
                .unwrap();
            }
            let mut json = Vec::new();
            write(&found, board, &mut json);
            let reply = serde_json::to_string(&found.reply(board)).unwrap();
            assert_eq!(String::from_utf8(json).unwrap(), reply);
            let Ok(read) = game.read(board) else { continue };
            for (min_length, limit) in [(0, None), (4, Some(3)), (0, Some(0)), (9, None)] {
                let request = json!({"game": "", "min_length": min_length, "limit": limit});
                let request: SolveRequest = serde_json::from_value(request).unwrap();
                let filter = Filter::new(&request.filter_options(), game.grid().len()).unwrap();
                let mut json = Vec::new();
                game.with_worker(&Budget::UNLIMITED, |worker| {
                    let searched = found.search(worker, &read, Listing::Words, &filter);
                    searched.unwrap();
                    search(&request, worker, &read, board, &words, &mut json).unwrap();
                });
                let reply = serde_json::to_string(&found.reply(board)).unwrap();
                assert_eq!(String::from_utf8(json).unwrap(), reply);
            }
        }
    }

    proptest! {
        #[test]
        fn texts_numbers_and_decimals_are_written_as_serde_json_writes_them(
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
