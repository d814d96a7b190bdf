//! Checks a ledger: whether its classes cover all boards, and whether its lines about them are
//! true. The plain search derives the outcomes again.

use std::collections::BTreeMap;

use thiserror::Error;
use wgs_engine::{Budget, FaceBoard, Stopped};

use super::class::{Class, FaceSet};
use super::game::ProofGame;
use super::outcome::{Outcome, Survivor};
use super::plain::PlainProver;
use wgs_dice::Random;

/// The number of random members of a class that are compared with its bound.
const MEMBERS: usize = 64;

/// The classes of a ledger that cover a whole game.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The classes that are not split, with their outcomes, if they are known. Their order depends
    /// on the splits alone.
    pub classes: Vec<(Class, Option<Outcome>)>,
}

/// The error for a ledger that says something wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerificationError {
    /// A board has other points.
    #[error("the ledger says that {board} has {claimed} points, but it has {points}")]
    Points {
        /// The board.
        board: String,
        /// The points in the ledger.
        claimed: u64,
        /// The points on the board.
        points: u64,
    },
    /// A class has other boards above the cutoff.
    #[error("class {class}: the ledger lists {claimed} boards, but a plain search finds {found}")]
    Boards {
        /// The class.
        class: String,
        /// The number of boards in the ledger.
        claimed: usize,
        /// The number of boards that were found.
        found: usize,
    },
    /// A board of a class has more points than its bound.
    #[error("class {class}: {board} has {points} points, more than the bound {bound}")]
    Bound {
        /// The class.
        class: String,
        /// The board.
        board: String,
        /// Its points.
        points: u64,
        /// The bound in the ledger.
        bound: u64,
    },
    /// The check was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Coverage {
    /// Follows the splits of a ledger from the class of all boards.
    pub fn of(game: &ProofGame, outcomes: &BTreeMap<Class, Outcome>) -> Self {
        let mut coverage = Self {
            classes: Vec::new(),
        };
        let mut pending = vec![game.root()];
        while let Some(class) = pending.pop() {
            match outcomes.get(&class) {
                // Every split leaves fewer boards, so this ends.
                Some(Outcome::Split(cell)) => {
                    pending.extend(game.split(&class, *cell).into_iter().rev());
                }
                outcome => coverage.classes.push((class, outcome.cloned())),
            }
        }
        coverage
    }

    /// Returns the classes that something is known about.
    pub fn known(&self) -> impl Iterator<Item = (&Class, &Outcome)> {
        let classes = self.classes.iter();
        classes.filter_map(|(class, outcome)| Some((class, outcome.as_ref()?)))
    }

    /// Returns whether something is known about every class.
    pub fn is_complete(&self) -> bool {
        self.known().count() == self.classes.len()
    }

    /// Returns the boards that reach the cutoff, up to symmetry, from the most points to the
    /// fewest.
    pub fn survivors(&self) -> Vec<Survivor> {
        let survivors = self.known().flat_map(|(_, outcome)| outcome.survivors());
        let mut survivors: Vec<Survivor> = survivors.cloned().collect();
        survivors.sort_by(|a, b| b.points.cmp(&a.points).then_with(|| a.faces.cmp(&b.faces)));
        survivors.dedup();
        survivors
    }
}

/// Scores the boards of an outcome again, and compares random members of the class with its bound.
///
/// # Errors
///
/// Returns the error that was found, or why the check stopped.
pub fn check_members(
    game: &ProofGame,
    class: &Class,
    outcome: &Outcome,
    random: &mut Random,
    budget: &Budget,
) -> Result<(), VerificationError> {
    let mut worker = game.solver().worker();
    worker.set_budget(budget.clone());
    for survivor in outcome.survivors() {
        let board = game.board(&survivor.faces);
        let points = worker.score(&board)?.points;
        if points != survivor.points {
            return Err(VerificationError::Points {
                board: board.to_string(),
                claimed: survivor.points,
                points,
            });
        }
    }
    let bound = match outcome {
        Outcome::Bound(bound) | Outcome::Searched { bound, .. } => *bound,
        Outcome::Split(_) => return Ok(()),
    };
    for _ in 0..MEMBERS {
        let mut face = |set: &FaceSet| set.faces().nth(random.below(set.len())).unwrap_or_default();
        let faces: FaceBoard = class.sets().iter().map(|set| face(set) as u8).collect();
        let board = game.board(&faces);
        let points = worker.score(&board)?.points;
        let is_listed = || {
            let canonical = game.canonical(&faces);
            let mut survivors = outcome.survivors().iter();
            survivors.any(|survivor| survivor.faces == canonical)
        };
        if points > bound && !is_listed() {
            return Err(VerificationError::Bound {
                class: game.class_text(class),
                board: board.to_string(),
                points,
                bound,
            });
        }
    }
    Ok(())
}

/// Searches a class again with the plain search, and compares the boards that reach the cutoff.
///
/// # Errors
///
/// Returns the error that was found, or why the check stopped.
pub fn derive_again(
    game: &ProofGame,
    class: &Class,
    outcome: &Outcome,
    budget: &Budget,
) -> Result<(), VerificationError> {
    let found = PlainProver::new(game).prove(class, budget)?;
    match found.survivors() == outcome.survivors() {
        true => Ok(()),
        false => Err(VerificationError::Boards {
            class: game.class_text(class),
            claimed: outcome.survivors().len(),
            found: found.survivors().len(),
        }),
    }
}
