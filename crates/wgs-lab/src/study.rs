//! What a search costs: the moves of the plainest way to find words, and how many of them
//! looking ahead saves. Finding words fast is [`wgs_core`]'s job, and taking the time is the
//! caller's; here every step is taken one by one and counted.
//!
//! A *move* is a step onto a tile, the first of a path included. Whether to go on from there
//! is what the three [`Pruning`]s answer differently, so the step that turns out to be one too
//! many counts as well.
//!
//! ```
//! use wgs_core::{Adjacency, Grid, Lexicon};
//! use wgs_lab::{Pruning, SearchOptions, Study};
//!
//! let lexicon = Lexicon::from_text("tap pat apt tapx exact")?;
//! let study = Study::new(&lexicon);
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let moves = |pruning| {
//!     let options = SearchOptions { pruning, ..SearchOptions::default() };
//!     let search = study.search(&grid, &"TAXP".parse().unwrap(), &options).unwrap();
//!     assert_eq!(search.words, ["APT", "PAT", "TAP", "TAPX"]);
//!     search.moves
//! };
//! // All paths; those that go on inside a word; those that go on as a word begins.
//! assert_eq!(Pruning::ALL.map(moves), [64, 34, 22]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod fit;
mod growth;
mod path_count;
mod sorted_texts;

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;
use wgs_core::{Board, Cell, Face, Grid, Lexicon, letter};

use sorted_texts::{Code, Letters, SortedTexts, Span, encode};

pub use bound::bound_log10;
pub use fit::{Curve, Fit};
pub use growth::{GrowthBoards, GrowthError};
pub use path_count::count_paths;

/// When a search turns back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Pruning {
    /// Never: every path is walked to its end.
    None,
    /// When what was read is nowhere inside a word. It is what the report on Boggle did, and
    /// weaker than asking for a beginning: no word begins with `NGT`, but `LENGTH` has it.
    Substring,
    /// When no word begins with what was read.
    #[default]
    Prefix,
}

impl Pruning {
    /// All of them, the most moves first.
    pub const ALL: [Self; 3] = [Self::None, Self::Substring, Self::Prefix];
}

impl fmt::Display for Pruning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Substring => "substring",
            Self::Prefix => "prefix",
        })
    }
}

/// How to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// When to turn back.
    pub pruning: Pruning,
    /// Words of fewer letters do not count. They still are words that others begin with.
    pub min_length: usize,
    /// Whether a `Q` tile is a `Qu` tile.
    pub q_is_qu: bool,
    /// The most moves.
    pub limit: u64,
}

impl Default for SearchOptions {
    /// The report's: words of two letters or more, and a Q is a Q.
    fn default() -> Self {
        Self {
            pruning: Pruning::default(),
            min_length: 2,
            q_is_qu: false,
            limit: u64::MAX,
        }
    }
}

/// What a search found, and what it took.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Search {
    /// How many moves.
    pub moves: u64,
    /// Whether it came to its end, and was not stopped by the limit.
    pub is_complete: bool,
    /// The different words in upper case, in alphabetical order.
    pub words: Vec<String>,
}

/// Why a board cannot be studied.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// A wildcard is many letters at once, and so many moves.
    #[error("position {0} is a wildcard, but the moves of a study go over tiles with letters")]
    Wildcard(usize),
}

/// A lexicon, made ready for searches with any pruning.
#[derive(Clone, Debug)]
pub struct Study<'l> {
    lexicon: &'l Lexicon,
    /// Each letter of the alphabet in upper case.
    capitals: Vec<String>,
    letters: Letters,
    words: SortedTexts,
    endings: SortedTexts,
}

impl<'l> Study<'l> {
    /// Makes a lexicon ready: 0.3 s for the 178,691 words of TWL06.
    pub fn new(lexicon: &'l Lexicon) -> Self {
        let (letters, words) = Letters::of(lexicon);
        let capital = |(_, text)| letter::upper(text).into_owned();
        Self {
            lexicon,
            capitals: lexicon.alphabet().letters().map(capital).collect(),
            endings: letters.endings(),
            letters,
            words,
        }
    }

