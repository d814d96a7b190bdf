//! Programs of the system that tests start: found, or installed as a Debian package.

use std::path::PathBuf;

use crate::toolchain::{find_program, install};

/// A program, and the Debian package that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DebianProgram {
    name: &'static str,
    package: &'static str,
}

/// The message server of NATS.
pub(crate) const NATS_SERVER: DebianProgram = DebianProgram {
    name: "nats-server",
    package: "nats-server",
};

/// The reverse proxy.
pub(crate) const NGINX: DebianProgram = DebianProgram {
    name: "nginx",
    package: "nginx",
};

impl DebianProgram {
    /// Finds the program, and installs it if it can; or says what is missing.
    pub(crate) fn prepare(self) -> Result<PathBuf, String> {
        self.find().or_else(|missing| {
            install(self.package).map_err(|reason| format!("{missing}; {reason}"))?;
            self.find()
        })
    }

    fn find(self) -> Result<PathBuf, String> {
        find_program(self.name).ok_or_else(|| format!("{} is not installed", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_or_named() {
        let git = DebianProgram {
            name: "git",
            package: "git",
        };
        assert!(git.prepare().unwrap().is_file());
        let none = DebianProgram {
            name: "no-such-program-as-this",
            package: "none",
        };
        assert_eq!(
            none.find().unwrap_err(),
            "no-such-program-as-this is not installed"
        );
    }
}
