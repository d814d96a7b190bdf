//! `wgs levels`: the strength of the computer.

use serde_json::Value;

use crate::folder::{Folder, repository};

#[test]
fn each_level_finds_a_larger_share_of_the_points_than_the_one_before() {
    let folder = Folder::new();
    for game in ["Boggle (New)", "Spelling Bee", "Scrabble Rack"] {
        let printed = folder.print(&["levels", game, "--boards", "40", "--json"]);
        let levels = printed.lines().map(|line| {
            let reply: Value = serde_json::from_str(line).unwrap();
            (reply["share"].as_f64().unwrap(), reply["level"].clone())
        });
        let levels: Vec<(f64, Value)> = levels.collect();
        assert!(levels.is_sorted_by(|a, b| a.0 < b.0), "{game}: {levels:?}");
        assert_eq!(levels.len(), 6);
        assert_eq!(levels[0].1, "beginner");
        assert_eq!(levels[5], (100.0, "perfect".into()));
    }
}

#[test]
fn the_documentation_has_the_figures_of_a_thousand_boards() {
    let printed = Folder::new().print(&["levels"]);
    let documentation = repository("docs/computer.md");
    let mut last = 0.0;
    for line in printed.lines().skip(1) {
        let figures: Vec<&str> = line.split_whitespace().collect();
        let row = format!("| {} |\n", figures.join(" | "));
        assert!(documentation.contains(&row), "{row}{printed}");
        let share: f64 = figures[3].trim_end_matches('%').parse().unwrap();
        assert!(share > last, "{printed}");
        last = share;
    }
}

#[test]
fn the_levels_are_printed_as_a_table() {
    let folder = Folder::new();
    let printed = folder.print(&["levels", "--boards", "2"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0], "level      words  points   share");
    assert!(
        lines[6].starts_with("perfect ") && lines[6].ends_with(" 100.0%"),
        "{printed}"
    );
    assert!(
        lines.iter().all(|line| line.len() == lines[0].len()),
        "{printed}"
    );
    assert_eq!(folder.print(&["levels", "--boards", "2"]), printed);
    assert_ne!(
        folder.print(&["levels", "--boards", "2", "--seed", "2"]),
        printed
    );
}

#[test]
fn what_cannot_be_measured_is_an_error() {
    let folder = Folder::new();
    for (arguments, reason) in [
        (&["--boards", "0"][..], "--boards"),
        (&["--seconds", "0"], "--seconds"),
        (&["Chess"], "Chess"),
    ] {
        let output = folder.run(&[&["levels"], arguments].concat());
        let error = output.refused(2);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
    // Figures of fewer boards are not printed.
    let error = folder.run(&["levels", "--timeout", "0"]).refused(124);
    let expected = "the levels were measured on 0 of 1000 boards only: the time limit was reached";
    assert!(error.contains(expected), "{error}");
}
