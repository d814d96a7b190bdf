//! Standard output and standard error. On a terminal, text from outside is shown and never
//! obeyed.
//!
//! Names of games, words, boards, players and files come from anywhere, and a terminal obeys the
//! control characters in them: they move the cursor, rename the window or write an earlier line
//! anew. Characters that change the direction of text or that are invisible make a name look like
//! another one. So nothing is written to a terminal as it is:
//!
//! - Everything that commands write goes through [`output`] and [`error_output`]. If the stream is
//!   a terminal, the finished text is escaped there, by [`escape::text`], so no command can forget
//!   it. `clippy.toml` rejects every other way to the streams.
//! - The program's own colours are written with a random key ([`style`]) that is replaced here.
//!   Text from outside cannot contain the key, so no colour or cursor movement is ever copied
//!   from it.
//! - Text in columns is escaped before it is measured ([`Stream::shown`]).
//! - A game on the whole terminal ([`full_screen`]) is drawn with the codes of the terminal; its
//!   texts are escaped before they are drawn.
//! - Two libraries write to the terminal themselves: the progress bar, which shows only numbers,
//!   and the parser of the command line, which gets escaped arguments before it prints an error
//!   (`arguments.rs`).
//!
//! Pipes and files get the bytes as they are.

pub(crate) mod escape;
pub(crate) mod full_screen;
#[cfg(feature = "serve")]
pub(crate) mod qr_code;
pub(crate) mod style;

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, LineWriter, Write};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};

/// The number of bytes to collect before they are written.
const BUFFER: usize = 1 << 13;

/// Standard output or standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Output,
    Error,
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that opens them"
)]
impl Stream {
    /// Whether it is a terminal.
    pub(crate) fn is_terminal(self) -> bool {
        static OUTPUT: OnceLock<bool> = OnceLock::new();
        static ERROR: OnceLock<bool> = OnceLock::new();
        match self {
            Self::Output => *OUTPUT.get_or_init(|| io::stdout().is_terminal()),
            Self::Error => *ERROR.get_or_init(|| io::stderr().is_terminal()),
        }
    }

    /// The number of columns of the terminal; 80 if it is not known.
    pub(crate) fn columns(self) -> usize {
        #[cfg(unix)]
        let columns = match self {
            Self::Output => rustix::termios::tcgetwinsize(io::stdout()),
            Self::Error => rustix::termios::tcgetwinsize(io::stderr()),
        }
        .map(|size| size.ws_col);
        #[cfg(not(unix))]
        let columns = ratatui::crossterm::terminal::size().map(|(columns, _)| columns);
        let columns = columns.ok().filter(|columns| *columns > 0);
        columns.map_or(80, usize::from)
    }

    /// Whether colours are used.
    pub(crate) fn has_styles(self) -> bool {
        static OUTPUT: OnceLock<ColorChoice> = OnceLock::new();
        static ERROR: OnceLock<ColorChoice> = OnceLock::new();
        let choice = match self {
            Self::Output => OUTPUT.get_or_init(|| AutoStream::choice(&io::stdout())),
            Self::Error => ERROR.get_or_init(|| AutoStream::choice(&io::stderr())),
        };
        *choice != ColorChoice::Never
    }

    /// Returns a text on one line as it will be shown, so that it can be measured: escaped if the
    /// stream is a terminal.
    pub(crate) fn shown(self, text: &str) -> Cow<'_, str> {
        match self.is_terminal() {
            true => escape::line(text),
            false => Cow::Borrowed(text),
        }
    }

    fn writer(self) -> Box<dyn Write> {
        match (self, self.is_terminal()) {
            (Self::Output, false) => Box::new(BufWriter::new(io::stdout().lock())),
            (Self::Error, false) => Box::new(LineWriter::new(io::stderr())),
            (Self::Output, true) => {
                Box::new(TerminalWriter::new(AutoStream::auto(io::stdout().lock())))
            }
            (Self::Error, true) => Box::new(TerminalWriter::new(AutoStream::auto(io::stderr()))),
        }
    }
}

/// Opens standard output. Text appears when it is flushed, or when there is much of it.
pub(crate) fn output() -> Box<dyn Write> {
    Stream::Output.writer()
}

/// Opens standard error. Text appears when the writer is dropped, or with each line.
pub(crate) fn error_output() -> Box<dyn Write> {
    Stream::Error.writer()
}

/// Moves the cursor of the terminal that is standard error to the start of its line.
#[expect(clippy::disallowed_methods, reason = "this is not text")]
pub(crate) fn move_to_line_start() {
    let mut error = io::stderr();
    let _ = error.write_all(b"\r").and_then(|()| error.flush());
}

/// Writes to a terminal: escapes everything except the program's own styles.
struct TerminalWriter<W: Write> {
    terminal: W,
    /// The text that was not written yet. Whole lines are written, since neither characters nor
    /// styles are divided.
    pending: Vec<u8>,
}

impl<W: Write> TerminalWriter<W> {
    fn new(terminal: W) -> Self {
        Self {
            terminal,
            pending: Vec::new(),
        }
    }

    /// Writes the first bytes of the pending text.
    fn send(&mut self, length: usize) -> io::Result<()> {
        let text = style::realised(&self.pending[..length]);
        self.pending.drain(..length);
        self.terminal.write_all(text.as_bytes())
    }
}

impl<W: Write> Write for TerminalWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= BUFFER
            && let Some(last) = self.pending.iter().rposition(|byte| *byte == b'\n')
        {
            self.send(last + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send(self.pending.len())?;
        self.terminal.flush()
    }
}

impl<W: Write> Drop for TerminalWriter<W> {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use style::{Style, styled_for_terminal};

    fn shown(parts: &[&[u8]]) -> String {
        let mut shown = Vec::new();
        let mut writer = TerminalWriter::new(&mut shown);
        for part in parts {
            writer.write_all(part).unwrap();
        }
        drop(writer);
        String::from_utf8(shown).unwrap()
    }

    #[test]
    fn a_terminal_gets_escaped_text_and_the_programs_own_styles() {
        let name = styled_for_terminal(Style::Bold, "A\u{1b}[2J");
        assert_eq!(
            shown(&[format!("{name} \u{1b}[31m!\n").as_bytes()]),
            "\u{1b}[1mA\\u{1b}[2J\u{1b}[0m \\u{1b}[31m!\n"
        );
    }

    #[test]
    fn characters_and_styles_may_be_written_in_parts() {
        let text = styled_for_terminal(Style::Good, "été \u{202e}");
        let whole = shown(&[text.as_bytes()]);
        assert_eq!(whole, "\u{1b}[1;32mété \\u{202e}\u{1b}[0m");
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(shown(&bytes), whole);
        let long = "é".repeat(BUFFER) + &text;
        let bytes: Vec<&[u8]> = long.as_bytes().chunks(3).collect();
        assert_eq!(shown(&bytes), "é".repeat(BUFFER) + &whole);
    }

    #[test]
    fn bytes_that_are_not_text_are_shown() {
        assert_eq!(
            shown(&[b"a\xff\x9b1m\xe2\x80b\n"]),
            "a\\xff\\x9b1m\\xe2\\x80b\n"
        );
    }
}
