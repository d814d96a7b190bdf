//! Random boards, with and without a minimum number of words.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::command_line::wgs;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, GAME, open};
use crate::window::Window;

/// Waits until the board is no longer the initial one, and returns it.
fn wait_for_new_board(page: &Page<'_>) -> String {
    page.until("a new board", || page.notation() != BOARD);
    page.find(By::Role("button", "Random board"));
    page.notation()
}

#[requires(browser)]
#[test]
fn a_random_board_replaces_the_current_one() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.tile(1).click();
    page.find(By::Role("button", "Random board")).click();
    let board = wait_for_new_board(&page);
    let output = wgs(&["check-board", GAME, "--board", &board]);
    assert_eq!(output.trim_end(), format!("+{board}"));
    page.until("the board to be valid", || {
        page.texts("#validity").concat().contains("✓ Valid board")
    });
    assert_eq!(page.mode(1), "normal");
    page.assert_lists_like("solve", &board, &[]);
    page.find(By::Css("#validity")).click();
    page.until("an explanation for each die", || {
        page.count("#explained li") == 16
    });
    page.assert_accessible("the solver with the dice explained");
}

#[requires(browser)]
#[test]
fn a_size_that_is_wrong_or_too_large_to_draw_is_explained() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    for wrong in ["abc", "0x4"] {
        page.write(By::Css("#size"), wrong);
        page.find(By::Css("#random")).click();
        page.until("the reason", || {
            page.texts(".progress").concat().contains("such as 5x6")
        });
        assert_eq!(page.notation(), BOARD, "{wrong}");
    }
    page.write(By::Css("#size"), "100x100");
    page.find(By::Css("#random")).click();
    wait_for_new_board(&page);
    page.until("the reason for a board that is not drawn", || {
        let reasons = page.find_all(By::Css("#board-not-drawn"));
        reasons
            .iter()
            .any(|it| it.text().contains("too large to draw"))
    });
}

#[requires(browser)]
#[test]
fn a_random_board_has_at_least_the_requested_number_of_words() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write(By::Css("#min-words"), "150");
    page.find(By::Role("button", "Random board")).click();
    let board = wait_for_new_board(&page);
    let score = wgs(&["score", GAME, "--board", &board]);
    let words: u64 = score.split(' ').next().unwrap().parse().expect(&score);
    assert!(words >= 150, "{board}: {score}");
    page.wait_for_totals(&format!("{words} words"));
}

#[requires(browser)]
#[test]
fn a_board_with_as_many_points_as_possible_can_be_looked_for() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Css("#maximize")).type_keys("Most points");
    page.until("the minimums to disappear", || {
        page.count("#min-words") == 0
    });
    page.assert_accessible("the solver that looks for most points");
    page.find(By::Css("#random")).click();
    page.until("the progress", || {
        page.texts(".progress").concat().contains("best so far: ")
    });
    page.find(By::Css("#stop-random")).click();
    let board = wait_for_new_board(&page);
    let score = wgs(&["score", GAME, "--board", &board]);
    let points: u64 = score
        .trim()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .expect(&score);
    // Random boards have about 150. The search was stopped early, on a busy machine very early.
    assert!(points > 300, "{board}: {score}");
    let message = page.texts(".progress").concat();
    assert!(message.ends_with(" points"), "{message}");
}

/// Starts to look for the board with the most points on a device, and returns what the page says about it.
fn look_for_most_points(page: &Page<'_>, device: &str, expected: &str) -> String {
    page.find(By::Css("#maximize")).type_keys("Most points");
    page.find(By::Css("#device")).type_keys(device);
    page.find(By::Css("#random")).click();
    let progress = || page.texts(".progress").concat();
    page.until(expected, || progress().contains(expected));
    progress()
}

#[requires(browser)]
#[test]
fn a_gpu_helps_to_find_a_board_where_the_browser_has_one() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open_with_gpu(&server.solver_url(), Window::DESKTOP);
    page.wait_for_totals("831 words");
    look_for_most_points(&page, "GPU", " points (using the GPU)");
    page.assert_accessible("the solver that looks for most points with a GPU");
    page.find(By::Css("#stop-random")).click();
    let board = wait_for_new_board(&page);
    let output = wgs(&["check-board", GAME, "--board", &board]);
    assert_eq!(output.trim_end(), format!("+{board}"));
    let message = page.texts(".progress").concat();
    assert!(message.ends_with(" (using the GPU)"), "{message}");
    // What the GPU found is what the command line finds.
    let score = wgs(&["score", GAME, "--board", &board]);
    let (words, points) = score.trim().split_once(' ').expect(&score);
    let totals = format!("best so far: {words} words, {points} points");
    assert!(message.contains(&totals), "{message}: {score}");
}

#[requires(browser)]
#[test]
fn a_search_goes_on_without_a_gpu_and_says_why_if_it_was_asked_for() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::PHONE);
    let reason = "(GPU not used: no usable GPU was found: the browser does not offer one)";
    look_for_most_points(&page, "GPU", reason);
    page.assert_accessible("the solver that looks for most points without a GPU");
    page.find(By::Css("#stop-random")).click();
    wait_for_new_board(&page);

    // A driver that runs on the processor is slower than the processor, so it is used only on request.
    let page = browser.open_with_gpu(&server.solver_url(), Window::DESKTOP);
    page.wait_for_totals("831 words");
    look_for_most_points(&page, "Automatic", "best so far: ");
    page.wait_until_gone(By::Css("#stop-random"));
    let message = page.texts(".progress").concat();
    assert!(message.ends_with(" points"), "{message}");
}

#[requires(browser)]
#[test]
fn stopping_an_impossible_search_shows_the_best_board_so_far() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write(By::Css("#min-words"), "90000");
    page.find(By::Role("button", "Random board")).click();
    page.until("the progress", || {
        page.texts(".progress")
            .concat()
            .contains(" boards tried; best so far: ")
    });
    // The page stays responsive during the search.
    page.tile(2).click();
    page.until("the mode to change", || page.mode(2) == "starts-with");
    page.find(By::Role("button", "Stop")).click();
    wait_for_new_board(&page);
    let message = page.texts(".progress").concat();
    assert!(
        message.starts_with("No board reached the minimum; the best one: "),
        "{message}"
    );
    let words = message
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
fn leaving_the_page_ends_the_search() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write(By::Css("#min-words"), "90000");
    page.find(By::Role("button", "Random board")).click();
    page.until("the progress", || {
        page.texts(".progress").concat().contains(" boards tried")
    });
    page.find(By::Role("link", "Settings")).click();
    page.wait_until_gone(By::Css(".board"));
    page.find(By::Role("link", "Solver")).click();
    page.find(By::Role("button", "Random board")).click();
    wait_for_new_board(&page);
}

#[requires(browser)]
#[test]
fn quarrel_draws_a_word_and_has_no_indicator_of_valid_boards() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.find(By::Css("#validity"));
    page.choose_game("Quarrel");
    page.wait_until_gone(By::Css("#validity"));
    page.find(By::Role("button", "Random board")).click();
    let board = wait_for_new_board(&page);
    assert_eq!(board.len(), 8, "{board}");
    let words = wgs(&["analyze", "Quarrel", "%8C", "--board", &board]);
    assert_ne!(words, "0", "{board}");
}
