//! The grammar of the command line: the original manual's, with flags added. The arguments of
//! each command are in its file.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{CommandFactory, Parser};
use wgs_core::Engine;

use crate::command::Command;

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Exit codes:
  0    everything went well
  1    a check failed, or a created board does not meet its target
  2    wrong usage or bad input
  130  Ctrl-C ended a search; the best board found was printed

Examples:
  wgs solve \"Boggle (New)\" --board STNDTEIELARSMRTO
  wgs score \"Big Boggle (2011)\" < boards.txt
  wgs solve Scramble '%w (%s)%(, )' '' '\\n' --board C:H::A;;T
  wgs games";

/// Solve, score, analyse, create and play word games: Boggle and similar games on grids of any
/// shape, anagram racks, and games where letters may be reused.
#[derive(Debug, Parser)]
#[command(name = "wgs", version, after_help = AFTER_HELP, arg_required_else_help = true)]
#[command(
    subcommand_required = true,
    override_usage = "wgs [CFG-FILE] <COMMAND> [OPTIONS]"
)]
pub(crate) struct Cli {
    /// Configuration file to use instead of wgs.json in your configuration folder or the
    /// embedded configuration; the same as CFG-FILE.
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Parses the arguments, or exits with help or a usage error.
pub(crate) fn parse() -> Cli {
    Cli::parse_from(with_config_flag(std::env::args_os().collect()))
}

/// Rewrites `wgs CFG-FILE COMMAND …` to `wgs --config CFG-FILE COMMAND …`.
///
/// A first argument that is neither an option nor a command must be a file if a command follows
/// it.
fn with_config_flag(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let names: Vec<String> = Cli::command()
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
        && is_command(arguments.get(2))
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
    #[arg(long, value_name = "NAME-OR-FILE")]
    pub(crate) dictionary: Option<String>,
}

/// The flags for how boards are searched.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Number of threads [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// Search engine to use instead of the fastest: avx512, avx2, portable, plain (or board),
    /// general or dictionary.
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<Engine>,
}

impl SearchArgs {
    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(all)
    }
}

/// Parses a number of threads or rounds.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    const MAX: usize = 1_000;
    match text.parse() {
        Ok(count) if (1..=MAX).contains(&count) => Ok(count),
        _ => Err(format!("expected a whole number from 1 to {MAX}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_file_before_the_command_is_the_configuration() {
        for (given, meant) in [
            ("wgs wgs.json score G", "wgs --config wgs.json score G"),
            ("wgs score G", "wgs score G"),
            ("wgs solve score", "wgs solve score"),
            ("wgs --config a solve G", "wgs --config a solve G"),
            ("wgs sovle G", "wgs sovle G"),
            ("wgs", "wgs"),
        ] {
            let given = given.split(' ').map(OsString::from).collect();
            let meant: Vec<OsString> = meant.split(' ').map(OsString::from).collect();
            assert_eq!(with_config_flag(given), meant);
        }
    }
}
