//! The sources of dictionaries: the embedded dictionary, a file that is a word list or a
//! compiled dictionary, or a dictionary that is installed on the system.
//!
//! ```
//! use wgs_config::DictionarySource;
//!
//! let lexicon = DictionarySource::Embedded.load()?;
//! assert!(lexicon.contains("knife"));
//! # Ok::<(), wgs_config::dictionary::DictionaryError>(())
//! ```

mod embedded;
#[cfg(not(target_arch = "wasm32"))]
pub mod hunspell;
#[cfg(not(target_arch = "wasm32"))]
mod installed;

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str;
use std::sync::OnceLock;

use thiserror::Error;
use wgs_engine::lexicon::{BuildError, OpenError, is_lexicon_file};
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::{Lexicon, messages};

pub use embedded::provide_embedded;

use crate::regular_file::{FileOpener, MOST_DICTIONARY};
use wgs_engine::spelling::Spelling;

/// The path that names the embedded dictionary in a configuration file.
pub const BUILTIN: &str = "builtin:wordnik";

const BUILTIN_SCHEME: &str = "builtin:";

/// The source of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DictionarySource {
    /// The embedded dictionary.
    Embedded,
    /// A file: a word list or a compiled dictionary. The path `system:fr` names the dictionary
    /// of a language that is installed on the system.
    File(PathBuf),
    /// Another source, read with a spelling.
    WithSpelling(Box<Self>, Spelling),
}

/// Returns the content of a file.
type FileReader<'c> = &'c dyn Fn(&Path) -> Result<Vec<u8>, DictionaryError>;

/// The file of a dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// Whether it is a compiled dictionary, and not a word list.
    pub is_compiled: bool,
    /// The number of bytes.
    pub bytes: usize,
}

/// Why a dictionary cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message().without_cause())]
pub enum DictionaryError {
    /// The program does not embed the dictionary, and could not load it.
    NotProvided,
    /// The file cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No dictionary of a language is installed.
    NotInstalled {
        /// The name of the language.
        language: &'static str,
        /// The packages with a dictionary.
        packages: [&'static str; 2],
    },
    /// An installed dictionary cannot be used.
    #[cfg(not(target_arch = "wasm32"))]
    Installed {
        /// The file.
        path: PathBuf,
        /// Its problem.
        source: hunspell::HunspellError,
    },
    /// The file is neither a compiled dictionary nor text.
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The text is not a word list.
    Build {
        /// The file.
        path: PathBuf,
        /// Its problem.
        source: BuildError,
    },
    /// The spelling needs letters that a compiled dictionary no longer distinguishes.
    Folded {
        /// The file.
        path: PathBuf,
    },
    /// The compiled dictionary is damaged or from another version.
    Open {
        /// The file.
        path: PathBuf,
        /// Its problem.
        source: OpenError,
    },
    /// There are no words.
    Empty {
        /// The file.
        path: PathBuf,
    },
}

messages! {
    impl ToMessage for DictionaryError {
        Self::NotProvided => "dictionary.not-provided":
            "the built-in dictionary could not be loaded; check the connection and reload the page";
        Self::Read { path, source } => "dictionary.read":
            "cannot read the dictionary {path}"
            (path = path.display().to_string()) because &Message::text(source);
        Self::NotInstalled { language, packages } => "dictionary.not-installed":
            "no {language} dictionary is installed; install {package} or {other}, or use another dictionary"
            (language, package = packages[0], other = packages[1]);
        #[cfg(not(target_arch = "wasm32"))]
        Self::Installed { path, source } => "dictionary.installed":
            "cannot use the dictionary {path}: {source}"
            (path = path.display().to_string(), source = source.to_message());
        Self::NotText { path, line } => "dictionary.not-text":
            "cannot use the dictionary {path}: line {line} is not UTF-8 text"
            (path = path.display().to_string(), line);
        Self::Build { path, source } => "dictionary.build":
            "cannot use the dictionary {path}" (path = path.display().to_string()) because source;
        Self::Folded { path } => "dictionary.folded":
            "cannot use the dictionary {path}: it is compiled, which loses the difference between I and ı or ß and ss that its Language or Eszett needs; use the word list it was compiled from"
            (path = path.display().to_string());
        Self::Open { path, source } => "dictionary.open":
            "cannot use the dictionary {path}" (path = path.display().to_string()) because source;
        Self::Empty { path } => "dictionary.empty":
            "cannot use the dictionary {path}: it has no words" (path = path.display().to_string());
    }
}

impl DictionarySource {
    /// Returns the source that a path in a configuration file stands for; [`None`] for an
    /// embedded dictionary that does not exist.
    pub fn from_path(path: &str) -> Option<Self> {
        if path == BUILTIN {
            return Some(Self::Embedded);
        }
        (!path.starts_with(BUILTIN_SCHEME)).then(|| Self::File(path.into()))
    }

