//! A room on the screen: the lobby between rounds, and the rounds on a [`RoundScreen`]. The screen
//! reads no clock and sends nothing; time and messages are inputs, and actions are outputs.
//! [`play_in_room`] connects it with the terminal and the server.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use wgs_client::{ClientError, RoomConnection, RoomNews};
use wgs_play::room::message::ServerMessage;
use wgs_play::room::{PhaseView, RoomAction, RoomEvent, RoomView, RoundReport, RunningRound};

use super::super::room::{RoomGame, RoomGames, RoomRound, members, named, settings_text};
use super::lobby::{self, LobbyView};
use super::palette::{Look, Palette};
use super::round_screen::{RoundScreen, ScreenExit};
use super::{FRAME, Left, palette};
use crate::app::counted;
use crate::terminal::full_screen::FullScreen;
use crate::terminal::{Stream, escape};

/// The longest text that can be typed in the lobby, in characters.
const MAX_TYPED: usize = 300;

/// Why a room is left.
#[derive(Debug)]
pub(super) enum RoomExit {
    /// The player wants to leave.
    Leave,
    /// At once, with Ctrl-C.
    Interrupt,
    /// The player is not in the room any more.
    Ended(ClientError),
}

/// Plays in a room until the player leaves it, or is not in it any more. Returns the report of the
/// last round too.
pub(in crate::command::play) fn play_in_room(
    screen: &mut FullScreen,
    stream: Stream,
    games: &RoomGames,
    connection: &RoomConnection,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(Result<Left, ClientError>, Option<RoundReport>)> {
    let room = loop {
        match connection.news(FRAME) {
            Some(RoomNews::Connected(room)) => break *room,
            Some(RoomNews::Ended(error)) => return Ok((Err(error), None)),
            Some(_) => {}
            None if is_stopped() => return Ok((Ok(Left::Interrupted), None)),
            None => {}
        }
    };
    let start = Instant::now();
    let time = || start.elapsed().as_millis() as u64;
    let mut shown = RoomScreen::new(games, room, palette(stream), connection.now());
    let left = 'left: loop {
        while let Some(news) = connection.news(Duration::ZERO) {
            if let Some(RoomExit::Ended(error)) = shown.take(news) {
                break 'left Err(error);
            }
        }
        shown.tick(time(), connection.now());
        let drawn = screen.draw(|frame| shown.draw(frame));
        drawn.context("cannot draw on the terminal")?;
        if let Some(signal) = screen.signal() {
            break Ok(Left::Signal(signal));
        }
        if is_stopped() {
            break Ok(Left::Interrupted);
        }
        let mut wait = FRAME;
        while let Some(event) = screen.event(wait).context("cannot read the terminal")? {
            shown.tick(time(), connection.now());
            match shown.handle(&event) {
                Some(RoomExit::Leave) => break 'left Ok(Left::Quit),
                Some(RoomExit::Interrupt) => break 'left Ok(Left::Interrupted),
                Some(RoomExit::Ended(error)) => break 'left Err(error),
                None => wait = Duration::ZERO,
            }
        }
        for action in shown.actions() {
            connection.act(action);
        }
    };
    Ok((left, shown.into_report()))
}

/// A room on the screen.
pub(super) struct RoomScreen<'g> {
    games: &'g RoomGames,
    palette: Palette,
    room: RoomView,
    now: u64,
    /// The time of the screen when it was last drawn, in milliseconds.
    time: u64,
    /// The round that is played, or the result of the last one.
    round: Option<RoundScreen<RoomRound>>,
    /// The message or the letters that are being typed.
    typed: String,
    notice: Option<(Look, String)>,
    is_lost: bool,
    has_shown_rounds: bool,
    actions: Vec<RoomAction>,
}

impl<'g> RoomScreen<'g> {
    /// Shows a room. `now` is the server's time.
    pub(super) fn new(games: &'g RoomGames, room: RoomView, palette: Palette, now: u64) -> Self {
        let mut screen = Self {
            games,
            palette,
            room,
            now,
            time: 0,
            round: None,
            typed: String::new(),
            notice: None,
            is_lost: false,
            has_shown_rounds: false,
            actions: Vec::new(),
        };
        screen.follow();
        screen
    }

    /// The report of the last round that was shown.
    pub(super) fn into_report(self) -> Option<RoundReport> {
        self.room.report.filter(|_| self.has_shown_rounds)
    }

    /// What the server must be told.
    pub(super) fn actions(&mut self) -> Vec<RoomAction> {
        let mut actions = std::mem::take(&mut self.actions);
        if let Some(round) = &mut self.round {
            actions.extend(round.source().actions());
        }
        actions
    }

    /// Lets time pass: on the screen, which counts from its start, and on the server.
    pub(super) fn tick(&mut self, time: u64, now: u64) {
        (self.time, self.now) = (time, now);
        if let Some(round) = &mut self.round {
            round.source().tick(now);
            round.tick(time);
        }
    }

