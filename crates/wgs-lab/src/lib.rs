//! Tools for word games that go beyond finding the words of a board: statistics of a board,
//! random boards from dice or letter pools, boards made to meet a goal, checks of boards and
//! words against dice, and the cost of searches.
//!
//! Finding words is the job of [`wgs_core`]. This crate reads no files, knows no output formats
//! and uses no clock; everything random depends only on a seed.
//!
//! | to | use |
//! |---|---|
//! | count words and points by length and position | [`Analysis`] |
//! | describe dice, letter pools and word lists | [`LetterDistribution`], [`parse_dice`], [`parse_pool`] |
//! | roll random boards, with certain words on them if needed | [`Cup`], [`RequiredWords`] |
//! | find boards that meet a goal | [`Goal`], [`Optimiser`] |
//! | check whether dice can produce a board | [`BoardChecker`] |
//! | check whether dice can spell a word | [`WordChecker`] |
//! | count the moves of a search, and see how they grow with the board | [`Study`], [`GrowthBoards`], [`Fit`], [`count_paths`] |
//! | hunt for the best boards, or those with certain points | [`hunt`] |
//! | prove that no better board exists | [`proof`] |
//! | tell dictionaries, rules and grids apart; lines with checksums | [`Fingerprint`], [`checked_line`] |
//! | draw random numbers, or items from a long sequence | [`Random`], [`ReservoirSampler`] |
//!
//! # Analyse a board
//!
//! ```
//! use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
//! use wgs_lab::Analysis;
//!
//! let lexicon = Lexicon::from_text("cat cats cast")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!
//! let analysis = Analysis::of(&mut solver.worker(), &"CATS".parse()?)?;
//! assert_eq!((analysis.words(), analysis.words_of_length(4)), (3, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Roll boards, and check them
//!
//! ```
//! use wgs_lab::{BoardChecker, Cup, LetterDistribution, Random, parse_dice};
//!
//! let dice = parse_dice("AACIOT, AHMORS, EGKLUY, ABILTY")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//!
//! // Each board has its own number, so boards can be created in any order, on many threads.
//! let cup = Cup::new(&letters, 4)?;
//! let boards = (0..3).map(|number| cup.board(&cup.roll(&mut Random::stream(2014, number))));
//! let boards: Vec<_> = boards.collect();
//!
//! let q_is_qu = true;
//! let mut checker = BoardChecker::new(&letters, q_is_qu)?;
//! assert!(boards.iter().all(|board| checker.check(board)));
//!
//! let shortage = checker.explain(&"KEY".parse()?).unwrap_err();
//! assert_eq!(shortage.to_string(), "2 tiles show K or E, but only 1 die can");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Find a board with many words
//!
//! ```
//! use wgs_core::{Adjacency, Grid, Lexicon, Rescorer, Rules, Solver};
//! use wgs_lab::{Aim, Cup, Goal, LetterDistribution, Measure, Optimiser, Random, parse_pool};
//!
//! let lexicon = Lexicon::from_text("eat east seat sea set tea teas ate")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!
//! let faces = parse_pool("AAEEIOSSTTRN")?;
//! let letters = LetterDistribution::Pool { faces, without_replacement: true };
//! let cup = Cup::new(&letters, grid.len())?;
//! let goal = Goal::new([(Measure::Words, Aim::Within(8..=8))]);
//! let best = Optimiser::new(&cup, &goal).run(
//!     &mut Rescorer::new(&solver),
//!     &mut Random::new(1),
//!     |random| cup.roll(random),
//!     || false,
//! )?;
//! assert!(best.is_met);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod batch_queue;
mod board_check;
pub mod checked_line;
mod cup;
mod die_kind;
mod distribution;
mod fingerprint;
mod goal;
pub mod hunt;
mod matching;
mod optimiser;
pub mod proof;
mod random;
mod reservoir;
mod study;
mod symmetry;
mod text_serde;
mod word_check;

pub use analysis::{Analysis, BestWord};
pub use batch_queue::{BatchQueue, QueuedScorer};
pub use board_check::{BoardChecker, Shortage};
pub use cup::{Cup, CupError, Move, PlacementError, RequiredWords, Roll};
pub use die_kind::{CheckError, TileOrigin};
pub use distribution::{
    DictionaryWords, Die, DistributionError, LetterDistribution, WordList, parse_dice, parse_pool,
};
pub use fingerprint::{Fingerprint, FingerprintError};
pub use goal::{Aim, DOUBLING, Goal, Measure};
pub use optimiser::{AnnealingSchedule, ClimbState, Optimised, Optimiser, Scorer};
pub use random::Random;
pub use reservoir::ReservoirSampler;
pub use study::{
    Curve, Fit, GrowthBoards, GrowthError, Pruning, SearchOptions, SearchOrder, SearchOutcome,
    Study, StudyError, count_paths, path_bound_log10,
};
pub use word_check::{SpelledTile, Unspellable, WORD_CHECK_MEMORY, WordChecker, WordStatistics};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
