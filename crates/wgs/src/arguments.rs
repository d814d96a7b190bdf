//! The grammar of the command line: the original manual's, with flags added. The arguments of
//! each command are in its file.

use std::ffi::OsString;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::ColorChoice;
use clap::{CommandFactory, FromArgMatches, Parser, ValueEnum};
use wgs_engine::{BoardSize, BoardSizeError, Engine};

use crate::command::Command;
use crate::format_arguments::with_format_arguments;
use crate::terminal::{self, Stream, escape};

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Exit codes:
  0    everything went well
  1    a check failed, or a created board does not meet its target
  2    wrong usage or bad input
  3    a check could not be decided within its limits
  124  the time limit (--timeout) or the memory limit ended a search (create: 1)
  130  Ctrl-C ended the command

A search that ends early prints what it has found, and says so on standard error.

Examples:
  wgs solve STNDTEIELARSMRTO
  wgs score big-boggle-2011 < boards.txt
  wgs solve Scramble '%w (%s)%(, )' '' '\\n' --board C:H::A;;T
  wgs games";

/// The heading of the options that every command has.
const GLOBAL: &str = "Global options";

/// The commands that have no time limit.
const WITHOUT_TIME_LIMIT: [&str; 2] = ["serve", "bench"];

/// Solve, score, analyse, create and play word games: Boggle and similar games on grids of any
/// shape, anagram racks, and games where letters may be reused.
#[derive(Debug, Parser)]
#[command(name = "wgs", version, after_help = AFTER_HELP, arg_required_else_help = true)]
#[command(
    subcommand_required = true,
    override_usage = "wgs [CFG-FILE] <COMMAND> [OPTIONS]"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) app: AppArgs,

    /// When to use colours.
    #[arg(long, value_name = "WHEN", global = true, help_heading = GLOBAL, value_enum, default_value_t)]
    pub(crate) color: ColorWhen,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options that every command works with.
#[derive(Debug, clap::Args)]
pub(crate) struct AppArgs {
    /// Configuration file to use instead of wgs.json in your configuration folder or the
    /// embedded configuration; the same as CFG-FILE.
    #[arg(long, value_name = "FILE", global = true, help_heading = GLOBAL)]
    pub(crate) config: Option<PathBuf>,

    /// Suppress notes on standard error, such as the game that a board chose, and warnings about the
    /// configuration; errors are still printed.
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    pub(crate) quiet: bool,

    /// Time limit in seconds for the whole command. At the limit, searches end with their results so
    /// far, and the command begins no further boards or words. If it still waits for input, or for a
    /// reader of its output, it ends three seconds later.
    #[arg(long, value_name = "SECONDS", global = true, help_heading = GLOBAL, value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Stop if the configuration file has a game that refers to something missing, instead of
    /// leaving out that game with a warning.
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) strict_config: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On terminals, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorWhen {
    /// Applies the choice to standard output and standard error.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Returns the definitions of the command line, for the parser, the help and everything that is
/// generated from them. The help of a command without a time limit does not list `--timeout`.
pub(crate) fn definitions() -> clap::Command {
    let mut cli = Cli::command();
    let timeout = cli
        .get_arguments()
        .find(|argument| argument.get_id() == "timeout");
    let timeout = timeout.expect("it is a global option").clone().hide(true);
    for name in WITHOUT_TIME_LIMIT {
        cli = cli.mut_subcommand(name, |command| command.arg(timeout.clone()));
    }
    cli
}

/// Parses the arguments, or exits with help or a usage error.
pub(crate) fn parse() -> Cli {
    let arguments = with_config_flag(std::env::args_os().collect());
    let arguments = with_format_arguments(arguments);
    try_parse(&arguments).unwrap_or_else(|error| exit(&error, &arguments))
}

fn try_parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let mut definitions = definitions();
    let matches = definitions.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut definitions))
}

/// Prints help or a usage error, and exits. The parser prints arguments as they are, in its own
/// colours; so on a terminal, an error about arguments that must be escaped is replaced by the
/// same error about the escaped ones.
fn exit(error: &clap::Error, arguments: &[OsString]) -> ! {
    if Stream::Error.is_terminal() {
        let escaped = |argument: &OsString| {
            let shown = escape::line(&argument.to_string_lossy()).into_owned();
            OsString::from(shown)
        };
        let escaped: Vec<OsString> = arguments.iter().map(escaped).collect();
        if arguments != escaped {
            if let Err(error) = try_parse(&escaped) {
                error.exit();
            }
            let _ = write!(terminal::error_output(), "{}", error.render());
            std::process::exit(error.exit_code());
        }
    }
    error.exit()
}

/// Rewrites `wgs CFG-FILE COMMAND …` to `wgs --config CFG-FILE COMMAND …`.
///
/// A first argument that is neither an option nor a command must be a file if a command follows
/// it. If something else follows a file, that is not a command, and the parser says so.
fn with_config_flag(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_file = |argument: &OsString| {
        let path = Path::new(argument);
        path.is_file()
            || path
                .extension()
                .is_some_and(|extension| extension == "json")
    };
    let names: Vec<String> = definitions()
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .chain(["help".to_owned()])
        .collect();
    let is_command = |argument: Option<&OsString>| {
        argument.is_some_and(|argument| names.iter().any(|name| argument == name.as_str()))
    };
    let is_option = |argument: &OsString| argument.to_string_lossy().starts_with('-');
    if let Some(first) = arguments.get(1)
        && !is_option(first)
        && !is_command(Some(first))
        && let Some(next) = arguments.get(2)
        && (is_command(Some(next)) || is_file(first))
    {
        arguments.insert(1, "--config".into());
    }
    arguments
}

