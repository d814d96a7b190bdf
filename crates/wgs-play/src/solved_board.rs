//! A board with all its words, or a hand: tiles that all touch.
//!
//! Where tiles may be used again, as in Scrabblet, a blank stands for one letter in each word,
//! any number of times, and scores nothing.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_play::SolvedBoard;
//! use wgs_play::scrabblet::read_hand;
//! use wgs_engine::{Lexicon, Solver};
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = Lexicon::from_text("beef feed fief deaf")?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//! let hand = SolvedBoard::new(read_hand("FE?")?, &mut solver.worker())?;
//! let words: Vec<(&str, u64)> =
//!     hand.words().iter().map(|word| (word.text.as_str(), word.score.total)).collect();
//! assert_eq!(words, [("BEEF", 6), ("FEED", 6), ("FIEF", 9)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::messages;
use wgs_engine::{
    Board, Cell, Face, Grid, Rules, SolvedWord, Solver, Stopped, Tile, Word, Worker, letter,
};

/// A board, or a hand of tiles, with all the words it makes.
#[derive(Clone, Debug)]
pub struct SolvedBoard {
    board: Board,
    reuses_tiles: bool,
    q_is_qu: bool,
    /// In alphabetical order.
    words: Vec<SolvedWord>,
}

/// Why tiles cannot be played with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum SolvedBoardError {
    /// There are no letters.
    Empty,
    /// There are more tiles than cells.
    TooManyTiles {
        /// The number of tiles.
        found: usize,
        /// The number of cells of the game's grid.
        most: usize,
    },
    /// A blank could stand for several letters of a word.
    Blank(String),
    /// The worker's budget was used up before all words were found.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

messages! {
    impl ToMessage for SolvedBoardError {
        Self::Empty => "hand.empty":
            "the hand has no letters";
        Self::TooManyTiles { found, most } => "hand.too-many-tiles":
            "the hand has {found} letters, but the game allows at most {most}" (found, most);
        Self::Blank(hand) => "hand.blank":
            "the hand {hand} has a blank, but where tiles can be used again, a blank must have no letters or multipliers, and the other tiles must have one letter each and all touch"
            (hand);
    } else {
        Self::Stopped(error) => error.to_message(),
    }
}

impl SolvedBoard {
    /// Finds all words of a board.
    pub fn new(board: Board, worker: &mut Worker) -> Result<Self, SolvedBoardError> {
        let grid = worker.solver().grid();
        let (found, most) = (board.len(), grid.len());
        if board.tiles().iter().all(|tile| tile.is_empty()) {
            return Err(SolvedBoardError::Empty);
        }
        if found > most {
            return Err(SolvedBoardError::TooManyTiles { found, most });
        }
        let mut hand = Self {
            board,
            reuses_tiles: grid.reuses_tiles(),
            q_is_qu: worker.solver().rules().q_is_qu,
            words: Vec::new(),
        };
        if hand.reuses_tiles && !hand.blanks().is_empty() {
            if !grid.is_full() || !hand.has_single_letters(worker.solver().rules()) {
                return Err(SolvedBoardError::Blank(hand.to_string()));
            }
            hand.words = hand.words_with_blanks(worker)?;
        } else {
            let mut words = Vec::new();
            worker.solve(&hand.board, |solution| {
                words.push(SolvedWord::from(solution));
                ControlFlow::Continue(())
            })?;
            hand.words = words;
        }
        Ok(hand)
    }

    /// Whether a tile may be used several times in a word.
    pub(crate) fn reuses_tiles(&self) -> bool {
        self.reuses_tiles
    }

    /// Whether a Q is a Qu.
    pub(crate) fn q_is_qu(&self) -> bool {
        self.q_is_qu
    }

    /// The cells with blanks.
    fn blanks(&self) -> Vec<Cell> {
        let tiles = self.board.tiles().iter().enumerate();
        let blanks = tiles.filter(|(_, tile)| matches!(tile.face, Face::Wildcard(_)));
        blanks.map(|(cell, _)| Cell::new(cell)).collect()
    }

    fn has_single_letters(&self, rules: &Rules) -> bool {
        self.board.tiles().iter().all(|tile| match &tile.face {
            Face::Empty => true,
            Face::Letters(_) => letter::letters(rules.spelled(&tile.face)).count() == 1,
            Face::Wildcard(_) => *tile == Tile::from(Face::wildcard("")),
        })
    }

