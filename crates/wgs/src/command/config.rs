//! `wgs config`: the configuration file, checked and written.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::{reference, schema};

use crate::app::{App, Outcome, problem_line, read_text};

/// Check configuration files, or write one to start from.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List everything that is wrong in a configuration file; exit code 1 if it cannot be used.
    Check {
        /// The configuration file [default: the one in use].
        file: Option<PathBuf>,
    },
    /// Write the embedded configuration, to start from.
    Init {
        /// The file to write; it must not exist [default, and -: standard output].
        file: Option<PathBuf>,
    },
    /// Print a JSON Schema for editors; a file names it as "$schema".
    Schema,
    /// Print a page of Markdown with every key, its values, its default and its meaning.
    Reference,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    match args.action {
        Action::Check { file } => match file.or_else(|| app.config_file()) {
            Some(file) => return check(&file, out),
            None => bail!("no configuration file is in use; name one"),
        },
        Action::Init { file: Some(file) } if file != Path::new("-") => init(&file, out)?,
        Action::Init { .. } => out.write_all(EMBEDDED.as_bytes())?,
        Action::Reference => out.write_all(reference().as_bytes())?,
        Action::Schema => writeln!(out, "{}", schema().trim_end())?,
    }
    Ok(Outcome::Fine)
}

fn check(file: &Path, out: &mut dyn Write) -> Result<Outcome> {
    let (problems, games) = match Catalogue::parse(&read_text(file)?) {
        Ok((catalogue, warnings)) => (warnings, Some(catalogue.games().count())),
        Err(problems) => (problems, None),
    };
    for problem in &problems {
        writeln!(out, "{}", problem_line(file, problem))?;
    }
    match games {
        Some(games) => {
            let noun = if games == 1 { "game" } else { "games" };
            writeln!(out, "{}: fine, {games} {noun}", file.display())?;
            Ok(Outcome::Fine)
        }
        None => Ok(Outcome::No),
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
