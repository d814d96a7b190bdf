//! The configuration in use, and the file it comes from. The file is read again when it
//! changes. Saving replaces it in one step and keeps the old text beside it, but only if the
//! new text is a valid configuration and the file still has the version that was edited.

mod atomic_file;
mod path_policy;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Instant, SystemTime};

use serde::{Deserialize, Serialize};
use wgs_app::{DictionaryAccess, GameLoader, LoaderOptions};
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::regular_file::{MOST_CONFIGURATION, read};
use xxhash_rust::xxh3::xxh3_128;

use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::problem_document::ConfigProblem;
use path_policy::SharedPolicy;

/// A valid configuration with the loader for its games.
#[derive(Debug)]
pub(crate) struct Configuration {
    text: String,
    version: String,
    pub(crate) loader: GameLoader,
}

impl Configuration {
    fn new(text: String, catalogue: Catalogue, limits: &Limits, policy: &SharedPolicy) -> Self {
        let options = LoaderOptions {
            access: DictionaryAccess::Configured,
            games: limits.games,
            dictionaries: limits.dictionaries,
        };
        Self {
            version: version(text.as_bytes()),
            text,
            loader: GameLoader::new(catalogue, options).with_file_opener(policy.opener()),
        }
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        self.loader.catalogue()
    }
}

/// The configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ConfigReply {
    /// The text of the file, or of the embedded configuration.
    pub(crate) text: String,
    /// A version that changes whenever the text does.
    pub(crate) version: String,
    /// Whether the configuration can be saved with the token.
    pub(crate) writable: bool,
    /// The name of the file, without its folder.
    pub(crate) file: Option<String>,
    /// Whether the server uses this text. If not, the file has errors, and the server still
    /// uses the last valid text.
    pub(crate) in_use: bool,
    /// Every error and warning in the text.
    pub(crate) problems: Vec<ConfigProblem>,
}

/// A configuration to save.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfigRequest {
    /// The new text of the file.
    pub(crate) text: String,
    /// The version of the text that was edited. If the file has another version by now, it is
    /// not overwritten.
    pub(crate) version: String,
}

/// The configuration in use, and the file it comes from.
#[derive(Debug)]
pub(crate) struct ConfigStore {
    file: Option<PathBuf>,
    limits: Limits,
    policy: SharedPolicy,
    current: RwLock<Arc<Configuration>>,
    last_check: Mutex<FileCheck>,
    /// Held while the file is written.
    saving: Mutex<()>,
}

/// When the file was last checked for changes, and its stamp at that time.
#[derive(Debug)]
struct FileCheck {
    time: Instant,
    stamp: Option<FileStamp>,
}

/// The time of modification and the size of a file.
type FileStamp = (Option<SystemTime>, u64);

/// Why the server cannot start with a configuration.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not a valid configuration.
    #[error("the configuration {} is not valid: {}", path.display(), first(problems))]
    Problems {
        /// The file.
        path: PathBuf,
        /// Every problem in the file.
        problems: Vec<wgs_config::Problem>,
    },
}

