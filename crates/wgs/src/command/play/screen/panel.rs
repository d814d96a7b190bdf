//! Draws the players and their words: beside the board, or below it on a narrow screen.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use wgs_play::ScoreUnit;

use super::canvas::{Canvas, split_top, width_of, wrapped};
use super::draw::ScreenLayout;
use super::palette::Look;
use super::view::{PlayerLine, ResultView, ScreenView, WordLine};
use crate::app::counted;

impl Canvas<'_> {
    /// The players and the words found.
    pub(super) fn panel(
        &mut self,
        view: &ScreenView,
        area: Rect,
        is_wide: bool,
        layout: &ScreenLayout,
    ) {
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
            let has_numbers = layout.board.is_some_and(|plan| plan.size.has_edges());
            let text = match view.tile_numbers.is_empty() || has_numbers {
                true => text,
                false => "Enlarge the window to see the numbers on the tiles.",
            };
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
        let points = counted(player.points, player.unit.name());
        let name = match &player.note {
            Some(note) => format!("{} ({note})", player.name),
            None => player.name.clone(),
        };
        let found = match is_first {
            true => format!("{} of {}", player.words, counted(words, "word")),
            false => counted(player.words, "word"),
        };
        let line = split_top(area, 1).0;
        if area.height == 1 {
            let text = match player.unit {
                ScoreUnit::Points => format!("{found}, {points}"),
                ScoreUnit::Words => found,
            };
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
        if let Some(length) = player.last_length.filter(|_| !is_first) {
            let room = area.width.saturating_sub(text_width + 1);
            let last = format!("last: {}", counted(length, "letter"));
            let width = width_of(&last).min(room);
            self.text(area.right() - width, area.y + 1, width, &last, Style::new());
        } else {
            let bar = Rect::new(area.right() - bar, area.y + 1, bar, 1);
            self.bar(bar, player.share, ("▰", filled), ("▱", empty));
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
    pub(super) fn result(
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
            self.player(player, view.words, !player.is_computer, line);
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
}
