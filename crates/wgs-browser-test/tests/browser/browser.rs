//! Chromium's driver, and pages with profiles of their own.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tokio::runtime::{self, Runtime};

use crate::page::Page;
use crate::process::Process;
use crate::window::Window;

/// A driver of its own for a test. Tests read like a person's doings, one after the other,
/// so all is blocking; WebDriver's client wants a runtime, and gets one here.
#[derive(Debug)]
pub(crate) struct Browser {
    driver: Process,
    port: u16,
    browser: OsString,
    runtime: Runtime,
}

const FLAGS: [&str; 10] = [
    "--headless=new",
    // For machines where tests are run by root, as continuous integration does.
    "--no-sandbox",
    "--disable-gpu",
    // Containers have little of it.
    "--disable-dev-shm-usage",
    // Nothing but the page itself is to cause requests.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
];

impl Browser {
    /// Starts the driver. Tests that do are marked with `#[requires(browser)]`.
    pub(crate) fn start() -> Self {
        let program = |name| {
            env::var_os(name).unwrap_or_else(|| {
                panic!("{name} is not set; `cargo xtask test` finds the browser and sets it")
            })
        };
        let (browser, driver) = (program("WGS_BROWSER"), program("WGS_CHROMEDRIVER"));
        let (driver, port) = start_driver(&driver);
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime needs nothing that could be missing");
        Self {
            driver,
            port,
            browser,
            runtime,
        }
    }

    /// Opens a page in a fresh profile: no storage, no cache, nothing known of it.
    pub(crate) fn open(&self, url: &str, window: Window) -> Page<'_> {
        let wanted = json!({
            "goog:chromeOptions": {
                "binary": self.browser.to_str().expect("the browser's path is Unicode"),
                "args": FLAGS,
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let serde_json::Value::Object(wanted) = wanted else {
            unreachable!("it is written as an object");
        };
        let driver = format!("http://127.0.0.1:{}", self.port);
        let client = self
            .runtime
            .block_on(
                ClientBuilder::new(HttpConnector::new())
                    .capabilities(wanted)
                    .connect(&driver),
            )
            .unwrap_or_else(|error| panic!("Chromium cannot be started: {error}"));
        let page = Page::new(&self.runtime, client);
        page.resize(window);
        page.go(url);
        page
    }
}

/// Starts the driver on a port that is free. It looks for one and takes it a moment later,
/// when another driver may have been quicker; so it may take several turns.
fn start_driver(driver: &OsStr) -> (Process, u16) {
    for _ in 0..5 {
        let mut command = Command::new(driver);
        command.arg("--port=0");
        let mut process = Process::start(command);
        // "ChromeDriver was started successfully on port 34567."
        let port = process.wait_for("its port", |line| {
            if line.contains("port not available") {
                return Some(None);
            }
            let (_, port) = line.split_once("successfully on port ")?;
            Some(Some(port.trim_end_matches('.').parse().ok()?))
        });
        if let Some(port) = port {
            return (process, port);
        }
    }
    panic!("the driver finds no port that is free");
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to end, the driver ends its browsers; killed, it would leave them behind.
        let asked = TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(5)))?;
            stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")?;
            stream.read(&mut [0; 64])
        });
        if let Err(error) = asked {
            eprintln!("the driver cannot be asked to end: {error}");
        }
        if !self.driver.ends_within(Duration::from_secs(10)) {
            eprintln!("the driver does not end, and is killed");
        }
    }
}
