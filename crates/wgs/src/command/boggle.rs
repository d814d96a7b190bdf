//! `wgs boggle`: the words of a board file, in the format of the Boggle assignment. The rules of
//! the assignment are in [`wgs_play::boggle`].

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wgs_app::reply::BoggleReply;
use wgs_config::regular_file::MOST_CONFIGURATION;
use wgs_engine::spelling::Spelling;
use wgs_play::boggle::BoggleBoard;

use crate::app::{App, ExitStatus, read_text};
use crate::board_args::push_json;

/// List the words of a Boggle board of any size, and their total score.
///
/// A board file has the number of rows, the number of columns, and the tiles row by row. A
/// tile is a letter or several letters such as Qu; Q means Qu. Prints the words in
/// alphabetical order, one to a line, and then Score = N. Words have at least three letters;
/// words of 3, 4, 5, 6 and 7 letters score 1, 1, 2, 3 and 5 points, longer ones 11.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Dictionary: a name in the configuration, a word list or a compiled dictionary.
    dictionary: String,

    /// Board file, or - for standard input.
    #[arg(value_name = "BOARD-FILE")]
    board_file: String,

    /// Print one JSON object, like that of solve with rows and columns added.
    #[arg(short, long)]
    json: bool,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let dictionary = app.loader()?.named_dictionary(&args.dictionary)?;
    let board = read_board(&args.board_file, dictionary.source().spelling())?;
    let mut worker = board.solver(dictionary.lexicon()).worker();
    worker.set_budget(app.budget()?.clone());
    let incomplete = "the list is incomplete";
    if args.json {
        let (reply, searched) = BoggleReply::new(&mut worker, &board);
        let mut text = String::new();
        push_json(&reply, searched.err(), &mut text)?;
        out.write_all(text.as_bytes())?;
        searched.context(incomplete)?;
        return Ok(ExitStatus::Success);
    }
    let mut score = 0;
    let mut written = Ok(());
    let searched = worker.solve(board.tiles(), |solution| {
        score += solution.score.total;
        written = writeln!(out, "{}", solution.text());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    written?;
    // The score of some of the words is not that of the board.
    searched.context(incomplete)?;
    writeln!(out, "Score = {score}")?;
    Ok(ExitStatus::Success)
}

fn read_board(file: &str, spelling: &Spelling) -> Result<BoggleBoard> {
    let (name, text) = match file {
        "-" => {
            let mut bytes = Vec::new();
            let mut input = io::stdin().lock().take(MOST_CONFIGURATION);
            let read = input.read_to_end(&mut bytes);
            read.context("cannot read standard input")?;
            if input.limit() == 0 {
                bail!("cannot read standard input: it has {MOST_CONFIGURATION} bytes or more");
            }
            let text = String::from_utf8(bytes).context("standard input is not UTF-8 text")?;
            ("standard input", text)
        }
        path => (path, read_text(Path::new(path))?),
    };
    let board = spelling.read(&text).parse();
    board.with_context(|| name.to_owned())
}
