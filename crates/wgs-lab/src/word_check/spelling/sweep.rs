//! The search for a spelling when all else fails: letter by letter over the word, with all
//! tallies of tiles that reach a letter at once. Bounded work is its aim; a spelling that is
//! easy to find has been found before.
//!
//! What can follow depends on how many tiles of each sort lie, not on their order, so each
//! tally is kept once, in the layer of the letter that it reaches. Long words have millions,
//! so a crowded layer is thinned: a sample of its tallies is examined at length, which gives
//! either a spelling, or prices that prove there is none from there on, or nothing. Prices
//! that refute one tally refute many, so they are kept on a panel, and whatever they refute
//! is dropped, here and in the layers to come. (This is cutting planes, learned from samples.
//! The hardest words known took 2,000,000 to 4,000,000 steps of a search that went on from
//! each tally by itself, at a microsecond each; now they take a tenth of both.)

use super::layer::{Layer, hash_of_sort};
use super::pricing::{Panel, Pricing};
use super::{Edge, Search, UNIT};
use crate::matching::{Mask, Matching};

/// How a sweep thins its layers. Any options give the same answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepOptions {
    /// Layers with more tallies are thinned.
    pub(super) crowd: usize,
    /// Rounds of trying for a tally of the sample, at least one.
    pub(super) rounds: u32,
    /// Samples from one that is searched to the next, and the steps of that search.
    pub(super) dive_every: u32,
    pub(super) dive_steps: u64,
}

impl Default for SweepOptions {
    fn default() -> Self {
        Self {
            crowd: 64,
            rounds: 60,
            dive_every: 8,
            dive_steps: 200,
        }
    }
}

/// One sample in vain for so many tallies, and a layer is thin enough.
const PATIENCE: usize = 40;

/// Tallies beyond which a layer is not given more samples.
const LARGE: usize = 2000;

/// Prices are worth keeping if they refute one tally in so many.
const WORTHWHILE: usize = 32;

/// A search by layers.
struct Sweep<M> {
    /// The word, read from the end to begin at.
    search: Search<M>,
    options: SweepOptions,
    /// The prices that samples are examined with first, and all dice at those.
    prices: Vec<u64>,
    budget: u64,
    panel: Panel,
    /// The tallies that reach each letter.
    layers: Vec<Layer>,
    /// The letter whose layer is next.
    start: usize,
}

impl<M: Mask> Search<M> {
    /// Whether there is a spelling. If so its tiles lie. The prices stay as they are.
    ///
    /// What is hard from one end of the word may be easy from the other: two sweeps begin,
    /// and that which has had less to do goes on.
    pub(super) fn sweep(&mut self, options: SweepOptions, matching: &mut Matching<M>) -> bool {
        let before = self.steps;
        let from = |search| Sweep::new(search, options, matching);
        let mut sweeps = [self.clone(), self.mirrored()].map(from);
        let (end, answer) = loop {
            let end = usize::from(sweeps[1].work() < sweeps[0].work());
            if let Some(answer) = sweeps[end].advance(matching) {
                break (end, answer);
            }
        };
        let taken = sweeps.iter().map(|sweep| sweep.search.steps - before);
        self.steps += taken.sum::<u64>();
        self.laid = std::mem::take(&mut sweeps[end].search.laid);
        if end == 1 {
            self.laid.reverse();
        }
        answer
    }

    /// The same for the word read from its other end.
    fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.edges.iter_mut().for_each(Vec::clear);
        for (start, edges) in self.edges.iter().enumerate().take(self.letters) {
            for &edge in edges {
                mirrored.edges[self.letters - edge.end(start)].push(edge);
            }
        }
        mirrored
    }
}

impl<M: Mask> Sweep<M> {
    fn new(mut search: Search<M>, options: SweepOptions, matching: &Matching<M>) -> Self {
        search.appraise(0);
        let mut panel = Panel::new(&search);
        panel.adopt(Pricing::new(&search, matching));
        let mut layers = vec![Layer::default(); search.letters + 1];
        let none = vec![0; search.sorts.len()];
        let slack = panel.slack(&none, 0);
        if slack.iter().all(|&slack| slack >= 0) {
            layers[0].insert(&none, 0, &slack);
        }
        Self {
            options,
            prices: search.prices.clone(),
            budget: search.budget,
            search,
            panel,
            layers,
            start: 0,
        }
    }

    /// The steps after the next layer.
    fn work(&self) -> u64 {
        self.search.steps + self.layers[self.start].len() as u64
    }

    /// Takes the next layer; the answer after the last.
    fn advance(&mut self, matching: &mut Matching<M>) -> Option<bool> {
        let start = self.start;
        if self.thin(start, matching) {
            return Some(true);
        }
        if start < self.search.letters {
            self.extend(start);
            self.start += 1;
            return None;
        }
        let mut places = 0..self.layers[start].len();
        let spelled = places.find(|&place| self.lay(start, place, matching));
        if let Some(place) = spelled {
            self.retrace(start, place);
        }
        Some(spelled.is_some())
    }

