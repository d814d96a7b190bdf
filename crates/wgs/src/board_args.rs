//! The arguments that `wgs solve`, `wgs score` and `wgs analyze` share, and how these commands
//! answer boards.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wgs_app::creator::CreateOptions;
use wgs_app::{GameRequest, LoadedGame};
use wgs_engine::notation::parse_typed;
use wgs_engine::{Board, BoardScore, BoardSize, Budget, Face, Grid, Stopped, Worker};

use crate::app::{App, ExitStatus, counted};
use crate::arguments::{DictionaryArgs, SearchArgs, size};
use crate::game_args::{GameArgs, reads_as_board};
use crate::line_source::{
    Answered, BLOCK_LINES, BoardShape, LineBlock, LineSource, Prompt, has_standard_input,
};
use crate::scoring_device::DeviceScorer;
use crate::search_space::load_game;

/// The maximum number of lines in a block for a GPU, which scores thousands of boards at the same time.
const DEVICE_BLOCK_LINES: usize = 1 << 15;

/// A file of boards with at least this many bytes is worth the time that it takes to start a GPU.
const DEVICE_BYTES: u64 = 1 << 22;

/// The flags of the commands that answer boards.
#[derive(Debug, clap::Args)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Board to use instead of reading boards from standard input (repeatable).
    #[arg(short, long = "board", visible_alias = "tiles", value_name = "BOARD")]
    boards: Vec<String>,

    /// File of boards to use instead of standard input: one to a line, or row by row.
    #[arg(short, long, value_name = "FILE", conflicts_with = "boards")]
    file: Option<PathBuf>,

    /// Rows and columns of the boards, such as 5x6, instead of the game's grid.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size(CreateOptions::SIDES))]
    size: Option<BoardSize>,

    /// Reject boards that have more or fewer tiles than the grid has cells.
    #[arg(long)]
    strict: bool,

    /// Print one JSON object for each board.
    #[arg(short, long)]
    pub(crate) json: bool,

    /// Exit with code 1 if a board has no words.
    #[arg(long)]
    exit_status: bool,

    #[command(flatten)]
    search: SearchArgs,
}

/// Which arguments after the game are boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardArguments {
    /// All of them.
    All,
    /// Those before the first one that does not read as a board, which is a format. None of them if
    /// there are boards elsewhere and the first one is not a whole board.
    BeforeFormat,
}

impl BoardArgs {
    /// Loads the game for a command, and takes the boards from the arguments. Returns the
    /// arguments after them.
    pub(crate) fn load(
        &mut self,
        game: GameArgs,
        arguments: Vec<String>,
        kind: BoardArguments,
        command: &str,
        app: &App,
    ) -> Result<(Arc<LoadedGame>, Vec<String>)> {
        let choice = game.choose(&self.boards, app)?;
        let has_flag = !self.boards.is_empty() || self.file.is_some();
        // If the boards are in a flag, the argument after the game is a format, as in the manual.
        let is_format_next = choice.argument.is_none() && has_flag;
        let mut arguments: Vec<String> = choice.argument.into_iter().chain(arguments).collect();
        let boards = match kind {
            BoardArguments::All => arguments.len(),
            BoardArguments::BeforeFormat if is_format_next => 0,
            BoardArguments::BeforeFormat => {
                let are_boards = arguments.iter().take_while(|text| reads_as_board(text));
                let boards = are_boards.count();
                let is_board = |text: &String| self.is_whole_board(text, &choice.game, app);
                // A text such as X may be a board or, as in the manual, a format for the boards of
                // standard input.
                let may_be_format = boards > 0 && !has_flag && !self.json;
                match arguments.first().filter(|_| may_be_format) {
                    Some(first) if !is_board(first)? && has_standard_input()? => 0,
                    _ => boards,
                }
            }
        };
        if boards > 0 && self.file.is_some() {
            bail!(
                "the boards are in --file, but {:?} is a board too",
                arguments[0]
            );
        }
        self.boards.splice(0..0, arguments.drain(..boards));
        let request = GameRequest {
            game: &choice.game,
            dictionary: self.dictionary.dictionary.as_deref(),
            engine: self.search.engine,
        };
        let game = load_game(app.loader()?, &request, self.size, command)?;
        Ok((game, arguments))
    }

