//! The bound of the fast search: a sum of maxima for each lane, in one pass over sorted terms.
//!
//! The bound of a list goes through its cells from the highest field to the lowest: some terms do
//! not use the first cell, and of the others a board has those with one face,
//!
//! `bound(terms) = bound(terms without the cell) + max over faces bound(terms with the face)`.
//!
//! Two cells, usually opposite corners, have no maximum: the bound is calculated for each pair
//! of their faces, in [lanes](super::lane_sum). For the first two cells the parts of
//! the sum are kept apart in a table, so that one pass bounds every choice of four cells.

use super::lane_sum::{LaneMax, LaneSum, Lanes};
use super::term_list::{FIELD_BITS, Points, Terms, field};

/// Stands for a part of the table without terms.
const NO_PART: u16 = u16::MAX;

/// Bounds the terms of a class, by the values of the two highest fields.
pub(super) struct BoundTable {
    pub(super) lanes: Lanes,
    parts: Vec<Points>,
    /// The largest lane of each part.
    largest: Vec<Points>,
    /// The index of each part, by the values of its fields.
    of: Vec<u16>,
    /// The number of fields that parts are told apart by, 2 or 3.
    ahead: usize,
    sums: Vec<LaneSum>,
    maxima: Vec<LaneMax>,
    spare: Vec<Points>,
    zeros: Vec<Points>,
}

impl BoundTable {
    pub(super) fn new() -> Self {
        Self {
            lanes: Lanes::new(Vec::new(), Vec::new()),
            parts: Vec::new(),
            largest: Vec::new(),
            of: Vec::new(),
            ahead: 2,
            sums: Vec::new(),
            maxima: Vec::new(),
            spare: Vec::new(),
            zeros: Vec::new(),
        }
    }

    /// Bounds a list whose highest field has an index. Parts are told apart by the values of
    /// `ahead` fields, 2 or 3.
    pub(super) fn fill(&mut self, terms: Terms<'_>, highest: usize, ahead: usize, lanes: Lanes) {
        self.lanes = lanes;
        self.ahead = ahead;
        self.of.clear();
        self.of.resize(1 << (ahead as u32 * FIELD_BITS), NO_PART);
        self.parts.clear();
        self.largest.clear();
        self.spare.resize(self.lanes.len.max(self.spare.len()), 0);
        self.zeros.resize(self.lanes.len.max(self.zeros.len()), 0);
        while self.sums.len() <= highest {
            self.sums.push(LaneSum::new());
            self.maxima.push(LaneMax::new());
        }
        let mut pass = Pass {
            lanes: &self.lanes,
            spare: &mut self.spare,
        };
        let shift = (highest + 1 - ahead) as u32 * FIELD_BITS;
        let mut start = 0;
        while start < terms.len() {
            let end = run_end(terms.keys, start, shift);
            let (sum, sums) = self
                .sums
                .split_first_mut()
                .expect("there is a sum for each field");
            sum.clear();
            pass.add(terms.part(start, end), sum, sums, &mut self.maxima);
            let from = self.parts.len();
            self.parts.resize(from + self.lanes.len, 0);
            self.largest
                .push(sum.write(&mut self.parts[from..], &self.lanes));
            self.of[(terms.keys[start] >> shift) as usize] = self.largest.len() as u16 - 1;
            start = end;
        }
    }

    /// Adds the bounds of other terms, with the same lanes.
    pub(super) fn add(&mut self, other: &Self) {
        let len = self.lanes.len;
        for (of, &other_of) in self.of.iter_mut().zip(&other.of) {
            if other_of == NO_PART {
                continue;
            }
            let added = &other.parts[usize::from(other_of) * len..][..len];
            if *of == NO_PART {
                *of = self.largest.len() as u16;
                self.largest.push(other.largest[usize::from(other_of)]);
                self.parts.extend_from_slice(added);
                continue;
            }
            let part = usize::from(*of);
            let mut largest = 0;
            for (sum, &points) in self.parts[part * len..][..len].iter_mut().zip(added) {
                *sum = sum.saturating_add(points);
                largest = largest.max(*sum);
            }
            self.largest[part] = largest;
        }
    }

    /// Returns the number of fields that parts are told apart by.
    pub(super) fn ahead(&self) -> usize {
        self.ahead
    }

    /// Returns the part of values of the highest fields, for each lane. The third is 0 if parts are
    /// told apart by two.
    pub(super) fn part(&self, values: [usize; 3]) -> &[Points] {
        match self.of[self.index(values)] {
            NO_PART => &self.zeros[..self.lanes.len],
            part => &self.parts[usize::from(part) * self.lanes.len..][..self.lanes.len],
        }
    }

    /// Returns the largest lane of a part.
    pub(super) fn largest(&self, values: [usize; 3]) -> Points {
        match self.of[self.index(values)] {
            NO_PART => 0,
            part => self.largest[usize::from(part)],
        }
    }

    fn index(&self, [first, second, third]: [usize; 3]) -> usize {
        let two = first << FIELD_BITS | second;
        match self.ahead {
            2 => two,
            _ => two << FIELD_BITS | third,
        }
    }
}

/// Returns the end of the run of keys that agree above a shift.
#[inline(always)]
fn run_end(keys: &[u64], start: usize, shift: u32) -> usize {
    let prefix = keys[start] >> shift;
    let mut end = start + 1;
    while end < keys.len() && keys[end] >> shift == prefix {
        end += 1;
    }
    end
}

struct Pass<'p> {
    lanes: &'p Lanes,
    spare: &'p mut [Points],
}

impl Pass<'_> {
    /// Adds the bound of terms to a sum.
    fn add(
        &mut self,
        terms: Terms<'_>,
        sum: &mut LaneSum,
        sums: &mut [LaneSum],
        maxima: &mut [LaneMax],
    ) {
        const PAIR: u32 = 2 * FIELD_BITS;
        let keys = terms.keys;
        let differing = keys[0] ^ keys[keys.len() - 1];
        if differing >> PAIR == 0 {
            for (&key, &points) in keys.iter().zip(terms.points) {
                sum.add(key, points, self.lanes);
            }
            return;
        }
        let index = differing.ilog2() / FIELD_BITS;
        let shift = index * FIELD_BITS;
        let mut start = 0;
        if field(keys[0], index as usize) == 0 {
            start = run_end(keys, 0, shift);
            self.add(terms.part(0, start), sum, sums, maxima);
        }
        let mut end = run_end(keys, start, shift);
        if end == keys.len() {
            self.add(terms.part(start, end), sum, sums, maxima);
            return;
        }
        let (max, maxima) = maxima
            .split_first_mut()
            .expect("there is a maximum for each field");
        let (next, sums) = sums
            .split_first_mut()
            .expect("there is a sum for each field");
        max.clear();
        loop {
            if end - start == 1 {
                max.include_term(keys[start], terms.points[start], self.lanes);
            } else {
                next.clear();
                self.add(terms.part(start, end), next, sums, maxima);
                max.include(next, self.spare, self.lanes);
            }
            if end == keys.len() {
                break;
            }
            start = end;
            end = run_end(keys, start, shift);
        }
        sum.add_max(max, self.spare, self.lanes);
    }
}
