//! Boards from a file with one set of letters on each line, which is read line by line and
//! never kept.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use thiserror::Error;
use wgs_core::notation::NotationError;
use wgs_core::{Board, BoardMeasure, Rescorer};
use wgs_lab::{Goal, Random, ReservoirSampler};

use super::Created;
use wgs_config::spelling::Spelling;

/// Boards drawn with one pass over the file.
const BOARDS_A_PASS: u64 = 1 << 16;

/// Longer lines are no sets of letters.
const LONGEST_LINE: u64 = 1 << 16;

/// A file of sets of letters.
#[derive(Debug)]
pub(super) struct WordList<'c> {
    path: &'c Path,
    /// Whether the letters of a line are mixed.
    shuffle: bool,
    /// The most tiles a line may have.
    tiles: usize,
    spelling: &'c Spelling,
}

/// Why a word list is of no use.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WordListError {
    /// The file cannot be read.
    #[error("cannot read the word list {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// No line has letters.
    #[error("the word list {} is empty", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A line is no set of letters for a board.
    #[error("the word list {}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: LineProblem,
    },
}

/// What is wrong with a line of a word list.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// It is no text.
    #[error("this is not UTF-8 text")]
    NotText,
    /// It is far too long.
    #[error("this is longer than {LONGEST_LINE} bytes")]
    Endless,
    /// It is no board.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It has more tiles than a board.
    #[error("{board} has {found} tiles, but a board has {most}")]
    TooLong {
        /// The line.
        board: String,
        /// Its tiles.
        found: usize,
        /// The tiles of a board.
        most: usize,
    },
}

impl<'c> WordList<'c> {
    pub(super) fn new(path: &'c Path, shuffle: bool, tiles: usize, spelling: &'c Spelling) -> Self {
        Self {
            path,
            shuffle,
            tiles,
            spelling,
        }
    }

    /// Appends boards, each with a line end.
    pub(super) fn write_boards(
        &self,
        seed: u64,
        numbers: Range<u64>,
        text: &mut String,
    ) -> Result<(), WordListError> {
        for start in numbers.clone().step_by(BOARDS_A_PASS as usize) {
            let end = numbers.end.min(start.saturating_add(BOARDS_A_PASS));
            let mut draws = ReservoirSampler::new(seed, start..end);
            self.each_line(|_, board| {
                draws.offer(&Rc::new(board));
                true
            })?;
            for (board, mut random) in draws.finish().ok_or_else(|| self.empty())? {
                let board = self.mixed(&board, &mut random);
                text.push_str(&board.to_string());
                text.push('\n');
            }
        }
        Ok(())
    }

    /// Draws boards among all lines that meet a goal, else takes the best line for all.
    /// The letters of a line are mixed once, whichever boards it is drawn for.
    pub(super) fn create(
        &self,
        seed: u64,
        numbers: Range<u64>,
        goal: &Goal,
        scorer: &mut Rescorer,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Created>, WordListError> {
        let count = (numbers.end - numbers.start) as usize;
        let mut draws = ReservoirSampler::new(seed, numbers);
        let mut best: Option<(i64, Board, BoardMeasure)> = None;
        let mut tries = 0;
        self.each_line(|line, board| {
            // Chance of its own: that of the same numbers is for drawing.
            let board = self.mixed(&board, &mut Random::stream(!seed, line));
            let measure = scorer.settle(&board);
            tries += 1;
            if goal.is_met(&measure) {
                draws.offer(&Rc::new((board, measure)));
            } else if best
                .as_ref()
                .is_none_or(|(d, ..)| goal.distance(&measure) < *d)
            {
                best = Some((goal.distance(&measure), board, measure));
            }
            !stop()
        })?;
        let created = |board: &Board, measure: BoardMeasure, is_met: bool| Created {
            board: self.spelling.show(&board.to_string()).into_owned(),
            measure,
            is_met,
            tries,
        };
        if let Some(drawn) = draws.finish() {
            let drawn = drawn.iter().map(|(line, _)| created(&line.0, line.1, true));
            return Ok(drawn.collect());
        }
        let (_, board, measure) = best.ok_or_else(|| self.empty())?;
        Ok(vec![created(&board, measure, false); count])
    }

    fn mixed(&self, board: &Board, random: &mut Random) -> Board {
        let mut board = board.clone();
        if self.shuffle {
            random.shuffle(board.tiles_mut());
        }
        board
    }

    fn empty(&self) -> WordListError {
        WordListError::Empty {
            path: self.path.to_owned(),
        }
    }

    /// Reads all lines that are not blank, as boards, until `take` has enough.
    fn each_line(&self, mut take: impl FnMut(u64, Board) -> bool) -> Result<(), WordListError> {
        let failed = |reason: io::Error| WordListError::Read {
            path: self.path.to_owned(),
            reason,
        };
        let mut reader = BufReader::with_capacity(1 << 16, File::open(self.path).map_err(failed)?);
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let mut limited = (&mut reader).take(LONGEST_LINE);
            if limited.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
                break;
            }
            let board = self.board(&bytes).map_err(|problem| WordListError::Line {
                path: self.path.to_owned(),
                line,
                problem,
            })?;
            if !board.is_empty() && !take(line, board) {
                break;
            }
        }
        Ok(())
    }

    fn board(&self, line: &[u8]) -> Result<Board, LineProblem> {
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            return Err(LineProblem::Endless);
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let text = std::str::from_utf8(line).map_err(|_| LineProblem::NotText)?;
        let board: Board = self.spelling.read(text.trim()).parse()?;
        if board.len() > self.tiles {
            return Err(LineProblem::TooLong {
                board: board.to_string(),
                found: board.len(),
                most: self.tiles,
            });
        }
        Ok(board)
    }
}
