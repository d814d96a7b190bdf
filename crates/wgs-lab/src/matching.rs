//! Tiles to dice, each die at most once: maximum bipartite matching by augmenting paths,
//! with the dice of a tile in a bit mask. What tiles and dice are is
//! [`stock`](crate::stock)'s matter.
//!
//! Dice with the same faces are one *kind* with a capacity. Tiles are put one by one; the
//! matching gives way along an augmenting path. A tile for which there is none can never be
//! matched together with those before it, so a check ends at the first (the sets of tiles
//! that can be matched are the independent sets of a matroid), and the tiles and kinds that
//! the path search reached are a proof: more tiles than dice to show them (Hall's theorem).
//! The smallest such proof is found in [`shortage`].

mod shortage;

use std::fmt::Debug;
use std::hash::Hash;

/// No tile, or no kind.
const NONE: u32 = u32::MAX;

/// A set of kinds of dice.
pub(crate) trait Mask: Copy + Default + Debug + Ord + Hash {
    /// How many kinds there can be.
    const KINDS: usize;
    fn insert(&mut self, kind: usize);
    fn remove(&mut self, kind: usize);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn is_within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }
    /// The first kind of the set.
    fn first(self) -> Option<usize>;

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The kinds in ascending order.
    fn kinds(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let kind = self.first()?;
            self.remove(kind);
            Some(kind)
        })
    }
}

impl Mask for u64 {
    const KINDS: usize = 64;

    fn insert(&mut self, kind: usize) {
        *self |= 1 << kind;
    }

    fn remove(&mut self, kind: usize) {
        *self &= !(1 << kind);
    }

    fn and(self, other: Self) -> Self {
        self & other
    }

    fn or(self, other: Self) -> Self {
        self | other
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }
}

/// A set of up to 1024 kinds.
pub(crate) type Wide = [u64; 16];

impl Mask for Wide {
    const KINDS: usize = 1024;

    fn insert(&mut self, kind: usize) {
        self[kind / 64] |= 1 << (kind % 64);
    }

    fn remove(&mut self, kind: usize) {
        self[kind / 64] &= !(1 << (kind % 64));
    }

    fn and(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] & other[word])
    }

    fn or(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] | other[word])
    }

    fn without(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] & !other[word])
    }

    fn first(self) -> Option<usize> {
        let word = self.iter().position(|&word| word != 0)?;
        Some(word * 64 + self[word].trailing_zeros() as usize)
    }
}

/// A checker whose masks are as narrow as its kinds allow: one word is faster than sixteen.
#[derive(Clone, Debug)]
pub(crate) enum Fitted<N, W> {
    Narrow(Box<N>),
    Wide(Box<W>),
}

impl<N, W> Fitted<N, W> {
    /// Makes the checker that so many kinds fit into.
    pub(crate) fn new(kinds: usize, narrow: impl FnOnce() -> N, wide: impl FnOnce() -> W) -> Self {
        if kinds <= u64::KINDS {
            Self::Narrow(Box::new(narrow()))
        } else {
            Self::Wide(Box::new(wide()))
        }
    }
}

/// The same for a checker of either width; a closure cannot be generic.
macro_rules! fitted {
    ($fitted:expr, $checker:ident => $answer:expr) => {
        match $fitted {
            $crate::matching::Fitted::Narrow($checker) => $answer,
            $crate::matching::Fitted::Wide($checker) => $answer,
        }
    };
}
pub(crate) use fitted;

/// Tiles matched to kinds of dice. It keeps its memory from one check to the next.
#[derive(Clone, Debug)]
pub(crate) struct Matching<M> {
    capacity: Vec<u32>,
    all: M,
    /// How many dice of each kind are left; those with any are in `free`.
    left: Vec<u32>,
    free: M,
    tiles: Vec<Tile<M>>,
    /// The first tile of each kind.
    head: Vec<u32>,
    /// The tile from which a kind was reached.
    via: Vec<u32>,
    /// The tiles that the last search reached.
    reached: Vec<u32>,
    /// The kinds that the last search reached.
    seen: M,
}

#[derive(Clone, Copy, Debug)]
struct Tile<M> {
    kinds: M,
    owner: u32,
    /// The next tile of the same owner.
    next: u32,
}

impl<M: Mask> Matching<M> {
    /// No tiles, and so many dice of each kind; `u32::MAX` is without end.
    pub(crate) fn new(capacity: Vec<u32>) -> Self {
        let mut all = M::default();
        (0..capacity.len()).for_each(|kind| all.insert(kind));
        Self {
            left: capacity.clone(),
            head: vec![NONE; capacity.len()],
            via: vec![NONE; capacity.len()],
            capacity,
            all,
            free: all,
            tiles: Vec::new(),
            reached: Vec::new(),
            seen: M::default(),
        }
    }

    /// How many tiles are matched.
    pub(crate) fn len(&self) -> usize {
        self.tiles.len()
    }

    /// How many dice there are of a kind.
    pub(crate) fn capacity(&self, kind: usize) -> u32 {
        self.capacity[kind]
    }

    /// How many dice some kinds have.
    pub(crate) fn dice(&self, kinds: M) -> u64 {
        let dice = kinds.kinds().map(|kind| u64::from(self.capacity[kind]));
        dice.sum()
    }

