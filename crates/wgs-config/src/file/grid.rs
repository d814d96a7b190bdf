//! The `Grids` section, described in chapter 5.1 of the manual of Word Game Solver.

use std::collections::HashMap;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::{Adjacency, Grid, GridError};

use super::reader::{self, EntryFields, Member, describe};
use crate::key::{DefaultValue, Key, ValueKind, key};
use crate::message;
use crate::problem::{Located, Location, ProblemCollector};

pub(crate) const KEYS: &[Key] = &[
    key(
        "Tiles",
        ValueKind::Places,
        None,
        "The cells as an array of [x, y] in any order, counted from 1 at the top left. Empty rows and columns are removed, except between hexagons",
    ),
    key(
        "Size",
        ValueKind::Size,
        None,
        "A full rectangle as [columns, rows], instead of Tiles",
    ),
    key(
        "Adjacency",
        ValueKind::Choice(&["Full", "Diagonal", "Straight", "Hexagonal"]),
        Some(DefaultValue::Text("Diagonal")),
        "Which cells are neighbours. Full: every cell touches every other, as in anagrams. Diagonal: the eight cells around. Straight: the cells above, below, left and right. Hexagonal: the six cells around, where rows with even numbers are shifted half a cell to the right",
    ),
    key(
        "Neighbours",
        ValueKind::PositionLists,
        None,
        "For each position in order, the positions that may follow it in a word, instead of Adjacency",
    ),
    key(
        "ReuseTiles",
        ValueKind::Boolean,
        Some(DefaultValue::Boolean(false)),
        "Whether a word may use the same tile more than once, as in a spelling bee",
    ),
];

/// The most cells a configured grid may have, and all grids of a file together, so that a small
/// file cannot use up all memory. That many cells take about 85 MB.
const MOST_CELLS: u32 = 1 << 20;

/// The largest coordinate. Empty rows and columns are removed, so it does not limit the grid.
const MOST_PLACE: u32 = 1 << 20;

/// A grid as it is written in the file.
pub(crate) struct GridEntry {
    location: Location,
    tiles: Option<Located<Vec<(u32, u32)>>>,
    size: Option<Located<(u32, u32)>>,
    adjacency: Option<Adjacency>,
    neighbours: Option<NeighbourLists>,
    reuse: bool,
}

/// The value of `Neighbours`.
struct NeighbourLists {
    location: Location,
    lists: Vec<Vec<usize>>,
    /// The byte offset of each list.
    at: Vec<usize>,
}

impl GridEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = EntryFields::read(value, location, KEYS, problems)?;
        let adjacency = fields.text("Adjacency").map(|text| match &*text.value {
            "Full" => Adjacency::Full,
            "Straight" => Adjacency::Straight,
            "Hexagonal" => Adjacency::Hexagonal,
            _ => Adjacency::Diagonal,
        });
        let size = fields.get("Size").and_then(|at| read_size(at, problems));
        let rack = read_rack(&fields.unknown, location, problems);
        let adjacency = adjacency.or(rack.as_ref().map(|_| Adjacency::Full));
        let entry = Self {
            location: location.clone(),
            tiles: fields.get("Tiles").map(|at| read_tiles(at, problems)),
            size: size.or(rack),
            adjacency,
            neighbours: fields.get("Neighbours").map(|at| read_lists(at, problems)),
            reuse: fields.boolean("ReuseTiles").unwrap_or(false),
        };
        if let (Some(_), Some(at)) = (&entry.adjacency, fields.get("Neighbours")) {
            let message = message::replaces("Neighbours", "Adjacency");
            problems.error(&at.location, message);
        }
        (problems.errors() == before).then_some(entry)
    }

    /// Builds the grid. `cells` counts the cells of all grids so far, this one included.
    pub(crate) fn resolve(
        &self,
        cells: &mut usize,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Grid> {
        let listed = self.tiles.as_ref().map_or(0, |tiles| tiles.value.len());
        let filled = self
            .size
            .as_ref()
            .map_or(0, |size| size.value.0 * size.value.1);
        *cells += listed + filled as usize;
        if *cells > MOST_CELLS as usize {
            let message = message::too_many_cells(*cells, MOST_CELLS);
            problems.error(&self.location, message);
            return None;
        }
        let adjacency = self.adjacency.unwrap_or_default();
        let grid = match (&self.tiles, &self.size) {
            (Some(tiles), None) => {
                match Grid::from_places(tiles.value.iter().copied(), adjacency) {
                    Ok(grid) => grid,
                    Err(error) => {
                        problems.error(&tiles.location, error.to_message());
                        return None;
                    }
                }
            }
            (None, Some(size)) => Grid::rectangle(size.value.0, size.value.1, adjacency),
            (None, None) => {
                problems.error(&self.location, message::no_tiles());
                return None;
            }
            (Some(_), Some(size)) => {
                problems.error(&size.location, message::replaces("Size", "Tiles"));
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
                problems.error(&neighbours.place_of(&error), error.to_message());
                None
            }
        }
    }
}

