//! The search for a cover when all else fails: dynamic programming over the positions of the
//! word, with all states of a position at once. Its aim is bounded work; a cover that is easy
//! to find has been found before.
//!
//! What can follow depends only on how many tiles of each class have been placed, not on their
//! order, so these counts are the state, and each position keeps its states once. Long words
//! have millions of states, so a large layer is pruned: the search probes a sample of its
//! states, which yields a cover, or prices that prove there is none from there on, or nothing.
//! Prices that refute one state refute many, so they are kept as bounds, and every state they
//! refute is removed, in this layer and in later ones. (These are cutting planes, learned from
//! samples. The hardest words known took 2,000,000 to 4,000,000 steps, at a microsecond each,
//! with a search that continued from each state separately; now they take a tenth of both.)

use super::price_bound::{BoundPool, PriceBound};
use super::state_set::{StateSet, class_hash};
use super::{Candidate, CoverSearch, PRICE_UNIT};
use crate::matching::{Mask, Matching};

/// How a layered search prunes. The answer is the same for any options.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerOptions {
    /// Layers with more states are pruned.
    pub(super) prune_above: usize,
    /// Price rounds for each probed state, at least one.
    pub(super) rounds: u32,
    /// Every n-th probe that settles nothing is followed by a dive.
    pub(super) dive_every: u32,
    /// The most steps of such a dive.
    pub(super) dive_steps: u64,
}

impl Default for LayerOptions {
    fn default() -> Self {
        Self {
            prune_above: 64,
            rounds: 60,
            dive_every: 8,
            dive_steps: 200,
        }
    }
}

/// Pruning a layer stops after one useless probe per this many states.
const STATES_PER_USELESS_PROBE: usize = 40;

/// Layers with more states get no more useless probes than a layer of this size.
const LARGE_LAYER: usize = 2000;

/// A bound is kept if it refutes at least one state in this many.
const STATES_PER_REFUTATION: usize = 32;

/// How many states of a layer a new bound is tried on.
const TRIED_STATES: usize = 64;

/// A layered search from one end of a word.
struct LayeredSearch<M> {
    /// The word, read from the end where the search starts.
    search: CoverSearch<M>,
    options: LayerOptions,
    /// The prices that each probe starts with, and the price of all dice.
    prices: Vec<u64>,
    budget: u64,
    bounds: BoundPool,
    /// The states of each position.
    layers: Vec<StateSet>,
    /// The position whose layer is next.
    position: usize,
}

impl<M: Mask> CoverSearch<M> {
    /// Returns whether the word has a cover. If it has, its tiles are placed. Prices are not
    /// changed.
    ///
    /// A word that is hard from one end may be easy from the other, so two searches run in
    /// turns: the one that has done less work goes on.
    pub(super) fn search_from_both_ends(
        &mut self,
        options: LayerOptions,
        matching: &mut Matching<M>,
    ) -> bool {
        let steps_before = self.steps;
        let start = |search| LayeredSearch::new(search, options, matching);
        let mut searches = [self.clone(), self.reversed()].map(start);
        let (end, is_covered) = loop {
            let end = usize::from(searches[1].work() < searches[0].work());
            if let Some(is_covered) = searches[end].advance(matching) {
                break (end, is_covered);
            }
        };
        let steps = searches
            .iter()
            .map(|layered| layered.search.steps - steps_before);
        self.steps += steps.sum::<u64>();
        self.placed = std::mem::take(&mut searches[end].search.placed);
        if end == 1 {
            self.placed.reverse();
        }
        is_covered
    }

    /// The same search for the reversed word.
    fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.candidates.iter_mut().for_each(Vec::clear);
        for (start, candidates) in self.candidates.iter().enumerate().take(self.letters) {
            for &candidate in candidates {
                reversed.candidates[self.letters - candidate.end(start)].push(candidate);
            }
        }
        reversed
    }
}

impl<M: Mask> LayeredSearch<M> {
    fn new(mut search: CoverSearch<M>, options: LayerOptions, matching: &Matching<M>) -> Self {
        search.find_cheapest_paths(0);
        let mut bounds = BoundPool::new(&search);
        bounds.insert(PriceBound::new(&search, matching));
        let mut layers = vec![StateSet::default(); search.letters + 1];
        let no_tiles = vec![0; search.classes.len()];
        let slacks = bounds.slacks(&no_tiles, 0);
        if slacks.iter().all(|&slack| slack >= 0) {
            layers[0].insert(&no_tiles, 0, &slacks);
        }
        Self {
            options,
            prices: search.prices.clone(),
            budget: search.budget,
            search,
            bounds,
            layers,
            position: 0,
        }
    }

    /// The number of steps after the next layer.
    fn work(&self) -> u64 {
        self.search.steps + self.layers[self.position].len() as u64
    }

    /// Processes the next layer. Returns the answer once it is known, at the latest after the
    /// last layer.
    fn advance(&mut self, matching: &mut Matching<M>) -> Option<bool> {
        let position = self.position;
        if self.prune(position, matching) {
            return Some(true);
        }
        if position < self.search.letters {
            self.extend(position);
            self.position += 1;
            return None;
        }
        let mut states = 0..self.layers[position].len();
        let covered = states.find(|&state| self.place_state(position, state, matching));
        if let Some(state) = covered {
            self.restore_order(position, state);
        }
        Some(covered.is_some())
    }

