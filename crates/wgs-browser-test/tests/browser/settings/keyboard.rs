//! The editor by keyboard alone, with a focus that is seen.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::open;

/// Goes on with Tab until an element for a selector has the focus. All that has it on the way
/// is in the window, and nothing lies over it.
fn tab_to(page: &Page<'_>, selector: &str) {
    for _ in 0..160 {
        page.press([Key::Tab.into()]);
        let told = page.script(
            "const at = document.activeElement;
             const box = (at.closest('.choice, label.link') ?? at).getBoundingClientRect();
             const x = box.x + Math.min(box.width, innerWidth) / 2;
             const y = box.y + Math.min(box.height / 2, 10);
             const top = document.elementFromPoint(x, y);
             const label = at.closest('label');
             const seen = at === document.body || at.contains(top) || label?.contains(top);
             return [at.matches(arguments[0]), Boolean(seen), at.outerHTML.slice(0, 160)]",
            vec![json!(selector)],
        );
        assert_eq!(told[1], json!(true), "the focus is hidden: {}", told[2]);
        if told[0] == json!(true) {
            return;
        }
    }
    panic!(
        "Tab does not lead to {selector}; there are:\n{}",
        page.outline()
    );
}

/// Goes back with Shift and Tab until an element for a selector has the focus.
fn tab_back_to(page: &Page<'_>, selector: &str) {
    for _ in 0..160 {
        page.press_together(&[Key::Shift.into(), Key::Tab.into()]);
        let there = page.script(
            "const at = document.activeElement;
             const box = at.getBoundingClientRect();
             const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 10));
             const hidden = top?.closest('.editor-head') && !at.closest('.editor-head');
             return [at.matches(arguments[0]), Boolean(hidden), at.outerHTML.slice(0, 160)]",
            vec![json!(selector)],
        );
        assert_eq!(there[1], json!(false), "the head hides {}", there[2]);
        if there[0] == json!(true) {
            return;
        }
    }
    panic!("Shift and Tab do not lead to {selector}");
}

#[requires(browser)]
#[test]
fn a_field_is_reached_changed_and_saved_by_keyboard() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(server.url(), Window::DESK);
    page.find(By::Css(".board"));
    tab_to(&page, "a[href='#/settings']");
    page.press([Key::Enter.into()]);
    page.find(By::Css("#page-title"));
    tab_to(&page, "#section-ScoringRules");
    page.press([Key::Enter.into()]);
    page.until("the title to have the focus", || {
        let title = page.find(By::Css("#page-title"));
        title.text() == "Scoring rules" && title.has_focus()
    });
    tab_to(&page, "a.entry-card");
    page.press([Key::Enter.into()]);
    page.until("the rules of Boggle", || {
        page.texts("#page-title") == ["Boggle"]
    });
    tab_to(&page, "#field-MinWordLength");
    page.press("5".chars());
    page.wait_for_status("Unsaved changes");
    tab_back_to(&page, "#save");
    page.press([Key::Enter.into()]);
    page.wait_for_status("Saved in this browser.");

    // Choices by arrows, and saving from where one is.
    tab_to(&page, "#field-RoundBonusUp");
    page.press([Key::Right.into(), Key::Right.into()]);
    page.wait_for_status("Unsaved changes");
    page.press_together(&[Key::Control.into(), 's']);
    page.wait_for_status("Saved in this browser.");
    let text = page.exported();
    assert!(text.contains(r#""RoundBonusUp": false"#), "{text}");
}

#[requires(browser)]
#[test]
fn cells_are_drawn_by_keyboard_and_the_focus_stays_as_the_canvas_grows() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "Grids/4x4", Window::DESK);
    tab_to(&page, "#canvas .place");
    let arrow = |key: Key, times: usize| page.press(std::iter::repeat_n(key.into(), times));
    let at = |id: &str| {
        page.until(&format!("the focus on {id}"), || {
            page.script("return document.activeElement.id", vec![]) == json!(id)
        });
    };
    arrow(Key::Down, 9);
    at("cell-1-10");
    page.press([' ']);
    page.find(By::Css("#cell-1-11"));
    at("cell-1-10");
    arrow(Key::Down, 1);
    at("cell-1-11");
    page.press([Key::Enter.into()]);
    page.find(By::Css("#cell-1-11.is-there"));
    assert_eq!(page.texts("#cell-1-11"), ["18"]);
    arrow(Key::Down, 2);
    at("cell-1-13");
    arrow(Key::End, 1);
    at("cell-10-13");
    assert_eq!(page.count("#canvas .is-there"), 18);
}
