//! A game with its words loaded, ready to answer questions about boards for as long as anyone
//! asks: what servers and pages keep. The command line, which ends after one question, borrows
//! from its [`Catalogue`] instead.
//!
//! ```
//! use std::sync::Arc;
//! use wgs_app::OpenGame;
//! use wgs_config::Catalogue;
//!
//! let catalogue = Arc::new(Catalogue::embedded());
//! let lexicon = Arc::new(catalogue.game("Boggle (New)")?.dictionary_for("solve")?.load()?);
//! let game = OpenGame::new(catalogue, "Boggle (New)", lexicon, "solve")?;
//! let board = game.read("STNDTEIELARSMRTO")?;
//! assert!(game.with_worker(|worker| worker.score(&board)).words > 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::sync::{Arc, Mutex};

use self_cell::self_cell;
use thiserror::Error;
use wgs_core::notation::NotationError;
use wgs_core::{Board, Grid, Lexicon, Rules, Solver, Worker};
use wgs_lab::{Analysis, BoardChecker, CheckError, WordChecker};

use wgs_config::catalogue::{Catalogue, Game, MissingPart, UnknownName};
use wgs_config::spelling::Spelling;

/// What a solver borrows.
struct Parts {
    catalogue: Arc<Catalogue>,
    game: String,
    lexicon: Arc<Lexicon>,
}

self_cell! {
    struct Prepared {
        owner: Parts,
        #[covariant]
        dependent: Solver,
    }
}

self_cell! {
    struct Hand {
        owner: Arc<Prepared>,
        #[not_covariant]
        dependent: Asked,
    }
}

/// What one thread answers with.
struct Asked<'s> {
    worker: Worker<'s>,
    analysis: Analysis,
}

/// Why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenGameError {
    /// There is no such game.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The game lacks something.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
}

/// A game with its words loaded. Any number of threads may ask it.
pub struct OpenGame {
    prepared: Arc<Prepared>,
    /// How boards are understood, if not as the game's own dictionary says.
    spelling: Option<Spelling>,
    /// What threads that asked before have left, with its memory.
    idle: Mutex<Vec<Hand>>,
}

impl OpenGame {
    /// Opens a game with these words, for someone who needs it.
    pub fn new(
        catalogue: Arc<Catalogue>,
        game: &str,
        lexicon: Arc<Lexicon>,
        user: &str,
    ) -> Result<Self, OpenGameError> {
        let game = catalogue.game(game)?.name().to_owned();
        let parts = Parts {
            catalogue,
            game,
            lexicon,
        };
        let prepared = Prepared::try_new(parts, |parts| -> Result<_, OpenGameError> {
            let game = parts.catalogue.game(&parts.game)?;
            let (grid, rules) = (game.grid_for(user)?, game.rules_for(user)?);
            Ok(Solver::new(&parts.lexicon, grid, rules))
        })?;
        Ok(Self {
            prepared: Arc::new(prepared),
            spelling: None,
            idle: Mutex::default(),
        })
    }

    /// The same, with boards understood as another dictionary than the game's own says.
    pub fn with_spelling(mut self, spelling: Spelling) -> Self {
        self.spelling = Some(spelling);
        self
    }

    /// The game in its catalogue.
    pub fn game(&self) -> Game<'_> {
        let parts = self.prepared.borrow_owner();
        let game = parts.catalogue.game(&parts.game);
        game.expect("the catalogue has it, or it could not have been opened")
    }

    /// The catalogue that the game is in.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.prepared.borrow_owner().catalogue
    }

    /// Its words.
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.prepared.borrow_owner().lexicon
    }

    /// What searches its boards.
    pub fn solver(&self) -> &Solver<'_> {
        self.prepared.borrow_dependent()
    }

    /// Its grid.
    pub fn grid(&self) -> &Grid {
        self.solver().grid()
    }

    /// How its words score.
    pub fn rules(&self) -> &Rules {
        self.solver().rules()
    }

    /// How its words and boards are understood.
    pub fn spelling(&self) -> &Spelling {
        match &self.spelling {
            Some(spelling) => spelling,
            None => self.game().spelling(),
        }
    }

    /// Reads a board as the game spells.
    pub fn read(&self, board: &str) -> Result<Board, NotationError> {
        self.spelling().read(board).parse()
    }

    /// Answers with a worker that is kept from question to question.
    pub fn with_worker<R>(&self, ask: impl FnOnce(&mut Worker<'_>) -> R) -> R {
        self.with_asked(|asked| ask(&mut asked.worker))
    }

    /// Answers with the analysis of a board, in memory that is kept from question to question.
    pub fn with_analysis<R>(&self, board: &Board, ask: impl FnOnce(&Analysis) -> R) -> R {
        self.with_asked(|asked| {
            asked.analysis.read(&mut asked.worker, board);
            ask(&asked.analysis)
        })
    }

    fn with_asked<R>(&self, ask: impl FnOnce(&mut Asked<'_>) -> R) -> R {
        // A hand that a panic took with it is lost; the others are whole.
        let lock = || {
            self.idle
                .lock()
                .unwrap_or_else(|poison| poison.into_inner())
        };
        let idle = lock().pop();
        let mut hand = idle.unwrap_or_else(|| {
            Hand::new(self.prepared.clone(), |prepared| Asked {
                worker: prepared.borrow_dependent().worker(),
                analysis: Analysis::default(),
            })
        });
        let answer = hand.with_dependent_mut(|_, asked| ask(asked));
        lock().push(hand);
        answer
    }

    /// What tells whether boards can be laid, if the game has letters that tell.
    pub fn board_checker(&self) -> Option<Result<BoardChecker, CheckError>> {
        let game = self.game();
        let letters = game.distribution()?;
        Some(BoardChecker::new(letters, self.rules().q_is_qu))
    }

    /// What tells whether words can be spelled, if the game has letters that tell.
    pub fn word_checker(&self) -> Option<Result<WordChecker, CheckError>> {
        let game = self.game();
        let letters = game.distribution()?;
        Some(WordChecker::new(letters, self.rules().q_is_qu))
    }
}

impl fmt::Debug for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.prepared.borrow_owner();
        f.debug_struct("OpenGame")
            .field("game", &parts.game)
            .field("words", &parts.lexicon.len())
            .finish_non_exhaustive()
    }
}
