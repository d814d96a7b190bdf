//! Lines in, answers out, for the checks: one board or word a line, in order. What a line
//! holds is the command's matter.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};

use crate::app::Outcome;

/// Bytes read at a time from a file or pipe.
const BUFFER: usize = 1 << 16;

/// Where lines come from.
pub(super) struct Lines<'l> {
    /// Lines of the command line.
    pub(super) given: &'l [String],
    /// The flag that gave them.
    pub(super) flag: &'static str,
    /// A file of lines; without it and without lines given, they come from standard input.
    pub(super) file: Option<&'l Path>,
    /// What to ask for on a terminal.
    pub(super) prompt: &'static str,
}

/// What an empty line does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EmptyLine {
    /// It ends the lines, as the manual says of standard input.
    Ends,
    /// It is passed over.
    IsPassedOver,
}

impl Lines<'_> {
    /// Answers each line, up to an empty one on standard input. A bad line is reported on
    /// standard error and the rest goes on. It ends with `No` if an answer was no.
    pub(super) fn answer(
        &self,
        out: &mut dyn Write,
        answer: impl FnMut(&str, &mut dyn Write) -> Result<bool>,
    ) -> Result<Outcome> {
        let mut answerer = Answerer {
            answer,
            outcome: Outcome::Fine,
        };
        if let Some(path) = self.file {
            let cannot_read = || format!("cannot read {}", path.display());
            let file = File::open(path).with_context(cannot_read)?;
            let source = format!("{}, line", path.display());
            let reader = BufReader::with_capacity(BUFFER, file);
            answerer.answer_all(reader, &source, EmptyLine::IsPassedOver, cannot_read, out)?;
        } else if self.given.is_empty() {
            let stdin = io::stdin();
            if stdin.is_terminal() {
                let _ = write!(io::stderr(), "{} (empty to quit): ", self.prompt);
            }
            let reader = BufReader::with_capacity(BUFFER, stdin.lock());
            let cannot_read = || "cannot read standard input".to_owned();
            answerer.answer_all(reader, "line", EmptyLine::Ends, cannot_read, out)?;
        }
        for (line, number) in self.given.iter().zip(1..) {
            answerer.answer_line(line.as_bytes(), self.flag, number, out)?;
        }
        Ok(answerer.outcome)
    }
}

/// Answers lines, and remembers how that went.
struct Answerer<A> {
    answer: A,
    outcome: Outcome,
}

impl<A: FnMut(&str, &mut dyn Write) -> Result<bool>> Answerer<A> {
    fn answer_all(
        &mut self,
        mut reader: BufReader<impl Read>,
        source: &str,
        empty_line: EmptyLine,
        cannot_read: impl Fn() -> String,
        out: &mut dyn Write,
    ) -> Result<()> {
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let read = reader.read_until(b'\n', &mut line);
            if read.with_context(&cannot_read)? == 0 {
                break;
            }
            let text = match number {
                1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line),
                _ => &line,
            };
            match (text.trim_ascii().is_empty(), empty_line) {
                (true, EmptyLine::Ends) => break,
                (true, EmptyLine::IsPassedOver) => {}
                (false, _) => self.answer_line(text, source, number, out)?,
            }
            // A program at the other end of the pipe may wait for the answer.
            if reader.buffer().is_empty() {
                out.flush()?;
            }
        }
        Ok(())
    }

    fn answer_line(
        &mut self,
        line: &[u8],
        source: &str,
        number: usize,
        out: &mut dyn Write,
    ) -> Result<()> {
        let text = std::str::from_utf8(line).map_err(|_| anyhow!("this is not UTF-8 text"));
        match text.and_then(|text| (self.answer)(text.trim(), out)) {
            Ok(true) => {}
            Ok(false) if self.outcome == Outcome::Fine => self.outcome = Outcome::No,
            Ok(false) => {}
            Err(problem) if problem.is::<io::Error>() => return Err(problem),
            Err(problem) => {
                self.outcome = Outcome::BadInput;
                // What came before belongs before.
                out.flush()?;
                let _ = writeln!(io::stderr(), "{source} {number}: {problem:#}");
            }
        }
        Ok(())
    }
}
