//! The site on disk. Only what differs is written, because the server's build watches the
//! folder; only what an earlier run wrote is replaced or removed, because the folder may
//! be a host's, with files of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use crate::Failure;
use crate::compression::Compressed;
use crate::service_worker;
use crate::site::Site;

/// How the folder differs from before.
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

/// Makes the folder hold the site.
pub(crate) fn update(
    folder: &Path,
    site: &Site,
    compressed: &BTreeMap<String, Compressed>,
) -> Result<Change, Failure> {
    let mut wanted: BTreeMap<String, &[u8]> = BTreeMap::new();
    for (name, contents) in site.iter() {
        wanted.insert(name.to_owned(), contents);
    }
    for (name, Compressed { br, gz }) in compressed {
        wanted.insert(format!("{name}.br"), br);
        wanted.insert(format!("{name}.gz"), gz);
    }

    let before = written_before(folder);
    let strange: Vec<&str> = wanted
        .keys()
        .filter(|name| !before.contains(*name) && folder.join(name).exists())
        .map(String::as_str)
        .collect();
    if !strange.is_empty() {
        return Err(format!(
            "{} has files that no earlier site wrote, and they would be replaced: {}",
            folder.display(),
            strange.join(", ")
        )
        .into());
    }

    let mut change = Change::default();
    for name in before.iter().filter(|name| !wanted.contains_key(*name)) {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            change.removed += 1;
        }
    }
    // The script first: it tells the next run what is ours, should this one be cut short.
    let script = wanted.remove_entry(service_worker::NAME);
    for (name, contents) in script.into_iter().chain(wanted) {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|present| present == contents) {
            continue;
        }
        let told = |error| format!("{}: {error}", path.display());
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).map_err(told)?;
        fs::write(&path, contents).map_err(told)?;
        change.written += 1;
    }
    Ok(change)
}

/// The files that an earlier run wrote, by its service worker, which names them.
fn written_before(folder: &Path) -> BTreeSet<String> {
    let Ok(script) = fs::read_to_string(folder.join(service_worker::NAME)) else {
        return BTreeSet::new();
    };
    service_worker::names(&script)
        .into_iter()
        .flat_map(|names| names.into_iter().chain([service_worker::NAME.to_owned()]))
        // A name that leads out of the folder is not one that was written here.
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

    fn forms(name: &str) -> BTreeMap<String, Compressed> {
        let forms = Compressed {
            br: b"br".to_vec(),
            gz: b"gz".to_vec(),
        };
        [(name.to_owned(), forms)].into()
    }

    #[test]
    fn only_what_differs_is_written_and_only_what_was_written_goes() {
        let folder = std::env::temp_dir().join(format!("xtask-site-folder-{}", std::process::id()));
        let change = |written, removed| Change { written, removed };

        let first = site(&["a.js", "deep/b.js"]);
        let told = update(&folder, &first, &forms("a.js")).unwrap();
        assert_eq!(told, change(5, 0));
        let told = update(&folder, &first, &forms("a.js")).unwrap();
        assert_eq!(told, change(0, 0));

        fs::write(folder.join("CNAME"), "a host's own").unwrap();
        let second = site(&["c.js", "deep/b.js"]);
        let told = update(&folder, &second, &BTreeMap::new()).unwrap();
        assert_eq!(told, change(2, 3), "a.js, its two forms; c.js, the script");
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
