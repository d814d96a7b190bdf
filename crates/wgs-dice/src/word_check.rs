//! Checks whether the dice or letters of a game can spell a word, on any board. Whether the word
//! is in a dictionary, or long enough, does not matter here.
//!
//! With tiles of one letter, the check is a matching of letters to dice, which is tried first.
//! With tiles of several letters, the word must also be split into tiles, which makes it an
//! exact cover problem; [`cover`] solves it. That takes microseconds for words of natural
//! languages, but dice and words can be contrived for which no known method takes less than
//! years. So words and dice of strangers are checked within a [`Budget`] and a limit of steps, and
//! the third answer beside yes and no is that one of them was reached.
//!
//! ```
//! use wgs_dice::WordChecker;
//! use wgs_engine::{LetterDistribution, parse_dice};
//!
//! let dice = parse_dice("HIMNQ, EEINSU, EITTVX, ThHeIn, AOTTUW")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let mut checker = WordChecker::new(&letters, true)?;
//! assert!(checker.check("Quite"));
//! assert!(!checker.check("Qi"));
//!
//! let tiles = checker.explain("in-quiet")?;
//! assert_eq!(tiles[0].face, "In");
//! assert_eq!(tiles[0].origin.die, Some(4));
//!
//! let budget = wgs_engine::Budget::UNLIMITED.with_memory(16 << 20);
//! assert_eq!(checker.check_within("Quite", &budget), Ok(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cover;

use std::collections::HashMap;

use thiserror::Error;
use wgs_engine::message::{ToMessage, alternatives};
use wgs_engine::search::Meter;
use wgs_engine::{Budget, Face, Stopped, letter, messages};

use crate::board_check::{Shortage, but_only, remove_repeated};
use crate::die_kind::{CheckError, DieKinds, TileOrigin};
use crate::matching::{EitherWidth, Mask, Matching, WideMask, either_width};
use cover::{CoverSearch, Infeasibility, WordPart};
use wgs_engine::LetterDistribution;

/// The most memory that a check within a budget holds, in bytes, if its budget does not allow less.
const MOST_MEMORY: usize = 64 << 20;

/// The most steps of a check within a budget, which take about a second.
const MOST_STEPS: u64 = 500_000;

/// Checks words against a letter distribution.
#[derive(Clone, Debug)]
pub struct WordChecker {
    kinds: DieKinds,
    matcher: EitherWidth<WordMatcher<u64>, WordMatcher<WideMask>>,
}

/// One of the tiles that spell a word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpelledTile {
    /// The letters of the word that it shows, written as a tile.
    pub face: String,
    /// The die or letter that shows them.
    pub origin: TileOrigin,
}

/// Why the dice or letters cannot spell a word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum Unspellable {
    /// The word has more letters than all dice together can show.
    TooLong {
        /// The number of letters in the word.
        letters: usize,
        /// The number of letters on the longest faces of all dice.
        most: u64,
    },
    /// Every way to split the word has these tiles, and there are too few dice for them.
    #[error(transparent)]
    Shortage(#[from] Shortage),
    /// The word cannot be split into tiles, even with any number of dice of each kind.
    NoSplit,
    /// Every way to split the word has more tiles than there are dice or letters.
    TooManyTiles {
        /// The fewest tiles.
        tiles: u64,
        /// The number of dice, or of letters in the pool.
        dice: u64,
    },
    /// Every way to split the word has too many tiles that show certain faces.
    TooFewDice {
        /// The fewest tiles with one of these faces.
        tiles: u64,
        /// The faces, each once, in the order of the word.
        faces: Vec<String>,
        /// The number of dice or letters that show any of them.
        dice: u64,
        /// Whether the letters come from a pool.
        is_pool: bool,
    },
    /// No way to split the word works, and there is no shorter reason.
    NoCover,
}

messages! {
    impl ToMessage for Unspellable {
        Self::TooLong { letters, most } => "spell.too-long":
            "the word has {letters} letters, but all tiles together have at most {most}"
            (letters, most);
        Self::NoSplit => "spell.no-split":
            "the word cannot be split into tiles of the game";
        Self::TooManyTiles { tiles, dice } => "spell.too-many-tiles":
            "the word needs at least {tiles} tiles, but there are only {dice}" (tiles, dice);
        Self::TooFewDice { tiles, faces, dice, is_pool } => "spell.too-few-dice":
            "every way to split the word has at least {tiles} tiles that show {faces}, {available}"
            (tiles, faces = alternatives(faces), available = but_only(*dice, *is_pool));
        Self::NoCover => "spell.no-cover":
            "no way to split the word into tiles has a die for each of them";
    } else {
        Self::Shortage(error) => error.to_message(),
    }
}

/// How the answer for a word was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// By its length alone.
    Length,
    /// With tiles of one letter.
    Letters,
    /// With tiles of several letters, by search.
    Search,
}

