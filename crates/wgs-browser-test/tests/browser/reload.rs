//! What survives a reload, a visit to the settings and a new visit: the game, the board, the
//! filters and the user's dictionaries.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, open};
use crate::window::Window;

/// The board, the game and the filters.
fn state(page: &Page<'_>) -> Vec<String> {
    let modes = (1..=16).map(|position| page.mode(position));
    let rest = [
        page.notation(),
        page.find(By::Css("#game")).value(),
        page.find(By::Css("#pattern")).value(),
        page.texts("[aria-sort=ascending], [aria-sort=descending]")
            .concat(),
        page.totals(),
    ];
    modes.chain(rest).collect()
}

/// Waits until the page shows the same as before.
fn assert_state(page: &Page<'_>, expected: &[String], what: &str) {
    page.find(By::Css(".board"));
    let is_same = page.poll(|| state(page) == expected);
    assert!(
        is_same,
        "{what}: expected {expected:?}, found {:?}",
        state(page)
    );
}

#[requires(browser)]
#[test]
fn the_game_the_board_and_the_filters_survive() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    assert_eq!(page.url(), server.solver_url(), "nothing has changed yet");
    page.choose_game("Ruzzle");
    page.write_board("ThE:AT;ERSNOITLADE");
    page.write(By::Css("#pattern"), "e.*s");
    page.tile(2).click();
    page.tile(6).click();
    page.tile(6).click();
    page.find(By::Css("#show-duplicates")).click();
    page.find(By::Role("button", "Length")).click();
    page.until("a filtered list", || page.totals().contains(" listed"));
    page.until("the filters in the address", || {
        let url = page.url();
        url.contains("pattern=") && url.contains("duplicates=") && url.contains("sort=")
    });
    let expected = state(&page);
    page.reload();
    assert_state(&page, &expected, "a reload");

    page.find(By::Role("link", "Settings")).click();
    page.find(By::Css("#page-title"));
    page.find(By::Role("link", "Solver")).click();
    assert_state(&page, &expected, "a visit to the settings");
    page.until("the board in the address again", || {
        page.url().contains("board=")
    });
    page.find(By::Role("link", "Settings")).click();
    page.find(By::Css("#page-title"));
    page.reload();
    page.find(By::Css("#page-title"));
    page.find(By::Role("link", "Solver")).click();
    assert_state(&page, &expected, "a reload of the settings");

    // Later, without the address.
    page.go("about:blank");
    page.go(server.url());
    assert_state(&page, &expected, "a new visit");
    // A board in the address takes precedence over that of the last visit.
    page.go("about:blank");
    page.go(&format!("{}#board=CATS", server.solver_url()));
    page.until("the board of the link", || page.notation() == "CATS");
}

#[requires(browser)]
#[test]
fn an_empty_board_survives_a_reload_and_the_first_board_leaves_no_trace() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Role("button", "Clear")).click();
    page.until("the board in the address", || page.url().contains("board="));
    page.reload();
    page.find(By::Css(".board"));
    page.until("an empty board", || page.notation().is_empty());
    page.until("the message for an empty board", || {
        page.texts(".list-state")
            .concat()
            .starts_with("Type letters")
    });
    page.write_board(BOARD);
    page.until("the address without a board", || {
        page.url() == server.solver_url()
    });
    let stored = page.script("return localStorage.getItem('wgs.solver')", vec![]);
    assert_eq!(stored, json!(null));
}

#[requires(browser)]
#[test]
fn a_stored_state_that_cannot_be_read_is_forgotten() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.script("localStorage.setItem('wgs.solver', 'starts=x')", vec![]);
    page.reload();
    page.wait_for_totals("831 words");
    assert!(page.find_all(By::Css(".notice")).is_empty());
}

/// The names of the dictionaries that the browser has stored.
fn stored_dictionaries(page: &Page<'_>) -> Value {
    let names = "const open = indexedDB.open('wgs', 1);
        await new Promise((resolve) => { open.onsuccess = resolve });
        const keys = open.result.transaction('dictionaries').objectStore('dictionaries').getAllKeys();
        await new Promise((resolve) => { keys.onsuccess = resolve });
        open.result.close();
        return keys.result";
    page.script_async(names, vec![])
}

