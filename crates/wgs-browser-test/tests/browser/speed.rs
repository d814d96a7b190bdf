//! Measures the time from a keystroke to the updated result. There is no limit to pass, because
//! machines that run tests are busy. Run it with
//! `cargo test -p wgs-browser-test typing_takes -- --ignored --nocapture`.

use serde_json::json;

use crate::browser::Browser;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open_link;

/// Changes one letter in the notation box again and again. Returns, for each change, the
/// milliseconds from the input event until the totals are updated.
const MEASURE: &str = "
    const [before, after, letters, count] = arguments_;
    const field = document.getElementById('notation');
    const totals = document.querySelector('.totals');
    const times = [];
    let unchanged = 0;
    for (let turn = 0; times.length < count && turn < count * 3; turn += 1) {
      const changed = new Promise((resolve) => {
        const observer = new MutationObserver(() => { observer.disconnect(); resolve(performance.now()); });
        observer.observe(totals, { subtree: true, characterData: true, childList: true });
        setTimeout(() => { observer.disconnect(); resolve(null); }, 3000);
      });
      field.value = before + letters[turn % letters.length] + after;
      const start = performance.now();
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      const end = await changed;
      if (end === null) {
        unchanged += 1;
      } else {
        times.push(end - start);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return times";

fn measure(page: &Page<'_>, what: &str, before: &str, after: &str) {
    let count = 50;
    let times = page.script_async(
        MEASURE,
        vec![
            json!(before),
            json!(after),
            json!("EASTRINOLD"),
            json!(count),
        ],
    );
    let mut times: Vec<f64> = serde_json::from_value(times).expect("times are numbers");
    times.sort_by(f64::total_cmp);
    let (Some(worst), Some(median)) = (times.last(), times.get(times.len() / 2)) else {
        panic!("{what}: the totals never changed");
    };
    println!(
        "{what}: median {median:.1} ms, worst {worst:.1} ms, {} keystrokes",
        times.len()
    );
}

#[test]
#[ignore = "a measurement; run it on an otherwise idle machine"]
fn measure_how_long_typing_takes() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for (game, before, after) in [
        ("Big%20Boggle%20(1979)", "STNDETEIELARSM", "RTONTESARI"),
        (
            "Super%20Big%20Boggle",
            "STNDETEIELAR?MRTON",
            "TESARIDLE?NSTAHOG",
        ),
    ] {
        let page = open_link(
            &browser,
            &server,
            &format!("game={game}&board={before}E{after}"),
        );
        page.until("the first solutions", || page.count(".list-row") > 5);
        measure(&page, game, before, after);
    }
}
