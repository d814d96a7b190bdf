//! The output of a game: styled text on a terminal, else plain text.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use wgs_play::Round;

use super::board_drawing;
use crate::app::counted;
use crate::terminal::Stream;
pub(super) use crate::terminal::style::Style;

/// The output of a game.
pub(super) struct StyledOutput<'o> {
    out: &'o mut dyn Write,
    /// Where it is written; [`None`] if it is hidden.
    stream: Option<Stream>,
}

impl<'o> StyledOutput<'o> {
    /// Writes to standard output or standard error.
    pub(super) fn new(stream: Stream, out: &'o mut dyn Write) -> Self {
        Self {
            out,
            stream: Some(stream),
        }
    }

    /// No output.
    pub(super) fn hidden(out: &'o mut io::Sink) -> Self {
        Self { out, stream: None }
    }

    /// Whether it is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.stream.is_some_and(Stream::is_terminal)
    }

    /// Returns a text on one line as it will be shown, so that it can be measured.
    pub(super) fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.stream {
            Some(stream) => stream.shown(text),
            None => Cow::Borrowed(text),
        }
    }

    /// Applies a style to a text, if the output has styles.
    pub(super) fn styled(&self, style: Style, text: &str) -> String {
        match self.stream {
            Some(stream) => stream.styled(style, text),
            None => text.to_owned(),
        }
    }

    /// Passes the text on that is held back.
    #[cfg(feature = "join")]
    pub(super) fn flush(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) -> Result<()> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Writes a prompt.
    pub(super) fn prompt(&mut self, text: &str) -> Result<()> {
        write!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    /// Clears the terminal, so that the next player does not see the words of the last one.
    pub(super) fn clear(&mut self) -> Result<()> {
        let clearing = self.stream.map(Stream::clearing).unwrap_or_default();
        Ok(self.out.write_all(clearing.as_bytes())?)
    }

    /// Writes the title of a round.
    pub(super) fn title(
        &mut self,
        game: &str,
        round: &Round,
        time: Option<Duration>,
        seed: u64,
    ) -> Result<()> {
        let tiles = match round.grid().is_full() {
            true => format!("{} tiles", round.solved_board().board().len()),
            false => round.grid().size().to_string(),
        };
        let time = match time {
            Some(time) => format!(", {} on the clock", clock(time)),
            None => String::new(),
        };
        let game = self.styled(Style::Bold, game);
        let seed = self.styled(Style::Faint, &format!("(seed {seed})"));
        self.line(&format!("{game}, {tiles}{time} {seed}"))
    }

    /// Writes the board and the number of its words.
    pub(super) fn board(&mut self, round: &Round) -> Result<()> {
        let drawing = board_drawing::board(round.into(), self);
        self.line(&drawing)?;
        let letters = counted(round.rules().min_word_length, "letter");
        let words = match round.solved_board().words().len() {
            0 => "There are no words on this board".to_owned(),
            words => format!("{} of at least {letters}", counted(words as u64, "word")),
        };
        let line = self.styled(Style::Faint, &format!("{words}; type ? for help"));
        self.line(&line)
    }
}

/// Formats a time in minutes and seconds, rounded up.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
