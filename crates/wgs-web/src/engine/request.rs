//! The requests that the page sends to the engine, each with the type of its reply. What the
//! replies hold is in [`reply`](super::reply).
//!
//! Requests and replies travel in a compact form that only the same build can read; page and
//! worker are always of the same build. A reply is `Result<R::Reply, RequestError>`.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wgs_config::share_link::{Fingerprint, SharedDictionary};
use wgs_engine::{BoardSize, Count};

use super::reply::{BoardExplanation, BoardResult, CreatedBoardReply, WordVerdict};
use wgs_engine::message::{Message, ToMessage};

/// A request to the engine.
pub trait Request: Into<AnyRequest> + 'static {
    /// The reply to a request that succeeds.
    type Reply: Serialize + DeserializeOwned;

    /// Whether it may take long; then [`EngineClient::cancel`] cancels it.
    ///
    /// [`EngineClient::cancel`]: super::client::EngineClient::cancel
    const MAY_TAKE_LONG: bool;
}

/// Defines [`AnyRequest`], and the reply of each request.
macro_rules! requests {
    ($($(#[$doc:meta])* $request:ident -> $reply:ty, may take long: $long:literal;)*) => {
        /// Any request, in the form in which it is sent.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum AnyRequest {
            $($(#[$doc])* $request($request),)*
        }

        $(
            impl Request for $request {
                type Reply = $reply;
                const MAY_TAKE_LONG: bool = $long;
            }

            impl From<$request> for AnyRequest {
                fn from(request: $request) -> Self {
                    Self::$request(request)
                }
            }
        )*
    };
}

requests! {
    /// Use another configuration from now on.
    Configure -> (), may take long: false;
    /// Take the content of a dictionary.
    ProvideDictionary -> Fingerprint, may take long: false;
    /// Take the table of how common words are.
    ProvideCommonness -> (), may take long: false;
    /// Find the words of a board.
    SolveBoard -> BoardResult, may take long: true;
    /// Say whether a word counts on a board, and if not, why not.
    JudgeWord -> WordVerdict, may take long: false;
    /// Say how the game's dice produce a board, or why they cannot.
    CheckBoard -> BoardExplanation, may take long: false;
    /// Prepare the dictionary in use for a link.
    ShareDictionary -> SharedDictionary, may take long: false;
    /// Create a board, or continue to look for a better one.
    CreateBoard -> CreatedBoardReply, may take long: true;
    /// Play a round.
    PlayMessage -> Vec<u8>, may take long: false;
}

/// The part of the engine's state that a request replaces. A new worker has to receive all of
/// it again, the configuration first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LastingState {
    /// The configuration.
    Configuration,
    /// The content of a dictionary, by name.
    Dictionary(String),
    /// The table of how common words are.
    Commonness,
}

impl AnyRequest {
    /// The part of the engine's state that the request replaces, if any.
    pub fn lasting_state(&self) -> Option<LastingState> {
        match self {
            Self::Configure(_) => Some(LastingState::Configuration),
            Self::ProvideDictionary(request) => {
                Some(LastingState::Dictionary(request.name.clone()))
            }
            Self::ProvideCommonness(_) => Some(LastingState::Commonness),
            Self::SolveBoard(_)
            | Self::JudgeWord(_)
            | Self::CheckBoard(_)
            | Self::ShareDictionary(_)
            | Self::CreateBoard(_)
            | Self::PlayMessage(_) => None,
        }
    }
}

/// A game, and the dictionary to play it with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameChoice {
    /// The name of the game.
    pub game: String,
    /// The name of a dictionary to use instead of the game's.
    pub dictionary: Option<String>,
    /// The size of a board to use instead of the game's grid.
    pub size: Option<BoardSize>,
}

/// Replaces the configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configure {
    /// The configuration file.
    pub text: String,
}

/// Provides the content of a dictionary: a list of words, or a compiled dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvideDictionary {
    /// The name of the dictionary, in the configuration or of the file.
    pub name: String,
    /// The content of the file.
    pub content: Vec<u8>,
}

/// Provides the table of how common words are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvideCommonness {
    /// The content of the file.
    pub content: Vec<u8>,
}

/// Which words are listed by how common they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommonnessFilter {
    /// All, each with how common it is.
    All,
    /// Those of a small dictionary: SCOWL's sizes up to 35.
    Common,
    /// Those of a large dictionary: SCOWL's sizes up to 70.
    Known,
}

/// Finds the words of a board, and those of them to list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveBoard {
    /// The game.
    pub choice: GameChoice,
    /// The board in its notation, which is also what summaries print. How it is read depends on
    /// the dictionary, so it is the worker that reads it.
    pub board: String,
    /// Whether to list every path of a word.
    pub duplicates: bool,
    /// A regular expression that listed words match.
    pub pattern: Option<String>,
    /// How common listed words are; [`None`] if that does not matter.
    pub commonness: Option<CommonnessFilter>,
    /// Positions, from 1, at any of which listed words start.
    pub starts_with: Vec<usize>,
    /// Positions, from 1, all of which listed words use.
    pub contains: Vec<usize>,
}

/// Judges a word on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeWord {
    /// The game.
    pub choice: GameChoice,
    /// The board in its notation.
    pub board: String,
    /// The word.
    pub word: String,
}

/// Checks whether the game's dice or letters can produce a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckBoard {
    /// The game.
    pub choice: GameChoice,
    /// The board in its notation.
    pub board: String,
}

/// Prepares the dictionary for a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShareDictionary {
    /// The game whose dictionary it is.
    pub choice: GameChoice,
}

/// Creates a board with a minimum of words and points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateBoard {
    /// The game.
    pub choice: GameChoice,
    /// The fewest words.
    pub min_words: u64,
    /// The fewest points.
    pub min_points: u64,
    /// The count to maximise.
    pub maximize: Option<Count>,
    /// The random seed.
    pub seed: u64,
    /// The number of the board among those of the seed.
    pub number: u64,
    /// The time limit.
    pub milliseconds: u32,
    /// Whether a GPU may also be a driver that runs on the processor, for workers that create
    /// boards with a GPU.
    pub any_gpu: bool,
}

/// A request of the play page, in bytes: the solver has no use for what it holds, and would become
/// larger by reading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayMessage {
    /// The request.
    pub bytes: Vec<u8>,
}

/// Why the engine cannot do what a request asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestError {
    /// The dictionary is a file that was not provided.
    DictionaryMissing(String),
    /// The regular expression is not valid.
    Pattern(Message),
    /// The worker stopped.
    WorkerFailed(String),
    /// Anything else.
    Other(Message),
}

impl RequestError {
    /// Converts any other error.
    pub(crate) fn other(error: impl ToMessage) -> Self {
        Self::Other(error.to_message())
    }

    /// Converts an error of a library that has no codes.
    pub(crate) fn foreign(error: impl std::error::Error + 'static) -> Self {
        Self::Other(Message::text(wgs_config::error_chain(&error)))
    }
}

/// Writes the message in English.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DictionaryMissing(name) => write!(f, "the dictionary {name:?} is not loaded"),
            Self::Pattern(message) | Self::Other(message) => message.fmt(f),
            Self::WorkerFailed(reason) => f.write_str(reason),
        }
    }
}

/// Serialises a request or a reply.
pub(crate) fn write(message: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).expect("messages have no parts that cannot be written")
}

/// Deserialises a request or a reply.
pub(crate) fn read<T: DeserializeOwned>(message: &[u8]) -> T {
    postcard::from_bytes(message).expect("page and worker are of the same build")
}
