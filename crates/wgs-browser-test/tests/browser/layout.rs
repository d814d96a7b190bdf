//! The layout of the solver in windows of every size: where its parts are, how large they are,
//! and that nothing moves while the page is used.

use fantoccini::key::Key;
use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

const fn desktop(width: u32, height: u32) -> Window {
    Window {
        width,
        height,
        is_phone: false,
    }
}

const fn phone(width: u32, height: u32) -> Window {
    Window {
        width,
        height,
        is_phone: true,
    }
}

const LAPTOP: Window = desktop(1366, 768);
const SMALL_LAPTOP: Window = desktop(1280, 720);
const TABLET: Window = desktop(800, 1100);
const PHONE: Window = phone(390, 844);
const LANDSCAPE: Window = phone(844, 390);
/// A laptop's window at 200% and at 400% zoom.
const ZOOMED_200: Window = desktop(683, 384);
const ZOOMED_400: Window = desktop(342, 192);

/// The distances of an element's edges from the window's left and top.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edges {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Edges {
    fn width(self) -> f64 {
        self.right - self.left
    }

    fn height(self) -> f64 {
        self.bottom - self.top
    }

    fn contains(self, other: Self) -> bool {
        self.left <= other.left + 0.5
            && self.top <= other.top + 0.5
            && self.right >= other.right - 0.5
            && self.bottom >= other.bottom - 0.5
    }
}

/// The edges of the first element that matches a selector.
fn edges(page: &Page<'_>, selector: &str) -> Edges {
    let found = page.script(
        "const { left, top, right, bottom } =
           document.querySelector(arguments[0]).getBoundingClientRect();
         return [left, top, right, bottom]",
        vec![json!(selector)],
    );
    let [left, top, right, bottom] =
        serde_json::from_value(found).expect("the script returns four numbers");
    Edges {
        left,
        top,
        right,
        bottom,
    }
}

/// Changes the size of the window, and scrolls to the top of the page.
fn resize(page: &Page<'_>, window: Window) {
    page.resize(window);
    page.script_async(
        "scrollTo(0, 0);
         await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
        vec![],
    );
    page.wait_for_animations();
}

#[requires(browser)]
#[test]
fn the_board_is_large_in_every_window() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    for (window, least) in [
        (LAPTOP, 400.0),
        (SMALL_LAPTOP, 400.0),
        (desktop(1920, 1080), 600.0),
        (TABLET, 400.0),
        (desktop(1100, 800), 480.0),
        (PHONE, 360.0),
        (phone(320, 640), 300.0),
        (LANDSCAPE, 320.0),
        (phone(568, 320), 250.0),
        (ZOOMED_200, 300.0),
        (ZOOMED_400, 220.0),
    ] {
        resize(&page, window);
        let board = edges(&page, ".board");
        assert!(board.width() >= least, "{window:?}: {board:?}");
        assert!((board.width() - board.height()).abs() < 1.0, "{board:?}");
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.script(fits, vec![]), json!(true), "{window:?}");
        // It is at the left edge of the content.
        let content = edges(&page, ".solver");
        assert!((board.left - content.left).abs() < 1.0, "{window:?}");
    }
    // A rack is wide and low.
    page.choose_game("Quarrel");
    for window in [LAPTOP, TABLET, PHONE, LANDSCAPE, ZOOMED_400] {
        resize(&page, window);
        let board = edges(&page, ".board");
        assert!(board.width() >= 220.0, "{window:?}: {board:?}");
    }
}

#[requires(browser)]
#[test]
fn one_row_holds_the_word_the_summary_and_the_check() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    let check = |what: &str, parts: &[&str]| {
        let row = edges(&page, ".word-row");
        assert_eq!(row.height(), 48.0, "{what}");
        for part in parts {
            let part_edges = edges(&page, part);
            assert!(row.contains(part_edges), "{what}: {part} {part_edges:?}");
        }
    };
    for window in [LAPTOP, SMALL_LAPTOP, TABLET, PHONE, LANDSCAPE, ZOOMED_400] {
        resize(&page, window);
        let what = format!("{window:?}");
        check(&what, &["#summary-1", "#validity", "#ask"]);
        page.write(By::Css("#ask"), "aeried");
        // There is space to type.
        check(&what, &["#ask", ".ask button"]);
        let (typed, button) = (edges(&page, "#ask"), edges(&page, ".ask button"));
        assert!(typed.width() >= 130.0, "{what}: {typed:?}");
        assert!(typed.right < button.left, "{what}: {typed:?} {button:?}");
        page.press([Key::Enter.into()]);
        page.until("the verdict", || {
            page.texts("#verdict") == ["✓ counts: 3 points"]
        });
        check(&what, &["#word", "#verdict", "#validity", "#ask"]);
        page.write(By::Css("#ask"), "zebra");
        page.press([Key::Enter.into()]);
        page.until("the other verdict", || {
            page.texts("#verdict").concat().starts_with("✗ ZEBRA")
        });
        check(&what, &["#verdict", "#validity", "#ask"]);
        page.tile(1).script("arguments[0].focus()");
        page.press([Key::Escape.into()]);
        page.until("no verdict", || page.texts("#verdict") == [""]);
    }
    // A wide row shows the summary beside the word.
    resize(&page, LAPTOP);
    page.find(By::Css(".list-row")).click();
    assert!(edges(&page, "#word").right < edges(&page, "#summary-1").left);
    page.find(By::Css("#summary-1"));
}

