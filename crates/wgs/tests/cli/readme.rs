//! The examples of the README, and of the documents that it leads to, print what they show.
//!
//! An example is a line `$ COMMAND` in a code block, fenced or indented, with the output below
//! it, up to the next command, an empty line or the end of the block. A line `…` or `...` stands
//! for any number of lines. Commands without output have to succeed; requests to a server
//! are answered without one. The commands of Cargo are checked by the tests of xtask.

use std::process::{Command, Output, Stdio};

use serde_json::Value;
use wgs_server::{Options, Server};

use crate::api::api;
use crate::folder::{Folder, repository};

/// The documents whose examples and commands are checked.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "docs/commands.md",
    "docs/creating.md",
    "docs/games.md",
    "docs/library.md",
    "docs/speed.md",
    "docs/studies.md",
    "docs/web.md",
];

/// A document whose examples are checked, and which also shows output without a command.
const JSON: &str = "docs/json.md";

/// All documents as one text.
fn documents() -> String {
    DOCUMENTS.map(repository).join("\n")
}

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

/// The commands of code blocks that show no output, without comments; a line that ends in a
/// backslash continues. Commands are in indented blocks: blocks with a fence are in another
/// language.
fn silent_commands(text: &str) -> Vec<String> {
    let shown = examples(text);
    let mut commands: Vec<String> = Vec::new();
    let (mut is_fenced, mut is_output) = (false, false);
    for line in text.lines() {
        is_fenced ^= line.starts_with("```");
        let indented = line.strip_prefix("    ").filter(|_| !is_fenced);
        let Some(line) = indented.filter(|line| !line.is_empty()) else {
            is_output = false;
            continue;
        };
        if let Some(last) = commands.last_mut().filter(|last| last.ends_with('\\')) {
            last.pop();
            last.push_str(line.trim());
            continue;
        }
        let command = line.strip_prefix("$ ").unwrap_or(line);
        is_output |= shown.iter().any(|example| example.command == command);
        if !is_output {
            let command = command.split(" # ").next().unwrap_or(command);
            commands.push(command.trim_end().to_owned());
        }
    }
    commands
}

/// Runs a command in a shell that knows the program as `wgs`, with an empty standard input.
fn shell(folder: &Folder, command: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_wgs");
    // Instead of sending a request, curl prints its arguments.
    let curl = "curl() { printf '%s\\n' \"$@\"; }";
    let script = format!("wgs() {{ {program:?} \"$@\"; }}; {curl}; {command}");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .env("XDG_CONFIG_HOME", folder.path("config"))
        .env("HOME", folder.path(""))
        .stdin(Stdio::null());
    shell.output().expect("sh runs")
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
fn the_examples_of_the_documents_print_what_they_show() {
    let examples = examples(&(documents() + "\n" + &repository(JSON)));
    assert!(examples.len() >= 14, "{examples:?}");
    let folder = Folder::new();
    for example in examples {
        let output = shell(&folder, &example.command);
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(
            matches(&example.output, &lines),
            "{}\nprinted\n{printed}\nbut a document shows\n{}",
            example.command,
            example.output.join("\n")
        );
    }
}

#[test]
fn the_other_commands_of_the_documents_run_as_written() {
    let folder = Folder::new();
    let server = Server::new(Options::default()).unwrap();
    let mut run = 0;
    for command in silent_commands(&documents()) {
        let mut command = command.replace("cargo run --release -- ", "wgs ");
        if command.starts_with("wgs hunt ") {
            // It would take a minute.
            let untimed = command.split(" --time ").next().unwrap_or_default();
            command = format!("{untimed} --time 2s");
        }
        match command.split(' ').next() {
            Some("cargo") => continue,
            Some("wgs" | "curl") => {}
            _ => panic!("no check for the command {command:?}"),
        }
        let output = shell(&folder, &command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{errors}");
        let printed = String::from_utf8_lossy(&output.stdout);
        if command.starts_with("curl ") {
            let arguments: Vec<&str> = printed.lines().collect();
            let [url, "-H", "Content-Type: application/json", "-d", body] = arguments[..] else {
                panic!("{arguments:?}");
            };
            // The address is that of `wgs serve` without options.
            let name = url.strip_prefix("http://127.0.0.1:7007/api/v1/");
            let body: Value = serde_json::from_str(body).unwrap();
            let answer = api(&server, name.expect(url), &body);
            assert!(answer.contains("\"words\":831"), "{answer}");
        }
        run += 1;
    }
    assert!(run >= 8, "only {run} commands were found");
    let help = folder.print(&["serve", "--help"]);
    assert!(help.contains("[default: 7007]"), "{help}");
}

#[test]
fn the_commands_in_the_text_of_the_documents_have_these_names_and_flags() {
    let text = documents();
    let folder = Folder::new();
    let mut checked = 0;
    let texts = text.split('`').skip(1).step_by(2);
    for command in texts.filter_map(|text| text.strip_prefix("wgs ")) {
        let words: Vec<&str> = command.split_whitespace().collect();
        // Placeholders are in upper case, and a configuration file may come first.
        let words = words.strip_prefix(&["--config", "FILE"]).unwrap_or(&words);
        let is_name = |word: &&&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        let is_flag = |word: &str| word.starts_with("--");
        let names = words.iter().take_while(is_name);
        let mut names: Vec<&str> = names.copied().filter(|word| !is_flag(word)).collect();
        if names.is_empty() {
            continue;
        }
        names.push("--help");
        let help = folder.print(&names);
        for flag in words.iter().filter(|word| is_flag(word)) {
            assert!(help.contains(*flag), "{command}: no {flag} in\n{help}");
        }
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} commands were found");
}

#[test]
fn the_library_example_of_the_documents_is_the_one_that_is_compiled() {
    let compiled = repository("crates/wgs-engine/examples/boggle.rs");
    let (_, compiled) = compiled.split_once("\n\n").unwrap();
    for file in ["docs/library.md", "crates/wgs-engine/README.md"] {
        let readme = repository(file);
        let (_, example) = readme.split_once("```rust\n").unwrap();
        let (example, _) = example.split_once("```\n").unwrap();
        assert_eq!(example, compiled, "{file}");
    }
}

#[test]
fn silent_commands_are_those_without_output() {
    let text = "    one  # a comment\n    $ two\n    2\n\n    $ three\n\n    four \\\n      -x\n```rust\n    five\n```\n";
    assert_eq!(silent_commands(text), ["one", "three", "four -x"]);
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
