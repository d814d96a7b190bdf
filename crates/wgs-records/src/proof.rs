//! Proofs that no better board exists: all boards of a game with at least some number of points,
//! and a ledger from which others can check that there are no more.
//!
//! A proof goes through [classes](Class) of boards, in which each cell may have one of a set of faces. A
//! class is done when a bound on the points of all its boards is below the cutoff, or when it was
//! searched; else it is split by the faces of one cell. Of boards that a symmetry of the grid turns
//! into each other, only one needs to be in a class.
//!
//! [`ProofGame`] says what is proved, a [`Prover`] searches a class, and a [`LedgerLines`] is what was
//! found. `docs/proof.md` describes the method. Hunting for good boards is not done here.

mod class;
mod game;
mod lane_bound;
mod lane_search;
mod lane_sum;
mod ledger;
mod outcome;
mod plain;
mod prover;
mod rack;
mod term_generator;
mod term_list;
mod verification;

pub use class::{Class, FaceSet};
pub use game::{ProofError, ProofGame};
pub use ledger::{LEDGER_VERSION, LedgerError, LedgerHeader, LedgerLines, class_line};
pub use outcome::{Outcome, Survivor};
pub use plain::{PlainProver, enumerate};
pub use prover::{Prover, ProverOptions};
pub use verification::{Coverage, VerificationError, check_members, derive_again};
