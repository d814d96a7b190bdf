//! The lines that a command works on: from its flags, from a file or from standard input.
//!
//! Lines are read in blocks of all the lines that are available: a program at the other
//! end of a pipe can wait for each answer, and a file keeps every thread busy.
//!
//! On a terminal and in a file, a board may be written row by row: as many lines as the grid has
//! rows, each with as many tiles as the grid has columns, are one board. In a pipe each line is
//! a board, because a program that waits for its answer must not be kept waiting for more rows.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow};
use wgs_engine::{BoardSize, Budget, Grid, notation};

use crate::app::{ExitStatus, error_text, stopped};
use crate::ordered_threads::{NextPart, Threads, in_order};
use crate::terminal;

/// The number of bytes to read at a time.
const BUFFER: usize = 1 << 16;

/// The most bytes of a line. A device such as `/dev/zero` has no line ends.
const MAX_LINE_BYTES: usize = 1 << 24;

/// A block ends after the line with which it has at least this many bytes.
const MAX_BLOCK_BYTES: usize = 1 << 22;

/// The usual maximum number of lines in a block. Handing over a block takes little time compared with
/// searching this many boards, and a thousand boards still keep eight threads busy.
pub(crate) const BLOCK_LINES: usize = 128;

/// How long a thread waits for lines before it checks whether the job was stopped.
const WAIT: Duration = Duration::from_millis(100);

/// Where lines come from.
pub(crate) struct LineSource<'l> {
    /// The lines of the command line.
    pub(crate) given: &'l [String],
    /// Their name in messages.
    pub(crate) given_as: &'static str,
    /// A file. Without it, and if no lines are given, standard input is read.
    pub(crate) file: Option<&'l Path>,
    /// The prompt on a terminal.
    pub(crate) prompt: Prompt,
    /// The shape of boards that may be written row by row.
    pub(crate) shape: Option<BoardShape>,
    /// The budget of the whole run. When it is used up, no further lines are answered.
    pub(crate) budget: &'l Budget,
    /// The maximum number of lines in a block, usually [`BLOCK_LINES`].
    pub(crate) block_lines: usize,
}

/// How a command asks for lines on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// Asks once, before the first line.
    Once(&'static str),
    /// Asks for each line.
    EachLine(&'static str),
}

/// The shape of a board that may be written row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardShape {
    columns: usize,
    rows: usize,
}

impl BoardShape {
    /// Returns the shape of a grid; [`None`] if its boards are not written row by row.
    pub(crate) fn of(grid: &Grid) -> Option<Self> {
        let BoardSize { rows, columns } = grid.size();
        let (columns, rows) = (columns as usize, rows as usize);
        let is_rectangle = columns * rows == grid.len();
        (is_rectangle && columns > 1 && rows > 1).then_some(Self { columns, rows })
    }

    /// Returns whether a line is a row of a board.
    fn is_row(self, line: &[u8]) -> bool {
        // Most lines are whole boards, which this finds without parsing them.
        if line.iter().filter(|byte| byte.is_ascii_uppercase()).count() > self.columns {
            return false;
        }
        let tiles = text(line).ok().and_then(|text| notation::parse(text).ok());
        tiles.is_some_and(|tiles| tiles.len() == self.columns)
    }

    /// Joins the rows of a board to one line.
    fn join(self, rows: &[(usize, Vec<u8>)]) -> Vec<u8> {
        let texts = || rows.iter().filter_map(|(_, row)| text(row).ok());
        let joined: String = texts().collect();
        let tiles = notation::parse(&joined).map_or(0, |tiles| tiles.len());
        if tiles == self.columns * self.rows {
            return joined.into();
        }
        // Rows that mean something else when they are joined, such as rows in lower case
        // below a row in upper case, are printed in the usual notation first.
        let tiles = texts()
            .filter_map(|row| notation::parse(row).ok())
            .flatten();
        notation::print(&tiles.collect::<Vec<_>>()).into()
    }
}

