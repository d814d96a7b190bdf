//! The words of a board after the round.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use super::{BOARD, PHONE, start};
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;

#[requires(browser)]
#[test]
fn found_and_missed_words_with_how_common_they_are() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, PHONE, "Boggle (New)", BOARD);
    for word in ["TEN", "NEST"] {
        page.press(word.chars());
        page.press([Key::Enter.into()]);
        page.until(word, || {
            page.found_words().first().is_some_and(|it| it == word)
        });
    }
    page.end_round();
    let labels = || page.texts(".review .choice span");
    assert_eq!(labels(), ["Missed (829)", "Found (2)", "All (831)"]);
    let words = || page.texts("#review .review-word b");
    let notes = || page.texts("#review .review-notes");
    assert!(notes().iter().all(|note| note == "common"), "{:?}", notes());
    assert_eq!(words().len(), 40);

    // Rare words come last, and can be hidden.
    page.find(By::Css("#review-more")).click();
    page.until("all missed words", || words().len() == 829);
    assert_eq!(notes().last().map(String::as_str), Some("rare"));
    page.find(By::Css("#review-common")).click();
    page.until("no rare words", || {
        !notes().iter().any(|note| note == "rare")
    });
    let missed = words();
    assert!(missed.len() > 100, "{}", missed.len());

    // All that are listed go into the deck.
    page.find(By::Css("#practise-all")).click();
    page.until("a deck", || {
        page.count(".review-add.is-added") == missed.len()
    });

    page.find(By::Css("label:has(#review-found)")).click();
    page.until("the words found", || words() == ["NEST", "TEN"]);
    let link = page.find(By::Css(".review-link")).attribute("href");
    assert_eq!(
        link.as_deref(),
        Some("https://en.wiktionary.org/wiki/Special:Search?go=Go&search=nest")
    );
    page.find(By::Css(".review-select")).click();
    page.until("the path", || page.count(".path-line") == 1);
    // On a phone the board stays in view above the list.
    page.script("scrollTo(0, document.body.scrollHeight)", vec![]);
    let in_view =
        "const { top, bottom } = document.querySelector('.play-frame').getBoundingClientRect();
        return top >= -1 && bottom <= innerHeight";
    page.until("the board", || {
        page.script(in_view, vec![]) == serde_json::json!(true)
    });
    page.assert_accessible("the words of a board");
}
