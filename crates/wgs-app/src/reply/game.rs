//! A game of the configuration.

use serde::{Deserialize, Serialize};
use wgs_config::catalogue::Game;

/// A game and the names of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameReply {
    /// Its name.
    pub game: String,
    /// A name that is easy to type, and that finds the game too.
    pub short_name: String,
    /// The name of its grid.
    pub grid: Option<String>,
    /// The number of cells of the grid.
    pub cells: Option<usize>,
    /// The name of its scoring rules.
    pub scoring_rules: Option<String>,
    /// The minimum number of letters of a word.
    pub min_word_length: Option<u32>,
    /// The name of its letter distribution.
    pub letter_distribution: Option<String>,
    /// The name of its dictionary.
    pub dictionary: Option<String>,
}

impl GameReply {
    /// Describes a game of a configuration.
    pub fn new(game: Game<'_>) -> Self {
        Self {
            game: game.name().to_owned(),
            short_name: game.short_name(),
            grid: game.grid_name().map(str::to_owned),
            cells: game.grid().map(|grid| grid.len()),
            scoring_rules: game.scoring_name().map(str::to_owned),
            min_word_length: game.rules().map(|rules| rules.min_word_length),
            letter_distribution: game.distribution_name().map(str::to_owned),
            dictionary: game.dictionary_name().map(str::to_owned),
        }
    }
}
