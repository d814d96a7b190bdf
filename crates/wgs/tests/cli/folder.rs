//! A folder of its own for each test, in which the program runs far from the user's
//! configuration.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A folder that goes when the test ends.
pub(crate) struct Folder {
    path: PathBuf,
}

/// What the program said.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cli-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self { path }
    }

    /// A folder with the list of words `words.txt`.
    pub(crate) fn with_words(words: &str) -> Self {
        let folder = Self::new();
        folder.write("words.txt", words);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The program, to be started in this folder. Its standard streams are pipes.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wgs"));
        command
            .args(arguments)
            .current_dir(&self.path)
            .env("HOME", self.path("home"))
            .env("XDG_CONFIG_HOME", self.path("home/config"))
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with nothing on its standard input.
    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        self.run_with(arguments, "")
    }

    /// Runs the program with this on its standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Answer {
        finish(&mut self.command(arguments), input)
    }

    /// What the program prints, when all goes well and nothing is said beside it.
    pub(crate) fn print(&self, arguments: &[&str]) -> String {
        self.run(arguments).fine()
    }

    /// What the program prints for these boards, when all goes well.
    pub(crate) fn print_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> String {
        self.run_with(arguments, input).fine()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Answer {
    /// The output, when all went well and nothing was said beside it.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!(
            (self.code, self.err.as_str()),
            (Some(0), ""),
            "{}",
            self.out
        );
        self.out
    }

    /// What was said on standard error, when it ended with this code and printed nothing.
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

/// Runs a command with this on its standard input.
pub(crate) fn finish(command: &mut Command, input: impl AsRef<[u8]>) -> Answer {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref();
    let output: Output = thread::scope(|scope| {
        // A program that ends early closes its input.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    Answer {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
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
