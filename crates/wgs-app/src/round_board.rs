//! The board of a round, with all its words: one that a person entered, one that is dealt from a
//! seed, or the daily board of a game. The rule for daily boards is in [`wgs_play::daily_board`];
//! this creates the boards that it chooses from.
//!
//! ```
//! use wgs_app::round_board::{DealtBoardOptions, daily_board, deal_board, read_board};
//! use wgs_app::{GameLoader, GameRequest};
//! use wgs_engine::Budget;
//!
//! let loader = GameLoader::default();
//! let game = loader.game(&GameRequest::named("Boggle (New)"), "play")?;
//! let board = daily_board(&game, "2026-05-17".parse()?, &loader, &Budget::UNLIMITED)?;
//! assert_eq!(board.to_string(), "ARETELSTEHTNINBA");
//!
//! let options = DealtBoardOptions { seed: 7, ..DealtBoardOptions::default() };
//! let board = deal_board(&game, options, &loader, &Budget::UNLIMITED)?;
//! assert_eq!(board.board().len(), 16);
//!
//! let error = read_board(&game, "CATS", &Budget::UNLIMITED).unwrap_err();
//! assert_eq!(error.to_string(), "the board has 4 tiles, but the grid has 16 cells");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;
use wgs_dice::Random;
use wgs_engine::message::ToMessage;
use wgs_engine::notation::NotationError;
use wgs_engine::{Board, BoardSize, Budget, FitError, Stopped, messages};
use wgs_play::scrabblet::{DealError, DealOptions, Dealer};
use wgs_play::{Date, Difficulty, SolvedBoard, SolvedBoardError, daily_seed, random_board};

use crate::creator::{CreateError, CreateOptions, Creator};
use crate::game_loader::GameLoader;
use crate::loaded_game::LoadedGame;

/// The purpose that errors name when a game lacks a part.
const PURPOSE: &str = "play";

/// The number of boards that are dealt until one has words and the difficulty asked for.
const ATTEMPTS: u64 = 100;

/// The fewest words of a board whose difficulty was chosen.
const FEWEST_WORDS: usize = 20;

/// Why a round has no board.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum RoundBoardError {
    /// No board can be created.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The text is not in board notation.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The board has more or fewer tiles than the grid has cells.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// No hand can be dealt.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The board has no letters.
    Empty,
    /// The board cannot be played on, or the budget was used up.
    #[error(transparent)]
    Board(SolvedBoardError),
}

messages! {
    impl ToMessage for RoundBoardError {
        Self::Empty => "round-board.empty":
            "the board has no letters";
    } else {
        Self::Create(error) => error.to_message(),
        Self::Notation(error) => error.to_message(),
        Self::Fit(error) => error.to_message(),
        Self::Deal(error) => error.to_message(),
        Self::Board(error) => error.to_message(),
    }
}

impl From<SolvedBoardError> for RoundBoardError {
    fn from(error: SolvedBoardError) -> Self {
        match error {
            SolvedBoardError::Empty => Self::Empty,
            error => Self::Board(error),
        }
    }
}

impl RoundBoardError {
    /// Returns why the budget was used up before all words of the board were found, if that is
    /// the error.
    pub fn stopped(&self) -> Option<Stopped> {
        match self {
            Self::Board(SolvedBoardError::Stopped(reason))
            | Self::Deal(DealError::Hand(SolvedBoardError::Stopped(reason)))
            | Self::Create(CreateError::Stopped(reason)) => Some(*reason),
            _ => None,
        }
    }
}

/// Which board is dealt. The same options always deal the same board.
#[derive(Clone, Copy, Debug, Default)]
pub struct DealtBoardOptions {
    /// The random seed.
    pub seed: u64,
    /// The size of the grid, if the game was loaded on a rectangle of another size.
    pub size: Option<BoardSize>,
    /// How difficult the board is, where the dictionary has a table of common words.
    pub difficulty: Option<Difficulty>,
}

/// Reads the board that a person entered, and finds its words. The board must have one tile for
/// each cell of the grid. A rack or a hand may have fewer tiles.
pub fn read_board(
    game: &LoadedGame,
    text: &str,
    budget: &Budget,
) -> Result<SolvedBoard, RoundBoardError> {
    let (board, grid) = (game.read(text)?, game.grid());
    if !grid.is_full() || board.len() > grid.len() {
        board.check_fit(grid)?;
    }
    solve(game, board, budget)
}

