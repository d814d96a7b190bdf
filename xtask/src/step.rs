//! An external command: printed in a form that a shell accepts, run, and timed.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use crate::{Failure, workspace};

/// An external command. It runs in the repository's root unless `folder` says otherwise.
pub(crate) struct Step {
    program: OsString,
    arguments: Vec<OsString>,
    variables: Vec<(&'static str, OsString)>,
    folder: PathBuf,
    note: &'static str,
}

impl Step {
    /// A program with its arguments.
    pub(crate) fn new<A: Into<OsString>>(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            variables: Vec::new(),
            folder: workspace::root().to_owned(),
            note: "",
        }
    }

    /// Cargo with arguments that are separated by single spaces.
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

    /// Sets the folder that the command runs in.
    pub(crate) fn folder(mut self, folder: PathBuf) -> Self {
        self.folder = folder;
        self
    }

    /// Adds a note that is printed first: the purpose of the command, and how long it takes.
    pub(crate) fn note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }

    /// Runs the command, prints the command and how long it took, and returns the latter.
    pub(crate) fn run(&self, title: &str) -> Result<Duration, Failure> {
        self.announce(title);
        let start = Instant::now();
        let status = self.command().status();
        self.check(title, start, status)
    }

    /// Does the same while another step runs: prints the output when the command has ended. A file
    /// in the target folder has the output until then.
    pub(crate) fn run_beside(&self, title: &str) -> Result<Duration, Failure> {
        self.announce(title);
        let start = Instant::now();
        let path = workspace::target().join(format!("{}.log", title.replace(' ', "-")));
        let output = File::create(&path)?;
        let status = self
            .command()
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .status();
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "==> output of {title}")?;
        io::copy(&mut File::open(path)?, &mut stdout)?;
        drop(stdout);
        self.check(title, start, status)
    }

    fn check(
        &self,
        title: &str,
        start: Instant,
        status: io::Result<ExitStatus>,
    ) -> Result<Duration, Failure> {
        let status = status.map_err(|error| self.unusable(&error))?;
        let time = start.elapsed();
        let seconds = time.as_secs_f64();
        if !status.success() {
            return Err(format!(
                "{title} failed after {seconds:.1} s; to repeat only this step:\n\n    {self}\n"
            )
            .into());
        }
        println!("    {title}: passed, {seconds:.1} s");
        Ok(time)
    }

    /// Replaces this program by the command, which then gets the signals that are sent to this
    /// process. Returns only if the command cannot run.
    #[cfg(unix)]
    pub(crate) fn replace_process(&self, title: &str) -> Result<(), Failure> {
        use std::os::unix::process::CommandExt;

        self.announce(title);
        Err(self.unusable(&self.command().exec()))
    }

    /// Runs the command, where programs cannot be replaced. Only Unix has these signals.
    #[cfg(not(unix))]
    pub(crate) fn replace_process(&self, title: &str) -> Result<(), Failure> {
        self.run(title).map(|_| ())
    }

    fn announce(&self, title: &str) {
        println!("==> {title}: {self}");
        if !self.note.is_empty() {
            println!("    {}", self.note);
        }
    }

    /// Runs the command and returns its output.
    pub(crate) fn capture(&self) -> Result<Output, Failure> {
        self.command()
            .stdin(Stdio::null())
            .output()
            .map_err(|error| self.unusable(&error))
    }

    /// Whether the command runs and succeeds. Its output is discarded.
    pub(crate) fn succeeds(&self) -> bool {
        self.capture().is_ok_and(|output| output.status.success())
    }

    fn command(&self) -> Command {
        // The same Cargo that runs this program.
        let cargo = (self.program == "cargo").then(|| env::var_os("CARGO"));
        let mut command = Command::new(cargo.flatten().as_ref().unwrap_or(&self.program));
        command
            .args(&self.arguments)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.folder);
        // Cargo describes this package to the program that it runs. The build scripts of some
        // dependencies run again if that changes.
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_MANIFEST_") || text.starts_with("CARGO_PKG_") {
                command.env_remove(&name);
            }
        }
        command
    }

    fn unusable(&self, error: &io::Error) -> Failure {
        let program = self.program.display();
        match error.kind() {
            ErrorKind::NotFound => format!("`{program}` is not installed").into(),
            _ => format!("cannot run `{program}`: {error}").into(),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            write!(f, "{name}={} ", quoted(&value.to_string_lossy()))?;
        }
        f.write_str(&quoted(&self.program.to_string_lossy()))?;
        for argument in &self.arguments {
            write!(f, " {}", quoted(&argument.to_string_lossy()))?;
        }
        Ok(())
    }
}

/// Quotes a text so that a shell reads it as one word.
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
    fn a_command_is_printed_as_a_shell_reads_it() {
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
            step.run("an attempt").unwrap_err().to_string(),
            "`no-such-program-as-this` is not installed"
        );
    }

    #[test]
    fn a_failure_says_how_to_repeat_the_step() {
        let step = Step::new(
            "git",
            "diff --quiet --no-index Cargo.toml deny.toml".split(' '),
        );
        let failure = step.run("an attempt").unwrap_err().to_string();
        assert!(failure.starts_with("an attempt failed after "), "{failure}");
        assert!(failure.ends_with(&format!("\n\n    {step}\n")), "{failure}");
    }
}
