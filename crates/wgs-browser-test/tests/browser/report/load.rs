//! How long the solver takes to load on a first visit, on a fast computer and on a slow phone.
//!
//! The browser slows down the connection and the processor as its developer tools do. Both apply to the
//! page itself; requests and work of its web worker are not slowed down.

use serde_json::{Value, json};

use super::print;
use crate::browser::Browser;
use crate::server::Server;
use crate::window::Window;

/// What a visit is measured with.
struct Device {
    name: &'static str,
    window: Window,
    /// Latency in milliseconds and bytes a second.
    connection: Option<(f64, u32)>,
    /// By which factor the processor is slower than this one.
    slowdown: u32,
}

/// What the developer tools call Fast 3G: 1.6 Mbit/s and 150 ms of latency, with the factors by
/// which such connections miss their nominal figures, 0.9 and 3.75.
const FAST_3G: (f64, u32) = (562.5, 180_000);

const DEVICES: [Device; 3] = [
    Device {
        name: "desktop",
        window: Window::DESKTOP,
        connection: None,
        slowdown: 1,
    },
    Device {
        name: "phone, Fast 3G, processor 4x slower",
        window: Window::PHONE,
        connection: Some(FAST_3G),
        slowdown: 4,
    },
    Device {
        name: "phone, Fast 3G, processor 6x slower",
        window: Window::PHONE,
        connection: Some(FAST_3G),
        slowdown: 6,
    },
];

/// Notes when something is on the page for the first time.
const OBSERVE: &str = "
    window.firstTimes = {};
    const isVisible = (selector) => document.querySelector(selector)?.checkVisibility() === true;
    const conditions = {
      'board with letters': () => /[A-Z]/.test(document.querySelector('.tile-face')?.textContent ?? ''),
      'accepts typing': () => isVisible('#notation'),
      'words of the engine': () => document.querySelector('.list-row') !== null,
    };
    const look = () => {
      for (const [name, holds] of Object.entries(conditions)) {
        if (!(name in firstTimes) && holds()) {
          firstTimes[name] = performance.now();
        }
      }
      if (Object.keys(firstTimes).length < Object.keys(conditions).length) {
        requestAnimationFrame(look);
      }
    };
    look();";

/// The times so far, and when the browser painted anything.
const TIMES: &str = "
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { ...(paint ? { 'first paint': paint.startTime } : {}), ...window.firstTimes }";

/// What is opened: the address alone, and a link to a board.
const VISITS: [(&str, &str); 2] = [
    ("", ""),
    (", link", "#game=Boggle%20(New)&board=EARSINTDELOTMRHS"),
];

#[test]
#[ignore = "a measurement for `cargo xtask page-report`"]
fn report_load() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for device in DEVICES {
        for (visit, fragment) in VISITS {
            let page = browser.open("about:blank", device.window);
            page.devtools("Network.enable", json!({}));
            if let Some((latency, throughput)) = device.connection {
                page.devtools(
                    "Network.emulateNetworkConditions",
                    json!({
                        "offline": false, "latency": latency,
                        "downloadThroughput": throughput, "uploadThroughput": throughput / 2,
                    }),
                );
            }
            page.devtools(
                "Emulation.setCPUThrottlingRate",
                json!({ "rate": device.slowdown }),
            );
            page.devtools(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({ "source": OBSERVE }),
            );
            page.go(&format!("{}{fragment}", server.solver_url()));
            let mut times = Value::Null;
            page.until("the words of the engine", || {
                times = page.script(TIMES, vec![]);
                times.get("words of the engine").is_some()
            });
            for what in [
                "first paint",
                "board with letters",
                "accepts typing",
                "words of the engine",
            ] {
                let time = times[what].as_f64().expect("a time is a number");
                let measured = format!("load, {}{visit}: {what}", device.name);
                print(&measured, &format!("{time:.0} ms"));
            }
        }
    }
}
