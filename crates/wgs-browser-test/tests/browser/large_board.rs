//! Large boards: the cost of a key does not grow with the square of the cells, and the board can
//! be zoomed and panned. Times are printed by `measure_typing_on_large_boards`, which has no limit
//! to pass.

use fantoccini::key::Key;
use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::path::path_steps;
use crate::server::Server;
use crate::solver::open_link;
use crate::window::Window;

/// A board of so many tiles that does not look regular.
fn letters(tiles: usize) -> String {
    let letters = b"ETAOINSRHDLUCMFYWGPBVKXQJZETAOINSRETAOIN";
    let mut state: u32 = 7;
    let mut next = || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        char::from(letters[(state >> 16) as usize % letters.len()])
    };
    (0..tiles).map(|_| next()).collect()
}

/// Opens a square board and waits for its words.
fn open_square<'b>(browser: &'b Browser, server: &Server, side: usize) -> Page<'b> {
    let board = letters(side * side);
    let link = format!("game=Boggle%20(New)&size={side}x{side}&board={board}");
    let page = open_link(browser, server, &link);
    page.until("the tiles", || page.count(".cell") == side * side);
    page.until("solutions", || page.count(".list-row") > 1);
    page
}

/// Types letters onto a tile and its successors. Returns the milliseconds that the page itself
/// was busy with each key before it could paint, the milliseconds until the totals changed, and
/// the number of changes to the board's elements.
const TYPE: &str = "
    const [position, letters] = arguments_;
    let changes = 0;
    const observer = new MutationObserver((records) => { changes += records.length; });
    observer.observe(document.querySelector('.board'),
      { subtree: true, childList: true, characterData: true, attributes: true });
    const longTasks = [];
    new PerformanceObserver((list) => {
      longTasks.push(...list.getEntries().map((entry) => entry.duration));
    }).observe({ entryTypes: ['longtask'] });
    const totals = document.querySelector('.totals');
    document.getElementById(`tile-${position}`).focus();
    const [busy, times] = [[], []];
    for (const key of letters) {
      const changed = new Promise((resolve) => {
        const observer = new MutationObserver(() => { observer.disconnect(); resolve(performance.now()); });
        observer.observe(totals, { subtree: true, characterData: true, childList: true });
        setTimeout(() => { observer.disconnect(); resolve(null); }, 2000);
      });
      const start = performance.now();
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      // Effects run in microtasks, so they have run when the next task begins.
      await new Promise((resolve) => { const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve; port2.postMessage(0); });
      busy.push(performance.now() - start);
      const end = await changed;
      times.push(end === null ? null : end - start);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    observer.disconnect();
    return { busy, times, longTasks, changes }";

fn type_letters(page: &Page<'_>, side: usize, letters: &str) -> Value {
    let position = side * side / 2;
    page.script_async(TYPE, vec![json!(position), json!(letters)])
}

#[requires(browser)]
#[test]
fn a_key_changes_only_the_tiles_that_look_different() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_square(&browser, &server, 40);
    let typed = type_letters(&page, 40, "e");
    let changes = typed["changes"].as_u64().unwrap();
    // The tile, its words, and those of the tiles around it; not the board's 1,600.
    assert!((2..600).contains(&changes), "{changes} changes");
    assert_eq!(page.count(".cell[tabindex='0']"), 1);
}

#[requires(browser)]
#[test]
fn the_cost_of_a_key_grows_no_faster_than_the_board() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let least = |side: usize| {
        let page = open_square(&browser, &server, side);
        let typed = type_letters(&page, side, "eastri");
        let busy: Vec<f64> = serde_json::from_value(typed["busy"].clone()).unwrap();
        busy.into_iter().fold(f64::INFINITY, f64::min)
    };
    // 16 times as many cells. The least of several times is robust on a busy machine; a cost that
    // grows with the square would be 256 times as high.
    let (small, large) = (least(10), least(40));
    assert!(
        large < small.max(1.0) * 48.0,
        "{large:.1} ms on 40x40, {small:.1} ms on 10x10"
    );
}

/// The width of a tile in pixels.
fn tile_width(page: &Page<'_>) -> f64 {
    let width = "return document.querySelector('.cell').getBoundingClientRect().width";
    page.script(width, vec![]).as_f64().unwrap()
}

/// Whether the tile at a position is inside the viewport of the board.
fn is_in_view(page: &Page<'_>, position: usize) -> bool {
    let script = "const view = document.querySelector('.board-viewport').getBoundingClientRect();
        const box = document.getElementById(`tile-${arguments[0]}`).getBoundingClientRect();
        return box.left >= view.left - 1 && box.right <= view.right + 1
          && box.top >= view.top - 1 && box.bottom <= view.bottom + 1";
    page.script(script, vec![json!(position)]) == json!(true)
}

