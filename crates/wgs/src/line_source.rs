//! The lines that a command works on: from its flags, from a file or from standard input.
//!
//! Lines are read in blocks of all the lines that are available, so that a program at the other
//! end of a pipe can wait for each answer, and a file keeps every thread busy.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow};

use crate::app::{ExitStatus, error_text};
use crate::ordered_threads::{NextPart, Threads, in_order};

/// The number of bytes to read at a time.
const BUFFER: usize = 1 << 16;

/// The maximum number of lines in a block. Handing over a block takes little time compared with
/// searching this many boards, and a thousand boards still keep eight threads busy.
const MAX_LINES: usize = 128;

/// How long a thread waits for lines before it checks whether the job was stopped.
const WAIT: Duration = Duration::from_millis(100);

/// Where lines come from.
pub(crate) struct LineSource<'l> {
    /// The lines of the command line.
    pub(crate) given: &'l [String],
    /// The name of the flag or argument that has them.
    pub(crate) flag: &'static str,
    /// A file. Without it, and if no lines are given, standard input is read.
    pub(crate) file: Option<&'l Path>,
    /// The prompt on a terminal.
    pub(crate) prompt: &'static str,
}

impl LineSource<'_> {
    /// Answers each line in turn. `answer` returns whether its check passed. A bad line is
    /// reported on standard error, and the others are answered.
    pub(crate) fn answer(
        &self,
        out: &mut dyn Write,
        mut answer: impl FnMut(&str, &mut dyn Write) -> Result<bool>,
    ) -> Result<ExitStatus> {
        let mut status = ExitStatus::Success;
        let mut next_block = self.blocks()?;
        while let Some(block) = next_block()? {
            for (number, line) in block.iter() {
                match text(line).and_then(|text| answer(text, out)) {
                    Ok(true) => {}
                    Ok(false) => status = status.max(ExitStatus::Negative),
                    Err(error) if error.is::<io::Error>() => return Err(error),
                    Err(error) => {
                        status = ExitStatus::BadInput;
                        self.report(number, &error, out)?;
                    }
                }
            }
            out.flush()?;
        }
        Ok(status)
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
        W: FnMut(&str, &mut String) -> Result<()>,
    {
        let mut status = ExitStatus::Success;
        let work = |worker: &mut W, block: Result<LineBlock>| Ok(block?.answers(worker));
        let take = |answers: Result<Answers>| {
            let answers = answers?;
            out.write_all(answers.text.as_bytes())?;
            for (number, error) in answers.errors {
                status = ExitStatus::BadInput;
                self.report(number, &error, out)?;
            }
            out.flush()?;
            Ok(ControlFlow::Continue(()))
        };
        let threads = Threads {
            count: threads,
            window: 8 * threads as u64,
        };
        in_order(self.parts()?, threads, make_worker, work, take, || ())?;
        Ok(status)
    }

    fn is_standard_input(&self) -> bool {
        self.given.is_empty() && self.file.is_none()
    }

    /// Returns a function that reads the blocks one by one.
    fn blocks(&self) -> Result<Box<dyn FnMut() -> Result<Option<LineBlock>> + Send + '_>> {
        if !self.given.is_empty() {
            let mut lines = (1..).zip(self.given);
            return Ok(Box::new(move || {
                let mut block = LineBlock::default();
                for (number, line) in lines.by_ref().take(MAX_LINES) {
                    block.push(number, line.as_bytes());
                }
                Ok(block.if_filled())
            }));
        }
        if let Some(path) = self.file {
            let cannot_read = move || format!("cannot read {}", path.display());
            let file = File::open(path).with_context(cannot_read)?;
            let mut reader = LineReader::new(file, EmptyLine::IsSkipped);
            return Ok(Box::new(move || reader.read().with_context(cannot_read)));
        }
        let mut reader = self.standard_input();
        Ok(Box::new(move || {
            reader.read().context("cannot read standard input")
        }))
    }

    /// Prompts on a terminal, and returns the reader of standard input.
    fn standard_input(&self) -> LineReader<io::Stdin> {
        if io::stdin().is_terminal() {
            // A closed standard error is no reason to stop.
            let _ = write!(io::stderr(), "{} (empty to quit): ", self.prompt);
        }
        LineReader::new(io::stdin(), EmptyLine::Ends)
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

    fn report(&self, number: usize, error: &Error, out: &mut dyn Write) -> Result<()> {
        // The answers to the lines before it come first.
        out.flush()?;
        let error = error_text(error);
        let _ = match self.file {
            Some(path) => writeln!(io::stderr(), "{}, line {number}: {error}", path.display()),
            None if self.given.is_empty() => writeln!(io::stderr(), "line {number}: {error}"),
            None => writeln!(io::stderr(), "{} {number}: {error}", self.flag),
        };
        Ok(())
    }
}

