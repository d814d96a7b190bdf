//! Which words of a board are listed, and in which order: the filters of `wgs solve`, of the
//! API and of the solver page. How a listed word is shown is decided by
//! [`template`](wgs_config::template) and [`reply`](crate::reply).
//!
//! ```
//! use wgs_app::listing::{Filter, FilterOptions, ListedWords, Listing};
//! use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
//!
//! let lexicon = Lexicon::from_text("cat act cast")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let rules = Rules::boggle();
//! let solver = Solver::new(&lexicon, &grid, &rules);
//! let options = FilterOptions { regex: Some("^c".to_owned()), ..FilterOptions::default() };
//! let filter = Filter::new(&options, grid.len())?;
//! let mut listed = ListedWords::default();
//! listed.search(&mut solver.worker(), &"CATS".parse()?, Listing::Words, &filter)?;
//! let words: Vec<&str> = listed.iter().map(|line| line.word).collect();
//! assert_eq!(words, ["CAST", "CAT"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_config::SortOrder;
use wgs_config::commonness::{Commonness, WordCommonness};
use wgs_config::template::ScoredWord;
use wgs_engine::message::ToMessage;
use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, Cell, Solution, Stopped, Word, WordScore, Worker, messages};
use wgs_pattern::{Pattern, PatternError, PatternMatcher, TooManySteps};

use crate::reply::{SolutionReply, SolveReply};

/// Which paths of a word are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Listing {
    /// The best path of each word.
    #[default]
    Words,
    /// Every path of each word.
    Paths,
}

/// Which words to list, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilterOptions {
    /// List only words that match this [pattern](wgs_pattern), which ignores case and may
    /// match anywhere in the word.
    pub regex: Option<String>,
    /// List only words that start at one of these positions, counted from 1.
    pub starts_with: Vec<usize>,
    /// List only words that use all of these positions, counted from 1.
    pub contains: Vec<usize>,
    /// List only words with at least this number of letters.
    pub min_length: u32,
    /// The order.
    pub sort: SortOrder,
    /// The maximum number of words.
    pub limit: Option<usize>,
}

/// Why [`FilterOptions`] are not valid.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum FilterError {
    /// A position is not on the grid.
    Position {
        /// The option that has the position.
        option: FilterOption,
        /// The position.
        position: usize,
        /// The last position of the grid.
        cells: usize,
    },
    /// The pattern is not valid.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

messages! {
    impl ToMessage for FilterError {
        Self::Position { option, position, cells } => "filter.position":
            "{option} {position}: positions go from 1 to {cells}"
            (option = option.to_string(), position, cells);
    } else {
        Self::Pattern(error) => error.to_message(),
    }
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
    /// Writes the name of the field of [`FilterOptions`].
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::StartsWith => "starts_with",
            Self::Contains => "contains",
        })
    }
}

/// Validated [`FilterOptions`].
#[derive(Clone, Debug)]
pub struct Filter {
    pattern: Option<Pattern>,
    starts: Vec<Cell>,
    contains: Vec<Cell>,
    min_length: u32,
    sort: SortOrder,
    limit: usize,
    /// How common words are, and the rarest ones to list.
    commonness: Option<(WordCommonness, Commonness)>,
}

impl Filter {
    /// Validates options for a grid with this number of cells.
    pub fn new(options: &FilterOptions, cells: usize) -> Result<Self, FilterError> {
        Self::with_spelling(options, cells, &Spelling::default())
    }

    /// Validates options for a grid with this number of cells, and for the words of a dictionary
    /// with this spelling.
    pub fn with_spelling(
        options: &FilterOptions,
        cells: usize,
        spelling: &Spelling,
    ) -> Result<Self, FilterError> {
        let pattern = options.regex.as_deref();
        let pattern = pattern.map(|text| Pattern::with_spelling(text, spelling));
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
            pattern: pattern.transpose()?,
            starts: all(FilterOption::StartsWith, &options.starts_with)?,
            contains: all(FilterOption::Contains, &options.contains)?,
            min_length: options.min_length,
            sort: options.sort,
            limit: options.limit.unwrap_or(usize::MAX),
            commonness: None,
        })
    }

    /// Lists how common words are, and only those that are at least as common as `rarest`.
    pub fn with_commonness(mut self, classes: WordCommonness, rarest: Commonness) -> Self {
        self.commonness = Some((classes, rarest));
        self
    }

    /// Returns how common a word is, if that is listed.
    fn commonness(&self, word: Word) -> Option<Commonness> {
        let (classes, _) = self.commonness.as_ref()?;
        Some(classes.of(word))
    }

    fn passes_commonness(&self, commonness: Option<Commonness>) -> bool {
        let rarest = self.commonness.as_ref().map(|(_, rarest)| *rarest);
        commonness
            .zip(rarest)
            .is_none_or(|(class, rarest)| class <= rarest)
    }

    /// The pattern that words must match.
    pub fn pattern(&self) -> Option<&Pattern> {
        self.pattern.as_ref()
    }

    /// Whether the filter depends on the path of a word.
    fn depends_on_path(&self) -> bool {
        !self.starts.is_empty() || !self.contains.is_empty()
    }

    fn passes_path(&self, path: &[Cell]) -> bool {
        (self.starts.is_empty() || path.first().is_some_and(|cell| self.starts.contains(cell)))
            && self.contains.iter().all(|cell| path.contains(cell))
    }
}

