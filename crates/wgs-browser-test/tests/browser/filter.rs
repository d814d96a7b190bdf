//! Filtering and sorting the list of solutions.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::{Solution, solutions};
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, GAME, open, open_link};
use crate::window::Window;

/// The board summaries and the tooltips. Filters must not change them.
fn summaries_and_tooltips(page: &Page<'_>) -> Vec<String> {
    page.texts("#summary-1, #summary-2, .tip")
}

#[requires(browser)]
#[test]
fn clicking_a_tile_cycles_through_its_modes() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let before = summaries_and_tooltips(&page);
    assert_eq!(page.mode(6), "normal");
    page.assert_lists_like("solve", BOARD, &[]);
    for (mode, options) in [
        ("starts-with", ["--starts-with", "6"].as_slice()),
        ("contains", &["--contains", "6"]),
        ("normal", &[]),
    ] {
        page.tile(6).click();
        page.until(&format!("the mode {mode}"), || page.mode(6) == mode);
        page.assert_lists_like("solve", BOARD, options);
        assert_eq!(summaries_and_tooltips(&page), before, "{mode}");
    }
}

#[requires(browser)]
#[test]
fn the_modes_of_several_tiles_are_combined() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
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
fn clicking_a_column_header_sorts_and_clicking_again_reverses() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write(By::Css("#pattern"), "^s.*e");
    let expected = solutions("solve", GAME, BOARD, &["--regex", "^s.*e"]);
    assert!(expected.len() > 20, "{}", expected.len());
    type Key = fn(&Solution) -> (u64, u64, &str);
    let word: Key = |row| (0, 0, &row.word);
    // Ties in score break by length.
    let score: Key = |row| (row.score, row.length, "");
    let length: Key = |row| (row.length, 0, "");
    // At first, the list is sorted by score from high to low.
    for (header, key, descending) in [
        ("Word", word, false),
        ("Word", word, true),
        ("Score", score, true),
        ("Score", score, false),
        ("Length", length, true),
        ("Length", length, false),
        ("Word", word, false),
    ] {
        page.find(By::Role("button", header)).click();
        let mut expected = expected.clone();
        expected.sort_by(|a, b| {
            let order = key(a).cmp(&key(b));
            let order = if descending { order.reverse() } else { order };
            order.then_with(|| a.word.cmp(&b.word))
        });
        page.assert_lists(&expected, &format!("{header}, descending: {descending}"));
        let sorted = if descending {
            "descending"
        } else {
            "ascending"
        };
        let headers = format!("[role=columnheader][aria-sort={sorted}]");
        assert!(page.texts(&headers).concat().starts_with(header));
    }
}

#[requires(browser)]
#[test]
fn a_regular_expression_filters_regardless_of_case() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let before = summaries_and_tooltips(&page);
    for pattern in [
        "^re",
        "^RE",
        "T.?s$",
        "[aeiou]{3}",
        "^.{,3}$",
        r"^(.).*\1$",
        "(?<!s)t(?!e)",
    ] {
        page.write(By::Css("#pattern"), pattern);
        page.assert_lists_like("solve", BOARD, &["--regex", pattern]);
        assert_eq!(summaries_and_tooltips(&page), before, "{pattern}");
    }
    page.write(By::Css("#pattern"), "zz");
    page.until("the message that no words match", || {
        page.texts(".list-state") == ["No words match this pattern."]
    });
    page.write(By::Css("#pattern"), "a(b");
    page.until("the pattern error", || {
        page.texts("#pattern-mistake")
            .concat()
            .contains("( is not closed")
    });
    let field = page.find(By::Css("#pattern"));
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("true"));
    page.assert_accessible("the solver with an invalid pattern");
    page.write(By::Css("#pattern"), "");
    page.assert_lists_like("solve", BOARD, &[]);
    page.until("the pattern error to disappear", || {
        page.texts("#pattern-mistake").concat().is_empty()
    });
}

