//! What a drag costs. How smooth it is in milliseconds is a figure of `cargo xtask page-report`;
//! what must hold on any machine is that a move of the finger changes only the tiles that look
//! different.

use serde_json::json;
use wgs_test_requirement::requires;

use super::{PHONE, start};
use crate::browser::Browser;
use crate::page::Page;
use crate::server::Server;

/// Starts a round on a board of 6x6 tiles.
pub(crate) fn open_large<'b>(browser: &'b Browser, server: &Server) -> Page<'b> {
    let board = "STNDTEIELARSMRTOSTNDTEIELARSMRTOSTND";
    start(browser, server, PHONE, "Super Big Boggle", board)
}

/// A path over all 36 tiles, row by row, there and back.
pub(crate) fn longest_path() -> Vec<usize> {
    let row = |row: usize| {
        let cells = (1..=6).map(move |column| row * 6 + column);
        match row % 2 {
            0 => cells.collect::<Vec<_>>(),
            _ => cells.rev().collect(),
        }
    };
    (0..6).flat_map(row).collect()
}

#[requires(browser)]
#[test]
fn a_move_of_the_finger_changes_only_the_tiles_that_look_different() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_large(&browser, &server);
    page.script(
        "window.changes = 0;
         const observer = new MutationObserver((records) => { window.changes += records.length });
         observer.observe(document.querySelector('.board'),
           { subtree: true, childList: true, characterData: true, attributes: true })",
        vec![],
    );
    let path = longest_path();
    page.drag_finger(&path);
    let changes = page.script("return window.changes", vec![]);
    let changes = changes.as_u64().expect("it is a number");
    // Each tile is entered once and left at the end: its class, its name, its step.
    let most = 12 * path.len() as u64;
    assert!((36..=most).contains(&changes), "{changes} changes");
    assert_eq!(page.script("return window.work", vec![]), json!(null));
}
