//! A hint that the player has asked for, in words.

use wgs_play::RoundHint;

use crate::text::{tr, tr_with};

/// A hint that was given.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenHint {
    /// The hint.
    pub hint: RoundHint,
    /// The number of words that were found when it was given.
    pub found: usize,
}

/// A hint in words, as a reactive value.
pub fn hint_text(hint: &RoundHint) -> String {
    match hint {
        RoundHint::Tiles(_) => tr("play.hint.tiles-shown"),
        RoundHint::Lengths(lengths) => {
            let lengths = lengths.iter().map(|hint| {
                let values = [
                    ("length", &*hint.length.to_string()),
                    ("words", &*hint.words.to_string()),
                ];
                tr_with("play.hint.length", &values)
            });
            lengths.collect::<Vec<_>>().join(", ")
        }
        RoundHint::Starts(starts) => {
            let starts = starts.iter().map(|hint| match hint.words {
                1 => hint.start.clone(),
                words => format!("{} ×{words}", hint.start),
            });
            starts.collect::<Vec<_>>().join(", ")
        }
        RoundHint::Path { word, .. } => tr_with("play.hint.word", &[("word", word)]),
    }
}
