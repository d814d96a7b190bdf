//! The cost of an input, counted and not timed: steps, allocations, allocated bytes, and the most
//! bytes held at once. An input of n bytes may cost at most a constant and some for each byte,
//! which [`LIMITS`] states for each target. What a few bytes can ask for within a stated limit,
//! such as the cells of a grid, is [added to n](declare).
//!
//! A step is a branch of the program: see `step_count.rs`. The compiler has to
//! insert the counter, which `cargo xtask fuzz` tells it to do. Without it, as under
//! `cargo test`, there are no steps, and the other numbers count.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

use crate::step_count;

/// The cost of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of steps.
    pub steps: u64,
    /// The number of allocations.
    pub allocations: u64,
    /// The bytes of all allocations together.
    pub bytes: u64,
    /// The most bytes that were held at once.
    pub peak: u64,
}

impl Cost {
    /// Combines each number with that of another cost.
    fn combined(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            steps: combine(self.steps, other.steps),
            allocations: combine(self.allocations, other.allocations),
            bytes: combine(self.bytes, other.bytes),
            peak: combine(self.peak, other.peak),
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            steps,
            allocations,
            bytes,
            peak,
        } = self;
        write!(
            f,
            "{steps} steps, {allocations} allocations of {bytes} bytes, {peak} held at once"
        )
    }
}

/// The threads whose allocations are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// The thread that runs the target.
    Own,
    /// All threads of the process, which must run nothing else meanwhile.
    All,
}

/// The limits of the inputs of a target.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The name of the target.
    pub target: &'static str,
    /// The threads that count.
    pub threads: Threads,
    /// The constant part of the limit.
    pub base: Cost,
    /// The limit that each byte adds.
    pub per_byte: Cost,
}

/// Returns a row of [`LIMITS`]: steps in thousands, allocations, kilobytes and kilobytes at once
/// for any input; then steps, allocations, bytes and bytes at once for each of its bytes.
const fn limit(
    target: &'static str,
    threads: Threads,
    base: [u64; 4],
    per_byte: [u64; 4],
) -> Limit {
    Limit {
        target,
        threads,
        base: Cost {
            steps: base[0] * 1000,
            allocations: base[1],
            bytes: base[2] << 10,
            peak: base[3] << 10,
        },
        per_byte: Cost {
            steps: per_byte[0],
            allocations: per_byte[1],
            bytes: per_byte[2],
            peak: per_byte[3],
        },
    }
}

/// What inputs may cost, with the checks of their properties. The limits are two to four
/// times what millions of random inputs have cost. A line of a `check` has a cost for each die, of
/// which there are at most forty; a pattern may take its 20 million steps.
#[rustfmt::skip]
pub const LIMITS: [Limit; 19] = [
    //                         threads        for any input                     for each byte
    limit("api_body",          Threads::All, [ 4_000, 100_000, 8_000, 2_000],  [ 4_000,  40,  2_000,   800]),
    limit("board_file",        Threads::Own, [ 2_000,   4_000,   800,   400],  [ 4_000, 200,  4_000,   200]),
    limit("challenge",         Threads::Own, [ 2_000,   1_000, 3_000,   800],  [ 1_000,  20,    800,   200]),
    limit("check",             Threads::Own, [ 8_000,  10_000, 1_000,   400],  [20_000, 800, 40_000,   200]),
    limit("check_word",        Threads::Own, [60_000, 500_000, 90_000, 9_000], [20_000, 800, 40_000,  200]),
    limit("configuration",     Threads::Own, [ 2_000,   4_000, 1_000,   400],  [ 2_000,  10,    800,   400]),
    limit("draft",             Threads::Own, [ 6_000,  10_000, 2_000,   400],  [ 6_000, 100, 60_000, 1_000]),
    limit("format_string",     Threads::Own, [ 1_000,   4_000,   800,   400],  [ 1_000,  10,    400,   200]),
    limit("hunspell",          Threads::Own, [ 1_000,  20_000, 1_000,   400],  [ 1_000,  40,    800,   200]),
    limit("hunt_file",         Threads::Own, [ 2_000,   4_000, 1_000,   400],  [ 1_000,  20,  1_000,   200]),
    limit("ledger",            Threads::Own, [ 2_000,   4_000, 1_000,   400],  [ 1_000,  20,  1_000,   200]),
    limit("lexicon_file",      Threads::Own, [ 4_000,  40_000, 4_000,   400],  [ 4_000,  80,  4_000,   400]),
    limit("notation",          Threads::Own, [ 2_000,   1_000,   100,   100],  [ 3_000, 150,  2_000,   400]),
    limit("pattern",           Threads::Own, [400_000,  40_000, 8_000, 4_000],  [ 4_000,  20,  2_000, 1_000]),
    limit("record_table",      Threads::Own, [ 1_000,   4_000, 1_000,   400],  [ 1_000,  40,  2_000,   400]),
    limit("room_frame",        Threads::Own, [ 1_000,   4_000,   800,   400],  [ 2_000,  40,  4_000,   800]),
    limit("saved_round",       Threads::Own, [ 4_000,  10_000, 2_000,   400],  [10_000,  80,  8_000,   400]),
    limit("share",             Threads::Own, [ 1_000,     400, 1_500,   800],  [   500,  10,    400,   200]),
    limit("word_list",         Threads::Own, [ 1_000,   2_000,   400,   200],  [ 2_000,  40,  1_000,   400]),
];

