//! Screens whose code is loaded when they are first shown.

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::server::Server;
use crate::window::Window;

/// The fragments of screens in parts of their own, and an element of each.
const SCREENS: [(&str, &str); 5] = [
    ("#/statistics", ".statistics"),
    ("#/practice", ".practice"),
    ("#/print", ".print-page"),
    ("#/records", ".record-page"),
    ("#/rooms", ".rooms"),
];

#[requires(browser)]
#[test]
fn after_a_first_visit_every_screen_opens_offline() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(server.url(), Window::DESKTOP);
    page.find(By::Css("#start"));
    page.script_async("await navigator.serviceWorker.ready", vec![]);
    page.until("the service worker to take control of the page", || {
        page.script("return navigator.serviceWorker.controller !== null", vec![]) == json!(true)
    });
    server.stop();
    page.allow_error("ERR_CONNECTION_REFUSED");
    for (fragment, element) in SCREENS {
        page.script("location.hash = arguments[0]", vec![json!(fragment)]);
        page.find(By::Css(element));
    }
}

#[requires(browser)]
#[test]
fn a_screen_that_cannot_be_loaded_says_so_and_can_be_loaded_again() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open("about:blank", Window::DESKTOP);
    // The service worker would have the file already.
    page.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": "delete Navigator.prototype.serviceWorker" }),
    );
    page.devtools("Network.enable", json!({}));
    let block = |urls: &[&str]| {
        page.devtools("Network.setBlockedURLs", json!({ "urls": urls }));
    };
    block(&["*split_more.wasm"]);
    page.allow_error("ERR_BLOCKED_BY_CLIENT");
    page.allow_error("Failed to fetch");
    page.go(server.url());
    page.find(By::Css("#start"));
    page.script("location.hash = '#/statistics'", vec![]);
    page.find(By::Css("#part-failed"));
    block(&[]);
    page.find(By::Css("#part-failed button")).click();
    page.find(By::Css(".statistics"));
    page.until("the title of the screen", || {
        page.script("return document.title", vec![])
            .as_str()
            .is_some_and(|title| title.starts_with("Statistics"))
    });
}
