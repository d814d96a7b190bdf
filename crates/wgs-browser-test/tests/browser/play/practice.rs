//! The practice deck: missed words come back at growing intervals.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use super::daily::{address, open_on};
use super::{BOARD, PHONE};
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;

#[requires(browser)]
#[test]
fn missed_words_come_back_at_growing_intervals() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_on(&browser, &server, PHONE, "2026-11-20");
    let go = |day: &str| {
        // A fragment alone would not load the page again.
        page.go("about:blank");
        page.go(&format!("{}#/practice", address(&server, day)));
    };
    page.choose_option("#play-game", "Boggle (New)");
    page.enter_board(BOARD);
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    page.end_round();

    // Rare words are added one by one.
    let all = page.texts("#practise-all").concat();
    let number = |text: &str| {
        text.split(|c: char| !c.is_ascii_digit())
            .collect::<String>()
    };
    let missed = page.texts("#review-missed + span").concat();
    assert!(number(&all).parse::<u32>().unwrap() < number(&missed).parse().unwrap());

    // The best missed word is a common one, with many points.
    let first = page.find(By::Css("#review .review-word"));
    let word = page.texts("#review .review-word b").swap_remove(0);
    assert!(first.text().contains("common"), "{}", first.text());
    page.find(By::Css("#review .review-add")).click();
    page.until("a word in the deck", || {
        page.count(".review-add.is-added") == 1
    });

    // The word can be practised at once. It is known three times, then not.
    for (day, is_known, next) in [
        ("2026-11-20", true, "21 November 2026"),
        ("2026-11-21", true, "24 November 2026"),
        ("2026-11-24", true, "1 December 2026"),
        ("2026-12-01", false, "2 December 2026"),
        ("2026-12-05", true, "6 December 2026"),
    ] {
        go(day);
        let clue = page.find(By::Css("#practice-clue")).text();
        let start = format!("{} letters", word.len());
        assert!(clue.starts_with(&start), "{clue}");
        let end = format!("from {} to {}", &word[..1], &word[word.len() - 1..]);
        assert!(clue.ends_with(&end), "{clue}");
        page.until("the board", || page.faces().concat() == BOARD);
        page.assert_accessible("a word to practise");
        // Another word is not the answer.
        page.press("TEN".chars());
        page.press([Key::Enter.into()]);
        page.until("another word", || {
            let line = page.texts("#practice-line").concat();
            line.contains("TEN is a word, but not the one you missed")
        });
        match is_known {
            true => {
                page.press(word.chars());
                page.press([Key::Enter.into()]);
            }
            false => page.find(By::Css("#practice-show")).click(),
        }
        page.until("an answer", || {
            let line = page.texts("#practice-line").concat();
            line.contains(&word) && line.contains(next) && line.contains("right") == is_known
        });
        page.until("the path", || page.count(".path-line") == 1);
        page.find(By::Css("#practice-next")).click();
        let done = page.find(By::Css("#practice-done")).text();
        assert!(done.contains(next), "{done}");
    }
    page.assert_accessible("practice with nothing to do");
    // Practice leaves no round behind.
    page.find(By::Css("#practice-leave")).click();
    page.find(By::Css("#start"));
    page.reload();
    page.find(By::Css("#start"));
}
