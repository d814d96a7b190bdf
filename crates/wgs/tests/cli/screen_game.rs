//! A game of `wgs play` or `wgs join` on the whole terminal, as a test plays it: keys and mouse go in, and what
//! the terminal shows comes out.

use std::thread;
use std::time::{Duration, Instant};

use vt100::{Parser, Screen};

use crate::folder::Folder;
use crate::pseudo_terminal::{PseudoTerminal, Streams};

/// How long a test waits for something to appear.
const DEADLINE: Duration = Duration::from_secs(60);

/// A game on a terminal.
pub(crate) struct ScreenGame {
    terminal: PseudoTerminal,
    size: (u16, u16),
}

impl ScreenGame {
    /// Starts `wgs play` with these arguments on a terminal of 80 columns and 24 lines.
    pub(crate) fn start(folder: &Folder, arguments: &[&str]) -> Self {
        Self::start_with(folder, arguments, (80, 24), Streams::ALL, &[])
    }

    pub(crate) fn start_with(
        folder: &Folder,
        arguments: &[&str],
        size: (u16, u16),
        streams: Streams,
        variables: &[(&str, &str)],
    ) -> Self {
        let arguments = [&["play"], arguments].concat();
        Self::run(folder, &arguments, size, streams, variables)
    }

    /// Starts `wgs join` with these arguments on a terminal of 80 columns and 24 lines.
    pub(crate) fn join(folder: &Folder, arguments: &[&str]) -> Self {
        let arguments = [&["join"], arguments].concat();
        Self::run(folder, &arguments, (80, 24), Streams::ALL, &[])
    }

    fn run(
        folder: &Folder,
        arguments: &[&str],
        size: (u16, u16),
        streams: Streams,
        variables: &[(&str, &str)],
    ) -> Self {
        let mut command = folder.command(arguments);
        command.env_remove("COLORTERM");
        command.envs(variables.iter().copied());
        Self {
            terminal: PseudoTerminal::start_with_size(command, streams, size),
            size,
        }
    }

    /// The text on the terminal.
    pub(crate) fn parser(&self) -> Parser {
        let mut parser = Parser::new(self.size.1, self.size.0, 0);
        parser.process(&self.terminal.received());
        parser
    }

    pub(crate) fn text(&self) -> String {
        self.parser().screen().contents()
    }

    /// Waits until a condition on the screen holds.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, condition: impl Fn(&Screen) -> bool) {
        let start = Instant::now();
        while !condition(self.parser().screen()) {
            let text = self.text();
            assert!(
                start.elapsed() < DEADLINE,
                "no {what} on the screen:\n{text}"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.terminal.enter(keys);
    }

    /// Types a word and waits for the answer.
    #[track_caller]
    pub(crate) fn guess(&mut self, word: &str, answer: &str) {
        self.press(word);
        self.press("\r");
        self.wait_for(answer);
    }

    /// Returns the column and line of a text on the screen, from 0.
    #[track_caller]
    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        let parser = self.parser();
        let rows = parser.screen().rows(0, self.size.0);
        let found = rows.enumerate().find_map(|(line, row)| {
            let start = row.find(text)?;
            Some((row[..start].chars().count() as u16, line as u16))
        });
        found.unwrap_or_else(|| panic!("{text:?} is not on the screen:\n{}", self.text()))
    }

    /// The background of the character at a place.
    pub(crate) fn paper(&self, (column, line): (u16, u16)) -> vt100::Color {
        let parser = self.parser();
        let cell = parser.screen().cell(line, column).unwrap();
        cell.bgcolor()
    }

    /// Presses and releases the left mouse button.
    pub(crate) fn click(&mut self, at: (u16, u16)) {
        self.mouse(0, at, 'M');
        self.mouse(0, at, 'm');
    }

    /// Presses the left mouse button, moves over places, and releases it.
    pub(crate) fn drag(&mut self, places: &[(u16, u16)]) {
        self.mouse(0, places[0], 'M');
        for &place in places {
            self.mouse(32, place, 'M');
        }
        self.mouse(0, places[places.len() - 1], 'm');
    }

    /// Sends a mouse event as terminals do.
    pub(crate) fn mouse(&mut self, button: u8, (column, line): (u16, u16), end: char) {
        self.terminal.enter(&format!(
            "\u{1b}[<{button};{};{}{end}",
            column + 1,
            line + 1
        ));
    }

    /// Changes the columns and lines of the terminal.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.terminal.resize(size);
    }

    /// Closes the terminal, and returns whether the program ends.
    pub(crate) fn close(self) -> bool {
        let mut child = self.terminal.close();
        let start = Instant::now();
        while start.elapsed() < DEADLINE {
            if child.try_wait().unwrap().is_some() {
                return true;
            }
            thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        false
    }

    pub(crate) fn terminal(&mut self) -> &mut PseudoTerminal {
        &mut self.terminal
    }

    /// Waits until the program ends. Returns its exit code and the text on the terminal after the
    /// game, when the screen before it has come back.
    pub(crate) fn finish(self) -> (Option<i32>, String) {
        let size = self.size;
        let (code, received) = self.terminal.finish();
        let mut parser = Parser::new(200, size.0, 0);
        parser.process(received.as_bytes());
        let screen = parser.screen();
        assert!(!screen.alternate_screen(), "the screen was not left");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert_eq!(
            screen.mouse_protocol_mode(),
            vt100::MouseProtocolMode::None,
            "the mouse is still captured"
        );
        assert!(!screen.bracketed_paste(), "pasting is still marked");
        (code, screen.contents())
    }
}
