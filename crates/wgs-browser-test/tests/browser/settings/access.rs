//! The editor for everyone: what a script can see of accessibility, in both colours, down to
//! the narrowest phone.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::open;

/// A page of each section, an entry of each, and the text.
const WAYS: [&str; 13] = [
    "GameRules",
    "Grids",
    "ScoringRules",
    "LetterDistributions",
    "Dictionaries",
    "Preferences",
    "GameRules/Boggle%20(New)",
    "Grids/7%20letters",
    "ScoringRules/Super%20Big%20Boggle",
    "LetterDistributions/Super%20Big%20Boggle",
    "Dictionaries/Wordnik",
    "Preferences/Default",
    "text",
];

/// Waits until the page is all there, so that the whole of it is judged.
fn wait_for_preview(page: &Page<'_>, way: &str) {
    if way.contains('/') {
        page.until("the preview", || {
            let totals = page.texts("#preview-totals").concat();
            totals.contains("words") || !page.texts("#preview .wrong").concat().is_empty()
        });
    }
}

#[requires(browser)]
#[test]
fn every_page_is_accessible_in_both_colours() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "GameRules", Window::DESK);
    for way in WAYS {
        page.visit(way);
        wait_for_preview(&page, way);
        for colours in ["light", "dark"] {
            page.prefer("prefers-color-scheme", colours);
            page.assert_accessible(&format!("{way}, {colours}"));
        }
    }
    page.visit("Preferences/Default");
    for summary in page.find_all(By::Css(".signs summary")) {
        summary.click();
    }
    page.assert_accessible("the preferences with all that may stand in formats");
}

#[requires(browser)]
#[test]
fn the_narrowest_phone_shows_every_page_whole() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "GameRules", Window::PHONE);
    for way in WAYS {
        page.visit(way);
        wait_for_preview(&page, way);
        assert!(page.is_narrow_enough(), "{way}");
        page.assert_accessible(&format!("{way} on a phone"));
    }
    // The largest canvas, too.
    page.visit("Grids/Alphabet");
    page.find(By::Css("#cell-26-1.is-there"));
    assert!(page.is_narrow_enough(), "the largest canvas");
    page.assert_accessible("the largest canvas on a phone");
}

#[requires(browser)]
#[test]
fn the_editor_speaks_german() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "Grids/4x4", Window::DESK);
    page.find(By::Label("Language")).type_keys("Deutsch");
    page.until("German", || {
        page.texts("#undo").concat().contains("Rückgängig")
    });
    page.assert_accessible("the designer in German");
    page.resize(Window::PHONE);
    assert!(page.is_narrow_enough());
    page.assert_accessible("the designer in German on a phone");
}
