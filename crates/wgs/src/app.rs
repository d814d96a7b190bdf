//! The context of every command: the configuration, the loaded games, and exit codes.

use std::cell::OnceCell;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, bail};
use wgs_app::{GameLoader, GameRequest, LoadError, LoadedGame, LoaderOptions};
use wgs_config::catalogue::UnknownName;
use wgs_config::dictionary::DictionaryError;
use wgs_config::{Catalogue, Problem, Severity, regular_file};
use wgs_engine::{Budget, Stopped};
use wgs_play::SolvedBoardError;
use wgs_play::scrabblet::DealError;

use crate::arguments::AppArgs;
use crate::interrupt::Interrupt;
use crate::terminal::style::Style;
use crate::terminal::{self, Stream};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ExitStatus {
    /// Everything went well: 0.
    Success,
    /// A check failed, or a target was not met: 1.
    Negative,
    /// A check reached a limit before it had an answer: 3.
    Undecided,
    /// The usage or the input was wrong: 2.
    BadInput,
    /// The time limit or the memory limit ended a search: 124, as `timeout` has it.
    LimitReached,
    /// Ctrl-C ended a search: 130, as shells have it.
    Interrupted,
}

impl From<Stopped> for ExitStatus {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Cancelled => Self::Interrupted,
            _ => Self::LimitReached,
        }
    }
}

impl ExitStatus {
    /// The exit code of [`Self::Interrupted`].
    pub(crate) const INTERRUPTED: u8 = 130;

    /// The exit code of [`Self::LimitReached`].
    const LIMIT_REACHED: u8 = 124;
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Success => Self::SUCCESS,
            ExitStatus::Negative => Self::from(1),
            ExitStatus::Undecided => Self::from(3),
            ExitStatus::BadInput => Self::from(2),
            ExitStatus::LimitReached => Self::from(ExitStatus::LIMIT_REACHED),
            ExitStatus::Interrupted => Self::from(ExitStatus::INTERRUPTED),
        }
    }
}

/// The context of every command.
pub(crate) struct App {
    args: AppArgs,
    loader: OnceCell<GameLoader>,
    start: Instant,
    budget: OnceCell<(Budget, Interrupt)>,
}

/// The number of bytes that a search may hold. Those of ordinary boards hold some megabytes.
const SEARCH_MEMORY: usize = 2 << 30;

/// The time after the time limit in which a search prints its results so far.
const TIME_TO_PRINT: Duration = Duration::from_secs(3);

impl App {
    pub(crate) fn new(args: AppArgs) -> Self {
        let start = Instant::now();
        if let Some(timeout) = args.timeout {
            exit_after(timeout.saturating_add(TIME_TO_PRINT));
        }
        Self {
            args,
            loader: OnceCell::new(),
            start,
            budget: OnceCell::new(),
        }
    }

    /// Whether the user set a time limit.
    pub(crate) fn has_timeout(&self) -> bool {
        self.args.timeout.is_some()
    }

    /// The budget of each search of this run. It is used up at the time limit of the run, which
    /// counts from its start, and by Ctrl-C, which is caught from the first call on.
    pub(crate) fn budget(&self) -> Result<&Budget> {
        if self.budget.get().is_none() {
            let interrupt = Interrupt::catch()?;
            let caught = interrupt.clone();
            // A time that the clock cannot represent does not limit anything.
            let timeout = self.args.timeout;
            let deadline = timeout.and_then(|timeout| self.start.checked_add(timeout));
            let budget = Budget::new(move || match caught.is_set() {
                true => Some(Stopped::Cancelled),
                false => deadline
                    .is_some_and(|deadline| Instant::now() >= deadline)
                    .then_some(Stopped::TimeLimit),
            });
            let budget = budget.with_memory(SEARCH_MEMORY);
            return Ok(&self.budget.get_or_init(|| (budget, interrupt)).0);
        }
        Ok(&self.budget.get().expect("it was just found").0)
    }

    /// Ends the time when Ctrl-C asks a search to stop: from now on, it ends the program at once.
    pub(crate) fn end_searches(&self) {
        if let Some((_, interrupt)) = self.budget.get() {
            interrupt.exit_at_once();
        }
    }

    /// Whether to leave out notes.
    pub(crate) fn is_quiet(&self) -> bool {
        self.args.quiet
    }

    /// Writes a note to standard error, unless the user wants none.
    pub(crate) fn note(&self, text: &str) {
        if !self.args.quiet {
            report(text);
        }
    }

    /// The configuration file in use, unless it is the embedded one.
    pub(crate) fn config_file(&self) -> Option<PathBuf> {
        self.args.config.clone().or_else(user_config)
    }

    /// The loader for the games of the configuration: of the file that the user named, else of
    /// the file in the user's configuration folder, else of the embedded one. Warnings about
    /// the configuration go to standard error, unless the user wants no notes.
    pub(crate) fn loader(&self) -> Result<&GameLoader> {
        if let Some(loader) = self.loader.get() {
            return Ok(loader);
        }
        let catalogue = match self.config_file() {
            Some(path) => self.read_catalogue(&path)?,
            None => Catalogue::embedded(),
        };
        let loader = GameLoader::new(catalogue, LoaderOptions::default());
        Ok(self.loader.get_or_init(|| loader))
    }

