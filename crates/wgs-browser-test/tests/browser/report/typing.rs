//! The time from a keystroke to the updated result.

use serde_json::json;

use super::{print, print_times};
use crate::browser::Browser;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open_link;

/// Changes one letter in the notation box again and again. Returns, for each change, the
/// milliseconds from the input event until the totals are updated, and the longest time for
/// which the page did not react to anything.
const MEASURE: &str = "
    const [before, after, letters, count] = arguments_;
    const field = document.getElementById('notation');
    const totals = document.querySelector('.totals');
    const times = [];
    let longest = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        longest = Math.max(longest, duration);
      }
    });
    tasks.observe({ type: 'longtask' });
    for (let turn = 0; times.length < count && turn < count * 3; turn += 1) {
      const changed = new Promise((resolve) => {
        const observer = new MutationObserver(() => { observer.disconnect(); resolve(performance.now()); });
        observer.observe(totals, { subtree: true, characterData: true, childList: true });
        setTimeout(() => { observer.disconnect(); resolve(null); }, 6000);
      });
      field.value = before + letters[turn % letters.length] + after;
      const start = performance.now();
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      const end = await changed;
      if (end !== null) {
        times.push(end - start);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    tasks.disconnect();
    return [times, longest]";

fn measure(page: &Page<'_>, what: &str, (before, after): (&str, &str), count: u32) {
    let arguments = vec![
        json!(before),
        json!(after),
        json!("EASTRINOLD"),
        json!(count),
    ];
    let measured = page.script_async(MEASURE, arguments);
    let (times, longest): (Vec<f64>, f64) =
        serde_json::from_value(measured).expect("the script returns numbers");
    print_times(&format!("typing, {what}"), times);
    // The browser reports only tasks of more than 50 ms.
    let longest = match longest {
        0.0 => "under 50 ms".to_owned(),
        longest => format!("{longest:.0} ms"),
    };
    print(&format!("typing, {what}, longest task"), &longest);
}

#[test]
#[ignore = "a measurement for `cargo xtask page-report`"]
fn report_typing() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    // The letters of a board of 40 by 40 tiles, but for one.
    let large = "STNDETEIELARSMRTONTESARI".repeat(67);
    let large = (&large[..800], &large[800..1599]);
    for (what, options, board, count) in [
        (
            "5x5",
            "game=Big%20Boggle%20(1979)",
            ("STNDETEIELARSM", "RTONTESARI"),
            50,
        ),
        (
            "6x6 with two wildcards",
            "game=Super%20Big%20Boggle",
            ("STNDETEIELAR?MRTON", "TESARIDLE?NSTAHOG"),
            50,
        ),
        ("40x40", "game=Boggle%20(New)&size=40x40", large, 5),
    ] {
        let link = format!("{options}&board={}E{}", board.0, board.1);
        let page = open_link(&browser, &server, &link);
        page.until("the first solutions", || page.count(".list-row") > 5);
        measure(&page, what, board, count);
    }
}
