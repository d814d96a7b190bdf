//! The places at which the cells of a board are drawn. The game's grid, not this module, decides
//! which cells are neighbours.
//!
//! Cells are drawn where the grid has them, with two exceptions: a long rack is wrapped into
//! rows, and the rack of a spelling bee becomes a hive, with the required letter in its centre.
//! The unit is the width of a tile; an interface multiplies by pixels or characters.

use std::sync::Arc;

use wgs_dice::Random;
use wgs_engine::{BoardSize, Cell, Grid, Rules};

/// A point, in tiles from the upper left corner of the board.
pub type Point = (f64, f64);

/// The most columns of a rack before it is wrapped.
const MOST_RACK_COLUMNS: u32 = 10;

/// How near to the centre of a tile a drag must come, in tiles. The circle covers 70% of the side
/// and leaves the corners free, which makes diagonals easy.
const DRAG_REACH: f64 = 0.35;

/// The distance between the points of a fast drag that are looked at, in tiles.
const DRAG_STEP: f64 = 0.2;

/// The most points of a drag between two events that are looked at.
const MAX_DRAG_STEPS: f64 = 256.0;

/// The distance of the parallel sides of a hexagon whose opposite corners are 1 apart.
const HEXAGON_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Column and row of the cells around the centre of a hive, clockwise from the top. Three columns
/// of hexagons interlock, so there are five rows.
const AROUND: [(u32, u32); 6] = [(1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1)];

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardForm {
    /// A grid, whose words follow neighbours.
    Grid,
    /// A grid of hexagons, which stand on a corner. Every other row is shifted by half a tile.
    Hexagons,
    /// Tiles in any order.
    Rack,
    /// Hexagons around the required letter of a spelling bee, which stand on a side.
    Hive,
}

impl BoardForm {
    /// Whether words follow neighbours, so that a path says where a word is.
    pub fn has_paths(self) -> bool {
        matches!(self, Self::Grid | Self::Hexagons)
    }

    /// Whether tiles are hexagons.
    pub fn is_hexagonal(self) -> bool {
        matches!(self, Self::Hexagons | Self::Hive)
    }
}

/// Where the cells of a board are drawn.
///
/// ```
/// use wgs_engine::{Adjacency, Cell, Grid, Rules};
/// use wgs_play::Arrangement;
///
/// let board = Arrangement::new(&Grid::rectangle(4, 4, Adjacency::Diagonal), &Rules::boggle());
/// assert_eq!(board.centre(Cell::new(5)), Some((1.5, 1.5)));
/// // A fast drag passes all tiles on its way.
/// let mut passed: Vec<_> = board.dragged_over((0.5, 0.5), (3.5, 3.5)).collect();
/// passed.dedup();
/// assert_eq!(passed, [0, 5, 10, 15].map(Cell::new));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    /// The form of the board.
    pub form: BoardForm,
    /// Column and row of each cell, from 0. The rows of a hive are half as high as its tiles,
    /// because its columns interlock.
    pub places: Arc<[(u32, u32)]>,
    /// The number of columns and rows, at least 1.
    pub size: (u32, u32),
    /// The first and the last column with tiles, in half columns: the left sides of hexagons.
    half_columns: (u32, u32),
}

impl Arrangement {
    /// Arranges the cells of a grid.
    pub fn new(grid: &Grid, rules: &Rules) -> Self {
        let cells = grid.len() as u32;
        let BoardSize { rows, columns } = grid.size();
        if grid.is_full()
            && grid.reuses_tiles()
            && let [centre] = *rules.required_cells
            && (3..=AROUND.len() + 1).contains(&grid.len())
            && centre.index() < grid.len()
        {
            let mut around = AROUND.into_iter();
            let places = grid.cells().map(|cell| match cell == centre {
                true => (1, 2),
                false => around.next().unwrap_or_default(),
            });
            return Self {
                form: BoardForm::Hive,
                places: places.collect(),
                size: (3, 5),
                half_columns: (0, 4),
            };
        }
        if grid.is_full() && columns.min(rows) == 1 && cells > MOST_RACK_COLUMNS {
            let columns = cells.div_ceil(cells.div_ceil(MOST_RACK_COLUMNS));
            return Self {
                form: BoardForm::Rack,
                places: (0..cells)
                    .map(|cell| (cell % columns, cell / columns))
                    .collect(),
                size: (columns, cells.div_ceil(columns)),
                half_columns: (0, 2 * columns - 2),
            };
        }
        let form = match grid.is_full() {
            true => BoardForm::Rack,
            false if grid.is_hexagonal() => BoardForm::Hexagons,
            false => BoardForm::Grid,
        };
        let places: Arc<[(u32, u32)]> = grid.cells().map(|cell| grid.place(cell)).collect();
        let columns_of = || places.iter().map(|&place| half_column(form, place));
        Self {
            form,
            half_columns: (
                columns_of().min().unwrap_or(0),
                columns_of().max().unwrap_or(0),
            ),
            places,
            size: (columns.max(1), rows.max(1)),
        }
    }

