//! Share links, word lists chosen by the user, and solving without the server.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use wgs_config::catalogue::EMBEDDED;
use wgs_config::share_link::ShareLink;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, GAME, open, open_link};
use crate::window::Window;

/// Copies the share link and returns its fragment.
fn copy_link(page: &Page<'_>) -> String {
    page.find(By::Css("#copy-link")).click();
    page.until("the link to be copied", || {
        !page.texts(".export [role=status]").concat().is_empty()
    });
    let url = page.url();
    url.split_once('#')
        .expect("the link has a fragment")
        .1
        .to_owned()
}

/// Everything that must look the same for the person who opens the link.
fn state(page: &Page<'_>) -> Vec<String> {
    let words = page.listed().into_iter().map(|row| format!("{row:?}"));
    let modes = (1..=16).map(|position| page.mode(position));
    let rest = [
        page.notation(),
        page.find(By::Css("#game")).value(),
        page.find(By::Css("#pattern")).value(),
        page.totals(),
        page.texts(".dictionary span").concat(),
    ];
    words.chain(modes).chain(rest).collect()
}

/// Opens the link in a fresh profile and checks that it shows the same as the page.
fn assert_link_shows_same(browser: &Browser, server: &Server, page: &Page<'_>, fragment: &str) {
    let expected = state(page);
    let other = open_link(browser, server, fragment);
    other.wait_for_totals(&page.totals());
    assert_eq!(state(&other), expected, "{fragment}");
}

#[requires(browser)]
#[test]
fn a_link_restores_the_board_and_the_filters() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.choose_game("Ruzzle");
    page.write_board("ThE:AT;ERSNOITLADE");
    page.write(By::Css("#pattern"), "e.*s");
    page.tile(2).click();
    page.tile(6).click();
    page.tile(6).click();
    page.find(By::Css("#show-duplicates")).click();
    page.find(By::Role("button", "Length")).click();
    page.until("a filtered list", || page.totals().contains(" listed"));
    let fragment = copy_link(&page);
    assert_link_shows_same(&browser, &server, &page, &fragment);
}

#[requires(browser)]
#[test]
fn a_board_of_another_size_is_created_and_shared() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write(By::Css("#size"), "5x6");
    page.find(By::Css("#pattern")).click();
    page.until("thirty tiles", || {
        page.count(".board [role='gridcell']") == 30
    });
    page.find(By::Css("#random")).click();
    page.until("a new board", || page.notation() != BOARD);
    let board = page.notation();
    assert_eq!(board.chars().filter(|c| c.is_uppercase()).count(), 30);
    // The dice of the game are not meant for this size.
    assert_eq!(page.count("#validity"), 0);
    page.until("words of the board", || !page.listed().is_empty());
    page.assert_accessible("the solver with a board of another size");
    let fragment = copy_link(&page);
    assert!(fragment.contains("&size=5x6"), "{fragment}");
    assert_link_shows_same(&browser, &server, &page, &fragment);
    // Another game has its own size.
    page.choose_game("Boggle Master");
    page.until("a board of 5x5", || {
        page.count(".board [role='gridcell']") == 25
    });
}

#[requires(browser)]
#[test]
fn a_link_contains_rules_that_are_not_built_in() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let mut rules: Value = serde_json::from_str(EMBEDDED).unwrap();
    let mut game = rules["GameRules"][GAME].clone();
    game["ScoringRules"] = json!("House");
    rules["GameRules"]["House Boggle"] = game;
    rules["ScoringRules"]["House"] =
        json!({ "LengthBonuses": { "5+": 7 }, "MinWordLength": 5, "QIsQu": true });
    let share = ShareLink {
        game: "House Boggle".to_owned(),
        board: BOARD.to_owned(),
        configuration: Some(rules.to_string()),
        ..ShareLink::default()
    };
    let page = open_link(&browser, &server, &share.encode().unwrap());
    page.find(By::Css(".visiting"));
    page.until("scores from the house rules", || {
        page.texts("#solution-0 [role=gridcell]")
            .get(1)
            .map(String::as_str)
            == Some("7")
    });
    page.assert_accessible("the solver with rules from a link");
    let fragment = copy_link(&page);
    assert!(fragment.contains("rules="), "{fragment}");
    assert_link_shows_same(&browser, &server, &page, &fragment);
    page.find(By::Role("button", "Back to my games")).click();
    page.wait_until_gone(By::Css(".visiting"));
    page.until("the user's own games", || {
        page.texts("#game option").contains(&GAME.to_owned())
            && page.find(By::Css("#game")).value() != "House Boggle"
    });
}

/// Writes a short word list to a file and returns its path.
fn word_list(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, "aerie\naeried\nzebra\nstnd\n").unwrap();
    path
}

#[requires(browser)]
#[test]
fn a_chosen_word_list_is_used_and_included_in_the_link() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let path = word_list("chosen.txt");
    page.find(By::Css("#dictionary-file"))
        .type_keys(path.to_str().unwrap());
    page.wait_for_totals("3 words");
    page.until("the name of the word list", || {
        page.texts(".dictionary span") == ["Words from chosen.txt (4)"]
    });
    let fragment = copy_link(&page);
    assert!(fragment.contains("list="), "{fragment}");
    assert_link_shows_same(&browser, &server, &page, &fragment);
    page.find(By::Role("button", "Back to the game's dictionary"))
        .click();
    page.wait_for_totals("831 words");
}

#[requires(browser)]
#[test]
fn a_dropped_word_list_is_used() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    // Anywhere on the page, also on the header.
    page.find(By::Css(".head")).script(
        "const dataTransfer = new DataTransfer();
         dataTransfer.items.add(new File(['stnd\\nzebra\\n'], 'dropped.txt'));
         arguments[0].dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))",
    );
    page.wait_for_totals("1 word ");
    assert_eq!(
        page.texts(".dictionary span"),
        ["Words from dropped.txt (2)"]
    );
}

#[requires(browser)]
#[test]
fn an_unreadable_link_shows_an_error() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for fragment in [
        "rules=1rubbish",
        "board=STND&list=2x",
        "starts=x",
        "board=%ff",
        "7&board=A",
    ] {
        let page = open_link(&browser, &server, fragment);
        let message = page.find(By::Css("[role=alert].notice")).text();
        assert!(
            message.starts_with("This link cannot be read: "),
            "{fragment}: {message}"
        );
        page.wait_for_totals("831 words");
    }
    // A fragment that does not look like a share link is ignored.
    let page = open_link(&browser, &server, "main");
    page.wait_for_totals("831 words");
    assert!(page.find_all(By::Css(".notice")).is_empty());
}

#[requires(browser)]
#[test]
fn positions_beyond_the_board_are_harmless() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_link(
        &browser,
        &server,
        "board=STND&starts=99&contains=4000000000",
    );
    page.write_board(BOARD);
    page.until("the totals", || page.totals().starts_with("831 words"));
}

#[requires(browser)]
#[test]
fn the_page_solves_boards_without_the_server() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.script_async("await navigator.serviceWorker.ready", vec![]);
    page.until("the service worker to take control of the page", || {
        page.script("return navigator.serviceWorker.controller !== null", vec![]) == json!(true)
    });
    server.stop();
    page.allow_error("ERR_CONNECTION_REFUSED");
    page.reload();
    page.wait_for_totals("831 words");
    page.write_board("ATEEAPYOTINUEDSE");
    page.assert_lists_like("solve", "ATEEAPYOTINUEDSE", &[]);
}
