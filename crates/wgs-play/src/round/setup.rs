//! The setup of a round: the game, the board, the players and the rules.
//! A setup is plain data, with which a round can be saved, sent and started again. Playing is
//! [`Round`](crate::Round)'s job.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_engine::message::{ToMessage, quoted};
use wgs_engine::{Rules, messages};

use crate::level::Level;
use crate::word_tally::word_tally;

/// The setup of a round.
///
/// ```
/// use wgs_play::{Level, PlayerSetup, RoundSetup};
///
/// let setup = RoundSetup {
///     game: "Boggle (New)".to_owned(),
///     board: "STNDTEIELARSMRTO".to_owned(),
///     players: vec![PlayerSetup::person("You"), PlayerSetup::computer("Computer", Level::Easy)],
///     limit: Some(180_000),
///     seed: 7,
///     ..RoundSetup::default()
/// };
/// setup.check()?;
/// # Ok::<(), wgs_play::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoundSetup {
    /// The name of the game.
    pub game: String,
    /// The board or the hand, in board notation.
    pub board: String,
    /// The number of rows and columns, such as `5x6`, if the board is not on the game's grid.
    pub size: Option<String>,
    /// The dictionary, if it is not the game's.
    pub dictionary: Option<String>,
    /// The dictionary of the computer players, if it is not that of the round.
    pub computer_dictionary: Option<String>,
    /// The people and the computer players.
    pub players: Vec<PlayerSetup>,
    /// The time limit of the round, or of each turn, in milliseconds. [`None`] for no limit.
    pub limit: Option<u64>,
    /// The goal of the players.
    pub goal: RoundGoal,
    /// Whether people play at the same time.
    pub turns: TurnOrder,
    /// Whether a word found by several players scores for none of them, as in Boggle.
    pub cancel: bool,
    /// Whether people look for words together: a word that one of them found, the others cannot
    /// find again.
    pub is_shared: bool,
    /// The points that a guess loses if it is not in the dictionary, as in Scrabblet. [`None`]
    /// if such guesses cost nothing.
    pub penalty: Option<Penalty>,
    /// The time that computer players look for words in a round without a time limit, in
    /// milliseconds. [`None`] for as long as the round takes.
    pub computer_limit: Option<u64>,
    /// The random seed, which decides what computer players find.
    pub seed: u64,
}

impl Default for RoundSetup {
    /// One person without a time limit, on no board.
    fn default() -> Self {
        Self {
            game: String::new(),
            board: String::new(),
            size: None,
            dictionary: None,
            computer_dictionary: None,
            players: vec![PlayerSetup::person("You")],
            limit: None,
            goal: RoundGoal::default(),
            turns: TurnOrder::default(),
            cancel: false,
            is_shared: false,
            penalty: None,
            computer_limit: None,
            seed: 0,
        }
    }
}

/// A player of a setup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSetup {
    /// The player's name.
    pub name: String,
    /// The skill of a computer player; [`None`] for a person.
    pub level: Option<Level>,
}

impl PlayerSetup {
    /// A person.
    pub fn person(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            level: None,
        }
    }

    /// A computer player.
    pub fn computer(name: &str, level: Level) -> Self {
        Self {
            name: name.to_owned(),
            level: Some(level),
        }
    }
}

/// The goal of the players of a round. It decides when a round ends early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundGoal {
    /// To score points. The round ends early when every person has found every word.
    #[default]
    Points,
    /// To find every word. The round ends when people have found every word together.
    FindEverything,
    /// To score points without an end, as in Scrabblet: even when every word is found, guesses may
    /// cost points. The round ends when the people have finished.
    Endless,
}

/// The points that a guess loses if it is not in the dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Penalty {
    /// The points that a word of its letters scores without a board, but at least 1.
    #[default]
    #[serde(alias = "tile-score")]
    WordScore,
    /// A fixed number of points.
    Points(u64),
}

