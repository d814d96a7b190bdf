//! Creates boards of a game: rolled from dice, drawn from a pool or picked from a word list. If
//! there is a goal, boards are improved until they meet it.
//!
//! A board depends only on the seed and on its own number, not on the boards before it, so any
//! number of threads create the same boards.
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

mod dictionary_words;
mod difficulty_check;
mod word_list;

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

use thiserror::Error;
use wgs_config::catalogue::{Game, MissingPart};
use wgs_dice::{
    Aim, AnnealingSchedule, ClimbState, Cup, Goal, Optimiser, PlacementError, Random,
    RequiredWords, Roll, Scorer, Unspellable, WordChecker,
};
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::spelling::Spelling;
use wgs_engine::{
    Board, BoardMeasure, BoardSize, Budget, Cell, Count, Die, Face, Grid, Lexicon, Rescorer,
    Solver, Stopped, Tile, letter,
};
use wgs_engine::{LetterDistribution, WordList, messages};

use crate::game_loader::{GameLoader, LoadError};
use crate::loaded_game::LoadedGame;
use crate::target::Target;
use dictionary_words::DictionaryWordSource;
pub use difficulty_check::DifficultyCheck;
use word_list::WordListSource;
pub use word_list::{LineError, WordListError};

/// Which boards to create.
#[derive(Clone, Debug, Default)]
pub struct CreateOptions {
    /// The random seed.
    pub seed: u64,
    /// The goal that boards must meet. If it has no aims, boards are not scored.
    pub goal: Goal,
    /// Words that every board must contain.
    pub must_contain: Vec<String>,
    /// The maximum number of boards to score for one that meets the goal, instead of the default.
    pub tries: Option<u64>,
    /// The size of the boards, instead of the game's grid. Tiles touch diagonally too.
    pub size: Option<BoardSize>,
    /// The budget of the check, before the search, that the letters can spell the words.
    pub budget: Budget,
}

impl CreateOptions {
    /// The numbers of rows and of columns that boards of another size may have.
    pub const SIDES: RangeInclusive<u32> = 1..=100;

    /// Returns options for a target.
    pub fn for_target(target: &Target) -> Self {
        Self {
            goal: target.goal(),
            ..Self::default()
        }
    }
}

/// Creates the boards of a game.
#[derive(Debug)]
pub struct Creator<'c> {
    grid: Cow<'c, Grid>,
    letters: Cow<'c, LetterDistribution>,
    spelling: &'c Spelling,
    q_is_qu: bool,
    options: CreateOptions,
    /// The maximum number of tiles of a board.
    tiles: usize,
    /// The cells that every counting word must use.
    required: Vec<Cell>,
    source: BoardSource<'c>,
    /// Candidates for the longest word of a board, computed on first use.
    long_words: OnceLock<Vec<String>>,
}

