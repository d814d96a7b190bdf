//! Lexicons: immutable sets of words in the form that the engines search. To find words on a
//! board, see [`Solver`](crate::Solver).
//!
//! A lexicon is built from words separated by white space, or opened from a compact file, which
//! [`Lexicon::to_bytes`] returns.
//!
//! ```
//! use wgs_engine::Lexicon;
//!
//! let lexicon = Lexicon::from_text("cat Cats\r\nact cat")?;
//! assert_eq!(lexicon.len(), 3);
//! assert!(lexicon.contains("CATS"));
//! assert_eq!(lexicon.words().collect::<Vec<_>>(), ["ACT", "CAT", "CATS"]);
//!
//! let bytes = lexicon.to_bytes();
//! assert_eq!(Lexicon::from_bytes(&bytes)?, lexicon);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The form in memory
//!
//! In memory, a lexicon is a trie. Its nodes are in one array of *slots*, eight bytes each: a
//! mask of child symbols, with an extra bit for the end of a word, and the slot of the first
//! child. The children of a node are consecutive and in alphabetical order, so the child for a
//! symbol is at `first + popcount(mask & lower symbols)`. All descendants of a node follow its
//! children, which keeps a search within few cache lines and makes it possible to spell a word
//! from its slot alone.
//!
//! A minimised automaton would be smaller, but in a trie each word has its own slot. A search
//! can therefore note the words it has found by number, outside the lexicon, and any number of
//! threads can share one lexicon. Files contain the minimised automaton.

mod build;
#[cfg(feature = "english")]
mod english;
mod file;

use std::fmt;
use std::sync::Arc;

use crate::alphabet::{Alphabet, Letter};
use crate::letter;
use crate::solution::bits;

pub use build::BuildError;
pub use file::{FILE_VERSION, OpenError, is_lexicon_file};

/// Set in a node's mask when a word ends at the node.
pub(crate) const WORD: u32 = 1 << 31;

/// The rank of a slot at which no word ends.
pub(crate) const NO_WORD: u32 = u32::MAX;

/// One node of the trie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(align(8))]
pub(crate) struct Node {
    /// Bit `s` is set if there is a child for symbol `s`, [`WORD`] if a word ends here.
    pub(crate) mask: u32,
    /// The slot of the first child.
    pub(crate) first: u32,
}

impl Node {
    /// Returns the slot of the child for a symbol.
    #[inline]
    pub(crate) fn child(self, symbol: u8) -> Option<u32> {
        let bit = 1 << symbol;
        (self.mask & bit != 0).then(|| self.first + (self.mask & (bit - 1)).count_ones())
    }

    /// Returns the symbols for which there is a child.
    #[inline]
    pub(crate) fn symbols(self) -> u32 {
        self.mask & !WORD
    }

    #[inline]
    pub(crate) fn is_word(self) -> bool {
        self.mask & WORD != 0
    }
}

/// An immutable set of words, which any number of threads can search. Cloning is cheap, because
/// clones share their memory.
///
/// ```
/// use wgs_engine::Lexicon;
///
/// let lexicon = Lexicon::from_words(["cat", "Cats", "act"])?;
/// assert_eq!((lexicon.len(), lexicon.longest()), (3, 4));
/// assert!(lexicon.contains("CAT"));
/// assert!(!lexicon.contains("ca"));
/// # Ok::<(), wgs_engine::lexicon::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Lexicon {
    alphabet: Arc<Alphabet>,
    /// Slot 0 is the root.
    nodes: Arc<[Node]>,
    /// For each slot, the position of its word in alphabetical order, or [`NO_WORD`].
    ranks: Arc<[u32]>,
    words: u32,
    /// The number of letters of the longest word.
    longest: usize,
    /// How each letter is displayed, if not in upper case.
    shown: Option<Arc<[String]>>,
}

/// A word of a lexicon. Words of the same lexicon compare in alphabetical order. A word means
/// nothing in another lexicon: [`Lexicon::text`] and [`Lexicon::letters`] of another one may panic,
/// or return another word or the start of one.
///
/// ```
/// use wgs_engine::Lexicon;
///
/// let lexicon = Lexicon::from_text("cat act")?;
/// let word = lexicon.find("Cat").unwrap();
/// assert_eq!((word.rank(), lexicon.text(word)), (1, "CAT".to_owned()));
/// # Ok::<(), wgs_engine::lexicon::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// The first field, so that words compare in alphabetical order.
    pub(crate) rank: u32,
    pub(crate) slot: u32,
}

