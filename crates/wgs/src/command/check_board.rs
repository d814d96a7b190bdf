//! `wgs check-board`: whether a game's dice or letters can produce a board.

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use wgs_app::creator::{CreateOptions, enough_letters};
use wgs_app::reply::{CheckBoardReply, CheckedTileReply};
use wgs_dice::BoardChecker;
use wgs_engine::notation::parse_typed;
use wgs_engine::{Board, BoardSize, Grid, LetterDistribution};

use crate::app::{App, ExitStatus};
use crate::arguments::size;
use crate::column;
use crate::game_args::GameArgs;
use crate::line_source::{BLOCK_LINES, BoardShape, LineSource, Prompt};
use crate::terminal::Stream;

/// Check whether the game's dice or letters can produce a board.
///
/// Prints each board after a + (possible) or a - (impossible). A board may have more or fewer
/// tiles than the grid, and multipliers are ignored. The exit code is 1 if any board is
/// impossible. If the limits of time and memory end a check, the board is printed after a ?, and
/// the exit code is 3.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Boards to check instead of reading boards from standard input.
    #[arg(value_name = "BOARD")]
    arguments: Vec<String>,

    /// Board to check instead of reading boards from standard input (repeatable).
    #[arg(short, long = "board", visible_alias = "tiles", value_name = "BOARD")]
    boards: Vec<String>,

    /// File of boards to check instead of standard input: one to a line, or row by row.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["boards", "arguments"])]
    file: Option<PathBuf>,

    /// Rows and columns of the boards, such as 5x6, instead of the game's grid. If the game has too
    /// few dice or letters, each tile shows any of their faces.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size(CreateOptions::SIDES))]
    size: Option<BoardSize>,

    /// Print the die of each tile, or the tiles that compete for too few dice.
    #[arg(long)]
    explain: bool,

    /// Print one JSON object for each board.
    #[arg(short, long)]
    json: bool,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let choice = args.game.choose(&args.boards, app)?;
    let arguments = choice.argument.into_iter().chain(args.arguments);
    let boards: Vec<String> = arguments.chain(args.boards).collect();
    let game = app.catalogue()?.game(&choice.game)?;
    let letters = game.distribution_for("check-board")?;
    let spelling = game.spelling();
    let cells = match args.size {
        Some(size) => size.tiles(),
        None => game.grid().map_or(0, Grid::len),
    };
    let letters = letters_of_size(letters, args.size);
    let mut checker = BoardChecker::new(&letters, game.q_is_qu())
        .with_context(|| format!("the game {:?} cannot be checked", game.name()))?;
    let budget = app.budget()?;
    let lines = LineSource {
        given: &boards,
        given_as: "board",
        file: args.file.as_deref(),
        // The words of the manual, which are those of check-word.
        prompt: Prompt::Once("Enter word to check"),
        shape: match args.size {
            Some(size) => BoardShape::of(&size.grid()),
            None => game.grid().and_then(BoardShape::of),
        },
        budget,
        block_lines: BLOCK_LINES,
    };
    let mut has_undecided = false;
    let status = lines.answer(out, |text, out| {
        let board = parse_typed(&spelling.read(text), cells, game.q_is_qu());
        let board = Board::new(board?);
        let reply = if args.explain {
            CheckBoardReply::explained(text.to_owned(), &board, &mut checker, spelling, budget)
        } else {
            CheckBoardReply::new(text.to_owned(), checker.check_within(&board, budget))
        };
        has_undecided |= reply.valid.is_none();
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else {
            writeln!(out, "{}{text}", sign(reply.valid))?;
        }
        if args.explain && !args.json {
            for tile in reply.tiles.iter().flatten().flatten() {
                writeln!(out, "{}", tile_line(tile))?;
            }
            for reason in reply.reason.iter().chain(&reply.undecided) {
                writeln!(out, "    {reason}")?;
            }
        }
        if reply.valid.is_none() {
            budget.check().context("could not be decided")?;
        }
        Ok(reply.valid != Some(false))
    })?;
    Ok(match has_undecided {
        true => status.max(ExitStatus::Undecided),
        false => status,
    })
}

/// Returns the letters of a game on boards of another size.
pub(super) fn letters_of_size(
    letters: &LetterDistribution,
    size: Option<BoardSize>,
) -> Cow<'_, LetterDistribution> {
    match size {
        Some(size) => enough_letters(letters, size.tiles()),
        None => Cow::Borrowed(letters),
    }
}

/// The first character of an answer.
pub(super) fn sign(valid: Option<bool>) -> char {
    match valid {
        Some(true) => '+',
        Some(false) => '-',
        None => '?',
    }
}

/// The line for a tile and its die.
pub(super) fn tile_line(tile: &CheckedTileReply) -> String {
    let CheckedTileReply { face, die, faces } = tile;
    let face = column::left(&Stream::Output.shown(face), 4);
    match die {
        Some(die) => format!("    {face} die {die} ({faces})"),
        None => format!("    {face} {faces} from the pool"),
    }
}
