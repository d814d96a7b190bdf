//! A page in a browser, and the actions a user can take on it. Every wait has a timeout, and
//! the failure message says what the test was waiting for.

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
use url::{ParseError, Url};

use crate::browser::Browser;
use crate::chromium::Chromium;
use crate::element::{By, Element};
use crate::window::Window;

/// How long to wait for anything on a page. Generous, because many tests run at once.
const TIMEOUT: Duration = Duration::from_secs(30);

/// JavaScript functions that compute roles and accessible names.
const TREE: &str = include_str!("tree.js");

/// The JSON key of an element reference in WebDriver.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A page with its own browser profile. Dropping it closes the page and fails the test if there
/// were errors on the console, including violations of the Content Security Policy.
#[derive(Debug)]
pub(crate) struct Page<'b> {
    browser: &'b Browser,
    /// There is one until the page is dropped.
    chromium: Option<Chromium>,
    /// The browser context, which is as good as a profile.
    context: String,
    allowed: RefCell<Vec<String>>,
}

impl<'b> Page<'b> {
    pub(crate) fn new(browser: &'b Browser, chromium: Chromium) -> Self {
        let page = Self {
            browser,
            context: chromium.open_context(),
            chromium: Some(chromium),
            allowed: RefCell::default(),
        };
        // The driver may still have messages of the page before.
        page.errors();
        page
    }

    fn chromium(&self) -> &Chromium {
        let chromium = self.chromium.as_ref();
        chromium.expect("the page was not dropped")
    }

    fn client(&self) -> &Client {
        &self.chromium().client
    }

    /// Opens a URL and waits until it has loaded.
    pub(crate) fn go(&self, url: &str) {
        self.wait(url, self.client().goto(url));
    }

    /// Reloads the page.
    pub(crate) fn reload(&self) {
        self.wait("reload", self.client().refresh());
    }

    /// The current URL, including the fragment.
    pub(crate) fn url(&self) -> String {
        self.wait("current URL", self.client().current_url())
            .to_string()
    }