#[derive(Debug)]
enum BoardSource<'c> {
    Cup {
        cup: Cup,
        is_pool: bool,
        words: Option<RequiredWords>,
    },
    WordList(WordListSource<'c>),
    DictionaryWords(DictionaryWordSource<'c>),
}

/// Why boards cannot be created.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum CreateError {
    /// The game has no grid or no letters.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    /// The word list cannot be used.
    #[error(transparent)]
    WordList(#[from] WordListError),
    /// The dictionary that the words of boards come from cannot be loaded.
    #[error(transparent)]
    Dictionary(#[from] LoadError),
    /// A word cannot be placed on any board.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The tiles cannot spell a word.
    Unspellable {
        /// The word.
        word: String,
        /// The reason.
        source: Unspellable,
    },
    /// A word has more letters than the tiles of a board.
    TooLong {
        /// The word.
        word: String,
        /// The number of letters of the word.
        letters: usize,
        /// The number of tiles of a board.
        tiles: usize,
        /// The maximum number of letters of the tiles.
        max_letters: usize,
    },
    /// The search found no way to place all words.
    NotPlaced(Vec<String>),
    /// Words cannot be placed on boards from a word list.
    FixedBoards,
    /// Boards from a word list have the size of its lines.
    FixedSize,
    /// The budget was used up before a single board was scored.
    Stopped(#[from] Stopped),
}

messages! {
    impl ToMessage for CreateError {
        Self::Unspellable { word, source } => "create.unspellable":
            "no board can contain {word}: {source}"
            (word, source = source.to_message());
        Self::TooLong { word, letters, tiles, max_letters } => "create.too-long":
            "no board can contain {word}: it has {letters} letters, but the {tiles} tiles of a board have at most {max_letters}"
            (word, letters, tiles, max_letters);
        Self::NotPlaced(words) => "create.not-placed":
            "found no way to place {words} on one board" (words = words.join(", "));
        Self::FixedBoards => "create.fixed-boards":
            "boards from a word list cannot be changed to contain a word";
        Self::FixedSize => "create.fixed-size":
            "the boards of this game come from a word list, so their size cannot be changed";
        Self::Stopped(stopped) => "create.stopped":
            "no board was found: {stopped}" (stopped = stopped.to_message());
    } else {
        Self::MissingPart(error) => error.to_message(),
        Self::WordList(error) => error.to_message(),
        Self::Dictionary(error) => error.to_message(),
        Self::Placement(error) => error.to_message(),
    }
}

/// A problem with a game's letters that does not prevent boards from being created.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LetterWarning {
    /// There are fewer letters than tiles.
    #[error("the pool has only {} for {tiles} tiles, so boards are smaller", counted(*letters, "letter"))]
    SmallPool {
        /// The number of letters in the pool.
        letters: usize,
        /// The number of tiles of a board.
        tiles: usize,
    },
    /// A word list has characters that are not part of the notation of boards.
    #[error("ignored {} in the word list {path} that the notation of boards does not have", counted(*characters, "character"))]
    IgnoredCharacters {
        /// The file.
        path: String,
        /// The number of characters.
        characters: usize,
    },
    /// Some faces have letters that are in no word.
    #[error("no word in the dictionary can use the faces {}", .0.join(", "))]
    UnusableFaces(Vec<String>),
}

/// Why no board can meet a goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum ImpossibleGoal {
    /// The goal needs more words than the dictionary has.
    TooFewWords(usize),
    /// The tiles cannot spell any word that is long enough.
    NoLongWord(RangeInclusive<u64>),
}

messages! {
    impl ToMessage for ImpossibleGoal {
        Self::TooFewWords(words) => "goal.too-few-words":
            "the dictionary has only {words}" (words = words_text(*words));
        Self::NoLongWord(lengths) => "goal.no-long-word":
            "the game's tiles cannot spell any word of {letters} in the dictionary"
            (letters = letters_text(lengths));
    }
}

/// A number with a noun in the singular or plural.
fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

messages! {
    fn one_word() => "count.one-word": "1 word";
    fn words(number) => "count.words": "{number} words";
    fn one_letter() => "count.one-letter": "1 letter";
    fn letters(number) => "count.letters": "{number} letters";
    fn letters_or_more(number) => "count.letters-or-more": "{number} or more letters";
    fn letters_between(start, end) => "count.letters-between": "{start} to {end} letters";
}

/// Describes a number of words.
fn words_text(number: usize) -> Message {
    match number {
        1 => one_word(),
        _ => words(number),
    }
}

/// Describes a number of letters.
fn letters_text(lengths: &RangeInclusive<u64>) -> Message {
    match (*lengths.start(), *lengths.end()) {
        (1, 1) => one_letter(),
        (start, u64::MAX) => letters_or_more(start),
        (start, end) if start == end => letters(start),
        (start, end) => letters_between(start, end),
    }
}

/// A board that was created to meet a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatedBoard {
    /// The board.
    pub board: Board,
    /// The number of words, the points and, if the goal depends on it, the longest word.
    pub measure: BoardMeasure,
    /// Whether the board meets the goal; if not, it is the best one that was found.
    pub is_met: bool,
    /// The number of boards that were scored to find it.
    pub tries: u64,
}

