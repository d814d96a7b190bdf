//! The line for a first visit: it says what the page is, offers what to do, and disappears for
//! good once it was used or dismissed.

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, open_link};
use crate::window::Window;

const LAPTOP: Window = Window {
    width: 1366,
    height: 768,
    is_phone: false,
};

const PHONE: Window = Window {
    width: 390,
    height: 844,
    is_phone: true,
};

/// Opens the solver as a first-time visitor.
fn open_first<'b>(browser: &'b Browser, server: &Server, window: Window) -> Page<'b> {
    let page = browser.open_first(&server.solver_url(), window);
    page.wait_for_totals("831 words");
    page
}

fn is_shown(page: &Page<'_>) -> bool {
    page.count("#first-visit") > 0
}

/// Checks that the line is gone, and does not come back with a reload.
fn assert_gone_for_good(page: &Page<'_>) {
    page.until("the line to disappear", || !is_shown(page));
    page.reload();
    page.find(By::Css(".board"));
    assert!(!is_shown(page));
}

#[requires(browser)]
#[test]
fn a_first_visit_says_what_the_page_does_above_a_large_board() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for (window, least) in [(LAPTOP, 400), (PHONE, 300)] {
        let page = open_first(&browser, &server, window);
        let line = page.texts("#first-visit p").concat();
        assert!(line.contains("Finds every word"), "{line}");
        assert_eq!(page.notation(), BOARD);
        let script = "const board = document.querySelector('.board').getBoundingClientRect();
            const line = document.querySelector('#first-visit').getBoundingClientRect();
            return board.width >= arguments[0] && line.bottom <= board.top && line.top >= 0
              && board.bottom <= innerHeight
              && document.documentElement.scrollWidth <= innerWidth";
        let fits = page.script(script, vec![json!(least)]);
        assert_eq!(fits, json!(true), "{window:?}");
        page.assert_accessible("a first visit");
        page.screenshot(&format!("first-visit-{}", window.width));
    }
}

#[requires(browser)]
#[test]
fn type_your_board_clears_the_sample_and_takes_letters() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_first(&browser, &server, LAPTOP);
    page.find(By::Css("#first-visit-type")).click();
    page.until("an empty board", || page.notation().is_empty());
    page.press("cats".chars());
    page.until("the typed letters", || page.notation() == "CATS");
    assert_gone_for_good(&page);
}

#[requires(browser)]
#[test]
fn play_a_game_leads_to_the_games() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_first(&browser, &server, LAPTOP);
    page.find(By::Css("#first-visit-play")).click();
    page.find(By::Css("#start"));
}

#[requires(browser)]
#[test]
fn the_line_can_be_dismissed() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_first(&browser, &server, PHONE);
    page.find(By::Css("#first-visit-dismiss")).click();
    assert_gone_for_good(&page);
    assert_eq!(page.notation(), BOARD);
}

#[requires(browser)]
#[test]
fn a_link_to_a_board_has_no_line() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open_first(&format!("{}#board=CATSDOGS", server.solver_url()), LAPTOP);
    page.until("the board of the link", || page.notation() == "CATSDOGS");
    page.until("no line", || !is_shown(&page));
    drop(page);
    let page = open_link(&browser, &server, "board=CATSDOGS");
    assert!(!is_shown(&page));
}
