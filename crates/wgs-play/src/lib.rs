//! The rules for playing word games, as pure state machines: guesses go in, verdicts come out.
//! Nothing here reads input, draws boards or watches a clock. Time and random numbers are
//! parameters, and every game can be replayed.
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
//!     (3_000, "stack", "is a word, but the board has no K"),
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
//! | [`RoundSetup`] | the settings of a round: game, board, players, time |
//! | [`Round`] | a game on one board: who plays, who found which words, and the clock |
//! | [`RoundInput`], [`RoundEvent`] | the inputs of a round, and the events that they cause |
//! | [`RoundView`] | a round as an interface shows it |
//! | [`SavedRound`] | a round that is continued later |
//! | [`RoundHint`] | a hint about the words that are left |
//! | [`Arrangement`] | where the tiles of a board are drawn: a grid, rows of hexagons, a wrapped rack or a hive |
//! | [`PathSpeller`] | a word that is spelled tile by tile, by taps or a drag |
//! | [`ScoreUnit`] | whether a game is played for points or for words |
//! | [`Rank`] | the name of a share of the points |
//! | [`typed_path`] | the tiles that spell a word which is being typed |
//! | [`Verdict`] | whether a guess counts, and if not, why |
//! | [`Level`] | the skill of a computer player, and what it finds when |
//! | [`Difficulty`] | how difficult a board is for people |
//! | [`DealRule`] | which of the boards that are created is dealt |
//! | [`Vocabulary`] | the words a computer player may know |
//! | [`daily_board`] | the board of the day, the same for everyone |
//! | [`Challenge`] | a link with a board and a result, for a friend to play on the same board |
//! | [`SharedResult`] | a result to share, which gives no word away |
//! | [`Statistics`] | the rounds of a player, and their streaks |
//! | [`PracticeDeck`] | missed words that come back at growing intervals |
//! | [`Backup`] | statistics and practice deck as a file |
//! | [`RoundResult`] | each player's words and points, the winners, and the missed words |
//! | [`rating`] | how strong players are, by the Glicko-2 system |
//! | [`room`] | people who play rounds together on a server, and the messages between them |
//! | [`random_board`] | a random board of any size from a game's letters |
//! | [`word_tally`] | the length and the letter points of a word without a board |
//! | [`scrabblet`] | Scrabblet: a hand of letters that may be used again, with penalties and hints |
//! | [`boggle`] | the Boggle assignment of *Algorithms, 4th edition*: its solver, boards and board files |

mod arrangement;
mod backup;
pub mod boggle;
mod challenge;
mod daily_board;
mod date;
mod deal_rule;
mod difficulty;
mod judgement;
mod level;
mod path_guess;
mod path_speller;
mod practice_deck;
mod random_board;
mod rank;
#[cfg(feature = "rooms")]
pub mod rating;
#[cfg(feature = "rooms")]
pub mod room;
mod round;
mod score_unit;
pub mod scrabblet;
mod shared_result;
mod solved_board;
mod statistics;
mod text_hash;
mod typed_path;
mod verdict;
mod vocabulary;
mod word_tally;

pub use arrangement::{Arrangement, BoardForm, Point, points_between};
pub use backup::{Backup, BackupError};
pub use challenge::{Challenge, ChallengeError, ChallengeResult};
pub use daily_board::{daily_board, daily_seed, has_daily_window};
pub use date::{Date, DateError};
pub use deal_rule::DealRule;
pub use difficulty::{Difficulty, NotADifficulty};
pub use judgement::judge_guess;
pub use level::{Find, Level, NotALevel};
pub use path_speller::{PathSpeller, Tap};
pub use practice_deck::{PRACTICE_INTERVALS, PracticeCard, PracticeDeck};
pub use random_board::random_board;
pub use rank::Rank;
pub use round::{
    EndReason, Finder, FoundWord, HintKind, IgnoredReason, LengthHint, Penalty, Player, PlayerId,
    PlayerSetup, PlayerView, RankView, ReportWord, RestoreError, Round, RoundAction, RoundContext,
    RoundEvent, RoundGoal, RoundHint, RoundInput, RoundPhase, RoundResult, RoundSetup, RoundView,
    SavedRound, SetupError, Standing, StartHint, TileHint, TurnOrder, WordView,
};
pub use score_unit::ScoreUnit;
pub use shared_result::{LengthResult, SharedResult};
pub use solved_board::{SolvedBoard, SolvedBoardError};
pub use statistics::{FinishedRound, LevelSummary, Statistics, StatisticsSummary};
pub use typed_path::{TypedPath, typed_path};
pub use verdict::{PathFault, Verdict};
pub use vocabulary::Vocabulary;
pub use word_tally::word_tally;

use wgs_engine::message::MessageTemplate;

/// The messages of this crate that pages show, in tables, for programs that translate them.
pub const MESSAGES: &[&[MessageTemplate]] = &[
    challenge::MESSAGES,
    verdict::MESSAGES,
    BackupError::MESSAGES,
    ChallengeError::MESSAGES,
    PathFault::MESSAGES,
    RestoreError::MESSAGES,
    SetupError::MESSAGES,
    SolvedBoardError::MESSAGES,
    Verdict::MESSAGES,
    #[cfg(feature = "rooms")]
    room::DealLimit::MESSAGES,
    scrabblet::DealError::MESSAGES,
    scrabblet::HandDefect::MESSAGES,
];

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
