//! Dictionaries that are installed on the system: word lists in the usual `dict` folders, and the
//! dictionaries of the spelling checker Hunspell, which [`hunspell`](super::hunspell) expands.
//! Only programs that run on a system find them; a web page does not.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::SYSTEM_SCHEME;
use super::hunspell::{self, HunspellError};
use crate::regular_file;

/// Where word lists are installed.
const LIST_FOLDERS: [&str; 4] = [
    "/usr/share/dict",
    "/usr/local/share/dict",
    "/usr/dict",
    "/opt/homebrew/share/dict",
];

/// Where dictionaries of Hunspell are installed.
const HUNSPELL_FOLDERS: [&str; 6] = [
    "/usr/share/hunspell",
    "/usr/share/myspell",
    "/usr/share/myspell/dicts",
    "/usr/local/share/hunspell",
    "/opt/homebrew/share/hunspell",
    "/Library/Spelling",
];

/// A language whose dictionary may be installed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct InstalledLanguage {
    /// The code of the language, such as `fr`.
    pub(crate) code: &'static str,
    /// Its name in English.
    pub(crate) name: &'static str,
    /// The names of its word lists.
    lists: &'static [&'static str],
    /// The Debian packages with a word list and with a dictionary of Hunspell.
    pub(crate) packages: [&'static str; 2],
}

const fn language(
    code: &'static str,
    name: &'static str,
    lists: &'static [&'static str],
    packages: [&'static str; 2],
) -> InstalledLanguage {
    InstalledLanguage {
        code,
        name,
        lists,
        packages,
    }
}

/// The languages that can be named.
const LANGUAGES: [InstalledLanguage; 8] = [
    language("da", "Danish", &["danish"], ["wdanish", "hunspell-da"]),
    language(
        "de",
        "German",
        &["ngerman", "german"],
        ["wngerman", "hunspell-de-de"],
    ),
    language("es", "Spanish", &["spanish"], ["wspanish", "hunspell-es"]),
    language(
        "fr",
        "French",
        &["french", "francais"],
        ["wfrench", "hunspell-fr"],
    ),
    language("it", "Italian", &["italian"], ["witalian", "hunspell-it"]),
    language("nl", "Dutch", &["dutch"], ["wdutch", "hunspell-nl"]),
    language(
        "pt",
        "Portuguese",
        &["portuguese", "brazilian"],
        ["wportuguese", "hunspell-pt-pt"],
    ),
    language("sv", "Swedish", &["swedish"], ["wswedish", "hunspell-sv"]),
];

/// Returns the language that a path such as `system:fr` names.
pub(crate) fn named(path: &Path) -> Option<&'static InstalledLanguage> {
    let code = path.to_str()?.strip_prefix(SYSTEM_SCHEME)?;
    LANGUAGES.iter().find(|language| language.code == code)
}

/// The folders to look in.
#[derive(Clone, Debug, Default)]
pub(crate) struct SystemFolders {
    lists: Vec<PathBuf>,
    hunspell: Vec<PathBuf>,
}

impl SystemFolders {
    /// The usual folders. Those that the variable `DICPATH` lists come before the others, as for
    /// Hunspell.
    pub(crate) fn usual() -> Self {
        let own = std::env::var_os("DICPATH").unwrap_or_default();
        let own: Vec<PathBuf> = std::env::split_paths(&own)
            .filter(|path| !path.as_os_str().is_empty())
            .collect();
        let usual = HUNSPELL_FOLDERS.map(PathBuf::from);
        Self {
            lists: LIST_FOLDERS.map(PathBuf::from).to_vec(),
            hunspell: own.into_iter().chain(usual).collect(),
        }
    }
}

/// A dictionary that was found and cannot be used.
#[derive(Debug)]
pub(crate) struct UnusableFile {
    pub(crate) path: PathBuf,
    pub(crate) source: HunspellError,
}

/// Returns the words of a language, one to a line; [`None`] if no dictionary is installed.
pub(crate) fn words(
    language: &InstalledLanguage,
    folders: &SystemFolders,
) -> Result<Option<String>, UnusableFile> {
    for folder in &folders.lists {
        for name in language.lists {
            if let Ok(bytes) = read(&folder.join(name)) {
                return Ok(Some(playable_words(&bytes)));
            }
        }
    }
    for folder in &folders.hunspell {
        for path in hunspell_files(language.code, folder) {
            let (Ok(affixes), Ok(stems)) = (read(&path.with_extension("aff")), read(&path)) else {
                continue;
            };
            return match hunspell::expand(&affixes, &stems, hunspell::MOST_FORMS) {
                Ok(words) => Ok(Some(without_ligatures(&words))),
                Err(source) => Err(UnusableFile { path, source }),
            };
        }
    }
    Ok(None)
}

