//! Where the tiles of a board are on the screen, and which tile is at a place on the screen.
//!
//! Tiles are arranged as on every interface, in an [`Arrangement`](wgs_play::Arrangement). Four sizes of tiles are tried; a
//! board that is too large for the smallest one is scrolled.

use ratatui::layout::{Position, Rect};
use ratatui::text::Span;
use wgs_engine::{Cell, Face, Tile};
use wgs_play::{BoardForm, points_between};

use super::super::board_drawing;
use super::super::shown_board::ShownBoard;
use crate::terminal::escape;

/// The tiles of a board and their places, in half columns and half rows.
#[derive(Clone, Debug)]
pub(super) struct BoardMap {
    pub(super) tiles: Vec<MapTile>,
    /// The number of half columns and of half rows.
    extent: (i32, i32),
    form: BoardForm,
    /// The widths of the widest tile without and with its multipliers.
    letters_width: u16,
    text_width: u16,
}

/// A tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MapTile {
    pub(super) cell: Cell,
    /// The letters, as they are shown.
    pub(super) letters: String,
    /// The multipliers, as in `3L`; often empty.
    pub(super) multipliers: String,
    /// Whether every word must use it.
    pub(super) is_required: bool,
    place: (i32, i32),
}

/// The size of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileSize {
    /// Five rows.
    Huge,
    /// Three rows.
    Large,
    /// One row, with a space around the letters.
    Small,
    /// One row, with a space between tiles.
    Tiny,
}

impl TileSize {
    /// All sizes, the largest first.
    pub(super) const ALL: [Self; 4] = [Self::Huge, Self::Large, Self::Small, Self::Tiny];

    /// Whether tiles have edges, and spaces between them for the lines of a path.
    pub(super) fn has_edges(self) -> bool {
        matches!(self, Self::Huge | Self::Large)
    }
}

/// Where the board is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardPlan {
    pub(super) size: TileSize,
    /// The part of the screen that shows the board.
    pub(super) area: Rect,
    /// The width and height of a tile, and the distance from one column and row to the next.
    pub(super) tile: (u16, u16),
    pub(super) step: (i32, i32),
    /// Whether large tiles are drawn as hexagons that stand on a corner.
    pub(super) has_hexagons: bool,
    /// The place of the upper left corner of the whole board, which may be off the screen.
    origin: (i32, i32),
    /// The columns and lines by which the board is scrolled, and the most possible.
    scroll: (u16, u16),
    pub(super) max_scroll: (u16, u16),
}

impl BoardMap {
    /// Maps a board.
    pub(super) fn new(shown: ShownBoard<'_>) -> Self {
        let ShownBoard {
            board, grid, rules, ..
        } = shown;
        let required = &rules.required_cells;
        let arrangement = shown.arrangement();
        let mut tiles = Vec::with_capacity(board.len());
        for cell in grid.cells() {
            let Some((half_column, half_row)) = arrangement.half_place(cell) else {
                break;
            };
            let tile = board.tiles().get(cell.index());
            if tile.is_none_or(|tile| tile.is_empty()) {
                continue;
            }
            tiles.push(MapTile {
                cell,
                letters: escape::line(&board_drawing::letters(shown, cell)).into_owned(),
                multipliers: tile.map(multipliers).unwrap_or_default(),
                is_required: required.contains(&cell),
                place: (half_column as i32, half_row as i32),
            });
        }
        let width = |text: &str| Span::raw(text).width() as u16;
        let extent =
            |axis: fn(&MapTile) -> i32| tiles.iter().map(axis).max().map_or(0, |last| last + 2);
        let letters = tiles.iter().map(|tile| width(&tile.letters));
        let texts = tiles.iter().map(|tile| width(&tile.text()));
        Self {
            extent: (extent(|tile| tile.place.0), extent(|tile| tile.place.1)),
            form: arrangement.form,
            letters_width: letters.max().unwrap_or(1).clamp(1, 20),
            text_width: texts.max().unwrap_or(1).clamp(1, 20),
            tiles,
        }
    }