    /// Leaves out the cells of a rack that have no tiles.
    pub fn with_tiles(&self, tiles: usize) -> Self {
        match self.form {
            BoardForm::Rack if (1..self.places.len()).contains(&tiles) => {
                Self::new(&Grid::rack(tiles as u32), &Rules::new())
            }
            _ => self.clone(),
        }
    }

    /// Arranges the tiles of a rack or a hive in another order: always the same for the same seed,
    /// and the order of the cells for 0. Required tiles stay where they are.
    pub fn shuffled(&self, required: &[Cell], seed: u64) -> Self {
        if seed == 0 || self.form.has_paths() {
            return self.clone();
        }
        let cells = 0..self.places.len();
        let movable: Vec<usize> = cells
            .filter(|cell| !required.contains(&Cell::new(*cell)))
            .collect();
        let mut random = Random::new(seed);
        let mut order = movable.clone();
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let mut places = self.places.to_vec();
        for (from, to) in movable.into_iter().zip(order) {
            places[to] = self.places[from];
        }
        Self {
            places: places.into(),
            ..self.clone()
        }
    }

    /// Width and height of the board, in tiles.
    pub fn extent(&self) -> Point {
        let (columns, rows) = (f64::from(self.size.0), f64::from(self.size.1));
        match self.form {
            BoardForm::Hive => (2.5, 3.0 * HEXAGON_HEIGHT),
            BoardForm::Hexagons => {
                let (first, last) = self.half_columns;
                let width = f64::from(last - first) / 2.0 + 1.0;
                (width, (rows - 1.0) * HEXAGON_HEIGHT + self.tile_height())
            }
            BoardForm::Grid | BoardForm::Rack => (columns, rows),
        }
    }

    /// The height of a tile, compared with its width.
    fn tile_height(&self) -> f64 {
        match self.form {
            BoardForm::Hive => HEXAGON_HEIGHT,
            BoardForm::Hexagons => 1.0 / HEXAGON_HEIGHT,
            BoardForm::Grid | BoardForm::Rack => 1.0,
        }
    }

    /// The upper left corner of the tile of a cell, or of the rectangle around it.
    pub fn corner(&self, cell: Cell) -> Option<Point> {
        let (column, row) = self.half_place(cell)?;
        let (column, row) = (f64::from(column) / 2.0, f64::from(row) / 2.0);
        Some(match self.form {
            BoardForm::Hive => (0.75 * column, row * HEXAGON_HEIGHT),
            BoardForm::Hexagons => (column, row * HEXAGON_HEIGHT),
            BoardForm::Grid | BoardForm::Rack => (column, row),
        })
    }

    /// The centre of a cell.
    pub fn centre(&self, cell: Cell) -> Option<Point> {
        let (x, y) = self.corner(cell)?;
        Some((x + 0.5, y + self.tile_height() / 2.0))
    }

    /// The corners of a hexagonal tile around its centre, clockwise; [`None`] if tiles are squares.
    pub fn hexagon(&self) -> Option<[Point; 6]> {
        let half = self.tile_height() / 2.0;
        match self.form {
            BoardForm::Hive => Some([
                (-0.25, -half),
                (0.25, -half),
                (0.5, 0.0),
                (0.25, half),
                (-0.25, half),
                (-0.5, 0.0),
            ]),
            BoardForm::Hexagons => Some([
                (0.0, -half),
                (0.5, -half / 2.0),
                (0.5, half / 2.0),
                (0.0, half),
                (-0.5, half / 2.0),
                (-0.5, -half / 2.0),
            ]),
            BoardForm::Grid | BoardForm::Rack => None,
        }
    }

