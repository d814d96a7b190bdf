//! The web app of the word-game engine: the solver of the manual's chapter 6.1 and the
//! configuration editor of 6.2 to 6.6. The engine runs inside the page; no server is needed.
//!
//! | module | content |
//! |---|---|
//! | [`engine`] | the engine in web workers |
//! | [`frame`] | the frame of every page |
//! | [`page`] | the page of the solver and the settings |
//! | [`solver`] | the solver |
//! | [`editor`] | the configuration editor |
//! | [`play`] | the games |
//! | [`board`] | the parts with which all of these show a board |
//! | [`session`] | the state that all pages share: the configuration, the dictionaries |
//! | [`host`] | the API of the server that the page came from |
//! | [`text`] | the texts of the page, in each language |
//! | [`engine_text`] | the texts of the engine, in each language |
//! | [`storage`] | the browser's storage between visits |
//! | [`markup`] | HTML of a configuration, made safe |
//! | [`keyboard`] | the target of a key, and the focus |
//! | [`dismiss`] | closing a panel that lies over the page |
//! | [`download`] | files that the page makes |
//! | [`wiktionary`] | words in Wiktionary |

pub mod board;
pub mod clipboard;
pub mod dismiss;
pub mod download;
pub mod editor;
pub mod engine;
pub mod engine_text;
pub mod frame;
pub mod host;
pub mod keyboard;
pub mod markup;
pub mod page;
pub mod play;
pub mod session;
pub mod solver;
pub mod storage;
pub mod text;
mod text_file;
pub mod wiktionary;
