//! Points for every pair of faces of two cells: the values that bounds are made of.
//!
//! The faces of one cell are the rows, those of the other the columns, and each pair is a *lane*.
//! Most values are simple: the same for all lanes, or for all lanes of a row or a column, or they
//! concern a few lanes. [`LaneSum`] and [`LaneMax`] keep such parts apart, and write all lanes only when
//! they have to.

use super::term_list::{MAX_FACES, Points, field};

/// The number of lanes that are calculated at once. Rows are filled up to a multiple of it.
pub(super) const WIDTH: usize = 16;

/// The number of single lanes that are kept apart.
const MAX_SINGLE: usize = 24;

/// Stands for a face that has no lane.
const NO_LANE: u8 = u8::MAX;

/// Returns the indexes of the bits of a mask.
pub(super) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then_some(rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        bit
    })
}

/// The lanes: which row and column each face has.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    row_of: [u8; MAX_FACES + 1],
    column_of: [u8; MAX_FACES + 1],
    /// The values of each row and column in a key, as masks.
    pub(super) rows: Vec<u32>,
    pub(super) columns: Vec<u32>,
    /// The number of lanes from one row to the next.
    pub(super) stride: usize,
    pub(super) len: usize,
}

impl Lanes {
    /// Creates the lanes of two groups of values: rows for field 1, columns for field 0. Values
    /// that share a row or a column are bounded together, as if a cell could have all of them.
    pub(super) fn new(rows: Vec<u32>, columns: Vec<u32>) -> Self {
        let index = |groups: &[u32]| {
            let mut of = [NO_LANE; MAX_FACES + 1];
            for (index, &values) in groups.iter().enumerate() {
                for value in bits(values) {
                    of[value] = index as u8;
                }
            }
            of
        };
        let stride = columns.len().next_multiple_of(WIDTH);
        Self {
            row_of: index(&rows),
            column_of: index(&columns),
            stride,
            len: stride * rows.len(),
            rows,
            columns,
        }
    }

    /// Returns where a key's points go.
    #[inline(always)]
    fn place(&self, key: u64) -> Place {
        let (row, column) = (field(key, 1), field(key, 0));
        let (row_index, column_index) = (self.row_of[row], self.column_of[column]);
        match (row, column) {
            (0, 0) => Place::All,
            (_, 0) if row_index != NO_LANE => Place::Row(usize::from(row_index)),
            (0, _) if column_index != NO_LANE => Place::Column(usize::from(column_index)),
            _ if row_index != NO_LANE && column_index != NO_LANE => {
                Place::Lane(usize::from(row_index) * self.stride + usize::from(column_index))
            }
            _ => Place::None,
        }
    }
}

/// The lanes that a term concerns.
#[derive(Clone, Copy)]
enum Place {
    All,
    Row(usize),
    Column(usize),
    Lane(usize),
    None,
}

/// The parts that sums and maxima consist of.
#[derive(Clone, Debug)]
struct Parts {
    all: Points,
    has_rows: bool,
    has_columns: bool,
    has_dense: bool,
    rows: [Points; MAX_FACES + 1],
    columns: [Points; 2 * WIDTH],
    single: Vec<(usize, Points)>,
    dense: Vec<Points>,
}

