//! Finds the smallest set of tiles for which there are too few dice, to explain why dice cannot
//! show a board or spell a word. Whether there is such a set is decided by
//! [`Matching`] itself.
//!
//! A smallest set has one tile more than there are dice that show any of its tiles. Finding it
//! is NP-hard in general, so it takes branch and bound, starting from a set found by trying
//! some orders of the tiles. Tiles shown by the same kinds are one *class*; a branch includes a
//! class or excludes it. Two bounds keep the search short:
//!
//! - A class is excluded if its kinds, together with those of the included classes, have at
//!   least as many dice as the smallest known set has tiles, minus one: a set with that class
//!   would not be smaller.
//! - The remaining tiles are matched. Only tiles on an alternating path from an unmatched tile
//!   belong to any set that is short; if an included class has none, the branch ends.

use std::collections::HashMap;

use wgs_engine::Meter;

use super::{Mask, Matching};

/// Limits on the search.
#[derive(Clone, Copy, Debug)]
struct SearchLimits {
    /// Orders of the tiles to try before branching.
    orders: usize,
    /// Tiles to add to matchings or to reach in them, over all attempts, before settling for the
    /// smallest known set.
    work: u64,
}

/// About a tenth of a second. The worst of 20,000 random boards of 36 tiles and dice took a
/// millisecond.
const DEFAULT_LIMITS: SearchLimits = SearchLimits {
    orders: 64,
    work: 20_000_000,
};

/// Tiles that the same kinds show.
struct TileClass<M> {
    kinds: M,
    tiles: Vec<usize>,
}

/// The search for the smallest set, with the smallest one so far.
struct ShortageSearch<'h, 'b, M> {
    matching: &'h mut Matching<M>,
    tiles: &'h [M],
    classes: Vec<TileClass<M>>,
    smallest: Vec<usize>,
    work_left: u64,
    meter: &'h mut Meter<'b>,
}

impl<M: Mask> Matching<M> {
    /// Returns the smallest set of tiles, by index, with one die too few; [`None`] if all tiles
    /// can be matched. Among sets of the same size the choice depends on the tiles alone. On
    /// boards so large or contrived that the search reaches its limit, it is a set of which no
    /// tile can be left out, but perhaps not the smallest.
    ///
    /// When the budget is used up, it is the smallest set found so far, or [`None`] if no set has
    /// been found; the meter has stopped then.
    pub(crate) fn shortage(&mut self, tiles: &[M], meter: &mut Meter<'_>) -> Option<Vec<usize>> {
        self.shortage_within(DEFAULT_LIMITS, tiles, meter)
    }

    fn shortage_within(
        &mut self,
        limits: SearchLimits,
        tiles: &[M],
        meter: &mut Meter<'_>,
    ) -> Option<Vec<usize>> {
        if let Some(tile) = tiles.iter().position(|kinds| kinds.is_empty()) {
            return Some(vec![tile]);
        }
        let mut order: Vec<usize> = (0..tiles.len()).collect();
        order.sort_by_key(|&tile| tiles[tile].kinds().count());
        let mut search = ShortageSearch {
            matching: self,
            tiles,
            classes: classes(tiles),
            smallest: Vec::new(),
            work_left: limits.work,
            meter,
        };
        search.smallest = search.circuit(&order)?;
        // Rarest tiles first, starting with each in turn.
        for start in 1..order.len().min(limits.orders) {
            order.rotate_left(start);
            search.try_order(&order);
            order.rotate_right(start);
        }
        let all = (0..search.classes.len()).collect();
        search.branch(M::default(), &mut Vec::new(), all);
        let mut smallest = search.smallest;
        smallest.sort_unstable();
        Some(smallest)
    }
}

