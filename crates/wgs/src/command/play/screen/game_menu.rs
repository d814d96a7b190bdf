//! The choice of a game on the screen: a list that is narrowed down by typing.

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::canvas::{Canvas, width_of};
use super::palette::{Look, Palette};
use crate::terminal::escape;

/// The list of games.
pub(super) struct GameMenu {
    /// The names and the grids, as they are shown.
    games: Vec<(String, String)>,
    palette: Palette,
    typed: String,
    /// The selected one of the games that are shown.
    selected: usize,
    /// Where the list was drawn, and the first line of it.
    list: (Rect, usize),
}

/// The choice of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuChoice {
    /// The game with this number.
    Game(usize),
    /// None.
    Leave,
    /// None, with Ctrl-C.
    Interrupt,
}

impl GameMenu {
    /// Lists games by their names and grids. `default` is selected.
    pub(super) fn new(games: &[(&str, &str)], default: usize, palette: Palette) -> Self {
        let shown = |text: &str| escape::line(text).into_owned();
        let games = games.iter().map(|(name, grid)| (shown(name), shown(grid)));
        Self {
            games: games.collect(),
            palette,
            typed: String::new(),
            selected: default,
            list: (Rect::default(), 0),
        }
    }

    /// The games whose names contain the typed text.
    fn matching(&self) -> Vec<usize> {
        let typed = self.typed.to_lowercase();
        let games = self.games.iter().enumerate();
        let games = games.filter(|(_, (name, _))| name.to_lowercase().contains(&typed));
        games.map(|(index, _)| index).collect()
    }

    /// Understands a key or the mouse.
    pub(super) fn handle(&mut self, event: &Event) -> Option<MenuChoice> {
        let matching = self.matching();
        let page = usize::from(self.list.0.height.max(2)) - 1;
        let selected = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match key.code {
                KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    return match letter {
                        'c' => Some(MenuChoice::Interrupt),
                        'd' => Some(MenuChoice::Leave),
                        _ => None,
                    };
                }
                KeyCode::Esc => return Some(MenuChoice::Leave),
                KeyCode::Enter => {
                    let game = matching.get(self.selected).copied();
                    return game.map(MenuChoice::Game);
                }
                KeyCode::Char(letter) => {
                    self.typed.push(letter);
                    0
                }
                KeyCode::Backspace => {
                    self.typed.pop();
                    0
                }
                KeyCode::Up => self.selected.saturating_sub(1),
                KeyCode::Down => self.selected + 1,
                KeyCode::PageUp => self.selected.saturating_sub(page),
                KeyCode::PageDown => self.selected + page,
                KeyCode::Home => 0,
                KeyCode::End => usize::MAX,
                _ => self.selected,
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.selected.saturating_sub(3),
                MouseEventKind::ScrollDown => self.selected + 3,
                MouseEventKind::Down(MouseButton::Left) => {
                    let (list, first) = self.list;
                    let at = Position::new(mouse.column, mouse.row);
                    if !list.contains(at) {
                        return None;
                    }
                    let game = matching.get(first + usize::from(at.y - list.y)).copied();
                    return game.map(MenuChoice::Game);
                }
                _ => self.selected,
            },
            _ => self.selected,
        };
        self.selected = selected.min(self.matching().len().saturating_sub(1));
        None
    }

    /// Draws the list.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let matching = self.matching();
        let palette = self.palette;
        let mut canvas = Canvas {
            buffer: frame.buffer_mut(),
            palette,
        };
        let (strong, faint) = (palette.text(Look::Strong), palette.text(Look::Faint));
        let room = area.width.saturating_sub(2);
        if area.height < 3 {
            return;
        }
        canvas.text(area.x + 1, area.y, room, "Which game?", strong);
        let typed = format!("› {}▏", escape::line(&self.typed));
        canvas.text(area.x + 1, area.y + 1, room, &typed, strong);
        let help = "↑↓ select  Enter play  Esc leave, or type a part of the name";
        canvas.text(area.x + 1, area.bottom() - 1, room, help, faint);
        let list = Rect::new(area.x, area.y + 2, area.width, area.height - 3);
        let height = usize::from(list.height);
        let most = matching.len().saturating_sub(height);
        let first = self.selected.saturating_sub(height / 2).min(most);
        let widest = self.games.iter().map(|(name, _)| width_of(name));
        let widest = widest.max().unwrap_or(0).min(40);
        for (line, index) in matching.iter().skip(first).take(height).zip(first..) {
            let (name, grid) = &self.games[*line];
            let y = list.y + (index - first) as u16;
            let is_selected = index == self.selected;
            let style = match is_selected {
                true => palette.text(Look::Selected),
                false => palette.text(Look::Text),
            };
            if is_selected {
                let row = Rect::new(list.x, y, list.width, 1);
                canvas.buffer.set_style(row, style);
            }
            let mark = if is_selected { "▸ " } else { "  " };
            let x = canvas.text(list.x, y, 2, mark, style);
            canvas.text(x, y, widest.min(room), name, style);
            let start = x + widest + 2;
            let grid_style = if is_selected { style } else { faint };
            canvas.text(
                start,
                y,
                area.right().saturating_sub(start),
                grid,
                grid_style,
            );
        }
        if matching.is_empty() && list.height > 0 {
            let text = "No game has this name.";
            canvas.text(list.x + 2, list.y, room, text, palette.text(Look::Bad));
        }
        self.list = (list, first);
    }
}
