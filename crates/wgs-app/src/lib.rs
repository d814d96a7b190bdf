//! What the interfaces share: loaded games, the questions asked of them, and the answers.
//!
//! Nothing here parses arguments or prints; commands, servers and pages do, with these
//! types. All of it is synchronous and compiles to WebAssembly.
//!
//! | module | what it holds |
//! |---|---|
//! | [`creator`] | boards of a game, rolled or made to meet a goal |
//! | [`dictionary_file`] | a dictionary as a file |
//! | [`listing`] | which words of a board are listed, and in which order |
//! | [`game_loader`] | loads games and keeps them |
//! | [`loaded_game`] | a game that is ready to answer questions |
//! | [`quoted_words`] | the words of a dictionary as JSON strings |
//! | [`reply`] | answers as JSON |
//! | [`target`] | what a created board must satisfy |

pub mod creator;
pub mod dictionary_file;
pub mod game_loader;
pub mod listing;
pub mod loaded_game;
pub mod quoted_words;
mod recent_cache;
pub mod reply;
pub mod target;

pub use game_loader::{
    DictionaryAccess, GameLoader, GameRequest, LoadError, LoadedDictionary, LoaderOptions,
};
pub use loaded_game::LoadedGame;
