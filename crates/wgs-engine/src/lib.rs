//! A fast engine for word games such as Boggle, Scrabble racks or Spelling Bee. It finds every
//! word on a board, with its best path and its score.
//!
//! Four values describe a game and a board:
//!
//! - a [`Lexicon`]: the words that count;
//! - a [`Grid`]: cells, and which cells are neighbours;
//! - [`Rules`]: what words score;
//! - a [`Board`]: the tiles on the grid, parsed from text in a compact [`notation`].
//!
//! A [`Solver`] combines the first three and finds the words on boards. With the feature
//! `english`, `Lexicon::english` is a dictionary to start with:
//!
//! ```
//! use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let lexicon = Lexicon::english();
//!     let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
//!     let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!     for word in solver.solve(&"STNDTEIELARSMRTO".parse()?) {
//!         println!("{} {}", word.text, word.score.total);
//!     }
//!     Ok(())
//! }
//! ```
//!
//! Any list of words makes a lexicon, and each word comes with its score and its best path:
//!
//! ```
//! use wgs_engine::{Adjacency, Board, Grid, Lexicon, Rules, Solver};
//!
//! let lexicon = Lexicon::from_text("plonk knife koji")?;
//! let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!
//! let board: Board = "ABCDEFGHIJKLMNOP".parse()?;
//! let words = solver.solve(&board);
//! assert_eq!(words[0].text, "KNIFE");
//! assert_eq!(words[0].score.total, 2);
//! let positions: Vec<usize> = words[0].path.iter().map(|cell| cell.position()).collect();
//! assert_eq!(positions, [11, 14, 9, 6, 5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate does no input or output, reads no clock and uses no random numbers. It compiles to
//! WebAssembly.
//!
//! # Many boards on all cores
//!
//! Threads can share a solver. Each of them searches with its own [`Worker`], which keeps its
//! memory from board to board:
//!
//! ```
//! use std::thread;
//! use wgs_engine::{Adjacency, Board, BoardScore, Grid, Lexicon, Rules, Solver};
//!
//! let lexicon = Lexicon::from_text("tea eat ate seat east teas")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!
//! let boards: Vec<Board> = ["TEAS", "TEAX", "XXXX"].map(|text| text.parse().unwrap()).into();
//! let threads = thread::available_parallelism()?.get();
//! let mut scores = vec![BoardScore::default(); boards.len()];
//! let share = boards.len().div_ceil(threads);
//! thread::scope(|scope| {
//!     for (boards, scores) in boards.chunks(share).zip(scores.chunks_mut(share)) {
//!         let mut worker = solver.worker();
//!         scope.spawn(move || {
//!             for (board, score) in boards.iter().zip(scores) {
//!                 *score = worker.score(board).expect("the budget is unlimited");
//!             }
//!         });
//!     }
//! });
//! let words: Vec<u64> = scores.iter().map(|score| score.words).collect();
//! assert_eq!(words, [6, 3, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Worker::solve`] passes each word to a closure, [`Worker::solve_all`] finds every path of
//! every word, and [`Worker::survey`] also reports all cells that a word can use. A [`Rescorer`]
//! scores boards that change by a few tiles at a time.
//!
//! # Your own rules
//!
//! Start from [`Rules::new`] or [`Rules::boggle`], and change what differs:
//!
//! ```
//! use wgs_engine::{Grid, LengthBonuses, Lexicon, Rules, Solver};
//!
//! let rules = Rules::new()
//!     .with_letter_values([("q", 10), ("u", 1), ("i", 1), ("t", 1)])
//!     .with_length_bonuses(LengthBonuses::default().with_exact(4, 5).with_from(5, 20))
//!     .with_min_word_length(3);
//! let lexicon = Lexicon::from_text("it quit quilt")?;
//! let solver = Solver::new(&lexicon, &Grid::rack(5), &rules);
//!
//! // The T has a triple letter value.
//! let words = solver.solve(&"QUIX::T".parse()?);
//! assert_eq!(words.len(), 1);
//! assert_eq!(words[0].text, "QUIT");
//! assert_eq!(words[0].score.total, 10 + 1 + 1 + 3 + 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Your own grid
//!
//! A grid can have any shape, and any lists of neighbours:
//!
//! ```
//! use wgs_engine::{Adjacency, Cell, Grid, Lexicon, Rules, Solver};
//!
//! // A plus sign: five cells, by column and row.
//! let places = [(2, 1), (1, 2), (2, 2), (3, 2), (2, 3)];
//! let plus = Grid::from_places(places, Adjacency::Straight)?;
//! let lexicon = Lexicon::from_text("eat sat tea")?;
//! let solver = Solver::new(&lexicon, &plus, &Rules::boggle());
//! assert_eq!(solver.score(&"SEATS".parse()?).words, 2);
//!
//! // A ring of four cells that words can only follow clockwise.
//! let ring = Grid::rectangle(2, 2, Adjacency::Straight)
//!     .with_neighbours(&[vec![2], vec![4], vec![1], vec![3]])?;
//! let lexicon = Lexicon::from_text("star rats")?;
//! let solver = Solver::new(&lexicon, &ring, &Rules::boggle());
//! assert_eq!(solver.score(&"STRA".parse()?).words, 1);
//!
//! // A Spelling Bee: seven letters that words can use again; the fourth is required.
//! let bee = Grid::rack(7).with_reuse(true);
//! let rules = Rules::new().with_min_word_length(4).with_required_cells([Cell::new(3)]);
//! let lexicon = Lexicon::from_text("noon onion union tiptoe")?;
//! let solver = Solver::new(&lexicon, &bee, &rules);
//! assert_eq!(solver.score(&"UTINOXY".parse()?).words, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Compiled lexicons
//!
//! A large word list takes a while to read. Its compiled form is smaller and opens faster:
//!
//! ```
//! use wgs_engine::Lexicon;
//!
//! let compiled: Vec<u8> = Lexicon::from_text("cat cats dog")?.to_bytes();
//! // Write the bytes to a file, and later read them back.
//! let lexicon = Lexicon::from_bytes(&compiled)?;
//! assert!(lexicon.contains("Cats"));
//! assert!(lexicon.has_prefix("do"));
//! assert_eq!(lexicon.words_with_prefix("ca").count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `solver` (on by default): boards are solved. Without it, the crate reads and writes lexicons,
//!   boards and grids, and compiles in a fraction of the time.
//! - `english`: adds `Lexicon::english`, a dictionary of 198,420 words.
//! - `serde`: implements `Serialize` and `Deserialize` for [`Board`], [`Tile`], [`Face`],
//!   [`FoldedText`], [`Cell`], [`Adjacency`], [`BoardSize`], [`Count`], [`Engine`], [`Decimal`], [`Rules`],
//!   [`QuLength`], [`LengthBonuses`], [`WordScore`], [`BoardScore`] and [`BoardMeasure`], and `Serialize` for
//!   [`SolvedWord`].

