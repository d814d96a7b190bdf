//! The path of a word that is being typed: the tiles that spell it so far, whether it is a word
//! or not. It needs no dictionary, and is fast enough for a page to do it between two keys.

use serde::{Deserialize, Serialize};
use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, Cell, Face, Grid, Tile, letter};

/// The tiles that spell a text, or as much of its beginning as possible.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedPath {
    /// The cells, in order. The last letter may be in the middle of the last tile.
    pub path: Vec<Cell>,
    /// The number of letters that the cells spell.
    pub letters: usize,
    /// Whether this is the whole text.
    pub is_complete: bool,
}

/// The number of tiles that are tried before the search ends with the best path so far. A board of
/// equal tiles has too many paths to try them all.
const MAX_STEPS: u32 = 200_000;

/// The number of letters that are looked at.
const MAX_LETTERS: usize = 256;

/// Finds the tiles that spell a text which is being typed.
///
/// Among several paths, the one with the earliest positions is returned, but wildcards are only
/// used if no path can do without them.
///
/// ```
/// use wgs_engine::spelling::Spelling;
/// use wgs_engine::{Adjacency, Board, Grid};
/// use wgs_play::typed_path;
///
/// let board: Board = "QuICK".parse()?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let typed = |text| {
///     let typed = typed_path(text, &board, &grid, true, &Spelling::default());
///     let path: Vec<usize> = typed.path.iter().map(|cell| cell.position()).collect();
///     (path, typed.letters, typed.is_complete)
/// };
/// assert_eq!(typed("q"), (vec![1], 1, true));
/// assert_eq!(typed("quic"), (vec![1, 2, 3], 4, true));
/// assert_eq!(typed("quiz"), (vec![1, 2], 3, false));
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
pub fn typed_path(
    text: &str,
    board: &Board,
    grid: &Grid,
    q_is_qu: bool,
    spelling: &Spelling,
) -> TypedPath {
    let text = spelling.read(text.trim());
    let folded = letter::fold(&text);
    let letters: Vec<&str> = letter::letters(&folded).take(MAX_LETTERS + 1).collect();
    let shown = board.len().min(grid.len());
    let tiles = board.tiles()[..shown].iter();
    let mut search = Search {
        letters: &letters[..letters.len().min(MAX_LETTERS)],
        tiles: tiles.map(|tile| TileLetters::new(tile, q_is_qu)).collect(),
        grid,
        uses_wildcards: false,
        path: Vec::new(),
        is_used: vec![false; shown],
        steps: 0,
        best: TypedPath::default(),
    };
    if !search.run() && search.tiles.iter().any(|tile| tile.is_wildcard) {
        search.uses_wildcards = true;
        search.steps = 0;
        search.run();
    }
    let mut best = search.best;
    best.is_complete = best.letters == letters.len();
    best
}

/// The letters of a tile.
pub(crate) struct TileLetters<'t> {
    /// Whether a letter of any kind comes first.
    pub(crate) is_wildcard: bool,
    /// The letters, without that of the wildcard.
    pub(crate) letters: Vec<&'t str>,
}

impl<'t> TileLetters<'t> {
    pub(crate) fn new(tile: &'t Tile, q_is_qu: bool) -> Self {
        Self {
            is_wildcard: matches!(tile.face, Face::Wildcard(_)),
            letters: letter::letters(tile.face.spelled(q_is_qu)).collect(),
        }
    }

    /// The number of letters.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.is_wildcard) + self.letters.len()
    }
}

/// A depth-first search for the longest beginning of a text.
struct Search<'s> {
    letters: &'s [&'s str],
    tiles: Vec<TileLetters<'s>>,
    grid: &'s Grid,
    uses_wildcards: bool,
    path: Vec<Cell>,
    is_used: Vec<bool>,
    steps: u32,
    best: TypedPath,
}

