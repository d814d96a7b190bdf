//! A layer of a sweep: the tallies of tiles with which some letter can be reached, each once.
//! A tally says how many tiles of each sort lie, and carries its slack by each pricing of the
//! panel. Where tallies come from and go to is the sweep's matter.
//!
//! It is a hash set with open addressing. A tally's hash is a polynomial in its counts, so
//! that the hash of the same with one tile more is a sum.

use super::pricing::Slack;

/// An empty slot of the table.
const EMPTY: u32 = u32::MAX;

/// What the tiles of each sort add to a hash: powers of an odd number far from round.
pub(super) fn hash_of_sort(sort: usize) -> u64 {
    0x9E37_79B9_7F4A_7C15_u64.wrapping_pow(sort as u32 + 1)
}

/// The tallies with which one letter can be reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    /// How many tiles lie of each sort, tally after tally.
    counts: Vec<u32>,
    hashes: Vec<u64>,
    slacks: Vec<Slack>,
    /// The places of the tallies by hash; a power of two of them, at most half in use.
    table: Vec<u32>,
}

impl Layer {
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The counts of a tally.
    pub(super) fn counts(&self, place: usize) -> &[u32] {
        let sorts = self.counts.len() / self.len();
        &self.counts[place * sorts..(place + 1) * sorts]
    }

    pub(super) fn hash(&self, place: usize) -> u64 {
        self.hashes[place]
    }

    pub(super) fn slack(&self, place: usize) -> &Slack {
        &self.slacks[place]
    }

    /// Adds a tally, unless it is there.
    #[inline]
    pub(super) fn insert(&mut self, counts: &[u32], hash: u64, slack: &Slack) {
        if 2 * (self.len() + 1) > self.table.len() {
            self.spread((2 * self.table.len()).max(64));
        }
        let slot = self.slot(counts, hash);
        if self.table[slot] == EMPTY {
            self.table[slot] = self.len() as u32;
            self.counts.extend_from_slice(counts);
            self.hashes.push(hash);
            self.slacks.push(*slack);
        }
    }

    pub(super) fn contains(&self, counts: &[u32], hash: u64) -> bool {
        self.len() > 0 && self.table[self.slot(counts, hash)] != EMPTY
    }

    /// Sets one lane of all slacks anew, and drops the tallies for which it is negative.
    pub(super) fn reprice(&mut self, lane: usize, slack: impl Fn(&[u32]) -> i32) {
        let size = self.len();
        let sorts = self.counts.len().checked_div(size).unwrap_or(0);
        let mut kept = 0;
        for place in 0..size {
            let new = slack(&self.counts[place * sorts..(place + 1) * sorts]);
            if new < 0 {
                continue;
            }
            self.counts
                .copy_within(place * sorts..(place + 1) * sorts, kept * sorts);
            self.hashes[kept] = self.hashes[place];
            self.slacks[kept] = self.slacks[place];
            self.slacks[kept][lane] = new;
            kept += 1;
        }
        if kept < size {
            self.counts.truncate(kept * sorts);
            self.hashes.truncate(kept);
            self.slacks.truncate(kept);
            self.spread(self.table.len());
        }
    }

    /// Gives back the memory that is only needed while the layer may change.
    pub(super) fn settle(&mut self) {
        self.slacks = Vec::new();
    }

    /// The slot that has the tally, or that it would be put into.
    fn slot(&self, counts: &[u32], hash: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 24) as usize & mask;
        loop {
            let place = self.table[slot];
            if place == EMPTY {
                return slot;
            }
            let place = place as usize;
            if self.hashes[place] == hash && self.counts(place) == counts {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Makes a table of some size.
    fn spread(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, EMPTY);
        let mask = size - 1;
        for (place, hash) in self.hashes.iter().enumerate() {
            let mut slot = (hash >> 24) as usize & mask;
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = place as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::word_check::spelling::pricing::LANES;

    fn hash(counts: &[u32]) -> u64 {
        let terms = counts.iter().enumerate();
        let terms = terms.map(|(sort, &count)| hash_of_sort(sort).wrapping_mul(u64::from(count)));
        terms.fold(0, u64::wrapping_add)
    }

    proptest! {
        /// The plain twin is a map. Equal hashes are no equal tallies: some are made equal.
        #[test]
        fn a_layer_has_each_tally_once_and_drops_those_without_slack(
            tallies in prop::collection::vec((prop::collection::vec(0..4u32, 3), 0..9i32), 0..200),
            drops in prop::collection::vec(0..60u32, 0..3),
            poor_hashes: bool,
        ) {
            let hash = |counts: &[u32]| if poor_hashes { 7 } else { hash(counts) };
            let (mut layer, mut plain) = (Layer::default(), BTreeMap::new());
            for (counts, slack) in &tallies {
                layer.insert(counts, hash(counts), &[*slack; LANES]);
                plain.entry(counts.clone()).or_insert([*slack; LANES]);
            }
            for drop in drops {
                let slack = |counts: &[u32]| (counts[0] + 4 * counts[1] + 16 * counts[2]).abs_diff(drop) as i32 - 5;
                layer.reprice(1, slack);
                plain.retain(|counts, _| slack(counts) >= 0);
                plain.iter_mut().for_each(|(counts, slacks)| slacks[1] = slack(counts));
            }
            let places = 0..layer.len();
            let found = places.map(|place| (layer.counts(place).to_vec(), *layer.slack(place)));
            prop_assert_eq!(layer.len(), plain.len());
            prop_assert_eq!(found.collect::<BTreeMap<_, _>>(), plain.clone());
            for (counts, _) in &tallies {
                prop_assert_eq!(layer.contains(counts, hash(counts)), plain.contains_key(counts));
            }
        }
    }
}
