//! Games on the whole terminal, played through a pseudo-terminal.

use std::fs;
use std::path::Path;

use crate::folder::Folder;
use crate::screen_game::ScreenGame;
use crate::terminal_svg::svg;

const WORDS: &str = "cat cats act acts scat cast tacs stack quits quit it ox board score word \
    this hits sea seas east";

/// Starts a game on the board CATS.
fn cats<'a>(folder: &Folder, arguments: &[&'a str]) -> ScreenGame {
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
    game.guess("stack", "✗ stack is a word, but needs letters");
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

/// Saves what the terminal shows in the folder of screenshots.
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
    let mut game = ScreenGame::start(&folder, &arguments);
    game.wait_for("Ready?");
    game.press("\r");
    game.wait_for("0 of ");
    eprintln!("{}", game.text());
    save_screenshot(&game, "play-terminal");
    game.press("\u{3}");
    game.finish();
}
