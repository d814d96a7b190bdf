//! The messages about guesses: each is read to its end, whatever the screen and the language.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use super::{BOARD, PHONE};
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

const SCREENS: [Window; 3] = [
    PHONE,
    Window {
        width: 320,
        height: 568,
        is_phone: true,
    },
    Window {
        width: 844,
        height: 390,
        is_phone: true,
    },
];

/// Guesses for each kind of verdict on a board of Boggle.
const ON_BOARD: [&str; 10] = [
    "tear",
    "tear",
    "e",
    "ee",
    "dot",
    "zebra",
    "linen",
    "zoo",
    "unimaginatively",
    "zzzzzzzzzzzzzzzz",
];

/// Guesses for the verdicts that a Spelling Bee has besides.
const IN_HAND: [&str; 4] = ["ebbed", "zebra", "unimaginatively", "ab"];

/// How far the message is from where it should be: the pixels that are cut off, and those by which
/// the board has moved.
fn faults(page: &Page<'_>, board_top: f64) -> (f64, f64) {
    let script =
        "const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const [text, line, board] = ['.outcome', '#word-line', '.round-table'].map(box);
        const outside = [line.left - text.left, text.right - line.right, line.top - text.top,
          text.bottom - line.bottom, text.right - innerWidth, -text.left,
          document.querySelector('.outcome').scrollHeight - Math.ceil(text.height)];
        return [Math.max(0, ...outside), board.top]";
    let found = page.script(script, vec![]);
    let [cut, top]: [f64; 2] = serde_json::from_value(found).expect("two numbers");
    (cut, (top - board_top).abs())
}

fn board_top(page: &Page<'_>) -> f64 {
    let script = "return document.querySelector('.round-table').getBoundingClientRect().top";
    page.script(script, vec![]).as_f64().expect("a number")
}

#[requires(browser)]
#[test]
fn no_message_about_a_guess_is_cut_off_or_moves_the_board() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for language in ["en", "de"] {
        for (game, board, guesses) in [
            ("Boggle (New)", BOARD, &ON_BOARD[..]),
            ("Spelling Bee", "ABCDEFG", &IN_HAND),
        ] {
            let address = format!("{}play.html", server.url());
            let page = browser.open_in_language(&address, PHONE, language);
            page.find(By::Css("#start"));
            page.choose_option("#play-game", game);
            page.find(By::Css("#penalty")).click();
            page.enter_board(board);
            page.find(By::Css("#start")).click();
            page.find(By::Css(".round"));
            let tops = SCREENS.map(|screen| {
                page.resize(screen);
                board_top(&page)
            });
            for guess in guesses {
                page.press(guess.chars());
                page.press([Key::Enter.into()]);
                page.until(guess, || page.count(".outcome") == 1);
                let text = page.word_line();
                for (screen, top) in SCREENS.into_iter().zip(tops) {
                    page.resize(screen);
                    page.wait_for_animations();
                    let (cut, moved) = faults(&page, top);
                    assert!(
                        cut < 1.0 && moved < 1.0,
                        "{cut} px cut off, board moved by {moved} px: {text} in {screen:?}"
                    );
                }
            }
        }
    }
}

#[requires(browser)]
#[test]
fn enter_looks_disabled_when_it_is() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = super::start(&browser, &server, PHONE, "Boggle (New)", BOARD);
    let colour = || {
        let script =
            "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor";
        let [enter, delete] = ["#enter", "#delete"].map(|id| page.script(script, vec![json!(id)]));
        enter == delete
    };
    assert!(colour());
    page.press(['t']);
    page.until("an enabled button", || !colour());
}
