//! What tells the words of one dictionary from those of another.

use wgs_core::Lexicon;
use xxhash_rust::xxh3::Xxh3Default;

/// How many words a dictionary has, and a hash of them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Fingerprint {
    /// How many words.
    pub words: u64,
    /// XXH3 of the folded words in the order of their bytes, a line feed behind each.
    pub hash: u64,
}

impl Fingerprint {
    /// The fingerprint of some words. It is the same on every machine, whatever file they
    /// came from.
    ///
    /// ```
    /// use wgs_config::share_link::Fingerprint;
    /// use wgs_core::Lexicon;
    ///
    /// let some = Fingerprint::of(&Lexicon::from_text("cat act")?);
    /// assert_eq!(some.words, 2);
    /// assert_eq!(some, Fingerprint::of(&Lexicon::from_text("ACT\nCat")?));
    /// assert_ne!(some, Fingerprint::of(&Lexicon::from_text("cat acts")?));
    /// # Ok::<(), wgs_core::lexicon::BuildError>(())
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
