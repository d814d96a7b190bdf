//! `wgs dictionary`, and word lists and compiled dictionaries in other commands.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

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
fn a_dictionary_that_is_overwritten_while_it_is_used_harms_no_search() {
    let folder = compiled();
    let arguments = [
        "score",
        "Boggle (New)",
        "--dictionary",
        "words.lexicon",
        "--quiet",
    ];
    let mut command = folder.command(&arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut boards = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut answer = || {
        writeln!(boards, "CATS").unwrap();
        boards.flush().unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        line
    };
    let first = answer();
    assert!(!first.is_empty());
    // As `cp` does: the same file gets other content, and at times has none.
    let path = folder.path("words.lexicon");
    let length = fs::read(&path).unwrap().len();
    for content in [vec![], vec![0xff; length], vec![7; 4 * length], vec![]] {
        fs::write(&path, content).unwrap();
        assert_eq!(answer(), first);
    }
    drop((boards, answers));
    assert!(child.wait().unwrap().success());
}

#[test]
fn info_describes_word_lists_and_compiled_dictionaries() {
    let folder = compiled();
    for (file, form, version) in [
        ("words.txt", "list", Value::Null),
        ("words.lexicon", "compiled", Value::from(2)),
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
fn info_describes_dictionaries_of_the_configuration_by_name() {
    let folder = compiled();
    let config = r#"{ "Dictionaries": {
        "Mine": { "Path": "words.lexicon" },
        "Folded": { "Path": "words.txt", "Accents": "fold" },
        "Big": { "Path": "builtin:wordnik" }
    } }"#;
    folder.write("wgs.json", config.as_bytes());
    let info = |arguments: &[&str]| {
        let reply = folder.print(&[&["dictionary", "info", "--json"], arguments].concat());
        serde_json::from_str::<Value>(&reply).unwrap()
    };
    let reply = info(&["Mine", "--config", "wgs.json"]);
    assert_eq!(
        (&reply["file"], &reply["form"], &reply["words"]),
        (&"words.lexicon".into(), &"compiled".into(), &4.into())
    );
    let reply = info(&["folded", "--config", "wgs.json"]);
    assert_eq!(
        (&reply["form"], &reply["letters"]),
        (&"list".into(), &8.into()),
        "{reply}"
    );
    for arguments in [
        &["Big", "--config", "wgs.json"][..],
        &["Wordnik"],
        &["wordnik"],
        &["builtin:wordnik"],
    ] {
        let reply = info(arguments);
        assert_eq!(
            (&reply["file"], &reply["form"], &reply["words"]),
            (
                &"builtin:wordnik".into(),
                &"embedded".into(),
                &198_420.into()
            )
        );
    }
    let text = folder.print(&["dictionary", "info", "Wordnik"]);
    assert!(
        text.starts_with("Form          embedded in the program, "),
        "{text}"
    );
    let error = folder.run(&["dictionary", "info", "Wordnick"]).refused(2);
    assert!(error.contains("did you mean \"Wordnik\"?"), "{error}");
}

#[test]
fn compiling_replaces_a_file_that_another_program_may_use() {
    let folder = compiled();
    let path = folder.path("words.lexicon");
    let mut before = fs::File::open(&path).unwrap();
    let old = fs::read(&path).unwrap();
    folder.write("words.txt", b"dog");
    folder.print(&["dictionary", "compile", "words.txt", "words.lexicon"]);
    assert_ne!(fs::read(&path).unwrap(), old);
    // The file that was open is unchanged.
    let mut still = Vec::new();
    before.read_to_end(&mut still).unwrap();
    assert_eq!(still, old);
    assert_eq!(fs::read_dir(folder.path(".")).unwrap().count(), 2);
}

#[test]
fn a_compiled_dictionary_can_be_compiled_again_to_the_same_bytes() {
    let folder = compiled();
    let read = |name| fs::read(folder.path(name)).unwrap();
    folder.print(&["dictionary", "compile", "words.lexicon", "again"]);
    assert_eq!(read("again"), read("words.lexicon"));
}

#[test]
fn the_flag_fast_is_accepted_and_writes_the_compact_file() {
    let folder = compiled();
    let run = folder.run(&["dictionary", "compile", "--fast", "words.txt", "again"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("again: 4 words in "), "{}", run.out);
    let note = "wgs: --fast is no longer needed";
    assert!(run.err.starts_with(note), "{}", run.err);
    let read = |name| fs::read(folder.path(name)).unwrap();
    assert_eq!(read("again"), read("words.lexicon"));
}

#[test]
fn a_file_in_the_former_fast_form_is_an_error_that_says_what_to_do() {
    let folder = Folder::new();
    folder.write("words.fast", b"\x89WGSTRI\n\x01\0\0\0\0\0\0\0");
    let error = folder
        .run(&["score", "Scramble", "-d", "words.fast"])
        .refused(2);
    let expected = "wgs: cannot use the dictionary words.fast: the compiled dictionary has the \
                    fast form, which is no longer supported; compile it again from its word list\n";
    assert_eq!(error, expected);
}

#[test]
fn damage_anywhere_in_a_dictionary_is_an_error() {
    let folder = compiled();
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
    let whole = fs::read(folder.path("words.lexicon")).unwrap();
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
fn a_dictionary_without_words_is_an_error() {
    let folder = Folder::with_words(" \r\n");
    let empty = wgs_engine::Lexicon::from_text("").unwrap();
    folder.write("empty.lexicon", empty.to_bytes());
    for file in ["words.txt", "empty.lexicon"] {
        for arguments in [
            &["dictionary", "info", file][..],
            &["dictionary", "compile", file, "-o", "out.lexicon"],
            &[
                "score",
                "Boggle (New)",
                "--board",
                "CAT?",
                "--dictionary",
                file,
            ],
        ] {
            let error = folder.run(arguments).refused(2);
            let expected = format!("wgs: cannot use the dictionary {file}: it has no words\n");
            assert_eq!(error, expected, "{arguments:?}");
        }
    }
    assert!(!folder.path("out.lexicon").exists());
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_regular_is_refused_before_it_is_read() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path("pipe"))
        .status();
    assert!(made.unwrap().success());
    folder.write("folder/empty.txt", "");
    // Reading the first would never end, and opening the second would wait for a writer.
    for file in ["/dev/zero", "pipe", "folder"] {
        let error = folder.run(&["score", "Scramble", "-d", file]).refused(2);
        assert!(
            error.contains(file) && error.contains("it is not a regular file"),
            "{error}"
        );
        let error = folder.run(&["--config", file, "games"]).refused(2);
        assert!(error.contains("it is not a regular file"), "{error}");
    }
}

#[test]
fn a_list_that_would_become_a_tiny_file_is_not_compiled() {
    // All words of 19 letters over a and b: a million nodes, and 23 in the compact form.
    let words = (0..1 << 19).map(|number: u32| {
        let letter = |bit: u32| if number >> bit & 1 == 0 { 'a' } else { 'b' };
        (0..19).map(letter).chain(['\n']).collect::<String>()
    });
    let folder = Folder::with_words(&(words.collect::<String>() + "c".repeat(20).as_str()));
    let out = folder.print(&["dictionary", "compile", "words.txt", "words.lexicon"]);
    assert!(out.contains("524289 words in "), "{out}");
    folder.print(&["dictionary", "info", "words.lexicon"]);

    let longer = folder.read("words.txt").replace("\n", "\nc");
    let both = format!("{}\n{longer}\n", folder.read("words.txt"));
    folder.write("more.txt", both);
    let compile = ["dictionary", "compile", "more.txt", "more.lexicon"];
    let error = folder.run(&compile).refused(2);
    assert!(
        error.starts_with("wgs: more.txt: its 2097")
            && error.ends_with("use the word list itself\n"),
        "{error}"
    );
    assert!(!folder.path("more.lexicon").exists());
    folder.print(&["dictionary", "info", "more.txt"]);
}
