//! Boards in, answers out: one board a line, in order, on any number of threads.
//!
//! Lines are taken as they come, all that are there at once, so that a program at the other
//! end of the pipe can wait for each answer, and a file keeps every thread busy. A bad board
//! is reported on standard error by its line, and the rest goes on.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::thread;

use anyhow::{Error, Result, anyhow};
use wgs_config::spelling::Spelling;
use wgs_core::{Board, Grid};

use crate::app::Outcome;
use crate::question::QuestionArgs;

/// Bytes read at a time from a file or pipe: some thousand boards.
const BUFFER: usize = 1 << 16;

/// Lines too few to be worth another thread.
const FEWEST_LINES: usize = 64;

/// Answers one board: the text as provided, the board, and where the answer goes.
pub(crate) trait Answer {
    fn answer(&mut self, text: &str, board: &Board, out: &mut String) -> Result<()>;
}

/// Where boards come from and how they are answered.
pub(crate) struct Stream<'s> {
    pub(crate) grid: &'s Grid,
    pub(crate) spelling: &'s Spelling,
    pub(crate) strict: bool,
    pub(crate) threads: usize,
}

/// Where a board came from, for those who look for it.
#[derive(Clone, Copy)]
enum Source {
    Input,
    Flag,
}

impl Source {
    fn noun(self) -> &'static str {
        match self {
            Self::Input => "line",
            Self::Flag => "--board",
        }
    }
}

/// What came of some lines.
#[derive(Default)]
struct Answers {
    text: String,
    problems: Vec<(usize, Error)>,
}

impl Stream<'_> {
    /// Answers the boards of `--board`, else those on standard input until an empty line.
    pub(crate) fn run<A: Answer + Send>(
        &self,
        args: &QuestionArgs,
        answerer: impl Fn() -> A,
        out: &mut dyn Write,
    ) -> Result<Outcome> {
        let mut workers: Vec<A> = Vec::new();
        let mut answer = |source: Source, lines: &[(usize, &[u8])], out: &mut dyn Write| {
            self.answer_lines(source, lines, &mut workers, &answerer, out)
        };
        if !args.boards.is_empty() {
            let lines = args.boards.iter().map(|board| board.as_bytes());
            let lines: Vec<(usize, &[u8])> = (1..).zip(lines).collect();
            return answer(Source::Flag, &lines, out);
        }
        let stdin = io::stdin();
        if stdin.is_terminal() {
            // A closed standard error is no reason to stop.
            let _ = write!(io::stderr(), "Enter letters (empty to quit): ");
        }
        let mut reader = BufReader::with_capacity(BUFFER, stdin.lock());
        let mut outcome = Outcome::Fine;
        let mut number = 1;
        let mut batch = Vec::new();
        while read_batch(&mut reader, &mut batch)? {
            let mut ended = false;
            let mut lines = Vec::new();
            for line in batch
                .strip_suffix(b"\n")
                .unwrap_or(&batch)
                .split(|&b| b == b'\n')
            {
                let line = match number {
                    1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line),
                    _ => line,
                };
                if line.trim_ascii().is_empty() {
                    ended = true;
                    break;
                }
                lines.push((number, line));
                number += 1;
            }
            if answer(Source::Input, &lines, out)? != Outcome::Fine {
                outcome = Outcome::BadInput;
            }
            out.flush()?;
            if ended {
                break;
            }
        }
        Ok(outcome)
    }

    fn answer_lines<A: Answer + Send>(
        &self,
        source: Source,
        lines: &[(usize, &[u8])],
        workers: &mut Vec<A>,
        answerer: &impl Fn() -> A,
        out: &mut dyn Write,
    ) -> Result<Outcome> {
        let threads = self.threads.min(lines.len().div_ceil(FEWEST_LINES)).max(1);
        let mut outcome = Outcome::Fine;
        let mut put = |answers: Answers, out: &mut dyn Write| -> Result<()> {
            out.write_all(answers.text.as_bytes())?;
            for (number, problem) in answers.problems {
                outcome = Outcome::BadInput;
                // What came before belongs before.
                out.flush()?;
                let _ = writeln!(io::stderr(), "{} {number}: {problem:#}", source.noun());
            }
            Ok(())
        };
        while workers.len() < threads {
            workers.push(answerer());
        }
        if threads == 1 {
            put(self.answer_part(lines, &mut workers[0]), out)?;
            return Ok(outcome);
        }
        let parts = lines.chunks(lines.len().div_ceil(threads));
        let answers = thread::scope(|scope| {
            let part = |(part, worker)| scope.spawn(move || self.answer_part(part, worker));
            let running: Vec<_> = parts.zip(workers).map(part).collect();
            let join = |part: thread::ScopedJoinHandle<'_, Answers>| match part.join() {
                Ok(answers) => answers,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            running.into_iter().map(join).collect::<Vec<Answers>>()
        });
        for answers in answers {
            put(answers, out)?;
        }
        Ok(outcome)
    }

    fn answer_part(&self, lines: &[(usize, &[u8])], answerer: &mut impl Answer) -> Answers {
        let mut answers = Answers::default();
        for &(number, line) in lines {
            if let Err(problem) = self.answer_line(line, answerer, &mut answers.text) {
                answers.problems.push((number, problem));
            }
        }
        answers
    }

    fn answer_line(&self, line: &[u8], answerer: &mut impl Answer, out: &mut String) -> Result<()> {
        let text = std::str::from_utf8(line).map_err(|_| anyhow!("this is not UTF-8 text"))?;
        let text = text.trim();
        let board: Board = self.spelling.read(text).parse()?;
        if self.strict {
            board.check_fit(self.grid)?;
        }
        answerer.answer(text, &board, out)
    }
}

/// Takes the next line and all whole lines that are there already. False at the end.
fn read_batch(reader: &mut BufReader<impl io::Read>, batch: &mut Vec<u8>) -> io::Result<bool> {
    batch.clear();
    reader.read_until(b'\n', batch)?;
    let ready = reader.buffer();
    if let Some(last) = ready.iter().rposition(|&byte| byte == b'\n') {
        batch.extend_from_slice(&ready[..=last]);
        reader.consume(last + 1);
    }
    Ok(!batch.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_all_the_whole_lines_that_are_there() {
        let text = b"AB\nCD\nEF";
        let mut reader = BufReader::with_capacity(7, &text[..]);
        let mut batch = Vec::new();
        assert!(read_batch(&mut reader, &mut batch).unwrap());
        assert_eq!(batch, b"AB\nCD\n");
        assert!(read_batch(&mut reader, &mut batch).unwrap());
        assert_eq!(batch, b"EF");
        assert!(!read_batch(&mut reader, &mut batch).unwrap());
    }
}
