//! Covers a word with tiles: splits it into faces and finds a separate die for each. The
//! caller decides which tiles fit where; this module only combines them.
//!
//! This is an exact cover problem, so it takes a search, but rarely a long one. Two methods
//! are tried in turn:
//!
//! 1. *Prices* (Lagrangian relaxation). Give every kind of die a price. A tile costs at least
//!    as much as the cheapest kind that shows it, so any split of the word costs at least as
//!    much as the cheapest path from its start to its end. A cover costs at most as much as all
//!    dice together. If the cheapest path costs more than that, the word has no cover; this
//!    proof holds for any prices. The search for good prices goes in rounds: take the cheapest
//!    path and match its tiles to dice. If that succeeds, the path is a cover; if not, the
//!    oversubscribed kinds become more expensive.
//! 2. *A dive*: depth first along the cheapest paths, with a few more price rounds after each
//!    tile, backtracking where prices prove that the word cannot be completed.
//!
//! A dive that goes on to its end has an answer for every word. For words of natural languages it
//! takes a handful of steps. For contrived words of fifty letters, in which a few letters repeat
//! and which almost have a cover, it would take too long, so the number of its
//! steps is limited.

mod infeasibility;

pub(super) use infeasibility::{Infeasibility, WordPart};

use wgs_engine::Stopped;
use wgs_engine::search::Meter;

use crate::matching::{Mask, Matching};

/// Price rounds before the dive.
const INITIAL_ROUNDS: u32 = 300;

/// Price rounds after each tile of the dive.
const DIVE_ROUNDS: u32 = 2;

/// The unit of prices. Path costs also count tiles, one each, so that among paths of equal
/// price the one with the fewest tiles is the cheapest.
const PRICE_UNIT: u64 = 1 << 20;

/// The highest price; when one exceeds it, all are scaled down. Sums over all dice stay below
/// 2^64.
const MAX_PRICE: u64 = PRICE_UNIT << 18;

/// The cost of a path that does not exist.
const UNREACHABLE: u64 = u64::MAX;

/// A tile that fits the word at some position.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// How many letters it covers.
    length: u32,
    /// Its class: tiles shown by the same kinds of dice are interchangeable.
    class: u32,
}

impl Candidate {
    /// A placeholder where there is no candidate.
    const NONE: Self = Self {
        length: 0,
        class: 0,
    };

    /// The position after the tile, if it starts at `start`.
    fn end(self, start: usize) -> usize {
        start + self.length as usize
    }
}

/// A place in the word where the dive has several tiles to choose from.
struct Choice {
    /// The position of the tile.
    start: usize,
    /// The tiles that are left to try, the best one last.
    untried: Vec<Candidate>,
    /// The prices before any of them was tried, and the price of all dice together.
    prices: Vec<u64>,
    total_price: u64,
}

/// A search for a cover. It reuses its memory from one word to the next.
#[derive(Clone, Debug)]
pub(super) struct CoverSearch<M> {
    /// The tiles that may start at each position.
    candidates: Vec<Vec<Candidate>>,
    /// How many letters the word has.
    letters: usize,
    /// The kinds that show the tiles of each class.
    classes: Vec<M>,
    /// The price of each kind; kinds beyond the end are free.
    prices: Vec<u64>,
    /// The price of all dice together.
    total_price: u64,
    /// The cost of each class: the price of its cheapest kind.
    costs: Vec<u64>,
    /// The cost of the cheapest path from each position to the end, and its first tile.
    cheapest: Vec<(u64, Candidate)>,
    /// The tiles placed so far.
    placed: Vec<Candidate>,
    /// The kinds that the last path had too many tiles for.
    oversubscribed: M,
    /// How many steps of a [`Meter`] a price round takes.
    round_cost: u32,
    steps: u64,
    /// The most bytes that a dive has held, for any word so far.
    most_held: usize,
}

impl<M: Mask> Default for CoverSearch<M> {
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            letters: 0,
            classes: Vec::new(),
            prices: Vec::new(),
            total_price: 0,
            costs: Vec::new(),
            cheapest: Vec::new(),
            placed: Vec::new(),
            oversubscribed: M::default(),
            round_cost: 0,
            steps: 0,
            most_held: 0,
        }
    }
}

