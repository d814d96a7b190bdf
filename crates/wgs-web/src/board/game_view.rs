//! A game as the page shows it, without the engine: where its cells are, what its tiles are
//! worth, and which parts of the page its preferences show.

use std::collections::VecDeque;

use wgs_config::template::SolutionTemplate;
use wgs_config::{Catalogue, Game};
use wgs_engine::notation::{self, NotationError};
use wgs_engine::spelling::Spelling;
use wgs_engine::{Adjacency, BoardSize, Cell, Face, Grid, LetterDistribution, Rules, Tile, letter};
use wgs_play::{Arrangement, BoardForm, TypedPath, typed_path};

use crate::engine::reply::MOST_DRAWN;

/// The parts of the page that a game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisibleParts {
    /// The filter for words.
    pub pattern: bool,
    /// Random boards.
    pub random: bool,
    /// The checkboxes for solutions and duplicates.
    pub options: bool,
    /// The indicator of a valid board.
    pub valid: bool,
    /// The choice of another size of the board.
    pub size: bool,
}

/// A game as the page shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameView {
    /// The cells; none if the game has no grid.
    pub grid: Grid,
    /// Where the cells are drawn.
    pub arrangement: Arrangement,
    /// The parts of the page to show.
    pub visible: VisibleParts,
    /// The width of a tile in pixels; [`None`] fits the board to the window.
    pub tile_size: Option<u32>,
    /// The fonts of the page, as CSS writes them.
    pub font: Option<String>,
    /// The format of a solution's details; empty for the default table.
    pub detail: SolutionTemplate,
    pub(crate) rules: Rules,
    spelling: Spelling,
}

/// A tile as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TileView {
    /// Its letters; empty for an empty cell.
    pub face: String,
    /// The value of its letters, if the game has letter values.
    pub points: Option<u64>,
    /// The letter multiplier.
    pub letter_multiplier: u8,
    /// The word multiplier.
    pub word_multiplier: u8,
}

impl GameView {
    /// Creates the view of a game; of the first game if the name is unknown. A size replaces
    /// the game's grid.
    pub fn new(catalogue: &Catalogue, name: &str, size: Option<BoardSize>) -> Self {
        let game = catalogue.game(name).ok();
        match game.or_else(|| catalogue.games().next()) {
            Some(game) => Self::of(game, size),
            None => Self::of(
                Catalogue::embedded()
                    .games()
                    .next()
                    .expect("the embedded configuration has games"),
                None,
            ),
        }
    }

    fn of(game: Game<'_>, size: Option<BoardSize>) -> Self {
        let own = game.grid().cloned();
        let own = own.unwrap_or_else(|| Grid::rectangle(0, 0, Adjacency::Straight));
        let grid = size.map_or_else(|| own.clone(), |size| own.resized(size));
        let rules = game.rules();
        let preferences = game.preferences();
        let own_rules = rules.cloned().unwrap_or_else(Rules::word_game_solver);
        Self {
            arrangement: Arrangement::new(&grid, &own_rules),
            grid,
            visible: VisibleParts {
                pattern: preferences.show_pattern,
                random: preferences.show_random && game.distribution().is_some(),
                options: preferences.show_options,
                size: game.grid().is_some_and(|grid| !grid.is_full())
                    && rules.is_some_and(|rules| rules.required_cells.is_empty())
                    && game
                        .distribution()
                        .is_some_and(LetterDistribution::has_faces),
                valid: size.is_none()
                    && preferences.show_valid
                    && game
                        .distribution()
                        .is_some_and(LetterDistribution::has_faces),
            },
            tile_size: preferences
                .is_tile_size_set
                .then_some(preferences.tile_size),
            font: preferences.font.as_deref().and_then(fonts),
            detail: preferences.solution_detail_format.clone(),
            rules: own_rules,
            spelling: game.spelling().clone(),
        }
    }

    /// The cells that every word has to use.
    pub fn required_cells(&self) -> &[Cell] {
        &self.rules.required_cells
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.grid.len()
    }

    /// Whether the board is small enough to draw.
    pub fn is_drawn(&self) -> bool {
        self.cells() <= MOST_DRAWN
    }

    /// Reads a board.
    pub fn read(&self, text: &str) -> Result<Vec<Tile>, NotationError> {
        let text = self.spelling.read(text);
        notation::parse_typed(&text, self.cells(), self.rules.q_is_qu)
    }