    /// The width and height of a tile, and the distance from one column and row to the next, in
    /// characters.
    fn measures(&self, size: TileSize) -> ((u16, u16), (i32, i32)) {
        let odd = |width: u16| width | 1;
        let hive_gap = i32::from(self.form == BoardForm::Hive);
        let (tile, step) = match size {
            TileSize::Huge => {
                let width = odd(self.letters_width + 4).max(9);
                ((width, 5), (i32::from(width) + 2, 5 + hive_gap))
            }
            TileSize::Large => {
                let width = odd(self.letters_width + 2).max(5);
                ((width, 3), (i32::from(width) + 2, 3 + hive_gap))
            }
            TileSize::Small => {
                let width = odd(self.text_width + 2).max(3);
                ((width, 1), (i32::from(width) + 1, 1 + hive_gap))
            }
            TileSize::Tiny => {
                let width = self.text_width;
                ((width, 1), (i32::from(width) + 1, 1 + hive_gap))
            }
        };
        match self.form {
            // An even distance, of which rows are shifted by half.
            BoardForm::Hexagons => (tile, ((i32::from(tile.0) + 2) & !1, step.1)),
            _ => (tile, step),
        }
    }

    /// The width and height of the board with tiles of a size.
    pub(super) fn extent(&self, size: TileSize) -> (u16, u16) {
        let (tile, step) = self.measures(size);
        let width = (self.extent.0 - 2).max(0) * step.0 / 2 + i32::from(tile.0);
        let height = (self.extent.1 - 2).max(0) * step.1 / 2 + i32::from(tile.1);
        let bounded = |length: i32| u16::try_from(length).unwrap_or(u16::MAX);
        (bounded(width), bounded(height))
    }

    /// Places the board in an area: with the largest tiles that fit, in the middle. A board that
    /// does not fit is shown from `scroll` on.
    pub(super) fn plan(&self, area: Rect, scroll: (u16, u16)) -> BoardPlan {
        let fits = |size: &TileSize| {
            let (width, height) = self.extent(*size);
            width <= area.width && height <= area.height
        };
        let size = TileSize::ALL
            .into_iter()
            .find(fits)
            .unwrap_or(TileSize::Tiny);
        let (tile, step) = self.measures(size);
        let (width, height) = self.extent(size);
        let max_scroll = (
            width.saturating_sub(area.width),
            height.saturating_sub(area.height),
        );
        let begin = |start: u16, space: u16, length: u16, scroll: u16, most: u16| match most {
            0 => i32::from(start) + i32::from((space - length) / 2),
            _ => i32::from(start) - i32::from(scroll.min(most)),
        };
        BoardPlan {
            size,
            area,
            tile,
            step,
            has_hexagons: self.form == BoardForm::Hexagons && size.has_edges(),
            origin: (
                begin(area.x, area.width, width, scroll.0, max_scroll.0),
                begin(area.y, area.height, height, scroll.1, max_scroll.1),
            ),
            scroll: (scroll.0.min(max_scroll.0), scroll.1.min(max_scroll.1)),
            max_scroll,
        }
    }

    /// Returns the tile at a place on the screen. The space between tiles belongs to none of them,
    /// so that dragging along a diagonal does not touch the tiles beside it.
    pub(super) fn cell_at(&self, plan: &BoardPlan, at: Position) -> Option<Cell> {
        if !plan.area.contains(at) {
            return None;
        }
        let at = (i32::from(at.x), i32::from(at.y));
        let hits = |tile: &&MapTile| {
            let (x, y) = plan.corner(tile);
            let (width, height) = plan.tile;
            (x..x + i32::from(width)).contains(&at.0) && (y..y + i32::from(height)).contains(&at.1)
        };
        self.tiles.iter().find(hits).map(|tile| tile.cell)
    }