impl Parts {
    fn new() -> Self {
        Self {
            all: 0,
            has_rows: false,
            has_columns: false,
            has_dense: false,
            rows: [0; MAX_FACES + 1],
            columns: [0; 2 * WIDTH],
            single: Vec::with_capacity(MAX_SINGLE),
            dense: Vec::new(),
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.all = 0;
        self.has_rows = false;
        self.has_columns = false;
        self.has_dense = false;
        self.single.clear();
    }

    #[inline(always)]
    fn rows(&mut self) -> &mut [Points; MAX_FACES + 1] {
        if !self.has_rows {
            self.rows = [0; MAX_FACES + 1];
            self.has_rows = true;
        }
        &mut self.rows
    }

    #[inline(always)]
    fn columns(&mut self) -> &mut [Points; 2 * WIDTH] {
        if !self.has_columns {
            self.columns = [0; 2 * WIDTH];
            self.has_columns = true;
        }
        &mut self.columns
    }

    fn dense(&mut self, lanes: &Lanes) -> &mut [Points] {
        if !self.has_dense {
            self.dense.clear();
            self.dense.resize(lanes.len, 0);
            self.has_dense = true;
        }
        &mut self.dense
    }

    /// The parts of rows and columns, 0 where there are none.
    fn margins(&self) -> ([Points; MAX_FACES + 1], [Points; 2 * WIDTH]) {
        let rows = match self.has_rows {
            true => self.rows,
            false => [0; MAX_FACES + 1],
        };
        let columns = match self.has_columns {
            true => self.columns,
            false => [0; 2 * WIDTH],
        };
        (rows, columns)
    }
}

/// A sum of terms for each lane.
#[derive(Clone, Debug)]
pub(super) struct LaneSum(Parts);

/// The largest of several sums for each lane, at least 0.
#[derive(Clone, Debug)]
pub(super) struct LaneMax(Parts);

impl LaneSum {
    pub(super) fn new() -> Self {
        Self(Parts::new())
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a term.
    #[inline(always)]
    pub(super) fn add(&mut self, key: u64, points: Points, lanes: &Lanes) {
        match lanes.place(key) {
            Place::All => self.0.all = self.0.all.saturating_add(points),
            Place::Row(row) => {
                let rows = self.0.rows();
                rows[row] = rows[row].saturating_add(points);
            }
            Place::Column(column) => {
                let columns = self.0.columns();
                columns[column] = columns[column].saturating_add(points);
            }
            Place::Lane(lane) => self.add_lane(lane, points, lanes),
            Place::None => {}
        }
    }

    #[inline(always)]
    fn add_lane(&mut self, lane: usize, points: Points, lanes: &Lanes) {
        if !self.0.has_dense {
            if self.0.single.len() < MAX_SINGLE {
                self.0.single.push((lane, points));
                return;
            }
            self.spread(lanes);
        }
        let sum = &mut self.0.dense[lane];
        *sum = sum.saturating_add(points);
    }

    /// Writes single lanes among all lanes.
    fn spread(&mut self, lanes: &Lanes) {
        self.0.dense(lanes);
        for (lane, points) in self.0.single.drain(..) {
            let sum = &mut self.0.dense[lane];
            *sum = sum.saturating_add(points);
        }
    }

    /// Adds a maximum.
    pub(super) fn add_max(&mut self, max: &mut LaneMax, spare: &mut [Points], lanes: &Lanes) {
        let max = &mut max.0;
        if max.has_dense || max.has_rows && max.has_columns {
            max.dense(lanes);
            for (lane, points) in max.single.drain(..) {
                max.dense[lane] = max.dense[lane].max(points);
            }
            let (rows, columns) = max.margins();
            let dense = self.0.dense(lanes);
            let rows_of = |dense: usize| rows[dense].max(max.all);
            let chunks = dense.chunks_exact_mut(lanes.stride);
            for (row, (sums, values)) in
                chunks.zip(max.dense.chunks_exact(lanes.stride)).enumerate()
            {
                let least = rows_of(row);
                let sums = sums.as_chunks_mut::<WIDTH>().0.iter_mut();
                let values = values.as_chunks::<WIDTH>().0.iter();
                for ((sums, values), columns) in
                    sums.zip(values).zip(columns.as_chunks::<WIDTH>().0)
                {
                    for i in 0..WIDTH {
                        let value = values[i].max(columns[i]).max(least);
                        sums[i] = sums[i].saturating_add(value);
                    }
                }
            }
            return;
        }
        let all = max.all;
        match (max.has_rows, max.has_columns) {
            (true, _) => {
                let rows = self.0.rows();
                for (sum, value) in rows.iter_mut().zip(&mut max.rows) {
                    *value = (*value).max(all);
                    *sum = sum.saturating_add(*value);
                }
            }
            (_, true) => {
                let columns = self.0.columns();
                for (sum, value) in columns.iter_mut().zip(&mut max.columns) {
                    *value = (*value).max(all);
                    *sum = sum.saturating_add(*value);
                }
            }
            _ => self.0.all = self.0.all.saturating_add(all),
        }
        // The bits above the rest, once for each lane. `spare` is 0 between calls.
        for &(lane, points) in &max.single {
            let least = match (max.has_rows, max.has_columns) {
                (true, _) => max.rows[lane / lanes.stride],
                (_, true) => max.columns[lane % lanes.stride],
                _ => all,
            };
            let above = points - least;
            if above > spare[lane] {
                self.add_lane(lane, above - spare[lane], lanes);
                spare[lane] = above;
            }
        }
        for &(lane, _) in &max.single {
            spare[lane] = 0;
        }
    }

    /// Writes the sum of each lane, and returns the largest.
    pub(super) fn write(&self, out: &mut [Points], lanes: &Lanes) -> Points {
        let parts = &self.0;
        let (rows, columns) = parts.margins();
        for (row, out) in out.chunks_exact_mut(lanes.stride).enumerate() {
            let base = rows[row].saturating_add(parts.all);
            let start = row * lanes.stride;
            match parts.has_dense {
                true => out.copy_from_slice(&parts.dense[start..start + lanes.stride]),
                false => out.fill(0),
            }
            for (out, columns) in out
                .as_chunks_mut::<WIDTH>()
                .0
                .iter_mut()
                .zip(columns.as_chunks::<WIDTH>().0)
            {
                for i in 0..WIDTH {
                    out[i] = out[i].saturating_add(columns[i]).saturating_add(base);
                }
            }
        }
        for &(lane, points) in &parts.single {
            out[lane] = out[lane].saturating_add(points);
        }
        out.iter().copied().max().unwrap_or(0)
    }
}

impl LaneMax {
    pub(super) fn new() -> Self {
        Self(Parts::new())
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the sum of one term into account.
    #[inline(always)]
    pub(super) fn include_term(&mut self, key: u64, points: Points, lanes: &Lanes) {
        match lanes.place(key) {
            Place::All => self.0.all = self.0.all.max(points),
            Place::Row(row) => {
                let rows = self.0.rows();
                rows[row] = rows[row].max(points);
            }
            Place::Column(column) => {
                let columns = self.0.columns();
                columns[column] = columns[column].max(points);
            }
            Place::Lane(lane) => self.include_lane(lane, points, lanes),
            Place::None => {}
        }
    }

    #[inline(always)]
    fn include_lane(&mut self, lane: usize, points: Points, lanes: &Lanes) {
        if !self.0.has_dense {
            if self.0.single.len() < MAX_SINGLE {
                self.0.single.push((lane, points));
                return;
            }
            self.0.dense(lanes);
            for (lane, points) in self.0.single.drain(..) {
                self.0.dense[lane] = self.0.dense[lane].max(points);
            }
        }
        self.0.dense[lane] = self.0.dense[lane].max(points);
    }

    /// Takes a sum into account. `spare` is 0 between calls.
    pub(super) fn include(&mut self, sum: &mut LaneSum, spare: &mut [Points], lanes: &Lanes) {
        if sum.0.has_dense || sum.0.has_rows && sum.0.has_columns {
            sum.spread(lanes);
            let (rows, columns) = sum.0.margins();
            let dense = self.0.dense(lanes);
            let chunks = dense.chunks_exact_mut(lanes.stride);
            for (row, (best, values)) in chunks
                .zip(sum.0.dense.chunks_exact(lanes.stride))
                .enumerate()
            {
                let base = rows[row].saturating_add(sum.0.all);
                let best = best.as_chunks_mut::<WIDTH>().0.iter_mut();
                let values = values.as_chunks::<WIDTH>().0.iter();
                for ((best, values), columns) in
                    best.zip(values).zip(columns.as_chunks::<WIDTH>().0)
                {
                    for i in 0..WIDTH {
                        let value = values[i].saturating_add(columns[i]).saturating_add(base);
                        best[i] = best[i].max(value);
                    }
                }
            }
            return;
        }
        let all = sum.0.all;
        let sum = &mut sum.0;
        match (sum.has_rows, sum.has_columns) {
            (true, _) => {
                for (best, value) in self.0.rows().iter_mut().zip(&sum.rows) {
                    *best = (*best).max(value.saturating_add(all));
                }
            }
            (_, true) => {
                for (best, value) in self.0.columns().iter_mut().zip(&sum.columns) {
                    *best = (*best).max(value.saturating_add(all));
                }
            }
            _ => self.0.all = self.0.all.max(all),
        }
        for &(lane, points) in &sum.single {
            spare[lane] = spare[lane].saturating_add(points);
        }
        for &(lane, _) in &sum.single {
            let points = std::mem::take(&mut spare[lane]);
            if points > 0 {
                let base = match (sum.has_rows, sum.has_columns) {
                    (true, _) => sum.rows[lane / lanes.stride].saturating_add(all),
                    (_, true) => sum.columns[lane % lanes.stride].saturating_add(all),
                    _ => all,
                };
                self.include_lane(lane, points.saturating_add(base), lanes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::term_list::face_key;
    use super::*;
    use wgs_dice::Random;

    type Term = (u64, Points);

    /// Returns groups of some of the faces, at least one.
    fn groups(faces: usize, random: &mut Random) -> Vec<u32> {
        let mut groups = vec![1 << 1];
        for value in 2..=faces {
            match random.below(8) {
                0 => {}
                1 => *groups.last_mut().unwrap() |= 1 << value,
                _ => groups.push(1 << value),
            }
        }
        groups
    }

    /// Returns some terms that use the cell of the rows, that of the columns, or both.
    fn terms(faces: usize, random: &mut Random) -> Vec<Term> {
        let most = [1, 6, 80][random.below(3)];
        let cells = 1 + random.below(3);
        let mut term = |_| {
            let mut key = 0;
            for index in (0..2).filter(|index| cells >> index & 1 == 1) {
                if random.below(10) > 0 {
                    key |= face_key(random.below(faces), index);
                }
            }
            (key, 1 + random.below(9) as Points)
        };
        (0..most).map(&mut term).collect()
    }

    /// Returns the sum of terms for each lane, lane by lane.
    fn plain_sum(terms: &[Term], lanes: &Lanes) -> Vec<Points> {
        let mut sums = vec![0; lanes.len];
        for (row, rows) in lanes.rows.iter().enumerate() {
            for (column, columns) in lanes.columns.iter().enumerate() {
                let has = |key: u64| {
                    (rows | 1) >> field(key, 1) & 1 == 1 && (columns | 1) >> field(key, 0) & 1 == 1
                };
                let points = terms.iter().filter(|(key, _)| has(*key));
                sums[row * lanes.stride + column] = points.map(|(_, points)| points).sum();
            }
        }
        sums
    }

    #[test]
    fn sums_and_maxima_agree_with_those_of_each_lane() {
        let mut random = Random::new(9);
        for case in 0..3_000 {
            let faces = [2, 5, 12, 20][random.below(4)];
            let lanes = Lanes::new(groups(faces, &mut random), groups(faces, &mut random));
            let mut spare = vec![0; lanes.len];
            let own = terms(faces, &mut random);
            let mut expected = plain_sum(&own, &lanes);
            let mut sum = LaneSum::new();
            for (key, points) in own {
                sum.add(key, points, &lanes);
            }
            let (mut max, mut part) = (LaneMax::new(), LaneSum::new());
            for _ in 0..random.below(4) {
                max.clear();
                let mut largest = vec![0; lanes.len];
                for _ in 0..1 + random.below(40) {
                    let terms = terms(faces, &mut random);
                    match terms[..] {
                        [(key, points)] => max.include_term(key, points, &lanes),
                        _ => {
                            part.clear();
                            for &(key, points) in &terms {
                                part.add(key, points, &lanes);
                            }
                            max.include(&mut part, &mut spare, &lanes);
                        }
                    }
                    for (largest, sum) in largest.iter_mut().zip(plain_sum(&terms, &lanes)) {
                        *largest = sum.max(*largest);
                    }
                }
                sum.add_max(&mut max, &mut spare, &lanes);
                for (sum, largest) in expected.iter_mut().zip(largest) {
                    *sum += largest;
                }
            }
            assert!(spare.iter().all(|&points| points == 0), "case {case}");
            let mut written = vec![0; lanes.len];
            let largest = sum.write(&mut written, &lanes);
            assert_eq!(Some(&largest), expected.iter().max(), "case {case}");
            // Rows are filled up with lanes that stand for no face.
            let columns = lanes.columns.len();
            let rows = |lanes_of: &[Points]| -> Vec<Vec<Points>> {
                let rows = lanes_of.chunks_exact(lanes.stride);
                rows.map(|row| row[..columns].to_vec()).collect()
            };
            assert_eq!(rows(&written), rows(&expected), "case {case}");
        }
    }
}
