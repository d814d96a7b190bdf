//! The symmetries of a grid, for hunts and proofs: permutations of its cells that keep all neighbours
//! and all required positions: a board and its image have the same words and points.
//!
//! These are the symmetries of the graph. A rectangle has its rotations and reflections, and a
//! grid of two rows has more: the two cells of a column have the same neighbours.

use wgs_engine::{FaceBoard, Grid, Rules};

/// The largest number of permutations that are listed. A grid with more is treated as if it had
/// none: results are still right, but take longer, and equivalent boards are found more than once.
const MAX_PERMUTATIONS: usize = 4_096;

/// The largest number of images that are tried for cells: a fraction of a second. The largest
/// rectangle needs some thousands. A grid that needs more is treated as if it had no symmetries.
const MAX_TRIES: usize = 1_000_000;

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
        let permutations = PermutationSearch::new(grid, &required).run();
        Self::Listed(permutations.unwrap_or_else(|| vec![identity(grid.len())]))
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

/// Returns the permutation that keeps every cell where it is.
fn identity(cells: usize) -> Vec<u8> {
    // A grid has at most 256 cells.
    (0..cells).map(|cell| cell as u8).collect()
}

/// The search for the permutations of a grid. Cells get their images in an order in which nearly
/// every cell is next to an earlier one, so its image is next to the earlier one's image.
struct PermutationSearch {
    /// The cells next to each cell, in either direction, and the directions.
    links: Vec<Vec<Link>>,
    /// Cells of different colours cannot be images of each other.
    colours: Vec<usize>,
    /// The cells in the order of the search, each with an earlier cell next to it, if there is one.
    order: Vec<(usize, Option<usize>)>,
    images: Vec<Option<usize>>,
    is_image: Vec<bool>,
    found: Vec<Vec<u8>>,
    /// The number of images that may still be tried.
    tries: usize,
}

/// A cell next to another one, and the directions in which words can go between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    cell: usize,
    is_next: bool,
    is_previous: bool,
}

impl PermutationSearch {
    fn new(grid: &Grid, required: &[bool]) -> Self {
        let cells = grid.len();
        let mut links: Vec<Vec<Link>> = vec![Vec::new(); cells];
        let mut link = |from: usize, to: usize, is_next: bool| {
            let known = links[from].iter_mut().find(|link| link.cell == to);
            match known {
                Some(link) if is_next => link.is_next = true,
                Some(link) => link.is_previous = true,
                None => links[from].push(Link {
                    cell: to,
                    is_next,
                    is_previous: !is_next,
                }),
            }
        };
        for cell in grid.cells() {
            for next in grid.neighbours(cell) {
                link(cell.index(), next.index(), true);
                link(next.index(), cell.index(), false);
            }
        }
        let colours = colours(&links, required);
        let order = search_order(&links, &colours);
        Self {
            links,
            colours,
            order,
            images: vec![None; cells],
            is_image: vec![false; cells],
            found: Vec::new(),
            tries: MAX_TRIES,
        }
    }

    /// Returns all permutations, or [`None`] if they are too many or take too long to find.
    fn run(mut self) -> Option<Vec<Vec<u8>>> {
        self.extend(0)?;
        Some(self.found)
    }

    /// Finds the permutations that begin with the images of the first cells of the order.
    fn extend(&mut self, place: usize) -> Option<()> {
        let Some(&(cell, earlier)) = self.order.get(place) else {
            let images = self.images.iter().flatten();
            // A grid has at most 256 cells.
            self.found.push(images.map(|&image| image as u8).collect());
            return (self.found.len() <= MAX_PERMUTATIONS).then_some(());
        };
        let candidates: Vec<usize> = match earlier.and_then(|earlier| self.images[earlier]) {
            Some(image) => self.links[image].iter().map(|link| link.cell).collect(),
            None => (0..self.links.len()).collect(),
        };
        for image in candidates {
            self.tries = self.tries.checked_sub(1)?;
            if self.fits(cell, image) {
                self.images[cell] = Some(image);
                self.is_image[image] = true;
                self.extend(place + 1)?;
                self.images[cell] = None;
                self.is_image[image] = false;
            }
        }
        Some(())
    }

    /// Returns whether a cell can have this image: the links to cells with images become links
    /// between the images, and no others.
    fn fits(&self, cell: usize, image: usize) -> bool {
        if self.is_image[image] || self.colours[cell] != self.colours[image] {
            return false;
        }
        let mut linked = 0;
        for &link in &self.links[cell] {
            let to = match link.cell == cell {
                true => Some(image),
                false => self.images[link.cell],
            };
            if let Some(to) = to {
                linked += 1;
                let wanted = Link { cell: to, ..link };
                if !self.links[image].contains(&wanted) {
                    return false;
                }
            }
        }
        let of_image = self.links[image].iter();
        linked
            == of_image
                .filter(|link| link.cell == image || self.is_image[link.cell])
                .count()
    }
}

