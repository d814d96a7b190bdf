//! The window of a game: the limits for boards dealt for a round.
//! Finding such boards is the job of `wgs-app`, and measuring one that of `wgs-play`.

/// The limits for boards dealt for a round, by the keys of a `GameRules` entry.
///
/// ```
/// use wgs_config::{BoardWindow, Catalogue};
///
/// let (catalogue, _) = Catalogue::parse(
///     r#"{ "GameRules": { "Mine": { "MaxWords": 80, "MinPangrams": 1 } } }"#,
/// )
/// .unwrap();
/// let expected = BoardWindow { max_words: Some(80), min_pangrams: 1, ..BoardWindow::default() };
/// assert_eq!(*catalogue.game("Mine")?.window(), expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardWindow {
    /// The smallest number of words.
    pub min_words: u64,
    /// The largest number of words; [`None`] for any number.
    pub max_words: Option<u64>,
    /// The smallest number of common words, if the dictionary tells which words are common.
    pub min_common_words: u64,
    /// The length that the longest common word has at least.
    pub min_longest_common_word: u64,
    /// The smallest number of words that use every tile.
    pub min_pangrams: u64,
}

impl BoardWindow {
    /// The smallest number of words, unless a game sets another one.
    pub const MIN_WORDS: u64 = 20;
}

impl Default for BoardWindow {
    /// The window of a game that sets none.
    fn default() -> Self {
        Self {
            min_words: Self::MIN_WORDS,
            max_words: None,
            min_common_words: 0,
            min_longest_common_word: 0,
            min_pangrams: 0,
        }
    }
}
