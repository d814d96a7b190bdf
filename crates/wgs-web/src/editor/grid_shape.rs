//! The cells of a grid on the canvas, read from and written to an entry of `Grids`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// The largest number of columns or rows of the canvas.
pub const MOST: u32 = 40;

/// The smallest number of columns or rows that is shown.
pub const FEWEST: u32 = 10;

/// Cells by row and column, from 1, in the order of their positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridShape {
    cells: BTreeSet<(u32, u32)>,
}

impl GridShape {
    /// A full rectangle.
    pub fn rectangle(columns: u32, rows: u32) -> Self {
        let cells = (1..=rows).flat_map(|y| (1..=columns).map(move |x| (y, x)));
        Self {
            cells: cells.collect(),
        }
    }

    /// Reads the cells of an entry; returns [`None`] if they are invalid or do not fit on the
    /// canvas.
    pub fn of(entry: &Value) -> Option<Self> {
        let pair = |value: &Value| -> Option<(u32, u32)> {
            let [x, y] = value.as_array()?.as_slice() else {
                return None;
            };
            let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
            let fits = |n: &u32| (1..=MOST).contains(n);
            Some((number(x).filter(fits)?, number(y).filter(fits)?))
        };
        match (entry.get("Size"), entry.get("Tiles")) {
            (Some(size), None) => {
                let (columns, rows) = pair(size)?;
                Some(Self::rectangle(columns, rows))
            }
            (None, Some(tiles)) => {
                let tiles = tiles.as_array()?.iter();
                let cells: Option<BTreeSet<_>> =
                    tiles.map(|tile| pair(tile).map(|(x, y)| (y, x))).collect();
                Some(Self { cells: cells? })
            }
            (None, None) => Some(Self::default()),
            (Some(_), Some(_)) => None,
        }
    }

    /// Writes the cells to an entry: as `Size` for a full rectangle in the corner, otherwise as
    /// `Tiles`.
    pub fn written(&self, entry: &Value) -> Value {
        let mut entry = entry.clone();
        if !entry.is_object() {
            entry = json!({});
        }
        let members = entry.as_object_mut().expect("the entry is an object");
        let (columns, rows) = self.size();
        let is_rectangle = self.cells.len() as u32 == columns * rows && !self.cells.is_empty();
        let (key, other, value) = match is_rectangle {
            true => ("Size", "Tiles", json!([columns, rows])),
            false => {
                let tiles = self.cells.iter().map(|(y, x)| json!([x, y]));
                ("Tiles", "Size", Value::Array(tiles.collect()))
            }
        };
        members.remove(other);
        members.insert(key.to_owned(), value);
        entry
    }

    /// The number of columns and rows from the corner to the last cell.
    pub fn size(&self) -> (u32, u32) {
        let columns = self.cells.iter().map(|&(_, x)| x).max();
        let rows = self.cells.iter().map(|&(y, _)| y).max();
        (columns.unwrap_or(0), rows.unwrap_or(0))
    }

    /// The number of columns and rows of a canvas with space for more cells.
    pub fn canvas(&self) -> (u32, u32) {
        let with_space = |used: u32| match used {
            used if used < FEWEST => FEWEST,
            used => (used + 1).min(MOST),
        };
        let (columns, rows) = self.size();
        (with_space(columns), with_space(rows))
    }

    /// Whether a cell is part of the grid.
    pub fn has(&self, x: u32, y: u32) -> bool {
        self.cells.contains(&(y, x))
    }

    /// Adds or removes a cell.
    pub fn set(&mut self, x: u32, y: u32, is_there: bool) {
        match is_there {
            true => self.cells.insert((y, x)),
            false => self.cells.remove(&(y, x)),
        };
    }

    /// The cells as `(x, y)`, in the order of their positions.
    pub fn places(&self) -> impl Iterator<Item = (u32, u32)> {
        self.cells.iter().map(|&(y, x)| (x, y))
    }

