//! Which words of a board are listed, and in which order: the filters of the solve command
//! and of the solver page, with the meaning of the manual's chapter 6.1.1. How a listed word
//! is shown is for [`template`](wgs_config::template) and [`reply`](crate::reply).
//!
//! ```
//! use wgs_app::listing::{Filter, FilterOptions, Found, Listing};
//! use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
//!
//! let lexicon = Lexicon::from_text("cat act cast")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let rules = Rules::boggle();
//! let solver = Solver::new(&lexicon, &grid, &rules);
//! let options = FilterOptions { regex: Some("^c".to_owned()), ..FilterOptions::default() };
//! let filter = Filter::new(&options, grid.len())?;
//! let mut found = Found::default();
//! found.search(&mut solver.worker(), &"CATS".parse()?, Listing::Words, &filter);
//! let words: Vec<&str> = found.iter().map(|line| line.word).collect();
//! assert_eq!(words, ["CAST", "CAT"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_core::{Board, Cell, Solution, Word, WordScore, Worker};

use crate::reply::{SolutionReply, SolveReply};
use wgs_config::SortOrder;
use wgs_config::template::ScoredWord;

/// What is listed of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Listing {
    /// Its best path.
    #[default]
    Words,
    /// Every path.
    Paths,
}

/// Which words are listed, as they are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilterOptions {
    /// Only words that match this regular expression, in any case and anywhere in the word.
    pub regex: Option<String>,
    /// Only words that start at this position, from 1; of several, at any.
    pub starts_with: Vec<usize>,
    /// Only words that use this position, from 1; of several, all.
    pub contains: Vec<usize>,
    /// Only words of at least so many letters.
    pub min_length: u32,
    /// In which order.
    pub sort: SortOrder,
    /// At most so many.
    pub limit: Option<usize>,
}

/// Why words cannot be listed so.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FilterError {
    /// A position beyond the grid.
    #[error("{option} {position}: positions go from 1 to {cells}")]
    Position {
        /// Which option has it: `starts_with` or `contains`.
        option: FilterOption,
        /// What was found.
        position: usize,
        /// The last position.
        cells: usize,
    },
    /// The regular expression cannot be understood.
    #[error(transparent)]
    Regex(#[from] regex::Error),
}

/// An option that takes positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterOption {
    /// [`FilterOptions::starts_with`].
    StartsWith,
    /// [`FilterOptions::contains`].
    Contains,
}

impl std::fmt::Display for FilterOption {
    /// As a flag of the command line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::StartsWith => "--starts-with",
            Self::Contains => "--contains",
        })
    }
}

/// Which words are listed, understood.
#[derive(Clone, Debug)]
pub struct Filter {
    regex: Option<Regex>,
    starts: Vec<Cell>,
    contains: Vec<Cell>,
    min_length: u32,
    sort: SortOrder,
    limit: usize,
}

impl Filter {
    /// Understands what is asked for on a grid of so many cells.
    pub fn new(options: &FilterOptions, cells: usize) -> Result<Self, FilterError> {
        let regex = options.regex.as_deref().map(|pattern| {
            let mut builder = RegexBuilder::new(pattern);
            builder.case_insensitive(true).build()
        });
        Ok(Self {
            regex: regex.transpose()?,
            ..Self::without_regex(options, cells)?
        })
    }

    /// The same but for the regular expression, for those who match words themselves, as
    /// pages do with what the browser has.
    pub fn without_regex(options: &FilterOptions, cells: usize) -> Result<Self, FilterError> {
        let all = |option: FilterOption, positions: &[usize]| -> Result<Vec<Cell>, FilterError> {
            let cell = |&position: &usize| match position {
                1.. if position <= cells => Ok(Cell::new(position - 1)),
                _ => Err(FilterError::Position {
                    option,
                    position,
                    cells,
                }),
            };
            positions.iter().map(cell).collect()
        };
        Ok(Self {
            regex: None,
            starts: all(FilterOption::StartsWith, &options.starts_with)?,
            contains: all(FilterOption::Contains, &options.contains)?,
            min_length: options.min_length,
            sort: options.sort,
            limit: options.limit.unwrap_or(usize::MAX),
        })
    }

    /// Whether it matters which path spells a word.
    fn minds_paths(&self) -> bool {
        !self.starts.is_empty() || !self.contains.is_empty()
    }

