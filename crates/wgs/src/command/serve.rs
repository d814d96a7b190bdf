//! `wgs serve`: the page and the API, on this machine.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Error, Result};
use wgs_server::{Listener, Options, ServeError, Server, log_to_stderr, new_token};

use crate::app::{App, Outcome};

/// Serve the page and the HTTP API on this machine.
///
/// Prints the address. The API is described at /api/. With a configuration file, the page can
/// save it: with the token in the second address, which is for your eyes only.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Listen on this port; 0 means any that is free.
    #[arg(long, value_name = "N", default_value_t = 7007)]
    port: u16,

    /// Listen at this address; any but the default lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Where the dictionaries of configurations that are saved may be, instead of the folder
    /// of the configuration file (repeatable).
    #[arg(long, value_name = "FOLDER")]
    dictionaries: Vec<PathBuf>,

    /// Tell what happens on standard error: error, warn, info, debug, trace or off.
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: String,

    /// Print the address alone.
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    log_to_stderr(&args.log).map_err(|expected| Error::msg(expected).context("--log"))?;
    // Warnings of the configuration are told as every command tells them.
    app.catalogue()?;
    let config = app.config_file();
    let token = config.as_ref().map(|_| new_token());
    let options = Options {
        config: config.clone(),
        folders: args.dictionaries,
        token: token.clone(),
        ..Options::default()
    };
    let listener = Listener::new(args.host, args.port, options).map_err(|error| match error {
        ServeError::PortInUse { .. } => Error::msg(format!(
            "{error}; choose another with --port, or any free one with --port 0"
        )),
        error => error.into(),
    })?;
    let address = address(listener.address());
    writeln!(out, "wgs is at {address}")?;
    if !args.quiet {
        match &config {
            Some(file) => writeln!(out, "the configuration is {}", file.display())?,
            None => writeln!(out, "the configuration is the embedded one")?,
        }
    }
    if let Some(token) = token.filter(|_| listener.server().is_config_writable()) {
        writeln!(out, "to save changes of it, use {address}#token={token}")?;
    }
    out.flush()?;
    if !args.quiet && !Server::has_page() {
        let _ = writeln!(
            io::stderr(),
            "the page is not in this build, only the API; cargo xtask serve builds it"
        );
    }
    if !args.host.is_loopback() {
        let _ = writeln!(
            io::stderr(),
            "other machines can ask this server: {} is no address of this machine alone",
            args.host
        );
    }
    listener.run()?;
    Ok(Outcome::Fine)
}

/// Where a browser finds the server.
fn address(listening: SocketAddr) -> String {
    match listening.ip().is_unspecified() {
        true => format!("http://127.0.0.1:{}/", listening.port()),
        false => format!("http://{listening}/"),
    }
}
