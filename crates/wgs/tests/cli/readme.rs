//! The examples of the README print what it shows.
//!
//! An example is a line `$ COMMAND` in a code block, fenced or indented, with the output below
//! it, up to the next command, an empty line or the end of the block. A line `…` or `...` stands
//! for any number of lines. Commands without output are not run: they may start a server.

use std::process::Command;

use crate::folder::{Folder, repository};

#[derive(Debug)]
struct Example {
    command: String,
    output: Vec<String>,
}

/// The lines of all code blocks; [`None`] where a block ends.
fn code_lines(text: &str) -> impl Iterator<Item = Option<&str>> {
    let mut is_fenced = false;
    text.lines().map(move |line| {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            return None;
        }
        match is_fenced {
            true => Some(line),
            false => line.strip_prefix("    "),
        }
    })
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_open = false;
    for line in code_lines(text) {
        let line = line.filter(|line| !line.trim().is_empty());
        if let Some(command) = line.and_then(|line| line.strip_prefix("$ ")) {
            examples.push(Example {
                command: command.to_owned(),
                output: Vec::new(),
            });
            is_open = true;
            continue;
        }
        match (line, examples.last_mut()) {
            (Some(line), Some(example)) if is_open => example.output.push(line.to_owned()),
            _ => is_open = false,
        }
    }
    examples.retain(|example| !example.output.is_empty());
    examples
}

/// Whether lines are as shown, where `…` stands for any number of lines.
fn matches(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if matches!(first.trim(), "…" | "...") => {
            (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]))
        }
        Some((first, rest)) => lines.first() == Some(&first.as_str()) && matches(rest, &lines[1..]),
    }
}

#[test]
fn the_examples_of_the_readme_print_what_it_shows() {
    let examples = examples(&repository("README.md"));
    assert!(examples.len() >= 3, "{examples:?}");
    let folder = Folder::new();
    for example in examples {
        let program = env!("CARGO_BIN_EXE_wgs");
        let script = format!("wgs() {{ {program:?} \"$@\"; }}; {}", example.command);
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path(""))
            .env("XDG_CONFIG_HOME", folder.path("config"))
            .env("HOME", folder.path(""))
            .output()
            .expect("sh runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(
            matches(&example.output, &lines),
            "{}\nprinted\n{printed}\nbut the README shows\n{}",
            example.command,
            example.output.join("\n")
        );
    }
}

#[test]
fn examples_are_found_in_fenced_and_indented_blocks() {
    let text =
        "Text\n```console\n$ one\n1\n…\n3\n\n$ none\n```\n    $ two\n    2\nText\n$ text\nno\n";
    let found = examples(text);
    let found: Vec<_> = found
        .iter()
        .map(|example| (example.command.as_str(), example.output.join(" ")))
        .collect();
    assert_eq!(
        found,
        [("one", "1 … 3".to_owned()), ("two", "2".to_owned())]
    );
    let shown = ["1", "…", "3"].map(str::to_owned);
    assert!(matches(&shown, &["1", "2", "2", "3"]));
    assert!(!matches(&shown, &["1", "2"]));
}
