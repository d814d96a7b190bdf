//! The rules for playing word games, as pure state machines: guesses go in, verdicts come out.
//! Nothing here reads input, draws boards or watches a clock. Time and random numbers are
//! parameters, so that every game can be replayed.
//!
//! A [`Round`] is played on one board by any number of people and computer players. Inputs with
//! their times go in, and events come out. Every guess gets a [`Verdict`]: its points and its
//! path, or the exact reason why it does not count.
//!
//! ```
//! use wgs_engine::spelling::Spelling;
//! use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
//! use wgs_play::{
//!     Round, RoundAction, RoundContext, RoundEvent, RoundInput, RoundSetup, SolvedBoard,
//! };
//!
//! let lexicon = Lexicon::from_text("cat cats act stack")?;
//! let (grid, rules) = (Grid::rectangle(2, 2, Adjacency::Diagonal), Rules::boggle());
//! let solver = Solver::new(&lexicon, &grid, &rules);
//! let board = SolvedBoard::new("CATS".parse()?, &mut solver.worker())?;
//!
//! let mut round = Round::new(RoundSetup::default(), board, RoundContext::new(&solver, &Spelling::default()))?;
//! for (time, guess, expected) in [
//!     (1_000, "cats", "counts: 1 point"),
//!     (2_000, "Cats", "was already found"),
//!     (3_000, "stack", "is a word, but needs letters that are not on the board: K"),
//! ] {
//!     let events = round.handle(RoundInput::new(time, RoundAction::Guess(guess.to_owned())));
//!     let [RoundEvent::Judged { verdict, .. }] = &events[..] else { panic!() };
//!     assert_eq!(verdict.to_string(), expected);
//! }
//!
//! let result = round.result();
//! assert_eq!((result.standings[0].points, result.missed.len()), (1, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`SolvedBoard`] | a board or a hand of tiles, with all the words it makes |
//! | [`RoundSetup`] | what a round is played with: game, board, players, time |
//! | [`Round`] | a game on one board: who plays, who found which words, and the clock |
//! | [`RoundInput`], [`RoundEvent`] | what goes into a round, and what comes out |
//! | [`RoundView`] | a round as an interface shows it |
//! | [`SavedRound`] | a round that is continued later |
//! | [`RoundHint`] | a hint about the words that are left |
//! | [`Rank`] | the name of a share of the points |
//! | [`typed_path`] | the tiles that spell a word which is being typed |
//! | [`Verdict`] | whether a guess counts, and if not, why |
//! | [`Level`] | the skill of a computer player, and what it finds when |
//! | [`Difficulty`] | how difficult a board is for people |
//! | [`Vocabulary`] | the words a computer player may know |
//! | [`daily_board`] | the board of the day, the same for everyone |
//! | [`Challenge`] | a link with a board and a result, for a friend to play on the same board |
//! | [`SharedResult`] | a result to share, which gives no word away |
//! | [`Statistics`] | the rounds of a player, and their streaks |
//! | [`PracticeDeck`] | missed words that come back at growing intervals |
//! | [`Backup`] | statistics and practice deck as a file |
//! | [`RoundResult`] | everybody's words and points, the winners, and the words nobody found |
//! | [`rating`] | how strong players are, by the Glicko-2 system |
//! | [`room`] | people who play rounds together on a server, and the messages between them |
//! | [`random_board`] | a random board of any size from a game's letters |
//! | [`tally`] | the length and the letter points of a word without a board |
//! | [`scrabblet`] | Scrabblet: a hand of letters that may be used again, with penalties and hints |
//! | [`boggle`] | the Boggle assignment of *Algorithms, 4th edition*: its solver, boards and board files |

mod backup;
pub mod boggle;
mod challenge;
mod daily_board;
mod date;
mod difficulty;
mod hint;
mod judgement;
mod level;
mod path_guess;
mod practice_deck;
mod random_board;
mod rank;
pub mod rating;
pub mod room;
mod round;
mod round_event;
mod round_input;
mod round_result;
mod round_setup;
mod round_view;
mod saved_round;
pub mod scrabblet;
mod shared_result;
mod solved_board;
mod statistics;
mod tally;
mod text_hash;
mod typed_path;
mod verdict;
mod vocabulary;

pub use backup::{Backup, BackupError};
pub use challenge::{Challenge, ChallengeError, ChallengeResult};
pub use daily_board::{daily_board, daily_seed};
pub use date::{Date, DateError};
pub use difficulty::{Difficulty, NotADifficulty};
pub use hint::{HintKind, LengthHint, RoundHint, StartHint, TileHint};
pub use judgement::judge_guess;
pub use level::{Find, Level, NotALevel};
pub use practice_deck::{PRACTICE_INTERVALS, PracticeCard, PracticeDeck};
pub use random_board::random_board;
pub use rank::Rank;
pub use round::{Player, Round, RoundContext};
pub use round_event::{EndReason, IgnoredReason, RoundEvent};
pub use round_input::{PlayerId, RoundAction, RoundInput};
pub use round_result::{FoundWord, RoundResult, Standing};
pub use round_setup::{PlayerSetup, RoundGoal, RoundSetup, SetupError, TurnOrder};
pub use round_view::{PlayerView, RankView, RoundPhase, RoundView, WordView};
pub use saved_round::{RestoreError, SavedRound};
pub use shared_result::{LengthResult, SharedResult};
pub use solved_board::{BoardWord, SolvedBoard, SolvedBoardError};
pub use statistics::{LevelRecord, RoundRecord, Statistics, StatisticsSummary};
pub use tally::tally;
pub use typed_path::{TypedPath, typed_path};
pub use verdict::{PathFault, Verdict};
pub use vocabulary::Vocabulary;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
