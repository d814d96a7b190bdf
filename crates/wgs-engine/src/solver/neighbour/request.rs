//! Requests to a scorer of many boards and their neighbours, and its answers. A device
//! answers with few of the neighbours, because all of them would take longer to read than to score.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::face_table::FaceBoard;
use crate::grid::Cell;

/// A change that turns a board into one of its neighbours. Boards are lists of faces by number.
///
/// ```
/// use wgs_engine::neighbour::BoardChange;
/// use wgs_engine::Cell;
///
/// let mut board = [7, 8, 9];
/// BoardChange::Face(Cell::new(1), 3).apply(&mut board);
/// BoardChange::Swap(Cell::new(0), Cell::new(2)).apply(&mut board);
/// assert_eq!(board, [9, 3, 7]);
/// ```
///
/// It is exhaustive: a device that scores neighbours has to know every kind of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardChange {
    /// A cell gets the face with this number.
    Face(Cell, u8),
    /// Two cells swap their faces.
    Swap(Cell, Cell),
}

impl BoardChange {
    /// Returns all changes that make a difference to a board, with this number of faces to choose
    /// from. Some of them may lead to boards that are equivalent by a symmetry of the grid.
    ///
    /// # Panics
    ///
    /// If there are more than 256 faces.
    pub fn all(board: &[u8], faces: usize) -> impl Iterator<Item = Self> {
        assert!(faces <= 256, "there are {faces} faces, but at most 256");
        board.iter().enumerate().flat_map(move |(cell, &own)| {
            let faces = (0..faces).map(|face| face as u8);
            let faces = faces.filter(move |&face| face != own);
            let faces = faces.map(move |face| Self::Face(Cell::new(cell), face));
            let others = board[..cell].iter().enumerate();
            let others = others.filter(move |&(_, &other)| other != own);
            faces.chain(others.map(move |(other, _)| Self::Swap(Cell::new(cell), Cell::new(other))))
        })
    }

    /// Returns the number of [changes that make a difference](Self::all), if each face of the board is among
    /// the faces.
    pub fn count(board: &[u8], faces: usize) -> usize {
        let mut alike = [0_usize; 256];
        let mut swaps = 0;
        for (cell, &face) in board.iter().enumerate() {
            let alike = &mut alike[usize::from(face)];
            swaps += cell - *alike;
            *alike += 1;
        }
        board.len() * faces.saturating_sub(1) + swaps
    }

    /// Changes a board.
    ///
    /// # Panics
    ///
    /// If the board does not have the cells.
    pub fn apply(self, board: &mut [u8]) {
        match self {
            Self::Face(cell, face) => board[cell.index()] = face,
            Self::Swap(a, b) => board.swap(a.index(), b.index()),
        }
    }
}

/// Identifies the boards that a search, such as a climb, has met. A scorer for many searches may
/// store boards under this number.
///
/// ```
/// use wgs_engine::neighbour::SearchHistory;
///
/// assert_ne!(SearchHistory::new(), SearchHistory::new());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchHistory(u64);

impl SearchHistory {
    /// Begins a history, in which no board has been met. It is different from all others.
    #[expect(clippy::new_without_default, reason = "no two of them are the same")]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the number.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// A board whose neighbours are to be scored.
///
/// ```
/// use wgs_engine::neighbour::{NeighbourRequest, SearchHistory};
///
/// let history = SearchHistory::new();
/// let request = NeighbourRequest::new(vec![0, 2, 1], 100..=u64::MAX, history);
/// assert!(request.wanted.contains(&120));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeighbourRequest {
    /// The board, as the number of each cell's face.
    pub board: FaceBoard,
    /// The values of the neighbours that are wanted.
    pub wanted: RangeInclusive<u64>,
    /// A neighbour may be left out if it, or an equivalent board, was scored before for a request with
    /// the same history, whether it was wanted then or not.
    pub history: SearchHistory,
}

impl NeighbourRequest {
    /// Creates a request.
    pub fn new(
        board: impl Into<FaceBoard>,
        wanted: RangeInclusive<u64>,
        history: SearchHistory,
    ) -> Self {
        Self {
            board: board.into(),
            wanted,
            history,
        }
    }
}

/// The neighbours of a board that were wanted.
///
/// ```
/// use wgs_engine::neighbour::{BoardChange, WantedNeighbours};
/// use wgs_engine::Cell;
///
/// let better = (BoardChange::Face(Cell::new(3), 1), 120);
/// let wanted = WantedNeighbours::new(100, vec![better]);
/// assert!(wanted.neighbours.iter().all(|(_, value)| *value > wanted.value));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct WantedNeighbours {
    /// The value of the board itself.
    pub value: u64,
    /// The neighbours with their values, in any order.
    pub neighbours: Vec<(BoardChange, u64)>,
}

impl WantedNeighbours {
    /// Creates an answer from the value of a board and its wanted neighbours.
    pub fn new(value: u64, neighbours: Vec<(BoardChange, u64)>) -> Self {
        Self { value, neighbours }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_that_makes_a_difference_is_listed_once() {
        for (board, faces) in [
            (&[][..], 3),
            (&[0], 1),
            (&[2, 2, 0, 1, 2], 3),
            (&[0, 1, 2, 3], 256),
        ] {
            let mut changes: Vec<BoardChange> = BoardChange::all(board, faces).collect();
            assert_eq!(changes.len(), BoardChange::count(board, faces), "{board:?}");
            for change in &changes {
                let mut changed = board.to_vec();
                change.apply(&mut changed);
                assert_ne!(changed, board, "{change:?}");
            }
            changes.sort_unstable();
            changes.dedup();
            assert_eq!(changes.len(), BoardChange::count(board, faces), "{board:?}");
        }
    }
}