#[requires(browser)]
#[test]
fn words_are_beside_the_board_from_760_px_and_in_landscape() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    for window in [
        LAPTOP,
        TABLET,
        desktop(760, 1000),
        LANDSCAPE,
        phone(667, 375),
        phone(568, 320),
        ZOOMED_200,
    ] {
        resize(&page, window);
        let (board, list) = (edges(&page, ".board"), edges(&page, ".list"));
        assert!(board.right <= list.left, "{window:?}: {board:?} {list:?}");
        let row = edges(&page, ".list-row");
        assert!(row.top < f64::from(window.height), "{window:?}: {row:?}");
        page.assert_accessible(&format!("the solver in {window:?}"));
    }
    // On a low screen, the board stays in view.
    resize(&page, LANDSCAPE);
    page.script("scrollTo(0, document.body.scrollHeight)", vec![]);
    let board = edges(&page, ".board");
    assert!(board.top >= 0.0 && board.bottom <= 390.0, "{board:?}");
    resize(&page, ZOOMED_400);
    let (board, list) = (edges(&page, ".board"), edges(&page, ".list"));
    assert!(board.bottom <= list.top, "{board:?} {list:?}");
    page.assert_accessible("the solver at 400% zoom");
}

#[requires(browser)]
#[test]
fn explanations_and_progress_do_not_move_the_page() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    for window in [LAPTOP, SMALL_LAPTOP, TABLET, PHONE, LANDSCAPE, ZOOMED_400] {
        resize(&page, window);
        let positions = || {
            let parts = [".word-row", ".board", "#summary-2", "#notation", ".list"];
            let scrolled = page.script("return scrollY", vec![]);
            (parts.map(|part| edges(&page, part)), scrolled)
        };
        page.find(By::Css("#validity"))
            .script("arguments[0].scrollIntoView({ block: 'nearest' })");
        let before = positions();
        page.find(By::Css("#validity")).click();
        page.until("an explanation for each die", || {
            page.count("#explained li") == 16
        });
        assert_eq!(positions(), before, "{window:?}: validity");
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.script(fits, vec![]), json!(true), "{window:?}");
        page.assert_accessible(&format!("the explanation in {window:?}"));
        page.press([Key::Escape.into()]);
        page.wait_until_gone(By::Css("#explained"));
        assert!(page.find(By::Css("#validity")).has_focus());

        page.script(
            "for (const [id, value] of [['min-words', '90000']]) {
               const field = document.getElementById(id);
               field.value = value;
               field.dispatchEvent(new Event('input', { bubbles: true }));
             }",
            vec![],
        );
        let random = page.find(By::Css("#random"));
        random.script("arguments[0].scrollIntoView({ block: 'nearest' })");
        let before = positions();
        random.click();
        page.until("the progress", || {
            page.texts(".progress").concat().contains("best so far: ")
        });
        assert_eq!(positions(), before, "{window:?}: progress");
        page.find(By::Css("#stop-random")).click();
        page.find(By::Css("#random"));
        assert_eq!(positions().0, before.0, "{window:?}: the end of a search");
    }
}

#[requires(browser)]
#[test]
fn a_notice_does_not_move_the_page() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open(&format!("{}#starts=x", server.solver_url()), LAPTOP);
    page.wait_for_totals("831 words");
    page.find(By::Css(".notice"));
    let before = edges(&page, ".board");
    page.find(By::Role("button", "Dismiss")).click();
    page.wait_until_gone(By::Css(".notice"));
    assert_eq!(edges(&page, ".board"), before);
}

#[requires(browser)]
#[test]
fn an_explanation_closes_when_something_else_is_pressed() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    page.find(By::Css("#validity")).click();
    page.find(By::Css("#explained")).click();
    page.find(By::Css("#explained"));
    page.find(By::Css("#pattern")).click();
    page.wait_until_gone(By::Css("#explained"));
}

