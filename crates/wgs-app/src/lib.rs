//! What the interfaces share: loaded games, the questions asked of them, and the answers.
//!
//! Nothing here parses arguments or prints; commands, servers and pages do, with these
//! types. All of it is synchronous and compiles to WebAssembly.
//!
//! | module | what it holds |
//! |---|---|
//! | [`creator`] | boards of a game, rolled or made to meet a goal |
//! | [`listing`] | which words of a board are listed, and in which order |
//! | [`open_game`] | a game with its words loaded, kept to be asked often |
//! | [`reply`] | answers as JSON |
//! | [`wish`] | what is wished of a board to be created |

pub mod creator;
pub mod listing;
pub mod open_game;
pub mod reply;
pub mod wish;

pub use open_game::OpenGame;
