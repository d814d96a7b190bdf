//! `wgs config`: checks, writes and documents configuration files.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::{reference, schema};

use crate::app::{App, ExitStatus, counted, is_disabled, problem_line, read_text};

/// Check, write and document configuration files.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// List all problems of a configuration file; the exit code is 1 if it cannot be used, or
    /// only without some of its games.
    Check {
        /// Configuration file [default: the one in use].
        file: Option<PathBuf>,
    },
    /// Write a copy of the embedded configuration.
    Init {
        /// File to write, which must not exist, or - for standard output [default: -].
        file: Option<PathBuf>,
    },
    /// Print a JSON Schema; editors use it if a configuration file refers to it as "$schema".
    Schema,
    /// Print a Markdown page with the meaning, values and default of every key.
    Reference,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    match args.command {
        ConfigCommand::Check { file } => match file.or_else(|| app.config_file()) {
            Some(file) => return check(&file, out),
            None => bail!("no configuration file is in use; name a file"),
        },
        ConfigCommand::Init { file: Some(file) } if file != Path::new("-") => init(&file, out)?,
        ConfigCommand::Init { .. } => out.write_all(EMBEDDED.as_bytes())?,
        ConfigCommand::Reference => out.write_all(reference().as_bytes())?,
        ConfigCommand::Schema => writeln!(out, "{}", schema().trim_end())?,
    }
    Ok(ExitStatus::Success)
}

fn check(file: &Path, out: &mut dyn Write) -> Result<ExitStatus> {
    let (problems, games) = match Catalogue::parse(&read_text(file)?) {
        Ok((catalogue, warnings)) => (warnings, Some(catalogue.games().count())),
        Err(problems) => (problems, None),
    };
    for problem in &problems {
        writeln!(out, "{}", problem_line(file, problem))?;
    }
    match games {
        Some(_) if problems.iter().any(is_disabled) => Ok(ExitStatus::Negative),
        Some(games) => {
            let games = counted(games as u64, "game");
            writeln!(out, "{}: no errors, {games}", file.display())?;
            Ok(ExitStatus::Success)
        }
        None => Ok(ExitStatus::Negative),
    }
}

fn init(file: &Path, out: &mut dyn Write) -> Result<()> {
    let mut created = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .with_context(|| format!("cannot write {}", file.display()))?;
    created.write_all(EMBEDDED.as_bytes())?;
    writeln!(out, "wrote {}", file.display())?;
    Ok(())
}
