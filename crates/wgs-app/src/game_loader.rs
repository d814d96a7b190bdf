//! The path from a configuration to a running game: a [`GameLoader`] chooses the dictionary,
//! loads it, prepares the solver, and keeps both for the next request. Every interface loads
//! its games here; they differ only in their [`DictionaryAccess`].
//!
//! ```
//! use wgs_app::{GameLoader, GameRequest};
//!
//! let loader = GameLoader::default();
//! let game = loader.game(&GameRequest::named("boggle (new)"), "score")?;
//! assert_eq!(game.game().name(), "Boggle (New)");
//!
//! let request = GameRequest { dictionary: Some("Wordnik"), ..GameRequest::named("Scramble") };
//! let other = loader.game(&request, "score")?;
//! assert_eq!(game.lexicon().len(), other.lexicon().len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use thiserror::Error;
use wgs_config::catalogue::{MissingPart, UnknownName};
use wgs_config::commonness::{CommonnessError, CommonnessTable, WordCommonness};
use wgs_config::dictionary::{BUILTIN, DictionaryError};
use wgs_config::regular_file::FileOpener;
use wgs_config::{Catalogue, DictionarySource, Game};
use wgs_engine::message::{ToMessage, quoted};
use wgs_engine::{BoardSize, Engine, EngineError, Grid, Lexicon, Rules, messages};

use crate::creator::{CreateError, DictionaryWordSettings, DictionaryWordSource};
use crate::dictionary_file::DictionaryFile;
use crate::loaded_game::LoadedGame;
use crate::quoted_words::QuotedWords;
use crate::recent_cache::RecentCache;

/// The dictionaries that a request may name, besides those handed to
/// [`GameLoader::provide`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DictionaryAccess {
    /// Dictionaries of the configuration, and files by their path, as on the command line.
    #[default]
    Files,
    /// Dictionaries of the configuration, as on a server.
    Configured,
    /// Dictionaries of the configuration that are not files, as in the web app, which cannot
    /// read files: their content must be provided under the name of the dictionary. A game
    /// without a dictionary uses the embedded one.
    Provided,
}

/// How a [`GameLoader`] finds dictionaries, and how much it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaderOptions {
    /// The dictionaries that requests may name.
    pub access: DictionaryAccess,
    /// The maximum number of games to keep.
    pub games: usize,
    /// The maximum number of dictionaries to keep.
    pub dictionaries: usize,
}

impl Default for LoaderOptions {
    fn default() -> Self {
        Self {
            access: DictionaryAccess::default(),
            games: 32,
            dictionaries: 4,
        }
    }
}

/// A game by name, with the changes to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameRequest<'r> {
    /// The name of the game, in upper or lower case.
    pub game: &'r str,
    /// A dictionary to use instead of the game's.
    pub dictionary: Option<&'r str>,
    /// An engine to use instead of the fastest.
    pub engine: Option<Engine>,
}

impl<'r> GameRequest<'r> {
    /// A game with its own dictionary and the fastest engine.
    pub fn named(game: &'r str) -> Self {
        Self {
            game,
            ..Self::default()
        }
    }
}

