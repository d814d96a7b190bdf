//! A compact list of solutions that is written as JSON piece by piece. A solution takes about 40
//! bytes here and 140 as JSON.

use std::collections::HashMap;

use wgs_app::listing::ListedWords;
use wgs_engine::{Cell, Decimal, WordScore};

use super::solution_writer::{BEFORE_WORD, ScoreText, push_solution, push_word};

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
    json_len: usize,
    /// The number of solutions that were written.
    written: usize,
}

/// A solution that ends at these places of a [`SolutionList`], where the next one begins.
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
    pub(super) fn from_listed(found: &ListedWords) -> Self {
        let mut list = Self::default();
        let mut quoted = Vec::new();
        for line in found.iter() {
            quoted.clear();
            push_word(&line, &mut quoted);
            list.push(&quoted, line.path, line.score);
        }
        list.finish();
        list
    }

    /// Appends a solution. `word` is a JSON string.
    pub(super) fn push(&mut self, word: &[u8], path: &[Cell], score: &WordScore) {
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
        let key = (
            score.letter_points,
            score.word_multiplier,
            score.length_bonus,
            score.pangram_bonus,
            score.total,
            score.length,
        );
        *self.score_numbers.entry(key).or_insert_with(|| {
            self.scores.push(ScoreText::new(score));
            (self.scores.len() - 1) as u32
        })
    }

    /// Gives back the memory that only a growing list needs.
    pub(super) fn finish(&mut self) {
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
        json.reserve(most + most / 16);
        while self.written < self.solutions.len() && json.len() - before < most {
            let (word, positions, score) = self.get(self.written);
            if self.written > 0 {
                json.push(b',');
            }
            let positions = positions.iter().map(|&position| position.into());
            let push_word = |json: &mut Vec<u8>| json.extend_from_slice(word);
            push_solution(push_word, positions, score, json);
            self.written += 1;
        }
        json.len() > before
    }
}