/// The result of a line that was answered.
#[derive(Debug)]
pub(crate) struct Answered {
    /// The note about the line on standard error.
    pub(crate) note: Option<String>,
    /// Whether the check that decides the exit code passed.
    pub(crate) passed: bool,
}

/// The maximum number of notes about lines. A long file may have one for each line.
const MAX_NOTES: usize = 20;

impl LineSource<'_> {
    /// Answers each line in turn. `answer` returns whether its check passed. A bad line is
    /// reported on standard error, and the others are answered. When the budget of the run is used
    /// up, the line in work is the last one.
    pub(crate) fn answer(
        &self,
        out: &mut dyn Write,
        mut answer: impl FnMut(&str, &mut dyn Write) -> Result<bool>,
    ) -> Result<ExitStatus> {
        let mut status = ExitStatus::Success;
        let mut next_part = self.parts()?;
        loop {
            let block = match next_part() {
                NextPart::Part(block) => block?,
                NextPart::NotYet => match self.budget.check() {
                    Ok(()) => continue,
                    Err(reason) => return Ok(status.max(reason.into())),
                },
                NextPart::End => return Ok(status),
            };
            for (number, line) in block.iter() {
                let answered = self.begin();
                match answered.and_then(|()| answer(text(line)?, out)) {
                    Ok(true) => {}
                    Ok(false) => status = status.max(ExitStatus::Negative),
                    Err(error) if error.is::<io::Error>() => return Err(error),
                    Err(error) => {
                        status = status.max(error_status(&error));
                        self.report(number, &error_text(&error), out)?;
                        if self.is_end(&error) {
                            return Ok(status);
                        }
                    }
                }
            }
            out.flush()?;
            if let Prompt::EachLine(_) = self.prompt
                && self.is_standard_input()
                && io::stdin().is_terminal()
            {
                self.ask();
            }
        }
    }

    /// Prompts for lines.
    fn ask(&self) {
        let mut err = terminal::error_output();
        // The command goes on if standard error is closed.
        let _ = match self.prompt {
            Prompt::Once(prompt) => write!(err, "{prompt} (empty to quit): "),
            Prompt::EachLine(prompt) => write!(err, "{prompt} > "),
        };
    }

    /// Returns an error if no further line may be begun.
    fn begin(&self) -> Result<()> {
        let unanswered = "this line and those after it are not answered";
        self.budget.check().context(unanswered)
    }

    /// Returns whether an error is the end of the run, and not only of its line.
    fn is_end(&self, error: &Error) -> bool {
        stopped(error).is_some() && self.budget.check().is_err()
    }

    /// Answers the lines on several threads, and prints the answers in the order of the lines.
    /// Each thread has its own worker, which appends the answer of a line to a text. A bad line
    /// is reported on standard error, and the others are answered.
    pub(crate) fn answer_in_parallel<W>(
        &self,
        threads: usize,
        make_worker: impl Fn() -> W + Sync,
        out: &mut dyn Write,
    ) -> Result<ExitStatus>
    where
        W: FnMut(&str, &mut String) -> Result<Answered>,
    {
        let make_worker = || {
            let mut worker = make_worker();
            move |block: &LineBlock| Ok(block.answers(&mut worker, self))
        };
        self.answer_blocks(threads, make_worker, out)
    }

    /// Answers whole blocks of lines on several threads, and prints the answers in the order of the
    /// blocks. An error of a worker ends the run.
    pub(crate) fn answer_blocks<W>(
        &self,
        threads: usize,
        make_worker: impl Fn() -> W + Sync,
        out: &mut dyn Write,
    ) -> Result<ExitStatus>
    where
        W: FnMut(&LineBlock) -> Result<Answers>,
    {
        let mut status = ExitStatus::Success;
        let mut notes = 0;
        let work = |worker: &mut W, block: Result<LineBlock>| worker(&block?);
        let take = |answers: Result<Answers>| {
            let answers = answers?;
            out.write_all(answers.text.as_bytes())?;
            if !answers.passed {
                status = status.max(ExitStatus::Negative);
            }
            for (number, remark) in answers.remarks {
                match remark {
                    Ok(note) => {
                        notes += 1;
                        if notes <= MAX_NOTES {
                            self.report(number, &note, out)?;
                        }
                    }
                    Err(error) => {
                        status = status.max(error_status(&error));
                        self.report(number, &error_text(&error), out)?;
                    }
                }
            }
            out.flush()?;
            Ok(match answers.is_end {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        };
        let threads = Threads {
            count: threads,
            window: 8 * threads as u64,
        };
        let mut next_part = self.parts()?;
        // Set if the budget is used up while the command waits for lines.
        let cut = OnceLock::new();
        let source = || match (next_part(), self.budget.check()) {
            (NextPart::NotYet, Err(reason)) => {
                let _ = cut.set(reason);
                NextPart::End
            }
            (part, _) => part,
        };
        in_order(source, threads, make_worker, work, take, || ())?;
        if let Some(reason) = cut.into_inner() {
            status = status.max(reason.into());
        }
        if notes > MAX_NOTES {
            let more = notes - MAX_NOTES;
            let _ = writeln!(
                terminal::error_output(),
                "and {more} more notes of this kind"
            );
        }
        Ok(status)
    }

    /// Returns the number of bytes of the file that the lines come from, if it is one.
    pub(crate) fn file_bytes(&self) -> Option<u64> {
        let metadata = match (self.given.is_empty(), self.file()) {
            (false, _) => None,
            (true, Some(path)) => path.metadata().ok(),
            (true, None) => standard_input_metadata(),
        };
        metadata.filter(Metadata::is_file).map(|file| file.len())
    }

    fn is_standard_input(&self) -> bool {
        self.given.is_empty() && self.file().is_none()
    }

    /// The file, unless it is `-`, which is standard input.
    fn file(&self) -> Option<&Path> {
        self.file.filter(|path| *path != Path::new("-"))
    }

    /// Returns a function that reads the blocks one by one.
    fn blocks(&self) -> Result<Box<dyn FnMut() -> Result<Option<LineBlock>> + Send + '_>> {
        if !self.given.is_empty() {
            let mut lines = (1..).zip(self.given);
            return Ok(Box::new(move || {
                let mut block = LineBlock::default();
                for (number, line) in lines.by_ref().take(self.block_lines) {
                    block.push(number, line.as_bytes());
                }
                Ok(block.if_filled())
            }));
        }
        if let Some(path) = self.file() {
            let cannot_read = move || format!("cannot read {}", path.display());
            let file = File::open(path).with_context(cannot_read)?;
            // It may be a named pipe.
            let is_regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
            let mut reader = LineReader::new(file, EmptyLine::IsSkipped);
            reader.shape = self.shape;
            reader.block_lines = self.block_lines;
            reader.answers_at_once = !is_regular;
            return Ok(Box::new(move || reader.read().with_context(cannot_read)));
        }
        let mut reader = self.standard_input();
        Ok(Box::new(move || {
            reader.read().context("cannot read standard input")
        }))
    }

    /// Prompts on a terminal, and returns the reader of standard input.
    fn standard_input(&self) -> LineReader<io::Stdin> {
        let mut reader = LineReader::new(io::stdin(), EmptyLine::Ends);
        reader.is_terminal = io::stdin().is_terminal();
        reader.block_lines = self.block_lines;
        reader.answers_at_once = !is_regular_file();
        if reader.is_terminal {
            self.ask();
        }
        if reader.is_terminal || is_regular_file() {
            reader.shape = self.shape;
        }
        reader
    }

    /// Returns the blocks as parts of a job.
    fn parts(&self) -> Result<Box<dyn FnMut() -> NextPart<Result<LineBlock>> + Send + '_>> {
        if !self.is_standard_input() {
            let mut next_block = self.blocks()?;
            return Ok(Box::new(move || match next_block().transpose() {
                Some(block) => NextPart::Part(block),
                None => NextPart::End,
            }));
        }
        // Waiting for standard input cannot be interrupted, so a separate thread waits, which
        // does not keep the program from ending.
        let mut reader = self.standard_input();
        let (sender, receiver) = mpsc::sync_channel(8);
        thread::spawn(move || {
            while let Some(block) = reader.read().transpose() {
                let is_last = block.is_err();
                if sender.send(block).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(Box::new(move || match receiver.recv_timeout(WAIT) {
            Ok(block) => NextPart::Part(block.context("cannot read standard input")),
            Err(RecvTimeoutError::Timeout) => NextPart::NotYet,
            Err(RecvTimeoutError::Disconnected) => NextPart::End,
        }))
    }

    /// Reports something about a line on standard error.
    fn report(&self, number: usize, message: &str, out: &mut dyn Write) -> Result<()> {
        // The answers to the lines before it come first.
        out.flush()?;
        let mut err = terminal::error_output();
        let _ = match self.file() {
            Some(path) => writeln!(err, "{}, line {number}: {message}", path.display()),
            None if self.given.is_empty() => writeln!(err, "line {number}: {message}"),
            None => writeln!(err, "{} {number}: {message}", self.given_as),
        };
        Ok(())
    }
}

/// Returns whether standard input is not a terminal and has lines. Waits for the first one.
pub(crate) fn has_standard_input() -> Result<bool> {
    let mut input = io::stdin().lock();
    let has_input = !input.is_terminal()
        && !input
            .fill_buf()
            .context("cannot read standard input")?
            .is_empty();
    Ok(has_input)
}

/// Returns whether standard input comes from a file, as in `wgs solve Scramble < boards.txt`.
fn is_regular_file() -> bool {
    standard_input_metadata().is_some_and(|metadata| metadata.is_file())
}

/// Returns the kind of standard input.
#[cfg(unix)]
fn standard_input_metadata() -> Option<Metadata> {
    use std::os::fd::AsFd;

    let descriptor = io::stdin().as_fd().try_clone_to_owned().ok()?;
    File::from(descriptor).metadata().ok()
}

/// Returns the kind of standard input, which is not known here.
#[cfg(not(unix))]
fn standard_input_metadata() -> Option<Metadata> {
    None
}

/// The text of a line, without white space around it.
fn text(line: &[u8]) -> Result<&str> {
    let text = std::str::from_utf8(line).map_err(|_| anyhow!("not UTF-8 text"))?;
    Ok(text.trim())
}

/// The answers to a block of lines.
pub(crate) struct Answers {
    text: String,
    /// Whether all checks passed.
    passed: bool,
    /// The numbers of lines, and the notes about them or their errors.
    remarks: Vec<(usize, Result<String, Error>)>,
    /// Whether no further lines may be answered.
    is_end: bool,
}

/// The exit status for a line that could not be answered.
fn error_status(error: &Error) -> ExitStatus {
    stopped(error).map_or(ExitStatus::BadInput, ExitStatus::from)
}

/// Some lines with their numbers.
#[derive(Default)]
pub(crate) struct LineBlock {
    text: Vec<u8>,
    /// The number of each line, and where it ends in `text`.
    lines: Vec<(usize, usize)>,
}

impl LineBlock {
    fn push(&mut self, number: usize, line: &[u8]) {
        self.text.extend_from_slice(line);
        self.lines.push((number, self.text.len()));
    }

    fn if_filled(self) -> Option<Self> {
        (!self.lines.is_empty()).then_some(self)
    }

    /// The texts of the lines that are UTF-8 text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.iter().filter_map(|(_, line)| text(line).ok())
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let mut start = 0;
        self.lines.iter().map(move |&(number, end)| {
            let line = &self.text[start..end];
            start = end;
            (number, line)
        })
    }

    /// Answers the lines one after the other.
    pub(crate) fn answers(
        &self,
        worker: &mut impl FnMut(&str, &mut String) -> Result<Answered>,
        source: &LineSource<'_>,
    ) -> Answers {
        let mut answers = Answers {
            text: String::new(),
            passed: true,
            remarks: Vec::new(),
            is_end: false,
        };
        for (number, line) in self.iter() {
            let answered = source.begin();
            match answered.and_then(|()| worker(text(line)?, &mut answers.text)) {
                Ok(answered) => {
                    answers.passed &= answered.passed;
                    let remark = answered.note.map(|note| (number, Ok(note)));
                    answers.remarks.extend(remark);
                }
                Err(error) => {
                    answers.is_end = source.is_end(&error);
                    answers.remarks.push((number, Err(error)));
                    if answers.is_end {
                        break;
                    }
                }
            }
        }
        answers
    }
}

/// The meaning of an empty line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EmptyLine {
    Ends,
    IsSkipped,
}

