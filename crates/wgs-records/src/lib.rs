//! The best boards of a word game: hunting for them, and proving that no better ones exist.
//!
//! Scoring boards is the job of [`wgs_engine`], rolling dice that of [`wgs_dice`]. This crate opens
//! no files and uses no clock; everything random depends only on a seed.
//!
//! | to | use |
//! |---|---|
//! | hunt for the best boards, or those with certain points | [`hunt`] |
//! | prove that no better board exists | [`proof`] |
//! | share the work with other machines | `nats`, a feature |
//! | tell dictionaries, rules and grids apart | [`Fingerprint`] |
//! | write and read lines with checksums | [`checked_line`] |

pub mod checked_line;
mod fingerprint;
pub mod hunt;
#[cfg(feature = "nats")]
pub mod nats;
pub mod proof;
mod symmetry;
mod text_serde;

pub use fingerprint::{Fingerprint, FingerprintError};
