//! The parts that all interfaces of the word-game engine share: loaded games, the boards they
//! create, the words they list, and replies as JSON.
//!
//! Nothing here parses arguments, prints or uses HTTP; the command line, the server and the
//! web app do that with these types. The crate is synchronous and compiles to WebAssembly.
//!
//! | module | content |
//! |---|---|
//! | [`game_loader`] | loads games and keeps the most recent ones |
//! | [`loaded_game`] | a game with its dictionary and solver |
//! | [`listing`] | which words of a board are listed, and in which order |
//! | [`creator`] | random boards, and boards that meet a goal |
//! | [`record_check`] | checks of the best boards that hunts have found |
//! | [`round_board`] | the board of a round: entered, dealt from a seed, or of the day |
//! | [`target`] | the conditions on a created board |
//! | [`reply`] | replies as JSON |
//! | [`quoted_words`] | the words of a dictionary as JSON strings |
//! | [`dictionary_file`] | a dictionary as a file |
//!
//! ```
//! use wgs_app::listing::{Filter, FilterOptions, ListedWords, Listing};
//! use wgs_app::{GameLoader, GameRequest};
//! use wgs_engine::Budget;
//!
//! let loader = GameLoader::default();
//! let game = loader.game(&GameRequest::named("Boggle (New)"), "solve")?;
//! let board = game.read("STNDTEIELARSMRTO")?;
//!
//! let options = FilterOptions { min_length: 8, ..FilterOptions::default() };
//! let filter = Filter::new(&options, game.grid().len())?;
//! let mut listed = ListedWords::default();
//! game.with_worker(&Budget::UNLIMITED, |worker| {
//!     listed.search(worker, &board, Listing::Words, &filter)
//! })?;
//! assert!(listed.iter().any(|line| line.word == "STRAITEN"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod creator;
pub mod dictionary_file;
pub mod game_loader;
pub mod listing;
pub mod loaded_game;
pub mod quoted_words;
mod recent_cache;
pub mod record_check;
pub mod reply;
pub mod round_board;
pub mod target;

#[doc(inline)]
pub use game_loader::{
    DictionaryAccess, GameLoader, GameRequest, LoadError, LoadedDictionary, LoaderOptions,
};
#[doc(inline)]
pub use loaded_game::LoadedGame;

use wgs_engine::message::MessageTemplate;

/// The messages of this crate that pages show, in tables, for programs that translate them.
pub const MESSAGES: &[&[MessageTemplate]] = &[
    creator::MESSAGES,
    creator::CreateError::MESSAGES,
    creator::ImpossibleGoal::MESSAGES,
    creator::LineError::MESSAGES,
    creator::WordListError::MESSAGES,
    game_loader::LoadError::MESSAGES,
    listing::FilterError::MESSAGES,
    listing::ListingError::MESSAGES,
    round_board::RoundBoardError::MESSAGES,
];

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