/// Deals a board that has words, if the game has such boards. Hands of letters, as in Scrabblet, are
/// dealt by a [`Dealer`].
pub fn deal_board(
    game: &LoadedGame,
    options: DealtBoardOptions,
    loader: &GameLoader,
    budget: &Budget,
) -> Result<SolvedBoard, RoundBoardError> {
    let DealtBoardOptions { seed, size, .. } = options;
    let letters = game.game().distribution_for(PURPOSE);
    let letters = letters.map_err(CreateError::from)?;
    if let Some(size) = size {
        return first_suitable(game, options.difficulty, budget, |number| {
            let mut random = Random::stream(seed, number);
            let board = random_board(letters, size, &mut random);
            Ok(board.map_err(DealError::from)?)
        });
    }
    if is_hand(game)
        && let Some(hand) = deal_hand(game, seed, budget)?
    {
        return Ok(hand);
    }
    let create = CreateOptions {
        seed,
        budget: budget.clone(),
        ..CreateOptions::default()
    };
    let creator = Creator::with_loader(game.game(), create, loader)?;
    first_suitable(game, options.difficulty, budget, |number| {
        Ok(creator.board(number)?)
    })
}

/// Returns the daily board of a game with its words.
pub fn daily_board(
    game: &LoadedGame,
    date: Date,
    loader: &GameLoader,
    budget: &Budget,
) -> Result<SolvedBoard, RoundBoardError> {
    let name = game.game().name();
    let options = CreateOptions {
        seed: daily_seed(name, date),
        budget: budget.clone(),
        ..CreateOptions::default()
    };
    let creator = Creator::with_loader(game.game(), options, loader)?;
    game.with_worker(budget, |worker| {
        wgs_play::daily_board(name, date, worker, |_, number| {
            Ok::<_, RoundBoardError>(creator.board(number)?)
        })
    })
}

/// Finds the words of a board.
fn solve(game: &LoadedGame, board: Board, budget: &Budget) -> Result<SolvedBoard, RoundBoardError> {
    let solved = game.with_worker(budget, |worker| SolvedBoard::new(board, worker));
    Ok(solved?)
}

/// Whether the boards of a game are hands of letters, as in Scrabblet.
fn is_hand(game: &LoadedGame) -> bool {
    let grid = game.grid();
    grid.is_full() && grid.reuses_tiles() && game.rules().required_cells.is_empty()
}

/// Deals a hand that is suitable for Scrabblet. Returns [`None`] if there is none, as with a short
/// list of words.
fn deal_hand(
    game: &LoadedGame,
    seed: u64,
    budget: &Budget,
) -> Result<Option<SolvedBoard>, DealError> {
    let options = DealOptions {
        seed,
        ..DealOptions::default()
    };
    let mut dealer = Dealer::new(game.game(), options)?;
    match game.with_worker(budget, |worker| dealer.deal(worker, |_| ())) {
        Err(DealError::DictionaryTooSmall { .. } | DealError::NoSuitableHand { .. }) => Ok(None),
        hand => hand.map(Some),
    }
}