impl<'c> Creator<'c> {
    /// Prepares to create boards of a game.
    pub fn new(game: Game<'c>, options: CreateOptions) -> Result<Self, CreateError> {
        Self::prepare(game, options, None)
    }

    /// Prepares to create boards of a game. If they are made of the words of a dictionary, it
    /// comes from a loader, which may have loaded it before.
    pub fn with_loader(
        game: Game<'c>,
        options: CreateOptions,
        loader: &GameLoader,
    ) -> Result<Self, CreateError> {
        Self::prepare(game, options, Some(loader))
    }

    fn prepare(
        game: Game<'c>,
        mut options: CreateOptions,
        loader: Option<&GameLoader>,
    ) -> Result<Self, CreateError> {
        let spelling = game.spelling();
        for word in &mut options.must_contain {
            *word = spelling.read(word).into_owned();
        }
        let grid = match options.size {
            Some(size) => {
                let own = game.grid();
                Cow::Owned(own.map_or_else(|| size.grid(), |own| own.resized(size)))
            }
            None => Cow::Borrowed(game.grid_for("create")?),
        };
        let distribution = game.distribution_for("create")?;
        let size = game.scoring().and_then(|scoring| scoring.random_board_size);
        let size = size.filter(|_| options.size.is_none());
        let tiles = size.map_or(grid.len(), |size| grid.len().min(size as usize));
        let letters = match options.size {
            Some(_) => enough_letters(distribution, tiles),
            None => Cow::Borrowed(distribution),
        };
        let required = required(game).filter(|cell| cell.index() < grid.len());
        let required: Vec<Cell> = required.collect();
        let q_is_qu = game.q_is_qu();
        let source = match distribution {
            LetterDistribution::WordList { .. } if options.size.is_some() => {
                return Err(CreateError::FixedSize);
            }
            LetterDistribution::WordList { .. } if !options.must_contain.is_empty() => {
                return Err(CreateError::FixedBoards);
            }
            LetterDistribution::WordList { list, shuffle } => match list {
                WordList::File(path) if loader.is_some_and(|loader| !loader.reads_files()) => {
                    let path = path.clone();
                    return Err(WordListError::NoFiles { path }.into());
                }
                WordList::File(path) => {
                    let opener = loader.map(|loader| loader.file_opener().clone());
                    let source = WordListSource::new(path, *shuffle, tiles, spelling);
                    let source = source.with_cut_lines(size.is_some());
                    BoardSource::WordList(source.opened_by(opener.unwrap_or_default()))
                }
                WordList::Dictionary(words) => {
                    let new = |lexicon: &Lexicon| {
                        let source = DictionaryWordSource::new(words, tiles, q_is_qu, lexicon)?;
                        Ok::<_, CreateError>(source.with_shuffle(*shuffle))
                    };
                    let name = &words.dictionary;
                    BoardSource::DictionaryWords(match loader {
                        Some(loader) => new(loader.named_dictionary(name)?.lexicon())?,
                        None => {
                            let source = game.catalogue().dictionary(name);
                            let source = source.map_err(LoadError::from)?;
                            new(&source.load().map_err(LoadError::from)?)?
                        }
                    })
                }
            },
            _ => {
                let cup = Cup::new(&letters, tiles).expect("word lists were just handled");
                let words = match options.must_contain.as_slice() {
                    [] => None,
                    words => {
                        let words = RequiredWords::new(&cup, words, q_is_qu)?;
                        Some(words.through(required.iter().copied()))
                    }
                };
                let budget = options.budget.clone().with_memory(WORD_MEMORY);
                check_words(&options.must_contain, &letters, q_is_qu, &budget)?;
                if !grid.reuses_tiles() {
                    check_lengths(&options.must_contain, &cup, q_is_qu)?;
                }
                BoardSource::Cup {
                    cup,
                    is_pool: matches!(*letters, LetterDistribution::Pool { .. }),
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
            required,
            source,
            long_words: OnceLock::new(),
        })
    }

    /// Whether there is a goal, so boards must be scored.
    pub fn has_goal(&self) -> bool {
        !self.options.goal.aims().is_empty()
    }

    /// Whether boards come from a file with a word list. Creating many of them at a time is
    /// faster.
    pub fn is_from_word_list(&self) -> bool {
        matches!(self.source, BoardSource::WordList(_))
    }

    /// Returns the problems of the game's letters. Faces that no word can use are only found
    /// if there is a lexicon.
    pub fn warnings(&self, lexicon: Option<&Lexicon>) -> Vec<LetterWarning> {
        let BoardSource::Cup { cup, is_pool, .. } = &self.source else {
            return Vec::new();
        };
        let mut warnings = Vec::new();
        let (letters, tiles) = (cup.tile_count(), self.tiles);
        if *is_pool && letters < tiles {
            warnings.push(LetterWarning::SmallPool { letters, tiles });
        }
        if let Some(lexicon) = lexicon {
            let faces = cup.faces().faces().iter();
            let unusable = faces.filter(|face| is_unusable(face, lexicon));
            let show = |face: &Face| self.spelling.show(&face.to_string()).into_owned();
            let unusable: Vec<String> = unusable.map(show).collect();
            if !unusable.is_empty() {
                warnings.push(LetterWarning::UnusableFaces(unusable));
            }
        }
        warnings
    }

    /// Returns the problems of the word list that boards were drawn from. The list is read
    /// when boards are drawn, so there is no warning before that.
    pub fn list_warning(&self) -> Option<LetterWarning> {
        let BoardSource::WordList(list) = &self.source else {
            return None;
        };
        let characters = list.ignored() as usize;
        (characters > 0).then(|| LetterWarning::IgnoredCharacters {
            path: list.path().display().to_string(),
            characters,
        })
    }

    /// Returns the board with a number, without scoring it.
    pub fn board(&self, number: u64) -> Result<Board, CreateError> {
        let mut random = Random::stream(self.options.seed, number);
        match &self.source {
            BoardSource::Cup { cup, .. } => Ok(cup.board(&self.roll(cup, &mut random)?)),
            BoardSource::WordList(list) => Ok(list.draw_one(self.options.seed, number)?),
            BoardSource::DictionaryWords(words) => Ok(words.draw(&mut random)),
        }
    }

    /// Returns the boards with some numbers, without scoring them. Boards of a word list are drawn
    /// in one pass over the list.
    pub fn boards(&self, numbers: Range<u64>) -> Result<Vec<Board>, CreateError> {
        match &self.source {
            BoardSource::WordList(list) => Ok(list.draw(self.options.seed, numbers)?),
            _ => numbers.map(|number| self.board(number)).collect(),
        }
    }

    /// Returns how the language of the game spells the words of its boards.
    pub fn spelling(&self) -> &'c Spelling {
        self.spelling
    }