/// Decides for one word after the other whether it is listed.
struct WordFilter<'f> {
    filter: &'f Filter,
    matcher: Option<PatternMatcher<'f>>,
    /// Why the search ended.
    error: Option<TooManySteps>,
}

impl<'f> WordFilter<'f> {
    fn new(filter: &'f Filter) -> Self {
        Self {
            filter,
            matcher: filter.pattern.as_ref().map(Pattern::matcher),
            error: None,
        }
    }

    fn passes(&mut self, text: &str, score: &WordScore) -> bool {
        if score.length < self.filter.min_length {
            return false;
        }
        let matches = self.matcher.as_mut().map(|matcher| matcher.is_match(text));
        matches.unwrap_or(Ok(true)).unwrap_or_else(|error| {
            self.error = Some(error);
            false
        })
    }
}

/// Why the words of a board could not be listed, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum ListingError {
    /// The pattern takes too long.
    #[error(transparent)]
    Pattern(#[from] TooManySteps),
    /// The budget of the search was used up.
    Stopped(#[from] Stopped),
}

messages! {
    impl ToMessage for ListingError {
        Self::Stopped(stopped) => "listing.stopped":
            "the list is incomplete: {stopped}" (stopped = stopped.to_message());
    } else {
        Self::Pattern(error) => error.to_message(),
    }
}

/// A list may hold this part of the memory of a search.
const LIST_SHARE: usize = 8;

/// The listed words of a board. Searching another board reuses the memory.
#[derive(Debug, Default)]
pub struct ListedWords {
    words: Vec<ListedWord>,
    texts: String,
    cells: Vec<Cell>,
    /// The number of bytes that the list may hold.
    max_held: usize,
}

/// A word as ranges of the list's texts and cells. A `SolvedWord` would allocate both for each word.
#[derive(Debug)]
struct ListedWord {
    word: Word,
    text: Range<usize>,
    path: Range<usize>,
    score: WordScore,
    commonness: Option<Commonness>,
}

impl ListedWords {
    /// Searches a board and replaces the listed words.
    ///
    /// # Errors
    ///
    /// Fails if the pattern takes too long; then nothing is listed. Fails if the worker's budget
    /// is used up; then the words found so far are listed.
    pub fn search(
        &mut self,
        worker: &mut Worker,
        board: &Board,
        listing: Listing,
        filter: &Filter,
    ) -> Result<(), ListingError> {
        let mut words = WordFilter::new(filter);
        self.words.clear();
        self.texts.clear();
        self.cells.clear();
        // The reply is several times as large as the list.
        self.max_held = worker.budget().memory() / LIST_SHARE;
        let searched = match listing {
            Listing::Words if filter.depends_on_path() => worker.solve_all(board, |solution| {
                if filter.passes_path(solution.path) {
                    self.push_better(&solution, &mut words);
                }
                match words.error.is_some() || self.is_too_large() {
                    false => ControlFlow::Continue(()),
                    true => ControlFlow::Break(()),
                }
            }),
            Listing::Words => worker.solve(board, |solution| {
                self.push(&solution, &mut words);
                self.keep_going(&words)
            }),
            Listing::Paths => worker.solve_all(board, |solution| {
                if filter.passes_path(solution.path) {
                    self.push(&solution, &mut words);
                }
                self.keep_going(&words)
            }),
        };
        if let Some(error) = words.error {
            self.words.clear();
            return Err(error.into());
        }
        let is_too_large = self.is_too_large();
        self.arrange(filter);
        match is_too_large {
            true => Err(Stopped::MemoryLimit.into()),
            false => Ok(searched?),
        }
    }

    /// Whether the list holds more memory than its share of the worker's budget.
    fn is_too_large(&self) -> bool {
        let held = self.words.len() * size_of::<ListedWord>()
            + self.texts.len()
            + self.cells.len() * size_of::<Cell>();
        held > self.max_held
    }

    fn push(&mut self, solution: &Solution<'_>, words: &mut WordFilter<'_>) {
        let commonness = words.filter.commonness(solution.word);
        if !words.filter.passes_commonness(commonness) {
            return;
        }
        let start = self.texts.len();
        solution.push_text(&mut self.texts);
        if !words.passes(&self.texts[start..], &solution.score) {
            self.texts.truncate(start);
            return;
        }
        let path = self.cells.len();
        self.cells.extend_from_slice(solution.path);
        self.words.push(ListedWord {
            word: solution.word,
            text: start..self.texts.len(),
            path: path..self.cells.len(),
            score: solution.score,
            commonness,
        });
    }

    /// Keeps a path of a word only if it scores more than the previous one.
    fn push_better(&mut self, solution: &Solution<'_>, words: &mut WordFilter<'_>) {
        match self.words.last_mut() {
            Some(last) if last.word == solution.word => {
                if solution.score.total > last.score.total {
                    let path = self.cells.len();
                    self.cells.extend_from_slice(solution.path);
                    last.path = path..self.cells.len();
                    last.score = solution.score;
                }
            }
            _ => self.push(solution, words),
        }
    }

    /// Stops the search early: solutions come in alphabetical order, so if the list is in that
    /// order, the first ones are enough.
    fn keep_going(&self, words: &WordFilter<'_>) -> ControlFlow<()> {
        let WordFilter { filter, error, .. } = words;
        let is_full = filter.sort == SortOrder::Word && self.words.len() >= filter.limit;
        match is_full || error.is_some() || self.is_too_large() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn arrange(&mut self, filter: &Filter) {
        // The words are in alphabetical order already, and the sort is stable.
        if filter.sort != SortOrder::Word {
            self.words.sort_by_key(|listed| match filter.sort {
                SortOrder::Length => Reverse(listed.score.length.into()),
                _ => Reverse(listed.score.total),
            });
        }
        self.words.truncate(filter.limit);
    }

    /// The number of listed solutions.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether no solution is listed.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The solutions in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ScoredWord<'_>> {
        self.words.iter().map(|listed| ScoredWord {
            word: &self.texts[listed.text.clone()],
            path: &self.cells[listed.path.clone()],
            score: &listed.score,
            commonness: listed.commonness,
        })
    }

    /// The number of different words and their total score, each with its best path.
    pub fn total(&self) -> (u64, u64) {
        let scored = self
            .words
            .iter()
            .map(|listed| (listed.word, listed.score.total));
        let mut best: Vec<(Word, u64)> = scored.collect();
        // Of several paths of a word, the best one counts.
        best.sort_unstable_by_key(|&(word, score)| (word, Reverse(score)));
        best.dedup_by_key(|(word, _)| *word);
        let points = best.iter().map(|&(_, score)| score);
        (best.len() as u64, points.fold(0, u64::saturating_add))
    }

    /// The solutions as a JSON reply. `board` is the text that the user typed.
    pub fn reply(&self, board: &str) -> SolveReply {
        let (words, points) = self.total();
        let solution = |line: ScoredWord<'_>| {
            let reply = SolutionReply::new(line.word.to_owned(), line.path, line.score);
            reply.with_commonness(line.commonness)
        };
        SolveReply {
            board: board.to_owned(),
            words,
            points,
            solutions: self.iter().map(solution).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Budget, Grid, Lexicon, Rules, Solver};

    use super::*;

    #[test]
    fn a_list_that_holds_too_much_memory_ends_with_what_it_has() {
        let lexicon = Lexicon::from_text("aaaaaa").unwrap();
        let solver = Solver::new(&lexicon, &Grid::rack(9), &Rules::word_game_solver());
        let board: Board = "AAAAAAAAA".parse().unwrap();
        let filter = Filter::new(&FilterOptions::default(), 9).unwrap();
        let mut worker = solver.worker();
        let mut listed = ListedWords::default();
        let all = listed.search(&mut worker, &board, Listing::Paths, &filter);
        assert_eq!((all, listed.len()), (Ok(()), 9 * 8 * 7 * 6 * 5 * 4));
        for (listing, starts_with) in [(Listing::Paths, vec![]), (Listing::Paths, vec![2])] {
            let options = FilterOptions {
                starts_with,
                ..FilterOptions::default()
            };
            let filter = Filter::new(&options, 9).unwrap();
            worker.set_budget(Budget::UNLIMITED.with_memory(4_000_000));
            let stopped = listed.search(&mut worker, &board, listing, &filter);
            assert_eq!(stopped, Err(Stopped::MemoryLimit.into()));
            assert!((1_000..6_000).contains(&listed.len()), "{}", listed.len());
        }
    }
}
