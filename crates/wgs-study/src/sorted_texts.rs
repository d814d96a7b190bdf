//! Finds which of many sorted texts begin with given letters. This answers both questions of a
//! study: whether a word begins with some letters takes a list of words, and whether a word
//! contains them takes a list of all suffixes of words (a suffix array).
//!
//! Texts with the same beginning are adjacent, so they are a [`TextRange`] of the list; each
//! further letter narrows it by two binary searches.

use std::ops::Range;

use wgs_engine::{Lexicon, letter};

/// A letter: its index in the alphabet, from 1.
pub(super) type LetterCode = u16;

/// Follows the last letter of a text, and sorts before all letters.
const END: LetterCode = 0;

/// A letter of a board that occurs in no word.
pub(super) const UNKNOWN: LetterCode = 0;

/// Texts in alphabetical order, all different.
#[derive(Clone, Debug)]
pub(super) struct SortedTexts {
    /// The index of the first letter of each text.
    starts: Vec<u32>,
}

/// The letters of all words of a lexicon, one word after another.
#[derive(Clone, Debug)]
pub(super) struct WordLetters {
    codes: Vec<LetterCode>,
}

/// The texts that begin with certain letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextRange {
    start: u32,
    end: u32,
    /// The number of these letters.
    depth: u32,
}

impl WordLetters {
    /// Returns the letters of all words of a lexicon, and the list of the words.
    pub(super) fn of(lexicon: &Lexicon) -> (Self, SortedTexts) {
        let mut codes = Vec::new();
        let mut starts = Vec::with_capacity(lexicon.len());
        for word in lexicon.folded_words() {
            starts.push(codes.len() as u32);
            codes.extend(encode(lexicon, &word));
            codes.push(END);
        }
        (Self { codes }, SortedTexts { starts })
    }

    /// Returns all suffixes of all words, including the words themselves. Letters that a word
    /// contains begin one of its suffixes.
    pub(super) fn suffixes(&self) -> SortedTexts {
        let largest = self.codes.iter().copied().max().unwrap_or(END);
        let bits = (LetterCode::BITS - largest.leading_zeros()).max(1);
        let letters = 64 / bits;
        let key = |start: usize| {
            let text = self.codes[start..].iter().take_while(|&&code| code != END);
            let text = text.copied().chain(std::iter::repeat(END));
            let first = text.take(letters as usize);
            first.fold(0, |key, code| key << bits | u64::from(code))
        };
        // Of an alphabet of 26 letters, twelve letters fit into one integer, and few different
        // suffixes begin with the same twelve. The 1.6 million suffixes of TWL06 take 0.3 s.
        let starts = (0..self.codes.len()).filter(|&start| self.codes[start] != END);
        let mut suffixes: Vec<(u64, u32)> =
            starts.map(|start| (key(start), start as u32)).collect();
        suffixes.sort_unstable_by(|a, b| {
            let rest = || self.text(a.1).cmp(self.text(b.1));
            a.0.cmp(&b.0).then_with(rest)
        });
        suffixes.dedup_by(|a, b| a.0 == b.0 && self.text(a.1) == self.text(b.1));
        SortedTexts {
            starts: suffixes.into_iter().map(|(_, start)| start).collect(),
        }
    }

    /// The letters of the text that starts at an index.
    fn text(&self, start: u32) -> &[LetterCode] {
        let text = &self.codes[start as usize..];
        let end = text.iter().position(|&code| code == END);
        &text[..end.unwrap_or(text.len())]
    }

    fn at(&self, start: u32, depth: u32) -> LetterCode {
        self.codes[(start + depth) as usize]
    }
}

impl SortedTexts {
    /// All texts: the range of no letters.
    pub(super) fn all(&self) -> TextRange {
        TextRange {
            start: 0,
            end: self.starts.len() as u32,
            depth: 0,
        }
    }

    /// The texts of a range that continue with a letter; [`None`] if there are none.
    pub(super) fn narrow(
        &self,
        letters: &WordLetters,
        range: TextRange,
        code: LetterCode,
    ) -> Option<TextRange> {
        if code == UNKNOWN {
            return None;
        }
        let texts = &self.starts[range.start as usize..range.end as usize];
        let before = texts.partition_point(|&start| letters.at(start, range.depth) < code);
        let texts = &texts[before..];
        let with = texts.partition_point(|&start| letters.at(start, range.depth) == code);
        let start = range.start + before as u32;
        (with > 0).then_some(TextRange {
            start,
            end: start + with as u32,
            depth: range.depth + 1,
        })
    }

