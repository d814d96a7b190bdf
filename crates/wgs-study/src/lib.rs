//! Counts the moves of a simple depth-first word search, and how many of them pruning saves.
//! Finding words fast is the job of [`wgs_engine`]; measuring time is the caller's.
//!
//! A *move* is a step onto a tile, including the first tile of a path. The [`Pruning`] methods
//! differ in when they stop following a path, so the last step of a path that leads nowhere
//! counts as well. The [`SearchOrder`] changes which words are found early, but not the number
//! of moves.
//!
//! ```
//! use wgs_engine::{Adjacency, Grid, Lexicon};
//! use wgs_study::{Pruning, SearchOptions, Study};
//!
//! let lexicon = Lexicon::from_text("tap pat apt tapx exact")?;
//! let study = Study::new(&lexicon);
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let moves = |pruning| {
//!     let options = SearchOptions { pruning, ..SearchOptions::default() };
//!     let outcome = study.search(&grid, &"TAXP".parse().unwrap(), &options).unwrap();
//!     assert_eq!(outcome.words, ["APT", "PAT", "TAP", "TAPX"]);
//!     outcome.moves
//! };
//! // All paths; paths that occur in a word; paths that a word begins with; and paths that look
//! // around before they leave a word.
//! assert_eq!(Pruning::ALL.map(moves), [64, 34, 22, 20]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counted_search;
mod fit;
mod growth;
mod longest_first;
mod path_bound;
mod path_count;
mod sorted_texts;
mod stem;

use std::fmt;

use thiserror::Error;
use wgs_engine::{Board, Budget, Cell, Face, Grid, Lexicon, letter};

use counted_search::{CountedSearch, StudyTile};
use sorted_texts::{LetterCode, SortedTexts, WordLetters, encode};
use stem::Stems;

pub use fit::{Curve, Fit};
pub use growth::{GrowthBoards, GrowthError};
pub use path_bound::path_bound_log10;
pub use path_count::count_paths;

/// When a search stops following a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Pruning {
    /// Never: it follows every path to its end.
    None,
    /// When no word contains its letters. This is weaker than `Prefix`: no word begins with
    /// `NGT`, but `LENGTH` contains it.
    Substring,
    /// When no word begins with its letters.
    #[default]
    Prefix,
    /// Like `Prefix`. Moreover, where nothing can follow but a suffix such as -S or -ED, added
    /// to words that end on the way, it looks at the neighbours first and steps only onto those
    /// that continue a word. [`Study::with_suffixes`] sets the suffixes.
    Suffix,
}

impl Pruning {
    /// All methods, from the most moves to the fewest.
    pub const ALL: [Self; 4] = [Self::None, Self::Substring, Self::Prefix, Self::Suffix];
}

impl fmt::Display for Pruning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Substring => "substring",
            Self::Prefix => "prefix",
            Self::Suffix => "suffix",
        })
    }
}

/// Which path a search continues first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SearchOrder {
    /// The path that was extended last, until it ends.
    #[default]
    DepthFirst,
    /// The path that can lead to the longest word. Only words count that the letters of the
    /// board can spell, in any order. All unfinished paths are kept in memory.
    LongestFirst,
}

impl fmt::Display for SearchOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::DepthFirst => "depth first",
            Self::LongestFirst => "longest first",
        })
    }
}

/// How a [`Study`] searches.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// When to stop following a path.
    pub pruning: Pruning,
    /// Which path to continue first.
    pub order: SearchOrder,
    /// Words with fewer letters are not listed.
    pub min_length: usize,
    /// Whether a `Q` tile is a `Qu` tile.
    pub q_is_qu: bool,
    /// The maximum number of moves, after which the search stops.
    pub limit: u64,
    /// The budget of the search. It stops when this is used up, as at its limit.
    pub budget: Budget,
}

impl Default for SearchOptions {
    /// Prefix pruning, depth first and without a limit; words of two letters or more, and a Q is just a Q.
    fn default() -> Self {
        Self {
            pruning: Pruning::default(),
            order: SearchOrder::default(),
            min_length: 2,
            q_is_qu: false,
            limit: u64::MAX,
            budget: Budget::UNLIMITED,
        }
    }
}

/// The words that a search found, and the moves it took.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SearchOutcome {
    /// The number of moves.
    pub moves: u64,
    /// Whether the search finished before it reached its limit or its budget was used up.
    pub is_complete: bool,
    /// The number of moves after which the first of the longest words was found; [`None`] if
    /// there are no words.
    pub longest_after: Option<u64>,
    /// The different words, in upper case and alphabetical order.
    pub words: Vec<String>,
}

/// Why a board cannot be studied.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The tile at this position is a wildcard, for which moves are not defined.
    #[error("position {0} is a wildcard, but a study can only count moves over letters")]
    Wildcard(usize),
}

/// A lexicon prepared for searches with any pruning.
#[derive(Clone, Debug)]
pub struct Study {
    lexicon: Lexicon,
    /// The letters of the alphabet in upper case.
    capitals: Vec<String>,
    letters: WordLetters,
    words: SortedTexts,
    suffixes: SortedTexts,
    stems: Stems,
}

impl Study {
    /// The suffixes that [`Pruning::Suffix`] looks for unless others are set.
    pub const SUFFIXES: [&str; 2] = ["s", "ed"];

    /// Prepares a lexicon. This takes 0.3 s for the 178,691 words of TWL06.
    pub fn new(lexicon: &Lexicon) -> Self {
        Self::with_suffixes(lexicon, &Self::SUFFIXES)
    }

