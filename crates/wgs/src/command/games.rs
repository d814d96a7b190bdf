//! `wgs games`: a table of the games.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use wgs_app::Game;

use crate::app::{App, Outcome};

/// List the games of the configuration.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print one JSON object for each game.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameReply<'g> {
    game: &'g str,
    grid: Option<&'g str>,
    cells: Option<usize>,
    scoring_rules: Option<&'g str>,
    min_word_length: Option<u32>,
    letter_distribution: Option<&'g str>,
    dictionary: Option<&'g str>,
}

impl<'g> GameReply<'g> {
    fn new(game: Game<'g>) -> Self {
        Self {
            game: game.name(),
            grid: game.grid_name(),
            cells: game.grid().map(|grid| grid.len()),
            scoring_rules: game.scoring_name(),
            min_word_length: game.rules().map(|rules| rules.min_word_length),
            letter_distribution: game.distribution_name(),
            dictionary: game.dictionary_name(),
        }
    }

    fn row(&self) -> [String; 5] {
        let name = |name: Option<&str>| name.unwrap_or("-").to_owned();
        [
            self.game.to_owned(),
            name(self.grid),
            name(self.scoring_rules),
            name(self.letter_distribution),
            name(self.dictionary),
        ]
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let games = app.catalogue()?.games().map(GameReply::new);
    if args.json {
        for game in games {
            writeln!(out, "{}", serde_json::to_string(&game)?)?;
        }
        return Ok(Outcome::Fine);
    }
    let heads = ["Game", "Grid", "Scoring rules", "Letters", "Dictionary"];
    let mut rows = vec![heads.map(str::to_owned)];
    rows.extend(games.map(|game| game.row()));
    print_table(&rows, out)?;
    Ok(Outcome::Fine)
}

/// Prints rows with their columns aligned.
fn print_table<const N: usize>(rows: &[[String; N]], out: &mut dyn Write) -> Result<()> {
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    for row in rows {
        let cells = row.iter().zip(widths);
        let line: String = cells
            .map(|(text, width)| format!("{text:<width$}  "))
            .collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
