//! The configuration file of the word-game engine: games with their grids, scoring rules,
//! dictionaries and letters. All of them are data; [`wgs_engine`] solves boards with them.
//!
//! The file has the format that chapter 5 of the user manual of *Word Game Solver* (Robert
//! Gamble, 2014) describes, with additions. "The manual" in this crate is always that manual.
//! A configuration of 19 games is embedded.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_engine::Solver;
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("boggle (new)")?;
//! let lexicon = game.dictionary_for("score")?.load()?;
//! let solver = Solver::new(&lexicon, game.grid_for("score")?, game.rules_for("score")?);
//! assert!(solver.score(&"STNDTEIELARSMRTO".parse()?).words > 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading a file takes two steps: the text becomes entries as they are written, and these
//! become a [`Catalogue`] whose names are resolved. Every [`Problem`] is reported at once, with
//! its line, its column and its [`ConfigPath`]:
//!
//! ```
//! use wgs_config::{Catalogue, Section};
//!
//! let text = r#"{
//!   "Grids": { "Small": { "Size": [2, 2] } },
//!   "GameRules": { "Mine": { "GridDesign": "Smal" } }
//! }"#;
//! let (_, problems) = Catalogue::parse(text).unwrap();
//! assert_eq!(
//!     problems[0].to_string(),
//!     r#"3:42: GameRules."Mine".GridDesign: Grids has no entry "Smal"; did you mean "Small"?"#
//! );
//! assert_eq!(problems[0].path.section(), Some(Section::GameRules));
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`catalogue`] | games by name, with their grid, rules, letters, dictionary and preferences |
//! | [`commonness`] | how common English words are |
//! | [`dictionary`] | the embedded dictionary, word lists and compiled dictionaries |
//! | [`draft`] | a configuration being edited, with its comments kept and undo |
//! | [`key`] | the tables of all keys, with their values, defaults and descriptions |
//! | [`regular_file`] | opening files that users name |
//! | [`share_link`] | links that carry a board, its game and its dictionary |
//! | [`template`] | the format strings of the manual |

mod board_window;
pub mod catalogue;
pub mod commonness;
mod config_path;
pub mod dictionary;
pub mod draft;
mod error_chain;
mod file;
pub mod key;
mod message;
mod problem;
mod reference;
pub mod regular_file;
mod schema;
pub mod share_link;
mod sort_order;
mod suggestion;
pub mod template;

pub use board_window::BoardWindow;
#[doc(inline)]
pub use catalogue::{Catalogue, Game};
pub use config_path::{ConfigPath, PathSegment};
#[doc(inline)]
pub use dictionary::DictionarySource;
#[doc(inline)]
pub use draft::{Draft, DraftError, Edit};
pub use error_chain::error_chain;
pub use file::preferences::Preferences;
pub use file::scoring::Scoring;
#[doc(inline)]
pub use key::{DefaultValue, Key, Section, TemplateKind, ValueKind};
pub use problem::{FileProblem, Problem, Severity};
pub use reference::reference;
pub use schema::schema;
pub use sort_order::SortOrder;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

use wgs_engine::message::MessageTemplate;

/// The messages of this crate, in tables, for programs that translate them.
pub const MESSAGES: &[&[MessageTemplate]] = &[
    message::MESSAGES,
    catalogue::MissingPart::MESSAGES,
    catalogue::UnknownName::MESSAGES,
    commonness::CommonnessError::MESSAGES,
    dictionary::DictionaryError::MESSAGES,
    #[cfg(not(target_arch = "wasm32"))]
    dictionary::hunspell::HunspellError::MESSAGES,
    DraftError::MESSAGES,
    FileProblem::MESSAGES,
    share_link::PackingError::MESSAGES,
    share_link::ShareLinkError::MESSAGES,
    template::TemplateError::MESSAGES,
    template::TemplateProblem::MESSAGES,
];
