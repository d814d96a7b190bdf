//! A room on a server, on the whole terminal or line by line. The server judges the words and owns
//! the clock; `wgs join` comes here.

mod game;
mod lines;
mod round;
mod text;

use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use anyhow::{Context, Result};
use wgs_client::{RoomConnection, RoomEntry, RoomLink};

use super::screen::{self, Left};
use super::styled_output::StyledOutput;
use super::{exit_status, open_screen, summary};
use crate::app::{App, ExitStatus};
use crate::terminal::Stream;

pub(super) use game::{RoomGame, RoomGames};
pub(super) use round::RoomRound;
pub(super) use text::{members, named, settings_text};

/// How to play in a room.
pub(in crate::command) struct RoomOptions {
    /// The room.
    pub(in crate::command) link: RoomLink,
    /// Who enters it.
    pub(in crate::command) entry: RoomEntry,
    /// Whether to play line by line on a terminal too.
    pub(in crate::command) is_plain: bool,
}

/// Plays in a room until the player leaves it.
pub(in crate::command) fn play(
    options: RoomOptions,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let RoomOptions {
        link,
        entry,
        is_plain,
    } = options;
    let budget = app.budget()?;
    let games = RoomGames::load(&link.server)?;
    let joined = RoomConnection::join(link, entry);
    let connection = joined.context("cannot join the room")?;
    let stream = Stream::Output;
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if is_plain || is_dumb || !stream.is_terminal() || !io::stdin().is_terminal() {
        let mut output = StyledOutput::new(stream, out);
        let played = lines::play(&games, &connection, budget, &mut output);
        connection.leave();
        return played;
    }
    let is_stopped = || budget.check().is_err();
    let mut full_screen = open_screen(stream)?;
    let play = || screen::play_in_room(&mut full_screen, stream, &games, &connection, &is_stopped);
    let played = catch_unwind(AssertUnwindSafe(play));
    drop(full_screen);
    app.end_searches();
    connection.leave();
    let (left, report) = match played {
        Ok(played) => played?,
        Err(panic) => resume_unwind(panic),
    };
    if let Some(report) = report {
        let mut output = StyledOutput::new(stream, out);
        let unit = games.unit(&report.game);
        summary::show(&round::report_summary(&report, unit), false, &mut output)?;
        output.line("")?;
        output.line(&round::standings_text(&report, unit))?;
        out.flush()?;
    }
    match left {
        Ok(left @ (Left::Quit | Left::NewBoard | Left::Interrupted | Left::Signal(_))) => {
            Ok(exit_status(left, budget))
        }
        Err(error) => Err(error).context("you are not in the room any more"),
    }
}