    /// Column and row of a cell, from 0, in halves of columns and rows.
    pub fn half_place(&self, cell: Cell) -> Option<(u32, u32)> {
        let &place = self.places.get(cell.index())?;
        let column = half_column(self.form, place) - self.half_columns.0;
        Some(match self.form {
            BoardForm::Hive => (column, place.1),
            _ => (column, 2 * place.1),
        })
    }

    /// The cell at a point.
    pub fn cell_at(&self, (x, y): Point) -> Option<Cell> {
        self.cell_where(|(to_x, to_y)| {
            let (dx, dy) = ((x - to_x).abs(), (y - to_y).abs());
            match self.form {
                // The slanting sides go from the corner at (0.5, 0) to the one at (0.25, 0.5
                // height).
                BoardForm::Hive => {
                    dy <= HEXAGON_HEIGHT / 2.0 && dx + dy * 0.5 / HEXAGON_HEIGHT <= 0.5
                }
                // The same hexagon, turned and larger.
                BoardForm::Hexagons => dx <= 0.5 && dy * HEXAGON_HEIGHT + dx / 2.0 <= 0.5,
                BoardForm::Grid | BoardForm::Rack => dx <= 0.5 && dy <= 0.5,
            }
        })
    }

    /// The cells that a drag from one point to another passes near their centres. A fast finger
    /// passes several tiles between two events. A cell is repeated for as long as the drag is on
    /// it.
    pub fn dragged_over(&self, from: Point, to: Point) -> impl Iterator<Item = Cell> {
        points_between(from, to, DRAG_STEP).filter_map(|(x, y)| {
            self.cell_where(|centre| (x - centre.0).hypot(y - centre.1) <= DRAG_REACH)
        })
    }

    fn cell_where(&self, is_at: impl Fn(Point) -> bool) -> Option<Cell> {
        let mut cells = (0..self.places.len()).map(Cell::new);
        cells.find(|cell| self.centre(*cell).is_some_and(&is_at))
    }

    /// The next cell in the direction of an arrow key: the nearest in the same row or column,
    /// else the nearest in that direction.
    pub fn beyond(&self, cell: Cell, right: i32, down: i32) -> Option<Cell> {
        let &(x, y) = self.places.get(cell.index())?;
        let away = |&(to_x, to_y): &(u32, u32)| {
            let (dx, dy) = (to_x as i32 - x as i32, to_y as i32 - y as i32);
            let (along, across) = (dx * right + dy * down, (dx * down + dy * right).abs());
            (along > 0).then_some((across * 64 + along, across, along))
        };
        let cells = self.places.iter().enumerate();
        let nearest = cells.filter_map(|(index, place)| Some((away(place)?, index)));
        Some(Cell::new(nearest.min()?.1))
    }

    /// The cells of each row, from left to right.
    pub fn rows(&self) -> Vec<Vec<Cell>> {
        let mut rows = vec![Vec::new(); self.size.1 as usize];
        for (cell, (_, row)) in self.places.iter().enumerate() {
            rows[*row as usize].push(Cell::new(cell));
        }
        for row in &mut rows {
            row.sort_by_key(|cell| self.places[cell.index()].0);
        }
        rows
    }
}

/// The column of a place, in half columns.
fn half_column(form: BoardForm, (column, row): (u32, u32)) -> u32 {
    2 * column + u32::from(form == BoardForm::Hexagons && row % 2 == 1)
}

/// The points of a line at most `step` apart, without the one that it starts from.
pub fn points_between(from: Point, to: Point, step: f64) -> impl Iterator<Item = Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let steps = (dx.hypot(dy) / step).ceil().clamp(1.0, MAX_DRAG_STEPS) as u32;
    (1..=steps).map(move |n| {
        let share = f64::from(n) / f64::from(steps);
        (from.0 + dx * share, from.1 + dy * share)
    })
}

#[cfg(test)]
mod tests {
    use wgs_engine::Adjacency;

    use super::*;

    fn arranged(grid: Grid) -> Arrangement {
        Arrangement::new(&grid, &Rules::new())
    }

    fn bee(cells: u32, required: &[usize]) -> Arrangement {
        let grid = Grid::rack(cells).with_reuse(true);
        let required = required.iter().map(|&cell| Cell::new(cell));
        let rules = Rules::new().with_required_cells(required);
        Arrangement::new(&grid, &rules)
    }