    /// Returns whether a board has as many tiles as the boards of a game.
    fn is_whole_board(&self, board: &str, game: &str, app: &App) -> Result<bool> {
        let game = app.catalogue()?.game(game)?;
        let cells = match self.size {
            Some(size) => size.tiles(),
            None => game.grid().map_or(0, Grid::len),
        };
        let tiles = parse_typed(board, cells, game.q_is_qu());
        Ok(tiles.is_ok_and(|tiles| tiles.len() == cells))
    }

    /// Answers the boards on all threads and prints the answers in order. Each thread has its
    /// own worker, which gets a board as it was typed and as it was read, appends the answer to
    /// a text, and returns whether the board has words.
    pub(crate) fn answer<W>(
        &self,
        game: &LoadedGame,
        app: &App,
        make_worker: impl Fn() -> W + Sync,
        out: &mut dyn Write,
    ) -> Result<ExitStatus>
    where
        W: FnMut(&str, &Board, &mut String) -> Result<bool>,
    {
        let is_quiet = app.is_quiet();
        let make_worker = || {
            let mut worker = make_worker();
            move |text: &str, answer: &mut String| {
                let board = self.read(text, game)?;
                let has_words = worker(text, &board, answer)?;
                Ok(self.answered(&board, has_words, game, is_quiet))
            }
        };
        let lines = self.lines(game, app, BLOCK_LINES)?;
        lines.answer_in_parallel(self.search.threads(), make_worker, out)
    }

    /// Scores the boards on a GPU, block by block, and prints the answers in order. `print` gets a board as
    /// it was typed and its score, and appends the answer to a text.
    pub(crate) fn answer_on_device(
        &self,
        game: &LoadedGame,
        app: &App,
        scorer: DeviceScorer,
        print: impl Fn(&str, BoardScore, &mut String) -> Result<()> + Sync,
        out: &mut dyn Write,
    ) -> Result<ExitStatus> {
        let lines = self.lines(game, app, DEVICE_BLOCK_LINES)?;
        let budget = app.budget()?;
        let is_quiet = app.is_quiet();
        let make_worker = || {
            let mut worker = worker(game, budget);
            let (scorer, lines, print) = (&scorer, &lines, &print);
            move |block: &LineBlock| {
                let boards = block.texts().map(|text| self.read(text, game));
                let boards: Vec<Result<Board>> = boards.collect();
                let read: Vec<Board> = boards.iter().flatten().cloned().collect();
                let scores = scorer.score(&read, &mut worker)?;
                let mut scores = scores.map(Vec::into_iter);
                let mut boards = boards.into_iter();
                let mut answer = |text: &str, answer: &mut String| {
                    let board = boards.next().context("no board was read")??;
                    let score = match &mut scores {
                        Some(scores) => Ok(scores.next().context("no board was scored")?),
                        None => worker.score(&board),
                    };
                    let has_words = match score {
                        Ok(score) => {
                            print(text, score, answer)?;
                            score.words > 0
                        }
                        Err(reason) => unanswered(text, reason, self.json, answer)?,
                    };
                    Ok(self.answered(&board, has_words, game, is_quiet))
                };
                Ok(block.answers(&mut answer, lines))
            }
        };
        // While the device scores a block, others are read and printed.
        let status = lines.answer_blocks(self.search.threads().max(2), make_worker, out);
        scorer.finish();
        status
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.search.threads()
    }

    /// Returns whether the boards are in a file that is large enough for a GPU.
    pub(crate) fn are_many(&self, game: &LoadedGame, app: &App) -> Result<bool> {
        let bytes = self.lines(game, app, BLOCK_LINES)?.file_bytes();
        Ok(bytes.is_some_and(|bytes| bytes >= DEVICE_BYTES))
    }

    fn lines<'l>(
        &'l self,
        game: &LoadedGame,
        app: &'l App,
        block_lines: usize,
    ) -> Result<LineSource<'l>> {
        Ok(LineSource {
            given: &self.boards,
            given_as: "board",
            file: self.file.as_deref(),
            prompt: Prompt::Once("Enter letters"),
            shape: BoardShape::of(game.grid()),
            budget: app.budget()?,
            block_lines,
        })
    }

    fn read(&self, text: &str, game: &LoadedGame) -> Result<Board> {
        let board = game.read(text)?;
        if self.strict {
            board.check_fit(game.grid())?;
        }
        Ok(board)
    }

    fn answered(
        &self,
        board: &Board,
        has_words: bool,
        game: &LoadedGame,
        is_quiet: bool,
    ) -> Answered {
        Answered {
            note: match is_quiet {
                true => None,
                false => misfit(board, game.grid()),
            },
            passed: has_words || !self.exit_status,
        }
    }
}