    /// Appends boards in the order of their numbers, one to a line, without scoring them.
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
            BoardSource::Cup {
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
            BoardSource::Cup { cup, .. } => {
                for number in numbers {
                    let mut random = Random::stream(self.options.seed, number);
                    cup.write(&self.roll(cup, &mut random)?, text);
                    text.push('\n');
                }
                Ok(())
            }
            BoardSource::WordList(list) => {
                Ok(list.write_boards(self.options.seed, numbers, text)?)
            }
            BoardSource::DictionaryWords(words) => {
                words.write_boards(self.options.seed, numbers, text);
                Ok(())
            }
        }
    }

    /// Rolls a board with all required words on it.
    fn roll(&self, cup: &Cup, random: &mut Random) -> Result<Roll, CreateError> {
        match &self.source {
            BoardSource::Cup {
                words: Some(words), ..
            } => cup
                .roll_with_words(words, &self.grid, random)
                .ok_or_else(|| CreateError::NotPlaced(self.options.must_contain.clone())),
            _ => Ok(cup.roll(random)),
        }
    }

    /// Returns the solver for the boards of a loaded game: its own, unless they have another
    /// size.
    pub fn solver(&self, game: &LoadedGame) -> Solver {
        if self.options.size.is_none() {
            return game.solver().clone();
        }
        let rules = game
            .rules()
            .clone()
            .with_required_cells(self.required.iter().copied());
        Solver::new(game.lexicon(), &self.grid, &rules)
    }

    /// Returns a worker that creates boards on one thread. All workers of a creator must use the
    /// same lexicon.
    pub fn worker<'s>(&'s self, solver: &Solver) -> CreatorWorker<'s> {
        let scorer = if self.options.goal.needs_word_lengths() {
            Rescorer::with_long_words(solver, self.options.goal.long_letters())
        } else {
            Rescorer::new(solver)
        };
        self.worker_with(solver.lexicon(), scorer)
    }

    /// Returns a worker with another scorer. It creates the same boards if the scorer returns the same measures.
    pub fn worker_with<S: Scorer>(&self, lexicon: &Lexicon, scorer: S) -> CreatorWorker<'_, S> {
        CreatorWorker {
            creator: self,
            scorer,
            long_words: self.long_words(lexicon),
            is_impossible: self.check_goal(lexicon).is_err(),
        }
    }

    /// Returns the dice or letters that boards are made of. [`None`] if boards come from words.
    pub fn cup(&self) -> Option<&Cup> {
        match &self.source {
            BoardSource::Cup { cup, .. } => Some(cup),
            BoardSource::WordList(_) | BoardSource::DictionaryWords(_) => None,
        }
    }

    /// Returns the letters that boards are made of.
    pub fn letters(&self) -> &LetterDistribution {
        &self.letters
    }

    /// Returns the maximum number of tiles of a board.
    pub fn max_tiles(&self) -> usize {
        self.tiles
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.options.goal
    }

    /// Candidates for the longest word of a board, if the goal requires a long one.
    fn long_words(&self, lexicon: &Lexicon) -> &[String] {
        self.long_words.get_or_init(|| {
            let Some(lengths) = self.long_lengths() else {
                return Vec::new();
            };
            let Ok(mut checker) = WordChecker::new(&self.letters, self.q_is_qu) else {
                return Vec::new();
            };
            let letters = |word: &String| match word.is_ascii() {
                true => word.len() as u64,
                false => letter::letters(word).count() as u64,
            };
            let words = lexicon.folded_words();
            let budget = self.options.budget.clone().with_memory(WORD_MEMORY);
            words
                .filter(|word| lengths.contains(&letters(word)))
                .filter(|word| checker.check_within(word, &budget) == Ok(true))
                .collect()
        })
    }

    /// The required length of the longest word, if it is more than 0.
    fn long_lengths(&self) -> Option<RangeInclusive<u64>> {
        let mut ranges = self.options.goal.aims().iter().filter_map(|aim| match aim {
            (Count::Longest, Aim::Within { least, most }) => Some(*least..=*most),
            _ => None,
        });
        ranges.next_back().filter(|range| *range.start() > 0)
    }

    /// Returns an error if it is obvious that no board can meet the goal.
    pub fn check_goal(&self, lexicon: &Lexicon) -> Result<(), ImpossibleGoal> {
        for (count, aim) in self.options.goal.aims() {
            if let (Count::Words, Aim::Within { least, .. }) = (count, aim)
                && *least > lexicon.len() as u64
            {
                return Err(ImpossibleGoal::TooFewWords(lexicon.len()));
            }
        }
        let is_cup = matches!(self.source, BoardSource::Cup { .. });
        match self.long_lengths() {
            Some(lengths) if is_cup && self.long_words(lexicon).is_empty() => {
                Err(ImpossibleGoal::NoLongWord(lengths))
            }
            _ => Ok(()),
        }
    }
}

