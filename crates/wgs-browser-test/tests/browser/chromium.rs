//! A running Chromium and its driver. Starting them takes longer than most tests, so a [`Browser`]
//! keeps them for the next test. What a page leaves behind ends with its browser context.
//!
//! [`Browser`]: crate::browser::Browser

use std::cell::RefCell;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use fantoccini::wd::WindowHandle;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{self, Runtime};
use tungstenite::{Message, WebSocket};

use crate::process::Process;

/// The command-line options of Chromium for all pages.
const FLAGS: [&str; 11] = [
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
    // The address bar's suggestions are two pages of Chromium's own in each window. They take more
    // time to start (450 ms) than the window itself.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
];

/// A Chromium with one WebDriver session, for one page at a time: a session has one current
/// window and one console.
#[derive(Debug)]
pub(crate) struct Chromium {
    pub(crate) flags: &'static [&'static str],
    pub(crate) client: Client,
    pub(crate) runtime: Runtime,
    devtools: RefCell<DevTools>,
    _driver: Process,
}

impl Chromium {
    /// Starts a Chromium with these options beyond those for all pages.
    pub(crate) fn start(flags: &'static [&'static str]) -> Self {
        let (driver, port) = start_driver(&program("WGS_CHROMEDRIVER"));
        let browser = program("WGS_BROWSER");
        let capabilities = json!({
            "goog:chromeOptions": {
                "binary": browser.to_str().expect("the browser's path is Unicode"),
                "args": FLAGS.iter().chain(flags).collect::<Vec<_>>(),
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else {
            unreachable!("the capabilities are an object");
        };
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime can be created");
        let client = runtime
            .block_on(
                ClientBuilder::new(HttpConnector::new())
                    .capabilities(capabilities)
                    .connect(&format!("http://127.0.0.1:{port}")),
            )
            .unwrap_or_else(|error| panic!("cannot start Chromium: {error}"));
        let reported = client
            .capabilities()
            .map(|all| &all["chrome"]["userDataDir"]);
        let profile = reported.and_then(Value::as_str);
        let devtools = DevTools::connect(Path::new(profile.expect("the driver names the profile")));
        Self {
            flags,
            client,
            runtime,
            devtools: RefCell::new(devtools),
            _driver: driver,
        }
    }

    /// Opens an empty page in a new browser context, which is what a fresh profile is, and returns
    /// the context.
    pub(crate) fn open_context(&self) -> String {
        let context = self.command("Target.createBrowserContext", &json!({}));
        let context = context["browserContextId"].as_str();
        let context = context.expect("a context has an identifier").to_owned();
        let target = json!({ "url": "about:blank", "browserContextId": context });
        let target = self.command("Target.createTarget", &target);
        let window = target["targetId"].as_str().map(str::to_owned);
        let window = window.and_then(|id| WindowHandle::try_from(id).ok());
        let window = window.expect("a page has an identifier");
        self.runtime
            .block_on(self.client.switch_to_window(window))
            .unwrap_or_else(|error| panic!("cannot switch to a new page: {error}"));
        context
    }

    /// Closes the pages of a context, and forgets what they have stored.
    pub(crate) fn close_context(&self, context: &str) {
        let context = json!({ "browserContextId": context });
        self.command("Target.disposeBrowserContext", &context);
    }

    /// Sends a command of the Chrome DevTools Protocol to Chromium itself. The driver sends
    /// commands to pages only.
    pub(crate) fn command(&self, method: &str, parameters: &Value) -> Value {
        let mut devtools = self.devtools.borrow_mut();
        devtools.command(method, parameters)
    }
}

fn program(variable: &str) -> OsString {
    env::var_os(variable).unwrap_or_else(|| {
        panic!("{variable} is not set; `cargo xtask test` finds the browser and sets it")
    })
}

/// Starts the driver on a free port. The driver picks a port first and binds it a moment later;
/// another driver may bind it in between, so this tries several times.
fn start_driver(driver: &OsStr) -> (Process, u16) {
    for _ in 0..5 {
        let mut command = Command::new(driver);
        command.arg("--port=0");
        let mut process = Process::start(&command);
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

/// A connection to Chromium itself.
#[derive(Debug)]
struct DevTools {
    socket: WebSocket<TcpStream>,
    commands: u64,
}

impl DevTools {
    /// Connects to the Chromium that uses this profile folder, where it writes its address.
    fn connect(profile: &Path) -> Self {
        let file = profile.join("DevToolsActivePort");
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let (port, path) = text.trim().split_once('\n').expect("a port and a path");
        let address = format!("127.0.0.1:{port}");
        let url = format!("ws://{address}{path}");
        let stream = TcpStream::connect(&address)
            .unwrap_or_else(|error| panic!("cannot connect to {address}: {error}"));
        // A command has its reply before the next one is sent, so waiting for more to send is in vain.
        stream.set_nodelay(true).expect("the stream has options");
        let (socket, _) = tungstenite::client(&url, stream)
            .unwrap_or_else(|error| panic!("cannot connect to {url}: {error}"));
        Self {
            socket,
            commands: 0,
        }
    }

    fn command(&mut self, method: &str, parameters: &Value) -> Value {
        self.commands += 1;
        let command = json!({ "id": self.commands, "method": method, "params": parameters });
        let reply = self.reply(command.to_string());
        let reply = reply.unwrap_or_else(|error| panic!("{method} failed: {error}"));
        let error = reply["error"]["message"].as_str();
        assert_eq!(error, None, "{method} {parameters} failed");
        reply["result"].clone()
    }

    fn reply(&mut self, command: String) -> tungstenite::Result<Value> {
        self.socket.send(Message::text(command))?;
        loop {
            let text = self.socket.read()?.into_text()?;
            let reply: Value = serde_json::from_str(&text).unwrap_or_default();
            // Other messages are events.
            if reply["id"] == json!(self.commands) {
                return Ok(reply);
            }
        }
    }
}
