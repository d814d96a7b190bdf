//! The solutions of a board in a compact form, and their JSON, which is written at once or piece by
//! piece. A solution takes about 40 bytes here and 140 as JSON. The JSON is that of [`SolveReply`]:
//! everything but words and positions is taken from what serde writes for a reply without them.

use std::collections::HashMap;

use wgs_app::listing::ListedWords;
use wgs_app::reply::{SolutionReply, SolveReply};
use wgs_config::template::ScoredWord;
use wgs_engine::{Cell, Decimal, WordScore};

/// Solutions in the order in which they are written.
#[derive(Debug, Default)]
pub(crate) struct SolutionList {
    /// The words as JSON strings, one after the other.
    words: Vec<u8>,
    /// The positions of the paths, one after the other. There are at most 65,535.
    positions: Vec<u16>,
    solutions: Vec<CompactSolution>,
    /// The different scores.
    scores: Vec<ScoreText>,
    score_numbers: HashMap<ScoreKey, u32>,
    /// The last score of each word length with its number. Most words score the same as the
    /// previous word of their length.
    last_scores: [Option<(WordScore, u32)>; 8],
    json_len: usize,
    /// The number of solutions that were written.
    written: usize,
}

/// A solution that ends at these places of a [`SolutionList`], where the next one begins. It takes a
/// tenth of the memory of a [`SolutionReply`].
#[derive(Clone, Copy, Debug, Default)]
struct CompactSolution {
    word_end: u32,
    path_end: u32,
    score: u32,
}

/// All parts of a score.
type ScoreKey = (u64, u64, Decimal, u32, u64, u32);

impl SolutionList {
    /// Returns the list of words that were found and sorted.
    pub(crate) fn from_listed(found: &ListedWords) -> Self {
        let mut list = Self::default();
        let mut word = Vec::new();
        for line in found.iter() {
            word.clear();
            push_word(&line, &mut word);
            list.push(&word, line.path, line.score);
        }
        list
    }

    /// Returns the number of solutions.
    pub(crate) fn len(&self) -> usize {
        self.solutions.len()
    }

    /// Appends a solution. `word` is a JSON string, and perhaps more fields.
    pub(crate) fn push(&mut self, word: &[u8], path: &[Cell], score: &WordScore) {
        let number = self.score_number(score);
        self.words.extend_from_slice(word);
        let positions = path.iter().map(|cell| cell.position());
        self.positions.extend(
            positions.map(|it| u16::try_from(it).expect("a board has at most 65,535 cells")),
        );
        let place = |len: usize| u32::try_from(len).expect("a list takes less than 4 GB");
        self.solutions.push(CompactSolution {
            word_end: place(self.words.len()),
            path_end: place(self.positions.len()),
            score: number,
        });
        let last = self.solutions.len() - 1;
        self.json_len += self.solution_len(last);
    }

    fn score_number(&mut self, score: &WordScore) -> u32 {
        let last = &mut self.last_scores[score.length as usize % 8];
        if let Some((_, number)) = last.filter(|(last, _)| last == score) {
            return number;
        }
        let key = (
            score.letter_points,
            score.word_multiplier,
            score.length_bonus,
            score.pangram_bonus,
            score.total,
            score.length,
        );
        let number = *self.score_numbers.entry(key).or_insert_with(|| {
            self.scores.push(ScoreText::new(score));
            (self.scores.len() - 1) as u32
        });
        *last = Some((*score, number));
        number
    }

    /// Gives back the memory that only a growing list needs.
    pub(crate) fn finish(&mut self) {
        self.score_numbers = HashMap::new();
        self.words.shrink_to_fit();
        self.positions.shrink_to_fit();
        self.solutions.shrink_to_fit();
    }

