//! Creates boards of a game: rolled, drawn or picked from a word list, and if a goal is set,
//! improved until they meet it.
//!
//! A board depends on the seed and on its own number alone, not on the boards before it, so
//! that any number of threads create the same ones.
//!
//! ```
//! use wgs_app::creator::{CreateOptions, Creator};
//! use wgs_config::Catalogue;
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Boggle (New)")?;
//! let creator = Creator::new(game, CreateOptions { seed: 2014, ..CreateOptions::default() })?;
//! let mut boards = String::new();
//! creator.write_boards(0..2, &mut boards)?;
//! assert_eq!(boards, "NOSATMFRDEELWOSH\nNDMTNJCTAONRLNLK\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod word_list;

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

use thiserror::Error;
use wgs_core::{BoardMeasure, Cell, Face, Grid, Lexicon, Rescorer, Solver, letter};
use wgs_lab::{
    Aim, AnnealingSchedule, Cup, Goal, LetterDistribution, Measure, Optimiser, PlacementError,
    Random, RequiredWords, Roll, WordChecker,
};

use wgs_config::catalogue::{Game, MissingPart};
use wgs_config::spelling::Spelling;

use word_list::WordList;
pub use word_list::{LineProblem, WordListError};

/// What boards to create.
#[derive(Clone, Debug, Default)]
pub struct CreateOptions {
    /// Where chance begins.
    pub seed: u64,
    /// What is wanted of a board. Without aims, boards are not scored.
    pub goal: Goal,
    /// Words that every board must have.
    pub must_contain: Vec<String>,
    /// The most boards to score for one that meets the goal, if not the usual number.
    pub tries: Option<u64>,
}

/// Creates the boards of a game.
#[derive(Debug)]
pub struct Creator<'c> {
    grid: &'c Grid,
    letters: &'c LetterDistribution,
    spelling: &'c Spelling,
    q_is_qu: bool,
    options: CreateOptions,
    /// The most tiles a board may have.
    tiles: usize,
    /// The cells that every word must use to count.
    required: Vec<Cell>,
    source: Source<'c>,
    /// Words among which the longest of a board may be, once they were asked for.
    long_words: OnceLock<Vec<String>>,
}

#[derive(Debug)]
enum Source<'c> {
    Cup {
        cup: Cup,
        is_pool: bool,
        words: Option<RequiredWords>,
    },
    WordList(WordList<'c>),
}

/// Why boards cannot be created.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CreateError {
    /// The game lacks something.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    /// A word list is of no use.
    #[error(transparent)]
    WordList(#[from] WordListError),
    /// A word cannot be laid at all.
    #[error(transparent)]
    Laying(#[from] PlacementError),
    /// A word has more letters than the tiles can show.
    #[error("no board can have {word}: {reason}")]
    Unspellable {
        /// The word.
        word: String,
        /// Why not.
        reason: String,
    },
    /// No way to lay the words was found.
    #[error("found no way to lay {} on one board", listed(.0))]
    NotLaid(Vec<String>),
    /// Words cannot be laid on boards from a word list.
    #[error("the boards come from a word list as they are, so no word can be laid on them")]
    LaidOnWordList,
}

/// Something odd about a game's letters that spoils boards but does not prevent them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Remark {
    /// There are fewer letters than tiles.
    #[error("the pool has {found} letters for {wanted} tiles; boards stay smaller")]
    SmallPool {
        /// The letters of the pool.
        found: usize,
        /// The tiles of a board.
        wanted: usize,
    },
    /// No word can use some faces.
    #[error("no word of the dictionary can use the faces {}", listed(.0))]
    StrangeFaces(Vec<String>),
}

/// A board that was created to meet a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// The board as it is written.
    pub board: String,
    /// What it measures. Lengths are measured if the goal asks for them.
    pub measure: BoardMeasure,
    /// Whether it meets the goal; if not, it is the best that was found.
    pub is_met: bool,
    /// How many boards were scored for it.
    pub tries: u64,
}