#![cfg_attr(
    not(all(target_arch = "x86_64", feature = "solver")),
    allow(
        dead_code,
        reason = "only the solver, or only its vector engines, use some parts"
    )
)]

pub mod alphabet;
#[cfg(feature = "solver")]
mod analysis;
mod board;
mod board_size;
mod budget;
#[cfg(feature = "solver")]
mod count;
mod decimal;
mod distribution;
mod face_table;
mod grid;
#[cfg(feature = "solver")]
mod layout;
pub mod letter;
pub mod lexicon;
pub mod message;
mod multiplier;
pub mod notation;
mod rules;
#[cfg(feature = "solver")]
mod score_line;
#[cfg(feature = "serde")]
mod serialisation;
mod solution;
#[cfg(feature = "solver")]
mod solver;
pub mod spelling;
mod tile;
mod with_methods;

#[cfg(feature = "solver")]
pub use analysis::{Analysis, BestWord};
pub use board::{Board, FitError};
pub use board_size::{BoardSize, BoardSizeError};
pub use budget::{Budget, Stopped};
#[cfg(feature = "solver")]
pub use count::{Count, CountError};
pub use decimal::{Decimal, DecimalError};
pub use distribution::{
    DictionaryWords, Die, DistributionError, LetterDistribution, WordList, parse_dice, parse_pool,
};
pub use face_table::{FaceBoard, FaceTable};
pub use grid::{Adjacency, Cell, Grid, GridError};
#[doc(inline)]
pub use letter::FoldedText;
#[doc(inline)]
pub use lexicon::{Lexicon, Word};
pub use multiplier::Multiplier;
pub use rules::{LengthBonuses, QuLength, Rules, WordScore};
pub use solution::{BoardScore, Solution, SolvedWord};
#[cfg(feature = "solver")]
pub use solver::{BoardMeasure, Engine, EngineError, Rescorer, Solver, Worker};
pub use tile::{Face, Tile};

/// How a score is made up: the sums that [`Rules`] score, and the lines of their result.
pub mod scoring {
    pub use crate::rules::Tally;
    #[cfg(feature = "solver")]
    pub use crate::score_line::ScoreLine;
}

/// Parts that searches share, for searches of your own: counting steps against a [`Budget`], and
/// sets of cells.
pub mod search {
    pub use crate::budget::Meter;
    pub use crate::solution::CellSet;
}

use message::MessageTemplate;

/// The messages of this crate, in tables, for programs that translate them.
pub const MESSAGES: &[&[MessageTemplate]] = &[
    message::MESSAGES,
    decimal::MESSAGES,
    BoardSizeError::MESSAGES,
    DecimalError::MESSAGES,
    DistributionError::MESSAGES,
    FitError::MESSAGES,
    GridError::MESSAGES,
    Stopped::MESSAGES,
    lexicon::BuildError::MESSAGES,
    lexicon::OpenError::MESSAGES,
    notation::NotationError::MESSAGES,
    notation::NotationProblem::MESSAGES,
    #[cfg(feature = "solver")]
    EngineError::MESSAGES,
    #[cfg(feature = "solver")]
    device::SearchTablesError::MESSAGES,
];

/// Scores a board together with all boards near it, for searches for the best boards. A
/// [`NeighbourScorer`](neighbour::NeighbourScorer) does it on a thread of the processor; the other
/// types describe the same task for devices.
#[cfg(feature = "solver")]
pub mod neighbour {
    pub use crate::solver::{
        BoardChange, NeighbourRequest, NeighbourScorer, NeighbourScores, SearchHistory,
        WantedNeighbours,
    };
}

/// The input of searches on a device such as a GPU: the tables of a solver, and boards as
/// the symbols of these tables.
#[cfg(feature = "solver")]
pub mod device {
    pub use crate::solver::{SearchTables, SearchTablesError, SymbolReader};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