    /// Returns the number of bytes of the JSON.
    pub(crate) fn json_len(&self) -> usize {
        self.json_len
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn held(&self) -> usize {
        let score = size_of::<ScoreText>() + ScoreText::TYPICAL_LEN;
        self.words.capacity()
            + self.positions.capacity() * size_of::<u16>()
            + self.solutions.capacity() * size_of::<CompactSolution>()
            + self.scores.capacity() * score
            + self.score_numbers.capacity() * size_of::<(ScoreKey, u32)>()
    }

    /// Returns a solution: its word, its positions and its score.
    fn get(&self, index: usize) -> (&[u8], &[u16], &ScoreText) {
        let before = match index {
            0 => CompactSolution::default(),
            _ => self.solutions[index - 1],
        };
        let this = self.solutions[index];
        (
            &self.words[before.word_end as usize..this.word_end as usize],
            &self.positions[before.path_end as usize..this.path_end as usize],
            &self.scores[this.score as usize],
        )
    }

    /// Returns the number of bytes of a solution with the comma before it.
    fn solution_len(&self, index: usize) -> usize {
        let (word, positions, score) = self.get(index);
        let digits = positions.iter().map(|&it| it.max(1).ilog10() as usize + 1);
        let commas = positions.len().saturating_sub(1) + usize::from(index > 0);
        word.len() + digits.sum::<usize>() + commas + score.len() + BEFORE_WORD.len()
    }

    /// Appends the JSON of the next solutions, a little more than `most` bytes of them. Returns
    /// whether there were any.
    pub(crate) fn write_next(&mut self, most: usize, json: &mut Vec<u8>) -> bool {
        let before = json.len();
        json.reserve((most + most / 16).min(self.json_len));
        while self.written < self.solutions.len() && json.len() - before < most {
            let (word, positions, score) = self.get(self.written);
            if self.written > 0 {
                json.push(b',');
            }
            json.extend_from_slice(BEFORE_WORD);
            json.extend_from_slice(word);
            json.extend_from_slice(score.before.as_bytes());
            for (index, &position) in positions.iter().enumerate() {
                if index > 0 {
                    json.push(b',');
                }
                push_number(position, json);
            }
            json.extend_from_slice(score.after.as_bytes());
            self.written += 1;
        }
        json.len() > before
    }
}

/// Returns what comes before and after the solutions of a reply. `board` is the text that was sent,
/// and `total` the number and the points of its words.
pub(crate) fn around_solutions(board: &str, total: (u64, u64)) -> (String, String) {
    let reply = SolveReply {
        board: board.to_owned(),
        words: total.0,
        points: total.1,
        solutions: Vec::new(),
    };
    let json = serde_json::to_string(&reply).expect("a reply can be written as JSON");
    around_list(json)
}

/// Splits JSON whose last list is empty into what comes before and after the items of that list.
fn around_list(mut json: String) -> (String, String) {
    let start = json.rfind("[]").expect("the JSON has an empty list") + 1;
    let after = json.split_off(start);
    (json, after)
}

/// What comes before the word of a solution.
const BEFORE_WORD: &[u8] = b"{\"word\":";

/// The JSON of a score, around the positions of the path.
#[derive(Debug)]
struct ScoreText {
    /// Everything between the word and its positions.
    before: String,
    /// Everything after the positions.
    after: String,
}

impl ScoreText {
    /// The number of bytes that a typical score takes.
    const TYPICAL_LEN: usize = 100;

    fn new(score: &WordScore) -> Self {
        let reply = SolutionReply::new(String::new(), &[], score);
        let json = serde_json::to_string(&reply).expect("a reply can be written as JSON");
        let (mut before, after) = around_list(json);
        before.drain(..BEFORE_WORD.len() + "\"\"".len());
        Self { before, after }
    }

    fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }
}

/// Appends a word and, if it is listed, how common it is.
fn push_word(line: &ScoredWord<'_>, json: &mut Vec<u8>) {
    serde_json::to_writer(&mut *json, line.word).expect("a string is valid JSON");
    if let Some(commonness) = line.commonness {
        json.extend_from_slice(b",\"commonness\":");
        serde_json::to_writer(json, &commonness).expect("a class is valid JSON");
    }
}

/// Appends a number, as fast as those of small boards need it.
fn push_number(number: u16, json: &mut Vec<u8>) {
    if number >= 10 {
        push_number(number / 10, json);
    }
    json.push(b'0' + (number % 10) as u8);
}

#[cfg(test)]
mod tests {
    use wgs_app::listing::{Filter, FilterOptions, Listing};
    use wgs_app::{GameLoader, GameRequest};
    use wgs_config::commonness::Commonness;
    use wgs_engine::Budget;

    use super::*;

    /// Lists the words of a board, and returns the JSON of the list in pieces of this size.
    fn written(found: &ListedWords, board: &str, piece: usize) -> String {
        let mut list = SolutionList::from_listed(found);
        list.finish();
        let mut json = Vec::new();
        while list.write_next(piece, &mut json) {}
        assert_eq!(json.len(), list.json_len(), "the length is known before");
        let (before, after) = around_solutions(board, found.total());
        before + &String::from_utf8(json).unwrap() + &after
    }

    #[test]
    fn a_list_is_written_as_serde_writes_the_reply() {
        let loader = GameLoader::default();
        for (game, board, has_commonness) in [
            ("Boggle (New)", "STNDTEIELARSMRTO", true),
            ("Boggle (New)", "zzzzzzzzzzzzzzzz", false),
            ("Ruzzle", "C:H::A;;TSTARINGED", false),
            ("Spelling Bee", "TACOING", false),
        ] {
            let game = loader.game(&GameRequest::named(game), "solve").unwrap();
            let mut filter = Filter::new(&FilterOptions::default(), game.grid().len()).unwrap();
            if has_commonness {
                let commonness = game.dictionary().commonness().unwrap();
                filter = filter.with_commonness(commonness.clone(), Commonness::Rare);
            }
            let read = game.read(board).unwrap();
            let mut found = ListedWords::default();
            let searched = game.with_worker(&Budget::UNLIMITED, |worker| {
                found.search(worker, &read, Listing::Words, &filter)
            });
            searched.unwrap();
            let expected = serde_json::to_string(&found.reply(board)).unwrap();
            for piece in [1, 1_000, usize::MAX / 2] {
                assert_eq!(written(&found, board, piece), expected);
            }
        }
    }

    #[test]
    fn a_board_may_have_any_text() {
        for board in ["", "[]", "\"A\\", "ü\u{1}"] {
            let expected = serde_json::to_string(&ListedWords::default().reply(board)).unwrap();
            assert_eq!(written(&ListedWords::default(), board, 10), expected);
        }
    }

    #[test]
    fn positions_are_written_as_serde_writes_them() {
        for number in 0..=u16::MAX {
            let mut json = Vec::new();
            push_number(number, &mut json);
            assert_eq!(json, number.to_string().as_bytes());
        }
    }
}