#[requires(browser)]
#[test]
fn duplicates_can_be_shown_and_hidden() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write(By::Css("#pattern"), "^st");
    page.find(By::Css("#show-duplicates")).click();
    page.assert_lists_like("solve-dups", BOARD, &["--regex", "^st"]);
    page.find(By::Css("#show-duplicates")).click();
    page.assert_lists_like("solve", BOARD, &["--regex", "^st"]);
}

#[requires(browser)]
#[test]
fn solutions_can_be_hidden_and_shown() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Css("#show-solutions")).click();
    page.until("the rows to disappear", || page.count(".list-row") == 0);
    assert_eq!(page.texts(".list-state"), ["Solutions are hidden."]);
    page.find(By::Css("#show-solutions")).click();
    page.assert_lists_like("solve", BOARD, &[]);
}

#[requires(browser)]
#[test]
fn a_list_of_thousands_keeps_few_rows_in_the_document() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let board = "STNDTEIELARSMRTO?STNDTEIELARSMRTO?AB";
    let game = "Super Big Boggle";
    let expected = solutions("solve-dups", game, board, &[]);
    assert!(expected.len() > 5_000, "{}", expected.len());
    let fragment = format!("game=Super%20Big%20Boggle&board={board}&duplicates=yes");
    let page = open_link(&browser, &server, &fragment);
    let rows = format!(".list [aria-rowcount='{}']", expected.len() + 1);
    page.until("the row count to include all solutions", || {
        page.count(&rows) == 1
    });
    assert!(page.count(".list-row") < 100);
    page.find(By::Css("#solutions"))
        .script("arguments[0].focus()");
    page.press([fantoccini::key::Key::End.into()]);
    let last = format!("#solution-{}.is-selected", expected.len() - 1);
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
fn messages_do_not_move_the_board() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let positions = || {
        page.script(
            "return ['.board', '#summary-2', '#notation'].map((selector) => {
               const { left, top } = document.querySelector(selector).getBoundingClientRect();
               return [left, top];
             })",
            vec![],
        )
    };
    let before = positions();
    page.find(By::Css("#notation")).click();
    assert_eq!(positions(), before, "with the notation help");
    page.write(By::Css("#pattern"), "a(b");
    page.until("the pattern error", || {
        !page.texts("#pattern-mistake").concat().is_empty()
    });
    assert_eq!(positions(), before, "with an invalid pattern");
    page.write(By::Css("#pattern"), "zz");
    page.until("an empty list", || page.count(".list-row") == 0);
    assert_eq!(positions(), before, "with an empty list");
    page.write(By::Css("#ask"), "zebra\u{e007}");
    page.until("the verdict", || {
        !page.texts("#verdict").concat().is_empty()
    });
    assert_eq!(positions(), before, "with a verdict");
}

#[requires(browser)]
#[test]
fn words_are_listed_and_sorted_by_how_common_they_are() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let listed = || page.texts(".list-row > :first-child");
    assert_eq!(page.count(".list-head [role=columnheader]"), 3);
    page.choose_option("#commonness", "common");
    page.until("the common words", || page.totals().contains("listed"));
    let words = solutions("solve", GAME, BOARD, &["--common", "35"]);
    assert!(page.totals().contains(&format!("{} listed", words.len())));
    assert!(listed().contains(&"RESTRAINTS".to_owned()));
    page.choose_option("#commonness", "all");
    page.until("all words", || !page.totals().contains("listed"));
    page.find(By::Role("button", "Common")).click();
    let classes = || page.texts(".list-row > :nth-child(4)");
    page.until("the most common words", || {
        classes().first().is_some_and(|class| class == "10")
    });
    page.find(By::Role("button", "Common")).click();
    page.until("the rarest words", || {
        classes().first().is_some_and(|class| class == "rare")
    });
    page.assert_accessible("a list with how common words are");
    page.choose_option("#commonness", "");
    page.until("three columns", || {
        page.count(".list-head [role=columnheader]") == 3
    });
}
