//! `wgs analyze`: the words of a board by length and by position.

use std::io::Write;

use anyhow::{Context, Result};
use wgs_app::reply::AnalyzeReply;
use wgs_config::template::AnalysisTemplate;
use wgs_engine::Analysis;
use wgs_engine::Board;

use crate::app::{App, ExitStatus};
use crate::board_args::{
    BoardArgs, BoardArguments, format_arguments, push_json, unanswered, worker,
};
use crate::game_args::GameArgs;

/// Analyse boards: words and points by length and by position, and the best words.
///
/// FORMAT takes %B (the board), %nW and %nS (words and points at position n), %nC and %nP
/// (words and points of n letters), %n+C and %n+P (of n or more letters), %nX and %nY (the
/// best word of n letters and its score), %% and the escapes \t, \n and \\. Without n, or
/// with 0, a specifier covers all positions or lengths.
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
    let format = format.unwrap_or_else(|| game.game().preferences().analysis_format.clone());
    format
        .check_positions(game.grid().len())
        .context("FORMAT")?;
    let budget = app.budget()?;
    let make_worker = || {
        let mut worker = worker(&game, budget);
        let mut analysis = Analysis::default();
        let (format, lexicon, json) = (&format, game.lexicon(), boards.json);
        move |text: &str, board: &Board, answer: &mut String| {
            if let Err(reason) = analysis.update(&mut worker, board) {
                return unanswered(text, reason, json, answer);
            }
            if json {
                let reply = AnalyzeReply::new(text.to_owned(), &analysis, lexicon);
                push_json(&reply, None, answer)?;
            } else {
                format.render(text, &analysis, lexicon, answer);
            }
            Ok(analysis.words_at(0) > 0)
        }
    };
    boards.answer(&game, app, make_worker, out)
}
