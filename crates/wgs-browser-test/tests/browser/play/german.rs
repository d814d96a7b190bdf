//! The screens of the play page in German, whose words are longer.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

#[requires(browser)]
#[test]
fn the_screens_fit_on_a_small_phone_in_german() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let address = format!("{}play.html?today=2026-11-20", server.url());
    let page = browser.open_in_language(&address, Window::PHONE, "de");
    page.find(By::Css("#daily"));
    assert!(page.texts(".daily").concat().contains("20. November 2026"));
    page.assert_accessible("the start in German");
    page.find(By::Css("#daily")).click();
    page.find(By::Css(".round"));
    page.find(By::Css("#end")).click();
    page.until("the question", || page.texts("#end").concat() != "Beenden");
    page.find(By::Css("#end")).click();
    page.find(By::Css("#review .review-select"));
    page.assert_accessible("the result in German");
    for (screen, element) in [
        ("practice", "#practice-done"),
        ("statistics", "#figure-rounds"),
        ("print", ".print-board"),
    ] {
        page.go(&format!("{address}#/{screen}"));
        page.find(By::Css(element));
        page.assert_accessible(&format!("{screen} in German"));
    }
}
