//! The bit layout of a state in the vector engines. Everything that packs or unpacks the cells
//! of a state takes it from here.
//!
//! A state keeps the cells it has used, as a mask, and its last cell. The smaller the grid, the
//! fewer 32-bit columns this takes:
//!
//! | format | cells | `place` | `high` | `cell` |
//! |---|---|---|---|---|
//! | [`SMALL`] | up to 16 | used cells in bits 0 to 15, last cell from bit 16 | - | - |
//! | [`MEDIUM`] | up to 27 | used cells in bits 0 to 26, last cell from bit 27 | - | - |
//! | [`WIDE`] | up to 64 | used cells 0 to 31 | used cells 32 to 63 | last cell |
//! | [`LARGE`] | more | as in `WIDE`, with the mask of [`large`](super::large) | | |

/// How a state keeps its cells. The loops take its number as a const parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateFormat {
    Small,
    Medium,
    Wide,
    Large,
}

pub(super) const SMALL: u8 = StateFormat::Small as u8;
pub(super) const MEDIUM: u8 = StateFormat::Medium as u8;
pub(super) const WIDE: u8 = StateFormat::Wide as u8;
pub(super) const LARGE: u8 = StateFormat::Large as u8;

/// The bit of a place at which the last cell starts, by format. It is also the largest number of
/// cells of the format.
pub(super) const SMALL_CELL_SHIFT: u32 = 16;
pub(super) const MEDIUM_CELL_SHIFT: u32 = 27;

/// The bits of a place that stand for used cells, by format.
pub(super) const SMALL_USED: u32 = (1 << SMALL_CELL_SHIFT) - 1;
pub(super) const MEDIUM_USED: u32 = (1 << MEDIUM_CELL_SHIFT) - 1;

impl StateFormat {
    /// Returns the format with the number of a const parameter.
    pub(super) const fn from_const(format: u8) -> Self {
        match format {
            SMALL => Self::Small,
            MEDIUM => Self::Medium,
            WIDE => Self::Wide,
            _ => Self::Large,
        }
    }

    /// Returns the format for a grid of up to 64 cells.
    pub(super) fn of(cells: usize) -> Self {
        if cells <= SMALL_CELL_SHIFT as usize {
            Self::Small
        } else if cells <= MEDIUM_CELL_SHIFT as usize {
            Self::Medium
        } else {
            Self::Wide
        }
    }

    /// Returns whether the used cells take two columns and the last cell a third.
    pub(super) fn is_wide(self) -> bool {
        matches!(self, Self::Wide | Self::Large)
    }

    /// Returns the place of a state that has used some cells, and the last cell, as far as the
    /// format keeps them in the place.
    pub(super) fn place(self, used: u64, cell: usize) -> u32 {
        let cell = cell as u32;
        match self {
            Self::Small => used as u32 | cell << SMALL_CELL_SHIFT,
            Self::Medium => used as u32 | cell << MEDIUM_CELL_SHIFT,
            Self::Wide | Self::Large => used as u32,
        }
    }

    /// Returns the used cells and the last cell of a state from its columns.
    pub(super) fn unpack(self, place: u32, high: u32, cell: u32) -> (u64, usize) {
        let (used, cell) = match self {
            Self::Small => ((place & SMALL_USED).into(), place >> SMALL_CELL_SHIFT),
            Self::Medium => ((place & MEDIUM_USED).into(), place >> MEDIUM_CELL_SHIFT),
            Self::Wide | Self::Large => (u64::from(place) | u64::from(high) << 32, cell),
        };
        (used, cell as usize)
    }

    /// Appends the used cells of several states to a list. It chooses the format once, because
    /// choosing it for each word took 2.5% of the instructions of `solve`.
    pub(super) fn unpack_used(self, places: &[u32], highs: &[u32], used: &mut Vec<u64>) {
        match self {
            Self::Small => used.extend(places.iter().map(|&place| u64::from(place & SMALL_USED))),
            Self::Medium => used.extend(places.iter().map(|&place| u64::from(place & MEDIUM_USED))),
            Self::Wide | Self::Large => {
                let columns = places.iter().zip(highs);
                used.extend(columns.map(|(&low, &high)| u64::from(low) | u64::from(high) << 32));
            }
        }
    }
}