impl<'c> Creator<'c> {
    /// Prepares to create boards of a game.
    pub fn new(game: Game<'c>, mut options: CreateOptions) -> Result<Self, CreateError> {
        let spelling = game.spelling();
        for word in &mut options.must_contain {
            *word = spelling.read(word).into_owned();
        }
        let grid = game.grid_for("create")?;
        let letters = game.distribution_for("create")?;
        let size = game.scoring().and_then(|scoring| scoring.random_board_size);
        let tiles = size.map_or(grid.len(), |size| grid.len().min(size as usize));
        let q_is_qu = game.rules().is_none_or(|rules| rules.q_is_qu);
        let source = match letters {
            LetterDistribution::WordList { path, shuffle } => {
                if !options.must_contain.is_empty() {
                    return Err(CreateError::LaidOnWordList);
                }
                Source::WordList(WordList::new(path, *shuffle, tiles, spelling))
            }
            _ => {
                let cup = Cup::new(letters, tiles).expect("word lists were just handled");
                let words = match options.must_contain.as_slice() {
                    [] => None,
                    words => {
                        Some(RequiredWords::new(&cup, words, q_is_qu)?.through(required(game)))
                    }
                };
                check_words(&options.must_contain, letters, q_is_qu)?;
                if !grid.reuses_tiles() {
                    check_lengths(&options.must_contain, &cup)?;
                }
                Source::Cup {
                    cup,
                    is_pool: matches!(letters, LetterDistribution::Pool { .. }),
                    words,
                }
            }
        };
        Ok(Self {
            grid,
            letters,
            spelling,
            q_is_qu,
            options,
            tiles,
            required: required(game),
            source,
            long_words: OnceLock::new(),
        })
    }

    /// Whether boards must be scored.
    pub fn has_goal(&self) -> bool {
        !self.options.goal.aims().is_empty()
    }

    /// Whether boards come from a word list. Those are best created many at a time.
    pub fn is_from_word_list(&self) -> bool {
        matches!(self.source, Source::WordList(_))
    }

    /// What is odd about the game's letters, if anything is; about faces that no word can
    /// use, if the words are at hand.
    pub fn remarks(&self, lexicon: Option<&Lexicon>) -> Vec<Remark> {
        let Source::Cup { cup, is_pool, .. } = &self.source else {
            return Vec::new();
        };
        let mut remarks = Vec::new();
        let (found, wanted) = (cup.tile_count(), self.tiles);
        if *is_pool && found < wanted {
            remarks.push(Remark::SmallPool { found, wanted });
        }
        if let Some(lexicon) = lexicon {
            let strange = cup.faces().iter().filter(|face| is_strange(face, lexicon));
            let show = |face: &Face| self.spelling.show(&face.to_string()).into_owned();
            let strange: Vec<String> = strange.map(show).collect();
            if !strange.is_empty() {
                remarks.push(Remark::StrangeFaces(strange));
            }
        }
        remarks
    }

    /// Appends boards, each with a line end, as their numbers come. They are not scored.
    pub fn write_boards(&self, numbers: Range<u64>, text: &mut String) -> Result<(), CreateError> {
        let start = text.len();
        self.write_boards_as_read(numbers, text)?;
        if let Cow::Owned(shown) = self.spelling.show(&text[start..]) {
            text.replace_range(start.., &shown);
        }
        Ok(())
    }

    fn write_boards_as_read(
        &self,
        numbers: Range<u64>,
        text: &mut String,
    ) -> Result<(), CreateError> {
        match &self.source {
            Source::Cup {
                cup, words: None, ..
            } => {
                let mut roll = Roll::default();
                for number in numbers {
                    cup.roll_into(&mut roll, &mut Random::stream(self.options.seed, number));
                    cup.write(&roll, text);
                    text.push('\n');
                }
                Ok(())
            }
            Source::Cup { cup, .. } => {
                for number in numbers {
                    let mut random = Random::stream(self.options.seed, number);
                    cup.write(&self.roll(cup, &mut random)?, text);
                    text.push('\n');
                }
                Ok(())
            }
            Source::WordList(list) => Ok(list.write_boards(self.options.seed, numbers, text)?),
        }
    }

