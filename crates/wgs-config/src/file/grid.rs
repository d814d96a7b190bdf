//! The `Grids` section, chapter 5.1 of the manual.

use std::collections::HashMap;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use wgs_core::{Adjacency, Grid, GridError};

use super::reader::{self, Fields, describe};
use crate::key::{Key, Kind, Literal, key};
use crate::problem::{At, Place, Problems};

pub(crate) const KEYS: &[Key] = &[
    key(
        "Tiles",
        Kind::Places,
        None,
        "The cells as an array of [x, y], counted from 1 at the top left, in any order. Empty rows and columns close up",
    ),
    key(
        "Size",
        Kind::Size,
        None,
        "A full rectangle as [columns, rows], in place of Tiles",
    ),
    key(
        "Adjacency",
        Kind::Choice(&["Full", "Diagonal", "Straight"]),
        Some(Literal::Text("Diagonal")),
        "Which cells touch: Full is every cell every other, as in anagrams; Diagonal is the eight cells around; Straight is up, down, left and right",
    ),
    key(
        "Neighbours",
        Kind::PositionLists,
        None,
        "For each position in order, the positions that may follow it in a word, in place of Adjacency",
    ),
    key(
        "ReuseTiles",
        Kind::Boolean,
        Some(Literal::Boolean(false)),
        "Whether a word may use a tile again, as in spelling bees",
    ),
];

/// The most cells a configured grid may have, so that a small file cannot take all memory.
const MOST_CELLS: u32 = 1 << 20;

/// The most cells of all grids of a file together, for the same reason.
const MOST_CELLS_TOGETHER: usize = 1 << 22;

/// The largest coordinate. Empty rows and columns close up, so any would do.
const MOST_PLACE: u32 = 1 << 20;

/// A grid as it is written.
pub(crate) struct GridEntry {
    place: Place,
    tiles: Option<At<Vec<(u32, u32)>>>,
    size: Option<At<(u32, u32)>>,
    adjacency: Option<Adjacency>,
    neighbours: Option<Neighbours>,
    reuse: bool,
}

struct Neighbours {
    place: Place,
    lists: Vec<Vec<usize>>,
    /// Where each list begins.
    at: Vec<usize>,
}

impl GridEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        place: &Place,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = Fields::read_strictly(value, place, KEYS, problems)?;
        let adjacency = fields.text("Adjacency").map(|text| match &*text.value {
            "Full" => Adjacency::Full,
            "Straight" => Adjacency::Straight,
            _ => Adjacency::Diagonal,
        });
        let entry = Self {
            place: place.clone(),
            tiles: fields.get("Tiles").map(|at| read_tiles(at, problems)),
            size: fields.get("Size").and_then(|at| read_size(at, problems)),
            adjacency,
            neighbours: fields.get("Neighbours").map(|at| read_lists(at, problems)),
            reuse: fields.boolean("ReuseTiles").unwrap_or(false),
        };
        if let (Some(_), Some(at)) = (&entry.adjacency, fields.get("Neighbours")) {
            let message = "Neighbours takes the place of Adjacency; wanted only one of them";
            problems.error(&at.place, message);
        }
        (problems.errors() == before).then_some(entry)
    }

    /// The grid that is meant. Its cells are added to those of the grids before it.
    pub(crate) fn understand(
        &self,
        cells: &mut usize,
        problems: &mut Problems<'_>,
    ) -> Option<Grid> {
        let listed = self.tiles.as_ref().map_or(0, |tiles| tiles.value.len());
        let filled = self
            .size
            .as_ref()
            .map_or(0, |size| size.value.0 * size.value.1);
        *cells += listed + filled as usize;
        if *cells > MOST_CELLS_TOGETHER {
            let most = MOST_CELLS_TOGETHER;
            let message = format!(
                "with this one the grids have {cells} cells together, but at most {most} are allowed"
            );
            problems.error(&self.place, message);
            return None;
        }
        let adjacency = self.adjacency.unwrap_or_default();
        let grid = match (&self.tiles, &self.size) {
            (Some(tiles), None) => {
                match Grid::from_places(tiles.value.iter().copied(), adjacency) {
                    Ok(grid) => grid,
                    Err(error) => {
                        problems.error(&tiles.place, error.to_string());
                        return None;
                    }
                }
            }
            (None, Some(size)) => Grid::rectangle(size.value.0, size.value.1, adjacency),
            (None, None) => {
                problems.error(&self.place, "the grid has no cells; wanted Tiles or Size");
                return None;
            }
            (Some(_), Some(size)) => {
                problems.error(
                    &size.place,
                    "Size takes the place of Tiles; wanted only one of them",
                );
                return None;
            }
        };
        let grid = grid.with_reuse(self.reuse);
        let Some(neighbours) = &self.neighbours else {
            return Some(grid);
        };
        match grid.with_neighbours(&neighbours.lists) {
            Ok(grid) => Some(grid),
            Err(error) => {
                problems.error(&neighbours.place_of(&error), error.to_string());
                None
            }
        }
    }
}