    #[test]
    fn a_bee_is_a_hive_around_its_required_letter() {
        for centre in [0, 3, 6] {
            let hive = bee(7, &[centre]);
            assert_eq!(hive.form, BoardForm::Hive);
            let (width, height) = hive.extent();
            let middle = hive.centre(Cell::new(centre)).unwrap();
            assert!((middle.0 - width / 2.0).abs() < 1e-9, "{middle:?}");
            assert!((middle.1 - height / 2.0).abs() < 1e-9, "{middle:?}");
            for cell in (0..7).filter(|cell| *cell != centre) {
                let at = hive.centre(Cell::new(cell)).unwrap();
                let away = (at.0 - middle.0).hypot(at.1 - middle.1);
                assert!((away - HEXAGON_HEIGHT).abs() < 1e-9, "{cell}: {away}");
            }
        }
    }

    #[test]
    fn a_rack_shows_only_its_tiles() {
        let rack = arranged(Grid::rack(26));
        assert_eq!(rack.with_tiles(7).size, (7, 1));
        assert_eq!(rack.with_tiles(0), rack);
        assert_eq!(rack.with_tiles(30), rack);
    }

    #[test]
    fn a_shuffled_hive_keeps_its_centre() {
        let hive = bee(7, &[3]);
        let centre = Cell::new(3);
        assert_eq!(hive.shuffled(&[centre], 0), hive);
        let mut orders = Vec::new();
        for seed in 1..20 {
            let shuffled = hive.shuffled(&[centre], seed);
            assert_eq!(shuffled.places[3], hive.places[3]);
            let mut places = shuffled.places.to_vec();
            orders.push(places.clone());
            places.sort_unstable();
            let mut expected = hive.places.to_vec();
            expected.sort_unstable();
            assert_eq!(places, expected);
        }
        orders.sort_unstable();
        orders.dedup();
        assert!(orders.len() > 15, "{}", orders.len());
        let grid = arranged(Grid::rectangle(4, 4, Adjacency::Diagonal));
        assert_eq!(grid.shuffled(&[], 7), grid);
    }

    /// Rows of 3, 4, 5, 4 and 3 hexagons.
    fn hexagon() -> Grid {
        let rows = [(2..=4, 1), (1..=4, 2), (1..=5, 3), (1..=4, 4), (2..=4, 5)];
        let places = rows
            .into_iter()
            .flat_map(|(row, y)| row.map(move |x| (x, y)));
        Grid::from_places(places, Adjacency::Hexagonal).unwrap()
    }

    #[test]
    fn the_centres_of_hexagons_are_one_tile_apart() {
        for grid in [hexagon(), Grid::rectangle(4, 3, Adjacency::Hexagonal)] {
            let board = arranged(grid.clone());
            assert_eq!(board.form, BoardForm::Hexagons);
            for cell in grid.cells() {
                let (x, y) = board.centre(cell).unwrap();
                for next in grid.neighbours(cell) {
                    let (to_x, to_y) = board.centre(next).unwrap();
                    let away = (x - to_x).hypot(y - to_y);
                    assert!((away - 1.0).abs() < 1e-9, "{cell:?} {next:?}: {away}");
                }
            }
        }
    }

