//! `wgs analyze`: what a board holds in numbers.

use std::io::Write;

use anyhow::{Context, Result};
use wgs_app::reply::AnalyzeReply;
use wgs_config::template::AnalysisTemplate;
use wgs_core::{Board, Lexicon, Worker};
use wgs_lab::Analysis;

use crate::app::{App, Outcome};
use crate::question::{Question, QuestionArgs};
use crate::stream::{Answer, Stream};

/// Tell what boards hold: words and points by length and by position, the best words.
///
/// FORMAT takes %B (the board), %nW and %nS (words and points at position n), %nC and %nP
/// (words and points of n letters), %n+C and %n+P (of n letters or more), %nX and %nY (the
/// best word of n letters and its score), %% and the escapes \t, \n and \\. Without n, or
/// with 0, it means all.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them.
    game: String,

    /// How to print a board [default: the game's AnalysisFormat].
    #[arg(conflicts_with = "json")]
    format: Option<String>,

    #[command(flatten)]
    question: QuestionArgs,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let format = match &args.format {
        Some(format) => Some(AnalysisTemplate::parse(format).context("FORMAT")?),
        None => None,
    };
    let question = Question::new("analyze", &args.game, &args.question, app.catalogue()?)?;
    let format = format.unwrap_or_else(|| question.game.preferences().analysis_format.clone());
    format
        .check_positions(question.grid.len())
        .context("FORMAT")?;
    let solver = question.solver()?;
    let stream = Stream {
        grid: question.grid,
        spelling: &question.spelling,
        strict: args.question.strict,
        threads: args.question.work.threads(),
    };
    let answerer = || Analyst {
        worker: solver.worker(),
        analysis: Analysis::default(),
        lexicon: &question.lexicon,
        format: (!args.question.json).then_some(&format),
    };
    stream.run(&args.question, answerer, out)
}

struct Analyst<'s> {
    worker: Worker,
    analysis: Analysis,
    lexicon: &'s Lexicon,
    /// Without one, JSON is printed.
    format: Option<&'s AnalysisTemplate>,
}

impl Answer for Analyst<'_> {
    fn answer(&mut self, text: &str, board: &Board, out: &mut String) -> Result<()> {
        self.analysis.update(&mut self.worker, board);
        match self.format {
            Some(format) => format.render(text, &self.analysis, self.lexicon, out),
            None => {
                let reply = AnalyzeReply::new(text.to_owned(), &self.analysis, self.lexicon);
                out.push_str(&serde_json::to_string(&reply)?);
                out.push('\n');
            }
        }
        Ok(())
    }
}
