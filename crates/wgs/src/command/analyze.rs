//! `wgs analyze`: the words of a board by length and by position.

use std::io::Write;

use anyhow::{Context, Result};
use wgs_app::reply::AnalyzeReply;
use wgs_config::template::AnalysisTemplate;
use wgs_engine::{Analysis, Board, Grid, notation};

use crate::app::{App, ExitStatus, counted};
use crate::board_args::{
    BoardArgs, BoardArguments, board_budget, format_arguments, push_json, unanswered, worker,
};
use crate::column;
use crate::game_args::GameArgs;
use crate::terminal::Stream;

/// Analyse boards: words and points by length and by position, and the best words.
///
/// FORMAT takes %B (the board), %nW and %nS (words and points at position n), %nC and %nP
/// (words and points of n letters), %n+C and %n+P (of n or more letters), %nX and %nY (the
/// best word of n letters and its score), %% and the escapes \t, \n and \\. Without n, or
/// with 0, a specifier covers all positions or lengths. A terminal shows tables if neither FORMAT nor
/// the game's AnalysisFormat is set. A board may take ten seconds; with --timeout, all boards together
/// may take that time.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Boards to use instead of reading boards from standard input, then how to print a board
    /// [default: the game's AnalysisFormat].
    #[arg(value_name = "BOARD | FORMAT")]
    arguments: Vec<String>,

    #[command(flatten)]
    boards: BoardArgs,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let mut boards = args.boards;
    let before = BoardArguments::BeforeFormat;
    let (game, formats) = boards.load(args.game, args.arguments, before, "analyze", app)?;
    let [format] = format_arguments(["FORMAT"], formats, boards.json)?;
    let format = format.as_deref().map(AnalysisTemplate::parse);
    let format = format.transpose().context("FORMAT")?;
    let preferences = game.game().preferences();
    let is_chosen = format.is_some() || preferences.is_analysis_format_set;
    let in_tables = !is_chosen && Stream::Output.is_terminal();
    let format = format.unwrap_or_else(|| preferences.analysis_format.clone());
    format
        .check_positions(game.grid().len())
        .context("FORMAT")?;
    let (budget, has_timeout) = (app.budget()?, app.has_timeout());
    let make_worker = || {
        let mut worker = worker(&game, budget);
        let mut analysis = Analysis::default();
        let (format, lexicon, json) = (&format, game.lexicon(), boards.json);
        let grid = game.grid();
        move |text: &str, board: &Board, answer: &mut String| {
            worker.set_budget(board_budget(budget, has_timeout));
            if let Err(reason) = analysis.update(&mut worker, board) {
                return unanswered(text, reason, json, answer);
            }
            if json || in_tables {
                let reply = AnalyzeReply::new(text.to_owned(), &analysis, lexicon);
                match json {
                    true => push_json(&reply, None, answer)?,
                    false => render_tables(&reply, board, grid, answer),
                }
            } else {
                format.render(text, &analysis, lexicon, answer);
            }
            Ok(analysis.words_at(0) > 0)
        }
    };
    boards.answer(&game, app, make_worker, out)
}

/// Appends an analysis for a terminal: a table of the words by length, and the number of words that
/// use each tile, in the shape of the board.
fn render_tables(reply: &AnalyzeReply, board: &Board, grid: &Grid, answer: &mut String) {
    let (words, points) = (counted(reply.words, "word"), counted(reply.points, "point"));
    answer.push_str(&format!("{}: {words}, {points}\n", reply.board));
    if reply.words == 0 {
        return;
    }
    answer.push_str("\nletters   words   points  best word\n");
    for length in &reply.lengths {
        let best = length.best.as_ref();
        let best = best.map(|best| format!("{} ({})", best.word, best.score));
        answer.push_str(&format!(
            "{:>7} {:>7} {:>8}  {}\n",
            length.length,
            length.words,
            length.points,
            best.unwrap_or_default()
        ));
    }
    answer.push_str("\nwords that use each tile\n");
    let texts: Vec<String> = board
        .tiles()
        .iter()
        .zip(&reply.positions)
        .map(|(tile, position)| match tile.is_empty() {
            true => String::new(),
            false => {
                let tile = notation::print(std::slice::from_ref(tile));
                format!("{} {}", Stream::Output.shown(&tile), position.words)
            }
        })
        .collect();
    let width = column::column_width(texts.iter().map(String::as_str)) + 2;
    let mut line = String::new();
    let mut last_row = 0;
    for (cell, text) in grid.cells().zip(&texts) {
        let (x, row) = grid.place(cell);
        // A rack may be longer than a line.
        let is_full = grid.is_full() && column::width(&line) + width > Stream::Output.columns();
        if row != last_row || is_full {
            push_row(&line, answer);
            line.clear();
        }
        last_row = row;
        if !grid.is_full() {
            line = column::left(&line, x as usize * width);
        }
        line.push_str(&column::left(text, width));
    }
    push_row(&line, answer);
}

/// Appends a row of a table.
fn push_row(line: &str, answer: &mut String) {
    answer.push_str(line.trim_end());
    answer.push('\n');
}
