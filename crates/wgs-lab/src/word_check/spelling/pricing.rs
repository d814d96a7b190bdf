//! Prices that have proved something, kept to prove more. How prices are found is the
//! search's matter.
//!
//! Whatever the prices, a spelling that begins with some tiles costs at least those tiles and
//! the cheapest path from there, and at most all dice. The difference is the *slack*, and no
//! spelling begins with tiles whose slack is negative. Laying a tile takes its *surcharge*
//! from the slack: what it costs more than the cheapest path's tile, and never less than
//! nothing. So to try a tile by sixteen pricings at once is sixteen subtractions.

use super::{Edge, Search, UNIT};
use crate::matching::{Mask, Matching};

/// How many pricings a panel has. (With 32 the hardest words take as many states, and are no
/// faster.)
pub(super) const LANES: usize = 16;

/// Slack, or surcharge, by each pricing of a panel.
pub(super) type Slack = [i32; LANES];

/// More than all surcharges of a word: so much slack is never used up.
const AMPLE: i32 = 1 << 30;

/// No path.
const FAR: i64 = i64::MAX / 4;

/// Prices, and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Pricing {
    /// The price of each sort.
    costs: Vec<i64>,
    /// The cheapest path from each letter to the end.
    rest: Vec<i64>,
    /// The price of all dice.
    budget: i64,
}

impl Pricing {
    /// The prices that a search has, in units: such that surcharges never add up to `AMPLE`.
    pub(super) fn new<M: Mask>(search: &Search<M>, matching: &Matching<M>) -> Self {
        let dearest = search.prices.iter().max().copied().unwrap_or(0);
        let unit = UNIT.max(dearest.div_ceil((AMPLE as u64 / 2 / search.letters as u64).max(1)));
        let price = |kind| search.prices.get(kind).copied().unwrap_or(0) / unit;
        let all = (0..search.prices.len()).filter(|&kind| price(kind) > 0);
        let budget = all.map(|kind| price(kind) * u64::from(matching.capacity(kind)));
        let cost = |kinds: &M| kinds.kinds().map(price).min().unwrap_or(0) as i64;
        let costs: Vec<i64> = search.sorts.iter().map(cost).collect();
        let mut rest = vec![FAR; search.letters + 1];
        rest[search.letters] = 0;
        for start in (0..search.letters).rev() {
            for edge in &search.edges[start] {
                let path = rest[edge.end(start)].saturating_add(costs[edge.sort as usize]);
                rest[start] = rest[start].min(path);
            }
        }
        Self {
            budget: budget.sum::<u64>() as i64,
            costs,
            rest,
        }
    }

    /// What is left for the tiles of a tally that reaches `start`.
    pub(super) fn slack(&self, counts: &[u32], start: usize) -> i32 {
        let costs = counts.iter().zip(&self.costs);
        let laid: i64 = costs.map(|(&count, cost)| i64::from(count) * cost).sum();
        let slack = self.budget - laid - self.rest[start];
        slack.clamp(-1, i64::from(AMPLE)) as i32
    }

    fn surcharge(&self, edge: Edge, start: usize) -> i32 {
        let path = self.costs[edge.sort as usize] + self.rest[edge.end(start)];
        (path - self.rest[start]).min(i64::from(AMPLE)) as i32
    }
}

/// A tile that may come next.
#[derive(Clone, Copy, Debug)]
struct Step {
    edge: Edge,
    surcharge: Slack,
}

/// The pricings that a sweep tries tiles by.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pricings: Vec<Pricing>,
    /// How many tiles each has refused lately.
    refused: [u64; LANES],
    /// The tiles from each letter on with which the end can be reached.
    steps: Vec<Vec<Step>>,
}

impl Panel {
    /// No pricings. The search must have found its cheapest paths.
    pub(super) fn new<M: Mask>(search: &Search<M>) -> Self {
        let steps = (0..search.letters).map(|start| {
            let edges = search.edges[start].iter().copied();
            let edges = edges.filter(|edge| search.has_path(edge.end(start)));
            let surcharge = [0; LANES];
            edges.map(|edge| Step { edge, surcharge }).collect()
        });
        Self {
            pricings: Vec::new(),
            refused: [0; LANES],
            steps: steps.collect(),
        }
    }

