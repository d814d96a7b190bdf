//! `wgs completions`: completion scripts for shells.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::app::ExitStatus;
use crate::arguments::Cli;

/// Print a script that completes commands and flags in a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Shell to print the script for.
    shell: Shell,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wgs", &mut script);
    out.write_all(&script)?;
    Ok(ExitStatus::Success)
}
