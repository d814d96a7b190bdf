//! Single words of Scrabblet. The words of a hand are a
//! [`SolveReply`](crate::reply::SolveReply).

use serde::{Deserialize, Serialize};

/// The score of a word.
///
/// ```
/// use wgs_app::reply::WordReply;
///
/// let reply = WordReply::rejected("TRAPZOID".to_owned(), "not in the dictionary".to_owned());
/// assert_eq!(
///     serde_json::to_string(&reply)?,
///     r#"{"word":"TRAPZOID","valid":false,"reason":"not in the dictionary"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordReply {
    /// The word as it was typed.
    pub word: String,
    /// Whether it counts.
    pub valid: bool,
    /// If it counts, its score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
    /// If it counts, its signature in decimal digits, which may be too large for a JSON number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// If it does not count, the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl WordReply {
    /// A word that counts.
    pub fn valid(word: String, score: u64, signature: String) -> Self {
        Self {
            word,
            valid: true,
            score: Some(score),
            signature: Some(signature),
            reason: None,
        }
    }

    /// A word that does not count.
    pub fn rejected(word: String, reason: String) -> Self {
        Self {
            word,
            valid: false,
            score: None,
            signature: None,
            reason: Some(reason),
        }
    }
}

/// The words that consist of the same letters.
///
/// ```
/// use wgs_app::reply::AnagramsReply;
///
/// let reply = AnagramsReply {
///     letters: "abel".to_owned(),
///     signature: "2442".to_owned(),
///     words: vec!["ABLE".to_owned(), "LABEL".to_owned()],
/// };
/// assert_eq!(
///     serde_json::to_string(&reply)?,
///     r#"{"letters":"abel","signature":"2442","words":["ABLE","LABEL"]}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnagramsReply {
    /// The letters as they were typed.
    pub letters: String,
    /// Their signature in decimal digits, which may be too large for a JSON number.
    pub signature: String,
    /// The words in upper case, in alphabetical order.
    pub words: Vec<String>,
}
