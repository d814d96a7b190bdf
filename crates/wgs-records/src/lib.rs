//! The best boards of a word game: hunting for them, and proving that no better ones exist.
//!
//! Scoring boards is the job of [`wgs_engine`], rolling dice that of [`wgs_dice`]. The
//! searches open no files and use no clock; everything random depends only on a seed. Running them on
//! threads, and keeping their results in files, is left out of WebAssembly. Texts for users are the
//! caller's job.
//!
//! | to | use |
//! |---|---|
//! | hunt for the best boards, or those with certain points | [`hunt`] |
//! | prove that no better board exists | [`proof`] |
//! | share the work with other machines | `nats`, a feature |
//! | keep the best boards | [`record`] |
//! | tell dictionaries, rules and grids apart | [`Fingerprint`] |
//! | write and read lines with checksums | [`checked_line`] |
//! | add lines to a file | `line_file` |

pub mod checked_line;
mod fingerprint;
pub mod hunt;
#[cfg(not(target_family = "wasm"))]
pub mod line_file;
#[cfg(feature = "nats")]
pub mod nats;
pub mod proof;
pub mod record;
#[cfg(not(target_family = "wasm"))]
mod replace_file;
mod searched_game;
mod symmetry;
mod text_serde;

use wgs_engine::message::MessageTemplate;

pub use fingerprint::{Fingerprint, FingerprintError};
pub use searched_game::{BoardLetters, SearchedGame};

/// The messages of this crate that pages show, in tables, for programs that translate them.
pub const MESSAGES: &[&[MessageTemplate]] =
    &[hunt::HuntError::MESSAGES, hunt::NotHuntedError::MESSAGES];
