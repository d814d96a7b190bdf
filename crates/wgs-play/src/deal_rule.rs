//! The rule for boards that are dealt: boards are created until one is in the window of its game
//! and has the difficulty that was asked for. Creating a board, from dice or words, is the
//! caller's job, and what a window is, that of [`BoardWindow`].

use wgs_config::BoardWindow;
use wgs_config::commonness::WordCommonness;
use wgs_engine::{Cell, Worker, letter};

use crate::difficulty::Difficulty;
use crate::solved_board::{SolvedBoard, SolvedBoardError};

/// What a dealt board should be like. The same rule deals the same board everywhere, because
/// nothing but the boards decides: neither the time nor the machine.
///
/// ```
/// use wgs_config::BoardWindow;
/// use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
/// use wgs_play::{DealRule, SolvedBoard, SolvedBoardError};
///
/// let lexicon = Lexicon::from_text("cat cats act stack")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
/// let window = BoardWindow { min_words: 3, ..BoardWindow::default() };
/// let rule = DealRule { window: &window, commonness: None, difficulty: None };
/// let boards = ["XYZQ", "CATX", "CATS"];
/// let board = rule.deal(&mut solver.worker(), |number, worker| {
///     let board = boards[number as usize % 3].parse().unwrap();
///     Ok::<_, SolvedBoardError>(SolvedBoard::new(board, worker))
/// })?;
/// assert_eq!(board.to_string(), "CATS");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DealRule<'a> {
    /// The window of the game.
    pub window: &'a BoardWindow,
    /// The commonness of the dictionary's words. Without it, or if the dictionary is not English,
    /// boards have neither common words nor a difficulty.
    pub commonness: Option<&'a WordCommonness>,
    /// The difficulty that was asked for.
    pub difficulty: Option<Difficulty>,
}

/// How far a board is from a rule: outside of the window, in thousandths of its limits, and from
/// the difficulty, in steps. Being in the window matters more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Distance {
    window: u64,
    difficulty: u64,
}

impl DealRule<'_> {
    /// The largest number of boards that are created for one.
    pub const MAX_BOARDS: u64 = 1_000;

    /// The largest number of words on all of them together. It bounds the time for large boards.
    pub const MAX_WORDS: u64 = 50_000;

    /// Creates boards until one follows the rule. If none does, the nearest one is dealt, and of
    /// several the first. `create` makes and solves the board with a number. Boards that cannot
    /// be played on are left out.
    ///
    /// # Errors
    ///
    /// Returns the errors of `create`, and an error if the worker's budget is used up or no board
    /// can be played on.
    pub fn deal<E: From<SolvedBoardError>>(
        &self,
        worker: &mut Worker,
        mut create: impl FnMut(u64, &mut Worker) -> Result<Result<SolvedBoard, SolvedBoardError>, E>,
    ) -> Result<SolvedBoard, E> {
        let mut nearest: Option<(Distance, SolvedBoard)> = None;
        let mut unplayable = SolvedBoardError::Empty;
        let mut words = 0;
        for number in 0..Self::MAX_BOARDS {
            let board = match create(number, worker)? {
                Ok(board) => board,
                Err(SolvedBoardError::Stopped(reason)) => {
                    return Err(SolvedBoardError::Stopped(reason).into());
                }
                Err(error) => {
                    unplayable = error;
                    continue;
                }
            };
            let distance = self.distance(&board);
            if distance == Distance::default() {
                return Ok(board);
            }
            words += board.words().len() as u64;
            if nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
                nearest = Some((distance, board));
            }
            if words >= Self::MAX_WORDS {
                break;
            }
        }
        match nearest {
            Some((_, board)) => Ok(board),
            None => Err(unplayable.into()),
        }
    }

    /// Whether a board is in the window, and has the difficulty that was asked for.
    pub fn fits(&self, board: &SolvedBoard) -> bool {
        self.distance(board) == Distance::default()
    }

    /// Returns how far a board is from the rule.
    pub(crate) fn distance(&self, board: &SolvedBoard) -> Distance {
        let window = self.window;
        let words = board.words().len() as u64;
        let mut distance = below(window.min_words, words) + above(window.max_words, words);
        if window.min_pangrams > 0 {
            distance += below(window.min_pangrams, pangrams(board));
        }
        let Some(commonness) = self.commonness.filter(|table| table.is_english()) else {
            return Distance {
                window: distance,
                difficulty: 0,
            };
        };
        if window.min_common_words > 0 || window.min_longest_common_word > 0 {
            let (common, longest) = common_words(board, commonness);
            distance += below(window.min_common_words, common);
            distance += below(window.min_longest_common_word, longest);
        }
        let steps = self.difficulty.map_or(0, |wanted| {
            let found = Difficulty::of(board, commonness);
            (wanted as u64).abs_diff(found as u64)
        });
        Distance {
            window: distance,
            difficulty: steps,
        }
    }
}

