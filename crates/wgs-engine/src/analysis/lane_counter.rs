//! Counts the words of each cell, four cells at a time. The tests compare it with visiting
//! the bits of a mask one by one.

use crate::BoardScore;

/// Counts the words and points of up to 64 cells, with four cells in each integer.
///
/// Visiting the bits of a mask one by one costs a branch misprediction per word. Instead, one
/// multiplication spreads four bits into four lanes of 16 bits, and another multiplies them by
/// the points. On a board of 2,350 points, where finding the words takes 36 µs, counting takes
/// 7 µs instead of 9.5 µs.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneCounter {
    quads: Vec<Quad>,
    /// The points added since the last flush. No lane holds more than this.
    pending: u16,
}

/// Four lanes of words and of points.
#[derive(Clone, Copy, Debug, Default)]
struct Quad {
    words: u64,
    points: u64,
}

impl Quad {
    const CELLS: usize = 4;

    /// Spreads the four lowest bits of a mask into four lanes.
    #[inline]
    fn spread(mask: u64) -> u64 {
        const COPIES: u64 = 1 | 1 << 15 | 1 << 30 | 1 << 45;
        const LOWEST: u64 = 1 | 1 << 16 | 1 << 32 | 1 << 48;
        ((mask & 0xf) * COPIES) & LOWEST
    }

    fn lane(number: u64, lane: usize) -> u64 {
        number >> (16 * lane) & 0xffff
    }
}

impl LaneCounter {
    pub(super) fn reset(&mut self, cells: usize) {
        // Larger grids have no masks.
        let quads = cells.min(64).div_ceil(Quad::CELLS);
        self.quads.clear();
        self.quads.resize(quads, Quad::default());
        self.pending = 0;
    }

    #[inline]
    pub(super) fn add(&mut self, mut mask: u64, points: u16, cells: &mut [BoardScore]) {
        // At least one per word, so that the word count cannot overflow either.
        match self.pending.checked_add(points.max(1)) {
            Some(pending) => self.pending = pending,
            None => {
                self.flush(cells);
                self.pending = points.max(1);
            }
        }
        for quad in &mut self.quads {
            let used = Quad::spread(mask);
            quad.words += used;
            quad.points += used * u64::from(points);
            mask >>= Quad::CELLS;
        }
    }

    /// Adds the lanes to the cells and clears them.
    pub(super) fn flush(&mut self, cells: &mut [BoardScore]) {
        for (quad, cells) in self.quads.iter_mut().zip(cells.chunks_mut(Quad::CELLS)) {
            for (lane, cell) in cells.iter_mut().enumerate() {
                cell.words += Quad::lane(quad.words, lane);
                let points = Quad::lane(quad.points, lane);
                cell.points = cell.points.saturating_add(points);
            }
            *quad = Quad::default();
        }
        self.pending = 0;
    }
}

#[cfg(test)]
mod tests {
    use crate::CellSet;
    use proptest::prelude::*;

    use super::super::add;
    use super::*;

    #[test]
    fn lanes_are_flushed_before_they_overflow() {
        let mut lanes = LaneCounter::default();
        let mut cells = [BoardScore::default(); 6];
        lanes.reset(6);
        for _ in 0..5 {
            lanes.add(0b10_0010, u16::MAX, &mut cells);
            lanes.add(0b11_0000, 1, &mut cells);
        }
        for _ in 0..100_000 {
            lanes.add(0b00_0001, 0, &mut cells);
        }
        lanes.flush(&mut cells);
        let most = 5 * u64::from(u16::MAX);
        let expected = [
            (100_000, 0),
            (5, most),
            (0, 0),
            (0, 0),
            (5, 5),
            (10, most + 5),
        ];
        assert_eq!(
            expected.map(|(words, points)| BoardScore::new(words, points)),
            cells
        );
    }

    proptest! {
        #[test]
        fn lanes_agree_with_visiting_the_bits(
            cells in 1..=64_usize,
            words in prop::collection::vec((any::<u64>(), any::<u16>()), 0..200),
        ) {
            let mut lanes = LaneCounter::default();
            let mut counted = vec![BoardScore::default(); cells];
            let mut visited = counted.clone();
            lanes.reset(cells);
            for (mask, points) in words {
                let mask = mask >> (64 - cells);
                lanes.add(mask, points, &mut counted);
                CellSet::Mask(mask)
                    .iter()
                    .for_each(|cell| add(&mut visited[cell.index()], points.into()));
            }
            lanes.flush(&mut counted);
            prop_assert_eq!(counted, visited);
        }
    }
}
