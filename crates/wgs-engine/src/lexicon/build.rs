//! Builds the trie from a list of words. For the binary form, see [`file`](super::file).

use std::collections::HashMap;

use smol_str::SmolStr;
use thiserror::Error;

use super::{Lexicon, NO_WORD, Node, WORD};
use crate::alphabet::Alphabet;
use crate::letter;
use crate::message::ToMessage;
use crate::messages;

/// The largest number of bytes of a letter. In files, this length takes one byte.
const MAX_LETTER_BYTES: usize = 255;

/// The error for a list of words that cannot become a lexicon.
///
/// ```
/// use wgs_engine::Lexicon;
///
/// let error = Lexicon::from_text("cat\n\0").unwrap_err();
/// assert!(error.to_string().starts_with("line 2 has the control character U+0000"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum BuildError {
    /// A control character, which suggests a binary file.
    ControlCharacter {
        /// The number of the line, from 1.
        line: usize,
        /// The code point of the character.
        found: u32,
    },
    /// A word with more letters than [`Lexicon::MAX_WORD_LENGTH`].
    WordTooLong {
        /// The number of the line, from 1.
        line: usize,
        /// The number of letters.
        letters: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// A letter of too many bytes, such as one with a hundred accents.
    LetterTooLong {
        /// The number of the line, from 1.
        line: usize,
        /// The number of bytes.
        bytes: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// More different letters than [`Alphabet::MAX_LETTERS`].
    TooManyLetters(usize),
    /// More nodes than [`Lexicon::MAX_NODES`].
    TooLarge(usize),
}

messages! {
    impl ToMessage for BuildError {
        Self::ControlCharacter { line, found } => "build.control-character":
            "line {line} has the control character U+{found}, so this is not a list of words"
            (line, found = format!("{found:04X}"));
        Self::WordTooLong { line, letters, most } => "build.word-too-long":
            "line {line} has a word of {letters} letters, but a word has at most {most}"
            (line, letters, most);
        Self::LetterTooLong { line, bytes, most } => "build.letter-too-long":
            "line {line} has a letter of {bytes} bytes, but a letter has at most {most}"
            (line, bytes, most);
        Self::TooManyLetters(letters) => "build.too-many-letters":
            "the list has {letters} different letters, but an alphabet has at most {most}"
            (letters, most = Alphabet::MAX_LETTERS);
        Self::TooLarge(most) => "build.too-large":
            "the list is too large: its lexicon would have more than {most} nodes" (most);
    }
}

/// Builds a lexicon from words separated by Unicode white space.
pub(super) fn from_text(text: &str) -> Result<Lexicon, BuildError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut words = WordList::default();
    for (index, line) in text.split('\n').enumerate() {
        for word in line.split_whitespace() {
            words.push(word, index + 1)?;
        }
    }
    words.finish()
}

/// The folded words, and the frequencies of their letters.
#[derive(Default)]
struct WordList {
    /// All folded words, one after the other.
    text: String,
    ends: Vec<usize>,
    ascii: AsciiCounts,
    others: HashMap<SmolStr, u64>,
    longest: usize,
}

struct AsciiCounts([u64; 128]);

impl Default for AsciiCounts {
    fn default() -> Self {
        Self([0; 128])
    }
}

