//! Understands keys and the mouse.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use wgs_play::Tap;

use super::super::super::round_source::RoundSource;
use super::super::entry::Entry;
use super::{Drag, Mode, RoundScreen, ScreenExit};

/// The columns and lines that an arrow key scrolls a large board by.
const SCROLL_STEP: (u16, u16) = (8, 4);

impl<S: RoundSource> RoundScreen<S> {
    /// Understands a key, the mouse or another event.
    pub(in super::super) fn handle(&mut self, event: &Event) -> Option<ScreenExit> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => {
                self.use_mouse(*mouse);
                None
            }
            Event::Paste(text) if self.mode == Mode::Playing => {
                let letters = text.chars().filter(|c| c.is_alphabetic());
                let typed = self.text() + &letters.collect::<String>();
                self.entry.set_text(typed, self.source.board());
                None
            }
            _ => None,
        }
    }

    fn press(&mut self, key: KeyEvent) -> Option<ScreenExit> {
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if has_control && key.code == KeyCode::Char('c') {
            return Some(ScreenExit::Interrupt);
        }
        let is_confirmed = matches!(key.code, KeyCode::Enter | KeyCode::Char(' '));
        let ends = has_control && key.code == KeyCode::Char('d');
        match self.mode {
            Mode::Ready if is_confirmed => self.begin(),
            Mode::Ready if ends || key.code == KeyCode::Esc => return Some(ScreenExit::Quit),
            Mode::Ready | Mode::Watching => {}
            Mode::Paused | Mode::Help if ends => self.finish(),
            Mode::Paused | Mode::Help => self.resume(),
            Mode::Playing => self.press_while_playing(key, has_control),
            Mode::Ended => return self.press_at_the_end(key, ends),
        }
        None
    }

    fn press_while_playing(&mut self, key: KeyEvent, has_control: bool) {
        match key.code {
            KeyCode::Char('d') if has_control => self.finish(),
            KeyCode::Char('p') if has_control && !self.source.is_shared() => {
                self.pause(Mode::Paused);
            }
            KeyCode::Char('u' | 'w') if has_control => self.entry = Entry::default(),
            KeyCode::Char('h') if has_control => self.entry.remove_last(self.source.board()),
            KeyCode::Char(_) if has_control => {}
            KeyCode::F(1) | KeyCode::Char('?') => self.pause(Mode::Help),
            KeyCode::Enter | KeyCode::Char(' ') => self.guess(),
            KeyCode::Char(letter) if !letter.is_control() => {
                let mut typed = self.text();
                typed.push(letter);
                self.entry.set_text(typed, self.source.board());
                self.message = None;
            }
            KeyCode::Backspace => self.entry.remove_last(self.source.board()),
            KeyCode::Esc => self.entry = Entry::default(),
            KeyCode::Tab if !self.source.is_shared() => self.ask_for_hint(),
            KeyCode::Left => self.scroll_board(-1, 0),
            KeyCode::Right => self.scroll_board(1, 0),
            KeyCode::Up => self.scroll_board(0, -1),
            KeyCode::Down => self.scroll_board(0, 1),
            _ => {}
        }
    }

    fn press_at_the_end(&mut self, key: KeyEvent, ends: bool) -> Option<ScreenExit> {
        let page = self
            .layout
            .list
            .map_or(1, |(list, _)| list.height.max(2) - 1);
        let page = isize::try_from(page).unwrap_or(1);
        match key.code {
            _ if ends => return Some(ScreenExit::Quit),
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q') => return Some(ScreenExit::Quit),
            KeyCode::Char('n') if self.has_more_boards => return Some(ScreenExit::NewBoard),
            KeyCode::Up | KeyCode::Char('k') => self.select(-1),
            KeyCode::Down | KeyCode::Char('j') => self.select(1),
            KeyCode::PageUp => self.select(-page),
            KeyCode::PageDown => self.select(page),
            KeyCode::Home => self.select(isize::MIN),
            KeyCode::End => self.select(isize::MAX),
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Left | KeyCode::Right => {
                self.open = (self.open + 1) % self.lists.len().max(1);
            }
            _ => {}
        }
        None
    }

    fn scroll_board(&mut self, right: i32, down: i32) {
        let Some(plan) = &self.layout.board else {
            return;
        };
        let moved = |scroll: u16, direction: i32, step: u16, most: u16| {
            let scroll = i32::from(scroll.min(most)) + direction * i32::from(step);
            scroll.clamp(0, i32::from(most)) as u16
        };
        self.scroll = (
            moved(self.scroll.0, right, SCROLL_STEP.0, plan.max_scroll.0),
            moved(self.scroll.1, down, SCROLL_STEP.1, plan.max_scroll.1),
        );
    }

    fn use_mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let pressed = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        match self.mode {
            Mode::Ready if pressed => self.begin(),
            Mode::Paused | Mode::Help if pressed => self.resume(),
            Mode::Playing => self.use_mouse_on_board(mouse.kind, at),
            Mode::Ended => self.use_mouse_on_lists(mouse.kind, at),
            _ => {}
        }
    }

    fn use_mouse_on_board(&mut self, kind: MouseEventKind, at: Position) {
        let plan = self.layout.board;
        let cell = plan.and_then(|plan| self.map.cell_at(&plan, at));
        match kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.drag = cell.map(|first| Drag {
                    first,
                    has_moved: false,
                    at,
                });
            }
            MouseEventKind::Drag(MouseButton::Left) => self.drag_to(at),
            MouseEventKind::Up(MouseButton::Left) => match self.drag.take() {
                Some(Drag {
                    has_moved: true, ..
                }) => self.guess(),
                Some(Drag { first, .. }) if cell == Some(first) => {
                    self.message = None;
                    if self.entry.tap(first, self.source.board().grid) == Tap::Complete {
                        self.guess();
                    }
                }
                _ => {}
            },
            MouseEventKind::Down(_) => self.entry = Entry::default(),
            MouseEventKind::ScrollUp => self.scroll_board(0, -1),
            MouseEventKind::ScrollDown => self.scroll_board(0, 1),
            MouseEventKind::ScrollLeft => self.scroll_board(-1, 0),
            MouseEventKind::ScrollRight => self.scroll_board(1, 0),
            _ => {}
        }
    }

    /// Goes on with a drag, over all tiles on the way: a fast mouse skips some.
    fn drag_to(&mut self, at: Position) {
        let (Some(plan), Some(mut drag)) = (self.layout.board, self.drag) else {
            return;
        };
        let grid = self.source.board().grid;
        for cell in self.map.dragged_over(&plan, drag.at, at) {
            if !drag.has_moved && cell != drag.first {
                self.entry.start_path(drag.first);
                drag.has_moved = true;
                self.message = None;
            }
            if drag.has_moved {
                self.entry.drag_to(cell, grid);
            }
        }
        drag.at = at;
        self.drag = Some(drag);
    }

    fn use_mouse_on_lists(&mut self, kind: MouseEventKind, at: Position) {
        match kind {
            MouseEventKind::ScrollUp => self.select(-3),
            MouseEventKind::ScrollDown => self.select(3),
            MouseEventKind::Down(MouseButton::Left) => {
                if self.layout.tabs.is_some_and(|tabs| tabs.contains(at)) {
                    self.open = (self.open + 1) % self.lists.len().max(1);
                } else if let Some((list, first)) = self.layout.list
                    && list.contains(at)
                {
                    let index = first + usize::from(at.y - list.y);
                    self.select(index as isize - self.selected[self.open] as isize);
                }
            }
            _ => {}
        }
    }

    /// Moves the selection of the open list.
    fn select(&mut self, by: isize) {
        let Some(list) = self.lists.get(self.open) else {
            return;
        };
        let selected = &mut self.selected[self.open];
        let moved = selected.saturating_add_signed(by);
        *selected = moved.min(list.words.len().saturating_sub(1));
    }
}
