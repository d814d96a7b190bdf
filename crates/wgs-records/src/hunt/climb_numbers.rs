//! The numbers of the climbs that one machine runs.

use super::NumberSet;

/// The numbers of the climbs that a machine runs: every n-th one, and those below a limit if there
/// is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClimbNumbers {
    /// The first one.
    pub first: u64,
    /// The distance between two of them, at least 1.
    pub step: u64,
    /// The limit.
    pub end: Option<u64>,
}

impl ClimbNumbers {
    /// Returns whether a number is one of them.
    pub fn contains(self, number: u64) -> bool {
        self.end.is_none_or(|end| number < end) && number % self.step == self.first
    }

    /// Returns the numbers that are not in a set, in ascending order.
    pub fn without(self, done: NumberSet) -> impl Iterator<Item = u64> + Send {
        let mut next = Some(self.first);
        let numbers = std::iter::from_fn(move || {
            let number = next.filter(|number| self.end.is_none_or(|end| *number < end))?;
            next = number.checked_add(self.step);
            Some(number)
        });
        numbers.filter(move |number| !done.contains(*number))
    }
}
