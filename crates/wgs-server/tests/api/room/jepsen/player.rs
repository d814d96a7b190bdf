//! A player that guesses words of the board until a flag stops it, and comes back through any of
//! the servers whenever the connection is lost, as pages do.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use wgs_client::{ClientError, RoomClient};
use wgs_dice::Random;
use wgs_play::Verdict;
use wgs_play::room::message::{ClientMessage, ServerMessage};
use wgs_play::room::{PhaseView, RoomAction, RoomAnswer, RoomCode};

use super::checker::{EventLog, PlayerLog};

/// The time between two guesses. More messages would be a flood.
const GUESS: Duration = Duration::from_millis(600);

/// The number of guesses that wait for an answer, after which a player makes no others.
const MOST_UNANSWERED: usize = 8;

/// The time in which a connection must be open, and the member in the room.
const CONNECTING: Duration = Duration::from_secs(5);

/// A connection on which nothing came for this time is lost.
const SILENCE: Duration = Duration::from_secs(3);

/// How long a player tries to come back before that is a fault.
const PATIENCE: Duration = Duration::from_secs(90);

/// What all players do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Play,
    /// Guess no more, and end the round when every guess is answered.
    Finish,
}

/// What all players share.
pub(super) struct Surroundings {
    /// The addresses of the servers as they are now.
    pub(super) servers: Mutex<Vec<SocketAddr>>,
    pub(super) stage: watch::Sender<Stage>,
    /// The number of times that all connections were cut.
    pub(super) cuts: watch::Sender<u64>,
}

/// What the players of a room share.
pub(super) struct SharedRoom {
    pub(super) code: RoomCode,
    pub(super) players: usize,
    /// The number of players whose guesses are all answered.
    pub(super) done: AtomicUsize,
    pub(super) events: Mutex<EventLog>,
}

/// A player.
pub(super) struct ChaosPlayer {
    pub(super) surroundings: Arc<Surroundings>,
    pub(super) room: Arc<SharedRoom>,
    pub(super) token: String,
    pub(super) random: Random,
    /// The words that are still to be guessed.
    pub(super) words: Vec<String>,
    pub(super) log: PlayerLog,
    /// Guesses without an answer, and the ids of their messages on this connection.
    pub(super) unanswered: BTreeMap<String, u64>,
    pub(super) is_done: bool,
}

impl ChaosPlayer {
    /// Plays until the report of the round, or until the player cannot come back any more.
    pub(super) async fn play(mut self, client: RoomClient) -> Result<PlayerLog, String> {
        let mut client = Some(client);
        loop {
            let connected = match client.take() {
                Some(client) => client,
                None => self.come_back().await?,
            };
            match self.follow(connected).await {
                Ok(()) => return Ok(self.log),
                Err(error) if is_temporary(&error) => {}
                Err(error) => return Err(format!("closed for good: {error}")),
            }
        }
    }

    async fn come_back(&mut self) -> Result<RoomClient, String> {
        let start = Instant::now();
        self.log.returns += 1;
        let mut last = "no attempt".to_owned();
        while start.elapsed() < PATIENCE {
            let server = {
                let servers = self.surroundings.servers.lock().unwrap();
                servers[self.random.below(servers.len())]
            };
            let (address, room) = (server.into(), self.room.code);
            let resuming = RoomClient::resume(&address, room, &self.token);
            match timeout(CONNECTING, resuming).await {
                Ok(Ok(client)) => return Ok(client),
                Ok(Err(error)) if is_temporary(&error) => last = error.to_string(),
                Ok(Err(error)) => return Err(format!("cannot come back: {error}")),
                Err(_) => last = "no answer".to_owned(),
            }
            sleep(Duration::from_millis(300 + self.random.below(700) as u64)).await;
        }
        Err(format!("is not back after {PATIENCE:?}: {last}"))
    }

