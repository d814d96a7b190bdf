//! Runs the fuzz targets on a stable toolchain: first with every seed, then with a limited
//! number of random inputs made from the seeds. The properties are in `src`.
//!
//! `WGS_FUZZ_RUNS` sets the number of random inputs, `WGS_FUZZ_SEED` chooses others:
//!
//! ```text
//! WGS_FUZZ_RUNS=5000000 cargo test --profile fuzz --package wgs-fuzz
//! ```

use std::panic::{self, AssertUnwindSafe};

use wgs_dice::Random;
use wgs_fuzz::corpus::{named_seeds, seeds};
use wgs_fuzz::mutation::mutated;
use wgs_fuzz::{TARGETS, run};

/// The number of random inputs for each target.
const RUNS: u64 = 2_000;

/// Any number will do, as long as it stays the same.
const SEED: u64 = 0x77_67_73;

/// Runs a target on an input, and prints the input if a property does not hold.
fn give(target: &str, input: &[u8], what: &str) {
    if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| run(target, input))) {
        eprintln!("{what}: the input was b\"{}\"", input.escape_ascii());
        panic::resume_unwind(panic);
    }
}

fn number(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{variable}: expected a number, found \"{text}\"")),
        Err(_) => usual,
    }
}

fn run_at_random(name: &str) {
    let seeds = named_seeds(name);
    let mut random = Random::new(number("WGS_FUZZ_SEED", SEED));
    for run in 0..number("WGS_FUZZ_RUNS", RUNS) {
        let input = mutated(&seeds, &mut random);
        give(name, &input, &format!("run {run} of {name}"));
    }
}

#[test]
fn every_property_holds_for_every_seed() {
    for (name, _) in TARGETS.iter().filter(|(name, _)| *name != "api_body") {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        for (path, bytes) in seeds {
            give(name, &bytes, &path.display().to_string());
        }
    }
}

#[test]
fn every_compiled_dictionary_among_the_seeds_opens() {
    for (path, bytes) in seeds("lexicon_file") {
        if path
            .extension()
            .is_some_and(|extension| extension == "lexicon")
        {
            let opened = wgs_engine::Lexicon::from_bytes(&bytes);
            assert!(opened.is_ok(), "{}: {:?}", path.display(), opened);
        }
    }
}

#[test]
fn every_configuration_among_the_seeds_is_read_unless_its_name_says_otherwise() {
    for (path, bytes) in seeds("configuration") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = String::from_utf8(bytes).unwrap();
        let problems = wgs_config::Catalogue::parse(&text).err();
        let refused = ["refused", "cut-short", "empty"].contains(&&*name);
        assert_eq!(problems.is_some(), refused, "{name}: {problems:?}");
    }
}

#[test]
fn every_saved_round_among_the_seeds_is_restored_unless_its_name_says_otherwise() {
    for (path, bytes) in seeds("saved_round") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_restored = wgs_fuzz::restored_round(&bytes).is_some();
        assert_eq!(is_restored, name != "refused", "{name}");
    }
}

#[test]
fn every_ledger_among_the_seeds_is_read_unless_its_name_says_otherwise() {
    for (path, bytes) in seeds("ledger") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_read = wgs_fuzz::ledger_outcomes(&bytes).is_some_and(|it| !it.is_empty());
        assert_eq!(is_read, name != "refused", "{name}");
    }
}

#[test]
fn every_hunt_among_the_seeds_is_read() {
    for (path, bytes) in seeds("hunt_file") {
        let content = wgs_fuzz::hunt_file_content(&bytes).unwrap();
        assert!(
            content.damaged.is_empty(),
            "{}: {content:?}",
            path.display()
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_inputs() {
    let seeds = [b"CATS".to_vec(), b"?at.".to_vec()];
    let inputs = |seed| -> Vec<Vec<u8>> {
        let mut random = Random::new(seed);
        (0..100).map(|_| mutated(&seeds, &mut random)).collect()
    };
    assert_eq!(inputs(7), inputs(7));
    assert_ne!(inputs(7), inputs(8));
}

#[test]
fn board_file_holds_for_random_inputs() {
    run_at_random("board_file");
}

#[test]
fn challenge_holds_for_random_inputs() {
    run_at_random("challenge");
}

#[test]
fn check_holds_for_random_inputs() {
    run_at_random("check");
}

#[test]
fn check_word_holds_for_random_inputs() {
    run_at_random("check_word");
}

#[test]
fn configuration_holds_for_random_inputs() {
    run_at_random("configuration");
}

#[test]
fn draft_holds_for_random_inputs() {
    run_at_random("draft");
}

#[test]
fn format_string_holds_for_random_inputs() {
    run_at_random("format_string");
}

#[test]
fn notation_holds_for_random_inputs() {
    run_at_random("notation");
}

#[test]
fn hunspell_holds_for_random_inputs() {
    run_at_random("hunspell");
}

#[test]
fn hunt_file_holds_for_random_inputs() {
    run_at_random("hunt_file");
}

#[test]
fn ledger_holds_for_random_inputs() {
    run_at_random("ledger");
}

#[test]
fn pattern_holds_for_random_inputs() {
    run_at_random("pattern");
}

#[test]
fn lexicon_file_holds_for_random_inputs() {
    run_at_random("lexicon_file");
}

#[test]
fn record_table_holds_for_random_inputs() {
    run_at_random("record_table");
}

#[test]
fn room_frame_holds_for_random_inputs() {
    run_at_random("room_frame");
}

#[test]
fn saved_round_holds_for_random_inputs() {
    run_at_random("saved_round");
}

#[test]
fn share_holds_for_random_inputs() {
    run_at_random("share");
}

#[test]
fn word_list_holds_for_random_inputs() {
    run_at_random("word_list");
}