impl<M: Mask> ShortageSearch<'_, '_, M> {
    /// Looks for a smaller set with a tile of each included class, and any number of the open
    /// ones. `kinds` are the kinds of the included classes.
    fn branch(&mut self, kinds: M, included: &mut Vec<usize>, mut open: Vec<usize>) {
        loop {
            let Some(most_dice) = (self.smallest.len() as u64).checked_sub(2) else {
                return;
            };
            if !self.spend(open.len()) {
                return;
            }
            let dice_with = |class: &TileClass<M>| self.matching.dice(kinds.or(class.kinds));
            open.retain(|&class| dice_with(&self.classes[class]) <= most_dice);
            let members = included.iter().chain(&open);
            let tiles = members.flat_map(|&class| &self.classes[class].tiles);
            let tiles: Vec<usize> = tiles.copied().collect();
            let oversubscribed = self.oversubscribed(&tiles);
            if oversubscribed.is_empty() || !kinds.is_within(oversubscribed) {
                return;
            }
            open.retain(|&class| self.classes[class].kinds.is_within(oversubscribed));
            if self.matching.dice(oversubscribed) <= most_dice {
                self.try_order(&tiles);
                if self.work_left == 0 {
                    return;
                }
                continue;
            }
            // Branch on the class that adds the most dice: with it there is little room left,
            // and without it little choice.
            let added_dice = |&index: &usize| {
                let class = &self.classes[open[index]];
                self.matching.dice(class.kinds.without(kinds))
            };
            let Some(index) = (0..open.len()).rev().max_by_key(added_dice) else {
                return;
            };
            if added_dice(&index) == 0 {
                return;
            }
            let class = open.remove(index);
            included.push(class);
            self.branch(kinds.or(self.classes[class].kinds), included, open.clone());
            included.pop();
        }
    }

    /// The kinds that have too few dice for these tiles. Empty if the tiles can be matched, or
    /// if no work or budget is left.
    fn oversubscribed(&mut self, tiles: &[usize]) -> M {
        if !self.spend(tiles.len()) || self.work_left == 0 {
            return M::default();
        }
        let tiles = tiles.iter().map(|&tile| self.tiles[tile]);
        self.matching.find_oversubscribed(tiles)
    }

    /// Adds a tile to the matching. Returns false if there is no room for it, or if the budget is
    /// used up.
    fn push(&mut self, tile: usize) -> bool {
        self.spend(1) && self.matching.push(self.tiles[tile])
    }

    /// Counts tiles to be added, and those that were reached before. Returns whether the budget
    /// allows it.
    fn spend(&mut self, tiles: usize) -> bool {
        let work = self.matching.take_work().saturating_add(tiles as u32);
        self.work_left = self.work_left.saturating_sub(u64::from(work));
        self.meter.spend(work)
    }

    /// Keeps the circuit of an order if it is smaller, unless no work is left.
    fn try_order(&mut self, order: &[usize]) {
        if self.work_left > 0
            && !self.meter.has_stopped()
            && let Some(found) = self.circuit(order)
            && found.len() < self.smallest.len()
        {
            self.smallest = found;
        }
    }

    /// A circuit of the matroid, that is, a minimal set of tiles that cannot be matched. [`None`]
    /// if all can be matched, or if the budget is used up.
    ///
    /// It is what the first search that fails has reached. There is one die too few for these
    /// tiles, and none can be left out: the search found a path on which any of them could give
    /// its die to the tile that failed.
    fn circuit(&mut self, order: &[usize]) -> Option<Vec<usize>> {
        self.matching.clear();
        order.iter().position(|&tile| !self.push(tile))?;
        if self.meter.has_stopped() {
            return None;
        }
        let reached = self.matching.reached.iter();
        Some(reached.map(|&index| order[index as usize]).collect())
    }
}

