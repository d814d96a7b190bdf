//! The solver on a phone with its sheet, its accessibility in both colour schemes, and its German translation.

use std::thread;
use std::time::Duration;

use fantoccini::key::Key;
use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

#[requires(browser)]
#[test]
fn the_board_and_the_list_fit_on_the_narrowest_phone() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::PHONE);
    for board in ["STNDTEIELARSMRTO", "ThQuInErAnHe"] {
        page.write_board(board);
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.script(fits, vec![]), json!(true));
        let is_whole = "arguments[0].scrollIntoView({ block: 'nearest' });
            const sheet = document.querySelector('.sheet').getBoundingClientRect();
            const box = arguments[0].getBoundingClientRect();
            return [box.left >= 0, box.right <= innerWidth, box.top > -1, box.bottom <= sheet.top,
              box.width >= 200]";
        assert_eq!(
            page.find(By::Css(".board")).script(is_whole),
            json!([true, true, true, true, true])
        );
    }
    assert!(page.find_all(By::Css("#solutions")).is_empty());
    let handle = page.find(By::Css(".sheet-handle"));
    assert_eq!(handle.attribute("aria-expanded").as_deref(), Some("false"));
    handle.click();
    page.find(By::Css(".list-row")).click();
    page.until("the path of the solution", || page.count(".path-step") > 1);
    page.assert_accessible("the solver on a phone with the list open");
    handle.click();
    page.wait_until_gone(By::Css("#solutions"));
}

#[requires(browser)]
#[test]
fn the_solver_is_accessible_in_both_colour_schemes_and_sizes() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.assert_accessible("the solver");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("the solver, dark");
    page.find(By::Role("button", "Keyboard shortcuts")).click();
    page.find(By::Role("dialog", "Keyboard shortcuts"));
    page.assert_accessible("the keyboard shortcuts, dark");
    page.prefer("prefers-color-scheme", "light");
    page.assert_accessible("the keyboard shortcuts");
    page.find(By::Role("button", "Close")).click();
    page.wait_until_gone(By::Role("dialog", "Keyboard shortcuts"));
    page.resize(Window::PHONE);
    page.assert_accessible("the solver on a phone");
    page.resize(Window::DESKTOP);
    for (number, what) in [(2, "words"), (3, "points")] {
        page.find(By::Css(&format!(
            ".choices:last-of-type label:nth-of-type({number})"
        )))
        .click();
        page.until("the heat map", || page.count(".tile-heat") == 16);
        page.assert_accessible(&format!("the solver with a heat map of {what}"));
    }
    page.find(By::Css(".chart summary")).click();
    page.assert_accessible("the solver with the chart open");
}

#[requires(browser)]
#[test]
fn the_solver_is_available_in_german() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Label("Language")).type_keys("Deutsch");
    page.until("the page to switch to German", || {
        page.script(
            "return [document.documentElement.lang, document.title]",
            vec![],
        ) == json!(["de", "Wortspiel-Löser"])
    });
    page.find(By::Role("button", "Zufallsbrett"));
    page.assert_accessible("the solver in German");
    page.reload();
    page.find(By::Role("button", "Zufallsbrett"));
    page.resize(Window::PHONE);
    page.assert_accessible("the solver in German on a phone");
}

const UPRIGHT: Window = Window {
    width: 390,
    height: 844,
    is_phone: true,
};

/// Drags the sheet by its handle with a finger, slowly, until the handle is this far from the
/// top of the screen.
fn drag_sheet(page: &Page<'_>, top: f64) {
    let (x, y) = page.find(By::Css(".sheet-handle")).centre();
    let to = top + 26.0;
    let touch = |kind: &str, points: Value| {
        page.devtools(
            "Input.dispatchTouchEvent",
            json!({ "type": kind, "touchPoints": points }),
        );
    };
    touch("touchStart", json!([{ "x": x, "y": y }]));
    for step in 1..=10 {
        let y = y + (to - y) * f64::from(step) / 10.0;
        touch("touchMove", json!([{ "x": x, "y": y }]));
    }
    // A finger that rests does not flick.
    thread::sleep(Duration::from_millis(60));
    touch("touchMove", json!([{ "x": x, "y": to - 0.5 }]));
    thread::sleep(Duration::from_millis(60));
    touch("touchMove", json!([{ "x": x, "y": to }]));
    touch("touchEnd", json!([]));
    page.wait_for_animations();
}

