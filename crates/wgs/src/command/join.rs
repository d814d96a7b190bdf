//! `wgs join`: plays in a room of a server, by its link.

mod player_key;

use std::env;
use std::io::Write;

use anyhow::{Context, Result, bail};
use wgs_client::{RoomEntry, RoomLink, ServerAddress};
use wgs_play::room::{MAX_NAME, RoomCode};

use super::play::room::{self, RoomOptions};
use crate::app::{App, ExitStatus};

/// The server of a room that is named by its code.
const THIS_MACHINE: &str = "http://127.0.0.1:7007/";

const AFTER_HELP: &str = "\
Examples:
  wgs join 'http://192.168.1.7:7007/play.html#room=BDFGHJKL' --name Ann
  wgs join BDFG-HJKL --server 192.168.1.7:7007
  printf 'ready\\nhouse\\nmouse\\n' | wgs join BDFGHJKL --name Robot";

/// Play in a room with people in browsers and at other terminals.
///
/// Open a room on the page of `wgs serve` and enter its link here. On a terminal, the room takes up
/// the whole window: Enter says that you are ready, and the rounds look like those of `wgs play`.
/// The server judges the words and owns the clock. If the connection is lost, it comes back by
/// itself. A random key in your data folder is your identity, which the server rates; delete the
/// file `player.key` to begin anew.
///
/// From a pipe or with --plain, events are printed line by line. Between rounds, lines are
/// commands (`ready`, `start`, `say TEXT`, `quit`); during a round, each is a word, and an empty
/// line finishes the round for you. Lines from a pipe wait for the round: after `ready`, the next
/// line is read when it begins. The end of input finishes the round and leaves the room.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Link of the room, as the page shows it, or its code of eight consonants.
    #[arg(value_name = "LINK|CODE")]
    room: String,

    /// Server of a room that is named by its code [default: http://127.0.0.1:7007/].
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,

    /// Your name in the room [default: your name on this machine].
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<String>,

    /// Only watch.
    #[arg(long)]
    watch: bool,

    /// Play line by line, without taking up the whole terminal.
    #[arg(long)]
    plain: bool,
}

/// Parses a name.
fn name(text: &str) -> Result<String, String> {
    let length = text.trim().chars().count();
    match (1..=MAX_NAME).contains(&length) {
        true => Ok(text.trim().to_owned()),
        false => Err(format!("expected a name with 1 to {MAX_NAME} characters")),
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let options = RoomOptions {
        link: link(&args.room, args.server.as_deref())?,
        entry: RoomEntry {
            name: args.name.unwrap_or_else(own_name),
            identity: player_key::player_key()?,
            is_spectator: args.watch,
        },
        is_plain: args.plain,
    };
    room::play(options, app, out)
}

/// Reads the link of a room, or its code and the address of its server.
fn link(room: &str, server: Option<&str>) -> Result<RoomLink> {
    if !room.contains(['/', '#']) {
        let code = room.parse::<RoomCode>();
        let server = server.unwrap_or(THIS_MACHINE);
        return Ok(RoomLink {
            room: code.with_context(|| format!("{room:?}"))?,
            server: with_scheme(server)
                .parse::<ServerAddress>()
                .with_context(|| format!("--server {server}"))?,
        });
    }
    if server.is_some() {
        bail!("--server: the link of the room names its server already");
    }
    let link = with_scheme(room).parse::<RoomLink>();
    link.with_context(|| format!("{room:?}"))
}

/// Adds what people leave out in front of an address.
fn with_scheme(address: &str) -> String {
    match address.contains("://") {
        true => address.to_owned(),
        false => format!("http://{address}"),
    }
}

/// The name of the person on this machine.
fn own_name() -> String {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    let mut names = names.filter_map(|variable| env::var(variable).ok());
    let found = names.find_map(|found| name(&found).ok());
    found.unwrap_or_else(|| "Guest".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_named_by_its_link_or_its_code() {
        let expected = "http://127.0.0.1:7007/play.html#room=BDFGHJKL";
        for (room, server) in [
            ("http://127.0.0.1:7007/play.html#room=BDFGHJKL", None),
            ("ws://127.0.0.1:7007/play.html#room=BDFGHJKL", None),
            ("127.0.0.1:7007/play.html#room=BDFGHJKL", None),
            ("BDFGHJKL", None),
            ("bdfg-hjkl", Some("127.0.0.1:7007")),
            ("bdfg hjkl", Some("http://127.0.0.1:7007/")),
        ] {
            assert_eq!(link(room, server).unwrap().to_string(), expected, "{room}");
        }
        for (room, server, part) in [
            ("HOUSE", None, "8 consonants"),
            ("127.0.0.1:7007/play.html", None, "#room="),
            ("ftp://games.example/#room=BDFGHJKL", None, "https://"),
            ("BDFGHJKL", Some("ftp://games.example/"), "https://"),
            ("http://a/#room=BDFGHJKL", Some("http://b/"), "--server"),
        ] {
            let error = format!("{:#}", link(room, server).unwrap_err());
            assert!(error.contains(part), "{room}: {error}");
        }
    }
}
