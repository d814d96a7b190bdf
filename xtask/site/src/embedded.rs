//! The files as the server embeds them: each once, compressed if that makes it smaller. The folder
//! belongs to this program; its files are replaced without asking.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::Failure;
use crate::compression::Compressed;
use crate::site::{Site, files_in};

/// Writes the files that differ from those in the folder, and removes others. Files whose names
/// begin with a dot stay.
pub(crate) fn update(
    folder: &Path,
    site: &Site,
    compressed: &BTreeMap<String, Compressed>,
) -> Result<(), Failure> {
    let failure = |path: &Path, error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| failure(folder, error))?;
    let mut written = BTreeSet::new();
    for (name, contents) in site.iter() {
        let (name, contents) = match compressed.get(name) {
            Some(Compressed { br, .. }) => (format!("{name}.br"), br.as_slice()),
            None => (name.to_owned(), contents),
        };
        let path = folder.join(&name);
        // The server is compiled again if a file is newer.
        if !fs::read(&path).is_ok_and(|present| present == contents) {
            let parent = path.parent().expect("a file is in a folder");
            fs::create_dir_all(parent).map_err(|error| failure(parent, error))?;
            fs::write(&path, contents).map_err(|error| failure(&path, error))?;
        }
        written.insert(name);
    }
    for (name, path) in files_in(folder)? {
        if !written.contains(&name) {
            fs::remove_file(&path).map_err(|error| failure(&path, error))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_there_once_and_old_ones_are_removed() {
        let folder = std::env::temp_dir().join(format!("xtask-site-embed-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in [".gitignore", "old.js"] {
            fs::write(folder.join(name), "before").unwrap();
        }
        let mut site = Site::default();
        site.add("a.js", b"plain".to_vec()).unwrap();
        site.add("icon.png", b"image".to_vec()).unwrap();
        let both = Compressed {
            br: b"br".to_vec(),
            gz: b"gz".to_vec(),
        };
        update(&folder, &site, &[("a.js".to_owned(), both)].into()).unwrap();
        let names: Vec<String> = files_in(&folder).unwrap().into_keys().collect();
        assert_eq!(names, ["a.js.br", "icon.png"]);
        assert_eq!(fs::read(folder.join("a.js.br")).unwrap(), b"br");
        assert!(folder.join(".gitignore").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
