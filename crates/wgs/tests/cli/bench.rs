//! `wgs bench`: the signature and its fields. How fast it is stays out of the tests.

use serde_json::Value;

use crate::folder::Folder;

fn bench(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    let printed = folder.print(&[&["bench", "--rounds", "1", "--json"], arguments].concat());
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
        // CAT CATS, DOG, and CAT DOG of the third.
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
fn boards_that_cannot_be_used_are_named() {
    let folder = Folder::with_words("cat");
    folder.write("bad.txt", "CAT\nC4T\n");
    folder.write("empty.txt", "\n\n");
    for (arguments, expected) in [
        (&["--boards", "none.txt"][..], "wgs: cannot read none.txt: "),
        (&["--boards", "bad.txt"], "wgs: bad.txt, line 2: column 2: "),
        (&["--boards", "empty.txt"], "wgs: empty.txt has no boards"),
        (
            &["--engine", "warp"],
            "wgs: --engine: there is no engine \"warp\"",
        ),
        (&["Bogle"], "wgs: unknown game \"Bogle\""),
    ] {
        let error = folder.run(&[&["bench"], arguments].concat()).refused(2);
        assert!(error.starts_with(expected), "{arguments:?}: {error}");
    }
}
