//! The configuration file: games with their grids, rules, dictionaries and letters, all of
//! which are data. Solving boards is for `wgs-core`; commands, servers and pages read their
//! games from here.
//!
//! ```
//! use wgs_config::Catalogue;
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
//! | [`catalogue`] | games by name, with their grid, rules, dictionary and preferences |
//! | [`dictionary`] | where words come from |
//! | [`draft`] | edits a configuration and keeps its comments |
//! | [`key`] | the keys of the file, described in tables |
//! | [`share_link`] | links that carry a board, its game and its filters |
//! | [`spelling`] | which letters of a language count as the same |
//! | [`template`] | the format strings of the manual |

pub mod catalogue;
mod config_path;
pub mod dictionary;
pub mod draft;
mod file;
pub mod key;
mod problem;
mod reference;
mod schema;
pub mod share_link;
mod sort_order;
pub mod spelling;
mod suggestion;
pub mod template;

pub use catalogue::{Catalogue, Game};
pub use config_path::{ConfigPath, PathSegment};
pub use dictionary::DictionarySource;
pub use draft::{Draft, DraftError, Edit};
pub use file::preferences::Preferences;
pub use file::scoring::Scoring;
pub use key::{DefaultValue, Key, Section, TemplateKind, ValueKind};
pub use problem::{Problem, Severity};
pub use reference::reference;
pub use schema::schema;
pub use sort_order::SortOrder;
