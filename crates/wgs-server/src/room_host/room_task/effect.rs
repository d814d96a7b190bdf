//! The effects of an input once it is stored: answers, events, boards and archives.

use std::time::Instant;

use tokio_tungstenite::tungstenite::Utf8Bytes;
use wgs_play::room::message::{CloseReason, ServerMessage, VERSION};
use wgs_play::room::{
    LeaveReason, RoomAnswer, RoomError, RoomOutput, RoomSettings, RoomView, RoundReport,
};

use super::{DEAL_INTERVAL, RoomCommand, RoomTask};
use crate::metrics_text::count;
use crate::room_host::outgoing::{Closing, ConnectionId, Outgoing};
use crate::room_host::room_board;
use crate::room_storage::StorageError;

/// An effect of an input once it is stored.
#[derive(Debug)]
pub(super) enum Effect {
    Welcome {
        connection: ConnectionId,
        token: String,
        view: Box<RoomView>,
    },
    Refuse {
        outgoing: Outgoing,
        closing: Closing,
    },
    Answer {
        connection: ConnectionId,
        id: u64,
        received: Instant,
        answer: Result<RoomAnswer, RoomError>,
    },
    Snapshot {
        connection: ConnectionId,
        view: Box<RoomView>,
    },
    /// An output of the room, except for answers, and for inputs and snapshots, which are stored.
    Output(RoomOutput),
}

impl RoomTask {
    pub(super) async fn carry_out(&mut self, effects: Vec<Effect>) -> Result<(), StorageError> {
        let mut slow = Vec::new();
        for effect in effects {
            self.perform(effect, &mut slow);
        }
        for connection in slow {
            let closing = Closing::new(CloseReason::TooSlow);
            self.disconnect(connection, Some(closing)).await?;
        }
        self.summary.update(&self.room);
        Ok(())
    }

    fn perform(&mut self, effect: Effect, slow: &mut Vec<ConnectionId>) {
        let now = self.host.clock.now();
        let (connection, message) = match effect {
            Effect::Output(output) => return self.perform_output(output, slow),
            Effect::Welcome {
                connection,
                token,
                view,
            } => {
                let message = ServerMessage::Welcome {
                    version: VERSION,
                    room: self.code,
                    member: view.member,
                    token,
                    now,
                    view,
                };
                (connection, message)
            }
            Effect::Answer {
                connection,
                id,
                received,
                answer,
            } => {
                self.host.metrics.answers.add(received.elapsed());
                let message = match answer {
                    Ok(answer) => ServerMessage::Answer { id, answer },
                    Err(error) => {
                        let text = error.to_string();
                        ServerMessage::Refused { id, error, text }
                    }
                };
                (connection, message)
            }
            Effect::Snapshot { connection, view } => {
                (connection, ServerMessage::Snapshot { now, view })
            }
            Effect::Refuse { outgoing, closing } => return outgoing.close(closing),
        };
        let mut connections = self.connections.iter_mut();
        if let Some(found) = connections.find(|it| it.outgoing.id == connection) {
            found.is_welcome |= matches!(message, ServerMessage::Welcome { .. });
            let text = Utf8Bytes::from(message.to_json());
            if found.outgoing.send(text).is_err() {
                slow.push(connection);
            }
        }
    }

    fn perform_output(&mut self, output: RoomOutput, slow: &mut Vec<ConnectionId>) {
        match output {
            RoomOutput::Event { sequence, event } => {
                let message = ServerMessage::Event {
                    sequence,
                    now: self.host.clock.now(),
                    event,
                };
                // Written once for everyone.
                let text = Utf8Bytes::from(message.to_json());
                for it in self.connections.iter().filter(|it| it.is_welcome) {
                    if it.outgoing.send(text.clone()).is_err() {
                        slow.push(it.outgoing.id);
                    }
                }
            }
            RoomOutput::Close { member, reason } => {
                let found = self.connections.iter().position(|it| it.member == member);
                if let Some(found) = found {
                    let found = self.connections.swap_remove(found);
                    self.empty_since = tokio::time::Instant::now();
                    found.outgoing.close(match reason {
                        LeaveReason::Left => CloseReason::Left,
                        LeaveReason::Removed => CloseReason::Removed,
                        LeaveReason::Gone => CloseReason::Gone,
                    });
                }
            }
            RoomOutput::Deal {
                deal,
                settings,
                letters,
            } => self.deal(deal, settings, letters),
            RoomOutput::RoundOver { report } => {
                count(&self.host.metrics.rounds);
                self.archive(report);
            }
            // Stored or answered before.
            RoomOutput::Store { .. } | RoomOutput::Snapshot(_) | RoomOutput::Answer(_) => {}
        }
    }

    /// Has a board dealt. The room is not unloaded before it has the answer.
    fn deal(&mut self, deal: u64, settings: Box<RoomSettings>, letters: Option<String>) {
        let Some(sender) = self.sender.upgrade() else {
            return;
        };
        let (host, code, client) = (self.host.clone(), self.code, self.client);
        // The answer to an earlier deal is not needed any more.
        if let Some(earlier) = self.dealing.take() {
            earlier.abort();
        }
        let start = self.next_deal.max(tokio::time::Instant::now());
        self.next_deal = start + DEAL_INTERVAL;
        let dealing = tokio::spawn(async move {
            tokio::time::sleep_until(start).await;
            let command = match host.deal(client, settings, letters).await {
                Ok(board) => {
                    let board = Box::new(board);
                    RoomCommand::Dealt { deal, board }
                }
                Err(error) => {
                    tracing::info!(room = %code, "cannot deal a board: {error}");
                    let problem = room_board::deal_problem(&error);
                    RoomCommand::DealFailed { deal, problem }
                }
            };
            // If the room has ended, it asks again when it is loaded.
            let _ = sender.send(command).await;
        });
        self.dealing = Some(dealing.abort_handle());
    }

    /// Stores and rates a round that has ended.
    pub(super) fn archive(&self, report: Box<RoundReport>) {
        let Some(sender) = self.sender.upgrade() else {
            return;
        };
        let (host, code) = (self.host.clone(), self.code);
        if !host.budgets.store_round(self.client) {
            tracing::warn!(room = %code, round = report.id, "the round is not stored, because client {} has had too many in an hour", self.client);
            return;
        }
        tokio::spawn(async move {
            match host.archive_round(code, &report).await {
                Ok(changes) if changes.is_empty() => {}
                Ok(changes) => drop(sender.send(RoomCommand::Rated(changes)).await),
                Err(error) => {
                    let error = wgs_config::error_chain(&error);
                    tracing::error!(room = %code, round = report.id, "cannot store the round: {error}");
                }
            }
        });
    }
}
