//! The solver and the settings, and their engine in a web worker: both run the same module.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;
use wgs_web::engine::worker::EngineWorker;
use wgs_web::engine::worker_export::cancelled;

/// Shows the page; does nothing more inside a worker.
fn main() {
    console_error_panic_hook::set_once();
    if web_sys::window().is_some() {
        wgs_web::page::show();
    }
}

thread_local! {
    static WORKER: RefCell<EngineWorker> =
        RefCell::new(EngineWorker::new(js_sys::Date::now, cancelled).with_solver());
}

/// Handles a request from the page, inside a worker, and returns the reply.
#[wasm_bindgen]
pub fn worker_answer(message: &[u8]) -> Vec<u8> {
    WORKER.with_borrow_mut(|worker| worker.answer(message))
}
