//! The requests that the play page sends to its worker, each with the type of its reply. They
//! travel as bytes inside a [`PlayMessage`].

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wgs_config::share_link::SharedDictionary;
use wgs_play::{
    Date, Difficulty, FinishedRound, RoundEvent, RoundInput, RoundSetup, RoundView, WordView,
};

use crate::engine::client::EngineClient;
use crate::engine::request::{PlayMessage, RequestError, read, write};

/// A request of the play page.
pub trait PlayRequest: Into<AnyPlayRequest> + 'static {
    /// The reply to a request that succeeds.
    type Reply: Serialize + DeserializeOwned;
}

/// Defines [`AnyPlayRequest`], and the reply of each request.
macro_rules! requests {
    ($($(#[$doc:meta])* $request:ident -> $reply:ty;)*) => {
        /// Any request, in the form in which it is sent.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        pub enum AnyPlayRequest {
            $($(#[$doc])* $request($request),)*
        }

        $(
            impl PlayRequest for $request {
                type Reply = $reply;
            }

            impl From<$request> for AnyPlayRequest {
                fn from(request: $request) -> Self {
                    Self::$request(request)
                }
            }
        )*
    };
}

requests! {
    /// Deal a board and start a round on it.
    StartRound -> RoundReply;
    /// Continue a saved round.
    RestoreRound -> RoundReply;
    /// Handle an input of the round.
    PlayInput -> RoundReply;
    /// Say how the round ended.
    ShowResult -> ResultReply;
    /// Make a link that challenges others to play on the same board.
    MakeChallenge -> String;
    /// Find a word of the board.
    FindWord -> Option<WordView>;
    /// Deal a board for the table, without a round.
    DealBoard -> DealtBoard;
    /// Find the words of a record's board.
    FindRecordWords -> Option<Vec<WordView>>;
}

/// Starts a round. Its board is dealt if the setup has none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StartRound {
    /// What the round is played with.
    pub setup: RoundSetup,
    /// The difficulty of a board that is dealt.
    pub difficulty: Option<Difficulty>,
    /// The day whose daily board is dealt.
    pub daily: Option<Date>,
}

/// Continues a saved round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RestoreRound {
    /// The round as JSON.
    pub saved: String,
    /// The time on its clock, if it was noted after the round was saved.
    pub time: u64,
}

/// An input of the round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayInput {
    /// The input.
    pub input: RoundInput,
}

/// Asks for the result of the round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShowResult {
    /// The day of the result; of a daily board, the day of the board.
    pub date: Date,
    /// When the round ended, in milliseconds since 1970-01-01.
    pub finished: u64,
    /// Whether it was the daily board.
    pub is_daily: bool,
    /// The link of the challenge that was taken up.
    pub challenge: Option<String>,
}

/// Makes a challenge of the round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MakeChallenge {
    /// The name of the player at this page.
    pub name: String,
    /// The dictionary of the game.
    pub dictionary: SharedDictionary,
    /// The configuration of the game, if it is not an embedded one.
    pub configuration: Option<String>,
}

/// Finds a word of the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindWord {
    /// The word in upper case.
    pub word: String,
}

/// Deals a board without a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DealBoard {
    /// The game and the seed. The board is dealt if the setup has none.
    pub setup: RoundSetup,
    /// The difficulty of a board that is dealt.
    pub difficulty: Option<Difficulty>,
}

/// Finds the words of a record's board, the best ones first. There are none if the record is about a
/// dictionary, rules or a grid that this device does not have.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindRecordWords {
    /// The record as JSON.
    pub record: String,
}

/// A board that was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtBoard {
    /// The game.
    pub game: String,
    /// The board, in its notation.
    pub board: String,
    /// All words with their points, in alphabetical order.
    pub words: Vec<(String, u64)>,
}

/// The state of a round after an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundReply {
    /// The setup, with the board that was dealt.
    pub setup: RoundSetup,
    /// What happened.
    pub events: Vec<RoundEvent>,
    /// The state of the round.
    pub view: RoundView,
    /// The words of the player at this page, in the order of finding.
    pub found: Vec<WordView>,
    /// The round as JSON, if the input changed it.
    pub saved: Option<String>,
}

/// The words of a round that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultReply {
    /// All words of the board, the best ones to know first.
    pub words: Vec<ResultWord>,
    /// The round, for the statistics.
    pub finished: Option<FinishedRound>,
    /// The result of the player whose challenge was taken up.
    pub challenger: Option<Challenger>,
}

/// A word of a board after the round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultWord {
    /// The word, with its path and points.
    pub word: WordView,
    /// Whether the player at this page found it.
    pub is_found: bool,
    /// The computer players who found it, by name.
    pub found_by: Vec<String>,
}

/// The player whose challenge was taken up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenger {
    /// The name.
    pub name: String,
    /// The points.
    pub points: i64,
    /// The number of words.
    pub words: u64,
}

/// Sends a request. `on_reply` receives the reply later.
pub fn send<R: PlayRequest>(
    engine: &EngineClient,
    request: R,
    on_reply: impl FnOnce(Result<R::Reply, RequestError>) + 'static,
) {
    send_any(engine, request.into(), on_reply);
}

/// Sends any request that has replies of a type.
pub fn send_any<T: DeserializeOwned>(
    engine: &EngineClient,
    request: AnyPlayRequest,
    on_reply: impl FnOnce(Result<T, RequestError>) + 'static,
) {
    let bytes = write(&request);
    engine.send(PlayMessage { bytes }, move |reply| {
        on_reply(reply.and_then(|bytes| read(&bytes)));
    });
}
