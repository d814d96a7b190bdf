//! `wgs solve` and `wgs solve-dups`: the words of a board.

use std::io::Write;

use anyhow::{Context, Error, Result, anyhow};
use clap::ValueEnum;
use wgs_app::listing::{Filter, FilterError, FilterOption, FilterOptions, ListedWords, Listing};
use wgs_config::template::{ListPosition, PlainText, SolutionTemplate};
use wgs_core::{Board, Worker};

use crate::app::{App, Outcome};
use crate::question::{Question, QuestionArgs};
use crate::stream::{Answer, Stream};

/// List the words of boards, each once with its best path.
///
/// FORMAT takes %w (the word), %s (its score), %l (letter points), %m (word multiplier),
/// %b (length bonus), %pX (positions, separated by X), %(text) (for all but the last word),
/// %% and the escapes \t, \n and \\.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them.
    game: String,

    /// How to print a word [default: the game's SolutionFormat].
    #[arg(conflicts_with = "json")]
    format: Option<String>,

    /// Printed before the words of a board [default: the game's SolutionPrefix].
    prefix: Option<String>,

    /// Printed after the words of a board [default: the game's SolutionSuffix].
    suffix: Option<String>,

    #[command(flatten)]
    filter: FilterArgs,

    #[command(flatten)]
    question: QuestionArgs,
}

#[derive(Debug, clap::Args)]
struct FilterArgs {
    /// Only words that match this regular expression, in any case and anywhere in the word.
    #[arg(long, value_name = "PATTERN")]
    regex: Option<String>,

    /// Only words that start at this position; of several positions, at any (repeatable).
    #[arg(long, value_name = "POSITION")]
    starts_with: Vec<usize>,

    /// Only words that use this position; of several positions, all (repeatable).
    #[arg(long, value_name = "POSITION")]
    contains: Vec<usize>,

    /// Only words of at least so many letters.
    #[arg(long, value_name = "LETTERS", default_value_t = 0)]
    min_length: u32,

    /// In which order; by score or length, the highest first.
    #[arg(long, value_enum, default_value_t = Sort::Word)]
    sort: Sort,

    /// At most so many words.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sort {
    Word,
    Score,
    Length,
}

impl From<Sort> for wgs_config::SortOrder {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Word => Self::Word,
            Sort::Score => Self::Score,
            Sort::Length => Self::Length,
        }
    }
}

impl FilterArgs {
    fn understand(self, cells: usize) -> Result<Filter> {
        let options = FilterOptions {
            regex: self.regex,
            starts_with: self.starts_with,
            contains: self.contains,
            min_length: self.min_length,
            sort: self.sort.into(),
            limit: self.limit,
        };
        Filter::new(&options, cells).map_err(|error| match error {
            FilterError::Regex(error) => Error::new(error).context("--regex"),
            FilterError::Position {
                option,
                position,
                cells,
            } => anyhow!(
                "{} {position}: positions go from 1 to {cells}",
                flag(option)
            ),
            error => error.into(),
        })
    }
}

/// The flag of an option.
fn flag(option: FilterOption) -> &'static str {
    match option {
        FilterOption::StartsWith => "--starts-with",
        FilterOption::Contains => "--contains",
    }
}

pub(crate) fn run(args: Args, listing: Listing, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let format = args.format.as_deref().map(SolutionTemplate::parse);
    let format = format.transpose().context("FORMAT")?;
    let prefix = args.prefix.as_deref().map(PlainText::parse);
    let prefix = prefix.transpose().context("PREFIX")?;
    let suffix = args.suffix.as_deref().map(PlainText::parse);
    let suffix = suffix.transpose().context("SUFFIX")?;
    let catalogue = app.catalogue()?;
    let command = match listing {
        Listing::Words => "solve",
        Listing::Paths => "solve-dups",
    };
    let question = Question::new(command, &args.game, &args.question, catalogue)?;
    let preferences = question.game.preferences();
    let format = Format {
        solution: format.unwrap_or_else(|| preferences.solution_format.clone()),
        prefix: prefix.unwrap_or_else(|| preferences.solution_prefix.clone()),
        suffix: suffix.unwrap_or_else(|| preferences.solution_suffix.clone()),
    };
    let filter = args.filter.understand(question.grid.len())?;
    let solver = question.solver()?;
    let stream = Stream {
        grid: question.grid,
        spelling: &question.spelling,
        strict: args.question.strict,
        threads: args.question.work.threads(),
    };
    let answerer = || Lister {
        worker: solver.worker(),
        listing,
        filter: &filter,
        format: (!args.question.json).then_some(&format),
        found: ListedWords::default(),
    };
    stream.run(&args.question, answerer, out)
}

struct Format {
    solution: SolutionTemplate,
    prefix: PlainText,
    suffix: PlainText,
}

struct Lister<'s> {
    worker: Worker,
    listing: Listing,
    filter: &'s Filter,
    /// Without one, JSON is printed.
    format: Option<&'s Format>,
    found: ListedWords,
}

impl Lister<'_> {
    fn print(&self, format: &Format, out: &mut String) {
        out.push_str(format.prefix.as_str());
        for (index, line) in self.found.iter().enumerate() {
            let turn = match index + 1 == self.found.len() {
                true => ListPosition::Last,
                false => ListPosition::Followed,
            };
            format.solution.render(&line, turn, out);
        }
        out.push_str(format.suffix.as_str());
    }
}

impl Answer for Lister<'_> {
    fn answer(&mut self, text: &str, board: &Board, out: &mut String) -> Result<()> {
        let Self { worker, found, .. } = self;
        found.search(worker, board, self.listing, self.filter);
        match self.format {
            Some(format) => self.print(format, out),
            None => {
                out.push_str(&serde_json::to_string(&self.found.reply(text))?);
                out.push('\n');
            }
        }
        Ok(())
    }
}
