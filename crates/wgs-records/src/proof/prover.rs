//! The search that proves a class: the fastest one for the game.

use wgs_engine::{Budget, Stopped};

use super::class::Class;
use super::game::ProofGame;
use super::lane_search::LaneProver;
use super::outcome::Outcome;
use super::plain::PlainProver;
use super::rack::RackProver;

/// How long lists of terms are searched. The boards that are found do not depend on it, only the
/// time that it takes, and how close the bounds are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProverOptions {
    /// Lists with at least this number of terms are bounded three cells ahead, others two.
    pub three_ahead: usize,
    /// Lists with fewer terms are sorted again, so that the other two of the last four cells have
    /// lanes.
    pub exchanged_below: usize,
    /// Classes with more terms are split first. Each term takes ten bytes, and the lists of a search about half as
    /// much again.
    pub max_terms: usize,
}

impl Default for ProverOptions {
    fn default() -> Self {
        Self {
            three_ahead: 20_000,
            exchanged_below: 150_000,
            // Less than a gigabyte for each thread.
            max_terms: 50_000_000,
        }
    }
}

/// Proves classes of a game, one after the other. Each thread has its own.
pub struct Prover<'g> {
    search: Search<'g>,
}

enum Search<'g> {
    Rack(RackProver<'g>),
    Lanes(Box<LaneProver<'g>>),
    Plain(PlainProver<'g>),
}

impl ProofGame {
    /// Creates a prover.
    pub fn prover(&self) -> Prover<'_> {
        self.prover_with(ProverOptions::default())
    }

    /// Creates a prover with options.
    pub fn prover_with(&self, options: ProverOptions) -> Prover<'_> {
        let search = match self.solver().grid().is_full() {
            true => Search::Rack(RackProver::new(self)),
            false => match LaneProver::new(self, options) {
                Some(prover) => Search::Lanes(Box::new(prover)),
                None => Search::Plain(PlainProver::new(self)),
            },
        };
        Prover { search }
    }
}

impl Prover<'_> {
    /// Finds all boards of a class that reach the cutoff, up to symmetry.
    ///
    /// # Errors
    ///
    /// Returns why the search stopped before its end.
    pub fn prove(&mut self, class: &Class, budget: &Budget) -> Result<Outcome, Stopped> {
        match &mut self.search {
            Search::Rack(prover) => prover.prove(class, budget),
            Search::Lanes(prover) => prover.prove(class, budget),
            Search::Plain(prover) => prover.prove(class, budget),
        }
    }
}