    /// Extends every state of a layer by every tile that may come next.
    fn extend(&mut self, position: usize) {
        let mut layer = std::mem::take(&mut self.layers[position]);
        self.search.steps += layer.len() as u64;
        let mut counts = Vec::new();
        for state in 0..layer.len() {
            counts.clear();
            counts.extend_from_slice(layer.counts(state));
            for index in 0..self.bounds.candidate_count(position) {
                let checked = self.bounds.check(position, index, layer.slacks(state));
                let Some((candidate, slacks)) = checked else {
                    continue;
                };
                let class = candidate.class as usize;
                counts[class] += 1;
                let hash = layer.hash(state).wrapping_add(class_hash(class));
                self.layers[candidate.end(position)].insert(&counts, hash, &slacks);
                counts[class] -= 1;
            }
        }
        layer.free_slacks();
        self.layers[position] = layer;
    }

    /// Removes states of a large layer that begin no cover. Returns true if it found a cover
    /// meanwhile.
    fn prune(&mut self, position: usize, matching: &mut Matching<M>) -> bool {
        let mut useless_probes = 0;
        for probe in 1u32.. {
            let size = self.layers[position].len();
            let allowed = size.min(LARGE_LAYER) / STATES_PER_USELESS_PROBE;
            if size <= self.options.prune_above || useless_probes > allowed {
                break;
            }
            // Multiples of the golden ratio are spread evenly.
            let spread = u64::from(probe.wrapping_mul(0x9E37_79B9));
            let state = ((spread * size as u64) >> 32) as usize;
            let mut answer = self.probe(position, state, matching);
            if answer.is_none() && probe % self.options.dive_every == 0 {
                let steps = self.options.dive_steps;
                answer = self.search.dive(position, steps, matching);
                // A negative answer found by branching comes without prices that prove it.
                answer = answer.filter(|&is_covered| is_covered);
            }
            match answer {
                Some(true) => {
                    self.restore_order(position, state);
                    return true;
                }
                Some(false) if self.learn_bound(position, matching) => {}
                _ => useless_probes += 1,
            }
        }
        false
    }

    /// Returns whether a state begins a cover, or [`None`] if some price rounds did not settle
    /// it. If it does not, the prices of the search prove that.
    fn probe(&mut self, position: usize, state: usize, matching: &mut Matching<M>) -> Option<bool> {
        if self.place_state(position, state, matching) {
            self.search.prices.clone_from(&self.prices);
            self.search.budget = self.budget;
            let rounds = self.options.rounds;
            return self.search.adjust_prices(position, rounds, matching);
        }
        self.search.prices.clear();
        self.search.budget = 0;
        self.search.oversubscribed = matching.oversubscribed();
        self.search.raise_prices(PRICE_UNIT, matching);
        Some(false)
    }

    /// Places the tiles of a state, in any order. Returns false if there are too few dice.
    fn place_state(&mut self, position: usize, state: usize, matching: &mut Matching<M>) -> bool {
        matching.clear();
        self.search.placed.clear();
        let counts = self.layers[position].counts(state);
        for (class, (&count, &kinds)) in counts.iter().zip(&self.search.classes).enumerate() {
            for _ in 0..count {
                if !matching.push(kinds) {
                    return false;
                }
                let (length, class) = (0, class as u32);
                self.search.placed.push(Candidate { length, class });
            }
        }
        true
    }

    /// Adds the prices of the search to the bounds if they refute enough states, and removes
    /// what they refute. Returns whether they did.
    fn learn_bound(&mut self, position: usize, matching: &Matching<M>) -> bool {
        let bound = PriceBound::new(&self.search, matching);
        let layer = &self.layers[position];
        let states = (0..layer.len()).step_by(layer.len().div_ceil(TRIED_STATES));
        let tried = states.len();
        let is_refuted = |state: &usize| bound.slack(layer.counts(*state), position) < 0;
        if states.filter(is_refuted).count() * STATES_PER_REFUTATION < tried {
            return false;
        }
        let (lane, bound) = self.bounds.insert(bound);
        for (reached, layer) in self.layers.iter_mut().enumerate().skip(position) {
            layer.apply_bound(lane, |counts| bound.slack(counts, reached));
        }
        true
    }

    /// Puts the tiles of a state, placed in any order, into the order of the word, by going
    /// back through the layers. Tiles placed after them stay where they are.
    fn restore_order(&mut self, position: usize, state: usize) {
        let mut counts = self.layers[position].counts(state).to_vec();
        let mut hash = self.layers[position].hash(state);
        let placed = counts.iter().sum::<u32>() as usize;
        let mut reached = position;
        for tile in (0..placed).rev() {
            let ending_here = (0..reached).flat_map(|start| {
                let candidates = self.search.candidates[start].iter();
                let candidates = candidates.filter(move |tile| tile.end(start) == reached);
                candidates.map(move |candidate| (start, *candidate))
            });
            let is_last_tile = |&(start, candidate): &(usize, Candidate)| {
                let class = candidate.class as usize;
                if counts[class] == 0 {
                    return false;
                }
                counts[class] -= 1;
                let hash_before = hash.wrapping_sub(class_hash(class));
                let is_known = self.layers[start].contains(&counts, hash_before);
                counts[class] += u32::from(!is_known);
                is_known
            };
            let (start, candidate) = { ending_here }
                .find(is_last_tile)
                .expect("a state extends one of an earlier layer");
            hash = hash.wrapping_sub(class_hash(candidate.class as usize));
            self.search.placed[tile] = candidate;
            reached = start;
        }
    }
}
