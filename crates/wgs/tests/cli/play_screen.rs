//! Games on the whole terminal, played through a pseudo-terminal.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::folder::Folder;
use crate::pseudo_terminal::Streams;
use crate::screen_game::ScreenGame;
use crate::terminal_svg::svg;

const WORDS: &str = "cat cats act acts scat cast tacs stack quits quit it ox board score word \
    this hits sea seas east";

/// Starts a game on the board CATS.
fn cats(folder: &Folder, arguments: &[&str]) -> ScreenGame {
    let start = "--size 2 --dictionary words.txt --board CATS --computer off --seed 1";
    let start: Vec<&str> = start.split(' ').collect();
    ScreenGame::start(folder, &[&start, arguments].concat())
}

#[test]
fn a_game_is_played_by_typing() {
    let folder = Folder::with_words(WORDS);
    let mut game = cats(&folder, &["--minutes", "3"]);
    game.wait_for("Ready?");
    assert!(game.terminal().is_raw());
    game.press("\r");
    game.wait_for("0 of 7 words");
    game.guess("cats", "✓ CATS: 1 point");
    game.wait_for("1 of 7 words");
    game.guess("cats", "✗ cats was already found");
    game.guess("stack", "✗ stack is a word, but the board has no");
    game.guess("xyzzy", "✗ xyzzy is not in the dictionary");
    game.press("\u{4}");
    game.wait_for("Missed 6");
    game.wait_for("▸ ACTS");
    game.press("q");
    let (code, text) = game.finish();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("You: 1 word, 1 point"), "{text}");
    assert!(text.contains("Missed: 6 of 7 words"), "{text}");
}

#[test]
fn the_path_of_a_word_lights_up_while_it_is_typed() {
    let folder = Folder::with_words(WORDS);
    let mut game = cats(&folder, &["--minutes", "0"]);
    game.wait_for(" C ");
    let (c, s) = (game.find(" C "), game.find(" S "));
    let plain = game.paper(c);
    assert_eq!(game.paper(s), plain);
    game.press("ca");
    game.wait_for("› ca");
    game.wait_until("a path", |screen| {
        let cell = screen.cell(c.1, c.0).unwrap();
        cell.bgcolor() != plain
    });
    assert_eq!(game.paper(s), plain);
    game.press("\u{3}");
    game.finish();
}

#[test]
fn a_game_is_played_with_the_mouse() {
    let folder = Folder::with_words(WORDS);
    let mut game = cats(&folder, &[]);
    game.wait_for("Ready?");
    game.click((5, 12));
    game.wait_for(" C ");
    let centre = |game: &ScreenGame, letter: &str| {
        let (column, line) = game.find(&format!(" {letter} "));
        (column + 1, line)
    };
    let [c, a, t, s] = ["C", "A", "T", "S"].map(|letter| centre(&game, letter));
    game.drag(&[c, a, t]);
    game.wait_for("✓ CAT: 1 point");
    // Too far and back.
    game.drag(&[c, a, t, s, t, s]);
    game.wait_for("✓ CATS: 1 point");
    for tile in [a, c, t] {
        game.click(tile);
    }
    game.wait_for("› ACT");
    game.click(t);
    game.wait_for("✓ ACT: 1 point");
    game.click(c);
    game.wait_for("› C");
    game.mouse(2, c, 'M');
    game.wait_until("empty word", |screen| !screen.contents().contains("› C"));
    // At the end, a word of the list is selected.
    game.press("\u{4}");
    game.wait_for("▸ ACTS");
    let scat = game.find("SCAT");
    game.click(scat);
    game.wait_for("▸ SCAT");
    let tabs = game.find("Missed 4");
    game.click(tabs);
    game.wait_for("▸ CATS");
    game.press("\r");
    assert_eq!(game.finish().0, Some(0));
}

#[test]
fn ctrl_c_restores_the_terminal_and_shows_the_result() {
    let folder = Folder::with_words(WORDS);
    for before in ["", "\r", "\rcats\r", "\r\u{10}"] {
        let mut game = cats(&folder, &["--minutes", "3"]);
        game.wait_for("Ready?");
        game.press(before);
        if before.contains("cats") {
            game.wait_for("✓ CATS");
        }
        game.press("\u{3}");
        let (code, text) = game.finish();
        assert_eq!(code, Some(130), "{text}");
        let found = if before.contains("cats") {
            "1 word, 1 point"
        } else {
            "0 words, 0 points"
        };
        assert!(
            text.contains(&format!("You: {found}")),
            "{before:?}: {text}"
        );
    }
}

