//! Questions that take many solves, or more than one answer: what a board holds, and where
//! letters come from. Finding the words themselves is [`wgs_core`]'s job; files, output
//! formats and commands are built on top.
//!
//! ```
//! use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
//! use wgs_lab::Analysis;
//!
//! let lexicon = Lexicon::from_text("cat cats cast")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let rules = Rules::boggle();
//! let solver = Solver::new(&lexicon, &grid, &rules);
//!
//! let analysis = Analysis::of(&mut solver.worker(), &"CATS".parse()?);
//! assert_eq!((analysis.words(), analysis.words_of_length(4)), (3, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod board_check;
mod cup;
mod distribution;
mod goal;
mod matching;
mod optimiser;
mod random;
mod reservoir;
mod stock;
mod study;
mod word_check;

pub use analysis::{Analysis, Best};
pub use board_check::{BoardChecker, Shortage};
pub use cup::{Cup, CupError, LaidWords, LayingError, Move, Roll};
pub use distribution::{Die, DistributionError, LetterDistribution, parse_dice, parse_pool};
pub use goal::{Aim, Goal, Measure, OCTAVE};
pub use optimiser::{Optimised, Optimiser, Schedule, Scorer};
pub use random::Random;
pub use reservoir::Draws;
pub use stock::{CheckError, Origin};
pub use study::{
    Curve, Fit, GrowthBoards, GrowthError, Pruning, Search, SearchOptions, Study, StudyError,
    bound_log10, count_paths,
};
pub use word_check::{SpelledTile, Unspellable, WordChecker, WordStatistics};
