//! The web app of the word-game engine: the solver of the manual's chapter 6.1 and the
//! configuration editor of 6.2 to 6.6. The engine runs inside the page; no server is needed.
//!
//! | module | what it holds |
//! |---|---|
//! | [`engine`] | the engine in web workers |
//! | [`page`] | the frame of the page, and the route to each part of it |
//! | [`solver`] | the solver |
//! | [`editor`] | the configuration editor |
//! | [`session`] | what both share: the configuration, the dictionaries, the host |
//! | [`text`] | the texts of the page, in each language |
//! | [`engine_text`] | the texts of the engine, in each language |
//! | [`storage`] | what the browser stores between visits |
//! | [`markup`] | HTML of a configuration, made safe |
//! | [`dismiss`] | closing a panel that lies over the page |

pub mod dismiss;
pub mod editor;
pub mod engine;
pub mod engine_text;
pub mod markup;
pub mod page;
pub mod session;
pub mod solver;
pub mod storage;
pub mod text;

use std::cell::RefCell;

use js_sys::{Atomics, Int32Array};
use wasm_bindgen::prelude::wasm_bindgen;

use engine::worker::EngineWorker;

/// Starts the page; does nothing inside a worker.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    if web_sys::window().is_some() {
        page::show();
    }
}

thread_local! {
    static WORKER: RefCell<EngineWorker> =
        RefCell::new(EngineWorker::new(js_sys::Date::now, cancelled));

    /// The number up to which requests are cancelled, in memory that the page shares.
    static CANCELLED: RefCell<Option<Int32Array>> = const { RefCell::new(None) };
}

/// Returns the number up to which requests are cancelled, inside a worker.
fn cancelled() -> u32 {
    let load = |number: &Int32Array| Atomics::load(number, 0).unwrap_or(0) as u32;
    CANCELLED.with_borrow(|number| number.as_ref().map_or(0, load))
}

/// Takes the shared memory in which the page writes the number up to which requests are
/// cancelled, inside a worker. There is none where the browser does not allow it.
#[wasm_bindgen]
pub fn worker_watch(number: Option<Int32Array>) {
    CANCELLED.set(number);
}

/// Takes the file of the built-in dictionary, inside a worker. Without it, or if it is damaged,
/// requests that need it fail, and say so.
#[wasm_bindgen]
pub fn worker_dictionary(file: Option<Vec<u8>>) {
    if let Some(file) = file {
        // A damaged file is like a missing one.
        let _ = wgs_config::dictionary::provide_embedded(&file);
    }
}

/// Handles a request from the page, inside a worker, and returns the reply.
#[wasm_bindgen]
pub fn worker_answer(message: &[u8]) -> Vec<u8> {
    WORKER.with_borrow_mut(|worker| worker.answer(message))
}
