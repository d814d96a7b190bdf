//! The paths of the project's files and build outputs.

use std::env;
use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder in the root")
}

/// The folder that every build of the project shares.
pub(crate) fn target() -> PathBuf {
    let chosen = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(chosen)
}

/// A compiled program of a profile, by the name of the profile's folder.
pub(crate) fn binary(profile: &str, name: &str) -> PathBuf {
    target()
        .join(profile)
        .join(format!("{name}{}", env::consts::EXE_SUFFIX))
}
