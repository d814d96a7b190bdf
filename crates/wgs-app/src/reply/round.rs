//! What a round adds up to, as JSON. The fields are stable.

use serde::{Deserialize, Serialize};

use wgs_play::{BoardWord, FoundWord, Round, Standing};

use super::SolutionReply;

/// What a round adds up to.
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
    /// The seed that gives the same board and computer again.
    pub seed: u64,
    /// How many different words are on the board.
    pub words: u64,
    /// What they score, each at its best.
    pub points: u64,
    /// What each player has.
    pub players: Vec<PlayerReply>,
    /// The names of those who have the most points; none if nobody has any.
    pub winners: Vec<String>,
    /// The words that nobody found, the best first.
    pub missed: Vec<SolutionReply>,
}

/// What a player has in the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerReply {
    /// Who.
    pub name: String,
    /// Of the computer, what it plays like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// What the words score.
    pub points: u64,
    /// The words that were found, the best first.
    pub words: Vec<FoundWordReply>,
}

/// A word that a player found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundWordReply {
    /// The word with its path, and its score as if no other player found it.
    #[serde(flatten)]
    pub solution: SolutionReply,
    /// Whether it scores nothing because another player has it too; left out when not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
}

impl RoundReply {
    /// What a round of a game, played with a seed, adds up to.
    pub fn new(game: &str, seed: u64, round: &Round) -> Self {
        let result = round.result();
        let name = |seat| round.player(seat).name.clone();
        let board = round.solved_board().to_string();
        Self {
            game: game.to_owned(),
            board: round.options().spelling.show(&board).into_owned(),
            seed,
            words: round.solved_board().words().len() as u64,
            points: round.solved_board().points(),
            players: result.standings.iter().map(PlayerReply::new).collect(),
            winners: result.winners.iter().copied().map(name).collect(),
            missed: result.missed.into_iter().map(solution).collect(),
        }
    }
}

impl PlayerReply {
    fn new(standing: &Standing<'_>) -> Self {
        let word = |found: &FoundWord<'_>| FoundWordReply {
            solution: solution(found.word),
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

fn solution(word: &BoardWord) -> SolutionReply {
    SolutionReply::new(word.text.clone(), &word.path, &word.score)
}