    fn passes_path(&self, path: &[Cell]) -> bool {
        (self.starts.is_empty() || path.first().is_some_and(|cell| self.starts.contains(cell)))
            && self.contains.iter().all(|cell| path.contains(cell))
    }

    fn passes_word(&self, text: &str, score: &WordScore) -> bool {
        score.length >= self.min_length
            && self.regex.as_ref().is_none_or(|regex| regex.is_match(text))
    }
}

/// The solutions of a board that are listed, in memory that is kept from board to board.
#[derive(Debug, Default)]
pub struct Found {
    items: Vec<Item>,
    texts: String,
    cells: Vec<Cell>,
}

#[derive(Debug)]
struct Item {
    word: Word,
    text: Range<usize>,
    path: Range<usize>,
    score: WordScore,
}

impl Found {
    /// Searches a board, and forgets the one before.
    pub fn search(
        &mut self,
        worker: &mut Worker,
        board: &Board,
        listing: Listing,
        filter: &Filter,
    ) {
        self.items.clear();
        self.texts.clear();
        self.cells.clear();
        match listing {
            Listing::Words if filter.minds_paths() => worker.solve_all(board, |solution| {
                if filter.passes_path(solution.path) {
                    self.push_better(&solution, filter);
                }
                ControlFlow::Continue(())
            }),
            Listing::Words => worker.solve(board, |solution| {
                self.push(&solution, filter);
                self.flow(filter)
            }),
            Listing::Paths => worker.solve_all(board, |solution| {
                if filter.passes_path(solution.path) {
                    self.push(&solution, filter);
                }
                self.flow(filter)
            }),
        }
        self.arrange(filter);
    }

    fn push(&mut self, solution: &Solution<'_>, filter: &Filter) {
        let start = self.texts.len();
        solution.push_text(&mut self.texts);
        if !filter.passes_word(&self.texts[start..], &solution.score) {
            self.texts.truncate(start);
            return;
        }
        let path = self.cells.len();
        self.cells.extend_from_slice(solution.path);
        self.items.push(Item {
            word: solution.word,
            text: start..self.texts.len(),
            path: path..self.cells.len(),
            score: solution.score,
        });
    }

    /// Keeps a path of a word only if it is better than the one before.
    fn push_better(&mut self, solution: &Solution<'_>, filter: &Filter) {
        match self.items.last_mut() {
            Some(last) if last.word == solution.word => {
                if solution.score.total > last.score.total {
                    let path = self.cells.len();
                    self.cells.extend_from_slice(solution.path);
                    last.path = path..self.cells.len();
                    last.score = solution.score;
                }
            }
            _ => self.push(solution, filter),
        }
    }

    /// Whether to go on: solutions come in alphabetical order, so if that is wanted, the first
    /// will do.
    fn flow(&self, filter: &Filter) -> ControlFlow<()> {
        match filter.sort == SortOrder::Word && self.items.len() >= filter.limit {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn arrange(&mut self, filter: &Filter) {
        // Alphabetical order is there already, and these sorts keep it among equals.
        match filter.sort {
            SortOrder::Word => {}
            SortOrder::Score => self.items.sort_by_key(|item| Reverse(item.score.total)),
            SortOrder::Length => self.items.sort_by_key(|item| Reverse(item.score.length)),
        }
        self.items.truncate(filter.limit);
    }

    /// How many solutions are listed.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The solutions in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ScoredWord<'_>> {
        self.items.iter().map(|item| ScoredWord {
            word: &self.texts[item.text.clone()],
            path: &self.cells[item.path.clone()],
            score: &item.score,
        })
    }

    /// How many different words are listed and what they score, each at its best.
    pub fn total(&self) -> (u64, u64) {
        let scored = self.items.iter().map(|item| (item.word, item.score.total));
        let mut best: Vec<(Word, u64)> = scored.collect();
        // Of several paths of a word, the best counts.
        best.sort_unstable_by_key(|&(word, score)| (word, Reverse(score)));
        best.dedup_by_key(|(word, _)| *word);
        let points = best.iter().map(|&(_, score)| score);
        (best.len() as u64, points.fold(0, u64::saturating_add))
    }

    /// The solutions as JSON has them. The board is given as provided.
    pub fn reply(&self, board: &str) -> SolveReply {
        let (words, points) = self.total();
        let solution =
            |line: ScoredWord<'_>| SolutionReply::new(line.word.to_owned(), line.path, line.score);
        SolveReply {
            board: board.to_owned(),
            words,
            points,
            solutions: self.iter().map(solution).collect(),
        }
    }
}