    /// Changes the size of the viewport.
    pub(crate) fn resize(&self, window: Window) {
        let Window {
            width,
            height,
            is_phone,
        } = window;
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone }),
        );
        self.devtools(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": is_phone }),
        );
    }

    /// Sets a media feature, such as `prefers-color-scheme` to `dark`.
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": feature, "value": value }] }),
        );
    }

    /// Waits until all animations and transitions have finished.
    pub(crate) fn wait_for_animations(&self) {
        self.until("all animations to finish", || {
            let finished =
                "return document.getAnimations().every((a) => a.playState !== 'running')";
            self.script(finished, vec![]) == json!(true)
        });
    }

    /// Turns offline mode on or off. This affects only the page and not its service worker, so
    /// tests of the offline site stop the server instead.
    pub(crate) fn set_offline(&self, offline: bool) {
        self.devtools("Network.enable", json!({}));
        self.devtools(
            "Network.emulateNetworkConditions",
            json!({
                "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
            }),
        );
    }

    /// Waits for a visible element, and returns the first one.
    pub(crate) fn find(&self, by: By<'_>) -> Element<'_> {
        let mut found = None;
        self.poll(|| {
            found = self.find_all(by).into_iter().next();
            found.is_some()
        });
        found.unwrap_or_else(|| panic!("found no {by}; the page contains:\n{}", self.outline()))
    }

    /// All matching elements that are visible now.
    pub(crate) fn find_all(&self, by: By<'_>) -> Vec<Element<'_>> {
        let script = format!(
            "{TREE}
             const [selector, expectedRole, expectedName] = arguments;
             return [...document.querySelectorAll(selector)].filter((element) =>
               (expectedRole === null || roleOf(element) === expectedRole)
               && isVisible(element)
               && (expectedName === null || nameOf(element) === expectedName))"
        );
        let found = self.script(&script, by.arguments().into());
        let found = found.as_array().expect("the script returns an array");
        found
            .iter()
            .map(|reference| {
                let id = reference[ELEMENT].as_str().expect("elements have ids");
                let id = ElementRef::from(id.to_owned());
                Element {
                    page: self,
                    handle: Handle::from_element_id(self.client().clone(), id),
                    name: by.to_string(),
                }
            })
            .collect()
    }

    /// Waits until no matching element is visible.
    pub(crate) fn wait_until_gone(&self, by: By<'_>) {
        self.until(&format!("the {by} to disappear"), || {
            self.find_all(by).is_empty()
        });
    }

    /// Waits until a condition holds. The description completes the sentence "waited for ...".
    pub(crate) fn until(&self, what: &str, condition: impl FnMut() -> bool) {
        if !self.poll(condition) {
            let seconds = TIMEOUT.as_secs();
            panic!(
                "waited {seconds} s for {what}; the page contains:\n{}",
                self.outline()
            );
        }
    }

    /// Presses keys one after another, in whatever has the focus.
    pub(crate) fn press(&self, keys: impl IntoIterator<Item = char>) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in keys {
            actions = actions
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        self.wait("keys", self.client().perform_actions(actions));
    }

    /// Presses keys together, such as Control and Z.
    pub(crate) fn press_together(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for &value in keys {
            actions = actions.then(KeyAction::Down { value });
        }
        for &value in keys.iter().rev() {
            actions = actions.then(KeyAction::Up { value });
        }
        self.wait("keys", self.client().perform_actions(actions));
    }

    /// Moves the mouse over an element.
    pub(crate) fn hover(&self, element: &Element<'_>) {
        self.mouse("mouseMoved", element.centre(), 0);
    }

    /// Drags the mouse from the first element through the others, and releases it on the last.
    pub(crate) fn drag(&self, elements: &[&Element<'_>]) {
        let centres: Vec<_> = elements.iter().map(|element| element.centre()).collect();
        let (first, last) = match centres.as_slice() {
            [first, .., last] => (*first, *last),
            _ => panic!(
                "a drag needs at least two elements, found {}",
                centres.len()
            ),
        };
        self.mouse("mouseMoved", first, 0);
        self.mouse("mousePressed", first, 1);
        for pair in centres.windows(2) {
            // Move in steps, as a hand would, so that elements in between get events too.
            for step in 1..=4 {
                let fraction = f64::from(step) / 4.0;
                let along = |from: f64, to: f64| from + (to - from) * fraction;
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
        self.devtools(
            "Input.dispatchMouseEvent",
            json!({
                "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
                "clickCount": u32::from(kind != "mouseMoved"),
            }),
        );
    }

    /// Runs a script (the body of a function) and returns its result.
    pub(crate) fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.wait("script", self.client().execute(script, arguments))
    }

    /// Runs a script that may use `await`, and returns its result. Its arguments are in `arguments_`.
    pub(crate) fn script_async(&self, script: &str, arguments: Vec<Value>) -> Value {
        // WebDriver passes a callback for the result as the last argument.
        let script = format!(
            "const [done] = [...arguments].slice(-1);
             (async (...arguments_) => {{ {script} }})(...arguments)
               .then((result) => done([true, result]), (error) => done([false, String(error)]))"
        );
        let reply = self.wait("script", self.client().execute_async(&script, arguments));
        assert_eq!(reply[0], json!(true), "a script failed: {}", reply[1]);
        reply[1].clone()
    }

    /// Saves a screenshot as `target/screenshots/NAME.png`, and returns its path.
    pub(crate) fn screenshot(&self, name: &str) -> PathBuf {
        let png = self.wait("screenshot", self.client().screenshot());
        save_screenshot(name, &png)
    }

    /// Ignores console errors that contain this text, for tests that cause them on purpose.
    pub(crate) fn allow_error(&self, text: &str) {
        self.allowed.borrow_mut().push(text.to_owned());
    }

    /// The console errors since the last call, without the allowed ones.
    pub(crate) fn errors(&self) -> Vec<String> {
        let log = self.command("se/log", json!({ "type": "browser" }));
        let log = log.unwrap_or_else(|error| panic!("cannot read the console: {error}"));
        let allowed = self.allowed.borrow();
        log.as_array()
            .expect("the log is an array")
            .iter()
            .filter(|entry| entry["level"] == "SEVERE")
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .filter(|message| !allowed.iter().any(|text| message.contains(text)))
            .collect()
    }

    /// The page as a screen reader sees it: one line for each element with a role.
    pub(crate) fn outline(&self) -> String {
        let script = format!("{TREE} return outline(document.body)");
        let outline = self.client().execute(&script, Vec::new());
        match self.attempt(outline) {
            Ok(outline) => outline.as_str().unwrap_or_default().to_owned(),
            Err(error) => format!("(cannot read the page: {error})"),
        }
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub(crate) fn devtools(&self, name: &str, parameters: Value) -> Value {
        self.command(
            "goog/cdp/execute",
            json!({ "cmd": name, "params": parameters }),
        )
        .unwrap_or_else(|error| panic!("{name} failed: {error}"))
    }

    /// Sends a command of the Chrome DevTools Protocol that concerns everything in the page's
    /// browser context, such as permissions.
    pub(crate) fn context_command(&self, name: &str, mut parameters: Value) {
        parameters["browserContextId"] = json!(self.context);
        self.chromium().command(name, &parameters);
    }

    fn command(&self, path: &'static str, body: Value) -> Result<Value, CmdError> {
        self.attempt(self.client().issue_cmd(Extension { path, body }))
    }

    pub(crate) fn wait<T>(
        &self,
        what: &str,
        reply: impl Future<Output = Result<T, CmdError>>,
    ) -> T {
        self.attempt(reply)
            .unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    /// Waits for the reply to a command that may fail.
    pub(crate) fn attempt<T>(
        &self,
        reply: impl Future<Output = Result<T, CmdError>>,
    ) -> Result<T, CmdError> {
        self.chromium().runtime.block_on(reply)
    }

    /// Checks a condition repeatedly, and returns whether it became true before the timeout.
    pub(crate) fn poll(&self, mut condition: impl FnMut() -> bool) -> bool {
        let end = Instant::now() + TIMEOUT;
        loop {
            if condition() {
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
        // If the page no longer responds, that must not hide why the test failed. Its browser is not
        // used again.
        if thread::panicking() {
            if let Ok(png) = self.attempt(self.client().screenshot()) {
                let test = thread::current()
                    .name()
                    .unwrap_or("test")
                    .replace("::", "-");
                let path = save_screenshot(&format!("failed-{test}"), &png);
                eprintln!("screenshot of the failure: {}", path.display());
            }
            match self.command("se/log", json!({ "type": "browser" })) {
                Ok(log) => eprintln!("console output: {log:#}"),
                Err(error) => eprintln!("cannot read the console: {error}"),
            }
            return;
        }
        let errors = self.errors();
        if let Some(chromium) = self.chromium.take() {
            chromium.close_context(&self.context);
            self.browser.put_back(chromium);
        }
        assert!(errors.is_empty(), "errors on the console: {errors:#?}");
    }
}

/// A `data:` URL that contains the page itself, for tests that need no server.
pub(crate) fn data_url(html: &str) -> String {
    let escaped: String = html
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    format!("data:text/html;charset=utf-8,{escaped}")
}

fn save_screenshot(name: &str, png: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
    let path = folder.join(format!("{name}.png"));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&path, png))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// A command that chromedriver adds to the WebDriver standard.
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
