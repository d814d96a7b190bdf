//! Where a game is shown: a terminal with colours, or plain text. Every colour ends where its
//! text ends, so that a game that is broken off leaves no colours behind.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use wgs_play::Round;

use super::drawing;

/// What a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// Names and tiles.
    Strong,
    /// The tiles of a word.
    Path,
    /// What counts.
    Good,
    /// What does not count.
    Bad,
    /// What is beside the point.
    Quiet,
}

impl Tone {
    fn code(self) -> &'static str {
        match self {
            Self::Strong => "1",
            Self::Path => "1;36",
            Self::Good => "1;32",
            Self::Bad => "31",
            Self::Quiet => "2",
        }
    }
}

/// Where a game is shown.
pub(super) struct Screen<'o> {
    out: &'o mut dyn Write,
    has_colours: bool,
    is_terminal: bool,
}

impl<'o> Screen<'o> {
    /// Standard output.
    pub(super) fn on_output(out: &'o mut dyn Write) -> Self {
        let stdout = io::stdout();
        Self {
            out,
            has_colours: AutoStream::choice(&stdout) != ColorChoice::Never,
            is_terminal: stdout.is_terminal(),
        }
    }

    /// Standard error.
    pub(super) fn on_errors(out: &'o mut io::Stderr) -> Self {
        Self {
            has_colours: AutoStream::choice(out) != ColorChoice::Never,
            is_terminal: out.is_terminal(),
            out,
        }
    }

    /// Nowhere: only the result is wanted.
    pub(super) fn nowhere(out: &'o mut io::Sink) -> Self {
        Self {
            out,
            has_colours: false,
            is_terminal: false,
        }
    }

    /// Whether people look at it now.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// A text in a tone, if there are colours.
    pub(super) fn tone(&self, tone: Tone, text: &str) -> String {
        if !self.has_colours || text.is_empty() {
            return text.to_owned();
        }
        format!("\u{1b}[{}m{text}\u{1b}[0m", tone.code())
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) -> Result<()> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Writes what a line is typed behind.
    pub(super) fn prompt(&mut self, text: &str) -> Result<()> {
        write!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    /// Hides what one player did from the next.
    pub(super) fn clear(&mut self) -> Result<()> {
        if self.is_terminal && self.has_colours {
            write!(self.out, "\u{1b}[2J\u{1b}[H")?;
        }
        Ok(())
    }

    /// What is played.
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
        let game = self.tone(Tone::Strong, game);
        let seed = self.tone(Tone::Quiet, &format!("(seed {seed})"));
        self.line(&format!("{game}, {tiles}{time} {seed}"))
    }

    /// The board, and how many words are on it.
    pub(super) fn board(&mut self, round: &Round) -> Result<()> {
        let drawing = drawing::board(round, self);
        self.line(&drawing)?;
        let words = round.solved_board().words().len();
        let fewest = round.rules().min_word_length;
        let words = match words {
            0 => "There are no words on this board".to_owned(),
            1 => format!("1 word of {fewest} letters or more"),
            _ => format!("{words} words of {fewest} letters or more"),
        };
        let line = self.tone(Tone::Quiet, &format!("{words}; ? tells what you can type"));
        self.line(&line)
    }
}

/// A time as clocks show it, a second that has begun counted in full.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A number of things.
pub(super) fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