impl Neighbours {
    fn place_of(&self, error: &GridError) -> Place {
        match *error {
            GridError::NoSuchNeighbour { position, .. } => {
                self.place.index(position - 1, self.at[position - 1])
            }
            _ => self.place.clone(),
        }
    }
}

fn read_tiles(at: &At<&Value<'_>>, problems: &mut Problems<'_>) -> At<Vec<(u32, u32)>> {
    let elements = at.value.as_array().map_or(&[][..], |array| &array.elements);
    if elements.is_empty() {
        problems.error(&at.place, "the grid has no cells; wanted at least one");
    }
    let mut seen = HashMap::new();
    let mut tiles = Vec::with_capacity(elements.len());
    for (index, element) in elements.iter().enumerate() {
        let place = || at.place.index(index, element.start());
        let Some(tile) = read_pair(element, "[x, y]", MOST_PLACE, &place, problems) else {
            continue;
        };
        if let Some(first) = seen.insert(tile, index) {
            let (x, y) = tile;
            let path = at.place.index(first, 0).path;
            problems.error(
                &place(),
                format!("the tile at {x},{y} is already listed as {path}"),
            );
        }
        tiles.push(tile);
    }
    At {
        place: at.place.clone(),
        value: tiles,
    }
}

fn read_size(at: &At<&Value<'_>>, problems: &mut Problems<'_>) -> Option<At<(u32, u32)>> {
    let place = || at.place.clone();
    let (columns, rows) = read_pair(at.value, "[columns, rows]", MOST_CELLS, &place, problems)?;
    if u64::from(columns) * u64::from(rows) > MOST_CELLS.into() {
        let message = format!(
            "a grid has at most {MOST_CELLS} cells, but {columns} by {rows} are {}",
            u64::from(columns) * u64::from(rows)
        );
        problems.error(&at.place, message);
        return None;
    }
    Some(At {
        place: at.place.clone(),
        value: (columns, rows),
    })
}

fn read_pair(
    value: &Value<'_>,
    wanted: &str,
    most: u32,
    place: &dyn Fn() -> Place,
    problems: &mut Problems<'_>,
) -> Option<(u32, u32)> {
    match reader::array(value, wanted, place, problems)?
        .elements
        .as_slice()
    {
        [first, second] => {
            let first = reader::number(first, most, place, problems);
            let second = reader::number(second, most, place, problems);
            first.zip(second)
        }
        _ => {
            problems.error(
                &place(),
                format!("wanted {wanted}, found {}", describe(value)),
            );
            None
        }
    }
}

fn read_lists(at: &At<&Value<'_>>, problems: &mut Problems<'_>) -> Neighbours {
    let elements = at.value.as_array().map_or(&[][..], |array| &array.elements);
    let lists = elements.iter().enumerate().map(|(index, element)| {
        let place = at.place.index(index, element.start());
        read_positions(element, &place, problems)
    });
    Neighbours {
        lists: lists.collect(),
        at: elements.iter().map(Ranged::start).collect(),
        place: at.place.clone(),
    }
}

/// Positions from 1, in an array.
pub(crate) fn read_positions(
    value: &Value<'_>,
    place: &Place,
    problems: &mut Problems<'_>,
) -> Vec<usize> {
    let array = reader::array(value, "an array of positions", || place.clone(), problems);
    let elements = array.map_or(&[][..], |array| &array.elements);
    let positions = elements.iter().enumerate().filter_map(|(index, element)| {
        let place = || place.index(index, element.start());
        reader::number(element, MOST_CELLS, place, problems).map(|position| position as usize)
    });
    positions.collect()
}