impl<M: Mask> CoverSearch<M> {
    /// Prepares for a new word, without candidates.
    pub(super) fn reset(&mut self, letters: usize) {
        self.candidates.iter_mut().for_each(Vec::clear);
        if self.candidates.len() < letters {
            self.candidates.resize(letters, Vec::new());
        }
        self.letters = letters;
        self.classes.clear();
    }

    /// Adds a tile of some length that fits at a position and is shown by these kinds.
    pub(super) fn add_candidate(&mut self, start: usize, length: usize, kinds: M) {
        if kinds.is_empty() {
            return;
        }
        let length = length as u32;
        let same = self.candidates[start]
            .iter()
            .position(|candidate| candidate.length == length);
        let kinds = match same {
            Some(index) => {
                let candidate = self.candidates[start].swap_remove(index);
                kinds.or(self.classes[candidate.class as usize])
            }
            None => kinds,
        };
        let known = self.classes.iter().position(|&known| known == kinds);
        let class = known.unwrap_or_else(|| {
            self.classes.push(kinds);
            self.classes.len() - 1
        }) as u32;
        self.candidates[start].push(Candidate { length, class });
    }

    /// How many classes of tiles there are.
    pub(super) fn class_count(&self) -> u32 {
        self.classes.len() as u32
    }

    /// The number of bytes that the tiles hold.
    pub(super) fn held(&self) -> usize {
        let candidates = self.candidates.iter().map(held);
        held(&self.candidates) + candidates.sum::<usize>() + held(&self.classes)
    }

    /// How many steps the last search took.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// The most bytes that a search has held at once, for any word so far.
    pub(super) fn most_held(&self) -> usize {
        self.most_held
    }

    /// The lengths of the tiles of the cover that was found.
    pub(super) fn tile_lengths(&self) -> Vec<usize> {
        let placed = self.placed.iter();
        placed.map(|tile| tile.length as usize).collect()
    }

    /// Returns whether the word has a cover. If it has, the matching holds its tiles in order.
    ///
    /// The matching must just have failed to add a tile: the first prices come from that.
    ///
    /// # Errors
    ///
    /// Returns an error if the search reached its limit of steps, or the budget was used up, before
    /// there was an answer.
    pub(super) fn run(
        &mut self,
        most_steps: u64,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        self.init_prices(matching);
        self.search(most_steps, matching, meter)
    }

    /// Sets the first prices.
    fn init_prices(&mut self, matching: &Matching<M>) {
        self.steps = 0;
        self.placed.clear();
        self.costs.clear();
        self.costs.resize(self.classes.len(), 0);
        self.prices.clear();
        self.total_price = 0;
        self.cheapest.clear();
        self.cheapest
            .resize(self.letters + 1, (UNREACHABLE, Candidate::NONE));
        self.cheapest[self.letters].0 = 0;
        self.oversubscribed = matching.oversubscribed();
        self.raise_prices(PRICE_UNIT, matching);
        let candidates = self.candidates[..self.letters].iter().map(Vec::len);
        let kinds = self.classes.iter().map(|kinds| kinds.kinds().count());
        let cost = self.letters + candidates.sum::<usize>() + kinds.sum::<usize>();
        self.round_cost = u32::try_from(cost).unwrap_or(u32::MAX);
    }

    fn search(
        &mut self,
        most_steps: u64,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        matching.clear();
        match self.adjust_prices(0, INITIAL_ROUNDS, matching, meter) {
            Some(is_covered) => Ok(is_covered),
            None => self.dive(most_steps, matching, meter),
        }
    }

    /// Raises the prices of the oversubscribed kinds.
    fn raise_prices(&mut self, amount: u64, matching: &Matching<M>) {
        for kind in self.oversubscribed.kinds() {
            if self.prices.len() <= kind {
                self.prices.resize(kind + 1, 0);
            }
            self.prices[kind] += amount;
            self.total_price += amount * u64::from(matching.capacity(kind));
        }
        if self.prices.iter().any(|&price| price > MAX_PRICE) {
            self.total_price = 0;
            for (kind, price) in self.prices.iter_mut().enumerate() {
                *price = *price / (PRICE_UNIT << 10) * PRICE_UNIT;
                // Unlimited kinds are never oversubscribed, so they have no price.
                if *price > 0 {
                    self.total_price += *price * u64::from(matching.capacity(kind));
                }
            }
        }
    }

