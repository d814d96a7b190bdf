//! The context of a round: the data that it needs besides its setup and its board.

use wgs_config::commonness::WordCommonness;
use wgs_engine::spelling::Spelling;
use wgs_engine::{Lexicon, Solver};

use crate::vocabulary::Vocabulary;

/// The data that a round needs besides its setup and its board. It is not saved with the round, and
/// has to be the same when the round is restored.
#[derive(Clone, Debug)]
pub struct RoundContext {
    /// The solver that solved the board.
    pub solver: Solver,
    /// The spelling that guesses are read in: that of the dictionary.
    pub spelling: Spelling,
    /// The words that computer players may know.
    pub vocabulary: Vocabulary,
    /// How common the words of the dictionary are, if that is known.
    pub commonness: Option<WordCommonness>,
}

impl RoundContext {
    /// Creates the context of a game from its solver and the spelling of its dictionary.
    pub fn new(solver: &Solver, spelling: &Spelling) -> Self {
        Self {
            solver: solver.clone(),
            spelling: spelling.clone(),
            vocabulary: Vocabulary::default(),
            commonness: None,
        }
    }

    /// Sets how common the words of the dictionary are. Computer players find common words first,
    /// hints are about common words, and the common ones among the missed words are listed first.
    pub fn with_commonness(mut self, commonness: WordCommonness) -> Self {
        self.vocabulary = Vocabulary::with_commonness(commonness.clone());
        self.commonness = Some(commonness).filter(WordCommonness::is_english);
        self
    }

    /// Sets a list of words that computer players know, instead of those of the dictionary.
    pub fn with_computer_list(mut self, list: Lexicon) -> Self {
        self.vocabulary = Vocabulary::list(list);
        self
    }
}
