//! The multipliers of tiles: factors that the notation can write.

use std::fmt;
use std::num::NonZeroU8;

use crate::notation::MAX_MULTIPLIER;

/// A factor for the points of a tile or of a word, from 1 to [`MAX_MULTIPLIER`].
///
/// ```
/// use wgs_engine::{Multiplier, Tile};
///
/// let double = Multiplier::new(2).unwrap();
/// let tile: Tile = ":A".parse()?;
/// assert_eq!((tile.letter_multiplier, tile.word_multiplier), (double, Multiplier::ONE));
/// assert_eq!(double.to_string(), "2");
/// // The notation can write no other factors.
/// assert_eq!([0, 100].map(Multiplier::new), [None, None]);
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiplier(NonZeroU8);

impl Multiplier {
    /// The factor of cells without a bonus.
    pub const ONE: Self = Self(NonZeroU8::MIN);

    /// Creates a multiplier. Returns [`None`] for a factor that is not between 1 and
    /// [`MAX_MULTIPLIER`].
    pub const fn new(factor: u8) -> Option<Self> {
        match NonZeroU8::new(factor) {
            Some(factor) if factor.get() <= MAX_MULTIPLIER => Some(Self(factor)),
            _ => None,
        }
    }

    /// Returns the factor.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns whether the factor is 1, which changes nothing.
    #[inline]
    pub const fn is_one(self) -> bool {
        self.get() == 1
    }

    /// Returns the next larger multiplier, if there is one.
    pub(crate) fn next(self) -> Option<Self> {
        Self::new(self.get() + 1)
    }
}

impl Default for Multiplier {
    fn default() -> Self {
        Self::ONE
    }
}

impl fmt::Debug for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.get(), f)
    }
}

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.get(), f)
    }
}

impl From<Multiplier> for u32 {
    #[inline]
    fn from(multiplier: Multiplier) -> Self {
        multiplier.get().into()
    }
}

impl From<Multiplier> for u64 {
    #[inline]
    fn from(multiplier: Multiplier) -> Self {
        multiplier.get().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Face, Tile};

    #[test]
    fn every_multiplier_is_printed_so_that_it_can_be_read_again() {
        for factor in 0..=u8::MAX {
            let Some(multiplier) = Multiplier::new(factor) else {
                assert!(factor == 0 || factor > MAX_MULTIPLIER, "{factor}");
                continue;
            };
            let tile = Tile::plain(Face::letters("a"))
                .with_letter_multiplier(multiplier)
                .with_word_multiplier(multiplier);
            assert_eq!(tile.to_string().parse(), Ok(tile), "{factor}");
        }
    }
}
