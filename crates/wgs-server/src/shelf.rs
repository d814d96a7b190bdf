//! Games that were opened and dictionaries that were loaded, kept for the next question. Each
//! is opened when it is first asked for; when there are too many, the one that was not asked
//! for longest goes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use wgs_app::{LoadedDictionary, LoadedGame};
use wgs_config::dictionary::BUILTIN;
use wgs_config::{Catalogue, DictionarySource, Game};
use wgs_core::notation::NotationError;
use wgs_core::{Board, Lexicon, Word};
use xxhash_rust::xxh3::xxh3_128;

use crate::answer::push_text;
use crate::refusal::Refusal;

/// A game that was opened with a dictionary.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) game: LoadedGame,
    dictionary: Arc<Loaded>,
}

impl Opened {
    /// Reads a board as the dictionary spells.
    pub(crate) fn read(&self, text: &str) -> Result<Board, NotationError> {
        self.game.read(text)
    }

    /// The texts of its words.
    pub(crate) fn texts(&self) -> &WordTexts {
        self.dictionary.texts()
    }
}

/// A dictionary that was loaded.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) lexicon: Lexicon,
    /// Whether its words are understood in a way of their own.
    is_spelled: bool,
    file: OnceLock<(String, Vec<u8>)>,
    texts: OnceLock<WordTexts>,
}

impl Loaded {
    /// The texts of all words.
    fn texts(&self) -> &WordTexts {
        self.texts.get_or_init(|| WordTexts::new(&self.lexicon))
    }

    /// The compiled form, with a name that changes with the content; a list of words where
    /// compiling would lose how they are understood.
    pub(crate) fn file(&self) -> (&str, &[u8]) {
        let (tag, bytes) = self.file.get_or_init(|| {
            let bytes = match self.is_spelled {
                true => self
                    .lexicon
                    .words()
                    .collect::<Vec<_>>()
                    .join("\n")
                    .into_bytes(),
                false => self.lexicon.to_bytes(),
            };
            (format!("\"{:032x}\"", xxh3_128(&bytes)), bytes)
        });
        (tag, bytes)
    }
}

/// The words of a lexicon as JSON, one behind the other. A lexicon has them as ways through
/// its nodes; finding those takes longer than finding the words on a board.
#[derive(Debug)]
pub(crate) struct WordTexts {
    texts: Vec<u8>,
    /// Where each ends, by rank.
    ends: Vec<u32>,
}

impl WordTexts {
    pub(crate) fn new(lexicon: &Lexicon) -> Self {
        let mut texts = Vec::new();
        let mut ends = Vec::with_capacity(lexicon.len());
        for word in lexicon.words() {
            push_text(&word, &mut texts);
            ends.push(u32::try_from(texts.len()).expect("no lexicon has 4 GB of words"));
        }
        Self { texts, ends }
    }

    /// A word in quotes.
    pub(crate) fn quoted(&self, word: Word) -> &[u8] {
        let rank = word.rank();
        let start = match rank {
            0 => 0,
            _ => self.ends[rank - 1],
        };
        &self.texts[start as usize..self.ends[rank] as usize]
    }
}

/// What was opened, of one configuration.
#[derive(Debug)]
pub(crate) struct Shelf {
    games: Recent<(String, Option<String>), Opened>,
    dictionaries: Recent<DictionarySource, Loaded>,
    /// Held while a dictionary is loaded, so that none is loaded twice at once.
    loading: Mutex<()>,
}

impl Shelf {
    pub(crate) fn new(games: usize, dictionaries: usize) -> Self {
        Self {
            games: Recent::new(games),
            dictionaries: Recent::new(dictionaries),
            loading: Mutex::default(),
        }
    }

    /// A game that is open already.
    fn find(&self, game: &str, dictionary: Option<&str>) -> Option<Arc<Opened>> {
        let key = (game.to_owned(), dictionary.map(str::to_owned));
        self.games.get(&key)
    }

    /// Opens a game, with a dictionary of the configuration if one is named.
    pub(crate) fn open(
        &self,
        catalogue: &Arc<Catalogue>,
        game: &str,
        dictionary: Option<&str>,
        user: &str,
    ) -> Result<Arc<Opened>, Refusal> {
        if let Some(opened) = self.find(game, dictionary) {
            return Ok(opened);
        }
        let found = catalogue.game(game)?;
        found.grid_for(user)?;
        found.rules_for(user)?;
        let source = source(catalogue, found, dictionary, user)?;
        let loaded = self.load(&source)?;
        loaded.texts();
        let lexicon = loaded.lexicon.clone();
        let opened = Opened {
            game: LoadedGame::new(
                catalogue.clone(),
                game,
                Arc::new(LoadedDictionary::new(source, lexicon)),
                None,
                user,
            )?,
            dictionary: loaded,
        };
        // Names may be written in any case. A game asked for in two ways is opened twice; its
        // words are loaded once.
        let key = (game.to_owned(), dictionary.map(str::to_owned));
        Ok(self.games.put(key, opened))
    }

