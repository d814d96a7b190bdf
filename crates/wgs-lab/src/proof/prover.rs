//! The search that proves a class: the fastest one for the game.

use wgs_core::{Budget, Stopped};

use super::class::Class;
use super::game::ProofGame;
use super::lane_search::LaneProver;
use super::outcome::Outcome;
use super::plain::PlainProver;
use super::rack::RackProver;

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
        let search = match self.solver().grid().is_full() {
            true => Search::Rack(RackProver::new(self)),
            false => match LaneProver::new(self) {
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
