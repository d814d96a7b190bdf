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

/// Makes the program wait until the script calls `startProgram`, as on a slow connection.
const HOLD_PROGRAM: &str = "
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...options) => {
      await new Promise((resolve) => { window.startProgram = resolve; });
      return instantiate(...options);
    };";

/// Makes the dictionary wait until the script calls `sendDictionary`.
const HOLD_DICTIONARY: &str = "
    const load = window.fetch;
    window.fetch = async (...options) => {
      if (String(options[0]).endsWith('wordnik.lexicon')) {
        await new Promise((resolve) => { window.sendDictionary = resolve; });
      }
      return load(...options);
    };";

/// Opens an address with a script that runs before those of the page.
pub(crate) fn open_with<'b>(browser: &'b Browser, url: &str, source: &str) -> Page<'b> {
    let page = browser.open("about:blank", Window::DESKTOP);
    let script = json!({ "source": source });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script);
    page.go(url);
    page
}

/// Opens the page, whose program does not start.
pub(crate) fn open_loading<'b>(browser: &'b Browser, url: &str) -> Page<'b> {
    let page = open_with(browser, url, HOLD_PROGRAM);
    page.until("the program to be loaded", || {
        page.script("return typeof startProgram", vec![]) == json!("function")
    });
    page
}

#[requires(browser)]
#[test]
fn an_empty_board_is_shown_before_the_program_has_started() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_loading(&browser, &server.solver_url());
    assert_eq!(page.count(".loading-board i"), 16);
    page.assert_accessible("the loading screen");
    page.script("startProgram()", vec![]);
    page.wait_for_totals("831 words");
}

#[requires(browser)]
#[test]
fn the_loading_screen_is_available_in_german() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let german = "localStorage.setItem('wgs.language', 'de');";
    let page = open_with(
        &browser,
        &server.solver_url(),
        &format!("{german}{HOLD_PROGRAM}"),
    );
    page.until("the page in German", || {
        page.script("return document.documentElement.lang", vec![]) == json!("de")
    });
    assert_eq!(page.texts(".loading-title"), ["Wortspiele"]);
    page.assert_accessible("the loading screen in German");
}

#[requires(browser)]
#[test]
fn a_board_can_be_typed_before_the_dictionary_has_arrived() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_with(&browser, &server.solver_url(), HOLD_DICTIONARY);
    wait_for_page(&page);
    page.write_board("CATS");
    page.until("the typed board", || page.faces().concat() == "CATS");
    assert_eq!(page.count(".list-row"), 0);
    page.script("sendDictionary()", vec![]);
    page.until("words", || {
        page.texts(".list-row").concat().contains("CATS")
    });
}

#[requires(browser)]
#[test]
fn a_dictionary_that_cannot_be_loaded_is_reported() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open("about:blank", Window::DESKTOP);
    page.devtools("Network.enable", json!({}));
    page.devtools(
        "Network.setBlockedURLs",
        json!({ "urls": ["*/wordnik.lexicon"] }),
    );
    page.allow_error("ERR_BLOCKED_BY_CLIENT");
    page.go(&server.solver_url());
    page.until("the message", || {
        let message = page.texts(".list-state").concat();
        message.contains("the built-in dictionary could not be loaded")
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
    let page = browser.open(&server.solver_url(), Window::DESKTOP);
    wait_for_page(&page);
    page.script_async("await navigator.serviceWorker.ready", vec![]);
    page.until("the service worker to take control of the page", || {
        page.script("return navigator.serviceWorker.controller !== null", vec![]) == json!(true)
    });
    let url = server.url().to_owned();
    server.stop();
    // Requests that are not cached must fail, including the check for a newer version.
    page.allow_error("ERR_CONNECTION_REFUSED");
    page.reload();
    wait_for_page(&page);
    let other = format!("{}?a=board", page.url());
    page.go(&other);
    wait_for_page(&page);
    // The site's own address shows the games, or the solver where it was used last.
    page.go(&url);
    page.find(By::Css(".board"));
    page.go(&format!("{url}#/statistics"));
    page.until("the play page", || {
        page.url().contains("play.html#/statistics")
    });
    wait_for_page(&page);
}

#[requires(browser)]
#[test]
fn a_failing_worker_reports_an_error_to_the_page() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(&server.solver_url(), Window::DESKTOP);
    wait_for_page(&page);
    // No request starts with these bytes, so the worker panics.
    page.allow_error("page and worker are of the same build");
    page.allow_error("RuntimeError: unreachable");
    let event = page.script_async(
        "const module = await WebAssembly.compileStreaming(fetch('wgs_solver_bg.wasm'));
         const worker = new Worker('worker.js', { type: 'module', name: 'wgs_solver' });
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
        json!({ "urls": ["*/wgs_solver_bg.wasm"] }),
    );
    page.allow_error("ERR_BLOCKED_BY_CLIENT");
    page.allow_error("TypeError: Failed to fetch");
    page.go(&server.solver_url());
    let message = page.find(By::Css("[role=alert]")).text();
    assert!(
        message.starts_with("The page could not be started. Check the connection"),
        "{message}"
    );
    page.assert_accessible("the loading screen with an error");
    page.prefer("prefers-color-scheme", "dark");
    page.assert_accessible("the loading screen with an error, dark");
}
