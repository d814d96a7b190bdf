//! Lower bounds on the cost of a cover, from prices that proved useful once and may again.
//! The search finds the prices; this module applies them to many states cheaply.
//!
//! For any prices, a cover that begins with some tiles costs at least as much as those tiles
//! plus the cheapest path from there to the end, and at most as much as all dice. The
//! difference is the *slack*; if it is negative, no cover begins with those tiles. Placing a
//! tile lowers the slack by its *reduced cost*: how much more the cheapest path that starts with
//! this tile costs than the cheapest path of all, which is never negative. So checking a tile
//! against sixteen bounds takes sixteen subtractions.

use std::mem::size_of;

use super::{Candidate, CoverSearch, PRICE_UNIT};
use crate::matching::{Mask, Matching};

/// How many bounds a pool holds. (With 32, the hardest words take as many states and as much
/// time.)
pub(super) const LANES: usize = 16;

/// The slack under each bound of a pool, or the reduced cost.
pub(super) type Slacks = [i32; LANES];

/// More than the sum of all reduced costs along a word: a slack this large never runs out.
const MAX_SLACK: i32 = 1 << 30;

/// The cost of a path that does not exist.
const UNREACHABLE: i64 = i64::MAX / 4;

/// A bound: prices, and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct PriceBound {
    /// The cost of each class of tiles.
    costs: Vec<i64>,
    /// The cost of the cheapest path from each position to the end.
    cost_to_end: Vec<i64>,
    /// The price of all dice together.
    total_price: i64,
}

impl PriceBound {
    /// Takes the current prices of a search, scaled down so that reduced costs never add up to
    /// `MAX_SLACK`.
    pub(super) fn new<M: Mask>(search: &CoverSearch<M>, matching: &Matching<M>) -> Self {
        let highest = search.prices.iter().max().copied().unwrap_or(0);
        let most_units = (MAX_SLACK as u64 / 2 / search.letters as u64).max(1);
        let unit = PRICE_UNIT.max(highest.div_ceil(most_units));
        let price = |kind| search.prices.get(kind).copied().unwrap_or(0) / unit;
        let priced = (0..search.prices.len()).filter(|&kind| price(kind) > 0);
        let total_price = priced.map(|kind| price(kind) * u64::from(matching.capacity(kind)));
        let cost = |kinds: &M| kinds.kinds().map(price).min().unwrap_or(0) as i64;
        let costs: Vec<i64> = search.classes.iter().map(cost).collect();
        let mut cost_to_end = vec![UNREACHABLE; search.letters + 1];
        cost_to_end[search.letters] = 0;
        for start in (0..search.letters).rev() {
            for candidate in &search.candidates[start] {
                let rest = cost_to_end[candidate.end(start)];
                let path = rest.saturating_add(costs[candidate.class as usize]);
                cost_to_end[start] = cost_to_end[start].min(path);
            }
        }
        Self {
            total_price: total_price.sum::<u64>() as i64,
            costs,
            cost_to_end,
        }
    }

    /// The slack of a state at position `start`.
    pub(super) fn slack(&self, counts: &[u32], start: usize) -> i32 {
        let costs = counts.iter().zip(&self.costs);
        let placed: i64 = costs.map(|(&count, cost)| i64::from(count) * cost).sum();
        let slack = self.total_price - placed - self.cost_to_end[start];
        slack.clamp(-1, i64::from(MAX_SLACK)) as i32
    }

    fn reduced_cost(&self, candidate: Candidate, start: usize) -> i32 {
        let cost = self.costs[candidate.class as usize];
        let path = cost + self.cost_to_end[candidate.end(start)];
        (path - self.cost_to_end[start]).min(i64::from(MAX_SLACK)) as i32
    }
}

/// A tile that may come next, with its reduced cost under each bound.
#[derive(Clone, Copy, Debug)]
struct PricedCandidate {
    candidate: Candidate,
    reduced_costs: Slacks,
}

/// The bounds that a layered search checks its states against.
#[derive(Clone, Debug)]
pub(super) struct BoundPool {
    bounds: Vec<PriceBound>,
    /// How many tiles each bound has rejected recently.
    rejections: [u64; LANES],
    /// The tiles at each position from which the end can be reached.
    candidates: Vec<Vec<PricedCandidate>>,
}

impl BoundPool {
    /// The most bounds of a pool.
    pub(super) const MOST_BOUNDS: usize = LANES;

    /// The number of bytes that the pool holds for each tile at each position.
    pub(super) const CANDIDATE_SIZE: usize = size_of::<PricedCandidate>();

