//! One element of a page, and the ways to name it that people have: by what it is and says.

use std::fmt;

use fantoccini::elements::Element as Handle;
use serde_json::{Value, json};

use crate::page::Page;

/// How an element is looked for. Role and name are what a screen reader tells, so a test
/// that finds its way by them shows that others do too.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By<'a> {
    /// A role and the whole of the accessible name.
    Role(&'a str, &'a str),
    /// The accessible name alone, of something that takes input.
    Label(&'a str),
    /// The attribute `data-testid`, for what has no name of its own.
    TestId(&'a str),
    /// A selector, where nothing else will do.
    Css(&'a str),
}

impl By<'_> {
    /// The arguments of the script that looks for it.
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
            Self::Css(selector) => write!(f, "element for the selector {selector}"),
        }
    }
}

/// An element that was found. What cannot be done with it fails the test, by its name.
#[derive(Debug)]
pub(crate) struct Element<'p> {
    pub(crate) page: &'p Page<'p>,
    pub(crate) handle: Handle,
    pub(crate) name: String,
}

impl Element<'_> {
    /// Clicks it, as a mouse or a finger would: what lies over it is in the way.
    pub(crate) fn click(&self) {
        // The driver takes what lies behind a fixed part of the page for being in view.
        self.middle();
        self.page.wait(&self.name, self.handle.click());
    }

    /// Types into it. Keys that are no characters are in `fantoccini::key::Key`.
    pub(crate) fn type_keys(&self, keys: &str) {
        self.page.wait(&self.name, self.handle.send_keys(keys));
    }

    /// Empties a field.
    pub(crate) fn clear(&self) {
        self.page.wait(&self.name, self.handle.clear());
    }

    /// The text that is seen.
    pub(crate) fn text(&self) -> String {
        self.page.wait(&self.name, self.handle.text())
    }

    /// An attribute as it is written.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.page.wait(&self.name, self.handle.attr(name))
    }

    /// What a field holds.
    pub(crate) fn value(&self) -> String {
        self.page
            .wait(&self.name, self.handle.prop("value"))
            .unwrap_or_default()
    }

    /// Whether it has the focus.
    pub(crate) fn has_focus(&self) -> bool {
        self.script("return document.activeElement === arguments[0]") == json!(true)
    }

    /// The point in its middle, from the window's upper left.
    pub(crate) fn middle(&self) -> (f64, f64) {
        let point = self.script(
            "arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' });
             const box = arguments[0].getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]",
        );
        serde_json::from_value(point).expect("a rectangle has a middle")
    }

    /// Runs a script with the element as `arguments[0]`.
    pub(crate) fn script(&self, script: &str) -> Value {
        let this = serde_json::to_value(&self.handle).expect("a handle is text");
        self.page.script(script, vec![this])
    }
}
