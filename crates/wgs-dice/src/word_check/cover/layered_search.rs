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
//!
//! Contrived words have more states than fit into memory. When the states of a layer would
//! extend to too many, the search extends only some and defers the others. It returns to them
//! when it has reached the end of the word without a cover, the last layer first. So it goes on
//! depth first, with a part of a layer at a time. A state that is reached from two parts is
//! extended twice, but the bounds learned in one part serve the others too. (A word of 126 letters
//! that once took 470 MB takes 60 MB, or 6 MB, in less time.)

use std::mem::size_of;

use wgs_engine::{Meter, Stopped};

use super::price_bound::{BoundPool, PriceBound};
use super::state_set::{DeferredStates, Predecessor, StateSet, class_hash, held};
use super::{Candidate, CoverLimits, CoverSearch, PRICE_UNIT};
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

/// The part of the memory that is reserved for going on once the rest is full.
const RESERVED_PART: usize = 4;

/// A layered search from one end of a word.
struct LayeredSearch<M> {
    /// The word, read from the end where the search starts.
    search: CoverSearch<M>,
    options: LayerOptions,
    /// The prices that each probe starts with, and the price of all dice.
    prices: Vec<u64>,
    total_price: u64,
    bounds: BoundPool,
    /// The states of each position that the search may still extend.
    layers: Vec<StateSet>,
    /// The predecessors of the states at each position that have been extended.
    predecessors: Vec<Vec<Predecessor>>,
    /// The states that are left for later, with their positions in ascending order. They extend
    /// states before those positions.
    deferred: Vec<(usize, DeferredStates)>,
    /// The position whose layer is next.
    position: usize,
    /// The number of bytes that the search may hold.
    memory: usize,
    /// The number of bytes that it holds regardless of its states.
    fixed_memory: usize,
    /// The step count at which the search ends without an answer, once it has deferred states.
    last_step: Option<u64>,
}

impl<M: Mask> CoverSearch<M> {
    /// Returns whether the word has a cover. If it has, its tiles are placed. Prices are not
    /// changed.
    ///
    /// A word that is hard from one end may be easy from the other, so two searches run in
    /// turns: the one that has done less work goes on.
    ///
    /// # Errors
    ///
    /// Returns an error if the limits or the budget were reached before there was an answer.
    pub(super) fn search_from_both_ends(
        &mut self,
        options: LayerOptions,
        limits: CoverLimits,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        let steps_before = self.steps;
        let fixed_memory = 2 * self.layered_memory();
        meter.spend_holding(u32::MAX, || fixed_memory);
        meter.result()?;
        let memory = limits.memory / 2;
        let start = |search| LayeredSearch::new(search, options, memory, matching);
        let mut searches = [self.clone(), self.reversed()].map(start);
        let answer = loop {
            let can_go_on = |end: &usize| !searches[*end].has_given_up();
            let least_work = (0..2)
                .filter(can_go_on)
                .min_by_key(|&end| searches[end].work());
            let Some(end) = least_work else {
                break Err(Stopped::MemoryLimit);
            };
            let held = searches[0].held() + searches[1].held();
            self.most_held = self.most_held.max(held);
            // The memory is checked for every layer.
            meter.spend_holding(u32::MAX, || held);
            let advanced = meter
                .result()
                .and_then(|()| searches[end].advance(limits.patience, matching, meter));
            match advanced {
                Ok(None) => {}
                Ok(Some(is_covered)) => break Ok((end, is_covered)),
                Err(reason) => break Err(reason),
            }
        };
        let steps = searches
            .iter()
            .map(|layered| layered.search.steps - steps_before);
        self.steps += steps.sum::<u64>();
        let (end, is_covered) = answer?;
        self.placed = std::mem::take(&mut searches[end].search.placed);
        if end == 1 {
            self.placed.reverse();
        }
        Ok(is_covered)
    }

