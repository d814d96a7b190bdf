//! Checks that pages are accessible, with axe-core and for a few faults that it does not look for.
//! The tests here check every state of the page in two windows and both colour themes; others check
//! the states that they come through. npm downloads axe-core. Without it,
//! the tests here are ignored, and the others look for those few faults only.

use std::env;
use std::fs;
use std::path::PathBuf;

use serde_json::json;
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::page::{Page, data_url};
use crate::page_state::{EDITOR_STATES, PLAY_STATES, PageState, SOLVER_STATES};
use crate::server::Server;
use crate::site::open_loading;
use crate::window::Window;

const WINDOWS: [(&str, Window); 2] = [("desktop", Window::DESKTOP), ("phone", Window::PHONE)];
const THEMES: [&str; 2] = ["light", "dark"];
pub(crate) const LANGUAGES: [&str; 2] = ["en", "de"];

/// The combinations of a window and a theme in which a state is checked.
pub(crate) type Coverage = fn(window: &str, theme: &str) -> bool;

/// Every combination, for the report: it takes some ten minutes.
pub(crate) const EVERY: Coverage = |_, _| true;

/// Each window and each theme, but not each with each other, for the tests.
const SOME: Coverage = |window, theme| (window == "desktop") == (theme == "light");

/// Runs axe-core and returns a sentence for each element that violates a rule. The rules are all
/// of those for WCAG 2.2 and the best practices; the size of targets is not among them by default.
const RUN: &str = "
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, failureSummary }) =>
      `${id} (${impact}) at ${target.join(' ')}: ${failureSummary.replace(/\\s+/g, ' ')}`))";

/// Returns a sentence for each fault that axe-core does not look for.
const OTHER_FAULTS: &str = "
    const faults = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth + 1) {
      faults.push(`the page is ${scrollWidth} px wide, but the viewport is ${clientWidth} px wide`);
    }
    const ids = new Set();
    for (const { id } of document.querySelectorAll('[id]')) {
      if (ids.has(id)) {
        faults.push(`the id ${id} is used more than once`);
      }
      ids.add(id);
    }
    for (const label of document.querySelectorAll('label[for]')) {
      if (!ids.has(label.htmlFor)) {
        faults.push(`a label is for ${label.htmlFor}, which does not exist`);
      }
    }
    return faults";

/// The file of axe-core, if it is there.
fn axe_file() -> Option<PathBuf> {
    env::var_os("WGS_AXE").map(PathBuf::from)
}

impl Page<'_> {
    /// The faults that axe-core does not look for.
    fn other_faults(&self) -> Vec<String> {
        let faults = self.script(OTHER_FAULTS, vec![]);
        serde_json::from_value(faults).expect("faults are strings")
    }

    /// The violations that axe-core finds in the page as it is now.
    fn axe_violations(&self) -> Vec<String> {
        self.wait_for_animations();
        if self.script("return typeof axe", vec![]) != json!("object") {
            let path = axe_file().expect("`cargo xtask test` sets WGS_AXE");
            let source = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            self.script(&source, vec![]);
        }
        let violations = self.script_async(RUN, vec![]);
        serde_json::from_value(violations).expect("violations are strings")
    }

    /// Fails the test if the page is not accessible. The description says what is being checked.
    pub(crate) fn assert_accessible(&self, what: &str) {
        self.wait_for_animations();
        let mut violations = self.other_faults();
        if axe_file().is_some() {
            violations.extend(self.axe_violations());
        }
        assert!(
            violations.is_empty(),
            "{what}: {} accessibility violations:\n  {}",
            violations.len(),
            violations.join("\n  ")
        );
    }
}

/// What was checked, and what was found.
#[derive(Debug, Default)]
pub(crate) struct AxeResult {
    pub(crate) combinations: usize,
    pub(crate) violations: Vec<String>,
}

