//! What rooms have done since the start, for `GET /metrics` in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use wgs_play::room::message::CloseReason;

use crate::room_storage::QueueMetrics;

/// The upper bounds of the buckets of a [`LatencyHistogram`], in milliseconds.
const BOUNDS: [u64; 12] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/// The names of the reasons for which connections are closed.
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

/// How many times took how long.
#[derive(Debug, Default)]
pub(crate) struct LatencyHistogram {
    /// The number of times up to each bound, without those up to the bound before.
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    /// In microseconds.
    sum: AtomicU64,
}

impl LatencyHistogram {
    /// Counts a time.
    pub(crate) fn add(&self, time: Duration) {
        let bucket = BOUNDS.iter().zip(&self.buckets);
        let mut bucket = bucket.filter(|(bound, _)| time <= Duration::from_millis(**bound));
        if let Some((_, bucket)) = bucket.next() {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.sum.fetch_add(time, Ordering::Relaxed);
    }
}

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
    pub(crate) messages: AtomicU64,
    pub(crate) guesses: AtomicU64,
    /// From the arrival of an action to its answer, which waits for the disk.
    pub(crate) answers: LatencyHistogram,
    closed: [AtomicU64; REASONS.len()],
}

/// What there is at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomGauges {
    pub(crate) players: usize,
    pub(crate) rooms: usize,
    pub(crate) http_connections: usize,
    pub(crate) is_draining: bool,
    pub(crate) queue: QueueMetrics,
}

/// Counts one more.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl RoomMetrics {
    /// Counts a connection that the server closes.
    pub(crate) fn count_closed(&self, reason: &CloseReason) {
        let name = match reason {
            CloseReason::Version => "version",
            CloseReason::NoSuchRoom => "no-such-room",
            CloseReason::BadToken => "bad-token",
            CloseReason::Room(_) => "room",
            CloseReason::Left => "left",
            CloseReason::Removed => "removed",
            CloseReason::Gone => "gone",
            CloseReason::Replaced => "replaced",
            CloseReason::Malformed => "malformed",
            CloseReason::TooMuch => "too-much",
            CloseReason::TooSlow => "too-slow",
            CloseReason::Busy => "busy",
            CloseReason::Draining => "draining",
            CloseReason::Restart => "restart",
            _ => "internal",
        };
        let mut counters = REASONS.iter().zip(&self.closed);
        if let Some((_, counter)) = counters.find(|(reason, _)| **reason == name) {
            count(counter);
        }
    }

    /// Writes everything in the text format of Prometheus.
    pub(crate) fn text(&self, gauges: &RoomGauges) -> String {
        let mut text = MetricsText::default();
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
        let RoomGauges {
            players,
            rooms,
            http_connections,
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
            "wgs_http_connections",
            "Open connections that are not WebSockets",
            http_connections as f64,
        );
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
                "Rooms that left memory because nobody was there",
                &self.rooms_unloaded,
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
        text.0
    }
}

/// Metrics in the text format of Prometheus.
#[derive(Debug, Default)]
struct MetricsText(String);

impl MetricsText {
    fn head(&mut self, name: &str, help: &str, kind: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, value: f64) {
        let _ = writeln!(self.0, "{name} {value}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: f64) {
        self.head(name, help, "gauge");
        self.line(name, value);
    }

    fn counter(&mut self, name: &str, help: &str, value: f64) {
        self.head(name, help, "counter");
        self.line(name, value);
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &LatencyHistogram) {
        self.head(name, help, "histogram");
        let mut sum = 0;
        for (bound, bucket) in BOUNDS.iter().zip(&histogram.buckets) {
            sum += bucket.load(Ordering::Relaxed);
            let bound = Duration::from_millis(*bound).as_secs_f64();
            self.line(&format!("{name}_bucket{{le=\"{bound}\"}}"), sum as f64);
        }
        let count = histogram.count.load(Ordering::Relaxed) as f64;
        self.line(&format!("{name}_bucket{{le=\"+Inf\"}}"), count);
        let total = Duration::from_micros(histogram.sum.load(Ordering::Relaxed));
        self.line(&format!("{name}_sum"), total.as_secs_f64());
        self.line(&format!("{name}_count"), count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_the_format_of_prometheus() {
        let metrics = RoomMetrics::default();
        metrics.answers.add(Duration::from_millis(3));
        metrics.answers.add(Duration::from_millis(30));
        metrics.answers.add(Duration::from_secs(60));
        metrics.count_closed(&CloseReason::TooMuch);
        count(&metrics.guesses);
        let text = metrics.text(&RoomGauges {
            players: 7,
            rooms: 2,
            http_connections: 1,
            is_draining: false,
            queue: QueueMetrics::default(),
        });
        for line in [
            "# TYPE wgs_players gauge",
            "wgs_players 7",
            "wgs_claims_total 1",
            "wgs_closed_total{reason=\"too-much\"} 1",
            "wgs_closed_total{reason=\"busy\"} 0",
            "wgs_answer_seconds_bucket{le=\"0.005\"} 1",
            "wgs_answer_seconds_bucket{le=\"0.05\"} 2",
            "wgs_answer_seconds_bucket{le=\"5\"} 2",
            "wgs_answer_seconds_bucket{le=\"+Inf\"} 3",
            "wgs_answer_seconds_sum 60.033",
            "wgs_answer_seconds_count 3",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} in\n{text}");
        }
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.rsplit_once(' ').unwrap();
            assert!(name.starts_with("wgs_"), "{line}");
            assert!(value.parse::<f64>().is_ok(), "{line}");
        }
    }
}