/// Creates boards until one has words and is as difficult as asked for. If there is none, or the
/// time is up, the last board is returned.
fn first_suitable(
    game: &LoadedGame,
    difficulty: Option<Difficulty>,
    budget: &Budget,
    mut create: impl FnMut(u64) -> Result<Board, RoundBoardError>,
) -> Result<SolvedBoard, RoundBoardError> {
    // Without the table of common words, boards have no difficulty.
    let wanted = difficulty.and_then(|difficulty| {
        let commonness = game.dictionary().commonness().ok()?;
        commonness.is_english().then_some((difficulty, commonness))
    });
    let is_suitable = |board: &SolvedBoard| match wanted {
        Some((difficulty, commonness)) => {
            board.words().len() >= FEWEST_WORDS && Difficulty::of(board, commonness) == difficulty
        }
        None => !board.words().is_empty(),
    };
    let mut last = solve(game, create(0)?, budget);
    for number in 1..ATTEMPTS {
        if last.as_ref().is_ok_and(is_suitable) || budget.check().is_err() {
            break;
        }
        let next = create(number).and_then(|board| solve(game, board, budget));
        if next.is_err() && budget.check().is_err() && last.is_ok() {
            break;
        }
        last = next;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_loader::GameRequest;

    /// These boards are the same in all versions and on all machines.
    #[test]
    fn games_with_dice_letters_or_word_lists_have_daily_boards() {
        let loader = GameLoader::default();
        let date: Date = "2026-05-17".parse().unwrap();
        let boards = [
            "Boggle (New)",
            "Scramble",
            "Scrabblet",
            "Quarrel",
            "7 Little Words",
        ]
        .map(|name| {
            let game = loader.game(&GameRequest::named(name), "play").unwrap();
            let board = daily_board(&game, date, &loader, &Budget::UNLIMITED).unwrap();
            assert!(board.words().len() >= 30, "{name}");
            board.to_string()
        });
        assert_eq!(
            boards,
            [
                "ARETELSTEHTNINBA",
                "HJISNILCLVGUTAFT",
                "NAINSIR",
                "RFTEAENF",
                "EsEasGglImEstScrSurSmuSedExoRelNyEesEssCurLinWeeIaErRd"
            ]
        );
    }

    #[test]
    fn every_game_has_a_daily_board_on_every_day() {
        let loader = GameLoader::default();
        let first: Date = "2026-01-01".parse().unwrap();
        for game in loader.catalogue().games() {
            if game.dictionary_name() != Some("Wordnik") {
                continue;
            }
            let loaded = loader
                .game(&GameRequest::named(game.name()), "play")
                .unwrap();
            for day in 0..5 {
                let board = daily_board(&loaded, first.plus(day), &loader, &Budget::UNLIMITED);
                let board = board.unwrap_or_else(|error| panic!("{}: {error}", game.name()));
                assert!(!board.words().is_empty(), "{} {board}", game.name());
            }
        }
    }

    fn load(loader: &GameLoader, name: &str) -> std::sync::Arc<LoadedGame> {
        loader.game(&GameRequest::named(name), "play").unwrap()
    }

    #[test]
    fn a_board_must_fill_the_grid_but_a_hand_need_not() {
        let loader = GameLoader::default();
        for (game, board, expected) in [
            ("Boggle (New)", "STNDTEIELARSMRTO", Ok(831)),
            (
                "Boggle (New)",
                "CATS",
                Err("the board has 4 tiles, but the grid has 16 cells"),
            ),
            (
                "Boggle (New)",
                "STNDTEIELARSMRTOS",
                Err("the board has 17 tiles, but the grid has 16 cells"),
            ),
            (
                "Boggle (New)",
                "................",
                Err("the board has no letters"),
            ),
            ("Scrabblet", "CATS", Ok(45)),
            ("Scrabblet", "", Err("the board has no letters")),
            ("Boggle (New)", "A[", Err("column 2")),
        ] {
            let read = read_board(&load(&loader, game), board, &Budget::UNLIMITED);
            match (read, expected) {
                (Ok(read), Ok(words)) => assert_eq!(read.words().len(), words, "{board}"),
                (Err(error), Err(expected)) => {
                    let error = error.to_string();
                    assert!(error.starts_with(expected), "{board}: {error}");
                }
                (read, expected) => panic!("{board}: {read:?}, expected {expected:?}"),
            }
        }
    }

    #[test]
    fn the_same_options_deal_the_same_board_and_every_board_has_words() {
        let loader = GameLoader::default();
        for (name, tiles) in [("Boggle (New)", 16), ("Scrabblet", 7), ("Quarrel", 8)] {
            let game = load(&loader, name);
            let deal = |seed| {
                let options = DealtBoardOptions {
                    seed,
                    ..DealtBoardOptions::default()
                };
                deal_board(&game, options, &loader, &Budget::UNLIMITED).unwrap()
            };
            let board = deal(3);
            assert_eq!(board.board().len(), tiles, "{name}");
            assert!(!board.words().is_empty(), "{name}");
            assert_eq!(deal(3).to_string(), board.to_string());
            assert_ne!(deal(4).to_string(), board.to_string());
        }
    }

    #[test]
    fn a_dealt_board_is_as_large_and_as_difficult_as_asked_for() {
        let loader = GameLoader::default();
        let game = load(&loader, "Boggle (New)");
        let commonness = game.dictionary().commonness().unwrap();
        for difficulty in [Difficulty::Easy, Difficulty::Hard] {
            let options = DealtBoardOptions {
                difficulty: Some(difficulty),
                ..DealtBoardOptions::default()
            };
            let board = deal_board(&game, options, &loader, &Budget::UNLIMITED).unwrap();
            assert_eq!(Difficulty::of(&board, commonness), difficulty);
        }
        let size: BoardSize = "5x6".parse().unwrap();
        let request = GameRequest::named("Boggle (New)");
        let game = loader.game_on_grid(&request, &size.grid(), "play").unwrap();
        let options = DealtBoardOptions {
            size: Some(size),
            ..DealtBoardOptions::default()
        };
        let board = deal_board(&game, options, &loader, &Budget::UNLIMITED).unwrap();
        assert_eq!(board.board().len(), 30);
    }

    #[test]
    fn a_used_up_budget_is_told_from_other_errors() {
        let loader = GameLoader::default();
        let game = load(&loader, "Scrabblet");
        let stopped = Budget::new(|| Some(Stopped::Cancelled));
        let options = DealtBoardOptions::default();
        let error = deal_board(&game, options, &loader, &stopped).unwrap_err();
        assert_eq!(error.stopped(), Some(Stopped::Cancelled));
        let error = read_board(&game, "", &stopped).unwrap_err();
        assert_eq!(error.stopped(), None);
    }
}
