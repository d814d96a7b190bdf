//! A round of a word game on one board: people and the computer look for words, and every
//! guess gets an exact answer. Reading guesses, drawing boards and watching the clock is a
//! face's job: nothing here waits, and chance comes from outside.
//!
//! Any game of the catalogue can be played so. The board with all its words is a
//! [`Hand`](crate::scrabblet::Hand), whether its tiles lie in a square or in a row.
//!
//! ```
//! use wgs_play::{Round, RoundOptions, Verdict};
//! use wgs_play::scrabblet::Hand;
//! use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
//!
//! let lexicon = Lexicon::from_text("cat cats act stack")?;
//! let (grid, rules) = (Grid::rectangle(2, 2, Adjacency::Diagonal), Rules::boggle());
//! let solver = Solver::new(&lexicon, &grid, &rules);
//! let hand = Hand::new("CATS".parse()?, &mut solver.worker())?;
//!
//! let mut round = Round::new(hand, &solver, RoundOptions::default());
//! let ann = round.join("Ann");
//! assert!(matches!(round.guess(ann, "cats"), Verdict::Counts { points: 1, .. }));
//! assert_eq!(round.guess(ann, "Cats").to_string(), "was already found");
//! assert_eq!(
//!     round.guess(ann, "stack").to_string(),
//!     "is a word, but needs letters that are not on the board: K"
//! );
//!
//! let result = round.result();
//! assert_eq!((result.standings[0].points, result.missed.len()), (1, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | what it is |
//! |---|---|
//! | [`Round`] | a board, its words and who found which |
//! | [`Verdict`] | what becomes of a guess, and why |
//! | [`Level`] | how good the computer is |
//! | [`RoundResult`] | everybody's words and points, who won, what was missed |
//! | [`square_board`] | a random board of any size from a game's letters |

pub mod boggle;
mod judge;
mod level;
mod result;
mod round;
pub mod scrabblet;
mod square;
mod verdict;

pub use level::Level;
pub use result::{FoundWord, RoundResult, Standing};
pub use round::{Player, Round, RoundOptions, Seat};
pub use square::square_board;
pub use verdict::Verdict;
