//! Tests of the test tools: simulated input arrives like real input, and errors are noticed.
//! They use tiny pages made for them instead of the site.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::{Page, data_url};
use crate::window::Window;

/// A page that logs its events in an `<output>` element.
const PAGE: &str = "<!doctype html><html lang=en>
    <meta name=viewport content='width=device-width, initial-scale=1'>
    <style>
      [role=button] { display: inline-block; width: 60px; height: 60px; background: linen }
      @media (prefers-color-scheme: dark) { h1 { color: rgb(1, 2, 3) } }
    </style>
    <main><h1>A page</h1>
    <label>Letters <input value=AB></label>
    <button onclick='log(\"random\")'>Random <i>board</i></button>
    <button hidden>Not seen</button>
    <span role=button tabindex=0 data-testid=t1>1</span><span role=button tabindex=0
      data-testid=t2>2</span><span role=button tabindex=0 data-testid=t3>3</span>
    <output></output></main>
    <script>
      const log = (text) => { document.querySelector('output').textContent += text + ' ' };
      onkeydown = (event) => log((event.ctrlKey ? 'Control+' : '') + event.key);
      for (const tile of document.querySelectorAll('span')) {
        const name = tile.dataset.testid;
        tile.onpointerdown = () => log('down:' + name);
        tile.onpointerenter = (event) => log((event.buttons ? 'through:' : 'over:') + name);
        tile.onpointerup = () => log('up:' + name);
      }
      setTimeout(() => document.querySelector('main').append(
        Object.assign(document.createElement('button'), { textContent: 'Late' })), 300);
    </script>";

#[requires(browser)]
#[test]
fn elements_are_found_by_role_and_name() {
    let browser = Browser::start();
    let page = browser.open(&data_url(PAGE), Window::DESKTOP);
    page.find(By::Role("button", "Late"));
    page.find(By::Role("button", "Random board")).click();
    assert_eq!(page.find(By::Role("status", "")).text(), "random");
    assert!(page.find_all(By::Role("button", "Not seen")).is_empty());
    assert_eq!(page.find(By::TestId("t2")).text(), "2");
    assert_eq!(
        page.find(By::TestId("t2")).attribute("role").as_deref(),
        Some("button")
    );
    page.script("document.querySelector('output').remove()", vec![]);
    page.wait_until_gone(By::Css("output"));
}

#[requires(browser)]
#[test]
fn keys_go_to_the_focused_element() {
    let browser = Browser::start();
    let page = browser.open(&data_url(PAGE), Window::DESKTOP);
    let field = page.find(By::Label("Letters"));
    assert_eq!(field.value(), "AB");
    field.clear();
    field.type_keys("cd");
    assert_eq!(field.value(), "cd");
    assert!(field.has_focus());

    page.press([Key::Tab.into(), Key::Enter.into()]);
    assert!(page.find(By::Role("button", "Random board")).has_focus());
    page.press_together(&[Key::Control.into(), 'z']);
    let log = page.find(By::Css("output")).text();
    assert_eq!(log, "c d Tab Enter random Control+Control Control+z");
}

#[requires(browser)]
#[test]
fn a_drag_passes_over_the_elements_in_between() {
    let browser = Browser::start();
    let page = browser.open(&data_url(PAGE), Window::DESKTOP);
    let tiles = ["t1", "t2", "t3"].map(|id| page.find(By::TestId(id)));
    page.drag(&[&tiles[0], &tiles[2]]);
    page.hover(&tiles[1]);
    assert_eq!(
        page.find(By::Css("output")).text(),
        "over:t1 down:t1 through:t2 through:t3 up:t3 over:t2"
    );
}

#[requires(browser)]
#[test]
fn size_colour_scheme_and_network_are_emulated() {
    let browser = Browser::start();
    let page = browser.open(&data_url(PAGE), Window::PHONE);
    let size = |page: &Page<'_>| page.script("return [innerWidth, innerHeight]", vec![]);
    assert_eq!(size(&page), json!([320, 640]));
    page.resize(Window::DESKTOP);
    assert_eq!(size(&page), json!([1280, 800]));

    let colour = "return getComputedStyle(document.querySelector('h1')).color";
    assert_ne!(page.script(colour, vec![]), json!("rgb(1, 2, 3)"));
    page.prefer("prefers-color-scheme", "dark");
    assert_eq!(page.script(colour, vec![]), json!("rgb(1, 2, 3)"));

    page.set_offline(true);
    assert_eq!(page.script("return navigator.onLine", vec![]), json!(false));
    page.set_offline(false);
    assert_eq!(page.script("return navigator.onLine", vec![]), json!(true));

    let png = fs::read(page.screenshot("simulated-input")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}

#[requires(browser)]
#[test]
fn an_error_on_the_console_fails_the_test() {
    let browser = Browser::start();
    for (html, text) in [
        ("<script>null.x</script>", "Uncaught TypeError"),
        (
            "<script>Promise.reject('no')</script>",
            "Uncaught (in promise)",
        ),
        ("<script>console.error('a message')</script>", "a message"),
        (
            "<meta http-equiv=Content-Security-Policy content=\"style-src 'self'\"><p style='color:red'>",
            "Content Security Policy",
        ),
    ] {
        let page = browser.open(&data_url(html), Window::DESKTOP);
        let panic = catch_unwind(AssertUnwindSafe(|| drop(page))).expect_err(html);
        let message = panic
            .downcast_ref::<String>()
            .expect("the panic has a message");
        assert!(message.contains(text), "{html}: {message}");

        let page = browser.open(&data_url(html), Window::DESKTOP);
        page.allow_error(text);
    }
}
