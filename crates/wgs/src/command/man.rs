//! `wgs man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::app::Outcome;
use crate::arguments::Cli;

/// Write a manual page for each command into a folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder; it is made if it does not exist.
    dir: PathBuf,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> Result<Outcome> {
    let dir = &args.dir;
    let context = || format!("cannot write into {}", dir.display());
    fs::create_dir_all(dir).with_context(context)?;
    clap_mangen::generate_to(Cli::command(), dir).with_context(context)?;
    writeln!(out, "wrote manual pages into {}", dir.display())?;
    Ok(Outcome::Fine)
}
