//! The smallest set of tiles that compete for too few dice, to explain a board or word that
//! cannot be laid. Whether there is one at all is the [`Matching`]'s own answer.
//!
//! A smallest set has one tile more than there are dice that show any of them. To find it is
//! NP-hard in general, so it is searched by branch and bound, from a set that was found by
//! trying some orders of the tiles. Tiles shown by the same kinds are one *sort*; a branch
//! takes a sort in or leaves it out. Two bounds keep the search short:
//!
//! - A sort drops out when its kinds, beside those taken in, have as many dice as the
//!   smallest set known has tiles, less one: a set with it would be no smaller.
//! - What is left is matched. Only tiles that some tile without a die can be reached from by
//!   giving way are in any set that is short; if a sort taken in is not, the branch ends.

use super::{Mask, Matching};

/// How long to look.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Orders of the tiles to try before the search.
    orders: usize,
    /// Tiles to put, in all attempts, before the smallest set known must do.
    pushes: u64,
}

/// The worst of 20,000 random boards of 36 tiles and dice put 47,000 tiles, in a millisecond.
const USUAL: Effort = Effort {
    orders: 64,
    pushes: 2_000_000,
};

/// Tiles that the same kinds show.
struct Sort<M> {
    kinds: M,
    tiles: Vec<usize>,
}

/// The search for the smallest set, with the smallest one so far.
struct Hunt<'h, M> {
    matching: &'h mut Matching<M>,
    tiles: &'h [M],
    sorts: Vec<Sort<M>>,
    best: Vec<usize>,
    pushes_left: u64,
}

impl<M: Mask> Matching<M> {
    /// The smallest set of tiles, by index, that compete for one die too few; none if all can
    /// be matched. Among sets of the same size the choice depends on the tiles alone. On
    /// boards so large or contrived that the search has no end in sight, it is a set of which
    /// no tile can be left out, but perhaps not the smallest.
    pub(crate) fn shortage(&mut self, tiles: &[M]) -> Option<Vec<usize>> {
        self.shortage_with(USUAL, tiles)
    }

    fn shortage_with(&mut self, effort: Effort, tiles: &[M]) -> Option<Vec<usize>> {
        if let Some(tile) = tiles.iter().position(|kinds| kinds.is_empty()) {
            return Some(vec![tile]);
        }
        let mut order: Vec<usize> = (0..tiles.len()).collect();
        order.sort_by_key(|&tile| tiles[tile].kinds().count());
        let mut hunt = Hunt {
            matching: self,
            tiles,
            sorts: sorts(tiles),
            best: Vec::new(),
            pushes_left: effort.pushes,
        };
        hunt.best = hunt.circuit(&order)?;
        // Rarest tiles first, begun at each.
        for start in 1..order.len().min(effort.orders) {
            order.rotate_left(start);
            hunt.try_order(&order);
            order.rotate_right(start);
        }
        let all = (0..hunt.sorts.len()).collect();
        hunt.branch(M::default(), &mut Vec::new(), all);
        let mut best = hunt.best;
        best.sort_unstable();
        Some(best)
    }
}

