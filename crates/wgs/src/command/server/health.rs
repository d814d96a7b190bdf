//! `wgs server health`: asks a server on this machine whether it works, for health checks of
//! containers and services.

use std::io::Write;
use std::net::SocketAddr;

use anyhow::Result;
use wgs_client::ServerAddress;

use crate::app::ExitStatus;
use crate::arguments::number;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Port of the server on this machine.
    #[arg(short, long, value_name = "N", default_value_t = 7007, value_parser = number::<u16>(1..=u16::MAX.into()))]
    port: u16,

    /// Check that the server accepts new players, not only that it answers.
    #[arg(long)]
    ready: bool,
}

/// Prints the server's answer, and returns whether it is healthy.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitStatus> {
    let path = match args.ready {
        true => "ready",
        false => "health",
    };
    let address = SocketAddr::from(([127, 0, 0, 1], args.port));
    let answer = match ServerAddress::from(address).get_blocking(path) {
        Ok(answer) => answer,
        // Not the exit code of wrong usage, which containers reserve.
        Err(error) => {
            let _ = writeln!(terminal::error_output(), "no server at {address}: {error}");
            return Ok(ExitStatus::Negative);
        }
    };
    writeln!(out, "{}", answer.body.trim_end())?;
    Ok(match answer.status {
        200 => ExitStatus::Success,
        _ => ExitStatus::Negative,
    })
}
