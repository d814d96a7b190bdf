//! The examples of the README print what it shows.

use std::process::Command;

/// Each `$ ` line of the README, with the lines below it up to an empty one.
fn examples() -> Vec<(String, String)> {
    let readme = include_str!("../../../../README.md");
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in readme.lines() {
        match line.strip_prefix("    ") {
            Some(line) if line.starts_with("$ ") => {
                examples.push((line[2..].to_owned(), String::new()));
                open = true;
            }
            Some(line) if open => {
                let (_, printed) = examples.last_mut().expect("an example is open");
                printed.push_str(line);
                printed.push('\n');
            }
            _ => open = false,
        }
    }
    examples
}

#[test]
fn the_examples_of_the_readme_print_what_it_shows() {
    let examples = examples();
    assert!(examples.len() >= 4, "{examples:?}");
    let folder = crate::folder::Folder::new();
    for (command, printed) in examples {
        let script = format!(
            "wgs() {{ {:?} \"$@\"; }}; {command}",
            env!("CARGO_BIN_EXE_wgs")
        );
        let output = Command::new("sh")
            .args(["-c", &script])
            .env("XDG_CONFIG_HOME", folder.path(""))
            .env("HOME", folder.path(""))
            .output()
            .expect("sh runs");
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found, printed, "{command}");
    }
}