impl Limit {
    /// Returns the limit of a target.
    ///
    /// # Panics
    ///
    /// If [`LIMITS`] has none.
    pub fn of(target: &str) -> Self {
        let found = LIMITS.into_iter().find(|limit| limit.target == target);
        found.unwrap_or_else(|| panic!("{target} has no limit"))
    }

    /// Returns the limit of an input of some bytes.
    pub fn for_bytes(&self, count: usize) -> Cost {
        let linear = |base: u64, each: u64| base + each * count as u64;
        self.base.combined(self.per_byte, linear)
    }

    /// Returns the shares of the limit that an input of some bytes with this cost takes.
    pub fn shares(&self, cost: Cost, count: usize) -> Shares {
        Shares(cost.combined(self.for_bytes(count), |cost, most| cost * 100 / most))
    }
}

/// The shares of its limits that an input took, or the largest of several inputs, in per cent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares(Cost);

impl Shares {
    /// Returns the largest of the four.
    pub fn largest(&self) -> u64 {
        let shares = &self.0;
        let memory = shares.allocations.max(shares.bytes).max(shares.peak);
        shares.steps.max(memory)
    }

    /// Returns the larger share of each kind.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(self.0.combined(other.0, u64::max))
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost {
            steps,
            allocations,
            bytes,
            peak,
        } = self.0;
        write!(
            f,
            "{steps} % of the steps, {allocations} % of the allocations, {bytes} % of the bytes, \
             {peak} % of the bytes held at once"
        )
    }
}

/// Runs a function, and returns its cost.
pub fn cost_of(threads: Threads, run: impl FnOnce()) -> Cost {
    let steps = step_count::now();
    let mut cost = match threads {
        Threads::Own => OWN.with(|own| {
            own.start();
            run();
            own.cost()
        }),
        Threads::All => {
            ALL.start();
            run();
            ALL.cost()
        }
    };
    cost.steps = step_count::now() - steps;
    cost
}

thread_local! {
    /// See [`declare`].
    static DECLARED: Cell<usize> = const { Cell::new(0) };
}

/// Counts something that an input asks for as if that many bytes were in the input. It must have its
/// own stated limit.
pub fn declare(bytes: usize) {
    DECLARED.set(DECLARED.get() + bytes);
}

/// Returns the cost that was [declared](declare) since the last call.
pub(crate) fn take_declared() -> usize {
    DECLARED.take()
}

thread_local! {
    /// The allocations of each thread. It has neither a destructor nor a value to compute, so it
    /// is available from the first allocation of a thread to the last.
    static OWN: OwnCounts = const { OwnCounts::new() };
}

static ALL: AllCounts = AllCounts {
    is_counting: AtomicBool::new(false),
    allocations: AtomicU64::new(0),
    bytes: AtomicU64::new(0),
    held: AtomicI64::new(0),
    peak: AtomicI64::new(0),
};

/// The allocations of a thread since the start. Memory from before may be freed, so that less than
/// nothing is held.
struct OwnCounts {
    allocations: Cell<u64>,
    bytes: Cell<u64>,
    held: Cell<i64>,
    peak: Cell<i64>,
}