/// Whether a dictionary of a language is installed. It may still be unusable.
pub(crate) fn is_there(language: &InstalledLanguage, folders: &SystemFolders) -> bool {
    let has_list = |folder: &PathBuf| {
        language
            .lists
            .iter()
            .any(|name| folder.join(name).is_file())
    };
    let has_stems = |folder: &PathBuf| {
        let files = hunspell_files(language.code, folder);
        files.iter().any(|path| path.is_file())
    };
    folders.lists.iter().any(has_list) || folders.hunspell.iter().any(has_stems)
}

/// Reads a regular file. The folders may be ones that a user named with `DICPATH`.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular_file::open(path, regular_file::MOST_DICTIONARY)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the dictionaries of a language in a folder: `fr.dic` and `fr_FR.dic`, then others such
/// as `fr_CA.dic`, in the order of their names.
fn hunspell_files(code: &str, folder: &Path) -> Vec<PathBuf> {
    let national = format!("{code}_{}", code.to_uppercase());
    let mut names = vec![code.to_owned(), national];
    let mut others: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(".dic")?.to_owned()))
        .filter(|name| name.starts_with(&format!("{code}_")))
        .collect();
    others.sort();
    names.extend(others);
    let paths = names.iter().map(|name| folder.join(format!("{name}.dic")));
    paths.collect()
}

/// Returns the words of a list without names and words with marks. Old lists are not UTF-8.
fn playable_words(bytes: &[u8]) -> String {
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    let words = text
        .split_whitespace()
        .filter(|word| hunspell::is_playable(word));
    without_ligatures(&words.collect::<Vec<_>>().join("\n"))
}

/// Replaces ligatures by the letters that dice have.
fn without_ligatures(words: &str) -> String {
    words.replace('œ', "oe").replace('æ', "ae")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(name: &str) -> (SystemFolders, PathBuf) {
        let folder = std::env::temp_dir().join(format!("wgs-{name}-{}", std::process::id()));
        let (lists, hunspell) = (folder.join("dict"), folder.join("hunspell"));
        fs::create_dir_all(&lists).unwrap();
        fs::create_dir_all(&hunspell).unwrap();
        let folders = SystemFolders {
            lists: vec![lists],
            hunspell: vec![hunspell],
        };
        (folders, folder)
    }

    #[test]
    fn a_list_comes_before_a_hunspell_dictionary() {
        let (folders, folder) = folders("installed");
        let french = named(Path::new("system:fr")).unwrap();
        let found = || words(french, &folders).unwrap();
        assert_eq!(found(), None);
        fs::write(folder.join("hunspell/fr_CA.dic"), "1\nchat/S\n").unwrap();
        assert_eq!(found(), None);
        let rules = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n";
        fs::write(folder.join("hunspell/fr_CA.aff"), rules).unwrap();
        assert_eq!(found().as_deref(), Some("chat\nchats\n"));
        // Only regular files count.
        fs::create_dir(folder.join("dict/francais")).unwrap();
        assert_eq!(found().as_deref(), Some("chat\nchats\n"));
        fs::write(folder.join("dict/french"), b"\xe9t\xe9\nParis\nc'est\n").unwrap();
        assert_eq!(found().as_deref(), Some("été"));
        fs::write(folder.join("dict/french"), "cœur chien").unwrap();
        assert_eq!(found().as_deref(), Some("coeur\nchien"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_damaged_dictionary_is_an_error_with_its_file() {
        let (folders, folder) = folders("damaged");
        fs::write(folder.join("hunspell/it.dic"), b"1\n\xff\n").unwrap();
        fs::write(folder.join("hunspell/it.aff"), "SET UTF-8\n").unwrap();
        let italian = named(Path::new("system:it")).unwrap();
        let error = words(italian, &folders).unwrap_err();
        assert!(error.path.ends_with("it.dic"));
        assert_eq!(error.source, HunspellError::NotText(2));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_known_languages_have_a_path() {
        let codes = LANGUAGES.map(|language| language.code);
        assert_eq!(codes, crate::dictionary::INSTALLED_LANGUAGES);
        assert!(named(Path::new("system:xx")).is_none());
        assert!(named(Path::new("fr")).is_none());
    }
}
