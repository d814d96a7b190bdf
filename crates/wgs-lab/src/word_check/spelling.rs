//! The search for a spelling: the word cut into tiles, each with a die of its own. Which
//! tiles occur where is the checker's matter.
//!
//! The problem is an exact cover, so it is searched, but hardly ever far: three ways are tried
//! in turn, from quick to thorough.
//!
//! *Prices.* Put a price on each kind of die. A tile costs at least the cheapest kind that
//! shows it, so any way to cut the word costs at least the cheapest path from its start to
//! its end; and a spelling costs at most all dice together. If the path costs more, there is
//! no spelling: a proof, whatever the prices. They are found by trying: the cheapest path is
//! a way to cut the word; either its tiles can be matched to dice, and it is a spelling, or
//! some kinds have too many tiles, and become dearer. (This is Lagrangian relaxation.)
//!
//! *A dive.* Tile by tile along the cheapest paths, with a few more rounds of prices after
//! each, and back where they prove that there is no way on: that finds most spellings that
//! there are, and no proofs worth waiting for.
//!
//! *A [`sweep`]* over all tallies of tiles at once, with prices learned on the way. It ends
//! soon even for the hardest words known.

mod layer;
mod pricing;
mod reason;
mod sweep;

pub(super) use reason::{Part, Reason};

use crate::matching::{Mask, Matching};
use sweep::SweepOptions;

/// Rounds of trying at the start.
const FIRST_ROUNDS: u32 = 300;

/// Rounds of trying at each tile of a dive.
const DIVE_ROUNDS: u32 = 2;

/// Steps of the first dive.
const FIRST_DIVE: u64 = 1000;

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

impl Edge {
    /// The letter after the tile, if it starts at `start`.
    fn end(self, start: usize) -> usize {
        start + self.length as usize
    }
}

/// A search. It keeps its memory from one word to the next.
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
    /// The tiles that lie.
    laid: Vec<Edge>,
    /// The kinds that the last path had too many tiles for.
    contested: M,
    /// The step that ends the dive.
    limit: u64,
    steps: u64,
}

