//! `wgs boggle`: the words of one board of a file, as the Boggle assignment prints them. The
//! boards and their words are [`wgs_play::boggle`]'s matter.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result};
use wgs_app::reply::BoggleReply;
use wgs_config::spelling::Spelling;
use wgs_core::Solution;
use wgs_play::boggle::{BoggleBoard, BoggleSolver};

use crate::app::{App, Outcome, read_text};

/// List the words of a Boggle board of any size, and their score.
///
/// A board file has the numbers of rows and of columns, then the tiles row by row: a letter,
/// or several as in Qu; Q is Qu. Prints the words in alphabetical order, one a line, then
/// Score = N. Words have three letters or more and score 1, 1, 2, 3, 5 and from eight letters
/// on 11 points.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The words that count: a name in the configuration, a list of words or a compiled
    /// dictionary.
    dictionary: String,

    /// The board file, or - for standard input.
    #[arg(value_name = "BOARD-FILE")]
    board_file: String,

    /// Print one JSON object: as solve does, with rows and columns.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let source = app.catalogue()?.dictionary(&args.dictionary)?;
    // The board first: a dictionary takes longer to load.
    let board = read_board(&args.board_file, source.spelling())?;
    let solver = BoggleSolver::from(source.load()?);
    if args.json {
        let reply = BoggleReply::new(&solver, &board);
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        return Ok(Outcome::Fine);
    }
    let mut score = 0;
    let mut written = Ok(());
    solver.each_valid_word(&board, |solution: Solution<'_>| {
        score += solution.score.total;
        written = writeln!(out, "{}", solution.text());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    written?;
    writeln!(out, "Score = {score}")?;
    Ok(Outcome::Fine)
}

fn read_board(file: &str, spelling: &Spelling) -> Result<BoggleBoard> {
    let (name, text) = match file {
        "-" => {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.context("cannot read standard input")?;
            let text = String::from_utf8(bytes).context("standard input is not UTF-8 text")?;
            ("standard input", text)
        }
        path => (path, read_text(Path::new(path))?),
    };
    let board = spelling.read(&text).parse();
    board.with_context(|| name.to_owned())
}
