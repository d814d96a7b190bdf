//! The grammar of the command line: the manual's word for word, with flags.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{CommandFactory, Parser};

use crate::command::Command;

/// What follows the options in `--help`.
const AFTER_HELP: &str = "\
Exit codes:
  0  everything went well
  1  a check answered no, or a board is not as wanted
  2  wrong usage or bad input

Examples:
  wgs solve \"Boggle (New)\" --board STNDTEIELARSMRTO
  wgs score \"Big Boggle (2011)\" < boards.txt
  wgs solve Scramble '%w (%s)%(, )' '' '\\n' --board C:H::A;;T
  wgs games";

/// Solves, scores and analyses letter games: Boggle and its kin on grids of any shape,
/// anagram racks, games where letters repeat.
#[derive(Debug, Parser)]
#[command(name = "wgs", version, after_help = AFTER_HELP, arg_required_else_help = true)]
#[command(
    subcommand_required = true,
    override_usage = "wgs [CFG-FILE] <COMMAND> [OPTIONS]"
)]
pub(crate) struct Cli {
    /// The same as CFG-FILE: use this configuration instead of wgs.json in the user's
    /// configuration folder or the embedded one.
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Reads the arguments, or ends with help or a usage error.
pub(crate) fn parse() -> Cli {
    Cli::parse_from(with_config_flag(std::env::args_os().collect()))
}

/// Rewrites the manual's `wgs CFG-FILE COMMAND …` to `wgs --config CFG-FILE COMMAND …`.
///
/// A first argument that is neither an option nor a command can only be a file, if a command
/// comes after it.
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