    /// The position of a cell, from 1.
    pub fn position(&self, x: u32, y: u32) -> Option<usize> {
        let before = || self.cells.range(..(y, x)).count();
        self.has(x, y).then(|| before() + 1)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether a row or column before the last cell is empty, and so is left out in the game.
    pub fn has_gaps(&self) -> bool {
        let (columns, rows) = self.size();
        let used_columns: BTreeSet<u32> = self.cells.iter().map(|&(_, x)| x).collect();
        let used_rows: BTreeSet<u32> = self.cells.iter().map(|&(y, _)| y).collect();
        used_columns.len() as u32 != columns || used_rows.len() as u32 != rows
    }
}

/// The cells on a straight line, with both ends.
pub fn line(from: (u32, u32), to: (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
    let along = move |from: u32, to: u32, step: u32| {
        let part = f64::from(step) / f64::from(steps.max(1));
        (f64::from(from) + (f64::from(to) - f64::from(from)) * part).round() as u32
    };
    (0..=steps).map(move |step| (along(from.0, to.0, step), along(from.1, to.1, step)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_gaps() {
        let cells = |from, to| line(from, to).collect::<Vec<_>>();
        assert_eq!(cells((2, 3), (2, 3)), [(2, 3)]);
        assert_eq!(cells((1, 4), (1, 2)), [(1, 4), (1, 3), (1, 2)]);
        assert_eq!(cells((1, 1), (4, 2)), [(1, 1), (2, 1), (3, 2), (4, 2)]);
    }

    #[test]
    fn a_full_rectangle_is_written_as_a_size_and_other_shapes_as_tiles() {
        let mut shape = GridShape::rectangle(2, 2);
        let entry = json!({ "Adjacency": "Straight", "Tiles": [[1, 1]] });
        let written = shape.written(&entry);
        assert_eq!(written, json!({ "Adjacency": "Straight", "Size": [2, 2] }));
        shape.set(2, 2, false);
        let written = shape.written(&written);
        let expected = json!({ "Adjacency": "Straight", "Tiles": [[1, 1], [2, 1], [1, 2]] });
        assert_eq!(written, expected);
        assert_eq!(GridShape::of(&written), Some(shape));
    }

    #[test]
    fn a_rectangle_away_from_the_corner_stays_where_it_was_drawn() {
        let shape = GridShape::of(&json!({ "Tiles": [[3, 3]] })).unwrap();
        assert_eq!(shape.written(&json!({})), json!({ "Tiles": [[3, 3]] }));
        assert!(shape.has_gaps());
        assert!(!GridShape::rectangle(3, 2).has_gaps());
    }

    #[test]
    fn positions_are_counted_row_by_row() {
        let shape = GridShape::of(&json!({ "Tiles": [[5, 2], [1, 1], [2, 2]] })).unwrap();
        assert_eq!(shape.position(1, 1), Some(1));
        assert_eq!(shape.position(2, 2), Some(2));
        assert_eq!(shape.position(5, 2), Some(3));
        assert_eq!(shape.position(4, 2), None);
    }

    #[test]
    fn the_canvas_grows_past_its_first_size() {
        for (size, canvas) in [
            ((0, 0), (10, 10)),
            ((9, 4), (10, 10)),
            ((10, 3), (11, 10)),
            ((40, 40), (40, 40)),
        ] {
            let shape = GridShape::rectangle(size.0, size.1);
            assert_eq!(shape.canvas(), canvas);
        }
    }

    #[test]
    fn cells_that_do_not_fit_are_not_read() {
        for entry in [
            json!({ "Size": [100, 100] }),
            json!({ "Size": "4x4" }),
            json!({ "Size": [4, 4], "Tiles": [] }),
            json!({ "Tiles": [[0, 1]] }),
        ] {
            assert_eq!(GridShape::of(&entry), None, "{entry}");
        }
    }
}
