//! Separates words that are another word with a suffix, such as CATS or WALKED, from the other
//! words, the stems. The suffix must be added as it is: BAKED is BAKE with -D, not with -ED.

use std::ops::Range;

use crate::sorted_texts::{LetterCode, SortedTexts, WordLetters};

/// Which words of a list are stems.
#[derive(Clone, Debug)]
pub(super) struct Stems {
    /// The number of stems before each word, and the number of all stems at the end.
    before: Vec<u32>,
}

impl Stems {
    /// Finds the stems in a sorted list of words.
    pub(super) fn of(
        letters: &WordLetters,
        words: &SortedTexts,
        suffixes: &[Vec<LetterCode>],
    ) -> Self {
        let mut before = Vec::with_capacity(words.len() + 1);
        before.push(0);
        // The words that the current word begins with. They stand before it in the list, so one
        // pass finds them all.
        let mut beginnings: Vec<&[LetterCode]> = Vec::new();
        let mut stems = 0;
        for index in 0..words.len() {
            let word = words.text(letters, index);
            while beginnings
                .last()
                .is_some_and(|last| !word.starts_with(last))
            {
                beginnings.pop();
            }
            let is_stem = !beginnings.iter().any(|beginning| {
                suffixes
                    .iter()
                    .any(|suffix| word[beginning.len()..] == **suffix)
            });
            stems += u32::from(is_stem);
            before.push(stems);
            beginnings.push(word);
        }
        Self { before }
    }

    /// Whether some of these words are stems.
    pub(super) fn any(&self, words: Range<usize>) -> bool {
        self.before[words.start] < self.before[words.end]
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::Lexicon;

    use super::*;
    use crate::sorted_texts::encode;

    #[test]
    fn a_word_is_a_stem_unless_it_is_a_word_with_a_suffix() {
        let list = "as ass asses bake baked bakes cat cats ed élan élans scat walk walked walkeds";
        let lexicon = Lexicon::from_text(list).unwrap();
        let (letters, words) = WordLetters::of(&lexicon);
        let suffixes = ["s", "ed", "x"].map(|suffix| encode(&lexicon, suffix));
        let stems = Stems::of(&letters, &words, &suffixes);
        let index = |word: &str| {
            let codes = encode(&lexicon, word);
            let mut indices = 0..words.len();
            indices.find(|&index| words.text(&letters, index) == codes)
        };
        for (word, is_stem) in [
            ("as", true),
            ("ass", false),
            ("asses", true),
            ("bake", true),
            ("baked", true),
            ("bakes", false),
            ("cats", false),
            ("ed", true),
            ("élans", false),
            ("scat", true),
            ("walk", true),
            ("walked", false),
            ("walkeds", false),
        ] {
            let index = index(word).unwrap();
            assert_eq!(stems.any(index..index + 1), is_stem, "{word}");
        }
        assert!(stems.any(0..words.len()));
        assert!(!stems.any(0..0));
    }

    #[test]
    fn without_suffixes_every_word_is_a_stem() {
        let lexicon = Lexicon::from_text("cat cats").unwrap();
        let (letters, words) = WordLetters::of(&lexicon);
        let stems = Stems::of(&letters, &words, &[]);
        assert!(stems.any(0..1) && stems.any(1..2));
    }
}