    /// Loads the dictionary. The first bytes of a file show whether it is compiled.
    pub fn load(&self) -> Result<Lexicon, DictionaryError> {
        self.load_opened(&FileOpener::default())
    }

    /// Loads the dictionary and opens files with this opener.
    pub fn load_opened(&self, opener: &FileOpener) -> Result<Lexicon, DictionaryError> {
        self.load_from(&|path| open(path, opener))
    }

    /// Loads the dictionary and reads files with a function, for programs without a file system
    /// such as web pages.
    ///
    /// ```
    /// use wgs_config::DictionarySource;
    ///
    /// let source = DictionarySource::File("words.txt".into());
    /// let lexicon = source.load_with(&|_| Ok(b"cat act".to_vec()))?;
    /// assert!(lexicon.contains("act"));
    /// # Ok::<(), wgs_config::dictionary::DictionaryError>(())
    /// ```
    pub fn load_with(
        &self,
        read_file: &dyn Fn(&Path) -> Result<Vec<u8>, DictionaryError>,
    ) -> Result<Lexicon, DictionaryError> {
        self.load_from(read_file)
    }

    fn load_from(&self, read_file: FileReader<'_>) -> Result<Lexicon, DictionaryError> {
        let lexicon = match self {
            Self::Embedded => return embedded::lexicon(),
            Self::File(path) => read(path, &read_file(path)?)?,
            Self::WithSpelling(source, spelling) => source.load_spelled(spelling, read_file)?,
        };
        match lexicon.is_empty() {
            true => Err(DictionaryError::Empty {
                path: self.to_string().into(),
            }),
            false => Ok(lexicon),
        }
    }

    /// Returns the kind of the file of the dictionary.
    pub fn file_info(&self) -> Result<FileInfo, DictionaryError> {
        let info = |bytes: &[u8]| FileInfo {
            is_compiled: is_lexicon_file(bytes),
            bytes: bytes.len(),
        };
        match self.file() {
            Some(path) => Ok(info(&open(path, &FileOpener::default())?)),
            None => Ok(info(embedded::file())),
        }
    }

    /// Loads the dictionary with a spelling.
    fn load_spelled(
        &self,
        spelling: &Spelling,
        read_file: FileReader<'_>,
    ) -> Result<Lexicon, DictionaryError> {
        if let Self::File(path) = self
            && spelling.is_lost_in_folding()
            && is_lexicon_file(&read_file(path)?)
        {
            return Err(DictionaryError::Folded { path: path.clone() });
        }
        let lexicon = Lexicon::from_text(&spelling.read(&self.list(read_file)?));
        let lexicon = lexicon.map_err(|source| DictionaryError::Build {
            path: self.to_string().into(),
            source,
        })?;
        Ok(shown(lexicon, spelling))
    }

    /// Returns the words as a list: the text of a word list, or the words of a compiled or the
    /// embedded dictionary in alphabetical order.
    fn list(&self, read_file: FileReader<'_>) -> Result<String, DictionaryError> {
        match self {
            Self::File(path) => {
                let bytes = read_file(path)?;
                if !is_lexicon_file(&bytes) {
                    return text(path, &bytes).map(str::to_owned);
                }
            }
            Self::WithSpelling(source, spelling) => {
                return Ok(spelling.read(&source.list(read_file)?).into_owned());
            }
            Self::Embedded => {}
        }
        // Letters that were folded when the dictionary was compiled, such as ß to ss, stay folded.
        let lexicon = self.load_from(read_file)?;
        Ok(lexicon.folded_words().collect::<Vec<_>>().join("\n"))
    }

    /// Finds the file, if there is one, with [`find_file`].
    pub(crate) fn find_in(&mut self, folder: &Path) {
        match self {
            Self::Embedded => {}
            Self::File(path) if is_installed(path) => {}
            Self::File(path) => find_file(path, folder),
            Self::WithSpelling(source, _) => source.find_in(folder),
        }
    }

