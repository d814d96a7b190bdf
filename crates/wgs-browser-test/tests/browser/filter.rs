//! Which solutions are listed, and in which order.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::{Solution, solutions};
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, GAME, open, open_link};
use crate::window::Window;

/// The summaries and the tooltips, which filters must leave alone.
fn said(page: &Page<'_>) -> Vec<String> {
    page.texts("#summary-1, #summary-2, .tip")
}

#[requires(browser)]
#[test]
fn a_click_turns_a_tile_through_its_modes() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    let before = said(&page);
    assert_eq!(page.mode(6), "normal");
    page.assert_lists_like("solve", BOARD, &[]);
    for (mode, options) in [
        ("starts-with", ["--starts-with", "6"].as_slice()),
        ("contains", &["--contains", "6"]),
        ("normal", &[]),
    ] {
        page.tile(6).click();
        page.until(mode, || page.mode(6) == mode);
        page.assert_lists_like("solve", BOARD, options);
        assert_eq!(said(&page), before, "{mode}");
    }
}

#[requires(browser)]
#[test]
fn modes_of_several_tiles_act_together() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.tile(1).click();
    page.tile(5).click();
    page.assert_lists_like(
        "solve",
        BOARD,
        &["--starts-with", "1", "--starts-with", "5"],
    );
    for position in [6, 10] {
        page.tile(position).click();
        page.tile(position).click();
    }
    page.assert_lists_like(
        "solve",
        BOARD,
        &[
            "--starts-with",
            "1",
            "--starts-with",
            "5",
            "--contains",
            "6",
            "--contains",
            "10",
        ],
    );
}

#[requires(browser)]
#[test]
fn each_head_sorts_and_the_other_way_when_clicked_again() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.write(By::Css("#pattern"), "^s.*e");
    let wanted = solutions("solve", GAME, BOARD, &["--regex", "^s.*e"]);
    assert!(wanted.len() > 20, "{}", wanted.len());
    type Key = fn(&Solution) -> (u64, &str);
    let word: Key = |row| (0, &row.word);
    let score: Key = |row| (row.score, "");
    let length: Key = |row| (row.length, "");
    // The page begins with the best first.
    for (head, key, descending) in [
        ("Word", word, false),
        ("Word", word, true),
        ("Score", score, true),
        ("Score", score, false),
        ("Length", length, true),
        ("Length", length, false),
        ("Word", word, false),
    ] {
        page.find(By::Role("button", head)).click();
        let mut wanted = wanted.clone();
        wanted.sort_by(|a, b| {
            let order = key(a).cmp(&key(b));
            let order = if descending { order.reverse() } else { order };
            order.then_with(|| a.word.cmp(&b.word))
        });
        page.assert_lists(&wanted, &format!("{head}, descending: {descending}"));
        let sorted = if descending {
            "descending"
        } else {
            "ascending"
        };
        let heads = format!("[role=columnheader][aria-sort={sorted}]");
        assert!(page.texts(&heads).concat().starts_with(head));
    }
}

#[requires(browser)]
#[test]
fn a_regular_expression_filters_in_any_case() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    let before = said(&page);
    for pattern in ["^re", "^RE", "T.?s$", "[aeiou]{3}"] {
        page.write(By::Css("#pattern"), pattern);
        page.assert_lists_like("solve", BOARD, &["--regex", pattern]);
        assert_eq!(said(&page), before, "{pattern}");
    }
    page.write(By::Css("#pattern"), "zz");
    page.until("the list to say that nothing matches", || {
        page.texts(".list-state") == ["No words match this pattern."]
    });
    page.write(By::Css("#pattern"), "a(b");
    page.until("the mistake to be told", || {
        page.texts("#pattern-mistake")
            .concat()
            .contains("Unterminated group")
    });
    let field = page.find(By::Css("#pattern"));
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("true"));
    page.assert_accessible("the solver with a bad pattern");
    page.write(By::Css("#pattern"), "");
    page.assert_lists_like("solve", BOARD, &[]);
    page.until("the mistake to go", || {
        page.texts("#pattern-mistake").concat().is_empty()
    });
}

#[requires(browser)]
#[test]
fn duplicates_come_and_go() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.write(By::Css("#pattern"), "^st");
    page.find(By::Css("#show-duplicates")).click();
    page.assert_lists_like("solve-dups", BOARD, &["--regex", "^st"]);
    page.find(By::Css("#show-duplicates")).click();
    page.assert_lists_like("solve", BOARD, &["--regex", "^st"]);
}

#[requires(browser)]
#[test]
fn solutions_are_hidden_and_shown() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.find(By::Css("#show-solutions")).click();
    page.until("the rows to go", || page.count(".list-row") == 0);
    assert_eq!(page.texts(".list-state"), ["Solutions are hidden."]);
    page.find(By::Css("#show-solutions")).click();
    page.assert_lists_like("solve", BOARD, &[]);
}

#[requires(browser)]
#[test]
fn thousands_of_rows_scroll_with_few_in_the_document() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let board = "STNDTEIELARSMRTO?STNDTEIELARSMRTO?AB";
    let game = "Super Big Boggle";
    let wanted = solutions("solve-dups", game, board, &[]);
    assert!(wanted.len() > 5_000, "{}", wanted.len());
    let fragment = format!("game=Super%20Big%20Boggle&board={board}&duplicates=yes");
    let page = open_link(&browser, &server, &fragment);
    let rows = format!(".list[aria-rowcount='{}']", wanted.len() + 1);
    page.until("all rows to be counted", || page.count(&rows) == 1);
    assert!(page.count(".list-row") < 100);
    page.find(By::Css("#solutions"))
        .script("arguments[0].focus()");
    page.press([fantoccini::key::Key::End.into()]);
    let last = format!("#solution-{}.is-selected", wanted.len() - 1);
    page.find(By::Css(&last));
    let in_view = "const row = arguments[0].getBoundingClientRect();
        const list = document.getElementById('solutions').getBoundingClientRect();
        return row.top >= list.top - 1 && row.bottom <= list.bottom + 1";
    assert_eq!(
        page.find(By::Css(&last)).script(in_view),
        serde_json::json!(true)
    );
    assert!(page.count(".list-row") < 100);
    page.press([fantoccini::key::Key::Home.into()]);
    page.find(By::Css("#solution-0.is-selected"));
}

#[requires(browser)]
#[test]
fn the_board_stays_where_it_is_whatever_is_told() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    let places = || {
        page.script(
            "return ['.board', '#summary-2', '#notation'].map((selector) => {
               const { left, top } = document.querySelector(selector).getBoundingClientRect();
               return [left, top];
             })",
            vec![],
        )
    };
    let before = places();
    page.find(By::Css("#notation")).click();
    assert_eq!(places(), before, "with the notation's help");
    page.write(By::Css("#pattern"), "a(b");
    page.until("the mistake to be told", || {
        !page.texts("#pattern-mistake").concat().is_empty()
    });
    assert_eq!(places(), before, "with a bad pattern");
    page.write(By::Css("#pattern"), "zz");
    page.until("nothing to be listed", || page.count(".list-row") == 0);
    assert_eq!(places(), before, "with nothing to list");
    page.write(By::Css("#ask"), "zebra\u{e007}");
    page.until("the verdict", || {
        !page.texts("#verdict").concat().is_empty()
    });
    assert_eq!(places(), before, "with a verdict");
}
