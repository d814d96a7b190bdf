//! Counters, histograms, and how both are written in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the buckets of a [`LatencyHistogram`], in milliseconds.
const BOUNDS: [u64; 12] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/// Counts one more.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

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
            count(bucket);
        }
        count(&self.count);
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.sum.fetch_add(time, Ordering::Relaxed);
    }
}

/// Metrics in the text format of Prometheus.
#[derive(Debug, Default)]
pub(crate) struct MetricsText(String);

impl MetricsText {
    pub(crate) fn into_string(self) -> String {
        self.0
    }

    pub(crate) fn head(&mut self, name: &str, help: &str, kind: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    pub(crate) fn line(&mut self, name: &str, value: f64) {
        let _ = writeln!(self.0, "{name} {value}");
    }

    pub(crate) fn gauge(&mut self, name: &str, help: &str, value: f64) {
        self.head(name, help, "gauge");
        self.line(name, value);
    }

    pub(crate) fn counter(&mut self, name: &str, help: &str, value: f64) {
        self.head(name, help, "counter");
        self.line(name, value);
    }

    pub(crate) fn histogram(&mut self, name: &str, help: &str, histogram: &LatencyHistogram) {
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
        let times = LatencyHistogram::default();
        times.add(Duration::from_millis(3));
        times.add(Duration::from_millis(30));
        times.add(Duration::from_secs(60));
        let mut text = MetricsText::default();
        text.gauge("wgs_players", "Members with an open connection", 7.0);
        text.counter("wgs_claims_total", "Words that players entered", 1.0);
        text.histogram("wgs_answer_seconds", "Time to an answer", &times);
        let text = text.into_string();
        for line in [
            "# HELP wgs_players Members with an open connection",
            "# TYPE wgs_players gauge",
            "wgs_players 7",
            "# TYPE wgs_claims_total counter",
            "wgs_claims_total 1",
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
