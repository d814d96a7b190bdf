//! Masks of cells in as many bits as a grid needs.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr};

/// A mask of the cells of a grid.
pub(super) trait Row:
    Copy + Debug + Default + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// Returns the cells of a mask of 64 that are among those of this type.
    fn from_mask(mask: u64) -> Self;

    /// Returns the mask from its lower half and a column of upper halves, which may be empty.
    fn from_columns(low: u32, high: &[u32], index: usize) -> Self;

    /// Returns the cells that are not in another mask.
    fn without(self, other: Self) -> Self;

    /// Returns whether a cell is in the mask.
    fn has(self, cell: usize) -> bool;

    /// Calls `f` with each cell.
    fn each_bit(self, f: impl FnMut(usize));

    /// Returns the number of masks in a block that has one for each cell.
    fn block(cells: usize) -> usize;
}

macro_rules! row {
    ($type:ty, $block:expr, $high:expr) => {
        impl Row for $type {
            #[inline]
            fn from_mask(mask: u64) -> Self {
                mask as Self
            }

            #[inline]
            fn from_columns(low: u32, high: &[u32], index: usize) -> Self {
                let high: u32 = match $high {
                    true => high.get(index).copied().unwrap_or(0),
                    false => 0,
                };
                (u64::from(low) | u64::from(high) << 32) as Self
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn has(self, cell: usize) -> bool {
                self >> cell & 1 != 0
            }

            #[inline]
            fn each_bit(mut self, mut f: impl FnMut(usize)) {
                while self != 0 {
                    f(self.trailing_zeros() as usize);
                    self &= self - 1;
                }
            }

            fn block(cells: usize) -> usize {
                let block: fn(usize) -> usize = $block;
                block(cells)
            }
        }
    };
}

// A block of 16 masks of 16 bits is half a cache line.
row!(u16, |_| 16, false);
row!(u32, |cells| cells.max(1), false);
row!(u64, |cells| cells.max(1), true);
