//! Lines in, answers out, for the checks: one board or word a line, in order. What a line
//! holds is the command's matter.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};

use anyhow::{Result, anyhow};

use crate::app::Outcome;

/// Bytes read at a time from a file or pipe.
const BUFFER: usize = 1 << 16;

/// Where lines come from.
pub(super) struct Lines<'l> {
    /// Lines of the command line; if there are none, they come from standard input.
    pub(super) given: &'l [String],
    /// The flag that gave them.
    pub(super) flag: &'static str,
    /// What to ask for on a terminal.
    pub(super) prompt: &'static str,
}

impl Lines<'_> {
    /// Answers each line, up to an empty one on standard input. A bad line is reported on
    /// standard error and the rest goes on. It ends with `No` if an answer was no.
    pub(super) fn answer(
        &self,
        out: &mut dyn Write,
        mut answer: impl FnMut(&str, &mut dyn Write) -> Result<bool>,
    ) -> Result<Outcome> {
        let mut outcome = Outcome::Fine;
        let mut put = |source: &str, number: usize, line: &[u8], out: &mut dyn Write| {
            let text = std::str::from_utf8(line).map_err(|_| anyhow!("this is not UTF-8 text"));
            match text.and_then(|text| answer(text.trim(), out)) {
                Ok(true) => {}
                Ok(false) if outcome == Outcome::Fine => outcome = Outcome::No,
                Ok(false) => {}
                Err(problem) if problem.is::<io::Error>() => return Err(problem),
                Err(problem) => {
                    outcome = Outcome::BadInput;
                    // What came before belongs before.
                    out.flush()?;
                    let _ = writeln!(io::stderr(), "{source} {number}: {problem:#}");
                }
            }
            Ok(())
        };
        for (line, number) in self.given.iter().zip(1..) {
            put(self.flag, number, line.as_bytes(), out)?;
        }
        if !self.given.is_empty() {
            return Ok(outcome);
        }
        let stdin = io::stdin();
        if stdin.is_terminal() {
            let _ = write!(io::stderr(), "{} (empty to quit): ", self.prompt);
        }
        let mut reader = BufReader::with_capacity(BUFFER, stdin.lock());
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            reader.read_until(b'\n', &mut line)?;
            let text = match number {
                1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line),
                _ => &line,
            };
            if text.trim_ascii().is_empty() {
                break;
            }
            put("line", number, text, out)?;
            // A program at the other end of the pipe may wait for the answer.
            if reader.buffer().is_empty() {
                out.flush()?;
            }
        }
        Ok(outcome)
    }
}
