//! The view of a cell: its tile, its marks and its numbers.

use wgs_engine::BoardScore;

use super::game_view::TileView;
use crate::text::PageLanguage;

/// The view of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellView {
    /// The language of its accessible name.
    pub language: PageLanguage,
    /// Its tile.
    pub tile: TileView,
    /// The letter that its wildcard stands for in the word that is drawn.
    pub stands_for: Option<String>,
    /// Whether every word has to use it.
    pub is_required: bool,
    /// How it filters the list.
    pub mode: TileMode,
    /// The words that use it, if they were counted.
    pub counts: Option<BoardScore>,
    /// Its number in the heat map.
    pub heat: Option<HeatNumber>,
    /// The steps of the path that use it, such as `1` or `2,5`; empty if none does.
    pub steps: String,
    /// The tooltip.
    pub tool_tip: String,
    /// Whether the keyboard acts on it.
    pub has_cursor: bool,
    /// Whether its tooltip is shown after a long press.
    pub is_detailed: bool,
}

/// A number in the heat map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatNumber {
    /// The kind of the number: words or points.
    pub heat: Heat,
    /// The number.
    pub number: u64,
    /// Its share of the highest number on the board.
    pub share: f32,
}

/// The numbers of a heat map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heat {
    /// Nothing; the tiles have no heat colours.
    #[default]
    Off,
    /// The number of words that use each tile.
    Words,
    /// The points of those words.
    Points,
}

/// How a tile filters the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileMode {
    /// Not at all.
    #[default]
    Normal,
    /// Listed words start at this tile, or at another one of this mode.
    StartsWith,
    /// Listed words use this tile, and all others of this mode.
    Contains,
}

impl TileMode {
    /// The mode after another click.
    pub fn next(self) -> Self {
        match self {
            Self::Normal => Self::StartsWith,
            Self::StartsWith => Self::Contains,
            Self::Contains => Self::Normal,
        }
    }
}
