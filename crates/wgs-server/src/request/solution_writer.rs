//! Writes the solutions of a board as JSON while they are found. [`ListedWords::reply`]
//! builds the same document in the simplest way: it first builds a text and a list for each word; writing directly
//! halves the time of a request for a typical 4x4 board. In the long lane, where a reply may be
//! large, solutions are kept as a [`SolutionList`] and written while the client reads.

use std::ops::ControlFlow;

use wgs_app::listing::ListedWords;
use wgs_app::quoted_words::QuotedWords;
use wgs_config::template::ScoredWord;
use wgs_engine::{Board, Cell, Decimal, WordScore, Worker};

use super::{SolutionList, SolveRequest};
use crate::api_error::ApiError;
use crate::lane::LaneError;
use crate::reply_document::ReplyDocument;
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
    worker.solve_all(board, |_| {
        found += 1;
        match found > context.limits.solutions {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    match found > context.limits.solutions {
        true => Err(ApiError::Solutions(context.limits.solutions)),
        false => Ok(()),
    }
}

/// Appends the reply for a board whose solutions are already listed. `board` is the text that
/// was sent.
pub(super) fn write(
    found: &ListedWords,
    board: &str,
    context: &RequestContext<'_>,
    document: &mut ReplyDocument,
) -> Result<(), LaneError> {
    let (words, points) = found.total();
    if !context.is_small() {
        let list = SolutionList::from_listed(found);
        push_reply(board, words, points, list, document);
        return Ok(());
    }
    context.check_small(found.len() * TYPICAL_SIZE)?;
    document.write(|json| {
        push_head(board, words, points, json);
        json.reserve(found.len() * TYPICAL_SIZE);
        let mut writer = SolutionWriter::default();
        for line in found.iter() {
            let push_word = |json: &mut Vec<u8>| push_word(&line, json);
            writer.push(push_word, line.path, line.score, json);
        }
        json.extend_from_slice(TAIL);
    });
    Ok(())
}

/// Searches a board for all its words, in alphabetical order, and appends the reply. `text` is
/// the board as it was sent.
pub(super) fn search(
    request: &SolveRequest,
    worker: &mut Worker,
    board: &Board,
    text: &str,
    words: &QuotedWords,
    context: &RequestContext<'_>,
    document: &mut ReplyDocument,
) -> Result<(), LaneError> {
    let limit = request.limit.unwrap_or(usize::MAX) as u64;
    let (mut number, mut points) = (0, 0_u64);
    // Returns whether a word is listed, or that the list is complete.
    let mut is_listed = |score: &WordScore| {
        if number >= limit {
            return ControlFlow::Break(());
        }
        let is_listed = score.length >= request.min_length;
        if is_listed {
            number += 1;
            points = points.saturating_add(score.total);
        }
        ControlFlow::Continue(is_listed)
    };
    if !context.is_small() {
        let mut list = SolutionList::default();
        worker.solve(board, |solution| {
            if is_listed(&solution.score)? {
                list.push(words.get(solution.word), solution.path, &solution.score);
            }
            ControlFlow::Continue(())
        })?;
        list.finish();
        push_reply(text, number, points, list, document);
        return Ok(());
    }
    // The totals come first in the reply but are only known at the end.
    let mut solutions = Vec::with_capacity(128 * TYPICAL_SIZE);
    let mut writer = SolutionWriter::default();
    let mut size = Ok(());
    worker.solve(board, |solution| {
        if is_listed(&solution.score)? {
            let word = words.get(solution.word);
            let push_word = |json: &mut Vec<u8>| json.extend_from_slice(word);
            writer.push(push_word, solution.path, &solution.score, &mut solutions);
            size = context.check_small(solutions.len());
        }
        match size {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    size?;
    document.write(|json| {
        json.reserve(solutions.len() + text.len() + 80);
        push_head(text, number, points, json);
        json.extend_from_slice(&solutions);
        json.extend_from_slice(TAIL);
    });
    Ok(())
}

/// Appends the reply with a list of solutions.
fn push_reply(
    board: &str,
    words: u64,
    points: u64,
    list: SolutionList,
    document: &mut ReplyDocument,
) {
    document.write(|json| push_head(board, words, points, json));
    document.push_solutions(list);
    document.push(TAIL);
}

/// What comes after the solutions.
const TAIL: &[u8] = b"]}";

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
    scores: [Option<(WordScore, ScoreText)>; 8],
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
        let cached = &mut self.scores[score.length as usize % 8];
        let text = match cached {
            Some((last, text)) if last == score => text,
            cached => &cached.insert((*score, ScoreText::new(score))).1,
        };
        let positions = path.iter().map(|cell| cell.position() as u64);
        push_solution(push_word, positions, text, json);
    }
}

/// The JSON of a score, around the positions of the path.
#[derive(Debug)]
pub(super) struct ScoreText {
    /// Everything between the word and its positions.
    before: Vec<u8>,
    /// Everything after the positions.
    after: Vec<u8>,
}

impl ScoreText {
    /// The number of bytes that a typical score takes.
    pub(super) const TYPICAL_LEN: usize = 100;

    pub(super) fn new(score: &WordScore) -> Self {
        let mut before = Vec::new();
        push_score(score, &mut before);
        let mut after = b"]".to_vec();
        if score.pangram_bonus != 0 {
            after.extend_from_slice(b",\"pangram_bonus\":");
            push_number(score.pangram_bonus.into(), &mut after);
        }
        after.push(b'}');
        Self { before, after }
    }

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }
}

/// What comes before the word of a solution.
pub(super) const BEFORE_WORD: &[u8] = b"{\"word\":";

/// Appends one solution.
pub(super) fn push_solution(
    push_word: impl FnOnce(&mut Vec<u8>),
    positions: impl Iterator<Item = u64>,
    score: &ScoreText,
    json: &mut Vec<u8>,
) {
    json.extend_from_slice(BEFORE_WORD);
    push_word(json);
    json.extend_from_slice(&score.before);
    for (index, position) in positions.enumerate() {
        if index > 0 {
            json.push(b',');
        }
        push_number(position, json);
    }
    json.extend_from_slice(&score.after);
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

/// Appends a word and, if it is listed, how common it is.
pub(super) fn push_word(line: &ScoredWord<'_>, json: &mut Vec<u8>) {
    push_text(line.word, json);
    if let Some(commonness) = line.commonness {
        json.extend_from_slice(b",\"commonness\":");
        serde_json::to_writer(json, &commonness).expect("a class is valid JSON");
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
    use std::cell::RefCell;
    use std::time::Instant;

    use proptest::prelude::*;
    use serde_json::json;
    use wgs_app::listing::{Filter, FilterOptions, Listing};
    use wgs_app::{GameLoader, GameRequest};
    use wgs_engine::Budget;

    use super::*;
    use crate::config_store::ConfigStore;
    use crate::lane::Lane;
    use crate::limits::Limits;

    const LANES: [Lane; 2] = [Lane::Small, Lane::Long];

    /// Runs a function with the context of a request that has no limits of time.
    fn in_lane(lane: Lane, work: impl FnOnce(&RequestContext<'_>)) {
        let limits = Limits::default();
        let store = ConfigStore::new(None, &[], &limits).unwrap();
        work(&RequestContext {
            configuration: &store.current(),
            limits: &limits,
            deadline: Instant::now(),
            budget: &Budget::UNLIMITED,
            lane,
            worker: RefCell::default(),
        });
    }

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
            let reply = serde_json::to_string(&found.reply(board)).unwrap();
            for lane in LANES {
                let mut document = ReplyDocument::default();
                in_lane(lane, |context| {
                    write(&found, board, context, &mut document).unwrap();
                });
                assert_eq!(String::from_utf8(document.into_bytes()).unwrap(), reply);
            }
            let Ok(read) = game.read(board) else { continue };
            for (min_length, limit) in [(0, None), (4, Some(3)), (0, Some(0)), (9, None)] {
                let request = json!({"game": "", "min_length": min_length, "limit": limit});
                let request: SolveRequest = serde_json::from_value(request).unwrap();
                let filter = Filter::new(&request.filter_options(), game.grid().len()).unwrap();
                game.with_worker(&Budget::UNLIMITED, |worker| {
                    let searched = found.search(worker, &read, Listing::Words, &filter);
                    searched.unwrap();
                });
                let reply = serde_json::to_string(&found.reply(board)).unwrap();
                for lane in LANES {
                    let mut document = ReplyDocument::default();
                    in_lane(lane, |context| {
                        let document = &mut document;
                        context
                            .with_worker(&game, |worker| {
                                search(&request, worker, &read, board, &words, context, document)
                            })
                            .unwrap();
                    });
                    assert_eq!(String::from_utf8(document.into_bytes()).unwrap(), reply);
                }
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
