//! Terms of a class in the fast search: sorted 64-bit keys and their points.
//!
//! A *term* is a way to spell a word: faces in certain cells, and points. Its key has a field of
//! five bits for each open cell: 0 if the word does not use the cell, else its face plus one. The
//! first open cell in the order of forcing is in the highest field. Terms with the same key are one.
//!
//! To force the face of the first cell is to merge two sorted lists: the terms that do not use the
//! cell, and those that have the face there.

/// The bits of a field.
pub(super) const FIELD_BITS: u32 = 5;

/// The largest number of faces: a field also needs a value for unused cells.
pub(super) const MAX_FACES: usize = (1 << FIELD_BITS) - 1;

/// The largest number of fields.
pub(super) const MAX_FIELDS: usize = 12;

/// Returns a field of a key. Field 0 is the lowest.
#[inline(always)]
pub(super) fn field(key: u64, index: usize) -> usize {
    (key >> (index as u32 * FIELD_BITS)) as usize & MAX_FACES
}

/// Returns the key of one face.
#[inline(always)]
pub(super) fn face_key(face: usize, index: usize) -> u64 {
    (face as u64 + 1) << (index as u32 * FIELD_BITS)
}

/// Points of a term or of a sum of terms. They saturate: a cutoff is at most this type's largest
/// value, so a sum that does not fit is never below it.
pub(super) type Points = i16;

/// A sorted list of terms.
#[derive(Debug, Default)]
pub(super) struct TermList {
    keys: Vec<u64>,
    points: Vec<Points>,
}

/// A part of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'t> {
    pub(super) keys: &'t [u64],
    pub(super) points: &'t [Points],
}

/// The condition on the terms of a list that are kept.
pub(super) struct TermFilter {
    /// Fields with the values that they may have, as masks. Bit 0 is set.
    pub(super) fields: Vec<(usize, u32)>,
    /// For each value of field 1, the values that field 0 may have.
    pub(super) pairs: [u32; MAX_FACES + 1],
    /// A field, and for each of its values the values that the field below may have.
    pub(super) first: usize,
    pub(super) top_pairs: [u32; MAX_FACES + 1],
}

impl TermFilter {
    #[inline(always)]
    fn keeps(&self, key: u64) -> bool {
        let mut is_kept = self.pairs[field(key, 1)] >> field(key, 0);
        is_kept &= self.top_pairs[field(key, self.first)] >> field(key, self.first - 1);
        for &(index, mask) in &self.fields {
            is_kept &= mask >> field(key, index);
        }
        is_kept & 1 == 1
    }
}

