//! A board as a small picture.

use leptos::prelude::*;
use wgs_config::Catalogue;
use wgs_engine::{BoardSize, Cell};
use wgs_play::{BoardForm, Point};

use crate::board::game_view::{GameView, TileView};

/// The most tiles of a rack in one row of the picture.
const MOST_IN_ROW: usize = 4;

/// The most tiles of a picture.
const MOST_TILES: usize = 256;

/// The view of a game on a grid of this size, which may not be its own. A size that no hunt has is
/// ignored: it comes from a damaged file, and the page would freeze.
pub fn sized_view(catalogue: &Catalogue, game: &str, size: BoardSize) -> GameView {
    let known = catalogue.game(game).ok();
    let own = known.and_then(|game| Some(game.grid()?.size()));
    let is_possible = u64::from(size.columns) * u64::from(size.rows) <= MOST_TILES as u64;
    let is_other = own != Some(size);
    GameView::new(catalogue, game, (is_other && is_possible).then_some(size))
}

/// The tiles of a board; none if its notation is not valid.
pub fn tiles_of(view: &GameView, board: &str) -> Vec<TileView> {
    let tiles = view.read(board).unwrap_or_default();
    tiles.iter().map(|tile| view.tile(tile)).collect()
}

/// The centres of the tiles in the picture, and the width and height of all of them.
fn centres(view: &GameView, tiles: usize) -> (Vec<Point>, Point) {
    let board = &view.arrangement;
    let cells = match board.form {
        BoardForm::Rack => tiles.max(1),
        _ => board.places.len(),
    };
    let cells = cells.min(MOST_TILES);
    if board.form != BoardForm::Rack {
        let centres = (0..cells).filter_map(|cell| board.centre(Cell::new(cell)));
        return (centres.collect(), board.extent());
    }
    let rows = cells.div_ceil(MOST_IN_ROW);
    let columns = cells.div_ceil(rows);
    let centre = |cell: usize| ((cell % columns) as f64 + 0.5, (cell / columns) as f64 + 0.5);
    (
        (0..cells).map(centre).collect(),
        (columns as f64, rows as f64),
    )
}

/// The part of a hexagon that its tile fills.
const HEXAGON_PART: f64 = 0.94;

/// The corners of a hexagon around a point, as SVG writes them.
fn points(hexagon: [Point; 6], (x, y): Point) -> String {
    let point =
        |(dx, dy): Point| format!("{:.3},{:.3}", x + dx * HEXAGON_PART, y + dy * HEXAGON_PART);
    hexagon.map(point).join(" ")
}

/// The picture. It says nothing to screen readers.
#[component]
pub fn SmallBoard(
    /// The game.
    view: GameView,
    /// The board in its notation.
    board: String,
) -> impl IntoView {
    let tiles = tiles_of(&view, &board);
    let (centres, (width, height)) = centres(&view, tiles.len());
    let required = view.required_cells().to_vec();
    let hexagon = view.arrangement.hexagon();
    let tile = move |(cell, (x, y)): (usize, Point)| {
        let face = tiles.get(cell).map_or("", |tile| &tile.face).to_owned();
        let letters = face.chars().count().max(1) as f64;
        let class = match required.contains(&Cell::new(cell)) {
            true => "small-tile is-required",
            false => "small-tile",
        };
        let shape = match hexagon {
            Some(hexagon) => {
                view! { <polygon class=class points=points(hexagon, (x, y))/> }.into_any()
            }
            None => view! {
                <rect class=class x=(x - 0.46).to_string() y=(y - 0.46).to_string()
                    width="0.92" height="0.92" rx="0.16"/>
            }
            .into_any(),
        };
        view! {
            {shape}
            <text class=class x=x.to_string() y=(y + 0.02).to_string()
                font-size=(0.62 / (0.6 + 0.4 * letters)).to_string()>{face}</text>
        }
    };
    view! {
        <svg class="board-stamp" viewBox=format!("0 0 {width} {height}") aria-hidden="true" focusable="false">
            {centres.into_iter().enumerate().map(tile).collect_view()}
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_is_drawn_around_its_centre() {
        let catalogue = Catalogue::embedded();
        let hexagon = |game: &str| GameView::new(&catalogue, game, None).arrangement.hexagon();
        let bee = hexagon("Spelling Bee").unwrap();
        assert!(points(bee, (1.0, 1.0)).starts_with("0.765,0.593 1.235,0.593 1.470,1.000 "));
        assert_eq!(hexagon("Boggle (New)"), None);
    }

    #[test]
    fn a_rack_is_drawn_in_rows_and_a_grid_as_it_is() {
        let catalogue = Catalogue::embedded();
        let picture = |game: &str, (columns, rows): (u32, u32), board: &str| {
            let size = BoardSize { rows, columns };
            let view = sized_view(&catalogue, game, size);
            let tiles = tiles_of(&view, board).len();
            let (centres, extent) = centres(&view, tiles);
            (centres.len(), extent)
        };
        let board = "STNDTEIELARSMRTO";
        assert_eq!(picture("Boggle (New)", (4, 4), board), (16, (4.0, 4.0)));
        assert_eq!(picture("Boggle (New)", (6, 6), ""), (36, (6.0, 6.0)));
        assert_eq!(picture("Scrabble Rack", (7, 1), "RETAINS"), (7, (4.0, 2.0)));
        assert_eq!(picture("Spelling Bee", (7, 1), "GNALIYE").0, 7);
        assert_eq!(picture("Boggle (New)", (u32::MAX, 9), "").0, 16);
        // A game that the page does not have.
        assert_eq!(picture("Unknown", (3, 2), "CATDOG"), (6, (3.0, 2.0)));
    }
}
