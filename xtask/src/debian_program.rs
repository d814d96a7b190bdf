//! Programs of the system that tests start: found, or installed as a Debian package.

use std::path::PathBuf;

use crate::toolchain::{find_program, install};

/// A program, and the Debian packages that it needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DebianProgram {
    name: &'static str,
    packages: &'static str,
}

/// The message server of NATS.
pub(crate) const NATS_SERVER: DebianProgram = DebianProgram {
    name: "nats-server",
    packages: "nats-server",
};

/// The reverse proxy.
pub(crate) const NGINX: DebianProgram = DebianProgram {
    name: "nginx",
    // The tests make certificates with OpenSSL.
    packages: "nginx openssl",
};

/// The program that makes networks.
pub(crate) const IP: DebianProgram = DebianProgram {
    name: "ip",
    packages: "iproute2",
};

impl DebianProgram {
    /// Finds the program, and installs it if it can; or says what is missing.
    pub(crate) fn prepare(self) -> Result<PathBuf, String> {
        self.find().or_else(|missing| {
            install(self.packages).map_err(|reason| format!("{missing}; {reason}"))?;
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
            packages: "git",
        };
        assert!(git.prepare().unwrap().is_file());
        let none = DebianProgram {
            name: "no-such-program-as-this",
            packages: "none",
        };
        assert_eq!(
            none.find().unwrap_err(),
            "no-such-program-as-this is not installed"
        );
    }
}
