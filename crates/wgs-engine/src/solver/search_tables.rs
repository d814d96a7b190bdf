//! A solver as tables of numbers, for devices with a memory of their own, such as a GPU. The search
//! itself is the device's business.

use thiserror::Error;

use super::Solver;
use super::score_table::{self, ScoreTable};
use crate::board::Board;
use crate::count::Count;
use crate::grid::Cell;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::WORD;
use crate::message::ToMessage;
use crate::messages;

/// A solver as tables of numbers.
///
/// A search begins with the node 0 on every cell and goes from cell to neighbour, along the children
/// of nodes: the child of a node for symbol `s` exists if bit `s` of its mask is set, and is the node
/// `first + popcount(mask & ((1 << s) - 1))`. If [`Self::WORD`] is set in the mask of a node, the letters
/// so far are a word that counts `values[node]`, once on a board.
///
/// ```
/// use wgs_engine::device::SearchTables;
/// use wgs_engine::{Adjacency, Count, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("at cat")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
/// let tables = SearchTables::new(&solver, Count::Points)?;
/// assert_eq!(tables.neighbours(), [0b1110, 0b1101, 0b1011, 0b0111]);
/// // Words of two letters do not count.
/// let words = tables.nodes().iter().filter(|node| node[0] & SearchTables::WORD != 0);
/// assert_eq!(words.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTables {
    nodes: Vec<[u32; 2]>,
    values: Vec<u32>,
    neighbours: Vec<u64>,
}

/// The error for games that search tables cannot describe.
///
/// ```
/// use wgs_engine::device::SearchTables;
/// use wgs_engine::{Count, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("at cat")?;
/// let solver = Solver::new(&lexicon, &Grid::rack(65), &Rules::boggle());
/// let error = SearchTables::new(&solver, Count::Words).unwrap_err();
/// assert_eq!(error.to_string(), "the grid has 65 cells, but at most 64 are supported");
/// # Ok::<(), wgs_engine::lexicon::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum SearchTablesError {
    /// The grid has too many cells.
    Cells(usize),
    /// A word may use a tile again.
    Reuse,
    /// Scores depend on more than the letters of a word.
    PathScored,
    /// The longest word is not a sum over words.
    Longest,
    /// The points of a board may not fit into 32 bits.
    Points {
        /// The most points that a word may score.
        most: u32,
    },
}

messages! {
    impl ToMessage for SearchTablesError {
        Self::Cells(found) => "search.cells":
            "the grid has {found} cells, but at most 64 are supported" (found);
        Self::Reuse => "search.reuse":
            "grids on which a word may use a tile again are not supported";
        Self::PathScored => "search.path-scored":
            "rules that score a word by its path are not supported";
        Self::Longest => "search.longest":
            "the length of the longest word is not supported";
        Self::Points { most } => "search.points":
            "words that score more than {most} points are not supported" (most);
    }
}

impl SearchTables {
    /// Set in the mask of a node where a word ends that counts.
    pub const WORD: u32 = WORD;

    /// Creates the tables of a solver, with what each word adds to a count.
    ///
    /// # Errors
    ///
    /// Returns what the tables cannot describe.
    pub fn new(solver: &Solver, count: Count) -> Result<Self, SearchTablesError> {
        if count == Count::Longest {
            return Err(SearchTablesError::Longest);
        }
        let prepared = &*solver.prepared;
        let (grid, lexicon) = (&prepared.grid, &prepared.lexicon);
        if grid.len() > 64 {
            return Err(SearchTablesError::Cells(grid.len()));
        }
        if grid.reuses_tiles() {
            return Err(SearchTablesError::Reuse);
        }
        let most = u32::MAX / (lexicon.len() as u32).max(1);
        let most = most.min(ScoreTable::MAX_POINTS);
        if prepared.overflows {
            return Err(SearchTablesError::Points { most });
        }
        let mut layout = Layout::default();
        prepared.read(&Board::new([]), &mut layout, false);
        if prepared.is_path_scored(&layout) {
            return Err(SearchTablesError::PathScored);
        }
        let values: Vec<u32> = score_table::values(prepared, count)
            .map(u32::from)
            .collect();
        if values.iter().any(|&value| value > most) {
            return Err(SearchTablesError::Points { most });
        }
        let counts = score_table::values(prepared, Count::Words);
        let nodes = lexicon.nodes().iter().zip(counts);
        let nodes = nodes.map(|(node, counts)| match counts {
            0 => [node.symbols(), node.first],
            _ => [node.mask, node.first],
        });
        Ok(Self {
            nodes: nodes.collect(),
            values,
            neighbours: prepared.neighbours[..grid.len()].to_vec(),
        })
    }

    /// Returns the nodes, each with its mask and its first child.
    pub fn nodes(&self) -> &[[u32; 2]] {
        &self.nodes
    }

    /// Returns what the word at each node counts.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the neighbours of each cell as a mask.
    pub fn neighbours(&self) -> &[u64] {
        &self.neighbours
    }
}

/// Reads boards as symbols, for searches with [`SearchTables`].
///
/// ```
/// use wgs_engine::device::SymbolReader;
/// use wgs_engine::{Adjacency, Cell, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("quit")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let mut reader = SymbolReader::new(&Solver::new(&lexicon, &grid, &Rules::boggle()));
/// assert!(reader.read(&"QuITX".parse()?));
/// // The letters i, q, t, u have the symbols 0 to 3. No word has an X.
/// let symbols = |cell: usize| reader.symbols(Cell::new(cell)).collect::<Vec<_>>();
/// assert_eq!([0, 1, 2, 3].map(symbols), [vec![1, 3], vec![0], vec![2], vec![]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SymbolReader {
    solver: Solver,
    layout: Layout,
}

impl SymbolReader {
    /// Creates a reader of boards for a solver.
    pub fn new(solver: &Solver) -> Self {
        Self {
            solver: solver.clone(),
            layout: Layout::default(),
        }
    }

    /// Reads a board. Returns false if search tables do not describe it, because it has wildcards
    /// or tiles on which the score of a word depends, such as multipliers.
    pub fn read(&mut self, board: &Board) -> bool {
        let prepared = &*self.solver.prepared;
        prepared.read(board, &mut self.layout, false);
        !self.layout.has_wildcard && !prepared.is_path_scored(&self.layout)
    }

    /// Returns the symbols of a cell of the board that was read. There are none if the cell is
    /// empty or has a letter that no word has.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    pub fn symbols(&self, cell: Cell) -> impl Iterator<Item = u8> + '_ {
        let first = self.layout.first[cell.index()];
        let first = (!matches!(first, NO_SYMBOL | ANY_SYMBOL)).then_some(first);
        let more = first.map_or(&[][..], |_| self.layout.more(cell.index()));
        first.into_iter().chain(more.iter().copied())
    }
}
