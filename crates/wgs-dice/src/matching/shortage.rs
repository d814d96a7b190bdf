//! Finds a small set of tiles for which there are too few dice, to explain why dice cannot show a
//! board or spell a word. Whether there is such a set is decided by [`Matching`] itself.
//!
//! No tile of the set can be left out, so it has one tile more than there are dice that show any
//! of its tiles. Finding the smallest of these sets is NP-hard. Several orders of the tiles are
//! tried instead, the rarest tiles first, which nearly always finds it.

use wgs_engine::search::Meter;

use super::{Mask, Matching};

/// How many orders of the tiles are tried.
const ORDERS: usize = 64;

impl<M: Mask> Matching<M> {
    /// Returns a set of tiles, by index, with one die too few; [`None`] if all tiles can be
    /// matched. No tile can be left out. The choice depends on the tiles alone.
    ///
    /// When the budget is used up, it is the smallest set found so far, or [`None`] if no set has
    /// been found; the meter has stopped then.
    pub(crate) fn shortage(&mut self, tiles: &[M], meter: &mut Meter<'_>) -> Option<Vec<usize>> {
        if let Some(tile) = tiles.iter().position(|kinds| kinds.is_empty()) {
            return Some(vec![tile]);
        }
        let mut order: Vec<usize> = (0..tiles.len()).collect();
        order.sort_by_key(|&tile| tiles[tile].kinds().count());
        let mut smallest = self.circuit(tiles, &order, meter)?;
        // Rarest tiles first, starting with each in turn.
        for start in 1..order.len().min(ORDERS) {
            order.rotate_left(start);
            if let Some(found) = self.circuit(tiles, &order, meter)
                && found.len() < smallest.len()
            {
                smallest = found;
            }
            order.rotate_right(start);
        }
        smallest.sort_unstable();
        Some(smallest)
    }

    /// A circuit of the matroid, that is, a minimal set of tiles that cannot be matched. [`None`]
    /// if all can be matched, or if the budget is used up.
    ///
    /// It is the set that the first failing search has reached. There is one die too few for these
    /// tiles, and none can be left out: the search found a path on which any of them could give
    /// its die to the tile that failed.
    fn circuit(
        &mut self,
        tiles: &[M],
        order: &[usize],
        meter: &mut Meter<'_>,
    ) -> Option<Vec<usize>> {
        self.clear();
        for &tile in order {
            let is_matched = self.push(tiles[tile]);
            if !meter.spend(self.take_work().saturating_add(1)) {
                return None;
            }
            if !is_matched {
                let reached = self.reached.iter();
                return Some(reached.map(|&index| order[index as usize]).collect());
            }
        }
        None
    }
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

    /// Whether any set is short, by trying all sets.
    fn plain(capacity: &[u32], tiles: &[u64]) -> bool {
        (1u32..1 << tiles.len()).any(|set| {
            let members = (0..tiles.len()).filter(|tile| set & 1 << tile != 0);
            is_short(capacity, members.map(|tile| tiles[tile]))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_tile_of_a_short_set_can_be_left_out(
            capacity in prop::collection::vec(1..=3u32, 7),
            tiles in prop::collection::vec((0..128u64, 0..128u64), 0..=12),
            sparse: bool,
        ) {
            let tiles: Vec<u64> = tiles.iter().map(|&(a, b)| if sparse { a & b } else { a }).collect();
            let mut matching = Matching::<u64>::new(capacity.clone());
            let meter = &mut Meter::new(&Budget::UNLIMITED);
            let found = matching.shortage(&tiles, meter);
            prop_assert_eq!(found.is_some(), plain(&capacity, &tiles));
            if let Some(found) = found {
                prop_assert!(is_short(&capacity, found.iter().map(|&tile| tiles[tile])));
                prop_assert!(found.is_sorted_by(|a, b| a < b));
                for left_out in &found {
                    matching.clear();
                    let mut rest = found.iter().filter(|tile| *tile != left_out);
                    prop_assert!(rest.all(|&tile| matching.push(tiles[tile])));
                }
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
