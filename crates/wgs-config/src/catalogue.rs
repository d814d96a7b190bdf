//! The games of a configuration file by name, validated: every name is resolved, and every
//! grid, rule and format is ready to use.
//!
//! ```
//! use wgs_config::Catalogue;
//!
//! let (catalogue, warnings) = Catalogue::parse(
//!     r#"{
//!         "Grids": { "4x4": { "Size": [4, 4] } },
//!         "GameRules": { "Mine": { "GridDesign": "4x4" } }
//!     }"#,
//! )
//! .unwrap();
//! assert!(warnings.is_empty());
//! let game = catalogue.game("mine")?;
//! assert_eq!(game.grid_for("solve")?.len(), 16);
//! assert_eq!(
//!     game.dictionary_for("solve").unwrap_err().to_string(),
//!     r#"the game "Mine" has no Dictionary, which solve needs"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entries;
mod game;

use std::path::Path;

use thiserror::Error;
use wgs_engine::message::{Message, MessageValue, ToMessage, alternatives, conjunction, quoted};
use wgs_engine::{Grid, LetterDistribution, WordList, messages};

pub use entries::Entries;
pub(crate) use entries::letters_and_digits;
pub use game::{Game, MissingPart};

use crate::dictionary::{BUILTIN, DictionarySource, find_file};
use crate::file::{ConfigFile, GameEntry, NamedEntry, PreferencesEntry};
use crate::message;
use crate::problem::{Located, ProblemCollector};
use crate::suggestion;
use crate::{Preferences, Problem, Scoring, Section};
use game::{GameParts, RespelledParts};
use wgs_engine::spelling::Spelling;

/// The text of the embedded configuration.
pub const EMBEDDED: &str = include_str!("../data/wgs.json");

/// The entry of `Preferences` that supplies the keys other entries leave out.
pub(crate) const DEFAULT_SET: &str = "Default";

/// The validated entries of a configuration file.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    grids: Entries<Grid>,
    scoring: Entries<Scoring>,
    dictionaries: Entries<DictionarySource>,
    distributions: Entries<LetterDistribution>,
    preferences: Entries<Preferences>,
    games: Entries<GameParts>,
    /// The reasons why games cannot be used, by the name of the game.
    disabled: Entries<Message>,
}

/// A name that is not in the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum UnknownName {
    /// There is no game with this name.
    Game {
        /// The name that was looked up.
        found: String,
        /// `; did you mean …?`, or a list of the games.
        hint: Message,
    },
    /// The game names something that does not exist.
    DisabledGame {
        /// The name of the game.
        game: String,
        /// Why the game is disabled.
        reason: Message,
    },
    /// There is neither a dictionary with this name nor such a file.
    Dictionary {
        /// The name that was looked up.
        found: String,
        /// `; did you mean …?`, or a list of the dictionaries.
        hint: Message,
    },
}

messages! {
    impl ToMessage for UnknownName {
        Self::Game { found, hint } => "catalogue.game":
            "unknown game {found}{hint}" (found = quoted(found), hint);
        Self::DisabledGame { game, reason } => "catalogue.disabled-game":
            "the game {game} is disabled: {reason}" (game = quoted(game), reason);
        Self::Dictionary { found, hint } => "catalogue.dictionary":
            "{found} is neither a dictionary of the configuration nor a file{hint}"
            (found = quoted(found), hint);
    }
}

impl Catalogue {
    /// Returns the catalogue of the embedded games.
    pub fn embedded() -> Self {
        match Self::parse(EMBEDDED) {
            Ok((catalogue, _)) => catalogue,
            Err(problems) => panic!("the embedded configuration is invalid: {}", problems[0]),
        }
    }

