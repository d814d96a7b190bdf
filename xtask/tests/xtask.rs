//! Runs the commands of xtask. Programs that would take minutes or change the machine are
//! replaced by scripts: `CARGO` and `PATH` name them.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// A folder of scripts that stand in for programs.
struct Programs {
    folder: TempDir,
}

impl Programs {
    fn new() -> Self {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Adds a script. The shell's own commands are the only ones that it can use.
    fn add(&self, name: &str, script: &str) {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Prepares xtask to run with these programs and no others.
    fn xtask(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command
            .args(arguments)
            .env("CARGO", self.path("cargo"))
            .env("PATH", self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

fn xtask(arguments: &[&str]) -> Output {
    Programs::new().xtask(arguments).output().unwrap()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn every_command_describes_itself() {
    let overview = text_of(&xtask(&["help"]).stdout);
    for command in ["test", "site", "serve", "instructions"] {
        assert!(overview.contains(&format!("\n  {command} ")), "{overview}");
        let mut texts = Vec::new();
        for arguments in [[command, "--help"], [command, "-h"], ["help", command]] {
            let output = xtask(&arguments);
            assert!(output.status.success(), "{arguments:?}");
            texts.push(text_of(&output.stdout));
        }
        let usage = format!("\nUsage: cargo xtask {command}");
        assert!(texts[0].contains(&usage), "{}", texts[0]);
        assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    }
    for arguments in [&["--help"][..], &["-h"], &["help", "--help"]] {
        assert_eq!(text_of(&xtask(arguments).stdout), overview, "{arguments:?}");
    }
}

#[test]
fn wrong_usage_is_named() {
    for (arguments, message) in [
        (&[][..], "xtask: expected a command\n"),
        (
            &["tset"],
            "xtask: unknown command \"tset\"; `cargo xtask help` lists",
        ),
        (&["help", "tset"], "xtask: unknown command \"tset\""),
        (
            &["test", "wgs"],
            "xtask: expected --slow or --strict, found \"wgs\"",
        ),
        (&["site", "a", "b"], "xtask: expected at most one argument"),
        (
            &["instructions", "--all"],
            "xtask: expected --check, --record or no option",
        ),
    ] {
        let output = xtask(arguments);
        let errors = text_of(&output.stderr);
        assert!(!output.status.success());
        assert!(errors.starts_with(message), "{arguments:?}: {errors}");
    }
}

/// Ends a process when a test ends, even if it fails.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_signal_that_ends_xtask_serve_ends_the_server() {
    let programs = Programs::new();
    programs.add("rustc", "echo /");
    // Stands for Cargo, which becomes the program that it runs: a server, here for 20 s.
    programs.add(
        "cargo",
        r#"case "$*" in
*" -- serve "*)
    for signal in INT TERM HUP; do
        trap "echo $signal; exit 7" "$signal"
    done
    echo "serving with $*"
    round=0
    while [ "$round" -lt 400 ]; do
        /bin/sleep 0.05
        round=$((round + 1))
    done ;;
esac"#,
    );
    // Not INT: the shell of the stand-in cannot catch it if the tests run in the background.
    for signal in ["TERM", "HUP"] {
        let mut command = programs.xtask(&["serve", "--port", "0"]);
        let mut xtask = Guard(command.spawn().unwrap());
        let mut lines = BufReader::new(xtask.0.stdout.take().unwrap()).lines();
        let serving = lines.find(|line| line.as_ref().unwrap().starts_with("serving with "));
        let serving = serving.expect("the server starts").unwrap();
        assert!(
            serving.ends_with(" --package wgs --features full -- serve --port 0"),
            "{serving}"
        );

        let id = xtask.0.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &id])
            .status();
        assert!(sent.unwrap().success());
        // The output ends when no process is left that could write to it.
        let rest: Vec<String> = lines.map(|line| line.unwrap()).collect();
        assert_eq!(rest, [signal]);
        assert_eq!(xtask.0.wait().unwrap().code(), Some(7), "{signal}");
    }
}

#[test]
fn without_root_or_debian_the_tests_go_on_and_the_summary_says_what_is_ignored() {
    let as_user = "echo 1000";
    let as_root = "echo 0";
    let not_installed = "Chromium is not installed; on Debian, run `apt-get install chromium \
                         chromium-driver` as root";
    for (id, apt_get, reason) in [
        (as_user, Some("exit 0"), not_installed),
        (as_root, None, not_installed),
        // As root on Debian, but for instance without a network.
        (
            as_root,
            Some("exit 100"),
            "Chromium is not installed; list of Debian packages failed",
        ),
    ] {
        let programs = Programs::new();
        programs.add("cargo", r#"[ "$1" != nextest ]"#);
        programs.add("rustc", "echo /");
        programs.add("id", id);
        if let Some(script) = apt_get {
            programs.add("apt-get", script);
        }
        let output = programs.xtask(&["test"]).output().unwrap();
        let (printed, errors) = (text_of(&output.stdout), text_of(&output.stderr));
        assert!(output.status.success(), "{printed}{errors}");
        let (steps, summary) = printed.split_once("==> summary\n").expect(&printed);
        assert!(steps.contains("==> tests: "), "{steps}");
        assert!(!steps.contains("WGS_BROWSER"), "{steps}");
        let line = format!("    tests in a browser: ignored, {reason}");
        assert!(summary.contains(&line), "{summary}");
        for (variable, ignored) in [
            (
                "WGS_NGINX=",
                "    tests behind nginx: ignored, nginx is not",
            ),
            (
                "WGS_NATS_SERVER=",
                "    tests with NATS: ignored, nats-server is not",
            ),
        ] {
            // They may be in the folder for servers.
            let (found, is_ignored) = (steps.contains(variable), summary.contains(ignored));
            assert_ne!(found, is_ignored, "{variable}{summary}");
        }
        assert!(summary.ends_with("==> all checks passed\n"), "{summary}");

        let output = programs.xtask(&["test", "--strict"]).output().unwrap();
        let errors = text_of(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with("xtask: --strict: "), "{errors}");
    }
}

/// The commands in code blocks and in backquotes that start with `cargo`.
fn cargo_commands(text: &str) -> Vec<Vec<String>> {
    let blocks = text.lines().filter_map(|line| line.strip_prefix("    "));
    let quoted = text.split('`').skip(1).step_by(2);
    let words = |command: &str| -> Vec<String> {
        let command = command.split(" # ").next().unwrap_or(command);
        let words = command.split_whitespace();
        // Variables can come first.
        let words = words.skip_while(|word| word.contains('=') && !word.starts_with('-'));
        words.map(str::to_owned).collect()
    };
    let commands = blocks.chain(quoted).map(words);
    commands
        .filter(|words| words.len() > 1 && words[0] == "cargo")
        .collect()
}

#[test]
fn the_cargo_commands_of_the_documents_exist() {
    let mut checked = 0;
    for file in [
        "README.md",
        "CONTRIBUTING.md",
        "docs/commands.md",
        "docs/library.md",
        "docs/web.md",
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        for words in cargo_commands(&text) {
            let command = words.join(" ");
            let after = |flags: &[&str]| {
                let pairs = words.windows(2);
                let value = pairs.filter(|pair| flags.contains(&pair[0].as_str()));
                value.map(|pair| pair[1].clone()).next()
            };
            let package = after(&["-p", "--package"]);
            let folder = match package.as_deref() {
                Some(name) => root().join("crates").join(name),
                None => root().join("crates/wgs"),
            };
            assert!(folder.join("Cargo.toml").is_file(), "{file}: {command}");
            if let Some(name) = after(&["--example"]) {
                let example = folder.join("examples").join(name);
                let is_there = example.is_dir() || example.with_extension("rs").is_file();
                assert!(is_there, "{file}: {command}");
            }
            for path in [after(&["--manifest-path"]), after(&["--path"])] {
                let path = path.map(|path| path.replace("PATH-TO-WGS/", ""));
                let is_there = path.is_none_or(|path| root().join(path).exists());
                assert!(is_there, "{file}: {command}");
            }
            if let Some(name) = after(&["--profile"]) {
                let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
                let is_there = manifest.contains(&format!("[profile.{name}]"));
                assert!(is_there, "{file}: {command}");
            }
            if words[1] == "xtask" && words.get(2).is_some_and(|name| name != "COMMAND") {
                let name = words[2].as_str();
                let arguments = if name == "help" {
                    vec!["help"]
                } else {
                    vec!["help", name]
                };
                let output = xtask(&arguments);
                assert!(output.status.success(), "{file}: {command}");
                let help = format!("{} --help", text_of(&output.stdout));
                for flag in words[3..].iter().filter(|word| word.starts_with("--")) {
                    assert!(help.contains(flag.as_str()), "{file}: {command}");
                }
            }
            checked += 1;
        }
    }
    assert!(checked >= 20, "only {checked} commands were found");
}
