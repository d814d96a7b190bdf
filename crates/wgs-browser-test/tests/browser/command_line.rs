//! Results from the command line, for comparison with what the page shows.

use std::process::Command;

use serde_json::Value;

use crate::binary;

/// A solution, as shown by both the command line and the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    pub(crate) word: String,
    pub(crate) score: u64,
    pub(crate) length: u64,
}

/// Runs `wgs` and returns its standard output. Exit code 1 is allowed: it means a failed check.
pub(crate) fn wgs(arguments: &[&str]) -> String {
    let output = Command::new(binary::path())
        .args(arguments)
        .output()
        .expect("the wgs binary can be started");
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "wgs {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("wgs writes UTF-8")
}

/// Returns the solutions listed by a command such as `solve`, in the same order.
pub(crate) fn solutions(command: &str, game: &str, board: &str, options: &[&str]) -> Vec<Solution> {
    let mut arguments = vec![command, game, "--board", board, "--json"];
    arguments.extend(options);
    let reply: Value = serde_json::from_str(&wgs(&arguments)).expect("--json writes JSON");
    let listed = reply["solutions"]
        .as_array()
        .expect("solutions are an array");
    listed
        .iter()
        .map(|solution| Solution {
            word: solution["word"]
                .as_str()
                .expect("words are strings")
                .to_owned(),
            score: solution["score"].as_u64().expect("scores are numbers"),
            length: solution["length"].as_u64().expect("lengths are numbers"),
        })
        .collect()
}

/// Sorts solutions as the page does by default: by score and length from high to low, then by
/// word.
pub(crate) fn best_first(mut solutions: Vec<Solution>) -> Vec<Solution> {
    solutions.sort_by(|a, b| (b.score, b.length, &a.word).cmp(&(a.score, a.length, &b.word)));
    solutions
}
