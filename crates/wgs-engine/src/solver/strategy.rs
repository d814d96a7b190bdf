//! Chooses the search that answers a query. This is the only place that decides it.

use super::frontier::Frontier;
use super::plain::{self, PathVisitor};
use super::{Engine, Prepared, dictionary};
use crate::budget::Meter;
use crate::layout::Layout;

/// A question about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// The number of words and their points.
    Score,
    /// The words, each with its best path.
    BestPaths,
    /// The words, each with its best path and the cells of all its paths.
    BestPathsAndCells,
    /// Every path of every word.
    AllPaths,
}

/// A search, as it runs for one query on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// Breadth first on up to 64 cells; finds many packed paths at a time.
    Frontier,
    /// Each lexicon node once, with all its paths.
    General,
    /// A search that visits one path after another.
    PathByPath(PathSearch),
}

/// A search that visits one path after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathSearch {
    /// Depth first.
    Plain,
    /// Breadth first on more than 64 cells.
    LargeFrontier,
    /// Word by word.
    Dictionary,
}

impl PathSearch {
    /// Searches one board.
    pub(super) fn run(
        self,
        solver: &Prepared,
        layout: &Layout,
        frontier: &mut Frontier,
        meter: &mut Meter<'_>,
        visitor: &mut impl PathVisitor,
    ) {
        match self {
            Self::Plain => plain::search(solver, layout, meter, visitor),
            Self::LargeFrontier => frontier.search_large(solver, layout, meter, visitor),
            Self::Dictionary => dictionary::search(solver, layout, meter, visitor),
        }
    }
}

/// Above this number of wildcards, boards are searched word by word. On 4x4 boards with nine
/// wildcards both searches take seconds; each further wildcard makes a search over paths ten
/// times as slow.
const MAX_WILDCARDS: usize = 9;

/// Above this number of wildcards, a prefix has too many paths to keep them all in memory.
const MAX_WILDCARDS_WITH_ALL_PATHS: usize = 3;

impl Strategy {
    /// Chooses the search for a query about a board.
    pub(super) fn choose(solver: &Prepared, layout: &Layout, query: Query) -> Self {
        let is_large = solver.grid.len() > 64;
        match (query, solver.engine) {
            (Query::AllPaths, Engine::Dictionary) => Self::PathByPath(PathSearch::Dictionary),
            (Query::AllPaths, _) if layout.wildcards > MAX_WILDCARDS_WITH_ALL_PATHS => {
                Self::PathByPath(PathSearch::Dictionary)
            }
            (Query::AllPaths, _) => Self::General,
            // The other searches keep the cells of a word in a mask of 64 bits.
            (Query::BestPathsAndCells, _) if is_large => Self::General,
            (_, Engine::General) => Self::General,
            (_, Engine::Dictionary) => Self::PathByPath(PathSearch::Dictionary),
            (_, Engine::Plain) => Self::PathByPath(PathSearch::Plain),
            (_, Engine::Avx512 | Engine::Avx2 | Engine::Portable) => {
                let one_path_is_enough =
                    query != Query::BestPathsAndCells && !solver.is_path_scored(layout);
                if one_path_is_enough && layout.wildcards > MAX_WILDCARDS {
                    Self::PathByPath(PathSearch::Dictionary)
                } else if !is_large {
                    Self::Frontier
                } else if layout.has_wildcard {
                    Self::PathByPath(PathSearch::Plain)
                } else {
                    Self::PathByPath(PathSearch::LargeFrontier)
                }
            }
        }
    }
}
