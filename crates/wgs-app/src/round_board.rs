//! The board of a round, with all its words: one that a person entered, one that is dealt from a
//! seed, or the daily board of a game. Every interface deals its boards here. Which board is dealt
//! is decided by [`DealRule`] and [`wgs_play::daily_board`]; this creates the boards that they
//! choose from.
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
use wgs_config::BoardWindow;
use wgs_dice::Random;
use wgs_engine::message::ToMessage;
use wgs_engine::notation::NotationError;
use wgs_engine::{Board, BoardSize, Budget, FitError, Stopped, Worker, messages};
use wgs_play::scrabblet::{DealError, DealOptions, Dealer};
use wgs_play::{
    Date, DealRule, Difficulty, SolvedBoard, SolvedBoardError, daily_seed, has_daily_window,
    random_board,
};

use crate::creator::{CreateError, CreateOptions, Creator};
use crate::game_loader::GameLoader;
use crate::loaded_game::LoadedGame;

/// The purpose that errors name when a game lacks a part.
const PURPOSE: &str = "play";

/// The first random stream that decides on the letters of a pangram. Those of boards begin at 0.
const PANGRAM_STREAM: u64 = 1 << 40;

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
    /// The board has no words.
    NoWords,
    /// The board cannot be played on, or the budget was used up.
    #[error(transparent)]
    Board(SolvedBoardError),
}

