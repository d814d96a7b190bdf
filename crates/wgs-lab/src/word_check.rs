//! Whether the dice or letters of a game can spell a word, on any board. Whether the word is
//! in a dictionary or long enough is not asked.
//!
//! Letter by letter it is a matching of letters to dice, and that is tried first. With tiles
//! of several letters the word must also be cut into tiles, and the problem is an exact
//! cover; [`spelling`] searches for one.
//!
//! ```
//! use wgs_lab::{LetterDistribution, WordChecker, parse_dice};
//!
//! let dice = parse_dice("HIMNQ, EEINSU, EITTVX, ThHeIn, AOTTUW")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let mut checker = WordChecker::new(&letters, true)?;
//! assert!(checker.check("Quite"));
//! assert!(!checker.check("Qi"));
//!
//! let tiles = checker.explain("in-quiet").unwrap();
//! assert_eq!(tiles[0].face, "In");
//! assert_eq!(tiles[0].origin.die, Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod spelling;

use std::collections::HashMap;

use thiserror::Error;
use wgs_core::{Face, letter};

use crate::board_check::{Shortage, alternatives, keep_first, only};
use crate::distribution::LetterDistribution;
use crate::matching::{Fitted, Mask, Matching, Wide, fitted};
use crate::stock::{CheckError, Origin, Stock};
use spelling::{Part, Reason, Search};

/// Checks words against a letter distribution.
#[derive(Clone, Debug)]
pub struct WordChecker {
    stock: Stock,
    checker: Fitted<Checker<u64>, Checker<Wide>>,
}

/// A tile of a word that can be spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledTile {
    /// The letters of the word, as a tile is written.
    pub face: String,
    /// The die or letter that shows them.
    pub origin: Origin,
}

/// Why a word cannot be spelled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unspellable {
    /// More letters than all dice together can show.
    #[error("the word has {letters} letters, but all tiles together have at most {most}")]
    TooLong {
        /// The letters of the word.
        letters: usize,
        /// The letters of the longest faces.
        most: u64,
    },
    /// Tiles that every way to cut the word has compete for too few dice.
    #[error("{0}")]
    Shortage(Shortage),
    /// However many dice there were of each kind, their tiles would not make up the word.
    #[error("the word cannot be cut into tiles of the game")]
    NoCut,
    /// Every way to cut the word has more tiles than there are dice or letters.
    #[error("the word takes at least {tiles} tiles, but there are only {dice}")]
    TooManyTiles {
        /// The fewest tiles.
        tiles: u64,
        /// All dice, or all letters of the pool.
        dice: u64,
    },
    /// Every way to cut the word has more tiles of some sorts than there are dice for them.
    #[error(
        "every way to cut the word has at least {tiles} tiles that show {}, {}",
        alternatives(.faces),
        only(*.dice, *.is_pool)
    )]
    TooFewDice {
        /// The fewest tiles of these sorts.
        tiles: u64,
        /// What they show, each once, in the order of the word.
        faces: Vec<String>,
        /// The dice or letters that show any of them.
        dice: u64,
        /// Whether they come from a pool of letters.
        is_pool: bool,
    },
    /// No way to cut the word into tiles works, and there is no shorter reason.
    #[error("no way to cut the word into tiles of one letter or several finds a die for each")]
    NoSpelling,
}

/// How a word was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// By its length alone.
    Length,
    /// With tiles of one letter.
    Letters,
    /// With tiles of several letters, by search.
    Search,
}

/// What a [`WordChecker`] has done since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WordStatistics {
    /// Words checked.
    pub words: u64,
    /// Those that can be spelled.
    pub spelled: u64,
    /// Words answered by their length alone.
    pub by_length: u64,
    /// Words answered with tiles of one letter.
    pub by_letters: u64,
    /// Words answered by search.
    pub by_search: u64,
    /// Steps of all searches: ways to cut a word, or the beginning of one, that were tried.
    pub steps: u64,
}

impl WordChecker {
    /// A checker for the words of a distribution. With `q_is_qu`, a Q is a Qu.
    pub fn new(letters: &LetterDistribution, q_is_qu: bool) -> Result<Self, CheckError> {
        let stock = Stock::new(letters, q_is_qu)?;
        let (narrow, wide) = (|| Checker::new(&stock), || Checker::new(&stock));
        let checker = Fitted::new(stock.kinds.len(), narrow, wide);
        Ok(Self { stock, checker })
    }

