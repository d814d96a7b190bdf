//! Standard input with a time limit for each line.
//!
//! Reading a line cannot be interrupted, so a separate thread reads, at most one line ahead. It
//! ends with the program.

use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};

/// Standard input, line by line.
pub(super) struct TimedInput {
    lines: Receiver<io::Result<String>>,
    is_terminal: bool,
}

/// The result of waiting for a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TypedLine {
    /// A line, without white space around it.
    Text(String),
    /// The time is up.
    TimeIsUp,
    /// There are no more lines.
    End,
}

impl TimedInput {
    pub(super) fn new() -> Self {
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || send_lines(&sender));
        Self {
            lines,
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// Whether standard input is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Waits for the next line until `deadline`. A line that comes later stays unread.
    pub(super) fn read(&self, deadline: Option<Instant>) -> Result<TypedLine> {
        let line = match deadline {
            None => self
                .lines
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Ok(TypedLine::TimeIsUp);
                }
                self.lines.recv_timeout(left)
            }
        };
        match line {
            Ok(line) => Ok(TypedLine::Text(line.context("cannot read standard input")?)),
            Err(RecvTimeoutError::Timeout) => Ok(TypedLine::TimeIsUp),
            Err(RecvTimeoutError::Disconnected) => Ok(TypedLine::End),
        }
    }
}

/// Removes a byte order mark and the codes of arrow and other keys, which would control the
/// terminal when the line is printed.
fn cleaned(line: &str) -> String {
    let is_kept = |letter: &char| !letter.is_control() || letter.is_whitespace();
    let line: String = line.chars().filter(is_kept).collect();
    line.trim_start_matches('\u{feff}').trim().to_owned()
}

/// Sends lines until there are no more, or the receiver is gone.
fn send_lines(sender: &SyncSender<io::Result<String>>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let line = match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes);
                Ok(cleaned(&text))
            }
            Err(error) => Err(error),
        };
        let failed = line.is_err();
        if sender.send(line).is_err() || failed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_removed_from_lines() {
        for (line, read) in [
            ("cat\n", "cat"),
            ("\u{feff} cat \r\n", "cat"),
            ("word\tcat\n", "word\tcat"),
            ("\u{1b}[Acat\u{7f}\n", "[Acat"),
            ("\n", ""),
            ("été", "été"),
        ] {
            assert_eq!(cleaned(line), read, "{line:?}");
        }
    }
}
