//! `wgs dictionary`, and word lists and compiled dictionaries in other commands.

use std::fs;

use serde_json::Value;

use crate::folder::Folder;

const WORDS: &str = "\u{feff}Cats\r\ncat  ACT\tact\r\nna\u{ef}ve\r\n";

fn compiled() -> Folder {
    let folder = Folder::with_words(WORDS);
    let printed = folder.print(&["dictionary", "compile", "words.txt", "-o", "words.lexicon"]);
    assert!(
        printed.starts_with("words.lexicon: 4 words in "),
        "{printed}"
    );
    folder
}

#[test]
fn a_compiled_dictionary_gives_the_answers_of_its_word_list() {
    let folder = compiled();
    for command in [
        &["score", "Boggle (New)"][..],
        &["solve", "Boggle (New)", "--json"],
        &["solve-dups", "Boggle (New)"],
        &["analyze", "Boggle (New)", "--json"],
    ] {
        let of = |dictionary| {
            let flags = [
                "--dictionary",
                dictionary,
                "--board",
                "CATS",
                "--board",
                "NAÏVE",
            ];
            folder.print(&[command, &flags].concat())
        };
        assert_eq!(of("words.lexicon"), of("words.txt"), "{command:?}");
    }
}

#[test]
fn info_describes_word_lists_and_compiled_dictionaries() {
    let folder = compiled();
    for (file, form, version) in [
        ("words.txt", "list", Value::Null),
        ("words.lexicon", "compiled", Value::from(1)),
    ] {
        let reply = folder.print(&["dictionary", "info", file, "--json"]);
        let reply: Value = serde_json::from_str(&reply).unwrap();
        assert_eq!(reply["file"], file);
        assert_eq!(
            (&reply["form"], &reply["version"]),
            (&Value::from(form), &version)
        );
        assert_eq!(
            (&reply["words"], &reply["longest"]),
            (&Value::from(4), &Value::from(5))
        );
        assert_eq!(reply["letters"], 8);
        let bytes = fs::metadata(folder.path(file)).unwrap().len();
        assert_eq!(reply["bytes"], bytes);
        let text = folder.print(&["dictionary", "info", file]);
        assert!(text.contains("Words         4\n"), "{text}");
    }
}

#[test]
fn a_compiled_dictionary_can_be_compiled_again_to_the_same_bytes() {
    let folder = compiled();
    folder.print(&[
        "dictionary",
        "compile",
        "words.lexicon",
        "-o",
        "again.lexicon",
    ]);
    let read = |name| fs::read(folder.path(name)).unwrap();
    assert_eq!(read("words.lexicon"), read("again.lexicon"));
}

#[test]
fn damage_anywhere_in_a_dictionary_is_an_error() {
    let folder = compiled();
    let whole = fs::read(folder.path("words.lexicon")).unwrap();
    let refuse = |bytes: &[u8], what: &str| {
        folder.write("damaged.lexicon", bytes);
        let arguments = [
            "score",
            "Boggle (New)",
            "--board",
            "CATS",
            "--dictionary",
            "damaged.lexicon",
        ];
        let error = folder.run(&arguments).refused(2);
        assert!(
            error.starts_with("wgs: cannot use the dictionary damaged.lexicon: "),
            "{what}: {error}"
        );
        assert_eq!(error.lines().count(), 1, "{what}: {error}");
    };
    // Each byte needs a run of the program, so only some are tested.
    for place in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        refuse(&bytes, &format!("byte {place}"));
    }
    for length in [9, 20, whole.len() / 2, whole.len() - 1] {
        refuse(&whole[..length], &format!("{length} bytes"));
    }
    refuse(&[&whole[..], b"x"].concat(), "a byte too many");
}

#[test]
fn a_file_that_is_not_a_dictionary_is_an_error_with_its_line() {
    let folder = Folder::new();
    folder.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    folder.write("latin1.txt", b"cat\nna\xefve\n");
    folder.write("archive.txt", b"cat\nc\0t\n");
    for (file, reason) in [
        ("picture.png", "line 1 "),
        ("latin1.txt", "line 2 is not UTF-8 text"),
        ("archive.txt", "line 2 "),
    ] {
        for arguments in [
            &["dictionary", "info", file][..],
            &["dictionary", "compile", file, "-o", "out.lexicon"],
            &[
                "score",
                "Boggle (New)",
                "--board",
                "CAT",
                "--dictionary",
                file,
            ],
        ] {
            let error = folder.run(arguments).refused(2);
            let start = format!("wgs: cannot use the dictionary {file}: {reason}");
            assert!(error.starts_with(&start), "{arguments:?}: {error}");
        }
    }
    assert!(!folder.path("out.lexicon").exists());
}

#[test]
fn a_dictionary_that_cannot_be_read_or_written_is_an_error_with_its_name() {
    let folder = Folder::with_words("cat");
    for (arguments, start) in [
        (
            &["dictionary", "info", "none.txt"][..],
            "wgs: cannot read the dictionary none.txt: ",
        ),
        (
            &["dictionary", "info", "."],
            "wgs: cannot read the dictionary .: ",
        ),
        (
            &["dictionary", "compile", "words.txt", "-o", "no/such/folder"],
            "wgs: cannot write no/such/folder: ",
        ),
        (
            &[
                "score",
                "Boggle (New)",
                "--dictionary",
                ".",
                "--board",
                "CAT",
            ],
            "wgs: cannot read the dictionary .: ",
        ),
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(error.starts_with(start), "{arguments:?}: {error}");
        let reason = error.trim_end().rsplit(": ").next().unwrap();
        assert_eq!(error.matches(reason).count(), 1, "said twice: {error}");
    }
}

#[test]
fn an_empty_word_list_is_a_dictionary_without_words() {
    let folder = Folder::with_words("");
    folder.print(&["dictionary", "compile", "words.txt", "-o", "empty.lexicon"]);
    for dictionary in ["words.txt", "empty.lexicon"] {
        let arguments = [
            "score",
            "Boggle (New)",
            "--dictionary",
            dictionary,
            "--board",
            "CAT?",
        ];
        assert_eq!(folder.print(&arguments), "0 0\n");
    }
}
