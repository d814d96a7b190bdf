//! The bytes that reach a terminal: text from outside is shown, never obeyed; pipes get it as it
//! is.

use crate::folder::{Folder, ProgramOutput};
use crate::pseudo_terminal::{PseudoTerminal, Streams};
use crate::screen_game::ScreenGame;

/// A name that would clear the terminal, rename its window, write backwards and hide letters.
const HOSTILE: &str =
    "A\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}35mB\u{202e}C\u{200b}D\u{2066}\rE\u{8}\u{7f}F\u{2028}G";

/// How it is shown.
const SHOWN: &str = "A\\u{1b}[2J\\u{1b}]0;owned\\u{7}\\u{9b}35mB\\u{202e}C\\u{200b}D\\u{2066}\\u{d}E\\u{8}\\u{7f}F\\u{2028}G";

/// The control sequences that the program writes itself.
const OWN: [&str; 12] = [
    "[0m", "[1m", "[2m", "[4m", "[31m", "[32m", "[33m", "[1;36m", "[1;32m", "[1;31m", "[2J", "[H",
];

/// Checks that a terminal received nothing that it obeys or hides, except the program's own
/// sequences. Returns the text without them.
#[track_caller]
fn harmless(screen: &str) -> String {
    let mut text = screen.to_owned();
    for sequence in OWN {
        text = text.replace(&format!("\u{1b}{sequence}"), "");
    }
    let text = text.replace("\r\n", "\n");
    let is_harmful = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    if let Some(place) = text.find(is_harmful) {
        panic!("at byte {place}: {text:?}");
    }
    text
}

/// Runs a command with standard output and standard error on a terminal.
#[track_caller]
fn run(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let streams = Streams {
        input: false,
        ..Streams::ALL
    };
    let (code, screen) = PseudoTerminal::start(folder.command(arguments), streams).finish();
    (code, harmless(&screen))
}

/// A configuration whose names, formats and letters come from an enemy.
fn configuration(name: &str) -> String {
    let name = serde_json::to_string(name).unwrap();
    format!(
        r#"{{
          "Grids": {{{name}: {{"Size": [2, 2], "Adjacency": "Diagonal"}}}},
          "ScoringRules": {{{name}: {{"LengthBonuses": {{"1+": 1}}, "MinWordLength": 2}}}},
          "LetterDistributions": {{{name}: {{"GenerationMethod": "Dice", "DiceLetters": "C, A, T, S"}}}},
          "Dictionaries": {{{name}: "words.txt"}},
          "Preferences": {{{name}: {{"SolutionPrefix": {name}, "SolutionFormat": {name}, "AnalysisFormat": {name}}}}},
          "GameRules": {{
            {name}: {{"GridDesign": {name}, "ScoringRules": {name}, "LetterDistribution": {name}, "Dictionary": {name}, "Preferences": {name}}},
            "Plain": {{"GridDesign": {name}, "ScoringRules": {name}, "LetterDistribution": {name}, "Dictionary": {name}}}
          }}
        }}"#
    )
}

fn hostile_folder() -> Folder {
    let folder = Folder::with_words("cat cats act a\u{200d}ct s\u{ad}at");
    folder.write("games.json", configuration(HOSTILE));
    folder
}

#[test]
fn names_from_a_configuration_are_escaped_and_aligned() {
    let folder = Folder::with_words("cat");
    folder.write("games.json", configuration("A\u{1b}[2J\u{202e}B"));
    let (code, text) = run(&folder, &["games.json", "games"]);
    assert_eq!(code, Some(0), "{text}");
    let shown = "A\\u{1b}[2J\\u{202e}B";
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[1].starts_with(shown), "{text}");
    let grid = rows[2].find(shown).expect("the grid of the plain game");
    assert_eq!(rows[0].find("Grid"), Some(grid), "{text}");
    assert_eq!(rows[1][grid..].find(shown), Some(0), "{text}");
    folder.write("games.json", configuration(HOSTILE));
    let piped = folder.run(&["games.json", "games"]).fine();
    assert!(
        piped.contains(HOSTILE),
        "pipes get the text as it is: {piped:?}"
    );
    let json = folder.run(&["games.json", "games", "--json"]).fine();
    assert!(!json.contains('\u{1b}'), "{json:?}");
}

