//! Which files the dictionaries and word lists of a configuration may name: those in the
//! configuration that the owner started the server with, and those in certain folders. Without
//! this rule, a configuration sent to the server could read any file on its disk.
//!
//! A file is checked when a configuration is saved, so that the problem is reported there, and again
//! whenever it is opened, because by then a symbolic link may lead elsewhere. See [`open_without_links`].

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wgs_config::dictionary::is_installed;
use wgs_config::regular_file::{self, FileOpener};
use wgs_config::{Catalogue, ConfigPath, FileProblem, Problem, Section, Severity};
use wgs_engine::message::ToMessage;
use wgs_engine::{LetterDistribution, WordList};

/// Which files a configuration may name. Clones share one policy.
#[derive(Clone, Debug)]
pub(super) struct SharedPolicy(Arc<Mutex<PathPolicy>>);

impl SharedPolicy {
    /// Allows the files of the owner's configuration, and all files in `folders` or, if there
    /// are none, in the folder of the configuration file.
    pub(super) fn new(file: Option<&Path>, folders: &[PathBuf], catalogue: &Catalogue) -> Self {
        let policy = PathPolicy::new(file, folders, catalogue);
        Self(Arc::new(Mutex::new(policy)))
    }

    fn lock(&self) -> MutexGuard<'_, PathPolicy> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Allows the files that a configuration names.
    pub(super) fn trust(&self, catalogue: &Catalogue) {
        self.lock().trust(catalogue);
    }

    /// Returns a problem for each file that a configuration may not name.
    pub(super) fn check(&self, catalogue: &Catalogue, text: &str) -> Result<(), Vec<Problem>> {
        self.lock().check(catalogue, text)
    }

    /// Returns what opens the files of a configuration.
    pub(super) fn opener(&self) -> FileOpener {
        let policy = self.clone();
        FileOpener::new(move |path, most| policy.open(path, most))
    }

    /// Opens a file that a configuration names.
    fn open(&self, path: &Path, most: u64) -> io::Result<File> {
        let permitted = self.lock().permitted(path);
        match permitted {
            Some(Permitted::Trusted) => regular_file::open(path, most),
            Some(Permitted::InFolder(real)) => open_without_links(&real, most),
            None => Err(io::Error::other(
                "it is not in a folder from which this server may read",
            )),
        }
    }
}

/// Opens a regular file by its canonical path, and fails if that path has a symbolic link by now:
/// someone has replaced a folder or the file since the path was checked. So the file that is opened
/// lies in the folder that was checked, and there is no moment in between.
#[cfg(target_os = "linux")]
fn open_without_links(real: &Path, most: u64) -> io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
    use rustix::io::Errno;

    // A pipe is opened without waiting for a writer, and rejected afterwards.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    match openat2(CWD, real, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        Ok(file) => {
            let file = File::from(file);
            regular_file::check(&file.metadata()?, most)?;
            Ok(file)
        }
        // Linux before 5.6, or a sandbox that does not know the call.
        Err(Errno::NOSYS | Errno::PERM) => open_and_compare(real, most),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(target_os = "linux"))]
fn open_without_links(real: &Path, most: u64) -> io::Result<File> {
    open_and_compare(real, most)
}

/// Opens a regular file by its canonical path, and fails if the path leads elsewhere afterwards.
/// Someone who replaces a folder twice in between can deceive this.
fn open_and_compare(real: &Path, most: u64) -> io::Result<File> {
    let file = regular_file::open(real, most)?;
    match fs::canonicalize(real)? == real {
        true => Ok(file),
        false => Err(io::Error::other("it was replaced by a symbolic link")),
    }
}

/// Why a file may be opened.
#[derive(Debug)]
enum Permitted {
    /// The owner has named it, or it is installed.
    Trusted,
    /// It is in a permitted folder; this is its canonical path.
    InFolder(PathBuf),
}

/// Which files a configuration may name.
#[derive(Debug)]
struct PathPolicy {
    /// The folders whose files are allowed, as canonical paths.
    folders: Vec<PathBuf>,
    /// The files that the owner has named.
    trusted: HashSet<PathBuf>,
}

impl PathPolicy {
    /// Allows the files of the owner's configuration, and all files in `folders` or, if there
    /// are none, in the folder of the configuration file.
    fn new(file: Option<&Path>, folders: &[PathBuf], catalogue: &Catalogue) -> Self {
        let own_folder = || {
            let file = fs::canonicalize(file?).ok()?;
            Some(file.parent()?.to_owned())
        };
        let folders = match folders {
            [] => own_folder().into_iter().collect(),
            folders => folders
                .iter()
                .filter_map(|folder| fs::canonicalize(folder).ok())
                .collect(),
        };
        let mut policy = Self {
            folders,
            trusted: HashSet::new(),
        };
        policy.trust(catalogue);
        policy
    }

    /// Allows the files that a configuration names.
    fn trust(&mut self, catalogue: &Catalogue) {
        let files = named_files(catalogue).into_iter().map(|(_, path)| path);
        self.trusted.extend(files);
    }

