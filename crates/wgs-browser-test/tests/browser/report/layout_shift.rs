//! Unexpected movement on the page: the cumulative layout shift of a first visit,
//! as browsers define it, and how far the board moves when something beside it appears.

use serde_json::json;

use super::print;
use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open;
use crate::window::Window;

const TOTAL: &str = "
    let total = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) {
        total += hadRecentInput ? 0 : value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return total";

/// The distance of the board from the top of the page.
fn board_top(page: &Page<'_>) -> f64 {
    let top = "return document.querySelector('.board').getBoundingClientRect().top + scrollY";
    page.script(top, vec![])
        .as_f64()
        .expect("a distance is a number")
}

#[test]
#[ignore = "a measurement for `cargo xtask page-report`"]
fn report_layout_shift() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for (name, window) in [("desktop", Window::DESKTOP), ("phone", Window::PHONE)] {
        let page = open(&browser, &server, window);
        let total = page.script_async(TOTAL, vec![]);
        let total = total.as_f64().expect("a shift is a number");
        print(
            &format!("layout shift, first visit, {name}"),
            &format!("{total:.3}"),
        );
    }
    let page = open(&browser, &server, Window::DESKTOP);
    let before = board_top(&page);
    let print_distance = |what: &str| {
        let distance = (board_top(&page) - before).abs();
        print(
            &format!("board moves, {what}"),
            &format!("{distance:.0} px"),
        );
    };
    page.write_board("ST7");
    page.find(By::Css("#notation-mistake"));
    print_distance("mistake in the notation");
    page.write_board("STNDTEIELARSMRTO");
    page.wait_for_totals("831 words");
    page.find(By::Css("#validity")).click();
    page.find(By::Css("#explained"));
    print_distance("dice explained");
    page.find(By::Css("#validity")).click();
    page.wait_until_gone(By::Css("#explained"));
    page.find(By::Css("#solution-0")).click();
    page.until("the path", || page.count(".path-step") > 1);
    print_distance("solution selected");
    page.script(
        "document.getElementById('min-words').value = '900';
         document.getElementById('min-words').dispatchEvent(new InputEvent('input', { bubbles: true }))",
        vec![],
    );
    page.find(By::Role("button", "Random board")).click();
    let farthest = page.script_async(
        "const [before] = arguments_;
         let farthest = 0;
         for (let turn = 0; turn < 50; turn += 1) {
           const { top } = document.querySelector('.board').getBoundingClientRect();
           farthest = Math.max(farthest, Math.abs(top + scrollY - before));
           await new Promise((resolve) => setTimeout(resolve, 20));
         }
         return farthest",
        vec![json!(before)],
    );
    let farthest = farthest.as_f64().expect("a distance is a number");
    print("board moves, random board", &format!("{farthest:.0} px"));
}