fn folder(test: &str) -> PathBuf {
    let name = format!("reload-{test}-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A game whose dictionary is a file.
const WITH_FILE: &str = r#"{
  "Grids": { "Square": { "Size": [4, 4] } },
  "ScoringRules": { "Home": { "MinWordLength": 3, "LengthBonuses": { "3+": 1 } } },
  "Dictionaries": { "Embedded": "builtin:wordnik", "Mine": "mine.txt" },
  "GameRules": {
    "First": { "GridDesign": "Square", "ScoringRules": "Home", "Dictionary": "Embedded" },
    "Home": { "GridDesign": "Square", "ScoringRules": "Home", "Dictionary": "Mine" }
  }
}
"#;

#[requires(browser)]
#[test]
fn a_game_of_the_server_survives_a_reload() {
    let browser = Browser::start();
    let folder = folder("server");
    let config = folder.join("home.json");
    fs::write(&config, WITH_FILE).unwrap();
    fs::write(folder.join("mine.txt"), "cat\ncats\n").unwrap();
    let server = Server::start(&["--config", config.to_str().unwrap()]);
    let page = browser.open(&server.solver_url(), Window::DESKTOP);
    page.until("the games of the server", || {
        page.texts("#game option") == ["First", "Home"]
    });
    page.choose_game("Home");
    page.write_board("CATS");
    page.wait_for_totals("2 words");
    page.until("the board in the address", || {
        page.url().contains("game=Home&board=CATS")
    });
    page.reload();
    page.wait_for_totals("2 words");
    assert_eq!(page.find(By::Css("#game")).value(), "Home");
    assert!(page.find_all(By::Css("#undo-board:enabled")).is_empty());
    fs::remove_dir_all(folder).unwrap();
}

#[requires(browser)]
#[test]
fn a_dictionary_survives_a_reload_until_it_is_given_up() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let folder = folder("dictionary");
    let path = folder.join("own.txt");
    fs::write(&path, "aerie\naeried\nzebra\n").unwrap();
    page.find(By::Css("#dictionary-file"))
        .type_keys(path.to_str().unwrap());
    page.wait_for_totals("2 words");
    fs::remove_dir_all(folder).unwrap();
    page.until("the dictionary in the address", || {
        page.url().contains("dictionary=own.txt")
    });
    page.until("the dictionary to be stored", || {
        stored_dictionaries(&page) == json!(["own.txt"])
    });
    for what in ["a reload", "another reload"] {
        page.reload();
        page.wait_for_totals("2 words");
        assert_eq!(
            page.texts(".dictionary span"),
            ["Words from own.txt (3)"],
            "{what}"
        );
        assert!(page.find_all(By::Css(".notice")).is_empty(), "{what}");
    }
    page.find(By::Role("button", "Back to the game's dictionary"))
        .click();
    page.wait_for_totals("831 words");
    page.until("the address without a dictionary", || {
        !page.url().contains("dictionary=")
    });
    page.reload();
    page.wait_for_totals("831 words");
    assert_eq!(stored_dictionaries(&page), json!([]));
}

#[requires(browser)]
#[test]
fn a_missing_dictionary_is_explained_and_can_be_provided_once() {
    let browser = Browser::start();
    let folder = folder("missing");
    let config = folder.join("home.json");
    fs::write(&config, WITH_FILE).unwrap();
    let server = Server::start(&["--config", config.to_str().unwrap()]);
    let page = browser.open(&server.solver_url(), Window::DESKTOP);
    page.allow_error("/dictionaries/Mine");
    page.until("the games of the server", || {
        page.texts("#game option") == ["First", "Home"]
    });
    page.choose_game("Home");
    let message = "The dictionary “Mine” is not loaded. \
                   Drop a file with its words anywhere on this page.";
    page.until("the message about the dictionary", || {
        page.texts(".list-state") == [message]
    });
    assert_eq!(page.texts(".dictionary span"), [message]);
    assert!(page.find_all(By::Css(".notice")).is_empty());
    assert_eq!(page.totals(), "No result");
    assert!(!page.texts("#validity").concat().contains("No board yet"));
    let path = folder.join("words.txt");
    fs::write(&path, "stnd\nzebra\n").unwrap();
    page.find(By::Css("#dictionary-file"))
        .type_keys(path.to_str().unwrap());
    page.wait_for_totals("1 word ");
    page.until("the game in the address", || {
        page.url().contains("game=Home")
    });
    page.until("the dictionary to be stored", || {
        stored_dictionaries(&page) == json!(["Mine"])
    });
    page.reload();
    page.wait_for_totals("1 word ");
    assert_eq!(page.texts(".dictionary span"), ["Words from Mine (2)"]);
    fs::remove_dir_all(folder).unwrap();
}