impl WordList {
    fn push(&mut self, word: &str, line: usize) -> Result<(), BuildError> {
        if let Some(control) = word.chars().find(|c| c.is_control()) {
            return Err(BuildError::ControlCharacter {
                line,
                found: control.into(),
            });
        }
        let start = self.text.len();
        let letters = if word.is_ascii() {
            self.text.push_str(word);
            let added = &mut self.text[start..];
            added.make_ascii_lowercase();
            for byte in added.bytes() {
                self.ascii.0[usize::from(byte)] += 1;
            }
            word.len()
        } else {
            self.text.push_str(&letter::fold(word));
            let longest = letter::letters(&self.text[start..]).map(str::len).max();
            if let Some(bytes) = longest.filter(|&bytes| bytes > MAX_LETTER_BYTES) {
                return Err(BuildError::LetterTooLong {
                    line,
                    bytes,
                    most: MAX_LETTER_BYTES,
                });
            }
            letter::letters(&self.text[start..])
                .inspect(|text| match text.as_bytes() {
                    &[byte] => self.ascii.0[usize::from(byte)] += 1,
                    _ => *self.others.entry(SmolStr::new(text)).or_default() += 1,
                })
                .count()
        };
        if letters > Lexicon::MAX_WORD_LENGTH {
            return Err(BuildError::WordTooLong {
                line,
                letters,
                most: Lexicon::MAX_WORD_LENGTH,
            });
        }
        self.longest = self.longest.max(letters);
        self.ends.push(self.text.len());
        Ok(())
    }

    fn finish(self) -> Result<Lexicon, BuildError> {
        let ascii = (0..128u8)
            .zip(self.ascii.0)
            .filter(|&(_, count)| count > 0)
            .map(|(byte, count)| (SmolStr::from(char::from(byte).to_string()), count));
        let counts: Vec<(SmolStr, u64)> = ascii.chain(self.others).collect();
        if counts.len() > Alphabet::MAX_LETTERS {
            return Err(BuildError::TooManyLetters(counts.len()));
        }
        let alphabet = Alphabet::from_counts(counts);

        let mut symbols = Vec::with_capacity(self.text.len());
        let mut spans = Vec::with_capacity(self.ends.len());
        let mut start = 0;
        for &end in &self.ends {
            let from = symbols.len();
            for text in letter::letters(&self.text[start..end]) {
                let letter = alphabet.letter(text).expect("every letter was counted");
                symbols.extend_from_slice(alphabet.code(letter));
            }
            spans.push(from..symbols.len());
            start = end;
        }
        let mut words: Vec<&[u8]> = spans.into_iter().map(|span| &symbols[span]).collect();
        if !words.is_sorted() {
            words.sort_unstable();
        }
        words.dedup();
        let (nodes, ranks) = trie(&words)?;
        Ok(Lexicon {
            alphabet: alphabet.into(),
            nodes: nodes.into(),
            ranks: ranks.into(),
            words: words.len() as u32,
            longest: self.longest,
            shown: None,
        })
    }
}

/// Words that share their first `depth` symbols, to be inserted below a slot.
struct Pending<'w> {
    slot: u32,
    depth: usize,
    words: &'w [&'w [u8]],
}

/// Builds the trie of sorted, distinct words.
fn trie(words: &[&[u8]]) -> Result<(Vec<Node>, Vec<u32>), BuildError> {
    let mut nodes = vec![Node::default()];
    let mut ranks = vec![NO_WORD];
    let mut rank = 0;
    let mut pending = vec![Pending {
        slot: 0,
        depth: 0,
        words,
    }];
    while let Some(Pending { slot, depth, words }) = pending.pop() {
        let first = nodes.len() as u32;
        let mut mask = 0;
        let mut longer = words;
        if words.first().is_some_and(|word| word.len() == depth) {
            mask |= WORD;
            ranks[slot as usize] = rank;
            rank += 1;
            longer = &words[1..];
        }
        let blocks = longer.chunk_by(|a, b| a[depth] == b[depth]);
        let from = pending.len();
        for (child, words) in (first..).zip(blocks) {
            mask |= 1 << words[0][depth];
            pending.push(Pending {
                slot: child,
                depth: depth + 1,
                words,
            });
        }
        // The last one pushed is taken first, so push the first in alphabetical order last.
        pending[from..].reverse();
        let children = pending.len() - from;
        nodes.resize(nodes.len() + children, Node::default());
        ranks.resize(nodes.len(), NO_WORD);
        if nodes.len() > Lexicon::MAX_NODES {
            return Err(BuildError::TooLarge(Lexicon::MAX_NODES));
        }
        nodes[slot as usize] = Node { mask, first };
    }
    Ok((nodes, ranks))
}
