//! The outcome of searching a class of boards.

use std::collections::BTreeMap;

use wgs_engine::{FaceBoard, Stopped};

use super::game::ProofGame;

/// The largest number of boards that a class may have above the cutoff. A proof with more is not
/// a proof of a record.
const MAX_SURVIVORS: usize = 1 << 20;

/// A board that reaches the cutoff.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Survivor {
    /// The face of each cell; of the equivalent boards, the first one.
    pub faces: FaceBoard,
    /// Its points.
    pub points: u64,
}

/// The outcome of searching a class of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Every board of the class has at most this number of points, which is below the cutoff.
    Bound(u64),
    /// The class is split by the face of this cell; its parts have outcomes of their own.
    Split(usize),
    /// The class was searched.
    Searched {
        /// Every board of the class that is not listed has at most this number of points.
        bound: u64,
        /// The boards that reach the cutoff, up to symmetry, in ascending order.
        survivors: Vec<Survivor>,
    },
}

impl Outcome {
    /// Returns the boards that reach the cutoff.
    pub fn survivors(&self) -> &[Survivor] {
        match self {
            Self::Searched { survivors, .. } => survivors,
            Self::Bound(_) | Self::Split(_) => &[],
        }
    }
}

/// Collects the boards that a search finds.
#[derive(Debug, Default)]
pub(super) struct Survivors {
    /// The highest bound of the parts that were cut off.
    bound: u64,
    found: BTreeMap<FaceBoard, u64>,
}

impl Survivors {
    /// Notes that boards were skipped because none of them has more than `bound` points.
    pub(super) fn cut(&mut self, bound: u64) {
        self.bound = self.bound.max(bound);
    }

    /// Adds a board.
    pub(super) fn add(
        &mut self,
        faces: FaceBoard,
        points: u64,
        game: &ProofGame,
    ) -> Result<(), Stopped> {
        if self.found.len() >= MAX_SURVIVORS {
            return Err(Stopped::MemoryLimit);
        }
        self.found.insert(game.canonical(&faces), points);
        Ok(())
    }

    /// Adds the outcome of a part of the class.
    pub(super) fn join(&mut self, outcome: Outcome, game: &ProofGame) -> Result<(), Stopped> {
        if let Outcome::Bound(bound) | Outcome::Searched { bound, .. } = outcome {
            self.cut(bound);
        }
        for survivor in outcome.survivors() {
            self.add(survivor.faces.clone(), survivor.points, game)?;
        }
        Ok(())
    }

    pub(super) fn into_sorted(self) -> Vec<Survivor> {
        let found = self.found.into_iter();
        found
            .map(|(faces, points)| Survivor { faces, points })
            .collect()
    }

    pub(super) fn finish(self, game: &ProofGame) -> Outcome {
        let bound = self.bound.min(game.cutoff() - 1);
        match self.found.is_empty() {
            true => Outcome::Bound(bound),
            false => Outcome::Searched {
                bound,
                survivors: self.into_sorted(),
            },
        }
    }
}
