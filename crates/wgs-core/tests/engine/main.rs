//! The engine as other programs see it, against plain twins and known figures.
//!
//! | module | holds |
//! |---|---|
//! | `oracle` | the plain twin: what the manual says, with no thought for speed |
//! | `scenario` | random words, grids, boards and rules |
//! | `agreement` | every engine finds what the oracle finds |
//! | `symmetry` | turning and mirroring a board changes nothing |
//! | `worker` | stopping, going on, many boards, many threads, boards that do not fit |
//! | `long_path` | words longer than the vector engines can pack |
//! | `rescorer` | boards changed step by step score as new ones |
//! | `lexicon` | lists and files against a plain sorted set |
//! | `published` | scores that others have published, from data beside the repository |
//!
//! Random cases come from a fixed seed; `PROPTEST_RNG_SEED` sets another. There are as many
//! as a minute allows; `WGS_TEST_EFFORT=20` runs twenty times as many, and `0.1` a tenth.
//!
//! Tests of all engines leave out those that the processor cannot run. A vector engine that
//! is left out shows as an ignored test, such as `the_avx512_engine_is_tested`.

mod agreement;
mod lexicon;
mod long_path;
mod oracle;
mod published;
mod rescorer;
mod scenario;
mod symmetry;
mod worker;

use proptest::test_runner::{Config, RngSeed};
use wgs_core::{Adjacency, Engine, Grid};
use wgs_test_requirement::requires;

/// Settings for random cases: the usual number of them, times the effort.
fn cases(usual: u32) -> Config {
    let effort = std::env::var("WGS_TEST_EFFORT").ok();
    let effort = effort.map_or(1.0, |text| text.parse().expect("an effort is a number"));
    let chosen = Config::default();
    Config {
        cases: (f64::from(usual) * effort).ceil() as u32,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        rng_seed: match chosen.rng_seed {
            RngSeed::Random => RngSeed::Fixed(2014),
            fixed => fixed,
        },
        ..chosen
    }
}

/// The engines that can search a grid on this machine.
fn engines(grid: &Grid) -> impl Iterator<Item = Engine> {
    let serves: Vec<Engine> = Engine::ALL
        .into_iter()
        .filter(|engine| engine.check(grid).is_ok())
        .collect();
    serves.into_iter()
}

#[requires(avx2)]
#[test]
fn the_avx2_engine_is_tested() {
    assert_is_tested(Engine::Avx2);
}

#[requires(avx512)]
#[test]
fn the_avx512_engine_is_tested() {
    assert_is_tested(Engine::Avx512);
}

fn assert_is_tested(engine: Engine) {
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    assert!(
        engines(&grid).any(|other| other == engine),
        "this machine has no {engine} engine: {:?}",
        engine.check(&grid)
    );
}

/// Numbers that look random, the same ones for the same seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `sides`.
    fn below(&mut self, sides: usize) -> usize {
        (self.roll() % sides as u64) as usize
    }

    /// One of some items.
    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
