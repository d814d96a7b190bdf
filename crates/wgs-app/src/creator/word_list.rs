//! Boards from a file with one set of letters on each line. The file is read line by line and
//! never held in memory.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;
use wgs_config::regular_file::{FileOpener, MOST_DICTIONARY};
use wgs_dice::{Goal, Random, ReservoirSampler, Scorer};
use wgs_engine::message::{Message, ToMessage, quoted};
use wgs_engine::notation::NotationError;
use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, BoardMeasure, letter, messages};

use super::{CreateError, CreatedBoard};

/// The number of boards to draw in one pass over the file.
const BOARDS_PER_PASS: u64 = 1 << 16;

/// The maximum number of bytes of a line.
const MAX_LINE: u64 = 1 << 16;

/// A file with one set of letters on each line.
#[derive(Debug)]
pub(super) struct WordListSource<'c> {
    path: &'c Path,
    /// Whether to shuffle the letters of a line.
    shuffle: bool,
    /// The maximum number of tiles of a board.
    tiles: usize,
    /// Whether a longer line is cut to this number, and not an error.
    cuts_lines: bool,
    spelling: &'c Spelling,
    /// The number of characters of the file that are not part of the notation, once a board was
    /// drawn.
    ignored: AtomicU64,
    opener: FileOpener,
}

/// Why a word list cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum WordListError {
    /// The file cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// There are no files here.
    NoFiles {
        /// The file.
        path: PathBuf,
    },
    /// The dictionary has no words that fit.
    NoWords {
        /// The name of the dictionary.
        dictionary: String,
        /// The number of words on a board.
        words: usize,
        /// The numbers of letters that they may have; any if it is empty.
        lengths: Vec<usize>,
        /// The number of tiles of a board.
        tiles: usize,
    },
    /// No line has letters.
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A line is not a board of the game.
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The problem of the line.
        source: LineError,
    },
}

messages! {
    impl ToMessage for WordListError {
        Self::Read { path, source } => "word-list.read":
            "cannot read the word list {path}: {source}"
            (path = path.display().to_string(), source = Message::text(source));
        Self::NoFiles { path } => "word-list.no-files":
            "the boards of this game come from the file {path}, which cannot be read here; name a dictionary as WordListDictionary instead"
            (path = path.display().to_string());
        Self::NoWords { dictionary, words, lengths, tiles } => "word-list.no-words":
            "the dictionary {dictionary} has no {words} on a board of {tiles} tiles"
            (dictionary = quoted(dictionary), words = described(*words, lengths), tiles);
        Self::Empty { path } => "word-list.empty":
            "the word list {path} is empty" (path = path.display().to_string());
        Self::Line { path, line, source } => "word-list.line":
            "the word list {path}, line {line}: {source}"
            (path = path.display().to_string(), line, source = source.to_message());
    }
}

/// Returns the characters of a line that are part of the notation, and counts the others.
/// Between bars, a tile may have any text.
fn known_characters(text: &str, ignored: &mut u64) -> String {
    let has_bars = text.contains('|');
    let is_known = |character: &&str| {
        let is_mark = matches!(*character, "?" | "." | ":" | ";");
        let starts = |is: fn(char) -> bool| character.starts_with(is);
        has_bars || is_mark || starts(char::is_alphabetic) || starts(char::is_whitespace)
    };
    let (known, others): (Vec<&str>, Vec<&str>) = letter::letters(text).partition(is_known);
    *ignored += others.len() as u64;
    known.concat()
}

/// Describes words by their number and lengths.
fn described(words: usize, lengths: &[usize]) -> String {
    let (noun, fit) = match words {
        1 => ("word".to_owned(), "that fits"),
        _ => (format!("{words} words"), "that fit"),
    };
    let lengths: Vec<String> = lengths.iter().map(ToString::to_string).collect();
    match lengths.as_slice() {
        [] => format!("{noun} {fit}"),
        [only] => format!("{noun} of {only} letters {fit}"),
        [others @ .., last] => {
            format!("{noun} of {} or {last} letters {fit}", others.join(", "))
        }
    }
}

/// A problem of a line of a word list.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum LineError {
    /// The line is not UTF-8 text.
    NotText,
    /// The line has too many bytes.
    TooManyBytes,
    /// The line is not a board.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The line has more tiles than a board.
    TooManyTiles {
        /// The line.
        board: String,
        /// The number of tiles of the line.
        found: usize,
        /// The maximum number of tiles of a board.
        most: usize,
    },
}

messages! {
    impl ToMessage for LineError {
        Self::NotText => "line.not-text":
            "not UTF-8 text";
        Self::TooManyBytes => "line.too-many-bytes":
            "longer than {most} bytes" (most = MAX_LINE);
        Self::TooManyTiles { board, found, most } => "line.too-many-tiles":
            "{board} has {found} tiles, but a board has at most {most}" (board, found, most);
    } else {
        Self::Notation(error) => error.to_message(),
    }
}

impl<'c> WordListSource<'c> {
    pub(super) fn new(path: &'c Path, shuffle: bool, tiles: usize, spelling: &'c Spelling) -> Self {
        Self {
            path,
            shuffle,
            tiles,
            cuts_lines: false,
            spelling,
            ignored: AtomicU64::new(0),
            opener: FileOpener::default(),
        }
    }

    /// Sets whether a line with too many tiles is cut: to random ones if letters are shuffled, else
    /// to the first.
    pub(super) fn with_cut_lines(self, cuts_lines: bool) -> Self {
        Self { cuts_lines, ..self }
    }

