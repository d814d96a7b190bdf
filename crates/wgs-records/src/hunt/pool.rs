//! The best boards of a climb or of a hunt, each once up to symmetry.

use wgs_engine::FaceBoard;

/// A board of a pool. It is the first of its equivalent boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PoolBoard {
    /// How far it is from the goal.
    pub(super) distance: u64,
    /// Decides between boards that are equally far. It is as good as random, so that a climb
    /// across boards of equal value does not drift to those that are first in some order.
    pub(super) tie: u64,
    pub(super) faces: FaceBoard,
    pub(super) value: u64,
    /// Whether its neighbours were scored.
    pub(super) is_expanded: bool,
}

impl PoolBoard {
    fn key(&self) -> (u64, u64, &FaceBoard) {
        (self.distance, self.tie, &self.faces)
    }
}

/// The best boards so far, the best first.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Pool {
    size: usize,
    boards: Vec<PoolBoard>,
}

impl Pool {
    pub(super) fn new(size: usize) -> Self {
        Self {
            size,
            boards: Vec::new(),
        }
    }

    pub(super) fn boards(&self) -> &[PoolBoard] {
        &self.boards
    }

    /// Returns the largest distance with which a board might enter.
    pub(super) fn max_distance(&self) -> u64 {
        match self.boards.last() {
            Some(last) if self.boards.len() >= self.size => last.distance,
            _ => u64::MAX,
        }
    }

    /// Returns whether a board with this distance might enter.
    pub(super) fn admits(&self, distance: u64) -> bool {
        distance <= self.max_distance()
    }

    /// Adds a board, unless it is there or not good enough.
    pub(super) fn offer(&mut self, board: PoolBoard) {
        self.offer_if(board, |_| true);
    }

    /// Adds a board, unless it is there or not good enough, if it is allowed.
    pub(super) fn offer_if(
        &mut self,
        board: PoolBoard,
        is_allowed: impl FnOnce(&PoolBoard) -> bool,
    ) {
        let place = self
            .boards
            .binary_search_by(|known| known.key().cmp(&board.key()));
        if let Err(place) = place
            && place < self.size
            && is_allowed(&board)
        {
            self.boards.insert(place, board);
            self.boards.truncate(self.size);
        }
    }

    /// Returns the index of the best board whose neighbours were not scored yet.
    pub(super) fn next_index(&self) -> Option<usize> {
        self.boards.iter().position(|board| !board.is_expanded)
    }

    /// Sets whether the neighbours of a board were scored.
    pub(super) fn set_expanded(&mut self, index: usize, is_expanded: bool) {
        self.boards[index].is_expanded = is_expanded;
    }

    /// Removes all boards and returns them.
    pub(super) fn take(&mut self) -> Vec<PoolBoard> {
        std::mem::take(&mut self.boards)
    }
}

/// Returns a number that seems random, for the tie between boards of a climb.
pub(super) fn tie(salt: u64, faces: &[u8]) -> u64 {
    let mixed = faces.iter().fold(salt, |mixed, &face| {
        let mixed = (mixed ^ u64::from(face)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    });
    mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(distance: u64, face: u8) -> PoolBoard {
        PoolBoard {
            distance,
            tie: 0,
            faces: vec![face].into(),
            value: 0,
            is_expanded: false,
        }
    }

    #[test]
    fn a_pool_keeps_the_best_boards_each_once() {
        let mut pool = Pool::new(2);
        for (distance, face, enters) in [
            (5, 1, true),
            (5, 1, false),
            (7, 2, true),
            (8, 3, false),
            (5, 4, true),
            (7, 2, false),
            (1, 5, true),
        ] {
            let before = pool.boards().to_vec();
            pool.offer(board(distance, face));
            assert_eq!(before != pool.boards(), enters, "{distance} {face}");
        }
        let faces: Vec<u8> = pool.boards().iter().map(|board| board.faces[0]).collect();
        assert_eq!(faces, [5, 1]);
        assert!(!pool.admits(6) && pool.admits(5));
    }
}