/// The flag for another dictionary.
#[derive(Debug, clap::Args)]
pub(crate) struct DictionaryArgs {
    /// Dictionary to use instead of the game's: a name in the configuration, a word list or a
    /// compiled dictionary.
    #[arg(short, long, value_name = "NAME-OR-FILE")]
    pub(crate) dictionary: Option<String>,
}

/// The flags for how boards are searched.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Number of threads [default: one for each processor].
    #[arg(short, long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// Search engine to use instead of the fastest: avx512, avx2, portable, plain (or board),
    /// general or dictionary.
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<Engine>,
}

impl SearchArgs {
    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// Returns the number of threads that the user wants, or one for each processor.
pub(crate) fn threads(named: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    named.unwrap_or_else(all)
}

/// Parses a number of threads or rounds.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    whole_number(text, 1..=1_000)
}

/// Returns a parser of sizes such as 5x6, with numbers of rows and of columns in a range, for clap.
pub(crate) fn size(
    sides: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<BoardSize, BoardSizeError> + Clone + Send + Sync {
    move |text| BoardSize::read(text, sides.clone())
}

/// Returns a parser that also takes the number of rows and columns of a square, for clap.
pub(crate) fn size_or_side(
    most: u32,
) -> impl Fn(&str) -> Result<BoardSize, String> + Clone + Send + Sync {
    move |text| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => whole_number(text, 1..=most.into()).map(BoardSize::square),
        false => BoardSize::read(text, 1..=most).map_err(|error| error.to_string()),
    }
}

/// One of several parts of a search: every `of`-th item, beginning with the one at index `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) first: usize,
    pub(crate) of: usize,
}

/// Parses a part such as 3/8. Parts may be counted from 1 or from 0: 0/8 is the same as 8/8.
pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    numbers
        .filter(|&(i, n): &(usize, usize)| n > 0 && i <= n)
        .map(|(i, n)| Shard {
            first: if i == 0 { n - 1 } else { i - 1 },
            of: n,
        })
        .ok_or_else(|| "expected a part and the number of parts, such as 3/8".to_owned())
}

/// Parses a time with a unit, such as 30s, 10m or 2h.
pub(crate) fn time_span(text: &str) -> Result<Duration, String> {
    let units = [
        ("ms", 0.001),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3_600.0),
        ("d", 86_400.0),
    ];
    let split = text
        .find(|c: char| c.is_ascii_alphabetic())
        .map(|at| text.split_at(at));
    let span = split.and_then(|(number, unit)| {
        let (_, seconds) = units.iter().find(|(name, _)| *name == unit)?;
        Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()
    });
    span.ok_or_else(|| "expected a time with a unit, such as 30s, 10m or 2h".to_owned())
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds".to_owned())
}

/// Returns a parser of whole numbers in a range, for clap.
pub(crate) fn number<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| whole_number(text, range.clone())
}

/// Parses a whole number in a range.
pub(crate) fn whole_number<N: TryFrom<u64>>(
    text: &str,
    range: RangeInclusive<u64>,
) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    let number = number.and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| match (range.start(), range.end()) {
        (0, &u64::MAX) => "expected a whole number".to_owned(),
        (start, &u64::MAX) => format!("expected a whole number, at least {start}"),
        (start, end) => format!("expected a whole number from {start} to {end}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        definitions().debug_assert();
    }

    #[test]
    fn a_time_has_a_number_and_a_unit() {
        for (text, seconds) in [
            ("30s", 30.0),
            ("1.5m", 90.0),
            ("2h", 7_200.0),
            ("250ms", 0.25),
        ] {
            assert_eq!(
                time_span(text),
                Ok(Duration::from_secs_f64(seconds)),
                "{text}"
            );
        }
        for text in ["", "30", "m", "-3s", "3 weeks", "1e400s", "infs", "3S"] {
            assert!(time_span(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_before_the_command_is_the_configuration() {
        for (given, meant) in [
            ("wgs wgs.json score G", "wgs --config wgs.json score G"),
            ("wgs score G", "wgs score G"),
            ("wgs solve score", "wgs solve score"),
            ("wgs --config a solve G", "wgs --config a solve G"),
            ("wgs sovle G", "wgs sovle G"),
            ("wgs a.json sovle G", "wgs --config a.json sovle G"),
            ("wgs a.json -q", "wgs --config a.json -q"),
            ("wgs a.json", "wgs a.json"),
            ("wgs", "wgs"),
        ] {
            let given = given.split(' ').map(OsString::from).collect();
            let meant: Vec<OsString> = meant.split(' ').map(OsString::from).collect();
            assert_eq!(with_config_flag(given), meant);
        }
    }
}
