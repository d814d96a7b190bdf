//! Preferences that change how the solver looks.

use wgs_test_requirement::requires;

use super::open;
use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

#[requires(browser)]
#[test]
fn tile_size_and_font_change_the_solver() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "Preferences/Default", Window::DESKTOP);
    page.write_key("TileSize", "60");
    page.write_key("Font", "Georgia, serif");
    page.save("Saved in this browser.");
    page.follow_link("Solver");
    page.find(By::Css(".board"));
    page.until("tiles of 60 pixels", || {
        let width = "return document.querySelector('.tile').getBoundingClientRect().width";
        (page.script(width, vec![]).as_f64().unwrap_or(0.0) - 60.0).abs() < 1.0
    });
    let font = "return getComputedStyle(document.querySelector('.solver')).fontFamily";
    let font = page.script(font, vec![]).to_string();
    assert!(font.contains("Georgia"), "{font}");
}
