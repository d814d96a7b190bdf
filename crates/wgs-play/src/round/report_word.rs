//! A word of a round with the players who found it.

use serde::{Deserialize, Serialize};
use wgs_config::commonness::Commonness;
use wgs_engine::{Cell, SolvedWord};

use super::Round;

/// A word of a board, and who found it.
//
// Not a `WordView`, which is of one player: this one has all finders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReportWord {
    /// The word in upper case.
    pub word: String,
    /// Its points, whether or not they counted.
    pub points: u64,
    /// The cells that spell it, in order.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
    pub path: Vec<Cell>,
    /// How common it is, if that is known.
    pub commonness: Option<Commonness>,
    /// Who found it, in the order of finding.
    pub finders: Vec<Finder>,
    /// Whether it scored nothing because several players found it.
    pub is_cancelled: bool,
}

/// Who found a word, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Finder {
    /// The index of the player in the `players` of the report.
    pub player: u32,
    /// When, in milliseconds of playing time.
    pub time: u64,
}

impl ReportWord {
    /// Describes a word of a round that these players found.
    pub fn new(round: &Round, word: &SolvedWord, finders: Vec<Finder>) -> Self {
        Self {
            word: word.text.clone(),
            points: word.score.total,
            path: word.path.clone(),
            commonness: round.commonness(word),
            is_cancelled: round.setup().cancel && finders.len() > 1,
            finders,
        }
    }
}