/// The distance of the sheet and of the lower edge of the board from the top of the screen.
fn sheet_and_board(page: &Page<'_>) -> (f64, f64) {
    page.wait_for_animations();
    let found = page.script_async(
        "await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
         return [document.querySelector('.sheet').getBoundingClientRect().top,
           document.querySelector('.board').getBoundingClientRect().bottom]",
        vec![],
    );
    serde_json::from_value(found).expect("the script returns two numbers")
}

#[requires(browser)]
#[test]
fn the_sheet_is_dragged_to_a_half_and_a_full_stop() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, UPRIGHT);
    let handle = page.find(By::Css(".sheet-handle"));
    let (closed, _) = sheet_and_board(&page);
    assert!(closed > 780.0, "{closed}");
    drag_sheet(&page, 500.0);
    let (half, board) = sheet_and_board(&page);
    assert!((338.0..=507.0).contains(&half), "{half}");
    assert!(
        board <= half,
        "the board ends at {board}, the sheet starts at {half}"
    );
    assert_eq!(handle.attribute("aria-expanded").as_deref(), Some("true"));
    drag_sheet(&page, 120.0);
    assert_eq!(sheet_and_board(&page).0, 56.0);
    page.assert_accessible("the full sheet");
    drag_sheet(&page, half + 20.0);
    assert_eq!(sheet_and_board(&page).0, half);
    drag_sheet(&page, 760.0);
    assert_eq!(sheet_and_board(&page).0, closed);
    page.wait_until_gone(By::Css("#solutions"));
    // The end of a drag is not a tap, but the next tap is one.
    handle.click();
    assert_eq!(sheet_and_board(&page).0, half);
}

#[requires(browser)]
#[test]
fn the_sheet_moves_by_tap_and_by_keyboard() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, UPRIGHT);
    let handle = page.find(By::Css(".sheet-handle"));
    let top = || sheet_and_board(&page).0;
    let closed = top();
    handle.click();
    let half = top();
    page.find(By::Role("button", "Show the whole list")).click();
    assert_eq!(top(), 56.0);
    page.find(By::Role("button", "Show the whole list")).click();
    assert_eq!(top(), half);
    handle.click();
    assert_eq!(top(), closed);
    for (key, expected) in [
        (Key::Up, half),
        (Key::Up, 56.0),
        (Key::Down, half),
        (Key::Down, closed),
        (Key::Enter, half),
        (Key::Escape, closed),
        (Key::Home, 56.0),
    ] {
        page.press([key.into()]);
        assert_eq!(top(), expected, "{key:?}");
    }
    // Nothing takes the focus behind the sheet.
    page.find(By::Css("#game"))
        .script("arguments[0].focus({ preventScroll: true })");
    page.until("the sheet to give way", || top() == half);
}

#[requires(browser)]
#[test]
fn the_sheet_has_the_filter_on_top_and_the_score_breakdown() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, UPRIGHT);
    page.find(By::Css(".sheet-handle")).click();
    page.find(By::Css(".list-row")).click();
    page.until("the breakdown in the sheet", || {
        page.count(".sheet .explorer caption") == 1
    });
    assert_eq!(page.count(".explorer"), 1);
    sheet_and_board(&page);
    let tops = page.script(
        "return ['.sheet-handle', '#pattern', '.explorer', '.list', '#show-solutions'].map((selector) =>
           document.querySelector(selector).getBoundingClientRect().top)",
        vec![],
    );
    let tops: Vec<f64> = serde_json::from_value(tops).unwrap();
    assert!(tops.is_sorted(), "{tops:?}");
    let rows = page.find_all(By::Css(".list-row")).len();
    assert!(rows >= 2, "{rows}");
    page.assert_accessible("the sheet with the breakdown");
    // The list is as long as the sheet allows, and its rows are there.
    page.find(By::Role("button", "Show the whole list")).click();
    sheet_and_board(&page);
    let missing = "const list = document.getElementById('solutions');
        const { bottom } = list.getBoundingClientRect();
        const rows = [...list.querySelectorAll('.list-row')];
        return list.clientHeight > 300 && rows.at(-1).getBoundingClientRect().bottom >= bottom";
    assert_eq!(page.script(missing, vec![]), json!(true));
    // Beside the board, the breakdown is there.
    page.resize(Window::DESKTOP);
    page.until("the breakdown beside the board", || {
        page.count(".table .explorer caption") == 1 && page.count(".explorer") == 1
    });
}
