//! A proof that is ready to run: its claim, and the header of its ledger.

use wgs_engine::{Board, Tile};

use super::{LedgerHeader, ProofError, ProofGame};
use crate::fingerprint::Fingerprint;
use crate::searched_game::SearchedGame;

/// A proof that is ready to run.
#[derive(Clone, Debug)]
pub struct PreparedProof {
    /// The game and the classes.
    pub game: ProofGame,
    /// The first lines of a ledger of this proof.
    pub header: LedgerHeader,
}

impl PreparedProof {
    /// Prepares a proof about all boards of a game with at least `cutoff` points.
    ///
    /// # Errors
    ///
    /// Returns the reason why the proof is impossible.
    pub fn new(searched: &SearchedGame<'_>, cutoff: u64) -> Result<Self, ProofError> {
        let solver = searched.solver;
        let faces = searched.letters.faces(solver.lexicon());
        let game = ProofGame::new(solver, &faces, cutoff)?;
        // In alphabetical order: that of the game depends on the dictionary.
        let mut faces = game.faces().to_vec();
        faces.sort_by_key(ToString::to_string);
        let letters = Board::new(faces.into_iter().map(Tile::from).collect::<Vec<_>>());
        let size = searched.is_resized.then(|| solver.grid().size());
        let header = LedgerHeader::new()
            .with("game", searched.name)
            .with_size(size)
            .with("grid", Fingerprint::of_grid(solver.grid()))
            .with("rules", Fingerprint::of_rules(solver.rules()))
            .with("dictionary", &searched.dictionary)
            .with("words", Fingerprint::of_lexicon(solver.lexicon()))
            .with("letters", letters)
            .with("cutoff", cutoff);
        Ok(Self { game, header })
    }
}
