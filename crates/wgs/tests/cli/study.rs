//! What searches cost, and how that grows. Times are never compared.

use std::fs;

use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::folder::{Folder, shared};

const WORDS: &str = "tap pat apt tapx exact at a";

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let arguments = [&["study"], arguments, &["--json"]].concat();
    serde_json::from_str(&folder.print(&arguments)).unwrap()
}

/// The moves, words and end of each search.
fn searches(reply: &Value) -> Vec<(u64, u64, bool)> {
    let searches = reply["searches"].as_array().unwrap().iter();
    searches
        .map(|search| {
            assert!(search["seconds"].as_f64().unwrap() >= 0.0);
            let number = |key| search[key as &str].as_u64().unwrap();
            let complete = search["complete"].as_bool().unwrap();
            (number("moves"), number("words"), complete)
        })
        .collect()
}

#[test]
fn a_board_is_searched_with_each_pruning_and_its_words_are_listed() {
    let folder = Folder::with_words(WORDS);
    let printed = folder.print(&["study", "TAXP", "--dictionary", "words.txt"]);
    let lines: Vec<&str> = printed.lines().collect();
    let starts = [
        ("pruning ", ["moves", "words"]),
        ("none ", ["64", "5"]),
        ("substring ", ["34", "5"]),
        ("prefix ", ["24", "5"]),
    ];
    for (line, (start, columns)) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{printed}");
        let found: Vec<&str> = line.split_whitespace().skip(1).take(2).collect();
        assert_eq!(found, columns, "{printed}");
    }
    assert_eq!(
        lines[4..],
        [
            "",
            "5 words of 2 letters or more",
            "2 letters (1): AT",
            "3 letters (3): APT PAT TAP",
            "4 letters (1): TAPX",
            "alphabetically: APT AT PAT TAP TAPX",
        ]
    );
}

#[test]
fn a_study_replies_with_these_fields() {
    let folder = Folder::with_words(WORDS);
    let arguments = ["TAXP", "--dictionary", "words.txt", "--min-length", "4"];
    let mut reply = json(&folder, &arguments);
    assert_eq!(
        searches(&reply),
        [(64, 1, true), (34, 1, true), (24, 1, true)]
    );
    let log10 = reply["paths_log10"].as_f64().unwrap();
    assert!((log10 - 64_f64.log10()).abs() < 1e-12);
    let fields = reply.as_object_mut().unwrap();
    fields.remove("searches");
    fields.remove("paths_log10");
    assert_eq!(
        reply,
        json!({
            "board": "TAXP", "columns": 2, "rows": 2, "words": 1,
            "lengths": [{ "length": 4, "words": ["TAPX"] }], "alphabetical": ["TAPX"],
        })
    );
}

#[requires(shared_data)]
#[test]
fn the_figures_of_the_report_are_printed() {
    let list = shared("wordlists/dictionary-twl06.txt");
    let list = list.display().to_string();
    let folder = Folder::new();
    for (board, words, moves) in [("TAXP", 9, 50), ("AEHCXRQGH", 15, 356)] {
        let reply = json(&folder, &[board, "--dictionary", &list]);
        assert_eq!(searches(&reply)[1], (moves, words, true), "{board}");
    }
    let board = "PKROLEYCFKLXJQZS";
    let reply = json(&folder, &[board, "--dictionary", &list, "--limit", "50000"]);
    assert_eq!(searches(&reply)[1], (2256, 56, true));
    let counts: Vec<usize> = (0..4)
        .map(|at| reply["lengths"][at]["words"].as_array().unwrap().len())
        .collect();
    assert_eq!(counts, [10, 24, 17, 5]);
}

#[test]
fn a_search_that_reaches_the_limit_says_so_and_how_many_paths_there_are() {
    let folder = Folder::with_words(WORDS);
    let arguments = ["TAXPTAXPT", "--dictionary", "words.txt", "--limit", "1000"];
    let printed = folder.print(&[&["study"], &arguments[..]].concat());
    assert!(printed.contains("  stopped by --limit\n"), "{printed}");
    let all = "\nAll paths are 10,305, which at this pace take ";
    assert!(printed.contains(all), "{printed}");
    let searches = searches(&json(&folder, &arguments));
    assert_eq!((searches[0].0, searches[0].2), (1000, false));
    assert!(searches[2].2);
}