    /// Plays on one connection. Returns when the player has seen the report.
    async fn follow(&mut self, mut client: RoomClient) -> Result<(), ClientError> {
        let mut cuts = self.surroundings.cuts.subscribe();
        let mut ticks = interval(GUESS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.see(&client);
        for word in self.unanswered.keys().cloned().collect::<Vec<_>>() {
            self.guess(word, &mut client).await?;
        }
        let mut heard = Instant::now();
        loop {
            if self.see(&client) {
                return Ok(());
            }
            tokio::select! {
                received = client.receive() => {
                    heard = Instant::now();
                    match received {
                        Ok(message) => self.hear(message),
                        Err(ClientError::MissingEvent(_)) => {
                            client.socket().send(&ClientMessage::Resync).await?;
                        }
                        Err(error) => return Err(error),
                    }
                }
                Ok(()) = cuts.changed() => return Err(ClientError::Ended),
                _ = ticks.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Err(ClientError::Ended);
                    }
                    client.socket().send(&ClientMessage::Ping { sent: 0 }).await?;
                    self.act(&mut client).await?;
                }
            }
        }
    }

    /// Takes over what the view of the room says. Returns whether the round is over.
    fn see(&mut self, client: &RoomClient) -> bool {
        let Some(view) = client.view() else {
            return false;
        };
        self.log.member = Some(view.member);
        if let Some(report) = &view.report {
            self.log.report = Some(report.clone());
            return true;
        }
        // In a team, these are the words of all.
        if view.finders.is_empty() {
            for word in &view.words {
                self.unanswered.remove(&word.word);
                self.log.confirmed.insert(word.word.clone());
            }
        }
        false
    }

    fn hear(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Event {
                sequence, event, ..
            } => {
                let event = serde_json::to_string(&event).unwrap();
                self.room.events.lock().unwrap().add(sequence, event);
            }
            ServerMessage::Answer { id, answer } => {
                let RoomAnswer::Judged { verdict, word, .. } = answer else {
                    return;
                };
                let Some(guess) = self.answered(id) else {
                    return;
                };
                match word {
                    Some(_) => drop(self.log.confirmed.insert(guess)),
                    None if verdict == Verdict::AlreadyFound => {
                        self.log.found_before.insert(guess);
                    }
                    None => {}
                }
            }
            ServerMessage::Refused { id, .. } => drop(self.answered(id)),
            _ => {}
        }
    }

    fn answered(&mut self, id: u64) -> Option<String> {
        let mut unanswered = self.unanswered.iter();
        let (word, _) = unanswered.find(|(_, sent)| **sent == id)?;
        let word = word.clone();
        self.unanswered.remove(&word);
        Some(word)
    }

    async fn guess(&mut self, word: String, client: &mut RoomClient) -> Result<(), ClientError> {
        self.log.made.insert(word.clone());
        let id = client.send(RoomAction::Guess(word.clone())).await?;
        self.unanswered.insert(word, id);
        Ok(())
    }

    /// Guesses the next word, or does its part to end the round.
    async fn act(&mut self, client: &mut RoomClient) -> Result<(), ClientError> {
        if *self.surroundings.stage.borrow() == Stage::Play {
            if self.unanswered.len() >= MOST_UNANSWERED {
                return Ok(());
            }
            // A player who has guessed all guesses again, which must count for nothing.
            let again = self.random.below(self.log.made.len().max(1));
            let again = || self.log.made.iter().nth(again).cloned();
            if let Some(word) = self.words.pop().or_else(again) {
                // It counts as made even if the connection fails now.
                self.unanswered.insert(word.clone(), u64::MAX);
                self.guess(word, client).await?;
            }
            return Ok(());
        }
        if !self.unanswered.is_empty() {
            return Ok(());
        }
        if !self.is_done {
            self.is_done = true;
            self.room.done.fetch_add(1, Ordering::Relaxed);
        }
        let is_owner = client.view().is_some_and(|view| {
            let is_playing = matches!(view.phase, PhaseView::Playing { .. });
            is_playing && view.owner == Some(view.member)
        });
        if is_owner && self.room.done.load(Ordering::Relaxed) == self.room.players {
            client.send(RoomAction::EndRound).await?;
        }
        Ok(())
    }
}

/// Whether a page would connect again.
fn is_temporary(error: &ClientError) -> bool {
    error.is_temporary() || matches!(error, ClientError::MissingEvent(_))
}
