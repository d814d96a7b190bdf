//! The content of the screen, as plain data. [`draw`](super::draw) turns it into characters, and
//! [`RoundScreen`](super::round_screen::RoundScreen) makes it from a round.

use wgs_engine::Cell;
use wgs_play::ScoreUnit;

use super::palette::{Look, TileLook};

/// The part of a round that the screen shows.
#[derive(Clone, Debug, Default)]
pub(super) struct ScreenView {
    /// The name of the game, and the board or hand.
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) clock: ClockView,
    /// The path that is shown, and how.
    pub(super) path: Option<PathView>,
    /// The numbers that a hint gives for each tile, by cell.
    pub(super) tile_numbers: Vec<u32>,
    /// The word that is being entered.
    pub(super) entry: String,
    /// The part of the entry, in characters, that has no path.
    pub(super) pathless: usize,
    pub(super) message: Option<(Look, String)>,
    /// The players; the person at the terminal first.
    pub(super) players: Vec<PlayerLine>,
    /// The words found so far, newest first.
    pub(super) found: Vec<WordLine>,
    /// The number of words of the board.
    pub(super) words: u64,
    /// A hint in words: its title and its text.
    pub(super) hint: Option<(String, String)>,
    /// A window in front of the board.
    pub(super) window: Option<WindowView>,
    /// The lists at the end of the round, instead of the words found.
    pub(super) result: Option<ResultView>,
    /// Whether the board is hidden, as in a pause.
    pub(super) is_board_hidden: bool,
    /// The keys that can be pressed, and their effects.
    pub(super) keys: Vec<(&'static str, &'static str)>,
    /// The columns and lines by which a large board is scrolled.
    pub(super) scroll: (u16, u16),
}

/// The clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClockView {
    /// The time that is shown, in milliseconds: the rest, or without a limit the time played.
    pub(super) time: u64,
    /// The time limit.
    pub(super) limit: Option<u64>,
    pub(super) is_paused: bool,
}

impl ClockView {
    /// Whether little time is left.
    pub(super) fn is_urgent(self) -> bool {
        self.limit.is_some() && self.time <= 20_000
    }
}

/// A path on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathView {
    pub(super) cells: Vec<Cell>,
    pub(super) look: TileLook,
}

/// The part of a player that the screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlayerLine {
    pub(super) name: String,
    /// The level of a computer, or that the player has finished.
    pub(super) note: Option<String>,
    pub(super) is_computer: bool,
    pub(super) points: i64,
    /// What the points are counted in.
    pub(super) unit: ScoreUnit,
    pub(super) words: u64,
    /// The share of the board's points, in thousandths.
    pub(super) share: u64,
    /// The rank and how far the next one is, in games that have ranks.
    pub(super) rank: Option<String>,
    /// The number of letters of the word that a computer found last.
    pub(super) last_length: Option<u32>,
}

/// A word with its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordLine {
    pub(super) word: String,
    pub(super) points: String,
}

/// A window with lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WindowView {
    pub(super) title: String,
    pub(super) lines: Vec<String>,
}

/// The end of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ResultView {
    /// Who won.
    pub(super) headline: String,
    /// The titles of the lists, and which one is open.
    pub(super) lists: Vec<String>,
    pub(super) open: usize,
    /// The words of the open list around the selected one.
    pub(super) words: Vec<WordLine>,
    pub(super) selected: usize,
}
