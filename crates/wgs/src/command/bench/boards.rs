//! The boards that `wgs bench` measures with: those of a file, rolled ones, or the embedded
//! ones.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wgs_app::creator::{CreateOptions, Creator};
use wgs_config::Game;
use wgs_core::{Adjacency, Board, Grid};
use wgs_lab::Random;
use wgs_play::random_square_board;

use crate::app::read_text;

/// The boards to measure with when none are named.
const EMBEDDED: &str = include_str!("../../../data/bench/boards.txt");

/// The most random boards: they are all kept in memory, half a kilobyte each.
const MOST_BOARDS: u64 = 1_000_000;

/// Which boards to measure with.
#[derive(Debug, clap::Args)]
pub(super) struct BoardsArgs {
    /// A file of boards, one a line [default: 1,000 embedded ones].
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,

    /// So many random boards of the game, those that create makes of the same seed.
    #[arg(long, value_name = "N", conflicts_with = "boards",
          value_parser = clap::value_parser!(u64).range(1..=MOST_BOARDS))]
    random: Option<u64>,

    /// Random boards of so many rows and columns instead of the game's own grid, one unless
    /// --random says how many.
    #[arg(long, value_name = "N", conflicts_with = "boards",
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    size: Option<u32>,

    /// Where chance begins [default: 2014].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl BoardsArgs {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or(2014)
    }

    /// The grid, if it is not the game's own.
    pub(super) fn grid(&self) -> Option<Grid> {
        let size = self.size?;
        Some(Grid::rectangle(size, size, Adjacency::Diagonal))
    }

    /// Reads or rolls the boards.
    pub(super) fn load(&self, game: Game<'_>) -> Result<Vec<Board>> {
        if self.seed.is_some() && self.random.is_none() && self.size.is_none() {
            bail!("--seed is of no use without --random or --size");
        }
        if let Some(size) = self.size {
            let letters = game.distribution_for("bench")?;
            let board = |number| {
                let mut random = Random::stream(self.seed(), number);
                Ok(random_square_board(letters, size, &mut random)?)
            };
            return (0..self.random.unwrap_or(1)).map(board).collect();
        }
        let (name, text) = match (&self.boards, self.random) {
            (Some(path), _) => (path.display().to_string(), read_text(path)?),
            (None, Some(count)) => ("random boards".to_owned(), self.roll(game, count)?),
            (None, None) => ("embedded boards".to_owned(), EMBEDDED.to_owned()),
        };
        let lines = text.lines().enumerate();
        let boards: Vec<Board> = lines
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(index, line)| {
                let board = game.spelling().read(line.trim()).parse();
                board.with_context(|| format!("{name}, line {}", index + 1))
            })
            .collect::<Result<_>>()?;
        if boards.is_empty() {
            bail!("{name} has no boards");
        }
        Ok(boards)
    }

    fn roll(&self, game: Game<'_>, count: u64) -> Result<String> {
        let options = CreateOptions {
            seed: self.seed(),
            ..CreateOptions::default()
        };
        let mut text = String::new();
        Creator::new(game, options)
            .and_then(|creator| creator.write_boards(0..count, &mut text))
            .context("--random")?;
        Ok(text)
    }
}
