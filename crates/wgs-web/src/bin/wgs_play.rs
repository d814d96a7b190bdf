//! The play page, and its engine in a web worker: both run the same module, without the parts that
//! the page loads when their screens are first shown.

use std::cell::RefCell;

use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::prelude::wasm_bindgen;
use wgs_web::engine::worker::EngineWorker;
use wgs_web::engine::worker_export::cancelled;
use wgs_web::play::screen_part::{self, PartLoaders, ShowScreen};
use wgs_web::play::worker::RoundWorker;

/// What only these screens need is in the file of their part. The functions are here rather than in
/// the library, because the module of the solver would also export them, with all that they need.
#[wasm_split(result, wasm_split_path = leptos::wasm_split, fallible)]
fn result_part() -> Result<ShowScreen, SplitLoaderError> {
    Ok(screen_part::show_result)
}

#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
fn more_part() -> Result<ShowScreen, SplitLoaderError> {
    Ok(screen_part::show_more)
}

#[wasm_split(rooms, wasm_split_path = leptos::wasm_split, fallible)]
fn rooms_part() -> Result<ShowScreen, SplitLoaderError> {
    Ok(screen_part::show_rooms)
}

const PARTS: PartLoaders = PartLoaders {
    result: || Box::pin(async { result_part().await.ok() }),
    more: || Box::pin(async { more_part().await.ok() }),
    rooms: || Box::pin(async { rooms_part().await.ok() }),
};

/// Shows the page; does nothing more inside a worker.
fn main() {
    console_error_panic_hook::set_once();
    if web_sys::window().is_some() {
        wgs_web::play::show(PARTS);
    }
}

thread_local! {
    static WORKER: RefCell<EngineWorker> = RefCell::new(
        EngineWorker::new(js_sys::Date::now, cancelled).with_play(RoundWorker::default()),
    );
}

/// Takes the file that says how common words are, inside a worker, after the dictionary. Without
/// it, or if it is damaged, rounds are played without it.
#[wasm_bindgen]
pub fn worker_commonness(file: Option<Vec<u8>>) {
    if let Some(file) = file {
        let _ = wgs_config::commonness::provide(&file);
    }
}

/// Handles a request from the page, inside a worker, and returns the reply.
#[wasm_bindgen]
pub fn worker_answer(message: &[u8]) -> Vec<u8> {
    WORKER.with_borrow_mut(|worker| worker.answer(message))
}