    /// Finds the words of a hand with blanks, where tiles can be used again.
    ///
    /// A wildcard of the engine may stand for a different letter each time it is used. So the
    /// blanks are removed, and a tile is added for each letter that the hand lacks, worth as much
    /// as a wildcard. The words of the hand are those that use no more added tiles than there are
    /// blanks.
    fn words_with_blanks(&self, worker: &Worker) -> Result<Vec<SolvedWord>, Stopped> {
        let solver = worker.solver();
        let blanks = self.blanks();
        let mut tiles = self.board.tiles().to_vec();
        for blank in &blanks {
            tiles[blank.index()] = Tile::EMPTY;
        }
        let own = tiles.len();
        let mut rules = solver.rules().clone();
        rules.q_is_qu = false;
        for (_, text) in solver.lexicon().alphabet().letters() {
            let face = Face::letters(text);
            if !tiles.iter().any(|tile| tile.face == face) {
                tiles.push(Tile::from(face));
                if !rules.wildcard_points {
                    rules.letter_values.remove(text);
                }
            }
        }
        let grid = Grid::rack(tiles.len() as u32).with_reuse(true);
        let solver = Solver::new(solver.lexicon(), &grid, &rules);
        let mut words = Vec::new();
        let mut added = Vec::new();
        let mut bounded = solver.worker();
        bounded.set_budget(worker.budget().clone());
        bounded.solve(&Board::new(tiles), |solution| {
            added.clear();
            added.extend(solution.path.iter().filter(|cell| cell.index() >= own));
            added.sort_unstable();
            added.dedup();
            if added.len() <= blanks.len() {
                let mut word = SolvedWord::from(solution);
                for cell in &mut word.path {
                    if let Ok(blank) = added.binary_search(cell) {
                        *cell = blanks[blank];
                    }
                }
                words.push(word);
            }
            ControlFlow::Continue(())
        })?;
        Ok(words)
    }

    /// The tiles.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All words, in alphabetical order.
    pub fn words(&self) -> &[SolvedWord] {
        &self.words
    }

    /// The points of all words together.
    pub fn points(&self) -> u64 {
        let scores = self.words.iter().map(|word| word.score.total);
        scores.fold(0, u64::saturating_add)
    }

    /// Returns the board with one point for each word, for games whose words have no points.
    pub(crate) fn with_word_points(mut self) -> Self {
        for word in &mut self.words {
            word.score.total = 1;
        }
        self
    }

    /// Returns the index of a word of the dictionary among the board's words.
    pub(crate) fn index_of(&self, word: Word) -> Option<usize> {
        self.words
            .binary_search_by_key(&word, |found| found.word)
            .ok()
    }

    /// The letters on the tiles, without wildcards.
    fn letters(&self) -> Vec<&str> {
        let tiles = self.board.tiles().iter();
        let spelled = tiles.map(|tile| tile.face.spelled(self.q_is_qu));
        spelled.flat_map(letter::letters).collect()
    }

    /// Returns those of the missing letters, once each, that the tiles have.
    pub(crate) fn scarce_letters(&self, missing: &[String]) -> Vec<String> {
        let supply = self.letters();
        let is_there = |missing: &str| supply.iter().any(|it| letter::upper(it) == missing);
        let mut scarce: Vec<String> = Vec::new();
        for letter in missing {
            if !scarce.contains(letter) && is_there(letter) {
                scarce.push(letter.clone());
            }
        }
        scarce
    }

    /// Returns the letters, in upper case, that a word needs and the tiles lack. Wildcards
    /// replace the first missing letters.
    pub fn missing_letters(&self, word: &str) -> Vec<String> {
        let mut supply = self.letters();
        let folded = letter::fold(word);
        let mut lacking: Vec<&str> = Vec::new();
        for text in letter::letters(&folded) {
            match supply.iter().position(|letter| *letter == text) {
                Some(_) if self.reuses_tiles => {}
                Some(place) => drop(supply.swap_remove(place)),
                None if self.reuses_tiles && lacking.contains(&text) => {}
                None => lacking.push(text),
            }
        }
        let blanks = self.blanks().len().min(lacking.len());
        let lacking = lacking.into_iter().skip(blanks);
        lacking
            .map(|text| letter::upper(text).into_owned())
            .collect()
    }
}

impl std::fmt::Display for SolvedBoard {
    /// Writes the tiles in board notation.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.board.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Lexicon};

    use super::*;
    use crate::scrabblet::read_hand;
    use crate::word_tally::word_tally;
    use wgs_config::Catalogue;

    const WORDS: &str = "abba baba cab dab bad add dad feed fee be bee abed bade decade zzz \
                         quiz fez efface";

    /// The words of a hand with their scores, on a rack of 26 cells.
    fn words(hand: &str, rules: &Rules, reuse: bool) -> Vec<(String, u64)> {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let grid = Grid::rack(26).with_reuse(reuse);
        let solver = Solver::new(&lexicon, &grid, rules);
        let hand = SolvedBoard::new(read_hand(hand).unwrap(), &mut solver.worker()).unwrap();
        let words = hand.words().iter();
        words
            .map(|word| (word.text.clone(), word.score.total))
            .collect()
    }