    /// The number of bytes that a layered search holds before it has any states.
    fn layered_memory(&self) -> usize {
        let candidates: usize = self.candidates[..self.letters].iter().map(Vec::len).sum();
        // Candidates are held twice, and once more with prices.
        let per_letter = 3 * size_of::<Vec<Candidate>>() + 2 * size_of::<StateSet>();
        let per_bound = size_of::<i64>() * (self.letters + self.classes.len());
        candidates * BoundPool::CANDIDATE_SIZE
            + self.letters * per_letter
            + BoundPool::MOST_BOUNDS * per_bound
            + held(&self.classes)
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
    fn new(
        mut search: CoverSearch<M>,
        options: LayerOptions,
        memory: usize,
        matching: &Matching<M>,
    ) -> Self {
        let fixed_memory = search.layered_memory();
        search.find_cheapest_paths(0);
        let mut bounds = BoundPool::new(&search);
        bounds.insert(PriceBound::new(&search, matching));
        let mut layers = vec![StateSet::default(); search.letters + 1];
        let no_tiles = vec![0; search.classes.len()];
        let slacks = bounds.slacks(&no_tiles, 0);
        if slacks.iter().all(|&slack| slack >= 0) {
            layers[0].insert(&no_tiles, 0, &slacks, Predecessor::default());
        }
        Self {
            options,
            prices: search.prices.clone(),
            total_price: search.total_price,
            search,
            bounds,
            layers,
            predecessors: Vec::new(),
            deferred: Vec::new(),
            position: 0,
            memory,
            fixed_memory,
            last_step: None,
        }
    }

    /// The number of bytes that the search holds.
    fn held(&self) -> usize {
        let layers = self.layers.iter().map(StateSet::held);
        let predecessors = self.predecessors.iter().map(held);
        let deferred = self.deferred.iter().map(|(_, states)| states.held());
        self.fixed_memory
            + layers.sum::<usize>()
            + predecessors.sum::<usize>()
            + deferred.sum::<usize>()
    }

    /// The number of states that extending a layer may add. A part of the memory is reserved, in
    /// equal shares for all positions, so that the search can always go on.
    fn most_new_states(&self) -> usize {
        let state_size = StateSet::state_size(self.search.classes.len());
        let reserved = self.memory / RESERVED_PART;
        let free = (self.memory - reserved).saturating_sub(self.held());
        // Vectors and tables may have room for twice as many states as they hold.
        let share = reserved / self.layers.len();
        (free / 2).max(share / 2).div_ceil(state_size).max(1)
    }

    /// Whether the search has gone on without success for long after it ran out of memory.
    fn has_given_up(&self) -> bool {
        self.last_step.is_some_and(|last| self.search.steps > last)
    }

    /// The number of steps after the next layer.
    fn work(&self) -> u64 {
        self.search.steps + self.layers[self.position].len() as u64
    }

    /// Processes the next layer. Returns the answer once it is known, at the latest after the
    /// last layer. A search that has deferred states gives up after `patience` times as many steps
    /// as it took until then.
    fn advance(
        &mut self,
        patience: u64,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Stopped> {
        let position = self.position;
        if self.prune(position, matching, meter) {
            return Ok(Some(true));
        }
        meter.result()?;
        if position < self.search.letters {
            self.extend(position, meter);
            meter.result()?;
            if !self.deferred.is_empty() && self.last_step.is_none() {
                self.last_step = Some(self.search.steps.saturating_mul(patience));
            }
            self.position += 1;
            return Ok(None);
        }
        for state in 0..self.layers[position].len() {
            if self.place_state(position, state, matching) {
                self.restore_order(position, state);
                return Ok(Some(true));
            }
            meter.spend(1 + self.search.placed.len() as u32 + matching.take_work());
            meter.result()?;
        }
        self.layers[position] = StateSet::default();
        Ok(self.resume().then_some(false))
    }

    /// Extends the states of a layer by every tile that may come next, and defers those that
    /// would need too much memory.
    fn extend(&mut self, position: usize, meter: &mut Meter<'_>) {
        let mut left = self.most_new_states();
        let layer = std::mem::take(&mut self.layers[position]);
        let candidates = self.bounds.candidate_count(position);
        let mut counts = Vec::new();
        let mut extended = 0;
        while extended < layer.len() && left > 0 {
            let state = extended;
            counts.clear();
            counts.extend_from_slice(layer.counts(state));
            for index in 0..candidates {
                let checked = self.bounds.check(position, index, layer.slacks(state));
                let Some((candidate, slacks)) = checked else {
                    continue;
                };
                let class = candidate.class as usize;
                counts[class] += 1;
                let hash = layer.hash(state).wrapping_add(class_hash(class));
                let predecessor = Predecessor {
                    state: state as u32,
                    length: candidate.length,
                };
                let next = &mut self.layers[candidate.end(position)];
                let is_new = next.insert(&counts, hash, &slacks, predecessor);
                left = left.saturating_sub(usize::from(is_new));
                counts[class] -= 1;
            }
            extended += 1;
            if !meter.spend(1 + 4 * candidates as u32) {
                return;
            }
        }
        self.search.steps += extended as u64;
        let (predecessors, deferred) = layer.retire(extended);
        self.predecessors.push(predecessors);
        if !deferred.is_empty() {
            self.deferred.push((position, deferred));
        }
    }

    /// Returns to the states that were deferred last. Returns true if there are none, so that the
    /// word has no cover.
    fn resume(&mut self) -> bool {
        let Some((position, mut states)) = self.deferred.pop() else {
            return true;
        };
        self.predecessors.truncate(position);
        self.position = position;
        let most = self.most_new_states();
        self.layers[position] = states.take(most, |counts| self.bounds.slacks(counts, position));
        if !states.is_empty() {
            self.deferred.push((position, states));
        }
        false
    }

    /// Removes states of a large layer that begin no cover. Returns true if it found a cover
    /// meanwhile.
    fn prune(
        &mut self,
        position: usize,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> bool {
        let mut useless_probes = 0;
        for probe in 1u32.. {
            let size = self.layers[position].len();
            let allowed = size.min(LARGE_LAYER) / STATES_PER_USELESS_PROBE;
            if size <= self.options.prune_above || useless_probes > allowed || meter.has_stopped() {
                break;
            }
            // Multiples of the golden ratio are spread evenly.
            let spread = u64::from(probe.wrapping_mul(0x9E37_79B9));
            let state = ((spread * size as u64) >> 32) as usize;
            let mut answer = self.probe(position, state, matching, meter);
            if answer.is_none() && probe % self.options.dive_every == 0 {
                let steps = self.options.dive_steps;
                answer = self.search.dive(position, steps, matching, meter);
                // A negative answer found by branching comes without prices that prove it.
                answer = answer.filter(|&is_covered| is_covered);
            }
            match answer {
                Some(true) => {
                    self.restore_order(position, state);
                    return true;
                }
                Some(false) if self.learn_bound(position, matching, meter) => {}
                _ => useless_probes += 1,
            }
        }
        false
    }

    /// Returns whether a state begins a cover, or [`None`] if some price rounds did not settle
    /// it. If it does not, the prices of the search prove that.
    fn probe(
        &mut self,
        position: usize,
        state: usize,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Option<bool> {
        if self.place_state(position, state, matching) {
            self.search.prices.clone_from(&self.prices);
            self.search.total_price = self.total_price;
            let rounds = self.options.rounds;
            return self.search.adjust_prices(position, rounds, matching, meter);
        }
        self.search.prices.clear();
        self.search.total_price = 0;
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
    fn learn_bound(
        &mut self,
        position: usize,
        matching: &Matching<M>,
        meter: &mut Meter<'_>,
    ) -> bool {
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
            meter.spend(u32::try_from(layer.len()).unwrap_or(u32::MAX));
        }
        true
    }

    /// Puts the tiles of a state, placed in any order, into the order of the word, by going
    /// back through the layers. Tiles placed after them stay where they are.
    fn restore_order(&mut self, position: usize, state: usize) {
        let placed = self.layers[position].counts(state).iter().sum::<u32>();
        let mut predecessor = self.layers[position].predecessor(state);
        let mut reached = position;
        for tile in (0..placed as usize).rev() {
            let start = reached - predecessor.length as usize;
            let candidates = self.search.candidates[start].iter();
            let mut candidates = candidates.filter(|tile| tile.length == predecessor.length);
            let candidate = candidates.next().copied();
            self.search.placed[tile] =
                candidate.expect("a state extends its predecessor by a tile");
            reached = start;
            if reached > 0 {
                predecessor = self.predecessors[reached][predecessor.state as usize];
            }
        }
    }
}
