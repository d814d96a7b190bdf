//! `wgs solve` and `wgs solve-dups`: the words of a board.

use std::io::Write;

use anyhow::{Context, Error, Result, anyhow};
use clap::ValueEnum;
use wgs_app::LoadedGame;
use wgs_app::listing::{
    Filter, FilterError, FilterOption, FilterOptions, ListedWords, Listing, ListingError,
};
use wgs_config::SortOrder;
use wgs_config::commonness::Commonness;
use wgs_config::template::{ListPosition, PlainText, SolutionTemplate};
use wgs_engine::Board;

use crate::app::{App, ExitStatus};
use crate::arguments::number;
use crate::board_args::{BoardArgs, BoardArguments, format_arguments, push_json, worker};
use crate::column;
use crate::game_args::GameArgs;
use crate::terminal::Stream;

/// List the words of boards, each word once with its best path.
///
/// FORMAT takes %w (the word), %s (its score), %l (letter points), %m (word multiplier),
/// %b (length bonus), %c (how common it is: 10 to 70, or rare), %pX (positions, separated by X),
/// %(text) (text for all words except the last one), %% and the escapes \t, \n and \\.
/// Formats may begin with a hyphen.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Boards to use instead of reading boards from standard input; then how to print a word,
    /// and the text before and after the words of a board [default: the game's SolutionFormat,
    /// SolutionPrefix and SolutionSuffix]. If there are boards on standard input, an argument with
    /// fewer or more tiles than a board is a format.
    #[arg(value_name = "BOARD | FORMAT [PREFIX [SUFFIX]]")]
    arguments: Vec<String>,

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
    #[arg(long, value_name = "POSITION", value_parser = number::<usize>(0..=u64::MAX))]
    starts_with: Vec<usize>,

    /// Only list words that use this position; if repeated, all of the positions.
    #[arg(long, value_name = "POSITION", value_parser = number::<usize>(0..=u64::MAX))]
    contains: Vec<usize>,

    /// Only list words with at least N letters.
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u32>(0..=u32::MAX.into()))]
    min_length: u32,

    /// Only list words that are this common, and show how common they are: 10 (everyday words), 20,
    /// 35 (a small dictionary), 50 (a medium one), 60, 70 (a large one) or rare (all words). The
    /// classes are the sizes of SCOWL's English word lists.
    #[arg(long, value_name = "N")]
    common: Option<Commonness>,

    /// Sort order; score and length sort from high to low.
    #[arg(short, long, value_enum, default_value_t = SortArg::Word)]
    sort: SortArg,

    /// List at most N words.
    #[arg(short = 'n', long, value_name = "N", value_parser = number::<usize>(0..=u64::MAX))]
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
    fn validate(self, game: &LoadedGame, shows_commonness: bool) -> Result<Filter> {
        let all = shows_commonness.then_some(Commonness::Rare);
        let rarest = self.common.or(all);
        let options = FilterOptions {
            regex: self.regex,
            starts_with: self.starts_with,
            contains: self.contains,
            min_length: self.min_length,
            sort: self.sort.into(),
            limit: self.limit,
        };
        let filter = Filter::with_spelling(&options, game.grid().len(), game.spelling());
        let filter = filter.map_err(|error| match error {
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
        })?;
        Ok(match rarest {
            Some(rarest) => filter.with_commonness(game.dictionary().commonness()?.clone(), rarest),
            None => filter,
        })
    }
}

/// How the words of a board are printed.
struct SolutionFormat {
    solution: SolutionTemplate,
    prefix: PlainText,
    suffix: PlainText,
}

/// Appends words with aligned scores and, if they have them, their classes, for a terminal.
fn render_columns(words: &[(String, u64, Option<Commonness>)], answer: &mut String) {
    let width = column::column_width(words.iter().map(|(word, ..)| word.as_str()));
    let digits = words.iter().map(|(_, score, _)| score.to_string().len());
    let digits = digits.max().unwrap_or(0);
    for (word, score, commonness) in words {
        let points = if *score == 1 { "point" } else { "points" };
        let word = column::left(word, width);
        match commonness {
            Some(class) => {
                answer.push_str(&format!(
                    "{word}  {score:>digits$} {points:<6}  {class:>4}\n"
                ));
            }
            None => answer.push_str(&format!("{word}  {score:>digits$} {points}\n")),
        }
    }
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
    let command = match listing {
        Listing::Words => "solve",
        Listing::Paths => "solve-dups",
    };
    let mut boards = args.boards;
    let before = BoardArguments::BeforeFormat;
    let (game, formats) = boards.load(args.game, args.arguments, before, command, app)?;
    let names = ["FORMAT", "PREFIX", "SUFFIX"];
    let [format, prefix, suffix] = format_arguments(names, formats, boards.json)?;
    let format = format.as_deref().map(SolutionTemplate::parse);
    let format = format.transpose().context("FORMAT")?;
    let prefix = prefix.as_deref().map(PlainText::parse);
    let prefix = prefix.transpose().context("PREFIX")?;
    let suffix = suffix.as_deref().map(PlainText::parse);
    let suffix = suffix.transpose().context("SUFFIX")?;
    let preferences = game.game().preferences();
    // People get columns; programs get the format, and so do people who chose one.
    let is_chosen = [format.is_some(), prefix.is_some(), suffix.is_some()].contains(&true)
        || preferences.is_solution_format_set;
    let in_columns = !is_chosen && Stream::Output.is_terminal();
    let format = SolutionFormat {
        solution: format.unwrap_or_else(|| preferences.solution_format.clone()),
        prefix: prefix.unwrap_or_else(|| preferences.solution_prefix.clone()),
        suffix: suffix.unwrap_or_else(|| preferences.solution_suffix.clone()),
    };
    let filter = args
        .filter
        .validate(&game, format.solution.has_commonness())?;
    let budget = app.budget()?;
    let make_worker = || {
        let mut worker = worker(&game, budget);
        let mut listed = ListedWords::default();
        let (filter, format, json) = (&filter, &format, boards.json);
        move |text: &str, board: &Board, answer: &mut String| {
            let searched = listed.search(&mut worker, board, listing, filter);
            // The words found before the search stopped are listed.
            let stopped = match &searched {
                Ok(()) => None,
                Err(ListingError::Stopped(reason)) => Some(*reason),
                Err(_) => return searched.map(|()| true).context("--regex"),
            };
            if json {
                push_json(&listed.reply(text), stopped, answer)?;
            } else if in_columns {
                let words = listed.iter();
                let word = |word| Stream::Output.shown(word).into_owned();
                let words = words.map(|line| (word(line.word), line.score.total, line.commonness));
                render_columns(&words.collect::<Vec<_>>(), answer);
            } else {
                format.render(&listed, answer);
            }
            searched?;
            Ok(!listed.is_empty())
        }
    };
    boards.answer(&game, app, make_worker, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_terminal_are_aligned() {
        let words = [("ÉTÉ", 1), ("ARENITES", 11), ("IT", 0)];
        let words = words.map(|(word, score)| (word.to_owned(), score, None));
        let mut answer = String::new();
        render_columns(&words, &mut answer);
        assert_eq!(
            answer,
            "ÉTÉ        1 point\nARENITES  11 points\nIT         0 points\n"
        );
        let words = [
            ("CAT", 1, Commonness::Size10),
            ("ARENITES", 11, Commonness::Rare),
        ];
        let words = words.map(|(word, score, class)| (word.to_owned(), score, Some(class)));
        let mut answer = String::new();
        render_columns(&words, &mut answer);
        assert_eq!(
            answer,
            "CAT        1 point     10\nARENITES  11 points  rare\n"
        );
    }
}
