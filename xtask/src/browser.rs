//! The browser that the tests in `crates/wgs-browser-test` drive, and its driver.

use std::path::PathBuf;

use crate::toolchain::{find_program, install};

/// A browser and the WebDriver server of its version.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

/// The names under which systems install Chromium.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const DRIVER: &str = "chromedriver";
const PACKAGES: &str = "chromium chromium-driver";

/// Finds the browser, and installs it if it can; or says what is missing.
pub(crate) fn prepare() -> Result<Browser, String> {
    find().or_else(|missing| {
        install(PACKAGES).map_err(|reason| format!("{missing}; {reason}"))?;
        find()
    })
}

fn find() -> Result<Browser, String> {
    let browser = NAMES
        .into_iter()
        .find_map(find_program)
        .ok_or("Chromium is not installed")?;
    let driver = find_program(DRIVER).ok_or("chromedriver is not installed")?;
    Ok(Browser { browser, driver })
}
