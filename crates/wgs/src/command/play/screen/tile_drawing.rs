//! Draws the tiles of a board, and the lines of a path between them.
//!
//! With colours, a tile is a block with half a line above and below its letters. Without them, it
//! has a border, which is heavy for the tiles of a path.

use std::cmp::Ordering;

use ratatui::style::{Modifier, Style};
use wgs_engine::Cell;

use super::board_map::{BoardMap, BoardPlan, MapTile, TileSize};
use super::canvas::{Canvas, width_of};
use super::palette::{Look, TileLook};
use super::view::ScreenView;

impl Canvas<'_> {
    pub(super) fn board(&mut self, view: &ScreenView, map: &BoardMap, plan: &BoardPlan) {
        let path = view.path.as_ref();
        for tile in &map.tiles {
            let (x, y) = plan.corner(tile);
            let is_visible = x < i32::from(plan.area.right())
                && y < i32::from(plan.area.bottom())
                && x + i32::from(plan.tile.0) > i32::from(plan.area.x)
                && y + i32::from(plan.tile.1) > i32::from(plan.area.y);
            if !is_visible {
                continue;
            }
            let in_path = path.is_some_and(|path| path.cells.contains(&tile.cell));
            let look = match path {
                Some(path) if in_path => path.look,
                _ if tile.is_required => TileLook::Required,
                Some(_) if view.result.is_some() => TileLook::Behind,
                _ => TileLook::Plain,
            };
            let is_first = path.is_some_and(|path| path.cells.first() == Some(&tile.cell));
            self.tile(tile, plan, look, in_path && is_first);
            if plan.size.has_edges() {
                let number = view.tile_numbers.get(tile.cell.index());
                if let Some(number) = number.filter(|number| **number > 0) {
                    self.corner_number(tile, plan, *number, look);
                }
            }
        }
        if let Some(path) = path {
            for step in path.cells.windows(2) {
                self.connection(map, plan, step[0], step[1], path.look);
            }
        }
        self.scroll_marks(plan);
    }

    fn tile(&mut self, tile: &MapTile, plan: &BoardPlan, look: TileLook, is_first: bool) {
        let (x, y) = plan.corner(tile);
        let (width, height) = (i32::from(plan.tile.0), i32::from(plan.tile.1));
        let clip = plan.area;
        let in_path = !matches!(
            look,
            TileLook::Plain | TileLook::Required | TileLook::Behind
        );
        let (ink, face) = self.palette.tile(look);
        let mut style = match (self.palette.has_colours, in_path) {
            (true, _) => Style::new().fg(ink).bg(face).add_modifier(Modifier::BOLD),
            (false, true) => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            (false, false) => Style::new().add_modifier(Modifier::BOLD),
        };
        let text = match plan.size {
            TileSize::Huge | TileSize::Large => tile.letters.clone(),
            TileSize::Small | TileSize::Tiny => tile.text(),
        };
        let has_edges = plan.size.has_edges();
        if has_edges {
            self.tile_edges(tile, plan, look);
        }
        let middle = y + height / 2;
        let (start, end) = match has_edges && !self.palette.has_colours {
            true => (x + 1, x + width - 1),
            false => (x, x + width),
        };
        let edge = i32::from(has_edges);
        for row in y + edge..y + height - edge {
            let indent = plan.indent(row - y);
            for column in start + indent..end - indent {
                self.put(clip, (column, row), " ", style);
            }
        }
        if is_first {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        let room = (end - start - i32::from(width_of(&text))).max(0);
        self.put_text(clip, (start + room / 2, middle), &text, style);
    }

    /// The upper and lower edge of a large tile, and its sides if there are no colours.
    fn tile_edges(&mut self, tile: &MapTile, plan: &BoardPlan, look: TileLook) {
        let (x, y) = plan.corner(tile);
        let (last_x, last_y) = (
            x + i32::from(plan.tile.0) - 1,
            y + i32::from(plan.tile.1) - 1,
        );
        let clip = plan.area;
        let (ink, face) = self.palette.tile(look);
        let indent = plan.indent(0);
        let is_heavy = !matches!(look, TileLook::Plain | TileLook::Behind);
        if self.palette.has_colours {
            let edge = Style::new().fg(face);
            for column in x + indent..=last_x - indent {
                self.put(clip, (column, y), "▄", edge);
                self.put(clip, (column, last_y), "▀", edge);
            }
        } else if plan.has_hexagons {
            let [flat, side] = match is_heavy {
                true => ["━", "┃"],
                false => ["─", "│"],
            };
            let style = Style::new();
            for column in x + indent + 1..last_x - indent {
                self.put(clip, (column, y), flat, style);
                self.put(clip, (column, last_y), flat, style);
            }
            for row in y..=last_y {
                let indent = plan.indent(row - y);
                let [left, right] = match (row - y).cmp(&(last_y - row)) {
                    Ordering::Less => ["╱", "╲"],
                    Ordering::Equal => [side, side],
                    Ordering::Greater => ["╲", "╱"],
                };
                self.put(clip, (x + indent, row), left, style);
                self.put(clip, (last_x - indent, row), right, style);
            }
        } else {
            let [corners, sides] = match is_heavy {
                true => [["┏", "┓", "┗", "┛"], ["━", "┃", "", ""]],
                false => [["╭", "╮", "╰", "╯"], ["─", "│", "", ""]],
            };
            let style = Style::new();
            for column in x..=last_x {
                self.put(clip, (column, y), sides[0], style);
                self.put(clip, (column, last_y), sides[0], style);
            }
            for row in y + 1..last_y {
                self.put(clip, (x, row), sides[1], style);
                self.put(clip, (last_x, row), sides[1], style);
            }
            let places = [(x, y), (last_x, y), (x, last_y), (last_x, last_y)];
            for (place, corner) in places.into_iter().zip(corners) {
                self.put(clip, place, corner, style);
            }
        }
        if !tile.multipliers.is_empty() {
            let style = match self.palette.has_colours {
                true => Style::new().fg(ink).bg(face),
                false => Style::new(),
            };
            let start = last_x + 1 - indent - i32::from(width_of(&tile.multipliers));
            self.put_text(clip, (start, last_y), &tile.multipliers, style);
        }
    }

    /// The number that a hint gives for a tile, in its upper right corner.
    fn corner_number(&mut self, tile: &MapTile, plan: &BoardPlan, number: u32, look: TileLook) {
        let (x, y) = plan.corner(tile);
        let text = number.to_string();
        let (ink, face) = self.palette.tile(look);
        let style = match self.palette.has_colours {
            true => Style::new().fg(ink).bg(face),
            false => Style::new(),
        };
        let start = x + i32::from(plan.tile.0) - plan.indent(0) - i32::from(width_of(&text));
        self.put_text(plan.area, (start, y), &text, style);
    }

    /// A line between two tiles of a path that are side by side.
    fn connection(
        &mut self,
        map: &BoardMap,
        plan: &BoardPlan,
        from: Cell,
        to: Cell,
        look: TileLook,
    ) {
        let step = map.step(from, to);
        let (Some((dx, dy)), Some(tile)) = (step, map.tile(from)) else {
            return;
        };
        let style = match self.palette.has_colours {
            true => Style::new().fg(self.palette.tile(look).1),
            false => Style::new(),
        };
        let style = style.add_modifier(Modifier::BOLD);
        let (x, y) = plan.corner(tile);
        let (width, height) = (i32::from(plan.tile.0), i32::from(plan.tile.1));
        let middle = (x + width / 2, y + height / 2);
        let clip = plan.area;
        let is_large = plan.size.has_edges();
        match (dx, dy) {
            (_, 0) if plan.size != TileSize::Tiny => {
                let gap = plan.step.0 - width;
                let start = if dx > 0 { x + width } else { x - gap };
                for column in start..start + gap {
                    self.put(clip, (column, middle.1), "━", style);
                }
            }
            // To the hexagon below or above, across the edges of both.
            (-1 | 1, _) if is_large => {
                let (top, ahead) = match dy > 0 {
                    true => (y + height - 1, 1),
                    false => (y - 1, 2),
                };
                let third = dx * plan.step.0 / 6;
                let symbol = match (self.palette.has_colours, dx * dy > 0) {
                    (true, _) => "█",
                    (false, true) => "╲",
                    (false, false) => "╱",
                };
                self.put(clip, (middle.0 + ahead * third, top), symbol, style);
                self.put(
                    clip,
                    (middle.0 + (3 - ahead) * third, top + 1),
                    symbol,
                    style,
                );
            }
            (0, _) if is_large => {
                let top = if dy > 0 { y + height - 1 } else { y - 1 };
                let symbol = if self.palette.has_colours {
                    "█"
                } else {
                    "┃"
                };
                self.put(clip, (middle.0, top), symbol, style);
                self.put(clip, (middle.0, top + 1), symbol, style);
            }
            (_, _) if is_large && dy.abs() == 2 => {
                let left = if dx > 0 { x + width } else { x - 2 };
                let top = if dy > 0 { y + height - 1 } else { y - 1 };
                let falls = dx * dy > 0;
                let (symbol, places) = match falls {
                    true => ("╲", [(left, top), (left + 1, top + 1)]),
                    false => ("╱", [(left + 1, top), (left, top + 1)]),
                };
                for place in places {
                    self.put(clip, place, symbol, style);
                }
            }
            (_, _) if is_large => {
                let left = if dx > 0 { x + width } else { x - 2 };
                let row = if dy > 0 { middle.1 + 1 } else { middle.1 - 1 };
                let symbol = if dx * dy > 0 { "╲" } else { "╱" };
                self.put(clip, (left, row), symbol, style);
                self.put(clip, (left + 1, row), symbol, style);
            }
            _ => {}
        }
    }

    /// Arrows at the edges of a board that goes on beyond them.
    fn scroll_marks(&mut self, plan: &BoardPlan) {
        let (area, style) = (plan.area, self.palette.text(Look::Urgent));
        if area.width < 3 || area.height < 3 {
            return;
        }
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        let (middle_x, middle_y) = (area.x + area.width / 2, area.y + area.height / 2);
        let (before, after) = plan.hidden();
        for (is_hidden, x, y, arrow) in [
            (before.0, area.x, middle_y, "◀"),
            (after.0, right, middle_y, "▶"),
            (before.1, middle_x, area.y, "▲"),
            (after.1, middle_x, bottom, "▼"),
        ] {
            if is_hidden {
                self.text(x, y, 1, arrow, style);
            }
        }
    }
}
