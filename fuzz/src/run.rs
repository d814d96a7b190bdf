//! Runs a target with an input: its property must hold, within its limits.

use crate::cost::{Cost, Limit, cost_of};
use crate::{TARGETS, Target};

/// Runs a target with an input, and returns what it has cost.
///
/// # Panics
///
/// If there is no such target, if its property does not hold, or if the input costs more than
/// [`LIMITS`](crate::cost::LIMITS) allows.
pub fn run(name: &str, input: &[u8]) -> Cost {
    let limit = Limit::of(name);
    let target = target(name);
    let cost = cost_of(limit.threads, || target(input));
    let most = limit.for_bytes(input.len());
    let count = input.len();
    assert!(
        limit.share(cost, count) <= 100,
        "an input of {count} bytes costs {cost}; at most {most} are allowed"
    );
    cost
}

/// Returns the target with a name.
fn target(name: &str) -> Target {
    let found = TARGETS.iter().find(|(other, _)| *other == name);
    found
        .unwrap_or_else(|| panic!("there is no target {name}"))
        .1
}