#[requires(browser)]
#[test]
fn a_large_board_is_zoomed_and_panned() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_square(&browser, &server, 40);
    let first = tile_width(&page);
    assert!(first >= 20.0, "{first} px");
    assert!(is_in_view(&page, 1) && !is_in_view(&page, 1600));
    page.find(By::Css("#zoom-in")).click();
    assert!(tile_width(&page) > first * 1.4);
    page.find(By::Css("#zoom-fit")).click();
    assert!(is_in_view(&page, 1) && is_in_view(&page, 1600));
    // There is nothing beyond the whole board.
    let fitting = tile_width(&page);
    page.find(By::Css("#zoom-out")).click();
    assert!((tile_width(&page) - fitting).abs() < 0.1);
    // The focus pans, and a click hits the tile that is seen.
    page.find(By::Css("#zoom-in")).click();
    page.find(By::Css("#zoom-in")).click();
    page.tile(820).click();
    assert_eq!(page.mode(820), "starts-with");
    page.press([Key::End.into()]);
    page.until("the last tile", || is_in_view(&page, 1600));
    assert!(!is_in_view(&page, 1));
    // The wheel with Ctrl zooms, and the tile under the pointer stays there.
    let (x, y) = page.tile(1558).centre();
    let before = tile_width(&page);
    page.devtools(
        "Input.dispatchMouseEvent",
        json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": -120, "modifiers": 2 }),
    );
    page.until("larger tiles", || tile_width(&page) > before * 1.2);
    let at = "return document.elementFromPoint(...arguments).closest('.cell')?.id";
    assert_eq!(
        page.script(at, vec![json!(x), json!(y)]),
        json!("tile-1558")
    );
    page.assert_accessible("a large board");
    // A board of ordinary size has no zoom.
    page.choose_game("Boggle (Old)");
    page.until("16 tiles", || page.count(".cell") == 16);
    assert_eq!(page.count(".zoom"), 0);
    assert!(tile_width(&page) > 60.0);
}

#[requires(browser)]
#[test]
fn two_fingers_zoom_a_large_board() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_square(&browser, &server, 40);
    page.resize(Window {
        width: 390,
        height: 844,
        is_phone: true,
    });
    let before = tile_width(&page);
    assert!(before >= 24.0, "{before} px");
    let (x, y) = page.tile(1).centre();
    let touch = |kind: &str, points: &[(f64, f64)]| {
        let points: Vec<Value> = points
            .iter()
            .zip(0..)
            .map(|((x, y), id)| json!({ "x": x, "y": y, "id": id }))
            .collect();
        let event = json!({ "type": kind, "touchPoints": points });
        page.devtools("Input.dispatchTouchEvent", event);
    };
    touch("touchStart", &[(x + 60.0, y + 60.0)]);
    touch("touchStart", &[(x + 60.0, y + 60.0), (x + 100.0, y + 60.0)]);
    for spread in [10.0, 20.0, 30.0] {
        let (left, right) = (x + 60.0 - spread, x + 100.0 + spread);
        touch("touchMove", &[(left, y + 60.0), (right, y + 60.0)]);
    }
    touch("touchEnd", &[]);
    let after = tile_width(&page);
    assert!(after > before * 2.0, "{before} px, then {after} px");
    // The fingers spelled nothing, and changed no filter.
    assert_eq!(path_steps(&page), Vec::<String>::new());
    assert_eq!(page.count(".cell:not([data-mode=normal])"), 0);
}

#[requires(browser)]
#[test]
fn a_selected_word_is_scrolled_into_view() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_square(&browser, &server, 40);
    let mut seen = 0;
    for row in 0..6 {
        page.find(By::Css(&format!("#solution-{row}"))).click();
        page.until("the path", || !path_steps(&page).is_empty());
        let on_path =
            "return [...document.querySelectorAll('.cell[aria-selected=true]')].map((e) =>
            Number(e.id.slice(5)))";
        let positions: Vec<usize> = serde_json::from_value(page.script(on_path, vec![])).unwrap();
        page.until("the path in view", || {
            positions
                .iter()
                .all(|position| is_in_view(&page, *position))
        });
        seen += usize::from(!is_in_view(&page, 1));
    }
    assert!(seen > 0, "every word was in the first corner");
}

#[test]
#[ignore = "a measurement; run it on an otherwise idle machine"]
fn measure_typing_on_large_boards() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for side in [4, 10, 20, 40] {
        let page = open_square(&browser, &server, side);
        let typed = type_letters(&page, side, "eastrino");
        println!("{side}x{side}: {typed}");
    }
}
