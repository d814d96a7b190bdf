//! The one path from a configuration to a running game: chooses the dictionary, loads it,
//! prepares the solver, and keeps both for the next request. The command line, the server and
//! the page differ only in their [`DictionaryAccess`].
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
use wgs_config::dictionary::{BUILTIN, DictionaryError};
use wgs_config::{Catalogue, DictionarySource, Game};
use wgs_core::solver::EngineError;
use wgs_core::{Engine, Lexicon};

use crate::dictionary_file::DictionaryFile;
use crate::loaded_game::LoadedGame;
use crate::quoted_words::QuotedWords;
use crate::recent_cache::RecentCache;

/// The dictionaries that a request may name beside those in the configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DictionaryAccess {
    /// Files by their path, as on the command line.
    #[default]
    Files,
    /// None, as on a server.
    Configured,
    /// Files whose content was handed to [`GameLoader::provide`], as on a page. Files that the
    /// configuration names must be provided too, under the name of their dictionary.
    Provided,
}

/// How a [`GameLoader`] finds dictionaries, and how much it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaderOptions {
    /// The dictionaries that requests may name.
    pub access: DictionaryAccess,
    /// The number of games to keep.
    pub games: usize,
    /// The number of dictionaries to keep.
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

/// A game by name, and how to play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameRequest<'r> {
    /// The name of the game, in any case.
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

