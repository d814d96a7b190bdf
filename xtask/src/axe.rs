//! axe-core, the accessibility checker that some tests in `crates/wgs-browser-test` run in the
//! page. Its licence would allow a copy in the repository, but half a megabyte of generated code
//! does not belong there: npm downloads the version that `crates/wgs-browser-test/axe` pins, and
//! rejects a package with another checksum.

use std::fs;
use std::path::PathBuf;

use crate::step::Step;
use crate::workspace;

/// The folder with `package.json` and `package-lock.json`.
const PINNED: &str = "crates/wgs-browser-test/axe";
const PINNED_FILES: [&str; 2] = ["package.json", "package-lock.json"];

/// Returns the script, which is downloaded the first time; or says what is missing.
pub(crate) fn prepare() -> Result<PathBuf, String> {
    let folder = workspace::target().join("axe-core");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if is_installed(&folder).unwrap_or(false) && script.is_file() {
        return Ok(script);
    }
    let npm = Step::new("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .folder(folder.clone());
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in PINNED_FILES {
        let from = workspace::root().join(PINNED).join(name);
        fs::copy(&from, folder.join(name))
            .map_err(|error| format!("{}: {error}", from.display()))?;
    }
    npm.run("download of axe-core")
        .map_err(|failure| format!("axe-core cannot be downloaded: {failure}"))?;
    match script.is_file() {
        true => Ok(script),
        false => Err(format!("npm did not write {}", script.display())),
    }
}

/// Whether the version that is pinned now has been downloaded before.
fn is_installed(folder: &std::path::Path) -> std::io::Result<bool> {
    for name in PINNED_FILES {
        if fs::read(workspace::root().join(PINNED).join(name))? != fs::read(folder.join(name))? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_and_the_checksum_are_pinned_and_no_host_is_named() {
        let [package, lock] = PINNED_FILES
            .map(|name| fs::read_to_string(workspace::root().join(PINNED).join(name)).unwrap());
        let version = package.split('"').nth(7).unwrap();
        assert!(version.split('.').all(|part| part.parse::<u32>().is_ok()));
        assert!(
            lock.contains(&format!("\"version\": \"{version}\"")),
            "{lock}"
        );
        assert!(lock.contains("\"integrity\": \"sha512-"), "{lock}");
        assert!(!lock.contains("://"), "{lock}");
    }
}
