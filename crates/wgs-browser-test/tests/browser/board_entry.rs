//! Entering a board: as text, on the tiles, and from the clipboard.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, open};
use crate::window::Window;

/// The board from the first example of the Boggle assignment, in its file format.
const BOARD_FILE: &str = "4 4\nA  T  E  E\nA  P  Y  O\nT  I  N  U\nE  D  S  E\n";

impl Page<'_> {
    /// Pastes text into the focused element.
    fn paste(&self, text: &str) {
        self.context_command(
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
        let label = page.tile_name(position);
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
    // A Q is a Qu: the U that people read there is no tile, but another one is.
    page.find(By::Role("button", "Clear")).click();
    page.tile(1).click();
    page.press("queenquu".chars());
    assert_faces(&page, &["Qu", "E", "E", "N", "Qu", "U", ""]);
    assert_eq!(page.notation(), "QuEENQuU");
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
        ("Catsdogsbirdfish", "CATSDOGSBIRDFISH"),
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

#[requires(browser)]
#[test]
fn an_empty_tile_never_filters() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Role("button", "Clear")).click();
    page.until("an empty board", || page.notation().is_empty());
    page.tile(1).click();
    assert!(page.tile(1).has_focus(), "a click selects the tile");
    page.press(BOARD.to_lowercase().chars());
    page.until("the typed board", || page.notation() == BOARD);
    assert_eq!(page.mode(1), "normal");
    page.assert_lists_like("solve", BOARD, &[]);
    // Neither does a tile that is typed over, or that is emptied.
    page.tile(1).click();
    page.tile(6).click();
    page.tile(11).click();
    page.until("the filters", || page.mode(11) == "starts-with");
    page.press([Key::Delete.into(), ' ']);
    page.until("the mode of the empty tile to be reset", || {
        page.mode(11) == "normal"
    });
    page.press("r".chars());
    page.until("the letter again", || page.notation() == BOARD);
    page.assert_lists_like(
        "solve",
        BOARD,
        &["--starts-with", "1", "--starts-with", "6"],
    );
    page.press([Key::Home.into()]);
    page.press("s".chars());
    page.assert_lists_like("solve", BOARD, &["--starts-with", "6"]);
    // An empty board has no filters, and what is typed next has none either.
    page.find(By::Role("button", "Clear")).click();
    page.press(BOARD.to_lowercase().chars());
    page.until("the typed board", || page.notation() == BOARD);
    page.assert_lists_like("solve", BOARD, &[]);
}

#[requires(browser)]
#[test]
fn letters_that_nothing_else_takes_start_at_the_first_tile() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.tile(9)
        .script("arguments[0].focus(); arguments[0].blur()");
    page.press("ca".chars());
    page.until("the letters on the first tiles", || {
        page.notation() == "CANDTEIELARSMRTO"
    });
    assert!(page.tile(3).has_focus());
    page.press("t".chars());
    page.until("the next letter", || page.notation() == "CATDTEIELARSMRTO");
    // Other shortcuts and text fields keep their letters.
    page.script("document.activeElement.blur()", vec![]);
    page.press([Key::Home.into(), ' ', '/']);
    page.press("re".chars());
    page.until("the letters in the filter", || {
        page.find(By::Css("#pattern")).value() == "re"
    });
    page.script("document.activeElement.blur()", vec![]);
    page.press("?".chars());
    page.find(By::Role("dialog", "Keyboard shortcuts"));
    page.press("x".chars());
    page.press([Key::Escape.into()]);
    page.wait_until_gone(By::Role("dialog", "Keyboard shortcuts"));
    assert_eq!(page.notation(), "CATDTEIELARSMRTO");
    // A board can be pasted without a click, too.
    page.script("document.activeElement.blur()", vec![]);
    page.paste(BOARD_FILE);
    page.until("the pasted board", || page.notation() == "ATEEAPYOTINUEDSE");
}

#[requires(browser)]
#[test]
fn shift_joins_to_the_selected_tile() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let join = |letter: char| page.press_together(&[Key::Shift.into(), letter]);
    page.find(By::Css(".choices label:nth-of-type(2)")).click();
    page.tile(1).click();
    page.press("q".chars());
    join('u');
    page.until("the letter on the tile just typed", || {
        page.notation() == "QuTNDTEIELARSMRTO"
    });
    page.tile(5).click();
    join('h');
    page.until("the letter on the tile clicked", || {
        page.notation() == "QuTNDThEIELARSMRTO"
    });
    page.press("t".chars());
    page.press([Key::End.into()]);
    join('n');
    page.until("the letter on the last tile", || {
        page.notation() == "QuTNDTEIELARSMRTOn"
    });
    // Backspace deletes what was just typed, even on a full board.
    page.tile(2).click();
    page.press("x".chars());
    page.press([Key::Backspace.into()]);
    page.until("the letter just typed to be deleted", || {
        page.notation() == "Qu.NDTEIELARSMRTOn"
    });
    assert!(page.tile(2).has_focus());
}
