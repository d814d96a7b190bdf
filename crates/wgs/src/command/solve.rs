//! `wgs solve` and `wgs solve-dups`: the words of a board.

use std::cmp::Reverse;
use std::io::Write;
use std::ops::{ControlFlow, Range};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use regex::{Regex, RegexBuilder};
use wgs_app::reply::{SolutionReply, SolveReply};
use wgs_app::template::{Line, PlainText, SolutionTemplate, Turn};
use wgs_core::{Board, Cell, Solution, Word, WordScore, Worker};

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

/// What is listed of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// Its best path.
    Words,
    /// Every path.
    Paths,
}

impl Listing {
    fn command(self) -> &'static str {
        match self {
            Self::Words => "solve",
            Self::Paths => "solve-dups",
        }
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
    let question = Question::new(listing.command(), &args.game, &args.question, catalogue)?;
    let preferences = question.game.preferences();
    let format = Format {
        solution: format.unwrap_or_else(|| preferences.solution_format.clone()),
        prefix: prefix.unwrap_or_else(|| preferences.solution_prefix.clone()),
        suffix: suffix.unwrap_or_else(|| preferences.solution_suffix.clone()),
    };
    let filter = Filter::new(args.filter, question.grid.len())?;
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
        found: Found::default(),
    };
    stream.run(&args.question, answerer, out)
}

struct Format {
    solution: SolutionTemplate,
    prefix: PlainText,
    suffix: PlainText,
}

/// Which solutions are shown, with the meaning of the manual's chapter 6.1.1.
struct Filter {
    regex: Option<Regex>,
    starts: Vec<Cell>,
    contains: Vec<Cell>,
    min_length: u32,
    sort: Sort,
    limit: usize,
}

impl Filter {
    fn new(args: FilterArgs, cells: usize) -> Result<Self> {
        let cell = |flag: &str, position: usize| {
            ensure!(
                (1..=cells).contains(&position),
                "{flag} {position}: positions go from 1 to {cells}"
            );
            Ok(Cell::new(position - 1))
        };
        let all = |flag: &str, positions: Vec<usize>| -> Result<Vec<Cell>> {
            positions.into_iter().map(|p| cell(flag, p)).collect()
        };
        let regex = args.regex.map(|pattern| {
            let mut builder = RegexBuilder::new(&pattern);
            builder.case_insensitive(true).build()
        });
        Ok(Self {
            regex: regex.transpose().context("--regex")?,
            starts: all("--starts-with", args.starts_with)?,
            contains: all("--contains", args.contains)?,
            min_length: args.min_length,
            sort: args.sort,
            limit: args.limit.unwrap_or(usize::MAX),
        })
    }

    /// Whether it matters which path spells a word.
    fn minds_paths(&self) -> bool {
        !self.starts.is_empty() || !self.contains.is_empty()
    }

    fn passes_path(&self, path: &[Cell]) -> bool {
        (self.starts.is_empty() || path.first().is_some_and(|cell| self.starts.contains(cell)))
            && self.contains.iter().all(|cell| path.contains(cell))
    }

    fn passes_word(&self, text: &str, score: &WordScore) -> bool {
        score.length >= self.min_length
            && self.regex.as_ref().is_none_or(|regex| regex.is_match(text))
    }
}

/// The solutions of a board that are shown, in memory that is kept.
#[derive(Default)]
struct Found {
    items: Vec<Item>,
    texts: String,
    cells: Vec<Cell>,
}

struct Item {
    word: Word,
    text: Range<usize>,
    path: Range<usize>,
    score: WordScore,
}

impl Found {
    fn clear(&mut self) {
        self.items.clear();
        self.texts.clear();
        self.cells.clear();
    }

    fn push(&mut self, solution: &Solution<'_>, filter: &Filter) {
        let start = self.texts.len();
        solution.push_text(&mut self.texts);
        if !filter.passes_word(&self.texts[start..], &solution.score) {
            self.texts.truncate(start);
            return;
        }
        let path = self.cells.len();
        self.cells.extend_from_slice(solution.path);
        self.items.push(Item {
            word: solution.word,
            text: start..self.texts.len(),
            path: path..self.cells.len(),
            score: solution.score,
        });
    }

