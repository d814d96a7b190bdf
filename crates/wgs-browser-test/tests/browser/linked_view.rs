//! The board, the list and the details show the same word; and links to what others know of it.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::path::select_solution;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

#[requires(browser)]
#[test]
fn a_word_spelled_by_dragging_is_selected_in_the_list_and_explained() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Role("button", "Word")).click();
    let tiles = [12, 11, 10, 9].map(|position| page.tile(position));
    assert!(page.find_all(By::Css(".list-row.is-selected")).is_empty());
    // S R A L is no word.
    page.drag(&tiles.each_ref());
    page.until("the verdict on SRAL", || {
        page.texts("#verdict") == ["✗ SRAL is not in the dictionary"]
    });
    assert_eq!(page.count(".list-row.is-selected"), 0);
    assert_eq!(page.count(".explorer caption"), 0);
    let tiles = [14, 10, 5, 1].map(|position| page.tile(position));
    page.drag(&tiles.each_ref());
    page.until("the row of RATS", || {
        page.texts(".list-row.is-selected [role=gridcell]:first-child") == ["RATS"]
    });
    let row = page.find(By::Css(".list-row.is-selected"));
    let is_in_view = "const row = arguments[0].getBoundingClientRect();
        const list = document.getElementById('solutions').getBoundingClientRect();
        return row.top >= list.top - 1 && row.bottom <= list.bottom + 1";
    assert_eq!(row.script(is_in_view), serde_json::json!(true));
    assert_eq!(page.texts(".explorer caption"), ["RATS"]);
    assert_eq!(page.texts("#word"), ["RATS"]);
    // The path is the one that was dragged.
    let line = page.find(By::Css(".path-line")).attribute("d").unwrap();
    assert_eq!(line, "M1.5 3.5L1.5 2.5L0.5 1.5L0.5 0.5");
}

#[requires(browser)]
#[test]
fn every_word_can_be_looked_up_in_the_language_of_the_page() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    assert!(page.find_all(By::Css("#look-up")).is_empty());
    select_solution(&page, "AERIED");
    let link = page.find(By::Role("link", "Look up AERIED in Wiktionary"));
    let address = "wiktionary.org/wiki/Special:Search?go=Go&search=aeried";
    assert_eq!(
        link.attribute("href"),
        Some(format!("https://en.{address}"))
    );
    assert_eq!(link.attribute("target").as_deref(), Some("_blank"));
    page.assert_accessible("the solver with a link to look up a word");
    page.find(By::Label("Language")).type_keys("Deutsch");
    let link = page.find(By::Role("link", "AERIED im Wiktionary nachschlagen"));
    assert_eq!(
        link.attribute("href"),
        Some(format!("https://de.{address}"))
    );
}