#[test]
fn a_signal_restores_the_terminal_and_shows_the_result() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = Folder::with_words(WORDS);
    for (signal, code) in [(Signal::TERM, None), (Signal::INT, Some(130))] {
        let mut game = cats(&folder, &["--minutes", "3"]);
        game.wait_for("Ready?");
        game.press("\r");
        game.guess("cats", "✓ CATS");
        kill_process(Pid::from_child(game.terminal().child()), signal).unwrap();
        let (found, text) = game.finish();
        assert_eq!(found, code, "{text}");
        assert!(text.contains("You: 1 word, 1 point"), "{text}");
    }
}

#[test]
fn a_closed_terminal_ends_the_program() {
    let folder = Folder::with_words(WORDS);
    let mut game = cats(&folder, &["--minutes", "3"]);
    game.wait_for("Ready?");
    game.press("\r");
    game.guess("cats", "✓ CATS");
    assert!(game.close(), "the program goes on");
}

#[test]
fn the_time_limit_of_the_command_ends_the_game() {
    let folder = Folder::with_words(WORDS);
    // Enough time to load the game on a busy machine.
    let game = cats(&folder, &["--timeout", "10"]);
    game.wait_for("Ready?");
    let (code, text) = game.finish();
    assert_eq!(code, Some(124), "{text}");
    assert!(text.contains("You: 0 words, 0 points"), "{text}");
}

#[test]
fn the_clock_ends_the_round() {
    let folder = Folder::with_words(WORDS);
    let mut game = cats(&folder, &["--minutes", "0.02"]);
    game.wait_for("Ready?");
    game.press("\r");
    game.wait_for("Time is up");
    game.wait_for("Missed 7");
    game.press("q");
    assert_eq!(game.finish().0, Some(0));
}

#[test]
fn the_computer_finds_words_while_the_round_runs() {
    let folder = Folder::new();
    let arguments = [
        "boggle-new",
        "--computer",
        "hard",
        "--minutes",
        "0.3",
        "--seed",
        "2",
    ];
    let mut game = ScreenGame::start(&folder, &arguments);
    game.wait_for("Ready?");
    game.press("\r");
    game.wait_for("Computer (hard)");
    game.wait_until("word of the computer", |screen| {
        let text = screen.contents();
        !text.contains("Missed") && text.contains(" words ") && !text.contains("│ 0 words")
    });
    game.press("\u{3}");
    game.finish();
}

#[test]
fn hints_and_pauses_are_shown() {
    let folder = Folder::with_words(WORDS);
    let mut game = cats(&folder, &["--minutes", "0"]);
    game.wait_for("0 of 7 words");
    for hint in ["1 of 4", "2 of 4", "3 of 4", "4 of 4"] {
        game.press("\t");
        game.wait_for(&format!("Hint {hint}"));
    }
    game.press("\u{10}");
    game.wait_for("Paused");
    assert!(!game.text().contains(" C "), "{}", game.text());
    game.press("x");
    game.wait_for(" C ");
    game.press("?");
    game.wait_for("Backspace");
    game.press("\u{3}");
    game.finish();
}

#[test]
fn windows_of_all_sizes_show_the_game() {
    let folder = Folder::new();
    let arguments = [
        "boggle-new",
        "--seed",
        "1",
        "--minutes",
        "0",
        "--computer",
        "off",
    ];
    let mut game = ScreenGame::start(&folder, &arguments);
    game.wait_for("0 of ");
    for size in [
        (120, 50),
        (40, 30),
        (30, 12),
        (20, 8),
        (16, 6),
        (200, 10),
        (80, 24),
    ] {
        game.resize(size);
        game.wait_for("0:0");
        game.press("t");
        game.wait_for("› t");
        game.press("\u{1b}");
        game.wait_until("empty word", |screen| !screen.contents().contains("› t"));
    }
    game.resize((9, 3));
    game.wait_for("Enlarge");
    game.resize((80, 24));
    game.wait_for("0 of ");
    game.press("\u{3}");
    game.finish();
}

