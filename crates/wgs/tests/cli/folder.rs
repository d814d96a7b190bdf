//! A temporary folder for each test. The program runs there without the user's configuration.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder that is deleted when the test ends.
pub(crate) struct Folder {
    folder: TempDir,
}

/// The exit code of the program, and its output.
#[derive(Debug)]
pub(crate) struct ProgramOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Self { folder }
    }

    /// A folder with the word list `words.txt`.
    pub(crate) fn with_words(words: &str) -> Self {
        let folder = Self::new();
        folder.write("words.txt", words);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Prepares the program to run in this folder, with pipes as standard streams.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wgs"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("HOME", self.path("home"))
            .env("XDG_CONFIG_HOME", self.path("home/config"))
            .env("XDG_DATA_HOME", self.path("home/data"))
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("WGS_GAME")
            .env_remove("WGS_DATABASE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with an empty standard input.
    pub(crate) fn run(&self, arguments: &[&str]) -> ProgramOutput {
        self.run_with(arguments, "")
    }

    /// Runs the program with this standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> ProgramOutput {
        finish(&mut self.command(arguments), input)
    }

    /// Runs the program, which must succeed without warnings, and returns its output.
    pub(crate) fn print(&self, arguments: &[&str]) -> String {
        self.run(arguments).fine()
    }

    /// Runs the program with this standard input. It must succeed without warnings.
    pub(crate) fn print_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> String {
        self.run_with(arguments, input).fine()
    }
}

impl ProgramOutput {
    /// Returns the output of a program that succeeded without warnings. Notes about the number
    /// of tiles are ignored, because many boards of the tests are smaller than their grids.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        let is_note = |line: &&str| line.contains(" for ") && line.contains(" cells; the last ");
        let warnings: Vec<&str> = self.err.lines().filter(|line| !is_note(line)).collect();
        assert_eq!((self.code, warnings), (Some(0), vec![]), "{}", self.out);
        self.out
    }

    /// Returns the standard error of a program that ended with this code and printed nothing.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.out.as_str()),
            (Some(code), ""),
            "{}",
            self.err
        );
        self.err
    }
}

/// Runs a command with this standard input.
pub(crate) fn finish(command: &mut Command, input: impl AsRef<[u8]>) -> ProgramOutput {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref();
    let output: Output = thread::scope(|scope| {
        // A program that ends early closes its input.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    ProgramOutput {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Waits until a process is searching: until it has used more processor time than it needs to start.
#[cfg(unix)]
pub(crate) fn wait_until_searching(child: &std::process::Child) {
    const LONGER_THAN_A_START: Duration = Duration::from_millis(400);
    let deadline = Instant::now() + Duration::from_secs(60);
    while processor_time(child.id()) < LONGER_THAN_A_START {
        assert!(Instant::now() < deadline, "the process does nothing");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The processor time that a process has used.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> Duration {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name in parentheses may contain anything. Linux counts in hundredths of a second.
    let (_, fields) = status.rsplit_once(')').unwrap();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Duration::from_millis(10 * ticks)
}

/// The processor time that a process has used, which `ps` prints as minutes and seconds.
#[cfg(all(unix, not(target_os = "linux")))]
fn processor_time(process: u32) -> Duration {
    let process = process.to_string();
    let ps = Command::new("ps")
        .args(["-o", "time=", "-p", &process])
        .output();
    let time = String::from_utf8(ps.unwrap().stdout).unwrap();
    let seconds = time
        .trim()
        .split(':')
        .map(|part| part.parse::<f64>().unwrap());
    Duration::from_secs_f64(seconds.fold(0.0, |sum, part| 60.0 * sum + part))
}

/// Sends the signal of Ctrl-C to a process.
#[cfg(unix)]
pub(crate) fn interrupt(child: &std::process::Child) {
    use rustix::process::{Pid, Signal, kill_process};

    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

/// A file of the test data beside the repository. Tests that use it are marked with
/// `#[requires(shared_data)]`.
pub(crate) fn shared(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("../shared/data").join(name);
    path.canonicalize()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file of the repository.
pub(crate) fn repository(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(name)).unwrap()
}
