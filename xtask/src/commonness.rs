//! `cargo xtask commonness`: the table of how common words are, made from SCOWL's word lists.
//! The example `commonness` of wgs-config does the work, because this program should not wait until
//! that crate is compiled.

use std::path::{Path, PathBuf, absolute};

use crate::step::Step;
use crate::{Failure, workspace};

/// Where the Debian package `scowl` puts the lists.
const FOLDER: &str = "/usr/share/dict/scowl";

/// One of the lists, by which the folder is recognised.
const LIST: &str = "english-words.10";

/// The table, in the repository.
const TABLE: &str = "crates/wgs-config/data/commonness.bin";

pub(crate) const HELP: &str = "\
Make the table of common words, crates/wgs-config/data/commonness.bin, from the word lists of SCOWL
(Spell Checker Oriented Word Lists, by Kevin Atkinson), and check it.

Usage: cargo xtask commonness [FOLDER]

FOLDER has SCOWL's lists, such as english-words.10; the default is /usr/share/dict/scowl, where the
package scowl of Debian and Ubuntu puts them. The lists are also the folder `final` of
scowl-2020.12.07.tar.gz from http://wordlist.aspell.net.

The same lists always make the same table. It has to be made again when the embedded dictionary, the
crate wordnik_list, changes: a table fits only one list of words.
";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    let folder = match options {
        [] => PathBuf::from(FOLDER),
        [folder] if !folder.starts_with('-') => absolute(folder)?,
        _ => return Err("expected at most one argument, the folder with SCOWL's lists".into()),
    };
    check(&folder)?;
    let step = Step::cargo("run --package wgs-config --example commonness --");
    let step = step
        .argument(folder)
        .argument(workspace::root().join(TABLE));
    step.run("commonness").map(|_| ())
}

/// Fails if a folder has no lists.
fn check(folder: &Path) -> Result<(), Failure> {
    match folder.join(LIST).is_file() {
        true => Ok(()),
        false => Err(format!(
            "{} has no file {LIST}; install the Debian package scowl, or name the folder with \
             SCOWL's lists",
            folder.display()
        )
        .into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_lists_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = run(&[folder.path().to_str().unwrap()]).unwrap_err();
        let expected = format!("{} has no file english-words.10; ", folder.path().display());
        assert!(error.to_string().starts_with(&expected), "{error}");
        assert!(run(&["--help-me"]).is_err() && run(&["a", "b"]).is_err());
        std::fs::write(folder.path().join(LIST), "").unwrap();
        assert!(check(folder.path()).is_ok());
    }
}
