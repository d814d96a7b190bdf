//! Proofs that no better board exists: all boards of a game with at least some number of points,
//! and a ledger from which others can check that there are no more.
//!
//! A proof goes through [classes](Class) of boards, in which each cell may have one of a set of faces. A
//! class is done when a bound on the points of all its boards is below the cutoff, or when it was
//! searched; else it is split by the faces of one cell. Of boards that a symmetry of the grid turns
//! into each other, only one needs to be in a class.
//!
//! [`ProofGame`] is the subject of a proof, a [`Prover`] searches a class, and [`LedgerLines`] are the
//! results. `docs/proof.md` describes the method. Hunting for good boards is not done here.

mod class;
#[cfg(feature = "nats")]
mod class_tasks;
#[cfg(not(target_family = "wasm"))]
mod class_threads;
mod estimate;
mod game;
mod lane_bound;
mod lane_search;
mod lane_sum;
mod ledger;
mod outcome;
mod plain;
mod prepared;
mod prover;
mod rack;
#[cfg(not(target_family = "wasm"))]
mod run;
mod term_generator;
mod term_list;
mod verification;

pub use class::{Class, FaceSet};
#[cfg(feature = "nats")]
pub use class_tasks::{ClassTask, prove_on_workers};
#[cfg(not(target_family = "wasm"))]
pub use class_threads::{ProvedClass, prove_on_threads};
pub use estimate::{ClassSample, TimeEstimate};
pub use game::{ProofError, ProofGame};
pub use ledger::{LEDGER_VERSION, LedgerError, LedgerHeader, LedgerLines, class_line};
pub use outcome::{Outcome, Survivor};
pub use plain::{PlainProver, enumerate};
pub use prepared::PreparedProof;
pub use prover::{Prover, ProverOptions};
#[cfg(not(target_family = "wasm"))]
pub use run::{ProofRun, ProofRunError};
pub use verification::{Coverage, VerificationError, check_members, derive_again};