#[requires(browser)]
#[test]
fn headers_of_the_list_stand_above_their_numbers() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    for window in [LAPTOP, TABLET, LANDSCAPE] {
        resize(&page, window);
        let gaps = page.script(
            "const right = (node) => {
               const range = document.createRange();
               range.selectNodeContents(node);
               return range.getBoundingClientRect().right;
             };
             const headers = [...document.querySelectorAll('[role=columnheader] button')];
             const cells = document.querySelector('.list-row').children;
             return [1, 2].map((column) =>
               Math.abs(right(headers[column].firstChild) - right(cells[column])))",
            vec![],
        );
        let gaps: Vec<f64> = serde_json::from_value(gaps).unwrap();
        assert!(gaps.iter().all(|gap| *gap <= 1.0), "{window:?}: {gaps:?}");
    }
}

#[requires(browser)]
#[test]
fn focus_rings_are_not_clipped() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    for window in [LAPTOP, TABLET, PHONE, ZOOMED_400] {
        resize(&page, window);
        for part in ["#game", "#notation", "#ask", "#random", "#pattern"] {
            if page.find_all(By::Css(part)).is_empty() {
                page.find(By::Css(".sheet-handle")).click();
            }
            let clipped = page.find(By::Css(part)).script(
                "const ring = 4, box = arguments[0].getBoundingClientRect(), clipped = [];
                 for (let at = arguments[0].parentElement; at; at = at.parentElement) {
                   const around = at.getBoundingClientRect();
                   const hides = at === document.documentElement
                     || getComputedStyle(at).overflowX !== 'visible';
                   if (hides && (box.left - ring < around.left || box.right + ring > around.right)) {
                     clipped.push(at.className || at.localName);
                   }
                 }
                 return clipped",
            );
            assert_eq!(clipped, json!([]), "{window:?}: {part}");
        }
    }
}

#[requires(browser)]
#[test]
fn the_summary_writes_numbers_as_the_totals_do() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, LAPTOP);
    let summary = || page.texts("#summary-2").concat();
    page.write_board("ZOO");
    page.wait_for_totals("1 word · 1 point");
    assert_eq!(summary(), "1 word, 1 point");
    page.choose_game("Super Big Boggle");
    page.write_board("STNDTEIELARSMRTO?STNDTEIELARSMRTO?AB");
    page.until("numbers with five digits", || {
        page.totals().contains('\u{202f}')
    });
    let totals = page.totals();
    assert_eq!(summary(), totals.replace(" · ", ", "), "{totals}");
}

/// The controls in view that are lower than 44 pixels.
fn low_targets(page: &Page<'_>) -> Value {
    page.script(
        "const controls = 'button, select, input:not([type=radio], [type=checkbox], .unseen), \
           .choice span, .check, .head-nav a, .list-row, summary, .link';
         return [...document.querySelectorAll(controls)]
           .filter((e) => e.checkVisibility({ visibilityProperty: true })
             && e.getBoundingClientRect().height < 43.5)
           .map((e) => `${e.localName}.${e.className} ${e.textContent}: ${e.getBoundingClientRect().height}`)",
        vec![],
    )
}

#[requires(browser)]
#[test]
fn a_phone_has_large_targets_and_one_menu() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open(&browser, &server, PHONE);
    assert_eq!(low_targets(&page), json!([]));
    assert!(page.find_all(By::Css("#language, #theme")).is_empty());
    let menu = page.find(By::Role("button", "Menu"));
    assert_eq!(menu.attribute("aria-expanded").as_deref(), Some("false"));
    menu.click();
    page.find(By::Label("Language"));
    page.find(By::Label("Colour theme"));
    assert_eq!(menu.attribute("aria-expanded").as_deref(), Some("true"));
    assert_eq!(low_targets(&page), json!([]));
    page.assert_accessible("the menu");
    page.press([Key::Escape.into()]);
    page.wait_until_gone(By::Css("#language"));
    assert!(menu.has_focus());
    menu.click();
    page.find(By::Label("Language")).type_keys("Deutsch");
    page.find(By::Role("button", "Menü"));
    let cut_off = "return [...document.querySelectorAll('.head *')]
        .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1)
        .map((e) => e.className)";
    assert_eq!(page.script(cut_off, vec![]), json!([]));
    page.find(By::Css("#game")).click();
    page.wait_until_gone(By::Css("#language"));
    page.press([Key::Escape.into()]);
    page.find(By::Css(".sheet-handle")).click();
    page.find(By::Css(".list-row"));
    assert_eq!(low_targets(&page), json!([]));
}