impl Search<'_> {
    /// Returns whether the whole text was found.
    fn run(&mut self) -> bool {
        if self.letters.is_empty() {
            return true;
        }
        (0..self.tiles.len()).any(|cell| self.enter(Cell::new(cell), 0))
    }

    /// Tries a tile for the letters from `at`.
    fn enter(&mut self, cell: Cell, at: usize) -> bool {
        self.steps += 1;
        let Some(next) = self.after(cell, at) else {
            return false;
        };
        let was_used = std::mem::replace(&mut self.is_used[cell.index()], true);
        self.path.push(cell);
        if next > self.best.letters {
            self.best.letters = next;
            self.best.path.clone_from(&self.path);
        }
        let grid = self.grid;
        let is_found = next == self.letters.len()
            || grid.neighbours(cell).any(|next_cell| {
                next_cell.index() < self.tiles.len()
                    && self.steps < MAX_STEPS
                    && self.enter(next_cell, next)
            });
        self.path.pop();
        self.is_used[cell.index()] = was_used;
        is_found
    }

    /// Returns the number of letters after a tile, if it can be used for those from `at`.
    fn after(&self, cell: Cell, at: usize) -> Option<usize> {
        let tile = &self.tiles[cell.index()];
        let is_allowed = tile.len() > 0
            && (self.uses_wildcards || !tile.is_wildcard)
            && (self.grid.reuses_tiles() || !self.is_used[cell.index()]);
        if !is_allowed {
            return None;
        }
        let first = at + usize::from(tile.is_wildcard);
        let rest = self.letters.get(first..).unwrap_or_default();
        let matches = tile.letters.iter().zip(rest).all(|(a, b)| a == b);
        let is_same = !tile.is_wildcard
            || self
                .spelled(cell)
                .is_none_or(|letter| letter == self.letters[at]);
        (matches && is_same).then(|| (at + tile.len()).min(self.letters.len()))
    }

    /// Returns the letter that a wildcard stands for already. Where tiles can be used again, it
    /// stands for the same letter each time.
    fn spelled(&self, wildcard: Cell) -> Option<&str> {
        let mut at = 0;
        for cell in &self.path {
            if *cell == wildcard {
                return Some(self.letters[at]);
            }
            at += self.tiles[cell.index()].len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wgs_engine::Adjacency;

    use super::*;

    /// The reference implementation: spells every path of a board and compares it with the text.
    fn plain_letters(text: &str, board: &Board, grid: &Grid) -> usize {
        let mut paths: Vec<Vec<Cell>> =
            (0..board.len()).map(|cell| vec![Cell::new(cell)]).collect();
        let mut best = 0;
        while let Some(path) = paths.pop() {
            let mut letters = String::new();
            let is_blank =
                |cell: &Cell| matches!(board.tiles()[cell.index()].face, Face::Wildcard(_));
            let mut stands_for: Vec<(Cell, char)> = Vec::new();
            for cell in &path {
                let tile = board.tiles()[cell.index()].to_string().to_lowercase();
                if is_blank(cell) {
                    let wanted = text.chars().nth(letters.chars().count()).unwrap_or('-');
                    let known = stands_for.iter().find(|(other, _)| other == cell);
                    let letter = known.map_or(wanted, |(_, letter)| *letter);
                    stands_for.push((*cell, letter));
                    letters.push(letter);
                    letters += &tile[1..];
                } else {
                    letters += &tile;
                }
            }
            let reached = letters.len().min(text.len());
            if letters[..reached] != text[..reached] {
                continue;
            }
            best = best.max(reached);
            if reached < text.len() {
                for next in grid.neighbours(path[path.len() - 1]) {
                    if next.index() < board.len() && (grid.reuses_tiles() || !path.contains(&next))
                    {
                        paths.push([&path[..], &[next]].concat());
                    }
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_longest_beginning_of_any_text_is_found(
            tiles in prop::collection::vec(prop::sample::select(vec!["A", "B", "C", "An", "?", "?b"]), 1..7),
            text in "[abcn]{0,6}",
            shape in 0..4,
        ) {
            let board: Board = tiles.join("|").parse().unwrap();
            let grid = match shape {
                0 => Grid::rectangle(3, 2, Adjacency::Diagonal),
                1 => Grid::rectangle(2, 3, Adjacency::Straight),
                2 => Grid::rack(6),
                _ => Grid::rack(6).with_reuse(true),
            };
            let typed = typed_path(&text, &board, &grid, false, &Spelling::default());
            let letters = plain_letters(&text, &board, &grid);
            prop_assert_eq!(typed.letters, letters, "{} on {}", text, board);
            prop_assert_eq!(typed.is_complete, letters == text.len());
            for (step, pair) in typed.path.windows(2).enumerate() {
                prop_assert!(grid.neighbours(pair[0]).any(|next| next == pair[1]));
                let is_new = !typed.path[..=step].contains(&pair[1]);
                prop_assert!(is_new || grid.reuses_tiles());
            }
        }
    }

    #[test]
    fn a_board_of_equal_tiles_ends_the_search() {
        let board: Board = "A".repeat(400).parse().unwrap();
        let grid = Grid::rectangle(20, 20, Adjacency::Diagonal);
        let text = format!("{}b", "a".repeat(40));
        let typed = typed_path(&text, &board, &grid, false, &Spelling::default());
        assert_eq!((typed.letters, typed.is_complete), (40, false));
        let typed = typed_path(
            &"a".repeat(5000),
            &board,
            &grid,
            false,
            &Spelling::default(),
        );
        assert!(!typed.is_complete);
    }

    #[test]
    fn wildcards_are_used_only_if_necessary() {
        let board: Board = "?ATC".parse().unwrap();
        let grid = Grid::rack(4);
        let positions = |text: &str| -> Vec<usize> {
            let typed = typed_path(text, &board, &grid, false, &Spelling::default());
            typed.path.iter().map(|cell| cell.position()).collect()
        };
        assert_eq!(positions("cat"), [4, 2, 3]);
        assert_eq!(positions("bat"), [1, 2, 3]);
        assert_eq!(positions(""), [0; 0]);
        assert_eq!(positions("!"), [1]);
    }
}