/// The classes of some tiles, in the order of their first tiles.
fn classes<M: Mask>(tiles: &[M]) -> Vec<TileClass<M>> {
    let mut classes: Vec<TileClass<M>> = Vec::new();
    let mut numbers = HashMap::new();
    for (tile, &kinds) in tiles.iter().enumerate() {
        let number = *numbers.entry(kinds).or_insert(classes.len());
        if number == classes.len() {
            let tiles = Vec::new();
            classes.push(TileClass { kinds, tiles });
        }
        classes[number].tiles.push(tile);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wgs_engine::{Budget, Stopped};

    #[test]
    fn the_smallest_shortage_is_found_among_larger_ones() {
        let mut matching = Matching::<u64>::new(vec![1; 6]);
        for (tiles, expected) in [
            (&[0b11, 0b11, 0b11, 0b100, 0b100][..], Some(vec![3, 4])),
            (&[0b1, 0b11, 0b110, 0b111, 0b1000], Some(vec![0, 1, 2, 3])),
            (&[0b1, 0b10, 0], Some(vec![2])),
            (&[0b1, 0b10], None),
            (&[], None),
        ] {
            let meter = &mut Meter::new(&Budget::UNLIMITED);
            assert_eq!(matching.shortage(tiles, meter), expected, "{tiles:?}");
        }
    }

    /// The number of steps that a meter allows without asking its budget.
    const STEPS_BETWEEN_CHECKS: u32 = 1 << 15;

    /// Whether there are fewer dice for some tiles than there are tiles: the definition.
    fn is_short(capacity: &[u32], tiles: impl Iterator<Item = u64> + Clone) -> bool {
        let kinds = tiles.clone().fold(0, |all, kinds| all | kinds);
        let dice: usize = kinds.kinds().map(|kind| capacity[kind] as usize).sum();
        tiles.count() > dice
    }

    /// The size of the smallest short set, by trying all sets.
    fn plain(capacity: &[u32], tiles: &[u64]) -> Option<usize> {
        let sets = (1u32..1 << tiles.len()).filter(|set| {
            let members = (0..tiles.len()).filter(|tile| set & 1 << tile != 0);
            is_short(capacity, members.map(|tile| tiles[tile]))
        });
        sets.map(|set| set.count_ones() as usize).min()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_short_set_is_smaller_than_the_one_found(
            capacity in prop::collection::vec(1..=3u32, 7),
            tiles in prop::collection::vec((0..128u64, 0..128u64), 0..=10),
            sparse: bool,
            orders in 1..=2usize,
        ) {
            let tiles: Vec<u64> = tiles.iter().map(|&(a, b)| if sparse { a & b } else { a }).collect();
            let mut matching = Matching::<u64>::new(capacity.clone());
            // With fewer orders there is more left for the search to do.
            let limits = SearchLimits { orders, ..DEFAULT_LIMITS };
            let meter = &mut Meter::new(&Budget::UNLIMITED);
            let found = matching.shortage_within(limits, &tiles, meter);
            prop_assert_eq!(found.as_ref().map(Vec::len), plain(&capacity, &tiles));
            if let Some(found) = found {
                prop_assert!(is_short(&capacity, found.iter().map(|&tile| tiles[tile])));
                prop_assert!(found.is_sorted_by(|a, b| a < b));
            }
        }

        #[test]
        fn a_search_that_reaches_its_limit_finds_a_set_of_which_no_tile_can_be_left_out(
            capacity in prop::collection::vec(1..=2u32, 7),
            tiles in prop::collection::vec((0..128u64, 0..128u64), 0..=12),
            work in 0..200u64,
        ) {
            let tiles: Vec<u64> = tiles.iter().map(|&(a, b)| a & b).collect();
            let mut matching = Matching::<u64>::new(capacity);
            let limits = SearchLimits { work, ..DEFAULT_LIMITS };
            let meter = &mut Meter::new(&Budget::UNLIMITED);
            if let Some(found) = matching.shortage_within(limits, &tiles, meter) {
                for left_out in &found {
                    matching.clear();
                    let mut rest = found.iter().filter(|tile| *tile != left_out);
                    prop_assert!(rest.all(|&tile| matching.push(tiles[tile])));
                }
                matching.clear();
                prop_assert!(!found.iter().all(|&tile| matching.push(tiles[tile])));
            }
        }

        /// A search that is stopped at its n-th step says nothing that is not true.
        #[test]
        fn a_search_without_budget_returns_a_short_set_or_nothing(
            capacity in prop::collection::vec(1..=2u32, 7),
            tiles in prop::collection::vec((1..128u64, 1..128u64), 0..=12),
            steps in 0..400u32,
        ) {
            let tiles: Vec<u64> = tiles.iter().map(|&(a, b)| if a & b > 0 { a & b } else { a }).collect();
            let budget = Budget::new(|| Some(Stopped::TimeLimit));
            let mut meter = Meter::new(&budget);
            meter.spend(STEPS_BETWEEN_CHECKS - steps);
            let mut matching = Matching::<u64>::new(capacity.clone());
            let found = matching.shortage(&tiles, &mut meter);
            if let Some(found) = &found {
                prop_assert!(is_short(&capacity, found.iter().map(|&tile| tiles[tile])));
            } else {
                matching.clear();
                let is_matched = tiles.iter().all(|&kinds| matching.push(kinds));
                prop_assert!(is_matched || meter.has_stopped());
            }
        }
    }
}