    /// Loads a dictionary.
    pub(crate) fn load(&self, source: &DictionarySource) -> Result<Arc<Loaded>, Refusal> {
        if let Some(loaded) = self.dictionaries.get(source) {
            return Ok(loaded);
        }
        let _loading = self.loading.lock();
        if let Some(loaded) = self.dictionaries.get(source) {
            return Ok(loaded);
        }
        let loaded = Loaded {
            lexicon: source.load()?,
            is_spelled: !source.spelling().is_plain(),
            file: OnceLock::new(),
            texts: OnceLock::new(),
        };
        Ok(self.dictionaries.put(source.clone(), loaded))
    }
}

/// The dictionary of the configuration that someone names. Files are not for naming here.
pub(crate) fn named(catalogue: &Catalogue, name: &str) -> Result<DictionarySource, Refusal> {
    if let Some((_, source)) = catalogue.dictionaries().find(name) {
        return Ok(source.clone());
    }
    if name == BUILTIN {
        return Ok(DictionarySource::Embedded);
    }
    let names: Vec<String> = catalogue
        .dictionaries()
        .names()
        .map(|name| format!("{name:?}"))
        .collect();
    Err(Refusal::UnknownDictionary {
        found: name.to_owned(),
        names: match names.as_slice() {
            [] => "none".to_owned(),
            names => names.join(", "),
        },
    })
}

/// The dictionary that someone names, else the game's.
fn source(
    catalogue: &Catalogue,
    game: Game<'_>,
    dictionary: Option<&str>,
    user: &str,
) -> Result<DictionarySource, Refusal> {
    let Some(name) = dictionary else {
        return Ok(game.dictionary_for(user)?.clone());
    };
    Ok(game.apply_spelling(named(catalogue, name)?))
}

/// Things by name, of which the one that was not asked for longest goes first.
#[derive(Debug)]
struct Recent<K, V> {
    things: RwLock<HashMap<K, (AtomicU64, Arc<V>)>>,
    clock: AtomicU64,
    most: usize,
}

impl<K: Clone + Eq + Hash, V> Recent<K, V> {
    fn new(most: usize) -> Self {
        Self {
            things: RwLock::default(),
            clock: AtomicU64::new(0),
            most: most.max(1),
        }
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    fn get(&self, key: &K) -> Option<Arc<V>> {
        let things = self.things.read().unwrap_or_else(|p| p.into_inner());
        let (asked, thing) = things.get(key)?;
        asked.store(self.now(), Ordering::Relaxed);
        Some(thing.clone())
    }

    fn put(&self, key: K, thing: V) -> Arc<V> {
        let thing = Arc::new(thing);
        let mut things = self.things.write().unwrap_or_else(|p| p.into_inner());
        things.insert(key, (AtomicU64::new(self.now()), thing.clone()));
        if things.len() > self.most {
            let asked =
                |(_, (asked, _)): &(&K, &(AtomicU64, Arc<V>))| asked.load(Ordering::Relaxed);
            let oldest = things.iter().min_by_key(asked).map(|(key, _)| key.clone());
            oldest.map(|key| things.remove(&key));
        }
        thing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_longest_goes_first() {
        let recent = Recent::new(2);
        recent.put("a", 1);
        recent.put("b", 2);
        assert_eq!(recent.get(&"a").as_deref(), Some(&1));
        recent.put("c", 3);
        let kept = ["a", "b", "c"].map(|key| recent.get(&key).is_some());
        assert_eq!(kept, [true, false, true]);
    }

    #[test]
    fn a_dictionary_is_named_by_the_configuration_and_not_by_a_path() {
        let catalogue = Catalogue::embedded();
        assert!(named(&catalogue, "wordnik").is_ok());
        assert!(named(&catalogue, BUILTIN).is_ok());
        let refusal = named(&catalogue, "Cargo.toml").unwrap_err();
        assert!(
            refusal.to_string().contains("there are \"Wordnik\""),
            "{refusal}"
        );
    }
}