/// Creates boards on one thread, for a [`Creator`].
pub struct CreatorWorker<'s, S = Rescorer> {
    creator: &'s Creator<'s>,
    scorer: S,
    /// Candidates for the longest word of a board.
    long_words: &'s [String],
    is_impossible: bool,
}

impl CreatorWorker<'_> {
    /// Sets the budget of the search for each board. When it is used up, the best boards found so
    /// far are returned.
    pub fn set_budget(&mut self, budget: Budget) {
        self.scorer.set_budget(budget);
    }
}

impl<S: Scorer> CreatorWorker<'_, S> {
    /// Creates boards. When `stop` returns true, the best boards found so far are returned.
    pub fn create(
        &mut self,
        numbers: Range<u64>,
        mut stop: impl FnMut() -> bool,
    ) -> Result<Vec<CreatedBoard>, CreateError> {
        self.create_watched(numbers, |_| stop())
    }

    /// Does the same as [`create`](Self::create), but tells `stop` how far the search has come.
    pub fn create_watched(
        &mut self,
        numbers: Range<u64>,
        mut stop: impl FnMut(&ClimbState) -> bool,
    ) -> Result<Vec<CreatedBoard>, CreateError> {
        let creator = self.creator;
        match &creator.source {
            BoardSource::Cup { cup, .. } => numbers
                .map(|number| self.optimise(cup, number, &mut stop))
                .collect(),
            BoardSource::WordList(list) => {
                let (seed, goal) = (creator.options.seed, &creator.options.goal);
                let mut stop = || stop(&ClimbState::default());
                list.create(seed, numbers, goal, &mut self.scorer, &mut stop)
            }
            BoardSource::DictionaryWords(words) => {
                let (seed, goal) = (creator.options.seed, &creator.options.goal);
                let tries = creator.options.tries;
                let create = |number| {
                    let mut random = Random::stream(seed, number);
                    let scorer = &mut self.scorer;
                    Ok(words.create(&mut random, goal, tries, scorer, &mut stop)?)
                };
                numbers.map(create).collect()
            }
        }
    }

    fn optimise(
        &mut self,
        cup: &Cup,
        number: u64,
        stop: &mut impl FnMut(&ClimbState) -> bool,
    ) -> Result<CreatedBoard, CreateError> {
        let Self {
            creator,
            scorer,
            long_words,
            is_impossible,
        } = self;
        let options = &creator.options;
        let mut schedule = AnnealingSchedule::default();
        if options.goal.has_maximum() {
            schedule.tries = MAXIMUM_TRIES;
        }
        schedule.tries = options.tries.unwrap_or(schedule.tries);
        if *is_impossible {
            schedule.tries = schedule.tries.min(IMPOSSIBLE_TRIES);
        }
        let optimiser = Optimiser::with_schedule(cup, &options.goal, schedule);
        let mut random = Random::stream(options.seed, number);
        // A later attempt may fail to place the words, but this one is always available.
        let first = creator.roll(cup, &mut random)?;
        let mut has_begun = false;
        let start = |random: &mut Random| {
            if let Some(roll) = creator.roll_with_long_word(cup, long_words, random) {
                return roll;
            }
            let again = std::mem::replace(&mut has_begun, true);
            let roll = again.then(|| creator.roll(cup, random).ok()).flatten();
            roll.unwrap_or_else(|| first.clone())
        };
        let best = optimiser.run_watched(scorer, &mut random, start, stop)?;
        Ok(CreatedBoard {
            board: cup.board(&best.roll),
            measure: best.measure,
            is_met: best.is_met,
            tries: best.tries,
        })
    }
}

