//! The search for a spelling: the word cut into tiles, each with a die of its own. Which
//! tiles occur where is the checker's matter.
//!
//! The problem is an exact cover, so it is searched, from the left, but hardly ever far. Two
//! things keep it short.
//!
//! *Prices.* Put a price on each kind of die. A tile costs at least the cheapest kind that
//! shows it, so any way to cut the word costs at least the cheapest path from its start to
//! its end; and a spelling costs at most all dice together. If the path costs more, there is
//! no spelling: a proof, whatever the prices. They are found by trying: the cheapest path is
//! a way to cut the word; either its tiles can be matched to dice, and it is a spelling, or
//! some kinds have too many tiles, and become dearer. (This is Lagrangian relaxation.)
//!
//! *Memory.* What tiles can still follow depends on how many tiles of each sort lie, not on
//! their order, where tiles shown by the same kinds are one sort. No such state is searched
//! twice, so that long repetitive words are as quick as others.

use std::collections::HashSet;

use crate::matching::{Mask, Matching};

/// Rounds of trying at the start, and at each further step.
const ROUNDS: [u32; 2] = [300, 2];

/// The unit of prices. The cheapest of equal paths is that with the fewest tiles.
const UNIT: u64 = 1 << 20;

/// The dearest price; beyond it all are scaled down. Sums over all dice stay below 2^64.
const DEAREST: u64 = UNIT << 18;

/// No path.
const NEVER: u64 = u64::MAX;

/// A tile that occurs in the word.
#[derive(Clone, Copy, Debug)]
struct Edge {
    length: u32,
    sort: u32,
}

/// A search, with its memory.
#[derive(Clone, Debug)]
pub(super) struct Search<M> {
    /// The tiles that may start at each letter.
    edges: Vec<Vec<Edge>>,
    letters: usize,
    /// The kinds that show each sort.
    sorts: Vec<M>,
    /// The price of each kind.
    prices: Vec<u64>,
    /// The price of all dice.
    budget: u64,
    /// The price of each sort.
    costs: Vec<u64>,
    /// The cheapest path from each letter to the end, and its first tile.
    best: Vec<(u64, Edge)>,
    /// How many tiles of each sort lie.
    counts: Vec<u32>,
    /// The tiles that lie.
    laid: Vec<Edge>,
    failed: HashSet<Box<[u32]>>,
    steps: u64,
}

impl<M> Default for Search<M> {
    fn default() -> Self {
        Self {
            edges: Vec::new(),
            letters: 0,
            sorts: Vec::new(),
            prices: Vec::new(),
            budget: 0,
            costs: Vec::new(),
            best: Vec::new(),
            counts: Vec::new(),
            laid: Vec::new(),
            failed: HashSet::new(),
            steps: 0,
        }
    }
}

impl<M: Mask> Search<M> {
    /// Forgets the last word.
    pub(super) fn begin(&mut self, letters: usize) {
        self.edges.iter_mut().for_each(Vec::clear);
        if self.edges.len() < letters {
            self.edges.resize(letters, Vec::new());
        }
        self.letters = letters;
        self.sorts.clear();
    }

    /// Lets a tile of some length start at a letter, shown by these kinds.
    pub(super) fn add(&mut self, start: usize, length: usize, kinds: M) {
        if kinds.is_empty() {
            return;
        }
        let length = length as u32;
        let same = self.edges[start]
            .iter()
            .position(|edge| edge.length == length);
        let kinds = match same {
            Some(place) => {
                let edge = self.edges[start].swap_remove(place);
                kinds.or(self.sorts[edge.sort as usize])
            }
            None => kinds,
        };
        let known = self.sorts.iter().position(|&known| known == kinds);
        let sort = known.unwrap_or_else(|| {
            self.sorts.push(kinds);
            self.sorts.len() - 1
        }) as u32;
        self.edges[start].push(Edge { length, sort });
    }

    /// How many steps the last search took.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// The lengths of the tiles of the spelling that was found.
    pub(super) fn lengths(&self) -> Vec<usize> {
        self.laid.iter().map(|edge| edge.length as usize).collect()
    }

    /// Whether there is a spelling. If so the matching has its tiles, in order. The matching
    /// must have just refused a letter: that is where the prices begin.
    pub(super) fn run(&mut self, matching: &mut Matching<M>) -> bool {
        self.steps = 0;
        self.laid.clear();
        self.failed.clear();
        self.counts.clear();
        self.counts.resize(self.sorts.len(), 0);
        self.costs.clear();
        self.costs.resize(self.sorts.len(), 0);
        self.prices.clear();
        self.budget = 0;
        let none = Edge { length: 0, sort: 0 };
        self.best.clear();
        self.best.resize(self.letters + 1, (NEVER, none));
        self.best[self.letters].0 = 0;
        self.raise(UNIT, matching);
        matching.clear();
        self.step(0, ROUNDS[0], matching)
    }

