//! The states of a [layered search](super::layered_search) at one position of the word, each
//! kept once. A state says how many tiles of each class have been placed, and carries its slack
//! under every bound of the pool. The search decides which states to add and remove.
//!
//! It is a hash set with open addressing. The hash of a state is a linear function of its
//! counts, so that one more tile changes the hash by an addition.
//!
//! A state takes some hundred bytes while the search may still reach or extend it. Before that
//! it can be [deferred](DeferredStates), without slacks and hash; after that only its
//! [`Predecessor`] is kept, in eight bytes.

use std::mem::size_of;

use super::price_bound::Slacks;

/// An empty slot of the table.
const EMPTY: u32 = u32::MAX;

/// What one tile of a class adds to the hash of a state: a power of an odd multiplier, the
/// fractional part of the golden ratio.
pub(super) fn class_hash(class: usize) -> u64 {
    0x9E37_79B9_7F4A_7C15_u64.wrapping_pow(class as u32 + 1)
}

/// The hash of a state.
fn state_hash(counts: &[u32]) -> u64 {
    let terms = counts.iter().enumerate();
    let terms = terms.map(|(class, &count)| class_hash(class).wrapping_mul(u64::from(count)));
    terms.fold(0, u64::wrapping_add)
}

/// The number of bytes that a vector holds.
pub(super) fn held<T>(vector: &Vec<T>) -> usize {
    vector.capacity() * size_of::<T>()
}

/// The state that another one extends by a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Predecessor {
    /// Its number in the layer where the tile starts.
    pub(super) state: u32,
    /// How many letters the tile covers.
    pub(super) length: u32,
}

/// The states that reach one position.
#[derive(Clone, Debug, Default)]
pub(super) struct StateSet {
    /// How many tiles of each class have been placed, state after state.
    counts: Vec<u32>,
    hashes: Vec<u64>,
    slacks: Vec<Slacks>,
    predecessors: Vec<Predecessor>,
    /// Indices of states by hash. The size is a power of two, and at most half is in use.
    table: Vec<u32>,
}

impl StateSet {
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The counts of a state.
    pub(super) fn counts(&self, index: usize) -> &[u32] {
        let classes = self.counts.len() / self.len();
        &self.counts[index * classes..(index + 1) * classes]
    }

    pub(super) fn hash(&self, index: usize) -> u64 {
        self.hashes[index]
    }

    pub(super) fn slacks(&self, index: usize) -> &Slacks {
        &self.slacks[index]
    }

    pub(super) fn predecessor(&self, index: usize) -> Predecessor {
        self.predecessors[index]
    }

    /// The number of bytes that the states hold.
    pub(super) fn held(&self) -> usize {
        held(&self.counts)
            + held(&self.hashes)
            + held(&self.slacks)
            + held(&self.predecessors)
            + held(&self.table)
    }

    /// The number of bytes that one more state of this many classes takes. Vectors and the table
    /// may have room for twice as many states.
    pub(super) fn state_size(classes: usize) -> usize {
        classes * size_of::<u32>()
            + size_of::<u64>()
            + size_of::<Slacks>()
            + size_of::<Predecessor>()
            + 2 * size_of::<u32>()
    }

    /// Adds a state unless the set contains it. Returns whether it did.
    #[inline]
    pub(super) fn insert(
        &mut self,
        counts: &[u32],
        hash: u64,
        slacks: &Slacks,
        predecessor: Predecessor,
    ) -> bool {
        if 2 * (self.len() + 1) > self.table.len() {
            self.rehash((2 * self.table.len()).max(64));
        }
        let slot = self.slot(counts, hash);
        let is_new = self.table[slot] == EMPTY;
        if is_new {
            self.table[slot] = self.len() as u32;
            self.counts.extend_from_slice(counts);
            self.hashes.push(hash);
            self.slacks.push(*slacks);
            self.predecessors.push(predecessor);
        }
        is_new
    }

    /// Recomputes the slack of all states in one lane, and removes those for which it is
    /// negative.
    pub(super) fn apply_bound(&mut self, lane: usize, slack: impl Fn(&[u32]) -> i32) {
        let size = self.len();
        let classes = self.counts.len().checked_div(size).unwrap_or(0);
        let mut kept = 0;
        for index in 0..size {
            let new = slack(&self.counts[index * classes..(index + 1) * classes]);
            if new < 0 {
                continue;
            }
            self.counts
                .copy_within(index * classes..(index + 1) * classes, kept * classes);
            self.hashes[kept] = self.hashes[index];
            self.slacks[kept] = self.slacks[index];
            self.slacks[kept][lane] = new;
            self.predecessors[kept] = self.predecessors[index];
            kept += 1;
        }
        if kept < size {
            self.counts.truncate(kept * classes);
            self.hashes.truncate(kept);
            self.slacks.truncate(kept);
            self.predecessors.truncate(kept);
            self.rehash(self.table.len());
        }
    }