    /// The reference implementation: checks the letters of every word of the dictionary.
    fn plain_words(hand: &str, rules: &Rules) -> Vec<(String, u64)> {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let blanks = hand.matches('?').count();
        let words = lexicon.words().filter_map(|word| {
            let in_hand = |letter: &char| hand.contains(*letter);
            let mut lacking: Vec<char> = word.chars().filter(|c| !in_hand(c)).collect();
            lacking.sort_unstable();
            lacking.dedup();
            let laid: String = word.chars().filter(in_hand).collect();
            let points = word_tally(&laid, rules).letter_points;
            (lacking.len() <= blanks).then_some((word, points))
        });
        words.collect()
    }

    #[test]
    fn the_engine_and_the_reference_agree() {
        let catalogue = Catalogue::embedded();
        let valued = catalogue.game("Scrabblet").unwrap().rules().unwrap();
        let worthless = Rules::new();
        for rules in [valued, &worthless] {
            for hand in [
                "ABCDEF", "AB", "?", "A?", "?A", "??", "F?E", "?FE?", "QUI?", "AABB", "Z", "????",
            ] {
                assert_eq!(words(hand, rules, true), plain_words(hand, rules), "{hand}");
            }
        }
    }

    #[test]
    fn each_missing_letter_needs_a_separate_blank() {
        let catalogue = Catalogue::embedded();
        let rules = catalogue.game("Scrabblet").unwrap().rules().unwrap();
        let lexicon = Lexicon::from_text("decade").unwrap();
        let grid = Grid::rack(26).with_reuse(true);
        let solver = Solver::new(&lexicon, &grid, rules);
        let board = read_hand("?AE?").unwrap();
        let hand = SolvedBoard::new(board, &mut solver.worker()).unwrap();
        let path = hand.words()[0].path.iter().map(|cell| cell.position());
        assert_eq!(path.collect::<Vec<_>>(), [4, 3, 1, 2, 4, 3]);
        assert_eq!(hand.words()[0].score.total, 3);
        let paying = rules.clone().with_wildcard_points(true);
        let solver = Solver::new(&lexicon, &grid, &paying);
        let hand = SolvedBoard::new(hand.board().clone(), &mut solver.worker()).unwrap();
        assert_eq!(hand.points(), 10);
    }

    #[test]
    fn without_reuse_a_tile_is_used_once() {
        let rules = Rules::word_game_solver();
        let texts = |hand: &str| -> Vec<String> {
            let words = words(hand, &rules, false);
            words.into_iter().map(|(text, _)| text).collect()
        };
        assert_eq!(texts("BAD"), ["BAD", "DAB"]);
        assert_eq!(texts("BA?"), ["BAD", "BE", "CAB", "DAB"]);
    }

    #[test]
    fn missing_letters_are_listed() {
        let lexicon = Lexicon::from_text("a").unwrap();
        let rules = Rules::word_game_solver();
        for (hand, reuse, word, lacking) in [
            ("RUOLFNT", true, "plot", "P"),
            ("RUOLFNT", true, "troll", ""),
            ("RUOLFNT", false, "troll", "L"),
            ("RUOLFNT", true, "apple", "APE"),
            ("RUOLFN?", true, "pappa", "A"),
            ("RUOLFN?", false, "pappa", "APPA"),
            ("QuIT", false, "quit", ""),
            ("ÉT", true, "été", ""),
        ] {
            let grid = Grid::rack(26).with_reuse(reuse);
            let solver = Solver::new(&lexicon, &grid, &rules);
            let hand = SolvedBoard::new(read_hand(hand).unwrap(), &mut solver.worker()).unwrap();
            assert_eq!(
                hand.missing_letters(word).concat(),
                lacking,
                "{hand} {word}"
            );
        }
    }

    #[test]
    fn invalid_hands_are_rejected() {
        let lexicon = Lexicon::from_text("a").unwrap();
        // In these rules a Q is a Qu.
        let rules = Rules::word_game_solver();
        let rack = Grid::rack(4).with_reuse(true);
        let square = Grid::rectangle(2, 2, Adjacency::Diagonal).with_reuse(true);
        for (grid, hand, message) in [
            (&rack, "", "the hand has no letters"),
            (&rack, "..", "the hand has no letters"),
            (
                &rack,
                "ABCDE",
                "the hand has 5 letters, but the game allows at most 4",
            ),
            (&rack, "Qu?", "the hand Qu? has a blank"),
            (&rack, "A:?", "the hand A:? has a blank"),
            (&rack, "Q?", "the hand Q? has a blank"),
            (&rack, "A?at", "the hand A?at has a blank"),
            (&square, "AB?", "the hand AB? has a blank"),
        ] {
            let solver = Solver::new(&lexicon, grid, &rules);
            let board = read_hand(hand).unwrap();
            let error = SolvedBoard::new(board, &mut solver.worker()).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
