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

#[path = "../../../wgs-engine/tests/engine/cases.rs"]
mod cases;
mod check;
mod create;
mod cup;

use cases::cases;
