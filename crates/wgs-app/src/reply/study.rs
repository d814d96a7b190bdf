//! What a study says: the cost of searching one board, or how it grows with the board.
//! Numbers of paths and bounds are beyond what JSON numbers hold, so those are logarithms.

use serde::{Deserialize, Serialize};
use wgs_lab::{Fit, Pruning};

/// What it takes to search a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyReply {
    /// The board as provided.
    pub board: String,
    /// Its columns and rows.
    pub columns: u32,
    /// Its rows.
    pub rows: u32,
    /// What each pruning takes, that with the most moves first.
    pub searches: Vec<SearchReply>,
    /// The common logarithm of the number of all paths; null if that is not known.
    pub paths_log10: Option<f64>,
    /// How many words there are.
    pub words: u64,
    /// The lengths that words have, ascending, and the words of each.
    pub lengths: Vec<WordsOfLengthReply>,
    /// All words in alphabetical order.
    pub alphabetical: Vec<String>,
}

/// What a search takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchReply {
    /// When it turns back: `none`, `substring` or `prefix`.
    pub pruning: String,
    /// The moves it made.
    pub moves: u64,
    /// The words it found.
    pub words: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether it came to its end, and was not stopped by the limit.
    pub complete: bool,
}

/// The words of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordsOfLengthReply {
    /// How many letters they have.
    pub length: usize,
    /// The words in alphabetical order.
    pub words: Vec<String>,
}

/// How the cost of searching grows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GrowthReply {
    /// How many random boards were searched of each size.
    pub boards: u32,
    /// The seed that draws them again.
    pub seed: u64,
    /// What was measured at each size, ascending.
    pub sizes: Vec<SizeReply>,
    /// The curves through each series of means, the best first.
    pub fits: Vec<SeriesReply>,
}

/// What was measured at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeReply {
    /// The rows and columns of its boards.
    pub side: u32,
    /// The words of a board, on average.
    pub words: f64,
    /// What each pruning takes, on average. Without pruning all boards take the same moves, so
    /// these are counted, and the time is that of one board, if it can be measured at all.
    pub searches: Vec<MeanSearchReply>,
    /// The common logarithm of the report's bound with 6 neighbours; null for one tile.
    pub bound_6_log10: Option<f64>,
    /// The common logarithm of the report's bound with 8 neighbours; null for one tile.
    pub bound_8_log10: Option<f64>,
}

/// What a search takes on average.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanSearchReply {
    /// When it turns back: `none`, `substring` or `prefix`.
    pub pruning: String,
    /// The moves; null if not known.
    pub moves: Option<f64>,
    /// The time; null if not measured.
    pub seconds: Option<f64>,
}

/// The curves through a series of means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeriesReply {
    /// What grows: `moves`, `seconds` or `words`.
    pub measure: String,
    /// With which pruning; null for words.
    pub pruning: Option<String>,
    /// The curves, the best first.
    pub curves: Vec<FitReply>,
}

/// A curve and how well it fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitReply {
    /// `quadratic`, `power law` or `exponential`.
    pub curve: String,
    /// The formula, for people.
    pub formula: String,
    /// The numbers of the curve, exactly.
    pub parameters: Vec<f64>,
    /// The share of the variance of the values that it explains.
    pub r_squared: f64,
    /// The share for the logarithms; null if the curve falls to 0 or below.
    pub log_r_squared: Option<f64>,
    /// That with a penalty for each number of the curve; null if the sizes are too few.
    pub adjusted_log_r_squared: Option<f64>,
}

impl FitReply {
    /// What a fit says.
    pub fn new(fit: &Fit) -> Self {
        Self {
            curve: fit.curve.name().to_owned(),
            formula: fit.curve.to_string(),
            parameters: fit.curve.parameters(),
            r_squared: fit.r_squared,
            log_r_squared: fit.log_r_squared,
            adjusted_log_r_squared: fit.adjusted_log_r_squared,
        }
    }
}

impl SizeReply {
    /// What a search with this pruning takes, if it was measured.
    ///
    /// ```
    /// use wgs_app::reply::{MeanSearchReply, SizeReply};
    /// use wgs_lab::Pruning;
    ///
    /// let prefix = MeanSearchReply {
    ///     pruning: Pruning::Prefix.to_string(),
    ///     moves: Some(36.0),
    ///     seconds: None,
    /// };
    /// let size = SizeReply {
    ///     side: 2,
    ///     words: 9.0,
    ///     searches: vec![prefix],
    ///     bound_6_log10: None,
    ///     bound_8_log10: None,
    /// };
    /// assert_eq!(size.search(Pruning::Prefix).unwrap().moves, Some(36.0));
    /// assert_eq!(size.search(Pruning::None), None);
    /// ```
    pub fn search(&self, pruning: Pruning) -> Option<&MeanSearchReply> {
        let name = pruning.to_string();
        self.searches.iter().find(|search| search.pruning == name)
    }
}