    /// The file with the words, if there is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Embedded => None,
            Self::File(path) => Some(path),
            Self::WithSpelling(source, _) => source.file(),
        }
    }

    /// Whether the file of the words is not there, or no dictionary of its language is installed.
    /// Nothing is read.
    ///
    /// ```
    /// use wgs_config::DictionarySource;
    ///
    /// assert!(!DictionarySource::Embedded.is_missing());
    /// assert!(DictionarySource::File("no/such/list.txt".into()).is_missing());
    /// ```
    pub fn is_missing(&self) -> bool {
        self.file().is_some_and(|path| !is_there(path))
    }

    /// The spelling of the words.
    pub fn spelling(&self) -> &Spelling {
        static PLAIN: OnceLock<Spelling> = OnceLock::new();
        match self {
            Self::WithSpelling(_, spelling) => spelling,
            _ => PLAIN.get_or_init(Spelling::default),
        }
    }

    /// Loads only the words that `keep` accepts. It is called once for each word, folded, in the
    /// order of the word list; in alphabetical order if the dictionary is compiled or embedded.
    ///
    /// ```
    /// use wgs_config::DictionarySource;
    ///
    /// let lexicon = DictionarySource::Embedded.load_some(|word| word.len() == 4)?;
    /// assert!(lexicon.contains("able") && !lexicon.contains("enable"));
    /// # Ok::<(), wgs_config::dictionary::DictionaryError>(())
    /// ```
    pub fn load_some(&self, keep: impl FnMut(&str) -> bool) -> Result<Lexicon, DictionaryError> {
        // Load all words first, because the error of a bad list has to name the right line.
        let list = self.list(&|path| open(path, &FileOpener::default()))?;
        let lexicon = some_words(&self.load()?, &list, keep);
        Ok(shown(lexicon, self.spelling()))
    }
}

impl fmt::Display for DictionarySource {
    /// Writes the path as in a configuration file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str(BUILTIN),
            Self::File(path) => path.display().fmt(f),
            Self::WithSpelling(source, _) => source.fmt(f),
        }
    }
}

/// The languages of installed dictionaries.
pub(crate) const INSTALLED_LANGUAGES: [&str; 8] = ["da", "de", "es", "fr", "it", "nl", "pt", "sv"];

/// The start of a path that names an installed dictionary.
pub const SYSTEM_SCHEME: &str = "system:";

/// Returns whether a path names an installed dictionary, such as `system:fr`.
pub fn is_installed(path: &Path) -> bool {
    path.to_str()
        .is_some_and(|path| path.starts_with(SYSTEM_SCHEME))
}

/// Whether the file at a path is there, or the dictionary that it names is installed.
fn is_there(path: &Path) -> bool {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(language) = installed::named(path) {
        return installed::is_there(language, &installed::SystemFolders::usual());
    }
    path.exists()
}

#[cfg(not(target_arch = "wasm32"))]
fn read_installed(path: &Path) -> Option<Result<Vec<u8>, DictionaryError>> {
    let language = installed::named(path)?;
    let words = installed::words(language, &installed::SystemFolders::usual());
    Some(match words {
        Ok(Some(words)) => Ok(words.into_bytes()),
        Ok(None) => Err(DictionaryError::NotInstalled {
            language: language.name,
            packages: language.packages,
        }),
        Err(unusable) => Err(DictionaryError::Installed {
            path: unusable.path,
            source: unusable.source,
        }),
    })
}

#[cfg(target_arch = "wasm32")]
fn read_installed(_: &Path) -> Option<Result<Vec<u8>, DictionaryError>> {
    None
}

fn open(path: &Path, opener: &FileOpener) -> Result<Vec<u8>, DictionaryError> {
    if let Some(read) = read_installed(path) {
        return read;
    }
    let content = opener.open(path, MOST_DICTIONARY).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(MOST_DICTIONARY).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    content.map_err(|source| DictionaryError::Read {
        path: path.to_owned(),
        source,
    })
}

/// Replaces a relative path by the file that it names: the one in `folder`, or else the one in
/// the folder in which the program is started. If there is neither, the path leads to `folder`.
pub(crate) fn find_file(path: &mut PathBuf, folder: &Path) {
    let inside = folder.join(&*path);
    if inside.exists() || !path.exists() {
        *path = inside;
    }
}

/// Returns a lexicon that displays its letters with a spelling.
fn shown(lexicon: Lexicon, spelling: &Spelling) -> Lexicon {
    if spelling.is_plain() {
        return lexicon;
    }
    lexicon.with_letters_shown(|letter| spelling.show(letter).into_owned())
}

