//! The game on the whole terminal: board, clock, typed word with its path, words found, and the
//! computer's progress. The rules are in [`wgs_play`]; this watches the clock and draws.

mod board_map;
mod canvas;
mod draw;
mod entry;
mod game_menu;
#[cfg(feature = "join")]
mod lobby;
mod palette;
mod panel;
#[cfg(feature = "join")]
mod room_screen;
mod round_screen;
#[cfg(test)]
mod test_round;
mod tile_drawing;
mod view;

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use wgs_play::Round;

use crate::terminal::Stream;
use crate::terminal::full_screen::{FullScreen, Signal};
use game_menu::{GameMenu, MenuChoice};
use palette::Palette;
#[cfg(feature = "join")]
pub(super) use room_screen::play_in_room;
use round_screen::{RoundScreen, ScreenExit};

/// The time between two frames, in which nothing happens.
const FRAME: Duration = Duration::from_millis(100);

/// How a screen was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The player has ended the game.
    Quit,
    /// The player wants another board.
    NewBoard,
    /// Ctrl-C, or the end of the command's time.
    Interrupted,
    /// A signal asks the program to end.
    Signal(Signal),
}

/// The needs of a game on the screen besides the round.
pub(super) struct ScreenOptions<'o> {
    /// The name of the game.
    pub(super) title: &'o str,
    /// Whether another board can be played.
    pub(super) has_more_boards: bool,
    /// Whether the command was stopped.
    pub(super) is_stopped: &'o dyn Fn() -> bool,
}

fn palette(stream: Stream) -> Palette {
    Palette {
        has_colours: stream.has_styles(),
    }
}

/// Plays a round until the player leaves it.
pub(super) fn play(
    screen: &mut FullScreen,
    stream: Stream,
    round: &mut Round,
    options: &ScreenOptions<'_>,
) -> Result<Left> {
    let start = Instant::now();
    let mut shown = RoundScreen::new(
        round,
        palette(stream),
        options.title,
        options.has_more_boards,
    );
    loop {
        shown.tick(start.elapsed().as_millis() as u64);
        let drawn = screen.draw(|frame| shown.draw(frame));
        drawn.context("cannot draw on the terminal")?;
        if let Some(signal) = screen.signal() {
            return Ok(Left::Signal(signal));
        }
        if (options.is_stopped)() {
            return Ok(Left::Interrupted);
        }
        // Everything that has happened since the last frame is understood before the next one.
        let mut wait = FRAME;
        while let Some(event) = screen.event(wait).context("cannot read the terminal")? {
            shown.tick(start.elapsed().as_millis() as u64);
            match shown.handle(&event) {
                Some(ScreenExit::Quit) => return Ok(Left::Quit),
                Some(ScreenExit::NewBoard) => return Ok(Left::NewBoard),
                Some(ScreenExit::Interrupt) => return Ok(Left::Interrupted),
                None => wait = Duration::ZERO,
            }
        }
    }
}

/// Asks the user to choose one of the games, given by their names and grids. Returns its number,
/// or how the menu was left.
pub(super) fn choose_game(
    screen: &mut FullScreen,
    stream: Stream,
    games: &[(&str, &str)],
    default: usize,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Result<usize, Left>> {
    let mut menu = GameMenu::new(games, default, palette(stream));
    loop {
        let drawn = screen.draw(|frame| menu.draw(frame));
        drawn.context("cannot draw on the terminal")?;
        if let Some(signal) = screen.signal() {
            return Ok(Err(Left::Signal(signal)));
        }
        if is_stopped() {
            return Ok(Err(Left::Interrupted));
        }
        let event = screen.event(FRAME).context("cannot read the terminal")?;
        match event.and_then(|event| menu.handle(&event)) {
            Some(MenuChoice::Game(number)) => return Ok(Ok(number)),
            Some(MenuChoice::Leave) => return Ok(Err(Left::Quit)),
            Some(MenuChoice::Interrupt) => return Ok(Err(Left::Interrupted)),
            None => {}
        }
    }
}