    /// Keeps a path of a word only if it is better than the one before.
    fn push_better(&mut self, solution: &Solution<'_>, filter: &Filter) {
        match self.items.last_mut() {
            Some(last) if last.word == solution.word => {
                if solution.score.total > last.score.total {
                    let path = self.cells.len();
                    self.cells.extend_from_slice(solution.path);
                    last.path = path..self.cells.len();
                    last.score = solution.score;
                }
            }
            _ => self.push(solution, filter),
        }
    }

    /// Whether to go on: solutions come in alphabetical order, so if that is wanted, the first
    /// will do.
    fn flow(&self, filter: &Filter) -> ControlFlow<()> {
        match filter.sort == Sort::Word && self.items.len() >= filter.limit {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn arrange(&mut self, filter: &Filter) {
        // Alphabetical order is there already, and these sorts keep it among equals.
        match filter.sort {
            Sort::Word => {}
            Sort::Score => self.items.sort_by_key(|item| Reverse(item.score.total)),
            Sort::Length => self.items.sort_by_key(|item| Reverse(item.score.length)),
        }
        self.items.truncate(filter.limit);
    }
}

struct Lister<'s> {
    worker: Worker<'s>,
    listing: Listing,
    filter: &'s Filter,
    /// Without one, JSON is printed.
    format: Option<&'s Format>,
    found: Found,
}

impl Lister<'_> {
    fn search(&mut self, board: &Board) {
        let Self {
            worker,
            listing,
            filter,
            found,
            ..
        } = self;
        found.clear();
        match listing {
            Listing::Words if filter.minds_paths() => worker.solve_all(board, |solution| {
                if filter.passes_path(solution.path) {
                    found.push_better(&solution, filter);
                }
                ControlFlow::Continue(())
            }),
            Listing::Words => worker.solve(board, |solution| {
                found.push(&solution, filter);
                found.flow(filter)
            }),
            Listing::Paths => worker.solve_all(board, |solution| {
                if filter.passes_path(solution.path) {
                    found.push(&solution, filter);
                }
                found.flow(filter)
            }),
        }
        found.arrange(filter);
    }

    fn print(&self, format: &Format, out: &mut String) {
        out.push_str(format.prefix.as_str());
        for (index, item) in self.found.items.iter().enumerate() {
            let turn = match index + 1 == self.found.items.len() {
                true => Turn::Last,
                false => Turn::Followed,
            };
            let line = Line {
                word: &self.found.texts[item.text.clone()],
                path: &self.found.cells[item.path.clone()],
                score: &item.score,
            };
            format.solution.render(&line, turn, out);
        }
        out.push_str(format.suffix.as_str());
    }

    fn reply(&self, board: &str) -> SolveReply {
        let mut best: Vec<(Word, u64)> = Vec::new();
        for item in &self.found.items {
            best.push((item.word, item.score.total));
        }
        // Of several paths of a word, the best counts.
        best.sort_unstable_by_key(|&(word, score)| (word, Reverse(score)));
        best.dedup_by_key(|(word, _)| *word);
        let solution = |item: &Item| {
            let text = self.found.texts[item.text.clone()].to_owned();
            SolutionReply::new(text, &self.found.cells[item.path.clone()], &item.score)
        };
        SolveReply {
            board: board.to_owned(),
            words: best.len() as u64,
            points: best
                .iter()
                .fold(0, |sum: u64, &(_, score)| sum.saturating_add(score)),
            solutions: self.found.items.iter().map(solution).collect(),
        }
    }
}

impl Answer for Lister<'_> {
    fn answer(&mut self, text: &str, board: &Board, out: &mut String) -> Result<()> {
        self.search(board);
        match self.format {
            Some(format) => self.print(format, out),
            None => {
                out.push_str(&serde_json::to_string(&self.reply(text))?);
                out.push('\n');
            }
        }
        Ok(())
    }
}
