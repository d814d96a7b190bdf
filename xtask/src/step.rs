//! One external command, shown as it can be typed, timed and checked.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::{Failure, workspace};

/// An external command. It runs in the repository's root if nothing else is said.
pub(crate) struct Step {
    program: &'static str,
    arguments: Vec<OsString>,
    variables: Vec<(&'static str, OsString)>,
    folder: PathBuf,
}

impl Step {
    /// A program with its arguments.
    pub(crate) fn new<A: Into<OsString>>(
        program: &'static str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            program,
            arguments: arguments.into_iter().map(Into::into).collect(),
            variables: Vec::new(),
            folder: workspace::root().to_owned(),
        }
    }

    /// Cargo with the arguments of a line. No argument of such a line has spaces.
    pub(crate) fn cargo(line: &str) -> Self {
        Self::new("cargo", line.split(' '))
    }

    /// Adds one argument.
    pub(crate) fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets an environment variable.
    pub(crate) fn variable(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// Has the command run in another folder.
    pub(crate) fn folder(mut self, folder: PathBuf) -> Self {
        self.folder = folder;
        self
    }

    /// Runs the command, telling what is done and how long it took.
    pub(crate) fn run(&self, title: &str) -> Result<(), Failure> {
        println!("==> {title}: {self}");
        let start = Instant::now();
        let status = self
            .command()
            .status()
            .map_err(|error| self.unusable(&error))?;
        let seconds = start.elapsed().as_secs_f64();
        if !status.success() {
            return Err(format!(
                "{title} failed after {seconds:.1} s; to repeat it alone:\n\n    {self}\n"
            )
            .into());
        }
        println!("    {title}: fine, {seconds:.1} s");
        Ok(())
    }

    /// Runs the command and keeps what it prints.
    pub(crate) fn capture(&self) -> Result<Output, Failure> {
        self.command()
            .stdin(Stdio::null())
            .output()
            .map_err(|error| self.unusable(&error))
    }

    /// Whether the command runs and ends well. It prints nothing.
    pub(crate) fn succeeds(&self) -> bool {
        self.capture().is_ok_and(|output| output.status.success())
    }

    fn command(&self) -> Command {
        // The cargo that runs this program is the one to go on with.
        let program = match self.program {
            "cargo" => env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            other => other.into(),
        };
        let mut command = Command::new(program);
        command
            .args(&self.arguments)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.folder);
        command
    }

    fn unusable(&self, error: &std::io::Error) -> Failure {
        match error.kind() {
            ErrorKind::NotFound => format!("there is no program \"{}\"", self.program).into(),
            _ => format!("\"{}\" cannot be run: {error}", self.program).into(),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            write!(f, "{name}={} ", quoted(&value.to_string_lossy()))?;
        }
        f.write_str(self.program)?;
        for argument in &self.arguments {
            write!(f, " {}", quoted(&argument.to_string_lossy()))?;
        }
        Ok(())
    }
}

/// The text as a shell takes it for one word.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=+./,:@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_can_be_typed() {
        let step = Step::cargo("doc --no-deps")
            .variable("RUSTDOCFLAGS", "-D warnings")
            .argument("it's");
        assert_eq!(
            step.to_string(),
            r"RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'it'\''s'"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let step = Step::new("no-such-program-as-this", ["--version"]);
        assert!(!step.succeeds());
        assert_eq!(
            step.run("a try").unwrap_err().to_string(),
            "there is no program \"no-such-program-as-this\""
        );
    }

    #[test]
    fn a_failure_tells_how_to_repeat_it() {
        let step = Step::new(
            "git",
            "diff --quiet --no-index Cargo.toml deny.toml".split(' '),
        );
        let failure = step.run("a try").unwrap_err().to_string();
        assert!(failure.starts_with("a try failed after "), "{failure}");
        assert!(failure.ends_with(&format!("\n\n    {step}\n")), "{failure}");
    }
}
