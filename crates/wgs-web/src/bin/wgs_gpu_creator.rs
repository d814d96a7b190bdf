//! Creates boards with a GPU, in a web worker. The solver starts it when a GPU may help; no page loads it before.

use std::cell::Cell;

use wasm_bindgen::prelude::wasm_bindgen;
use wgs_web::engine::gpu_creator::GpuCreator;
use wgs_web::engine::worker_export::cancelled;

fn main() {
    console_error_panic_hook::set_once();
}

thread_local! {
    /// The creator, unless it is handling a request.
    static CREATOR: Cell<Option<GpuCreator>> = const { Cell::new(None) };
}

/// Handles a request from the page, inside a worker, and returns the reply. The worker sends the next request
/// after the reply.
#[wasm_bindgen]
pub async fn worker_answer(message: Vec<u8>) -> Vec<u8> {
    let new = || GpuCreator::new(js_sys::Date::now, cancelled);
    let mut creator = CREATOR.take().unwrap_or_else(new);
    let reply = creator.answer(&message).await;
    CREATOR.set(Some(creator));
    reply
}
