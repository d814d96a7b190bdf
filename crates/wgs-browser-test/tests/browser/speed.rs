//! How long the page takes from a keystroke to what is shown of it. It is measured, not
//! judged, since machines that run tests are busy:
//! `cargo test -p wgs-browser-test typing_takes -- --ignored --nocapture`.

use serde_json::json;

use crate::browser::Browser;
use crate::page::Page;
use crate::server::Server;
use crate::solver::open_link;

/// Writes one letter after the other onto a cell in the notation box, and gives for each the
/// milliseconds from the input event to the totals that come of it.
const MEASURE: &str = "
    const [before, after, letters, count] = arguments_;
    const field = document.getElementById('notation');
    const totals = document.querySelector('.totals');
    const times = [];
    let unchanged = 0;
    for (let turn = 0; times.length < count && turn < count * 3; turn += 1) {
      const changed = new Promise((tell) => {
        const observer = new MutationObserver(() => { observer.disconnect(); tell(performance.now()); });
        observer.observe(totals, { subtree: true, characterData: true, childList: true });
        setTimeout(() => { observer.disconnect(); tell(null); }, 3000);
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
      await new Promise((next) => setTimeout(next, 30));
    }
    return times";

fn measure(page: &Page<'_>, what: &str, before: &str, after: &str) {
    let count = 50;
    let told = page.script_later(
        MEASURE,
        vec![
            json!(before),
            json!(after),
            json!("EASTRINOLD"),
            json!(count),
        ],
    );
    let mut times: Vec<f64> = serde_json::from_value(told).expect("times are numbers");
    times.sort_by(f64::total_cmp);
    let (Some(worst), Some(median)) = (times.last(), times.get(times.len() / 2)) else {
        panic!("{what}: nothing changed");
    };
    println!(
        "{what}: median {median:.1} ms, worst {worst:.1} ms of {} keystrokes",
        times.len()
    );
}

#[test]
#[ignore = "a measurement, for a machine that does nothing else"]
fn typing_takes() {
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
        page.until("the first solution", || page.count(".list-row") > 5);
        measure(&page, game, before, after);
    }
}
