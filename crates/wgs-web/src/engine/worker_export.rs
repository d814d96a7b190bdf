//! The functions that `worker.js` calls inside a web worker, for the module of every page.

use std::cell::RefCell;

use js_sys::{Atomics, Int32Array};
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The number up to which requests are cancelled, in memory that the page shares.
    static CANCELLED: RefCell<Option<Int32Array>> = const { RefCell::new(None) };
}

/// Returns the number up to which requests are cancelled, inside a worker.
pub fn cancelled() -> u32 {
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