    /// A roll to begin with, with all the words on it.
    fn roll(&self, cup: &Cup, random: &mut Random) -> Result<Roll, CreateError> {
        match &self.source {
            Source::Cup {
                words: Some(words), ..
            } => cup
                .roll_with_words(words, self.grid, random)
                .ok_or_else(|| CreateError::NotLaid(self.options.must_contain.clone())),
            _ => Ok(cup.roll(random)),
        }
    }

    /// What one thread creates boards with that meet the goal. All workers of a creator ask
    /// the same lexicon.
    pub fn worker<'s>(&'s self, solver: &Solver) -> CreateWorker<'s> {
        let scorer = if self.options.goal.needs_word_lengths() {
            Rescorer::with_long_words(solver, 0)
        } else {
            Rescorer::new(solver)
        };
        CreateWorker {
            creator: self,
            scorer,
            long_words: self.long_words(solver.lexicon()),
            is_hopeless: self.hopeless(solver.lexicon()).is_some(),
        }
    }

    /// The words among which the longest of a board may be, if the goal asks for a long one.
    fn long_words(&self, lexicon: &Lexicon) -> &[String] {
        self.long_words.get_or_init(|| {
            let Some(lengths) = self.long_lengths() else {
                return Vec::new();
            };
            let Ok(mut checker) = WordChecker::new(self.letters, self.q_is_qu) else {
                return Vec::new();
            };
            let letters = |word: &String| match word.is_ascii() {
                true => word.len() as u64,
                false => letter::letters(word).count() as u64,
            };
            let words = lexicon.folded_words();
            words
                .filter(|word| lengths.contains(&letters(word)) && checker.check(word))
                .collect()
        })
    }

    /// How long the longest word must be, if it cannot be of any length from 0 on.
    fn long_lengths(&self) -> Option<RangeInclusive<u64>> {
        let mut ranges = self.options.goal.aims().iter().filter_map(|aim| match aim {
            (Measure::Longest, Aim::Within(range)) => Some(range.clone()),
            _ => None,
        });
        ranges.next_back().filter(|range| *range.start() > 0)
    }

    /// Why no board whatsoever can meet the goal, if that is easily told.
    pub fn hopeless(&self, lexicon: &Lexicon) -> Option<String> {
        for (measure, aim) in self.options.goal.aims() {
            if let (Measure::Words, Aim::Within(range)) = (measure, aim)
                && *range.start() > lexicon.len() as u64
            {
                return Some(format!("the dictionary has only {} words", lexicon.len()));
            }
        }
        let lengths = self.long_lengths()?;
        let is_cup = matches!(self.source, Source::Cup { .. });
        (is_cup && self.long_words(lexicon).is_empty()).then(|| {
            let letters = match (*lengths.start(), *lengths.end()) {
                (start, u64::MAX) => format!("{start} letters or more"),
                (start, end) if start == end => format!("{start} letters"),
                (start, end) => format!("{start} to {end} letters"),
            };
            format!("the game's tiles can spell no word of {letters} in the dictionary")
        })
    }
}

/// One thread's part of a [`Creator`].
pub struct CreateWorker<'s> {
    creator: &'s Creator<'s>,
    scorer: Rescorer,
    /// Words among which the longest of a board may be.
    long_words: &'s [String],
    is_hopeless: bool,
}

