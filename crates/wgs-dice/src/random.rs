//! A pseudo-random number generator: xoshiro256++ by Blackman and Vigna, seeded by SplitMix64.
//! The same seed gives the same numbers on every machine and in every version, so a seed can be
//! kept to create the same boards again. That is why the generator is implemented here and does
//! not come from a crate that may change it.
//!
//! ```
//! use wgs_dice::Random;
//!
//! let mut random = Random::new(2014);
//! let rolls: Vec<usize> = (0..6).map(|_| random.below(6) + 1).collect();
//! assert_eq!(rolls, [6, 4, 4, 4, 2, 1]);
//! ```

/// A seeded generator of pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// Creates the generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// Creates one of the many independent generators of a seed. Giving each board a stream
    /// with its own number makes the boards independent of the order they are created in.
    pub fn stream(seed: u64, number: u64) -> Self {
        // The seed is mixed first, because both seeds and numbers are often 1, 2, 3.
        let mut seed = seed;
        let mut state = split_mix(&mut seed) ^ number;
        Self(std::array::from_fn(|_| split_mix(&mut state)))
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let bits = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        bits
    }

    /// Returns a number below `end`, all with the same probability; 0 if `end` is 0.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        let mut product = u128::from(self.bits()) * u128::from(end);
        // Reject the products that would make some numbers more likely than others (Lemire).
        if (product as u64) < end {
            let surplus = end.wrapping_neg() % end;
            while (product as u64) < surplus {
                product = u128::from(self.bits()) * u128::from(end);
            }
        }
        (product >> 64) as usize
    }

    /// Returns a number greater than 0 and at most 1.
    pub fn fraction(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_first(items, items.len());
    }

    /// Moves `count` randomly chosen items to the front, in random order.
    pub fn shuffle_first<T>(&mut self, items: &mut [T], count: usize) {
        for index in 0..count.min(items.len()) {
            let chosen = index + self.below(items.len() - index);
            items.swap(index, chosen);
        }
    }

    /// Returns one of some items; [`None`] if there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }
}

/// The next number of the SplitMix64 generator.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut random = Random::new(1);
        assert_eq!(
            [random.bits(), random.bits(), random.bits()],
            [
                8089978747140965633,
                5687923198772495674,
                15915821081677751511
            ]
        );
        assert_eq!(Random::stream(1, 5).bits(), 7456650596175058681);
    }

    #[test]
    fn all_numbers_and_orders_are_about_equally_likely() {
        let mut random = Random::new(3);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_500..10_500).contains(count)),
            "{counts:?}"
        );
        let mut orders = std::collections::HashMap::new();
        for number in 0..60_000 {
            let mut items = [1, 2, 3];
            Random::stream(9, number).shuffle(&mut items);
            *orders.entry(items).or_insert(0) += 1;
        }
        assert!(orders.len() == 6 && orders.values().all(|count| (9_500..10_500).contains(count)));
    }
}
