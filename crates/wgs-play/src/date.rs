//! Days of the calendar, for daily boards, streaks and practice. Which day it is, is a parameter
//! everywhere: nothing here reads a clock.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A day of the Gregorian calendar, from 1970-01-01 to 9999-12-31.
///
/// ```
/// use wgs_play::Date;
///
/// let date: Date = "2026-02-28".parse()?;
/// assert_eq!(date.plus(1).to_string(), "2026-03-01");
/// assert_eq!(date.plus(1).days_since(date), 1);
/// assert_eq!(Date::from_milliseconds(86_400_000).to_string(), "1970-01-02");
/// assert!("2026-02-29".parse::<Date>().is_err());
/// # Ok::<(), wgs_play::DateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Date {
    /// The number of days since 1970-01-01.
    days: u32,
}

/// Why a text is not a date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a date from 1970-01-01 to 9999-12-31, such as 2026-05-17; found {found:?}")]
pub struct DateError {
    /// The text, or its beginning.
    pub found: String,
}

/// The number of days of 400 years.
const ERA: u32 = 146_097;

/// The number of days from 0000-03-01 to 1970-01-01.
const EPOCH: u32 = 719_468;

impl Date {
    /// The last day: 9999-12-31.
    pub const MAX: Self = Self { days: 2_932_896 };

    /// Returns a date; [`None`] if there is no such day, or it is out of range.
    pub fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
            return None;
        }
        if !(1..=days_of_month(year, month)).contains(&day) {
            return None;
        }
        // Years that begin in March have the leap day at their end.
        let year = year - u32::from(month <= 2);
        let month = (month + 9) % 12;
        let (era, year) = (year / 400, year % 400);
        let day_of_year = (153 * month + 2) / 5 + day - 1;
        let day_of_era = year * 365 + year / 4 - year / 100 + day_of_year;
        Some(Self {
            days: era * ERA + day_of_era - EPOCH,
        })
    }

    /// Returns the year, the month from 1, and the day from 1.
    pub fn parts(self) -> (u32, u32, u32) {
        let days = self.days + EPOCH;
        let (era, day) = (days / ERA, days % ERA);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (era * 400 + year + u32::from(month <= 2), month, day)
    }

    /// Returns the day of a time in milliseconds since 1970-01-01. For the day at the player's
    /// place, add the offset of the time zone first.
    pub fn from_milliseconds(milliseconds: u64) -> Self {
        let days = u32::try_from(milliseconds / 86_400_000).unwrap_or(u32::MAX);
        Self { days }.min(Self::MAX)
    }

    /// Returns the date that is some days later, but at most [`Date::MAX`].
    pub fn plus(self, days: u32) -> Self {
        let days = self.days.saturating_add(days);
        Self { days }.min(Self::MAX)
    }

    /// Returns the number of days since another date, negative if it is later.
    pub fn days_since(self, other: Self) -> i32 {
        self.days as i32 - other.days as i32
    }
}

fn days_of_month(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    /// Writes the date as in ISO 8601: `2026-05-17`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let error = || DateError {
            found: text.chars().take(20).collect(),
        };
        let number = |range: std::ops::Range<usize>| {
            let digits = text.get(range)?;
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number)
        };
        let dashes = (text.get(4..5), text.get(7..8));
        if text.len() != 10 || dashes != (Some("-"), Some("-")) {
            return Err(error());
        }
        let (year, month, day) = (number(0..4), number(5..7), number(8..10));
        let date = year.zip(month).zip(day);
        let date = date.and_then(|((year, month), day)| Self::new(year, month, day));
        date.ok_or_else(error)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_follows_the_day_before() {
        // The reference implementation counts days one by one.
        let (mut year, mut month, mut day) = (1970, 1, 1);
        let mut date = Date::default();
        loop {
            assert_eq!(date.parts(), (year, month, day));
            assert_eq!(Date::new(year, month, day), Some(date));
            if date == Date::MAX {
                break;
            }
            let february = if year % 400 == 0 || year % 4 == 0 && year % 100 != 0 {
                29
            } else {
                28
            };
            let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            day += 1;
            if day > lengths[month as usize - 1] {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
            date = date.plus(1);
        }
        assert_eq!(date.to_string(), "9999-12-31");
        assert_eq!(date.plus(u32::MAX), date);
    }

    #[test]
    fn what_is_not_a_date_is_rejected() {
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-00-10",
            "2026-02-29",
            "2026-2-9",
            "1969-12-31",
            "+026-01-01",
            "2026-01-1é",
            "2026/01/01",
            "2026-01-01 ",
            "-2026-01-1",
        ] {
            let error = text.parse::<Date>().unwrap_err();
            assert_eq!(error.found, text);
        }
        let json = serde_json::to_string(&Date::MAX).unwrap();
        assert_eq!(json, "\"9999-12-31\"");
        assert_eq!(serde_json::from_str::<Date>(&json).unwrap(), Date::MAX);
        assert!(serde_json::from_str::<Date>("\"soon\"").is_err());
    }
}
