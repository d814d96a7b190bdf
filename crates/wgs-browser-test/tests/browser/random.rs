//! Random boards, with wishes and without.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::wgs;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, GAME, open};
use crate::window::Window;

/// Waits for another board than the first, and gives it.
fn other_board(page: &Page<'_>) -> String {
    page.until("another board", || page.notation() != BOARD);
    page.find(By::Role("button", "Random board"));
    page.notation()
}

#[requires(browser)]
#[test]
fn a_random_board_takes_the_place_of_the_board() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.tile(1).click();
    page.find(By::Role("button", "Random board")).click();
    let board = other_board(&page);
    let told = wgs(&["check-board", GAME, "--board", &board]);
    assert_eq!(told.trim_end(), format!("+{board}"));
    page.until("the board to be valid", || {
        page.texts("#validity").concat().contains("✓ Valid board")
    });
    assert_eq!(page.mode(1), "normal");
    page.assert_lists_like("solve", &board, &[]);
    page.find(By::Css("#validity")).click();
    page.until("each die to be told", || page.count("#explained li") == 16);
    page.assert_accessible("the solver with its dice");
}

#[requires(browser)]
#[test]
fn a_random_board_has_as_many_words_as_are_wished_for() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.write(By::Css("#min-words"), "150");
    page.find(By::Role("button", "Random board")).click();
    let board = other_board(&page);
    let score = wgs(&["score", GAME, "--board", &board]);
    let words: u64 = score.split(' ').next().unwrap().parse().expect(&score);
    assert!(words >= 150, "{board}: {score}");
    page.wait_for_totals(&format!("{words} words"));
}

#[requires(browser)]
#[test]
fn a_wish_that_cannot_be_met_is_stopped_with_the_best_so_far() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.write(By::Css("#min-words"), "90000");
    page.find(By::Role("button", "Random board")).click();
    page.until("the progress", || {
        page.texts(".progress")
            .concat()
            .contains(" boards tried; best so far: ")
    });
    // The page is not kept from anything meanwhile.
    page.tile(2).click();
    page.until("the mode to turn", || page.mode(2) == "starts-with");
    page.find(By::Role("button", "Stop")).click();
    other_board(&page);
    let told = page.texts(".progress").concat();
    assert!(
        told.starts_with("No board reached the minimum; the best one: "),
        "{told}"
    );
    let words = told
        .split(": ")
        .nth(1)
        .unwrap()
        .split(',')
        .next()
        .unwrap()
        .to_owned();
    page.wait_for_totals(&words);
}

#[requires(browser)]
#[test]
fn a_search_ends_with_its_page() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESK);
    page.write(By::Css("#min-words"), "90000");
    page.find(By::Role("button", "Random board")).click();
    page.until("the progress", || {
        page.texts(".progress").concat().contains(" boards tried")
    });
    page.find(By::Role("link", "Settings")).click();
    page.wait_gone(By::Css(".board"));
    page.find(By::Role("link", "Solver")).click();
    page.find(By::Role("button", "Random board")).click();
    other_board(&page);
}
