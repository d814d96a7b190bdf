//! `wgs bench`: the signature and the fields. The tests do not measure the speed.

use serde_json::Value;

use crate::folder::Folder;

fn bench(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    let printed = folder.print(&[&["bench", "--rounds", "1", "--json"], arguments].concat());
    printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn bench_check(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    let flags = ["bench", "check", "--rounds", "1", "--json"];
    let printed = folder.print(&[&flags, arguments].concat());
    printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn each_measurement_has_the_documented_fields() {
    let folder = Folder::with_words("cat cats dog");
    folder.write("boards.txt", "CATS\r\nDOG\r\n\r\nCATDOG\n");
    let measured = bench(
        &folder,
        &[
            "--boards",
            "boards.txt",
            "--dictionary",
            "words.txt",
            "--threads",
            "2",
        ],
    );
    let operations: Vec<&Value> = measured.iter().map(|reply| &reply["operation"]).collect();
    assert_eq!(
        operations,
        ["score", "score", "solve", "solve", "analyze", "analyze"]
    );
    for reply in &measured {
        assert_eq!(reply.as_object().unwrap().len(), 7, "{reply}");
        assert_eq!(
            (&reply["boards"], &reply["threads"]),
            (&Value::from(3), &Value::from(2))
        );
        // CAT and CATS, DOG, and CAT and DOG on the third board.
        assert_eq!(reply["words"], reply["points"]);
        assert!(
            reply["boards_per_second"].as_f64().unwrap() > 0.0,
            "{reply}"
        );
    }
}

#[test]
fn all_engines_have_the_same_totals() {
    let folder = Folder::new();
    let measured = bench(&folder, &["--engine", "all", "Scramble"]);
    assert!(measured.len() >= 9, "three engines serve any machine");
    for reply in &measured {
        let total = (&reply["words"], &reply["points"], &reply["boards"]);
        let first = &measured[0];
        assert_eq!(
            total,
            (&first["words"], &first["points"], &first["boards"]),
            "{reply}"
        );
        assert!(reply["words"].as_u64().unwrap() > 100_000);
    }
}

#[test]
fn one_engine_of_all_gets_only_some_of_many_boards() {
    let folder = Folder::with_words("cat cats dog");
    let boards = |count: &str, engine: &str| {
        let arguments = ["--random", count, "--engine", engine, "-d", "words.txt"];
        let measured = bench(
            &folder,
            &[&arguments[..], &["--operation", "score"]].concat(),
        );
        let count = |reply: Value| (reply["engine"].clone(), reply["boards"].as_u64().unwrap());
        measured.into_iter().map(count).collect::<Vec<_>>()
    };
    for (engine, count) in boards("1500", "all") {
        assert_eq!(
            count,
            if engine == "dictionary" { 1_000 } else { 1_500 },
            "{engine}"
        );
    }
    assert!(boards("900", "all").iter().all(|(_, count)| *count == 900));
    assert_eq!(boards("1500", "dictionary"), [("dictionary".into(), 1_500)]);
    let arguments = "bench --random 1500 --engine all -d words.txt --rounds 1";
    let printed = folder.print(&arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(
        printed.matches("  first 1000 boards\n").count(),
        3,
        "{printed}"
    );
}

#[test]
fn the_table_has_a_line_for_each_measurement() {
    let folder = Folder::with_words("cat");
    folder.write("boards.txt", "CATS\n");
    let printed = folder.print(&[
        "bench",
        "--boards",
        "boards.txt",
        "--dictionary",
        "words.txt",
        "--operation",
        "score",
        "--engine",
        "plain",
        "--engine",
        "portable",
    ]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 5, "{printed}");
    assert!(lines[3].starts_with("score      plain "), "{printed}");
    assert!(lines[3].contains("1.00x"), "{printed}");
}

#[test]
fn bad_boards_are_reported_with_their_place() {
    let folder = Folder::with_words("cat");
    folder.write("bad.txt", "CAT\nC4T\n");
    folder.write("empty.txt", "\n\n");
    for (arguments, expected) in [
        (&["--boards", "none.txt"][..], "wgs: cannot read none.txt: "),
        (&["--boards", "bad.txt"], "wgs: bad.txt, line 2: column 2: "),
        (&["--boards", "empty.txt"], "wgs: empty.txt has no boards"),
        (
            &["--engine", "warp"],
            "wgs: --engine: unknown engine \"warp\"",
        ),
        (&["Bogle"], "wgs: unknown game \"Bogle\""),
        (
            &["--random", "0"],
            "error: invalid value '0' for '--random <N>'",
        ),
        (
            &["--random", "1", "--boards", "bad.txt"],
            "error: the argument '--random <N>' cannot be used with '--boards",
        ),
        (
            &["--seed", "1"],
            "wgs: --seed has no effect without --random or --size",
        ),
    ] {
        let error = folder.run(&[&["bench"], arguments].concat()).refused(2);
        assert!(error.starts_with(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn random_boards_are_those_of_create_with_the_same_seed() {
    let folder = Folder::new();
    let created = folder.print(&["create", "Boggle (New)", "300", "--seed", "7"]);
    folder.write("boards.txt", created);
    let totals = |arguments: &[&str]| {
        let arguments = [arguments, &["--operation", "score", "--engine", "portable"]].concat();
        let reply = bench(&folder, &arguments).remove(0);
        ["boards", "words", "points"].map(|field| reply[field].as_u64().unwrap())
    };
    let rolled = totals(&["--random", "300", "--seed", "7"]);
    assert_eq!(rolled, totals(&["--boards", "boards.txt"]));
    assert_eq!(rolled[0], 300);
    assert_ne!(rolled, totals(&["--random", "300"]));
}

#[test]
fn checks_are_measured_for_each_game_and_dictionary() {
    let folder = Folder::with_words("cat quit zzz");
    folder.write("other.txt", "dog");
    let measured = bench_check(
        &folder,
        &["--dictionary", "words.txt", "--dictionary", "other.txt"],
    );
    // Two dictionaries and a row of boards for seven games, and one difficult word.
    assert_eq!(measured.len(), 3 * 7 + 1);
    for reply in &measured[..14] {
        assert_eq!(reply["operation"], "check-word", "{reply}");
        let (words, spelled) = match reply["dictionary"].as_str().unwrap() {
            "words" => (3, 2),
            _ => (1, 1),
        };
        // Scrabble has one Z and two blanks.
        let spelled = spelled + i32::from(words == 3 && reply["game"] == "Scrabble Rack");
        assert_eq!(
            (&reply["words"], &reply["spelled"]),
            (&words.into(), &spelled.into())
        );
        assert!(reply["seconds"].as_f64().unwrap() > 0.0, "{reply}");
    }
    assert_eq!(measured[14]["word"], "ETHYLENEDIAMINETETRAACETATE");
    assert_eq!(measured[14]["spelled"], false);
    for reply in &measured[15..] {
        assert_eq!(reply["operation"], "check-board", "{reply}");
        assert!(
            reply["boards_per_second"].as_f64().unwrap() > 0.0,
            "{reply}"
        );
    }
}

#[test]
fn the_table_of_checks_has_a_row_for_each_game() {
    let folder = Folder::with_words("cat");
    let printed = folder.print(&[
        "bench",
        "check",
        "--dictionary",
        "words.txt",
        "--rounds",
        "1",
    ]);
    for game in ["Boggle (Old)", "Super Big Boggle", "Scrabble Rack"] {
        let rows = printed.lines().filter(|line| line.starts_with(game));
        assert_eq!(rows.count(), 2, "{printed}");
    }
    assert!(printed.contains("with a 26th die"), "{printed}");
}

#[test]
fn checks_that_cannot_be_measured_are_errors() {
    let folder = Folder::new();
    folder.write("none.json", "{}");
    for (arguments, expected) in [
        (
            &["bench", "check", "--dictionary", "none"][..],
            "--dictionary: ",
        ),
        (
            &["none.json", "bench", "check"],
            "has none of the games Boggle (Old), ",
        ),
        (&["bench", "check", "--rounds", "0"], "from 1 to"),
        (
            &["bench", "--rounds", "1", "check"],
            "unknown game \"check\"",
        ),
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn all_engines_agree_on_boards_of_any_size() {
    let folder = Folder::new();
    let print = folder.print(&[
        "bench",
        "--size",
        "32",
        "--engine",
        "all",
        "--rounds",
        "1",
        "--operation",
        "score",
        "--operation",
        "solve",
        "--json",
    ]);
    let engine = |name: &str| print.matches(&format!("\"engine\":\"{name}\"")).count();
    assert_eq!(
        (engine("plain"), engine("dictionary"), engine("general")),
        (2, 2, 2),
        "{print}"
    );
    let words: Vec<&str> = print
        .lines()
        .map(|line| {
            line.split("\"words\":")
                .nth(1)
                .unwrap()
                .split(',')
                .next()
                .unwrap()
        })
        .collect();
    assert!(words.iter().all(|found| *found == words[0]), "{print}");
}

#[test]
fn start_measures_every_dictionary_and_program() {
    let folder = Folder::with_words("cat cats dog");
    let program = env!("CARGO_BIN_EXE_wgs");
    let flags = ["bench", "start", "--rounds", "1", "--program", program];
    let dictionaries = ["--dictionary", "words.txt", "--dictionary", "Wordnik"];
    let json = folder.print(&[&flags[..], &dictionaries, &["--json"]].concat());
    let rows: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (&rows[0]["dictionary"], &rows[0]["words"]),
        (&"words.txt".into(), &3.into())
    );
    for row in &rows {
        assert_eq!(row["operation"], "start");
        let programs = row["programs"].as_array().unwrap();
        assert_eq!(programs.len(), 2, "{row}");
        for time in programs {
            assert!(time["answer_seconds"].as_f64().unwrap() > 0.0, "{row}");
        }
    }
    let text = folder.print(&[&flags[..], &dictionaries].concat());
    assert_eq!(text.matches("score a board").count(), 4, "{text}");
    let missing = ["bench", "start", "--program", "no-such-program"];
    let error = folder.run(&missing).refused(2);
    assert!(
        error.starts_with("wgs: cannot run no-such-program: "),
        "{error}"
    );
}

#[test]
fn neighbours_score_the_same_in_three_ways() {
    let folder = Folder::new();
    let flags = ["bench", "neighbours", "--rounds", "1", "--count", "2"];
    let print = folder.print(&[&flags[..], &["--json"]].concat());
    let timings: Vec<Value> = print
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let methods: Vec<&Value> = timings.iter().map(|timing| &timing["method"]).collect();
    assert_eq!(methods, ["together", "rescored", "searched"], "{print}");
    for timing in &timings {
        assert_eq!(timing["operation"], "neighbours");
        assert_eq!(timing["boards"], 2);
        assert_eq!(timing["points"], timings[0]["points"], "{print}");
        assert_eq!(timing["neighbours"], timings[0]["neighbours"], "{print}");
        assert!(timing["neighbours_per_second"].as_f64().unwrap() > 0.0);
    }
    folder.write("board.txt", "STNDTEIELARSMRTO\n");
    let table = folder.print(&[&flags[..], &["--boards", "board.txt"]].concat());
    assert!(table.contains("1 board with"), "{table}");
    assert!(table.contains("together"), "{table}");
}