/// Checks states in languages, windows and themes.
pub(crate) fn check(states: &[PageState], languages: &[&str], coverage: Coverage) -> AxeResult {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let mut result = AxeResult::default();
    for state in states {
        for language in languages {
            let page = state.open(&browser, &server, language);
            for (name, window) in WINDOWS {
                page.resize(window);
                for theme in THEMES {
                    if !coverage(name, theme) {
                        continue;
                    }
                    page.prefer("prefers-color-scheme", theme);
                    let found = page.axe_violations();
                    let place = format!("{}, {name}, {theme}, {language}", state.name);
                    result.combinations += 1;
                    let found = found.iter().map(|found| format!("{place}: {found}"));
                    result.violations.extend(found);
                }
            }
        }
    }
    result
}

/// `WGS_TEST_LANGUAGE=de`, which the slow tests set, checks the states in another language.
fn assert_no_violations(states: &[PageState]) {
    let language = env::var("WGS_TEST_LANGUAGE");
    let language = language.as_deref().unwrap_or("en");
    let AxeResult {
        combinations,
        violations,
    } = check(states, &[language], SOME);
    assert_eq!(combinations, states.len() * 2);
    assert!(
        violations.is_empty(),
        "{} violations in {combinations} combinations:\n  {}",
        violations.len(),
        violations.join("\n  ")
    );
}

#[requires(axe)]
#[test]
fn axe_finds_nothing_in_the_first_states_of_the_solver() {
    assert_no_violations(&SOLVER_STATES[..SOLVER_STATES.len() / 2]);
}

#[requires(axe)]
#[test]
fn axe_finds_nothing_in_the_other_states_of_the_solver() {
    assert_no_violations(&SOLVER_STATES[SOLVER_STATES.len() / 2..]);
}

#[requires(axe)]
#[test]
fn axe_finds_nothing_in_the_settings() {
    assert_no_violations(&EDITOR_STATES);
}

#[requires(axe)]
#[test]
fn axe_finds_nothing_on_the_play_page() {
    assert_no_violations(&PLAY_STATES);
}

#[requires(axe)]
#[test]
fn axe_finds_nothing_on_the_loading_screen() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = open_loading(&browser, &server.solver_url());
    for (name, window) in WINDOWS {
        page.resize(window);
        for theme in THEMES {
            page.prefer("prefers-color-scheme", theme);
            let violations = page.axe_violations();
            assert!(violations.is_empty(), "{name}, {theme}: {violations:#?}");
        }
    }
}

#[requires(axe)]
#[test]
fn axe_finds_violations_where_there_are_some() {
    let browser = Browser::start();
    let html = "<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1>
        <div role=listbox aria-label=Words aria-checked=true><p>PLONK</p></div>
        <a href='#a' style='display:inline-block;font-size:6px'>A</a><a href='#b'
          style='display:inline-block;font-size:6px'>B</a></main>";
    let page = browser.open(&data_url(html), Window::DESKTOP);
    let violations = page.axe_violations();
    for rule in ["aria-allowed-attr", "aria-required-children", "target-size"] {
        let is_it = |violation: &String| violation.starts_with(rule);
        assert!(violations.iter().any(is_it), "{rule}: {violations:#?}");
    }
}

#[requires(browser)]
#[test]
fn faults_that_axe_does_not_look_for_are_found() {
    let browser = Browser::start();
    let page = browser.open("about:blank", Window::PHONE);
    for (part, expected) in [
        ("<i id=a></i>", None),
        (
            "<i id=a></i><i id=a></i>",
            Some("the id a is used more than once"),
        ),
        (
            "<label for=b>L</label>",
            Some("a label is for b, which does not exist"),
        ),
        (
            "<div style='width:400px'>wide</div>",
            Some("px wide, but the viewport is 320 px wide"),
        ),
    ] {
        page.go(&data_url(&format!(
            "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>\
             <title>A page</title><main><h1>A page</h1>{part}</main>"
        )));
        let faults = page.other_faults();
        let is_found = match expected {
            Some(expected) => faults.iter().any(|fault| fault.contains(expected)),
            None => faults.is_empty(),
        };
        assert!(is_found, "{part}: {faults:#?}");
    }
}