    /// Returns a problem for each file that a configuration may not name.
    fn check(&self, catalogue: &Catalogue, text: &str) -> Result<(), Vec<Problem>> {
        let files = named_files(catalogue).into_iter();
        let refused = files.filter(|(_, path)| !self.allows(path));
        let problems: Vec<Problem> = refused
            .map(|(entry, path)| self.problem(entry, &path, text))
            .collect();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(problems),
        }
    }

    fn problem(&self, entry: ConfigPath, path: &Path, text: &str) -> Problem {
        let found = path.to_string_lossy().into_owned();
        let (line, column) = position(text, &found);
        let folders = self.folders.iter();
        let folders: Vec<_> = folders.map(|it| it.display().to_string()).collect();
        let message = match folders.as_slice() {
            _ if self.lacks(path) => FileProblem::Missing { found },
            [] => FileProblem::NoFolder { found },
            _ => FileProblem::Outside { found, folders },
        };
        Problem {
            severity: Severity::Error,
            line,
            column,
            path: entry,
            message: message.to_message(),
        }
    }

    /// Returns whether a permitted folder has no such file. Of other folders, clients do not learn which
    /// files there are.
    fn lacks(&self, path: &Path) -> bool {
        let parent = path.parent().unwrap_or(Path::new(""));
        let parent = if parent == Path::new("") {
            Path::new(".")
        } else {
            parent
        };
        let is_permitted = |real: PathBuf| self.folders.iter().any(|it| real.starts_with(it));
        fs::canonicalize(parent).is_ok_and(is_permitted) && fs::symlink_metadata(path).is_err()
    }

    /// Returns whether a file may be named.
    fn allows(&self, path: &Path) -> bool {
        self.permitted(path).is_some()
    }

    /// Returns why a file may be named, if it may. A file that does not exist may not, so that
    /// clients cannot find out which files there are.
    fn permitted(&self, path: &Path) -> Option<Permitted> {
        // Everyone on the system may read what is installed.
        if self.trusted.contains(path) || is_installed(path) {
            return Some(Permitted::Trusted);
        }
        let real = fs::canonicalize(path).ok()?;
        let is_inside = self.folders.iter().any(|folder| real.starts_with(folder));
        (is_inside && real.is_file()).then_some(Permitted::InFolder(real))
    }
}

/// Returns the files that a configuration names, each with the path of its entry.
fn named_files(catalogue: &Catalogue) -> Vec<(ConfigPath, PathBuf)> {
    let dictionaries = catalogue.dictionaries().iter();
    let dictionaries = dictionaries.filter_map(|(name, source)| {
        let path = source.file()?.to_owned();
        Some((
            ConfigPath::to_key(Section::Dictionaries, name, "Path"),
            path,
        ))
    });
    let distributions = catalogue.distributions().iter();
    let word_lists = distributions.filter_map(|(name, letters)| match letters {
        LetterDistribution::WordList {
            list: WordList::File(path),
            ..
        } => Some((
            ConfigPath::to_key(Section::LetterDistributions, name, "WordListFile"),
            path.clone(),
        )),
        _ => None,
    });
    dictionaries.chain(word_lists).collect()
}

/// Returns the line and column, from 1, at which a path first occurs in quotes, as a whole or
/// without the folder of the configuration file.
fn position(text: &str, path: &str) -> (usize, usize) {
    let tails = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    let quoted = |path: &str| serde_json::to_string(path).unwrap_or_default();
    let found = std::iter::once(path).chain(tails);
    let found = found.filter(|tail| !tail.is_empty());
    let at = found.filter_map(|tail| text.find(&quoted(tail))).next();
    let before = &text[..at.unwrap_or(0)];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_is_checked_when_it_is_opened() {
        let folders = tempfile::tempdir().unwrap();
        let root = folders.path().canonicalize().unwrap();
        let (inside, outside) = (root.join("inside"), root.join("outside"));
        fs::create_dir(&inside).unwrap();
        fs::create_dir(&outside).unwrap();
        let words = inside.join("words.txt");
        fs::write(&words, "cat").unwrap();
        let secret = outside.join("words.txt");
        fs::write(&secret, "secret").unwrap();
        let catalogue = Catalogue::embedded();
        let policy = SharedPolicy::new(None, std::slice::from_ref(&inside), &catalogue);
        let open = |path: &Path| policy.open(path, 100);
        assert!(open(&words).is_ok());
        assert!(policy.open(&words, 2).is_err(), "the size is limited");
        assert!(open(&secret).is_err());
        assert!(open(&inside).is_err(), "it is a folder");
        assert!(open(&inside.join("nothing")).is_err());
        assert!(open(&inside.join("../outside/words.txt")).is_err());
        // A link inside the folder may lead to another file inside.
        let link = inside.join("link");
        symlink(&words, &link).unwrap();
        assert!(open(&link).is_ok());
        fs::remove_file(&link).unwrap();
        symlink(&secret, &link).unwrap();
        assert!(open(&link).is_err());
        // The checked file may be replaced before it is opened.
        for open in [open_without_links, open_and_compare] {
            assert!(open(&words, 100).is_ok());
            assert!(open(&link, 100).is_err());
            let folder_link = inside.join("folder");
            symlink(&outside, &folder_link).unwrap();
            assert!(open(&folder_link.join("words.txt"), 100).is_err());
            fs::remove_file(folder_link).unwrap();
        }
        // A file that is not there is reported as such, but only in a permitted folder.
        let problem = |path: &Path| {
            let text = format!(r#"{{"Dictionaries": {{"Mine": {{"Path": {path:?}}}}}}}"#);
            let checked = policy.check(&Catalogue::parse(&text).unwrap().0, &text);
            checked.unwrap_err().remove(0).message.to_string()
        };
        let missing = inside.join("nothing.txt");
        assert_eq!(problem(&missing), format!("there is no file {missing:?}"));
        for path in [
            outside.join("nothing.txt"),
            inside.join("../outside/nothing.txt"),
            secret.clone(),
            link,
        ] {
            let expected = format!("expected a file under {}, found {path:?}", inside.display());
            assert_eq!(problem(&path), expected);
        }
        // A file that the owner has named may be anywhere.
        let text = format!(r#"{{"Dictionaries": {{"Mine": {{"Path": {secret:?}}}}}}}"#);
        policy.trust(&Catalogue::parse(&text).unwrap().0);
        assert!(open(&secret).is_ok());
    }
}
