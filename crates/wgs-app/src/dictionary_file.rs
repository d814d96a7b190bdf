//! A dictionary as one file that other programs can load.

use wgs_config::DictionarySource;
use wgs_core::Lexicon;
use xxhash_rust::xxh3::xxh3_128;

/// The content of a file with the words of a dictionary.
#[derive(Debug)]
pub struct DictionaryFile {
    content: Vec<u8>,
    hash: u128,
}

impl DictionaryFile {
    /// Compiles a dictionary. One with its own spelling becomes a list of words, because
    /// the compiled form cannot hold a spelling.
    pub fn new(source: &DictionarySource, lexicon: &Lexicon) -> Self {
        let content = match source.spelling().is_plain() {
            true => lexicon.to_bytes(),
            false => {
                let words: Vec<_> = lexicon.words().collect();
                words.join("\n").into_bytes()
            }
        };
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
