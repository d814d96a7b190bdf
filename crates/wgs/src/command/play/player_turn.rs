//! A player's turn: reads guesses and prints verdicts until the time is up.

use std::time::{Duration, Instant};

use anyhow::Result;
use wgs_engine::Grid;
use wgs_play::{
    IgnoredReason, PlayerId, Round, RoundAction, RoundEvent, RoundInput, RoundPhase, ScoreUnit,
    Verdict,
};

use super::styled_output::{Style, StyledOutput, clock};
use super::timed_input::{TimedInput, TypedLine};
use super::{YOU, board_drawing, score_text};

const HELP: &str = "\
Or type
  board      to show the board again
  score      to show your words and points
  word WORD  to enter a word that is also a command, such as: word board
  quit       to end the game, like the end of input
An empty line ends your turn.";

/// The step after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// The next player's turn, or the result.
    NextPlayer,
    /// The result, without further turns.
    GameOver,
}

/// The turn of the player whose turn it is in the round.
pub(super) struct PlayerTurn {
    player: PlayerId,
    /// The time limit.
    time: Option<Duration>,
    /// Whether the turn begins when the player presses Enter.
    waits_for_enter: bool,
    /// The time of the round when the turn began, and when that was.
    start: (u64, Instant),
}

impl PlayerTurn {
    pub(super) fn new(players: usize, time: Option<Duration>) -> Self {
        Self {
            player: PlayerId::default(),
            time,
            waits_for_enter: time.is_some() || players > 1,
            start: (0, Instant::now()),
        }
    }

    /// Plays the turn until the player ends it or the time is up.
    pub(super) fn play(
        &mut self,
        round: &mut Round,
        input: &TimedInput,
        output: &mut StyledOutput<'_>,
    ) -> Result<TurnEnd> {
        self.player = round.view().turn;
        let name = round.players()[self.player.index()].name.clone();
        // The clock starts when the board is shown, so the player must be ready.
        if input.is_terminal() && self.waits_for_enter {
            if self.player.index() > 0 {
                output.clear()?;
            }
            output.prompt(&match name.as_str() {
                YOU => "Press Enter to begin ".to_owned(),
                name => format!("{name}, press Enter to begin "),
            })?;
            if input.read(None)? == TypedLine::End {
                output.line("")?;
                return Ok(TurnEnd::GameOver);
            }
        }
        output.board(round)?;
        self.start = (round.time(), Instant::now());
        self.handle(RoundAction::Resume, round);
        let deadline = self.time.map(|time| self.start.1 + time);
        loop {
            output.prompt(&self.prompt(&name, deadline, output))?;
            let line = input.read(deadline)?;
            match &line {
                TypedLine::Text(text) if !input.is_terminal() => output.line(text)?,
                TypedLine::Text(_) => {}
                TypedLine::TimeIsUp | TypedLine::End => output.line("")?,
            }
            match line {
                TypedLine::End => return Ok(TurnEnd::GameOver),
                TypedLine::TimeIsUp => {
                    self.handle(RoundAction::Finish, round);
                    return match time_is_up(input, output)? {
                        TurnEnd::NextPlayer => Ok(next(round)),
                        TurnEnd::GameOver => Ok(TurnEnd::GameOver),
                    };
                }
                TypedLine::Text(text) if text.is_empty() => {
                    self.handle(RoundAction::Finish, round);
                    return Ok(next(round));
                }
                TypedLine::Text(text) if text.eq_ignore_ascii_case("quit") => {
                    return Ok(TurnEnd::GameOver);
                }
                TypedLine::Text(text) => self.answer(&text, round, output)?,
            }
            // The player has found every word.
            if round.phase() != RoundPhase::Running {
                return Ok(next(round));
            }
        }
    }

    /// Passes an action of the player to the round, with its time.
    fn handle(&self, action: RoundAction, round: &mut Round) -> Vec<RoundEvent> {
        let (time, start) = self.start;
        let passed = start.elapsed().as_millis() as u64;
        round.handle(RoundInput {
            time: time.saturating_add(passed),
            player: self.player,
            action,
        })
    }