impl Penalty {
    /// Returns the points that a folded guess loses.
    ///
    /// ```
    /// use wgs_config::Catalogue;
    /// use wgs_play::Penalty;
    ///
    /// let catalogue = Catalogue::embedded();
    /// let lost = |game: &str| {
    ///     let rules = catalogue.game(game)?.rules_for("play")?;
    ///     Ok::<_, Box<dyn std::error::Error>>(Penalty::WordScore.points("torfs", rules))
    /// };
    /// assert_eq!((lost("Boggle (New)")?, lost("Scrabblet")?), (2, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn points(self, guess: &str, rules: &Rules) -> u64 {
        match self {
            Self::Points(points) => points,
            Self::WordScore => {
                let score = rules.score(&word_tally(guess, rules));
                score.map_or(0, |score| score.total).max(1)
            }
        }
    }
}

/// Whether people play at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOrder {
    /// All people play at the same time, on one clock. The words of computer players appear as
    /// time passes.
    #[default]
    Together,
    /// People play one after the other, each with the full time. The words of computer players
    /// appear at the end.
    OneByOne,
}

/// Why a round cannot be played with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum SetupError {
    /// There are no players.
    NoPerson,
    /// There are too many players.
    TooManyPlayers {
        /// The number of players.
        found: usize,
        /// The number of players allowed.
        most: usize,
    },
    /// A player has no name.
    NoName {
        /// The number of the player, from 1.
        number: usize,
    },
    /// A name is too long.
    LongName {
        /// The number of the player, from 1.
        number: usize,
        /// The number of bytes.
        found: usize,
        /// The number of bytes allowed.
        most: usize,
    },
    /// Two players have the same name.
    SameName {
        /// The name.
        name: String,
    },
    /// A time is out of range.
    Limit {
        /// The field of the setup.
        key: &'static str,
        /// The number of milliseconds.
        found: u64,
        /// The number of milliseconds allowed.
        most: u64,
    },
}

messages! {
    impl ToMessage for SetupError {
        Self::NoPerson => "setup.no-person":
            "the round has no players; expected at least one person";
        Self::TooManyPlayers { found, most } => "setup.too-many-players":
            "the round has {found} players; at most {most} are allowed" (found, most);
        Self::NoName { number } => "setup.no-name":
            "player {number} has no name" (number);
        Self::LongName { number, found, most } => "setup.long-name":
            "the name of player {number} has {found} bytes; at most {most} are allowed"
            (number, found, most);
        Self::SameName { name } => "setup.same-name":
            "two players are called {name}" (name = quoted(name));
        Self::Limit { key, found, most } => "setup.limit":
            "{key}: expected 1 to {most} milliseconds, found {found}" (key, most, found);
    }
}

impl RoundSetup {
    /// The largest number of players.
    pub const MAX_PLAYERS: usize = 100;

    /// The longest time limit, in milliseconds: one day.
    pub const MAX_LIMIT: u64 = 24 * 60 * 60 * 1000;

    /// The longest name of a player, in bytes.
    pub const MAX_NAME: usize = 200;

    /// Checks that a round can be played with this setup.
    pub fn check(&self) -> Result<(), SetupError> {
        if self.players.iter().all(|player| player.level.is_some()) {
            return Err(SetupError::NoPerson);
        }
        if self.players.len() > Self::MAX_PLAYERS {
            return Err(SetupError::TooManyPlayers {
                found: self.players.len(),
                most: Self::MAX_PLAYERS,
            });
        }
        let mut names = HashSet::new();
        for (player, number) in self.players.iter().zip(1..) {
            let (found, most) = (player.name.len(), Self::MAX_NAME);
            if player.name.trim().is_empty() {
                return Err(SetupError::NoName { number });
            }
            if found > most {
                return Err(SetupError::LongName {
                    number,
                    found,
                    most,
                });
            }
            if !names.insert(player.name.trim()) {
                let name = player.name.clone();
                return Err(SetupError::SameName { name });
            }
        }
        for (key, limit) in [
            ("limit", self.limit),
            ("computer_limit", self.computer_limit),
        ] {
            let most = Self::MAX_LIMIT;
            match limit {
                Some(found) if !(1..=most).contains(&found) => {
                    return Err(SetupError::Limit { key, found, most });
                }
                _ => {}
            }
        }
        Ok(())
    }
}
