//! The boards that `wgs bench` uses: the embedded ones, those of a file, or random ones.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wgs_app::creator::{CreateError, CreateOptions, Creator};
use wgs_config::Game;
use wgs_dice::Random;
use wgs_engine::{Board, BoardSize, Grid};
use wgs_play::random_board;

use crate::app::read_text;
use crate::arguments::{number, size_or_side};

/// The boards to use by default.
const EMBEDDED: &str = include_str!("../../../data/bench/boards.txt");

/// The maximum number of random boards. They are all held in memory, half a kilobyte each.
const MAX_BOARDS: u64 = 1_000_000;

/// Which boards to use.
#[derive(Debug, clap::Args)]
pub(super) struct BoardSetArgs {
    /// File of boards, one to a line [default: 1,000 embedded boards].
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,

    /// Use N random boards of the game: those of `wgs create` with the same seed.
    #[arg(long, value_name = "N", conflicts_with = "boards",
          value_parser = number::<u64>(1..=MAX_BOARDS))]
    random: Option<u64>,

    /// Use random boards of this size instead of the game's grid: a number of rows and columns,
    /// such as 6, or both, such as 5x6. One board unless --random is set.
    #[arg(long, value_name = "N|ROWSxCOLUMNS", conflicts_with = "boards",
          value_parser = size_or_side(1000))]
    size: Option<BoardSize>,

    /// Random seed [default: 2014].
    #[arg(short, long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
}

impl BoardSetArgs {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or(2014)
    }

    /// Whether the boards come from a file.
    pub(super) fn is_file(&self) -> bool {
        self.boards.is_some()
    }

    /// The grid, if it is not the game's.
    pub(super) fn grid(&self) -> Option<Grid> {
        self.size.map(BoardSize::grid)
    }

    /// Reads or creates the boards.
    pub(super) fn load(&self, game: Game<'_>) -> Result<Vec<Board>> {
        if self.seed.is_some() && self.random.is_none() && self.size.is_none() {
            bail!("--seed has no effect without --random or --size");
        }
        if let Some(size) = self.size {
            let letters = game.distribution_for("bench")?;
            let board = |number| {
                let mut random = Random::stream(self.seed(), number);
                Ok(random_board(letters, size, &mut random)?)
            };
            return (0..self.random.unwrap_or(1)).map(board).collect();
        }
        let (name, boards) = match (&self.boards, self.random) {
            (Some(path), _) => {
                let name = path.display().to_string();
                let boards = parse(&read_text(path)?, &name, game)?;
                (name, boards)
            }
            (None, Some(count)) => {
                let boards = self.create(game, count).context("--random")?;
                ("random boards".to_owned(), boards)
            }
            (None, None) => {
                let name = "embedded boards".to_owned();
                let boards = parse(EMBEDDED, &name, game)?;
                (name, boards)
            }
        };
        if boards.iter().all(Board::is_empty) {
            bail!("{name} has no boards");
        }
        Ok(boards)
    }

    fn create(&self, game: Game<'_>, count: u64) -> Result<Vec<Board>, CreateError> {
        let options = CreateOptions {
            seed: self.seed(),
            ..CreateOptions::default()
        };
        let creator = Creator::new(game, options)?;
        creator.boards(0..count)
    }
}

/// Parses boards, one to a line.
fn parse(text: &str, name: &str, game: Game<'_>) -> Result<Vec<Board>> {
    let lines = text.lines().enumerate();
    let boards = lines.filter(|(_, line)| !line.trim().is_empty());
    let boards = boards.map(|(index, line)| {
        let board = game.spelling().read(line.trim()).parse();
        board.with_context(|| format!("{name}, line {}", index + 1))
    });
    boards.collect()
}