    /// Writes a board, without the empty cells at its end.
    pub fn write(&self, mut tiles: Vec<Tile>) -> String {
        while tiles.last().is_some_and(|tile| *tile == Tile::EMPTY) {
            tiles.pop();
        }
        let mut text = notation::print(&tiles);
        // The letters of the only tile would be read as a tile each.
        if tiles.len() == 1 && self.read(&text).as_ref() != Ok(&tiles) {
            text.push('.');
        }
        self.spelling.show(&text).into_owned()
    }

    /// The face that a typed text stands for.
    pub fn face(&self, typed: &str) -> Face {
        Face::letters(&self.spelling.read(typed))
    }

    /// Returns a tile as it is shown.
    pub fn tile(&self, tile: &Tile) -> TileView {
        let shown = match &tile.face {
            Face::Empty => String::new(),
            face if self.rules.is_qu(face) => "Qu".to_owned(),
            face => face.to_string(),
        };
        TileView {
            face: self.spelling.show(&shown).into_owned(),
            points: self.points(&tile.face),
            letter_multiplier: tile.letter_multiplier.get(),
            word_multiplier: tile.word_multiplier.get(),
        }
    }

    /// The value of a face, if the game has letter values.
    fn points(&self, face: &Face) -> Option<u64> {
        let is_worth = self.rules.has_letter_values() && *face != Face::Empty;
        is_worth.then(|| self.rules.face_value(face))
    }

    /// Returns the tiles of a board that spell a text which is being typed.
    pub fn typed_path(&self, text: &str, board: &str) -> TypedPath {
        let board = self.spelling.read(board).parse().unwrap_or_default();
        typed_path(text, &board, &self.grid, self.rules.q_is_qu, &self.spelling)
    }

    /// Returns the letters that the wildcards on a path stand for in a word, each with its
    /// position from 1. There are none if the path does not spell the word.
    pub fn stand_ins(&self, tiles: &[Tile], word: &str, positions: &[u32]) -> Vec<(u32, String)> {
        let word = letter::fold(&self.spelling.read(word)).into_owned();
        let mut rest: VecDeque<&str> = letter::letters(&word).collect();
        let mut found = Vec::new();
        for &position in positions {
            let tile = tiles.get((position as usize).wrapping_sub(1));
            let written = match tile.map(|tile| &tile.face) {
                Some(face @ Face::Letters(_)) => self.rules.spelled(face),
                Some(Face::Wildcard(letters)) => {
                    let Some(letter) = rest.pop_front() else {
                        return Vec::new();
                    };
                    let letter = letter::upper(letter);
                    found.push((position, self.spelling.show(&letter).into_owned()));
                    letters.as_str()
                }
                Some(Face::Empty) | None => return Vec::new(),
            };
            if !letter::letters(written).all(|letter| rest.pop_front() == Some(letter)) {
                return Vec::new();
            }
        }
        match rest.is_empty() {
            true => found,
            false => Vec::new(),
        }
    }

    /// Whether a word of this game is a pangram: a word that uses every tile on the board.
    pub fn is_pangram(&self, tiles: &[Tile], positions: &[u32]) -> bool {
        let has_pangrams = self.rules.pangram_bonus > 0 || self.arrangement.form == BoardForm::Hive;
        let mut used = tiles.iter().take(self.cells()).zip(1..);
        has_pangrams
            && used.all(|(tile, position)| tile.is_empty() || positions.contains(&position))
    }

    /// The next cell in the direction of an arrow key.
    pub fn beyond(&self, cell: usize, right: i32, down: i32) -> Option<usize> {
        let next = self.arrangement.beyond(Cell::new(cell), right, down)?;
        Some(next.index())
    }
}