impl OwnCounts {
    const fn new() -> Self {
        Self {
            allocations: Cell::new(0),
            bytes: Cell::new(0),
            held: Cell::new(0),
            peak: Cell::new(0),
        }
    }

    fn start(&self) {
        self.allocations.set(0);
        self.bytes.set(0);
        self.held.set(0);
        self.peak.set(0);
    }

    fn cost(&self) -> Cost {
        Cost {
            steps: 0,
            allocations: self.allocations.get(),
            bytes: self.bytes.get(),
            peak: self.peak.get().unsigned_abs(),
        }
    }

    fn count(&self, allocated: usize, freed: usize) {
        if allocated > 0 {
            self.allocations.set(self.allocations.get() + 1);
            self.bytes.set(self.bytes.get() + allocated as u64);
        }
        let held = self.held.get() + allocated as i64 - freed as i64;
        self.held.set(held);
        self.peak.set(self.peak.get().max(held));
    }
}

/// The same for all threads, while a caller asks for it.
struct AllCounts {
    is_counting: AtomicBool,
    allocations: AtomicU64,
    bytes: AtomicU64,
    held: AtomicI64,
    peak: AtomicI64,
}

impl AllCounts {
    fn start(&self) {
        self.is_counting.store(true, Relaxed);
        self.allocations.store(0, Relaxed);
        self.bytes.store(0, Relaxed);
        self.held.store(0, Relaxed);
        self.peak.store(0, Relaxed);
    }

    fn cost(&self) -> Cost {
        self.is_counting.store(false, Relaxed);
        Cost {
            steps: 0,
            allocations: self.allocations.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
            peak: self.peak.load(Relaxed).unsigned_abs(),
        }
    }

    fn count(&self, allocated: usize, freed: usize) {
        if allocated > 0 {
            self.allocations.fetch_add(1, Relaxed);
            self.bytes.fetch_add(allocated as u64, Relaxed);
        }
        let change = allocated as i64 - freed as i64;
        let held = self.held.fetch_add(change, Relaxed) + change;
        self.peak.fetch_max(held, Relaxed);
    }
}

/// The system's allocator, with its calls counted.
struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn count(allocated: usize, freed: usize) {
    let _ = OWN.try_with(|own| own.count(allocated, freed));
    if ALL.is_counting.load(Relaxed) {
        ALL.count(allocated, freed);
    }
}

// SAFETY: every method passes its arguments unchanged to the same method of the system's
// allocator, which keeps the contract, and returns its result. Counting changes only numbers: it
// does not allocate, and it does not panic, since no sum of sizes in memory overflows 64 bits.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of this method, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as above; the pointer comes from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TARGETS;

    #[test]
    fn every_target_has_a_limit() {
        let limited = LIMITS.map(|limit| limit.target);
        let targets = TARGETS.map(|(name, _)| name);
        assert_eq!(limited, targets);
    }

    #[test]
    fn allocations_are_counted() {
        let cost = cost_of(Threads::Own, || {
            let first = vec![1u8; 1000];
            drop(first);
            let mut second = Vec::<u8>::with_capacity(600);
            second.reserve_exact(900);
            std::hint::black_box(&second);
        });
        let expected = Cost {
            steps: cost.steps,
            allocations: 3,
            bytes: 1000 + 600 + 900,
            peak: 1000,
        };
        assert_eq!(cost, expected);
    }

    #[test]
    fn allocations_of_other_threads_are_counted_if_asked_for() {
        let allocate = || {
            let thread = std::thread::spawn(|| drop(std::hint::black_box(vec![0u8; 1 << 20])));
            thread.join().unwrap();
        };
        // Other tests run meanwhile, and the memory that they free counts too.
        assert!(cost_of(Threads::Own, allocate).bytes < 1 << 20);
        assert!(cost_of(Threads::All, allocate).bytes >= 1 << 20);
    }

    #[test]
    fn a_share_is_that_of_the_number_closest_to_its_limit() {
        let limit = limit("x", Threads::Own, [1, 10, 1, 1], [0, 10, 0, 0]);
        let cost = Cost {
            steps: 400,
            allocations: 55,
            bytes: 512,
            peak: 0,
        };
        assert_eq!(limit.shares(cost, 0).largest(), 550);
        assert_eq!(limit.shares(cost, 10).largest(), 50);
    }
}
