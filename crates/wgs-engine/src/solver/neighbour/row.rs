//! Masks of cells in as many bits as a grid needs.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A mask of the cells of a grid.
pub(super) trait Row: Copy + Debug + Default + PartialEq + BitAnd<Output = Self> {
    /// 32 faces, and after those the cells of a mask.
    type Marks: Copy
        + Default
        + PartialEq
        + BitAnd<Output = Self::Marks>
        + BitOr<Output = Self::Marks>
        + BitOrAssign
        + Not<Output = Self::Marks>;

    /// Returns faces and cells together.
    fn marks(faces: u32, cells: Self) -> Self::Marks;

    /// Returns the faces and the cells.
    fn from_marks(marks: Self::Marks) -> (u32, Self);

    /// Returns the cells of a mask of 64 that are among those of this type.
    fn from_mask(mask: u64) -> Self;

    /// Returns the mask from its lower half and a column of upper halves, which may be empty.
    fn from_columns(low: u32, high: &[u32], index: usize) -> Self;

    /// Returns the cells that are not in another mask.
    fn without(self, other: Self) -> Self;

    /// Returns whether a cell is in the mask.
    fn has(self, cell: usize) -> bool;

    /// Adds cells to the masks of some cells: those in `self`.
    fn add_to(self, masks: &mut [Self], cells: Self);

    /// The number of 32-bit parts.
    const PARTS: usize;

    /// Returns the cells up to 31, or those from 32 on.
    fn part(self, part: usize) -> u32;

    /// The number of masks in a block that has one for each cell.
    const BLOCK: usize;
}

macro_rules! row {
    ($type:ty, $marks:ty, $high:expr) => {
        impl Row for $type {
            type Marks = $marks;

            #[inline]
            fn marks(faces: u32, cells: Self) -> Self::Marks {
                <$marks>::from(faces) | <$marks>::from(cells) << 32
            }

            #[inline]
            fn from_marks(marks: Self::Marks) -> (u32, Self) {
                (marks as u32, (marks >> 32) as Self)
            }

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
            fn add_to(self, masks: &mut [Self], cells: Self) {
                // Without branches, so that it compiles to vector instructions.
                for (cell, mask) in masks.iter_mut().enumerate() {
                    let is_in = self & ((1 as Self) << cell) != 0;
                    *mask |= if is_in { cells } else { 0 };
                }
            }

            const PARTS: usize = if $high { 2 } else { 1 };

            #[inline]
            fn part(self, part: usize) -> u32 {
                (u64::from(self) >> (32 * part)) as u32
            }

            const BLOCK: usize = Self::BITS as usize;
        }
    };
}

row!(u16, u64, false);
row!(u32, u64, false);
row!(u64, u128, true);
