//! `wgs completions`: completion scripts for shells.

use std::io::Write;

use anyhow::Result;
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::app::{App, ExitStatus};
use crate::arguments::definitions;

/// Print a script that completes commands, flags and games in a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Shell to print the script for.
    shell: Shell,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let games: Vec<String> = app
        .catalogue()?
        .games()
        .map(|game| game.short_name())
        .collect();
    let mut script = Vec::new();
    let mut command = definitions().mut_subcommands(|command| with_games(command, &games));
    clap_complete::generate(args.shell, &mut command, "wgs", &mut script);
    out.write_all(&script)?;
    Ok(ExitStatus::Success)
}

/// Adds the names of the games to the arguments of a command that are games.
fn with_games(command: Command, games: &[String]) -> Command {
    command.mut_args(|arg| match arg.get_id().as_str() {
        "game" | "named-game" => arg.value_parser(PossibleValuesParser::new(games.to_vec())),
        _ => arg,
    })
}
