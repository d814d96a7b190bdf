//! The messages of the server to the room that the page is in.

use std::time::Duration;

use leptos::prelude::*;
use wgs_play::IgnoredReason;
use wgs_play::room::message::{ClientMessage, CloseReason, ServerMessage, VERSION};
use wgs_play::room::{RoomAnswer, RoomCode, RoomError, RoomEvent, RoomView};

use super::super::announcement::announcement;
use super::super::pending_guess::PendingGuess;
use super::super::{identity, room_round, room_text};
use super::{ConnectionState, FIRST_PING, FIRST_PINGS, RoomState, member};
use crate::engine_text::tr_message;
use crate::host;
use crate::page;
use crate::play::device::Sound;
use crate::play::state::PlayScreen;
use crate::text::{tr, tr_with};

impl RoomState {
    pub(super) fn receive(self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome {
                room,
                token,
                now,
                view,
                ..
            } => self.on_welcome(room, &token, now, *view),
            ServerMessage::Snapshot { now, view } => {
                self.note_time(now);
                self.set_view(*view);
            }
            ServerMessage::Event {
                sequence, event, ..
            } => self.on_event(sequence, event),
            ServerMessage::Answer { id, answer } => self.on_answer(id, answer),
            ServerMessage::Refused { id, error, .. } => self.on_refused(id, &error),
            ServerMessage::Pong { sent, now } => {
                let received = js_sys::Date::now();
                self.clock
                    .update_value(|clock| clock.measure(sent as f64, received, now));
                room_round::set_clock(self);
            }
            ServerMessage::Closed { reason, .. } => self.on_closed(reason),
        }
    }

    fn note_time(self, now: u64) {
        self.clock
            .update_value(|clock| clock.guess(js_sys::Date::now(), now));
        self.now.set(self.server_now());
    }

    fn on_welcome(self, room: RoomCode, token: &str, now: u64, view: RoomView) {
        let is_back = self.connection.get_untracked() == ConnectionState::Lost;
        if self.view.with_untracked(Option::is_none) {
            host::borrow_games(self.play.session);
        }
        identity::keep_seat(room, token);
        self.entrance.set_value(Some(ClientMessage::Resume {
            version: VERSION,
            room,
            token: token.to_owned(),
        }));
        self.failed.set_value(0);
        self.trouble.set(None);
        self.note_time(now);
        self.code.set(Some(room));
        let you = member(&view, view.member);
        if let Some(player) = you.and_then(|you| you.player.as_ref()) {
            identity::set_player(player);
        }
        self.connection.set(ConnectionState::Open);
        self.set_view(view);
        if is_back {
            self.play.session.announce(tr("room.back-again"));
        }
        page::set_fragment(&format!("room={room}"));
        self.play.screen.set(PlayScreen::Room);
        for number in 0..FIRST_PINGS {
            let ping = move || {
                self.ping();
            };
            set_timeout(ping, Duration::from_millis(1 + number * FIRST_PING));
        }
        // Guesses of this round without an answer are sent again.
        for PendingGuess { id, action, .. } in untrack(|| self.pending.all()) {
            self.send(&ClientMessage::Act { id, action });
        }
    }

    /// Replaces the whole room.
    fn set_view(self, view: RoomView) {
        self.pending.compare(&view);
        self.view.set(Some(view));
        room_round::set_clock(self);
    }

    fn on_event(self, sequence: u64, event: RoomEvent) {
        let known = self
            .view
            .with_untracked(|view| view.as_ref().map(|view| view.sequence));
        if known.is_some_and(|known| sequence == known + 1) {
            self.announce(&event);
            self.apply_side_effects(&event);
        }
        let mut is_missing = false;
        self.view.update(|view| {
            is_missing = view
                .as_mut()
                .is_some_and(|view| view.apply(sequence, event).is_err());
        });
        if is_missing {
            self.send(&ClientMessage::Resync);
        }
    }

    /// Applies the effects that an event has on the page besides changing the room.
    fn apply_side_effects(self, event: &RoomEvent) {
        // What was wrong before is over.
        if matches!(
            event,
            RoomEvent::Dealing { .. }
                | RoomEvent::Countdown { .. }
                | RoomEvent::Started { .. }
                | RoomEvent::Ended { .. }
                | RoomEvent::Settings { .. }
        ) {
            self.dismiss_error();
        }
        match event {
            RoomEvent::Started { round } => {
                self.pending.start_round(round.started_at);
                self.hides_report.set(false);
                self.play.clear_board();
            }
            RoomEvent::Ended { .. } => {
                // The answers to guesses in time come before the end.
                self.pending.end_round();
                self.hides_report.set(false);
                self.play.clear_board();
                self.play.make_sound(Sound::Ended);
            }
            RoomEvent::Chat { line } => {
                let is_own = self
                    .view
                    .with_untracked(|view| view.as_ref().map(|view| view.member))
                    == Some(line.member);
                if !is_own && !self.is_chat_open.get_untracked() {
                    self.unread.update(|unread| *unread += 1);
                }
            }
            RoomEvent::DealFailed(problem) => {
                let reason = tr_message(problem);
                self.show_error(tr_with("room.deal-failed", &[("reason", &reason)]));
            }
            _ => {}
        }
    }

    fn announce(self, event: &RoomEvent) {
        let now = self.server_now();
        let text = self
            .view
            .with_untracked(|view| announcement(view.as_ref()?, event, now));
        if let Some(text) = text {
            self.play.session.announce(text);
        }
    }

    fn on_answer(self, id: u64, answer: RoomAnswer) {
        let RoomAnswer::Judged {
            guess,
            verdict,
            penalty,
            word,
        } = answer
        else {
            return self.dismiss_error();
        };
        let pending = self.pending.take(id);
        if let Some(word) = word
            && !self.is_team_untracked()
        {
            self.view.update(|view| {
                if let Some(view) = view
                    && !view.words.iter().any(|known| known.word == word.word)
                {
                    view.words.push(word);
                }
            });
        }
        // An answer that came twice shows nothing new.
        if pending.is_some() {
            self.play.show_verdict(guess, &verdict, penalty);
        }
    }

    fn is_team_untracked(self) -> bool {
        untrack(|| self.is_team())
    }

    fn on_refused(self, id: u64, error: &RoomError) {
        let text = room_text::error(error);
        match self.pending.take(id) {
            Some(guess) if is_too_late(error) => self.pending.add_late(guess),
            Some(guess) => {
                let text = format!("{}: {text}", guess.text);
                self.play.session.announce(text);
            }
            None if self.pending.is_late(id) => {}
            None => self.show_error(text),
        }
    }

    /// Shows an error until it is dismissed, or until its cause is gone.
    fn show_error(self, text: String) {
        self.error.set_value(Some(text.clone()));
        self.play.session.show_error(text);
    }

    /// Dismisses the error that the room has shown last.
    pub(super) fn dismiss_error(self) {
        let mut error = None;
        self.error.update_value(|it| error = it.take());
        let notice = self.play.session.notice;
        if error.is_some() && notice.get_untracked() == error {
            notice.set(None);
        }
    }

    pub(super) fn on_closed(self, reason: CloseReason) {
        if reason.is_temporary() {
            self.trouble.set(Some(reason));
            return self.on_disconnect();
        }
        let room = self.code.get_untracked();
        let is_over = matches!(
            reason,
            CloseReason::Left
                | CloseReason::Removed
                | CloseReason::Gone
                | CloseReason::NoSuchRoom
                | CloseReason::BadToken
        );
        if let (true, Some(room)) = (is_over, room) {
            identity::forget_seat(room);
        }
        self.generation.update_value(|generation| *generation += 1);
        self.drop_socket();
        self.connection.set(ConnectionState::Closed(reason));
        self.view.set(None);
        self.pending.clear();
    }
}

/// Whether a guess was refused because its round has ended.
fn is_too_late(error: &RoomError) -> bool {
    matches!(
        error,
        RoomError::NoRound | RoomError::Ignored(IgnoredReason::Ended)
    )
}
