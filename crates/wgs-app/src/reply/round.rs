//! The result of a round.

use serde::{Deserialize, Serialize};
use wgs_play::{FoundWord, PlayerId, Round, Standing};

use super::SolutionReply;

/// The result of a round.
///
/// ```
/// use wgs_app::reply::RoundReply;
///
/// let reply = RoundReply {
///     game: "Boggle (New)".to_owned(),
///     board: "CATS".to_owned(),
///     seed: 7,
///     words: 0,
///     points: 0,
///     players: Vec::new(),
///     winners: Vec::new(),
///     missed: Vec::new(),
/// };
/// assert_eq!(
///     serde_json::to_string(&reply)?,
///     r#"{"game":"Boggle (New)","board":"CATS","seed":7,"words":0,"points":0,"players":[],"winners":[],"missed":[]}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundReply {
    /// The game.
    pub game: String,
    /// The board.
    pub board: String,
    /// The random seed. It gives the same board and the same words of the computer again.
    pub seed: u64,
    /// The number of different words on the board.
    pub words: u64,
    /// The total score of the words, each with its best path.
    pub points: u64,
    /// The results of the players.
    pub players: Vec<PlayerReply>,
    /// The names of the players with the most points; empty if no player scored.
    pub winners: Vec<String>,
    /// The words that no player found. In English, those that people are likely to know come first,
    /// then from the highest score down.
    pub missed: Vec<SolutionReply>,
}

/// The result of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerReply {
    /// The name of the player.
    pub name: String,
    /// The level of the computer; omitted for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The total score.
    pub points: i64,
    /// The words that the player found, from the highest score down.
    pub words: Vec<FoundWordReply>,
}

/// A word that a player found: a [`SolutionReply`] that other players may cancel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundWordReply {
    /// The word with its path, and its score as if no other player had found it.
    #[serde(flatten)]
    pub solution: SolutionReply,
    /// Whether it scores nothing because another player found it too; omitted if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
}

impl RoundReply {
    /// Describes the result of a round of a game, played with a seed.
    pub fn new(game: &str, seed: u64, round: &Round) -> Self {
        let result = round.result();
        let name = |player: PlayerId| round.players()[player.index()].name.clone();
        let board = round.solved_board().to_string();
        Self {
            game: game.to_owned(),
            board: round.spelling().show(&board).into_owned(),
            seed,
            words: round.solved_board().words().len() as u64,
            points: round.solved_board().points(),
            players: result.standings.iter().map(PlayerReply::new).collect(),
            winners: result.winners.iter().copied().map(name).collect(),
            missed: result.missed.into_iter().map(SolutionReply::from).collect(),
        }
    }
}

impl PlayerReply {
    fn new(standing: &Standing<'_>) -> Self {
        let word = |found: &FoundWord<'_>| FoundWordReply {
            solution: found.word.into(),
            cancelled: found.is_cancelled,
        };
        Self {
            name: standing.player.name.clone(),
            level: standing.player.level.map(|level| level.to_string()),
            points: standing.points,
            words: standing.words.iter().map(word).collect(),
        }
    }
}
