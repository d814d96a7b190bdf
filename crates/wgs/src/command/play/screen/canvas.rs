//! Texts, bars and windows on the screen, and the division of the screen into parts.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;

use super::palette::{Look, Palette};

/// A part of the screen that is drawn on.
pub(super) struct Canvas<'b> {
    pub(super) buffer: &'b mut Buffer,
    pub(super) palette: Palette,
}

pub(super) fn split_top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    let rest = Rect::new(area.x, area.y + height, area.width, area.height - height);
    (Rect { height, ..area }, rest)
}

/// Returns the upper part, and the lowest lines.
pub(super) fn split_bottom(area: Rect, height: u16) -> (Rect, Rect) {
    split_top(area, area.height.saturating_sub(height))
}

/// Returns the left part, and the rightmost columns.
pub(super) fn split_right(area: Rect, width: u16) -> (Rect, Rect) {
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

pub(super) fn inset(area: Rect, x: u16, y: u16) -> Rect {
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

/// Breaks a text into lines at spaces.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
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

    pub(super) fn right_text(&mut self, area: Rect, text: &str, style: Style) {
        let width = width_of(text).min(area.width);
        self.text(area.right() - width, area.y, width, text, style);
    }

    pub(super) fn centred_text(&mut self, area: Rect, text: &str, style: Style) {
        let width = width_of(text).min(area.width);
        let x = area.x + (area.width - width) / 2;
        self.text(x, area.y, width, text, style);
    }

    /// Writes one character at a place that may be off the screen.
    pub(super) fn put(&mut self, clip: Rect, (x, y): (i32, i32), symbol: &str, style: Style) {
        let place = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        if let Some((x, y)) = place
            && clip.contains(Position::new(x, y))
            && let Some(cell) = self.buffer.cell_mut((x, y))
        {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// Writes a text at a place that may be off the screen.
    pub(super) fn put_text(&mut self, clip: Rect, (x, y): (i32, i32), text: &str, style: Style) {
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

    pub(super) fn vertical_line(&mut self, x: u16, y: u16, height: u16) {
        let style = self.palette.text(Look::Faint);
        for y in y..y + height {
            self.text(x, y, 1, "│", style);
        }
    }

    /// Draws a bar that is filled to a number of thousandths.
    pub(super) fn bar(
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

    /// A window in the middle of an area.
    pub(super) fn window(&mut self, title: &str, lines: &[String], area: Rect) {
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