impl NeighbourLists {
    fn place_of(&self, error: &GridError) -> Location {
        match *error {
            GridError::NoSuchNeighbour { position, .. } => {
                self.location.index(position - 1, self.at[position - 1])
            }
            _ => self.location.clone(),
        }
    }
}

fn read_tiles(
    at: &Located<&Value<'_>>,
    problems: &mut ProblemCollector<'_>,
) -> Located<Vec<(u32, u32)>> {
    let elements = at.value.as_array().map_or(&[][..], |array| &array.elements);
    if elements.is_empty() {
        problems.error(&at.location, message::no_cells());
    }
    let mut seen = HashMap::new();
    let mut tiles = Vec::with_capacity(elements.len());
    for (index, element) in elements.iter().enumerate() {
        let location = || at.location.index(index, element.start());
        let Some(tile) = read_pair(element, message::place, MOST_PLACE, &location, problems) else {
            continue;
        };
        if let Some(first) = seen.insert(tile, index) {
            let (x, y) = tile;
            let path = at.location.index(first, 0).path;
            let message = message::repeated_tile(x, y, path.to_string());
            problems.error(&location(), message);
        }
        tiles.push(tile);
    }
    Located {
        location: at.location.clone(),
        value: tiles,
    }
}

fn read_size(
    at: &Located<&Value<'_>>,
    problems: &mut ProblemCollector<'_>,
) -> Option<Located<(u32, u32)>> {
    let location = || at.location.clone();
    let (columns, rows) = read_pair(at.value, message::size, MOST_CELLS, &location, problems)?;
    let cells = u64::from(columns) * u64::from(rows);
    if cells > MOST_CELLS.into() {
        let message = message::large_grid(MOST_CELLS, columns, rows, cells);
        problems.error(&at.location, message);
        return None;
    }
    Some(Located {
        location: at.location.clone(),
        value: (columns, rows),
    })
}

/// Reads the number of letters of an anagram game, which chapter 4.3 of the manual calls
/// `MaxAnagramLetters`: a single row. Reports other members that are not in the table.
fn read_rack(
    unknown: &[Member<'_>],
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<Located<(u32, u32)>> {
    let mut rack = None;
    for member in unknown {
        if member.name.trim() != "MaxAnagramLetters" {
            reader::report_unknown(member, location, KEYS, problems);
            continue;
        }
        let location = location.key(member.name, member.value.start());
        let letters = reader::number(member.value, MOST_CELLS, || location.clone(), problems);
        if let Some(letters) = letters {
            let size = format!("\"Size\": [{letters}, 1]");
            let message = message::read_as(size, "\"Adjacency\": \"Full\"");
            problems.warning(&location, message);
            rack = Some(Located {
                location,
                value: (letters, 1),
            });
        }
    }
    rack
}

fn read_pair(
    value: &Value<'_>,
    expected: fn() -> Message,
    most: u32,
    location: &dyn Fn() -> Location,
    problems: &mut ProblemCollector<'_>,
) -> Option<(u32, u32)> {
    match reader::array(value, expected, location, problems)?
        .elements
        .as_slice()
    {
        [first, second] => {
            let first = reader::number(first, most, location, problems);
            let second = reader::number(second, most, location, problems);
            first.zip(second)
        }
        _ => {
            problems.error(&location(), message::expected(expected(), describe(value)));
            None
        }
    }
}

fn read_lists(at: &Located<&Value<'_>>, problems: &mut ProblemCollector<'_>) -> NeighbourLists {
    let elements = at.value.as_array().map_or(&[][..], |array| &array.elements);
    let lists = elements.iter().enumerate().map(|(index, element)| {
        let location = at.location.index(index, element.start());
        read_positions(element, &location, problems)
    });
    NeighbourLists {
        lists: lists.collect(),
        at: elements.iter().map(Ranged::start).collect(),
        location: at.location.clone(),
    }
}

/// Reads an array of positions, counted from 1.
pub(crate) fn read_positions(
    value: &Value<'_>,
    location: &Location,
    problems: &mut ProblemCollector<'_>,
) -> Vec<usize> {
    let array = reader::array(value, message::positions, || location.clone(), problems);
    let elements = array.map_or(&[][..], |array| &array.elements);
    let positions = elements.iter().enumerate().filter_map(|(index, element)| {
        let location = || location.index(index, element.start());
        reader::number(element, MOST_CELLS, location, problems).map(|position| position as usize)
    });
    positions.collect()
}