    fn prompt(&self, name: &str, deadline: Option<Instant>, output: &StyledOutput<'_>) -> String {
        let name = output.styled(Style::Bold, name);
        match deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                format!("{name} {} > ", clock(left))
            }
            None => format!("{name} > "),
        }
    }

    fn answer(&self, text: &str, round: &mut Round, output: &mut StyledOutput<'_>) -> Result<()> {
        let mut words = text.split_whitespace();
        let (first, second, third) = (words.next(), words.next(), words.next());
        let first = first.unwrap_or_default();
        match (first.to_lowercase().as_str(), second, third) {
            ("?" | "help", None, _) => output.line(&help(round.grid())),
            ("board", None, _) => output.board(round),
            ("score", None, _) => self.show_score(round, output),
            (_, None, _) => self.guess(first, round, output),
            ("word", Some(word), None) => self.guess(word, round, output),
            _ => output.line("Type one word at a time"),
        }
    }

    fn show_score(&self, round: &Round, output: &mut StyledOutput<'_>) -> Result<()> {
        let found: Vec<&str> = round
            .found(self.player)
            .map(|word| word.text.as_str())
            .collect();
        let points = round.points(self.player);
        let score = score_text(found.len() as u64, points, round.unit());
        match found.len() {
            0 => output.line(&score),
            _ => output.line(&format!("{score}: {}", found.join(" "))),
        }
    }

    fn guess(&self, guess: &str, round: &mut Round, output: &mut StyledOutput<'_>) -> Result<()> {
        let events = self.handle(RoundAction::Guess(guess.to_owned()), round);
        for event in events {
            match event {
                RoundEvent::Judged { verdict, .. } => self.show(guess, &verdict, round, output)?,
                RoundEvent::Ignored { reason } => {
                    let reason = match reason {
                        IgnoredReason::TooLong => "is too long",
                        _ => "came too late",
                    };
                    let reason = output.styled(Style::Bad, reason);
                    output.line(&format!("{guess} {reason}"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn show(
        &self,
        guess: &str,
        verdict: &Verdict,
        round: &Round,
        output: &mut StyledOutput<'_>,
    ) -> Result<()> {
        let Verdict::Counts { word, path, .. } = verdict else {
            let reason = output.styled(Style::Bad, &verdict.to_string());
            return output.line(&format!("{guess} {reason}"));
        };
        let counts = match round.unit() {
            ScoreUnit::Points => format!("{word} {verdict}"),
            ScoreUnit::Words => format!("{word} counts"),
        };
        let counts = output.styled(Style::Good, &counts);
        let steps = format!("({})", board_drawing::path_in_line(round.into(), path));
        let steps = output.styled(Style::Faint, &steps);
        output.line(&format!("{counts} {steps}"))?;
        if output.is_terminal()
            && let Some(drawing) = board_drawing::path_on_board(round.into(), path, output)
        {
            output.line(&drawing)?;
        }
        Ok(())
    }
}

/// Returns the step after a turn that has ended.
fn next(round: &Round) -> TurnEnd {
    match round.phase() {
        RoundPhase::Ended(_) => TurnEnd::GameOver,
        _ => TurnEnd::NextPlayer,
    }
}

/// The help for a grid.
fn help(grid: &Grid) -> String {
    let words = match grid.is_full() {
        true => "Type a word that you can spell with the tiles",
        false => "Type a word whose letters are on neighbouring tiles, one after the other",
    };
    let tiles = match grid.reuses_tiles() {
        true => "using each tile as often as you like",
        false => "using each tile at most once",
    };
    format!("{words}, {tiles}.\n{HELP}")
}

fn time_is_up(input: &TimedInput, output: &mut StyledOutput<'_>) -> Result<TurnEnd> {
    let announcement = output.styled(Style::Bold, "Time is up");
    if !input.is_terminal() {
        output.line(&announcement)?;
        return Ok(TurnEnd::NextPlayer);
    }
    // The rest of a word that is being typed must not end up in the next turn or the shell.
    output.prompt(&format!("{announcement}; press Enter to continue "))?;
    match input.read(None)? {
        TypedLine::End => Ok(TurnEnd::GameOver),
        _ => Ok(TurnEnd::NextPlayer),
    }
}
