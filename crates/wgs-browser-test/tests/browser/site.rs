//! Loading the site: the page starts without console errors, works offline, and reports when
//! it cannot start. What the loaded page does is covered by the other tests.

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// Waits until the page has replaced the loading screen.
fn wait_for_page(page: &Page<'_>) {
    page.until("the page to replace the loading screen", || {
        page.find_all(By::Css("#loading")).is_empty() && !page.find_all(By::Css("main")).is_empty()
    });
}

#[requires(browser)]
#[test]
fn the_page_starts_without_errors() {
    let browser = Browser::start();
    let mut server = Server::start(&[]);
    let url = server.url().to_owned();
    assert!(server.output().contains(&url));
    for window in [Window::DESKTOP, Window::PHONE] {
        let page = browser.open(server.url(), window);
        wait_for_page(&page);
    }
}

#[requires(browser)]
#[test]
fn the_page_reloads_offline() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(server.url(), Window::DESKTOP);
    wait_for_page(&page);
    page.script_async("await navigator.serviceWorker.ready", vec![]);
    page.until("the service worker to take control of the page", || {
        page.script("return navigator.serviceWorker.controller !== null", vec![]) == json!(true)
    });
    drop(server);
    // Requests that are not cached must fail, including the check for a newer version.
    page.allow_error("ERR_CONNECTION_REFUSED");
    page.reload();
    wait_for_page(&page);
    let other = format!("{}?a=board", page.url());
    page.go(&other);
    wait_for_page(&page);
}

#[requires(browser)]
#[test]
fn a_failing_worker_reports_an_error_to_the_page() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(server.url(), Window::DESKTOP);
    wait_for_page(&page);
    // No request starts with these bytes, so the worker panics.
    page.allow_error("page and worker are of the same build");
    page.allow_error("RuntimeError: unreachable");
    let event = page.script_async(
        "const module = await WebAssembly.compileStreaming(fetch('wgs_web_bg.wasm'));
         const worker = new Worker('worker.js', { type: 'module' });
         const event = new Promise((resolve) => {
           worker.onmessage = () => resolve('a reply');
           worker.onerror = (event) => resolve(`an error: ${event.message}`);
         });
         worker.postMessage(module);
         // Sent before the module is ready, so the worker has to queue it.
         worker.postMessage(new Uint8Array(9).fill(255));
         const first = await event;
         worker.terminate();
         return first;",
        vec![],
    );
    let event = event.as_str().expect("the event is a string");
    assert!(event.starts_with("an error: "), "{event}");
}

#[requires(browser)]
#[test]
fn a_page_that_cannot_start_shows_an_error() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open("about:blank", Window::PHONE);
    page.devtools("Network.enable", json!({}));
    page.devtools(
        "Network.setBlockedURLs",
        json!({ "urls": ["*/wgs_web_bg.wasm"] }),
    );
    page.allow_error("ERR_BLOCKED_BY_CLIENT");
    page.allow_error("TypeError: Failed to fetch");
    page.go(server.url());
    let message = page.find(By::Css("[role=alert]")).text();
    assert!(
        message.starts_with("The page could not be started. Check the connection"),
        "{message}"
    );
    page.assert_accessible("the loading screen with an error");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("the loading screen with an error, dark");
}
