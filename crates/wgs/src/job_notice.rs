//! The notices for the user while workers do the tasks of a hunt or a proof.

use wgs_records::nats::JobEvent;

use crate::app;

/// Tells the user about an event that needs attention.
pub(crate) fn report(event: JobEvent<'_>) {
    match event {
        JobEvent::NoWorkers => app::report(
            "there are no results yet; `wgs worker` with the same --nats starts a worker",
        ),
        JobEvent::Away(error) => app::report(&format!("{error}; trying again")),
        JobEvent::Done { .. } | JobEvent::Waiting => {}
    }
}
