//! Which game to play, for those who did not say.

use anyhow::{Context, Result};
use wgs_config::{Catalogue, Game};

use super::input::{Input, Line};
use super::screen::{Screen, Tone};

/// The game for those who do not choose, where the configuration has it.
const USUAL: &str = "Boggle (New)";

/// The games with everything that a round needs, in the order of the configuration.
fn playable(catalogue: &Catalogue) -> Vec<Game<'_>> {
    let is_complete = |game: &Game<'_>| {
        game.grid().is_some()
            && game.rules().is_some()
            && game.dictionary().is_some()
            && game.distribution().is_some()
    };
    catalogue.games().filter(is_complete).collect()
}

/// The game for those who do not choose.
pub(super) fn usual(catalogue: &Catalogue) -> Result<Game<'_>> {
    let games = playable(catalogue);
    let usual = games.iter().find(|game| game.name() == USUAL);
    let game = usual.or(games.first()).copied();
    game.context("no game of the configuration has a grid, rules, letters and a dictionary")
}

/// Lets people choose; none if the input ends.
pub(super) fn ask<'c>(
    catalogue: &'c Catalogue,
    input: &Input,
    screen: &mut Screen<'_>,
) -> Result<Option<Game<'c>>> {
    let games = playable(catalogue);
    let usual = usual(catalogue)?;
    let width = games.iter().map(|game| game.name().chars().count());
    let width = width.max().unwrap_or(0);
    for (game, number) in games.iter().zip(1..) {
        let grid = screen.tone(Tone::Quiet, game.grid_name().unwrap_or_default());
        screen.line(&format!("{number:>3}  {:<width$}  {grid}", game.name()))?;
    }
    loop {
        screen.prompt(&format!(
            "Which game? A number or a name, or Enter for {} > ",
            usual.name()
        ))?;
        let text = match input.read(None)? {
            Line::Text(text) => text,
            _ => {
                screen.line("")?;
                return Ok(None);
            }
        };
        if text.is_empty() {
            return Ok(Some(usual));
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
            Some(None) => screen.line(&format!("There are games from 1 to {}", games.len()))?,
            None => match catalogue.game(&text) {
                Ok(game) => return Ok(Some(game)),
                // The names are there to be read.
                Err(_) => screen.line(&format!("No game is called {text:?}"))?,
            },
        }
    }
}
