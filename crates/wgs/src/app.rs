//! What every command gets to work with: the configuration in use, and how to end.

use std::cell::OnceCell;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use wgs_config::{Catalogue, Problem};

/// How a command ended, as the exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything went well: 0.
    Fine,
    /// A check answered no: 1.
    No,
    /// Wrong usage or input: 2.
    BadInput,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => Self::SUCCESS,
            Outcome::No => Self::from(1),
            Outcome::BadInput => Self::from(2),
        }
    }
}

/// What every command gets to work with.
pub(crate) struct App {
    /// The configuration file that the user named.
    config: Option<PathBuf>,
    catalogue: OnceCell<Catalogue>,
}

impl App {
    pub(crate) fn new(config: Option<PathBuf>) -> Self {
        Self {
            config,
            catalogue: OnceCell::new(),
        }
    }

    /// The configuration file in use, if it is not the embedded one.
    pub(crate) fn config_file(&self) -> Option<PathBuf> {
        self.config.clone().or_else(user_config)
    }

    /// The configuration: the file that the user named, else the one in the user's
    /// configuration folder, else the embedded one. Warnings go to standard error.
    pub(crate) fn catalogue(&self) -> Result<&Catalogue> {
        if let Some(catalogue) = self.catalogue.get() {
            return Ok(catalogue);
        }
        let catalogue = match self.config_file() {
            Some(path) => read_catalogue(&path)?,
            None => Catalogue::embedded(),
        };
        Ok(self.catalogue.get_or_init(|| catalogue))
    }
}

/// The configuration file in the user's configuration folder, if there is one: in a folder
/// of its own, or beside the files of others.
fn user_config() -> Option<PathBuf> {
    let folder = dirs::config_dir()?;
    [folder.join("wgs").join("wgs.json"), folder.join("wgs.json")]
        .into_iter()
        .find(|path| path.is_file())
}

/// Reads a text file that a user named.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8 text", path.display()))
}

fn read_catalogue(path: &Path) -> Result<Catalogue> {
    match Catalogue::parse(&read_text(path)?) {
        Ok((catalogue, warnings)) => {
            for warning in &warnings {
                report(path, warning);
            }
            Ok(catalogue)
        }
        Err(problems) => {
            for problem in &problems {
                report(path, problem);
            }
            bail!("the configuration {} cannot be used", path.display())
        }
    }
}

/// Tells of a problem in a configuration file, as compilers do.
fn report(path: &Path, problem: &Problem) {
    let _ = writeln!(anstream::stderr(), "{}", problem_line(path, problem));
}

/// A problem as `FILE:LINE:COLUMN: …`.
pub(crate) fn problem_line(path: &Path, problem: &Problem) -> String {
    let severity = match problem.severity {
        wgs_config::Severity::Error => "",
        wgs_config::Severity::Warning => " (warning)",
    };
    format!("{}:{problem}{severity}", path.display())
}

/// The seed that the user named, else one that nobody can foresee.
pub(crate) fn seed(named: Option<u64>) -> u64 {
    named.unwrap_or_else(|| RandomState::new().hash_one(0))
}

/// Text that stands out on a terminal.
pub(crate) fn emphasis(text: &str) -> String {
    format!("\u{1b}[1m{text}\u{1b}[0m")
}
