//! A room line by line: events are printed, and lines are words, or commands between rounds.
//!
//! Lines from a pipe are read only when the room can use them: words during a round, and nothing
//! between the player's readiness and the round. So a script need not wait for the others itself.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use wgs_client::{RoomConnection, RoomNews};
use wgs_engine::Budget;
use wgs_play::room::message::ServerMessage;
use wgs_play::room::{
    PhaseView, RoomAction, RoomAnswer, RoomEvent, RoomView, RoundReport, RunningRound,
};
use wgs_play::{ScoreUnit, Verdict};

use super::super::board_drawing;
use super::super::styled_output::{Style, StyledOutput, clock};
use super::super::timed_input::{TimedInput, TypedLine};
use super::super::{score_text, summary};
use super::game::{RoomBoard, RoomGame, RoomGames};
use super::round::{reason_text, report_summary, standings_text};
use super::text::{members, named, settings_text};
use crate::app::{ExitStatus, counted};

/// How long to wait for a line, and then for news.
const WAIT: Duration = Duration::from_millis(50);

const LOBBY_HELP: &str = "\
Type
  ready     when you want to play; ready again takes it back
  start     to start without waiting for the others, as the owner of the room
  say TEXT  to say something to everyone
  quit      to leave, like the end of input";

const DEALER_HELP: &str = "\
You deal: type the letters of the board, or an empty line to have them drawn.";

const ROUND_HELP: &str = "\
Type a word, or
  board      to show the board again
  word WORD  to enter a word that is also a command, such as: word board
  quit       to leave the room
An empty line finishes the round for you.";

/// A player who plays line by line.
struct LinePlayer<'g, 'o> {
    games: &'g RoomGames,
    connection: &'g RoomConnection,
    output: &'g mut StyledOutput<'o>,
    room: RoomView,
    board: Option<RoomBoard>,
    /// Whether the player waits for a round, and no line is read.
    waits: bool,
    /// The number of guesses without an answer.
    unanswered: usize,
    /// Whether the input has ended.
    is_at_end: bool,
}

/// Plays until the player leaves the room.
pub(super) fn play(
    games: &RoomGames,
    connection: &RoomConnection,
    budget: &Budget,
    output: &mut StyledOutput<'_>,
) -> Result<ExitStatus> {
    let input = TimedInput::new();
    let room = loop {
        match connection.news(WAIT) {
            Some(RoomNews::Connected(room)) => break *room,
            Some(RoomNews::Ended(error)) => return Err(error.into()),
            _ => {}
        }
    };
    let mut player = LinePlayer {
        games,
        connection,
        output,
        room,
        board: None,
        waits: false,
        unanswered: 0,
        is_at_end: false,
    };
    player.show_room()?;
    loop {
        if let Err(reason) = budget.check() {
            return Ok(reason.into());
        }
        let mut wait = WAIT;
        if player.reads(&input) {
            match input.read(Some(Instant::now() + WAIT))? {
                TypedLine::TimeIsUp => wait = Duration::ZERO,
                TypedLine::Text(line) => {
                    if player.take_line(&line)? {
                        return Ok(ExitStatus::Success);
                    }
                }
                TypedLine::End if matches!(player.room.phase, PhaseView::Waiting) => {
                    return Ok(ExitStatus::Success);
                }
                TypedLine::End => {
                    player.is_at_end = true;
                    if matches!(player.room.phase, PhaseView::Playing { .. }) {
                        connection.act(RoomAction::Finish);
                    }
                }
            }
        } else if player.is_at_end && matches!(player.room.phase, PhaseView::Waiting) {
            return Ok(ExitStatus::Success);
        }
        while let Some(news) = connection.news(wait) {
            wait = Duration::ZERO;
            player.take(news)?;
        }
    }
}

impl LinePlayer<'_, '_> {
    /// Whether the next line can be used.
    fn reads(&self, input: &TimedInput) -> bool {
        if self.is_at_end {
            return false;
        }
        if input.is_terminal() {
            return true;
        }
        match &self.room.phase {
            PhaseView::Waiting => !self.waits,
            PhaseView::Dealing { .. } => self.is_dealer(),
            PhaseView::Countdown { .. } => false,
            // One guess at a time, so that the answers are in order.
            PhaseView::Playing { .. } => self.is_playing() && self.unanswered == 0,
        }
    }

    /// Whether the player is ready for the next round.
    fn is_ready(&self) -> bool {
        let own = self.room.member;
        let mut members = self.room.members.iter();
        members.any(|member| member.member == own && member.is_ready)
    }

    fn is_dealer(&self) -> bool {
        let own = Some(self.room.member);
        matches!(self.room.phase, PhaseView::Dealing { dealer, .. } if dealer == own)
    }

    /// Whether the player can enter words.
    fn is_playing(&self) -> bool {
        let PhaseView::Playing { round } = &self.room.phase else {
            return false;
        };
        let seat = self
            .room
            .seat
            .and_then(|seat| round.seats.get(seat as usize));
        seat.is_some_and(|seat| !seat.is_finished)
    }

