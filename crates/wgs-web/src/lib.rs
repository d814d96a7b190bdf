//! The browser face of the word-game engine: the solver of the manual's chapter 6.1 and the
//! configuration editor of 6.2 to 6.6, with the engine inside. Nothing here needs a server.
//!
//! | module | what it holds |
//! |---|---|
//! | [`engine`] | the engine in its workers |
//! | [`page`] | the frame around everything, and which page is shown |
//! | [`solver`] | the solver page |
//! | [`editor`] | the configuration editor |
//! | [`session`] | what the pages share: the configuration and where it is kept |
//! | [`text`] | the words of the pages, in each language |
//! | [`storage`] | what the browser keeps |
//! | [`markup`] | HTML of strangers, made safe |

pub mod editor;
pub mod engine;
pub mod markup;
pub mod page;
pub mod session;
pub mod solver;
pub mod storage;
pub mod text;

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

use engine::clerk::{Clerk, Matcher};

/// Starts the page. Inside a worker there is none to start.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    if web_sys::window().is_some() {
        page::show();
    }
}

thread_local! {
    static CLERK: RefCell<Clerk> = RefCell::new(Clerk::new(js_sys::Date::now, matching));
}

/// What the browser makes of a regular expression.
fn matching(pattern: &str) -> Result<Matcher, String> {
    // Asked through its function, which fails in a way that can be caught.
    let arguments = js_sys::Array::of2(&pattern.into(), &"iu".into());
    let function = js_sys::Reflect::get(&js_sys::global(), &"RegExp".into());
    let function = function.map_err(|_| String::new())?;
    let function: js_sys::Function = function.unchecked_into();
    match js_sys::Reflect::construct(&function, &arguments) {
        Ok(expression) => {
            let expression: js_sys::RegExp = expression.unchecked_into();
            Ok(Box::new(move |word| expression.test(word)))
        }
        Err(error) => Err(String::from(
            error.unchecked_into::<js_sys::Error>().message(),
        )),
    }
}

/// Answers a message from the page, inside a worker.
#[wasm_bindgen]
pub fn worker_answer(message: &[u8]) -> Vec<u8> {
    let ask = postcard::from_bytes(message).expect("page and worker are of the same build");
    let answer = CLERK.with_borrow_mut(|clerk| clerk.answer(ask));
    postcard::to_allocvec(&answer).expect("messages have no parts that cannot be written")
}
