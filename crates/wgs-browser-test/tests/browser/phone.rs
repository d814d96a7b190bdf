//! The solver on a phone, its accessibility in both colour schemes, and its German translation.

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
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
        page.until("the heat map", || page.count(".tile.is-hot") == 16);
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