    /// The index of the text that consists of just the letters of the range, if there is one.
    pub(super) fn exact(&self, letters: &WordLetters, range: TextRange) -> Option<usize> {
        let first = *self.starts.get(range.start as usize)?;
        let ends = range.start < range.end && letters.at(first, range.depth) == END;
        ends.then_some(range.start as usize)
    }

    /// The letters of a text, given by its index.
    pub(super) fn text<'l>(&self, letters: &'l WordLetters, index: usize) -> &'l [LetterCode] {
        letters.text(self.starts[index])
    }

    /// The indices of the texts of a range that continue after its letters, given the index of
    /// the text that does not, if there is one.
    pub(super) fn longer(&self, range: TextRange, exact: Option<usize>) -> Range<usize> {
        let first = exact.map_or(range.start as usize, |exact| exact + 1);
        first..range.end as usize
    }

    /// The number of texts.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }
}

/// The codes of the letters of a text; [`UNKNOWN`] for letters that occur in no word.
pub(super) fn encode(lexicon: &Lexicon, text: &str) -> Vec<LetterCode> {
    let alphabet = lexicon.alphabet();
    let code = |text: &str| {
        let letter = alphabet.letter(text);
        letter.map_or(UNKNOWN, |letter| letter.index() as LetterCode + 1)
    };
    let folded = letter::fold(text);
    if folded.is_ascii() {
        return (0..folded.len()).map(|at| code(&folded[at..=at])).collect();
    }
    letter::letters(&folded).map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(letters: &WordLetters, texts: &SortedTexts, codes: &[LetterCode]) -> Option<TextRange> {
        let mut codes = codes.iter();
        codes.try_fold(texts.all(), |range, &code| {
            texts.narrow(letters, range, code)
        })
    }

    #[test]
    fn words_are_found_by_prefix_and_suffixes_by_substring() {
        let list = "banana band anaconda ban bananas élan élanés a";
        let lexicon = Lexicon::from_text(list).unwrap();
        let (letters, words) = WordLetters::of(&lexicon);
        let suffixes = letters.suffixes();
        let list: Vec<&str> = list.split(' ').collect();
        let parts = "a b ban ana anac nan nas as d conda bandana élan lané x ban anaconda";
        for part in parts.split(' ') {
            let codes = encode(&lexicon, part);
            let begins = find(&letters, &words, &codes);
            assert_eq!(
                begins.is_some(),
                list.iter().any(|word| word.starts_with(part)),
                "{part}"
            );
            let is_word = begins.and_then(|range| words.exact(&letters, range));
            assert_eq!(is_word.is_some(), list.contains(&part), "{part}");
            if let Some(index) = is_word {
                assert_eq!(words.text(&letters, index), codes, "{part}");
            }
            let inside = find(&letters, &suffixes, &codes);
            assert_eq!(
                inside.is_some(),
                list.iter().any(|word| word.contains(part)),
                "{part}"
            );
        }
    }

    #[test]
    fn suffixes_with_long_common_beginnings_are_sorted_and_unique() {
        let long = "abcabcabcabcabcabc".repeat(6);
        let list = [&long[..], &long[3..], &long[..50], "abc", "cab", "z"];
        let (letters, _) = WordLetters::of(&Lexicon::from_words(list).unwrap());
        let suffixes = letters.suffixes();
        let texts: Vec<&[LetterCode]> = (0..suffixes.len())
            .map(|index| suffixes.text(&letters, index))
            .collect();
        assert!(texts.windows(2).all(|pair| pair[0] < pair[1]));
        // The 50 letters end in a b, so their suffixes differ from those of the long word.
        assert_eq!(texts.len(), long.len() + 50 + 1);
    }

    #[test]
    fn an_empty_lexicon_has_no_texts() {
        let lexicon = Lexicon::from_text("").unwrap();
        let (letters, words) = WordLetters::of(&lexicon);
        assert_eq!((words.len(), letters.suffixes().len()), (0, 0));
        assert_eq!(words.narrow(&letters, words.all(), 1), None);
        assert_eq!(words.exact(&letters, words.all()), None);
    }
}
