//! `wgs study`: the cost of searches, and how it grows. The tests do not compare times.

use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::folder::{Folder, shared};

const WORDS: &str = "tap pat apt tapx exact at a";

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let arguments = [&["study"], arguments, &["--json"]].concat();
    serde_json::from_str(&folder.print(&arguments)).unwrap()
}

/// The moves and words of each search, and whether it was completed.
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
        ("suffix ", ["20", "5"]),
    ];
    for (line, (start, columns)) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{printed}");
        let found: Vec<&str> = line.split_whitespace().skip(1).take(2).collect();
        assert_eq!(found, columns, "{printed}");
    }
    assert!(
        lines[5].starts_with("longest first         24          5 "),
        "{printed}"
    );
    assert_eq!(
        lines[6..],
        [
            "",
            "Looking for suffixes takes 20 moves instead of 24 (17% fewer).",
            "Longest first, the search finds a longest word after 10 moves instead of 5 (100% more).",
            "",
            "5 words of at least 2 letters",
            "2 letters (1): AT",
            "3 letters (3): APT PAT TAP",
            "4 letters (1): TAPX",
            "in alphabetical order: APT AT PAT TAP TAPX",
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
        [
            (64, 1, true),
            (34, 1, true),
            (24, 1, true),
            (20, 1, true),
            (24, 1, true)
        ]
    );
    let text = |search: &Value, key: &str| search[key].as_str().unwrap().to_owned();
    let kinds: Vec<(String, String)> = reply["searches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|search| (text(search, "pruning"), text(search, "order")))
        .collect();
    let depth_first = ["none", "substring", "prefix", "suffix"]
        .map(|pruning| (pruning.to_owned(), "depth first".to_owned()));
    assert_eq!(kinds[..4], depth_first);
    assert_eq!(kinds[4], ("prefix".to_owned(), "longest first".to_owned()));
    for search in reply["searches"].as_array().unwrap() {
        let after = search["longest_after"].as_u64().unwrap();
        assert!((1..=search["moves"].as_u64().unwrap()).contains(&after));
    }
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
fn a_board_is_read_from_a_file_or_standard_input() {
    let folder = Folder::with_words(WORDS);
    let boards = [
        ("TAXP", 2, 2, "TAXP"),
        (
            "\u{feff}\r\nT A\r\nX P\r\n\r\nnot a board\n",
            2,
            2,
            "T A X P",
        ),
        ("tax\npat", 3, 2, "tax pat"),
        ("T\nA\nQu\n", 1, 3, "T A Qu"),
    ];
    for (text, columns, rows, board) in boards {
        folder.write("board.txt", text);
        for (arguments, input) in [
            (&["--file", "board.txt"][..], ""),
            (&["--file", "-"], text),
            (&[], text),
        ] {
            let flags = ["study", "--dictionary", "words.txt", "--json"];
            let printed = folder.print_with(&[&flags[..], arguments].concat(), input);
            let reply: Value = serde_json::from_str(&printed).unwrap();
            assert_eq!(
                (&reply["columns"], &reply["rows"], &reply["board"]),
                (&json!(columns), &json!(rows), &json!(board)),
                "{text:?} with {arguments:?}"
            );
        }
    }
}

#[test]
fn a_board_that_cannot_be_read_is_named_with_its_line() {
    let folder = Folder::with_words(WORDS);
    for (text, reason) in [
        ("TAX\nPA\n", "board.txt: row 2 has 2 tiles, but row 1 has 3"),
        (
            "\nTA\nX4\n",
            "board.txt, line 3: column 2: '4' is not a letter",
        ),
        ("\n \n", "board.txt has no board"),
        ("TAX", "the board has 3 tiles, which do not make a square"),
        ("\u{fffd}A", "board.txt, line 1: column 1"),
    ] {
        folder.write("board.txt", text);
        let error = folder.run(&["study", "--file", "board.txt"]).refused(2);
        assert!(error.contains(reason), "{text:?}: {error}");
    }
    folder.write("board.txt", b"T\xff");
    for (file, reason) in [("board.txt", "UTF-8"), ("no.txt", "cannot read no.txt")] {
        let error = folder.run(&["study", "--file", file]).refused(2);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn the_points_of_the_report_predict_its_estimates_for_five_by_five() {
    let folder = Folder::new();
    for (points, formula, estimate) in [
        (
            "2=50,3=356,4=2256",
            "797 N² - 3679 N + 4220",
            "quadratic             5,750",
        ),
        (
            "2=0.48,3=4.6,4=26.62",
            "8.95 N² - 40.63 N + 45.94",
            "quadratic             66.54",
        ),
    ] {
        let arguments = ["study", "--points", points, "--project", "1"];
        let printed = folder.print(&arguments);
        assert!(printed.contains(formula), "{printed}");
        assert!(
            printed.contains("\nprediction              5x5\n"),
            "{printed}"
        );
        assert!(printed.ends_with(&format!("\n{estimate}\n")), "{printed}");
    }
    let reply = json(
        &folder,
        &["--points", "4=2256,2=50,3=356", "--project", "2"],
    );
    assert_eq!(reply["points"][0], json!({ "side": 2, "value": 50.0 }));
    let curves = reply["curves"].as_array().unwrap();
    let quadratic = curves.iter().find(|curve| curve["curve"] == "quadratic");
    let projected = quadratic.unwrap()["projected"].as_array().unwrap();
    for (projected, (side, value)) in projected.iter().zip([(5, 5_750.0), (6, 10_838.0)]) {
        assert_eq!(projected["side"], json!(side));
        assert!((projected["value"].as_f64().unwrap() - value).abs() < 1e-6);
    }
    // Without --project, only the curves are printed.
    let reply = json(&folder, &["--points", "2=50,3=356,4=2256"]);
    assert_eq!(reply["curves"][0]["projected"], Value::Null);
}

#[test]
fn the_next_sizes_are_predicted_from_each_curve() {
    let folder = Folder::new();
    let arguments = "--growth 2..4 --boards 2 --limit 100000 --project 2";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let printed = folder.print(&[&["study"], &arguments[..]].concat());
    let heading = "measure  pruning    curve                   5x5            6x6\n";
    let (_, predictions) = printed.split_once(heading).expect(&printed);
    for start in [
        "moves    none ",
        "moves    suffix ",
        "seconds  prefix ",
        "words ",
    ] {
        let mut lines = predictions.lines();
        assert!(
            lines.any(|line| line.starts_with(start)),
            "{start}: {printed}"
        );
    }
    let reply = json(&folder, &arguments);
    for series in reply["fits"].as_array().unwrap() {
        for curve in series["curves"].as_array().unwrap() {
            let sides: Vec<&Value> = curve["projected"]
                .as_array()
                .unwrap()
                .iter()
                .map(|point| &point["side"])
                .collect();
            assert_eq!(sides, [&json!(5), &json!(6)], "{series}");
        }
    }
}

#[test]
fn other_suffixes_can_be_looked_for() {
    let folder = Folder::with_words("go going");
    for (suffixes, moves) in [("ing", 18), ("s,ed", 28)] {
        let flags = ["--columns", "3", "--dictionary", "words.txt"];
        let suffixes = ["GOXGNI", "--suffixes", suffixes];
        let reply = json(&folder, &[&suffixes[..], &flags].concat());
        assert_eq!(searches(&reply)[3], (moves, 2, true));
    }
}

#[test]
fn a_search_that_reaches_the_limit_is_reported_with_the_number_of_paths() {
    let folder = Folder::with_words(WORDS);
    let arguments = ["TAXPTAXPT", "--dictionary", "words.txt", "--limit", "1000"];
    let printed = folder.print(&[&["study"], &arguments[..]].concat());
    assert!(printed.contains("  stopped by --limit\n"), "{printed}");
    let all = "\nThere are 10,305 paths, which would take ";
    assert!(printed.contains(all), "{printed}");
    let searches = searches(&json(&folder, &arguments));
    assert_eq!((searches[0].0, searches[0].2), (1000, false));
    assert!(searches[2].2);
}

#[test]
fn a_board_may_have_any_number_of_columns_and_a_q_may_be_a_qu() {
    let folder = Folder::with_words("quit qi");
    let flags = ["--dictionary", "words.txt", "--columns", "3"];
    for (more, words) in [(&[][..], json!(["QI"])), (&["--qu"], json!(["QUIT"]))] {
        let reply = json(&folder, &[&["QITXXX"], &flags[..], more].concat());
        assert_eq!((&reply["columns"], &reply["rows"]), (&json!(3), &json!(2)));
        assert_eq!(reply["alphabetical"], words);
    }
}

#[test]
fn bad_input_is_an_error_with_a_reason() {
    let folder = Folder::with_words(WORDS);
    for (arguments, reason) in [
        (&["study"][..], "standard input has no board"),
        (
            &["study", "TAXP", "--file", "board.txt"],
            "'[BOARD]' cannot be used with '--file <FILE>'",
        ),
        (&["study", "TAXP", "--project", "1"], "cannot be used with"),
        (
            &["study", "--project", "1"],
            "--project needs sizes to start from; set --growth or --points",
        ),
        (
            &["study", "--growth", "2..4", "--project", "17"],
            "expected a whole number from 1 to 16",
        ),
        (
            &["study", "--points", "2=50,3"],
            "expected a size from 1 to 1000 and its value, such as 2=50, but found \"3\"",
        ),
        (
            &["study", "--points", "2=50,3=356", "--project", "1"],
            "expected at least three points",
        ),
        (
            &["study", "--points", "2=1,3=2,4=3", "--seed", "3"],
            "cannot be used with",
        ),
        (
            &["study", "TAX"],
            "the board has 3 tiles, which do not make a square; set the number of columns with --columns",
        ),
        (
            &["study", "TAXP", "--columns", "3"],
            "the board has 4 tiles, which --columns 3 does not divide",
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
            &["study", "--growth", "2..4", "--plot", "plot.png"],
            "plots are SVG files",
        ),
        (
            &["study", "--growth", "2..4", "--game", "Bogle (New)"],
            "did you mean",
        ),
        (&["study", "TAXP", "--dictionary", "no.txt"], "--dictionary"),
        (
            &["study", "--growth", "2..4", "--limit", "10"],
            "set a higher --limit",
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
fn the_same_seed_gives_the_same_growth_except_for_the_time() {
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
        let (by_pruning, longest_first) = moves.split_at(4);
        let is_sorted = by_pruning.is_sorted_by(|more, fewer| more >= fewer);
        assert!(is_sorted, "{side}: {moves:?}");
        assert_eq!(longest_first, [moves[2]], "{side}");
    }
}

#[test]
fn growth_prints_curves_and_bounds_and_draws_them() {
    let folder = Folder::new();
    let arguments = "study --growth 2..5 --boards 2 --limit 100000 --plot plot.svg";
    let output = folder.run(&arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(output.code, Some(0), "{}", output.err);
    assert_eq!(output.err, "the plot was written to plot.svg\n");
    let printed = output.out;
    for part in [
        "\nsize         prefix        suffix              depth first  longest first\n",
        "\nmoves    suffix ",
        "\n5x5      1.2e11 ",
        "\n2x2            64         1,032               16         2,336               36\n",
        "\nmoves    substring ",
        "exponential ",
        "\nwords ",
    ] {
        assert!(printed.contains(part), "{part:?}: {printed}");
    }
    let svg = folder.read("plot.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for part in [
        ">prefix pruning: ",
        ">suffix pruning: ",
        ">bound, 8 neighbours<",
        ">5×5<",
        ">Time per board<",
    ] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
}

#[test]
fn given_points_are_drawn_with_their_curves_and_predictions() {
    let folder = Folder::new();
    for (points, estimate) in [
        ("2=0.48,3=4.6,4=26.62", "66.54"),
        ("2=50,3=356,4=2256", "5,750"),
    ] {
        let arguments = [
            "study",
            "--points",
            points,
            "--project",
            "1",
            "--plot",
            "plot.svg",
        ];
        let output = folder.run(&arguments);
        assert_eq!(
            (output.code, output.err.as_str()),
            (Some(0), "the plot was written to plot.svg\n")
        );
        assert!(output.out.contains(estimate), "{}", output.out);
        let svg = folder.read("plot.svg");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        for part in [
            ">2×2<",
            ">5×5<",
            ">given values<",
            ">quadratic: ",
            ">exponential: ",
            ">0<",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains(">6×6<") && !svg.contains("NaN"), "{svg}");
    }
    let error = folder.run(&["study", "--plot", "plot.svg"]).refused(2);
    assert!(
        error.contains("--plot draws curves; set --growth or --points"),
        "{error}"
    );
}

#[test]
fn the_board_may_be_a_hyphen_for_standard_input() {
    let folder = Folder::with_words("tap");
    let arguments = |board| ["study", board, "-d", "words.txt", "--json"];
    let board = |output: &str| serde_json::from_str::<Value>(output).unwrap()["rows"].clone();
    let read = folder.print_with(&arguments("-"), "TA\nXP\n");
    assert_eq!(board(&read), board(&folder.print(&arguments("TAXP"))));
}