#[test]
fn no_command_passes_control_characters_on_to_a_terminal() {
    let folder = hostile_folder();
    let file = HOSTILE.replace('/', "");
    folder.write(&file, "\u{1b}[31m\u{202e}2 2 C A T S");
    folder.write(
        "bad.json",
        format!("{{{}: 1}}", serde_json::to_string(HOSTILE).unwrap()),
    );
    folder.write("boards.txt", format!("CATS\n{HOSTILE}\n\u{9b}2J\n"));
    folder.write("board.txt", "2 2 C A T S");
    folder.write("latin.txt", b"\x9b31m cat \x1b[2J");
    let missing = format!("missing{HOSTILE}.txt");
    for arguments in [
        &["games.json", "games"][..],
        &["games.json", "solve", HOSTILE, "CATS"],
        &["games.json", "solve", "Plain", "CATS"],
        &[
            "games.json",
            "solve",
            "Plain",
            "CATS",
            &format!("{HOSTILE}%w\\n"),
        ],
        &[
            "games.json",
            "solve",
            "Plain",
            "CATS",
            &format!("%q{HOSTILE}"),
        ],
        &[
            "games.json",
            "solve",
            "Plain",
            "CATS",
            "--regex",
            &format!("({HOSTILE}"),
        ],
        &["games.json", "solve", "Plain", "--file", "boards.txt"],
        &["games.json", "solve-dups", HOSTILE, "--board", HOSTILE],
        &["games.json", "score", HOSTILE, "--file", &missing],
        &["games.json", "score", HOSTILE, "--dictionary", &missing],
        &["games.json", "score", &missing],
        &["games.json", "analyze", HOSTILE, "CATS"],
        &[
            "games.json",
            "analyze",
            "Plain",
            "CATS",
            &format!("%B{HOSTILE}"),
        ],
        &["games.json", "create", HOSTILE, "3"],
        &["games.json", "create", HOSTILE, "1", "100"],
        &["games.json", "create", HOSTILE, "--must-contain", HOSTILE],
        &["games.json", "create", &missing],
        &["games.json", "check-word", HOSTILE, "CATS", HOSTILE],
        &[
            "games.json",
            "check-word",
            HOSTILE,
            "verbose",
            "--file",
            "boards.txt",
        ],
        &["games.json", "check-word", HOSTILE, "--explain", HOSTILE],
        &[
            "games.json",
            "check-board",
            HOSTILE,
            "--explain",
            "CATS",
            HOSTILE,
        ],
        &["games.json", "play", HOSTILE, "--players", HOSTILE],
        &["games.json", "play", HOSTILE, "--board", HOSTILE],
        &[
            "games.json",
            "scrabblet",
            "--game",
            HOSTILE,
            "player",
            "CATS",
        ],
        &[
            "games.json",
            "scrabblet",
            "--game",
            HOSTILE,
            "player",
            HOSTILE,
        ],
        &[
            "games.json",
            "scrabblet",
            "--game",
            HOSTILE,
            "score",
            HOSTILE,
            "cat",
        ],
        &[
            "games.json",
            "scrabblet",
            "--game",
            HOSTILE,
            "anagrams",
            HOSTILE,
        ],
        &[
            "games.json",
            "scrabblet",
            "--game",
            HOSTILE,
            "dealer",
            "--tiles",
            "2",
            "--min-words",
            "0",
        ],
        &[
            "games.json",
            "scrabblet",
            "--game",
            HOSTILE,
            "deal",
            "--tiles",
            "2",
            "--rejected",
        ],
        &[
            "games.json",
            "scrabblet",
            "--game",
            HOSTILE,
            "subsets",
            HOSTILE,
        ],
        &["games.json", "dictionary", "info", HOSTILE],
        &[
            "games.json",
            "dictionary",
            "compile",
            "words.txt",
            &format!("{HOSTILE}.dawg"),
        ],
        &["games.json", "dictionary", "info", &missing],
        &["games.json", "bench", "--game", HOSTILE, "--rounds", "1"],
        &["games.json", "study", "--game", HOSTILE, "CATS"],
        &["games.json", "study", "--game", HOSTILE, HOSTILE],
        &["games.json", "study", "--game", &missing, "CATS"],
        &["games.json", "completions", "bash"],
        &["config", "check", "bad.json"],
        &["config", "check", &file],
        &["config", "init", &format!("{HOSTILE}.json")],
        &["--config", "bad.json", "games"],
        &["boggle", "words.txt", "board.txt"],
        &["boggle", "words.txt", &file],
        &["boggle", "latin.txt", "board.txt"],
        &["boggle", &missing, &missing],
        &["man", &format!("{HOSTILE}-pages")],
        &["solve", "--game", HOSTILE],
        &["--color", "always", "score", &missing],
        &["--color", "never", "score", &missing],
        &[HOSTILE],
        &["solve", &format!("--{HOSTILE}")],
        &["create", "boggle-new", HOSTILE],
        &["study", "--growth", HOSTILE],
        &["play", "--computer", HOSTILE],
        &["serve", "--port", HOSTILE],
        &["serve", "--log", HOSTILE],
    ] {
        let (code, text) = run(&folder, arguments);
        let is_expected = matches!(code, Some(0..=2)) && !text.contains("panicked");
        assert!(is_expected, "{arguments:?}: {code:?} {text}");
    }
    let mut command = folder.command(&["score", "CATS"]);
    command.env("WGS_GAME", HOSTILE);
    let (code, screen) = PseudoTerminal::start(command, Streams::ALL).finish();
    assert_eq!(code, Some(2), "{screen:?}");
    assert!(harmless(&screen).contains("\\u{1b}[2J"), "{screen}");
}

