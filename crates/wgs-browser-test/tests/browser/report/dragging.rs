//! How long the page works for a move of a finger that spells a word. A frame has 16.7 ms.

use serde_json::json;

use super::print_times;
use crate::browser::Browser;
use crate::play::dragging::{longest_path, open_large};
use crate::server::Server;

/// Notes the time from each move until the page has done its work for it.
const WATCH: &str = "
    window.work = [];
    let start;
    addEventListener('pointermove', () => { start = performance.now() }, { capture: true });
    document.querySelector('.board').parentElement.addEventListener('pointermove', () => {
      const moved = start;
      // Runs after the effects of the move.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.work.push(performance.now() - moved);
      port2.postMessage(0);
    });";

#[test]
#[ignore = "a measurement for `cargo xtask page-report`"]
fn report_dragging() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_large(&browser, &server);
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 4 }));
    page.script(WATCH, vec![]);
    page.drag_finger(&longest_path());
    let work = page.script("return window.work", vec![]);
    let work: Vec<f64> = serde_json::from_value(work).expect("times are numbers");
    print_times("dragging, 6x6, processor 4x slower", work);
}