#[test]
fn columns_shape_a_board_and_a_q_may_be_a_qu() {
    let folder = Folder::with_words("quit qi");
    let flags = ["--dictionary", "words.txt", "--columns", "3"];
    for (more, words) in [(&[][..], json!(["QI"])), (&["--qu"], json!(["QUIT"]))] {
        let reply = json(&folder, &[&["QITXXX"], &flags[..], more].concat());
        assert_eq!((&reply["columns"], &reply["rows"]), (&json!(3), &json!(2)));
        assert_eq!(reply["alphabetical"], words);
    }
}

#[test]
fn what_cannot_be_studied_is_refused_with_a_reason() {
    let folder = Folder::with_words(WORDS);
    for (arguments, reason) in [
        (&["study"][..], "<BOARD>"),
        (
            &["study", "TAX"],
            "the board has 3 tiles, which is no square; say with --columns how many are in a row",
        ),
        (
            &["study", "TAXP", "--columns", "3"],
            "the board has 4 tiles, but --columns 3 wants a multiple of 3",
        ),
        (
            &["study", "T4XP"],
            "the board \"T4XP\": column 2: '4' is not a letter",
        ),
        (&["study", "TA?P"], "position 3 is a wildcard"),
        (&["study", " "], "the board has no tiles"),
        (
            &["study", "TAXP", "--growth", "2..6"],
            "cannot be used with",
        ),
        (
            &["study", "TAXP", "--seed", "3"],
            "'[BOARD]' cannot be used with '--seed <N>'",
        ),
        (&["study", "--growth", "2..3"], "fewer than three sizes"),
        (&["study", "--growth", "x"], "such as 2..6"),
        (
            &["study", "--growth", "2..4", "--plot", "plot.jpg"],
            "ends in .svg or .png",
        ),
        (
            &["study", "--growth", "2..4", "--game", "Bogle (New)"],
            "did you mean",
        ),
        (&["study", "TAXP", "--dictionary", "no.txt"], "--dictionary"),
        (
            &["study", "--growth", "2..4", "--limit", "10"],
            "give a higher --limit",
        ),
        (
            &[
                "study",
                "--growth",
                "1..3",
                "--boards",
                "1",
                "--plot",
                "no/such/plot.svg",
            ],
            "cannot write no/such/plot.svg",
        ),
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

#[test]
fn the_growth_of_the_same_seed_is_the_same_but_for_the_time() {
    let folder = Folder::new();
    let measure = |seed: &str| {
        let arguments = ["--growth", "1..4", "--boards", "3", "--limit", "100000"];
        let reply = json(&folder, &[&arguments[..], &["--seed", seed]].concat());
        let sizes = reply["sizes"].as_array().unwrap().iter();
        let moves = sizes.map(|size| {
            let searches = size["searches"].as_array().unwrap().iter();
            let moves: Vec<Value> = searches.map(|search| search["moves"].clone()).collect();
            (size["side"].clone(), size["words"].clone(), moves)
        });
        moves.collect::<Vec<_>>()
    };
    let first = measure("5");
    assert_eq!(first, measure("5"));
    assert_ne!(first, measure("6"));
    let paths: Vec<&Value> = first.iter().map(|(_, _, moves)| &moves[0]).collect();
    assert_eq!(
        paths,
        [
            &json!(1.0),
            &json!(64.0),
            &json!(10305.0),
            &json!(12029640.0)
        ]
    );
    for (side, _, moves) in &first {
        let moves: Vec<f64> = moves.iter().map(|moves| moves.as_f64().unwrap()).collect();
        assert!(
            moves[0] >= moves[1] && moves[1] >= moves[2],
            "{side}: {moves:?}"
        );
    }
}

#[test]
fn growth_prints_curves_and_bounds_and_draws_them() {
    let folder = Folder::new();
    for plot in ["plot.svg", "plot.png"] {
        let arguments = [
            "study", "--growth", "2..5", "--boards", "2", "--limit", "100000", "--plot", plot,
        ];
        let printed = folder.print(&arguments);
        for part in [
            "\n5x5      1.2e11 ",
            "\n2x2            64         1,032               16         2,336               36\n",
            "\nmoves    substring ",
            "exponential ",
            "\nwords ",
        ] {
            assert!(printed.contains(part), "{part:?}: {printed}");
        }
    }
    let svg = folder.read("plot.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for part in [
        ">prefix pruning: ",
        ">bound, 8 neighbours<",
        ">5×5<",
        ">Time for a board<",
    ] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    let png = fs::read(folder.path("plot.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}
