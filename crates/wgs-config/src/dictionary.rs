//! Where words come from: the embedded dictionary or a file, as text or compiled.
//!
//! ```
//! use wgs_config::DictionarySource;
//!
//! let lexicon = DictionarySource::Embedded.load()?;
//! assert!(lexicon.contains("knife"));
//! # Ok::<(), wgs_config::dictionary::DictionaryError>(())
//! ```

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use thiserror::Error;
use wgs_core::Lexicon;
use wgs_core::lexicon::{BuildError, OpenError, is_lexicon_file};

use crate::spelling::Spelling;

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
    /// One of these, with its words understood in a way of their own.
    WithSpelling(Box<Self>, Spelling),
}

/// Gives the content of a file.
type Content<'c> = &'c dyn Fn(&Path) -> Result<Vec<u8>, DictionaryError>;

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
    /// A compiled dictionary has lost what the spelling wants to know.
    #[error("cannot use the dictionary {}: compiling it has folded I and ß as Unicode does, so its Language or Eszett comes too late; name the list it was compiled from", path.display())]
    Folded {
        /// The file.
        path: PathBuf,
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

    /// Loads the words. A file's form is told by its first bytes.
    pub fn load(&self) -> Result<Lexicon, DictionaryError> {
        self.load_with(&read_bytes)
    }

    /// Loads the words, with the content of a file from someone who has it: pages have no
    /// files.
    ///
    /// ```
    /// use wgs_config::DictionarySource;
    ///
    /// let source = DictionarySource::File("words.txt".into());
    /// let lexicon = source.load_with(&|_| Ok(b"cat act".to_vec()))?;
    /// assert!(lexicon.contains("act"));
    /// # Ok::<(), wgs_config::dictionary::DictionaryError>(())
    /// ```
    pub fn load_with(&self, content: Content<'_>) -> Result<Lexicon, DictionaryError> {
        match self {
            Self::Embedded => Ok(Lexicon::from_bytes(EMBEDDED)
                .expect("the build script wrote it with the same version of the format")),
            Self::File(path) => read(path, content(path)?),
            Self::WithSpelling(source, spelling) => source.load_spelled(spelling, content),
        }
    }

    /// Loads the words, as a spelling understands and shows them.
    fn load_spelled(
        &self,
        spelling: &Spelling,
        content: Content<'_>,
    ) -> Result<Lexicon, DictionaryError> {
        if let Self::File(path) = self
            && spelling.is_lost_in_folding()
            && is_lexicon_file(&content(path)?)
        {
            return Err(DictionaryError::Folded { path: path.clone() });
        }
        let lexicon = Lexicon::from_text(&spelling.read(&self.list(content)?));
        let lexicon = lexicon.map_err(|reason| DictionaryError::Build {
            path: self.to_string().into(),
            reason,
        })?;
        Ok(shown(lexicon, spelling))
    }

    /// The words as a list: as they are written there, or in alphabetical order.
    fn list(&self, content: Content<'_>) -> Result<String, DictionaryError> {
        match self {
            Self::File(path) => {
                let bytes = content(path)?;
                if !is_lexicon_file(&bytes) {
                    return text(path, bytes);
                }
            }
            Self::WithSpelling(source, spelling) => {
                return Ok(spelling.read(&source.list(content)?).into_owned());
            }
            Self::Embedded => {}
        }
        // What was folded when the dictionary was compiled, as ß to ss, stays so.
        let lexicon = self.load_with(content)?;
        Ok(lexicon.folded_words().collect::<Vec<_>>().join("\n"))
    }

    /// The file that its words are in, if they are in one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Embedded => None,
            Self::File(path) => Some(path),
            Self::WithSpelling(source, _) => source.file(),
        }
    }

    /// How its words are understood.
    pub fn spelling(&self) -> &Spelling {
        static PLAIN: OnceLock<Spelling> = OnceLock::new();
        match self {
            Self::WithSpelling(_, spelling) => spelling,
            _ => PLAIN.get_or_init(Spelling::default),
        }
    }

    /// Loads those words that `keep` accepts. It is asked about each word once, folded: in the
    /// order of a list, or in alphabetical order of a compiled or the embedded dictionary.
    ///
    /// ```
    /// use wgs_config::DictionarySource;
    ///
    /// let lexicon = DictionarySource::Embedded.load_some(|word| word.len() == 4)?;
    /// assert!(lexicon.contains("able") && !lexicon.contains("enable"));
    /// # Ok::<(), wgs_config::dictionary::DictionaryError>(())
    /// ```
    pub fn load_some(&self, keep: impl FnMut(&str) -> bool) -> Result<Lexicon, DictionaryError> {
        // All words first, so that a bad list is refused with its line.
        let lexicon = some_words(&self.load()?, &self.list(&read_bytes)?, keep);
        Ok(shown(lexicon, self.spelling()))
    }
}

impl fmt::Display for DictionarySource {
    /// The path as a configuration file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str(BUILTIN),
            Self::File(path) => path.display().fmt(f),
            Self::WithSpelling(source, _) => source.fmt(f),
        }
    }
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, DictionaryError> {
    fs::read(path).map_err(|reason| DictionaryError::Read {
        path: path.to_owned(),
        reason,
    })
}

/// A lexicon that shows its letters as a spelling does.
fn shown(lexicon: Lexicon, spelling: &Spelling) -> Lexicon {
    if spelling.is_plain() {
        return lexicon;
    }
    lexicon.with_letters_shown(|letter| spelling.show(letter).into_owned())
}

/// The words of a lexicon that are kept, asked in the order of the list it was made of.
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
        .expect("fewer words than make a lexicon make one too")
}

fn read(path: &Path, bytes: Vec<u8>) -> Result<Lexicon, DictionaryError> {
    let path = || path.to_owned();
    if is_lexicon_file(&bytes) {
        return Lexicon::from_bytes(&bytes).map_err(|reason| DictionaryError::Open {
            path: path(),
            reason,
        });
    }
    let text = text(&path(), bytes)?;
    Lexicon::from_text(&text).map_err(|reason| DictionaryError::Build {
        path: path(),
        reason,
    })
}

/// The text of a word list.
fn text(path: &Path, bytes: Vec<u8>) -> Result<String, DictionaryError> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let path = path.to_owned();
        DictionaryError::NotText { path, line }
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
    fn each_word_is_asked_about_once_in_the_order_of_the_list() {
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
    fn some_words_are_understood_and_shown_as_all_are() {
        let spelling = Spelling {
            language: crate::spelling::Language::Turkish,
            ..Spelling::default()
        };
        let embedded = DictionarySource::Embedded;
        let source = DictionarySource::WithSpelling(Box::new(embedded), spelling);
        let lexicon = source.load_some(|word| word.starts_with("ınk")).unwrap();
        assert!(lexicon.is_empty());
        let lexicon = source.load_some(|word| word == "ink").unwrap();
        assert_eq!(lexicon.words().collect::<Vec<_>>(), ["İNK"]);
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