    /// Searches a board. Each tile is used once in a path, also where the grid would allow
    /// more.
    pub fn search(
        &self,
        grid: &Grid,
        board: &Board,
        options: &SearchOptions,
    ) -> Result<Search, StudyError> {
        let tiles = self.read(grid, board, options.q_is_qu)?;
        let mut walk = Walk {
            study: self,
            options,
            tiles: &tiles,
            moves: 0,
            found: BTreeSet::new(),
        };
        let is_complete = walk.all_paths();
        let words = walk.found.iter();
        Ok(Search {
            moves: walk.moves,
            is_complete,
            words: words.map(|&place| self.spell(place)).collect(),
        })
    }

    fn read(&self, grid: &Grid, board: &Board, q_is_qu: bool) -> Result<Vec<Tile>, StudyError> {
        let is_filled = |cell: &Cell| {
            let tile = board.tiles().get(cell.index());
            tile.is_some_and(|tile| !tile.is_empty())
        };
        let tile = |cell: Cell| {
            let codes = match board.tiles().get(cell.index()).map(|tile| &tile.face) {
                Some(Face::Letters(letters)) if q_is_qu && letters == "q" => {
                    encode(self.lexicon, "qu")
                }
                Some(Face::Letters(letters)) => encode(self.lexicon, letters),
                Some(Face::Wildcard(_)) => return Err(StudyError::Wildcard(cell.position())),
                Some(Face::Empty) | None => Vec::new(),
            };
            let neighbours = grid.neighbours(cell).filter(is_filled);
            Ok(Tile {
                codes,
                neighbours: neighbours.map(Cell::index).collect(),
            })
        };
        grid.cells().map(tile).collect()
    }

    fn spell(&self, place: usize) -> String {
        let codes = self.words.text(&self.letters, place).iter();
        codes
            .map(|&code| self.capitals[usize::from(code) - 1].as_str())
            .collect()
    }
}

/// A cell with its letters, none if it is empty, and the filled cells around it.
struct Tile {
    codes: Vec<Code>,
    neighbours: Vec<usize>,
}

/// A search on its way.
struct Walk<'w> {
    study: &'w Study<'w>,
    options: &'w SearchOptions,
    tiles: &'w [Tile],
    moves: u64,
    /// The places of the words among all.
    found: BTreeSet<usize>,
}

/// What a path has read so far.
#[derive(Clone, Copy)]
struct Reading {
    letters: usize,
    /// The words that begin so, if there are any.
    words: Option<Span>,
    /// The endings that begin so, if there are any and someone asks.
    endings: Option<Span>,
}

/// A tile of the path, what was read up to it, and which neighbour is next.
struct Step {
    tile: usize,
    reading: Reading,
    next: usize,
}

impl Walk<'_> {
    /// Walks all paths, and says whether the limit left time to.
    ///
    /// The path is a list, not a recursion: without pruning it covers the whole board, and a
    /// board may have more tiles than a stack has room.
    fn all_paths(&mut self) -> bool {
        let mut used = vec![false; self.tiles.len()];
        let mut path: Vec<Step> = Vec::new();
        let nothing = Reading {
            letters: 0,
            words: Some(self.study.words.all()),
            endings: Some(self.study.endings.all()),
        };
        for start in (0..self.tiles.len()).filter(|&tile| !self.tiles[tile].codes.is_empty()) {
            let mut entering = Some((start, nothing));
            loop {
                if let Some((tile, before)) = entering.take() {
                    if self.moves == self.options.limit {
                        return false;
                    }
                    self.moves += 1;
                    if let Some(reading) = self.read(before, tile) {
                        used[tile] = true;
                        path.push(Step {
                            tile,
                            reading,
                            next: 0,
                        });
                    }
                }
                let Some(step) = path.last_mut() else { break };
                match self.tiles[step.tile].neighbours.get(step.next) {
                    Some(&next) => {
                        step.next += 1;
                        entering = (!used[next]).then_some((next, step.reading));
                    }
                    None => {
                        used[step.tile] = false;
                        path.pop();
                    }
                }
            }
        }
        true
    }

    /// Reads a tile, notes a word if it ends here, and says how to go on, if at all.
    fn read(&mut self, before: Reading, tile: usize) -> Option<Reading> {
        let Study {
            letters,
            words,
            endings,
            ..
        } = self.study;
        let codes = &self.tiles[tile].codes;
        let narrow = |texts: &SortedTexts, span: Option<Span>| {
            let mut codes = codes.iter();
            codes.try_fold(span?, |span, &code| texts.narrow(letters, span, code))
        };
        let asks_inside = self.options.pruning == Pruning::Substring;
        let reading = Reading {
            letters: before.letters + codes.len(),
            words: narrow(words, before.words),
            endings: match asks_inside {
                true => narrow(endings, before.endings),
                false => None,
            },
        };
        let word = reading.words.and_then(|span| words.ending(letters, span));
        if let Some(word) = word.filter(|_| reading.letters >= self.options.min_length) {
            self.found.insert(word);
        }
        let goes_on = match self.options.pruning {
            Pruning::None => true,
            Pruning::Substring => reading.endings.is_some(),
            Pruning::Prefix => reading.words.is_some(),
        };
        goes_on.then_some(reading)
    }
}

