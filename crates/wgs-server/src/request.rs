//! What may be asked, as JSON: the flags of the commands, under the same names. A field that
//! nobody knows is refused.

use serde::Deserialize;
use utoipa::ToSchema;
use wgs_app::listing::FilterOptions;
use wgs_app::target::{RangeError, Target, read_range};
use wgs_config::SortOrder;

use crate::limit::Limits;

/// Boards whose words are asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// The game, as `/api/v1/games` lists them.
    #[schema(example = "Boggle (New)")]
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Option<String>,
    /// Several boards, answered in order.
    pub(crate) boards: Option<Vec<String>>,
    /// A dictionary of the configuration, instead of the game's.
    pub(crate) dictionary: Option<String>,
    /// Refuse boards with more or fewer tiles than the grid has cells.
    #[serde(default)]
    pub(crate) strict: bool,
    /// List every path of every word, as `wgs solve-dups` does.
    #[serde(default)]
    pub(crate) duplicates: bool,
    /// Only words that match this regular expression, in any case and anywhere in the word.
    pub(crate) regex: Option<String>,
    /// Only words that start at this position, from 1; of several, at any.
    #[serde(default)]
    pub(crate) starts_with: Vec<usize>,
    /// Only words that use this position, from 1; of several, all.
    #[serde(default)]
    pub(crate) contains: Vec<usize>,
    /// Only words of at least so many letters.
    #[serde(default)]
    pub(crate) min_length: u32,
    /// In which order: `word`, `score` or `length`.
    #[serde(default)]
    #[schema(value_type = String, example = "word")]
    pub(crate) sort: SortOrder,
    /// At most so many words.
    pub(crate) limit: Option<usize>,
}

impl SolveRequest {
    pub(crate) fn filter(&self) -> FilterOptions {
        FilterOptions {
            regex: self.regex.clone(),
            starts_with: self.starts_with.clone(),
            contains: self.contains.clone(),
            min_length: self.min_length,
            sort: self.sort,
            limit: self.limit,
        }
    }

    /// Whether every path of a word is looked at, however many there are.
    pub(crate) fn has_many_paths(&self, limits: &Limits) -> bool {
        let by_path = !self.starts_with.is_empty() || !self.contains.is_empty();
        // A list in alphabetical order ends at its limit, and the search with it.
        let ends =
            self.sort == SortOrder::Word && self.limit.is_some_and(|it| it <= limits.solutions);
        by_path || (self.duplicates && !ends)
    }

    /// Whether all words are listed as they are found.
    pub(crate) fn is_plain(&self) -> bool {
        !self.duplicates
            && self.regex.is_none()
            && self.starts_with.is_empty()
            && self.contains.is_empty()
    }
}

/// Boards whose words are counted, or analysed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardsRequest {
    /// The game, as `/api/v1/games` lists them.
    #[schema(example = "Boggle (New)")]
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Option<String>,
    /// Several boards, answered in order.
    pub(crate) boards: Option<Vec<String>>,
    /// A dictionary of the configuration, instead of the game's.
    pub(crate) dictionary: Option<String>,
    /// Refuse boards with more or fewer tiles than the grid has cells.
    #[serde(default)]
    pub(crate) strict: bool,
}

/// Boards that may or may not be laid with the game's dice or letters.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckBoardRequest {
    /// The game, as `/api/v1/games` lists them.
    #[schema(example = "Boggle (New)")]
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Option<String>,
    /// Several boards, answered in order.
    pub(crate) boards: Option<Vec<String>>,
    /// Tell which die shows each tile, or which tiles compete for too few dice.
    #[serde(default)]
    pub(crate) explain: bool,
}

/// Words that may or may not be spelled with the game's dice or letters.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckWordRequest {
    /// The game, as `/api/v1/games` lists them.
    #[schema(example = "Boggle (New)")]
    pub(crate) game: String,
    /// The word.
    pub(crate) word: Option<String>,
    /// Several words, answered in order.
    pub(crate) words: Option<Vec<String>>,
    /// Tell which dice spell the word, or why none do.
    #[serde(default)]
    pub(crate) explain: bool,
    /// Tell only how many words can be spelled and how many cannot.
    #[serde(default)]
    pub(crate) count: bool,
}

/// What boards to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateRequest {
    /// The game, as `/api/v1/games` lists them.
    #[schema(example = "Boggle (New)")]
    pub(crate) game: String,
    /// How many boards; without it, one that is not in a list.
    pub(crate) boards: Option<u64>,
    /// The fewest words, or with minimize the most.
    pub(crate) min_words: Option<u64>,
    /// The fewest points, or with minimize the most.
    pub(crate) min_points: Option<u64>,
    /// Make boards with few words and points: none, or as many as given.
    #[serde(default)]
    pub(crate) minimize: bool,
    /// How many words: a range such as `"80..120"`, `"80.."` or `"..120"`, or a number.
    pub(crate) words: Option<Span>,
    /// How many points: a range, or a number.
    pub(crate) points: Option<Span>,
    /// How many letters the longest word has: a range, or a number.
    pub(crate) longest: Option<Span>,
    /// Words to lay on every board.
    #[serde(default)]
    pub(crate) must_contain: Vec<String>,
    /// Where chance begins: the same number gives the same boards.
    pub(crate) seed: Option<u64>,
    /// Stop after so many seconds with the best that was found; never later than the server
    /// allows.
    pub(crate) timeout: Option<f64>,
    /// A dictionary of the configuration, instead of the game's.
    pub(crate) dictionary: Option<String>,
}

impl CreateRequest {
    pub(crate) fn target(&self) -> Result<Target, String> {
        let range = |name: &str, span: &Option<Span>| {
            let range = span.as_ref().map(Span::range).transpose();
            range.map_err(|error| format!("{name}: {error}"))
        };
        let (words, points) = (range("words", &self.words)?, range("points", &self.points)?);
        for (name, taken) in [("words", &words), ("points", &points)] {
            if taken.is_some() && self.minimize {
                return Err(format!(
                    "{name} and minimize are two ways to say it; wanted one"
                ));
            }
        }
        for (name, taken) in [
            ("words", words.is_some() && self.min_words.is_some()),
            ("points", points.is_some() && self.min_points.is_some()),
        ] {
            if taken {
                return Err(format!(
                    "{name} and min_{name} are two ways to say it; wanted one"
                ));
            }
        }
        Ok(Target {
            min_words: self.min_words,
            min_points: self.min_points,
            minimize: self.minimize,
            words,
            points,
            longest: range("longest", &self.longest)?,
        })
    }
}

/// A range as text, or a number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(
    untagged,
    expecting = "wanted a range such as \"80..120\", \"80..\" or \"..120\", or a number"
)]
pub(crate) enum Span {
    /// Exactly so many.
    Number(u64),
    /// From one number to another.
    Text(String),
}

impl Span {
    fn range(&self) -> Result<std::ops::RangeInclusive<u64>, RangeError> {
        match self {
            Self::Number(number) => Ok(*number..=*number),
            Self::Text(text) => read_range(text),
        }
    }
}

/// A configuration to be saved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfigRequest {
    /// The text of the file.
    pub(crate) text: String,
    /// The version that was changed, as it was given out. If the file has another by now, it
    /// is not overwritten.
    pub(crate) version: String,
}