messages! {
    impl ToMessage for RoundBoardError {
        Self::Empty => "round-board.empty":
            "the board has no letters";
        Self::NoWords => "round-board.no-words":
            "the board has no words to find";
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

/// Reads a board and finds its words. The board must have one tile for each cell of the grid. A
/// rack or a hand may have fewer tiles.
pub fn read_board(
    game: &LoadedGame,
    text: &str,
    budget: &Budget,
) -> Result<SolvedBoard, RoundBoardError> {
    let (board, grid) = (game.read(text)?, game.grid());
    if !grid.is_full() || board.len() > grid.len() {
        board.check_fit(grid)?;
    }
    Ok(game.with_worker(budget, |worker| SolvedBoard::new(board, worker))?)
}

/// Reads the board that a person entered to play on it. It must have words.
pub fn read_own_board(
    game: &LoadedGame,
    text: &str,
    budget: &Budget,
) -> Result<SolvedBoard, RoundBoardError> {
    with_words(read_board(game, text, budget)?)
}

/// Returns a board, or an error if there is nothing to find on it.
fn with_words(board: SolvedBoard) -> Result<SolvedBoard, RoundBoardError> {
    match board.words() {
        [] => Err(RoundBoardError::NoWords),
        _ => Ok(board),
    }
}

/// Deals a board in the window of the game. Hands of letters, as in Scrabblet, are drawn by a
/// [`Dealer`]. The window is one for the game's own grid: on a grid of another size, a board only
/// has to have as many words as games without a window.
pub fn deal_board(
    game: &LoadedGame,
    options: DealtBoardOptions,
    loader: &GameLoader,
    budget: &Budget,
) -> Result<SolvedBoard, RoundBoardError> {
    let DealtBoardOptions {
        seed,
        size,
        difficulty,
    } = options;
    let any_size = BoardWindow::default();
    let rule = DealRule {
        window: match size {
            Some(_) => &any_size,
            None => game.game().window(),
        },
        commonness: game.dictionary().commonness().ok(),
        difficulty,
    };
    let letters = game.game().distribution_for(PURPOSE);
    let letters = letters.map_err(CreateError::from)?;
    let deal = |create: &mut dyn FnMut(u64) -> Result<Board, RoundBoardError>| {
        let create = |number, worker: &mut Worker| {
            Ok::<_, RoundBoardError>(SolvedBoard::new(create(number)?, worker))
        };
        with_words(game.with_worker(budget, |worker| rule.deal(worker, create))?)
    };
    if let Some(size) = size {
        return deal(&mut |number| {
            let mut random = Random::stream(seed, number);
            let board = random_board(letters, size, &mut random);
            Ok(board.map_err(DealError::from)?)
        });
    }
    if is_hand(game) {
        let options = DealOptions {
            seed,
            ..DealOptions::default()
        };
        let mut dealer = Dealer::new(game.game(), options)?;
        let hand = game.with_worker(budget, |worker| {
            rule.deal(worker, |_, worker| {
                Ok::<_, DealError>(Ok(dealer.deal(worker, |_| ())?))
            })
        });
        match hand {
            // A short list of words has no such hands.
            Err(DealError::DictionaryTooSmall { .. } | DealError::NoSuitableHand { .. }) => {}
            hand => return with_words(hand?),
        }
    }
    let create = CreateOptions {
        seed,
        budget: budget.clone(),
        ..CreateOptions::default()
    };
    let creator = Creator::with_loader(game.game(), create.clone(), loader)?;
    let pangrams = match rule.window.min_pangrams {
        0 => &[][..],
        _ => game.pangram_letters(creator.max_tiles()),
    };
    deal(&mut |number| {
        // Three of a hundred random bees have a pangram, so each is made of the letters of one.
        let mut random = Random::stream(seed, PANGRAM_STREAM + number);
        let board = random.pick(pangrams).map(|letters| {
            let options = CreateOptions {
                must_contain: vec![letters.clone()],
                ..create.clone()
            };
            Creator::with_loader(game.game(), options, loader)?.board(number)
        });
        match board {
            Some(Ok(board)) => Ok(board),
            _ => Ok(creator.board(number)?),
        }
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
    let seed = daily_seed(name, date);
    if has_daily_window(date) {
        let options = DealtBoardOptions {
            seed,
            ..DealtBoardOptions::default()
        };
        return deal_board(game, options, loader, budget);
    }
    let options = CreateOptions {
        seed,
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

/// Whether the boards of a game are hands of letters, as in Scrabblet.
fn is_hand(game: &LoadedGame) -> bool {
    let grid = game.grid();
    grid.is_full() && grid.reuses_tiles() && game.rules().required_cells.is_empty()
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

    /// Boards of the days before games had windows, and of the first days with them.
    #[test]
    fn daily_boards_never_change() {
        let loader = GameLoader::default();
        for (name, date, expected) in [
            ("Boggle (New)", "2026-11-20", "EEWHGPEISBTKIIVL 85"),
            ("Boggle (New)", "2026-11-21", "NYHBTRAEHTEIKMVI 126"),
            ("Boggle Junior", "2026-11-20", "CLOECAWG 82"),
            ("Boggle Junior", "2026-11-21", "LWJGENEC 35"),
            ("Spelling Bee", "2026-11-20", "VTOECDR 90"),
            ("Spelling Bee", "2026-11-21", "IDHPORN 57"),
            ("Scrabblet", "2026-11-20", "INAREPT 834"),
            ("Scrabblet", "2026-11-21", "FEWAONG 227"),
            (
                "7 Little Words",
                "2026-11-20",
                "RerUrgEssTaxBraErsEdRteBraRitQuaSsyZesSplChBedEsInlLyRen 33",
            ),
            (
                "7 Little Words",
                "2026-11-21",
                "TerEanOusSunDlyShVarSirTsSubBleEsKfiDriEdFidWeaRanIolHat 30",
            ),
        ] {
            let game = load(&loader, name);
            let date: Date = date.parse().unwrap();
            let board = daily_board(&game, date, &loader, &Budget::UNLIMITED).unwrap();
            let words = board.words().len();
            assert_eq!(format!("{board} {words}"), expected, "{name} {date}");
        }
    }

    #[test]
    fn every_embedded_game_deals_boards_in_its_window() {
        let loader = GameLoader::default();
        for game in loader.catalogue().games() {
            if game.dictionary_name() != Some("Wordnik") {
                continue;
            }
            let loaded = load(&loader, game.name());
            let rule = DealRule {
                window: game.window(),
                commonness: loaded.dictionary().commonness().ok(),
                difficulty: None,
            };
            for (seed, difficulty) in [None, Some(Difficulty::Easy), Some(Difficulty::Hard)]
                .into_iter()
                .enumerate()
            {
                let options = DealtBoardOptions {
                    seed: seed as u64,
                    difficulty,
                    ..DealtBoardOptions::default()
                };
                let board = deal_board(&loaded, options, &loader, &Budget::UNLIMITED).unwrap();
                assert!(rule.fits(&board), "{} {board}: {rule:?}", game.name());
            }
        }
    }

    #[test]
    fn a_board_without_words_can_be_read_but_not_played_on() {
        let loader = GameLoader::default();
        let game = load(&loader, "Boggle (New)");
        let board = "J".repeat(16);
        assert!(read_board(&game, &board, &Budget::UNLIMITED).is_ok());
        let error = read_own_board(&game, &board, &Budget::UNLIMITED).unwrap_err();
        assert_eq!(error.to_string(), "the board has no words to find");
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
