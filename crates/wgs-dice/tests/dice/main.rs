//! Compares the results of this crate with plain implementations, on random boards.
//!
//! | module | compares |
//! |---|---|
//! | `check` | board and word checks with trying every die for every tile |
//! | `create` | rolled, placed and optimised boards with the letters they come from |
//! | `cup` | how often rolls, moves and placed words occur with how likely they are |
//!
//! Random cases come from a fixed seed; `PROPTEST_RNG_SEED` sets another. `WGS_TEST_EFFORT=20`
//! runs twenty times as many cases, and `0.1` a tenth.

mod check;
mod create;
mod cup;

use proptest::prelude::*;

/// Settings for random cases: the usual number of them, times the effort.
fn cases(usual: u32) -> ProptestConfig {
    let effort = std::env::var("WGS_TEST_EFFORT").ok();
    let effort = effort.map_or(1.0, |text| {
        text.parse().expect("WGS_TEST_EFFORT should be a number")
    });
    ProptestConfig {
        cases: (f64::from(usual) * effort).ceil() as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