/// Returns fonts as CSS writes them. Numbers are left out: the original program saved the size
/// and style of a font after its name.
fn fonts(written: &str) -> Option<String> {
    let names = written
        .split(',')
        .map(|name| name.trim().trim_matches(['"', '\'']));
    let names = names.filter(|name| name.contains(char::is_alphabetic));
    let names: Vec<&str> = names
        .filter(|name| !name.contains([';', '"', '\\']))
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_is_a_list_of_names() {
        for (written, fonts) in [
            ("Georgia", Some("Georgia")),
            ("Arial,12,-1,5,50,0", Some("Arial")),
            ("\"Gill Sans\", sans-serif", Some("Gill Sans, sans-serif")),
            (" , 12", None),
        ] {
            assert_eq!(super::fonts(written).as_deref(), fonts, "{written}");
        }
    }

    #[test]
    fn a_tile_has_the_size_that_the_preferences_set() {
        let catalogue = |preferences| {
            let text = format!(
                r#"{{ "GameRules": {{ "X": {{}} }}, "Preferences": {{ "Default": {preferences} }} }}"#
            );
            Catalogue::parse(&text).unwrap().0
        };
        let size = |preferences| GameView::new(&catalogue(preferences), "X", None).tile_size;
        assert_eq!(size("{}"), None);
        assert_eq!(size(r#"{ "TileSize": "37" }"#), Some(37));
        assert_eq!(size(r#"{ "TileSize": 60 }"#), Some(60));
    }

    #[test]
    fn only_games_with_dice_or_letters_show_whether_a_board_is_valid() {
        for (game, is_shown) in [
            ("Boggle (New)", true),
            ("Scrabble Rack", true),
            ("Quarrel", false),
            ("7 Little Words", false),
        ] {
            let visible = view(game).visible;
            assert_eq!((visible.valid, visible.random), (is_shown, true), "{game}");
        }
    }

    fn view(game: &str) -> GameView {
        GameView::new(&Catalogue::embedded(), game, None)
    }

    #[test]
    fn arrow_keys_move_to_the_nearest_cell_in_their_direction() {
        let view = view("Boggle (New)");
        for (cell, right, down, next) in [
            (5, 1, 0, Some(6)),
            (5, -1, 0, Some(4)),
            (5, 0, 1, Some(9)),
            (5, 0, -1, Some(1)),
            (3, 1, 0, None),
            (0, 0, -1, None),
        ] {
            assert_eq!(
                view.beyond(cell, right, down),
                next,
                "{cell} {right} {down}"
            );
        }
    }

    #[test]
    fn tiles_show_their_letters_and_values() {
        let view = view("Scrabble Rack");
        let tiles = view.read("AQ?.").unwrap();
        let shown: Vec<_> = tiles.iter().map(|tile| view.tile(tile)).collect();
        assert_eq!(shown[0].face, "A");
        assert_eq!(shown[0].points, Some(1));
        assert_eq!(shown[1].points, Some(10));
        assert_eq!(shown[2].face, "?");
        assert_eq!(shown[3].face, "");
        assert_eq!(view.write(tiles), "AQ?");
    }

    #[test]
    fn a_board_with_one_tile_is_read_as_it_was_written() {
        let view = view("Boggle (New)");
        for text in ["Q", "Qu", "Sting", "Catsdogsbirdfish"] {
            let tiles = vec![text.parse::<Tile>().unwrap()];
            let mut read = view.read(&view.write(tiles.clone())).unwrap();
            read.retain(|tile| !tile.is_empty());
            assert_eq!(read, tiles, "{text}");
        }
    }

    #[test]
    fn a_wildcard_stands_for_the_letter_that_the_word_has_there() {
        for (game, board, word, positions, expected) in [
            ("Scrabble Rack", "CA?", "CAT", &[1, 2, 3][..], "3T"),
            ("Scrabble Rack", "?A?", "TAX", &[3, 2, 1], "3T 1X"),
            ("Scrabble Rack", "CAT", "CAT", &[1, 2, 3], ""),
            ("Boggle (New)", "QI?", "QUIT", &[1, 2, 3], "3T"),
            ("Boggle (New)", "?hIN", "THIN", &[1, 2, 3], "1T"),
            // Paths that do not spell the word.
            ("Scrabble Rack", "CA?", "CATS", &[1, 2, 3], ""),
            ("Scrabble Rack", "CA?", "CA", &[1, 2, 3], ""),
            ("Scrabble Rack", "CA?", "CAT", &[1, 2, 9], ""),
        ] {
            let view = view(game);
            let found = view.stand_ins(&view.read(board).unwrap(), word, positions);
            let found: Vec<String> = found
                .iter()
                .map(|(position, letter)| format!("{position}{letter}"))
                .collect();
            assert_eq!(found.join(" "), expected, "{board} {word}");
        }
    }

    #[test]
    fn a_pangram_uses_every_tile_of_a_bee() {
        let view = view("Spelling Bee");
        let tiles = view.read("ABCDEFG").unwrap();
        assert!(view.is_pangram(&tiles, &[1, 2, 3, 4, 5, 6, 7, 1]));
        assert!(!view.is_pangram(&tiles, &[1, 2, 3, 4, 5, 6]));
        assert!(view.is_pangram(&view.read("ABC").unwrap(), &[3, 2, 1]));
        let boggle = self::view("Boggle (New)");
        assert!(!boggle.is_pangram(&tiles, &[1, 2, 3, 4, 5, 6, 7]));
    }
}
