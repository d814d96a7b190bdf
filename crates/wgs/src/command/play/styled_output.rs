//! The output of a game: styled text on a terminal, else plain text. Every style ends with its
//! text, so that an interrupted game leaves no colours behind.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use wgs_play::Round;

use super::board_drawing;
use crate::app::counted;

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// For names and tiles.
    Bold,
    /// For the tiles of a word.
    Path,
    /// For words that count.
    Good,
    /// For words that do not count.
    Bad,
    /// For less important text.
    Faint,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Bold => "1",
            Self::Path => "1;36",
            Self::Good => "1;32",
            Self::Bad => "31",
            Self::Faint => "2",
        }
    }
}

/// The output of a game.
pub(super) struct StyledOutput<'o> {
    out: &'o mut dyn Write,
    has_styles: bool,
    is_terminal: bool,
}

impl<'o> StyledOutput<'o> {
    /// Standard output.
    pub(super) fn stdout(out: &'o mut dyn Write) -> Self {
        let stdout = io::stdout();
        Self {
            out,
            has_styles: AutoStream::choice(&stdout) != ColorChoice::Never,
            is_terminal: stdout.is_terminal(),
        }
    }

    /// Standard error.
    pub(super) fn stderr(out: &'o mut io::Stderr) -> Self {
        Self {
            has_styles: AutoStream::choice(out) != ColorChoice::Never,
            is_terminal: out.is_terminal(),
            out,
        }
    }

    /// No output.
    pub(super) fn hidden(out: &'o mut io::Sink) -> Self {
        Self {
            out,
            has_styles: false,
            is_terminal: false,
        }
    }

    /// Whether it is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Applies a style to a text, if the output has styles.
    pub(super) fn styled(&self, style: Style, text: &str) -> String {
        if !self.has_styles || text.is_empty() {
            return text.to_owned();
        }
        format!("\u{1b}[{}m{text}\u{1b}[0m", style.code())
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
        if self.is_terminal && self.has_styles {
            write!(self.out, "\u{1b}[2J\u{1b}[H")?;
        }
        Ok(())
    }

    /// Writes the title of a round.
    pub(super) fn title(
        &mut self,
        game: &str,
        round: &Round,
        time: Option<Duration>,
        seed: u64,
    ) -> Result<()> {
        let (columns, rows) = round.grid().size();
        let tiles = match round.grid().is_full() {
            true => format!("{} tiles", round.solved_board().board().len()),
            false => format!("{columns}x{rows}"),
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
        let drawing = board_drawing::board(round, self);
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
