//! A word that is spelled tile by tile: by dragging over the tiles, or by tapping them. Which
//! tiles a pointer is on is decided by an [`Arrangement`](crate::Arrangement); what the word is
//! worth, by a [`Round`](crate::Round).

use wgs_engine::{Cell, Grid};

/// The tiles of a word that is being spelled.
///
/// ```
/// use wgs_engine::{Adjacency, Cell, Grid};
/// use wgs_play::{PathSpeller, Tap};
///
/// let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
/// let mut word = PathSpeller::starting_at(Cell::new(0));
/// // A tile too far, and back again.
/// for cell in [1, 4, 1, 5] {
///     word.drag_to(Cell::new(cell), &grid);
/// }
/// assert_eq!(word.path(), [0, 1, 5].map(Cell::new));
/// assert_eq!(word.tap(Cell::new(5), &grid), Tap::Complete);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathSpeller {
    path: Vec<Cell>,
}

/// What a tap on a tile did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tap {
    /// The word has changed.
    Changed,
    /// The last tile was tapped again: the word is complete.
    Complete,
}

impl PathSpeller {
    /// Starts a word.
    pub fn starting_at(cell: Cell) -> Self {
        Self { path: vec![cell] }
    }

    /// The tiles, in order.
    pub fn path(&self) -> &[Cell] {
        &self.path
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// Removes the last tile.
    pub fn remove_last(&mut self) {
        self.path.pop();
    }

    /// Goes on to a tile, if a path may. Sliding back to the tile before the last one removes the
    /// last one, unless tiles may be used again: there, it is the next tile. Returns whether the
    /// word has changed.
    pub fn drag_to(&mut self, cell: Cell, grid: &Grid) -> bool {
        match *self.path {
            // A finger stays on a tile for more than one event.
            [.., last] if last == cell => false,
            [.., before, _] if before == cell && !grid.reuses_tiles() => {
                self.path.pop();
                true
            }
            _ => self.extend(cell, grid),
        }
    }

    /// Adds a tile that may come next; otherwise completes the word on its last tile, goes back to
    /// a tile that it uses already, or starts another word.
    pub fn tap(&mut self, cell: Cell, grid: &Grid) -> Tap {
        if self.extend(cell, grid) {
            return Tap::Changed;
        }
        match self.path.iter().rposition(|used| *used == cell) {
            Some(place) if place + 1 == self.path.len() => return Tap::Complete,
            Some(place) if !grid.reuses_tiles() => self.path.truncate(place + 1),
            _ => *self = Self::starting_at(cell),
        }
        Tap::Changed
    }

    /// Adds a tile, if it may come next. Returns whether it was added.
    fn extend(&mut self, cell: Cell, grid: &Grid) -> bool {
        let is_free = grid.reuses_tiles() || !self.path.contains(&cell);
        let is_next = self.path.last().is_none_or(|last| {
            last.index() < grid.len() && grid.neighbours(*last).any(|next| next == cell)
        });
        if is_free && is_next {
            self.path.push(cell);
        }
        is_free && is_next
    }
}

impl From<Vec<Cell>> for PathSpeller {
    fn from(path: Vec<Cell>) -> Self {
        Self { path }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wgs_engine::{Adjacency, Rules};

    use super::*;
    use crate::Arrangement;

    fn grids() -> impl Strategy<Value = Grid> {
        (0..6).prop_map(|shape| match shape {
            0 => Grid::rectangle(4, 4, Adjacency::Diagonal),
            1 => Grid::rectangle(4, 3, Adjacency::Straight),
            2 => Grid::rack(7),
            3 => Grid::rack(26),
            4 => Grid::rack(7).with_reuse(true),
            _ => Grid::rectangle(3, 3, Adjacency::Diagonal).with_reuse(true),
        })
    }

    /// The reference implementation: whether a path may be spelled.
    fn is_path(path: &[Cell], grid: &Grid) -> bool {
        let is_next = |pair: &[Cell]| grid.neighbours(pair[0]).any(|next| next == pair[1]);
        let is_free = |place: usize| grid.reuses_tiles() || !path[..place].contains(&path[place]);
        path.windows(2).all(is_next) && (0..path.len()).all(is_free)
    }

    /// A path that may be spelled, chosen by random numbers.
    fn any_path(numbers: &[usize], grid: &Grid) -> Vec<Cell> {
        let mut path = Vec::new();
        for number in numbers {
            let next: Vec<Cell> = match path.last() {
                Some(last) => grid.neighbours(*last).collect(),
                None => grid.cells().collect(),
            };
            let is_free = |cell: &Cell| grid.reuses_tiles() || !path.contains(cell);
            let next: Vec<Cell> = next.into_iter().filter(is_free).collect();
            match next.len() {
                0 => break,
                choices => path.push(next[number % choices]),
            }
        }
        path
    }

    proptest! {
        #[test]
        fn any_drags_and_taps_spell_a_path(
            grid in grids(),
            moves in prop::collection::vec((any::<bool>(), 0..26_usize), 0..40),
        ) {
            let mut word = PathSpeller::default();
            for (is_tap, number) in moves {
                let cell = Cell::new(number % grid.len());
                let before = word.clone();
                match is_tap {
                    true => {
                        let tap = word.tap(cell, &grid);
                        prop_assert_eq!(tap == Tap::Complete, word == before);
                        prop_assert_eq!(word.path().last(), Some(&cell));
                    }
                    false => {
                        let has_changed = word.drag_to(cell, &grid);
                        prop_assert_eq!(has_changed, word != before);
                        prop_assert!(word.path().len().abs_diff(before.path().len()) <= 1);
                    }
                }
                prop_assert!(is_path(word.path(), &grid), "{:?}", word);
            }
        }

        #[test]
        fn every_path_is_spelled_by_taps(
            grid in grids(),
            numbers in prop::collection::vec(any::<usize>(), 0..20),
        ) {
            let path = any_path(&numbers, &grid);
            let mut word = PathSpeller::default();
            for cell in &path {
                prop_assert_eq!(word.tap(*cell, &grid), Tap::Changed);
            }
            prop_assert_eq!(word.path(), &path);
        }

        #[test]
        fn a_fast_drag_spells_what_a_slow_one_does(
            numbers in prop::collection::vec(any::<usize>(), 1..20),
            events in 1..9_u32,
        ) {
            let grid = Grid::rectangle(5, 5, Adjacency::Diagonal);
            let board = Arrangement::new(&grid, &Rules::new());
            let path = any_path(&numbers, &grid);
            let mut word = PathSpeller::starting_at(path[0]);
            for pair in path.windows(2) {
                let [from, to] = [pair[0], pair[1]].map(|cell| board.centre(cell).unwrap());
                let at = |event: u32| {
                    let share = f64::from(event) / f64::from(events);
                    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
                };
                for event in 0..events {
                    for cell in board.dragged_over(at(event), at(event + 1)) {
                        word.drag_to(cell, &grid);
                    }
                }
            }
            prop_assert_eq!(word.path(), &path);
        }

        #[test]
        fn sliding_back_undoes_a_drag_tile_by_tile(
            grid in grids(),
            numbers in prop::collection::vec(any::<usize>(), 1..20),
        ) {
            prop_assume!(!grid.reuses_tiles());
            let path = any_path(&numbers, &grid);
            let mut word = PathSpeller::from(path.clone());
            for length in (1..path.len()).rev() {
                word.drag_to(path[length - 1], &grid);
                prop_assert_eq!(word.path(), &path[..length]);
            }
        }
    }

    #[test]
    fn sliding_back_is_the_next_letter_where_tiles_may_be_used_again() {
        let grid = Grid::rack(7).with_reuse(true);
        let mut word = PathSpeller::default();
        for cell in [0, 1, 1, 0] {
            word.drag_to(Cell::new(cell), &grid);
        }
        assert_eq!(word.path(), [0, 1, 0].map(Cell::new));
    }

    #[test]
    fn a_tap_on_a_used_tile_goes_back_to_it_and_one_elsewhere_starts_another_word() {
        let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
        let mut word = PathSpeller::from([0, 1, 2, 3].map(Cell::new).to_vec());
        assert_eq!(word.tap(Cell::new(1), &grid), Tap::Changed);
        assert_eq!(word.path(), [0, 1].map(Cell::new));
        assert_eq!(word.tap(Cell::new(15), &grid), Tap::Changed);
        assert_eq!(word.path(), [15].map(Cell::new));
    }
}
