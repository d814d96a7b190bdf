//! The flags that `wgs solve`, `wgs score` and `wgs analyze` share, and how these commands
//! answer boards.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use wgs_app::{GameRequest, LoadedGame};
use wgs_core::Board;

use crate::app::{App, ExitStatus};
use crate::arguments::{DictionaryArgs, SearchArgs};
use crate::line_source::LineSource;

/// The flags of the commands that answer boards.
#[derive(Debug, clap::Args)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Board to use instead of reading boards from standard input (repeatable).
    #[arg(long = "board", visible_alias = "tiles", value_name = "BOARD")]
    boards: Vec<String>,

    /// Reject boards that have more or fewer tiles than the grid has cells.
    #[arg(long)]
    strict: bool,

    /// Print one JSON object for each board.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    search: SearchArgs,
}

impl BoardArgs {
    /// Loads the game for a command.
    pub(crate) fn load(&self, game: &str, command: &str, app: &App) -> Result<Arc<LoadedGame>> {
        let request = GameRequest {
            game,
            dictionary: self.dictionary.dictionary.as_deref(),
            engine: self.search.engine,
        };
        app.game(&request, command)
    }

    /// Answers the boards on all threads and prints the answers in order. Each thread has its
    /// own worker, which gets a board as it was typed and as it was read, and appends the
    /// answer to a text.
    pub(crate) fn answer<W>(
        &self,
        game: &LoadedGame,
        make_worker: impl Fn() -> W + Sync,
        out: &mut dyn Write,
    ) -> Result<ExitStatus>
    where
        W: FnMut(&str, &Board, &mut String) -> Result<()>,
    {
        let lines = LineSource {
            given: &self.boards,
            flag: "--board",
            file: None,
            prompt: "Enter letters",
        };
        let make_worker = || {
            let mut worker = make_worker();
            move |text: &str, answer: &mut String| {
                let board = game.read(text)?;
                if self.strict {
                    board.check_fit(game.grid())?;
                }
                worker(text, &board, answer)
            }
        };
        lines.answer_in_parallel(self.search.threads(), make_worker, out)
    }
}