    /// Whether the word can be spelled. Characters that are no letters are ignored.
    pub fn check(&mut self, word: &str) -> bool {
        fitted!(&mut self.checker, checker => checker.check(word).0)
    }

    /// The tiles that spell the word, in order; or why none do.
    pub fn explain(&mut self, word: &str) -> Result<Vec<SpelledTile>, Unspellable> {
        fitted!(&mut self.checker, checker => checker.explain(word, &self.stock))
    }

    /// What was done so far.
    pub fn statistics(&self) -> WordStatistics {
        fitted!(&self.checker, checker => checker.statistics)
    }
}

/// A letter of the faces, or one that no face has.
type Symbol = u32;

/// The letter that no face has.
const FOREIGN: Symbol = u32::MAX;

/// A face of several letters.
#[derive(Clone, Debug)]
struct Piece<M> {
    /// Its letters; none is any.
    letters: Vec<Option<Symbol>>,
    kinds: M,
}

#[derive(Clone, Debug)]
struct Checker<M> {
    matching: Matching<M>,
    /// The letters of faces; those from a to z are their place in the alphabet.
    symbols: HashMap<String, Symbol>,
    /// The kinds that show a letter, wildcards among them.
    singles: Vec<M>,
    wildcards: M,
    pieces: Vec<Piece<M>>,
    /// The letters of the longest faces.
    most: u64,
    word: Vec<Symbol>,
    search: Search<M>,
    statistics: WordStatistics,
}

impl<M: Mask> Checker<M> {
    fn new(stock: &Stock) -> Self {
        let capacity = stock.capacity();
        let mut longest = vec![0; capacity.len()];
        let mut symbols: HashMap<String, Symbol> = (b'a'..=b'z')
            .map(|byte| (char::from(byte).to_string(), Symbol::from(byte - b'a')))
            .collect();
        let (mut singles, mut wildcards) = (vec![M::default(); 26], M::default());
        let mut pieces: Vec<Piece<M>> = Vec::new();
        for (face, kinds) in stock.faces::<M>() {
            let (any, text) = match &face {
                Face::Empty => continue,
                Face::Letters(text) => (false, text),
                Face::Wildcard(text) => (true, text),
            };
            let mut letters = vec![None; usize::from(any)];
            for letter in letter::letters(text) {
                let next = symbols.len() as Symbol;
                let symbol = *symbols.entry(letter.to_owned()).or_insert(next);
                letters.push(Some(symbol));
            }
            singles.resize(symbols.len(), M::default());
            for kind in kinds.kinds() {
                longest[kind] = longest[kind].max(letters.len() as u64);
            }
            match letters[..] {
                [None] => wildcards = wildcards.or(kinds),
                [Some(symbol)] => {
                    let single = &mut singles[symbol as usize];
                    *single = single.or(kinds);
                }
                _ => pieces.push(Piece { letters, kinds }),
            }
        }
        for single in &mut singles {
            *single = single.or(wildcards);
        }
        let letters = longest.iter().zip(&capacity).map(|(&longest, &capacity)| {
            if capacity == u32::MAX {
                u64::MAX
            } else {
                longest * u64::from(capacity)
            }
        });
        Self {
            most: letters.fold(0, u64::saturating_add),
            matching: Matching::new(capacity),
            symbols,
            singles,
            wildcards,
            pieces,
            word: Vec::new(),
            search: Search::default(),
            statistics: WordStatistics::default(),
        }
    }

    fn read(&mut self, word: &str) {
        self.word.clear();
        if word.is_ascii() {
            let letters = word.bytes().filter(u8::is_ascii_alphabetic);
            let symbols = letters.map(|byte| Symbol::from((byte | 0x20) - b'a'));
            self.word.extend(symbols);
            return;
        }
        for letter in letter::letters(&letter::fold(word)) {
            if letter.starts_with(char::is_alphabetic) {
                let symbol = self.symbols.get(letter).copied().unwrap_or(FOREIGN);
                self.word.push(symbol);
            }
        }
    }

    fn single(&self, symbol: Symbol) -> M {
        let kinds = self.singles.get(symbol as usize);
        kinds.copied().unwrap_or(self.wildcards)
    }