fn first(problems: &[wgs_config::Problem]) -> String {
    problems
        .first()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// Reads a configuration, whose relative paths start at the folder of its file.
fn parse(text: &str, file: Option<&Path>) -> Result<Catalogue, Vec<wgs_config::Problem>> {
    let (mut catalogue, _) = Catalogue::parse(text)?;
    if let Some(file) = file {
        catalogue.find_files(file);
    }
    Ok(catalogue)
}

fn version(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// Reads a configuration file.
fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read(path, MOST_CONFIGURATION)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ConfigStore {
    /// Reads the configuration file that the owner starts the server with, or the embedded
    /// configuration. Configurations saved later may only name files in `folders`, or in the
    /// folder of the file.
    pub(crate) fn new(
        file: Option<PathBuf>,
        folders: &[PathBuf],
        limits: &Limits,
    ) -> Result<Self, StoreError> {
        let stamp = file.as_deref().and_then(stamp);
        let text = match &file {
            Some(path) => read_text(path).map_err(|source| StoreError::Read {
                path: path.clone(),
                source,
            })?,
            None => EMBEDDED.to_owned(),
        };
        let parsed = parse(&text, file.as_deref());
        let catalogue = parsed.map_err(|problems| StoreError::Problems {
            path: file.clone().unwrap_or_default(),
            problems,
        })?;
        let policy = SharedPolicy::new(file.as_deref(), folders, &catalogue);
        let current = Configuration::new(text, catalogue, limits, &policy);
        Ok(Self {
            file,
            limits: limits.clone(),
            policy,
            current: RwLock::new(Arc::new(current)),
            last_check: Mutex::new(FileCheck {
                time: Instant::now(),
                stamp,
            }),
            saving: Mutex::default(),
        })
    }

    /// Returns the configuration to use. From time to time this checks the file for changes; a
    /// changed file that is not valid is ignored.
    pub(crate) fn current(&self) -> Arc<Configuration> {
        if let Some(file) = &self.file
            && let Ok(mut last) = self.last_check.try_lock()
            && last.time.elapsed() >= self.limits.config_check_interval
        {
            self.reload_if_changed(file, &mut last);
        }
        self.in_use()
    }

    fn in_use(&self) -> Arc<Configuration> {
        let current = self.current.read();
        current.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn reload_if_changed(&self, file: &Path, last: &mut FileCheck) {
        last.time = Instant::now();
        let stamp = stamp(file);
        if stamp == last.stamp {
            return;
        }
        last.stamp = stamp;
        let text = match read_text(file) {
            Ok(text) => text,
            Err(error) => {
                tracing::warn!(
                    "cannot read the changed configuration file, so the previous one stays in use: {error}"
                );
                return;
            }
        };
        if version(text.as_bytes()) == self.in_use().version {
            return;
        }
        match parse(&text, Some(file)) {
            Ok(catalogue) => {
                // Someone who can write this file may also choose the files it names.
                self.policy.trust(&catalogue);
                self.set_current(text, catalogue);
                tracing::info!("the configuration file has changed and was reloaded");
            }
            Err(problems) => {
                let first = first(&problems);
                tracing::warn!(
                    "the changed configuration file is not valid, so the previous one stays in use: {first}"
                );
            }
        }
    }

    fn set_current(&self, text: String, catalogue: Catalogue) {
        let configuration = Configuration::new(text, catalogue, &self.limits, &self.policy);
        let configuration = Arc::new(configuration);
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = configuration;
    }

    /// Returns whether there is a file, and it is not read-only.
    pub(crate) fn is_writable(&self) -> bool {
        let metadata = self.file.as_deref().map(fs::metadata);
        metadata.is_some_and(|it| it.is_ok_and(|it| !it.permissions().readonly()))
    }

    /// Returns the current text of the file. `has_token` says whether the server has a token
    /// that allows saving.
    pub(crate) fn reply(&self, has_token: bool) -> ConfigReply {
        if let Some(file) = &self.file {
            self.reload_if_changed(file, &mut lock(&self.last_check));
        }
        let current = self.in_use();
        let on_disk = self.file.as_deref().map(read_text);
        let text = on_disk.and_then(Result::ok);
        let text = text.unwrap_or_else(|| current.text.clone());
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
            writable: has_token && self.is_writable(),
            file: name.map(|name| name.to_string_lossy().into_owned()),
            problems: problems.iter().map(ConfigProblem::from).collect(),
        }
    }

    /// Saves a new text over the version that was edited, and uses it from now on.
    pub(crate) fn save(&self, request: ConfigRequest) -> Result<ConfigReply, ApiError> {
        let file = self.file.as_ref().ok_or(ApiError::ReadOnly)?;
        let _saving = lock(&self.saving);
        // A symbolic link stays one; the file that it leads to is replaced.
        let target = fs::canonicalize(file).map_err(ApiError::Save)?;
        let old = read(&target, MOST_CONFIGURATION).map_err(ApiError::Save)?;
        let version = version(&old);
        if version != request.version {
            return Err(ApiError::Conflict { version });
        }
        let not_valid = |problems: Vec<wgs_config::Problem>| {
            ApiError::Config(problems.iter().map(ConfigProblem::from).collect())
        };
        let text = request.text;
        let catalogue = parse(&text, Some(file)).map_err(not_valid)?;
        let checked = self.policy.check(&catalogue, &text);
        checked.map_err(not_valid)?;
        atomic_file::replace_with_backup(&target, text.as_bytes(), &old).map_err(ApiError::Save)?;
        let mut last = lock(&self.last_check);
        last.stamp = stamp(file);
        self.set_current(text, catalogue);
        drop(last);
        Ok(self.reply(true))
    }
}