    /// Reads the configuration file. Its warnings are printed unless the user wants no notes.
    fn read_catalogue(&self, path: &Path) -> Result<Catalogue> {
        match Catalogue::parse(&read_text(path)?) {
            Ok((mut catalogue, warnings)) => {
                let is_rejected = self.args.strict_config && warnings.iter().any(is_disabled);
                if is_rejected || !self.args.quiet {
                    for warning in &warnings {
                        report_problem(path, warning);
                    }
                }
                if is_rejected {
                    let path = path.display();
                    bail!(
                        "the configuration {path} has a disabled game, which --strict-config rejects"
                    )
                }
                catalogue.find_files(path);
                Ok(catalogue)
            }
            Err(problems) => {
                for problem in &problems {
                    report_problem(path, problem);
                }
                bail!("the configuration {} cannot be used", path.display())
            }
        }
    }

    /// The configuration.
    pub(crate) fn catalogue(&self) -> Result<&Catalogue> {
        Ok(self.loader()?.catalogue())
    }

    /// Loads a game for a command.
    pub(crate) fn game(&self, request: &GameRequest<'_>, command: &str) -> Result<Arc<LoadedGame>> {
        self.loader()?.game(request, command).map_err(with_flag)
    }
}

/// Adds the flag to an error about the dictionary that a user named.
pub(crate) fn with_flag(error: LoadError) -> Error {
    let is_dictionary = matches!(
        error,
        LoadError::UnknownName(UnknownName::Dictionary { .. })
    );
    if let LoadError::Dictionary(DictionaryError::NotInstalled { .. }) = &error {
        return Error::msg(format!("{error} with --dictionary NAME-OR-FILE"));
    }
    match is_dictionary {
        true => Error::new(error).context("--dictionary"),
        false => error.into(),
    }
}

/// The configuration file in the user's configuration folder, if there is one: in a folder for
/// wgs, or beside the files of other programs.
fn user_config() -> Option<PathBuf> {
    let folder = dirs::config_dir()?;
    [folder.join("wgs").join("wgs.json"), folder.join("wgs.json")]
        .into_iter()
        .find(|path| path.is_file())
}

/// The folder for the files that the program keeps between runs. It is created if it is missing; if
/// that fails, so does its use.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let folder = dirs::data_dir()?.join("wgs");
    let _ = fs::create_dir_all(&folder);
    Some(folder)
}

/// Reads a text file that a user named.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    regular_file::open(path, regular_file::MOST_CONFIGURATION)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8 text", path.display()))
}

/// Whether a problem disables games.
pub(crate) fn is_disabled(problem: &Problem) -> bool {
    problem.severity == Severity::Disabled
}

/// Ends the program after some time, even if it waits for input or for a reader of its output, or
/// loads a large dictionary. Searches end before that.
fn exit_after(time: Duration) {
    thread::spawn(move || {
        thread::sleep(time);
        report(&Stopped::TimeLimit.to_string());
        process::exit(ExitStatus::LIMIT_REACHED.into());
    });
}

fn report_problem(path: &Path, problem: &Problem) {
    let _ = writeln!(terminal::error_output(), "{}", problem_line(path, problem));
}

/// Formats a problem as `FILE:LINE:COLUMN: …`.
pub(crate) fn problem_line(path: &Path, problem: &Problem) -> String {
    let severity = match problem.severity {
        Severity::Error => "",
        Severity::Disabled => " (warning: disabled)",
        Severity::Warning => " (warning)",
    };
    format!("{}:{problem}{severity}", path.display())
}

/// Formats an error with its causes. A cause that the message before it ends with is not
/// repeated.
pub(crate) fn error_text(error: &Error) -> String {
    wgs_config::error_chain(error.as_ref())
}

/// Returns why a search stopped before its end, if that is the error.
pub(crate) fn stopped(error: &Error) -> Option<Stopped> {
    error.chain().find_map(|cause| {
        // These errors show the reason as their own.
        let hand = match cause.downcast_ref() {
            Some(DealError::Hand(hand)) => Some(hand),
            _ => cause.downcast_ref(),
        };
        match hand {
            Some(SolvedBoardError::Stopped(reason)) => Some(*reason),
            _ => cause.downcast_ref().copied(),
        }
    })
}

/// Returns the seed that the user named, or a random one.
pub(crate) fn seed(named: Option<u64>) -> u64 {
    named.unwrap_or_else(|| RandomState::new().hash_one(0))
}

/// Formats a number and a noun, which gets an s unless there is just one.
pub(crate) fn counted(number: impl Into<i128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Writes a note or an error to standard error.
pub(crate) fn report(text: &str) {
    let name = Stream::Error.styled(Style::Bold, "wgs");
    let _ = writeln!(terminal::error_output(), "{name}: {text}");
}

#[cfg(test)]
mod tests {
    use wgs_app::creator::CreateError;
    use wgs_app::listing::ListingError;

    use super::*;

    #[test]
    fn a_cause_is_printed_once() {
        let cause = || Error::new(std::io::Error::other("no such file"));
        for message in [
            "cannot read words.txt",
            "cannot read words.txt: no such file",
        ] {
            let error = cause().context(message).context("--dictionary");
            assert_eq!(
                error_text(&error),
                "--dictionary: cannot read words.txt: no such file"
            );
        }
    }

    #[test]
    fn the_reason_why_a_search_stopped_is_found_in_every_error() {
        let reason = Stopped::MemoryLimit;
        let hand = || SolvedBoardError::Stopped(reason);
        for error in [
            Error::new(reason),
            Error::new(reason).context("the list is incomplete"),
            Error::new(hand()).context("cannot deal"),
            Error::new(DealError::Hand(hand())),
            Error::new(CreateError::Stopped(reason)),
            Error::new(ListingError::Stopped(reason)),
        ] {
            assert_eq!(stopped(&error), Some(reason), "{error:?}");
        }
        assert_eq!(stopped(&Error::new(SolvedBoardError::Empty)), None);
    }
}
