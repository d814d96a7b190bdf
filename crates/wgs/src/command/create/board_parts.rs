//! Divides the boards to create into parts for threads.
//!
//! A board takes between a microsecond and minutes, which is not known in advance. Handing a board over
//! to the thread that prints takes time too, but boards should appear as they are found. So the
//! first parts are single boards, and later ones have as many boards as are created in a moment.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::ordered_threads::NextPart;

/// The time that a part should take: a person does not notice it, and handing over a part takes
/// less than a thousandth of it.
const PART_TIME: Duration = Duration::from_millis(20);

/// The boards to create, in parts.
pub(crate) struct BoardParts {
    boards: u64,
    /// The maximum number of boards of a part.
    most: u64,
    /// Whether all parts have as many boards.
    is_fixed: bool,
    /// The number of boards that were created, and the time they took, on all threads.
    created: AtomicU64,
    nanoseconds: AtomicU64,
}

impl BoardParts {
    /// Divides boards by the time they take, into parts of at most 4,096 boards.
    pub(crate) fn by_time(boards: u64) -> Self {
        Self {
            boards,
            most: 4096,
            is_fixed: false,
            created: AtomicU64::new(0),
            nanoseconds: AtomicU64::new(0),
        }
    }

    /// Divides boards into parts of this size.
    pub(crate) fn of_size(boards: u64, size: u64) -> Self {
        Self {
            most: size,
            is_fixed: true,
            ..Self::by_time(boards)
        }
    }

    /// Notes how long some boards took on one thread.
    pub(crate) fn note(&self, boards: u64, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX >> 8);
        self.created.fetch_add(boards, Ordering::Relaxed);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// Returns the number of boards of the next part.
    fn size(&self) -> u64 {
        if self.is_fixed {
            return self.most;
        }
        let created = self.created.load(Ordering::Relaxed);
        let nanoseconds = self.nanoseconds.load(Ordering::Relaxed);
        let in_time = u128::from(created) * PART_TIME.as_nanos() / u128::from(nanoseconds.max(1));
        u64::try_from(in_time)
            .unwrap_or(u64::MAX)
            .clamp(1, self.most)
    }

    /// Returns the parts, each as the numbers of its boards, in order.
    pub(crate) fn source(&self) -> impl FnMut() -> NextPart<Range<u64>> + Send {
        let mut next = 0;
        move || {
            let part = next..self.boards.min(next + self.size());
            next = part.end;
            match part.is_empty() {
                true => NextPart::End,
                false => NextPart::Part(part),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(source: &mut impl FnMut() -> NextPart<Range<u64>>) -> Option<Range<u64>> {
        match source() {
            NextPart::Part(part) => Some(part),
            _ => None,
        }
    }

    #[test]
    fn parts_grow_with_the_speed_and_shrink_when_boards_take_long() {
        let parts = BoardParts::by_time(10_000);
        let mut source = parts.source();
        assert_eq!(part(&mut source), Some(0..1));
        assert_eq!(part(&mut source), Some(1..2), "nothing is known yet");
        parts.note(1, Duration::from_micros(1));
        assert_eq!(part(&mut source), Some(2..4098));
        parts.note(1, Duration::from_millis(40));
        assert_eq!(part(&mut source), Some(4098..4099));
        parts.note(998, Duration::from_millis(160));
        assert_eq!(part(&mut source), Some(4099..4198));
    }

    #[test]
    fn the_last_part_has_the_rest() {
        let parts = BoardParts::of_size(10, 4);
        let mut source = parts.source();
        let all: Vec<_> = std::iter::from_fn(|| part(&mut source)).collect();
        assert_eq!(all, [0..4, 4..8, 8..10]);
    }
}