/// Reads blocks of lines.
struct LineReader<R> {
    reader: BufReader<R>,
    empty_line: EmptyLine,
    line: Vec<u8>,
    /// The number of lines read so far.
    number: usize,
    is_at_end: bool,
    is_terminal: bool,
    /// The shape of boards that may be written row by row.
    shape: Option<BoardShape>,
    /// The rows of a board that is not yet complete, with the numbers of their lines.
    rows: Vec<(usize, Vec<u8>)>,
    /// The maximum number of lines in a block.
    block_lines: usize,
    /// Whether a block ends where no further line is available, because a program may wait for the
    /// answers.
    answers_at_once: bool,
}

impl<R: Read> LineReader<R> {
    fn new(reader: R, empty_line: EmptyLine) -> Self {
        Self {
            reader: BufReader::with_capacity(BUFFER, reader),
            empty_line,
            line: Vec::new(),
            number: 0,
            is_at_end: false,
            is_terminal: false,
            shape: None,
            rows: Vec::new(),
            block_lines: BLOCK_LINES,
            answers_at_once: true,
        }
    }

    /// Waits for a line, and reads the lines that are available after it; [`None`] at the end.
    fn read(&mut self) -> io::Result<Option<LineBlock>> {
        let mut block = LineBlock::default();
        while !self.is_at_end
            && block.lines.len() < self.block_lines
            && block.text.len() < MAX_BLOCK_BYTES
        {
            let waits = self.answers_at_once && !block.lines.is_empty();
            if waits && !self.reader.buffer().contains(&b'\n') {
                break;
            }
            self.read_line(&mut block)?;
        }
        Ok(block.if_filled())
    }

