//! The settings of a room: the game and its rules. The owner changes them between rounds.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::difficulty::Difficulty;
use crate::level::Level;
use crate::round::Penalty;

/// The game of a room and its rules.
///
/// ```
/// use wgs_play::room::{RoomSettings, Scoring};
///
/// let settings: RoomSettings = serde_json::from_str(
///     r#"{"game": "Boggle (New)", "seconds": 120, "scoring": "cooperative"}"#,
/// )?;
/// assert_eq!(settings.scoring, Scoring::Cooperative);
/// assert_eq!(settings.rounds, 3);
/// settings.check()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(description = "What is played in a room, and how.")
)]
#[serde(default, deny_unknown_fields)]
pub struct RoomSettings {
    /// The name of the game.
    pub game: String,
    /// The dictionary, if it is not the game's.
    pub dictionary: Option<String>,
    /// The number of rows and columns, such as `5x6`, if it is not that of the game's grid.
    pub size: Option<String>,
    /// The difficulty of the boards; none for any.
    pub difficulty: Option<Difficulty>,
    /// The time of a round in seconds.
    pub seconds: u32,
    /// The number of rounds in a match.
    pub rounds: u32,
    /// What counts.
    pub scoring: Scoring,
    /// Who deals the board.
    pub dealing: Dealing,
    /// The points that a guess loses if it is not in the dictionary; none if such guesses cost
    /// nothing.
    pub penalty: Option<Penalty>,
    /// The computer players.
    pub computers: Vec<Level>,
    /// The largest number of people who play.
    pub max_players: u32,
    /// Whether members can send messages to each other.
    pub has_chat: bool,
    /// Whether the room is in the public list of rooms, if the server has one.
    pub is_public: bool,
    /// Whether rounds change the ratings of their players.
    pub is_rated: bool,
}

impl Default for RoomSettings {
    fn default() -> Self {
        Self {
            game: "Boggle (New)".to_owned(),
            dictionary: None,
            size: None,
            difficulty: None,
            seconds: 180,
            rounds: 3,
            scoring: Scoring::default(),
            dealing: Dealing::default(),
            penalty: None,
            computers: Vec::new(),
            max_players: 8,
            has_chat: true,
            is_public: false,
            is_rated: true,
        }
    }
}

/// What counts in a round between several players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// A word found by several players counts for none of them.
    #[default]
    Classic,
    /// Every word counts for everyone who finds it.
    Individual,
    /// All people look for words together; each word counts once, for all.
    Cooperative,
}

/// Who deals the board of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// The server.
    #[default]
    Server,
    /// One of the players after the other. The dealer chooses the letters, or has them drawn, and
    /// does not play.
    Member,
}

/// Why a room cannot have these settings.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{key}: expected {expected}, found {found}")]
pub struct SettingsError {
    /// The field.
    pub key: String,
    /// The values that are allowed.
    pub expected: String,
    /// The value that was found.
    pub found: String,
}

impl RoomSettings {
    /// The largest number of people who play in one room.
    pub const MAX_PLAYERS: u32 = 50;

    /// The largest number of computer players.
    pub const MAX_COMPUTERS: usize = 6;

    /// The longest name of a game or a dictionary, in bytes.
    const MAX_NAME: usize = 200;

    /// Checks that a room can have these settings. Whether there is such a game is found out when
    /// its board is dealt.
    pub fn check(&self) -> Result<(), SettingsError> {
        let check = |key: &str, is_valid: bool, expected: String, found: String| match is_valid {
            true => Ok(()),
            false => Err(SettingsError {
                key: key.to_owned(),
                expected,
                found,
            }),
        };
        let range = |key: &str, found: usize, least: usize, most: usize| {
            let is_valid = (least..=most).contains(&found);
            check(
                key,
                is_valid,
                format!("{least} to {most}"),
                found.to_string(),
            )
        };
        range("seconds", self.seconds as usize, 10, 3600)?;
        range("rounds", self.rounds as usize, 1, 20)?;
        let most = Self::MAX_PLAYERS as usize;
        range("max_players", self.max_players as usize, 2, most)?;
        range("computers", self.computers.len(), 0, Self::MAX_COMPUTERS)?;
        for (key, text) in [
            ("game", Some(&self.game)),
            ("dictionary", self.dictionary.as_ref()),
            ("size", self.size.as_ref()),
        ] {
            let length = text.map_or(1, String::len);
            let is_valid = (1..=Self::MAX_NAME).contains(&length);
            let expected = format!("1 to {} bytes", Self::MAX_NAME);
            check(key, is_valid, expected, length.to_string())?;
        }
        Ok(())
    }
}