    /// What the scores are counted in.
    fn unit(&self) -> ScoreUnit {
        self.games.unit(&self.room.settings.game)
    }

    fn line(&mut self, text: &str) -> Result<()> {
        self.output.line(text)?;
        self.output.flush()
    }

    /// Says where the player is, and what the room is doing.
    fn show_room(&mut self) -> Result<()> {
        let room = &self.room;
        let game = self.output.styled(Style::Bold, &room.settings.game);
        let text = format!(
            "You are in room {} as {}: {game}, {}",
            room.code,
            named(room, room.member),
            settings_text(&room.settings)
        );
        self.line(&text)?;
        for (name, state) in members(&self.room, self.unit()) {
            self.line(&format!("  {name}: {state}"))?;
        }
        match self.room.phase.clone() {
            PhaseView::Waiting => self.line("Type ready to play, or ? for help"),
            PhaseView::Playing { round } => {
                self.show_round(&round)?;
                match self.is_playing() {
                    true => Ok(()),
                    false => self.line("You play from the next round"),
                }
            }
            PhaseView::Dealing { .. } | PhaseView::Countdown { .. } => Ok(()),
        }
    }

    fn show_round(&mut self, round: &RunningRound) -> Result<()> {
        let game = RoomGame {
            game: &round.game,
            dictionary: self.room.settings.dictionary.as_deref(),
            size: round.size.as_deref(),
        };
        let board = self.games.board(game, &round.board)?;
        let drawing = board_drawing::board(board.shown(), self.output);
        let letters = counted(board.shown().rules.min_word_length, "letter");
        let time = round.ends_at.saturating_sub(self.connection.now());
        let text = format!(
            "{} of at least {letters}, {} on the clock",
            counted(round.words, "word"),
            clock(Duration::from_millis(time))
        );
        self.board = Some(board);
        self.line(&drawing)?;
        self.line(&text)
    }