/// Why a game cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The configuration has no such game or dictionary.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The game lacks something.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    /// Only dictionaries of the configuration may be named.
    #[error("unknown dictionary {found:?}; the configuration has {names}")]
    NotConfigured {
        /// The name in the request.
        found: String,
        /// The names of the configuration.
        names: String,
    },
    /// The dictionary is a file that was not provided.
    #[error("the dictionary {0:?} is not loaded")]
    NotProvided(String),
    /// The dictionary cannot be loaded.
    #[error(transparent)]
    Dictionary(#[from] DictionaryError),
    /// The engine cannot search the game's grid.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A dictionary that is loaded.
#[derive(Debug)]
pub struct LoadedDictionary {
    name: Option<String>,
    source: DictionarySource,
    lexicon: Lexicon,
    quoted_words: OnceLock<QuotedWords>,
    file: OnceLock<DictionaryFile>,
}

impl LoadedDictionary {
    /// A dictionary that was loaded in another way.
    pub fn new(source: DictionarySource, lexicon: Lexicon) -> Self {
        Self {
            name: None,
            source,
            lexicon,
            quoted_words: OnceLock::new(),
            file: OnceLock::new(),
        }
    }

    /// The name that the request or the game has for it.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
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
}

/// What a game is kept by.
type GameKey = (String, Option<String>, Option<Engine>);

/// Loads games and keeps the most recent ones. Any number of threads may use it.
#[derive(Debug)]
pub struct GameLoader {
    catalogue: Arc<Catalogue>,
    access: DictionaryAccess,
    provided: HashMap<String, Vec<u8>>,
    games: RecentCache<GameKey, LoadedGame>,
    dictionaries: RecentCache<(Option<String>, DictionarySource), LoadedDictionary>,
    /// Held while a dictionary is loaded, so that two threads do not load the same one.
    loading: Mutex<()>,
}

impl Default for GameLoader {
    /// A loader for the embedded games.
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
            provided: HashMap::new(),
            games: RecentCache::new(options.games),
            dictionaries: RecentCache::new(options.dictionaries),
            loading: Mutex::default(),
        }
    }

    /// The configuration.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Replaces the configuration. Provided dictionaries stay.
    pub fn set_catalogue(&mut self, catalogue: impl Into<Arc<Catalogue>>) {
        self.catalogue = catalogue.into();
        self.clear();
    }

    /// Provides the content of a dictionary by name: a list of words, or a compiled dictionary.
    /// It replaces what was provided by that name before.
    pub fn provide(
        &mut self,
        name: &str,
        content: Vec<u8>,
    ) -> Result<Arc<LoadedDictionary>, LoadError> {
        let before = self.provided.insert(name.to_owned(), content);
        self.clear();
        let source = self.source(name)?;
        let loaded = self.load(Some(name), source);
        if loaded.is_err() {
            match before {
                Some(before) => self.provided.insert(name.to_owned(), before),
                None => self.provided.remove(name),
            };
        }
        loaded
    }

    fn clear(&self) {
        self.games.clear();
        self.dictionaries.clear();
    }

    /// Loads a game, or returns the one that was loaded for the same request before.
    /// `purpose` is the command or request that needs the game; errors name it.
    pub fn game(
        &self,
        request: &GameRequest<'_>,
        purpose: &str,
    ) -> Result<Arc<LoadedGame>, LoadError> {
        let key = (
            request.game.to_owned(),
            request.dictionary.map(str::to_owned),
            request.engine,
        );
        if let Some(game) = self.games.get(&key) {
            return Ok(game);
        }
        let found = self.catalogue.game(request.game)?;
        // What the configuration lacks is reported before a dictionary is loaded.
        found.grid_for(purpose)?;
        found.rules_for(purpose)?;
        let dictionary = self.dictionary(found, request.dictionary, purpose)?;
        let game = Arc::new(LoadedGame::new(
            self.catalogue.clone(),
            found.name(),
            dictionary,
            request.engine,
            purpose,
        )?);
        // The same game in upper and lower case is kept twice, but its dictionary only once.
        self.games.insert(key, game.clone());
        Ok(game)
    }

    /// Loads the dictionary of a game, or the one named instead.
    pub fn dictionary(
        &self,
        game: Game<'_>,
        name: Option<&str>,
        purpose: &str,
    ) -> Result<Arc<LoadedDictionary>, LoadError> {
        let name = name.or(game.dictionary_name());
        let source = match name {
            Some(name) => game.spelled(self.source(name)?),
            None if self.access == DictionaryAccess::Provided => DictionarySource::Embedded,
            None => game.dictionary_for(purpose)?.clone(),
        };
        self.load(name, source)
    }

    /// Loads a dictionary by name.
    pub fn named_dictionary(&self, name: &str) -> Result<Arc<LoadedDictionary>, LoadError> {
        self.load(Some(name), self.source(name)?)
    }

    /// The source that a name stands for.
    fn source(&self, name: &str) -> Result<DictionarySource, LoadError> {
        let dictionaries = self.catalogue.dictionaries();
        match self.access {
            DictionaryAccess::Files => Ok(self.catalogue.dictionary(name)?),
            DictionaryAccess::Configured => match dictionaries.find(name) {
                Some((_, source)) => Ok(source.clone()),
                None if name == BUILTIN => Ok(DictionarySource::Embedded),
                None => {
                    let names: Vec<_> = dictionaries.names().map(|n| format!("{n:?}")).collect();
                    Err(LoadError::NotConfigured {
                        found: name.to_owned(),
                        names: match names.as_slice() {
                            [] => "none".to_owned(),
                            names => names.join(", "),
                        },
                    })
                }
            },
            DictionaryAccess::Provided => {
                let is_provided = self.provided.contains_key(name);
                match dictionaries.get(name) {
                    Some(source) if is_provided || source.file().is_none() => Ok(source.clone()),
                    None if is_provided => Ok(DictionarySource::File(name.into())),
                    _ => Err(LoadError::NotProvided(name.to_owned())),
                }
            }
        }
    }

    fn load(
        &self,
        name: Option<&str>,
        source: DictionarySource,
    ) -> Result<Arc<LoadedDictionary>, LoadError> {
        // Only provided files differ by name.
        let name = name.map(str::to_owned);
        let provided = self.access == DictionaryAccess::Provided;
        let key = (name.clone().filter(|_| provided), source.clone());
        if let Some(loaded) = self.dictionaries.get(&key) {
            return Ok(loaded);
        }
        let _loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = self.dictionaries.get(&key) {
            return Ok(loaded);
        }
        let lexicon = match (provided, &name) {
            (true, Some(name)) => {
                let content = |_: &Path| Ok(self.provided.get(name).cloned().unwrap_or_default());
                source.load_with(&content)?
            }
            _ => source.load()?,
        };
        let loaded = Arc::new(LoadedDictionary {
            name,
            ..LoadedDictionary::new(source, lexicon)
        });
        self.dictionaries.insert(key, loaded.clone());
        Ok(loaded)
    }
}

#[cfg(test)]
mod tests {
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
        let boggle = || loader.game(&GameRequest::named("Boggle (New)"), "solve");
        let first = boggle().unwrap();
        assert!(Arc::ptr_eq(&first, &boggle().unwrap()));
        let other = loader.game(&GameRequest::named("Big Boggle"), "solve");
        if let Ok(other) = other {
            assert!(std::ptr::eq(first.dictionary(), other.dictionary()));
        }
    }

    #[test]
    fn a_server_takes_dictionaries_of_the_configuration_and_no_paths() {
        let loader = loader(DictionaryAccess::Configured);
        assert!(words(&loader, "wordnik").is_ok());
        assert!(words(&loader, BUILTIN).is_ok());
        assert_eq!(
            words(&loader, "Cargo.toml").unwrap_err(),
            r#"unknown dictionary "Cargo.toml"; the configuration has "Wordnik""#
        );
    }

    #[test]
    fn a_page_takes_the_files_that_were_provided() {
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
        assert!(loader.provide("mine.txt", b"c4t".to_vec()).is_err());
        assert_eq!(words(&loader, "mine.txt"), Ok(1));
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
}
