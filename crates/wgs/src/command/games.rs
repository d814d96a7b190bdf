//! `wgs games`: the games of the configuration.

use std::io::Write;

use anyhow::Result;
use wgs_app::reply::GameReply;

use crate::app::{App, ExitStatus};
use crate::column::print_table;
use crate::terminal::Stream;

/// List the games in the configuration.
///
/// With --json, each game also has the names of its scoring rules and letters.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print one JSON object for each game.
    #[arg(short, long)]
    json: bool,
}

fn row(game: GameReply) -> [String; 4] {
    let name = |name: Option<String>| name.unwrap_or_else(|| "-".to_owned());
    [
        game.game,
        game.short_name,
        name(game.grid),
        name(game.dictionary),
    ]
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let games = app.catalogue()?.games().map(GameReply::new);
    if args.json {
        for game in games {
            writeln!(out, "{}", serde_json::to_string(&game)?)?;
        }
        return Ok(ExitStatus::Success);
    }
    let headings = ["Game", "Short name", "Grid", "Dictionary"];
    let mut rows = vec![headings.map(str::to_owned)];
    let shown = |text: String| Stream::Output.shown(&text).into_owned();
    rows.extend(games.map(|game| row(game).map(shown)));
    print_table(&rows, out)?;
    Ok(ExitStatus::Success)
}
