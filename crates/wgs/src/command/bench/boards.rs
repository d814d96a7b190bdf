//! The boards that `wgs bench` measures with: those of a file, rolled ones, or the embedded
//! ones.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wgs_app::Game;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_core::Board;

use crate::app::read_text;

/// The boards to measure with when none are named.
const EMBEDDED: &str = include_str!("../../../../../data/bench/boards.txt");

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

    /// Where chance begins.
    #[arg(long, value_name = "N", default_value = "2014", requires = "random")]
    seed: u64,
}

impl BoardsArgs {
    /// Reads or rolls the boards.
    pub(super) fn load(&self, game: Game<'_>) -> Result<Vec<Board>> {
        let (name, text) = match (&self.boards, self.random) {
            (Some(path), _) => (path.display().to_string(), read_text(path)?),
            (None, Some(count)) => ("random boards".to_owned(), self.roll(game, count)?),
            (None, None) => ("embedded boards".to_owned(), EMBEDDED.to_owned()),
        };
        let lines = text.lines().enumerate();
        let boards: Vec<Board> = lines
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(index, line)| {
                let board = line.trim().parse();
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
            seed: self.seed,
            ..CreateOptions::default()
        };
        let mut text = String::new();
        Creator::new(game, options)
            .and_then(|creator| creator.write_boards(0..count, &mut text))
            .context("--random")?;
        Ok(text)
    }
}