/// Why a game or a dictionary cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum LoadError {
    /// The configuration has no such game or dictionary.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The game has no grid, rules or dictionary.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    /// The dictionary is not in the configuration, and files are not allowed.
    NotConfigured {
        /// The name in the request.
        found: String,
        /// The names in the configuration.
        names: String,
    },
    /// The dictionary is a file that was not provided.
    NotProvided(String),
    /// The dictionary cannot be read.
    #[error(transparent)]
    Dictionary(#[from] DictionaryError),
    /// The engine cannot search the game's grid.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

messages! {
    impl ToMessage for LoadError {
        Self::NotConfigured { found, names } => "load.not-configured":
            "unknown dictionary {found}; the configuration has {names}"
            (found = quoted(found), names);
        Self::NotProvided(name) => "load.not-provided":
            "the dictionary {name} is not loaded" (name = quoted(name));
    } else {
        Self::UnknownName(error) => error.to_message(),
        Self::MissingPart(error) => error.to_message(),
        Self::Dictionary(error) => error.to_message(),
        Self::Engine(error) => error.to_message(),
    }
}

/// A dictionary that is loaded.
#[derive(Debug)]
pub struct LoadedDictionary {
    name: Option<String>,
    source: DictionarySource,
    lexicon: Lexicon,
    quoted_words: OnceLock<QuotedWords>,
    file: OnceLock<DictionaryFile>,
    commonness: OnceLock<WordCommonness>,
}

impl LoadedDictionary {
    fn new(name: Option<&str>, source: DictionarySource, lexicon: Lexicon) -> Self {
        Self {
            name: name.map(str::to_owned),
            source,
            lexicon,
            quoted_words: OnceLock::new(),
            file: OnceLock::new(),
            commonness: OnceLock::new(),
        }
    }

    /// The name by which the request or the game refers to the dictionary.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The name of its file, or else the name that refers to it. Records and proofs name
    /// the dictionary with it.
    pub fn label(&self) -> String {
        let file = self.source.file().and_then(|path| path.file_name());
        let file = file.map(|name| name.to_string_lossy().into_owned());
        file.or_else(|| self.name.clone())
            .unwrap_or_else(|| "-".to_owned())
    }

    /// The file or embedded list that it was loaded from, and its spelling.
    pub fn source(&self) -> &DictionarySource {
        &self.source
    }

    /// The words.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The words as JSON strings, written on first use.
    pub fn quoted_words(&self) -> &QuotedWords {
        let new = || QuotedWords::new(&self.lexicon);
        self.quoted_words.get_or_init(new)
    }

    /// The dictionary as a file, compiled on first use.
    pub fn file(&self) -> &DictionaryFile {
        let new = || DictionaryFile::new(&self.source, &self.lexicon);
        self.file.get_or_init(new)
    }

    /// How common each of the words is, looked up on first use.
    pub fn commonness(&self) -> Result<&WordCommonness, CommonnessError> {
        let table = CommonnessTable::embedded()?;
        let new = || table.by_word(&self.lexicon);
        Ok(self.commonness.get_or_init(new))
    }
}

/// The name of a game, the dictionary that was named instead of its own, and the engine.
type GameKey = (String, Option<String>, Option<Engine>);

/// A source, and its name if it was provided: provided sources differ only by their names.
type DictionaryKey = (Option<String>, DictionarySource);

/// Loads games and keeps the most recent ones. Any number of threads may use it.
#[derive(Debug)]
pub struct GameLoader {
    catalogue: Arc<Catalogue>,
    access: DictionaryAccess,
    opener: FileOpener,
    /// The contents of provided dictionaries by name.
    provided: HashMap<String, Vec<u8>>,
    games: RecentCache<GameKey, LoadedGame>,
    dictionaries: RecentCache<DictionaryKey, LoadedDictionary>,
    /// The words of games whose boards are made of them.
    dictionary_words: RecentCache<DictionaryWordSettings, DictionaryWordSource>,
    /// Held while a dictionary is loaded, so that two threads do not load the same one.
    loading: Mutex<()>,
}

impl Default for GameLoader {
    /// Creates a loader for the embedded games.
    fn default() -> Self {
        Self::new(Catalogue::embedded(), LoaderOptions::default())
    }
}

impl GameLoader {
    /// Creates a loader for the games of a configuration.
    pub fn new(catalogue: impl Into<Arc<Catalogue>>, options: LoaderOptions) -> Self {
        Self {
            catalogue: catalogue.into(),
            access: options.access,
            opener: FileOpener::default(),
            provided: HashMap::new(),
            games: RecentCache::new(options.games),
            dictionaries: RecentCache::new(options.dictionaries),
            dictionary_words: RecentCache::new(options.games),
            loading: Mutex::default(),
        }
    }

    /// Opens the files of dictionaries and word lists with this opener from now on.
    #[must_use]
    pub fn with_file_opener(mut self, opener: FileOpener) -> Self {
        self.opener = opener;
        self
    }

    /// How the files of dictionaries and word lists are opened.
    pub(crate) fn file_opener(&self) -> &FileOpener {
        &self.opener
    }

    /// The configuration.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Returns whether files that the configuration names can be read.
    pub fn reads_files(&self) -> bool {
        self.access != DictionaryAccess::Provided
    }

    /// Replaces the configuration. Provided dictionaries stay.
    pub fn set_catalogue(&mut self, catalogue: impl Into<Arc<Catalogue>>) {
        self.catalogue = catalogue.into();
        self.clear();
    }

    /// Provides the content of a dictionary by name: a list of words, or a compiled dictionary.
    ///
    /// It is used instead of a dictionary with that name in the configuration, whose spelling
    /// it takes on, and instead of one that was provided with the same name before. If it
    /// cannot be loaded, nothing changes.
    pub fn provide(
        &mut self,
        name: &str,
        content: Vec<u8>,
    ) -> Result<Arc<LoadedDictionary>, LoadError> {
        let name = self.configured_name(name).to_owned();
        let before = self.provided.insert(name.clone(), content);
        self.clear();
        let loaded = self.named_dictionary(&name);
        if loaded.is_err() {
            match before {
                Some(before) => self.provided.insert(name, before),
                None => self.provided.remove(&name),
            };
        }
        loaded
    }

    fn clear(&self) {
        self.games.clear();
        self.dictionaries.clear();
        self.dictionary_words.clear();
    }

    /// Loads a game, or returns the one that was loaded for the same request before.
    /// `purpose` is the command or request that needs the game; errors name it.
    pub fn game(
        &self,
        request: &GameRequest<'_>,
        purpose: &str,
    ) -> Result<Arc<LoadedGame>, LoadError> {
        if let Some(loaded) = self.loaded_game(request)? {
            return Ok(loaded);
        }
        let game = self.catalogue.game(request.game)?;
        let loaded = self.load_game(game, request, game.grid_for(purpose)?, purpose)?;
        self.games.insert(game_key(game, request), loaded.clone());
        Ok(loaded)
    }

    /// Returns the game that was loaded for the same request before, if it is still there.
    pub fn loaded_game(
        &self,
        request: &GameRequest<'_>,
    ) -> Result<Option<Arc<LoadedGame>>, LoadError> {
        let game = self.catalogue.game(request.game)?;
        Ok(self.games.get(&game_key(game, request)))
    }

    /// Loads a game that is played on a rectangle of another size. It is not kept for later
    /// requests.
    pub fn game_of_size(
        &self,
        request: &GameRequest<'_>,
        size: BoardSize,
        purpose: &str,
    ) -> Result<Arc<LoadedGame>, LoadError> {
        let own = self.catalogue.game(request.game)?.grid();
        let grid = own.map_or_else(|| size.grid(), |own| own.resized(size));
        self.game_on_grid(request, &grid, purpose)
    }

    /// Loads a game that is played on another grid. It is not kept for later requests.
    pub fn game_on_grid(
        &self,
        request: &GameRequest<'_>,
        grid: &Grid,
        purpose: &str,
    ) -> Result<Arc<LoadedGame>, LoadError> {
        self.load_game(self.catalogue.game(request.game)?, request, grid, purpose)
    }

    /// Loads a game with only those words of its dictionary that `keep` accepts; see
    /// [`DictionarySource::load_some`]. It is not kept for later requests, and its dictionary
    /// must not be a provided one.
    pub fn game_with_words(
        &self,
        request: &GameRequest<'_>,
        keep: impl FnMut(&str) -> bool,
        purpose: &str,
    ) -> Result<Arc<LoadedGame>, LoadError> {
        let game = self.catalogue.game(request.game)?;
        let (grid, rules) = (game.grid_for(purpose)?, game.rules_for(purpose)?);
        let (name, source) = self.source_for(game, request.dictionary, purpose)?;
        let lexicon = source.load_some(keep)?;
        let dictionary = Arc::new(LoadedDictionary::new(name, source, lexicon));
        self.prepare(game, request, dictionary, grid, rules)
    }

    fn load_game(
        &self,
        game: Game<'_>,
        request: &GameRequest<'_>,
        grid: &Grid,
        purpose: &str,
    ) -> Result<Arc<LoadedGame>, LoadError> {
        // A missing part is reported before a dictionary is loaded.
        let rules = game.rules_for(purpose)?;
        let dictionary = self.dictionary(game, request.dictionary, purpose)?;
        self.prepare(game, request, dictionary, grid, rules)
    }

    fn prepare(
        &self,
        game: Game<'_>,
        request: &GameRequest<'_>,
        dictionary: Arc<LoadedDictionary>,
        grid: &Grid,
        rules: &Rules,
    ) -> Result<Arc<LoadedGame>, LoadError> {
        let (catalogue, name) = (self.catalogue.clone(), game.name().to_owned());
        let engine = request.engine;
        let loaded = LoadedGame::new(catalogue, name, dictionary, grid, rules, engine)?;
        Ok(Arc::new(loaded))
    }

    /// Loads the dictionary of a game, or the one that is named instead.
    pub fn dictionary(
        &self,
        game: Game<'_>,
        name: Option<&str>,
        purpose: &str,
    ) -> Result<Arc<LoadedDictionary>, LoadError> {
        let (name, source) = self.source_for(game, name, purpose)?;
        self.load(name, source)
    }

    /// Loads a dictionary by name.
    pub fn named_dictionary(&self, name: &str) -> Result<Arc<LoadedDictionary>, LoadError> {
        self.load(Some(name), self.source(name)?)
    }

    /// Collects the words of boards, or returns those that were collected before.
    pub(crate) fn dictionary_words(
        &self,
        settings: DictionaryWordSettings,
    ) -> Result<Arc<DictionaryWordSource>, CreateError> {
        if let Some(words) = self.dictionary_words.get(&settings) {
            return Ok(words);
        }
        let dictionary = self.named_dictionary(&settings.words.dictionary)?;
        let words = DictionaryWordSource::new(settings.clone(), dictionary.lexicon())?;
        let words = Arc::new(words);
        self.dictionary_words.insert(settings, words.clone());
        Ok(words)
    }

    /// The dictionary of a game, or the one that is named instead, read with the game's
    /// spelling unless it has its own.
    fn source_for<'n>(
        &self,
        game: Game<'n>,
        name: Option<&'n str>,
        purpose: &str,
    ) -> Result<(Option<&'n str>, DictionarySource), LoadError> {
        let name = name.or(game.dictionary_name());
        let source = match name {
            Some(name) => game.apply_spelling(self.source(name)?),
            None if self.access == DictionaryAccess::Provided => DictionarySource::Embedded,
            None => game.dictionary_for(purpose)?.clone(),
        };
        Ok((name, source))
    }

    /// The name as the configuration writes it, if it is there.
    fn configured_name<'n>(&'n self, name: &'n str) -> &'n str {
        let configured = self.catalogue.dictionaries().find(name);
        configured.map_or(name, |(name, _)| name)
    }

    /// The source that a name stands for.
    fn source(&self, name: &str) -> Result<DictionarySource, LoadError> {
        let dictionaries = self.catalogue.dictionaries();
        let configured = dictionaries.find(name).map(|(_, source)| source);
        if self.is_provided(name) {
            let file = DictionarySource::File(name.into());
            return Ok(match configured {
                Some(source) if source.file().is_some() => source.clone(),
                Some(source) if !source.spelling().is_plain() => {
                    DictionarySource::WithSpelling(Box::new(file), source.spelling().clone())
                }
                _ => file,
            });
        }
        match (self.access, configured) {
            (DictionaryAccess::Files, _) => Ok(self.catalogue.dictionary(name)?),
            (DictionaryAccess::Configured, Some(source)) => Ok(source.clone()),
            (DictionaryAccess::Configured, None) if name == BUILTIN => {
                Ok(DictionarySource::Embedded)
            }
            (DictionaryAccess::Configured, None) => {
                let names: Vec<_> = dictionaries.names().map(|n| format!("{n:?}")).collect();
                Err(LoadError::NotConfigured {
                    found: name.to_owned(),
                    names: match names.as_slice() {
                        [] => "none".to_owned(),
                        names => names.join(", "),
                    },
                })
            }
            (DictionaryAccess::Provided, Some(source)) if source.file().is_none() => {
                Ok(source.clone())
            }
            (DictionaryAccess::Provided, _) => Err(LoadError::NotProvided(name.to_owned())),
        }
    }

    fn is_provided(&self, name: &str) -> bool {
        self.provided.contains_key(self.configured_name(name))
    }

    fn load(
        &self,
        name: Option<&str>,
        source: DictionarySource,
    ) -> Result<Arc<LoadedDictionary>, LoadError> {
        let provided = name.map(|name| self.configured_name(name));
        let provided = provided.and_then(|name| self.provided.get_key_value(name));
        let key = (provided.map(|(name, _)| name.clone()), source.clone());
        if let Some(loaded) = self.dictionaries.get(&key) {
            return Ok(loaded);
        }
        let _loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = self.dictionaries.get(&key) {
            return Ok(loaded);
        }
        let lexicon = match provided {
            Some((_, content)) => source.load_with(&|_: &Path| Ok(content.clone()))?,
            None => source.load_opened(&self.opener)?,
        };
        let loaded = Arc::new(LoadedDictionary::new(name, source, lexicon));
        self.dictionaries.insert(key, loaded.clone());
        Ok(loaded)
    }
}

