//! The board of a round: its tiles, and the path of the word that is being spelled.

use leptos::prelude::*;
use wgs_play::{RoundHint, RoundPhase};

use super::shown_board::{ShownBoard, ShownBoardView};
use super::spelling_input::SpellingInput;
use super::state::PlayState;

impl ShownBoard {
    /// The board of the round.
    fn of_round(play: PlayState, is_played: bool) -> Self {
        let text = move || {
            play.round.with(|round| {
                let round = round.as_ref();
                round.map_or(String::new(), |round| round.setup.board.clone())
            })
        };
        let numbers = move || match play.hint.get().map(|given| given.hint) {
            Some(RoundHint::Tiles(tiles)) => tiles.iter().map(|tile| tile.words.into()).collect(),
            _ => Vec::new(),
        };
        Self {
            view: play.view,
            text: Signal::derive(text),
            tiles: play.tiles,
            arrangement: play.arrangement,
            path: Signal::derive(move || play.path()),
            word: play.selected.into(),
            numbers: Signal::derive(numbers),
            is_hidden: Signal::derive(move || play.phase() == Some(RoundPhase::Paused)),
            label: match is_played {
                true => "play.board",
                false => "play.board.shown",
            },
        }
    }
}

/// The board of a round. Without an input, words can only be looked at.
#[component]
pub fn PlayBoard(
    /// The input that spells words on it.
    #[prop(optional)]
    input: Option<SpellingInput>,
) -> impl IntoView {
    let board = ShownBoard::of_round(PlayState::here(), input.is_some());
    view! { <ShownBoardView board input/> }
}
