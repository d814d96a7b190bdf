//! Tests of the pages as people use them, in a real Chromium that is driven by WebDriver,
//! in one test binary. What the pages' parts do is tested beside them.
//!
//! `cargo xtask test` sets `WGS_BROWSER` and `WGS_CHROMEDRIVER` to the browser and its driver;
//! without them the tests are ignored. They start the `wgs` binary that `WGS_BINARY` names, or
//! else the one in the same target folder; build it before a plain `cargo test`. A test that
//! fails leaves a screenshot in `target/screenshots`.

mod accessibility;
mod binary;
mod board_entry;
mod browser;
mod command_line;
mod element;
mod filter;
mod keyboard;
mod page;
mod path;
mod phone;
mod process;
mod random;
mod screenshot;
mod server;
mod settings;
mod share;
mod simulated_input;
mod site;
mod solver;
mod speed;
mod window;
mod word;