    /// Makes the kinds dearer that have too many tiles.
    fn raise(&mut self, amount: u64, matching: &Matching<M>) {
        for kind in matching.contested().kinds() {
            if self.prices.len() <= kind {
                self.prices.resize(kind + 1, 0);
            }
            self.prices[kind] += amount;
            self.budget += amount * u64::from(matching.capacity(kind));
        }
        if self.prices.iter().any(|&price| price > DEAREST) {
            self.budget = 0;
            for (kind, price) in self.prices.iter_mut().enumerate() {
                *price = *price / (UNIT << 10) * UNIT;
                // A kind without end has no price.
                if *price > 0 {
                    self.budget += *price * u64::from(matching.capacity(kind));
                }
            }
        }
    }

    /// Finds the cheapest paths from `start` on.
    fn appraise(&mut self, start: usize) {
        for (cost, kinds) in self.costs.iter_mut().zip(&self.sorts) {
            let prices = kinds
                .kinds()
                .map(|kind| self.prices.get(kind).copied().unwrap_or(0));
            *cost = prices.min().unwrap_or(0);
        }
        for place in (start..self.letters).rev() {
            let mut best = (NEVER, Edge { length: 0, sort: 0 });
            for &edge in &self.edges[place] {
                let rest = self.best[place + edge.length as usize].0;
                if rest == NEVER {
                    continue;
                }
                let cost = rest + self.costs[edge.sort as usize] + 1;
                if cost < best.0 {
                    best = (cost, edge);
                }
            }
            self.best[place] = best;
        }
    }

    /// Whether the prices prove that no spelling begins with the tiles that lie.
    fn is_hopeless(&self, start: usize) -> bool {
        let rest = self.best[start].0;
        if rest == NEVER {
            return true;
        }
        let laid = self.laid.iter().map(|edge| self.costs[edge.sort as usize]);
        // The path counts its tiles too, at most one a letter.
        laid.sum::<u64>() + rest > self.budget + self.letters as u64
    }

    /// Whether a spelling begins with the tiles that lie, up to `start`.
    fn step(&mut self, start: usize, rounds: u32, matching: &mut Matching<M>) -> bool {
        let laid = self.laid.len();
        let amount = if start == 0 {
            UNIT
        } else {
            (self.prices.iter().max().copied().unwrap_or(0) / UNIT / 4).max(1) * UNIT
        };
        for _ in 0..rounds {
            self.steps += 1;
            self.appraise(start);
            if self.is_hopeless(start) {
                return false;
            }
            if self.follow(start, matching) {
                return true;
            }
            self.laid.truncate(laid);
            while matching.len() > laid {
                matching.pop();
            }
            self.raise(amount, matching);
        }
        self.appraise(start);
        if self.is_hopeless(start) || !self.failed.insert(self.state(start)) {
            return false;
        }
        // First the tile of the cheapest path.
        let first = self.best[start].1;
        let edges = self.edges[start].clone();
        let others = edges.iter().filter(|edge| edge.length != first.length);
        let prices = self.prices.clone();
        let budget = self.budget;
        for &edge in std::iter::once(&first).chain(others) {
            if !matching.push(self.sorts[edge.sort as usize]) {
                continue;
            }
            self.laid.push(edge);
            self.counts[edge.sort as usize] += 1;
            let next = start + edge.length as usize;
            if !self.failed.contains(&self.state(next)) && self.step(next, ROUNDS[1], matching) {
                return true;
            }
            self.counts[edge.sort as usize] -= 1;
            self.laid.pop();
            matching.pop();
            self.prices.clone_from(&prices);
            self.budget = budget;
        }
        false
    }

    /// Lays the tiles of the cheapest path, until one cannot be matched.
    fn follow(&mut self, start: usize, matching: &mut Matching<M>) -> bool {
        let mut place = start;
        while place < self.letters {
            let edge = self.best[place].1;
            if !matching.push(self.sorts[edge.sort as usize]) {
                return false;
            }
            self.laid.push(edge);
            place += edge.length as usize;
        }
        true
    }

    fn state(&self, start: usize) -> Box<[u32]> {
        let counts = self.counts.iter().copied();
        counts.chain([start as u32]).collect()
    }
}
