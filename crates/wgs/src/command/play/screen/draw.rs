//! Draws the screen: a pure function from a [`ScreenView`] to characters. It returns where things
//! are, so that the mouse can be understood.
//!
//! A wide screen has the board on the left and the players and words on the right. On a narrow
//! one they are below the board, as far as there is room.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::board_map::{BoardMap, BoardPlan, MapTile, TileSize};
use super::palette::{Look, Palette, TileLook};
use super::view::{ClockView, PlayerLine, ResultView, ScreenView, WordLine};
use crate::app::counted;

/// The smallest screen that is drawn.
const MIN_WIDTH: u16 = 16;
const MIN_HEIGHT: u16 = 6;

/// The smallest width of a screen with two columns.
const MIN_WIDE: u16 = 58;

/// The widths of the right column.
const MIN_PANEL: u16 = 28;
const MAX_PANEL: u16 = 44;

/// The height of a screen that has room for the line of keys.
const MIN_KEYS_HEIGHT: u16 = 10;

/// Where things are on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScreenLayout {
    pub(super) board: Option<BoardPlan>,
    /// The lists at the end of the round: the words, and the index of the first one.
    pub(super) list: Option<(Rect, usize)>,
    /// The titles of the lists.
    pub(super) tabs: Option<Rect>,
    /// The bottom line with the keys.
    pub(super) keys: Option<Rect>,
}

/// A part of the screen that is drawn on.
pub(super) struct Canvas<'b> {
    pub(super) buffer: &'b mut Buffer,
    pub(super) palette: Palette,
}

/// Draws the screen.
pub(super) fn screen(
    view: &ScreenView,
    map: &BoardMap,
    palette: Palette,
    buffer: &mut Buffer,
) -> ScreenLayout {
    let area = buffer.area;
    let mut canvas = Canvas { buffer, palette };
    let mut layout = ScreenLayout::default();
    if area.width < MIN_WIDTH || area.height < MIN_HEIGHT {
        let faint = palette.text(Look::Text);
        canvas.text(area.x, area.y, area.width, &clock_text(view.clock), faint);
        if area.height > 1 {
            canvas.text(area.x, area.y + 1, area.width, "Enlarge the window", faint);
        }
        return layout;
    }
    let (header, body) = split_top(area, 2);
    canvas.header(view, header);
    let keys_height = u16::from(area.height >= MIN_KEYS_HEIGHT);
    let (body, keys) = split_bottom(body, keys_height);
    if keys_height > 0 {
        canvas.keys(view, keys);
        layout.keys = Some(keys);
    }
    let is_wide = area.width >= MIN_WIDE;
    let (main, panel) = match is_wide {
        true => {
            let width = (area.width * 2 / 5).clamp(MIN_PANEL, MAX_PANEL);
            let (main, panel) = split_right(body, width);
            (main, Some(panel))
        }
        false => (body, None),
    };
    let has_entry = view.result.is_none();
    let entry_height = match (has_entry, main.height) {
        (false, _) => 0,
        (true, ..=5) => 2,
        (true, _) => 3,
    };
    let (main, entry) = split_bottom(main, entry_height);
    // Without a right column, the words share the left one with the board.
    let (board_area, panel) = match panel {
        Some(panel) => (main, panel),
        None => {
            let wanted = match view.result.is_some() {
                true => (main.height / 2).max(6),
                false => (main.height / 3).clamp(2, 8),
            };
            let (_, board_height) = map.extent(TileSize::Large);
            let spare = main.height.saturating_sub(board_height + 1);
            split_bottom(main, wanted.max(spare).min(main.height.saturating_sub(1)))
        }
    };
    let inner = inset(board_area, u16::from(is_wide), 0);
    if view.is_board_hidden {
        layout.board = None;
    } else {
        let plan = map.plan(inner, view.scroll);
        canvas.board(view, map, &plan);
        layout.board = Some(plan);
    }
    if let Some(window) = &view.window {
        canvas.window(&window.title, &window.lines, inner);
    }
    if has_entry {
        canvas.entry(view, inset(entry, u16::from(is_wide), 0));
    }
    let panel = match is_wide {
        true => {
            canvas.vertical_line(panel.x, panel.y, panel.height);
            let mut inner = inset(panel, 2, 0);
            inner.width = (panel.x + panel.width).saturating_sub(inner.x + 1);
            inner
        }
        false => panel,
    };
    match &view.result {
        Some(result) => canvas.result(view, result, panel, &mut layout),
        None => canvas.panel(view, panel, is_wide),
    }
    layout
}

