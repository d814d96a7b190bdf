//! The routes that monitoring asks: whether the server lives, whether it can be sent players, and
//! what it has done.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::metrics_text::{LatencyHistogram, MetricsText, count};
use crate::{Activity, Server};

/// The answers of the server since its start.
#[derive(Debug, Default)]
pub(crate) struct HttpMetrics {
    /// The number of responses by the first digit of their status, from 1 to 5.
    responses: [AtomicU64; 5],
    /// From the head of a request to the head of its response.
    times: LatencyHistogram,
}

impl HttpMetrics {
    /// Counts a response.
    pub(crate) fn add(&self, status: StatusCode, time: Duration) {
        let class = usize::from(status.as_u16() / 100);
        if let Some(counter) = self.responses.get(class - 1) {
            count(counter);
        }
        self.times.add(time);
    }

    fn write(&self, activity: &Activity, text: &mut MetricsText) {
        text.gauge(
            "wgs_http_connections",
            "Open connections that are not WebSockets",
            activity.connections as f64,
        );
        text.gauge(
            "wgs_http_running",
            "Threads that compute replies",
            activity.running as f64,
        );
        text.gauge(
            "wgs_http_waiting",
            "Requests that wait for a thread",
            activity.waiting as f64,
        );
        text.gauge(
            "wgs_http_held_bytes",
            "Bytes that requests and unread replies hold, without small ones",
            activity.held_bytes as f64,
        );
        text.head("wgs_http_responses_total", "Responses", "counter");
        for (number, counter) in (1..).zip(&self.responses) {
            let name = format!("wgs_http_responses_total{{status=\"{number}xx\"}}");
            text.line(&name, counter.load(Ordering::Relaxed) as f64);
        }
        text.histogram(
            "wgs_http_seconds",
            "Time from the head of a request to the head of its response",
            &self.times,
        );
    }
}

/// Tells that the process lives.
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Tells whether the server can be sent players: the database can be written, and the server is
/// not being stopped.
pub(crate) async fn ready(State(server): State<Server>) -> Response {
    let is_ready = match server.rooms() {
        Ok(rooms) if rooms.is_draining() => Err("the server is being stopped".to_owned()),
        Ok(rooms) if !rooms.is_leased() => {
            Err("the server has lost its connection to the other servers".to_owned())
        }
        Ok(rooms) => match rooms.is_writable().await {
            true => Ok(()),
            false => Err("the database of rooms cannot be written; the log says why".to_owned()),
        },
        // A server that was started without rooms needs no database.
        Err(_) if server.state.room_options.is_none() => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    match is_ready {
        Ok(()) => "ready\n".into_response(),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response(),
    }
}

/// Returns what the server and its rooms, if there are any, have done, in the text format of
/// Prometheus.
pub(crate) async fn metrics(State(server): State<Server>) -> Response {
    let mut text = MetricsText::default();
    server.state.metrics.write(&server.activity(), &mut text);
    if let Ok(rooms) = server.rooms() {
        rooms.write_metrics(&mut text);
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, text.into_string()).into_response()
}