impl Word {
    /// Returns the position of the word in the alphabetical order of its lexicon, from 0.
    pub fn rank(self) -> usize {
        self.rank as usize
    }
}

impl Lexicon {
    /// The largest number of letters of a word.
    pub const MAX_WORD_LENGTH: usize = 255;

    /// The largest number of nodes: enough for word lists of about fifty million letters.
    pub const MAX_NODES: usize = 1 << 26;

    /// Builds a lexicon from words separated by white space. Words may be in any order and case,
    /// and may occur more than once. A byte order mark is ignored.
    pub fn from_text(text: &str) -> Result<Self, BuildError> {
        build::from_text(text)
    }

    /// Builds a lexicon from words.
    pub fn from_words<W: AsRef<str>>(
        words: impl IntoIterator<Item = W>,
    ) -> Result<Self, BuildError> {
        let mut text = String::new();
        for word in words {
            text.push_str(word.as_ref());
            text.push('\n');
        }
        Self::from_text(&text)
    }

    /// Returns the content of a file with this lexicon: minimised, with a version and a checksum. For lists that
    /// minimise extremely well, see [`Self::is_openable`].
    pub fn to_bytes(&self) -> Vec<u8> {
        file::to_bytes(self)
    }

    /// Returns whether [`Self::from_bytes`] would open a file with this lexicon that has this
    /// number of bytes. A tiny file must not expand to an enormous lexicon, so a list such as all
    /// words of 24 letters over a and b has no file that opens.
    ///
    /// ```
    /// use wgs_engine::Lexicon;
    ///
    /// let lexicon = Lexicon::from_text("cat cats dog")?;
    /// assert!(lexicon.is_openable(lexicon.to_bytes().len()));
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    pub fn is_openable(&self, bytes: usize) -> bool {
        self.node_count() <= file::expansion_limit(bytes)
    }

