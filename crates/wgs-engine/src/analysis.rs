//! Statistics of a board: its words and points by word length and by position.
//!
//! Positions count from 1, and position 0 stands for the whole board, just as length 0 stands
//! for all lengths.

use std::ops::ControlFlow;

use crate::{Board, BoardScore, Solution, Stopped, Word, Worker};

/// The word with the highest score, on a board or among the words of one length. Among equal
/// scores it is the alphabetically first.
///
/// ```
/// use wgs_engine::{Analysis, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat cats act")?;
/// let solver = Solver::new(&lexicon, &Grid::rack(4), &Rules::boggle());
/// let mut analysis = Analysis::default();
/// analysis.update(&mut solver.worker(), &"CATS".parse()?)?;
/// let best = analysis.best().unwrap();
/// assert_eq!((lexicon.text(best.word), best.score), ("ACT".to_owned(), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BestWord {
    /// The word. [`Lexicon::text`](crate::Lexicon::text) returns its text.
    pub word: Word,
    /// Its score.
    pub score: u64,
}

/// The words and points of a board, by length and by position.
///
/// One analysis can be used for many boards in turn; it reuses its memory.
///
/// ```
/// use wgs_engine::{Adjacency, Analysis, Grid, Lexicon, Rules, Solver};
///
/// // STRIP can end at either P, so it counts for both, but only once for the board.
/// let lexicon = Lexicon::from_text("strip")?;
/// let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
/// let rules = Rules::boggle();
/// let solver = Solver::new(&lexicon, &grid, &rules);
///
/// let mut analysis = Analysis::default();
/// analysis.update(&mut solver.worker(), &"STRXPIXXP".parse()?)?;
/// assert_eq!([1, 4, 5, 9].map(|position| analysis.words_at(position)), [1, 0, 1, 1]);
/// assert_eq!(analysis.points_at(9), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    total: BoardScore,
    /// By length, from 0.
    lengths: Vec<LengthTotals>,
    /// By cell, from 0.
    cells: Vec<BoardScore>,
}

/// The words of one length.
#[derive(Clone, Copy, Debug, Default)]
struct LengthTotals {
    score: BoardScore,
    best: Option<BestWord>,
}

impl LengthTotals {
    /// Words are added in alphabetical order, so the first of equal scores stays.
    fn add(&mut self, word: Word, points: u64) {
        add(&mut self.score, points);
        if self.best.is_none_or(|best| points > best.score) {
            self.best = Some(BestWord {
                word,
                score: points,
            });
        }
    }
}

fn add(score: &mut BoardScore, points: u64) {
    score.words += 1;
    score.points = score.points.saturating_add(points);
}

impl Analysis {
    /// Analyses one board. For many boards, [`update`](Self::update) is faster.
    ///
    /// # Errors
    ///
    /// Returns the reason if the worker's budget was used up.
    pub fn of(worker: &mut Worker, board: &Board) -> Result<Self, Stopped> {
        let mut analysis = Self::default();
        analysis.update(worker, board)?;
        Ok(analysis)
    }

    /// Replaces the analysis by that of another board.
    ///
    /// # Errors
    ///
    /// Returns the reason if the worker's budget was used up. The analysis then covers the words
    /// found so far.
    pub fn update(&mut self, worker: &mut Worker, board: &Board) -> Result<(), Stopped> {
        self.update_with(worker, board, |_| {})
    }