impl TermList {
    pub(super) fn all(&self) -> Terms<'_> {
        Terms {
            keys: &self.keys,
            points: &self.points,
        }
    }

    /// Returns the number of bytes that the list holds.
    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<u64>() + self.points.capacity() * size_of::<Points>()
    }

    #[inline(always)]
    fn push(&mut self, key: u64, points: Points) {
        if let (Some(&last), Some(sum)) = (self.keys.last(), self.points.last_mut())
            && last == key
        {
            *sum = sum.saturating_add(points);
            return;
        }
        self.keys.push(key);
        self.points.push(points);
    }

    /// Adds packed terms at the end: keys above `low` bits of points. They need not be sorted, but no key may
    /// be below those of the list. `spare` is for sorting.
    pub(super) fn add_packed(&mut self, packed: &mut [u64], spare: &mut Vec<u64>, low: u32) {
        sort(packed, spare, low);
        self.keys.reserve_exact(packed.len());
        self.points.reserve_exact(packed.len());
        for &term in packed.iter() {
            let points = term & ((1 << low) - 1);
            let points = Points::try_from(points).unwrap_or(Points::MAX);
            self.push(term >> low, points);
        }
    }

    /// Sets the list to the terms of sorted lists that a filter keeps. Bits of keys that are not in
    /// `mask` are cleared first; they must be the same in all keys of a list.
    pub(super) fn set_merged(&mut self, lists: &[Terms<'_>], mask: u64, filter: &TermFilter) {
        match *lists {
            [a, b] => self.merge([a, b], mask, filter),
            [a, b, c, d] => self.merge([a, b, c, d], mask, filter),
            _ => unreachable!("a class has one or two lists, and each is split in two"),
        }
    }

    /// Merges lists without branches on their keys, which nothing could predict.
    fn merge<const N: usize>(&mut self, lists: [Terms<'_>; N], mask: u64, filter: &TermFilter) {
        let most = lists.iter().map(|list| list.len()).sum();
        self.keys.resize(most, 0);
        self.points.resize(most, 0);
        // Above every key.
        const END: u64 = u64::MAX;
        let head = |list: &Terms<'_>, at: usize| match list.keys.get(at) {
            Some(key) => key & mask,
            None => END,
        };
        let mut at = [0; N];
        let mut heads: [u64; N] = std::array::from_fn(|list| head(&lists[list], 0));
        let mut len = 0;
        loop {
            let least = heads.iter().copied().fold(END, u64::min);
            if least == END {
                break;
            }
            let mut sum: Points = 0;
            for (list, terms) in lists.iter().enumerate() {
                let is_least = heads[list] == least;
                let points = terms.points.get(at[list]).copied().unwrap_or(0);
                sum = sum.saturating_add(points * Points::from(is_least));
                at[list] += usize::from(is_least);
                heads[list] = head(terms, at[list]);
            }
            self.keys[len] = least;
            self.points[len] = sum;
            len += usize::from(filter.keeps(least));
        }
        self.keys.truncate(len);
        self.points.truncate(len);
    }

    /// Exchanges fields 0 and 1 with fields 2 and 3, and sorts again.
    pub(super) fn exchange_pairs(&mut self, scratch: &mut Vec<(u64, Points)>) {
        const PAIR: u32 = 2 * FIELD_BITS;
        const LOW: u64 = (1 << PAIR) - 1;
        let keys = &mut self.keys;
        for key in keys.iter_mut() {
            *key = (*key & !(LOW << PAIR | LOW)) | (*key & LOW) << PAIR | (*key >> PAIR & LOW);
        }
        let mut start = 0;
        while start < keys.len() {
            let prefix = keys[start] >> (2 * PAIR);
            let run = keys[start..].iter();
            let end = start + run.take_while(|key| **key >> (2 * PAIR) == prefix).count();
            if end - start > 1 {
                scratch.clear();
                let run = keys[start..end].iter().zip(&self.points[start..end]);
                scratch.extend(run.map(|(&key, &points)| (key, points)));
                scratch.sort_unstable_by_key(|&(key, _)| key);
                for (at, &(key, points)) in scratch.iter().enumerate() {
                    keys[start + at] = key;
                    self.points[start + at] = points;
                }
            }
            start = end;
        }
    }
}

impl<'t> Terms<'t> {
    pub(super) fn len(self) -> usize {
        self.keys.len()
    }

    #[inline(always)]
    pub(super) fn part(self, start: usize, end: usize) -> Self {
        Self {
            keys: &self.keys[start..end],
            points: &self.points[start..end],
        }
    }

    /// Returns the terms whose highest field has a value.
    pub(super) fn with(self, index: usize, value: usize) -> Self {
        let start = self.keys.partition_point(|&key| field(key, index) < value);
        let end = self.keys.partition_point(|&key| field(key, index) <= value);
        self.part(start, end)
    }
}

/// The bits of a digit by which terms are sorted.
const DIGIT: u32 = 8;

/// Sorts packed terms by their keys. Many terms are divided by their highest digit first: then each part
/// is sorted within the cache of the processor, and with little memory beside the terms.
fn sort(terms: &mut [u64], spare: &mut Vec<u64>, low: u32) {
    const FEW: usize = 512;
    const MANY: usize = 1 << 17;
    if terms.len() < FEW {
        terms.sort_unstable();
        return;
    }
    let differing = terms.iter().fold(0, |bits, term| bits | (term ^ terms[0]));
    let highest = u64::BITS - differing.leading_zeros();
    if terms.len() < MANY || highest <= low + DIGIT {
        sort_by_digits(terms, spare, low, differing);
        return;
    }
    let ends = divide(terms, highest - DIGIT);
    let mut start = 0;
    for end in ends {
        sort(&mut terms[start..end], spare, low);
        start = end;
    }
}