    /// A pool without bounds. The search must know its cheapest paths.
    pub(super) fn new<M: Mask>(search: &CoverSearch<M>) -> Self {
        let candidates = (0..search.letters).map(|start| {
            let candidates = search.candidates[start].iter().copied();
            let candidates =
                candidates.filter(|candidate| search.reaches_end(candidate.end(start)));
            let priced = candidates.map(|candidate| PricedCandidate {
                candidate,
                reduced_costs: [0; LANES],
            });
            priced.collect()
        });
        Self {
            bounds: Vec::new(),
            rejections: [0; LANES],
            candidates: candidates.collect(),
        }
    }

    /// Adds a bound. A full pool drops the bound with the fewest rejections. Returns the lane
    /// of the new bound and the bound itself.
    pub(super) fn insert(&mut self, bound: PriceBound) -> (usize, &PriceBound) {
        let lane = if self.bounds.len() < LANES {
            self.bounds.push(bound);
            self.bounds.len() - 1
        } else {
            let weakest = (0..LANES).min_by_key(|&lane| self.rejections[lane]);
            let lane = weakest.unwrap_or(0);
            self.bounds[lane] = bound;
            self.rejections.iter_mut().for_each(|count| *count /= 2);
            lane
        };
        // The newest bound must not be the next to go.
        self.rejections[lane] = self.rejections.iter().copied().max().unwrap_or(0);
        let bound = &self.bounds[lane];
        for (start, candidates) in self.candidates.iter_mut().enumerate() {
            for priced in candidates {
                priced.reduced_costs[lane] = bound.reduced_cost(priced.candidate, start);
            }
        }
        (lane, bound)
    }

    /// How many tiles may come next at a position.
    pub(super) fn candidate_count(&self, start: usize) -> usize {
        self.candidates[start].len()
    }

    /// Checks a tile against all bounds. Returns the tile and the slacks that remain, unless
    /// a bound rejects it.
    #[inline]
    pub(super) fn check(
        &mut self,
        start: usize,
        index: usize,
        slacks: &Slacks,
    ) -> Option<(Candidate, Slacks)> {
        let priced = &self.candidates[start][index];
        let mut left = *slacks;
        let mut signs = 0;
        for (left, reduced_cost) in left.iter_mut().zip(&priced.reduced_costs) {
            *left -= reduced_cost;
            signs |= *left;
        }
        if signs < 0 {
            let lane = left.iter().position(|&left| left < 0);
            self.rejections[lane.unwrap_or(0)] += 1;
            return None;
        }
        Some((priced.candidate, left))
    }

    /// The slacks of a state under all bounds.
    pub(super) fn slacks(&self, counts: &[u32], start: usize) -> Slacks {
        let mut slacks = [MAX_SLACK; LANES];
        for (slack, bound) in slacks.iter_mut().zip(&self.bounds) {
            *slack = bound.slack(counts, start);
        }
        slacks
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The reference is the definition, `PriceBound::slack`.
        #[test]
        fn subtracting_reduced_costs_gives_the_slack_of_the_state(
            tiles in prop::collection::vec((0..8usize, 1..=3usize, 1..32u64), 8..=30),
            capacity in prop::collection::vec(prop_oneof![1..=3u32, Just(u32::MAX)], 5),
            bounds in prop::collection::vec(prop::collection::vec(0..9u64, 5), 1..2 * LANES),
            choices in prop::collection::vec(0..9usize, 8),
        ) {
            let matching = Matching::<u64>::new(capacity.clone());
            let mut search = CoverSearch::default();
            search.reset(8);
            for &(start, length, kinds) in tiles.iter().filter(|tile| tile.0 + tile.1 <= 8) {
                search.add_candidate(start, length, kinds);
            }
            search.init_prices(&matching);
            search.find_cheapest_paths(0);
            let mut pool = BoundPool::new(&search);
            for prices in bounds {
                // Unlimited kinds have no price.
                let prices = prices.iter().zip(&capacity);
                let prices =
                    prices.map(|(&price, &dice)| if dice < 9 { price * PRICE_UNIT } else { 0 });
                search.prices = prices.collect();
                pool.insert(PriceBound::new(&search, &matching));
            }
            let (mut start, mut counts) = (0, vec![0; search.classes.len()]);
            let mut slacks = pool.slacks(&counts, start);
            for choice in choices {
                let count = if start < 8 { pool.candidate_count(start) } else { 0 };
                if count == 0 || slacks.iter().any(|&slack| slack < 0) {
                    break;
                }
                let choice = choice % count;
                let candidate = pool.candidates[start][choice].candidate;
                counts[candidate.class as usize] += 1;
                let expected = pool.slacks(&counts, candidate.end(start));
                let checked = pool.check(start, choice, &slacks);
                prop_assert_eq!(checked.is_none(), expected.iter().any(|&slack| slack < 0));
                let Some((_, left)) = checked else { break };
                prop_assert_eq!(left, expected);
                (start, slacks) = (candidate.end(start), left);
            }
        }
    }
}
