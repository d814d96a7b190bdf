//! The choice of a game, if the command line does not name one.

use anyhow::{Context, Result};
use wgs_config::{Catalogue, Game};

use super::styled_output::{Style, StyledOutput};
use super::timed_input::{TimedInput, TypedLine};
use crate::column::{self, column_width};

/// The default game, if the configuration has it.
const DEFAULT_GAME: &str = "Boggle (New)";

/// The games that have all the parts that a round needs, in the order of the configuration.
pub(super) fn playable(catalogue: &Catalogue) -> Vec<Game<'_>> {
    let is_complete = |game: &Game<'_>| {
        game.grid().is_some()
            && game.rules().is_some()
            && game.dictionary().is_some()
            && game.distribution().is_some()
    };
    catalogue.games().filter(is_complete).collect()
}

/// Returns the default game.
pub(super) fn default_game(catalogue: &Catalogue) -> Result<Game<'_>> {
    let games = playable(catalogue);
    let default = games.iter().find(|game| game.name() == DEFAULT_GAME);
    let game = default.or(games.first()).copied();
    game.context("no game in the configuration has a grid, scoring rules, letters and a dictionary")
}

/// Asks the user to choose a game; [`None`] if the input ends.
pub(super) fn ask<'c>(
    catalogue: &'c Catalogue,
    input: &TimedInput,
    output: &mut StyledOutput<'_>,
) -> Result<Option<Game<'c>>> {
    let games = playable(catalogue);
    let default = default_game(catalogue)?;
    let names: Vec<_> = games.iter().map(|game| output.shown(game.name())).collect();
    let width = column_width(names.iter().map(|name| name.as_ref()));
    for ((game, name), number) in games.iter().zip(&names).zip(1..) {
        let grid = output.styled(Style::Faint, game.grid_name().unwrap_or_default());
        let name = column::left(name, width);
        output.line(&format!("{number:>3}  {name}  {grid}"))?;
    }
    loop {
        output.prompt(&format!(
            "Which game? Type a number or a name, or press Enter for {} > ",
            default.name()
        ))?;
        let text = match input.read(None)? {
            TypedLine::Text(text) => text,
            _ => {
                output.line("")?;
                return Ok(None);
            }
        };
        if text.is_empty() {
            return Ok(Some(default));
        }
        if text.eq_ignore_ascii_case("quit") {
            return Ok(None);
        }
        let numbered = text.parse::<usize>().ok().map(|number| match number {
            0 => None,
            _ => games.get(number - 1).copied(),
        });
        match numbered {
            Some(Some(game)) => return Ok(Some(game)),
            Some(None) => output.line(&format!("Type a number from 1 to {}", games.len()))?,
            None => match catalogue.game(&text) {
                Ok(game) => return Ok(Some(game)),
                // The error lists the names, which are on the terminal already.
                Err(_) => output.line(&format!("There is no game called {text:?}"))?,
            },
        }
    }
}
