//! The site on disk. Only files that differ are written, because the server's build watches
//! the folder. Only files from an earlier run are replaced or removed, because the folder may
//! be a web host's and hold other files too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use crate::Failure;
use crate::compression::Compressed;
use crate::service_worker;
use crate::site::Site;

/// How many files a run changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    written: usize,
    removed: usize,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self {
                written: 0,
                removed: 0,
            } => f.write_str("nothing changed"),
            Self { written, removed } => write!(f, "{written} files written, {removed} removed"),
        }
    }
}

/// Writes the site to the folder.
pub(crate) fn update(
    folder: &Path,
    site: &Site,
    compressed: &BTreeMap<String, Compressed>,
) -> Result<Change, Failure> {
    let mut files: BTreeMap<String, &[u8]> = BTreeMap::new();
    for (name, contents) in site.iter() {
        files.insert(name.to_owned(), contents);
    }
    for (name, Compressed { br, gz }) in compressed {
        files.insert(format!("{name}.br"), br);
        files.insert(format!("{name}.gz"), gz);
    }

    let before = written_before(folder);
    let foreign: Vec<&str> = files
        .keys()
        .filter(|name| !before.contains(*name) && folder.join(name).exists())
        .map(String::as_str)
        .collect();
    if !foreign.is_empty() {
        return Err(format!(
            "{} has files that are not from an earlier run and would be replaced: {}",
            folder.display(),
            foreign.join(", ")
        )
        .into());
    }

    let mut change = Change::default();
    for name in before.iter().filter(|name| !files.contains_key(*name)) {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            change.removed += 1;
        }
    }
    // The script first: if this run is interrupted, it lists our files for the next one.
    let script = files.remove_entry(service_worker::NAME);
    for (name, contents) in script.into_iter().chain(files) {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|present| present == contents) {
            continue;
        }
        let failure = |error| format!("{}: {error}", path.display());
        fs::create_dir_all(path.parent().expect("a file is in a folder")).map_err(failure)?;
        fs::write(&path, contents).map_err(failure)?;
        change.written += 1;
    }
    Ok(change)
}

/// The files that an earlier run wrote, according to the list in its service worker.
fn written_before(folder: &Path) -> BTreeSet<String> {
    let Ok(script) = fs::read_to_string(folder.join(service_worker::NAME)) else {
        return BTreeSet::new();
    };
    service_worker::names(&script)
        .into_iter()
        .flat_map(|names| names.into_iter().chain([service_worker::NAME.to_owned()]))
        // Never follow a name that leads out of the folder.
        .filter(|name| {
            Path::new(name)
                .components()
                .all(|part| matches!(part, std::path::Component::Normal(_)))
        })
        .flat_map(|name| [format!("{name}.br"), format!("{name}.gz"), name])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(names: &[&str]) -> Site {
        let mut site = Site::default();
        let template = "const VERSION = \"\";\nconst FILES = [];\n";
        site.add(service_worker::NAME, template.into()).unwrap();
        for name in names {
            site.add(name, name.as_bytes().to_vec()).unwrap();
        }
        service_worker::fill_in(&mut site).unwrap();
        site
    }

    fn compressed(name: &str) -> BTreeMap<String, Compressed> {
        let both = Compressed {
            br: b"br".to_vec(),
            gz: b"gz".to_vec(),
        };
        [(name.to_owned(), both)].into()
    }

    #[test]
    fn only_changed_files_are_written_and_only_own_files_removed() {
        let folder = std::env::temp_dir().join(format!("xtask-site-folder-{}", std::process::id()));
        let change = |written, removed| Change { written, removed };

        let first = site(&["a.js", "deep/b.js"]);
        let change_made = update(&folder, &first, &compressed("a.js")).unwrap();
        assert_eq!(change_made, change(5, 0));
        let change_made = update(&folder, &first, &compressed("a.js")).unwrap();
        assert_eq!(change_made, change(0, 0));

        fs::write(folder.join("CNAME"), "a file of the host").unwrap();
        let second = site(&["c.js", "deep/b.js"]);
        let change_made = update(&folder, &second, &BTreeMap::new()).unwrap();
        assert_eq!(
            change_made,
            change(2, 3),
            "a.js and its two copies; c.js and the script"
        );
        assert!(folder.join("CNAME").exists());

        let third = site(&["CNAME"]);
        let problem = update(&folder, &third, &BTreeMap::new()).unwrap_err();
        assert!(
            problem.to_string().ends_with("replaced: CNAME"),
            "{problem}"
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