#[test]
fn usage_errors_show_escaped_arguments_in_colour() {
    let folder = Folder::new();
    let command = folder.command(&["create", "boggle-new", HOSTILE]);
    let (code, screen) = PseudoTerminal::start(command, Streams::ALL).finish();
    assert_eq!(code, Some(2));
    assert!(screen.contains("\u{1b}[1m"), "{screen:?}");
    let text = harmless(&screen);
    assert!(
        text.contains(SHOWN) && text.contains("expected a whole number"),
        "{text}"
    );
}

#[test]
fn a_format_may_use_tabs_and_lines_on_a_terminal() {
    let folder = hostile_folder();
    let format = "%w\\t%s\\n";
    let (code, text) = run(&folder, &["games.json", "solve", "Plain", "CATS", format]);
    assert_eq!(code, Some(0));
    assert!(text.contains("CATS\t1\n"), "{text:?}");
}

#[test]
fn one_stream_may_be_a_terminal_and_the_other_a_pipe() {
    let folder = hostile_folder();
    let command = folder.command(&["games.json", "check-word", "Plain", "verbose", HOSTILE]);
    let mut terminal = PseudoTerminal::start(
        command,
        Streams {
            error: true,
            ..Streams::default()
        },
    );
    let mut piped = String::new();
    let mut out = terminal.child().stdout.take().unwrap();
    std::io::Read::read_to_string(&mut out, &mut piped).unwrap();
    assert!(piped.contains(HOSTILE), "{piped:?}");
    harmless(&terminal.finish().1);
}

#[test]
fn a_round_on_a_terminal_has_colours_and_no_other_control_characters() {
    let folder = hostile_folder();
    let players = format!("{HOSTILE},Ben\u{202e}");
    let arguments = [
        "games.json",
        "play",
        "--plain",
        "Plain",
        "--players",
        &players,
        "--board",
        "CATS",
    ];
    let mut terminal = PseudoTerminal::start(folder.command(&arguments), Streams::ALL);
    terminal.wait_until(|screen| screen.contains("press Enter to begin"));
    terminal.enter("\n");
    terminal.wait_until(|screen| screen.contains("> "));
    // The terminal itself shows typed text; the output of the program is checked.
    terminal.enter("cat\nnope\n\n");
    terminal.wait_until(|screen| screen.matches("press Enter to begin").count() == 2);
    terminal.enter("\nquit\n");
    let (code, screen) = terminal.finish();
    assert_eq!(code, Some(0), "{screen}");
    for own in [
        "\u{1b}[1m",
        "\u{1b}[2J\u{1b}[H",
        "\u{1b}[1;32m",
        "\u{1b}[31m",
    ] {
        assert!(screen.contains(own), "{own:?}: {screen:?}");
    }
    let text = harmless(&screen);
    assert!(
        text.contains(&format!("{SHOWN}: 1 word, 1 point")),
        "{text}"
    );
    assert!(text.contains("Ben\\u{202e}"), "{text}");
}

#[test]
fn a_game_may_be_chosen_from_a_list_of_hostile_names() {
    let folder = hostile_folder();
    let command = folder.command(&["games.json", "play", "--plain"]);
    let mut terminal = PseudoTerminal::start(command, Streams::ALL);
    terminal.wait_until(|screen| screen.contains("Which game?"));
    terminal.enter("quit\n");
    let (code, screen) = terminal.finish();
    assert_eq!(code, Some(0));
    assert!(
        harmless(&screen).contains(&format!("  1  {SHOWN}  {SHOWN}")),
        "{screen}"
    );
}

