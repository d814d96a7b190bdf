//! The files of the site in memory, by name. `folder` writes them to disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;

/// Contents by path relative to the site's root, with `/` between folders. They are sorted
/// by name: the same contents make the same site on every machine.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

impl Site {
    /// Adds a file. It is an error to add the same name twice.
    pub(crate) fn add(&mut self, name: &str, contents: Vec<u8>) -> Result<(), Failure> {
        if self.files.insert(name.to_owned(), contents).is_some() {
            return Err(format!("two of the site's files are called \"{name}\"").into());
        }
        Ok(())
    }

    /// Adds all files of a folder and its subfolders, by their relative paths.
    pub(crate) fn add_folder(&mut self, folder: &Path) -> Result<(), Failure> {
        for (name, path) in files_in(folder)? {
            self.add(&name, read(&path)?)?;
        }
        Ok(())
    }

    /// Adds a file with the contents of another one.
    pub(crate) fn copy(&mut self, from: &str, to: &str) -> Result<(), Failure> {
        let contents = self.get(from).ok_or(format!("the site has no {from}"))?;
        self.add(to, contents.to_vec())
    }

    /// Adds `style.css`, the concatenation of all style sheets in a folder. It is added even
    /// if there are none, because the pages refer to it.
    pub(crate) fn add_style(&mut self, folder: &Path) -> Result<(), Failure> {
        let mut style = Vec::new();
        if folder.is_dir() {
            for (name, path) in files_in(folder)? {
                if name.ends_with(".css") {
                    style.extend(read(&path)?);
                }
            }
        }
        self.add("style.css", style)
    }

    /// Removes a file.
    pub(crate) fn remove(&mut self, name: &str) {
        self.files.remove(name);
    }

    /// Replaces the contents of a file.
    pub(crate) fn replace(&mut self, name: &str, contents: Vec<u8>) {
        self.files.insert(name.to_owned(), contents);
    }

    /// The contents of a file.
    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// All files, by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files
            .iter()
            .map(|(name, contents)| (name.as_str(), contents.as_slice()))
    }
}

/// The files in a folder and its subfolders by their relative paths, sorted. Files whose
/// names begin with a dot are left out; they belong to editors and the system.
pub(crate) fn files_in(folder: &Path) -> Result<BTreeMap<String, PathBuf>, Failure> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(String::new(), folder.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        let failure = |error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            let path = entry.path();
            let name = entry.file_name();
            let name = name
                .to_str()
                .ok_or_else(|| format!("{}: the name is not Unicode", path.display()))?;
            if name.starts_with('.') {
                continue;
            }
            let name = format!("{prefix}{name}");
            if path.is_dir() {
                folders.push((name + "/", path));
            } else {
                files.insert(name, path);
            }
        }
    }
    Ok(files)
}

/// Reads a file. The error names it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_a_name_twice_is_an_error() {
        let mut site = Site::default();
        site.add("a.js", vec![]).unwrap();
        assert_eq!(
            site.add("a.js", vec![]).unwrap_err().to_string(),
            "two of the site's files are called \"a.js\""
        );
    }

    #[test]
    fn a_copy_needs_an_original() {
        let mut site = Site::default();
        site.add("a.html", vec![1]).unwrap();
        site.copy("a.html", "b.html").unwrap();
        assert_eq!(site.get("b.html"), Some(&[1][..]));
        let problem = site.copy("c.html", "d.html").unwrap_err();
        assert_eq!(problem.to_string(), "the site has no c.html");
    }

    #[test]
    fn a_page_without_style_sheets_gets_an_empty_style() {
        let mut site = Site::default();
        site.add_style(Path::new("no-such-folder-as-this")).unwrap();
        assert_eq!(site.get("style.css"), Some(&b""[..]));
    }

    #[test]
    fn files_are_named_by_relative_paths_with_slashes() {
        let names: Vec<String> = files_in(Path::new(env!("CARGO_MANIFEST_DIR")))
            .unwrap()
            .into_keys()
            .collect();
        assert!(names.contains(&"src/site.rs".to_owned()), "{names:?}");
        assert!(names.contains(&"Cargo.toml".to_owned()), "{names:?}");
        assert!(names.is_sorted());
    }
}