    /// Takes the news of the room.
    pub(super) fn take(&mut self, news: RoomNews) -> Option<RoomExit> {
        match news {
            RoomNews::Connected(view) => {
                self.room = *view;
                if std::mem::take(&mut self.is_lost) {
                    self.say(Look::Good, "The connection is back".to_owned());
                }
                self.follow();
            }
            RoomNews::Message { message, view } => {
                self.room = *view;
                self.follow();
                self.take_message(*message);
            }
            RoomNews::Lost => {
                self.is_lost = true;
                let text = "The connection is lost; your words are sent when it is back";
                self.say(Look::Bad, text.to_owned());
            }
            RoomNews::Ended(error) => return Some(RoomExit::Ended(error)),
            _ => {}
        }
        None
    }

    fn take_message(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Answer { answer, .. } => {
                if let Some(round) = &mut self.round {
                    round.source().answer(answer);
                    round.tick(self.time);
                }
            }
            ServerMessage::Refused { text, .. } => self.say(Look::Bad, text),
            ServerMessage::Event { event, .. } => self.take_event(event),
            _ => {}
        }
    }

    fn take_event(&mut self, event: RoomEvent) {
        match event {
            RoomEvent::DealFailed(problem) => {
                self.say(Look::Bad, format!("There is no board: {}", problem.reason));
            }
            RoomEvent::CountdownStopped => {
                self.say(Look::Text, "The countdown was stopped".to_owned());
            }
            RoomEvent::Dealing { .. } => self.notice = None,
            RoomEvent::Chat { line } if line.member != self.room.member => {
                // The lobby lists the messages.
                if let Some(round) = &mut self.round
                    && !round.is_ended()
                {
                    let text = format!("{}: {}", line.name, line.text);
                    round.tell(Look::Text, escape::line(&text).into_owned());
                }
            }
            _ => {}
        }
    }

    /// Says something below the board or in the lobby.
    fn say(&mut self, look: Look, text: String) {
        let text = escape::line(&text).into_owned();
        match &mut self.round {
            Some(round) if !round.is_ended() => round.tell(look, text),
            _ => self.notice = Some((look, text)),
        }
    }

    /// Follows the state of the room: a round begins, changes, or ends.
    fn follow(&mut self) {
        let time = self.time;
        match &self.room.phase {
            PhaseView::Playing { round } => {
                let is_shown = self
                    .round
                    .as_mut()
                    .is_some_and(|shown| shown.source().is_of(round));
                if !is_shown {
                    let round = round.clone();
                    self.round = self.begin(&round);
                }
            }
            // The next round is near.
            PhaseView::Dealing { .. } | PhaseView::Countdown { .. } => self.round = None,
            PhaseView::Waiting => {}
        }
        if let Some(shown) = &mut self.round {
            shown.source().update(&self.room, self.now);
            shown.tick(time);
            // A round that the connection has missed the end of.
            if !shown.is_ended() && matches!(self.room.phase, PhaseView::Waiting) {
                self.round = None;
            }
        }
    }

    fn begin(&mut self, round: &RunningRound) -> Option<RoundScreen<RoomRound>> {
        self.typed.clear();
        self.notice = None;
        let game = RoomGame {
            game: &round.game,
            dictionary: self.room.settings.dictionary.as_deref(),
            size: round.size.as_deref(),
        };
        match self.games.board(game, &round.board) {
            Ok(board) => {
                let source = RoomRound::new(board, round, &self.room, self.now);
                let rounds = self.room.settings.rounds;
                let title = format!("{}, round {} of {rounds}", round.game, round.number);
                let mut shown = RoundScreen::new(source, self.palette, &title, false);
                shown.tick(self.time);
                self.has_shown_rounds = true;
                Some(shown)
            }
            Err(error) => {
                let text = format!("This board cannot be shown: {error:#}");
                self.notice = Some((Look::Bad, escape::line(&text).into_owned()));
                None
            }
        }
    }

    /// Understands a key or the mouse.
    pub(super) fn handle(&mut self, event: &Event) -> Option<RoomExit> {
        if let Some(round) = &mut self.round {
            match round.handle(event) {
                Some(ScreenExit::Interrupt) => return Some(RoomExit::Interrupt),
                // On to the lobby.
                Some(ScreenExit::Quit | ScreenExit::NewBoard) => self.round = None,
                None => {}
            }
            return None;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Paste(text) => {
                self.enter(text);
                None
            }
            _ => None,
        }
    }

    fn press(&mut self, key: KeyEvent) -> Option<RoomExit> {
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if has_control => return Some(RoomExit::Interrupt),
            KeyCode::Char('d') if has_control => return Some(RoomExit::Leave),
            KeyCode::Char('s') if has_control => self.actions.push(RoomAction::Start),
            KeyCode::Char('u' | 'w') if has_control => self.typed.clear(),
            KeyCode::Char('h') if has_control => drop(self.typed.pop()),
            KeyCode::Char(_) if has_control => {}
            KeyCode::Char(letter) => self.enter(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Esc if self.typed.is_empty() => return Some(RoomExit::Leave),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Enter => self.confirm(),
            _ => {}
        }
        None
    }

    /// Adds typed letters.
    fn enter(&mut self, text: &str) {
        if self.room.settings.has_chat || self.is_dealer() {
            let letters = text.chars().filter(|letter| !letter.is_control());
            let left = MAX_TYPED.saturating_sub(self.typed.chars().count());
            self.typed.extend(letters.take(left));
        }
    }

    /// Deals, sends the message, or says whether the player is ready.
    fn confirm(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let typed = typed.trim();
        self.notice = None;
        let action = if self.is_dealer() {
            RoomAction::Deal(Some(typed.to_owned()).filter(|letters| !letters.is_empty()))
        } else if !typed.is_empty() {
            RoomAction::Chat(typed.to_owned())
        } else if matches!(self.room.phase, PhaseView::Waiting) {
            RoomAction::Ready(!self.is_ready())
        } else {
            return;
        };
        self.actions.push(action);
    }

    /// Whether the player chooses the letters of the next round.
    fn is_dealer(&self) -> bool {
        let own = Some(self.room.member);
        matches!(self.room.phase, PhaseView::Dealing { dealer, .. } if dealer == own)
    }

    fn is_ready(&self) -> bool {
        let own = self.room.member;
        let mut members = self.room.members.iter();
        members.any(|member| member.member == own && member.is_ready)
    }

    /// Draws the screen.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.round {
            Some(round) => round.draw(frame),
            None => lobby::draw(&self.lobby(), self.palette, frame.buffer_mut()),
        }
    }

    /// The content of the lobby.
    fn lobby(&self) -> LobbyView {
        let shown = |text: &str| escape::line(text).into_owned();
        let room = &self.room;
        let chat = room.chat.iter();
        let chat = chat.map(|line| shown(&format!("{}: {}", line.name, line.text)));
        let is_owner = room.owner == Some(room.member);
        let is_waiting = matches!(room.phase, PhaseView::Waiting);
        let mut keys = Vec::new();
        match (self.is_dealer(), self.typed.is_empty()) {
            (true, true) => keys.push(("Enter", "random letters")),
            (true, false) => keys.push(("Enter", "deal")),
            (false, false) => keys.push(("Enter", "send")),
            (false, true) if is_waiting && self.is_ready() => keys.push(("Enter", "not ready")),
            (false, true) if is_waiting => keys.push(("Enter", "ready")),
            (false, true) => {}
        }
        if is_owner && is_waiting {
            keys.push(("^S", "start"));
        }
        keys.push(("Esc", "leave"));
        if room.settings.has_chat && !self.is_dealer() {
            keys.push(("type", "a message"));
        }
        LobbyView {
            title: shown(&room.settings.game),
            code: room.code.to_string(),
            settings: settings_text(&room.settings),
            members: members(room, self.games.unit(&room.settings.game))
                .into_iter()
                .map(|(name, state)| (shown(&name), state))
                .collect(),
            status: shown(&self.status()),
            chat: chat.collect(),
            typed: shown(&self.typed),
            has_entry: room.settings.has_chat || self.is_dealer(),
            notice: self.notice.clone(),
            keys,
        }
    }

    /// What the room is doing.
    fn status(&self) -> String {
        let room = &self.room;
        match &room.phase {
            PhaseView::Waiting => {
                let players = room.members.iter().filter(|it| !it.is_spectator);
                let players = players.filter(|it| it.is_connected);
                let ready = players.clone().filter(|member| member.is_ready).count();
                let players = players.count();
                let next = match room.next_round() {
                    _ if room.rounds_played == 0 => String::new(),
                    Some(next) => format!("Round {next} of {}. ", room.settings.rounds),
                    None => "Another match. ".to_owned(),
                };
                match players + room.settings.computers.len() {
                    0 | 1 => format!("{next}Waiting for one more player"),
                    _ => format!(
                        "{next}{ready} of {} ready",
                        counted(players as u64, "player")
                    ),
                }
            }
            PhaseView::Dealing { dealer: None, .. } => "The board is being dealt".to_owned(),
            PhaseView::Dealing { .. } if self.is_dealer() => {
                "You deal: type the letters of the board, or have them drawn".to_owned()
            }
            PhaseView::Dealing {
                dealer: Some(dealer),
                ..
            } => format!("{} chooses the letters", named(room, *dealer)),
            PhaseView::Countdown { number, starts_at } => {
                let seconds = starts_at.saturating_sub(self.now).div_ceil(1000);
                let rounds = room.settings.rounds;
                format!("Round {number} of {rounds} starts in {seconds}")
            }
            PhaseView::Playing { .. } => "A round is being played".to_owned(),
        }
    }
}
