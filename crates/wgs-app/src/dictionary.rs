//! Where words come from: the embedded dictionary or a file, as text or compiled.
//!
//! ```
//! use wgs_app::DictionarySource;
//!
//! let lexicon = DictionarySource::Embedded.load()?;
//! assert!(lexicon.contains("knife"));
//! # Ok::<(), wgs_app::dictionary::DictionaryError>(())
//! ```

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use wgs_core::Lexicon;
use wgs_core::lexicon::{BuildError, OpenError, is_lexicon_file};

/// The path that names the embedded dictionary in a configuration file.
pub const BUILTIN: &str = "builtin:wordnik";

const BUILTIN_SCHEME: &str = "builtin:";

/// The word list of the crate `wordnik_list`, compiled by the build script.
static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/wordnik.lexicon"));

/// Where words come from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DictionarySource {
    /// The embedded dictionary.
    Embedded,
    /// A file: a list of words, or a compiled dictionary.
    File(PathBuf),
}

/// Why a dictionary cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DictionaryError {
    /// The file cannot be read.
    #[error("cannot read the dictionary {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The file is neither compiled nor text.
    #[error("cannot use the dictionary {}: line {line} is not UTF-8 text", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The text is no list of words.
    #[error("cannot use the dictionary {}: {reason}", path.display())]
    Build {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: BuildError,
    },
    /// The compiled dictionary is damaged or foreign.
    #[error("cannot use the dictionary {}: {reason}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: OpenError,
    },
}

impl DictionarySource {
    /// The source that a path in a configuration file means; [`None`] for an embedded
    /// dictionary that does not exist.
    pub fn from_path(path: &str) -> Option<Self> {
        if path == BUILTIN {
            return Some(Self::Embedded);
        }
        (!path.starts_with(BUILTIN_SCHEME)).then(|| Self::File(path.into()))
    }

    /// Loads the words. A file is read once; its form is told by its first bytes.
    pub fn load(&self) -> Result<Lexicon, DictionaryError> {
        match self {
            Self::Embedded => Ok(Lexicon::from_bytes(EMBEDDED)
                .expect("the build script wrote it with the same version of the format")),
            Self::File(path) => {
                let bytes = fs::read(path).map_err(|reason| DictionaryError::Read {
                    path: path.clone(),
                    reason,
                })?;
                read(path, bytes)
            }
        }
    }
}

impl fmt::Display for DictionarySource {
    /// The path as a configuration file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str(BUILTIN),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

fn read(path: &Path, bytes: Vec<u8>) -> Result<Lexicon, DictionaryError> {
    let path = || path.to_owned();
    if is_lexicon_file(&bytes) {
        return Lexicon::from_bytes(&bytes).map_err(|reason| DictionaryError::Open {
            path: path(),
            reason,
        });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        DictionaryError::NotText { path: path(), line }
    })?;
    Lexicon::from_text(&text).map_err(|reason| DictionaryError::Build {
        path: path(),
        reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_dictionary_has_words() {
        let lexicon = DictionarySource::Embedded.load().unwrap();
        assert!(lexicon.len() > 150_000, "{}", lexicon.len());
        assert!(lexicon.contains("boggle") && !lexicon.contains("boggel"));
    }

    #[test]
    fn a_file_is_told_by_its_first_bytes() {
        let lexicon = Lexicon::from_text("cat act").unwrap();
        let path = Path::new("words");
        assert_eq!(
            read(path, b"\xef\xbb\xbfAct\r\nCat".to_vec()).unwrap(),
            lexicon
        );
        assert_eq!(read(path, lexicon.to_bytes()).unwrap(), lexicon);
    }

    #[test]
    fn errors_name_the_file_and_the_place() {
        let mut damaged = Lexicon::from_text("cat").unwrap().to_bytes();
        damaged.pop();
        for (bytes, message) in [
            (
                b"cat\nna\xefve".to_vec(),
                "cannot use the dictionary words: line 2 is not UTF-8 text",
            ),
            (
                b"c\0t".to_vec(),
                "cannot use the dictionary words: line 1 has the control character",
            ),
            (
                damaged,
                "cannot use the dictionary words: the compiled dictionary is damaged",
            ),
        ] {
            let error = read(Path::new("words"), bytes).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let missing = DictionarySource::File("no/such/file".into());
        let error = missing.load().unwrap_err().to_string();
        assert!(
            error.starts_with("cannot read the dictionary no/such/file: "),
            "{error}"
        );
    }

    #[test]
    fn an_embedded_dictionary_is_named_by_its_scheme() {
        for (path, source) in [
            (BUILTIN, Some(DictionarySource::Embedded)),
            ("builtin:collins", None),
            (
                "words.txt",
                Some(DictionarySource::File("words.txt".into())),
            ),
        ] {
            assert_eq!(DictionarySource::from_path(path), source);
        }
        assert_eq!(DictionarySource::Embedded.to_string(), BUILTIN);
    }
}
