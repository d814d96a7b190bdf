//! The parts of the program that a build may lack, and the answer of such a build when one of them
//! is asked for: the command that builds a program with it.

use std::env;
use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};

use clap::builder::{EnumValueParser, TypedValueParser};
use thiserror::Error;

use crate::scoring_device::DeviceChoice;

/// A part of the program: a Cargo feature of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// A client of rooms.
    #[cfg_attr(
        feature = "join",
        allow(dead_code, reason = "only a build without it asks for it")
    )]
    Join,
    /// The server.
    #[cfg_attr(
        feature = "serve",
        allow(dead_code, reason = "only a build without it asks for it")
    )]
    Serve,
    /// Several servers as one service, with PostgreSQL and NATS.
    #[cfg_attr(
        not(feature = "serve"),
        allow(dead_code, reason = "only the server asks for it")
    )]
    Cluster,
    /// Hunts and proofs on several machines, over NATS.
    Nats,
    /// Scoring boards on a GPU.
    Gpu,
}

/// Why this build cannot do a command.
#[derive(Debug, Error)]
pub(crate) struct MissingFeature {
    feature: Feature,
    /// The arguments of this program, without its name.
    arguments: Vec<OsString>,
}

impl Feature {
    /// Checks that this build has the feature.
    pub(crate) fn require(self) -> Result<(), MissingFeature> {
        let is_built = match self {
            Self::Join => cfg!(feature = "join"),
            Self::Serve => cfg!(feature = "serve"),
            Self::Cluster => cfg!(feature = "cluster"),
            Self::Nats => cfg!(feature = "nats"),
            Self::Gpu => cfg!(feature = "gpu"),
        };
        match is_built {
            true => Ok(()),
            false => Err(self.missing()),
        }
    }

    /// Returns the error of a build without the feature, for the command that the user entered.
    pub(crate) fn missing(self) -> MissingFeature {
        MissingFeature {
            feature: self,
            arguments: env::args_os().skip(1).collect(),
        }
    }
}

impl Display for MissingFeature {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let (part, name) = match self.feature {
            Feature::Join => ("the client of rooms", "join"),
            Feature::Serve => ("the server", "serve"),
            Feature::Cluster => ("support for PostgreSQL and NATS", "cluster"),
            Feature::Nats => ("support for NATS", "nats"),
            Feature::Gpu => ("support for GPUs", "gpu"),
        };
        // This one builds the page too.
        let (command, arguments) = match self.arguments.split_first() {
            Some((first, rest)) if first == "serve" => ("cargo xtask serve".to_owned(), rest),
            _ => (
                format!("cargo run --release --features {name} --"),
                self.arguments.as_slice(),
            ),
        };
        write!(
            formatter,
            "this build does not include {part}; to run this command, enter in the folder of the source code:\n\n    {command}"
        )?;
        for argument in arguments {
            write!(formatter, " {}", quoted(&argument.to_string_lossy()))?;
        }
        Ok(())
    }
}

/// Writes an argument as shells read it.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

/// Returns a parser for the address of a NATS server that a feature connects to, for clap.
pub(crate) fn nats_url(
    feature: Feature,
) -> impl Fn(&str) -> Result<String, MissingFeature> + Clone + Send + Sync {
    move |text| feature.require().map(|()| text.to_owned())
}

/// Parses a device, for clap.
pub(crate) fn device() -> impl TypedValueParser<Value = DeviceChoice> {
    EnumValueParser::new().try_map(|device| match device {
        DeviceChoice::Gpu => Feature::Gpu.require().map(|()| device),
        DeviceChoice::Auto | DeviceChoice::Cpu => Ok(device),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_that_builds_a_feature_has_the_same_arguments() {
        for (feature, arguments, command) in [
            (
                Feature::Serve,
                ["serve", "--port", "8080"],
                "cargo xtask serve --port 8080",
            ),
            (
                Feature::Serve,
                ["my games.json", "serve", ""],
                "cargo run --release --features serve -- 'my games.json' serve ''",
            ),
            (
                Feature::Gpu,
                ["score", "--device=gpu", "it's"],
                r"cargo run --release --features gpu -- score --device=gpu 'it'\''s'",
            ),
        ] {
            let arguments = arguments.map(OsString::from).to_vec();
            let text = MissingFeature { feature, arguments }.to_string();
            assert_eq!(text.lines().last().unwrap().trim(), command);
        }
    }
}
