//! Starts chromedriver and opens pages, each in its own browser profile.

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

/// A chromedriver for one test. Tests are sequences of user actions, so every call blocks;
/// the asynchronous WebDriver client runs on the runtime in here.
#[derive(Debug)]
pub(crate) struct Browser {
    driver: Process,
    port: u16,
    browser: OsString,
    runtime: Runtime,
}

const FLAGS: [&str; 10] = [
    "--headless=new",
    // Chromium's sandbox does not work as root, and CI runs tests as root.
    "--no-sandbox",
    "--disable-gpu",
    // Containers have little shared memory.
    "--disable-dev-shm-usage",
    // Only the page itself may send requests.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
];

impl Browser {
    /// Starts the driver. Tests that call this are marked with `#[requires(browser)]`.
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
            .expect("a runtime can be created");
        Self {
            driver,
            port,
            browser,
            runtime,
        }
    }

    /// Opens a page in a fresh profile, with an empty cache and nothing stored except that the line
    /// for a first visit was dismissed.
    pub(crate) fn open(&self, url: &str, window: Window) -> Page<'_> {
        self.open_with(&[], url, window)
    }

    /// Does the same as [`open`](Self::open) with a GPU: a driver that runs on the processor, which Chromium brings
    /// along.
    pub(crate) fn open_with_gpu(&self, url: &str, window: Window) -> Page<'_> {
        self.open_with(&["--enable-unsafe-webgpu"], url, window)
    }

    fn open_with(&self, flags: &[&str], url: &str, window: Window) -> Page<'_> {
        let page = self.start_page(flags, window);
        let dismissed = "try { localStorage.setItem('wgs.first-visit', 'done'); } catch {}";
        page.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": dismissed }),
        );
        page.go(url);
        page
    }

    /// Opens a page in a fresh profile, in the language with a code such as `de`.
    pub(crate) fn open_in_language(&self, url: &str, window: Window, code: &str) -> Page<'_> {
        let page = self.start_page(&[], window);
        let source =
            format!("try {{ localStorage.setItem('wgs.language', '{code}'); }} catch {{}}");
        page.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": source }),
        );
        page.go(url);
        page
    }

    /// Opens a page in a fresh profile, with an empty cache and nothing stored.
    pub(crate) fn open_first(&self, url: &str, window: Window) -> Page<'_> {
        let page = self.start_page(&[], window);
        page.go(url);
        page
    }

    fn start_page(&self, flags: &[&str], window: Window) -> Page<'_> {
        let capabilities = json!({
            "goog:chromeOptions": {
                "binary": self.browser.to_str().expect("the browser's path is Unicode"),
                "args": FLAGS.iter().chain(flags).collect::<Vec<_>>(),
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let serde_json::Value::Object(capabilities) = capabilities else {
            unreachable!("the capabilities are an object");
        };
        let driver = format!("http://127.0.0.1:{}", self.port);
        let client = self
            .runtime
            .block_on(
                ClientBuilder::new(HttpConnector::new())
                    .capabilities(capabilities)
                    .connect(&driver),
            )
            .unwrap_or_else(|error| panic!("cannot start Chromium: {error}"));
        let page = Page::new(&self.runtime, client);
        page.resize(window);
        page
    }
}

/// Starts the driver on a free port. The driver picks a port first and binds it a moment later;
/// another driver may bind it in between, so this tries several times.
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
    panic!("the driver found no free port");
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A driver that shuts down closes its browsers; if killed, it would leave them running.
        let reply = TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(5)))?;
            stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")?;
            stream.read(&mut [0; 64])
        });
        if let Err(error) = reply {
            eprintln!("cannot ask the driver to shut down: {error}");
        }
        if !self.driver.exits_within(Duration::from_secs(10)) {
            eprintln!("the driver did not shut down and will be killed");
        }
    }
}
