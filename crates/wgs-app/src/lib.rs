//! What every face of the engine shares: the configuration file and its catalogue of games,
//! dictionaries, output templates and replies.
//!
//! Nothing here parses arguments or prints; commands, servers and pages do, with these
//! types. All of it is synchronous and compiles to WebAssembly.
//!
//! ```
//! use wgs_app::Catalogue;
//! use wgs_core::Solver;
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("boggle (new)")?;
//! let lexicon = game.dictionary_for("score")?.load()?;
//! let solver = Solver::new(&lexicon, game.grid_for("score")?, game.rules_for("score")?);
//! assert!(solver.score(&"STNDTEIELARSMRTO".parse()?).words > 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`boggle`] | the Boggle assignment: a solver made from words, boards of any size |
//! | [`catalogue`] | games by name, with their grid, rules, dictionary and preferences |
//! | [`config`] | the configuration file: its keys, its problems, its JSON Schema |
//! | [`creator`] | boards of a game, rolled or made to meet a goal |
//! | [`dictionary`] | where words come from |
//! | [`listing`] | which words of a board are listed, and in which order |
//! | [`open_game`] | a game with its words loaded, kept to be asked often |
//! | [`play`] | rounds against the clock and the computer |
//! | [`scrabblet`] | hands of letters, dealt and played |
//! | [`share`] | what a link carries, so that others see the same |
//! | [`spelling`] | which differences between letters count |
//! | [`template`] | the format strings of the manual |
//! | [`reply`] | answers as JSON |
//! | [`wish`] | what is wished of a board to be created |

pub mod boggle;
pub mod catalogue;
pub mod config;
pub mod creator;
pub mod dictionary;
pub mod listing;
pub mod open_game;
pub mod play;
pub mod reply;
pub mod scrabblet;
pub mod share;
pub mod spelling;
mod suggestion;
pub mod template;
pub mod wish;

pub use catalogue::{Catalogue, Game};
pub use config::{Problem, Severity};
pub use dictionary::DictionarySource;
pub use open_game::OpenGame;
