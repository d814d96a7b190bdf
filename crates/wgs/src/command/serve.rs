//! `wgs serve`: serves the page and the HTTP API.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Error, Result};
use wgs_server::room_storage::DatabaseLocation;
use wgs_server::{
    BasePath, Listener, LogFormat, Options, RoomOptions, RoomStatus, ServeError, Site,
    log_to_stderr, new_token,
};

use crate::app::{App, ExitStatus, data_folder};
use crate::arguments::number;
use crate::database_args::DatabaseArgs;
use crate::feature::{self, Feature};
use crate::terminal::qr_code::qr_code;
use crate::terminal::{self, Stream};

/// Serve the page, rooms for playing together, and the HTTP API on this machine.
///
/// Prints the addresses; /api/ describes the API. Only this machine can use them, unless --lan lets
/// other devices in, for playing together in rooms. If a configuration file is in use, prints another
/// address with a secret token, which allows the page to save that file.
///
/// Rooms are open to everyone who can open the page. They are stored in a database in your data folder,
/// unless --database names another one.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Port to listen on; 0 chooses a free port.
    #[arg(short, long, value_name = "N", default_value_t = 7007, value_parser = number::<u16>(0..=u16::MAX.into()))]
    port: u16,

    /// Let phones and computers in the same network in: listen on all addresses of this machine,
    /// and show the one to open as a QR code.
    #[arg(long, conflicts_with = "host")]
    lan: bool,

    /// Address to listen on; any other than the default allows access from other machines.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Other host name of the server, such as that of a proxy (repeatable). Requests for names that
    /// are neither allowed nor this machine's own are rejected.
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,

    /// Address of a reverse proxy (repeatable). In its requests, the last address in the
    /// X-Forwarded-For header is the client, for the limits on each client; X-Forwarded-Host and
    /// X-Forwarded-Proto are the host and the scheme that the client asked for.
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,

    /// Path at which a reverse proxy publishes the server, such as /words/. The server answers
    /// requests with and without it.
    #[arg(long, value_name = "PATH", default_value_t)]
    base_path: BasePath,

    /// Folder that may contain the dictionaries of a saved configuration, instead of the folder
    /// of the configuration file (repeatable).
    #[arg(long, value_name = "FOLDER")]
    dictionaries: Vec<PathBuf>,

    /// Folder with the page, written by `cargo xtask site`, instead of the page that this program
    /// includes.
    #[arg(long, value_name = "FOLDER")]
    site: Option<PathBuf>,

    #[command(flatten)]
    database: DatabaseArgs,

    /// Serve without rooms for playing together.
    #[arg(long)]
    no_rooms: bool,

    /// Publish a list of public rooms.
    #[arg(long, conflicts_with = "no_rooms")]
    list_rooms: bool,

    /// Maximum number of connected players.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<usize>(1..=1_000_000))]
    max_players: usize,

    /// Maximum number of rooms in memory; empty rooms do not count.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = number::<usize>(1..=1_000_000))]
    max_rooms: usize,

    /// Number of days after which an unused room is deleted.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<u32>(1..=36_500))]
    room_days: u32,

    /// Address of NATS with JetStream, such as nats://127.0.0.1:4222. Several servers with the same
    /// PostgreSQL database and the same NATS form one service.
    #[arg(long, value_name = "URL", value_parser = feature::nats_url(Feature::Cluster))]
    nats: Option<String>,

    /// Level of the log on standard error: error, warn, info, debug, trace or off.
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: String,

    /// Format of the log: text, or json for one object a line.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Examples:
  wgs serve
  wgs serve --lan
  wgs serve --port 8080 --list-rooms
  wgs serve --host 0.0.0.0 --allow-host games.example
  wgs wgs.json serve --no-rooms";

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    log_to_stderr(&args.log, args.log_format)
        .map_err(|expected| Error::msg(expected).context("--log"))?;
    // Reports problems of the configuration in the same way as every other command.
    app.catalogue()?;
    let config = app.config_file();
    let token = config.as_ref().map(|_| new_token());
    let rooms = room_options(&args)?;
    let is_remote = rooms.as_ref().is_some_and(|rooms| {
        rooms.nats.is_some() || matches!(rooms.database, DatabaseLocation::Postgres(_))
    });
    let options = Options {
        config: config.clone(),
        folders: args.dictionaries.clone(),
        token: token.clone(),
        host_names: args.allow_host.clone(),
        proxies: args.proxy.clone(),
        base_path: args.base_path.clone(),
        rooms: rooms.clone(),
        data_folder: data_folder(),
        site: match &args.site {
            Some(folder) => {
                let site = Site::read(folder);
                Some(site.with_context(|| format!("--site {}", folder.display()))?)
            }
            None => None,
        },
        ..Options::default()
    };
    let host = match args.lan {
        true => Ipv4Addr::UNSPECIFIED.into(),
        false => args.host,
    };
    let listener = Listener::new(host, args.port, options).map_err(|error| match error {
        ServeError::PortInUse { .. } => Error::msg(format!(
            "{error}; choose another port with --port, or any free one with --port 0"
        )),
        error => error.into(),
    })?;
    let address = address(listener.address(), &args.base_path);
    writeln!(out, "wgs is at {address}")?;
    let for_others = listener.server().network_addresses();
    print_network_addresses(&for_others, args.lan, out)?;
    if !app.is_quiet() {
        match &config {
            Some(file) => writeln!(out, "the configuration is {}", file.display())?,
            None => writeln!(out, "the configuration is the embedded one")?,
        }
    }
    if let Some(token) = token.filter(|_| listener.server().is_config_writable()) {
        writeln!(
            out,
            "to save changes to it, open {address}solver.html#token={token}"
        )?;
    }
    out.flush()?;
    if !app.is_quiet() && !listener.server().has_page() {
        let _ = writeln!(
            terminal::error_output(),
            "this build contains only the API, not the page; cargo xtask serve builds the page"
        );
    }
    if !args.lan && !host.is_loopback() {
        let _ = writeln!(
            terminal::error_output(),
            "other machines can access this server, because it listens on {host}"
        );
        if args.allow_host.is_empty() {
            let _ = writeln!(
                terminal::error_output(),
                "use --allow-host NAME to accept requests for another host name"
            );
        }
    }
    let is_quiet = app.is_quiet();
    let mut failure = None;
    listener.run(|server| {
        let status = server.room_status();
        // A user who names a database server wants rooms. It may be there in a moment, when the
        // system starts this program again.
        if let RoomStatus::Failed(error) = &status
            && is_remote
        {
            failure = Some(error.clone());
            return ControlFlow::Break(());
        }
        // A server whose output is not read goes on.
        let _ = print_room_status(&status, is_quiet, out);
        ControlFlow::Continue(())
    })?;
    match failure {
        Some(error) => Err(Error::new(error).context("there are no rooms")),
        None => Ok(ExitStatus::Success),
    }
}

