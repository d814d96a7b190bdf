//! The daily board of a game: the same for everyone who has the same game and dictionary, on
//! every device.
//!
//! The rule has two parts, and neither may ever change for a day that has begun:
//!
//! 1. The seed of a day is the FNV-1a hash (64 bits) of the text `daily board of `, the name of the
//!    game, a space and the date, as in `daily board of Boggle (New) 2026-05-17`.
//! 2. From 2026-11-21 on, the daily board is the one that is dealt for a round with that seed, as
//!    [`DealRule`](crate::DealRule) says. On the days before, boards number 0, 1, 2 and so on are
//!    created from that seed, as `wgs create --seed` does. The daily board is the first of them
//!    that has at least 30 words, and a pangram in a game with a bonus for pangrams. If none of 100
//!    boards is like that, it is the first of those with the most words.

use wgs_engine::{Board, Worker};

use crate::date::Date;
use crate::solved_board::{SolvedBoard, SolvedBoardError};
use crate::text_hash::text_hash;

/// The number of boards to choose from.
const MAX_BOARDS: u64 = 100;

/// The number of words that is enough.
const ENOUGH_WORDS: usize = 30;

/// Returns the random seed of a game's daily board.
///
/// ```
/// use wgs_play::daily_seed;
///
/// let date = "2026-05-17".parse()?;
/// assert_eq!(daily_seed("Boggle (New)", date), 0xd1fa_6571_4d5d_8f9b);
/// # Ok::<(), wgs_play::DateError>(())
/// ```
pub fn daily_seed(game: &str, date: Date) -> u64 {
    text_hash(&format!("daily board of {game} {date}"))
}

/// Whether the daily board of a day is in the window of its game. Those of earlier days follow the
/// rule of [`daily_board`].
///
/// ```
/// use wgs_play::has_daily_window;
///
/// assert!(!has_daily_window("2026-11-20".parse()?));
/// assert!(has_daily_window("2026-11-21".parse()?));
/// # Ok::<(), wgs_play::DateError>(())
/// ```
pub fn has_daily_window(date: Date) -> bool {
    date.parts() >= (2026, 11, 21)
}

/// Returns a game's daily board with its words, by the rule before
/// [games had windows](has_daily_window). `create` makes the board with a number from a seed.
///
/// # Errors
///
/// Returns the errors of `create`, and an error if the worker's budget is used up or no board can
/// be played on.
pub fn daily_board<E: From<SolvedBoardError>>(
    game: &str,
    date: Date,
    worker: &mut Worker,
    mut create: impl FnMut(u64, u64) -> Result<Board, E>,
) -> Result<SolvedBoard, E> {
    let seed = daily_seed(game, date);
    let needs_pangram = worker.solver().rules().pangram_bonus > 0;
    let mut best: Option<SolvedBoard> = None;
    let mut unplayable = SolvedBoardError::Empty;
    for number in 0..MAX_BOARDS {
        let board = match SolvedBoard::new(create(seed, number)?, worker) {
            Ok(board) => board,
            Err(SolvedBoardError::Stopped(reason)) => {
                return Err(SolvedBoardError::Stopped(reason).into());
            }
            Err(error) => {
                unplayable = error;
                continue;
            }
        };
        let words = board.words();
        let has_pangram = || words.iter().any(|word| word.score.pangram_bonus > 0);
        if words.len() >= ENOUGH_WORDS && (!needs_pangram || has_pangram()) {
            return Ok(board);
        }
        let most = best.as_ref().map_or(0, |best| best.words().len());
        if best.is_none() || words.len() > most {
            best = Some(board);
        }
    }
    best.ok_or_else(|| unplayable.into())
}

#[cfg(test)]
mod tests {
    use wgs_config::Catalogue;
    use wgs_dice::{Cup, Random};
    use wgs_engine::Solver;

    use super::*;

    /// The daily board of an embedded game whose letters are dice or a pool.
    fn board(game: &str, date: &str) -> SolvedBoard {
        let catalogue = Catalogue::embedded();
        let game = catalogue.game(game).unwrap();
        let lexicon = game.dictionary().unwrap().load().unwrap();
        let (grid, rules) = (game.grid().unwrap(), game.rules().unwrap());
        let solver = Solver::new(&lexicon, grid, rules);
        let cup = Cup::new(game.distribution().unwrap(), grid.len()).unwrap();
        let board = daily_board(
            game.name(),
            date.parse().unwrap(),
            &mut solver.worker(),
            |seed, number| {
                let roll = cup.roll(&mut Random::stream(seed, number));
                Ok::<_, SolvedBoardError>(cup.board(&roll))
            },
        );
        board.unwrap()
    }

    /// These boards are the same in all versions and on all machines.
    #[test]
    fn the_boards_of_past_days_never_change() {
        let days = [
            ("Boggle (New)", "2026-05-17"),
            ("Boggle (New)", "2026-05-18"),
            ("Boggle (Old)", "2026-05-17"),
            ("Super Big Boggle", "2026-05-17"),
            ("Spelling Bee", "2026-05-17"),
            ("Spelling Bee", "2026-05-18"),
            ("Spelling Bee", "2026-05-19"),
            ("Scrabble Rack", "2026-05-17"),
        ];
        let boards = days.map(|(game, date)| {
            let board = board(game, date);
            format!("{game} {date}: {board} {}", board.words().len())
        });
        assert_eq!(
            boards,
            [
                "Boggle (New) 2026-05-17: ARETELSTEHTNINBA 215",
                "Boggle (New) 2026-05-18: TRNAASCSAUWTTLDD 102",
                "Boggle (Old) 2026-05-17: EEWMBDAMOOEPKESB 182",
                "Super Big Boggle 2026-05-17: HTQuFYAULCNE.MEBAGESEREVOTYANJDSHJRLO 472",
                "Spelling Bee 2026-05-17: DLOERSG 369",
                "Spelling Bee 2026-05-18: ILGAKRS 199",
                "Spelling Bee 2026-05-19: DRHSCAP 66",
                "Scrabble Rack 2026-05-17: ?NEYELT 682",
            ]
        );
    }

    #[test]
    fn another_game_or_day_has_another_seed() {
        let date: Date = "2026-05-17".parse().unwrap();
        let seed = daily_seed("Boggle (New)", date);
        assert_ne!(seed, daily_seed("Boggle (New)", date.plus(1)));
        assert_ne!(seed, daily_seed("Boggle (Old)", date));
        // The seed in docs/play.md.
        assert_eq!(seed, 15_130_517_435_408_289_691);
    }

    #[test]
    fn a_game_that_cannot_be_played_is_an_error() {
        let lexicon = wgs_engine::Lexicon::from_text("cat").unwrap();
        let grid = wgs_engine::Grid::rack(3);
        let solver = Solver::new(&lexicon, &grid, &wgs_engine::Rules::boggle());
        let date = Date::default();
        let create =
            |board: &'static str| move |_, _| Ok::<Board, SolvedBoardError>(board.parse().unwrap());
        let mut worker = solver.worker();
        let few = daily_board("x", date, &mut worker, create("XYZ")).unwrap();
        assert!(few.words().is_empty());
        let error = daily_board("x", date, &mut worker, create("ABCD")).unwrap_err();
        assert_eq!(error, SolvedBoardError::TooManyTiles { found: 4, most: 3 });
    }
}
