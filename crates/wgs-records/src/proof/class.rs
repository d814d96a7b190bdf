//! Classes of boards: a set of faces for each cell. A board belongs to a class if each of its
//! cells has a face of the cell's set. The result of searching a class is an [`Outcome`].
//!
//! [`Outcome`]: super::Outcome

use std::fmt;

use wgs_engine::FaceBoard;

use crate::symmetry::Symmetry;

/// A set of faces, by their index in the letters of a [`ProofGame`](super::ProofGame).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FaceSet(u64);

impl FaceSet {
    /// The largest number of faces.
    pub const MAX_FACES: usize = 63;

    /// The set without faces.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of one face.
    pub fn one(face: usize) -> Self {
        debug_assert!(face < Self::MAX_FACES);
        Self(1 << face)
    }

    /// Returns the set of the faces below an index.
    pub fn below(end: usize) -> Self {
        debug_assert!(end <= Self::MAX_FACES);
        Self((1 << end) - 1)
    }

    /// Returns the set with another face.
    #[must_use]
    pub fn with(self, face: usize) -> Self {
        Self(self.0 | Self::one(face).0)
    }

    /// Returns whether a face is in the set.
    pub fn contains(self, face: usize) -> bool {
        face < 64 && self.0 >> face & 1 == 1
    }

    /// Returns the faces that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the faces that are in one of the sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the number of faces.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether there are no faces.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the only face, if there is just one.
    pub fn only(self) -> Option<usize> {
        (self.len() == 1).then_some(self.0.trailing_zeros() as usize)
    }

    /// Returns the indexes of the faces in ascending order.
    pub fn faces(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let face = (rest != 0).then_some(rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            face
        })
    }

    /// Returns the set as a mask with a bit for each face.
    pub(crate) fn mask(self) -> u64 {
        self.0
    }
}

impl FromIterator<usize> for FaceSet {
    fn from_iter<I: IntoIterator<Item = usize>>(faces: I) -> Self {
        faces.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A class of boards: a set of faces for each cell of the grid, in the order of positions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    sets: Box<[FaceSet]>,
}

impl Class {
    /// Creates a class from the set of each cell.
    pub fn new(sets: impl Into<Box<[FaceSet]>>) -> Self {
        Self { sets: sets.into() }
    }

    /// Returns the set of each cell.
    pub fn sets(&self) -> &[FaceSet] {
        &self.sets
    }

    /// Returns the number of boards, or the largest number if there are more.
    pub fn boards(&self) -> u128 {
        let sizes = self.sets.iter().map(|set| set.len() as u128);
        sizes.fold(1, u128::saturating_mul)
    }

    /// Returns whether a board belongs to the class. `faces` has a face for each cell.
    pub fn contains(&self, faces: &FaceBoard) -> bool {
        let mut cells = faces.iter().zip(&self.sets);
        faces.len() == self.sets.len() && cells.all(|(&face, set)| set.contains(face.into()))
    }

    /// Returns the only board, if there is just one.
    pub fn only(&self) -> Option<FaceBoard> {
        let face = |set: &FaceSet| set.only().map(|face| face as u8);
        self.sets.iter().map(face).collect()
    }

    /// Returns the class with another set for one cell.
    #[must_use]
    pub fn with(&self, cell: usize, set: FaceSet) -> Self {
        let mut class = self.clone();
        class.sets[cell] = set;
        class
    }

    /// Returns the cells that symmetries of the grid exchange with a cell, if they map the class to itself.
    /// The cell itself is among them.
    pub(super) fn orbit(&self, symmetry: &Symmetry, cell: usize) -> Vec<usize> {
        let sets = &self.sets;
        let mut orbit: Vec<usize> = match symmetry {
            Symmetry::Full { required } => (0..sets.len())
                .filter(|&other| sets[other] == sets[cell] && required[other] == required[cell])
                .collect(),
            Symmetry::Listed(permutations) => permutations
                .iter()
                .filter(|permutation| {
                    let mut images = permutation.iter().zip(sets);
                    images.all(|(&to, set)| sets[usize::from(to)] == *set)
                })
                .map(|permutation| usize::from(permutation[cell]))
                .collect(),
        };
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets = self.sets.iter().map(|set| format_args_of(*set));
        f.debug_list().entries(sets).finish()
    }
}

fn format_args_of(set: FaceSet) -> String {
    let faces: Vec<String> = set.faces().map(|face| face.to_string()).collect();
    faces.join(",")
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Cell, Grid, Rules};

    use super::*;

    #[test]
    fn a_set_lists_its_faces_in_order() {
        let set = FaceSet::from_iter([5, 0, 62]);
        assert_eq!(set.faces().collect::<Vec<_>>(), [0, 5, 62]);
        assert_eq!((set.len(), set.only()), (3, None));
        assert_eq!(set.intersection(FaceSet::below(5)).only(), Some(0));
        assert!(!set.contains(64) && set.contains(62));
        assert_eq!(FaceSet::below(FaceSet::MAX_FACES).len(), 63);
    }

    #[test]
    fn a_class_counts_its_boards() {
        let class = Class::new([FaceSet::below(3), FaceSet::one(1), FaceSet::below(2)]);
        assert_eq!(class.boards(), 6);
        let contains = |faces: &[u8]| class.contains(&faces.to_vec().into());
        assert!(contains(&[2, 1, 0]));
        assert!(!contains(&[2, 0, 0]) && !contains(&[2, 1]));
        assert_eq!(class.only(), None);
        let one = class.with(0, FaceSet::one(2)).with(2, FaceSet::one(0));
        assert_eq!(one.only(), Some(vec![2, 1, 0].into()));
    }

    #[test]
    fn a_class_of_a_rack_exchanges_all_cells_but_required_ones() {
        let grid = Grid::rack(3).with_reuse(true);
        let rules = Rules::word_game_solver().with_required_cells([Cell::new(1)]);
        let symmetry = Symmetry::of(&grid, &rules);
        let class = Class::new([FaceSet::below(3); 3]);
        assert_eq!(class.orbit(&symmetry, 0), [0, 2]);
        assert_eq!(class.orbit(&symmetry, 1), [1]);
    }

    #[test]
    fn a_class_keeps_only_the_symmetries_that_map_it_to_itself() {
        let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
        let symmetry = Symmetry::of(&grid, &Rules::boggle());
        let class = Class::new([FaceSet::below(3); 9]);
        assert_eq!(class.orbit(&symmetry, 1), [1, 3, 5, 7]);
        let class = class.with(1, FaceSet::one(2));
        assert_eq!(class.orbit(&symmetry, 3), [3, 5]);
        assert_eq!(class.orbit(&symmetry, 4), [4]);
    }
}