impl Creator<'_> {
    /// Rolls a board with all required words and a long word: improving a board step by step
    /// hardly ever finds one.
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
            cup.roll_with_words(&words, &self.grid, random)
        })
    }
}

/// The number of boards to score for one with as many words or points as possible: a second or
/// two for 4 by 4 tiles.
const MAXIMUM_TRIES: u64 = 100_000;

/// The number of boards to score when none can meet the goal.
const IMPOSSIBLE_TRIES: u64 = 2_000;

/// The memory for checking one word, in bytes. Words that need more are contrived.
const WORD_MEMORY: usize = 4 << 20;

/// Checks that the letters can spell each word. The error is more helpful than
/// [`CreateError::NotPlaced`].
fn check_words(
    words: &[String],
    letters: &LetterDistribution,
    q_is_qu: bool,
    budget: &Budget,
) -> Result<(), CreateError> {
    let Ok(mut checker) = WordChecker::new(letters, q_is_qu) else {
        return Ok(());
    };
    for word in words {
        // Without an answer, it will turn out whether the word can be placed.
        if let Ok(Err(source)) = checker.explain_within(word, budget) {
            let word = word.clone();
            return Err(CreateError::Unspellable { word, source });
        }
    }
    Ok(())
}

/// Checks that the tiles of a board can show as many letters as each word has.
fn check_lengths(words: &[String], cup: &Cup, q_is_qu: bool) -> Result<(), CreateError> {
    let letters = |face: &Face| {
        let any = usize::from(matches!(face, Face::Wildcard(_)));
        letter::letters(face.spelled(q_is_qu)).count() + any
    };
    let tiles = cup.tile_count();
    let max_letters = cup.faces().faces().iter().map(letters).max().unwrap_or(0) * tiles;
    for word in words {
        let letters = letter::letters(word);
        let letters = letters.filter(|letter| letter.starts_with(char::is_alphabetic));
        let letters = letters.count();
        if letters > max_letters {
            return Err(CreateError::TooLong {
                word: word.clone(),
                letters,
                tiles,
                max_letters,
            });
        }
    }
    Ok(())
}

