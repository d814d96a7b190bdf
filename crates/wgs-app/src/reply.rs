//! Answers as JSON: what `--json` prints, one object for each board. The fields are stable.
//!
//! ```
//! use wgs_app::reply::ScoreReply;
//!
//! let reply = ScoreReply { board: "ABCD".to_owned(), words: 18, points: 20 };
//! assert_eq!(
//!     serde_json::to_string(&reply)?,
//!     r#"{"board":"ABCD","words":18,"points":20}"#
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

mod boggle;
mod round;
mod scrabblet;
mod study;

use serde::{Deserialize, Serialize};
use wgs_core::{Board, Cell, Decimal, Lexicon, WordScore};
use wgs_lab::{Analysis, BestWord, BoardChecker, SpelledTile, TileOrigin, WordChecker};

use wgs_config::catalogue::Game;
use wgs_config::spelling::Spelling;
use wgs_play::scrabblet::{Hand, HandWord};

pub use boggle::BoggleReply;
pub use round::{FoundWordReply, PlayerReply, RoundReply};
pub use scrabblet::{AnagramsReply, WordReply};
pub use study::{
    FitReply, GrowthReply, MeanSearchReply, SearchReply, SeriesReply, SizeReply, StudyReply,
    WordsOfLengthReply,
};

/// The words of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveReply {
    /// The board as provided.
    pub board: String,
    /// How many different words are listed.
    pub words: u64,
    /// What they score, each at its best.
    pub points: u64,
    /// The words, or with duplicates all their paths.
    pub solutions: Vec<SolutionReply>,
}

impl SolveReply {
    /// All words of a hand. The hand is given as provided.
    pub fn of_hand(hand: &Hand, provided: &str) -> Self {
        let solution =
            |word: &HandWord| SolutionReply::new(word.text.clone(), &word.path, &word.score);
        Self {
            board: provided.to_owned(),
            words: hand.words().len() as u64,
            points: hand.points(),
            solutions: hand.words().iter().map(solution).collect(),
        }
    }
}

/// A word of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionReply {
    /// The word in upper case.
    pub word: String,
    /// What it scores.
    pub score: u64,
    /// The points of its letters with letter multipliers.
    pub letter_points: u64,
    /// The product of its word multipliers.
    pub word_multiplier: u64,
    /// Its length bonus, a summand or a factor as the rules say.
    #[serde(with = "decimal")]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub length_bonus: Decimal,
    /// How many letters it counts for.
    pub length: u32,
    /// The positions that spell it, from 1.
    pub positions: Vec<usize>,
    /// Its bonus for using every tile, left out when 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pangram_bonus: u32,
}

impl SolutionReply {
    /// A word with its path and score.
    pub fn new(word: String, path: &[Cell], score: &WordScore) -> Self {
        Self {
            word,
            score: score.total,
            letter_points: score.letter_points,
            word_multiplier: score.word_multiplier,
            length_bonus: score.length_bonus,
            length: score.length,
            positions: path.iter().map(|cell| cell.position()).collect(),
            pangram_bonus: score.pangram_bonus,
        }
    }
}

/// The number and the points of the words of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreReply {
    /// The board as provided.
    pub board: String,
    /// How many different words there are.
    pub words: u64,
    /// What they score, each at its best.
    pub points: u64,
}

/// What a board holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalyzeReply {
    /// The board as provided.
    pub board: String,
    /// How many different words there are.
    pub words: u64,
    /// What they score, each at its best.
    pub points: u64,
    /// The best word; among equals the alphabetically first.
    pub best: Option<BestReply>,
    /// The lengths that words have, ascending.
    pub lengths: Vec<LengthReply>,
    /// All positions of the grid.
    pub positions: Vec<PositionReply>,
}

/// The best word of a board or of a length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestReply {
    /// The word in upper case.
    pub word: String,
    /// What it scores.
    pub score: u64,
}

/// The words of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LengthReply {
    /// How many letters they count for.
    pub length: usize,
    /// How many there are.
    pub words: u64,
    /// What they score.
    pub points: u64,
    /// The best of them.
    pub best: Option<BestReply>,
}

/// The words that use the tile at one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionReply {
    /// The position, from 1.
    pub position: usize,
    /// How many words use it.
    pub words: u64,
    /// What they score.
    pub points: u64,
}

impl AnalyzeReply {
    /// What an analysis says. The board is given as provided.
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

/// A board that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateReply {
    /// The board.
    pub board: String,
    /// How many different words there are, if it was scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<u64>,
    /// What they score, each at its best, if it was scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u64>,
    /// The letters of the longest, if lengths were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u64>,
    /// Whether it is as wanted, if something was; if not, it is the best that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<bool>,
    /// The seed that creates it again as the same board of as many.
    pub seed: u64,
}

/// Whether a board can be laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckBoardReply {
    /// The board as provided.
    pub board: String,
    /// Whether the game's dice or letters can lay it.
    pub valid: bool,
    /// If explained, the die of each tile; none for an empty cell that needs no die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<Option<CheckedTileReply>>>,
    /// If explained, why it cannot be laid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// If explained, the positions of the tiles that compete for too few dice, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<usize>>,
}

impl CheckBoardReply {
    /// An answer without an explanation.
    pub fn new(board: String, valid: bool) -> Self {
        Self {
            board,
            valid,
            tiles: None,
            reason: None,
            positions: None,
        }
    }

