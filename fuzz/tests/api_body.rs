//! Answers every API body among the seeds, then some random ones. This is a separate program,
//! because it counts the allocations of all threads; the other targets are in `replay.rs`.

use std::panic::{self, AssertUnwindSafe};

use wgs_dice::Random;
use wgs_fuzz::corpus::{named_seeds, seeds};
use wgs_fuzz::mutation::mutated;
use wgs_fuzz::run;

/// The number of random inputs. A search for a board takes milliseconds.
const RUNS: u64 = 3_000;

fn give(input: &[u8], what: &str) {
    if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| run("api_body", input))) {
        eprintln!("{what}: the input was b\"{}\"", input.escape_ascii());
        panic::resume_unwind(panic);
    }
}

#[test]
fn api_body_holds_for_every_seed_and_for_random_inputs() {
    for (path, bytes) in seeds("api_body") {
        give(&bytes, &path.display().to_string());
    }
    let seeds = named_seeds("api_body");
    let mut random = Random::new(7);
    for run in 0..RUNS {
        give(&mutated(&seeds, &mut random), &format!("run {run}"));
    }
}
