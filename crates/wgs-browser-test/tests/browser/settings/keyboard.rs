//! The editor, used by keyboard alone with a visible focus.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

use super::open;

/// Presses Tab until an element that matches the selector has the focus. At every step, the
/// focused element must be in the viewport and not covered.
fn tab_to(page: &Page<'_>, selector: &str) {
    for _ in 0..160 {
        page.press([Key::Tab.into()]);
        let focus = page.script(
            "const at = document.activeElement;
             const box = (at.closest('.choice, label.link') ?? at).getBoundingClientRect();
             const x = box.x + Math.min(box.width, innerWidth) / 2;
             const y = box.y + Math.min(box.height / 2, 10);
             const top = document.elementFromPoint(x, y);
             const label = at.closest('label');
             const visible = at === document.body || at.contains(top) || label?.contains(top);
             return [at.matches(arguments[0]), Boolean(visible), at.outerHTML.slice(0, 160)]",
            vec![json!(selector)],
        );
        assert_eq!(focus[1], json!(true), "the focus is hidden: {}", focus[2]);
        if focus[0] == json!(true) {
            return;
        }
    }
    panic!(
        "Tab does not reach {selector}; the page contains:\n{}",
        page.outline()
    );
}

/// Presses Shift+Tab until an element that matches the selector has the focus. The editor's
/// header must never cover the focused element.
fn tab_back_to(page: &Page<'_>, selector: &str) {
    for _ in 0..160 {
        page.press_together(&[Key::Shift.into(), Key::Tab.into()]);
        let focus = page.script(
            "const at = document.activeElement;
             const box = at.getBoundingClientRect();
             const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 10));
             const hidden = top?.closest('.editor-head') && !at.closest('.editor-head');
             return [at.matches(arguments[0]), Boolean(hidden), at.outerHTML.slice(0, 160)]",
            vec![json!(selector)],
        );
        assert_eq!(focus[1], json!(false), "the header covers {}", focus[2]);
        if focus[0] == json!(true) {
            return;
        }
    }
    panic!("Shift+Tab does not reach {selector}");
}

#[requires(browser)]
#[test]
fn a_field_can_be_changed_and_saved_by_keyboard() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(&server.solver_url(), Window::DESKTOP);
    page.find(By::Css(".board"));
    tab_to(&page, "a[href='#/settings']");
    page.press([Key::Enter.into()]);
    page.find(By::Css("#page-title"));
    tab_to(&page, "#section-ScoringRules");
    page.press([Key::Enter.into()]);
    page.until("the focus on the title", || {
        let title = page.find(By::Css("#page-title"));
        title.text() == "Scoring rules" && title.has_focus()
    });
    tab_to(&page, "a.entry-card");
    page.press([Key::Enter.into()]);
    page.until("the scoring rules of Boggle", || {
        page.texts("#page-title") == ["Boggle"]
    });
    tab_to(&page, "#field-MinWordLength");
    page.press("5".chars());
    page.wait_for_status("Unsaved changes");
    tab_back_to(&page, "#save");
    page.press([Key::Enter.into()]);
    page.wait_for_status("Saved in this browser.");

    // Arrow keys change the choice, and Control+S saves from any field.
    tab_to(&page, "#field-RoundBonusUp");
    page.press([Key::Right.into(), Key::Right.into()]);
    page.wait_for_status("Unsaved changes");
    page.press_together(&[Key::Control.into(), 's']);
    page.wait_for_status("Saved in this browser.");
    let text = page.export();
    assert!(text.contains(r#""RoundBonusUp": false"#), "{text}");
}

#[requires(browser)]
#[test]
fn cells_can_be_drawn_by_keyboard_and_the_canvas_grows_around_the_focus() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, "Grids/4x4", Window::DESKTOP);
    tab_to(&page, "#canvas .place");
    let arrow = |key: Key, times: usize| page.press(std::iter::repeat_n(key.into(), times));
    let expect_focus = |id: &str| {
        page.until(&format!("the focus on {id}"), || {
            page.script("return document.activeElement.id", vec![]) == json!(id)
        });
    };
    arrow(Key::Down, 9);
    expect_focus("cell-1-10");
    page.press([' ']);
    page.find(By::Css("#cell-1-11"));
    expect_focus("cell-1-10");
    arrow(Key::Down, 1);
    expect_focus("cell-1-11");
    page.press([Key::Enter.into()]);
    page.find(By::Css("#cell-1-11.is-there"));
    assert_eq!(page.texts("#cell-1-11"), ["18"]);
    arrow(Key::Down, 2);
    expect_focus("cell-1-13");
    arrow(Key::End, 1);
    expect_focus("cell-10-13");
    assert_eq!(page.count("#canvas .is-there"), 18);
}