    /// Takes a pricing in, for that which has refused the least if there are too many. Its
    /// lane, and the pricing itself.
    pub(super) fn adopt(&mut self, pricing: Pricing) -> (usize, &Pricing) {
        let lane = if self.pricings.len() < LANES {
            self.pricings.push(pricing);
            self.pricings.len() - 1
        } else {
            let idlest = (0..LANES).min_by_key(|&lane| self.refused[lane]);
            let lane = idlest.unwrap_or(0);
            self.pricings[lane] = pricing;
            self.refused.iter_mut().for_each(|refused| *refused /= 2);
            lane
        };
        // The newest is not the next to go.
        self.refused[lane] = self.refused.iter().copied().max().unwrap_or(0);
        let pricing = &self.pricings[lane];
        for (start, steps) in self.steps.iter_mut().enumerate() {
            for step in steps {
                step.surcharge[lane] = pricing.surcharge(step.edge, start);
            }
        }
        (lane, pricing)
    }

    /// How many tiles may come next at a letter.
    pub(super) fn choices(&self, start: usize) -> usize {
        self.steps[start].len()
    }

    /// Tries a tile: which it is, and what slack it leaves, unless a pricing refuses it.
    #[inline]
    pub(super) fn lay(
        &mut self,
        start: usize,
        choice: usize,
        slack: &Slack,
    ) -> Option<(Edge, Slack)> {
        let Step { edge, surcharge } = &self.steps[start][choice];
        let mut left = *slack;
        let mut signs = 0;
        for (left, surcharge) in left.iter_mut().zip(surcharge) {
            *left -= surcharge;
            signs |= *left;
        }
        if signs < 0 {
            let lane = left.iter().position(|&left| left < 0);
            self.refused[lane.unwrap_or(0)] += 1;
            return None;
        }
        Some((*edge, left))
    }

    /// The slack of a tally by all pricings.
    pub(super) fn slack(&self, counts: &[u32], start: usize) -> Slack {
        let mut slack = [AMPLE; LANES];
        for (slack, pricing) in slack.iter_mut().zip(&self.pricings) {
            *slack = pricing.slack(counts, start);
        }
        slack
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The plain twin is the definition, `Pricing::slack`.
        #[test]
        fn laying_tiles_one_by_one_leaves_the_slack_of_their_tally(
            tiles in prop::collection::vec((0..8usize, 1..=3usize, 1..32u64), 8..=30),
            capacity in prop::collection::vec(prop_oneof![1..=3u32, Just(u32::MAX)], 5),
            pricings in prop::collection::vec(prop::collection::vec(0..9u64, 5), 1..2 * LANES),
            choices in prop::collection::vec(0..9usize, 8),
        ) {
            let matching = Matching::<u64>::new(capacity.clone());
            let mut search = Search::default();
            search.begin(8);
            for &(start, length, kinds) in tiles.iter().filter(|tile| tile.0 + tile.1 <= 8) {
                search.add(start, length, kinds);
            }
            search.appoint(&matching);
            search.appraise(0);
            let mut panel = Panel::new(&search);
            for prices in pricings {
                // What has no end has no price.
                let prices = prices.iter().zip(&capacity);
                let prices = prices.map(|(&price, &dice)| if dice < 9 { price * UNIT } else { 0 });
                search.prices = prices.collect();
                panel.adopt(Pricing::new(&search, &matching));
            }
            let (mut start, mut counts) = (0, vec![0; search.sorts.len()]);
            let mut slack = panel.slack(&counts, start);
            for choice in choices {
                if start == 8 || panel.choices(start) == 0 || slack.iter().any(|&slack| slack < 0) {
                    break;
                }
                let choice = choice % panel.choices(start);
                let edge = panel.steps[start][choice].edge;
                counts[edge.sort as usize] += 1;
                let expected = panel.slack(&counts, edge.end(start));
                let laid = panel.lay(start, choice, &slack);
                prop_assert_eq!(laid.is_none(), expected.iter().any(|&slack| slack < 0));
                let Some((_, left)) = laid else { break };
                prop_assert_eq!(left, expected);
                (start, slack) = (edge.end(start), left);
            }
        }
    }
}
