//! Matches tiles to dice, each die to at most one tile: maximum bipartite matching by
//! augmenting paths, with the dice for a tile in a bit mask. Which dice show a tile is decided
//! in [`die_kind`](crate::die_kind).
//!
//! Dice with the same faces are one *kind* with a capacity. Tiles are added one by one, and
//! earlier tiles move to other kinds along an augmenting path. If there is no such path, the
//! tile can never be matched together with those before it, so a check ends at the first
//! failure (the sets of tiles that can be matched are the independent sets of a matroid). The
//! tiles and kinds that the path search reached are the proof: they are more tiles than dice
//! that show them (Hall's theorem). [`shortage`] looks for a small one.

mod shortage;

use std::fmt::Debug;

/// No tile, or no kind.
const NONE: u32 = u32::MAX;

/// A set of kinds of dice.
pub(crate) trait Mask: Copy + Default + Debug + Ord {
    /// The most kinds a mask can hold.
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

/// A set of up to 1024 kinds of dice.
pub(crate) type WideMask = [u64; 16];

impl Mask for WideMask {
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

/// A checker with masks as narrow as its number of kinds allows: one machine word is faster
/// than sixteen.
#[derive(Clone, Debug)]
pub(crate) enum EitherWidth<N, W> {
    Narrow(Box<N>),
    Wide(Box<W>),
}

impl<N, W> EitherWidth<N, W> {
    /// Creates the narrowest checker that holds this many kinds.
    pub(crate) fn new(kinds: usize, narrow: impl FnOnce() -> N, wide: impl FnOnce() -> W) -> Self {
        if kinds <= u64::KINDS {
            Self::Narrow(Box::new(narrow()))
        } else {
            Self::Wide(Box::new(wide()))
        }
    }
}

/// Evaluates an expression for a checker of either width. (A closure cannot be generic.)
macro_rules! either_width {
    ($checkers:expr, $checker:ident => $answer:expr) => {
        match $checkers {
            $crate::matching::EitherWidth::Narrow($checker) => $answer,
            $crate::matching::EitherWidth::Wide($checker) => $answer,
        }
    };
}
pub(crate) use either_width;

/// Tiles matched to kinds of dice. It reuses its memory from one check to the next.
#[derive(Clone, Debug)]
pub(crate) struct Matching<M> {
    capacity: Vec<u32>,
    all: M,
    /// How many dice of each kind are left; those with any are in `free`.
    left: Vec<u32>,
    free: M,
    tiles: Vec<MatchedTile<M>>,
    /// The first tile matched to each kind.
    head: Vec<u32>,
    /// The tile from which the last search reached each kind.
    via: Vec<u32>,
    /// The tiles that the last search reached.
    reached: Vec<u32>,
    /// The kinds that the last search reached.
    seen: M,
    /// The number of tiles that searches have reached since this was last asked.
    work: u32,
}

#[derive(Clone, Copy, Debug)]
struct MatchedTile<M> {
    kinds: M,
    kind: u32,
    /// The next tile matched to the same kind.
    next: u32,
}

impl<M: Mask> Matching<M> {
    /// A matching without tiles, for `capacity` dice of each kind; `u32::MAX` is unlimited.
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
            work: 0,
        }
    }

    /// Returns how many tiles were reached by searches for augmenting paths since the last call.
    /// A tile that is added without a search takes as long as one that is reached.
    pub(crate) fn take_work(&mut self) -> u32 {
        std::mem::take(&mut self.work)
    }

    /// How many tiles are matched.
    pub(crate) fn len(&self) -> usize {
        self.tiles.len()
    }

    /// How many dice there are of a kind.
    pub(crate) fn capacity(&self, kind: usize) -> u32 {
        self.capacity[kind]
    }

    /// How many dice these kinds have together.
    pub(crate) fn dice(&self, kinds: M) -> u64 {
        let dice = kinds.kinds().map(|kind| u64::from(self.capacity[kind]));
        dice.sum()
    }

    /// All kinds.
    pub(crate) fn all(&self) -> M {
        self.all
    }

    /// Removes all tiles.
    pub(crate) fn clear(&mut self) {
        self.tiles.clear();
        self.left.copy_from_slice(&self.capacity);
        self.head.fill(NONE);
        self.free = self.all;
    }

    /// Adds a tile that these kinds show. Returns false, and adds nothing, if no matching has
    /// room for it.
    #[inline]
    pub(crate) fn push(&mut self, kinds: M) -> bool {
        let tile = self.tiles.len();
        let (kind, next) = (NONE, NONE);
        self.tiles.push(MatchedTile { kinds, kind, next });
        if let Some(kind) = kinds.and(self.free).first() {
            self.take(kind);
            self.link(tile, kind);
            return true;
        }
        let found = self.augment(tile);
        self.work = self.work.saturating_add(self.reached.len() as u32);
        if !found {
            self.tiles.pop();
        }
        found
    }

    /// Removes the last tile.
    pub(crate) fn pop(&mut self) {
        let tile = self.tiles.len() - 1;
        let kind = self.tiles[tile].kind as usize;
        self.unlink(tile);
        self.tiles.pop();
        if self.capacity[kind] != u32::MAX {
            self.left[kind] += 1;
            self.free.insert(kind);
        }
    }

    /// The kind that a tile is matched to.
    pub(crate) fn kind_of(&self, tile: usize) -> usize {
        self.tiles[tile].kind as usize
    }

    /// After a tile could not be added: the kinds whose dice are all in use by tiles that no
    /// other kind shows.
    pub(crate) fn oversubscribed(&self) -> M {
        self.seen
    }

    /// The kinds that show each tile, in order.
    #[cfg(test)]
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
        self.tiles[tile].kind = kind as u32;
        self.tiles[tile].next = self.head[kind];
        self.head[kind] = tile as u32;
    }

    fn unlink(&mut self, tile: usize) {
        let MatchedTile { kind, next, .. } = self.tiles[tile];
        let kind = kind as usize;
        if self.head[kind] as usize == tile {
            self.head[kind] = next;
            return;
        }
        let mut before = self.head[kind] as usize;
        while self.tiles[before].next as usize != tile {
            before = self.tiles[before].next as usize;
        }
        self.tiles[before].next = next;
    }

    /// Looks for an augmenting path from a tile, breadth first, and applies it.
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
                self.apply_path(tile as usize, kind);
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

    /// Applies an augmenting path from its end: moves a tile to a kind with a free die, the
    /// tile before it to the kind that this freed, and so on.
    fn apply_path(&mut self, mut tile: usize, mut kind: usize) {
        loop {
            let old = self.tiles[tile].kind;
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
    fn tiles_are_rematched_until_no_matching_exists() {
        let mut matching = Matching::<u64>::new(vec![1, 1, 2]);
        assert!(matching.push(0b111));
        assert!(matching.push(0b011));
        assert!(matching.push(0b001));
        assert!(!matching.push(0b011));
        assert_eq!(matching.oversubscribed(), 0b011);
        assert!(matching.push(0b110));
        assert!(!matching.push(0b111));
        assert_eq!(matching.len(), 4);
        matching.pop();
        assert!(matching.push(0b100));
    }

    #[test]
    fn an_unlimited_kind_is_never_used_up() {
        let mut matching = Matching::<WideMask>::new(vec![u32::MAX]);
        let mut kinds = WideMask::default();
        kinds.insert(0);
        assert!((0..1000).all(|_| matching.push(kinds)));
        matching.pop();
        assert!(matching.push(kinds));
        assert!(!matching.push(WideMask::default()));
    }
}
