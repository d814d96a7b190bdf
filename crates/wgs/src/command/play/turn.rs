//! A person's turn: lines in, verdicts out, until the time is up.

use std::time::{Duration, Instant};

use anyhow::Result;
use wgs_core::Grid;
use wgs_play::{PlayerId, Round, Verdict};

use super::input::{Input, Line};
use super::screen::{Screen, Tone, clock, counted};
use super::{YOU, drawing};

const HELP: &str = "\
Or type
  board      shows the board again
  score      tells your words and points
  word WORD  a word that is also a command, such as: word board
  quit       ends the game, as the end of input does
An empty line ends your turn.";

/// What comes after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next player's turn, or the result.
    Turn,
    /// The result at once.
    GameOver,
}

/// A person's turn.
pub(super) struct Turn {
    pub(super) seat: PlayerId,
    /// How long it takes at most.
    pub(super) time: Option<Duration>,
    /// Whether it begins when the player says so.
    pub(super) waits: bool,
    /// Whether what was shown before is not for this player to see.
    pub(super) hides: bool,
}

impl Turn {
    /// Takes guesses until the player has had enough or the time is up.
    pub(super) fn take(
        &self,
        round: &mut Round,
        input: &Input,
        screen: &mut Screen<'_>,
    ) -> Result<Next> {
        let name = round.player(self.seat).name.clone();
        // The clock begins when the board is seen, and that when someone sits there.
        if input.is_terminal() && self.waits {
            if self.hides {
                screen.clear()?;
            }
            screen.prompt(&match name.as_str() {
                YOU => "Press Enter to begin ".to_owned(),
                name => format!("{name}, press Enter to begin "),
            })?;
            if input.read(None)? == Line::End {
                screen.line("")?;
                return Ok(Next::GameOver);
            }
        }
        screen.board(round)?;
        let deadline = self.time.map(|time| Instant::now() + time);
        loop {
            screen.prompt(&self.prompt(&name, deadline, screen))?;
            let line = input.read(deadline)?;
            match &line {
                Line::Text(text) if !input.is_terminal() => screen.line(text)?,
                Line::Text(_) => {}
                Line::TimeIsUp | Line::End => screen.line("")?,
            }
            match line {
                Line::End => return Ok(Next::GameOver),
                Line::TimeIsUp => return time_is_up(input, screen),
                Line::Text(text) if text.is_empty() => return Ok(Next::Turn),
                Line::Text(text) if text.eq_ignore_ascii_case("quit") => {
                    return Ok(Next::GameOver);
                }
                Line::Text(text) => self.answer(&text, round, screen)?,
            }
        }
    }

    fn prompt(&self, name: &str, deadline: Option<Instant>, screen: &Screen<'_>) -> String {
        let name = screen.tone(Tone::Strong, name);
        match deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                format!("{name} {} > ", clock(left))
            }
            None => format!("{name} > "),
        }
    }

    fn answer(&self, text: &str, round: &mut Round, screen: &mut Screen<'_>) -> Result<()> {
        let mut words = text.split_whitespace();
        let (first, second, third) = (words.next(), words.next(), words.next());
        let first = first.unwrap_or_default();
        match (first.to_lowercase().as_str(), second, third) {
            ("?" | "help", None, _) => screen.line(&help(round.grid())),
            ("board", None, _) => screen.board(round),
            ("score", None, _) => self.tell_score(round, screen),
            (_, None, _) => self.guess(first, round, screen),
            ("word", Some(word), None) => self.guess(word, round, screen),
            _ => screen.line("One word at a time, please"),
        }
    }

    fn tell_score(&self, round: &Round, screen: &mut Screen<'_>) -> Result<()> {
        let found: Vec<&str> = round
            .found(self.seat)
            .map(|word| word.text.as_str())
            .collect();
        let words = counted(found.len() as u64, "word");
        let points = counted(round.points(self.seat), "point");
        match found.len() {
            0 => screen.line(&format!("{words}, {points}")),
            _ => screen.line(&format!("{words}, {points}: {}", found.join(" "))),
        }
    }

    fn guess(&self, guess: &str, round: &mut Round, screen: &mut Screen<'_>) -> Result<()> {
        let verdict = round.guess(self.seat, guess);
        let Verdict::Counts { word, path, .. } = &verdict else {
            let reason = screen.tone(Tone::Bad, &verdict.to_string());
            return screen.line(&format!("{guess} {reason}"));
        };
        let counts = screen.tone(Tone::Good, &format!("{word} {verdict}"));
        let steps = format!("({})", drawing::path_in_line(round, path));
        let steps = screen.tone(Tone::Quiet, &steps);
        screen.line(&format!("{counts} {steps}"))?;
        if screen.is_terminal()
            && let Some(drawing) = drawing::path_on_board(round, path, screen)
        {
            screen.line(&drawing)?;
        }
        Ok(())
    }
}

/// What to type.
fn help(grid: &Grid) -> String {
    let words = match grid.is_full() {
        true => "Type a word that the tiles spell",
        false => "Type a word whose letters touch on the board, one after the other",
    };
    let tiles = match grid.reuses_tiles() {
        true => "each tile as often as you like",
        false => "each tile at most once",
    };
    format!("{words}, {tiles}.\n{HELP}")
}

fn time_is_up(input: &Input, screen: &mut Screen<'_>) -> Result<Next> {
    let announcement = screen.tone(Tone::Strong, "Time is up");
    if !input.is_terminal() {
        screen.line(&announcement)?;
        return Ok(Next::Turn);
    }
    // Whoever was typing a word would type the rest of it into the next turn, or the shell.
    screen.prompt(&format!("{announcement}, press Enter to go on "))?;
    match input.read(None)? {
        Line::End => Ok(Next::GameOver),
        _ => Ok(Next::Turn),
    }
}
