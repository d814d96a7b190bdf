//! Hands, guesses and single words of Scrabblet. The words of a hand are a
//! [`SolveReply`](crate::reply::SolveReply).

use serde::{Deserialize, Serialize};
use wgs_engine::WordScore;
use wgs_engine::spelling::Spelling;
use wgs_play::scrabblet::{RejectedHand, Signature};
use wgs_play::{PlayerId, Round, SolvedBoard, Verdict};

/// A hand that was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealReply {
    /// The tiles of the hand.
    #[cfg_attr(feature = "openapi", schema(example = "RUOLFNT"))]
    pub hand: String,
    /// The number of different words it makes.
    pub words: u64,
    /// The total score of the words.
    pub points: u64,
    /// The random seed. The same request with this seed deals the same hands.
    pub seed: u64,
    /// The hands that were rejected before it, if they were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<Vec<RejectedHandReply>>,
}

/// A hand that was dealt and rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RejectedHandReply {
    /// The tiles of the hand.
    #[cfg_attr(feature = "openapi", schema(example = "IAAJOGA"))]
    pub hand: String,
    /// The reason.
    #[cfg_attr(feature = "openapi", schema(example = "5 vowels, expected at most 3"))]
    pub reason: String,
}

impl DealReply {
    /// A hand that was dealt. `spelling` is that of the game.
    pub fn new(hand: &SolvedBoard, seed: u64, spelling: &Spelling) -> Self {
        Self {
            hand: spelling.show(&hand.to_string()).into_owned(),
            words: hand.words().len() as u64,
            points: hand.points(),
            seed,
            rejected: None,
        }
    }
}

impl RejectedHandReply {
    /// A hand that was rejected. `spelling` is that of the game.
    pub fn new(rejected: &RejectedHand, spelling: &Spelling) -> Self {
        Self {
            hand: spelling.show(&rejected.hand.to_string()).into_owned(),
            reason: rejected.defect.to_string(),
        }
    }
}

/// A game with a hand: every guess, and their total score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScrabbletReply {
    /// The tiles of the hand.
    #[cfg_attr(feature = "openapi", schema(example = "RUOLFNT"))]
    pub hand: String,
    /// The number of different words it makes.
    pub words: u64,
    /// The total score of the words.
    pub points: u64,
    /// The guesses in their order.
    pub guesses: Vec<GuessReply>,
    /// The number of different words that were found.
    pub found: u64,
    /// The total score of the guesses. Penalties may bring it below 0.
    pub score: i64,
}

/// A guess.
///
/// ```
/// use wgs_app::reply::GuessReply;
/// use wgs_play::Verdict;
///
/// let reply = GuessReply::new("trunt".to_owned(), &Verdict::NotInDictionary, 5);
/// assert_eq!(
///     serde_json::to_string(&reply)?,
///     r#"{"word":"trunt","valid":false,"reason":"not in the dictionary","penalty":5}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(description = "A guess.")
)]
pub struct GuessReply {
    /// The word as it was typed.
    pub word: String,
    /// Whether it counts.
    pub valid: bool,
    /// If it counts, its score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
    /// If it counts, the positions of its tiles, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<usize>>,
    /// If it does not count, the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The points lost because it is not in the dictionary; omitted if it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl GuessReply {
    /// A guess that was judged, and the points that it lost.
    pub fn new(word: String, verdict: &Verdict, penalty: u64) -> Self {
        let (score, positions, reason) = match verdict {
            Verdict::Counts { points, path, .. } => {
                let positions = path.iter().map(|cell| cell.position()).collect();
                (Some(*points), Some(positions), None)
            }
            verdict => (None, None, Some(reason_of(verdict))),
        };
        Self {
            word,
            valid: verdict.counts(),
            score,
            positions,
            reason,
            penalty,
        }
    }
}

impl ScrabbletReply {
    /// A round of one player, with the replies to the guesses.
    pub fn new(round: &Round, guesses: Vec<GuessReply>) -> Self {
        let (hand, player) = (round.solved_board(), PlayerId::default());
        Self {
            hand: round.spelling().show(&hand.to_string()).into_owned(),
            words: hand.words().len() as u64,
            points: hand.points(),
            guesses,
            found: round.found(player).len() as u64,
            score: round.points(player),
        }
    }
}

/// The score of a word.
///
/// ```
/// use wgs_app::reply::WordReply;
/// use wgs_play::Verdict;
///
/// let scored = Err(Verdict::NotInDictionary);
/// let reply = WordReply::new("TRAPZOID".to_owned(), scored);
/// assert_eq!(
///     serde_json::to_string(&reply)?,
///     r#"{"word":"TRAPZOID","valid":false,"reason":"not in the dictionary"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(description = "The score of a word.")
)]
pub struct WordReply {
    /// The word as it was typed.
    pub word: String,
    /// Whether it counts.
    pub valid: bool,
    /// If it counts, its score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
    /// If it counts, its signature in decimal digits, which may be too large for a JSON number. A word
    /// whose signature would exceed 128 bits has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// If it does not count, the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl WordReply {
    /// A word that was scored.
    pub fn new(word: String, scored: Result<(WordScore, Option<Signature>), Verdict>) -> Self {
        let reason = scored.as_ref().err().map(reason_of);
        let (score, signature) = scored.ok().unzip();
        Self {
            word,
            valid: score.is_some(),
            score: score.map(|score| score.total),
            signature: signature.flatten().map(|signature| signature.to_string()),
            reason,
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

/// Returns why a guess does not count, without the verb before the reason.
fn reason_of(verdict: &Verdict) -> String {
    let text = match verdict {
        Verdict::TooShort { required: 1, .. } => {
            return "too short: words have at least 1 letter".to_owned();
        }
        Verdict::TooShort { required, .. } => {
            return format!("too short: words have at least {required} letters");
        }
        verdict => verdict.to_string(),
    };
    let without_verb = text.strip_prefix("is ").or(text.strip_prefix("was "));
    without_verb.unwrap_or(&text).to_owned()
}
