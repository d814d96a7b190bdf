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

mod create_error;
mod creator_worker;
mod dictionary_words;
mod difficulty_check;
mod word_list;

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, OnceLock};

use wgs_config::catalogue::Game;
use wgs_dice::{Aim, Cup, Goal, Random, RequiredWords, Roll, Scorer, WordChecker};
use wgs_engine::spelling::Spelling;
use wgs_engine::{
    Board, BoardSize, Budget, Cell, Count, Die, Face, Grid, LetterDistribution, Lexicon, Rescorer,
    Solver, Tile, WordList, letter,
};

use crate::game_loader::{GameLoader, LoadError};
use crate::loaded_game::LoadedGame;
use crate::target::Target;
pub(crate) use create_error::MESSAGES;
pub use create_error::{CreateError, ImpossibleGoal, LetterWarning};
pub use creator_worker::{CreatedBoard, CreatorWorker};
pub(crate) use dictionary_words::{DictionaryWordSettings, DictionaryWordSource};
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
    DictionaryWords(Arc<DictionaryWordSource>),
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
                    let settings = DictionaryWordSettings {
                        words: words.clone(),
                        tiles,
                        shuffle: *shuffle,
                        q_is_qu,
                    };
                    BoardSource::DictionaryWords(match loader {
                        Some(loader) => loader.dictionary_words(settings)?,
                        None => {
                            let source = game.catalogue().dictionary(&words.dictionary);
                            let source = source.map_err(LoadError::from)?;
                            let lexicon = source.load().map_err(LoadError::from)?;
                            Arc::new(DictionaryWordSource::new(settings, &lexicon)?)
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
        let is_impossible = self.check_goal(lexicon).is_err();
        CreatorWorker::new(self, scorer, self.long_words(lexicon), is_impossible)
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
    fn boards_of_one_loader_are_drawn_from_the_words_that_were_collected_once() {
        let loader = GameLoader::default();
        let words = |game: &str| {
            let game = loader.catalogue().game(game).unwrap();
            let creator = Creator::with_loader(game, CreateOptions::default(), &loader).unwrap();
            match &creator.source {
                BoardSource::DictionaryWords(words) => words.clone(),
                source => panic!("{source:?}"),
            }
        };
        let first = words("Quarrel");
        assert!(!Arc::ptr_eq(&first, &words("7 Little Words")));
        assert!(Arc::ptr_eq(&first, &words("Quarrel")));
    }

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
