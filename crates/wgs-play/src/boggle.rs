//! The Boggle assignment of [Algorithms, 4th edition]: boards with any number of rows and columns,
//! and their files. The words are found by [`wgs_engine`]; other games and rules are in the
//! [`catalogue`](wgs_config::catalogue).
//!
//! The assignment shows two examples. This is the second, about `Qu`, a single tile that counts for
//! two letters:
//!
//! ```
//! use wgs_engine::Lexicon;
//! use wgs_play::boggle::BoggleBoard;
//!
//! let lexicon = Lexicon::from_text("EQUATION EQUATIONS QUERIES QUESTION QUESTIONS TRIES")?;
//! let board: BoggleBoard = "4 4
//!     S  N  R  T
//!     O  I  E  L
//!     E  Qu T  T
//!     R  S  A  T".parse()?;
//! let score = board.solver(&lexicon).score(board.tiles());
//! assert_eq!((score.words, score.points), (6, 11 + 11 + 5 + 11 + 11 + 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [Algorithms, 4th edition]: https://coursera.cs.princeton.edu/algs4/assignments/boggle/specification.php

mod board_file;

use wgs_engine::{Adjacency, Board, Face, Grid, Lexicon, Rules, Solver, Tile};

pub use board_file::{BoardFileError, BoardFileProblem, Dimension};

/// A board of rows and columns. It may be empty. A tile has one letter or several, such as `Qu`,
/// which may be written `Q`.
///
/// ```
/// use wgs_play::boggle::BoggleBoard;
///
/// let text = "2 3\nA  Qu E\nR  S  T";
/// let board: BoggleBoard = text.parse()?;
/// assert_eq!((board.rows(), board.columns()), (2, 3));
/// assert_eq!(board.to_string(), text);
/// # Ok::<(), wgs_play::boggle::BoardFileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoggleBoard {
    rows: u32,
    columns: u32,
    tiles: Board,
}

impl BoggleBoard {
    /// Creates a board from its tiles, which must match the number of rows and columns.
    fn new(rows: u32, columns: u32, tiles: Vec<Tile>) -> Self {
        debug_assert_eq!(tiles.len() as u64, u64::from(rows) * u64::from(columns));
        let with_qu = |tile: Tile| match tile.face == Face::letters("q") {
            true => Face::letters("qu").into(),
            false => tile,
        };
        Self {
            rows,
            columns,
            tiles: Board::new(tiles.into_iter().map(with_qu).collect::<Vec<_>>()),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &Board {
        &self.tiles
    }

    /// Returns a solver for boards of this size, by the rules of the assignment: each tile touches
    /// the eight around it, and words have at least three letters.
    pub fn solver(&self, lexicon: &Lexicon) -> Solver {
        let grid = Grid::rectangle(self.columns, self.rows, Adjacency::Diagonal);
        Solver::new(lexicon, &grid, &Rules::boggle())
    }
}
