//! `wgs completions`: what shells complete.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::app::Outcome;
use crate::arguments::Cli;

/// Print a script that completes commands and flags in a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wgs", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Fine)
}