    /// Splits the states into the first `extended`, of which only the predecessors are kept, and
    /// the others, which are deferred.
    pub(super) fn retire(mut self, extended: usize) -> (Vec<Predecessor>, DeferredStates) {
        let classes = self.counts.len().checked_div(self.len()).unwrap_or(0);
        let deferred = DeferredStates {
            classes,
            counts: self.counts.split_off(extended * classes),
            predecessors: self.predecessors.split_off(extended),
        };
        self.predecessors.shrink_to_fit();
        (self.predecessors, deferred)
    }

    /// The slot that holds a state, or the empty slot to put it into.
    fn slot(&self, counts: &[u32], hash: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 24) as usize & mask;
        loop {
            let index = self.table[slot];
            if index == EMPTY {
                return slot;
            }
            let index = index as usize;
            if self.hashes[index] == hash && self.counts(index) == counts {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Rebuilds the table with some size.
    fn rehash(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, EMPTY);
        let mask = size - 1;
        for (index, hash) in self.hashes.iter().enumerate() {
            let mut slot = (hash >> 24) as usize & mask;
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = index as u32;
        }
    }
}

/// States that are not yet extended, without what can be computed again.
#[derive(Clone, Debug, Default)]
pub(super) struct DeferredStates {
    classes: usize,
    counts: Vec<u32>,
    predecessors: Vec<Predecessor>,
}

impl DeferredStates {
    pub(super) fn is_empty(&self) -> bool {
        self.predecessors.is_empty()
    }

    /// The number of bytes that the states hold.
    pub(super) fn held(&self) -> usize {
        held(&self.counts) + held(&self.predecessors)
    }

    /// Removes some states and returns those that have no negative slack.
    pub(super) fn take(&mut self, most: usize, slacks: impl Fn(&[u32]) -> Slacks) -> StateSet {
        let mut states = StateSet::default();
        let left = self.predecessors.len().saturating_sub(most);
        for index in left..self.predecessors.len() {
            let counts = &self.counts[index * self.classes..(index + 1) * self.classes];
            let slacks = slacks(counts);
            if slacks.iter().all(|&slack| slack >= 0) {
                states.insert(
                    counts,
                    state_hash(counts),
                    &slacks,
                    self.predecessors[index],
                );
            }
        }
        self.counts.truncate(left * self.classes);
        self.predecessors.truncate(left);
        states
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::word_check::cover::price_bound::LANES;

    /// The most bytes that a set of few states holds.
    const SMALLEST_TABLE: usize = 2048;

    proptest! {
        /// The reference is a map. States with equal hashes may differ, so some cases give all
        /// states the same hash.
        #[test]
        fn a_set_keeps_each_state_once_and_removes_those_with_negative_slack(
            states in prop::collection::vec((prop::collection::vec(0..4u32, 3), 0..9i32), 0..200),
            bounds in prop::collection::vec(0..60u32, 0..3),
            equal_hashes: bool,
            extended in 0..64usize,
        ) {
            let hash = |counts: &[u32]| if equal_hashes { 7 } else { state_hash(counts) };
            let (mut set, mut plain) = (StateSet::default(), BTreeMap::new());
            for ((counts, slack), number) in states.iter().zip(0..) {
                let predecessor = Predecessor { state: number, length: 1 };
                let is_new = set.insert(counts, hash(counts), &[*slack; LANES], predecessor);
                prop_assert_eq!(is_new, !plain.contains_key(counts));
                plain.entry(counts.clone()).or_insert(([*slack; LANES], predecessor));
            }
            for bound in bounds {
                let slack = |counts: &[u32]| {
                    (counts[0] + 4 * counts[1] + 16 * counts[2]).abs_diff(bound) as i32 - 5
                };
                set.apply_bound(1, slack);
                plain.retain(|counts, _| slack(counts) >= 0);
                plain.iter_mut().for_each(|(counts, (slacks, _))| slacks[1] = slack(counts));
            }
            let contents = |set: &StateSet| -> BTreeMap<_, _> {
                let state = |index| (*set.slacks(index), set.predecessor(index));
                (0..set.len()).map(|index| (set.counts(index).to_vec(), state(index))).collect()
            };
            prop_assert_eq!(set.len(), plain.len());
            prop_assert_eq!(contents(&set), plain.clone());
            prop_assert!(set.held() <= 2 * StateSet::state_size(3) * states.len() + SMALLEST_TABLE);

            // Deferred states come back as they were, except those refuted in the meantime.
            let extended = extended.min(set.len());
            let first: Vec<_> = (0..extended).map(|index| set.predecessor(index)).collect();
            let mut expected = plain;
            (0..extended).for_each(|index| { expected.remove(set.counts(index)); });
            let (predecessors, mut deferred) = set.retire(extended);
            prop_assert_eq!(predecessors, first);
            expected.retain(|counts, _| counts[0] > 0);
            expected.values_mut().for_each(|(slacks, _)| *slacks = [3; LANES]);
            let mut resumed = BTreeMap::new();
            while !deferred.is_empty() {
                let slacks = |counts: &[u32]| if counts[0] > 0 { [3; LANES] } else { [-1; LANES] };
                resumed.extend(contents(&deferred.take(7, slacks)));
            }
            prop_assert_eq!(resumed, expected);
        }
    }
}
