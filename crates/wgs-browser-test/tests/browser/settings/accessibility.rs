//! Accessibility of the editor in both colour schemes, on the narrowest phone and in German.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::open;

/// The page of each section, an entry of each section, and the text editor.
const ROUTES: [&str; 13] = [
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

/// Waits until the page is complete, so that all of it is checked.
fn wait_for_preview(page: &Page<'_>, route: &str) {
    if route.contains('/') {
        page.until("the preview", || {
            let totals = page.texts("#preview-totals").concat();
            totals.contains("words") || !page.texts("#preview .wrong").concat().is_empty()
        });
    }
}

#[requires(browser)]
#[test]
fn every_page_is_accessible_in_both_colour_schemes() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "GameRules", Window::DESKTOP);
    for route in ROUTES {
        page.visit(route);
        wait_for_preview(&page, route);
        for scheme in ["light", "dark"] {
            page.prefer("prefers-color-scheme", scheme);
            page.assert_accessible(&format!("{route}, {scheme}"));
        }
    }
    page.visit("Preferences/Default");
    for summary in page.find_all(By::Css(".signs summary")) {
        summary.click();
    }
    page.assert_accessible("the preferences with all format specifiers shown");
}

#[requires(browser)]
#[test]
fn every_page_fits_on_the_narrowest_phone() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "GameRules", Window::PHONE);
    for route in ROUTES {
        page.visit(route);
        wait_for_preview(&page, route);
        assert!(page.fits_window_width(), "{route}");
        page.assert_accessible(&format!("{route} on a phone"));
    }
    // The largest canvas has to fit, too.
    page.visit("Grids/Alphabet");
    page.find(By::Css("#cell-26-1.is-there"));
    assert!(page.fits_window_width(), "the largest canvas");
    page.assert_accessible("the largest canvas on a phone");
}

#[requires(browser)]
#[test]
fn the_editor_is_available_in_german() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "Grids/4x4", Window::DESKTOP);
    page.find(By::Label("Language")).type_keys("Deutsch");
    page.until("the page to switch to German", || {
        page.texts("#undo").concat().contains("Rückgängig")
    });
    page.assert_accessible("the grid designer in German");
    page.resize(Window::PHONE);
    assert!(page.fits_window_width());
    page.assert_accessible("the grid designer in German on a phone");
}