impl<M: Mask> Default for Search<M> {
    fn default() -> Self {
        Self {
            edges: Vec::new(),
            letters: 0,
            sorts: Vec::new(),
            prices: Vec::new(),
            budget: 0,
            costs: Vec::new(),
            best: Vec::new(),
            laid: Vec::new(),
            contested: M::default(),
            limit: 0,
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
        self.appoint(matching);
        self.answer(matching)
    }

    /// Sets the first prices.
    fn appoint(&mut self, matching: &Matching<M>) {
        self.steps = 0;
        self.laid.clear();
        self.costs.clear();
        self.costs.resize(self.sorts.len(), 0);
        self.prices.clear();
        self.budget = 0;
        let none = Edge { length: 0, sort: 0 };
        self.best.clear();
        self.best.resize(self.letters + 1, (NEVER, none));
        self.best[self.letters].0 = 0;
        self.contested = matching.contested();
        self.raise(UNIT, matching);
    }

    fn answer(&mut self, matching: &mut Matching<M>) -> bool {
        matching.clear();
        let answer = self.attempt(0, FIRST_ROUNDS, matching);
        let answer = answer.or_else(|| self.dive(0, FIRST_DIVE, matching));
        answer.unwrap_or_else(|| self.sweep_all(SweepOptions::default(), matching))
    }

    /// Whether there is a spelling, by a sweep alone. If so the matching has its tiles, in
    /// order.
    fn sweep_all(&mut self, options: SweepOptions, matching: &mut Matching<M>) -> bool {
        let answer = self.sweep(options, matching);
        matching.clear();
        if !answer {
            self.laid.clear();
        }
        let laid = self.laid.iter().map(|edge| self.sorts[edge.sort as usize]);
        for kinds in laid.clone() {
            matching.push(kinds);
        }
        debug_assert!(
            matching.tiles().eq(laid),
            "a spelling has dice for its tiles"
        );
        answer
    }

    /// Makes the contested kinds dearer.
    fn raise(&mut self, amount: u64, matching: &Matching<M>) {
        for kind in self.contested.kinds() {
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
                let rest = self.best[edge.end(place)].0;
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

    /// Whether any tiles make up the word from `start` on.
    fn has_path(&self, start: usize) -> bool {
        self.best[start].0 != NEVER
    }

    /// Whether the prices prove that no spelling begins with the tiles that lie.
    fn is_hopeless(&self, start: usize) -> bool {
        if !self.has_path(start) {
            return true;
        }
        let rest = self.best[start].0;
        let laid = self.laid.iter().map(|edge| self.costs[edge.sort as usize]);
        // The path counts its tiles too, at most one a letter.
        laid.sum::<u64>() + rest > self.budget + self.letters as u64
    }

    /// Whether a spelling begins with the tiles that lie, up to `start`, if some rounds of
    /// trying tell.
    fn attempt(&mut self, start: usize, rounds: u32, matching: &mut Matching<M>) -> Option<bool> {
        let laid = self.laid.len();
        let amount = if start == 0 {
            UNIT
        } else {
            (self.prices.iter().max().copied().unwrap_or(0) / UNIT / 2).max(1) * UNIT
        };
        for _ in 0..rounds {
            self.steps += 1;
            self.appraise(start);
            if self.is_hopeless(start) {
                return Some(false);
            }
            if self.follow(start, matching) {
                return Some(true);
            }
            self.take_back(laid, matching);
            self.raise(amount, matching);
        }
        self.appraise(start);
        self.is_hopeless(start).then_some(false)
    }

    /// Lays the tiles of the cheapest path that can be matched; false if there are others.
    fn follow(&mut self, start: usize, matching: &mut Matching<M>) -> bool {
        let mut place = start;
        self.contested = M::default();
        while place < self.letters {
            let edge = self.best[place].1;
            if matching.push(self.sorts[edge.sort as usize]) {
                self.laid.push(edge);
            } else {
                self.contested = self.contested.or(matching.contested());
            }
            place = edge.end(place);
        }
        self.contested.is_empty()
    }

    /// Branches for some steps at most. Where that gives no answer, prices and tiles are as
    /// before.
    fn dive(&mut self, start: usize, steps: u64, matching: &mut Matching<M>) -> Option<bool> {
        let (prices, budget) = (self.prices.clone(), self.budget);
        let laid = self.laid.len();
        self.limit = self.steps + steps;
        let answer = self.branch(start, matching);
        if answer.is_none() {
            self.prices = prices;
            self.budget = budget;
            self.take_back(laid, matching);
        }
        answer
    }

    /// Takes all tiles back but the first.
    fn take_back(&mut self, laid: usize, matching: &mut Matching<M>) {
        self.laid.truncate(laid);
        while matching.len() > laid {
            matching.pop();
        }
    }

    /// Whether a spelling begins with the tiles that lie, up to `start`, by trying each tile
    /// that may be next; none if the dive ends before that is known. The prices must have
    /// been found for `start`.
    fn branch(&mut self, start: usize, matching: &mut Matching<M>) -> Option<bool> {
        if self.steps > self.limit {
            return None;
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
            let next = edge.end(start);
            let answer = self.attempt(next, DIVE_ROUNDS, matching);
            let answer = answer.or_else(|| self.branch(next, matching));
            if answer != Some(false) {
                return answer;
            }
            self.prices.clone_from(&prices);
            self.budget = budget;
            self.laid.pop();
            matching.pop();
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The letter that a tile may start at, its length, and the kinds that show it.
    type Written = (usize, usize, u64);

    /// The plain twin: every cut, every die for every tile.
    fn plain(start: usize, letters: usize, tiles: &[Written], left: &mut [u32]) -> bool {
        start == letters
            || tiles.iter().any(|&(from, length, kinds)| {
                from == start
                    && kinds.kinds().any(|kind| {
                        if left[kind] == 0 {
                            return false;
                        }
                        left[kind] -= 1;
                        let spelled = plain(start + length, letters, tiles, left);
                        left[kind] += 1;
                        spelled
                    })
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Any prices prove what they prove; those that once overflowed do too.
        #[test]
        fn the_answer_depends_neither_on_the_prices_nor_on_the_way_it_is_found(
            tiles in prop::collection::vec((0..8usize, 1..=3usize, 1..32u64, 0..32u64), 8..=20),
            mut capacity in prop::collection::vec(1..=2u32, 5),
            dear: bool,
            sweeps in prop::option::of((0..3usize, 1..4u32, 1..3u32)),
        ) {
            let letters = 8;
            let fits = |&(start, length, ..): &(usize, usize, u64, u64)| start + length <= letters;
            let tiles: Vec<Written> = tiles
                .iter()
                .filter(|tile| fits(tile))
                .map(|&(start, length, some, few)| (start, length, some & (few | 1 << (start % 5))))
                .collect();
            let mut matching = Matching::<u64>::new(capacity.clone());
            let mut search = Search::default();
            search.begin(letters);
            for &(start, length, kinds) in &tiles {
                search.add(start, length, kinds);
            }
            // A search begins where a letter was refused.
            while matching.push(0b11) {}
            search.appoint(&matching);
            if dear {
                search.raise(DEAREST - UNIT, &matching);
                prop_assert_eq!(search.prices.iter().max(), Some(&DEAREST));
                search.raise(UNIT, &matching);
                prop_assert!(search.prices.iter().all(|&price| price < DEAREST));
            }
            matching.clear();
            let found = match sweeps {
                None => search.answer(&mut matching),
                Some((crowd, rounds, dive_every)) => {
                    let options = SweepOptions { crowd, rounds, dive_every, dive_steps: 5 };
                    search.sweep_all(options, &mut matching)
                }
            };
            prop_assert_eq!(found, plain(0, letters, &tiles, &mut capacity), "{:?}", tiles);
            prop_assert_eq!(found, search.lengths().iter().sum::<usize>() == letters);
            let mut start = 0;
            for (length, laid) in search.lengths().into_iter().zip(matching.tiles()) {
                let shows = |tile: &&Written| (tile.0, tile.1) == (start, length);
                let kinds = tiles.iter().filter(shows).fold(0, |all, tile| all | tile.2);
                prop_assert_eq!(laid, kinds);
                start += length;
            }
        }
    }
}
