//! Draws from a stream of any length in one pass, without keeping it: every item is as
//! likely as any other to be the one drawn.
//!
//! After the n-th item was drawn, the next to take its place is the (n/u + 1)-th, for a
//! random u between 0 and 1; those between need no chance at all. Many draws from one stream
//! wait in a queue for their next items.
//!
//! ```
//! use wgs_lab::Draws;
//!
//! let mut draws = Draws::new(2014, 0..3);
//! for word in ["one", "two", "three", "four", "five"] {
//!     draws.offer(&word);
//! }
//! let words: Vec<&str> = draws.finish().unwrap().iter().map(|(word, _)| *word).collect();
//! assert_eq!(words, ["four", "three", "two"]);
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::random::Random;

/// Several independent draws from one stream.
#[derive(Clone, Debug)]
pub struct Draws<T> {
    drawn: Vec<Option<T>>,
    randoms: Vec<Random>,
    /// The next item of each draw, counted from 1, and the draw.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    offered: u64,
}

impl<T: Clone> Draws<T> {
    /// One draw for each part of a work, with the chance of that part.
    pub fn new(seed: u64, parts: Range<u64>) -> Self {
        let randoms: Vec<Random> = parts.map(|part| Random::of_part(seed, part)).collect();
        Self {
            drawn: vec![None; randoms.len()],
            queue: (0..randoms.len()).map(|draw| Reverse((1, draw))).collect(),
            randoms,
            offered: 0,
        }
    }

    /// Offers the next item of the stream.
    pub fn offer(&mut self, item: &T) {
        self.offered += 1;
        while let Some(&Reverse((next, draw))) = self.queue.peek()
            && next == self.offered
        {
            self.queue.pop();
            self.drawn[draw] = Some(item.clone());
            let next = self.offered as f64 / self.randoms[draw].fraction();
            self.queue
                .push(Reverse(((next as u64).saturating_add(1), draw)));
        }
    }

    /// What was drawn, in the order of the parts, with the chance that is left of each; none
    /// if nothing was offered.
    pub fn finish(self) -> Option<Vec<(T, Random)>> {
        let drawn = self.drawn.into_iter().zip(self.randoms);
        drawn.map(|(item, random)| Some((item?, random))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_about_as_likely_as_any_other() {
        for length in [1, 2, 7, 10] {
            let mut draws = Draws::new(5, 0..10_000);
            (0..length).for_each(|item| draws.offer(&item));
            let mut counts = vec![0; length];
            for (item, _) in draws.finish().unwrap() {
                counts[item] += 1;
            }
            let expected = 10_000 / length;
            let near = |&count: &usize| count.abs_diff(expected) < 250;
            assert!(counts.iter().all(near), "{counts:?}");
        }
    }

    #[test]
    fn a_draw_does_not_depend_on_the_others() {
        let draw = |parts| {
            let mut draws = Draws::new(8, parts);
            (0..1000).for_each(|item| draws.offer(&item));
            let drawn = draws.finish().unwrap();
            drawn.iter().map(|(item, _)| *item).collect::<Vec<i32>>()
        };
        let all = draw(0..20);
        assert_eq!([draw(0..7), draw(7..20)].concat(), all);
        assert!(Draws::<u8>::new(8, 0..2).finish().is_none());
    }
}
