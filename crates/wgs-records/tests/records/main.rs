//! Compares hunts and proofs with plain implementations, on random boards.
//!
//! | module | compares |
//! |---|---|
//! | `climb_group` | climbs side by side with climbs one after the other |
//! | `hunt` | the boards of climbs with scoring each board and its neighbours |
//! | `proof` | proofs with scoring every board |
//!
//! `task_queue` tests the tasks of hunts and proofs with a NATS server.
//!
//! Random cases come from a fixed seed; `PROPTEST_RNG_SEED` sets another. `WGS_TEST_EFFORT=20`
//! runs twenty times as many cases, and `0.1` a tenth.

#[path = "../../../wgs-engine/tests/engine/cases.rs"]
mod cases;
mod climb_group;
mod hunt;
#[cfg(feature = "nats")]
#[path = "../../../wgs-server/tests/api/nats_server.rs"]
mod nats_server;
mod proof;
#[cfg(feature = "nats")]
mod task_queue;

use cases::cases;

const WORDS: &str = "a as at ate ates east eat eats eta etas sat sate sea seat set sett state \
                     stets tat tate tates tea teas teat teats test testate quest quiet";