    /// Replaces the analysis by that of another board, and passes each word with its best path
    /// to `sink`, in alphabetical order. Both come from the same search.
    ///
    /// # Errors
    ///
    /// Returns the reason if the worker's budget was used up, as [`update`](Self::update) does.
    pub fn update_with(
        &mut self,
        worker: &mut Worker,
        board: &Board,
        mut sink: impl FnMut(&Solution<'_>),
    ) -> Result<(), Stopped> {
        let cells = worker.solver().grid().len();
        self.total = BoardScore::default();
        self.lengths.clear();
        self.cells.clear();
        self.cells.resize(cells, BoardScore::default());
        worker.survey(board, |solution, used| {
            let points = solution.score.total;
            add(&mut self.total, points);
            let length = solution.score.length as usize;
            if length >= self.lengths.len() {
                self.lengths.resize(length + 1, LengthTotals::default());
            }
            self.lengths[length].add(solution.word, points);
            // The word counts for each cell that any of its paths uses.
            for cell in used.iter() {
                add(&mut self.cells[cell.index()], points);
            }
            sink(&solution);
            ControlFlow::Continue(())
        })
    }

    /// The number of cells of the grid, which is also the highest position.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The length of the longest word; 0 if there are no words.
    pub fn longest(&self) -> usize {
        self.lengths.len().saturating_sub(1)
    }

    /// The number of different words on the board, and their points.
    pub fn total(&self) -> BoardScore {
        self.total
    }

    /// The number of different words.
    pub fn words(&self) -> u64 {
        self.total.words
    }

    /// The points of all words, each with its highest score.
    pub fn points(&self) -> u64 {
        self.total.points
    }

    /// The number of words that can use the tile at a position. Position 0 counts all words;
    /// beyond the grid it is 0.
    pub fn words_at(&self, position: usize) -> u64 {
        self.at(position).words
    }

    /// The points of the words that can use the tile at a position. Position 0 counts all
    /// words.
    pub fn points_at(&self, position: usize) -> u64 {
        self.at(position).points
    }

    fn at(&self, position: usize) -> BoardScore {
        match position.checked_sub(1) {
            None => self.total,
            Some(cell) => self.cells.get(cell).copied().unwrap_or_default(),
        }
    }

    /// The number of words with exactly this length. Length 0 counts all words.
    pub fn words_of_length(&self, length: usize) -> u64 {
        self.of_length(length).words
    }

    /// The points of the words with exactly this length. Length 0 counts all words.
    pub fn points_of_length(&self, length: usize) -> u64 {
        self.of_length(length).points
    }

    fn of_length(&self, length: usize) -> BoardScore {
        match length {
            0 => self.total,
            _ => self
                .lengths
                .get(length)
                .map(|totals| totals.score)
                .unwrap_or_default(),
        }
    }

    /// The number of words with this length or more.
    pub fn words_of_length_or_more(&self, length: usize) -> u64 {
        self.at_least(length).map(|totals| totals.score.words).sum()
    }

    /// The points of the words with this length or more.
    pub fn points_of_length_or_more(&self, length: usize) -> u64 {
        self.at_least(length)
            .fold(0, |sum, totals| sum.saturating_add(totals.score.points))
    }

    fn at_least(&self, length: usize) -> impl Iterator<Item = &LengthTotals> {
        self.lengths.iter().skip(length)
    }

    /// The word of the board with the highest score.
    pub fn best(&self) -> Option<BestWord> {
        let bests = self.lengths.iter().filter_map(|totals| totals.best);
        bests.min_by_key(|best| (std::cmp::Reverse(best.score), best.word))
    }

    /// The word of exactly this length with the highest score. Length 0 includes all words.
    pub fn best_of_length(&self, length: usize) -> Option<BestWord> {
        match length {
            0 => self.best(),
            _ => self.lengths.get(length)?.best,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Adjacency, Grid, Lexicon, Rules, Solver};

    use super::*;

    const WORDS: &str = "ab ae ba be ef fa fab fe fi fie fin fink fino glop if in ink jin jink jo \
                         knife knop koji kop lo lop mi mink nim no on op plonk pol";

    fn analyse(rules: &Rules, board: &str) -> (Lexicon, Analysis) {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, rules);
        let analysis = Analysis::of(&mut solver.worker(), &board.parse().unwrap()).unwrap();
        (lexicon, analysis)
    }

    #[test]
    fn words_and_points_are_counted_by_length() {
        let (_, analysis) = analyse(&Rules::boggle(), "ABCDEFGHIJKLMNOP");
        assert_eq!((analysis.words(), analysis.points()), (18, 20));
        for (length, words, points) in [(0, 18, 20), (2, 0, 0), (3, 9, 9), (4, 7, 7), (5, 2, 4)] {
            assert_eq!(analysis.words_of_length(length), words, "{length}");
            assert_eq!(analysis.points_of_length(length), points, "{length}");
        }
        for (length, words, points) in [(0, 18, 20), (4, 9, 11), (5, 2, 4), (6, 0, 0), (900, 0, 0)]
        {
            assert_eq!(analysis.words_of_length_or_more(length), words, "{length}");
            assert_eq!(
                analysis.points_of_length_or_more(length),
                points,
                "{length}"
            );
        }
        assert_eq!(analysis.longest(), 5);
    }

    #[test]
    fn among_equal_scores_the_alphabetically_first_word_is_the_best() {
        let (lexicon, analysis) = analyse(&Rules::boggle(), "ABCDEFGHIJKLMNOP");
        let text = |best: Option<BestWord>| best.map(|best| (lexicon.text(best.word), best.score));
        for (length, word) in [(0, "KNIFE"), (3, "FAB"), (4, "FINK"), (5, "KNIFE")] {
            let (found, _) = text(analysis.best_of_length(length)).unwrap();
            assert_eq!(found, word, "{length}");
        }
        assert_eq!(text(analysis.best()), Some(("KNIFE".to_owned(), 2)));
        assert_eq!(analysis.best_of_length(6), None);
        assert_eq!(analysis.best_of_length(4000), None);
    }

    #[test]
    fn positions_count_from_1_and_0_is_the_whole_board() {
        let (_, analysis) = analyse(&Rules::boggle(), "ABCDEFGHIJKLMNOP");
        for (position, words, points) in [(0, 18, 20), (1, 1, 1), (6, 6, 7), (3, 0, 0), (17, 0, 0)]
        {
            assert_eq!(analysis.words_at(position), words, "{position}");
            assert_eq!(analysis.points_at(position), points, "{position}");
        }
    }

    #[test]
    fn a_board_without_words_has_no_best_word() {
        let (_, analysis) = analyse(&Rules::boggle(), "XXXXXXXXXXXXXXXX");
        assert_eq!(
            (analysis.total(), analysis.best()),
            (BoardScore::default(), None)
        );
        assert_eq!(analysis.longest(), 0);
    }

    #[test]
    fn the_sink_gets_the_words_that_are_analysed() {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let (mut worker, board) = (solver.worker(), "ABCDEFGHIJKLMNOP".parse().unwrap());
        let mut found = Vec::new();
        let mut analysis = Analysis::default();
        let searched = analysis.update_with(&mut worker, &board, |solution| {
            found.push((solution.text(), solution.path.to_vec()));
        });
        searched.unwrap();
        assert_eq!(found.len() as u64, analysis.words());
        let mut solved = Vec::new();
        let searched = worker.solve(&board, |solution| {
            solved.push((solution.text(), solution.path.to_vec()));
            ControlFlow::Continue(())
        });
        searched.unwrap();
        assert_eq!(found, solved);
    }

    #[test]
    fn the_most_points_of_a_word_are_counted_exactly() {
        let bonus = 1_000_000.into();
        let mut rules = Rules::new();
        rules.length_bonuses.from = Some((1, bonus));
        let board = "A;;;;;;;;;;;;;;;;;;;;;B".to_owned() + &"X".repeat(14);
        rules.letter_values = [("a".into(), 999), ("b".into(), 999)].into();
        let (_, analysis) = analyse(&rules, &board);
        assert_eq!(analysis.points_at(1), analysis.points());
    }
}