    /// All kinds.
    pub(crate) fn all(&self) -> M {
        self.all
    }

    /// Takes all tiles away.
    pub(crate) fn clear(&mut self) {
        self.tiles.clear();
        self.left.copy_from_slice(&self.capacity);
        self.head.fill(NONE);
        self.free = self.all;
    }

    /// Puts a tile that these kinds show, unless no matching has it beside the others.
    #[inline]
    pub(crate) fn push(&mut self, kinds: M) -> bool {
        let tile = self.tiles.len();
        let (owner, next) = (NONE, NONE);
        self.tiles.push(Tile { kinds, owner, next });
        if let Some(kind) = kinds.and(self.free).first() {
            self.take(kind);
            self.link(tile, kind);
            return true;
        }
        let found = self.augment(tile);
        if !found {
            self.tiles.pop();
        }
        found
    }

    /// Takes the last tile away.
    pub(crate) fn pop(&mut self) {
        let tile = self.tiles.len() - 1;
        let owner = self.tiles[tile].owner as usize;
        self.unlink(tile);
        self.tiles.pop();
        if self.capacity[owner] != u32::MAX {
            self.left[owner] += 1;
            self.free.insert(owner);
        }
    }

    /// The kind that shows a tile.
    pub(crate) fn owner(&self, tile: usize) -> usize {
        self.tiles[tile].owner as usize
    }

    /// After a tile that could not be put: the kinds that are all in use by tiles that no
    /// other kind shows.
    pub(crate) fn contested(&self) -> M {
        self.seen
    }

    /// Puts tiles anew, each as often as told, and finds the kinds that those compete for
    /// that cannot all be matched. All others can be matched to the other kinds.
    pub(crate) fn contest(&mut self, tiles: impl Iterator<Item = (M, u32)>) -> M {
        self.clear();
        let mut contested = M::default();
        for (kinds, times) in tiles {
            // One more of a tile that cannot be matched contests no other kinds.
            if !(0..times).all(|_| self.push(kinds)) {
                contested = contested.or(self.seen);
            }
        }
        contested
    }

    /// The kinds that each tile may have, in order.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = M> {
        self.tiles.iter().map(|tile| tile.kinds)
    }

    fn take(&mut self, kind: usize) {
        if self.capacity[kind] == u32::MAX {
            return;
        }
        self.left[kind] -= 1;
        if self.left[kind] == 0 {
            self.free.remove(kind);
        }
    }

    fn link(&mut self, tile: usize, kind: usize) {
        self.tiles[tile].owner = kind as u32;
        self.tiles[tile].next = self.head[kind];
        self.head[kind] = tile as u32;
    }

    fn unlink(&mut self, tile: usize) {
        let Tile { owner, next, .. } = self.tiles[tile];
        let owner = owner as usize;
        if self.head[owner] as usize == tile {
            self.head[owner] = next;
            return;
        }
        let mut before = self.head[owner] as usize;
        while self.tiles[before].next as usize != tile {
            before = self.tiles[before].next as usize;
        }
        self.tiles[before].next = next;
    }

    fn augment(&mut self, root: usize) -> bool {
        self.reached.clear();
        self.reached.push(root as u32);
        self.seen = M::default();
        let mut index = 0;
        while let Some(&tile) = self.reached.get(index) {
            index += 1;
            let new = self.tiles[tile as usize].kinds.without(self.seen);
            if let Some(kind) = new.and(self.free).first() {
                self.take(kind);
                self.shift(tile as usize, kind);
                return true;
            }
            self.seen = self.seen.or(new);
            for kind in new.kinds() {
                self.via[kind] = tile;
                let mut held = self.head[kind];
                while held != NONE {
                    self.reached.push(held);
                    held = self.tiles[held as usize].next;
                }
            }
        }
        false
    }

    /// Gives a tile a new kind, its old kind to the tile that wanted it, and so on.
    fn shift(&mut self, mut tile: usize, mut kind: usize) {
        loop {
            let old = self.tiles[tile].owner;
            if old == NONE {
                self.link(tile, kind);
                return;
            }
            self.unlink(tile);
            self.link(tile, kind);
            kind = old as usize;
            tile = self.via[kind] as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matching_gives_way_until_it_cannot() {
        let mut matching = Matching::<u64>::new(vec![1, 1, 2]);
        assert!(matching.push(0b111));
        assert!(matching.push(0b011));
        assert!(matching.push(0b001));
        assert!(!matching.push(0b011));
        assert_eq!(matching.contested(), 0b011);
        assert!(matching.push(0b110));
        assert!(!matching.push(0b111));
        assert_eq!(matching.len(), 4);
        matching.pop();
        assert!(matching.push(0b100));
    }

    #[test]
    fn a_kind_without_end_is_always_free() {
        let mut matching = Matching::<Wide>::new(vec![u32::MAX]);
        let mut kinds = Wide::default();
        kinds.insert(0);
        assert!((0..1000).all(|_| matching.push(kinds)));
        matching.pop();
        assert!(matching.push(kinds));
        assert!(!matching.push(Wide::default()));
    }
}
