//! What rooms have done since the start, for `GET /metrics`.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;
use wgs_play::room::message::CloseReason;

use crate::metrics_text::{LatencyHistogram, MetricsText, count};
use crate::room_storage::QueueMetrics;

/// The codes of the reasons for which connections are closed, as messages have them.
const REASONS: [&str; 15] = [
    "version",
    "no-such-room",
    "bad-token",
    "room",
    "left",
    "removed",
    "gone",
    "replaced",
    "malformed",
    "too-much",
    "too-slow",
    "busy",
    "draining",
    "restart",
    "internal",
];

/// What rooms have done since the start.
#[derive(Debug, Default)]
pub(crate) struct RoomMetrics {
    pub(crate) rooms_created: AtomicU64,
    pub(crate) rooms_loaded: AtomicU64,
    pub(crate) rooms_unloaded: AtomicU64,
    /// Rooms whose tasks ended because they could not be stored or loaded.
    pub(crate) rooms_failed: AtomicU64,
    pub(crate) rounds: AtomicU64,
    pub(crate) deals_failed: AtomicU64,
    /// Connections that ended without a closing message, as when a network fails.
    pub(crate) lost: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) guesses: AtomicU64,
    /// From the arrival of an action to its answer, which waits for the disk.
    pub(crate) answers: LatencyHistogram,
    closed: [AtomicU64; REASONS.len()],
}

/// The current numbers of rooms, players and connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomGauges {
    pub(crate) players: usize,
    pub(crate) rooms: usize,
    pub(crate) is_draining: bool,
    pub(crate) queue: QueueMetrics,
}

/// Returns the code of a reason, as messages have it.
fn code(reason: &CloseReason) -> Value {
    let mut written = serde_json::to_value(reason).expect("a reason can be written as JSON");
    written["code"].take()
}

impl RoomMetrics {
    /// Counts a connection that the server closes.
    pub(crate) fn count_closed(&self, reason: &CloseReason) {
        let code = code(reason);
        let mut counters = REASONS.iter().zip(&self.closed);
        if let Some((_, counter)) = counters.find(|(reason, _)| code == **reason) {
            count(counter);
        }
    }

    /// Appends everything to a text.
    pub(crate) fn write(&self, gauges: &RoomGauges, text: &mut MetricsText) {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
        let RoomGauges {
            players,
            rooms,
            is_draining,
            queue,
        } = *gauges;
        text.gauge(
            "wgs_players",
            "Members with an open connection",
            players as f64,
        );
        text.gauge("wgs_rooms", "Rooms in memory", rooms as f64);
        text.gauge(
            "wgs_draining",
            "1 while the server is being stopped",
            f64::from(u8::from(is_draining)),
        );
        for (name, help, counter) in [
            (
                "wgs_rooms_created_total",
                "Rooms created",
                &self.rooms_created,
            ),
            (
                "wgs_rooms_loaded_total",
                "Rooms loaded from the database",
                &self.rooms_loaded,
            ),
            (
                "wgs_rooms_unloaded_total",
                "Empty rooms that left memory",
                &self.rooms_unloaded,
            ),
            (
                "wgs_connections_lost_total",
                "Connections of rooms that ended without a closing message",
                &self.lost,
            ),
            (
                "wgs_rooms_failed_total",
                "Rooms that could not be loaded or stored",
                &self.rooms_failed,
            ),
            ("wgs_rounds_total", "Rounds that have ended", &self.rounds),
            (
                "wgs_deals_failed_total",
                "Boards that could not be dealt",
                &self.deals_failed,
            ),
            ("wgs_messages_total", "Messages of clients", &self.messages),
            (
                "wgs_claims_total",
                "Words that players entered",
                &self.guesses,
            ),
        ] {
            text.counter(name, help, get(counter));
        }
        text.head(
            "wgs_closed_total",
            "Connections closed by the server",
            "counter",
        );
        for (reason, counter) in REASONS.iter().zip(&self.closed) {
            text.line(
                &format!("wgs_closed_total{{reason=\"{reason}\"}}"),
                get(counter),
            );
        }
        text.histogram(
            "wgs_answer_seconds",
            "Time from an action to its answer",
            &self.answers,
        );
        text.gauge(
            "wgs_write_queue",
            "Submissions that wait for the database",
            queue.waiting as f64,
        );
        text.counter(
            "wgs_writes_total",
            "Submissions stored",
            queue.stored as f64,
        );
        text.counter(
            "wgs_writes_failed_total",
            "Submissions that could not be stored",
            queue.failed as f64,
        );
        text.counter(
            "wgs_transactions_total",
            "Transactions of the database",
            queue.transactions as f64,
        );
        text.counter(
            "wgs_transaction_seconds_total",
            "Time of all transactions",
            queue.transaction_time.as_secs_f64(),
        );
        text.gauge(
            "wgs_transaction_seconds_max",
            "Time of the longest transaction",
            queue.longest_transaction.as_secs_f64(),
        );
        text.gauge(
            "wgs_transaction_batch_max",
            "Submissions in the largest transaction",
            queue.largest_batch as f64,
        );
    }
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;
    use wgs_play::room::RoomError;

    use super::*;

    #[test]
    fn every_reason_of_the_messages_has_a_counter() {
        let schema = serde_json::to_value(CloseReason::schema()).unwrap();
        let variants = schema["oneOf"].as_array().unwrap().iter();
        let codes = variants.map(|variant| &variant["properties"]["code"]["enum"][0]);
        assert_eq!(codes.collect::<Vec<_>>(), REASONS);
        assert_eq!(code(&CloseReason::Room(RoomError::NoChat)), "room");
        assert_eq!(code(&CloseReason::NoSuchRoom), "no-such-room");
    }

    #[test]
    fn connections_are_counted_by_the_reason_for_which_they_are_closed() {
        let metrics = RoomMetrics::default();
        metrics.count_closed(&CloseReason::TooMuch);
        count(&metrics.guesses);
        let mut text = MetricsText::default();
        let gauges = RoomGauges {
            players: 7,
            rooms: 2,
            is_draining: false,
            queue: QueueMetrics::default(),
        };
        metrics.write(&gauges, &mut text);
        let text = text.into_string();
        for line in [
            "# TYPE wgs_players gauge",
            "wgs_players 7",
            "wgs_claims_total 1",
            "wgs_closed_total{reason=\"too-much\"} 1",
            "wgs_closed_total{reason=\"busy\"} 0",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} in\n{text}");
        }
    }
}
