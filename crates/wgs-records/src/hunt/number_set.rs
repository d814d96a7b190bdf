//! Sets of climb numbers, written as `0-40,42`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::text_serde::text_serde;

/// A set of climb numbers.
///
/// ```
/// use wgs_records::hunt::NumberSet;
///
/// let mut set: NumberSet = "0-40,42".parse()?;
/// assert!(set.insert(41) && !set.insert(7));
/// assert_eq!(set.to_string(), "0-42");
/// assert_eq!(set.len(), 43);
/// # Ok::<(), wgs_records::hunt::NumberSetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct NumberSet {
    /// The first and the last number of each range, in ascending order, with gaps between them.
    ranges: Vec<(u64, u64)>,
}

/// The error for a text that is not a set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("expected ranges of numbers in ascending order, such as 0-40,42; found {0:?}")]
pub struct NumberSetError(pub String);

impl NumberSet {
    /// Returns whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the number of numbers.
    pub fn len(&self) -> u64 {
        let lengths = self.ranges.iter().map(|(first, last)| last - first);
        let sum = lengths.fold(0u64, u64::saturating_add);
        sum.saturating_add(self.ranges.len() as u64)
    }

    /// Returns whether a number is in the set.
    pub fn contains(&self, number: u64) -> bool {
        let place = self.place(number);
        self.ranges
            .get(place)
            .is_some_and(|&(first, _)| first <= number)
    }

    /// Returns the index of the first range that does not end before a number.
    fn place(&self, number: u64) -> usize {
        self.ranges.partition_point(|&(_, last)| last < number)
    }

    /// Adds a number. Returns false if it was there.
    pub fn insert(&mut self, number: u64) -> bool {
        if self.contains(number) {
            return false;
        }
        let place = self.place(number);
        let before = place.checked_sub(1).map(|index| self.ranges[index]);
        let joins_before = before.is_some_and(|(_, last)| last + 1 == number);
        let after = self.ranges.get(place);
        let joins_after = after.is_some_and(|&(first, _)| number.checked_add(1) == Some(first));
        match (joins_before, joins_after) {
            (true, true) => {
                let (_, last) = self.ranges.remove(place);
                self.ranges[place - 1].1 = last;
            }
            (true, false) => self.ranges[place - 1].1 = number,
            (false, true) => self.ranges[place].0 = number,
            (false, false) => self.ranges.insert(place, (number, number)),
        }
        true
    }

    /// Adds all numbers of another set.
    pub fn extend(&mut self, other: &Self) {
        let mut ranges = std::mem::take(&mut self.ranges);
        ranges.extend_from_slice(&other.ranges);
        ranges.sort_unstable();
        for (first, last) in ranges {
            match self.ranges.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => self.ranges.push((first, last)),
            }
        }
    }

    /// Returns the numbers that another set has too.
    pub fn shared(&self, other: &Self) -> Self {
        let mut ranges = Vec::new();
        for &(first, last) in &self.ranges {
            let overlapping = other.ranges[other.place(first)..].iter();
            for &(other_first, other_last) in overlapping.take_while(|range| range.0 <= last) {
                ranges.push((first.max(other_first), last.min(other_last)));
            }
        }
        Self { ranges }
    }

    /// Returns the numbers in ascending order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranges.iter().flat_map(|&(first, last)| first..=last)
    }
}

impl FromIterator<u64> for NumberSet {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut set = Self::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (first, last)) in self.ranges.iter().enumerate() {
            f.write_str(if index > 0 { "," } else { "" })?;
            match first == last {
                true => write!(f, "{first}")?,
                false => write!(f, "{first}-{last}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for NumberSet {
    type Err = NumberSetError;

    fn from_str(text: &str) -> Result<Self, NumberSetError> {
        let number = |digits: &str| {
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse::<u64>().ok()).flatten()
        };
        let range = |range: &str| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            Some((number(first)?, number(last)?))
        };
        let ranges = match text {
            "" => Some(Vec::new()),
            _ => text.split(',').map(range).collect(),
        };
        let is_ascending = |ranges: &Vec<(u64, u64)>| {
            ranges.iter().all(|(first, last)| first <= last)
                && ranges.is_sorted_by(|a, b| a.1 < b.0 && a.1 + 1 < b.0)
        };
        ranges
            .filter(is_ascending)
            .map(|ranges| Self { ranges })
            .ok_or_else(|| NumberSetError(text.to_owned()))
    }
}

text_serde!(NumberSet);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use wgs_dice::Random;

    #[test]
    fn a_set_agrees_with_a_plain_one() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let mut draw = || -> Vec<u64> {
                let count = random.below(12);
                (0..count).map(|_| random.below(16) as u64).collect()
            };
            let (a, b) = (draw(), draw());
            let (mut set, other): (NumberSet, NumberSet) =
                (a.iter().copied().collect(), b.iter().copied().collect());
            let mut plain: BTreeSet<u64> = a.into_iter().collect();
            let plain_other: BTreeSet<u64> = b.into_iter().collect();
            let shared: BTreeSet<u64> = plain.intersection(&plain_other).copied().collect();
            assert_eq!(
                set.shared(&other).numbers().collect::<BTreeSet<_>>(),
                shared
            );
            for number in 0..17 {
                assert_eq!(set.contains(number), plain.contains(&number), "{set}");
            }
            set.extend(&other);
            plain.extend(plain_other);
            assert!(set.numbers().eq(plain.iter().copied()), "{set}");
            assert_eq!(set.len(), plain.len() as u64);
            assert_eq!(set.to_string().parse(), Ok(set));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["x", "1,", "5-3", "3,1", "1,2", "1-4,4", "+1", "-1", "1--2"] {
            assert!(text.parse::<NumberSet>().is_err(), "{text}");
        }
        let most = format!("0-{}", u64::MAX);
        assert_eq!(most.parse::<NumberSet>().unwrap().len(), u64::MAX);
        assert!("".parse::<NumberSet>().unwrap().is_empty());
    }
}