/// Formats the time of a clock in minutes and seconds. What is left is rounded up.
pub(super) fn clock_text(clock: ClockView) -> String {
    let seconds = match clock.limit {
        Some(_) => clock.time.div_ceil(1000),
        None => clock.time / 1000,
    };
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn split_top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    let rest = Rect::new(area.x, area.y + height, area.width, area.height - height);
    (Rect { height, ..area }, rest)
}

/// Returns what is above, and the lowest lines.
fn split_bottom(area: Rect, height: u16) -> (Rect, Rect) {
    let (above, below) = split_top(area, area.height.saturating_sub(height));
    (above, below)
}

/// Returns what is to the left, and the rightmost columns.
fn split_right(area: Rect, width: u16) -> (Rect, Rect) {
    let left = area.width.saturating_sub(width);
    let right = Rect::new(area.x + left, area.y, area.width - left, area.height);
    (
        Rect {
            width: left,
            ..area
        },
        right,
    )
}

fn inset(area: Rect, x: u16, y: u16) -> Rect {
    Rect::new(
        area.x + x.min(area.width),
        area.y + y.min(area.height),
        area.width.saturating_sub(2 * x),
        area.height.saturating_sub(2 * y),
    )
}

pub(super) fn width_of(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

impl Canvas<'_> {
    /// Writes a text on one line and returns the column after it. A text that is too long ends
    /// with an ellipsis.
    pub(super) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if width == 0 || !area.contains(Position::new(x, y)) {
            return x;
        }
        let width = width.min(area.right() - x);
        if width_of(text) <= width {
            return self.buffer.set_stringn(x, y, text, width.into(), style).0;
        }
        let (end, _) = self
            .buffer
            .set_stringn(x, y, text, usize::from(width) - 1, style);
        self.buffer.set_stringn(end, y, "…", 1, style).0
    }

    fn right_text(&mut self, area: Rect, text: &str, style: Style) {
        let width = width_of(text).min(area.width);
        self.text(area.right() - width, area.y, width, text, style);
    }

    fn centred_text(&mut self, area: Rect, text: &str, style: Style) {
        let width = width_of(text).min(area.width);
        let x = area.x + (area.width - width) / 2;
        self.text(x, area.y, width, text, style);
    }

    /// Writes one character at a place that may be off the screen.
    fn put(&mut self, clip: Rect, (x, y): (i32, i32), symbol: &str, style: Style) {
        let place = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        if let Some((x, y)) = place
            && clip.contains(Position::new(x, y))
            && let Some(cell) = self.buffer.cell_mut((x, y))
        {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// Writes a text at a place that may be off the screen.
    fn put_text(&mut self, clip: Rect, (x, y): (i32, i32), text: &str, style: Style) {
        let mut x = x;
        for grapheme in Span::raw(text).styled_graphemes(style) {
            let width = i32::from(width_of(grapheme.symbol));
            // A wide character at the edge of the board would reach over it.
            if width <= 1 || x + width <= i32::from(clip.right()) {
                self.put(clip, (x, y), grapheme.symbol, style);
                for next in 1..width {
                    self.put(clip, (x + next, y), "", style);
                }
            }
            x += width;
        }
    }

    fn vertical_line(&mut self, x: u16, y: u16, height: u16) {
        let style = self.palette.text(Look::Faint);
        for y in y..y + height {
            self.text(x, y, 1, "│", style);
        }
    }

    /// The title and the clock, and the time as a bar.
    fn header(&mut self, view: &ScreenView, area: Rect) {
        let strong = self.palette.text(Look::Strong);
        let faint = self.palette.text(Look::Faint);
        let clock = match view.clock.is_paused {
            true => format!("paused {} ", clock_text(view.clock)),
            false => format!("{} ", clock_text(view.clock)),
        };
        let look = match view.clock.is_urgent() && !view.clock.is_paused {
            true => self.palette.text(Look::Urgent),
            false => strong,
        };
        let width = width_of(&clock).min(area.width);
        let room = area.width.saturating_sub(width + 1);
        let end = self.text(area.x + 1, area.y, room, &view.title, strong);
        let room = (area.x + room).saturating_sub(end + 2);
        self.text(end + 2, area.y, room, &view.subtitle, faint);
        self.right_text(area, &clock, look);
        if area.height > 1 {
            let line = Rect::new(area.x, area.y + 1, area.width, 1);
            let (filled, empty) = self.palette.bar(view.clock.is_urgent());
            let share = match view.clock.limit {
                Some(limit) => view.clock.time.saturating_mul(1000) / limit.max(1),
                None => 0,
            };
            self.bar(line, share, ("━", filled), ("─", empty));
        }
    }

    /// Draws a bar that is filled to a number of thousandths.
    fn bar(
        &mut self,
        area: Rect,
        share: u64,
        (filled, filled_style): (&str, Style),
        (empty, empty_style): (&str, Style),
    ) {
        let length = u64::from(area.width) * share.min(1000);
        // Something is better than nothing.
        let length = length.div_ceil(1000).min(area.width.into()) as u16;
        for x in 0..area.width {
            let (symbol, style) = match x < length {
                true => (filled, filled_style),
                false => (empty, empty_style),
            };
            self.text(area.x + x, area.y, 1, symbol, style);
        }
    }

    fn keys(&mut self, view: &ScreenView, area: Rect) {
        let (strong, faint) = (
            self.palette.text(Look::Strong),
            self.palette.text(Look::Faint),
        );
        let mut x = area.x + 1;
        for (key, action) in &view.keys {
            let width = width_of(key) + 1 + width_of(action);
            if x + width > area.right() {
                break;
            }
            x = self.text(x, area.y, area.width, key, strong);
            x = self.text(x + 1, area.y, area.width, action, faint) + 2;
        }
    }

    fn board(&mut self, view: &ScreenView, map: &BoardMap, plan: &BoardPlan) {
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
            for column in start..end {
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
        if self.palette.has_colours {
            let edge = Style::new().fg(face);
            for column in x..=last_x {
                self.put(clip, (column, y), "▄", edge);
                self.put(clip, (column, last_y), "▀", edge);
            }
        } else {
            let is_heavy = !matches!(look, TileLook::Plain | TileLook::Behind);
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
            let start = last_x + 1 - i32::from(width_of(&tile.multipliers));
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
        let start = x + i32::from(plan.tile.0) - i32::from(width_of(&text));
        self.put_text(plan.area, (start, y), &text, style);
    }

    /// A line between two tiles of a path that are side by side.
    fn connection(
        &mut self,
        map: &BoardMap,
        plan: &BoardPlan,
        from: wgs_core::Cell,
        to: wgs_core::Cell,
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
            (_, 0) if is_large => {
                let gap = if dx > 0 { x + width } else { x - 2 };
                self.put(clip, (gap, middle.1), "━", style);
                self.put(clip, (gap + 1, middle.1), "━", style);
            }
            (_, 0) if plan.size == TileSize::Small => {
                let gap = if dx > 0 { x + width } else { x - 1 };
                self.put(clip, (gap, middle.1), "━", style);
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

    /// The word that is being entered, and the answer to the last one.
    fn entry(&mut self, view: &ScreenView, area: Rect) {
        if area.height == 0 {
            return;
        }
        // A line between the board and the word, if there is room.
        let (_, area) = split_top(area, u16::from(area.height > 2));
        let strong = self.palette.text(Look::Strong);
        let bad = self
            .palette
            .text(Look::Bad)
            .add_modifier(Modifier::CROSSED_OUT);
        let x = self.text(
            area.x,
            area.y,
            area.width,
            "› ",
            self.palette.text(Look::Faint),
        );
        let room = area.right().saturating_sub(x + 1);
        // The end of a long entry is shown.
        let letters: Vec<char> = view.entry.chars().collect();
        let hidden = letters.len().saturating_sub(room.into());
        let mut x = x;
        for (index, letter) in letters.iter().enumerate().skip(hidden) {
            let is_pathless = index >= letters.len() - view.pathless.min(letters.len());
            let style = if is_pathless { bad } else { strong };
            let mut text = [0; 4];
            x = self.text(x, area.y, 2, letter.encode_utf8(&mut text), style);
        }
        if view.window.is_none() {
            let cursor = Style::new().add_modifier(Modifier::REVERSED);
            self.text(x, area.y, 1, " ", cursor);
        }
        if let Some((look, message)) = &view.message
            && area.height > 1
        {
            let style = self.palette.text(*look);
            self.text(area.x, area.y + 1, area.width, message, style);
        }
    }

    /// The players and the words found.
    fn panel(&mut self, view: &ScreenView, area: Rect, is_wide: bool) {
        let mut rest = area;
        for (number, player) in view.players.iter().enumerate() {
            let is_first = number == 0;
            // On a small screen, there is more need for words than for details.
            let height = match (is_wide, rest.height) {
                (_, 0) => break,
                (true, 6..) => 3 + u16::from(is_first && player.rank.is_some()),
                _ => 1,
            };
            let (lines, below) = split_top(rest, height);
            self.player(player, view.words, is_first, lines);
            rest = below;
        }
        if let Some((title, text)) = &view.hint
            && rest.height >= 2
        {
            let lines = wrapped(text, rest.width);
            let most = (rest.height / 2).max(2) - 1;
            let height = (lines.len() as u16).min(most) + 1;
            let (hint, below) = split_top(rest, height);
            let style = self.palette.text(Look::Urgent);
            self.text(hint.x, hint.y, hint.width, title, style);
            let text = self.palette.text(Look::Text);
            for (line, y) in lines.iter().zip(hint.y + 1..hint.bottom()) {
                self.text(hint.x, y, hint.width, line, text);
            }
            rest = split_top(below, u16::from(is_wide)).1;
        }
        if rest.height >= 2 {
            let strong = self.palette.text(Look::Strong);
            self.text(rest.x, rest.y, rest.width, "Found", strong);
            rest = split_top(rest, 1).1;
        }
        self.words(&view.found, rest);
    }

    fn player(&mut self, player: &PlayerLine, words: u64, is_first: bool, area: Rect) {
        let (strong, faint) = (
            self.palette.text(Look::Strong),
            self.palette.text(Look::Faint),
        );
        let points = counted(player.points, "point");
        let name = match &player.level {
            Some(level) => format!("{} ({level})", player.name),
            None => player.name.clone(),
        };
        let found = match is_first {
            true => format!("{} of {}", player.words, counted(words, "word")),
            false => counted(player.words, "word"),
        };
        let line = split_top(area, 1).0;
        if area.height == 1 {
            let text = format!("{found}, {points}");
            let room = area.width.saturating_sub(width_of(&text) + 1);
            let name = match width_of(&name) <= room {
                true => &name,
                false => &player.name,
            };
            self.text(area.x, area.y, room, name, strong);
            self.right_text(line, &text, Style::new());
            return;
        }
        let room = area.width.saturating_sub(width_of(&points) + 1);
        self.text(area.x, area.y, room, &name, strong);
        self.right_text(line, &points, strong);
        let (filled, empty) = self.palette.bar(false);
        let text_width = width_of(&found) + 1;
        self.text(area.x, area.y + 1, area.width, &found, faint);
        let bar = area.width.saturating_sub(text_width.max(16));
        if is_first || player.latest.is_empty() {
            let bar = Rect::new(area.right() - bar, area.y + 1, bar, 1);
            self.bar(bar, player.share, ("▰", filled), ("▱", empty));
        } else {
            let room = area.width.saturating_sub(text_width + 1);
            let latest = player.latest.join(" ");
            let width = width_of(&latest).min(room);
            self.text(
                area.right() - width,
                area.y + 1,
                width,
                &latest,
                Style::new(),
            );
        }
        if let Some(rank) = &player.rank
            && area.height > 3
        {
            self.text(area.x, area.y + 2, area.width, rank, Style::new());
        }
    }

    /// Words with their points, in columns from top to bottom.
    fn words(&mut self, words: &[WordLine], area: Rect) {
        if area.height == 0 || words.is_empty() {
            return;
        }
        let faint = self.palette.text(Look::Faint);
        let word_width = words.iter().map(|line| width_of(&line.word)).max();
        let points_width = words.iter().map(|line| width_of(&line.points)).max();
        let (word_width, points_width) = (word_width.unwrap_or(1), points_width.unwrap_or(1));
        let column = (word_width + points_width + 3).min(area.width.max(1));
        let columns = ((area.width + 2) / column).max(1);
        let shown = usize::from(columns) * usize::from(area.height);
        let hidden = words.len().saturating_sub(shown);
        for (index, line) in words.iter().take(shown).enumerate() {
            let (row, number) = (index as u16 % area.height, index as u16 / area.height);
            let (x, y) = (area.x + number * column, area.y + row);
            if hidden > 0 && index + 1 == shown {
                self.text(x, y, column, &format!("+ {} more", hidden + 1), faint);
                break;
            }
            let room = (column - points_width).saturating_sub(3);
            self.text(x, y, room, &line.word, Style::new());
            let points = format!("{:>1$}", line.points, usize::from(points_width));
            self.text(x + room + 1, y, points_width, &points, faint);
        }
    }

    /// The end of a round.
    fn result(
        &mut self,
        view: &ScreenView,
        result: &ResultView,
        area: Rect,
        layout: &mut ScreenLayout,
    ) {
        let (strong, faint) = (
            self.palette.text(Look::Strong),
            self.palette.text(Look::Faint),
        );
        let mut rest = area;
        for line in wrapped(&result.headline, rest.width) {
            let good = self.palette.text(Look::Good);
            self.text(rest.x, rest.y, rest.width, &line, good);
            rest = split_top(rest, 1).1;
        }
        // Most of a small screen is for the words.
        let players = usize::from(rest.height / 4);
        for player in view.players.iter().take(players) {
            let (line, below) = split_top(rest, 1);
            self.player(player, view.words, player.level.is_none(), line);
            rest = below;
        }
        if rest.height > 8 {
            rest = split_top(rest, 1).1;
        }
        let (tabs, list) = split_top(rest, 1);
        let mut x = tabs.x;
        for (number, title) in result.lists.iter().enumerate() {
            let style = match number == result.open {
                true => strong.add_modifier(Modifier::UNDERLINED),
                false => faint,
            };
            x = self.text(x, tabs.y, tabs.right().saturating_sub(x), title, style) + 2;
        }
        layout.tabs = Some(tabs);
        let height = usize::from(list.height);
        if height == 0 {
            return;
        }
        // The selected word is in the middle of the list, except near its ends.
        let most = result.words.len().saturating_sub(height);
        let first = result.selected.saturating_sub(height / 2).min(most);
        layout.list = Some((list, first));
        let shown = &result.words[first..result.words.len().min(first + height)];
        for (line, index) in shown.iter().zip(first..) {
            let y = list.y + (index - first) as u16;
            let is_selected = index == result.selected;
            let style = match is_selected {
                true => self.palette.text(Look::Selected),
                false => Style::new(),
            };
            let row = Rect::new(list.x, y, list.width, 1);
            if is_selected {
                self.buffer.set_style(row, style);
            }
            let mark = if is_selected { "▸ " } else { "  " };
            let points = width_of(&line.points);
            let room = row.width.saturating_sub(points + 4);
            let x = self.text(row.x, y, 2, mark, style);
            self.text(x, y, room, &line.word, style);
            self.right_text(row, &format!("{} ", line.points), style);
        }
    }

    /// A window in the middle of an area.
    fn window(&mut self, title: &str, lines: &[String], area: Rect) {
        let longest = lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
        let width = (longest.max(width_of(title)) + 4).min(area.width);
        let room = width.saturating_sub(4);
        let lines: Vec<String> = lines.iter().flat_map(|line| wrapped(line, room)).collect();
        let height = (lines.len() as u16 + 2).min(area.height);
        if width < 5 || height < 3 {
            return;
        }
        let window = Rect::new(
            area.x + (area.width - width) / 2,
            area.y + (area.height - height) / 2,
            width,
            height,
        );
        for y in window.y..window.bottom() {
            for x in window.x..window.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                }
            }
        }
        let style = self.palette.text(Look::Text);
        let (right, bottom) = (window.right() - 1, window.bottom() - 1);
        for x in window.x + 1..right {
            self.text(x, window.y, 1, "─", style);
            self.text(x, bottom, 1, "─", style);
        }
        for y in window.y + 1..bottom {
            self.text(window.x, y, 1, "│", style);
            self.text(right, y, 1, "│", style);
        }
        for (x, y, corner) in [
            (window.x, window.y, "╭"),
            (right, window.y, "╮"),
            (window.x, bottom, "╰"),
            (right, bottom, "╯"),
        ] {
            self.text(x, y, 1, corner, style);
        }
        let strong = self.palette.text(Look::Strong);
        let heading = Rect::new(window.x + 1, window.y, width - 2, 1);
        self.centred_text(heading, &format!(" {title} "), strong);
        for (line, y) in lines.iter().zip(window.y + 1..bottom) {
            self.text(window.x + 2, y, room, line, style);
        }
    }
}

/// Breaks a text into lines at spaces.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let room = width_of(&line) + 1 + width_of(word);
            if !line.is_empty() && room > width {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::super::palette::TileLook;
    use super::super::test_round::test_round;
    use super::super::view::{PathView, WindowView};
    use super::*;

    const PLAIN: Palette = Palette { has_colours: false };

    /// A screen in the middle of a game.
    fn view() -> ScreenView {
        let line = |word: &str, points: &str| WordLine {
            word: word.to_owned(),
            points: points.to_owned(),
        };
        ScreenView {
            title: "Boggle (New)".to_owned(),
            subtitle: "2x2, 7 words".to_owned(),
            clock: ClockView {
                time: 90_000,
                limit: Some(180_000),
                is_paused: false,
            },
            entry: "cat".to_owned(),
            message: Some((Look::Good, "✓ CATS: 1 point".to_owned())),
            players: vec![
                PlayerLine {
                    name: "You".to_owned(),
                    points: 2,
                    words: 2,
                    share: 285,
                    ..PlayerLine::default()
                },
                PlayerLine {
                    name: "Computer".to_owned(),
                    level: Some("medium".to_owned()),
                    points: 1,
                    words: 1,
                    latest: vec!["SCAT".to_owned()],
                    ..PlayerLine::default()
                },
            ],
            found: vec![line("CATS", "1"), line("ACT", "1")],
            words: 7,
            keys: vec![("Enter", "guess"), ("Tab", "hint")],
            ..ScreenView::default()
        }
    }

    fn drawn(view: &ScreenView, palette: Palette, width: u16, height: u16) -> TestBackend {
        let map = BoardMap::new(&test_round("Boggle (New)", "CA..TS.........."));
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let draw = |frame: &mut ratatui::Frame<'_>| {
            screen(view, &map, palette, frame.buffer_mut());
        };
        terminal.draw(draw).unwrap();
        terminal.backend().clone()
    }

    #[test]
    fn a_wide_window_has_the_words_beside_the_board() {
        let cells = [0, 1].map(wgs_core::Cell::new).to_vec();
        let view = ScreenView {
            path: Some(PathView {
                cells,
                look: TileLook::Path,
            }),
            ..view()
        };
        drawn(&view, PLAIN, 60, 16).assert_buffer_lines_without_styles([
            " Boggle (New)  2x2, 7 words                            1:30",
            "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━──────────────────────────────",
            "                                │ You              2 points",
            "                                │ 2 of 7 words    ▰▰▰▱▱▱▱▱▱",
        ]);
    }

    /// Compares the first lines of a screen.
    trait FirstLines {
        fn assert_buffer_lines_without_styles<const N: usize>(&self, lines: [&str; N]);
    }

    impl FirstLines for TestBackend {
        #[track_caller]
        fn assert_buffer_lines_without_styles<const N: usize>(&self, lines: [&str; N]) {
            let shown = text(self);
            let shown: Vec<&str> = shown.lines().take(N).map(str::trim_end).collect();
            assert_eq!(shown, lines.map(str::trim_end), "{}", text(self));
        }
    }

    fn text(backend: &TestBackend) -> String {
        let buffer = backend.buffer();
        let lines = buffer.content.chunks(buffer.area.width.into());
        let line = |cells: &[ratatui::buffer::Cell]| -> String {
            cells.iter().map(|cell| cell.symbol()).collect()
        };
        lines.map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn without_colours_no_character_has_one() {
        let coloured = Palette { has_colours: true };
        let has_colours = |backend: &TestBackend| {
            let cells = backend.buffer().content.iter();
            let mut cells = cells.map(|cell| (cell.fg, cell.bg));
            cells.any(|colours| colours != Default::default())
        };
        assert!(has_colours(&drawn(&view(), coloured, 80, 24)));
        assert!(!has_colours(&drawn(&view(), PLAIN, 80, 24)));
    }

    #[test]
    fn a_path_can_be_told_apart_without_colours() {
        let path = |cells: &[usize]| ScreenView {
            path: Some(PathView {
                cells: cells
                    .iter()
                    .map(|cell| wgs_core::Cell::new(*cell))
                    .collect(),
                look: TileLook::Path,
            }),
            ..view()
        };
        for (cells, lines) in [
            (&[0, 1][..], "━━"),
            (&[1, 0], "━━"),
            (&[0, 4], "┃"),
            (&[0, 5], "╲"),
            (&[1, 4], "╱"),
        ] {
            let shown = text(&drawn(&path(cells), PLAIN, 80, 24));
            assert!(
                shown.contains(lines) && shown.contains("┏━━━━━━━┓"),
                "{shown}"
            );
        }
    }

    #[test]
    fn windows_of_any_size_can_be_drawn() {
        let window = WindowView {
            title: "Paused".to_owned(),
            lines: vec!["Press any key to go on.".to_owned(), String::new()],
        };
        let result = ResultView {
            headline: "You win with 2 of 7 points".to_owned(),
            lists: vec!["Missed 5".to_owned(), "Found 2".to_owned()],
            words: view().found,
            ..ResultView::default()
        };
        let views = [
            view(),
            ScreenView {
                window: Some(window),
                is_board_hidden: true,
                ..view()
            },
            ScreenView {
                result: Some(result),
                ..view()
            },
            ScreenView {
                hint: Some(("Hint".to_owned(), "3 letters: 12".to_owned())),
                tile_numbers: vec![7; 4],
                entry: "a".repeat(100),
                pathless: 200,
                ..view()
            },
        ];
        for view in &views {
            for width in 1..70 {
                for height in 1..30 {
                    drawn(view, PLAIN, width, height);
                    drawn(view, Palette { has_colours: true }, width, height);
                }
            }
        }
    }

    #[test]
    fn a_clock_rounds_up_what_is_left_and_down_what_was_played() {
        for (time, limit, text) in [
            (0, Some(1), "0:00"),
            (1, Some(180_000), "0:01"),
            (180_000, Some(180_000), "3:00"),
            (999, None, "0:00"),
            (3_600_000, None, "60:00"),
        ] {
            let clock = ClockView {
                time,
                limit,
                is_paused: false,
            };
            assert_eq!(clock_text(clock), text);
        }
    }
}
