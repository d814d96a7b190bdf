//! The states of a [layered search](super::layered_search) at one position of the word, each
//! kept once. A state says how many tiles of each class have been placed, and carries its slack
//! under every bound of the pool. The search decides which states to add and remove.
//!
//! It is a hash set with open addressing. The hash of a state is a linear function of its
//! counts, so that one more tile changes the hash by an addition.

use super::price_bound::Slacks;

/// An empty slot of the table.
const EMPTY: u32 = u32::MAX;

/// What one tile of a class adds to the hash of a state: a power of an odd multiplier, the
/// fractional part of the golden ratio.
pub(super) fn class_hash(class: usize) -> u64 {
    0x9E37_79B9_7F4A_7C15_u64.wrapping_pow(class as u32 + 1)
}

/// The states that reach one position.
#[derive(Clone, Debug, Default)]
pub(super) struct StateSet {
    /// How many tiles of each class have been placed, state after state.
    counts: Vec<u32>,
    hashes: Vec<u64>,
    slacks: Vec<Slacks>,
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

    /// Adds a state unless the set contains it.
    #[inline]
    pub(super) fn insert(&mut self, counts: &[u32], hash: u64, slacks: &Slacks) {
        if 2 * (self.len() + 1) > self.table.len() {
            self.rehash((2 * self.table.len()).max(64));
        }
        let slot = self.slot(counts, hash);
        if self.table[slot] == EMPTY {
            self.table[slot] = self.len() as u32;
            self.counts.extend_from_slice(counts);
            self.hashes.push(hash);
            self.slacks.push(*slacks);
        }
    }

    pub(super) fn contains(&self, counts: &[u32], hash: u64) -> bool {
        self.len() > 0 && self.table[self.slot(counts, hash)] != EMPTY
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
            kept += 1;
        }
        if kept < size {
            self.counts.truncate(kept * classes);
            self.hashes.truncate(kept);
            self.slacks.truncate(kept);
            self.rehash(self.table.len());
        }
    }

    /// Frees the slacks, which are needed only until the states have been extended.
    pub(super) fn free_slacks(&mut self) {
        self.slacks = Vec::new();
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::word_check::cover::price_bound::LANES;

    fn hash(counts: &[u32]) -> u64 {
        let terms = counts.iter().enumerate();
        let terms = terms.map(|(class, &count)| class_hash(class).wrapping_mul(u64::from(count)));
        terms.fold(0, u64::wrapping_add)
    }

    proptest! {
        /// The reference is a map. States with equal hashes may differ, so some cases give all
        /// states the same hash.
        #[test]
        fn a_set_keeps_each_state_once_and_removes_those_with_negative_slack(
            states in prop::collection::vec((prop::collection::vec(0..4u32, 3), 0..9i32), 0..200),
            bounds in prop::collection::vec(0..60u32, 0..3),
            equal_hashes: bool,
        ) {
            let hash = |counts: &[u32]| if equal_hashes { 7 } else { hash(counts) };
            let (mut set, mut plain) = (StateSet::default(), BTreeMap::new());
            for (counts, slack) in &states {
                set.insert(counts, hash(counts), &[*slack; LANES]);
                plain.entry(counts.clone()).or_insert([*slack; LANES]);
            }
            for bound in bounds {
                let slack = |counts: &[u32]| {
                    (counts[0] + 4 * counts[1] + 16 * counts[2]).abs_diff(bound) as i32 - 5
                };
                set.apply_bound(1, slack);
                plain.retain(|counts, _| slack(counts) >= 0);
                plain.iter_mut().for_each(|(counts, slacks)| slacks[1] = slack(counts));
            }
            let found = (0..set.len()).map(|index| (set.counts(index).to_vec(), *set.slacks(index)));
            prop_assert_eq!(set.len(), plain.len());
            prop_assert_eq!(found.collect::<BTreeMap<_, _>>(), plain.clone());
            for (counts, _) in &states {
                prop_assert_eq!(set.contains(counts, hash(counts)), plain.contains_key(counts));
            }
        }
    }
}
