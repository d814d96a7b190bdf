//! The answers of a build that lacks a feature, when a command needs it. The other tests, in `cli`,
//! are of the full program.

use std::process::{Command, Output};

fn wgs(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wgs"));
    command.args(arguments).output().expect("wgs runs")
}

/// The commands that need a feature, and the commands that build a program with it.
const LACKING: [(bool, &[&str], &str); 9] = [
    (
        cfg!(feature = "join"),
        &["join", "BDFGHJKL"],
        "cargo run --release --features join -- join BDFGHJKL",
    ),
    (
        cfg!(feature = "serve"),
        &["serve", "--port", "8080"],
        "cargo xtask serve --port 8080",
    ),
    (
        cfg!(feature = "serve"),
        &["serve", "--help"],
        "cargo xtask serve --help",
    ),
    (
        cfg!(feature = "serve"),
        &["server", "backup", "a file"],
        "cargo run --release --features serve -- server backup 'a file'",
    ),
    (
        cfg!(feature = "nats"),
        &["worker", "--nats", "nats://localhost"],
        "cargo run --release --features nats -- worker --nats nats://localhost",
    ),
    (
        cfg!(feature = "nats"),
        &["hunt", "boggle-new", "--nats", "nats://localhost"],
        "cargo run --release --features nats -- hunt boggle-new --nats nats://localhost",
    ),
    (
        cfg!(feature = "nats"),
        &[
            "prove",
            "boggle-new",
            "-n",
            "9",
            "--nats",
            "nats://localhost",
        ],
        "cargo run --release --features nats -- prove boggle-new -n 9 --nats nats://localhost",
    ),
    (
        cfg!(feature = "gpu"),
        &["score", "boggle-new", "--device", "gpu", "--board", "A"],
        "cargo run --release --features gpu -- score boggle-new --device gpu --board A",
    ),
    (
        cfg!(feature = "gpu"),
        &["bench", "--device", "gpu"],
        "cargo run --release --features gpu -- bench --device gpu",
    ),
];

#[test]
#[cfg_attr(
    all(feature = "cluster", feature = "gpu", feature = "join"),
    ignore = "this build lacks no command; cargo test --package wgs runs it"
)]
fn a_command_that_a_build_lacks_names_the_command_that_builds_it() {
    for (is_built, arguments, command) in LACKING {
        if is_built {
            continue;
        }
        let output = wgs(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains("this build does not include"), "{errors}");
        let lines: Vec<&str> = errors.lines().map(str::trim).collect();
        assert!(lines.contains(&command), "{arguments:?}: {errors}");
    }
}

#[test]
fn every_build_lists_all_commands() {
    let output = wgs(&["--help"]);
    let help = String::from_utf8_lossy(&output.stdout);
    for command in ["solve", "hunt", "join", "serve", "server", "worker"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
    }
}

#[cfg(not(all(feature = "cluster", feature = "gpu", feature = "join")))]
#[test]
#[ignore = "cargo test --package wgs --features full runs them"]
fn the_tests_of_the_full_program() {}