/// The cells that every counting word of a game must use.
fn required(game: Game<'_>) -> impl Iterator<Item = Cell> {
    let cells = game.rules().map(|rules| rules.required_cells.as_slice());
    cells.unwrap_or_default().iter().copied()
}

/// Returns letters for boards with this number of tiles: the distribution, or any of its faces
/// for each tile if it has too few.
pub fn enough_letters(letters: &LetterDistribution, tiles: usize) -> Cow<'_, LetterDistribution> {
    let faces: Vec<Tile> = match letters {
        LetterDistribution::Dice { dice, .. } if dice.len() < tiles => {
            let faces = dice.iter().flat_map(Die::faces);
            faces.cloned().collect()
        }
        LetterDistribution::Pool { faces, .. } if faces.len() < tiles => faces.clone(),
        _ => return Cow::Borrowed(letters),
    };
    Cow::Owned(LetterDistribution::Pool {
        faces,
        without_replacement: false,
    })
}

/// Whether a face has a letter that is in no word.
fn is_unusable(face: &Face, lexicon: &Lexicon) -> bool {
    let (Face::Letters(text) | Face::Wildcard(text)) = face else {
        return false;
    };
    letter::letters(text).any(|letter| lexicon.alphabet().letter(letter).is_none())
}

#[cfg(test)]
mod tests {
    use wgs_config::Catalogue;

    use super::*;

    #[test]
    fn a_tile_with_a_q_is_one_letter_where_it_is_not_a_qu_tile() {
        let max_letters = |q_is_qu: bool| {
            let text = format!(
                r#"{{
                    "Grids": {{ "Pair": {{ "Size": [2, 1] }} }},
                    "ScoringRules": {{ "Rules": {{ "QIsQu": {q_is_qu} }} }},
                    "LetterDistributions": {{ "Three": {{
                        "GenerationMethod": "Dice", "DiceLetters": "QA, QA, QA"
                    }} }},
                    "GameRules": {{ "Game": {{
                        "GridDesign": "Pair", "ScoringRules": "Rules", "LetterDistribution": "Three"
                    }} }}
                }}"#
            );
            let (catalogue, _) = Catalogue::parse(&text).unwrap();
            let options = CreateOptions {
                must_contain: vec!["aaa".to_owned()],
                ..CreateOptions::default()
            };
            match Creator::new(catalogue.game("Game").unwrap(), options) {
                Err(CreateError::TooLong { max_letters, .. }) => Some(max_letters),
                Err(error) => panic!("{error}"),
                Ok(_) => None,
            }
        };
        assert_eq!(max_letters(false), Some(2));
        // Two Qu tiles have four letters.
        assert_eq!(max_letters(true), None);
    }
}
