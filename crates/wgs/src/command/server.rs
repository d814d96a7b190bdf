//! `wgs server`: maintains the database of rooms, while `wgs serve` may be using it, and asks a server
//! whether it works.

mod health;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Subcommand;
use serde::Serialize;
use wgs_server::room_storage::{back_up_blocking, delete_player_blocking};

use crate::app::{ExitStatus, counted};
use crate::database_args::DatabaseArgs;

/// Back up the rooms of a server, delete a player's data, or check that a server works.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: ServerCommand,
}

#[derive(Debug, Subcommand)]
enum ServerCommand {
    /// Write a complete copy of the database, even while a server uses it.
    ///
    /// To restore it, stop the server and put the copy in the place of the database.
    Backup {
        /// File to write, which must not exist.
        file: PathBuf,
        #[command(flatten)]
        database: DatabaseArgs,
        /// Print one JSON object.
        #[arg(short, long)]
        json: bool,
    },
    /// Delete the name, the rating and the history of a player.
    ///
    /// The finished rounds stay for the other players, with the player's name of that time, unless
    /// --with-rounds is given.
    DeletePlayer {
        /// Id of the player, as in the address of the player's page.
        id: String,
        /// Also delete the player's finished rounds, for all who took part.
        #[arg(long)]
        with_rounds: bool,
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Ask a server on this machine whether it works; the exit code is 1 if it does not.
    Health(health::Args),
}

#[derive(Serialize)]
struct BackupReply<'a> {
    file: &'a Path,
    bytes: u64,
    rooms: u64,
    rounds: u64,
    players: u64,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> Result<ExitStatus> {
    match args.command {
        ServerCommand::Health(args) => return health::run(&args, out),
        ServerCommand::Backup {
            file,
            database,
            json,
        } => back_up(&file, &database, json, out)?,
        ServerCommand::DeletePlayer {
            id,
            with_rounds,
            database,
        } => delete_player(&id, with_rounds, &database, out)?,
    }
    Ok(ExitStatus::Success)
}

fn back_up(file: &Path, database: &DatabaseArgs, json: bool, out: &mut dyn Write) -> Result<()> {
    let summary = back_up_blocking(&database.location()?, file)?;
    if json {
        let reply = BackupReply {
            file,
            bytes: summary.bytes,
            rooms: summary.rooms,
            rounds: summary.rounds,
            players: summary.identities,
        };
        serde_json::to_writer(&mut *out, &reply)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(
        out,
        "wrote {}: {}, {}, {}, {}",
        file.display(),
        counted(summary.bytes, "byte"),
        counted(summary.rooms, "room"),
        counted(summary.rounds, "finished round"),
        counted(summary.identities, "player"),
    )?;
    Ok(())
}

fn delete_player(
    id: &str,
    with_rounds: bool,
    database: &DatabaseArgs,
    out: &mut dyn Write,
) -> Result<()> {
    let location = database.location()?;
    let Some(deleted) = delete_player_blocking(&location, id, with_rounds)? else {
        bail!("{location} has nothing about a player {id:?}");
    };
    let name = deleted.name.as_deref().unwrap_or("a player without a name");
    let rounds = counted(deleted.rounds as u64, "finished round");
    let what = match with_rounds {
        true => "and",
        false => "and the link to",
    };
    writeln!(out, "deleted {name}, {what} {rounds}")?;
    Ok(())
}
