//! The configuration in use, and the file it is in: read when it changes, written when its
//! owner's page says so. Writing is careful: only over the version that was edited, only a
//! text that can be used, in one step, and with the old text kept beside it.

mod path_rule;
mod replace;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, RwLock};
use std::time::{Instant, SystemTime};

use serde::Serialize;
use utoipa::ToSchema;
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;
use xxhash_rust::xxh3::xxh3_128;

use crate::limit::Limits;
use crate::refusal::{ConfigProblem, Refusal};
use crate::shelf::{Opened, Shelf};
use path_rule::PathRule;

/// A configuration that can be used, with what was opened of it.
#[derive(Debug)]
pub(crate) struct Configuration {
    catalogue: Arc<Catalogue>,
    text: String,
    version: String,
    pub(crate) shelf: Shelf,
}

impl Configuration {
    fn new(text: String, version: String, catalogue: Catalogue, limits: &Limits) -> Self {
        Self {
            catalogue: Arc::new(catalogue),
            text,
            version,
            shelf: Shelf::new(limits.games, limits.dictionaries),
        }
    }

    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Opens a game.
    pub(crate) fn open(
        &self,
        game: &str,
        dictionary: Option<&str>,
        user: &str,
    ) -> Result<Arc<Opened>, Refusal> {
        self.shelf.open(&self.catalogue, game, dictionary, user)
    }
}

/// The configuration file as the page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ConfigReply {
    /// The text of the file, else of the embedded configuration.
    pub(crate) text: String,
    /// What changes whenever the text does.
    pub(crate) version: String,
    /// Whether it can be saved, with the token.
    pub(crate) writable: bool,
    /// The name of the file, without its folder.
    pub(crate) file: Option<String>,
    /// Whether this text is what the server answers with; if not, the file was broken by
    /// someone, and the one before is in use.
    pub(crate) in_use: bool,
    /// Everything that is wrong in it.
    pub(crate) problems: Vec<ConfigProblem>,
}

/// Where the configuration comes from.
#[derive(Debug)]
pub(crate) struct Store {
    file: Option<PathBuf>,
    limits: Limits,
    rule: Mutex<PathRule>,
    current: RwLock<Arc<Configuration>>,
    seen: Mutex<Seen>,
    /// Held while the file is written.
    writing: Mutex<()>,
}

/// The file as it was last looked at.
#[derive(Debug)]
struct Seen {
    at: Instant,
    stamp: Option<Stamp>,
}

/// What changes when a file does.
type Stamp = (Option<SystemTime>, u64);

/// Why the server cannot start with a configuration.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The file is no configuration.
    #[error("the configuration {} cannot be used: {}", path.display(), first(problems))]
    Problems {
        /// The file.
        path: PathBuf,
        /// Everything that is wrong in it.
        problems: Vec<wgs_config::Problem>,
    },
}

fn first(problems: &[wgs_config::Problem]) -> String {
    problems
        .first()
        .map(ToString::to_string)
        .unwrap_or_default()
}

