//! A game that is ready to search boards: its dictionary is loaded and its solver prepared.
//! A [`GameLoader`](crate::GameLoader) creates it.
//!
//! ```
//! use wgs_app::{GameLoader, GameRequest};
//! use wgs_engine::Budget;
//!
//! let loader = GameLoader::default();
//! let game = loader.game(&GameRequest::named("Boggle (New)"), "score")?;
//! let board = game.read("STNDTEIELARSMRTO")?;
//! let score = game.with_worker(&Budget::UNLIMITED, |worker| worker.score(&board))?;
//! assert!(score.words > 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use wgs_config::{Catalogue, Game};
use wgs_dice::{BoardChecker, CheckError, WordChecker};
use wgs_engine::Analysis;
use wgs_engine::notation::{self, NotationError};
use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, Budget, Engine, Grid, Lexicon, Rules, Solver, Stopped, Worker, letter};

use crate::game_loader::{LoadError, LoadedDictionary};

/// A game with its dictionary loaded and its solver prepared. Any number of threads may use it.
pub struct LoadedGame {
    catalogue: Arc<Catalogue>,
    name: String,
    dictionary: Arc<LoadedDictionary>,
    solver: Solver,
    /// The letters of words that use every tile of a board, collected on first use.
    pangram_letters: OnceLock<Vec<String>>,
    /// Idle workers, which keep the buffers of their earlier searches.
    idle: Mutex<Vec<AnalysisWorker>>,
}

/// A worker and the buffers of its analyses, for one thread.
struct AnalysisWorker {
    worker: Worker,
    analysis: Analysis,
}

impl LoadedGame {
    /// Prepares a game of a catalogue with a dictionary, on any grid.
    pub(crate) fn new(
        catalogue: Arc<Catalogue>,
        name: String,
        dictionary: Arc<LoadedDictionary>,
        grid: &Grid,
        rules: &Rules,
        engine: Option<Engine>,
    ) -> Result<Self, LoadError> {
        let lexicon = dictionary.lexicon();
        let solver = match engine {
            Some(engine) => Solver::with_engine(lexicon, grid, rules, engine)?,
            None => Solver::new(lexicon, grid, rules),
        };
        Ok(Self {
            catalogue,
            name,
            dictionary,
            solver,
            pangram_letters: OnceLock::new(),
            idle: Mutex::default(),
        })
    }

    /// The game in its catalogue.
    pub fn game(&self) -> Game<'_> {
        let game = self.catalogue.game(&self.name);
        game.expect("the game was found in this catalogue when it was loaded")
    }

    /// The catalogue that has the game.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// The dictionary.
    pub fn dictionary(&self) -> &LoadedDictionary {
        &self.dictionary
    }

    /// The words.
    pub fn lexicon(&self) -> &Lexicon {
        self.solver.lexicon()
    }

    /// The solver for the game's boards.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        self.solver.grid()
    }

    /// The scoring rules.
    pub fn rules(&self) -> &Rules {
        self.solver.rules()
    }

    /// The spelling of the dictionary. Boards are read with it.
    pub fn spelling(&self) -> &Spelling {
        self.dictionary.source().spelling()
    }

    /// Reads a board as people type it, with the spelling of the dictionary.
    pub fn read(&self, board: &str) -> Result<Board, NotationError> {
        let (board, cells) = (self.spelling().read(board), self.grid().len());
        notation::parse_typed(&board, cells, self.rules().q_is_qu).map(Board::new)
    }

    /// The letters of each word that uses every tile of a board with one letter on each of `tiles`
    /// tiles, in alphabetical order. Where tiles may be used again, each letter is there once.
    pub(crate) fn pangram_letters(&self, tiles: usize) -> &[String] {
        self.pangram_letters.get_or_init(|| {
            let reuses_tiles = self.grid().reuses_tiles();
            let letters = |word: String| {
                let mut letters: Vec<&str> = letter::letters(&word).collect();
                letters.sort_unstable();
                if reuses_tiles {
                    letters.dedup();
                }
                (letters.len() == tiles).then(|| letters.concat())
            };
            let words = self.lexicon().folded_words().filter_map(letters);
            words.collect::<BTreeSet<_>>().into_iter().collect()
        })
    }

    /// Runs `work` with a worker that has a budget for each search, and whose buffers are reused
    /// by later calls.
    pub fn with_worker<R>(&self, budget: &Budget, work: impl FnOnce(&mut Worker) -> R) -> R {
        self.with_idle(budget, |idle| work(&mut idle.worker))
    }

    /// Analyses a board and runs `work` with the result, in buffers that are reused by later
    /// calls.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up.
    pub fn with_analysis<R>(
        &self,
        board: &Board,
        budget: &Budget,
        work: impl FnOnce(&Analysis) -> R,
    ) -> Result<R, Stopped> {
        self.with_idle(budget, |idle| {
            idle.analysis.update(&mut idle.worker, board)?;
            Ok(work(&idle.analysis))
        })
    }

    fn with_idle<R>(&self, budget: &Budget, work: impl FnOnce(&mut AnalysisWorker) -> R) -> R {
        let popped = self.lock_idle().pop();
        let mut worker = popped.unwrap_or_else(|| AnalysisWorker {
            worker: self.solver.worker(),
            analysis: Analysis::default(),
        });
        worker.worker.set_budget(budget.clone());
        let result = work(&mut worker);
        worker.worker.set_budget(Budget::UNLIMITED);
        self.lock_idle().push(worker);
        result
    }

    /// Ignores poisoning: a worker whose search panicked was dropped, so all workers in the list
    /// are intact.
    fn lock_idle(&self) -> MutexGuard<'_, Vec<AnalysisWorker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a checker for boards of the game's dice or letters; [`None`] for a game
    /// without dice or letters.
    pub fn board_checker(&self) -> Option<Result<BoardChecker, CheckError>> {
        let game = self.game();
        let letters = game.distribution()?;
        Some(BoardChecker::new(letters, self.rules().q_is_qu))
    }

    /// Creates a checker for words of the game's dice or letters; [`None`] for a game
    /// without dice or letters.
    pub fn word_checker(&self) -> Option<Result<WordChecker, CheckError>> {
        let game = self.game();
        let letters = game.distribution()?;
        Some(WordChecker::new(letters, self.rules().q_is_qu))
    }
}

impl fmt::Debug for LoadedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedGame")
            .field("game", &self.name)
            .field("words", &self.lexicon().len())
            .finish_non_exhaustive()
    }
}