impl CreateWorker<'_> {
    /// Creates boards, or the best that were found until `stop` says so.
    pub fn create(
        &mut self,
        numbers: Range<u64>,
        mut stop: impl FnMut() -> bool,
    ) -> Result<Vec<Created>, CreateError> {
        let creator = self.creator;
        match &creator.source {
            Source::Cup { cup, .. } => numbers
                .map(|number| self.optimise(cup, number, &mut stop))
                .collect(),
            Source::WordList(list) => {
                let (seed, goal) = (creator.options.seed, &creator.options.goal);
                Ok(list.create(seed, numbers, goal, &mut self.scorer, &mut stop)?)
            }
        }
    }

    fn optimise(
        &mut self,
        cup: &Cup,
        number: u64,
        stop: &mut impl FnMut() -> bool,
    ) -> Result<Created, CreateError> {
        let Self {
            creator,
            scorer,
            long_words,
            is_hopeless,
        } = self;
        let options = &creator.options;
        let mut schedule = AnnealingSchedule::default();
        schedule.tries = options.tries.unwrap_or(schedule.tries);
        if *is_hopeless {
            schedule.tries = schedule.tries.min(HOPELESS_TRIES);
        }
        let optimiser = Optimiser::with_schedule(cup, &options.goal, schedule);
        let mut random = Random::stream(options.seed, number);
        // If the words can be laid once, there is always this way.
        let first = creator.roll(cup, &mut random)?;
        let mut begun = false;
        let start = |random: &mut Random| {
            if let Some(roll) = creator.roll_with_long_word(cup, long_words, random) {
                return roll;
            }
            let again = std::mem::replace(&mut begun, true);
            let roll = again.then(|| creator.roll(cup, random).ok()).flatten();
            roll.unwrap_or_else(|| first.clone())
        };
        let best = optimiser.run(scorer, &mut random, start, stop);
        let mut board = String::new();
        cup.write(&best.roll, &mut board);
        Ok(Created {
            board: creator.spelling.show(&board).into_owned(),
            measure: best.measure,
            is_met: best.is_met,
            tries: best.tries,
        })
    }
}

impl Creator<'_> {
    /// A roll with all the words on it, and a long word besides: climbing would not find one.
    fn roll_with_long_word(
        &self,
        cup: &Cup,
        long_words: &[String],
        random: &mut Random,
    ) -> Option<Roll> {
        const ATTEMPTS: usize = 20;
        (0..ATTEMPTS).find_map(|_| {
            let mut words = vec![random.pick(long_words)?.clone()];
            words.extend_from_slice(&self.options.must_contain);
            let words = RequiredWords::new(cup, &words, self.q_is_qu).ok()?;
            let words = words.through(self.required.iter().copied());
            cup.roll_with_words(&words, self.grid, random)
        })
    }
}

/// Boards to score for the best one when none can be good enough.
const HOPELESS_TRIES: u64 = 2_000;

/// Whether the letters can spell each of the words, which says more than that they could not
/// be laid.
fn check_words(
    words: &[String],
    letters: &LetterDistribution,
    q_is_qu: bool,
) -> Result<(), CreateError> {
    let Ok(mut checker) = WordChecker::new(letters, q_is_qu) else {
        return Ok(());
    };
    for word in words {
        if let Err(reason) = checker.explain(word) {
            return Err(CreateError::Unspellable {
                word: word.clone(),
                reason: reason.to_string(),
            });
        }
    }
    Ok(())
}

/// Whether so many tiles as a board has can show as many letters as each of the words has.
fn check_lengths(words: &[String], cup: &Cup) -> Result<(), CreateError> {
    let letters = |face: &Face| match face {
        Face::Empty => 0,
        Face::Letters(text) if text == "q" => 2,
        Face::Letters(text) => letter::letters(text).count(),
        Face::Wildcard(text) => letter::letters(text).count() + 1,
    };
    let tiles = cup.tile_count();
    let most = cup.faces().iter().map(letters).max().unwrap_or(0) * tiles;
    for word in words {
        let count = letter::letters(word).filter(|letter| letter.starts_with(char::is_alphabetic));
        let count = count.count();
        if count > most {
            return Err(CreateError::Unspellable {
                word: word.clone(),
                reason: format!(
                    "it has {count} letters, but the {tiles} tiles of a board show at most {most}"
                ),
            });
        }
    }
    Ok(())
}

/// The cells that every word of a game must use to count.
fn required(game: Game<'_>) -> Vec<Cell> {
    let positions = game
        .rules()
        .map(|rules| rules.required_positions.as_slice());
    let positions = positions.unwrap_or_default().iter();
    let cells = positions.filter_map(|position| position.checked_sub(1));
    cells.map(Cell::new).collect()
}

/// Whether a face has a letter that no word has.
fn is_strange(face: &Face, lexicon: &Lexicon) -> bool {
    let (Face::Letters(text) | Face::Wildcard(text)) = face else {
        return false;
    };
    letter::letters(text).any(|letter| lexicon.alphabet().letter(letter).is_none())
}

fn listed(words: &[String]) -> String {
    words.join(", ")
}
