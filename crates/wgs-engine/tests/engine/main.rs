//! Tests of the public interface, against simple reference implementations and published
//! results.
//!
//! | module | what it tests |
//! |---|---|
//! | `oracle` | the reference implementation: follows the user manual of *Word Game Solver* ("the manual") step by step |
//! | `scenario` | random words, grids, boards and rules |
//! | `analysis` | analyses of boards against all paths of all words |
//! | `distribution` | dice and pools of letters that are parsed and printed |
//! | `agreement` | every engine finds the same words as the oracle |
//! | `budget` | searches stop when their budget is used up |
//! | `symmetry` | rotating or mirroring a board changes neither words nor scores |
//! | `worker` | stopping and resuming, many boards, many threads, boards that do not fit |
//! | `long_path` | words too long for the packed paths of the vector engines |
//! | `rack` | racks with tiles that differ only in their multipliers |
//! | `neighbour` | the neighbours of a board score the same together as one by one |
//! | `rescorer` | boards changed step by step score like boards searched from scratch |
//! | `lexicon` | word lists, prefix queries and lexicon files against a sorted set |
//! | `serialisation` | what the `serde` feature writes and reads |
//! | `public_type` | each public type has an example, and can grow without breaking programs |
//! | `published` | published scores of thousands of boards, where the data is available |
//!
//! Random cases use a fixed seed; `PROPTEST_RNG_SEED` sets another. The number of cases is
//! chosen to take about a minute; `WGS_TEST_EFFORT=20` runs twenty times as many, and `0.1` a
//! tenth.
//!
//! Tests of all engines leave out those that the processor cannot run. Each vector engine that is
//! left out shows as an ignored test, such as `the_avx512_engine_is_tested`.

mod agreement;
mod analysis;
mod budget;
mod cases;
mod distribution;
mod lexicon;
mod long_path;
mod neighbour;
mod oracle;
mod public_type;
mod published;
mod rack;
mod rescorer;
mod scenario;
#[cfg(feature = "serde")]
mod serialisation;
mod symmetry;
mod worker;

use proptest::prelude::RngExt;
use proptest::test_runner::{RngAlgorithm, TestRng};
use wgs_engine::{Adjacency, Engine, Grid};
use wgs_test_requirement::requires;

use cases::cases;

/// Returns the engines that can search a grid on this machine.
fn engines(grid: &Grid) -> impl Iterator<Item = Engine> {
    let supported: Vec<Engine> = Engine::ALL
        .iter()
        .copied()
        .filter(|engine| engine.check(grid).is_ok())
        .collect();
    supported.into_iter()
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

/// Creates a generator of random numbers; the same seed gives the same numbers.
fn rng(seed: u64) -> TestRng {
    let seed = u128::from(seed) << 64 | u128::from(!seed);
    TestRng::from_seed(RngAlgorithm::XorShift, &seed.to_le_bytes())
}

/// Returns a random item.
fn pick<'a, T>(rng: &mut TestRng, items: &'a [T]) -> &'a T {
    &items[rng.random_range(0..items.len())]
}