#[test]
fn a_board_that_is_larger_than_the_window_is_scrolled() {
    let folder = Folder::with_words("zap pat\n");
    // A row of letters at the top, and a word in the lower right corner.
    let mut board = "A".repeat(60 * 60 - 3);
    board += "ZAP";
    let arguments = [
        "--size",
        "60",
        "--dictionary",
        "words.txt",
        "--minutes",
        "0",
    ];
    let arguments = [&arguments[..], &["--computer", "off", "--board", &board]].concat();
    let mut game = ScreenGame::start(&folder, &arguments);
    game.wait_for("▶");
    assert!(!game.text().contains('◀') && !game.text().contains('Z'));
    game.press("\u{1b}[C");
    game.wait_for("◀");
    game.press("\u{1b}[B");
    game.wait_for("▲");
    // The path of a typed word comes into view.
    game.press("zap");
    game.wait_for("Z A P");
    game.press("\u{3}");
    game.finish();
}

#[test]
fn every_game_can_be_played_on_the_screen() {
    let folder = Folder::new();
    let games = folder.print(&["games", "--json"]);
    let mut played = 0;
    for line in games.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let is_complete = ["grid", "letter_distribution", "dictionary", "scoring_rules"];
        if is_complete.iter().any(|part| game[part].is_null()) {
            continue;
        }
        let name = game["game"].as_str().unwrap();
        // The dictionaries of other languages may not be installed.
        let arguments = [name, "--seed", "3", "--minutes", "2", "-d", "Wordnik"];
        let mut game = ScreenGame::start(&folder, &arguments);
        game.wait_for("Ready?");
        game.press("\rqxzj");
        game.wait_for("› qxzj");
        game.press("\r");
        game.wait_for("✗ qxzj");
        game.press("\t");
        game.wait_for("Hint 1 of 4");
        game.press("\u{4}");
        game.wait_for("Missed");
        game.press("\u{1b}[B\u{1b}[B\tq");
        let (code, text) = game.finish();
        assert_eq!(code, Some(0), "{name}: {text}");
        played += 1;
    }
    assert!(played > 10, "{played}");
}

#[test]
fn a_game_is_chosen_from_a_list() {
    let folder = Folder::new();
    let mut game = ScreenGame::start(&folder, &["--minutes", "0"]);
    game.wait_for("Which game?");
    game.wait_for("▸ Boggle (New)");
    game.press("ling bee");
    game.wait_for("▸ Spelling Bee");
    game.press("\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}xx");
    game.wait_for("No game has this name");
    game.press("\u{7f}\u{7f}\r");
    game.wait_for("Spelling Bee  7 tiles");
    game.press("\u{3}");
    assert_eq!(game.finish().0, Some(130));
    for (key, code) in [("\u{1b}", 0), ("\u{3}", 130)] {
        let mut game = ScreenGame::start(&folder, &[]);
        game.wait_for("Which game?");
        game.press(key);
        assert_eq!(game.finish().0, Some(code));
    }
}

#[test]
fn another_board_is_dealt_at_the_end() {
    let folder = Folder::new();
    let arguments = [
        "boggle-new",
        "--seed",
        "4",
        "--minutes",
        "0",
        "--computer",
        "off",
    ];
    let mut game = ScreenGame::start(&folder, &arguments);
    game.wait_for("0 of ");
    let tiles = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.split('│').next().unwrap());
        lines.skip(2).map(str::to_owned).collect()
    };
    let first = tiles(&game.text());
    game.press("\u{4}");
    game.wait_for("n new board");
    game.press("n");
    game.wait_for("0 of ");
    assert_ne!(tiles(&game.text()), first);
    game.press("\u{4}");
    game.wait_for("n new board");
    game.press("q");
    let (code, text) = game.finish();
    assert_eq!(code, Some(0));
    assert!(!text.contains("seed 4)"), "the last board is shown: {text}");
}

#[test]
fn players_take_turns_without_seeing_each_others_words() {
    let folder = Folder::with_words(WORDS);
    let mut game = cats(&folder, &["--players", "Ann,Bob", "--cancel"]);
    game.wait_for("Ann: press Enter");
    game.press("\r");
    game.guess("cats", "✓ CATS");
    game.guess("cat", "✓ CAT");
    game.press("\u{4}");
    game.wait_for("Bob: press Enter");
    assert!(!game.text().contains("CATS"), "{}", game.text());
    game.press("\r");
    game.wait_for("0 of 7 words");
    game.guess("cats", "✓ CATS");
    game.press("\u{4}");
    game.wait_for("Ann wins with 1 of");
    game.press("q");
    let (_, text) = game.finish();
    assert!(text.contains("Ann: 2 words, 1 point"), "{text}");
    assert!(text.contains("Bob: 1 word, 0 points"), "{text}");
}

