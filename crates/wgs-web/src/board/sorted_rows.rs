//! The listed solutions in the order that the user chose. Only indices are sorted; the rows
//! stay as the engine sent them, in alphabetical order.

use std::sync::Arc;

use crate::engine::reply::SolutionRow;

/// A column of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The word.
    Word,
    /// Its score.
    Score,
    /// Its length.
    Length,
    /// How common it is.
    Commonness,
}

/// The order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The column to sort by.
    pub column: Column,
    /// Whether the highest comes first.
    pub descending: bool,
}

/// Solutions in an order. Copies share the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SortedRows {
    rows: Arc<[SolutionRow]>,
    indices: Arc<[u32]>,
}

impl SortedRows {
    /// Sorts rows that are in alphabetical order. Of two words with the same score, the longer
    /// one is the higher; equal rows stay in alphabetical order.
    pub fn new(rows: Arc<[SolutionRow]>, order: Order) -> Self {
        let mut indices: Vec<u32> = (0..rows.len() as u32).collect();
        let row = |index: &u32| &rows[*index as usize];
        // One call for all orders: each call of a sort adds 4 kB to the page.
        indices.sort_by(|a, b| {
            let (a, b) = match order.descending {
                true => (row(b), row(a)),
                false => (row(a), row(b)),
            };
            match order.column {
                Column::Word => a.word.cmp(&b.word),
                Column::Score => (a.score, a.length).cmp(&(b.score, b.length)),
                Column::Length => a.length.cmp(&b.length),
                // The most common words are the highest.
                Column::Commonness => b.commonness.cmp(&a.commonness),
            }
        });
        Self {
            indices: indices.into(),
            rows,
        }
    }

    /// The same rows in another order.
    pub fn sorted_by(&self, order: Order) -> Self {
        Self::new(self.rows.clone(), order)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// The row at an index of the list.
    pub fn get(&self, index: usize) -> Option<&SolutionRow> {
        let index = *self.indices.get(index)?;
        self.rows.get(index as usize)
    }

    /// The rows in their order.
    pub fn iter(&self) -> impl Iterator<Item = &SolutionRow> {
        self.indices.iter().map(|&index| &self.rows[index as usize])
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::WordScore;

    use super::*;

    fn row(word: &str, total: u64) -> SolutionRow {
        let mut score = WordScore::default();
        score.total = total;
        score.length = word.len() as u32;
        SolutionRow::new(word.to_owned(), vec![total as u32], &score)
    }

    #[test]
    fn ties_in_score_break_by_length_and_equal_rows_stay_in_alphabetical_order() {
        let rows: Arc<[SolutionRow]> =
            [row("ACT", 1), row("ACT", 3), row("CAST", 3), row("CAT", 1)].into();
        for (column, descending, order) in [
            (Column::Word, false, ["ACT1", "ACT3", "CAST3", "CAT1"]),
            (Column::Word, true, ["CAT1", "CAST3", "ACT1", "ACT3"]),
            (Column::Score, true, ["CAST3", "ACT3", "ACT1", "CAT1"]),
            (Column::Score, false, ["ACT1", "CAT1", "ACT3", "CAST3"]),
            (Column::Length, true, ["CAST3", "ACT1", "ACT3", "CAT1"]),
            (Column::Length, false, ["ACT1", "ACT3", "CAT1", "CAST3"]),
        ] {
            let sorted = SortedRows::new(rows.clone(), Order { column, descending });
            let text = |row: &SolutionRow| format!("{}{}", row.word, row.score);
            assert_eq!(sorted.iter().map(text).collect::<Vec<_>>(), order);
            assert_eq!(sorted.get(0).map(text).as_deref(), Some(order[0]));
        }
    }
}
