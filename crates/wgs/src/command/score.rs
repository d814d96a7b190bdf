//! `wgs score`: how many words a board has and what they score.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use wgs_app::reply::ScoreReply;
use wgs_core::{Board, Worker};

use crate::app::{App, Outcome};
use crate::question::{Question, QuestionArgs};
use crate::stream::{Answer, Stream};

/// Count the different words of boards and add up their points.
///
/// Prints the number of words and the points, separated by a space, for each board.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them.
    game: String,

    #[command(flatten)]
    question: QuestionArgs,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let question = Question::new("score", &args.game, &args.question, app.catalogue()?)?;
    let solver = question.solver()?;
    let stream = Stream {
        grid: question.grid,
        spelling: &question.spelling,
        strict: args.question.strict,
        threads: args.question.work.threads(),
    };
    let answerer = || Scorer {
        worker: solver.worker(),
        json: args.question.json,
    };
    stream.run(&args.question, answerer, out)
}

struct Scorer {
    worker: Worker,
    json: bool,
}

impl Answer for Scorer {
    fn answer(&mut self, text: &str, board: &Board, out: &mut String) -> Result<()> {
        let score = self.worker.score(board);
        if self.json {
            let reply = ScoreReply {
                board: text.to_owned(),
                words: score.words,
                points: score.points,
            };
            out.push_str(&serde_json::to_string(&reply)?);
            out.push('\n');
        } else {
            writeln!(out, "{} {}", score.words, score.points)?;
        }
        Ok(())
    }
}