/// Returns a worker whose searches end when a budget is used up.
pub(crate) fn worker(game: &LoadedGame, budget: &Budget) -> Worker {
    let mut worker = game.solver().worker();
    worker.set_budget(budget.clone());
    worker
}

/// The time that the search of one board may take if the user does not limit the whole command: the
/// API's limit.
const BOARD_TIME: Duration = Duration::from_secs(10);

/// Returns the budget of the search of one board, which begins now.
pub(crate) fn board_budget(whole: &Budget, has_timeout: bool) -> Budget {
    if has_timeout {
        return whole.clone();
    }
    let outer = whole.clone();
    let deadline = Instant::now() + BOARD_TIME;
    let budget = Budget::new(move || {
        let is_over = || (Instant::now() >= deadline).then_some(Stopped::TimeLimit);
        outer.check().err().or_else(is_over)
    });
    budget.with_memory(whole.memory())
}

/// The reply of a search that stopped, with the reason.
#[derive(Serialize)]
struct StoppedReply<'r, R> {
    #[serde(flatten)]
    reply: &'r R,
    stopped: String,
}

/// Appends a reply as JSON, with the reason if its search stopped.
pub(crate) fn push_json<R: Serialize>(
    reply: &R,
    stopped: Option<Stopped>,
    answer: &mut String,
) -> Result<()> {
    let json = match stopped.map(|reason| reason.to_string()) {
        None => serde_json::to_string(reply)?,
        Some(stopped) => serde_json::to_string(&StoppedReply { reply, stopped })?,
    };
    answer.push_str(&json);
    answer.push('\n');
    Ok(())
}

/// The reply for a board that has no answer.
#[derive(Serialize)]
struct UnansweredReply<'b> {
    board: &'b str,
}

/// Returns the error for a board that has no answer, because half of it would be wrong. In JSON, a
/// reply takes its place.
pub(crate) fn unanswered(
    board: &str,
    reason: Stopped,
    json: bool,
    answer: &mut String,
) -> Result<bool> {
    if json {
        push_json(&UnansweredReply { board }, Some(reason), answer)?;
    }
    Err(reason).context("no answer")
}

/// Assigns arguments to formats by their order.
pub(crate) fn format_arguments<const N: usize>(
    names: [&str; N],
    arguments: Vec<String>,
    json: bool,
) -> Result<[Option<String>; N]> {
    if let Some(argument) = arguments.get(N) {
        bail!("unexpected argument {argument:?} after {}", names[N - 1]);
    }
    if json && let Some(argument) = arguments.first() {
        bail!("{argument:?} is a format, which cannot be used with --json");
    }
    let mut arguments = arguments.into_iter();
    Ok(names.map(|_| arguments.next()))
}

/// Describes the treatment of a board with more or fewer tiles than the grid has cells. A rack
/// may have empty cells.
fn misfit(board: &Board, grid: &Grid) -> Option<String> {
    let (tiles, cells) = (board.len(), grid.len());
    if tiles == cells || (tiles < cells && grid.is_full()) {
        return None;
    }
    let numbers = format!(
        "{} for {}",
        counted(tiles as u64, "tile"),
        counted(cells as u64, "cell")
    );
    if tiles < cells {
        return Some(match cells - tiles {
            1 => format!("{numbers}; the last cell stays empty"),
            empty => format!("{numbers}; the last {empty} cells stay empty"),
        });
    }
    let ignored = match &board.tiles()[cells..] {
        [last] => format!("the last tile, {last}, is ignored"),
        last => format!("the last {} tiles are ignored", last.len()),
    };
    let letter = |tile: &wgs_engine::Tile, letter: &str| match &tile.face {
        Face::Letters(letters) => letters.as_str() == letter,
        _ => false,
    };
    let is_qu = |pair: &[wgs_engine::Tile]| letter(&pair[0], "q") && letter(&pair[1], "u");
    let hint = match board.tiles().windows(2).any(is_qu) {
        true => "; if Q and U are one tile, write Qu",
        false => "",
    };
    Some(format!("{numbers}; {ignored}{hint}"))
}