    /// The tiles on the way of the mouse from one place on the screen to another.
    pub(super) fn dragged_over(
        &self,
        plan: &BoardPlan,
        from: Position,
        to: Position,
    ) -> impl Iterator<Item = Cell> {
        let point = |at: Position| (f64::from(at.x), f64::from(at.y));
        points_between(point(from), point(to), 1.0).filter_map(|(x, y)| {
            self.cell_at(plan, Position::new(x.round() as u16, y.round() as u16))
        })
    }

    /// The tile of a cell.
    pub(super) fn tile(&self, cell: Cell) -> Option<&MapTile> {
        // Cells are in order.
        let index = self.tiles.binary_search_by_key(&cell, |tile| tile.cell);
        index.ok().map(|index| &self.tiles[index])
    }

    /// How far to scroll so that a tile is in view.
    pub(super) fn scroll_to(&self, plan: &BoardPlan, cell: Cell, scroll: (u16, u16)) -> (u16, u16) {
        let Some(tile) = self.tile(cell) else {
            return scroll;
        };
        let corner = plan.corner(tile);
        let along = |corner: i32, length: u16, start: u16, space: u16, scroll: u16, most: u16| {
            let (first, last) = (i32::from(start), i32::from(start) + i32::from(space));
            let end = corner + i32::from(length);
            let moved = if corner < first {
                corner - first
            } else {
                (end - last).max(0)
            };
            (i32::from(scroll.min(most)) + moved).clamp(0, i32::from(most)) as u16
        };
        let area = plan.area;
        (
            along(
                corner.0,
                plan.tile.0,
                area.x,
                area.width,
                scroll.0,
                plan.max_scroll.0,
            ),
            along(
                corner.1,
                plan.tile.1,
                area.y,
                area.height,
                scroll.1,
                plan.max_scroll.1,
            ),
        )
    }

    /// The step from a tile to another in half columns and half rows, if they are drawn side by side.
    pub(super) fn step(&self, from: Cell, to: Cell) -> Option<(i32, i32)> {
        let (from, to) = (self.tile(from)?.place, self.tile(to)?.place);
        let step = (to.0 - from.0, to.1 - from.1);
        let is_near = step.0.abs() <= 2 && step.1.abs() <= 2 && step != (0, 0);
        is_near.then_some(step)
    }
}

impl BoardPlan {
    /// Whether parts of the board are hidden to the left and above, and to the right and below.
    pub(super) fn hidden(&self) -> ((bool, bool), (bool, bool)) {
        let (scroll, most) = (self.scroll, self.max_scroll);
        (
            (scroll.0 > 0, scroll.1 > 0),
            (scroll.0 < most.0, scroll.1 < most.1),
        )
    }

    /// By how much a line of a tile is shorter on each side than its middle line.
    pub(super) fn indent(&self, line: i32) -> i32 {
        match self.has_hexagons {
            true => (line - i32::from(self.tile.1) / 2).abs(),
            false => 0,
        }
    }

    /// The upper left corner of a tile, which may be off the screen.
    pub(super) fn corner(&self, tile: &MapTile) -> (i32, i32) {
        (
            self.origin.0 + tile.place.0 * self.step.0 / 2,
            self.origin.1 + tile.place.1 * self.step.1 / 2,
        )
    }
}

impl MapTile {
    /// The letters, and the multipliers after a space.
    pub(super) fn text(&self) -> String {
        match self.multipliers.as_str() {
            "" => self.letters.clone(),
            multipliers => format!("{} {multipliers}", self.letters),
        }
    }
}

