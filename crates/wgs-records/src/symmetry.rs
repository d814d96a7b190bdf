//! The symmetries of a grid, for hunts and proofs: permutations of its cells that keep all neighbours
//! and all required positions: a board and its image have the same words and points.
//!
//! These are the symmetries of the graph. A rectangle has its rotations and reflections, and a
//! grid of two rows has more: the two cells of a column have the same neighbours.

use wgs_engine::{FaceBoard, Grid, Rules};

/// The largest number of permutations that are listed. A grid with more is treated as if it had
/// none: results are still right, but take longer, and equivalent boards are found more than once.
const MAX_PERMUTATIONS: usize = 4_096;

/// The symmetries of a grid.
#[derive(Clone, Debug)]
pub(crate) enum Symmetry {
    /// Any two cells may change places, if both or none of them are required.
    Full { required: Vec<bool> },
    /// A group of permutations, the identity among them.
    Listed(Vec<Vec<u8>>),
}

impl Symmetry {
    pub(crate) fn of(grid: &Grid, rules: &Rules) -> Self {
        let mut required = vec![false; grid.len()];
        for cell in &rules.required_cells {
            if let Some(is_required) = required.get_mut(cell.index()) {
                *is_required = true;
            }
        }
        if grid.is_full() {
            return Self::Full { required };
        }
        let cells = grid.len();
        let mut follows = vec![vec![false; cells]; cells];
        for cell in grid.cells() {
            for next in grid.neighbours(cell) {
                follows[cell.index()][next.index()] = true;
            }
        }
        let mut found = Vec::new();
        extend(&follows, &required, &mut Vec::new(), &mut found);
        if found.len() > MAX_PERMUTATIONS {
            found = vec![(0..cells).map(|cell| cell as u8).collect()];
        }
        Self::Listed(found)
    }

    /// Returns the permutations, if they are listed.
    pub(crate) fn permutations(&self) -> &[Vec<u8>] {
        match self {
            Self::Full { .. } => &[],
            Self::Listed(permutations) => permutations,
        }
    }

    /// Returns the smallest of a board's images.
    pub(crate) fn canonical(&self, faces: &FaceBoard) -> FaceBoard {
        match self {
            Self::Full { required } => {
                let mut canonical = faces.clone();
                for kind in [false, true] {
                    let cells = || (0..faces.len()).filter(|&cell| required[cell] == kind);
                    let mut sorted: Vec<u8> = cells().map(|cell| faces[cell]).collect();
                    sorted.sort_unstable();
                    for (cell, face) in cells().zip(sorted) {
                        canonical[cell] = face;
                    }
                }
                canonical
            }
            Self::Listed(permutations) => {
                fn image<'i>(
                    permutation: &'i [u8],
                    faces: &'i [u8],
                ) -> impl Iterator<Item = u8> + 'i {
                    permutation.iter().map(|&cell| faces[usize::from(cell)])
                }
                let smallest = permutations
                    .iter()
                    .min_by(|a, b| image(a, faces).cmp(image(b, faces)));
                let smallest = smallest.map(|permutation| image(permutation, faces).collect());
                smallest.unwrap_or_default()
            }
        }
    }
}

/// Adds the permutations that begin with these images.
fn extend(
    follows: &[Vec<bool>],
    required: &[bool],
    images: &mut Vec<u8>,
    found: &mut Vec<Vec<u8>>,
) {
    let cell = images.len();
    if cell == follows.len() {
        found.push(images.clone());
        return;
    }
    for image in 0..follows.len() {
        if found.len() > MAX_PERMUTATIONS {
            return;
        }
        // The neighbours of a cell are mostly among the last ones before it.
        let fits = required[cell] == required[image]
            && follows[cell][cell] == follows[image][image]
            && images.iter().enumerate().rev().all(|(other, &to)| {
                follows[cell][other] == follows[image][usize::from(to)]
                    && follows[other][cell] == follows[usize::from(to)][image]
            })
            && !images.contains(&(image as u8));
        if fits {
            images.push(image as u8);
            extend(follows, required, images, found);
            images.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Cell};

    use super::*;

    fn group(columns: u32, rows: u32) -> usize {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        match Symmetry::of(&grid, &Rules::boggle()) {
            Symmetry::Listed(permutations) => permutations.len(),
            Symmetry::Full { .. } => panic!("a rectangle is not a rack"),
        }
    }

    #[test]
    fn a_rectangle_has_its_rotations_and_reflections() {
        assert_eq!([group(3, 3), group(4, 3), group(4, 4)], [8, 4, 8]);
        // All cells of 2x2 are neighbours; each column of 2x3 can be turned on its own.
        assert_eq!([group(2, 2), group(3, 2)], [24, 16]);
        assert_eq!([group(1, 1), group(0, 0)], [1, 1]);
    }

    #[test]
    fn a_hexagon_has_its_rotations_and_reflections() {
        let rows = [(2..=4, 1), (1..=4, 2), (1..=5, 3), (1..=4, 4), (2..=4, 5)];
        let places = rows
            .into_iter()
            .flat_map(|(row, y)| row.map(move |x| (x, y)));
        let hexagon = Grid::from_places(places, Adjacency::Hexagonal).unwrap();
        let symmetry = Symmetry::of(&hexagon, &Rules::boggle());
        assert_eq!(symmetry.permutations().len(), 12);
    }

    #[test]
    fn a_required_position_keeps_its_place() {
        let grid = Grid::rack(3).with_reuse(true);
        let rules = Rules::word_game_solver().with_required_cells([Cell::new(1)]);
        let symmetry = Symmetry::of(&grid, &rules);
        let board = FaceBoard::from(vec![2, 1, 0]);
        assert_eq!(symmetry.canonical(&board)[..], [0, 1, 2]);
    }

    #[test]
    fn a_grid_of_256_cells_with_too_many_symmetries_keeps_its_boards() {
        let grid = Grid::rectangle(128, 2, Adjacency::Diagonal);
        let symmetry = Symmetry::of(&grid, &Rules::boggle());
        let board: FaceBoard = (0..=255).collect();
        assert_eq!(symmetry.canonical(&board), board);
    }
}
