//! Runs a target with an input: its property must hold, within its limits.

use crate::cost::{Limit, Shares, cost_of, take_declared};
use crate::{TARGETS, Target};

/// Runs a target with an input, and returns which shares of its limits it has taken.
///
/// # Panics
///
/// If there is no such target, if its property does not hold, or if the input costs more than
/// [`LIMITS`](crate::cost::LIMITS) allows.
pub fn run(name: &str, input: &[u8]) -> Shares {
    let limit = Limit::of(name);
    let target = target(name);
    take_declared();
    let cost = cost_of(limit.threads, || target(input));
    let count = input.len() + take_declared();
    let most = limit.for_bytes(count);
    let shares = limit.shares(cost, count);
    assert!(
        shares.largest() <= 100,
        "an input of {count} bytes, what it declares included, costs {cost}; at most {most} are allowed"
    );
    shares
}

/// Returns the target with a name.
fn target(name: &str) -> Target {
    let found = TARGETS.iter().find(|(other, _)| *other == name);
    found
        .unwrap_or_else(|| panic!("there is no target {name}"))
        .1
}
