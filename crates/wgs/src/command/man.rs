//! `wgs man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::app::ExitStatus;
use crate::arguments::definitions;

/// Write a manual page for each command to a folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder to write to; it is created if it does not exist.
    dir: PathBuf,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> Result<ExitStatus> {
    let dir = &args.dir;
    let context = || format!("cannot write to {}", dir.display());
    fs::create_dir_all(dir).with_context(context)?;
    clap_mangen::generate_to(definitions(), dir).with_context(context)?;
    writeln!(out, "wrote manual pages to {}", dir.display())?;
    Ok(ExitStatus::Success)
}