fn digit(term: u64, shift: u32) -> usize {
    (term >> shift) as usize & ((1 << DIGIT) - 1)
}

/// Returns where the terms with each digit start in a sorted list, and where the last ones end.
fn digit_starts(terms: &[u64], shift: u32) -> [usize; (1 << DIGIT) + 1] {
    let mut starts = [0; (1 << DIGIT) + 1];
    for &term in terms {
        starts[digit(term, shift) + 1] += 1;
    }
    for index in 1..starts.len() {
        starts[index] += starts[index - 1];
    }
    starts
}

/// Orders terms by a digit in place. Returns where the terms with each digit end.
fn divide(terms: &mut [u64], shift: u32) -> [usize; 1 << DIGIT] {
    let starts = digit_starts(terms, shift);
    let mut next: [usize; 1 << DIGIT] = std::array::from_fn(|digit| starts[digit]);
    let ends: [usize; 1 << DIGIT] = std::array::from_fn(|digit| starts[digit + 1]);
    for own in 0..1 << DIGIT {
        while next[own] < ends[own] {
            let mut term = terms[next[own]];
            loop {
                let place = digit(term, shift);
                let at = next[place];
                next[place] += 1;
                std::mem::swap(&mut term, &mut terms[at]);
                if place == own {
                    break;
                }
            }
        }
    }
    ends
}

/// Sorts terms digit by digit, from the lowest that differs.
fn sort_by_digits(terms: &mut [u64], spare: &mut Vec<u64>, low: u32, differing: u64) {
    spare.resize(terms.len().max(spare.len()), 0);
    let spare = &mut spare[..terms.len()];
    let (mut from, mut to) = (terms, spare);
    let mut is_in_spare = false;
    let mut shift = low;
    while shift < u64::BITS && differing >> shift != 0 {
        if digit(differing, shift) != 0 {
            let mut starts = digit_starts(from, shift);
            for &term in from.iter() {
                let start = &mut starts[digit(term, shift)];
                to[*start] = term;
                *start += 1;
            }
            (from, to) = (to, from);
            is_in_spare = !is_in_spare;
        }
        shift += DIGIT;
    }
    if is_in_spare {
        to.copy_from_slice(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgs_dice::Random;

    fn pairs(list: &TermList) -> Vec<(u64, Points)> {
        let terms = list.all();
        let pairs = terms.keys.iter().copied().zip(terms.points.iter().copied());
        pairs.collect()
    }

    #[test]
    fn packed_terms_are_sorted_and_added_up() {
        let mut random = Random::new(3);
        // Keys of 10 and of 60 bits; those of a million terms are divided twice.
        for (count, shift) in [
            (0, 54),
            (1, 54),
            (5, 54),
            (511, 54),
            (512, 4),
            (3_000, 54),
            (200_000, 54),
            (1 << 17, 4),
            (1_000_000, 4),
        ] {
            let mut key = || match random.below(3) {
                // Most keys are below a limit.
                0 => random.bits() >> shift,
                _ => random.bits() >> shift >> 11,
            };
            let keys: Vec<u64> = (0..count).map(|_| key()).collect();
            let terms: Vec<(u64, u64)> = keys
                .into_iter()
                .map(|key| (key, random.below(8) as u64))
                .collect();
            let mut sums = std::collections::BTreeMap::new();
            for &(key, points) in &terms {
                let sum: &mut Points = sums.entry(key).or_insert(0);
                *sum = sum.saturating_add(points as Points);
            }
            let packed = terms.iter().map(|(key, points)| key << 3 | points);
            let mut packed: Vec<u64> = packed.collect();
            let mut list = TermList::default();
            list.add_packed(&mut packed, &mut Vec::new(), 3);
            assert_eq!(pairs(&list), sums.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn points_that_do_not_fit_saturate() {
        let mut list = TermList::default();
        let mut packed = vec![1 << 20 | 0xf_ffff, 2 << 20 | 30_000, 2 << 20 | 30_000];
        list.add_packed(&mut packed, &mut Vec::new(), 20);
        assert_eq!(pairs(&list), [(1, Points::MAX), (2, Points::MAX)]);
    }
}