    /// Reads a configuration file. Returns the catalogue with any warnings, or all problems at
    /// once. The text may start with a byte order mark.
    ///
    /// A game that names an entry which does not exist is left out. The problem has the
    /// severity [`Disabled`](crate::Severity::Disabled), and asking for the game returns the
    /// reason.
    pub fn parse(text: &str) -> Result<(Self, Vec<Problem>), Vec<Problem>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut problems = ProblemCollector::new(text);
        let file = ConfigFile::read(text, &mut problems);
        let catalogue = Self::resolve(&file, &mut problems);
        if problems.errors() > 0 {
            return Err(problems.finish());
        }
        Ok((catalogue, problems.finish()))
    }

    /// Finds the files that relative paths name: in the folder of the configuration file, or
    /// else in the folder in which the program is started. Without this call, all of them are
    /// relative to the latter.
    pub fn find_files(&mut self, config_file: &Path) {
        let folder = config_file.parent().unwrap_or(Path::new(""));
        for source in self.dictionaries.values_mut() {
            source.find_in(folder);
        }
        let respelled = self
            .games
            .values_mut()
            .filter_map(GameParts::respelled_letters);
        for letters in self.distributions.values_mut().chain(respelled) {
            if let LetterDistribution::WordList { list, .. } = letters
                && let WordList::File(path) = list
            {
                find_file(path, folder);
            }
        }
    }

    /// Validates the entries of a file and resolves their names.
    fn resolve(file: &ConfigFile, problems: &mut ProblemCollector<'_>) -> Self {
        let mut catalogue = Self::default();
        let mut cells = 0;
        for entry in &file.grids {
            let grid = entry.value.as_ref();
            let grid = grid.and_then(|grid| grid.resolve(&mut cells, problems));
            catalogue
                .grids
                .extend(grid.map(|grid| (entry.name.clone(), grid)));
        }
        for entry in &file.scoring {
            let scoring = entry.value.as_ref().map(|scoring| scoring.resolve());
            let named = scoring.map(|scoring| (entry.name.clone(), scoring));
            catalogue.scoring.extend(named);
        }
        for entry in &file.dictionaries {
            let source = entry.value.as_ref();
            let source = source.and_then(|source| source.resolve(problems));
            let named = source.map(|source| (entry.name.clone(), source));
            catalogue.dictionaries.extend(named);
        }
        for entry in &file.distributions {
            let letters = entry.value.as_ref();
            let words = letters.and_then(|letters| letters.word_dictionary());
            if let Some(words) = words {
                let names = || file.names(Section::Dictionaries);
                if !names().any(|name| name == words.value) {
                    let found = &words.value;
                    let hint = problems.hint(found, names());
                    let section = Section::Dictionaries.name();
                    let message = message::no_entry(section, quoted(found), hint);
                    problems.disabled(&words.location, message);
                }
            }
            let letters =
                letters.and_then(|letters| letters.resolve(&Spelling::default(), problems));
            let named = letters.map(|letters| (entry.name.clone(), letters));
            catalogue.distributions.extend(named);
        }
        let default_set = file
            .preferences
            .iter()
            .find(|entry| entry.name == DEFAULT_SET);
        let default_set = default_set.and_then(|entry| entry.value.as_ref());
        for entry in &file.preferences {
            let set = entry.value.as_ref();
            let set = set.map(|set: &PreferencesEntry| set.resolve(default_set));
            catalogue
                .preferences
                .extend(set.map(|set| (entry.name.clone(), set)));
        }
        for entry in &file.games {
            if let Some(game) = &entry.value {
                let name = entry.name.clone();
                match catalogue.resolve_game(game, file, problems) {
                    Ok(parts) => catalogue.games.extend([(name, parts)]),
                    Err(reason) => catalogue.disabled.extend([(name, reason)]),
                }
            }
        }
        catalogue
    }

    /// Returns the parts of a game, or the name of a part that does not exist.
    fn resolve_game(
        &self,
        game: &GameEntry,
        file: &ConfigFile,
        problems: &mut ProblemCollector<'_>,
    ) -> Result<GameParts, Message> {
        let mut missing = Vec::new();
        let mut name = |part: &Option<Located<String>>, section: Section| {
            let part = part.as_ref()?;
            let found = &part.value;
            if file.names(section).any(|name| name == found) {
                return Some(found.clone());
            }
            let hint = problems.hint(found, file.names(section));
            let message = message::no_entry(section.name(), quoted(found), hint);
            problems.disabled(&part.location, message.clone());
            missing.push(message);
            None
        };
        let parts = GameParts {
            grid: name(&game.grid, Section::Grids),
            scoring: name(&game.scoring, Section::ScoringRules),
            distribution: name(&game.distribution, Section::LetterDistributions),
            dictionary: name(&game.dictionary, Section::Dictionaries),
            preferences: name(&game.preferences, Section::Preferences),
            window: game.window,
            minutes: game.minutes,
            respelled: None,
        };
        // A problem of the distribution, which is reported there.
        let letters = find(&file.distributions, &parts.distribution);
        if let Some(words) = letters.and_then(|letters| letters.word_dictionary())
            && !file
                .names(Section::Dictionaries)
                .any(|name| name == words.value)
        {
            let (letters, words) = (parts.distribution.as_deref(), &words.value);
            let letters = letters.unwrap_or_default();
            missing.push(message::no_words_entry(quoted(letters), quoted(words)));
        }
        if let Some(reason) = missing.into_iter().reduce(message::both) {
            return Err(reason);
        }
        let parts = GameParts {
            respelled: resolve_spelling(&parts, file, problems),
            ..parts
        };
        self.check_positions(game, &parts, problems);
        Ok(parts)
    }

    /// Checks that the positions which the rules require are on the grid.
    fn check_positions(
        &self,
        game: &GameEntry,
        parts: &GameParts,
        problems: &mut ProblemCollector<'_>,
    ) {
        let grid = parts.grid.as_ref().and_then(|name| self.grids.get(name));
        let scoring = parts
            .scoring
            .as_ref()
            .and_then(|name| self.scoring.get(name));
        if let (Some(grid), Some(scoring), Some(at)) = (grid, scoring, &game.scoring) {
            let required = &scoring.rules.required_cells;
            if let Some(cell) = required.iter().find(|cell| cell.index() >= grid.len()) {
                let (position, cells) = (cell.position(), grid.len());
                let message = message::required_position(position, cells);
                problems.error(&at.location, message);
            }
        }
    }

    /// Returns the game with this name. An exact match comes first, then one that ignores case,
    /// then one that ignores punctuation too, and then the only game whose name begins with these
    /// words.
    pub fn game(&self, name: &str) -> Result<Game<'_>, UnknownName> {
        let found = match (self.games.find(name), self.disabled.find(name)) {
            (None, None) => self.games.find_by_first_words(name),
            (found, _) => found,
        };
        let Some((name, parts)) = found else {
            if let Some((game, reason)) = self.disabled.find(name) {
                let (game, reason) = (game.to_owned(), reason.clone());
                return Err(UnknownName::DisabledGame { game, reason });
            }
            let hint = match suggestion::likely(name, self.games.names()).as_slice() {
                [] => match all(self.games.names()) {
                    Some(names) => message::there_are(names),
                    None => message::there_are_none(),
                },
                meant => {
                    let meant: Vec<String> = meant.iter().map(|name| format!("{name:?}")).collect();
                    message::did_you_mean(alternatives(&meant))
                }
            };
            let found = name.to_owned();
            return Err(UnknownName::Game { found, hint });
        };
        Ok(Game {
            catalogue: self,
            name,
            parts,
        })
    }

    /// Whether this is the whole name of a game, and not only its first words.
    pub fn has_game(&self, name: &str) -> bool {
        self.games.find(name).is_some()
    }

    /// Returns all games in the order of the file, without those that are disabled.
    pub fn games(&self) -> impl Iterator<Item = Game<'_>> {
        self.games.iter().map(|(name, parts)| Game {
            catalogue: self,
            name,
            parts,
        })
    }

    /// Returns the dictionary that a user asks for: one of the catalogue, by exact name or
    /// ignoring case, or else the file at a path.
    pub fn dictionary(&self, name_or_file: &str) -> Result<DictionarySource, UnknownName> {
        if let Some((_, source)) = self.dictionaries.find(name_or_file) {
            return Ok(source.clone());
        }
        if name_or_file == BUILTIN {
            return Ok(DictionarySource::Embedded);
        }
        if Path::new(name_or_file).exists() {
            return Ok(DictionarySource::File(name_or_file.into()));
        }
        let names = || self.dictionaries.names();
        let hint = match (suggestion::nearest(name_or_file, names()), all(names())) {
            (Some(meant), _) => message::did_you_mean(quoted(meant)),
            (None, Some(listed)) if names().nth(1).is_none() => message::there_is(listed),
            (None, Some(listed)) => message::there_are(listed),
            (None, None) => message::no_dictionaries(),
        };
        let found = name_or_file.to_owned();
        Err(UnknownName::Dictionary { found, hint })
    }

    /// The grids.
    pub fn grids(&self) -> &Entries<Grid> {
        &self.grids
    }

    /// The scoring rules.
    pub fn scoring(&self) -> &Entries<Scoring> {
        &self.scoring
    }

    /// The dictionaries.
    pub fn dictionaries(&self) -> &Entries<DictionarySource> {
        &self.dictionaries
    }

    /// The letter distributions.
    pub fn distributions(&self) -> &Entries<LetterDistribution> {
        &self.distributions
    }

    /// The preferences. Missing keys come from the entry named `Default`.
    pub fn preferences(&self) -> &Entries<Preferences> {
        &self.preferences
    }
}

/// Returns the entry with a name, unless it has problems.
fn find<'e, T>(entries: &'e [NamedEntry<T>], name: &Option<String>) -> Option<&'e T> {
    let entry = entries
        .iter()
        .find(|entry| Some(&entry.name) == name.as_ref());
    entry?.value.as_ref()
}

/// Resolves the letters and letter values of a game again if its dictionary sets a spelling.
fn resolve_spelling(
    parts: &GameParts,
    file: &ConfigFile,
    problems: &mut ProblemCollector<'_>,
) -> Option<RespelledParts> {
    let dictionary = find(&file.dictionaries, &parts.dictionary)?;
    let spelling = dictionary.spelling();
    if spelling.is_plain() {
        return None;
    }
    let letters = find(&file.distributions, &parts.distribution);
    let scoring = find(&file.scoring, &parts.scoring);
    Some(RespelledParts {
        distribution: letters.and_then(|letters| letters.resolve(spelling, problems)),
        scoring: scoring.map(|scoring| scoring.resolve_with(spelling)),
    })
}

/// Lists names in quotes, unless there are none.
fn all<'n>(names: impl Iterator<Item = &'n str>) -> Option<MessageValue> {
    let names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
    (!names.is_empty()).then(|| conjunction(&names))
}