/// The text of a line, without white space around it.
fn text(line: &[u8]) -> Result<&str> {
    let text = std::str::from_utf8(line).map_err(|_| anyhow!("not UTF-8 text"))?;
    Ok(text.trim())
}

/// The answers to a block of lines.
#[derive(Default)]
struct Answers {
    text: String,
    /// The numbers of bad lines, and what is wrong with them.
    errors: Vec<(usize, Error)>,
}

/// Some lines with their numbers.
#[derive(Default)]
struct LineBlock {
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

    fn iter(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let mut start = 0;
        self.lines.iter().map(move |&(number, end)| {
            let line = &self.text[start..end];
            start = end;
            (number, line)
        })
    }

    fn answers(&self, worker: &mut impl FnMut(&str, &mut String) -> Result<()>) -> Answers {
        let mut answers = Answers::default();
        for (number, line) in self.iter() {
            let answered = text(line).and_then(|text| worker(text, &mut answers.text));
            if let Err(error) = answered {
                answers.errors.push((number, error));
            }
        }
        answers
    }
}

/// What an empty line means.
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
}

impl<R: Read> LineReader<R> {
    fn new(reader: R, empty_line: EmptyLine) -> Self {
        Self {
            reader: BufReader::with_capacity(BUFFER, reader),
            empty_line,
            line: Vec::new(),
            number: 0,
            is_at_end: false,
        }
    }

    /// Waits for a line, and reads the lines that are available after it; [`None`] at the end.
    fn read(&mut self) -> io::Result<Option<LineBlock>> {
        let mut block = LineBlock::default();
        while !self.is_at_end && block.lines.len() < MAX_LINES {
            if !block.lines.is_empty() && !self.reader.buffer().contains(&b'\n') {
                break;
            }
            self.read_line(&mut block)?;
        }
        Ok(block.if_filled())
    }

    fn read_line(&mut self, block: &mut LineBlock) -> io::Result<()> {
        self.line.clear();
        if self.reader.read_until(b'\n', &mut self.line)? == 0 {
            self.is_at_end = true;
            return Ok(());
        }
        self.number += 1;
        let line = match self.number {
            1 => self.line.strip_prefix(b"\xef\xbb\xbf"),
            _ => None,
        };
        let line = line.unwrap_or(&self.line);
        match (line.trim_ascii().is_empty(), self.empty_line) {
            (true, EmptyLine::Ends) => self.is_at_end = true,
            (true, EmptyLine::IsSkipped) => {}
            (false, _) => block.push(self.number, line),
        }
        Ok(())
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
    fn an_empty_line_ends_standard_input_and_is_skipped_in_a_file() {
        let numbers = |empty_line| -> Vec<usize> {
            let blocks = blocks(b"\xef\xbb\xbfA\r\n \r\nB\n\nC", empty_line);
            blocks.iter().flatten().map(|(number, _)| *number).collect()
        };
        assert_eq!(numbers(EmptyLine::Ends), [1]);
        assert_eq!(numbers(EmptyLine::IsSkipped), [1, 3, 5]);
    }
}
