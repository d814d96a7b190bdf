//! The command line: reads the arguments, runs one command, and reports the result with the
//! exit code. Each command is a file in [`command`].

mod app;
mod arguments;
mod board_args;
mod column;
mod command;
#[cfg(feature = "serve")]
mod database_args;
mod feature;
mod format_arguments;
mod game_args;
#[cfg(not(feature = "gpu"))]
#[path = "no_gpu.rs"]
mod gpu;
mod interrupt;
#[cfg(feature = "nats")]
mod job_notice;
mod line_source;
mod ordered_threads;
mod progress;
mod record_file;
mod scoring_device;
mod search_space;
mod terminal;

use std::io;
use std::process::ExitCode;

use app::{App, ExitStatus};
#[cfg(feature = "gpu")]
use wgs_gpu as gpu;

fn main() -> ExitCode {
    let cli = arguments::parse();
    cli.color.apply();
    let app = App::new(cli.app);
    let mut out = terminal::output();
    let result = command::run(cli.command, &app, &mut *out);
    let result = result.and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match result {
        Ok(status) => status.into(),
        // The reader of the output has closed the pipe.
        Err(error) if is_closed_pipe(&error) => ExitStatus::Success.into(),
        Err(error) => {
            let _ = out.flush();
            app::report(&app::error_text(&error));
            let stopped = app::stopped(&error).map(ExitStatus::from);
            stopped.unwrap_or(ExitStatus::BadInput).into()
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(closed)
}
