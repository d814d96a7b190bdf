//! Chance, as an input: the same seed gives the same numbers on every machine, for good.
//! That is a promise to those who keep a seed, so the generator is written out here:
//! xoshiro256++ by Blackman and Vigna, seeded by SplitMix64.
//!
//! ```
//! use wgs_lab::Random;
//!
//! let mut random = Random::new(2014);
//! let rolls: Vec<usize> = (0..6).map(|_| random.below(6) + 1).collect();
//! assert_eq!(rolls, [6, 4, 4, 4, 2, 1]);
//! ```

/// A source of numbers that look random.
#[derive(Clone, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self::of_part(seed, 0)
    }

    /// The numbers of one part of a work, such as a board, which do not depend on how many
    /// other parts take.
    pub fn of_part(seed: u64, part: u64) -> Self {
        // Seeds are mixed first: people choose 1, 2, 3, as parts are numbered.
        let mut seed = seed;
        let mut state = split_mix(&mut seed) ^ part;
        Self(std::array::from_fn(|_| split_mix(&mut state)))
    }

    /// 64 bits.
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

    /// A number below `end`, each as likely as any other. `end` must not be 0.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        let mut product = u128::from(self.bits()) * u128::from(end);
        // Some numbers would come up once too often; a low half this small tells (Lemire).
        if (product as u64) < end {
            let surplus = end.wrapping_neg() % end;
            while (product as u64) < surplus {
                product = u128::from(self.bits()) * u128::from(end);
            }
        }
        (product >> 64) as usize
    }

    /// A number above 0 and up to 1.
    pub fn fraction(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    /// Mixes items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_first(items, items.len());
    }

    /// Puts randomly chosen items first, in random order.
    pub fn shuffle_first<T>(&mut self, items: &mut [T], count: usize) {
        for place in 0..count.min(items.len()) {
            let chosen = place + self.below(items.len() - place);
            items.swap(place, chosen);
        }
    }

    /// One of some items, if there are any.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }
}

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
        assert_eq!(Random::of_part(1, 5).bits(), 7456650596175058681);
    }

    #[test]
    fn every_number_is_about_as_likely_as_any_other() {
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
        for part in 0..60_000 {
            let mut items = [1, 2, 3];
            Random::of_part(9, part).shuffle(&mut items);
            *orders.entry(items).or_insert(0) += 1;
        }
        assert!(orders.len() == 6 && orders.values().all(|count| (9_500..10_500).contains(count)));
    }
}
