//! The words of a lexicon as JSON strings. A lexicon stores its words as paths through a trie,
//! and following those paths takes longer than finding the words on a board; a server that
//! lists words in every reply looks up their text here instead.

use wgs_engine::{Lexicon, Word};

/// All words of a lexicon as JSON strings, in one buffer.
#[derive(Debug)]
pub struct QuotedWords {
    text: Vec<u8>,
    /// The end of each word in the text, by rank.
    ends: Vec<u32>,
}

impl QuotedWords {
    /// Writes the words of a lexicon.
    pub fn new(lexicon: &Lexicon) -> Self {
        let mut text = Vec::new();
        let mut ends = Vec::with_capacity(lexicon.len());
        for word in lexicon.words() {
            serde_json::to_writer(&mut text, &*word).expect("a string is valid JSON");
            ends.push(u32::try_from(text.len()).expect("a lexicon has less than 4 GB of text"));
        }
        Self { text, ends }
    }

    /// Returns a word with its quotes.
    pub fn get(&self, word: Word) -> &[u8] {
        let rank = word.rank();
        let start = match rank {
            0 => 0,
            _ => self.ends[rank - 1],
        };
        &self.text[start as usize..self.ends[rank] as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use wgs_engine::{Adjacency, Grid, Rules, Solver};

    use super::*;

    #[test]
    fn every_word_has_its_own_text_in_quotes() {
        let lexicon = Lexicon::from_text("cat act cast").unwrap();
        let words = QuotedWords::new(&lexicon);
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let mut found = Vec::new();
        let searched = solver.worker().solve(&"CATS".parse().unwrap(), |solution| {
            found.push(String::from_utf8_lossy(words.get(solution.word)).into_owned());
            ControlFlow::Continue(())
        });
        searched.unwrap();
        assert_eq!(found, ["\"ACT\"", "\"CAST\"", "\"CAT\""]);
    }
}
