//! A limit on how often something may happen: messages of a connection, rooms that a client opens.

use std::time::{Duration, Instant};

/// A limit on how often something may happen in a span of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateLimit {
    most: u32,
    span: Duration,
    since: Instant,
    count: u32,
}

impl RateLimit {
    pub(crate) fn new(most: u32, span: Duration) -> Self {
        Self {
            most,
            span,
            since: Instant::now(),
            count: 0,
        }
    }

    /// Whether the span of time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.since.elapsed() >= self.span
    }

    /// Counts one more, and returns whether there are not too many.
    pub(crate) fn allows_one(&mut self) -> bool {
        if self.is_over() {
            *self = Self::new(self.most, self.span);
        }
        self.count = self.count.saturating_add(1);
        self.count <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_50_in_10_seconds_are_too_many() {
        let mut limit = RateLimit::new(50, Duration::from_secs(10));
        assert!((0..50).all(|_| limit.allows_one()));
        assert!(!limit.allows_one());
        limit.since -= Duration::from_secs(11);
        assert!(limit.allows_one());
    }
}
