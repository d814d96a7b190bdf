//! Entering a board: as text, on the tiles, and from the clipboard.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

/// The board from the first example of the Boggle assignment, in its file format.
const BOARD_FILE: &str = "4 4\nA  T  E  E\nA  P  Y  O\nT  I  N  U\nE  D  S  E\n";

impl Page<'_> {
    /// Pastes text into the focused element.
    fn paste(&self, text: &str) {
        self.devtools(
            "Browser.grantPermissions",
            json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] }),
        );
        self.script_async(
            "await navigator.clipboard.writeText(arguments_[0])",
            vec![json!(text)],
        );
        for kind in ["keyDown", "keyUp"] {
            let commands = if kind == "keyDown" {
                vec!["paste"]
            } else {
                vec![]
            };
            self.devtools(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": "v", "code": "KeyV", "modifiers": 2, "commands": commands }),
            );
        }
    }
}

/// Waits until the first tiles on the board show these faces.
fn assert_faces(page: &Page<'_>, expected: &[&str]) {
    page.until(&format!("the tiles {expected:?}"), || {
        page.faces().iter().take(expected.len()).eq(expected)
    });
}

#[requires(browser)]
#[test]
fn tiles_follow_the_notation() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write_board("ThE.?:R;S");
    assert_faces(&page, &["Th", "E", "", "?", "R", "S", ""]);
    assert_eq!(
        page.texts("#tile-5 .tile-badge, #tile-6 .tile-badge"),
        ["2L", "2W"]
    );
    page.assert_lists_like("solve", "ThE.?:R;S", &[]);
    for (position, name) in [
        (1, "row 1, column 1, Th, "),
        (3, "row 1, column 3, empty, "),
        (4, "row 1, column 4, any letter, "),
        (5, "row 2, column 1, R, letter × 2, "),
        (6, "row 2, column 2, S, word × 2, "),
    ] {
        let label = page.tile(position).attribute("aria-label").unwrap();
        assert!(label.starts_with(name), "{label}");
    }
}

#[requires(browser)]
#[test]
fn the_notation_follows_typing_on_the_tiles() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Role("button", "Clear")).click();
    page.until("an empty board", || page.notation().is_empty());
    page.find(By::Css(".choices label:nth-of-type(2)")).click();
    page.tile(1).click();
    assert_eq!(
        page.mode(1),
        "normal",
        "in typing mode, a click does not change the tile's mode"
    );
    page.press("t".chars());
    page.press_together(&[Key::Shift.into(), 'h']);
    page.press("e.?:r;sa".chars());
    assert_faces(&page, &["Th", "E", "", "?", "R", "S", "A", ""]);
    assert_eq!(page.notation(), "ThE.?:R;SA");
    assert!(page.tile(8).has_focus());
    page.press([Key::Backspace.into(), Key::Up.into(), Key::Right.into()]);
    page.press([Key::Delete.into()]);
    page.until("the deletions in the notation", || {
        page.notation() == "ThE..:R;S"
    });
    page.assert_lists_like("solve", "ThE..:R;S", &[]);
}

#[requires(browser)]
#[test]
fn a_board_can_be_pasted_in_any_format() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    for (text, board) in [
        (BOARD_FILE, "ATEEAPYOTINUEDSE"),
        ("STNDTEIELARSMRTQu", "STNDTEIELARSMRTQu"),
        ("2 2\nQu A\nE N", "QuAEN"),
    ] {
        page.find(By::Css("#notation")).click();
        page.press_together(&[Key::Control.into(), 'a']);
        page.paste(text);
        page.until(&format!("{text:?} to become {board}"), || {
            page.notation().eq_ignore_ascii_case(board)
        });
        page.assert_lists_like("solve", board, &[]);
    }
}

#[requires(browser)]
#[test]
fn a_mistake_in_the_notation_is_marked_at_its_character() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write_board("CAT3S");
    page.until("the marked character", || {
        page.texts("#notation-mistake mark") == ["3"]
    });
    assert_eq!(page.texts("#notation-mistake code"), ["CAT3S"]);
    let message = page.find(By::Css("#notation-mistake span")).text();
    assert!(message.starts_with("Character 4: "), "{message}");
    let field = page.find(By::Css("#notation"));
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("true"));
    page.assert_accessible("the solver with a mistake in the notation");
    page.write_board("CATS");
    page.until("the mark to disappear", || {
        page.count("#notation-mistake mark") == 0
    });
}

#[requires(browser)]
#[test]
fn tiles_that_do_not_fit_are_reported() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write_board("STNDTEIELARSMRTOXY");
    assert_eq!(
        page.find(By::Css("#board-extra")).text(),
        "2 tiles do not fit on this board and are ignored"
    );
}
