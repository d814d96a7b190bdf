//! The requests that the play page sends to its worker, each with the type of its reply. They
//! travel as bytes inside a [`PlayMessage`].

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wgs_play::{
    PlayerId, RoundEvent, RoundInput, RoundSetup, RoundView, SavedRound, TypedPath, WordView,
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
    /// Find the tiles that spell a text which is being typed.
    FindTypedPath -> TypedPath;
    /// Say how the round ended.
    ShowResult -> ResultReply;
}

/// Starts a round. Its board is dealt if the setup has none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StartRound {
    /// What the round is played with.
    pub setup: RoundSetup,
    /// The difficulty of a board that is dealt.
    pub difficulty: Option<BoardDifficulty>,
}

/// How hard it is to find words on a board that is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BoardDifficulty {
    /// Many common words.
    Easy,
    /// As the dice fall, but never poor.
    Medium,
    /// Few common words.
    Hard,
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

/// A text that is being typed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindTypedPath {
    /// The text.
    pub text: String,
}

/// Asks for the result of the round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShowResult;

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
    /// The words of each player, in the order of finding.
    pub found: Vec<(PlayerId, Vec<WordView>)>,
    /// The words that the player at this page did not find, the best first.
    pub missed: Vec<MissedWord>,
}

/// A word that was not found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MissedWord {
    /// The word, with its path and points.
    pub word: WordView,
    /// How common it is: SCOWL's size class, or [`None`] if it is rare.
    pub commonness: Option<u8>,
    /// The computer players who found it, by name.
    pub found_by: Vec<String>,
}

/// Sends a request. `on_reply` receives the reply later.
pub fn send<R: PlayRequest>(
    engine: &EngineClient,
    request: R,
    on_reply: impl FnOnce(Result<R::Reply, RequestError>) + 'static,
) {
    let request: AnyPlayRequest = request.into();
    let bytes = write(&request);
    engine.send(PlayMessage { bytes }, move |reply| {
        on_reply(reply.and_then(|bytes| read(&bytes)));
    });
}

/// Reads a saved round.
pub(super) fn read_saved(json: &str) -> Result<SavedRound, serde_json::Error> {
    serde_json::from_str(json)
}
