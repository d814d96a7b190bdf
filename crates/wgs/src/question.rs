//! What solve, score, analyze and create have in common: the game, the dictionary and the flags they
//! share.

use std::num::NonZeroUsize;

use anyhow::{Context, Result};
use clap::Args;
use wgs_config::spelling::Spelling;
use wgs_config::{Catalogue, DictionarySource, Game};
use wgs_core::{Engine, Grid, Lexicon, Rules, Solver};

/// The flags of all questions about boards.
#[derive(Debug, Args)]
pub(crate) struct QuestionArgs {
    /// Use this dictionary instead of the game's: a name in the configuration, a list of
    /// words or a compiled dictionary.
    #[arg(long, value_name = "NAME-OR-FILE")]
    pub(crate) dictionary: Option<String>,

    /// Answer for this board instead of reading boards from standard input (repeatable).
    #[arg(long = "board", visible_alias = "tiles", value_name = "BOARD")]
    pub(crate) boards: Vec<String>,

    /// Refuse boards with more or fewer tiles than the grid has cells.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print one JSON object for each board.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// How to work on boards.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Work with so many threads [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// Search with this engine instead of the fastest: avx512, avx2, portable, plain (or
    /// board), general or dictionary.
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
}

impl WorkArgs {
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(all)
    }

    pub(crate) fn solver<'l>(
        &self,
        lexicon: &'l Lexicon,
        grid: &'l Grid,
        rules: &'l Rules,
    ) -> Result<Solver> {
        solver(self.engine, lexicon, grid, rules)
    }
}

/// A solver with a certain engine, else with the fastest.
fn solver<'l>(
    engine: Option<Engine>,
    lexicon: &'l Lexicon,
    grid: &'l Grid,
    rules: &'l Rules,
) -> Result<Solver> {
    match engine {
        Some(engine) => Ok(Solver::with_engine(lexicon, grid, rules, engine)?),
        None => Ok(Solver::new(lexicon, grid, rules)),
    }
}

/// Reads a number of threads or rounds.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    const MOST: usize = 1_000;
    match text.parse() {
        Ok(count) if (1..=MOST).contains(&count) => Ok(count),
        _ => Err(format!("wanted a whole number from 1 to {MOST}")),
    }
}

/// A game's parts, loaded. A [`Solver`] borrows them.
pub(crate) struct Question<'c> {
    pub(crate) game: Game<'c>,
    pub(crate) lexicon: Lexicon,
    pub(crate) spelling: Spelling,
    pub(crate) grid: &'c Grid,
    rules: &'c Rules,
    engine: Option<Engine>,
}

impl<'c> Question<'c> {
    /// Loads what `command` needs of a game.
    pub(crate) fn new(
        command: &str,
        game: &str,
        args: &QuestionArgs,
        catalogue: &'c Catalogue,
    ) -> Result<Self> {
        let game = catalogue.game(game)?;
        let grid = game.grid_for(command)?;
        let rules = game.rules_for(command)?;
        let source = dictionary(command, game, args.dictionary.as_deref(), catalogue)?;
        Ok(Self {
            game,
            lexicon: source.load()?,
            spelling: source.spelling().clone(),
            grid,
            rules,
            engine: args.work.engine,
        })
    }

    pub(crate) fn solver(&self) -> Result<Solver> {
        solver(self.engine, &self.lexicon, self.grid, self.rules)
    }
}

/// The dictionary that the user named, else the game's.
pub(crate) fn dictionary(
    command: &str,
    game: Game<'_>,
    named: Option<&str>,
    catalogue: &Catalogue,
) -> Result<DictionarySource> {
    match named {
        Some(name) => {
            let source = catalogue.dictionary(name).context("--dictionary")?;
            Ok(game.apply_spelling(source))
        }
        None => Ok(game.dictionary_for(command)?.clone()),
    }
}
