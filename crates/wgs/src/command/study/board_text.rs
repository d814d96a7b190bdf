//! The text of the board that is studied: an argument, a file or standard input.
//!
//! ```text
//! A E H
//! C X R
//! Q G H
//! ```
//!
//! White space between tiles does not matter. If there are several lines, each is a row, and
//! the number of tiles of a row is the number of columns.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};

use anyhow::{Context, Result, bail};
use wgs_config::regular_file::MOST_CONFIGURATION;
use wgs_engine::Board;
use wgs_engine::spelling::Spelling;

use crate::terminal;

/// The rows of a board as they were written.
pub(super) struct BoardText {
    /// The name of the file; [`None`] for an argument.
    name: Option<String>,
    rows: Vec<Row>,
}

struct Row {
    /// The number of its line.
    line: usize,
    text: String,
}

impl BoardText {
    /// A board on the command line, all in one row.
    pub(super) fn argument(text: &str) -> Self {
        let row = Row {
            line: 1,
            text: text.to_owned(),
        };
        Self {
            name: None,
            rows: vec![row],
        }
    }

    /// Reads a board from a file; from standard input if no file or `-` is named.
    pub(super) fn read(file: Option<&str>) -> Result<Self> {
        let (name, rows) = match file {
            Some(path) if path != "-" => {
                let rows = File::open(path).and_then(|file| rows(BufReader::new(file)));
                (path, rows)
            }
            _ => {
                if io::stdin().is_terminal() {
                    // The command goes on if standard error is closed.
                    let _ = writeln!(
                        terminal::error_output(),
                        "Enter the rows of the board, then an empty line:"
                    );
                }
                ("standard input", rows(io::stdin().lock()))
            }
        };
        let rows = rows.with_context(|| format!("cannot read {name}"))?;
        if rows.is_empty() {
            bail!("{name} has no board");
        }
        Ok(Self {
            name: Some(name.to_owned()),
            rows,
        })
    }

    /// Parses the board. Returns it with its number of columns, unless it is all in one row.
    pub(super) fn parse(&self, spelling: &Spelling) -> Result<(Board, Option<u32>)> {
        let mut tiles = Vec::new();
        let mut columns = None;
        for (number, row) in (1..).zip(&self.rows) {
            let place = || match &self.name {
                Some(name) => format!("{name}, line {}", row.line),
                None => format!("the board {:?}", row.text),
            };
            let board: Board = spelling.read(&row.text).parse().with_context(place)?;
            let first = *columns.get_or_insert(board.len());
            if board.len() != first {
                let found = board.len();
                let name = self.name.as_deref().unwrap_or("the board");
                bail!("{name}: row {number} has {found} tiles, but row 1 has {first}");
            }
            tiles.extend_from_slice(board.tiles());
        }
        let columns = columns.filter(|_| self.rows.len() > 1);
        let columns = columns.and_then(|columns| u32::try_from(columns).ok());
        Ok((Board::new(tiles), columns))
    }
}

impl fmt::Display for BoardText {
    /// Writes the rows one after another. The result can be read as a board in one row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&str> = self.rows.iter().map(|row| row.text.as_str()).collect();
        f.write_str(&rows.join(" "))
    }
}

/// Reads rows up to an empty line. Empty lines before the first row are skipped. The board may come
/// from a pipe, which is fine, or from a device that never ends.
fn rows(reader: impl BufRead) -> io::Result<Vec<Row>> {
    let mut reader = reader.take(MOST_CONFIGURATION);
    let mut rows = Vec::new();
    for (line, text) in (1..).zip(reader.by_ref().lines()) {
        let text = text?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).trim();
        match (text.is_empty(), rows.is_empty()) {
            (true, true) => {}
            (true, false) => break,
            (false, _) => rows.push(Row {
                line,
                text: text.to_owned(),
            }),
        }
    }
    match reader.limit() {
        0 => Err(io::Error::other(format!(
            "it has {MOST_CONFIGURATION} bytes or more"
        ))),
        _ => Ok(rows),
    }
}