/// Lists the addresses for other machines. With `--lan` on a terminal, the first one is shown as a QR
/// code too.
fn print_network_addresses(addresses: &[String], is_lan: bool, out: &mut dyn Write) -> Result<()> {
    let [first, ..] = addresses else {
        if is_lan {
            let _ = writeln!(
                terminal::error_output(),
                "other devices cannot reach the server yet: this machine is in no network"
            );
        }
        return Ok(());
    };
    // A server on one address other than this machine's own has named it already.
    if addresses.len() == 1 && !is_lan {
        return Ok(());
    }
    writeln!(
        out,
        "other devices in the network open one of these addresses:"
    )?;
    for address in addresses {
        writeln!(out, "  {address}")?;
    }
    let code = match is_lan && Stream::Output.is_terminal() {
        true => qr_code(first, Stream::Output),
        false => None,
    };
    for line in code.into_iter().flatten() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns the options of rooms; [`None`] without rooms.
fn room_options(args: &Args) -> Result<Option<RoomOptions>> {
    if args.no_rooms {
        return Ok(None);
    }
    let database = args.database.location()?;
    let mut rooms = RoomOptions::new(database);
    rooms.is_listed = args.list_rooms;
    rooms.max_players = args.max_players;
    rooms.max_rooms = args.max_rooms;
    rooms.room_days = args.room_days;
    rooms.nats = args.nats.clone();
    Ok(Some(rooms))
}

/// Says where rooms are stored, or why there are none.
fn print_room_status(status: &RoomStatus, is_quiet: bool, out: &mut dyn Write) -> Result<()> {
    match status {
        RoomStatus::Open(DatabaseLocation::Memory) if !is_quiet => {
            writeln!(out, "rooms are not stored, and lost when the server ends")?;
        }
        RoomStatus::Open(database) if !is_quiet => writeln!(out, "rooms are stored in {database}")?,
        RoomStatus::Failed(error) => {
            let error = wgs_config::error_chain(error);
            let _ = writeln!(
                terminal::error_output(),
                "there are no rooms: {error}\nname another file with --database FILE, or use --no-rooms; everything else works"
            );
        }
        _ => {}
    }
    out.flush()?;
    Ok(())
}

/// Reads a host name: letters, digits, hyphens and dots.
fn host_name(text: &str) -> Result<String, String> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '.' | '_');
    match !text.is_empty() && text.chars().all(is_part) {
        true => Ok(text.to_owned()),
        false => Err("expected a host name without a port, such as games.example".to_owned()),
    }
}

/// The address for a browser.
fn address(listening: SocketAddr, base_path: &BasePath) -> String {
    match listening.ip().is_unspecified() {
        true => format!("http://127.0.0.1:{}{base_path}", listening.port()),
        false => format!("http://{listening}{base_path}"),
    }
}