    /// Checks a board and explains the answer.
    pub fn explained(
        text: String,
        board: &Board,
        checker: &mut BoardChecker,
        spelling: &Spelling,
    ) -> Self {
        let origins = checker.explain(board);
        let shown = |text: &str| spelling.show(text).into_owned();
        let mut reply = Self::new(text, origins.is_ok());
        match origins {
            Ok(origins) => {
                let tiles = board.tiles().iter().zip(origins).map(|(tile, origin)| {
                    let face = shown(&tile.face.to_string());
                    Some(CheckedTileReply::new(face, &origin?, spelling))
                });
                reply.tiles = Some(tiles.collect());
            }
            Err(shortage) => {
                reply.reason = Some(shown(&shortage.to_string()));
                reply.positions = Some(shortage.positions);
            }
        }
        reply
    }
}

/// Whether a word can be spelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckWordReply {
    /// The word as provided.
    pub word: String,
    /// Whether the game's dice or letters can spell it.
    pub valid: bool,
    /// If explained, the tiles that spell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<CheckedTileReply>>,
    /// If explained, why it cannot be spelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CheckWordReply {
    /// An answer without an explanation.
    pub fn new(word: String, valid: bool) -> Self {
        Self {
            word,
            valid,
            tiles: None,
            reason: None,
        }
    }

    /// Checks a word and explains the answer.
    pub fn explained(word: &str, checker: &mut WordChecker, spelling: &Spelling) -> Self {
        let spelled = checker.explain(&spelling.read(word));
        let shown = |text: &str| spelling.show(text).into_owned();
        let mut reply = Self::new(word.to_owned(), spelled.is_ok());
        match spelled {
            Ok(tiles) => {
                let tile = |tile: SpelledTile| {
                    CheckedTileReply::new(shown(&tile.face), &tile.origin, spelling)
                };
                reply.tiles = Some(tiles.into_iter().map(tile).collect());
            }
            Err(reason) => reply.reason = Some(shown(&reason.to_string())),
        }
        reply
    }
}

/// A tile and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckedTileReply {
    /// What the tile shows.
    pub face: String,
    /// The die, from 1; null for a letter of a pool.
    pub die: Option<usize>,
    /// The faces of the die, or the letter.
    pub faces: String,
}

impl CheckedTileReply {
    /// A tile that comes from a die or a pool.
    fn new(face: String, origin: &TileOrigin, spelling: &Spelling) -> Self {
        Self {
            face,
            die: origin.die,
            faces: spelling.show(&origin.faces).into_owned(),
        }
    }
}

/// A game and what it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameReply {
    /// Its name.
    pub game: String,
    /// The name of its grid.
    pub grid: Option<String>,
    /// How many cells the grid has.
    pub cells: Option<usize>,
    /// The name of its scoring rules.
    pub scoring_rules: Option<String>,
    /// The fewest letters of a word that counts.
    pub min_word_length: Option<u32>,
    /// The name of its letter distribution.
    pub letter_distribution: Option<String>,
    /// The name of its dictionary.
    pub dictionary: Option<String>,
}

impl GameReply {
    /// What a game is made of.
    pub fn new(game: Game<'_>) -> Self {
        Self {
            game: game.name().to_owned(),
            grid: game.grid_name().map(str::to_owned),
            cells: game.grid().map(|grid| grid.len()),
            scoring_rules: game.scoring_name().map(str::to_owned),
            min_word_length: game.rules().map(|rules| rules.min_word_length),
            letter_distribution: game.distribution_name().map(str::to_owned),
            dictionary: game.dictionary_name().map(str::to_owned),
        }
    }
}

/// How many words can be spelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CountReply {
    /// How many can.
    pub spelled: u64,
    /// How many cannot.
    pub unspelled: u64,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Decimals as JSON numbers: whole ones without a point, others as short as they are exact.
mod decimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use wgs_core::Decimal;

    pub(super) fn serialize<S: Serializer>(
        decimal: &Decimal,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = decimal.to_string();
        match text.parse::<u64>() {
            Ok(whole) => serializer.serialize_u64(whole),
            // Twelve digits or so survive the way through a binary fraction.
            Err(_) => serializer.serialize_f64(text.parse().expect("decimals are numbers")),
        }
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Decimal, D::Error> {
        let number = f64::deserialize(deserializer)?;
        number.to_string().parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use wgs_core::{Adjacency, Grid, Rules, Solver};

    use super::*;

    fn reply(length_bonus: &str, pangram_bonus: u32) -> SolutionReply {
        let score = WordScore {
            letter_points: 7,
            word_multiplier: 2,
            length_bonus: length_bonus.parse().unwrap(),
            pangram_bonus,
            total: 21,
            length: 3,
        };
        SolutionReply::new("INK".to_owned(), &[8, 13, 10].map(Cell::new), &score)
    }

    #[test]
    fn a_solution_is_written_with_these_fields() {
        let start =
            r#"{"word":"INK","score":21,"letter_points":7,"word_multiplier":2,"length_bonus":"#;
        let end = r#","length":3,"positions":[9,14,11]"#;
        for (bonus, pangram, written, last) in [
            ("0", 0, "0", "}"),
            ("1.5", 0, "1.5", "}"),
            ("999999.999999", 0, "999999.999999", "}"),
            ("11", 7, "11", r#","pangram_bonus":7}"#),
        ] {
            let reply = reply(bonus, pangram);
            let json = serde_json::to_string(&reply).unwrap();
            assert_eq!(json, format!("{start}{written}{end}{last}"));
            assert_eq!(serde_json::from_str::<SolutionReply>(&json).unwrap(), reply);
        }
    }

    #[test]
    fn an_analysis_is_written_with_these_fields() {
        let lexicon = Lexicon::from_text("cat cats").unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let rules = Rules::boggle();
        let solver = Solver::new(&lexicon, &grid, &rules);
        let analysis = Analysis::of(&mut solver.worker(), &"CATS".parse().unwrap());
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