    fn check(&mut self, word: &str) -> (bool, Method) {
        self.read(word);
        let (spelled, method) = self.answer();
        let statistics = &mut self.statistics;
        statistics.words += 1;
        statistics.spelled += u64::from(spelled);
        *match method {
            Method::Length => &mut statistics.by_length,
            Method::Letters => &mut statistics.by_letters,
            Method::Search => &mut statistics.by_search,
        } += 1;
        (spelled, method)
    }

    fn answer(&mut self) -> (bool, Method) {
        if self.word.len() as u64 > self.most {
            return (false, Method::Length);
        }
        self.matching.clear();
        let mut letters = 0;
        while let Some(&symbol) = self.word.get(letters) {
            if !self.matching.push(self.single(symbol)) {
                break;
            }
            letters += 1;
        }
        if letters == self.word.len() {
            return (true, Method::Letters);
        }
        if self.pieces.is_empty() || !self.cut() {
            return (false, Method::Letters);
        }
        let spelled = self.search.run(&mut self.matching);
        self.statistics.steps += self.search.steps();
        (spelled, Method::Search)
    }

    /// Lays out the tiles that occur in the word; false if all have one letter.
    fn cut(&mut self) -> bool {
        let word = &self.word;
        let mut several = false;
        self.search.begin(word.len());
        for start in 0..word.len() {
            for piece in &self.pieces {
                let Some(part) = word.get(start..start + piece.letters.len()) else {
                    continue;
                };
                let mut letters = piece.letters.iter().zip(part);
                if letters.all(|(letter, symbol)| letter.is_none_or(|letter| letter == *symbol)) {
                    self.search.add(start, part.len(), piece.kinds);
                    several = true;
                }
            }
        }
        if several {
            for start in 0..self.word.len() {
                let kinds = self.single(self.word[start]);
                self.search.add(start, 1, kinds);
            }
        }
        several
    }

    fn explain(&mut self, word: &str, stock: &Stock) -> Result<Vec<SpelledTile>, Unspellable> {
        let (spelled, method) = self.check(word);
        let shown: Vec<String> = letter::letters(&letter::fold(word))
            .filter(|letter| letter.starts_with(char::is_alphabetic))
            .map(|letter| letter.to_owned())
            .collect();
        let written = |part: Part| {
            let letters = &shown[part.start..part.start + part.length];
            letter::upper(&letters[0]).into_owned() + &letters[1..].concat()
        };
        if !spelled {
            let is_pool = stock.is_pool;
            let placed = |part: Part| (part.start + 1, written(part));
            let shortage = |parts: Vec<Part>| {
                let tiles = parts.into_iter().map(placed).collect();
                Unspellable::Shortage(Shortage::new(tiles, is_pool))
            };
            return Err(match method {
                Method::Length => Unspellable::TooLong {
                    letters: shown.len(),
                    most: self.most,
                },
                Method::Letters => {
                    let kinds: Vec<M> = self.word.iter().map(|&s| self.single(s)).collect();
                    let short = self.matching.shortage(&kinds).unwrap_or_default();
                    let single = |start| Part { start, length: 1 };
                    shortage(short.into_iter().map(single).collect())
                }
                Method::Search => match self.search.reason(&mut self.matching) {
                    Some(Reason::NoCut) => Unspellable::NoCut,
                    Some(Reason::Shortage(parts)) => shortage(parts),
                    Some(Reason::TooManyTiles { tiles, dice }) => {
                        Unspellable::TooManyTiles { tiles, dice }
                    }
                    Some(Reason::TooFewDice { tiles, parts, dice }) => {
                        let mut faces = parts.into_iter().map(written).collect();
                        keep_first(&mut faces);
                        Unspellable::TooFewDice {
                            tiles,
                            faces,
                            dice,
                            is_pool,
                        }
                    }
                    None => Unspellable::NoSpelling,
                },
            });
        }
        let lengths = match method {
            Method::Search => self.search.lengths(),
            _ => vec![1; shown.len()],
        };
        let owners = (0..lengths.len()).map(|tile| self.matching.owner(tile));
        let mut start = 0;
        let tiles = lengths.into_iter().zip(stock.origins(owners));
        let tiles = tiles.map(|(length, origin)| {
            let face = written(Part { start, length });
            start += length;
            SpelledTile { face, origin }
        });
        Ok(tiles.collect())
    }
}
