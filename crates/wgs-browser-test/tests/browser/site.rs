//! The site as files: that the page starts, keeps to its policy, and comes back without a
//! network. What the page does when it stands is for other tests.

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// The first paint is gone and the page stands in its place.
fn wait_for_page(page: &Page<'_>) {
    page.until("the page to take the place of the first paint", || {
        page.find_all(By::Css("#loading")).is_empty() && !page.find_all(By::Css("main")).is_empty()
    });
}

#[requires(browser)]
#[test]
fn the_page_starts_without_an_error() {
    let browser = Browser::start();
    let mut server = Server::start(&[]);
    let url = server.url().to_owned();
    assert!(server.told().contains(&url));
    for window in [Window::DESK, Window::PHONE] {
        let page = browser.open(server.url(), window);
        wait_for_page(&page);
    }
}

#[requires(browser)]
#[test]
fn the_page_comes_back_without_a_network() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(server.url(), Window::DESK);
    wait_for_page(&page);
    page.script_later("await navigator.serviceWorker.ready", vec![]);
    page.until("the service worker to answer for the page", || {
        page.script("return navigator.serviceWorker.controller !== null", vec![]) == json!(true)
    });
    drop(server);
    // What is not kept fails, as it must; to ask whether there is a newer version as well.
    page.allow_error("ERR_CONNECTION_REFUSED");
    page.reload();
    wait_for_page(&page);
    let other = format!("{}?a=board", page.url());
    page.go(&other);
    wait_for_page(&page);
}

#[requires(browser)]
#[test]
fn a_worker_that_fails_is_heard_of_in_the_page() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(server.url(), Window::DESK);
    wait_for_page(&page);
    // No question begins like this. The program says so and stops.
    page.allow_error("page and worker are of the same build");
    page.allow_error("RuntimeError: unreachable");
    let told = page.script_later(
        "const module = await WebAssembly.compileStreaming(fetch('wgs_web_bg.wasm'));
         const worker = new Worker('worker.js', { type: 'module' });
         const told = new Promise((tell) => {
           worker.onmessage = () => tell('an answer');
           worker.onerror = (event) => tell(`an error: ${event.message}`);
         });
         worker.postMessage(module);
         // Before the module can be ready, so that it is kept until then.
         worker.postMessage(new Uint8Array(9).fill(255));
         const first = await told;
         worker.terminate();
         return first;",
        vec![],
    );
    let told = told.as_str().expect("it tells in words");
    assert!(told.starts_with("an error: "), "{told}");
}

#[requires(browser)]
#[test]
fn a_page_that_cannot_be_started_says_so() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open("about:blank", Window::PHONE);
    page.chromium("Network.enable", json!({}));
    page.chromium(
        "Network.setBlockedURLs",
        json!({ "urls": ["*/wgs_web_bg.wasm"] }),
    );
    page.allow_error("ERR_BLOCKED_BY_CLIENT");
    page.allow_error("TypeError: Failed to fetch");
    page.go(server.url());
    let told = page.find(By::Css("[role=alert]")).text();
    assert!(
        told.starts_with("The page could not be started. Check the connection"),
        "{told}"
    );
    page.assert_accessible("the first paint with its message");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("the first paint with its message, dark");
}
