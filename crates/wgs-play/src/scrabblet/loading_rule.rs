//! The rule by which the original Scrabblet program kept the words of a list: those with 4 to 12
//! letters, and at most the first 64 with the same signature.
//!
//! ```
//! use wgs_play::scrabblet::LoadingRule;
//!
//! let rule = LoadingRule { most_of_a_signature: 2, ..LoadingRule::default() };
//! let mut keeps = rule.keeper();
//! let words = ["tea", "trap", "tarp", "part", "crap"];
//! let kept: Vec<&str> = words.into_iter().filter(|word| keeps(word)).collect();
//! assert_eq!(kept, ["trap", "tarp", "crap"]);
//! ```

use std::collections::HashMap;
use std::ops::RangeInclusive;

use wgs_engine::letter;

use super::signature::distinct_letters;

/// Which words of a list are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadingRule {
    /// The allowed numbers of letters.
    pub lengths: RangeInclusive<usize>,
    /// The number of words kept with the same signature; later ones are dropped.
    pub most_of_a_signature: usize,
}

impl Default for LoadingRule {
    /// Returns the rule of the original program.
    fn default() -> Self {
        Self {
            lengths: 4..=12,
            most_of_a_signature: 64,
        }
    }
}

impl LoadingRule {
    /// Returns a function that decides whether to keep a word. Call it for each word in the order
    /// of the list.
    pub fn keeper(self) -> impl FnMut(&str) -> bool {
        let mut kept: HashMap<String, usize> = HashMap::new();
        move |word| {
            let folded = letter::fold(word);
            if !self.lengths.contains(&letter::letters(&folded).count()) {
                return false;
            }
            let kept = kept.entry(distinct_letters(&folded).concat()).or_default();
            *kept += 1;
            *kept <= self.most_of_a_signature
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_counted_in_letters() {
        let mut keeps = LoadingRule::default().keeper();
        for (word, is_kept) in [
            ("tea", false),
            ("teas", true),
            ("été", false),
            ("e\u{301}te\u{301}s", true),
            ("abcdefghijkl", true),
            ("abcdefghijklm", false),
        ] {
            assert_eq!(keeps(word), is_kept, "{word}");
        }
    }

    #[test]
    fn the_first_64_words_of_a_signature_are_kept() {
        let mut keeps = LoadingRule::default().keeper();
        // Different words of ten letters, all of them A or B.
        let words = (16..116).map(|number| format!("{number:08b}ab"));
        let words = words.map(|word| word.replace('0', "a").replace('1', "b"));
        let kept = words.filter(|word| keeps(word)).count();
        assert_eq!(kept, 64);
        assert!(keeps("cabs"));
    }
}
