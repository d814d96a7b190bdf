//! Exact decimal numbers for length bonuses. With binary fractions, 1.1 x 10 would be more than
//! 11 and round up to 12.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::message::{Message, ToMessage};
use crate::messages;

const DIGITS: usize = 6;
const ONE: u64 = 1_000_000;

/// A number from 0 to 1,000,000 with up to six decimal places.
///
/// ```
/// use wgs_engine::Decimal;
///
/// let bonus: Decimal = "1.50".parse()?;
/// assert_eq!(bonus.to_string(), "1.5");
/// # Ok::<(), wgs_engine::DecimalError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Decimal {
    millionths: u64,
}

/// The error for a text that is not a [`Decimal`].
///
/// ```
/// let error = "1.0000001".parse::<wgs_engine::Decimal>().unwrap_err();
/// assert!(error.to_string().starts_with("expected a number from 0 to 1000000"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub struct DecimalError;

messages! {
    impl ToMessage for DecimalError {
        Self => "decimal.range":
            "expected {expected}" (expected = Self::expected());
    }
}

messages! {
    fn number(most, digits) => "expected.number":
        "a number from 0 to {most} with at most {digits} decimal places";
}

impl DecimalError {
    /// The expected form.
    pub fn expected() -> Message {
        number(Decimal::MAX_WHOLE, DIGITS)
    }
}

impl Decimal {
    /// The largest whole part.
    pub const MAX_WHOLE: u32 = 1_000_000;
    /// Zero.
    pub const ZERO: Self = Self { millionths: 0 };
    /// One.
    pub const ONE: Self = Self { millionths: ONE };

    /// The number in millionths, exactly.
    pub fn millionths(self) -> u64 {
        self.millionths
    }

    /// Creates a number from millionths, or returns [`None`] if its whole part exceeds
    /// [`MAX_WHOLE`](Self::MAX_WHOLE).
    pub fn from_millionths(millionths: u64) -> Option<Self> {
        (millionths / ONE <= u64::from(Self::MAX_WHOLE)).then_some(Self { millionths })
    }

    /// Adds a whole number, then rounds.
    pub(crate) fn plus(self, whole: u64, up: bool) -> u64 {
        whole.saturating_add(rounded(self.millionths.into(), up))
    }

    /// Multiplies by a whole number, then rounds.
    pub(crate) fn times(self, whole: u64, up: bool) -> u64 {
        rounded(u128::from(self.millionths) * u128::from(whole), up)
    }
}

fn rounded(millionths: u128, up: bool) -> u64 {
    let one = u128::from(ONE);
    let whole = if up {
        millionths.div_ceil(one)
    } else {
        millionths / one
    };
    u64::try_from(whole).unwrap_or(u64::MAX)
}

/// Converts a whole number. One above [`Decimal::MAX_WHOLE`] becomes that.
impl From<u32> for Decimal {
    fn from(whole: u32) -> Self {
        Self {
            millionths: u64::from(whole.min(Self::MAX_WHOLE)) * ONE,
        }
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let fraction = fraction.trim_end_matches('0');
        if !digits(whole) || fraction.len() > DIGITS || !(fraction.is_empty() || digits(fraction)) {
            return Err(DecimalError);
        }
        let whole: u32 = whole.parse().map_err(|_| DecimalError)?;
        if whole > Self::MAX_WHOLE {
            return Err(DecimalError);
        }
        let fraction: u64 = format!("{fraction:0<DIGITS$}")
            .parse()
            .map_err(|_| DecimalError)?;
        Ok(Self {
            millionths: u64::from(whole) * ONE + fraction,
        })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.millionths / ONE, self.millionths % ONE);
        if fraction == 0 {
            return write!(f, "{whole}");
        }
        let fraction = format!("{fraction:0DIGITS$}");
        write!(f, "{whole}.{}", fraction.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millionths_are_read_as_the_same_number() {
        for text in ["0", "1.5", "0.000001", "1000000.999999"] {
            let decimal: Decimal = text.parse().unwrap();
            let millionths = decimal.millionths();
            assert_eq!(Decimal::from_millionths(millionths), Some(decimal));
        }
        assert_eq!(Decimal::from_millionths(1_000_001 * ONE), None);
    }

    #[test]
    fn every_whole_number_is_written_so_that_it_can_be_read_again() {
        for whole in [0, 1_000_000, 1_000_001, u32::MAX] {
            let decimal = Decimal::from(whole);
            assert_eq!(decimal.to_string().parse(), Ok(decimal), "{whole}");
        }
    }

    #[test]
    fn decimals_are_exact() {
        let factor: Decimal = "1.1".parse().unwrap();
        assert_eq!(factor.times(10, true), 11);
        assert_eq!(factor.times(11, false), 12);
        assert_eq!(factor.times(11, true), 13);
        assert_eq!(factor.plus(4, true), 6);
        assert_eq!(factor.plus(4, false), 5);
    }

    #[test]
    fn other_texts_are_errors() {
        for text in [
            "",
            "-1",
            "1e3",
            ".5",
            "1.0000001",
            "1000001",
            "1.x",
            "+1",
            "1.2.3",
        ] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError), "{text}");
        }
        for (text, shown) in [
            ("0", "0"),
            ("2.50", "2.5"),
            ("0.000001", "0.000001"),
            ("7.", "7"),
        ] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), shown);
        }
    }
}
