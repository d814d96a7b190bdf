//! The word box, which says whether a word is on the board and if not, why; and spelling words
//! on the tiles.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::path::path_steps;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

#[requires(browser)]
#[test]
fn a_word_either_counts_or_the_verdict_says_why_not() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    for (word, verdict, letters) in [
        ("aeried", "✓ counts: 3 points", 6),
        ("rtsla", "✗ RTSLA is not in the dictionary", 0),
        ("toad", "✗ TOAD is a word, but has no path on the board", 0),
        (
            "at",
            "✗ AT is too short: it counts for 2 letters, but 3 are needed",
            0,
        ),
        ("zebra", "✗ ZEBRA is a word, but the board has no Z or B", 0),
        // The board has one O.
        (
            "zoo",
            "✗ ZOO is a word, but needs another O, and the board has no Z",
            0,
        ),
    ] {
        page.write(By::Css("#ask"), word);
        page.press([Key::Enter.into()]);
        page.until(&format!("{word}: {verdict}"), || {
            page.texts("#verdict").concat().starts_with(verdict)
        });
        assert_eq!(path_steps(&page).len(), letters, "{word}");
    }
}

#[requires(browser)]
#[test]
fn dragging_over_the_tiles_spells_a_word() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let tiles = [10, 6, 11, 7, 8].map(|position| page.tile(position));
    page.drag(&tiles.each_ref());
    page.until("the spelled word AERIE", || {
        page.texts("#word") == ["AERIE"]
    });
    page.until("the score of AERIE", || {
        page.texts("#verdict") == ["✓ counts: 2 points"]
    });
    assert_eq!(path_steps(&page), ["1", "2", "3", "4", "5"]);
    assert_eq!(
        page.mode(10),
        "normal",
        "a drag does not change the tile's mode"
    );
    page.drag(&[&tiles[1], &tiles[0]]);
    page.until("the spelled word EA", || page.texts("#word") == ["EA"]);
}

#[requires(browser)]
#[test]
fn clicks_spell_a_word_in_spelling_mode() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Css(".choices label:nth-of-type(3)")).click();
    for position in [10, 6, 11, 7, 8] {
        page.tile(position).click();
    }
    page.until("the score of AERIE", || {
        page.texts("#verdict") == ["✓ counts: 2 points"]
    });
    assert_eq!(page.texts("#word"), ["AERIE"]);
}
