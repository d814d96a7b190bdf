//! Help, completions and manual pages, all from the same definitions.

use std::fs;

use crate::folder::Folder;

const COMMANDS: [&str; 24] = [
    "solve",
    "solve-dups",
    "score",
    "analyze",
    "check-board",
    "check-word",
    "create",
    "boggle",
    "play",
    "join",
    "scrabblet",
    "games",
    "serve",
    "server",
    "dictionary",
    "config",
    "bench",
    "study",
    "hunt",
    "records",
    "prove",
    "worker",
    "completions",
    "man",
];

#[test]
fn help_names_every_command_and_the_exit_codes() {
    let help = Folder::new().print(&["--help"]);
    for command in COMMANDS {
        assert!(
            help.contains(&format!("\n  {command} ")),
            "{command}: {help}"
        );
    }
    assert!(help.contains("Exit codes:"), "{help}");
}

#[test]
fn every_command_has_help() {
    let folder = Folder::new();
    for command in COMMANDS {
        let help = folder.print(&[command, "--help"]);
        assert!(help.contains(&format!("Usage: wgs {command}")), "{help}");
        assert!(
            help.lines().all(|line| line.chars().count() <= 100),
            "{help}"
        );
    }
}

#[test]
fn global_options_have_a_heading_of_their_own() {
    let folder = Folder::new();
    let help = |command: &[&str]| folder.print(&[command, &["--help"]].concat());
    let sub = [
        &["config", "check"][..],
        &["scrabblet", "deal"],
        &["bench", "create"],
        &[],
    ];
    for command in COMMANDS.iter().map(std::slice::from_ref).chain(sub) {
        let help = help(command);
        let (own, global) = help.split_once("\nGlobal options:\n").expect(&help);
        for option in ["--config", "--quiet", "--strict-config", "--color"] {
            assert!(
                global.contains(option) && !own.contains(&format!("  {option} ")),
                "{help}"
            );
        }
        let has_limit = !matches!(command.first(), Some(&("serve" | "bench")));
        assert_eq!(
            global.contains("--timeout"),
            has_limit,
            "{command:?}: {help}"
        );
    }
    for command in ["serve", "bench"] {
        let error = folder.run(&[command, "--timeout", "1"]).refused(2);
        assert!(
            error.contains("`serve` and `bench` have no time limit"),
            "{error}"
        );
    }
}

#[test]
fn commands_with_many_options_have_examples_that_the_parser_accepts() {
    let folder = Folder::new();
    for command in ["serve", "play", "create", "hunt", "records", "study"] {
        let help = folder.print(&[command, "--help"]);
        let (_, examples) = help.split_once("\nExamples:\n").expect(&help);
        let examples: Vec<&str> = examples.lines().map(str::trim).collect();
        assert!(
            examples.iter().all(|example| example.starts_with("wgs ")),
            "{examples:?}"
        );
        for example in examples {
            let words: Vec<&str> = example.split(' ').skip(1).collect();
            // The help is printed after all arguments before it were accepted.
            folder.print(&[&words[..], &["--help"]].concat());
        }
    }
    assert!(
        folder
            .print(&["serve", "--help"])
            .contains("rooms for playing together")
    );
}

#[test]
fn wrong_usage_ends_with_code_2_and_a_suggestion() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (&[][..], "Usage: wgs"),
        (&["sovle", "Ruzzle"], "'solve'"),
        (&["solve"], "expected a game"),
        (&["score", "Ruzzle", "--bord", "CAT"], "'--board'"),
        (&["score", "Ruzzle", "%w"], "board 1: column 1: '%'"),
        (&["completions", "tcsh"], "zsh"),
        (&["config"], "Usage: wgs config"),
        (&["dictionary", "compile", "words.txt"], "<FILE>"),
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn there_are_completions_for_common_shells() {
    let folder = Folder::new();
    for (shell, sign) in [
        ("bash", "_wgs()"),
        ("zsh", "#compdef wgs"),
        ("fish", "complete -c wgs"),
    ] {
        let script = folder.print(&["completions", shell]);
        assert!(script.contains(sign), "{shell}");
        assert!(
            script.contains("solve-dups") && script.contains("starts-with"),
            "{shell}"
        );
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    folder.print(&["man", "pages/man1"]);
    let page = |name: &str| fs::read_to_string(folder.path(&format!("pages/man1/{name}.1")));
    assert!(page("wgs").unwrap().contains("wgs"));
    for command in COMMANDS {
        let page = page(&format!("wgs-{command}")).unwrap();
        assert!(page.starts_with(".ie") || page.contains(".TH"), "{command}");
    }
    let solve = page("wgs-solve").unwrap();
    assert!(solve.contains("starts\\-with"), "{solve}");
}
