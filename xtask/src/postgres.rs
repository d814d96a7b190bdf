//! The PostgreSQL server that the tests of stored rooms start.

use std::fs;
use std::path::{Path, PathBuf};

use crate::toolchain::{find_program, install};

/// Where Debian installs the programs, in a folder for each version.
const FOLDER: &str = "/usr/lib/postgresql";
const PROGRAMS: [&str; 2] = ["initdb", "postgres"];
const PACKAGES: &str = "postgresql";

/// Finds the folder of the programs, and installs them if it can; or says what is missing.
pub(crate) fn prepare() -> Result<PathBuf, String> {
    find().or_else(|missing| {
        install(PACKAGES).map_err(|reason| format!("{missing}; {reason}"))?;
        find()
    })
}

fn find() -> Result<PathBuf, String> {
    let has_programs = |folder: &Path| {
        PROGRAMS
            .iter()
            .all(|program| folder.join(program).is_file())
    };
    let in_path = find_program(PROGRAMS[0]).and_then(|program| Some(program.parent()?.to_owned()));
    let versions = fs::read_dir(FOLDER).into_iter().flatten().flatten();
    versions
        .map(|version| version.path().join("bin"))
        .chain(in_path)
        .find(|folder| has_programs(folder))
        .ok_or_else(|| "PostgreSQL is not installed".to_owned())
}
