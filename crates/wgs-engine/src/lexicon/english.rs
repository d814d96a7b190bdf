//! The English dictionary, for programs that have no word list of their own.

use super::Lexicon;

impl Lexicon {
    /// Returns an English dictionary: the 198,420 words of the [Wordnik word
    /// list](https://github.com/wordnik/wordlist), from the crate `wordnik_list`. It needs the
    /// feature `english`, which adds the list to the program: 2 MB.
    ///
    /// Every call reads the list again, which takes about 0.1 s; keep the lexicon, or clone it.
    ///
    /// ```
    /// use wgs_engine::Lexicon;
    ///
    /// let lexicon = Lexicon::english();
    /// assert_eq!(lexicon.len(), 198_420);
    /// assert!(lexicon.contains("zebra") && !lexicon.contains("zebar"));
    /// ```
    pub fn english() -> Self {
        let words = wordnik_list::word_iterator();
        Self::from_words(words).expect("wordnik_list contains only ordinary words")
    }
}