impl<M: Mask> Hunt<'_, M> {
    /// Looks for a set smaller than the best, with a tile of each sort that is taken in,
    /// `kinds` the kinds of those, and perhaps some of the open ones.
    fn branch(&mut self, kinds: M, taken: &mut Vec<usize>, mut open: Vec<usize>) {
        loop {
            let Some(most_dice) = (self.best.len() as u64).checked_sub(2) else {
                return;
            };
            open.retain(|&sort| self.matching.dice(kinds.or(self.sorts[sort].kinds)) <= most_dice);
            let members = taken.iter().chain(&open);
            let tiles = members.flat_map(|&sort| &self.sorts[sort].tiles);
            let tiles: Vec<usize> = tiles.copied().collect();
            let contested = self.contested(&tiles);
            if contested.is_empty() || !kinds.is_within(contested) {
                return;
            }
            open.retain(|&sort| self.sorts[sort].kinds.is_within(contested));
            if self.matching.dice(contested) <= most_dice {
                self.try_order(&tiles);
                if self.pushes_left == 0 {
                    return;
                }
                continue;
            }
            // The sort that needs the most further dice: with it there is little room left,
            // and without it little choice.
            let further = |&place: &usize| {
                self.matching
                    .dice(self.sorts[open[place]].kinds.without(kinds))
            };
            let Some(place) = (0..open.len()).rev().max_by_key(further) else {
                return;
            };
            if further(&place) == 0 {
                return;
            }
            let sort = open.remove(place);
            taken.push(sort);
            self.branch(kinds.or(self.sorts[sort].kinds), taken, open.clone());
            taken.pop();
        }
    }

    /// All kinds that tiles compete for; none if the tiles can be matched, or when no pushes
    /// are left to tell.
    fn contested(&mut self, tiles: &[usize]) -> M {
        self.pushes_left = self.pushes_left.saturating_sub(tiles.len() as u64);
        match self.pushes_left {
            0 => M::default(),
            _ => self
                .matching
                .contest(tiles.iter().map(|&tile| (self.tiles[tile], 1))),
        }
    }

    fn push(&mut self, tile: usize) -> bool {
        self.pushes_left = self.pushes_left.saturating_sub(1);
        self.matching.push(self.tiles[tile])
    }

    /// Keeps what an order gives if it is smaller, unless no pushes are left.
    fn try_order(&mut self, order: &[usize]) {
        if self.pushes_left > 0
            && let Some(found) = self.circuit(order)
            && found.len() < self.best.len()
        {
            self.best = found;
        }
    }

    /// The tiles up to the first that cannot be matched, less all that it can be without.
    fn circuit(&mut self, order: &[usize]) -> Option<Vec<usize>> {
        self.matching.clear();
        order.iter().position(|&tile| !self.push(tile))?;
        let reached = self.matching.reached.iter();
        let mut set: Vec<usize> = reached.map(|&place| order[place as usize]).collect();
        let mut index = 0;
        while index < set.len() {
            let tile = set.remove(index);
            self.matching.clear();
            let rest = set.clone();
            if rest.into_iter().all(|other| self.push(other)) {
                set.insert(index, tile);
                index += 1;
            }
        }
        Some(set)
    }
}

/// The sorts of tiles, in the order of their first tiles.
fn sorts<M: Mask>(tiles: &[M]) -> Vec<Sort<M>> {
    let mut sorts: Vec<Sort<M>> = Vec::new();
    for (tile, &kinds) in tiles.iter().enumerate() {
        match sorts.iter_mut().find(|sort| sort.kinds == kinds) {
            Some(sort) => sort.tiles.push(tile),
            None => sorts.push(Sort {
                kinds,
                tiles: vec![tile],
            }),
        }
    }
    sorts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            assert_eq!(matching.shortage(tiles), expected, "{tiles:?}");
        }
    }

    /// Whether there are fewer dice for some tiles than tiles: the definition.
    fn is_short(capacity: &[u32], tiles: impl Iterator<Item = u64> + Clone) -> bool {
        let kinds = tiles.clone().fold(0, |all, kinds| all | kinds);
        let dice: usize = kinds.kinds().map(|kind| capacity[kind] as usize).sum();
        tiles.count() > dice
    }

    /// The size of the smallest short set, from all sets.
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
        fn no_set_is_smaller_than_the_smallest(
            capacity in prop::collection::vec(1..=3u32, 7),
            tiles in prop::collection::vec((0..128u64, 0..128u64), 0..=10),
            sparse: bool,
            orders in 1..=2usize,
        ) {
            let tiles: Vec<u64> = tiles.iter().map(|&(a, b)| if sparse { a & b } else { a }).collect();
            let mut matching = Matching::<u64>::new(capacity.clone());
            // With few orders the search has more to do.
            let found = matching.shortage_with(Effort { orders, ..USUAL }, &tiles);
            prop_assert_eq!(found.as_ref().map(Vec::len), plain(&capacity, &tiles));
            if let Some(found) = found {
                prop_assert!(is_short(&capacity, found.iter().map(|&tile| tiles[tile])));
                prop_assert!(found.is_sorted_by(|a, b| a < b));
            }
        }

        #[test]
        fn a_search_cut_short_finds_a_set_of_which_no_tile_can_be_left_out(
            capacity in prop::collection::vec(1..=2u32, 7),
            tiles in prop::collection::vec((0..128u64, 0..128u64), 0..=12),
            pushes in 0..200u64,
        ) {
            let tiles: Vec<u64> = tiles.iter().map(|&(a, b)| a & b).collect();
            let mut matching = Matching::<u64>::new(capacity);
            if let Some(found) = matching.shortage_with(Effort { pushes, ..USUAL }, &tiles) {
                for left_out in &found {
                    matching.clear();
                    let mut rest = found.iter().filter(|tile| *tile != left_out);
                    prop_assert!(rest.all(|&tile| matching.push(tiles[tile])));
                }
                matching.clear();
                prop_assert!(!found.iter().all(|&tile| matching.push(tiles[tile])));
            }
        }
    }
}
