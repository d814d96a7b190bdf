//! The rules for playing word games, as pure state machines: guesses go in, verdicts come out.
//! Nothing here reads input, draws boards or watches a clock. Time and random numbers are
//! parameters, so that every game can be replayed.
//!
//! A [`Round`] is played on one board by any number of people and computer players. Every
//! guess gets a [`Verdict`]: its points and its path, or the exact reason why it does not
//! count.
//!
//! ```
//! use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
//! use wgs_play::{Round, RoundOptions, SolvedBoard, Verdict};
//!
//! let lexicon = Lexicon::from_text("cat cats act stack")?;
//! let (grid, rules) = (Grid::rectangle(2, 2, Adjacency::Diagonal), Rules::boggle());
//! let solver = Solver::new(&lexicon, &grid, &rules);
//! let board = SolvedBoard::new("CATS".parse()?, &mut solver.worker())?;
//!
//! let mut round = Round::new(board, &solver, RoundOptions::default());
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
//! | item | what it is |
//! |---|---|
//! | [`SolvedBoard`] | a board or a hand of tiles, with all the words it makes |
//! | [`Round`] | a game on one board: who plays, and who found which words |
//! | [`Verdict`] | whether a guess counts, and if not, why |
//! | [`Level`] | the skill of a computer player, and what it finds when |
//! | [`Difficulty`] | how difficult a board is for people |
//! | [`Vocabulary`] | the words a computer player may know |
//! | [`RoundResult`] | everybody's words and points, the winners, and the words nobody found |
//! | [`random_square_board`] | a random board of any size from a game's letters |
//! | [`tally`] | the length and the letter points of a word without a board |
//! | [`scrabblet`] | Scrabblet: a hand of letters that may be used again, with penalties and hints |
//! | [`boggle`] | the Boggle assignment of *Algorithms, 4th edition*: its solver, boards and board files |

pub mod boggle;
mod difficulty;
mod judgement;
mod level;
mod random_square_board;
mod round;
mod round_result;
pub mod scrabblet;
mod solved_board;
mod tally;
mod verdict;
mod vocabulary;

pub use difficulty::{Difficulty, NotADifficulty};
pub use level::{Find, Level, NotALevel};
pub use random_square_board::random_square_board;
pub use round::{Player, PlayerId, Round, RoundOptions};
pub use round_result::{FoundWord, RoundResult, Standing};
pub use solved_board::{BoardWord, SolvedBoard, SolvedBoardError};
pub use tally::tally;
pub use verdict::Verdict;
pub use vocabulary::Vocabulary;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
