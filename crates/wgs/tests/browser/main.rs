//! Tests of the pages as people use them, in a real Chromium that is driven by WebDriver,
//! in one binary. What the pages' parts do is tested beside them.
//!
//! `cargo xtask test` names the browser to them (`WGS_BROWSER` and `WGS_CHROMEDRIVER`);
//! without that each says that it is passed over. A test that fails leaves a picture of
//! the page in `target/screenshots`.

mod accessibility;
mod browser;
mod element;
mod hand;
mod page;
mod process;
mod server;
mod site;
mod window;