    /// Lays every tile that may come next on every tally of a layer.
    fn extend(&mut self, start: usize) {
        let mut layer = std::mem::take(&mut self.layers[start]);
        self.search.steps += layer.len() as u64;
        let mut counts = Vec::new();
        for place in 0..layer.len() {
            counts.clear();
            counts.extend_from_slice(layer.counts(place));
            for choice in 0..self.panel.choices(start) {
                let laid = self.panel.lay(start, choice, layer.slack(place));
                let Some((edge, slack)) = laid else { continue };
                let sort = edge.sort as usize;
                counts[sort] += 1;
                let hash = layer.hash(place).wrapping_add(hash_of_sort(sort));
                self.layers[edge.end(start)].insert(&counts, hash, &slack);
                counts[sort] -= 1;
            }
        }
        layer.settle();
        self.layers[start] = layer;
    }

    /// Drops tallies of a crowded layer that no spelling begins with; true if a spelling was
    /// found meanwhile.
    fn thin(&mut self, start: usize, matching: &mut Matching<M>) -> bool {
        let mut in_vain = 0;
        for sample in 1u32.. {
            let size = self.layers[start].len();
            if size <= self.options.crowd || in_vain > size.min(LARGE) / PATIENCE {
                break;
            }
            // Multiples of the golden ratio are spread evenly.
            let spread = u64::from(sample.wrapping_mul(0x9E37_79B9));
            let place = ((spread * size as u64) >> 32) as usize;
            let mut answer = self.examine(start, place, matching);
            if answer.is_none() && sample % self.options.dive_every == 0 {
                let steps = self.options.dive_steps;
                answer = self.search.dive(start, steps, matching);
                // What is found by branching has no prices to prove it.
                answer = answer.filter(|&spelled| spelled);
            }
            match answer {
                Some(true) => {
                    self.retrace(start, place);
                    return true;
                }
                Some(false) if self.learn(start, matching) => {}
                _ => in_vain += 1,
            }
        }
        false
    }

    /// Whether a spelling begins with a tally, if some rounds of trying tell. If not, the
    /// search has prices that prove it.
    fn examine(&mut self, start: usize, place: usize, matching: &mut Matching<M>) -> Option<bool> {
        if self.lay(start, place, matching) {
            self.search.prices.clone_from(&self.prices);
            self.search.budget = self.budget;
            let rounds = self.options.rounds;
            return self.search.attempt(start, rounds, matching);
        }
        self.search.prices.clear();
        self.search.budget = 0;
        self.search.contested = matching.contested();
        self.search.raise(UNIT, matching);
        Some(false)
    }

    /// Lays the tiles of a tally, in any order, unless there are too few dice.
    fn lay(&mut self, start: usize, place: usize, matching: &mut Matching<M>) -> bool {
        matching.clear();
        self.search.laid.clear();
        let counts = self.layers[start].counts(place);
        for (sort, (&count, &kinds)) in counts.iter().zip(&self.search.sorts).enumerate() {
            for _ in 0..count {
                if !matching.push(kinds) {
                    return false;
                }
                let (length, sort) = (0, sort as u32);
                self.search.laid.push(Edge { length, sort });
            }
        }
        true
    }

    /// Keeps the prices of the search if they refute enough, and drops what they refute.
    fn learn(&mut self, start: usize, matching: &Matching<M>) -> bool {
        let pricing = Pricing::new(&self.search, matching);
        let layer = &self.layers[start];
        let places = (0..layer.len()).step_by(layer.len().div_ceil(64));
        let tried = places.len();
        let is_refuted = |place: &usize| pricing.slack(layer.counts(*place), start) < 0;
        if places.filter(is_refuted).count() * WORTHWHILE < tried {
            return false;
        }
        let (lane, pricing) = self.panel.adopt(pricing);
        for (reached, layer) in self.layers.iter_mut().enumerate().skip(start) {
            layer.reprice(lane, |counts| pricing.slack(counts, reached));
        }
        true
    }

    /// After the tiles of a tally, in any order, were followed by the rest of a spelling: puts
    /// them into the order of the word.
    fn retrace(&mut self, start: usize, place: usize) {
        let mut counts = self.layers[start].counts(place).to_vec();
        let mut hash = self.layers[start].hash(place);
        let laid = counts.iter().sum::<u32>() as usize;
        let mut reached = start;
        for tile in (0..laid).rev() {
            let starts = (0..reached).flat_map(|start| {
                let edges = self.search.edges[start].iter();
                let edges = edges.filter(move |edge| edge.end(start) == reached);
                edges.map(move |edge| (start, *edge))
            });
            let came_by = |&(start, edge): &(usize, Edge)| {
                let sort = edge.sort as usize;
                if counts[sort] == 0 {
                    return false;
                }
                counts[sort] -= 1;
                let before = hash.wrapping_sub(hash_of_sort(sort));
                let is_there = self.layers[start].contains(&counts, before);
                counts[sort] += u32::from(!is_there);
                is_there
            };
            let (start, edge) = { starts }
                .find(came_by)
                .expect("a tally comes from one of a layer before");
            hash = hash.wrapping_sub(hash_of_sort(edge.sort as usize));
            self.search.laid[tile] = edge;
            reached = start;
        }
    }
}
