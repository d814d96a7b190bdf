//! The violations that axe-core finds in all states, windows, themes and languages.

use super::print;
use crate::axe::{EVERY, LANGUAGES, check};
use crate::page_state::{EDITOR_STATES, PLAY_STATES, SOLVER_STATES};

#[test]
#[ignore = "a measurement for `cargo xtask page-report`"]
fn report_accessibility() {
    if std::env::var_os("WGS_AXE").is_none() {
        return;
    }
    let states = [&SOLVER_STATES[..], &EDITOR_STATES, &PLAY_STATES];
    let results = states.map(|states| check(states, &LANGUAGES, EVERY));
    let combinations: usize = results.iter().map(|result| result.combinations).sum();
    let violations = results.iter().flat_map(|result| &result.violations);
    print("axe-core, combinations", &combinations.to_string());
    print(
        "axe-core, violations",
        &violations.clone().count().to_string(),
    );
    for violation in violations {
        eprintln!("{violation}");
    }
}