    /// Finds the cheapest path to the end from each position, `start` and later.
    fn find_cheapest_paths(&mut self, start: usize) {
        for (cost, kinds) in self.costs.iter_mut().zip(&self.classes) {
            let prices = kinds
                .kinds()
                .map(|kind| self.prices.get(kind).copied().unwrap_or(0));
            *cost = prices.min().unwrap_or(0);
        }
        for position in (start..self.letters).rev() {
            let mut cheapest = (UNREACHABLE, Candidate::NONE);
            for &candidate in &self.candidates[position] {
                let rest = self.cheapest[candidate.end(position)].0;
                if rest == UNREACHABLE {
                    continue;
                }
                let cost = rest + self.costs[candidate.class as usize] + 1;
                if cost < cheapest.0 {
                    cheapest = (cost, candidate);
                }
            }
            self.cheapest[position] = cheapest;
        }
    }

    /// Whether any tiles, regardless of dice, lead from `start` to the end.
    fn reaches_end(&self, start: usize) -> bool {
        self.cheapest[start].0 != UNREACHABLE
    }

    /// Whether the prices prove that the placed tiles, which end at `start`, begin no cover.
    fn is_refuted(&self, start: usize) -> bool {
        if !self.reaches_end(start) {
            return true;
        }
        let rest = self.cheapest[start].0;
        let placed = self.placed.iter();
        let placed = placed.map(|tile| self.costs[tile.class as usize]);
        // The cost of the path includes its number of tiles, at most one per letter.
        placed.sum::<u64>() + rest > self.total_price + self.letters as u64
    }

