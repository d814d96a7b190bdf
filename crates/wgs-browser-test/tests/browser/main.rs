//! End-to-end tests of the web pages in Chromium, driven through WebDriver. They use the pages
//! as a person would; unit tests of the pages' components are in `wgs-web`.
//!
//! `cargo xtask test` sets `WGS_BROWSER` and `WGS_CHROMEDRIVER` to the browser and its driver;
//! without them the tests are ignored. The tests start the `wgs` binary named by `WGS_BINARY`,
//! or else the one in the same target folder; build it before running plain `cargo test`. A
//! failing test leaves a screenshot in `target/screenshots`.

mod address;
mod axe;
mod binary;
mod board_entry;
mod browser;
mod chromium;
mod command_line;
mod element;
mod filter;
mod first_load;
mod first_visit;
mod german;
mod hexagon;
mod keyboard;
mod large_board;
mod layout;
mod linked_view;
#[cfg(target_os = "linux")]
mod network;
mod page;
mod page_state;
mod path;
mod phone;
mod play;
mod process;
mod random;
mod reload;
mod report;
mod screenshot;
mod search;
mod server;
mod settings;
mod share;
mod simulated_input;
mod site;
mod solver;
mod tile;
mod touch;
mod undo;
mod window;
mod word;
