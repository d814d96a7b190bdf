//! A hunt that is ready to run: its climbs, and the header of its file.

use wgs_engine::{Face, FaceBoard};

use super::{Hunt, HuntError, HuntHeader, HuntLetters, HuntOptions};
use crate::fingerprint::Fingerprint;
use crate::searched_game::{BoardLetters, SearchedGame};

/// A hunt that is ready to run.
#[derive(Clone, Debug)]
pub struct PreparedHunt {
    /// The subject of the hunt.
    pub hunt: Hunt,
    /// Which hunt it is.
    pub header: HuntHeader,
}

impl PreparedHunt {
    /// Prepares a hunt for the boards of a game.
    ///
    /// # Errors
    ///
    /// Returns the reason why the hunt is impossible.
    pub fn new(game: &SearchedGame<'_>, options: HuntOptions) -> Result<Self, HuntError> {
        let (solver, letters) = (game.solver, &game.letters);
        let listed: Vec<Face>;
        let hunted = match letters {
            BoardLetters::Dice(dice) => HuntLetters::Dice(dice),
            BoardLetters::All | BoardLetters::Listed(_) => {
                listed = letters.faces(solver.lexicon());
                HuntLetters::Free(&listed)
            }
        };
        let hunt = Hunt::new(solver, hunted, options)?;
        let all: FaceBoard = (0..hunt.faces().len() as u8).collect();
        let faces = hunt.board(&all).to_string();
        let letters_hash = match letters {
            BoardLetters::Dice(dice) => Fingerprint::of_text(&dice.to_string()),
            BoardLetters::All | BoardLetters::Listed(_) => Fingerprint::of_text(&faces),
        };
        let header = HuntHeader {
            version: HuntHeader::VERSION,
            game: game.name.to_owned(),
            size: game.is_resized.then(|| solver.grid().size()),
            grid_hash: Fingerprint::of_grid(solver.grid()),
            rules_hash: Fingerprint::of_rules(solver.rules()),
            dictionary: game.dictionary.clone(),
            dictionary_hash: Fingerprint::of_lexicon(solver.lexicon()),
            letters: match letters {
                BoardLetters::All => "free".to_owned(),
                BoardLetters::Listed(_) => faces,
                BoardLetters::Dice(_) => "dice".to_owned(),
            },
            letters_hash,
            goal: options.goal,
            pool: options.pool,
            seed: options.seed,
        };
        Ok(Self { hunt, header })
    }
}
