//! The words a computer player may know, and how common they are. How many of them it finds is
//! decided by its [`Level`](crate::Level).

use wgs_config::commonness::{Commonness, WordCommonness};
use wgs_engine::{Lexicon, SolvedWord};

use crate::text_hash::text_hash;

/// The words a computer player may know. Cloning is cheap.
///
/// ```
/// use wgs_config::commonness::CommonnessTable;
/// use wgs_engine::Lexicon;
/// use wgs_play::Vocabulary;
///
/// // The words of a dictionary, the common ones first.
/// let dictionary = Lexicon::from_text("nest neps")?;
/// let commonness = CommonnessTable::embedded()?.by_word(&dictionary);
/// let vocabulary = Vocabulary::with_commonness(commonness);
///
/// // The words of a separate list.
/// let list = Vocabulary::list(Lexicon::from_text("twinkle little star")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Vocabulary(VocabularyKind);

#[derive(Clone, Debug, Default)]
enum VocabularyKind {
    /// Nothing is known about the words of the dictionary.
    #[default]
    Assumed,
    Common(WordCommonness),
    List(Lexicon),
}

/// The number of 1,000 words of the embedded dictionary that have each class.
const CLASSES_OF_1000: [u64; Commonness::ALL.len()] = [20, 36, 147, 115, 82, 152, 448];

impl Vocabulary {
    /// The words of a dictionary: the more common a word is, the more likely a player knows it. If
    /// the dictionary is not English, each of its words has an assumed class, always the same.
    pub fn with_commonness(commonness: WordCommonness) -> Self {
        Self(match commonness.is_english() {
            true => VocabularyKind::Common(commonness),
            false => VocabularyKind::Assumed,
        })
    }

    /// The words of a list, all of which a player of any level knows, and no others.
    pub fn list(words: Lexicon) -> Self {
        Self(VocabularyKind::List(words))
    }

    /// Whether it is a list, all of whose words a player knows.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.0, VocabularyKind::List(_))
    }

    /// Returns how common a word of the dictionary is; [`None`] if a player cannot know it.
    pub(crate) fn commonness(&self, word: &SolvedWord) -> Option<Commonness> {
        match &self.0 {
            VocabularyKind::Assumed => Some(assumed(&word.text)),
            VocabularyKind::Common(commonness) => Some(commonness.of(word.word)),
            VocabularyKind::List(list) => list.contains(&word.text).then_some(Commonness::Size20),
        }
    }
}

/// Returns a class for a word of which nothing is known but its text. The classes are as frequent as
/// in English.
fn assumed(word: &str) -> Commonness {
    let mut place = text_number(word, 1000);
    let mut classes = Commonness::ALL.into_iter().zip(CLASSES_OF_1000);
    let class = classes.find(|(_, words)| match place.checked_sub(*words) {
        Some(rest) => {
            place = rest;
            false
        }
        None => true,
    });
    class.map_or(Commonness::Rare, |(class, _)| class)
}

/// Returns a number below `end` that depends only on a text, all numbers being about equally
/// frequent.
pub(crate) fn text_number(text: &str, end: u64) -> u64 {
    let hash = text_hash(text);
    let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(mixed) * u128::from(end)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::fs;

    use wgs_config::commonness::CommonnessTable;
    use wgs_test_requirement::requires;

    use super::*;

    #[requires(shared_data)]
    #[test]
    fn english_lists_are_told_from_those_of_other_languages() {
        let table = CommonnessTable::embedded().unwrap();
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/");
        for (folder, is_english) in [("wordlists", true), ("unicode", false)] {
            for file in fs::read_dir(format!("{data}{folder}")).unwrap() {
                let path = file.unwrap().path();
                // A list of the words of a board with sixteen Qs is in no language.
                let is_list = path.extension().is_some_and(|extension| extension == "txt");
                if is_list && !path.ends_with("dictionary-16q.txt") {
                    let list = Lexicon::from_text(&fs::read_to_string(&path).unwrap()).unwrap();
                    let commonness = table.by_word(&list);
                    assert_eq!(commonness.is_english(), is_english, "{}", path.display());
                }
            }
        }
    }

    #[test]
    fn assumed_classes_are_as_frequent_as_in_english() {
        let mut counts = [0_u64; Commonness::ALL.len()];
        for number in 0..100_000 {
            counts[assumed(&format!("mot{number}")).index()] += 1;
        }
        for (count, expected) in counts.into_iter().zip(CLASSES_OF_1000) {
            let expected = expected * 100;
            assert!(count.abs_diff(expected) < expected / 10 + 100, "{counts:?}");
        }
        assert_eq!(CLASSES_OF_1000.iter().sum::<u64>(), 1000);
        assert_eq!(assumed("ÉTÉ"), assumed("ÉTÉ"));
    }
}
