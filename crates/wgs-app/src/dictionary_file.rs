//! A dictionary as one file that other programs can load.

use wgs_config::DictionarySource;
use wgs_engine::Lexicon;
use xxhash_rust::xxh3::xxh3_128;

/// The content of a file with the words of a dictionary.
#[derive(Debug)]
pub struct DictionaryFile {
    content: Vec<u8>,
    hash: u128,
}

impl DictionaryFile {
    /// Compiles a dictionary. A dictionary with its own spelling becomes a word list, because
    /// the compiled form cannot hold a spelling; so does one whose compiled form is too small to be
    /// [opened](Lexicon::is_openable).
    pub fn new(source: &DictionarySource, lexicon: &Lexicon) -> Self {
        let compiled = source.spelling().is_plain().then(|| lexicon.to_bytes());
        let openable = compiled.filter(|bytes| lexicon.is_openable(bytes.len()));
        let content = openable.unwrap_or_else(|| {
            let words: Vec<_> = lexicon.words().collect();
            words.join("\n").into_bytes()
        });
        let hash = xxh3_128(&content);
        Self { content, hash }
    }

    /// Returns the bytes of the file.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// Returns a hash of the content.
    pub fn hash(&self) -> u128 {
        self.hash
    }
}
