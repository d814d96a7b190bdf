//! Draws the screen: a pure function from a [`ScreenView`] to characters. It returns where things
//! are, so that the mouse can be understood.
//!
//! A wide screen has the board on the left and the players and words on the right. On a narrow
//! one they are below the board, as far as there is room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::board_map::{BoardMap, BoardPlan, TileSize};
use super::canvas::{Canvas, inset, split_bottom, split_right, split_top, width_of};
use super::palette::{Look, Palette};
use super::view::{ClockView, ScreenView};

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
        canvas.keys(&view.keys, keys);
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
        None => canvas.panel(view, panel, is_wide, &layout),
    }
    layout
}

/// Formats the time of a clock in minutes and seconds. Remaining time is rounded up.
pub(super) fn clock_text(clock: ClockView) -> String {
    let seconds = match clock.limit {
        Some(_) => clock.time.div_ceil(1000),
        None => clock.time / 1000,
    };
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl Canvas<'_> {
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

    /// The keys that can be pressed, and their effects.
    pub(super) fn keys(&mut self, keys: &[(&str, &str)], area: Rect) {
        let (strong, faint) = (
            self.palette.text(Look::Strong),
            self.palette.text(Look::Faint),
        );
        let mut x = area.x + 1;
        for (key, action) in keys {
            let width = width_of(key) + 1 + width_of(action);
            if x + width > area.right() {
                break;
            }
            x = self.text(x, area.y, area.width, key, strong);
            x = self.text(x + 1, area.y, area.width, action, faint) + 2;
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
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::super::palette::TileLook;
    use super::super::test_round::{hexagonal_round, test_round};
    use super::super::view::{PathView, PlayerLine, ResultView, WindowView, WordLine};
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
                    note: Some("medium".to_owned()),
                    is_computer: true,
                    points: 1,
                    words: 1,
                    last_length: Some(4),
                    ..PlayerLine::default()
                },
            ],
            found: vec![line("CATS", "1"), line("ACT", "1")],
            words: 7,
            keys: vec![("Enter", "guess"), ("Tab", "hint")],
            ..ScreenView::default()
        }
    }

    #[test]
    fn a_grid_of_hexagons_is_drawn_with_hexagons_and_the_path_between_them() {
        let map = BoardMap::new((&hexagonal_round("CATS")).into());
        let cells = [0, 1, 2].map(wgs_engine::Cell::new).to_vec();
        let view = ScreenView {
            path: Some(PathView {
                cells,
                look: TileLook::Path,
            }),
            ..view()
        };
        let mut terminal = Terminal::new(TestBackend::new(60, 14)).unwrap();
        let draw = |frame: &mut ratatui::Frame<'_>| {
            screen(&view, &map, PLAIN, frame.buffer_mut());
        };
        terminal.draw(draw).unwrap();
        let shown = text(terminal.backend());
        for row in [
            " ╱━╲   ╱━╲ ",
            "┃ C ┃━┃ A ┃",
            " ╲━╱   ╱━╱ ",
            "    ╱━╱   ╱─╲ ",
            "   ┃ T ┃ │ S │",
            "    ╲━╱   ╲─╱ ",
        ] {
            assert!(shown.contains(row), "{row}\n{shown}");
        }
    }

    fn drawn(view: &ScreenView, palette: Palette, width: u16, height: u16) -> TestBackend {
        let round = test_round("Boggle (New)", "CA..TS..........");
        let map = BoardMap::new((&round).into());
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let draw = |frame: &mut ratatui::Frame<'_>| {
            screen(view, &map, palette, frame.buffer_mut());
        };
        terminal.draw(draw).unwrap();
        terminal.backend().clone()
    }

    #[test]
    fn a_wide_window_has_the_words_beside_the_board() {
        let cells = [0, 1].map(wgs_engine::Cell::new).to_vec();
        let view = ScreenView {
            path: Some(PathView {
                cells,
                look: TileLook::Path,
            }),
            ..view()
        };
        let shown = text(&drawn(&view, PLAIN, 60, 14));
        let lines: Vec<&str> = shown.lines().collect();
        let spaces = " ".repeat(28);
        assert_eq!(
            lines[0],
            format!(" Boggle (New)  2x2, 7 words{spaces}1:30 ")
        );
        assert_eq!(lines[1], "━".repeat(30) + &"─".repeat(30));
        for part in [
            "│ You              2 points",
            "│ 2 of 7 words    ▰▰▰▱▱▱▱▱▱",
            "│ Computer (medium) 1 point",
            "│ 1 word    last: 4 letters",
            "│ Found",
            "│ CATS 1",
            "│ ACT  1",
            "┃ C ┃━━┃ A ┃",
            "│ T │  │ S │",
            " › cat",
            " ✓ CATS: 1 point",
            " Enter guess  Tab hint",
        ] {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
    }

    #[test]
    fn a_narrow_window_has_the_words_below_the_board() {
        let shown = text(&drawn(&view(), PLAIN, 30, 24));
        let line = |part: &str| {
            let found = shown.lines().position(|line| line.contains(part));
            found.unwrap_or_else(|| panic!("no {part}\n{shown}"))
        };
        let (board, found, entry) = (line("│ C │"), line("CATS 1"), line("› cat"));
        assert!(board < found && found < entry, "{shown}");
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
                    .map(|cell| wgs_engine::Cell::new(*cell))
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
        let round = test_round("Boggle (New)", "CA..TS..........");
        let map = BoardMap::new((&round).into());
        let coloured = Palette { has_colours: true };
        for view in &views {
            for (width, height) in (1..70).flat_map(|width| (1..30).map(move |it| (width, it))) {
                let area = Rect::new(0, 0, width, height);
                let palette = if width % 2 == 0 { PLAIN } else { coloured };
                screen(view, &map, palette, &mut Buffer::empty(area));
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
