//! The browser that tests drive, and its driver: finding them, and getting them where that
//! is simple and allowed.

use std::env;
use std::path::PathBuf;

use crate::step::Step;

/// A browser and the WebDriver server of its version.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

/// What the browser is called by those who package it.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const DRIVER: &str = "chromedriver";

/// The browser, after having tried to install it; or what is missing, in words.
pub(crate) fn find() -> Result<Browser, String> {
    found().or_else(|missing| {
        if !may_install() {
            return Err(format!(
                "{missing}; install Chromium and its driver, on Debian with `apt-get install \
                 chromium chromium-driver`"
            ));
        }
        let quiet = |arguments: &str| {
            Step::new("apt-get", arguments.split(' ')).variable("DEBIAN_FRONTEND", "noninteractive")
        };
        quiet("update")
            .run("lists of packages")
            .and_then(|()| {
                quiet("install -y --no-install-recommends chromium chromium-driver").run("Chromium")
            })
            .map_err(|failure| format!("{missing}, and cannot be installed: {failure}"))?;
        found()
    })
}

fn found() -> Result<Browser, String> {
    let browser = NAMES
        .into_iter()
        .find_map(on_path)
        .ok_or("there is no Chromium")?;
    let driver = on_path(DRIVER).ok_or("there is no chromedriver")?;
    Ok(Browser { browser, driver })
}

fn on_path(program: &str) -> Option<PathBuf> {
    let program = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&program))
        .find(|path| path.is_file())
}

/// Whether packages can be installed without asking anyone.
fn may_install() -> bool {
    let is_root = Step::new("id", ["-u"])
        .capture()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    is_root && on_path("apt-get").is_some()
}
