//! A picture of the board of the chosen game, which shows its form.

use leptos::prelude::*;
use wgs_engine::Cell;
use wgs_play::{Arrangement, BoardForm};

use super::state::PlayState;
use crate::board::path::PathLine;

/// The letters on the picture, which begin with the word that is drawn.
const LETTERS: &str = "FINDWORDSINALLDIRECTIONSUPDOWNACROSSANDDIAGONALLY";

/// The number of letters of the first word.
const WORD: u32 = 4;

/// The most tiles of a picture.
const MOST_TILES: usize = 144;

/// The picture. It says nothing that the name of the game does not.
#[component]
pub fn BoardPicture() -> impl IntoView {
    let play = PlayState::here();
    let board = Memo::new(move |_| play.view.with(|view| view.arrangement.clone()));
    let has_word = move |board: &Arrangement| board.form == BoardForm::Grid && board.size.0 >= WORD;
    let path = Signal::derive(move || match board.with(has_word) {
        true => (1..=WORD).collect(),
        false => Vec::new(),
    });
    let required = move || play.view.with(|view| view.required_cells().to_vec());
    let cells = move || {
        let (required, path) = (required(), path.get());
        let letters = LETTERS.chars().cycle();
        let cell = |(index, letter): (usize, char)| {
            let (column, row) = board.with(|board| board.corner(Cell::new(index)))?;
            Some(view! {
                <div class="cell" style:--column=column.to_string() style:--row=row.to_string()>
                    <div class="tile" class:is-required=required.contains(&Cell::new(index))
                        class:is-on-path=path.contains(&(index as u32 + 1))>
                        <span class="tile-face">{letter.to_string()}</span>
                    </div>
                </div>
            })
        };
        let cells = board.with(|board| board.places.len()).min(MOST_TILES);
        let letters = letters.take(cells).enumerate();
        letters.filter_map(cell).collect_view()
    };
    view! {
        <div class="board-frame play-frame picture" aria-hidden="true"
            style:--columns=move || board.with(|board| board.extent().0.to_string())
            style:--rows=move || board.with(|board| board.extent().1.to_string())
            class:is-hexagonal=move || board.with(|board| board.form.is_hexagonal())
            class:is-hive=move || board.with(|board| board.form == BoardForm::Hive)>
            <div class="board-canvas">
                <div class="board">{cells}</div>
                <PathLine path arrangement=board.into()/>
            </div>
        </div>
    }
}