/// Returns a lexicon of the words that `keep` accepts, called in the order of the word list.
fn some_words(lexicon: &Lexicon, list: &str, mut keep: impl FnMut(&str) -> bool) -> Lexicon {
    let mut asked = vec![false; lexicon.len()];
    let list = list.strip_prefix('\u{feff}').unwrap_or(list);
    let words = list
        .split_whitespace()
        .filter_map(|word| lexicon.find(word))
        .filter(|word| !std::mem::replace(&mut asked[word.rank()], true))
        .map(|word| {
            let letters = lexicon.letters(word).into_iter();
            letters
                .map(|letter| lexicon.alphabet().text(letter))
                .collect::<String>()
        });
    Lexicon::from_words(words.filter(|word| keep(word)))
        .expect("some words of a lexicon make a lexicon")
}

fn read(path: &Path, bytes: &[u8]) -> Result<Lexicon, DictionaryError> {
    if is_lexicon_file(bytes) {
        return Lexicon::from_bytes(bytes).map_err(|source| DictionaryError::Open {
            path: path.to_owned(),
            source,
        });
    }
    Lexicon::from_text(text(path, bytes)?).map_err(|source| DictionaryError::Build {
        path: path.to_owned(),
        source,
    })
}

/// Decodes the text of a word list.
fn text<'b>(path: &Path, bytes: &'b [u8]) -> Result<&'b str, DictionaryError> {
    str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let path = path.to_owned();
        DictionaryError::NotText { path, line }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error_chain;

    #[test]
    fn the_embedded_dictionary_has_words() {
        let lexicon = DictionarySource::Embedded.load().unwrap();
        assert!(lexicon.len() > 150_000, "{}", lexicon.len());
        assert!(lexicon.contains("boggle") && !lexicon.contains("boggel"));
    }

    #[test]
    fn the_first_bytes_tell_a_compiled_dictionary_from_a_word_list() {
        let lexicon = Lexicon::from_text("cat act").unwrap();
        for bytes in [b"\xef\xbb\xbfAct\r\nCat".to_vec(), lexicon.to_bytes()] {
            let file = DictionarySource::File("words".into());
            assert_eq!(file.load_with(&|_| Ok(bytes.clone())).unwrap(), lexicon);
        }
    }

    #[test]
    fn keep_is_called_once_for_each_word_in_the_order_of_the_list() {
        let list = "\u{feff}Zoo cat\r\nACT zoo\tcat été e\u{301}te\u{301} ant";
        let lexicon = Lexicon::from_text(list).unwrap();
        let mut asked = Vec::new();
        let kept = some_words(&lexicon, list, |word| {
            asked.push(word.to_owned());
            asked.len() != 2
        });
        assert_eq!(asked, ["zoo", "cat", "act", "été", "ant"]);
        let kept: Vec<String> = kept.words().collect();
        assert_eq!(kept, ["ACT", "ANT", "ZOO", "ÉTÉ"]);
    }

    #[test]
    fn selected_words_use_the_spelling_of_the_dictionary() {
        let spelling = Spelling::default().with_language(wgs_engine::spelling::Language::Turkish);
        let embedded = DictionarySource::Embedded;
        let source = DictionarySource::WithSpelling(Box::new(embedded), spelling);
        let lexicon = source.load_some(|word| word.starts_with("ınk")).unwrap();
        assert!(lexicon.is_empty());
        let lexicon = source.load_some(|word| word == "ink").unwrap();
        assert_eq!(lexicon.words().collect::<Vec<_>>(), ["İNK"]);
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
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
            (
                b"\x89WGSTRI\n\x01\0\0\0".to_vec(),
                "cannot use the dictionary words: the compiled dictionary has the fast form, which \
                 is no longer supported; compile it again from its word list",
            ),
            (
                b"\xef\xbb\xbf \r\n".to_vec(),
                "cannot use the dictionary words: it has no words",
            ),
            (
                Lexicon::from_text("").unwrap().to_bytes(),
                "cannot use the dictionary words: it has no words",
            ),
        ] {
            let file = DictionarySource::File("words".into());
            let error = error_chain(&file.load_with(&|_| Ok(bytes.clone())).unwrap_err());
            assert!(error.starts_with(message), "{error}");
        }
        let missing = DictionarySource::File("no/such/file".into());
        let error = error_chain(&missing.load().unwrap_err());
        assert!(
            error.starts_with("cannot read the dictionary no/such/file: "),
            "{error}"
        );
    }

    #[test]
    fn paths_with_the_builtin_scheme_name_embedded_dictionaries() {
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
