//! Reservoir sampling: draws random items from a sequence of any length in one pass, without
//! storing it. Every item has the same probability of being drawn.
//!
//! After a sampler has drawn the n-th item, the next to replace it is item number n/u + 1
//! (rounded down), for a random u between 0 and 1; the items in between need no random numbers.
//! A queue holds the next item of each of many draws.
//!
//! ```
//! use wgs_dice::ReservoirSampler;
//!
//! let mut sampler = ReservoirSampler::new(2014, 0..3);
//! for word in ["one", "two", "three", "four", "five"] {
//!     sampler.offer(&word);
//! }
//! let words: Vec<&str> = sampler.finish().unwrap().iter().map(|(word, _)| *word).collect();
//! assert_eq!(words, ["four", "three", "two"]);
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::random::Random;

/// Samples several items from one sequence, independently of each other.
#[derive(Clone, Debug)]
pub struct ReservoirSampler<T> {
    drawn: Vec<Option<T>>,
    randoms: Vec<Random>,
    /// The number of the next item for each draw, from 1, and the index of the draw.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    offered: u64,
}

impl<T: Clone> ReservoirSampler<T> {
    /// Creates a sampler with one draw for each number. Draw `n` takes its random numbers from
    /// [`Random::stream`] `n`, so no draw depends on the others.
    pub fn new(seed: u64, numbers: Range<u64>) -> Self {
        let randoms = numbers.map(|number| Random::stream(seed, number));
        let randoms: Vec<Random> = randoms.collect();
        Self {
            drawn: vec![None; randoms.len()],
            queue: (0..randoms.len()).map(|draw| Reverse((1, draw))).collect(),
            randoms,
            offered: 0,
        }
    }

    /// Offers the next item of the sequence.
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

    /// Returns the drawn items in the order of their numbers, each with its random generator
    /// for further use. [`None`] if no item was offered.
    pub fn finish(self) -> Option<Vec<(T, Random)>> {
        let drawn = self.drawn.into_iter().zip(self.randoms);
        drawn.map(|(item, random)| Some((item?, random))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_items_are_about_equally_likely() {
        for length in [1, 2, 7, 10] {
            let mut sampler = ReservoirSampler::new(5, 0..10_000);
            (0..length).for_each(|item| sampler.offer(&item));
            let mut counts = vec![0; length];
            for (item, _) in sampler.finish().unwrap() {
                counts[item] += 1;
            }
            let expected = 10_000 / length;
            let near = |&count: &usize| count.abs_diff(expected) < 250;
            assert!(counts.iter().all(near), "{counts:?}");
        }
    }

    #[test]
    fn a_draw_does_not_depend_on_the_others() {
        let draw = |numbers| {
            let mut sampler = ReservoirSampler::new(8, numbers);
            (0..1000).for_each(|item| sampler.offer(&item));
            let drawn = sampler.finish().unwrap();
            drawn.iter().map(|(item, _)| *item).collect::<Vec<i32>>()
        };
        let all = draw(0..20);
        assert_eq!([draw(0..7), draw(7..20)].concat(), all);
        assert!(ReservoirSampler::<u8>::new(8, 0..2).finish().is_none());
    }
}