    fn read_line(&mut self, block: &mut LineBlock) -> io::Result<()> {
        self.line.clear();
        let mut reader = self.reader.by_ref().take(MAX_LINE_BYTES as u64 + 1);
        if reader.read_until(b'\n', &mut self.line)? == 0 {
            self.is_at_end = true;
            self.end_rows(block);
            return Ok(());
        }
        self.number += 1;
        if self.line.len() > MAX_LINE_BYTES {
            self.is_at_end = true;
            let error = format!("line {} has more than {MAX_LINE_BYTES} bytes", self.number);
            return Err(io::Error::other(error));
        }
        let line = match self.number {
            1 => self.line.strip_prefix(b"\xef\xbb\xbf"),
            _ => None,
        };
        let line = line.unwrap_or(&self.line);
        if line.trim_ascii().is_empty() {
            self.is_at_end = self.empty_line == EmptyLine::Ends;
            self.end_rows(block);
            return Ok(());
        }
        match self.shape {
            Some(shape) if shape.is_row(line) => {
                self.rows.push((self.number, line.to_vec()));
                self.join_rows(shape, block);
            }
            _ => {
                let line = line.to_vec();
                self.end_rows(block);
                block.push(self.number, &line);
            }
        }
        Ok(())
    }

    /// Joins the rows to a board if all are there. On a terminal, asks for the next row.
    fn join_rows(&mut self, shape: BoardShape, block: &mut LineBlock) {
        if self.rows.len() < shape.rows {
            if self.is_terminal {
                let next = self.rows.len() + 1;
                let _ = write!(terminal::error_output(), "row {next} of {}: ", shape.rows);
            }
            return;
        }
        block.push(self.rows[0].0, &shape.join(&self.rows));
        self.rows.clear();
    }

