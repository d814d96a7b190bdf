//! Boards and score sheets to print.

use serde_json::json;
use wgs_test_requirement::requires;

use super::{BOARD, PHONE, open, start};
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

#[requires(browser)]
#[test]
fn a_board_and_a_score_sheet_fit_on_a_page_each() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for game in [
        "Boggle (New)",
        "Super Big Boggle",
        "Spelling Bee",
        "Scrabble Rack",
    ] {
        let page = open(&browser, &server, PHONE);
        page.choose_option("#play-game", game);
        page.find(By::Css("#to-print")).click();
        page.find(By::Css(".print-board"));
        page.assert_accessible("a board to print");
        page.choose_option("#print-players", "6");
        page.until("six players", || page.count(".sheet-name") == 6);
        // Pages of A4, as Chromium prints them.
        let pdf = page.devtools(
            "Page.printToPDF",
            json!({ "paperWidth": 8.27, "paperHeight": 11.69, "preferCSSPageSize": true }),
        );
        let pdf = pdf["data"].as_str().unwrap().to_owned();
        let pages = page.script(
            "return (atob(arguments[0]).match(/\\/Type\\s*\\/Page\\b/g) ?? []).length",
            vec![json!(pdf)],
        );
        assert_eq!(pages, json!(2), "{game}");
    }
}

#[requires(browser)]
#[test]
fn the_board_of_a_round_is_printed_without_controls() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, "Boggle (New)", BOARD);
    page.end_round();
    page.find(By::Css("#print-round")).click();
    page.find(By::Css(".print-board"));
    let faces = || page.texts(".print-tile b").concat();
    page.until("the board of the round", || faces() == BOARD);
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let is_shown = "return ['.head', '.print-controls', '.print-board', '.score-sheet'].map(
        (part) => document.querySelector(part).getClientRects().length > 0)";
    assert_eq!(
        page.script(is_shown, vec![]),
        json!([false, false, true, true])
    );
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    // All words are printed only if asked for.
    assert_eq!(page.count(".paper-words li"), 0);
    page.find(By::Css("#print-words")).click();
    page.until("all words", || page.count(".paper-words li") == 831);
    page.find(By::Css("#print-another")).click();
    page.until("another board", || faces() != BOARD);
    // The result is still there.
    page.script("history.back()", vec![]);
    page.find(By::Css(".result"));
}