fn game_key(game: Game<'_>, request: &GameRequest<'_>) -> GameKey {
    (
        game.name().to_owned(),
        request.dictionary.map(str::to_owned),
        request.engine,
    )
}

#[cfg(test)]
mod tests {
    use wgs_engine::Adjacency;

    use super::*;

    fn loader(access: DictionaryAccess) -> GameLoader {
        let options = LoaderOptions {
            access,
            ..LoaderOptions::default()
        };
        GameLoader::new(Catalogue::embedded(), options)
    }

    fn words(loader: &GameLoader, dictionary: &str) -> Result<usize, String> {
        let request = GameRequest {
            dictionary: Some(dictionary),
            ..GameRequest::named("Boggle (New)")
        };
        match loader.game(&request, "solve") {
            Ok(game) => Ok(game.lexicon().len()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn a_game_and_its_dictionary_are_loaded_once() {
        let loader = GameLoader::default();
        let load = |name| loader.game(&GameRequest::named(name), "solve").unwrap();
        let boggle = load("Boggle (New)");
        assert!(Arc::ptr_eq(&boggle, &load("Boggle (New)")));
        assert!(Arc::ptr_eq(&boggle, &load("BOGGLE (NEW)")));
        let scramble = load("Scramble");
        assert!(std::ptr::eq(boggle.dictionary(), scramble.dictionary()));
    }

    #[test]
    fn a_game_is_loaded_again_after_the_configuration_changed() {
        let mut loader = GameLoader::default();
        let request = GameRequest::named("Boggle (New)");
        let before = loader.game(&request, "solve").unwrap();
        loader.set_catalogue(Catalogue::embedded());
        let after = loader.game(&request, "solve").unwrap();
        assert!(!Arc::ptr_eq(&before, &after));
    }

    #[test]
    fn a_server_takes_dictionaries_of_the_configuration_and_no_paths() {
        let loader = loader(DictionaryAccess::Configured);
        assert!(words(&loader, "wordnik").is_ok());
        assert!(words(&loader, BUILTIN).is_ok());
        assert_eq!(
            words(&loader, "Cargo.toml").unwrap_err(),
            r#"unknown dictionary "Cargo.toml"; the configuration has "Wordnik", "French", "Italian""#
        );
    }

    #[test]
    fn the_web_app_takes_the_files_that_were_provided() {
        let mut loader = loader(DictionaryAccess::Provided);
        assert_eq!(
            words(&loader, "mine.txt").unwrap_err(),
            r#"the dictionary "mine.txt" is not loaded"#
        );
        let provided = loader.provide("mine.txt", b"cat\nsat\nzebra".to_vec());
        assert_eq!(provided.unwrap().lexicon().len(), 3);
        assert_eq!(words(&loader, "mine.txt"), Ok(3));
        loader.provide("mine.txt", b"cat".to_vec()).unwrap();
        assert_eq!(words(&loader, "mine.txt"), Ok(1));
        assert!(loader.provide("mine.txt", b"c\xfft".to_vec()).is_err());
        assert_eq!(words(&loader, "mine.txt"), Ok(1));
    }

    #[test]
    fn a_provided_dictionary_replaces_the_configured_one_with_its_name() {
        for access in [
            DictionaryAccess::Files,
            DictionaryAccess::Configured,
            DictionaryAccess::Provided,
        ] {
            let mut loader = loader(access);
            let all = words(&loader, "Wordnik").unwrap();
            loader.provide("WORDNIK", b"cat sat".to_vec()).unwrap();
            assert_eq!(words(&loader, "Wordnik"), Ok(2), "{access:?}");
            let embedded = loader.named_dictionary(BUILTIN);
            match access {
                // The web app refers to dictionaries only by their names.
                DictionaryAccess::Provided => assert!(embedded.is_err()),
                _ => assert_eq!(embedded.unwrap().lexicon().len(), all, "{access:?}"),
            }
        }
    }

    #[test]
    fn an_engine_that_cannot_search_the_grid_is_an_error() {
        let request = GameRequest {
            engine: Some(Engine::Portable),
            ..GameRequest::named("Scrabblet")
        };
        let error = GameLoader::default().game(&request, "solve").unwrap_err();
        assert!(matches!(error, LoadError::Engine(_)), "{error}");
    }

    #[test]
    fn a_game_of_hexagons_keeps_them_in_another_size() {
        let text = r#"{
            "Grids": { "Hexagons": { "Size": [5, 5], "Adjacency": "Hexagonal" } },
            "ScoringRules": { "Points": {} },
            "GameRules": { "Hexagons": { "GridDesign": "Hexagons", "ScoringRules": "Points" } }
        }"#;
        let catalogue = Catalogue::parse(text).unwrap().0;
        let loader = GameLoader::new(catalogue, LoaderOptions::default());
        let request = GameRequest {
            dictionary: Some("builtin:wordnik"),
            ..GameRequest::named("Hexagons")
        };
        let size = BoardSize {
            rows: 2,
            columns: 3,
        };
        let small = loader.game_of_size(&request, size, "play").unwrap();
        assert_eq!(*small.grid(), Grid::rectangle(3, 2, Adjacency::Hexagonal));
    }

    #[test]
    fn a_variant_of_a_game_is_not_kept() {
        let loader = GameLoader::default();
        let request = GameRequest::named("Boggle (New)");
        let grid = Grid::rectangle(2, 3, Adjacency::Diagonal);
        let small = loader.game_on_grid(&request, &grid, "play").unwrap();
        assert_eq!(small.grid().len(), 6);
        let short = |word: &str| word.len() == 4;
        let short = loader.game_with_words(&request, short, "play").unwrap();
        assert!(short.lexicon().contains("able") && !short.lexicon().contains("enable"));
        let whole = loader.game(&request, "play").unwrap();
        assert_eq!(whole.grid().len(), 16);
        assert!(whole.lexicon().contains("enable"));
    }
}
