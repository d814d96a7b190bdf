//! Searches that take long: they can be stopped, and the page goes on.

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::solver::{BOARD, open};
use crate::window::Window;

#[requires(browser)]
#[test]
fn a_search_is_stopped_without_ending_its_worker() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    assert_eq!(
        page.script("return crossOriginIsolated", vec![]),
        json!(true)
    );
    // From now on, new workers are counted.
    let count = "const Plain = Worker; window.newWorkers = 0;
        window.Worker = class extends Plain {
            constructor(...options) { super(...options); window.newWorkers++; }
        };";
    page.script(count, vec![]);
    // It would take hours.
    page.write_board(&"?".repeat(16));
    page.find(By::Role("button", "Stop")).click();
    page.wait_until_gone(By::Role("button", "Stop"));
    page.write_board(BOARD);
    page.wait_for_totals("831 words");
    assert_eq!(page.script("return window.newWorkers", vec![]), json!(0));
}

#[requires(browser)]
#[test]
fn without_shared_memory_a_new_worker_replaces_the_one_that_was_stopped() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let source = "Object.defineProperty(self, 'crossOriginIsolated', { value: false });";
    let script = json!({ "source": source });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script);
    page.reload();
    page.wait_for_totals("831 words");
    page.write_board(&"?".repeat(16));
    page.find(By::Role("button", "Stop")).click();
    page.wait_until_gone(By::Role("button", "Stop"));
    page.write_board(BOARD);
    page.wait_for_totals("831 words");
}

#[requires(browser)]
#[test]
fn a_board_whose_search_was_stopped_shows_no_result_of_another_board() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.write_board(&"?".repeat(16));
    // The old result is dimmed, and cannot be exported.
    page.find(By::Css(".solver.is-stale"));
    assert!(
        page.find(By::Css("#export-csv"))
            .attribute("disabled")
            .is_some()
    );
    page.find(By::Role("button", "Stop")).click();
    let message = "Search stopped; no result for this board.";
    page.until("the message", || {
        page.texts(".list-state").concat() == message
    });
    assert_eq!(page.count(".list-body [role=row]"), 0);
    assert_eq!(page.totals(), "No result");
    assert_eq!(page.texts("#validity").concat(), "");
    assert_eq!(page.texts(".summary").concat(), "");
    assert!(
        page.find(By::Css("#export-json"))
            .attribute("disabled")
            .is_some()
    );
    page.write_board(BOARD);
    page.wait_for_totals("831 words");
    let export = page.find(By::Css("#export-csv"));
    assert_eq!(export.attribute("disabled"), None);
}