#[cfg(test)]
mod tests {
    use wgs_core::Adjacency;

    use super::*;

    fn search(board: &str, columns: u32, options: &SearchOptions) -> Result<Search, StudyError> {
        let lexicon = Lexicon::from_text("qi qua quit tap at éta a").unwrap();
        let board: Board = board.parse().unwrap();
        let rows = (board.len() as u32).div_ceil(columns.max(1));
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        Study::new(&lexicon).search(&grid, &board, options)
    }

    #[test]
    fn a_q_is_a_q_unless_told_otherwise() {
        for (board, q_is_qu, words) in [
            ("QIXT", false, &["QI"][..]),
            ("QIXT", true, &["QUIT"]),
            ("QuIXT", false, &["QUIT"]),
            ("QuIXT", true, &["QUIT"]),
            ("ÉTAX", false, &["AT", "ÉTA"]),
        ] {
            let options = SearchOptions {
                q_is_qu,
                ..SearchOptions::default()
            };
            assert_eq!(search(board, 2, &options).unwrap().words, words, "{board}");
        }
    }

    #[test]
    fn an_empty_cell_takes_no_move_and_a_foreign_letter_does() {
        for (board, pruning, moves) in [
            ("", Pruning::None, 0),
            ("....", Pruning::None, 0),
            ("T...", Pruning::None, 1),
            ("T.A.", Pruning::None, 4),
            ("T.X.", Pruning::None, 4),
            // The X is looked at twice and left at once.
            ("T.X.", Pruning::Prefix, 3),
        ] {
            let options = SearchOptions {
                pruning,
                ..SearchOptions::default()
            };
            assert_eq!(search(board, 2, &options).unwrap().moves, moves, "{board}");
        }
    }

    #[test]
    fn the_limit_stops_a_search_and_says_so() {
        for (limit, is_complete) in [(0, false), (63, false), (64, true), (65, true)] {
            let options = SearchOptions {
                pruning: Pruning::None,
                limit,
                ..SearchOptions::default()
            };
            let search = search("TAXP", 2, &options).unwrap();
            assert_eq!(search.moves, limit.min(64));
            assert_eq!(search.is_complete, is_complete, "{limit}");
        }
    }

    #[test]
    fn a_path_over_a_huge_board_needs_no_stack() {
        let options = SearchOptions {
            pruning: Pruning::None,
            limit: 300_000,
            ..SearchOptions::default()
        };
        let search = search(&"TAXP".repeat(40_000), 400, &options).unwrap();
        assert_eq!((search.moves, search.is_complete), (300_000, false));
    }

    #[test]
    fn a_wildcard_is_refused_with_its_position() {
        let error = search("TA?P", 2, &SearchOptions::default()).unwrap_err();
        let said = "position 3 is a wildcard, but the moves of a study go over tiles with letters";
        assert_eq!(error.to_string(), said);
    }
}
