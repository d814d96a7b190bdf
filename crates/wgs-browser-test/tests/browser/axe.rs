//! Checks every state of the page with axe-core, in several windows, both colour themes and all
//! languages. axe-core knows more rules than `accessibility.js`, but needs npm to be downloaded;
//! the latter runs everywhere, and also checks what axe-core does not, such as pages that are
//! wider than their window.

use std::env;
use std::fs;

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
const LANGUAGES: [&str; 2] = ["en", "de"];

/// The combinations of a window and a theme in which a state is checked, for a language.
pub(crate) type Coverage = fn(language: &str, window: &str, theme: &str) -> bool;

/// Every combination, for the report: it takes some ten minutes.
pub(crate) const EVERY: Coverage = |_, _, _| true;

/// Each window, theme and language, but not each with each other, for the tests.
const SOME: Coverage = |language, window, theme| match language {
    "en" => (window == "desktop") == (theme == "light"),
    _ => window == "phone" && theme == "light",
};

/// Runs axe-core and returns a sentence for each element that violates a rule. The rules are all
/// of those for WCAG 2.2 and the best practices; the size of targets is not among them by default.
const RUN: &str = "
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, failureSummary }) =>
      `${id} (${impact}) at ${target.join(' ')}: ${failureSummary.replace(/\\s+/g, ' ')}`))";

impl Page<'_> {
    /// The violations that axe-core finds in the page as it is now.
    fn axe_violations(&self) -> Vec<String> {
        self.wait_for_animations();
        if self.script("return typeof axe", vec![]) != json!("object") {
            let path = env::var_os("WGS_AXE").expect("`cargo xtask test` sets WGS_AXE");
            let source = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            self.script(&source, vec![]);
        }
        let violations = self.script_async(RUN, vec![]);
        serde_json::from_value(violations).expect("violations are strings")
    }
}

/// What was checked, and what was found.
#[derive(Debug, Default)]
pub(crate) struct AxeResult {
    pub(crate) combinations: usize,
    pub(crate) violations: Vec<String>,
}

/// Checks states in windows, themes and languages.
pub(crate) fn check(states: &[PageState], coverage: Coverage) -> AxeResult {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let mut result = AxeResult::default();
    for state in states {
        for language in LANGUAGES {
            let page = state.open(&browser, &server, language);
            for (name, window) in WINDOWS {
                page.resize(window);
                for theme in THEMES {
                    if !coverage(language, name, theme) {
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

fn assert_no_violations(states: &[PageState]) {
    let AxeResult {
        combinations,
        violations,
    } = check(states, SOME);
    assert_eq!(combinations, states.len() * 3);
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
