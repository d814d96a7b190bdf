//! `wgs server health`: asks a server on this machine whether it works, for health checks of
//! containers and services.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::Result;

use crate::app::ExitStatus;
use crate::arguments::number;
use crate::terminal;

/// The time for each step of the question.
const TIME: Duration = Duration::from_secs(5);

/// The most that is read of an answer, in bytes.
const MAX_ANSWER: u64 = 64 << 10;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Port of the server on this machine.
    #[arg(short, long, value_name = "N", default_value_t = 7007, value_parser = number::<u16>(1..=u16::MAX.into()))]
    port: u16,

    /// Ask whether the server can take new players, instead of whether it answers at all.
    #[arg(long)]
    ready: bool,
}

/// Prints the server's answer, and returns whether it is healthy.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitStatus> {
    let path = match args.ready {
        true => "/ready",
        false => "/health",
    };
    let address = SocketAddr::from(([127, 0, 0, 1], args.port));
    let answer = match ask(address, path) {
        Ok(answer) => answer,
        // Not the exit code of wrong usage, which containers reserve.
        Err(error) => {
            let _ = writeln!(terminal::error_output(), "no server at {address}: {error}");
            return Ok(ExitStatus::Negative);
        }
    };
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    writeln!(out, "{}", body.trim_end())?;
    match head.split(' ').nth(1) {
        Some("200") => Ok(ExitStatus::Success),
        _ => Ok(ExitStatus::Negative),
    }
}

fn ask(address: SocketAddr, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIME)?;
    stream.set_read_timeout(Some(TIME))?;
    stream.set_write_timeout(Some(TIME))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(MAX_ANSWER).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