    /// Opens the file with this opener.
    pub(super) fn opened_by(self, opener: FileOpener) -> Self {
        Self { opener, ..self }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        self.path
    }

    /// Returns how many characters of the file were ignored when boards were drawn.
    pub(super) fn ignored(&self) -> u64 {
        self.ignored.load(Ordering::Relaxed)
    }

    /// Appends boards, one to a line.
    pub(super) fn write_boards(
        &self,
        seed: u64,
        numbers: Range<u64>,
        text: &mut String,
    ) -> Result<(), WordListError> {
        for start in numbers.clone().step_by(BOARDS_PER_PASS as usize) {
            let end = numbers.end.min(start.saturating_add(BOARDS_PER_PASS));
            for board in self.draw(seed, start..end)? {
                text.push_str(&board.to_string());
                text.push('\n');
            }
        }
        Ok(())
    }

    /// Returns one board.
    pub(super) fn draw_one(&self, seed: u64, number: u64) -> Result<Board, WordListError> {
        let mut boards = self.draw(seed, number..number + 1)?;
        boards.pop().ok_or_else(|| self.empty())
    }

    /// Draws boards in one pass over the list.
    pub(super) fn draw(&self, seed: u64, numbers: Range<u64>) -> Result<Vec<Board>, WordListError> {
        let mut draws = ReservoirSampler::new(seed, numbers);
        self.each_line(|_, board| {
            draws.offer(&Rc::new(board));
            true
        })?;
        let draws = draws.finish().ok_or_else(|| self.empty())?;
        let boards = draws.into_iter();
        let boards = boards.map(|(board, mut random)| self.shuffled(&board, &mut random));
        Ok(boards.collect())
    }

    /// Draws boards from the lines that meet a goal. If none does, the best line is used for
    /// every board. The letters of a line are shuffled once, even if it is drawn for several
    /// boards.
    pub(super) fn create(
        &self,
        seed: u64,
        numbers: Range<u64>,
        goal: &Goal,
        scorer: &mut impl Scorer,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<CreatedBoard>, CreateError> {
        let count = (numbers.end - numbers.start) as usize;
        let mut draws = ReservoirSampler::new(seed, numbers);
        let mut best: Option<(i64, Board, BoardMeasure)> = None;
        let mut tries = 0;
        let mut stopped = None;
        self.each_line(|line, board| {
            // Drawing uses the generators of the plain seed, so shuffling needs others.
            let board = self.shuffled(&board, &mut Random::stream(!seed, line));
            let measure = match scorer.set_board(&board) {
                Ok(measure) => measure,
                Err(reason) => {
                    stopped = Some(reason);
                    return false;
                }
            };
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
        let created = |board: &Board, measure: BoardMeasure, is_met: bool| CreatedBoard {
            board: board.clone(),
            measure,
            is_met,
            tries,
        };
        if let Some(drawn) = draws.finish() {
            let drawn = drawn.iter().map(|(line, _)| created(&line.0, line.1, true));
            return Ok(drawn.collect());
        }
        let (_, board, measure) = match (best, stopped) {
            (Some(best), _) => best,
            (None, Some(stopped)) => return Err(stopped.into()),
            (None, None) => return Err(self.empty().into()),
        };
        Ok(vec![created(&board, measure, false); count])
    }

    /// Makes a board of a line.
    fn shuffled(&self, board: &Board, random: &mut Random) -> Board {
        let mut board = board.clone();
        if self.shuffle {
            random.shuffle(board.tiles_mut());
        }
        match board.len() > self.tiles {
            true => Board::new(&board.tiles()[..self.tiles]),
            false => board,
        }
    }

    fn empty(&self) -> WordListError {
        WordListError::Empty {
            path: self.path.to_owned(),
        }
    }

    /// Reads all lines that are not blank as boards, until `take` returns false.
    fn each_line(&self, mut take: impl FnMut(u64, Board) -> bool) -> Result<(), WordListError> {
        let failed = |source: io::Error| WordListError::Read {
            path: self.path.to_owned(),
            source,
        };
        let file = self.opener.open(self.path, MOST_DICTIONARY);
        let mut reader = BufReader::with_capacity(1 << 16, file.map_err(failed)?);
        let mut bytes = Vec::new();
        let mut ignored = 0;
        for line in 1.. {
            bytes.clear();
            let mut limited = (&mut reader).take(MAX_LINE);
            if limited.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
                break;
            }
            let board = self.board(&bytes, &mut ignored);
            let board = board.map_err(|source| WordListError::Line {
                path: self.path.to_owned(),
                line,
                source,
            })?;
            if !board.is_empty() && !take(line, board) {
                break;
            }
        }
        self.ignored.fetch_max(ignored, Ordering::Relaxed);
        Ok(())
    }

    /// Reads a line. Characters that are not part of the notation are left out and counted.
    fn board(&self, line: &[u8], ignored: &mut u64) -> Result<Board, LineError> {
        if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
            return Err(LineError::TooManyBytes);
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let text = std::str::from_utf8(line).map_err(|_| LineError::NotText)?;
        let text = self.spelling.read(text.trim());
        let board: Board = match text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            true => text.parse()?,
            false => known_characters(&text, ignored).parse()?,
        };
        if board.len() > self.tiles && !self.cuts_lines {
            return Err(LineError::TooManyTiles {
                board: board.to_string(),
                found: board.len(),
                most: self.tiles,
            });
        }
        Ok(board)
    }
}