fn multipliers(tile: &Tile) -> String {
    let mut text = String::new();
    if tile.face == Face::Empty {
        return text;
    }
    for (multiplier, sign) in [(tile.letter_multiplier, 'L'), (tile.word_multiplier, 'W')] {
        if !multiplier.is_one() {
            text += &format!("{multiplier}{sign}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::test_round::{hexagonal_round, test_round};
    use super::*;

    #[test]
    fn every_tile_is_found_where_it_is_drawn() {
        let hexagons = hexagonal_round("CATS");
        let rounds = [
            ("Boggle (New)", "STNDTEIELARSMRTO"),
            ("Boggle (New)", "S.NDTEQuELA?SMRTO"),
            ("Spelling Bee", "TACOING"),
            ("Scrabblet", "ABCDEFGHIJKLM"),
            ("Ruzzle", "C:H::A;;TSTARINGED"),
        ]
        .map(|(game, board)| (game, test_round(game, board)));
        for (game, round) in rounds
            .iter()
            .map(|(game, it)| (*game, it))
            .chain([("hexagons", &hexagons)])
        {
            let map = BoardMap::new(round.into());
            for (width, height) in [(100, 60), (60, 20), (20, 8), (5, 3)] {
                let area = Rect::new(3, 2, width, height);
                for scroll in [(0, 0), (7, 2), (999, 999)] {
                    let plan = map.plan(area, scroll);
                    let mut found = 0;
                    for tile in &map.tiles {
                        let (x, y) = plan.corner(tile);
                        let (x, y) = (
                            x + i32::from(plan.tile.0) / 2,
                            y + i32::from(plan.tile.1) / 2,
                        );
                        let Some(at) = u16::try_from(x).ok().zip(u16::try_from(y).ok()) else {
                            continue;
                        };
                        let at = Position::from(at);
                        if area.contains(at) {
                            assert_eq!(map.cell_at(&plan, at), Some(tile.cell), "{game}");
                            found += 1;
                        }
                    }
                    let is_whole = plan.max_scroll == (0, 0);
                    assert!(
                        found > 0 && (!is_whole || found == map.tiles.len()),
                        "{game}"
                    );
                    let outside = Position::new(area.right(), area.y);
                    assert_eq!(map.cell_at(&plan, outside), None);
                }
            }
        }
    }

    #[test]
    fn larger_windows_have_larger_tiles() {
        let round = test_round("Boggle (New)", "STNDTEIELARSMRTO");
        let map = BoardMap::new((&round).into());
        for (width, height, size) in [
            (42, 20, TileSize::Huge),
            (41, 20, TileSize::Large),
            (26, 12, TileSize::Large),
            (26, 11, TileSize::Small),
            (15, 4, TileSize::Small),
            (14, 4, TileSize::Tiny),
            (2, 2, TileSize::Tiny),
        ] {
            let plan = map.plan(Rect::new(0, 0, width, height), (0, 0));
            assert_eq!(plan.size, size, "{width}x{height}");
        }
    }

    #[test]
    fn scrolling_brings_every_tile_into_view() {
        let round = test_round("Boggle (New)", "STNDTEIELARSMRTO");
        let map = BoardMap::new((&round).into());
        let area = Rect::new(1, 1, 3, 2);
        let mut scroll = (0, 0);
        for tile in map.tiles.iter().chain(map.tiles.iter().rev()) {
            scroll = map.scroll_to(&map.plan(area, scroll), tile.cell, scroll);
            let plan = map.plan(area, scroll);
            let (x, y) = plan.corner(tile);
            let at = Position::new(x as u16, y as u16);
            assert!(area.contains(at), "{:?} {scroll:?}", tile.cell);
        }
    }

    #[test]
    fn a_spelling_bee_is_a_hive_around_its_required_letter() {
        let round = test_round("Spelling Bee", "TACOING");
        let map = BoardMap::new((&round).into());
        let required: Vec<_> = map.tiles.iter().filter(|tile| tile.is_required).collect();
        assert_eq!(required.len(), 1);
        assert_eq!(required[0].place, (2, 2));
        for tile in map.tiles.iter().filter(|tile| !tile.is_required) {
            assert!(map.step(required[0].cell, tile.cell).is_some(), "{tile:?}");
        }
    }
}
