//! Texts in alphabetical order, and which of them go on from what was read so far. It is the
//! one answer to both questions of a study: "does a word begin so" asks a list of words, "is
//! it in a word" asks a list of all their endings.
//!
//! What was read is a [`Span`] of the list, since texts with the same beginning are
//! neighbours; another letter narrows it by two binary searches.

use wgs_core::{Lexicon, letter};

/// A letter as the lists hold it: its place in the alphabet, from 1.
pub(super) type Code = u16;

/// Behind the last letter of a text, before all letters in alphabetical order.
const END: Code = 0;

/// A letter of a board that is in no word.
pub(super) const FOREIGN: Code = 0;

/// Texts in alphabetical order, all different.
#[derive(Clone, Debug)]
pub(super) struct SortedTexts {
    /// Where in the letters each text starts.
    starts: Vec<u32>,
}

/// The letters of all words of a lexicon, one word behind the other.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    codes: Vec<Code>,
}

/// The texts that begin with what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    end: u32,
    /// How many letters were read.
    depth: u32,
}

impl Letters {
    /// The letters of a lexicon's words, with a list of the words.
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

    /// All endings of all words, the words themselves among them: what lies inside a word
    /// begins one of its endings.
    pub(super) fn endings(&self) -> SortedTexts {
        let largest = self.codes.iter().copied().max().unwrap_or(END);
        let bits = (Code::BITS - largest.leading_zeros()).max(1);
        let letters = 64 / bits;
        let key = |start: usize| {
            let text = self.codes[start..].iter().take_while(|&&code| code != END);
            let text = text.copied().chain(std::iter::repeat(END));
            let first = text.take(letters as usize);
            first.fold(0, |key, code| key << bits | u64::from(code))
        };
        // Twelve letters of an alphabet of 26 are one number to compare, and few endings that
        // differ agree in those. TWL06, 1.6 million endings, is ready in 0.3 s.
        let places = (0..self.codes.len()).filter(|&start| self.codes[start] != END);
        let mut endings: Vec<(u64, u32)> = places.map(|start| (key(start), start as u32)).collect();
        endings.sort_unstable_by(|a, b| {
            let rest = || self.text(a.1).cmp(self.text(b.1));
            a.0.cmp(&b.0).then_with(rest)
        });
        endings.dedup_by(|a, b| a.0 == b.0 && self.text(a.1) == self.text(b.1));
        SortedTexts {
            starts: endings.into_iter().map(|(_, start)| start).collect(),
        }
    }

    /// The letters of the text that starts here.
    fn text(&self, start: u32) -> &[Code] {
        let text = &self.codes[start as usize..];
        let end = text.iter().position(|&code| code == END);
        &text[..end.unwrap_or(text.len())]
    }

    fn at(&self, start: u32, depth: u32) -> Code {
        self.codes[(start + depth) as usize]
    }
}

impl SortedTexts {
    /// All texts: nothing was read.
    pub(super) fn all(&self) -> Span {
        Span {
            start: 0,
            end: self.starts.len() as u32,
            depth: 0,
        }
    }

    /// The texts that go on with a letter, if any do.
    pub(super) fn narrow(&self, letters: &Letters, span: Span, code: Code) -> Option<Span> {
        if code == FOREIGN {
            return None;
        }
        let texts = &self.starts[span.start as usize..span.end as usize];
        let before = texts.partition_point(|&start| letters.at(start, span.depth) < code);
        let texts = &texts[before..];
        let with = texts.partition_point(|&start| letters.at(start, span.depth) == code);
        let start = span.start + before as u32;
        (with > 0).then_some(Span {
            start,
            end: start + with as u32,
            depth: span.depth + 1,
        })
    }

    /// The place of the text that is just what was read, if there is one.
    pub(super) fn ending(&self, letters: &Letters, span: Span) -> Option<usize> {
        let first = *self.starts.get(span.start as usize)?;
        let ends = span.start < span.end && letters.at(first, span.depth) == END;
        ends.then_some(span.start as usize)
    }

    /// The letters of a text, by its place.
    pub(super) fn text<'l>(&self, letters: &'l Letters, place: usize) -> &'l [Code] {
        letters.text(self.starts[place])
    }

    /// How many texts there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }
}

/// The letters of a text as codes, [`FOREIGN`] for those in no word.
pub(super) fn encode(lexicon: &Lexicon, text: &str) -> Vec<Code> {
    let alphabet = lexicon.alphabet();
    let code = |text: &str| {
        let letter = alphabet.letter(text);
        letter.map_or(FOREIGN, |letter| letter.index() as Code + 1)
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

    fn read(letters: &Letters, texts: &SortedTexts, codes: &[Code]) -> Option<Span> {
        let mut codes = codes.iter();
        codes.try_fold(texts.all(), |span, &code| texts.narrow(letters, span, code))
    }

    #[test]
    fn a_list_of_words_knows_beginnings_and_one_of_endings_what_is_inside() {
        let list = "banana band anaconda ban bananas élan élanés a";
        let lexicon = Lexicon::from_text(list).unwrap();
        let (letters, words) = Letters::of(&lexicon);
        let endings = letters.endings();
        let list: Vec<&str> = list.split(' ').collect();
        let parts = "a b ban ana anac nan nas as d conda bandana élan lané x ban anaconda";
        for part in parts.split(' ') {
            let codes = encode(&lexicon, part);
            let begins = read(&letters, &words, &codes);
            assert_eq!(
                begins.is_some(),
                list.iter().any(|word| word.starts_with(part)),
                "{part}"
            );
            let is_word = begins.and_then(|span| words.ending(&letters, span));
            assert_eq!(is_word.is_some(), list.contains(&part), "{part}");
            if let Some(place) = is_word {
                assert_eq!(words.text(&letters, place), codes, "{part}");
            }
            let inside = read(&letters, &endings, &codes);
            assert_eq!(
                inside.is_some(),
                list.iter().any(|word| word.contains(part)),
                "{part}"
            );
        }
    }

    #[test]
    fn endings_are_in_order_and_all_different_also_when_they_agree_for_long() {
        let long = "abcabcabcabcabcabc".repeat(6);
        let list = [&long[..], &long[3..], &long[..50], "abc", "cab", "z"];
        let (letters, _) = Letters::of(&Lexicon::from_words(list).unwrap());
        let endings = letters.endings();
        let texts: Vec<&[Code]> = (0..endings.len())
            .map(|place| endings.text(&letters, place))
            .collect();
        assert!(texts.windows(2).all(|pair| pair[0] < pair[1]));
        // The last of 50 letters is a b: endings of both lists, and z.
        assert_eq!(texts.len(), long.len() + 50 + 1);
    }

    #[test]
    fn a_lexicon_without_words_has_nothing_to_begin() {
        let lexicon = Lexicon::from_text("").unwrap();
        let (letters, words) = Letters::of(&lexicon);
        assert_eq!((words.len(), letters.endings().len()), (0, 0));
        assert_eq!(words.narrow(&letters, words.all(), 1), None);
        assert_eq!(words.ending(&letters, words.all()), None);
    }
}