    /// Prepares a lexicon for a search that looks for certain suffixes.
    ///
    /// ```
    /// use wgs_engine::{Adjacency, Grid, Lexicon};
    /// use wgs_study::{Pruning, SearchOptions, Study};
    ///
    /// let lexicon = Lexicon::from_text("go going")?;
    /// let grid = Grid::rectangle(3, 2, Adjacency::Diagonal);
    /// let options = SearchOptions { pruning: Pruning::Suffix, ..SearchOptions::default() };
    /// let moves = |study: Study| {
    ///     let outcome = study.search(&grid, &"GOXGNI".parse().unwrap(), &options).unwrap();
    ///     assert_eq!(outcome.words, ["GO", "GOING"]);
    ///     outcome.moves
    /// };
    /// assert_eq!(moves(Study::with_suffixes(&lexicon, &["ing"])), 18);
    /// assert_eq!(moves(Study::new(&lexicon)), 28);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_suffixes<S: AsRef<str>>(lexicon: &Lexicon, suffixes: &[S]) -> Self {
        let (letters, words) = WordLetters::of(lexicon);
        let capital = |(_, text)| letter::upper(text).into_owned();
        let endings = suffixes.iter();
        let endings: Vec<Vec<LetterCode>> = endings
            .map(|suffix| encode(lexicon, suffix.as_ref()))
            .collect();
        Self {
            lexicon: lexicon.clone(),
            capitals: lexicon.alphabet().letters().map(capital).collect(),
            suffixes: letters.suffixes(),
            stems: Stems::of(&letters, &words, &endings),
            letters,
            words,
        }
    }

    /// Searches a board. A path uses each tile at most once, even if the grid allows reuse.
    pub fn search(
        &self,
        grid: &Grid,
        board: &Board,
        options: &SearchOptions,
    ) -> Result<SearchOutcome, StudyError> {
        let tiles = self.tiles(grid, board, options.q_is_qu)?;
        let mut search = CountedSearch::new(self, options, &tiles);
        let is_complete = match options.order {
            SearchOrder::DepthFirst => search.follow_depth_first(),
            SearchOrder::LongestFirst => search.follow_longest_first(),
        };
        let words = search.found.iter();
        Ok(SearchOutcome {
            moves: search.moves,
            is_complete,
            longest_after: search.longest.map(|longest| longest.moves),
            words: words.map(|&index| self.word_text(index)).collect(),
        })
    }

    fn tiles(
        &self,
        grid: &Grid,
        board: &Board,
        q_is_qu: bool,
    ) -> Result<Vec<StudyTile>, StudyError> {
        let is_filled = |cell: &Cell| {
            let tile = board.tiles().get(cell.index());
            tile.is_some_and(|tile| !tile.is_empty())
        };
        let tile = |cell: Cell| {
            let codes = match board.tiles().get(cell.index()).map(|tile| &tile.face) {
                Some(face @ Face::Letters(_)) => encode(&self.lexicon, face.spelled(q_is_qu)),
                Some(Face::Wildcard(_)) => return Err(StudyError::Wildcard(cell.position())),
                Some(Face::Empty) | None => Vec::new(),
            };
            let neighbours = grid.neighbours(cell).filter(is_filled);
            Ok(StudyTile {
                codes,
                neighbours: neighbours.map(Cell::index).collect(),
            })
        };
        grid.cells().map(tile).collect()
    }

    fn word_text(&self, index: usize) -> String {
        let codes = self.words.text(&self.letters, index).iter();
        codes
            .map(|&code| self.capitals[usize::from(code) - 1].as_str())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::Adjacency;

    use super::*;

    fn search(
        board: &str,
        columns: u32,
        options: &SearchOptions,
    ) -> Result<SearchOutcome, StudyError> {
        let lexicon = Lexicon::from_text("qi qua quit tap at éta a").unwrap();
        let board: Board = board.parse().unwrap();
        let rows = (board.len() as u32).div_ceil(columns.max(1));
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        Study::new(&lexicon).search(&grid, &board, options)
    }

    #[test]
    fn a_q_is_a_q_unless_the_options_make_it_a_qu() {
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
    fn an_empty_cell_takes_no_move_but_a_letter_that_no_word_has_does() {
        for (board, pruning, moves) in [
            ("", Pruning::None, 0),
            ("....", Pruning::None, 0),
            ("T...", Pruning::None, 1),
            ("T.A.", Pruning::None, 4),
            ("T.X.", Pruning::None, 4),
            // The search steps onto the X twice, and each time goes no further.
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
    fn a_search_that_reaches_its_limit_is_not_complete() {
        for (limit, is_complete) in [(0, false), (63, false), (64, true), (65, true)] {
            let options = SearchOptions {
                pruning: Pruning::None,
                limit,
                ..SearchOptions::default()
            };
            let outcome = search("TAXP", 2, &options).unwrap();
            assert_eq!(outcome.moves, limit.min(64));
            assert_eq!(outcome.is_complete, is_complete, "{limit}");
        }
    }

    #[test]
    fn a_path_over_a_huge_board_does_not_overflow_the_stack() {
        let options = SearchOptions {
            pruning: Pruning::None,
            limit: 300_000,
            ..SearchOptions::default()
        };
        let outcome = search(&"TAXP".repeat(40_000), 400, &options).unwrap();
        assert_eq!((outcome.moves, outcome.is_complete), (300_000, false));
    }

    #[test]
    fn a_wildcard_is_rejected_with_its_position() {
        let error = search("TA?P", 2, &SearchOptions::default()).unwrap_err();
        let message = "position 3 is a wildcard, but a study can only count moves over letters";
        assert_eq!(error.to_string(), message);
    }
}
