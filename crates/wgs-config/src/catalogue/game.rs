//! A game: the parts that its name ties together. Any may be missing, and commands say
//! which they need.

use std::sync::OnceLock;

use thiserror::Error;
use wgs_core::{Grid, Rules};
use wgs_lab::LetterDistribution;

use super::{Catalogue, DEFAULT_SET};
use crate::dictionary::DictionarySource;
use crate::spelling::Spelling;
use crate::{Preferences, Scoring};

/// The names of a game's parts, all in the catalogue.
#[derive(Clone, Debug, Default)]
pub(super) struct GameParts {
    pub(super) grid: Option<String>,
    pub(super) scoring: Option<String>,
    pub(super) distribution: Option<String>,
    pub(super) dictionary: Option<String>,
    pub(super) preferences: Option<String>,
    /// What of it depends on how its words are understood, if that is not as Unicode says.
    pub(super) spelled: Option<SpelledParts>,
}

/// Letters and their values, as a game's dictionary understands them.
#[derive(Clone, Debug)]
pub(super) struct SpelledParts {
    pub(super) distribution: Option<LetterDistribution>,
    pub(super) scoring: Option<Scoring>,
}

/// A game of a catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Game<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) name: &'c str,
    pub(super) parts: &'c GameParts,
}

/// A part that a game does not have, but something needs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the game {game:?} has no {part}, which {purpose} needs")]
pub struct MissingPart {
    /// The game.
    pub game: String,
    /// The key of `GameRules` that is not written.
    pub part: &'static str,
    /// What needs it.
    pub purpose: String,
}

impl<'c> Game<'c> {
    /// The game's name as the file has it.
    pub fn name(&self) -> &'c str {
        self.name
    }

    /// The name of its grid.
    pub fn grid_name(&self) -> Option<&'c str> {
        self.parts.grid.as_deref()
    }

    /// The name of its scoring rules.
    pub fn scoring_name(&self) -> Option<&'c str> {
        self.parts.scoring.as_deref()
    }

    /// The name of its letter distribution.
    pub fn distribution_name(&self) -> Option<&'c str> {
        self.parts.distribution.as_deref()
    }

    /// The name of its dictionary.
    pub fn dictionary_name(&self) -> Option<&'c str> {
        self.parts.dictionary.as_deref()
    }

    /// Its grid.
    pub fn grid(&self) -> Option<&'c Grid> {
        self.catalogue.grids.get(self.grid_name()?)
    }

    /// Its scoring rules, with what goes beside them.
    pub fn scoring(&self) -> Option<&'c Scoring> {
        if let Some(spelled) = &self.parts.spelled {
            return spelled.scoring.as_ref();
        }
        self.catalogue.scoring.get(self.scoring_name()?)
    }

    /// How its words score.
    pub fn rules(&self) -> Option<&'c Rules> {
        self.scoring().map(|scoring| &scoring.rules)
    }

    /// Where its letters come from.
    pub fn distribution(&self) -> Option<&'c LetterDistribution> {
        if let Some(spelled) = &self.parts.spelled {
            return spelled.distribution.as_ref();
        }
        self.catalogue.distributions.get(self.distribution_name()?)
    }

    /// Where its words come from.
    pub fn dictionary(&self) -> Option<&'c DictionarySource> {
        self.catalogue.dictionaries.get(self.dictionary_name()?)
    }

    /// How its words and boards are understood: as its dictionary says.
    pub fn spelling(&self) -> &'c Spelling {
        static PLAIN: OnceLock<Spelling> = OnceLock::new();
        match self.dictionary() {
            Some(dictionary) => dictionary.spelling(),
            None => PLAIN.get_or_init(Spelling::default),
        }
    }

    /// Another dictionary for this game. A plain one is understood as the game's own, because
    /// the game's dice and values are.
    pub fn apply_spelling(&self, source: DictionarySource) -> DictionarySource {
        let spelling = self.spelling();
        match source.spelling().is_plain() && !spelling.is_plain() {
            true => DictionarySource::WithSpelling(Box::new(source), spelling.clone()),
            false => source,
        }
    }

    /// Its formats: of its own set, else of the set named `Default`, else the manual's.
    pub fn preferences(&self) -> &'c Preferences {
        static STANDARD: OnceLock<Preferences> = OnceLock::new();
        let name = self.parts.preferences.as_deref().unwrap_or(DEFAULT_SET);
        let set = self.catalogue.preferences.get(name);
        set.unwrap_or_else(|| STANDARD.get_or_init(Preferences::default))
    }

    /// Its grid, for someone who needs it.
    pub fn grid_for(&self, purpose: &str) -> Result<&'c Grid, MissingPart> {
        self.require(self.grid(), "GridDesign", purpose)
    }

    /// How its words score, for someone who needs it.
    pub fn rules_for(&self, purpose: &str) -> Result<&'c Rules, MissingPart> {
        self.require(self.rules(), "ScoringRules", purpose)
    }

    /// Where its letters come from, for someone who needs it.
    pub fn distribution_for(&self, purpose: &str) -> Result<&'c LetterDistribution, MissingPart> {
        self.require(self.distribution(), "LetterDistribution", purpose)
    }

    /// Where its words come from, for someone who needs it.
    pub fn dictionary_for(&self, purpose: &str) -> Result<&'c DictionarySource, MissingPart> {
        self.require(self.dictionary(), "Dictionary", purpose)
    }

    fn require<T>(
        &self,
        part: Option<T>,
        key: &'static str,
        purpose: &str,
    ) -> Result<T, MissingPart> {
        part.ok_or_else(|| MissingPart {
            game: self.name.to_owned(),
            part: key,
            purpose: purpose.to_owned(),
        })
    }
}
