//! The engine behind the page. It runs in web workers; a search never blocks the page.
//!
//! | module | what it holds |
//! |---|---|
//! | [`request`] | requests to the engine, each with the type of its reply |
//! | [`reply`] | what the replies hold |
//! | [`worker`] | the engine inside a web worker |
//! | [`worker_export`] | what a web worker calls |
//! | `current_game` | the game that it searches boards of |
//! | [`gpu_creator`] | creates boards with a GPU, inside a web worker with its own module |
//! | [`client`] | how the page sends requests, and cancels them |

pub mod client;
mod current_game;
pub mod gpu_creator;
pub(crate) mod message;
pub mod reply;
pub mod request;
pub mod worker;
pub mod worker_export;