#[test]
fn without_colours_nothing_is_coloured() {
    let folder = Folder::with_words(WORDS);
    for (arguments, variables) in [
        (&["--color", "never"][..], &[][..]),
        (&[], &[("NO_COLOR", "1")]),
    ] {
        let start = "--size 2 --dictionary words.txt --board CATS --computer off --minutes 0";
        let start: Vec<&str> = start.split(' ').collect();
        let arguments = [&start, arguments].concat();
        let mut game =
            ScreenGame::start_with(&folder, &arguments, (80, 24), Streams::ALL, variables);
        game.wait_for("0 of 7 words");
        game.press("cat");
        game.wait_for("› cat");
        // The path has other borders than the other tiles.
        game.wait_for("┏━━━━━━━┓");
        let received = String::from_utf8(game.terminal().received()).unwrap();
        for code in ["[38;5;", "[48;5;", ";48;5;", ";38;5;", "[31m"] {
            assert!(!received.contains(code), "{code}: {received:?}");
        }
        game.press("\u{3}");
        game.finish();
    }
}

#[test]
fn with_json_the_game_is_shown_on_standard_error() {
    let folder = Folder::with_words(WORDS);
    let start = "--size 2 --dictionary words.txt --board CATS --computer off --minutes 0 --json";
    let arguments: Vec<&str> = start.split(' ').collect();
    let streams = Streams {
        output: false,
        ..Streams::ALL
    };
    let mut game = ScreenGame::start_with(&folder, &arguments, (80, 24), streams, &[]);
    let mut output = game.terminal().child().stdout.take().unwrap();
    game.wait_for("0 of 7 words");
    game.guess("cats", "✓ CATS");
    game.press("\u{4}");
    game.wait_for("Missed 6");
    game.press("q");
    let mut printed = String::new();
    output.read_to_string(&mut printed).unwrap();
    let reply: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(reply["players"][0]["points"], 1);
    assert_eq!(game.finish().0, Some(0));
}

#[test]
fn lines_are_read_with_plain_and_on_simple_terminals() {
    let folder = Folder::with_words(WORDS);
    let start = "--size 2 --dictionary words.txt --board CATS --computer off --minutes 0";
    let start: Vec<&str> = start.split(' ').collect();
    for (arguments, variables) in [(&["--plain"][..], &[][..]), (&[], &[("TERM", "dumb")])] {
        let arguments = [&start, arguments].concat();
        let mut game =
            ScreenGame::start_with(&folder, &arguments, (80, 24), Streams::ALL, variables);
        game.wait_for("type ? for help");
        assert!(!game.terminal().is_raw());
        game.press("cats\nquit\n");
        let (code, text) = game.finish();
        assert_eq!(code, Some(0));
        assert!(text.contains("CATS counts: 1 point"), "{text}");
    }
}

/// Saves a picture of the terminal in the folder of screenshots.
fn save_screenshot(game: &ScreenGame, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
    fs::create_dir_all(&folder).unwrap();
    let image = svg(game.parser().screen());
    fs::write(folder.join(format!("{name}.svg")), image).unwrap();
}

/// Takes the README's picture of the terminal. It checks nothing and overwrites a file in
/// `docs/screenshots`: `cargo test -p wgs --test cli screenshot -- --ignored`.
#[test]
#[ignore = "overwrites docs/screenshots"]
fn screenshot_of_a_game() {
    let folder = Folder::new();
    let arguments = ["boggle-new", "--seed", "12", "--minutes", "3"];
    let mut game = ScreenGame::start_with(&folder, &arguments, (96, 30), Streams::ALL, &[]);
    game.wait_for("Ready?");
    game.press("\r");
    for word in ["fetus", "snout", "event", "ovens", "uneven", "nose", "tone"] {
        game.guess(word, "✓");
    }
    game.wait_until("words of the computer", |screen| {
        !screen.contents().contains(" 0 words")
    });
    game.press("tenuo");
    game.wait_for("› tenuo");
    save_screenshot(&game, "play-terminal");
    game.press("\u{4}");
    game.wait_for("Missed");
    save_screenshot(&game, "play-terminal-end");
    game.press("\u{3}");
    game.finish();
}