    /// Adjusts the prices for some rounds. Returns whether the placed tiles, which end at
    /// `start`, begin a cover, or [`None`] if the rounds did not settle it or the budget is used
    /// up.
    fn adjust_prices(
        &mut self,
        start: usize,
        rounds: u32,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Option<bool> {
        let placed = self.placed.len();
        let amount = if start == 0 {
            PRICE_UNIT
        } else {
            let highest = self.prices.iter().max().copied().unwrap_or(0);
            (highest / PRICE_UNIT / 2).max(1) * PRICE_UNIT
        };
        for _ in 0..rounds {
            self.steps += 1;
            self.find_cheapest_paths(start);
            if self.is_refuted(start) {
                return Some(false);
            }
            if self.match_cheapest_path(start, matching) {
                return Some(true);
            }
            self.remove_after(placed, matching);
            self.raise_prices(amount, matching);
            let cost = self.round_cost.saturating_add(matching.take_work());
            if !meter.spend(cost) {
                return None;
            }
        }
        self.find_cheapest_paths(start);
        self.is_refuted(start).then_some(false)
    }

    /// Places all tiles of the cheapest path that can be matched. Returns whether that is all
    /// of them.
    fn match_cheapest_path(&mut self, start: usize, matching: &mut Matching<M>) -> bool {
        let mut position = start;
        self.oversubscribed = M::default();
        while position < self.letters {
            let candidate = self.cheapest[position].1;
            if matching.push(self.classes[candidate.class as usize]) {
                self.placed.push(candidate);
            } else {
                self.oversubscribed = self.oversubscribed.or(matching.oversubscribed());
            }
            position = candidate.end(position);
        }
        self.oversubscribed.is_empty()
    }

    /// Returns whether the word has a cover, by trying every tile at every position, those of the
    /// cheapest path first. The prices must have been adjusted for the start of the word.
    fn dive(
        &mut self,
        most_steps: u64,
        matching: &mut Matching<M>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        let mut choices = vec![self.choice(0)];
        let mut held = choices[0].held();
        while let Some(choice) = choices.last_mut() {
            meter.result()?;
            let Some(candidate) = choice.untried.pop() else {
                held -= choice.held();
                choices.pop();
                if let Some(before) = choices.last() {
                    self.take_back(before, matching);
                }
                continue;
            };
            if !matching.push(self.classes[candidate.class as usize]) {
                continue;
            }
            self.placed.push(candidate);
            let next = candidate.end(choice.start);
            match self.adjust_prices(next, DIVE_ROUNDS, matching, meter) {
                Some(true) => return Ok(true),
                Some(false) => self.take_back(choice, matching),
                None if self.steps > most_steps => return Err(Stopped::StepLimit),
                None => {
                    let choice = self.choice(next);
                    held += choice.held();
                    self.most_held = self.most_held.max(held);
                    meter.spend_holding(1 + self.prices.len() as u32, || held);
                    choices.push(choice);
                }
            }
        }
        Ok(false)
    }

    /// The tiles that may come next, at a position whose cheapest path is known.
    fn choice(&self, start: usize) -> Choice {
        let first = self.cheapest[start].1;
        let others = self.candidates[start].iter().rev();
        let others = others.filter(|other| other.length != first.length);
        Choice {
            start,
            untried: others.copied().chain([first]).collect(),
            prices: self.prices.clone(),
            total_price: self.total_price,
        }
    }

    /// Removes the tile that was chosen last, and restores the prices.
    fn take_back(&mut self, choice: &Choice, matching: &mut Matching<M>) {
        self.placed.pop();
        matching.pop();
        self.prices.clone_from(&choice.prices);
        self.total_price = choice.total_price;
    }

    /// Removes all placed tiles after the first `count`.
    fn remove_after(&mut self, count: usize, matching: &mut Matching<M>) {
        self.placed.truncate(count);
        while matching.len() > count {
            matching.pop();
        }
    }
}

impl Choice {
    /// The number of bytes that it holds.
    fn held(&self) -> usize {
        size_of::<Self>() + held(&self.untried) + held(&self.prices)
    }
}

/// The number of bytes that a vector holds.
fn held<T>(vector: &Vec<T>) -> usize {
    vector.capacity() * size_of::<T>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wgs_engine::Budget;

    /// A tile that fits: its position, its length, and the kinds that show it.
    type FittingTile = (usize, usize, u64);

    /// The reference implementation: tries every split, and every die for every tile.
    fn plain(start: usize, letters: usize, tiles: &[FittingTile], left: &mut [u32]) -> bool {
        start == letters
            || tiles.iter().any(|&(from, length, kinds)| {
                from == start
                    && kinds.kinds().any(|kind| {
                        if left[kind] == 0 {
                            return false;
                        }
                        left[kind] -= 1;
                        let is_covered = plain(start + length, letters, tiles, left);
                        left[kind] += 1;
                        is_covered
                    })
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Proofs hold for any prices, including those that once overflowed.
        #[test]
        fn the_answer_does_not_depend_on_the_prices(
            tiles in prop::collection::vec((0..8usize, 1..=3usize, 1..32u64, 0..32u64), 8..=20),
            mut capacity in prop::collection::vec(1..=2u32, 5),
            high_prices: bool,
            dives: bool,
        ) {
            let letters = 8;
            let fits = |&(start, length, ..): &(usize, usize, u64, u64)| start + length <= letters;
            let tiles: Vec<FittingTile> = tiles
                .iter()
                .filter(|tile| fits(tile))
                .map(|&(start, length, some, few)| (start, length, some & (few | 1 << (start % 5))))
                .collect();
            let mut matching = Matching::<u64>::new(capacity.clone());
            let mut search = CoverSearch::default();
            search.reset(letters);
            for &(start, length, kinds) in &tiles {
                search.add_candidate(start, length, kinds);
            }
            // A search starts from a matching that just failed.
            while matching.push(0b11) {}
            search.init_prices(&matching);
            if high_prices {
                search.raise_prices(MAX_PRICE - PRICE_UNIT, &matching);
                prop_assert_eq!(search.prices.iter().max(), Some(&MAX_PRICE));
                search.raise_prices(PRICE_UNIT, &matching);
                prop_assert!(search.prices.iter().all(|&price| price < MAX_PRICE));
            }
            matching.clear();
            let meter = &mut Meter::new(&Budget::UNLIMITED);
            let found = match dives {
                true => {
                    search.find_cheapest_paths(0);
                    match search.reaches_end(0) {
                        true => search.dive(u64::MAX, &mut matching, meter),
                        false => Ok(false),
                    }
                }
                false => search.search(u64::MAX, &mut matching, meter),
            };
            let found = found.unwrap();
            prop_assert_eq!(found, plain(0, letters, &tiles, &mut capacity), "{:?}", tiles);
            prop_assert_eq!(found, search.tile_lengths().iter().sum::<usize>() == letters);
            let mut start = 0;
            for (length, matched) in search.tile_lengths().into_iter().zip(matching.tiles()) {
                let same = |tile: &&FittingTile| (tile.0, tile.1) == (start, length);
                let kinds = tiles.iter().filter(same).fold(0, |all, tile| all | tile.2);
                prop_assert_eq!(matched, kinds);
                start += length;
            }
        }
    }
}
