//! A game of a catalogue: its grid, rules, letters, dictionary and preferences. Any of them
//! may be missing; a caller asks for those it needs and names their purpose.

use std::num::NonZeroU32;
use std::sync::OnceLock;

use thiserror::Error;
use wgs_engine::LetterDistribution;
use wgs_engine::message::{ToMessage, quoted};
use wgs_engine::messages;
use wgs_engine::{Grid, Rules};

use super::{Catalogue, DEFAULT_SET};
use crate::dictionary::DictionarySource;
use crate::{BoardWindow, Preferences, Scoring};
use wgs_engine::spelling::Spelling;

/// The time limit of a round in minutes, in games whose tiles do not all touch.
const MINUTES: u32 = 3;

/// The names of a game's parts, which are all in the catalogue, and its boards.
#[derive(Clone, Debug)]
pub(super) struct GameParts {
    pub(super) grid: Option<String>,
    pub(super) scoring: Option<String>,
    pub(super) distribution: Option<String>,
    pub(super) dictionary: Option<String>,
    pub(super) preferences: Option<String>,
    pub(super) window: BoardWindow,
    pub(super) minutes: Option<u32>,
    /// The parts that replace those of the catalogue if the dictionary sets a spelling.
    pub(super) respelled: Option<RespelledParts>,
}

impl GameParts {
    /// The letters that replace those of the catalogue.
    pub(super) fn respelled_letters(&mut self) -> Option<&mut LetterDistribution> {
        self.respelled.as_mut()?.distribution.as_mut()
    }
}

/// Letters and letter values, resolved with the spelling of the game's dictionary.
#[derive(Clone, Debug)]
pub(super) struct RespelledParts {
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

/// A game lacks a part that is needed for some purpose.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.to_message())]
pub struct MissingPart {
    /// The name of the game.
    pub game: String,
    /// The missing key of its `GameRules` entry.
    pub part: &'static str,
    /// The purpose of the part, such as the name of a command.
    pub purpose: String,
}

messages! {
    impl ToMessage for MissingPart {
        Self { game, part, purpose } => "catalogue.missing-part":
            "the game {game} has no {part}, which {purpose} needs"
            (game = quoted(game), part, purpose);
    }
}

impl<'c> Game<'c> {
    /// The catalogue that has the game.
    pub fn catalogue(&self) -> &'c Catalogue {
        self.catalogue
    }

    /// The game's name as it is written in the file.
    pub fn name(&self) -> &'c str {
        self.name
    }

    /// A name that is easy to type, such as `boggle-new` for `Boggle (New)`.
    pub fn short_name(&self) -> String {
        self.catalogue.games.short_name(self.name)
    }

    /// The name of the game's grid.
    pub fn grid_name(&self) -> Option<&'c str> {
        self.parts.grid.as_deref()
    }

    /// The name of the game's scoring rules.
    pub fn scoring_name(&self) -> Option<&'c str> {
        self.parts.scoring.as_deref()
    }

    /// The name of the game's letter distribution.
    pub fn distribution_name(&self) -> Option<&'c str> {
        self.parts.distribution.as_deref()
    }

    /// The name of the game's dictionary.
    pub fn dictionary_name(&self) -> Option<&'c str> {
        self.parts.dictionary.as_deref()
    }

    /// The game's grid.
    pub fn grid(&self) -> Option<&'c Grid> {
        self.catalogue.grids.get(self.grid_name()?)
    }

    /// The game's entry of `ScoringRules`.
    pub fn scoring(&self) -> Option<&'c Scoring> {
        if let Some(respelled) = &self.parts.respelled {
            return respelled.scoring.as_ref();
        }
        self.catalogue.scoring.get(self.scoring_name()?)
    }

    /// The game's scoring rules.
    pub fn rules(&self) -> Option<&'c Rules> {
        self.scoring().map(|scoring| &scoring.rules)
    }

    /// Whether a tile with the letter Q alone counts as a `Qu` tile. In a game without scoring
    /// rules it does.
    pub fn q_is_qu(&self) -> bool {
        self.rules().is_none_or(|rules| rules.q_is_qu)
    }

    /// The letters of the game's random boards.
    pub fn distribution(&self) -> Option<&'c LetterDistribution> {
        if let Some(respelled) = &self.parts.respelled {
            return respelled.distribution.as_ref();
        }
        self.catalogue.distributions.get(self.distribution_name()?)
    }

    /// The source of the game's words.
    pub fn dictionary(&self) -> Option<&'c DictionarySource> {
        self.catalogue.dictionaries.get(self.dictionary_name()?)
    }

    /// The spelling of the game's words and boards, which its dictionary sets.
    pub fn spelling(&self) -> &'c Spelling {
        static PLAIN: OnceLock<Spelling> = OnceLock::new();
        match self.dictionary() {
            Some(dictionary) => dictionary.spelling(),
            None => PLAIN.get_or_init(Spelling::default),
        }
    }

    /// Returns a dictionary to use instead of the game's own. If it sets no spelling, it gets
    /// the game's, because the game's letters and letter values use that spelling.
    pub fn apply_spelling(&self, source: DictionarySource) -> DictionarySource {
        let spelling = self.spelling();
        match source.spelling().is_plain() && !spelling.is_plain() {
            true => DictionarySource::WithSpelling(Box::new(source), spelling.clone()),
            false => source,
        }
    }

    /// The game's preferences: its own entry, else the one named `Default`, else the defaults of
    /// the keys.
    pub fn preferences(&self) -> &'c Preferences {
        static STANDARD: OnceLock<Preferences> = OnceLock::new();
        let name = self.parts.preferences.as_deref().unwrap_or(DEFAULT_SET);
        let set = self.catalogue.preferences.get(name);
        set.unwrap_or_else(|| STANDARD.get_or_init(Preferences::default))
    }

    /// The limits for boards dealt for a round.
    pub fn window(&self) -> &'c BoardWindow {
        &self.parts.window
    }

    /// The time limit of a round in minutes, unless the player chooses another one. [`None`] for
    /// no limit, as in games whose tiles all touch, unless they set one.
    ///
    /// ```
    /// use wgs_config::Catalogue;
    ///
    /// let catalogue = Catalogue::embedded();
    /// let minutes = |game| catalogue.game(game).unwrap().minutes().map(|minutes| minutes.get());
    /// assert_eq!(minutes("Boggle (New)"), Some(3));
    /// assert_eq!(minutes("Spelling Bee"), None);
    /// ```
    pub fn minutes(&self) -> Option<NonZeroU32> {
        let minutes = self.parts.minutes.unwrap_or_else(|| match self.grid() {
            Some(grid) if grid.is_full() => 0,
            _ => MINUTES,
        });
        NonZeroU32::new(minutes)
    }

    /// Returns the game's grid, or an error that names the command that needs one.
    pub fn grid_for(&self, purpose: &str) -> Result<&'c Grid, MissingPart> {
        self.require(self.grid(), "GridDesign", purpose)
    }

    /// Returns the game's scoring rules, or an error that names the command that needs them.
    pub fn rules_for(&self, purpose: &str) -> Result<&'c Rules, MissingPart> {
        self.require(self.rules(), "ScoringRules", purpose)
    }

    /// Returns the game's letter distribution, or an error that names the command that needs one.
    pub fn distribution_for(&self, purpose: &str) -> Result<&'c LetterDistribution, MissingPart> {
        self.require(self.distribution(), "LetterDistribution", purpose)
    }

    /// Returns the source of the game's words, or an error that names the command that needs one.
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