/// Counts of the work that a [`WordChecker`] has done since it was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WordStatistics {
    /// Words checked.
    pub words: u64,
    /// Words that can be spelled.
    pub spelled: u64,
    /// Words for which a limit was reached before there was an answer.
    pub undecided: u64,
    /// Words decided by their length alone.
    pub by_length: u64,
    /// Words decided with tiles of one letter.
    pub by_letters: u64,
    /// Words decided by search.
    pub by_search: u64,
    /// Steps of all searches: ways to split a word, or its beginning, that were tried.
    pub steps: u64,
    /// The most bytes that a search has held at once; 0 if all searches were short.
    pub most_held: usize,
}

impl WordStatistics {
    /// Returns the number of words that cannot be spelled.
    pub fn unspelled(&self) -> u64 {
        self.words - self.spelled - self.undecided
    }
}

impl WordChecker {
    /// Creates a checker for the words of a distribution. With `q_is_qu`, a Q is a Qu.
    pub fn new(letters: &LetterDistribution, q_is_qu: bool) -> Result<Self, CheckError> {
        let kinds = DieKinds::new(letters, q_is_qu)?;
        let (narrow, wide) = (|| WordMatcher::new(&kinds), || WordMatcher::new(&kinds));
        let matcher = EitherWidth::new(kinds.kinds.len(), narrow, wide);
        Ok(Self { kinds, matcher })
    }

    /// Returns whether the word can be spelled. Characters that are not letters are ignored.
    ///
    /// Time is not limited: a contrived word of fifty letters may take years. See
    /// [`Self::check_within`].
    pub fn check(&mut self, word: &str) -> bool {
        let answer = self.check_limited(word, &CheckLimits::NONE);
        answer.expect("a check without limits has an answer")
    }

    /// Like [`Self::check`], within a budget.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget was used up before there was an answer, or
    /// [`Stopped::StepLimit`] if the check took too many steps.
    pub fn check_within(&mut self, word: &str, budget: &Budget) -> Result<bool, Stopped> {
        self.check_limited(word, &CheckLimits::new(budget))
    }

    fn check_limited(&mut self, word: &str, limits: &CheckLimits) -> Result<bool, Stopped> {
        let meter = &mut Meter::new(&limits.budget);
        let answer = either_width!(&mut self.matcher, matcher => {
            matcher.check(word, limits.steps, meter)
        });
        answer.map(|(is_spelled, _)| is_spelled)
    }

    /// Returns the tiles that spell the word, in order. Like [`Self::check`], it has no time limit.
    ///
    /// # Errors
    ///
    /// Returns the reason if the word cannot be spelled.
    pub fn explain(&mut self, word: &str) -> Result<Vec<SpelledTile>, Unspellable> {
        let answer = self.explain_limited(word, &CheckLimits::NONE);
        answer.expect("a check without limits has an answer")
    }

    /// Like [`Self::explain`], within a budget.
    ///
    /// # Errors
    ///
    /// Returns an error like [`Self::check_within`]. If the budget is used up after the answer is
    /// known, the explanation may be longer or less precise than it could be.
    pub fn explain_within(
        &mut self,
        word: &str,
        budget: &Budget,
    ) -> Result<Result<Vec<SpelledTile>, Unspellable>, Stopped> {
        self.explain_limited(word, &CheckLimits::new(budget))
    }

    fn explain_limited(
        &mut self,
        word: &str,
        limits: &CheckLimits,
    ) -> Result<Result<Vec<SpelledTile>, Unspellable>, Stopped> {
        let meter = &mut Meter::new(&limits.budget);
        either_width!(&mut self.matcher, matcher => {
            matcher.explain(word, &self.kinds, limits.steps, meter)
        })
    }

    /// Returns the counts so far.
    pub fn statistics(&self) -> WordStatistics {
        either_width!(&self.matcher, matcher => matcher.statistics)
    }
}

/// The budget of a check.
struct CheckLimits {
    budget: Budget,
    steps: u64,
}

impl CheckLimits {
    /// Limits within which every check has an answer in the end.
    const NONE: Self = Self {
        budget: Budget::UNLIMITED,
        steps: u64::MAX,
    };

    fn new(budget: &Budget) -> Self {
        let memory = budget.memory().min(MOST_MEMORY);
        Self {
            budget: budget.clone().with_memory(memory),
            steps: MOST_STEPS,
        }
    }
}

/// A number for each letter that occurs on a face.
type LetterId = u32;

/// The number of letters that are matched to dice between two looks at the meter. Words of natural
/// languages are shorter.
const LETTERS_PER_CHECK: usize = 64;

/// Any letter that occurs on no face.
const UNKNOWN_LETTER: LetterId = u32::MAX;

