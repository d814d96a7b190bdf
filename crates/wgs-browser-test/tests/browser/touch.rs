//! Fingers on the board: typing with an on-screen keyboard, and the details of a tile.

use fantoccini::key::Key;
use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::{By, Element};
use crate::page::Page;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

impl Page<'_> {
    pub(crate) fn touch_event(&self, kind: &str, points: Value) {
        self.devtools(
            "Input.dispatchTouchEvent",
            json!({ "type": kind, "touchPoints": points }),
        );
    }

    /// Puts a finger on an element.
    pub(crate) fn touch(&self, element: &Element<'_>) {
        let (x, y) = element.centre();
        self.touch_event("touchStart", json!([{ "x": x, "y": y }]));
    }

    /// Lifts the finger.
    pub(crate) fn lift(&self) {
        self.touch_event("touchEnd", json!([]));
    }

    /// Touches an element shortly.
    pub(crate) fn tap(&self, element: &Element<'_>) {
        self.touch(element);
        self.lift();
    }

    /// Types letters as an on-screen keyboard does, without key events.
    fn type_on_screen(&self, text: &str) {
        self.devtools("Input.insertText", json!({ "text": text }));
    }

    /// Whether the field that opens the on-screen keyboard has the focus.
    fn is_keyboard_open(&self) -> bool {
        let script = "return document.activeElement.matches('.board-frame + input')";
        self.script(script, vec![]) == json!(true)
    }
}

#[requires(browser)]
#[test]
fn the_on_screen_keyboard_stays_open_from_tile_to_tile() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::PHONE);
    page.find(By::Css(".choices label:nth-of-type(2)")).click();
    // Counts how often the keyboard would close.
    page.script(
        "window.timesClosed = 0;
         document.querySelector('.board-frame + input').addEventListener('blur', () => { window.timesClosed += 1 })",
        vec![],
    );
    page.tap(&page.tile(2));
    page.until("the on-screen keyboard", || page.is_keyboard_open());
    for letter in ["A", "b", "C"] {
        page.type_on_screen(letter);
    }
    page.until("the letters in the notation", || {
        page.notation() == "SABCTEIELARSMRTO"
    });
    let cursor = page.find(By::Css(".cell[tabindex='0']"));
    assert_eq!(cursor.attribute("id").as_deref(), Some("tile-5"));
    page.tap(&page.tile(7));
    page.type_on_screen("x");
    page.until("the letter on the tile that was tapped", || {
        page.notation() == "SABCTEXELARSMRTO"
    });
    // A keyboard that completes words replaces what it has typed.
    page.devtools(
        "Input.imeSetComposition",
        json!({ "text": "pu", "selectionStart": 2, "selectionEnd": 2 }),
    );
    page.devtools(
        "Input.imeSetComposition",
        json!({ "text": "pot", "selectionStart": 3, "selectionEnd": 3 }),
    );
    page.type_on_screen("pot");
    page.until("the completed word", || {
        page.notation() == "SABCTEXPOTRSMRTO"
    });
    page.press([Key::Backspace.into()]);
    page.until("the last letter to be deleted", || {
        page.notation() == "SABCTEXPO.RSMRTO"
    });
    assert!(page.is_keyboard_open());
    assert_eq!(page.script("return window.timesClosed", vec![]), json!(0));
    assert_eq!(page.mode(2), "normal");
}

#[requires(browser)]
#[test]
fn tapping_an_empty_tile_opens_the_on_screen_keyboard() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::PHONE);
    page.write_board("CAT");
    page.script("document.activeElement.blur(); scrollTo(0, 0)", vec![]);
    page.tap(&page.tile(4));
    page.until("the on-screen keyboard", || page.is_keyboard_open());
    page.type_on_screen("s");
    page.until("the letter", || page.notation() == "CATS");
    assert!(!page.totals().contains("listed"), "{}", page.totals());
}

#[requires(browser)]
#[test]
fn a_long_press_shows_the_details_of_a_tile() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::PHONE);
    let shown = || page.find_all(By::Css(".tip")).len();
    assert_eq!(shown(), 0);
    for position in [1, 4, 6] {
        let tile = page.tile(position);
        page.touch(&tile);
        page.until("the details of the tile", || shown() == 1);
        page.lift();
        let details = page.find(By::Css(".tip"));
        let text = details.text();
        assert!(text.contains(" words, "), "{text}");
        assert_eq!(page.texts(".unseen[role=status]"), [text]);
        let fits = "const { left, right } = arguments[0].getBoundingClientRect();
            return left >= 0 && right <= innerWidth";
        assert_eq!(details.script(fits), json!(true), "tile {position}");
        assert_eq!(page.mode(position), "normal", "a long press is not a click");
        page.tap(&page.find(By::Css("#summary-2")));
        page.until("the details to disappear", || shown() == 0);
    }
    // A short one filters.
    page.tap(&page.tile(6));
    page.until("the mode to change", || page.mode(6) == "starts-with");
    assert_eq!(shown(), 0);
}
