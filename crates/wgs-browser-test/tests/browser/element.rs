//! An element of a page, and how to find it: preferably as a user would, by role and name.

use std::fmt;
use std::thread;
use std::time::Duration;

use fantoccini::elements::Element as Handle;
use fantoccini::error::{CmdError, ErrorStatus};
use serde_json::{Value, json};

use crate::page::Page;

/// How to find an element. Screen readers announce the role and the name, so a test that uses
/// them also shows that the element can be found with assistive technology.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By<'a> {
    /// The role and the full accessible name.
    Role(&'a str, &'a str),
    /// The accessible name of a form field or other control.
    Label(&'a str),
    /// The attribute `data-testid`, for elements without an accessible name.
    TestId(&'a str),
    /// A CSS selector, if nothing else works.
    Css(&'a str),
}

impl By<'_> {
    /// Arguments for the script in `Page::find_all`: selector, role and name.
    pub(crate) fn arguments(self) -> [Value; 3] {
        match self {
            Self::Role(role, name) => [json!("*"), json!(role), json!(name)],
            Self::Label(name) => [
                json!("input, select, textarea, [contenteditable], [role]"),
                Value::Null,
                json!(name),
            ],
            Self::TestId(id) => [
                json!(format!("[data-testid={}]", json!(id))),
                Value::Null,
                Value::Null,
            ],
            Self::Css(selector) => [json!(selector), Value::Null, Value::Null],
        }
    }
}

impl fmt::Display for By<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Role(role, name) => write!(f, "{role} \"{name}\""),
            Self::Label(name) => write!(f, "field \"{name}\""),
            Self::TestId(id) => write!(f, "element with the test id \"{id}\""),
            Self::Css(selector) => write!(f, "element matching {selector}"),
        }
    }
}

/// An element on the page. If an action on it fails, so does the test, naming the element.
#[derive(Debug)]
pub(crate) struct Element<'p> {
    pub(crate) page: &'p Page<'p>,
    pub(crate) handle: Handle,
    pub(crate) name: String,
}

impl Element<'_> {
    /// Clicks the element as a user would; fails if something else keeps covering it. While a
    /// part of the page moves over it, a user waits.
    pub(crate) fn click(&self) {
        self.page.poll(|| !self.is_moving());
        let mut clicked = Ok(());
        self.page.poll(|| {
            // Scroll it into view here, because the driver considers an element behind a fixed
            // part of the page to be in view.
            self.centre();
            clicked = self.page.attempt(self.handle.click());
            !clicked.as_ref().is_err_and(is_covered)
        });
        clicked.unwrap_or_else(|error| panic!("{}: {error}", self.name));
    }

    /// Whether the element moves, as it does with a part of the page that slides in. Scrolling it
    /// into view would then leave that part scrolled.
    fn is_moving(&self) -> bool {
        let place = "const box = arguments[0].getBoundingClientRect();
                     return [box.x, box.y, box.width, box.height]";
        let before = self.script(place);
        thread::sleep(Duration::from_millis(20));
        self.script(place) != before
    }

    /// Types into the element. `fantoccini::key::Key` has the keys that are not characters.
    pub(crate) fn type_keys(&self, keys: &str) {
        self.page.wait(&self.name, self.handle.send_keys(keys));
    }

    /// Clears a field.
    pub(crate) fn clear(&self) {
        self.page.wait(&self.name, self.handle.clear());
    }

    /// The visible text.
    pub(crate) fn text(&self) -> String {
        self.page.wait(&self.name, self.handle.text())
    }

    /// The value of an attribute, as in the HTML.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.page.wait(&self.name, self.handle.attr(name))
    }

    /// The current value of a field.
    pub(crate) fn value(&self) -> String {
        self.page
            .wait(&self.name, self.handle.prop("value"))
            .unwrap_or_default()
    }

    /// Whether the element has the focus.
    pub(crate) fn has_focus(&self) -> bool {
        self.script("return document.activeElement === arguments[0]") == json!(true)
    }

    /// Scrolls the element into view and returns its centre, relative to the viewport.
    pub(crate) fn centre(&self) -> (f64, f64) {
        let point = self.script(
            "arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' });
             const box = arguments[0].getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]",
        );
        serde_json::from_value(point).expect("the script returns two numbers")
    }

    /// Runs a script with the element as `arguments[0]`.
    pub(crate) fn script(&self, script: &str) -> Value {
        let this =
            serde_json::to_value(&self.handle).expect("an element handle serialises to JSON");
        self.page.script(script, vec![this])
    }
}

/// Whether a click failed because something else was in front of the element.
fn is_covered(error: &CmdError) -> bool {
    matches!(error, CmdError::Standard(error) if error.error == ErrorStatus::ElementClickIntercepted)
}