fn version(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// The text of a file.
fn read(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(fs::read(path)?).map_err(not_text)
}

impl Store {
    /// Reads the configuration that the owner of the server starts it with, else the embedded
    /// one. Of one that comes later, dictionaries and word lists are read in these folders,
    /// or in the folder of the file.
    pub(crate) fn new(
        file: Option<PathBuf>,
        folders: &[PathBuf],
        limits: &Limits,
    ) -> Result<Self, StoreError> {
        let stamp = file.as_deref().and_then(stamp);
        let text = match &file {
            Some(path) => read(path).map_err(|reason| StoreError::Read {
                path: path.clone(),
                reason,
            })?,
            None => EMBEDDED.to_owned(),
        };
        let (catalogue, _) = Catalogue::parse(&text).map_err(|problems| StoreError::Problems {
            path: file.clone().unwrap_or_default(),
            problems,
        })?;
        let rule = PathRule::new(file.as_deref(), folders, &catalogue);
        let version = version(text.as_bytes());
        let current = Configuration::new(text, version, catalogue, limits);
        Ok(Self {
            file,
            limits: limits.clone(),
            rule: Mutex::new(rule),
            current: RwLock::new(Arc::new(current)),
            seen: Mutex::new(Seen {
                at: Instant::now(),
                stamp,
            }),
            writing: Mutex::default(),
        })
    }

    /// The configuration in use. If someone has changed the file, it is read again; if it is
    /// broken, the one before stays.
    pub(crate) fn current(&self) -> Arc<Configuration> {
        if let Some(file) = &self.file
            && let Ok(mut seen) = self.seen.try_lock()
            && seen.at.elapsed() >= self.limits.config_check_interval
        {
            self.look(file, &mut seen);
        }
        self.in_use()
    }

    fn in_use(&self) -> Arc<Configuration> {
        let current = self.current.read();
        current.unwrap_or_else(|poison| poison.into_inner()).clone()
    }

    fn look(&self, file: &Path, seen: &mut Seen) {
        seen.at = Instant::now();
        let stamp = stamp(file);
        if stamp == seen.stamp {
            return;
        }
        seen.stamp = stamp;
        let Ok(text) = read(file) else {
            tracing::warn!("the configuration file cannot be read; the one before stays in use");
            return;
        };
        if version(text.as_bytes()) == self.in_use().version {
            return;
        }
        match Catalogue::parse(&text) {
            Ok((catalogue, _)) => {
                // Whoever writes files on this machine may name them.
                lock(&self.rule).trust(&catalogue);
                self.take(text, catalogue);
                tracing::info!("the configuration file was changed and is in use");
            }
            Err(problems) => {
                let first = first(&problems);
                tracing::warn!("the configuration file was broken, the one before stays: {first}");
            }
        }
    }

    fn take(&self, text: String, catalogue: Catalogue) {
        let version = version(text.as_bytes());
        let taken = Arc::new(Configuration::new(text, version, catalogue, &self.limits));
        let mut current = self.current.write().unwrap_or_else(|p| p.into_inner());
        *current = taken;
    }

    /// Whether the file can be written.
    pub(crate) fn is_writable(&self) -> bool {
        let metadata = self.file.as_deref().map(fs::metadata);
        metadata.is_some_and(|it| it.is_ok_and(|it| !it.permissions().readonly()))
    }

    /// The file as it is now.
    pub(crate) fn reply(&self, writable: bool) -> ConfigReply {
        if let Some(file) = &self.file {
            self.look(file, &mut lock(&self.seen));
        }
        let current = self.in_use();
        let on_disk = self.file.as_deref().map(read).and_then(Result::ok);
        let text = on_disk.unwrap_or_else(|| current.text.clone());
        let version = version(text.as_bytes());
        let problems = match Catalogue::parse(&text) {
            Ok((_, warnings)) => warnings,
            Err(problems) => problems,
        };
        let name = self.file.as_deref().and_then(Path::file_name);
        ConfigReply {
            in_use: version == current.version,
            text,
            version,
            writable: writable && self.is_writable(),
            file: name.map(|name| name.to_string_lossy().into_owned()),
            problems: problems.iter().map(ConfigProblem::from).collect(),
        }
    }

    /// Saves a text over the version that it was made from, and uses it.
    pub(crate) fn save(&self, text: String, edited: &str) -> Result<ConfigReply, Refusal> {
        let file = self.file.as_ref().ok_or(Refusal::ReadOnly)?;
        let _writing = lock(&self.writing);
        // What the name leads to, so that a link stays a link.
        let target = fs::canonicalize(file).map_err(Refusal::Write)?;
        let old = fs::read(&target).map_err(Refusal::Write)?;
        let there = version(&old);
        if there != edited {
            return Err(Refusal::Conflict { version: there });
        }
        let all = |problems: Vec<wgs_config::Problem>| {
            Refusal::Config(problems.iter().map(ConfigProblem::from).collect())
        };
        let (catalogue, _) = Catalogue::parse(&text).map_err(all)?;
        lock(&self.rule).check(&catalogue, &text).map_err(all)?;
        replace::replace(&target, text.as_bytes(), &old).map_err(Refusal::Write)?;
        let mut seen = lock(&self.seen);
        seen.stamp = stamp(file);
        self.take(text, catalogue);
        drop(seen);
        Ok(self.reply(true))
    }
}