/// The distance of a number from the least one allowed, in thousandths of it.
fn below(least: u64, number: u64) -> u64 {
    match least.saturating_sub(number) {
        0 => 0,
        lacking => (lacking * 1_000).div_ceil(least),
    }
}

/// The distance of a number from the largest one allowed, in thousandths of it.
fn above(most: Option<u64>, number: u64) -> u64 {
    let Some(most) = most else { return 0 };
    (number.saturating_sub(most) * 1_000).div_ceil(most.max(1))
}

/// The number of words that use every tile of a board.
fn pangrams(board: &SolvedBoard) -> u64 {
    let tiles = board.board().tiles().iter();
    let tiles = tiles.filter(|tile| !tile.is_empty()).count();
    let is_pangram = |path: &[Cell]| {
        let mut cells = path.to_vec();
        cells.sort_unstable();
        cells.dedup();
        cells.len() == tiles
    };
    let words = board.words().iter();
    words
        .filter(|word| word.path.len() >= tiles && is_pangram(&word.path))
        .count() as u64
}

/// The number of common words of a board, and the letters of the longest one.
fn common_words(board: &SolvedBoard, commonness: &WordCommonness) -> (u64, u64) {
    let words = board.words().iter();
    let common = words.filter(|word| commonness.of(word.word) <= Difficulty::COMMON);
    common.fold((0, 0), |(count, longest), word| {
        let letters = letter::letters(&word.text).count() as u64;
        (count + 1, longest.max(letters))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wgs_config::commonness::{Commonness, CommonnessTable};
    use wgs_engine::{Budget, Grid, Lexicon, Rules, Solver, Stopped};

    use super::*;

    /// Words of which only CAT, CATS and TASK are common.
    const WORDS: &str = "cat cats task act acts tack tacks stack skat kat";

    fn solver(tiles: u32) -> Solver {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        Solver::new(&lexicon, &Grid::rack(tiles), &Rules::boggle())
    }

    fn commonness(lexicon: &Lexicon) -> WordCommonness {
        let classes = ["cat", "cats", "task"].map(|word| (word.to_owned(), Commonness::Size10));
        CommonnessTable::new(lexicon, &BTreeMap::from(classes)).by_word(lexicon)
    }

    /// Deals from these boards, over and over.
    fn deal(rule: &DealRule<'_>, boards: &[&str]) -> Result<String, SolvedBoardError> {
        let board = rule.deal(&mut solver(5).worker(), |number, worker| {
            let board = boards[number as usize % boards.len()];
            Ok::<_, SolvedBoardError>(SolvedBoard::new(board.parse().unwrap(), worker))
        });
        board.map(|board| board.to_string())
    }

    #[test]
    fn the_first_board_in_the_window_is_dealt_or_else_the_nearest() {
        let solver = solver(5);
        let commonness = commonness(solver.lexicon());
        let any = BoardWindow {
            min_words: 0,
            ..BoardWindow::default()
        };
        // STACK has ten words, CATSX four, SKATX three, and CATXX two.
        for (window, boards, dealt) in [
            (any, &["XXXXX", "STACK"][..], "XXXXX"),
            (
                BoardWindow {
                    min_words: 4,
                    ..any
                },
                &["CATXX", "CATSX", "STACK"],
                "CATSX",
            ),
            (
                BoardWindow {
                    max_words: Some(3),
                    ..any
                },
                &["STACK", "CATSX", "SKATX"],
                "SKATX",
            ),
            // None is in the window.
            (
                BoardWindow {
                    min_words: 20,
                    ..any
                },
                &["CATXX", "STACK", "CATSX"],
                "STACK",
            ),
            (
                BoardWindow {
                    max_words: Some(1),
                    ..any
                },
                &["STACK", "CATXX", "SKATX"],
                "CATXX",
            ),
            (
                BoardWindow {
                    min_words: 20,
                    ..any
                },
                &["CATXX", "ACTXX"],
                "CATXX",
            ),
            (
                BoardWindow {
                    min_pangrams: 1,
                    ..any
                },
                &["CATSX", "STACK"],
                "STACK",
            ),
            (
                BoardWindow {
                    min_common_words: 1,
                    ..any
                },
                &["ACTXX", "SKAXX", "CATXX"],
                "ACTXX",
            ),
            (
                BoardWindow {
                    min_common_words: 2,
                    ..any
                },
                &["CATXX", "CATSX"],
                "CATSX",
            ),
            (
                BoardWindow {
                    min_longest_common_word: 4,
                    ..any
                },
                &["CATXX", "KASTX"],
                "KASTX",
            ),
        ] {
            let rule = DealRule {
                window: &window,
                commonness: Some(&commonness),
                difficulty: None,
            };
            assert_eq!(deal(&rule, boards).unwrap(), dealt, "{window:?}");
        }
    }

    #[test]
    fn common_words_are_ignored_where_they_are_not_known() {
        let window = BoardWindow {
            min_words: 1,
            min_common_words: 9,
            ..BoardWindow::default()
        };
        let rule = DealRule {
            window: &window,
            commonness: None,
            difficulty: Some(Difficulty::Easy),
        };
        assert_eq!(deal(&rule, &["SKATX", "STACK"]).unwrap(), "SKATX");
    }

    #[test]
    fn a_board_in_the_window_comes_before_one_of_the_difficulty() {
        let solver = solver(5);
        let commonness = commonness(solver.lexicon());
        let window = BoardWindow {
            min_words: 5,
            ..BoardWindow::default()
        };
        let rule = DealRule {
            window: &window,
            commonness: Some(&commonness),
            difficulty: Some(Difficulty::Easy),
        };
        let (mut worker, board) = (solver.worker(), |text: &str| text.parse().unwrap());
        let mut distance = |text| {
            let solved = SolvedBoard::new(board(text), &mut worker).unwrap();
            rule.distance(&solved)
        };
        assert!(distance("CATXX").difficulty < distance("STACK").difficulty);
        assert!(distance("STACK") < distance("CATXX"));
        assert_eq!(deal(&rule, &["CATXX", "STACK"]).unwrap(), "STACK");
    }

    #[test]
    fn dealing_ends_after_many_boards_or_many_words() {
        let window = BoardWindow {
            min_words: 1_000_000,
            ..BoardWindow::default()
        };
        let rule = DealRule {
            window: &window,
            commonness: None,
            difficulty: None,
        };
        let solver = solver(5);
        let count = |board: &str| {
            let mut created = 0;
            let dealt = rule.deal(&mut solver.worker(), |number, worker| {
                created = number + 1;
                Ok::<_, SolvedBoardError>(SolvedBoard::new(board.parse().unwrap(), worker))
            });
            (created, dealt.is_ok())
        };
        assert_eq!(count("CATXX"), (DealRule::MAX_BOARDS, true));
        // No board can be played on.
        assert_eq!(count("CATSXX"), (DealRule::MAX_BOARDS, false));
        assert_eq!(count("....."), (DealRule::MAX_BOARDS, false));
    }

    #[test]
    fn a_used_up_budget_ends_the_dealing_with_an_error() {
        let window = BoardWindow::default();
        let rule = DealRule {
            window: &window,
            commonness: None,
            difficulty: None,
        };
        let mut worker = solver(5).worker();
        let budget = Budget::new(|| Some(Stopped::TimeLimit));
        let error = rule.deal(&mut worker, |number, worker| {
            if number == 3 {
                worker.set_budget(budget.clone());
            }
            Ok::<_, SolvedBoardError>(SolvedBoard::new("CATXX".parse().unwrap(), worker))
        });
        let stopped = SolvedBoardError::Stopped(Stopped::TimeLimit);
        assert_eq!(error.unwrap_err(), stopped);
    }
}
