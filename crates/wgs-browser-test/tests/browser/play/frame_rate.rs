//! How smooth a drag is: 60 frames a second on a board of 6x6 tiles, with a processor that is four
//! times slower. A test machine is noisy, so only frames that are far too late fail; the number is
//! printed.

use serde_json::json;
use wgs_test_requirement::requires;

use super::{PHONE, start};
use crate::browser::Browser;
use crate::server::Server;

#[requires(browser)]
#[test]
fn a_drag_over_a_large_board_is_smooth() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let board = "STNDTEIELARSMRTOSTNDTEIELARSMRTOSTND";
    let page = start(&browser, &server, PHONE, "Super Big Boggle", board);
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 4 }));
    // The time that the page works for each move of the finger, which is what it can help.
    page.script(
        "window.work = [];
         const board = document.querySelector('.board');
         addEventListener('pointermove', () => { window.moved = performance.now() }, { capture: true });
         board.parentElement.addEventListener('pointermove', () => {
           const channel = new MessageChannel();
           const start = window.moved;
           // Runs after the effects of the move.
           channel.port1.onmessage = () => window.work.push(performance.now() - start);
           channel.port2.postMessage(0);
         });",
        vec![],
    );
    let row = |row: usize| {
        let cells = (1..=6).map(move |column| row * 6 + column);
        match row % 2 {
            0 => cells.collect::<Vec<_>>(),
            _ => cells.rev().collect(),
        }
    };
    let path: Vec<usize> = (0..6).flat_map(row).collect();
    page.drag_finger(&path);
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 1 }));
    let work = page.script("return window.work", vec![]);
    let mut work: Vec<f64> = serde_json::from_value(work).expect("times are numbers");
    assert!(work.len() > 100, "{} moves", work.len());
    work.sort_by(f64::total_cmp);
    let (median, slowest) = (work[work.len() / 2], work[work.len() * 95 / 100]);
    println!("work for a move: {median:.1} ms, 95% below {slowest:.1} ms");
    assert!(median < 16.0, "a move takes {median:.1} ms");
}
