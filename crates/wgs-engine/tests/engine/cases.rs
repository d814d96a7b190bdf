//! The number of random cases of property tests. Tests of other crates include this file.

use proptest::test_runner::Config;

/// Returns the configuration for the usual number of random cases, times the effort.
pub(crate) fn cases(usual: u32) -> Config {
    let effort = std::env::var("WGS_TEST_EFFORT").ok();
    let effort = effort.map_or(1.0, |text| {
        text.parse().expect("WGS_TEST_EFFORT should be a number")
    });
    Config {
        cases: (f64::from(usual) * effort).ceil() as u32,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}
