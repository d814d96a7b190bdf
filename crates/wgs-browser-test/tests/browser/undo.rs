//! Undoing changes of the board.

use fantoccini::key::Key;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::{BOARD, open};
use crate::window::Window;

fn wait_for_board(page: &Page<'_>, board: &str) {
    page.until(&format!("the board {board:?}"), || page.notation() == board);
}

#[requires(browser)]
#[test]
fn clear_and_random_can_be_undone() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    assert!(page.find_all(By::Css("#undo-board:enabled")).is_empty());
    page.tile(6).click();
    page.until("the filter", || page.mode(6) == "starts-with");
    page.find(By::Role("button", "Clear")).click();
    wait_for_board(&page, "");
    page.find(By::Role("button", "Undo")).click();
    wait_for_board(&page, BOARD);
    assert_eq!(page.mode(6), "starts-with", "filters belong to the board");
    page.assert_lists_like("solve", BOARD, &["--starts-with", "6"]);
    assert!(page.find_all(By::Css("#undo-board:enabled")).is_empty());

    page.find(By::Css("#random")).click();
    page.until("a random board", || page.notation() != BOARD);
    let random = page.notation();
    page.choose_game("Boggle Master");
    page.find(By::Role("button", "Undo")).click();
    page.until("the game before", || {
        page.find(By::Css("#game")).value() == "Boggle (New)"
    });
    assert_eq!(page.notation(), random);
    page.find(By::Role("button", "Undo")).click();
    wait_for_board(&page, BOARD);
}

#[requires(browser)]
#[test]
fn control_z_undoes_and_redoes_on_the_tiles_and_on_buttons() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let control: char = Key::Control.into();
    let shift: char = Key::Shift.into();
    page.find(By::Role("button", "Clear")).click();
    wait_for_board(&page, "");
    page.press("cat".chars());
    wait_for_board(&page, "CAT");
    page.press_together(&[control, 'z']);
    wait_for_board(&page, "CA");
    page.press_together(&[control, 'z']);
    page.press_together(&[control, 'z']);
    page.press_together(&[control, 'z']);
    wait_for_board(&page, BOARD);
    page.press_together(&[control, 'z']);
    page.press_together(&[control, shift, 'z']);
    wait_for_board(&page, "");
    page.press_together(&[control, 'y']);
    wait_for_board(&page, "C");
    // In a text field, the browser undoes what was typed there.
    page.write(By::Css("#pattern"), "ing");
    page.press_together(&[control, 'z']);
    page.until("the pattern to be undone", || {
        page.find(By::Css("#pattern")).value() != "ing"
    });
    assert_eq!(page.notation(), "C");
}
