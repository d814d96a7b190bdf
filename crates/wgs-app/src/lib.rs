//! What the interfaces share: loaded games, the questions asked of them, and the answers.
//!
//! Nothing here parses arguments or prints; commands, servers and pages do, with these
//! types. All of it is synchronous and compiles to WebAssembly.
//!
//! | module | what it holds |
//! |---|---|
//! | [`creator`] | boards of a game, rolled or made to meet a goal |
//! | [`listing`] | which words of a board are listed, and in which order |
//! | [`game_loader`] | loads games and keeps them |
//! | [`loaded_game`] | a game that is ready to answer questions |
//! | [`reply`] | answers as JSON |
//! | [`target`] | what a created board must satisfy |

pub mod creator;
pub mod game_loader;
pub mod listing;
pub mod loaded_game;
mod recent_cache;
pub mod reply;
pub mod target;

pub use game_loader::{
    DictionaryAccess, GameLoader, GameRequest, LoadError, LoadedDictionary, LoaderOptions,
};
pub use loaded_game::LoadedGame;
