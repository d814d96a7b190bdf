//! The analysis of a board: its words by length and by position.

use serde::{Deserialize, Serialize};
use wgs_engine::Lexicon;
use wgs_engine::{Analysis, BestWord};

/// The analysis of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalyzeReply {
    /// The board as it was typed.
    pub board: String,
    /// The number of different words.
    pub words: u64,
    /// The total score of the words, each with its best path.
    pub points: u64,
    /// The word with the highest score; if several are equal, the first in alphabetical order.
    pub best: Option<BestReply>,
    /// The words by length, in ascending order.
    pub lengths: Vec<LengthReply>,
    /// The words by position, for all positions of the grid.
    pub positions: Vec<PositionReply>,
}

/// The word with the highest score, of a board or of a length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestReply {
    /// The word in upper case.
    pub word: String,
    /// Its score.
    pub score: u64,
}

/// The words of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LengthReply {
    /// The number of letters they count as.
    pub length: usize,
    /// The number of words.
    pub words: u64,
    /// The total score of the words.
    pub points: u64,
    /// The word with the highest score.
    pub best: Option<BestReply>,
}

/// The words that use the tile at one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionReply {
    /// The position, counted from 1.
    pub position: usize,
    /// The number of words that use it.
    pub words: u64,
    /// The total score of the words.
    pub points: u64,
}

impl AnalyzeReply {
    /// Converts an analysis. `board` is the text that the user typed.
    pub fn new(board: String, analysis: &Analysis, lexicon: &Lexicon) -> Self {
        let named = |best: Option<BestWord>| {
            best.map(|best| BestReply {
                word: lexicon.text(best.word),
                score: best.score,
            })
        };
        let lengths = (1..=analysis.longest()).map(|length| LengthReply {
            length,
            words: analysis.words_of_length(length),
            points: analysis.points_of_length(length),
            best: named(analysis.best_of_length(length)),
        });
        let positions = (1..=analysis.cells()).map(|position| PositionReply {
            position,
            words: analysis.words_at(position),
            points: analysis.points_at(position),
        });
        Self {
            board,
            words: analysis.words(),
            points: analysis.points(),
            best: named(analysis.best()),
            lengths: lengths.filter(|length| length.words > 0).collect(),
            positions: positions.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Grid, Rules, Solver};

    use super::*;

    #[test]
    fn an_analysis_is_written_with_these_fields() {
        let lexicon = Lexicon::from_text("cat cats").unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let rules = Rules::boggle();
        let solver = Solver::new(&lexicon, &grid, &rules);
        let analysis = Analysis::of(&mut solver.worker(), &"CATS".parse().unwrap()).unwrap();
        let reply = AnalyzeReply::new("CATS".to_owned(), &analysis, &lexicon);
        let json = concat!(
            r#"{"board":"CATS","words":2,"points":2,"best":{"word":"CAT","score":1},"#,
            r#""lengths":[{"length":3,"words":1,"points":1,"best":{"word":"CAT","score":1}},"#,
            r#"{"length":4,"words":1,"points":1,"best":{"word":"CATS","score":1}}],"#,
            r#""positions":[{"position":1,"words":2,"points":2},{"position":2,"words":2,"points":2},"#,
            r#"{"position":3,"words":2,"points":2},{"position":4,"words":1,"points":1}]}"#
        );
        assert_eq!(serde_json::to_string(&reply).unwrap(), json);
    }

    #[test]
    fn a_board_without_words_has_a_best_of_null() {
        let reply = AnalyzeReply::new(
            String::new(),
            &Analysis::default(),
            &Lexicon::from_text("").unwrap(),
        );
        let json = serde_json::to_string(&reply).unwrap();
        assert_eq!(
            json,
            r#"{"board":"","words":0,"points":0,"best":null,"lengths":[],"positions":[]}"#
        );
    }
}