/// A face of several letters.
#[derive(Clone, Debug)]
struct MultiLetterFace<M> {
    /// Its letters; [`None`] stands for any letter.
    letters: Vec<Option<LetterId>>,
    kinds: M,
}

impl<M> MultiLetterFace<M> {
    fn matches(&self, part: &[LetterId]) -> bool {
        let mut letters = self.letters.iter().zip(part);
        letters.all(|(letter, id)| letter.is_none_or(|letter| letter == *id))
    }
}

/// Matches words to dice, with masks of one width.
#[derive(Clone, Debug)]
struct WordMatcher<M> {
    matching: Matching<M>,
    /// The letters of all faces; a to z are always 0 to 25.
    letter_ids: HashMap<String, LetterId>,
    /// The kinds that show each letter alone, including wildcards.
    singles: Vec<M>,
    wildcards: M,
    multi_letter_faces: Vec<MultiLetterFace<M>>,
    /// The number of letters on the longest faces of all dice.
    max_letters: u64,
    word: Vec<LetterId>,
    cover: CoverSearch<M>,
    statistics: WordStatistics,
}

impl<M: Mask> WordMatcher<M> {
    fn new(dice: &DieKinds) -> Self {
        let capacity = dice.capacity();
        let mut longest = vec![0; capacity.len()];
        let mut letter_ids: HashMap<String, LetterId> = (b'a'..=b'z')
            .map(|byte| (char::from(byte).to_string(), LetterId::from(byte - b'a')))
            .collect();
        let (mut singles, mut wildcards) = (vec![M::default(); 26], M::default());
        let mut multi_letter_faces: Vec<MultiLetterFace<M>> = Vec::new();
        for (face, kinds) in dice.faces::<M>() {
            let (has_wildcard, text) = match &face {
                Face::Empty => continue,
                Face::Letters(text) => (false, text),
                Face::Wildcard(text) => (true, text),
            };
            let mut letters = vec![None; usize::from(has_wildcard)];
            for letter in letter::letters(text) {
                let next = letter_ids.len() as LetterId;
                let id = *letter_ids.entry(letter.to_owned()).or_insert(next);
                letters.push(Some(id));
            }
            singles.resize(letter_ids.len(), M::default());
            for kind in kinds.kinds() {
                longest[kind] = longest[kind].max(letters.len() as u64);
            }
            match letters[..] {
                [None] => wildcards = wildcards.or(kinds),
                [Some(id)] => {
                    let single = &mut singles[id as usize];
                    *single = single.or(kinds);
                }
                _ => multi_letter_faces.push(MultiLetterFace { letters, kinds }),
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
            max_letters: letters.fold(0, u64::saturating_add),
            matching: Matching::new(capacity),
            letter_ids,
            singles,
            wildcards,
            multi_letter_faces,
            word: Vec::new(),
            cover: CoverSearch::default(),
            statistics: WordStatistics::default(),
        }
    }

    fn read_word(&mut self, word: &str) {
        self.word.clear();
        if word.is_ascii() {
            let letters = word.bytes().filter(u8::is_ascii_alphabetic);
            let ids = letters.map(|byte| LetterId::from((byte | 0x20) - b'a'));
            self.word.extend(ids);
            return;
        }
        for letter in letter::letters(&letter::fold(word)) {
            if letter.starts_with(char::is_alphabetic) {
                let id = self.letter_ids.get(letter).copied();
                self.word.push(id.unwrap_or(UNKNOWN_LETTER));
            }
        }
    }

    /// The kinds that show a letter alone.
    fn single(&self, letter: LetterId) -> M {
        let kinds = self.singles.get(letter as usize);
        kinds.copied().unwrap_or(self.wildcards)
    }

    fn check(
        &mut self,
        word: &str,
        most_steps: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(bool, Method), Stopped> {
        self.read_word(word);
        let answer = self.match_word(most_steps, meter);
        let statistics = &mut self.statistics;
        statistics.words += 1;
        let Ok((is_spelled, method)) = answer else {
            statistics.undecided += 1;
            return answer;
        };
        statistics.spelled += u64::from(is_spelled);
        *match method {
            Method::Length => &mut statistics.by_length,
            Method::Letters => &mut statistics.by_letters,
            Method::Search => &mut statistics.by_search,
        } += 1;
        answer
    }

    fn match_word(
        &mut self,
        most_steps: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(bool, Method), Stopped> {
        if self.word.len() as u64 > self.max_letters {
            return Ok((false, Method::Length));
        }
        self.matching.clear();
        let mut matched = 0;
        while let Some(&letter) = self.word.get(matched) {
            if !self.matching.push(self.single(letter)) {
                break;
            }
            matched += 1;
            if matched % LETTERS_PER_CHECK == 0 {
                meter.spend(
                    self.matching
                        .take_work()
                        .saturating_add(LETTERS_PER_CHECK as u32),
                );
                meter.result()?;
            }
        }
        if matched == self.word.len() {
            return Ok((true, Method::Letters));
        }
        if self.multi_letter_faces.is_empty() || !self.collect_candidates(meter)? {
            return Ok((false, Method::Letters));
        }
        let answer = self.cover.run(most_steps, &mut self.matching, meter);
        self.statistics.steps += self.cover.steps();
        self.statistics.most_held = self.cover.most_held();
        Ok((answer?, Method::Search))
    }

    /// Collects the tiles that fit anywhere in the word. Returns false if all have one letter.
    fn collect_candidates(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        let word = &self.word;
        let mut has_several_letters = false;
        self.cover.reset(word.len());
        let per_letter = 1 + self.multi_letter_faces.len() as u32;
        for start in 0..word.len() {
            let steps = per_letter.saturating_add(self.cover.class_count());
            if !meter.spend_holding(steps, || self.cover.held()) {
                meter.result()?;
            }
            for face in &self.multi_letter_faces {
                let Some(part) = word.get(start..start + face.letters.len()) else {
                    continue;
                };
                if face.matches(part) {
                    self.cover.add_candidate(start, part.len(), face.kinds);
                    has_several_letters = true;
                }
            }
        }
        if has_several_letters {
            for start in 0..self.word.len() {
                let kinds = self.single(self.word[start]);
                self.cover.add_candidate(start, 1, kinds);
                if !meter.spend_holding(1 + self.cover.class_count(), || self.cover.held()) {
                    meter.result()?;
                }
            }
        }
        Ok(has_several_letters)
    }

    fn explain(
        &mut self,
        word: &str,
        dice: &DieKinds,
        most_steps: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Vec<SpelledTile>, Unspellable>, Stopped> {
        let (is_spelled, method) = self.check(word, most_steps, meter)?;
        let letters: Vec<String> = letter::letters(&letter::fold(word))
            .filter(|letter| letter.starts_with(char::is_alphabetic))
            .map(|letter| letter.to_owned())
            .collect();
        if !is_spelled {
            return Ok(Err(self.reason(method, &letters, dice.is_pool, meter)));
        }
        let lengths = match method {
            Method::Search => self.cover.tile_lengths(),
            _ => vec![1; letters.len()],
        };
        let matched = (0..lengths.len()).map(|tile| self.matching.kind_of(tile));
        let mut start = 0;
        let tiles = lengths.into_iter().zip(dice.origins(matched));
        let tiles = tiles.map(|(length, origin)| {
            let face = written(&letters, WordPart { start, length });
            start += length;
            SpelledTile { face, origin }
        });
        Ok(Ok(tiles.collect()))
    }

    /// The reason why the last word cannot be spelled.
    fn reason(
        &mut self,
        method: Method,
        letters: &[String],
        is_pool: bool,
        meter: &mut Meter<'_>,
    ) -> Unspellable {
        let shortage = |parts: Vec<WordPart>| {
            let tiles = parts.into_iter();
            let tiles = tiles.map(|part| (part.start + 1, written(letters, part)));
            Unspellable::Shortage(Shortage::new(tiles.collect(), is_pool))
        };
        match method {
            Method::Length => Unspellable::TooLong {
                letters: letters.len(),
                most: self.max_letters,
            },
            Method::Letters => {
                let kinds = self.word.iter().map(|&letter| self.single(letter));
                let kinds: Vec<M> = kinds.collect();
                let Some(short) = self.matching.shortage(&kinds, meter) else {
                    return Unspellable::NoCover;
                };
                let single = |start| WordPart { start, length: 1 };
                shortage(short.into_iter().map(single).collect())
            }
            Method::Search => match self.cover.infeasibility(&mut self.matching, meter) {
                Some(Infeasibility::NoSplit) => Unspellable::NoSplit,
                Some(Infeasibility::Shortage(parts)) => shortage(parts),
                Some(Infeasibility::TooManyTiles { tiles, dice }) => {
                    Unspellable::TooManyTiles { tiles, dice }
                }
                Some(Infeasibility::TooFewDice { tiles, parts, dice }) => {
                    let faces = parts.into_iter().map(|part| written(letters, part));
                    let mut faces = faces.collect();
                    remove_repeated(&mut faces);
                    Unspellable::TooFewDice {
                        tiles,
                        faces,
                        dice,
                        is_pool,
                    }
                }
                None => Unspellable::NoCover,
            },
        }
    }
}

/// A part of a word, written as a tile: with its first letter in upper case.
fn written(letters: &[String], part: WordPart) -> String {
    let letters = &letters[part.start..part.start + part.length];
    letter::upper(&letters[0]).into_owned() + &letters[1..].concat()
}
