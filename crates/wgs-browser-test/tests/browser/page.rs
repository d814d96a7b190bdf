//! A page in a browser, and what a person does with it. Everything that is waited for has
//! an end, and what does not come is told by name.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::Client;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::{Element as Handle, ElementRef};
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use url::{ParseError, Url};

use crate::element::{By, Element};
use crate::window::Window;

/// How long a page may take for anything, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(15);

/// What scripts know of roles and names.
pub(crate) const TREE: &str = include_str!("tree.js");

/// How elements are written in WebDriver's JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A page with a profile of its own. It is closed at the end, and errors on its console
/// fail the test then, a breach of the Content-Security-Policy among them.
#[derive(Debug)]
pub(crate) struct Page<'b> {
    runtime: &'b Runtime,
    client: Client,
    allowed: RefCell<Vec<String>>,
}

impl<'b> Page<'b> {
    pub(crate) fn new(runtime: &'b Runtime, client: Client) -> Self {
        Self {
            runtime,
            client,
            allowed: RefCell::default(),
        }
    }

    /// Goes to an address and waits until it is loaded.
    pub(crate) fn go(&self, url: &str) {
        self.wait(url, self.client.goto(url));
    }

    /// Loads the page again.
    pub(crate) fn reload(&self) {
        self.wait("reload", self.client.refresh());
    }

    /// The address, which may carry a board.
    pub(crate) fn url(&self) -> String {
        self.wait("address", self.client.current_url()).to_string()
    }

