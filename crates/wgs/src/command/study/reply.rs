//! The JSON of `wgs study`: the cost of searching one board, or how it grows with the board.
//! Numbers of paths and bounds are too large for JSON numbers, so they are logarithms.

use serde::Serialize;
use wgs_study::{Fit, Pruning, SearchOrder};

/// The cost of searching a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct StudyReply {
    /// The board as it was typed.
    pub(super) board: String,
    /// The number of columns.
    pub(super) columns: u32,
    /// The number of rows.
    pub(super) rows: u32,
    /// The cost with each pruning, the one with the most moves first, and last that of searching
    /// longest first.
    pub(super) searches: Vec<SearchReply>,
    /// The common logarithm of the number of all paths; null if it is not known.
    pub(super) paths_log10: Option<f64>,
    /// The number of words.
    pub(super) words: u64,
    /// The words by length, in ascending order.
    pub(super) lengths: Vec<WordsOfLengthReply>,
    /// All words in alphabetical order.
    pub(super) alphabetical: Vec<String>,
}

/// The cost of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SearchReply {
    /// The pruning: `none`, `substring`, `prefix` or `suffix`.
    pub(super) pruning: String,
    /// The order: `depth first` or `longest first`.
    pub(super) order: String,
    /// The number of moves.
    pub(super) moves: u64,
    /// The number of moves after which the first of the longest words was found; null if there
    /// are no words.
    pub(super) longest_after: Option<u64>,
    /// The number of words found.
    pub(super) words: u64,
    /// The time.
    pub(super) seconds: f64,
    /// Whether the search was completed, and not stopped by the limit.
    pub(super) complete: bool,
}

/// The words of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct WordsOfLengthReply {
    /// The number of letters.
    pub(super) length: usize,
    /// The words in alphabetical order.
    pub(super) words: Vec<String>,
}

/// How the cost of searching grows with the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct GrowthReply {
    /// The number of random boards of each size.
    pub(super) boards: u32,
    /// The random seed.
    pub(super) seed: u64,
    /// The measurements for each size, in ascending order.
    pub(super) sizes: Vec<SizeReply>,
    /// The curves fitted to each series of means.
    pub(super) fits: Vec<SeriesReply>,
}

/// The measurements for one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SizeReply {
    /// The number of rows and of columns.
    pub(super) side: u32,
    /// The mean number of words of a board.
    pub(super) words: f64,
    /// The mean cost with each pruning. Without pruning all boards take the same number of
    /// moves, so that number is calculated, and the time is that of a single board, if it can
    /// be measured at all.
    pub(super) searches: Vec<MeanSearchReply>,
    /// The common logarithm of the report's bound with 6 neighbours; null for one tile.
    pub(super) bound_6_log10: Option<f64>,
    /// The common logarithm of the report's bound with 8 neighbours; null for one tile.
    pub(super) bound_8_log10: Option<f64>,
}

/// The mean cost of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct MeanSearchReply {
    /// The pruning: `none`, `substring`, `prefix` or `suffix`.
    pub(super) pruning: String,
    /// The order: `depth first` or `longest first`.
    pub(super) order: String,
    /// The number of moves; null if it is not known.
    pub(super) moves: Option<f64>,
    /// The number of moves after which the first of the longest words was found, on boards with
    /// words; null if it was not measured.
    pub(super) longest_after: Option<f64>,
    /// The time; null if it was not measured.
    pub(super) seconds: Option<f64>,
}

/// The curves fitted to a series of means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SeriesReply {
    /// The quantity: `moves`, `seconds` or `words`.
    pub(super) measure: String,
    /// The pruning; null for words.
    pub(super) pruning: Option<String>,
    /// The curves, the best fit first.
    pub(super) curves: Vec<FitReply>,
}

/// A curve and how well it fits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct FitReply {
    /// `quadratic`, `power law` or `exponential`.
    pub(super) curve: String,
    /// The formula, with rounded parameters.
    pub(super) formula: String,
    /// The parameters of the curve.
    pub(super) parameters: Vec<f64>,
    /// R² of the values: the share of their variance that the curve explains.
    pub(super) r_squared: f64,
    /// R² of the logarithms; null if the curve falls to 0 or below.
    pub(super) log_r_squared: Option<f64>,
    /// R² of the logarithms, adjusted for the number of parameters; null if there are too few
    /// sizes.
    pub(super) adjusted_log_r_squared: Option<f64>,
    /// The predictions of the curve for larger boards, if the user wants them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) projected: Vec<PointReply>,
}

/// A value that belongs to a size: a given point, or the prediction of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct PointReply {
    /// The number of rows and of columns.
    pub(super) side: u32,
    /// The value.
    pub(super) value: f64,
}

/// The curves fitted to given points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PointsReply {
    /// The points, in ascending order of their sides.
    pub(super) points: Vec<PointReply>,
    /// The curves, the best fit first.
    pub(super) curves: Vec<FitReply>,
}

impl FitReply {
    /// Converts a fit, with its predictions for some sides.
    pub(super) fn new(fit: &Fit, projected: impl IntoIterator<Item = u32>) -> Self {
        let project = |side| PointReply {
            side,
            value: fit.curve.at(f64::from(side)),
        };
        Self {
            projected: projected.into_iter().map(project).collect(),
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
    /// Returns the cost of a search, if it was measured.
    pub(super) fn search(&self, pruning: Pruning, order: SearchOrder) -> Option<&MeanSearchReply> {
        let (pruning, order) = (pruning.to_string(), order.to_string());
        let mut searches = self.searches.iter();
        searches.find(|search| search.pruning == pruning && search.order == order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_found_by_its_pruning_and_its_order() {
        let prefix = MeanSearchReply {
            pruning: Pruning::Prefix.to_string(),
            order: SearchOrder::DepthFirst.to_string(),
            moves: Some(36.0),
            longest_after: None,
            seconds: None,
        };
        let size = SizeReply {
            side: 2,
            words: 9.0,
            searches: vec![prefix],
            bound_6_log10: None,
            bound_8_log10: None,
        };
        let found = size.search(Pruning::Prefix, SearchOrder::DepthFirst);
        assert_eq!(found.unwrap().moves, Some(36.0));
        assert_eq!(
            size.search(Pruning::Prefix, SearchOrder::LongestFirst),
            None
        );
    }
}
