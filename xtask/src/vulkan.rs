//! Mesa's software driver for Vulkan, which the tests on a GPU need. The tests themselves use a GPU if there is one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::toolchain::install;

/// Where drivers are registered.
const FOLDERS: [&str; 2] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];
/// The library that finds the drivers.
const LOADERS: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
    "/usr/lib/aarch64-linux-gnu/libvulkan.so.1",
];
const PACKAGES: &str = "mesa-vulkan-drivers libvulkan1";

/// Finds a driver, and installs Mesa's if it can; or says what is missing.
pub(crate) fn prepare() -> Result<PathBuf, String> {
    find().or_else(|missing| {
        install(PACKAGES).map_err(|reason| format!("{missing}; {reason}"))?;
        find()
    })
}

fn find() -> Result<PathBuf, String> {
    let missing = || "there is no driver for Vulkan".to_owned();
    if !LOADERS.iter().any(|loader| Path::new(loader).exists()) {
        return Err(missing());
    }
    // Mesa's driver for the processor works everywhere; others are for devices that may be absent.
    let drivers = FOLDERS
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok());
    let mut drivers = drivers.flatten().flatten().map(|entry| entry.path());
    let is_mesa = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("lvp_icd"))
    };
    drivers.find(is_mesa).ok_or_else(missing)
}
