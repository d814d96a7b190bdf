//! Fingerprints of dictionaries, with which a program recognises that it has the words a link
//! refers to.

use wgs_engine::Lexicon;
use xxhash_rust::xxh3::Xxh3Default;

/// The number of words of a dictionary, and a hash of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Fingerprint {
    /// The number of words.
    pub words: u64,
    /// The XXH3 hash of the folded words in byte order, each followed by a line feed.
    pub hash: u64,
}

impl Fingerprint {
    /// Computes the fingerprint of a dictionary. It depends only on the words, not on the
    /// machine or the file they come from.
    ///
    /// ```
    /// use wgs_config::share_link::Fingerprint;
    /// use wgs_engine::Lexicon;
    ///
    /// let some = Fingerprint::of(&Lexicon::from_text("cat act")?);
    /// assert_eq!(some.words, 2);
    /// assert_eq!(some, Fingerprint::of(&Lexicon::from_text("ACT\nCat")?));
    /// assert_ne!(some, Fingerprint::of(&Lexicon::from_text("cat acts")?));
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    pub fn of(lexicon: &Lexicon) -> Self {
        let mut words: Vec<String> = lexicon.folded_words().collect();
        words.sort_unstable();
        let mut hash = Xxh3Default::new();
        for word in &words {
            hash.update(word.as_bytes());
            hash.update(b"\n");
        }
        Self {
            words: words.len() as u64,
            hash: hash.digest(),
        }
    }
}