/// Returns a colour for each cell: cells that the links tell apart have different ones.
fn colours(links: &[Vec<Link>], required: &[bool]) -> Vec<usize> {
    let mut colours: Vec<usize> = required.iter().copied().map(usize::from).collect();
    let mut number = 0;
    loop {
        let kind = |cell: usize| {
            let around = links[cell].iter();
            let mut around: Vec<_> = around
                .map(|link| {
                    (
                        colours[link.cell],
                        link.is_next,
                        link.is_previous,
                        link.cell == cell,
                    )
                })
                .collect();
            around.sort_unstable();
            (colours[cell], around)
        };
        let kinds: Vec<_> = (0..links.len()).map(kind).collect();
        let mut known: Vec<_> = kinds.iter().collect();
        known.sort_unstable();
        known.dedup();
        let place = |kind| known.partition_point(|known| *known < kind);
        colours = kinds.iter().map(place).collect();
        // Colours are only ever split.
        if known.len() == number {
            return colours;
        }
        number = known.len();
    }
}

/// Returns the order in which cells get their images: each part of the grid from one of its cells
/// outwards, beginning with a cell that has few possible images.
fn search_order(links: &[Vec<Link>], colours: &[usize]) -> Vec<(usize, Option<usize>)> {
    let alike = |cell: &usize| colours.iter().filter(|&&it| it == colours[*cell]).count();
    let mut firsts: Vec<usize> = (0..links.len()).collect();
    firsts.sort_by_cached_key(alike);
    let mut order: Vec<(usize, Option<usize>)> = Vec::new();
    let mut is_listed = vec![false; links.len()];
    for first in firsts {
        if is_listed[first] {
            continue;
        }
        is_listed[first] = true;
        let mut next = order.len();
        order.push((first, None));
        while let Some(&(cell, _)) = order.get(next) {
            next += 1;
            for link in &links[cell] {
                if !is_listed[link.cell] {
                    is_listed[link.cell] = true;
                    order.push((link.cell, Some(cell)));
                }
            }
        }
    }
    order
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
    fn large_squares_have_their_rotations_and_reflections() {
        let sizes = [(12, 12), (16, 16), (10, 10), (15, 17), (64, 4), (256, 1)];
        let groups = sizes.map(|(columns, rows)| group(columns, rows));
        assert_eq!(groups, [8, 8, 8, 4, 4, 2]);
        // Too many: each column can be turned on its own.
        assert_eq!([group(128, 2), group(2, 128)], [1, 1]);
    }

    #[test]
    fn the_search_ends_on_a_grid_whose_cells_look_alike() {
        let sizes = [2, 3, 4, 5, 6, 7, 16, 256];
        let found = sizes.map(|cells| {
            // No cell is next to another one, so any two can be exchanged.
            let places = (0..cells).map(|cell| (cell, cell));
            let grid = Grid::from_places(places, Adjacency::Straight).unwrap();
            Symmetry::of(&grid, &Rules::boggle()).permutations().len()
        });
        assert_eq!(found, [2, 6, 24, 120, 720, 1, 1, 1]);
    }

    #[test]
    fn the_permutations_of_a_small_grid_are_those_that_keep_all_links() {
        let shapes: [&[(u32, u32)]; 4] = [
            &[(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)],
            &[(0, 0), (1, 1), (2, 0), (3, 3), (4, 3)],
            &[(0, 0), (4, 0), (0, 4), (4, 4), (2, 2)],
            &[(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (3, 3)],
        ];
        for shape in shapes {
            for required in [None, Some(Cell::new(0))] {
                let grid = Grid::from_places(shape.iter().copied(), Adjacency::Diagonal).unwrap();
                let rules = Rules::boggle().with_required_cells(required);
                let symmetry = Symmetry::of(&grid, &rules);
                let mut listed = symmetry.permutations().to_vec();
                listed.sort_unstable();
                assert_eq!(listed, all_permutations(&grid, required), "{shape:?}");
            }
        }
    }

    /// Returns the permutations that keep all links and the required cell, found by trying all.
    fn all_permutations(grid: &Grid, required: Option<Cell>) -> Vec<Vec<u8>> {
        let is_next = |from: u8, to: u8| {
            let mut neighbours = grid.neighbours(Cell::new(from.into()));
            neighbours.any(|cell| cell.index() == usize::from(to))
        };
        let mut permutations = vec![Vec::new()];
        for _ in 0..grid.len() {
            let longer = permutations.iter().flat_map(|images: &Vec<u8>| {
                let others = (0..grid.len() as u8).filter(|image| !images.contains(image));
                others.map(|image| [&images[..], &[image]].concat())
            });
            permutations = longer.collect();
        }
        permutations.retain(|images| {
            let cells = || (0..images.len() as u8).map(|cell| (cell, images[usize::from(cell)]));
            let keeps_links = cells()
                .all(|(a, to_a)| cells().all(|(b, to_b)| is_next(a, b) == is_next(to_a, to_b)));
            let keeps_required =
                required.is_none_or(|it| usize::from(images[it.index()]) == it.index());
            keeps_links && keeps_required
        });
        permutations
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
