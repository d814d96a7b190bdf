//! The solver, used by keyboard alone with a visible focus.

use fantoccini::key::Key;
use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

/// Presses Tab until an element that matches the selector has the focus. The focus must be
/// visible at every step.
fn tab_to(page: &Page<'_>, selector: &str) {
    for _ in 0..40 {
        page.press([Key::Tab.into()]);
        let focus = page.script(
            "const at = document.activeElement;
             const around = [at, ...at.querySelectorAll('*'), at.closest('label'),
               ...(at.parentElement?.children ?? [])].filter(Boolean);
             const visible = around.some((element) => {
               const { outlineStyle, outlineWidth } = getComputedStyle(element);
               return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
             });
             return [at.matches(arguments[0]), at === document.body || visible, at.outerHTML.slice(0, 120)]",
            vec![json!(selector)],
        );
        assert_eq!(focus[1], json!(true), "no visible focus on {}", focus[2]);
        if focus[0] == json!(true) {
            return;
        }
    }
    panic!(
        "Tab does not reach {selector}; the page contains:\n{}",
        page.outline()
    );
}

#[requires(browser)]
#[test]
fn the_solver_can_be_used_by_keyboard_alone() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    page.press([Key::Tab.into()]);
    assert!(page.find(By::Role("link", "Skip to content")).has_focus());
    tab_to(&page, ".cell");
    page.press("ateeapyotinuedse".chars());
    page.until("the typed board in the notation", || {
        page.notation() == "ATEEAPYOTINUEDSE"
    });
    page.press([Key::Home.into()]);
    assert!(page.tile(1).has_focus());
    page.press([Key::Right.into(), Key::Down.into(), ' ']);
    page.until("the mode to change", || page.mode(6) == "starts-with");
    page.assert_lists_like("solve", "ATEEAPYOTINUEDSE", &["--starts-with", "6"]);
    page.press([Key::Escape.into()]);
    page.until("the mode to be reset", || page.mode(6) == "normal");
    page.assert_lists_like("solve", "ATEEAPYOTINUEDSE", &[]);

    tab_to(&page, "[role=columnheader] button");
    page.press([Key::Enter.into()]);
    page.find(By::Css("[role=columnheader][aria-sort=ascending]"));
    tab_to(&page, "#solutions");
    page.press([Key::Down.into(), Key::Down.into()]);
    page.find(By::Css("#solution-1.is-selected"));
    let list = page.find(By::Css("#solutions"));
    assert_eq!(
        list.attribute("aria-activedescendant").as_deref(),
        Some("solution-1")
    );
    assert!(page.count(".path-step") >= 3);
    page.press([Key::Escape.into()]);
    page.until("the path to disappear", || page.count(".path-step") == 0);

    page.press("?".chars());
    page.find(By::Role("dialog", "Keyboard shortcuts"));
    page.press([Key::Escape.into()]);
    page.wait_until_gone(By::Role("dialog", "Keyboard shortcuts"));
    page.press("/".chars());
    page.until("the focus on the pattern field", || {
        page.find(By::Css("#pattern")).has_focus()
    });
}

#[requires(browser)]
#[test]
fn a_slash_goes_to_the_word_filter_even_from_a_tile() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    let filter_has_focus = || page.find(By::Css("#pattern")).has_focus();
    for from in ["#tile-6", "#random", "input[name=heat]"] {
        let focus = format!("document.querySelector('{from}').focus()");
        page.script(&focus, vec![]);
        page.press("/".chars());
        page.until(&format!("the focus on the filter, from {from}"), || {
            filter_has_focus()
        });
        assert_eq!(page.find(By::Css("#pattern")).value(), "", "{from}");
    }
    // On a tile, a question mark is any letter; elsewhere it shows the shortcuts.
    page.tile(6).script("arguments[0].focus()");
    page.press("?".chars());
    page.until("the wildcard", || page.notation() == "STNDT?IELARSMRTO");
    assert!(page.find_all(By::Css("dialog")).is_empty());
    // In a text field, a slash is a slash.
    page.write(By::Css("#ask"), "a/b");
    assert_eq!(page.find(By::Css("#ask")).value(), "a/b");
}

#[requires(browser)]
#[test]
fn enter_spells_and_results_are_announced() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, Window::DESKTOP);
    tab_to(&page, ".cell");
    page.press([
        Key::Right.into(),
        Key::Down.into(),
        Key::Down.into(),
        Key::Enter.into(),
    ]);
    page.press([
        Key::Up.into(),
        Key::Enter.into(),
        Key::Up.into(),
        Key::Enter.into(),
    ]);
    page.until("the verdict on AET", || {
        page.texts("#verdict") == ["✗ AET is not in the dictionary"]
    });
    page.until("the verdict to be announced", || {
        page.texts(".unseen[role=status]") == ["AET is not in the dictionary"]
    });
    page.press([Key::Escape.into()]);
    page.press("x".chars());
    page.until("the totals to be announced", || {
        let announcement = page.texts(".unseen[role=status]").concat();
        announcement.contains(" words, ") && announcement.ends_with(" points")
    });
}