    /// Makes each of the rows a board, because not all rows of a board are there.
    fn end_rows(&mut self, block: &mut LineBlock) {
        for (number, row) in self.rows.drain(..) {
            block.push(number, &row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8], empty_line: EmptyLine) -> Vec<Vec<(usize, String)>> {
        // A buffer of this size holds the first two lines, and a part of the third.
        let mut reader = LineReader::new(text, empty_line);
        reader.reader = BufReader::with_capacity(7, text);
        let mut blocks = Vec::new();
        while let Some(block) = reader.read().unwrap() {
            let line = |(number, line)| (number, text_of(line));
            blocks.push(block.iter().map(line).collect());
        }
        blocks
    }

    fn text_of(line: &[u8]) -> String {
        String::from_utf8(line.to_vec()).unwrap()
    }

    #[test]
    fn a_block_has_all_whole_lines_that_are_available() {
        let line = |number, text: &str| (number, text.to_owned());
        assert_eq!(
            blocks(b"AB\nCD\nEF", EmptyLine::Ends),
            [vec![line(1, "AB\n"), line(2, "CD\n")], vec![line(3, "EF")]]
        );
    }

    #[test]
    fn a_block_of_a_file_has_as_many_lines_as_there_may_be() {
        let text = b"AB\nCD\nEF\nGH\nIJ";
        let mut reader = LineReader::new(&text[..], EmptyLine::IsSkipped);
        reader.reader = BufReader::with_capacity(7, &text[..]);
        reader.answers_at_once = false;
        reader.block_lines = 4;
        let lines = std::iter::from_fn(|| reader.read().unwrap()).map(|block| block.lines.len());
        assert_eq!(lines.collect::<Vec<_>>(), [4, 1]);
    }

    #[test]
    fn rows_are_joined_to_a_board_if_all_are_there() {
        let board = |columns, rows, text: &str| {
            let mut reader = LineReader::new(text.as_bytes(), EmptyLine::IsSkipped);
            reader.shape = Some(BoardShape { columns, rows });
            let mut boards = Vec::new();
            while let Some(block) = reader.read().unwrap() {
                let line = |(number, line)| format!("{number} {}", text_of(line).trim());
                boards.extend(block.iter().map(line));
            }
            boards.join(", ")
        };
        for (text, boards) in [
            ("AB\nCD\n", "1 ABCD"),
            ("A B\nQuE\n", "1 A BQuE"),
            ("AB\nCD\nEF\nGH", "1 ABCD, 3 EFGH"),
            ("AB\n\nCD\nEF\n", "1 AB, 3 CDEF"),
            ("AB\nABCD\nEF\n", "1 AB, 2 ABCD, 3 EF"),
            ("ABCD\nAB\nCD\n", "1 ABCD, 2 ABCD"),
            ("ab\ncd\n", "1 abcd"),
            ("AB\ncd\n", "1 ABCD"),
            ("A3\nCD\n", "1 A3, 2 CD"),
        ] {
            assert_eq!(board(2, 2, text), boards, "{text:?}");
        }
        assert_eq!(board(2, 3, "AB\n?.\n:C;D"), "1 AB?.:C;D");
    }

    #[test]
    fn an_empty_line_ends_standard_input_and_is_skipped_in_a_file() {
        let numbers = |empty_line| -> Vec<usize> {
            let blocks = blocks(b"\xef\xbb\xbfA\r\n \r\nB\n\nC", empty_line);
            blocks.iter().flatten().map(|(number, _)| *number).collect()
        };
        assert_eq!(numbers(EmptyLine::Ends), [1]);
        assert_eq!(numbers(EmptyLine::IsSkipped), [1, 3, 5]);
    }
}
