//! Tests of the pages as people use them, in a real Chromium that is driven by WebDriver,
//! in one test binary. What the pages' parts do is tested beside them.
//!
//! `cargo xtask test` names the browser to them (`WGS_BROWSER` and `WGS_CHROMEDRIVER`);
//! without that each says that it is passed over. A test that fails leaves a picture of
//! the page in `target/screenshots`. The pictures of the README are made only where
//! `WGS_SCREENSHOTS` is set, so that a usual run changes no files.

mod accessibility;
mod binary;
mod browser;
mod command_line;
mod element;
mod entry;
mod filter;
mod hand;
mod keyboard;
mod page;
mod path;
mod phone;
mod picture;
mod process;
mod random;
mod server;
mod settings;
mod share;
mod site;
mod solver;
mod speed;
mod window;
mod word;