#[test]
fn a_game_on_the_whole_terminal_shows_hostile_names_escaped() {
    let folder = hostile_folder();
    let arguments = ["--config", "games.json", "--players", HOSTILE];
    let mut game = ScreenGame::start_with(&folder, &arguments, (200, 30), Streams::ALL, &[]);
    game.wait_for("Which game?");
    game.wait_for(SHOWN);
    game.press("\r");
    game.wait_for("Ready?");
    game.wait_for(SHOWN);
    game.press("\r");
    game.wait_until("board", |screen| !screen.contents().contains("Ready?"));
    game.press("\u{4}");
    game.wait_for("Missed");
    game.wait_for(SHOWN);
    let received = String::from_utf8(game.terminal().received()).unwrap();
    game.press("q");
    let (code, text) = game.finish();
    assert_eq!(code, Some(0), "{text}");
    assert!(!received.contains(HOSTILE), "{received:?}");
    for character in ['\u{7}', '\u{8}', '\u{202e}', '\u{200b}', '\u{9b}'] {
        assert!(!received.contains(character), "{character:?}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    #[test]
    fn no_words_reach_a_terminal_raw(
        words in proptest::collection::vec(proptest::collection::vec(proptest::prelude::any::<u8>(), 0..40), 1..30),
        controls in "[\\x00-\\x1f\\x7f-\\x9f\\u{200b}-\\u{206f}]{0,40}",
    ) {
        let folder = Folder::new();
        let mut lines = controls.into_bytes();
        for word in words {
            lines.push(b'\n');
            lines.extend(word);
        }
        folder.write("words.txt", lines);
        for arguments in [
            &["check-word", "boggle-new", "verbose", "--file", "words.txt"][..],
            &["check-board", "boggle-new", "--explain", "--file", "words.txt"],
            &["solve", "boggle-new", "--file", "words.txt"],
            &["boggle", "words.txt", "words.txt"],
        ] {
            let (code, text) = run(&folder, arguments);
            assert!(matches!(code, Some(0..=2)), "{code:?} {text}");
        }
    }
}

/// Names, words and boards of 70,000 characters.
#[test]
fn long_names_and_words_are_printed_by_every_command() {
    let name = "N".repeat(70_000);
    let word = "cat".repeat(23_334);
    let folder = Folder::with_words(&format!("cat cats act {word}"));
    folder.write("games.json", configuration(&name));
    let (word, name) = (word.as_str(), name.as_str());
    let upper = word.to_uppercase();
    let path = format!("{name}.txt");
    let check = |arguments: &[&str], answer: ProgramOutput| {
        let shown: Vec<String> = arguments
            .iter()
            .map(|a| a.chars().take(20).collect())
            .collect();
        let is_expected = matches!(answer.code, Some(0..=2)) && !answer.err.contains("panicked");
        let err: String = answer.err.chars().take(1_000).collect();
        assert!(is_expected, "{shown:?}: {:?} {err}", answer.code);
    };
    for arguments in [
        &["games"][..],
        &["solve", name, "CATS"],
        &["solve", "Plain", "CATS"],
        &["solve", "Plain", &upper],
        &["solve", "Plain", "CATS", name],
        &["solve", "Plain", "CATS", "--regex", name],
        &["solve-dups", name, "CATS"],
        &["score", name, "CATS"],
        &["score", name, "--file", &path],
        &["score", name, "--dictionary", &path],
        &["analyze", name, "CATS"],
        &["analyze", "Plain", "CATS", "%B %9X"],
        &["create", name, "2"],
        &["create", name, "2", "1"],
        &["create", name, "--must-contain", word],
        &["check-word", name, word, "--explain"],
        &["check-word", name, "verbose", word],
        &["check-board", name, &upper, "--explain"],
        &["check-board", name, "CATS", "--explain"],
        &["play", name],
        &["play", "Plain", "--players", name],
        &["play", "Plain", "--board", &upper],
        &["play", "--size", "2"],
        &["scrabblet", "--game", name, "player", "CATS"],
        &["scrabblet", "--game", name, "player", &upper],
        &["scrabblet", "--game", name, "score", word],
        &["scrabblet", "--game", name, "anagrams", word],
        &[
            "scrabblet",
            "--game",
            name,
            "dealer",
            "--tiles",
            "2",
            "--min-words",
            "0",
        ],
        &["dictionary", "info", name],
        &["dictionary", "compile", "words.txt", &path],
        &["boggle", name, &path],
        &["bench", "--game", name, "--rounds", "1"],
        &["study", "--game", name, "CATS"],
        &["study", "--game", name, &upper],
        &["study", "--game", name, "CATS", "--suffixes", word],
        &[
            "study", "--game", name, "--growth", "2..4", "--boards", "1", "--plot", "plot.svg",
        ],
        &[
            "study",
            "--points",
            &format!("2=1,3=2,4={}", "9".repeat(70_000)),
        ],
        &["completions", "bash"],
        &[name],
    ] {
        let arguments = [&["games.json"], arguments].concat();
        check(&arguments, folder.run(&arguments));
        let (code, text) = run(&folder, &arguments);
        let (out, err) = (String::new(), text);
        check(&arguments, ProgramOutput { code, out, err });
    }
}
