//! A challenge: a link with a board, its rules and a result, opened by another player.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use super::{BOARD, PHONE, start};
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

const GAME: &str = "Boggle (New)";

/// Types words, each of which counts.
fn find_words(page: &Page<'_>, words: &[&str]) {
    for word in words {
        page.press(word.chars());
        page.press([Key::Enter.into()]);
        page.until(word, || {
            page.found_words().first().is_some_and(|it| it == word)
        });
    }
}

#[requires(browser)]
#[test]
fn a_friend_plays_on_the_same_board_and_compares() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = start(&browser, &server, Window::DESKTOP, GAME, BOARD);
    find_words(&page, &["TEAR", "SIREN"]);
    page.end_round();
    page.script(
        "document.querySelector('.challenge-form').open = true",
        vec![],
    );
    page.write(By::Css("#challenge-name"), "Ann");
    page.find(By::Css("#challenge-make")).click();
    let link = page.find(By::Css("#challenge-link")).value();
    assert!(
        link.contains("/play.html#game=Boggle%20(New)&board=STND"),
        "{link}"
    );
    page.assert_accessible("a challenge at the end of a round");

    // Somebody who was never here opens it.
    let friend = browser.open_first(&link, PHONE);
    let target = friend.find(By::Css("#challenge-target")).text();
    assert_eq!(
        target,
        "Ann found 2 words on this board: 3 points. Can you do better?"
    );
    friend.assert_accessible("a challenge");
    friend.find(By::Css("#challenge-accept")).click();
    friend.find(By::Css(".round"));
    friend.until("the board", || friend.faces().concat() == BOARD);
    // A reload does not forget who made the challenge.
    friend.reload();
    friend.find(By::Css("#resume")).click();
    friend.until("the tiles", || friend.faces().concat() == BOARD);
    find_words(&friend, &["TEAR", "TEN"]);
    friend.end_round();
    assert_eq!(friend.texts("#challenge-outcome"), ["Ann won."]);
    assert_eq!(
        friend.texts("#standings tr"),
        ["Ann2 words3 points", "You2 words2 points"]
    );
    friend.find(By::Css("#review-more")).click();
    friend.until("all missed words", || friend.count(".review-word") == 829);
    let missed = friend.texts("#review .review-word");
    let by_ann = missed.iter().filter(|word| word.contains("found by Ann"));
    let by_ann: Vec<_> = by_ann.collect();
    assert_eq!(by_ann.len(), 1, "{by_ann:?}");
    assert!(by_ann[0].starts_with("SIREN2common"), "{by_ann:?}");
    friend.assert_accessible("the result of a challenge");
}

#[requires(browser)]
#[test]
fn a_damaged_link_says_what_is_wrong() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let link = format!(
        "{}play.html#challenge=7&game=Ruzzle&board=CATS",
        server.url()
    );
    let page = browser.open_first(&link, PHONE);
    let notice = page.find(By::Css(".notice")).text();
    assert!(notice.contains("expected version 1"), "{notice}");
    page.find(By::Css("#start"));
}
