//! `wgs solve` and `wgs solve-dups`: the words of a board.

use std::io::Write;

use anyhow::{Context, Error, Result, anyhow};
use clap::ValueEnum;
use wgs_app::LoadedGame;
use wgs_app::listing::{Filter, FilterError, FilterOption, FilterOptions, ListedWords, Listing};
use wgs_config::SortOrder;
use wgs_config::template::{ListPosition, PlainText, SolutionTemplate};
use wgs_core::Board;

use crate::app::{App, ExitStatus};
use crate::board_args::BoardArgs;

/// List the words of boards, each word once with its best path.
///
/// FORMAT takes %w (the word), %s (its score), %l (letter points), %m (word multiplier),
/// %b (length bonus), %pX (positions, separated by X), %(text) (text for all words except the
/// last one), %% and the escapes \t, \n and \\.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games.
    game: String,

    /// How to print a word [default: the game's SolutionFormat].
    #[arg(conflicts_with = "json")]
    format: Option<String>,

    /// Text before the words of a board [default: the game's SolutionPrefix].
    prefix: Option<String>,

    /// Text after the words of a board [default: the game's SolutionSuffix].
    suffix: Option<String>,

    #[command(flatten)]
    filter: FilterArgs,

    #[command(flatten)]
    boards: BoardArgs,
}

#[derive(Debug, clap::Args)]
struct FilterArgs {
    /// Only list words that match this regular expression. It ignores case, may match anywhere
    /// in the word, and has the syntax of Perl: ^re, ing$, ^.{,5}$, (.)\1, ^(?!.*s$).
    #[arg(long, value_name = "PATTERN")]
    regex: Option<String>,

    /// Only list words that start at this position; if repeated, at any of the positions.
    #[arg(long, value_name = "POSITION")]
    starts_with: Vec<usize>,

    /// Only list words that use this position; if repeated, all of the positions.
    #[arg(long, value_name = "POSITION")]
    contains: Vec<usize>,

    /// Only list words with at least N letters.
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_length: u32,

    /// Sort order; score and length sort from high to low.
    #[arg(long, value_enum, default_value_t = SortArg::Word)]
    sort: SortArg,

    /// List at most N words.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SortArg {
    Word,
    Score,
    Length,
}

impl From<SortArg> for SortOrder {
    fn from(order: SortArg) -> Self {
        match order {
            SortArg::Word => Self::Word,
            SortArg::Score => Self::Score,
            SortArg::Length => Self::Length,
        }
    }
}

impl FilterArgs {
    /// Validates the flags for the grid and the words of a game.
    fn validate(self, game: &LoadedGame) -> Result<Filter> {
        let options = FilterOptions {
            regex: self.regex,
            starts_with: self.starts_with,
            contains: self.contains,
            min_length: self.min_length,
            sort: self.sort.into(),
            limit: self.limit,
        };
        let filter = Filter::with_spelling(&options, game.grid().len(), game.spelling());
        filter.map_err(|error| match error {
            FilterError::Pattern(error) => Error::new(error).context("--regex"),
            FilterError::Position {
                option,
                position,
                cells,
            } => {
                let flag = match option {
                    FilterOption::StartsWith => "--starts-with",
                    FilterOption::Contains => "--contains",
                };
                anyhow!("{flag} {position}: positions go from 1 to {cells}")
            }
            error => error.into(),
        })
    }
}

/// How the words of a board are printed.
struct SolutionFormat {
    solution: SolutionTemplate,
    prefix: PlainText,
    suffix: PlainText,
}

impl SolutionFormat {
    fn render(&self, listed: &ListedWords, answer: &mut String) {
        answer.push_str(self.prefix.as_str());
        for (line, number) in listed.iter().zip(1..) {
            let position = match number == listed.len() {
                true => ListPosition::Last,
                false => ListPosition::NotLast,
            };
            self.solution.render(&line, position, answer);
        }
        answer.push_str(self.suffix.as_str());
    }
}

pub(crate) fn run(
    args: Args,
    listing: Listing,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let format = args.format.as_deref().map(SolutionTemplate::parse);
    let format = format.transpose().context("FORMAT")?;
    let prefix = args.prefix.as_deref().map(PlainText::parse);
    let prefix = prefix.transpose().context("PREFIX")?;
    let suffix = args.suffix.as_deref().map(PlainText::parse);
    let suffix = suffix.transpose().context("SUFFIX")?;
    let command = match listing {
        Listing::Words => "solve",
        Listing::Paths => "solve-dups",
    };
    let game = args.boards.load(&args.game, command, app)?;
    let preferences = game.game().preferences();
    let format = SolutionFormat {
        solution: format.unwrap_or_else(|| preferences.solution_format.clone()),
        prefix: prefix.unwrap_or_else(|| preferences.solution_prefix.clone()),
        suffix: suffix.unwrap_or_else(|| preferences.solution_suffix.clone()),
    };
    let filter = args.filter.validate(&game)?;
    let make_worker = || {
        let mut worker = game.solver().worker();
        let mut listed = ListedWords::default();
        let (filter, format, json) = (&filter, &format, args.boards.json);
        move |text: &str, board: &Board, answer: &mut String| {
            let searched = listed.search(&mut worker, board, listing, filter);
            searched.context("--regex")?;
            if json {
                answer.push_str(&serde_json::to_string(&listed.reply(text))?);
                answer.push('\n');
            } else {
                format.render(&listed, answer);
            }
            Ok(())
        }
    };
    args.boards.answer(&game, make_worker, out)
}
