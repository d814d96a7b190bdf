//! Fingerprints: short texts that tell dictionaries, rules and grids apart. Records and proofs
//! carry them, because points of other words or other rules must not be compared.
//!
//! A fingerprint is the first 16 hexadecimal digits of a SHA-256 hash, which is not changed by
//! anything that does not change scores:
//!
//! | of | hash of |
//! |---|---|
//! | a lexicon | its words in folded form and alphabetical order, one on each line; for a list of lower-case ASCII words, `LC_ALL=C sort -u LIST \| sha256sum` prints the same digits |
//! | rules | their settings as JSON, without those that are as in `Rules::word_game_solver` |
//! | a grid | the neighbours of each cell, and whether tiles may be reused |
//!
//! ```
//! use wgs_engine::{Lexicon, Rules};
//! use wgs_records::Fingerprint;
//!
//! let lexicon = Lexicon::from_text("dog Cat")?;
//! let fingerprint = Fingerprint::of_lexicon(&lexicon);
//! assert_eq!(fingerprint, Fingerprint::of_lexicon(&Lexicon::from_text("cat dog cat")?));
//! assert_eq!(fingerprint.to_string().len(), 16);
//! assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
//! # Ok::<(), wgs_engine::lexicon::BuildError>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;
use wgs_engine::{Grid, Lexicon, Rules};

use crate::text_serde::text_serde;

/// A short text that tells dictionaries, rules or grids apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

/// The error for a text that is not a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("expected a fingerprint of 16 hexadecimal digits, found {0:?}")]
pub struct FingerprintError(pub String);

impl Fingerprint {
    /// Returns the fingerprint of the words of a lexicon.
    pub fn of_lexicon(lexicon: &Lexicon) -> Self {
        let mut hash = Sha256::new();
        for word in lexicon.folded_words() {
            hash.update(word);
            hash.update(b"\n");
        }
        Self::finish(hash)
    }

    /// Returns the fingerprint of rules.
    pub fn of_rules(rules: &Rules) -> Self {
        let mut settings = settings(rules);
        // A setting that later versions add does not change the fingerprint of older rules.
        let defaults = self::settings(&Rules::word_game_solver());
        settings.retain(|key, value| defaults.get(key) != Some(value));
        let text = serde_json::to_string(&settings);
        Self::of_text(&text.expect(TEXT_KEYS))
    }

    /// Returns the fingerprint of a grid.
    pub fn of_grid(grid: &Grid) -> Self {
        let mut hash = Sha256::new();
        hash.update(format!(
            "cells {}\nreuse {}\n",
            grid.len(),
            grid.reuses_tiles()
        ));
        match grid.is_full() {
            true => hash.update("full\n"),
            false => {
                for cell in grid.cells() {
                    let mut line = cell.position().to_string();
                    for next in grid.neighbours(cell) {
                        line.push(' ');
                        line.push_str(&next.position().to_string());
                    }
                    line.push('\n');
                    hash.update(line);
                }
            }
        }
        Self::finish(hash)
    }

    /// Returns the fingerprint of a text.
    pub fn of_text(text: &str) -> Self {
        Self::finish(Sha256::new().chain_update(text))
    }

    fn finish(hash: Sha256) -> Self {
        let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = hash.finalize().into();
        Self(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }
}

/// Why settings can be written as JSON.
const TEXT_KEYS: &str = "the keys of settings are texts";

/// Returns the settings of rules by key.
fn settings(rules: &Rules) -> BTreeMap<String, Value> {
    let settings = serde_json::to_value(rules).and_then(serde_json::from_value);
    settings.expect(TEXT_KEYS)
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Self, FingerprintError> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let digits = (text.len() == 16 && text.bytes().all(is_digit)).then_some(text);
        digits
            .and_then(|digits| u64::from_str_radix(digits, 16).ok())
            .map(Self)
            .ok_or_else(|| FingerprintError(text.to_owned()))
    }
}

text_serde!(Fingerprint);

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Cell, QuLength};

    use super::*;

    #[test]
    fn the_fingerprint_of_a_list_is_what_sha256sum_prints() {
        // printf 'cat\ndog\n' | sha256sum
        let lexicon = Lexicon::from_text("DOG cat Dog").unwrap();
        assert_eq!(
            Fingerprint::of_lexicon(&lexicon).to_string(),
            "f641fdcd8af73b2f"
        );
    }

    #[test]
    fn the_fingerprint_of_rules_never_changes() {
        // printf '{"qu_length":1,"required_positions":[4]}' | sha256sum
        let own = Rules::word_game_solver()
            .with_qu_length(QuLength::One)
            .with_required_cells([Cell::new(3)]);
        for (rules, expected) in [
            (Rules::boggle(), "2cdba0fa8527f22d"),
            (own.clone(), "a31ac38fd8bbd9c0"),
            (own.with_q_is_qu(false), "143d6805dda22c76"),
        ] {
            assert_eq!(Fingerprint::of_rules(&rules).to_string(), expected);
        }
    }

    #[test]
    fn each_setting_that_changes_scores_changes_the_fingerprint() {
        let grids = [
            Grid::rectangle(2, 2, Adjacency::Diagonal),
            Grid::rectangle(2, 2, Adjacency::Straight),
            Grid::rectangle(4, 1, Adjacency::Diagonal),
            Grid::rack(4),
            Grid::rack(4).with_reuse(true),
            Grid::rack(5),
        ];
        let mut seen: Vec<Fingerprint> = grids.iter().map(Fingerprint::of_grid).collect();
        let rules = [
            Rules::word_game_solver(),
            Rules::boggle(),
            Rules::boggle().with_qu_length(QuLength::One),
            Rules::boggle().with_required_cells([Cell::new(0)]),
        ];
        seen.extend(rules.iter().map(Fingerprint::of_rules));
        let number = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), number);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "12",
            "0123456789abcdeg",
            "0123456789ABCDEF",
            "+123456789abcdef",
        ] {
            let error = text.parse::<Fingerprint>().unwrap_err();
            assert!(error.to_string().ends_with(&format!("{text:?}")), "{error}");
        }
    }
}