    /// Takes a line. Returns whether the player leaves the room.
    fn take_line(&mut self, line: &str) -> Result<bool> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (first, rest) = (first.to_lowercase(), rest.trim());
        let act = |action| self.connection.act(action);
        let is_alone = rest.is_empty();
        match (&*first, is_alone) {
            ("quit", true) => return Ok(true),
            ("say", false) => {
                act(RoomAction::Chat(rest.to_owned()));
                return Ok(false);
            }
            _ => {}
        }
        if self.is_dealer() {
            match &*first {
                "?" | "help" => self.line(DEALER_HELP)?,
                "" => act(RoomAction::Deal(None)),
                _ => act(RoomAction::Deal(Some(line.to_owned()))),
            }
            return Ok(false);
        }
        let PhaseView::Playing { round } = &self.room.phase else {
            match (&*first, is_alone) {
                ("ready", true) => {
                    self.waits = !self.waits;
                    act(RoomAction::Ready(self.waits));
                }
                ("start", true) => {
                    self.waits = true;
                    act(RoomAction::Start);
                }
                ("", _) => {}
                ("?" | "help", true) => self.line(LOBBY_HELP)?,
                _ => self.line("No round is being played; type ? for help")?,
            }
            return Ok(false);
        };
        match (&*first, is_alone) {
            ("", _) => act(RoomAction::Finish),
            ("?" | "help", true) => self.line(ROUND_HELP)?,
            ("board", true) => {
                let round = round.clone();
                self.show_round(&round)?;
            }
            (_, true) => self.guess(line),
            ("word", false) if !rest.contains(char::is_whitespace) => self.guess(rest),
            _ => self.line("Type one word at a time")?,
        }
        Ok(false)
    }

    fn guess(&mut self, word: &str) {
        self.unanswered += 1;
        self.connection.act(RoomAction::Guess(word.to_owned()));
    }

    fn take(&mut self, news: RoomNews) -> Result<()> {
        match news {
            RoomNews::Connected(room) => {
                self.room = *room;
                self.unanswered = 0;
                self.waits = self.is_ready();
                self.line("The connection is back")
            }
            RoomNews::Lost => self.line("The connection is lost; it will be opened again"),
            RoomNews::Ended(error) => Err(error).context("you are not in the room any more"),
            RoomNews::Message { message, view } => {
                let before = std::mem::replace(&mut self.room, *view);
                match *message {
                    ServerMessage::Answer { answer, .. } => self.take_answer(answer),
                    ServerMessage::Refused { text, .. } => {
                        self.unanswered = self.unanswered.saturating_sub(1);
                        self.waits = self.is_ready();
                        let text = self.output.styled(Style::Bad, &text);
                        self.line(&text)
                    }
                    ServerMessage::Event { event, .. } => self.take_event(event, &before),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn take_answer(&mut self, answer: RoomAnswer) -> Result<()> {
        let RoomAnswer::Judged {
            guess,
            verdict,
            penalty,
            ..
        } = answer
        else {
            return Ok(());
        };
        self.unanswered = self.unanswered.saturating_sub(1);
        let unit = self.unit();
        let text = match &verdict {
            Verdict::Counts { word, path, .. } => {
                let counts = match unit {
                    ScoreUnit::Points => format!("{word} {verdict}"),
                    ScoreUnit::Words => format!("{word} counts"),
                };
                let counts = self.output.styled(Style::Good, &counts);
                match &self.board {
                    Some(board) => {
                        let steps = board_drawing::path_in_line(board.shown(), path);
                        let steps = self.output.styled(Style::Faint, &format!("({steps})"));
                        format!("{counts} {steps}")
                    }
                    None => counts,
                }
            }
            verdict => {
                let mut reason = verdict.to_string();
                if penalty > 0 {
                    reason += &format!("; you lose {}", counted(penalty, unit.name()));
                }
                format!("{guess} {}", self.output.styled(Style::Bad, &reason))
            }
        };
        self.line(&text)
    }

    /// Prints an event. `before` is the room before it.
    fn take_event(&mut self, event: RoomEvent, before: &RoomView) -> Result<()> {
        let rounds = self.room.settings.rounds;
        match event {
            RoomEvent::Member { member } => {
                let mut known = before.members.iter();
                let known = known.find(|it| it.member == member.member);
                let name = &member.name;
                let text = match known {
                    None => format!("{name} is here"),
                    Some(known) if known.name != *name => {
                        format!("{} is now called {name}", known.name)
                    }
                    Some(known) if known.is_connected != member.is_connected => {
                        match member.is_connected {
                            true => format!("{name} is back"),
                            false => format!("{name} has lost the connection"),
                        }
                    }
                    Some(known) if known.is_spectator != member.is_spectator => {
                        match member.is_spectator {
                            true => format!("{name} only watches"),
                            false => format!("{name} plays from the next round"),
                        }
                    }
                    Some(known) if !known.is_ready && member.is_ready => {
                        format!("{name} is ready")
                    }
                    Some(_) => return Ok(()),
                };
                self.line(&text)
            }
            RoomEvent::Left { member, .. } => {
                let text = format!("{} has left", named(before, member));
                self.line(&text)
            }
            RoomEvent::Owner {
                member: Some(member),
            } => {
                let text = format!("{} is the owner now", named(&self.room, member));
                self.line(&text)
            }
            RoomEvent::Settings { settings } => {
                self.waits = false;
                let text = format!("{}, {}", settings.game, settings_text(&settings));
                self.line(&text)
            }
            RoomEvent::Dealing {
                dealer: Some(dealer),
                ..
            } => match self.is_dealer() {
                true => self.line(DEALER_HELP),
                false => {
                    let text = format!("{} chooses the letters", named(&self.room, dealer));
                    self.line(&text)
                }
            },
            RoomEvent::DealFailed(problem) => {
                self.waits = false;
                self.line(&format!("There is no board: {}", problem.reason))
            }
            RoomEvent::Countdown { number, starts_at } => {
                let seconds = starts_at.saturating_sub(self.connection.now());
                let seconds = counted(seconds.div_ceil(1000), "second");
                self.line(&format!("Round {number} of {rounds} starts in {seconds}"))
            }
            RoomEvent::CountdownStopped => {
                self.waits = false;
                self.line("The countdown was stopped")
            }
            RoomEvent::Started { round } => {
                self.waits = false;
                self.unanswered = 0;
                let title = format!("Round {} of {rounds}", round.number);
                let title = self.output.styled(Style::Bold, &title);
                self.line(&title)?;
                if self.is_at_end && self.is_playing() {
                    self.connection.act(RoomAction::Finish);
                }
                self.show_round(&round)
            }
            RoomEvent::Seat { seat, view } if self.room.seat != Some(seat) => {
                let PhaseView::Playing { round } = &before.phase else {
                    return Ok(());
                };
                let known = round.seats.get(seat as usize);
                let text = match known {
                    Some(known) if known.words != view.words => {
                        let score = score_text(view.words, view.points, self.unit());
                        format!("{}: {score}", view.name)
                    }
                    Some(known) if !known.is_finished && view.is_finished => {
                        format!("{} has finished", view.name)
                    }
                    _ => return Ok(()),
                };
                let text = self.output.styled(Style::Faint, &text);
                self.line(&text)
            }
            RoomEvent::TeamWord { seat, word } if self.room.seat != Some(seat) => {
                let text = match self.unit() {
                    ScoreUnit::Points => {
                        format!("{}: {}", word.word, counted(word.points, "point"))
                    }
                    ScoreUnit::Words => word.word,
                };
                self.line(&text)
            }
            RoomEvent::Ended { report, .. } => self.show_result(&report),
            RoomEvent::Chat { line } if line.member != self.room.member => {
                self.line(&format!("{} says: {}", line.name, line.text))
            }
            _ => Ok(()),
        }
    }

    fn show_result(&mut self, report: &RoundReport) -> Result<()> {
        self.board = None;
        self.unanswered = 0;
        self.line(reason_text(report.reason))?;
        let unit = self.games.unit(&report.game);
        summary::show(&report_summary(report, unit), false, self.output)?;
        self.line("")?;
        self.line(&standings_text(report, unit))
    }
}
