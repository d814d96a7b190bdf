//! The dice and letter pools of word games: rolling boards, creating boards that meet a goal, and
//! checking which boards and words dice can produce.
//!
//! Finding words is the job of [`wgs_engine`], which also describes letters
//! ([`LetterDistribution`](wgs_engine::LetterDistribution)). This crate reads no files and uses no
//! clock; everything random depends only on a seed.
//!
//! | to | use |
//! |---|---|
//! | roll random boards, with certain words on them if needed | [`Cup`], [`RequiredWords`] |
//! | find boards that meet a goal | [`Goal`], [`Optimiser`] |
//! | check whether dice can produce a board | [`BoardChecker`] |
//! | check whether dice can spell a word | [`WordChecker`] |
//! | draw random numbers, or items from a long sequence | [`Random`], [`ReservoirSampler`] |
//!
//! # Roll boards, and check them
//!
//! ```
//! use wgs_dice::{BoardChecker, Cup, Random};
//! use wgs_engine::{Count, LetterDistribution, parse_dice};
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
//! use wgs_dice::{Aim, Cup, Goal, Optimiser, Random};
//! use wgs_engine::{
//!     Adjacency, Count, Grid, LetterDistribution, Lexicon, Rescorer, Rules, Solver, parse_pool,
//! };
//!
//! let lexicon = Lexicon::from_text("eat east seat sea set tea teas ate")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!
//! let faces = parse_pool("AAEEIOSSTTRN")?;
//! let letters = LetterDistribution::Pool { faces, without_replacement: true };
//! let cup = Cup::new(&letters, grid.len())?;
//! let goal = Goal::new([(Count::Words, Aim::within(8..=8))]);
//! let best = Optimiser::new(&cup, &goal).run(
//!     &mut Rescorer::new(&solver),
//!     &mut Random::new(1),
//!     |random| cup.roll(random),
//!     || false,
//! )?;
//! assert!(best.is_met);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch_queue;
mod board_check;
mod cup;
mod die_kind;
mod goal;
mod matching;
mod optimiser;
mod random;
mod reservoir;
mod word_check;

pub use batch_queue::{BatchQueue, QueuedScorer};
pub use board_check::{BoardChecker, Shortage};
pub use cup::{Cup, CupError, Move, PlacementError, RequiredWords, Roll};
pub use die_kind::{CheckError, TileOrigin};
pub use goal::{Aim, DOUBLING, Goal};
pub use optimiser::{AnnealingSchedule, ClimbState, Optimised, Optimiser, Scorer};
pub use random::Random;
pub use reservoir::ReservoirSampler;
use wgs_engine::message::MessageTemplate;

pub use word_check::{SpelledTile, Unspellable, WordChecker, WordStatistics};

/// The messages of this crate, in tables, for programs that translate them.
pub const MESSAGES: &[&[MessageTemplate]] = &[
    board_check::MESSAGES,
    CheckError::MESSAGES,
    CupError::MESSAGES,
    PlacementError::MESSAGES,
    Shortage::MESSAGES,
    Unspellable::MESSAGES,
];

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