    /// Makes the page another size.
    pub(crate) fn resize(&self, window: Window) {
        let Window {
            width,
            height,
            is_phone,
        } = window;
        self.chromium(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone }),
        );
        self.chromium(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": is_phone }),
        );
    }

    /// States a preference of the person, such as `prefers-color-scheme` `dark`.
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        self.chromium(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": feature, "value": value }] }),
        );
    }

    /// Waits until nothing moves or changes its colour any more.
    pub(crate) fn come_to_rest(&self) {
        self.until("the page to come to rest", || {
            let running = "return document.getAnimations().every((a) => a.playState !== 'running')";
            self.script(running, vec![]) == json!(true)
        });
    }

    /// Takes the network away, or gives it back. It is the page's alone; a service worker
    /// has its own, so that a test of a visit without network ends the server instead.
    pub(crate) fn set_offline(&self, offline: bool) {
        self.chromium("Network.enable", json!({}));
        self.chromium(
            "Network.emulateNetworkConditions",
            json!({
                "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
            }),
        );
    }

    /// Waits for an element that can be seen.
    pub(crate) fn find(&self, by: By<'_>) -> Element<'_> {
        let mut found = None;
        self.comes_to_hold(|| {
            found = self.find_all(by).into_iter().next();
            found.is_some()
        });
        found.unwrap_or_else(|| panic!("there is no {by}; there are:\n{}", self.outline()))
    }

    /// All such elements that can be seen now.
    pub(crate) fn find_all(&self, by: By<'_>) -> Vec<Element<'_>> {
        let script = format!(
            "{TREE}
             const [selector, wantedRole, wantedName] = arguments;
             return [...document.querySelectorAll(selector)].filter((element) =>
               (wantedRole === null || roleOf(element) === wantedRole)
               && isVisible(element)
               && (wantedName === null || nameOf(element) === wantedName))"
        );
        let found = self.script(&script, by.arguments().into());
        let found = found.as_array().expect("a script's list is a list");
        found
            .iter()
            .map(|reference| {
                let id = reference[ELEMENT].as_str().expect("elements have ids");
                let id = ElementRef::from(id.to_owned());
                Element {
                    page: self,
                    handle: Handle::from_element_id(self.client.clone(), id),
                    name: by.to_string(),
                }
            })
            .collect()
    }

    /// Waits until no such element can be seen.
    pub(crate) fn wait_gone(&self, by: By<'_>) {
        self.until(&format!("the {by} to go"), || self.find_all(by).is_empty());
    }

    /// Waits until something holds.
    pub(crate) fn until(&self, what: &str, holds: impl FnMut() -> bool) {
        if !self.comes_to_hold(holds) {
            let seconds = PATIENCE.as_secs();
            panic!(
                "waited {seconds} s for {what}; there are:\n{}",
                self.outline()
            );
        }
    }

    /// Presses keys one after the other, wherever the focus is.
    pub(crate) fn press(&self, keys: impl IntoIterator<Item = char>) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in keys {
            actions = actions
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        self.wait("keys", self.client.perform_actions(actions));
    }

    /// Presses keys together, as Control and Z.
    pub(crate) fn press_together(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for &value in keys {
            actions = actions.then(KeyAction::Down { value });
        }
        for &value in keys.iter().rev() {
            actions = actions.then(KeyAction::Up { value });
        }
        self.wait("keys", self.client.perform_actions(actions));
    }

    /// Moves the mouse over an element.
    pub(crate) fn hover(&self, element: &Element<'_>) {
        self.mouse("mouseMoved", element.middle(), 0);
    }

    /// Drags the mouse from the first element through all others, and lets go there.
    pub(crate) fn drag(&self, through: &[&Element<'_>]) {
        let middles: Vec<_> = through.iter().map(|element| element.middle()).collect();
        let (first, last) = match middles.as_slice() {
            [first, .., last] => (*first, *last),
            _ => panic!("a drag has a start and an end, and not {}", middles.len()),
        };
        self.mouse("mouseMoved", first, 0);
        self.mouse("mousePressed", first, 1);
        for pair in middles.windows(2) {
            // In steps, as a hand does: handlers see what lies between.
            for step in 1..=4 {
                let part = f64::from(step) / 4.0;
                let along = |from: f64, to: f64| from + (to - from) * part;
                let point = (along(pair[0].0, pair[1].0), along(pair[0].1, pair[1].1));
                self.mouse("mouseMoved", point, 1);
            }
        }
        self.mouse("mouseReleased", last, 0);
    }

    fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u32) {
        let button = if kind == "mouseMoved" && buttons == 0 {
            "none"
        } else {
            "left"
        };
        self.chromium(
            "Input.dispatchMouseEvent",
            json!({
                "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
                "clickCount": u32::from(kind != "mouseMoved"),
            }),
        );
    }

    /// Runs a script, the body of a function, and gives what it returns.
    pub(crate) fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.wait("script", self.client.execute(script, arguments))
    }

    /// Runs a script that gives a promise, and waits for it.
    pub(crate) fn script_later(&self, script: &str, arguments: Vec<Value>) -> Value {
        // The last argument is WebDriver's way of being told the result.
        let script = format!(
            "const [tell] = [...arguments].slice(-1);
             (async (...arguments_) => {{ {script} }})(...arguments)
               .then((result) => tell([true, result]), (problem) => tell([false, String(problem)]))"
        );
        let told = self.wait("script", self.client.execute_async(&script, arguments));
        assert_eq!(told[0], json!(true), "a script failed: {}", told[1]);
        told[1].clone()
    }

    /// Keeps a picture of what is seen, as `target/screenshots/NAME.png`.
    pub(crate) fn screenshot(&self, name: &str) -> PathBuf {
        let picture = self.wait("picture", self.client.screenshot());
        keep(name, &picture)
    }

    /// Lets an error pass that has this text: what a test brings about itself.
    pub(crate) fn allow_error(&self, text: &str) {
        self.allowed.borrow_mut().push(text.to_owned());
    }

    /// The errors on the console since the last time they were asked for.
    pub(crate) fn errors(&self) -> Vec<String> {
        let log = self.command("se/log", json!({ "type": "browser" }));
        let log = log.unwrap_or_else(|error| panic!("the console cannot be read: {error}"));
        let allowed = self.allowed.borrow();
        log.as_array()
            .expect("the log is a list")
            .iter()
            .filter(|entry| entry["level"] == "SEVERE")
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .filter(|message| !allowed.iter().any(|text| message.contains(text)))
            .collect()
    }

    /// What a screen reader would find, a line for each element with a role.
    pub(crate) fn outline(&self) -> String {
        let script = format!("{TREE} return outline(document.body)");
        let outline = self.client.execute(&script, Vec::new());
        match self.runtime.block_on(outline) {
            Ok(outline) => outline.as_str().unwrap_or_default().to_owned(),
            Err(error) => format!("(the page cannot be asked: {error})"),
        }
    }

    /// Asks Chromium itself, in its own protocol.
    pub(crate) fn chromium(&self, name: &str, parameters: Value) -> Value {
        self.command(
            "goog/cdp/execute",
            json!({ "cmd": name, "params": parameters }),
        )
        .unwrap_or_else(|error| panic!("{name} failed: {error}"))
    }

    fn command(&self, path: &'static str, body: Value) -> Result<Value, CmdError> {
        self.runtime
            .block_on(self.client.issue_cmd(Extension { path, body }))
    }

    pub(crate) fn wait<T>(
        &self,
        what: &str,
        answer: impl Future<Output = Result<T, CmdError>>,
    ) -> T {
        self.runtime
            .block_on(answer)
            .unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    /// Whether something comes to hold in time.
    pub(crate) fn comes_to_hold(&self, mut holds: impl FnMut() -> bool) -> bool {
        let end = Instant::now() + PATIENCE;
        loop {
            if holds() {
                return true;
            }
            if Instant::now() > end {
                return false;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        let failing = thread::panicking();
        // A page that is past answering must not hide why the test failed.
        if failing {
            if let Ok(picture) = self.runtime.block_on(self.client.screenshot()) {
                let test = thread::current()
                    .name()
                    .unwrap_or("test")
                    .replace("::", "-");
                let path = keep(&format!("failed-{test}"), &picture);
                eprintln!("the page as it was: {}", path.display());
            }
            match self.command("se/log", json!({ "type": "browser" })) {
                Ok(log) => eprintln!("the console: {log:#}"),
                Err(error) => eprintln!("the console cannot be read: {error}"),
            }
        }
        let errors = if failing { Vec::new() } else { self.errors() };
        if let Err(error) = self.runtime.block_on(self.client.clone().close()) {
            eprintln!("the page does not close: {error}");
        }
        assert!(errors.is_empty(), "errors on the console: {errors:#?}");
    }
}

/// An address that holds the page itself, for tests that need no server.
pub(crate) fn address(html: &str) -> String {
    let escaped: String = html
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    format!("data:text/html;charset=utf-8,{escaped}")
}

fn keep(name: &str, picture: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
    let path = folder.join(format!("{name}.png"));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&path, picture))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// A command that chromedriver adds to WebDriver's own.
#[derive(Debug)]
struct Extension {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extension {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/{}", self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