    /// Opens a lexicon from the file that [`Self::to_bytes`] returns. The file is checked as a
    /// whole, whichever program wrote it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OpenError> {
        file::from_bytes(bytes, Self::MAX_NODES)
    }

    /// Like [`Self::from_bytes`], but returns an error if the lexicon would have more than
    /// `max_nodes` nodes in memory. A tiny file can describe an enormous set of words.
    pub fn from_bytes_within(bytes: &[u8], max_nodes: usize) -> Result<Self, OpenError> {
        file::from_bytes(bytes, max_nodes.min(Self::MAX_NODES))
    }

    /// Changes how letters are displayed. `show` receives each letter in upper case. This does
    /// not change how words are looked up.
    ///
    /// ```
    /// use wgs_engine::Lexicon;
    ///
    /// let lexicon = Lexicon::from_text("ilik")?.with_letters_shown(|letter| letter.replace('I', "İ"));
    /// assert_eq!(lexicon.words().next().unwrap(), "İLİK");
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    #[must_use]
    pub fn with_letters_shown(mut self, show: impl Fn(&str) -> String) -> Self {
        let letters = self.alphabet.letters();
        self.shown = Some(
            letters
                .map(|(_, text)| show(&letter::upper(text)))
                .collect(),
        );
        self
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words as usize
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    /// Returns the letters of the words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Returns the number of letters of the longest word.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Returns the number of nodes in memory.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the text is one of the words. Case and Unicode normalisation do not
    /// matter.
    pub fn contains(&self, word: &str) -> bool {
        self.find(word).is_some()
    }

    /// Finds the word with this text. Case and Unicode normalisation do not matter.
    pub fn find(&self, word: &str) -> Option<Word> {
        self.word_at(self.slot_of(word)?)
    }

    /// Returns whether any word starts with these letters. A word is a prefix of itself, and
    /// the empty text is a prefix of every word.
    ///
    /// ```
    /// use wgs_engine::Lexicon;
    ///
    /// let lexicon = Lexicon::from_text("cat cats dog")?;
    /// assert!(lexicon.has_prefix("Ca"));
    /// assert!(!lexicon.has_prefix("at"));
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    pub fn has_prefix(&self, prefix: &str) -> bool {
        !self.is_empty() && self.slot_of(prefix).is_some()
    }

    /// Returns all words that start with these letters, in alphabetical order and in upper
    /// case.
    ///
    /// ```
    /// use wgs_engine::Lexicon;
    ///
    /// let lexicon = Lexicon::from_text("cat cats dog cow")?;
    /// assert_eq!(lexicon.words_with_prefix("ca").collect::<Vec<_>>(), ["CAT", "CATS"]);
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    pub fn words_with_prefix(&self, prefix: &str) -> impl Iterator<Item = String> + use<'_> {
        self.words_below(self.slot_of(prefix))
            .map(|word| self.text(word))
    }

    /// Returns all words in alphabetical order, in upper case.
    pub fn words(&self) -> impl Iterator<Item = String> {
        self.words_below(Some(0)).map(|word| self.text(word))
    }

    /// Returns all words in alphabetical order and in folded form: as they are looked up, not
    /// as they are displayed.
    pub fn folded_words(&self) -> impl Iterator<Item = String> {
        let mut symbols = Vec::new();
        self.words_below(Some(0)).map(move |word| {
            symbols.clear();
            self.symbols_to(word.slot, &mut symbols);
            let letters = self.alphabet.decode(&symbols);
            letters.map(|letter| self.alphabet.text(letter)).collect()
        })
    }

    /// Returns the slot that the letters of a text lead to.
    fn slot_of(&self, text: &str) -> Option<u32> {
        letter::letters(&letter::fold(text)).try_fold(0, |slot, text| {
            let letter = self.alphabet.letter(text)?;
            self.follow(slot, self.alphabet.code(letter))
        })
    }

    /// Returns the words at and below a slot, in alphabetical order.
    fn words_below(&self, slot: Option<u32>) -> impl Iterator<Item = Word> {
        let mut pending = Vec::from_iter(slot);
        std::iter::from_fn(move || {
            loop {
                let slot = pending.pop()?;
                let node = self.node(slot);
                let children = node.first..node.first + node.symbols().count_ones();
                pending.extend(children.rev());
                if let Some(word) = self.word_at(slot) {
                    return Some(word);
                }
            }
        })
    }

    /// Returns the text of a word of this lexicon, in upper case.
    ///
    /// A word of another lexicon is not recognised as such: the result is any of this lexicon's
    /// words, or the first letters of one.
    ///
    /// # Panics
    ///
    /// May panic if the word is one of another lexicon.
    pub fn text(&self, word: Word) -> String {
        let mut text = String::new();
        self.spell(word.slot, &mut text);
        text
    }

    /// Returns the letters of a word of this lexicon.
    ///
    /// # Panics
    ///
    /// May panic if the word is one of another lexicon; otherwise it returns other letters, as
    /// [`Self::text`] does.
    pub fn letters(&self, word: Word) -> Vec<Letter> {
        let mut symbols = Vec::new();
        self.symbols_to(word.slot, &mut symbols);
        self.alphabet.decode(&symbols).collect()
    }

    /// Appends the letters on the path to a slot, in upper case.
    pub(crate) fn spell(&self, slot: u32, text: &mut String) {
        let mut symbols = Vec::with_capacity(32);
        self.symbols_to(slot, &mut symbols);
        if let Some(shown) = &self.shown {
            let letters = self.alphabet.decode(&symbols);
            return letters.for_each(|letter| text.push_str(&shown[letter.index()]));
        }
        for letter in self.alphabet.decode(&symbols) {
            match self.alphabet.text(letter).as_bytes() {
                &[byte] => text.push(char::from(byte.to_ascii_uppercase())),
                _ => text.push_str(&letter::upper(self.alphabet.text(letter))),
            }
        }
    }

    /// Appends the symbols on the path from the root to a slot.
    ///
    /// This needs no parent links. The descendants of siblings follow one after the other, so
    /// the path leads through the last sibling whose children are not after the slot.
    pub(crate) fn symbols_to(&self, slot: u32, symbols: &mut Vec<u8>) {
        let mut at = 0;
        while at != slot {
            let node = self.nodes[at as usize];
            let mut child = node.first;
            let mut next = child;
            let mut rest = node.symbols();
            let mut symbol = 0;
            while rest != 0 {
                let here = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                let beyond = next != slot
                    && (self.nodes[next as usize].symbols() == 0
                        || self.nodes[next as usize].first > slot);
                if !beyond {
                    (child, symbol) = (next, here);
                }
                if next == slot {
                    break;
                }
                next += 1;
            }
            symbols.push(symbol);
            at = child;
        }
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    #[inline]
    pub(crate) fn node(&self, slot: u32) -> Node {
        self.nodes[slot as usize]
    }

    #[inline]
    pub(crate) fn word_at(&self, slot: u32) -> Option<Word> {
        let rank = self.ranks[slot as usize];
        (rank != NO_WORD).then_some(Word { rank, slot })
    }

    /// Returns the rank of the word that ends at each slot.
    pub(crate) fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    /// Returns the slot that some symbols lead to.
    #[inline]
    pub(crate) fn follow(&self, slot: u32, symbols: &[u8]) -> Option<u32> {
        symbols
            .iter()
            .try_fold(slot, |slot, &symbol| self.node(slot).child(symbol))
    }

    /// Calls `f` with each letter that can follow a node and the slot it leads to.
    pub(crate) fn each_letter(&self, node: Node, mut f: impl FnMut(Letter, u32)) {
        if self.alphabet.is_simple() {
            for (slot, symbol) in (node.first..).zip(bits(node.symbols().into())) {
                f(Letter(symbol as u16), slot);
            }
            return;
        }
        self.each_letter_from(node, &mut Vec::new(), &mut f);
    }

    fn each_letter_from(&self, node: Node, code: &mut Vec<u8>, f: &mut impl FnMut(Letter, u32)) {
        let mut rest = node.symbols();
        let mut slot = node.first;
        while rest != 0 {
            code.push(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            match self.alphabet.letter_of_code(code) {
                Some(letter) => f(letter, slot),
                None => self.each_letter_from(self.node(slot), code, f),
            }
            code.pop();
            slot += 1;
        }
    }
}

impl PartialEq for Lexicon {
    fn eq(&self, other: &Self) -> bool {
        // Clones share their tables, and comparing their addresses saves comparing megabytes.
        fn is_same<T: PartialEq>(one: &Arc<[T]>, other: &Arc<[T]>) -> bool {
            Arc::ptr_eq(one, other) || one == other
        }
        is_same(&self.nodes, &other.nodes)
            && is_same(&self.ranks, &other.ranks)
            && (&self.alphabet, self.words, self.longest, &self.shown)
                == (&other.alphabet, other.words, other.longest, &other.shown)
    }
}

impl Eq for Lexicon {}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon")
            .field("words", &self.words)
            .field("letters", &self.alphabet.len())
            .field("nodes", &self.nodes.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_spelled_from_its_slot_alone() {
        let text = "a ab abs absent be bee been beer bees z zed zeds éclair";
        let lexicon = Lexicon::from_text(text).unwrap();
        let expected: Vec<String> = text.split(' ').map(str::to_uppercase).collect();
        assert_eq!(lexicon.words().collect::<Vec<_>>(), expected);
        for (rank, word) in expected.iter().enumerate() {
            let found = lexicon.find(word).unwrap();
            assert_eq!((found.rank(), &lexicon.text(found)), (rank, word));
        }
    }

    #[test]
    fn an_empty_list_makes_a_lexicon_without_words() {
        let lexicon = Lexicon::from_text(" \r\n\t").unwrap();
        assert!(lexicon.is_empty());
        assert!(!lexicon.contains(""));
        assert_eq!(Lexicon::from_bytes(&lexicon.to_bytes()).unwrap(), lexicon);
    }

    #[test]
    fn every_possible_next_letter_of_a_large_alphabet_is_visited() {
        let words: Vec<String> = (0..200)
            .map(|i| format!("x{}", char::from_u32(0x4e00 + i).unwrap()))
            .collect();
        let lexicon = Lexicon::from_words(&words).unwrap();
        let x = lexicon.alphabet().letter("x").unwrap();
        let mut slot = 0;
        for &symbol in lexicon.alphabet().code(x) {
            slot = lexicon.node(slot).child(symbol).unwrap();
        }
        let mut seen = Vec::new();
        lexicon.each_letter(lexicon.node(slot), |letter, slot| {
            assert!(lexicon.word_at(slot).is_some());
            seen.push(letter);
        });
        assert_eq!(seen.len(), 200);
        assert!(seen.is_sorted());
    }
}