    #[test]
    fn hexagons_fill_the_width_of_their_board() {
        assert_eq!(arranged(hexagon()).extent().0, 5.0);
        let wide = arranged(Grid::rectangle(4, 3, Adjacency::Hexagonal));
        assert_eq!(wide.extent().0, 4.5);
        // A flower, whose leftmost hexagon is in a shifted row.
        let places = [(1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (1, 3), (2, 3)];
        let flower = arranged(Grid::from_places(places, Adjacency::Hexagonal).unwrap());
        assert_eq!(flower.extent().0, 3.0);
        assert_eq!(flower.centre(Cell::new(2)).map(|(x, _)| x), Some(0.5));
        assert_eq!(flower.half_place(Cell::new(3)), Some((2, 2)));
    }

    #[test]
    fn the_corners_of_a_hexagon_lie_on_its_edge() {
        for board in [bee(7, &[0]), arranged(hexagon())] {
            let (x, y) = board.centre(Cell::new(0)).unwrap();
            for (dx, dy) in board.hexagon().unwrap() {
                let at = |part: f64| board.cell_at((x + dx * part, y + dy * part));
                assert_eq!(at(0.99), Some(Cell::new(0)), "{:?} {dx} {dy}", board.form);
                assert_ne!(at(1.01), Some(Cell::new(0)), "{:?} {dx} {dy}", board.form);
            }
        }
    }

    #[test]
    fn the_corner_of_a_tile_belongs_to_the_hexagon_that_is_there() {
        let board = arranged(Grid::rectangle(2, 2, Adjacency::Hexagonal));
        assert_eq!(board.cell_at((0.02, 0.02)), None);
        assert_eq!(board.cell_at((0.5, 0.02)), Some(Cell::new(0)));
        // Below the slanting side of the first hexagon is the one of the next row.
        assert_eq!(board.cell_at((0.6, 1.02)), Some(Cell::new(0)));
        assert_eq!(board.cell_at((0.8, 1.02)), Some(Cell::new(2)));
    }

    #[test]
    fn other_racks_are_no_hives() {
        for (cells, required) in [(7, vec![]), (7, vec![0, 1]), (7, vec![7]), (8, vec![0])] {
            let rack = bee(cells, &required);
            assert_eq!(rack.form, BoardForm::Rack, "{cells} {required:?}");
            assert_eq!(rack.size, (cells, 1));
        }
    }

    #[test]
    fn a_long_rack_is_wrapped_into_rows() {
        for (cells, size) in [
            (7, (7, 1)),
            (10, (10, 1)),
            (11, (6, 2)),
            (20, (10, 2)),
            (26, (9, 3)),
            (101, (10, 11)),
        ] {
            let rack = arranged(Grid::rack(cells));
            assert_eq!(rack.size, size, "{cells}");
            let rows = rack.rows();
            assert_eq!(
                rows.concat(),
                (0..cells as usize).map(Cell::new).collect::<Vec<_>>()
            );
        }
        let block = Grid::rectangle(5, 4, Adjacency::Full);
        assert_eq!(arranged(block).size, (5, 4));
    }

    #[test]
    fn every_cell_is_found_at_its_centre() {
        let grids = [
            arranged(Grid::rectangle(3, 2, Adjacency::Diagonal)),
            arranged(Grid::rack(26)),
            arranged(hexagon()),
            bee(7, &[0]),
        ];
        for board in grids {
            let extent = board.extent();
            for cell in (0..board.places.len()).map(Cell::new) {
                let centre = board.centre(cell).unwrap();
                assert_eq!(board.cell_at(centre), Some(cell), "{board:?}");
                let dragged: Vec<_> = board.dragged_over(centre, centre).collect();
                assert_eq!(dragged, [cell], "{board:?}");
            }
            assert_eq!(board.cell_at((extent.0 + 0.01, extent.1 / 2.0)), None);
        }
        // The corners of a hive are outside its hexagons.
        assert_eq!(bee(7, &[0]).cell_at((0.02, 0.02)), None);
        let empty = arranged(Grid::rectangle(0, 0, Adjacency::Straight));
        assert_eq!(
            (empty.extent(), empty.cell_at((0.5, 0.5))),
            ((1.0, 1.0), None)
        );
    }

    #[test]
    fn a_drag_from_tile_to_tile_touches_no_other() {
        for grid in [Grid::rectangle(3, 3, Adjacency::Diagonal), hexagon()] {
            let board = arranged(grid.clone());
            for from in grid.cells() {
                for to in grid.neighbours(from) {
                    let [start, end] = [from, to].map(|cell| board.centre(cell).unwrap());
                    let mut passed: Vec<_> = board.dragged_over(start, end).collect();
                    passed.dedup();
                    assert_eq!(passed, [from, to]);
                }
            }
        }
    }

    #[test]
    fn arrow_keys_reach_every_hexagon() {
        for board in [bee(7, &[0]), arranged(hexagon())] {
            let mut reached = vec![Cell::new(0)];
            let mut index = 0;
            while let Some(&cell) = reached.get(index) {
                for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some(next) = board.beyond(cell, right, down)
                        && !reached.contains(&next)
                    {
                        reached.push(next);
                    }
                }
                index += 1;
            }
            assert_eq!(reached.len(), board.places.len(), "{reached:?}");
        }
    }

    #[test]
    fn arrow_keys_go_straight_up_and_down_in_a_column_of_hexagons() {
        let board = arranged(Grid::rectangle(3, 4, Adjacency::Hexagonal));
        let mut cell = Cell::new(1);
        for expected in [4, 7, 10] {
            cell = board.beyond(cell, 0, 1).unwrap();
            assert_eq!(cell, Cell::new(expected));
        }
    }
}
