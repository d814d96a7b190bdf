//! Files of hunts.

use std::sync::OnceLock;

use wgs_engine::{Adjacency, Board, BoardSize, Face, Grid, Lexicon, Rules, Solver};
use wgs_records::hunt::{
    Hunt, HuntHeader, HuntLetters, HuntLog, HuntLogContent, HuntLogError, HuntOptions, climbs_line,
    paused_line,
};

use crate::checked_line::{DamagedFile, repaired};

/// The grids that hunts are on, of 2x2 and 4x4 cells, and the letters of their boards.
fn table() -> &'static ([Solver; 2], Vec<Face>) {
    static TABLE: OnceLock<([Solver; 2], Vec<Face>)> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lexicon = Lexicon::from_text(include_str!("../data/words.txt")).unwrap();
        let solvers = [2, 4].map(|side| {
            let grid = Grid::rectangle(side, side, Adjacency::Diagonal);
            Solver::new(&lexicon, &grid, &Rules::boggle())
        });
        let letters: Board = "ABCDEFGHIJKLMNOPQuRSTUVWXYZ".parse().unwrap();
        let faces = letters.tiles().iter().map(|tile| tile.face.clone());
        (solvers, faces.collect())
    })
}

/// Prepares the hunt of a file; [`None`] if there is no such hunt.
fn hunt(header: &HuntHeader) -> Option<Hunt> {
    let ([small, large], faces) = table();
    let solver = match header.size {
        Some(size) if size == BoardSize::square(2) => small,
        _ => large,
    };
    let options = HuntOptions {
        goal: header.goal,
        pool: header.pool,
        seed: header.seed,
    };
    Hunt::new(solver, HuntLetters::Free(faces), options).ok()
}

/// Reads the results of a hunt from its file; [`None`] if it is rejected.
pub fn hunt_file_content(data: &[u8]) -> Option<HuntLogContent> {
    let log = HuntLog::read(data).ok()?;
    log.content(&hunt(log.header()?)?).ok()
}

/// A file that is read can be written and read again without a change. A line that cannot be read
/// is named by its number and costs no other line, and the order of lines makes no difference.
///
/// The bytes are tried as they are, and once more with correct checksums; otherwise hardly any
/// input would get past them.
pub fn hunt_file(data: &[u8]) {
    check(data);
    check(&repaired(data));
}

fn check(bytes: &[u8]) {
    let log = match HuntLog::read(bytes) {
        Ok(log) => log,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let (whole, rest) = bytes.split_at(log.whole());
    assert!(!rest.contains(&b'\n') && whole.last().is_none_or(|&byte| byte == b'\n'));
    let Some((header, hunt)) = log.header().and_then(|it| Some((it, hunt(it)?))) else {
        return;
    };
    let content = log.content(&hunt);
    let lines = whole.split_inclusive(|&byte| byte == b'\n');
    let reversed: Vec<u8> = lines.rev().flatten().copied().collect();
    assert_eq!(
        numbers(&content),
        numbers(&content_of(&reversed, &hunt)),
        "{}",
        whole.escape_ascii()
    );
    if let Some(damaged) = DamagedFile::of(whole) {
        check_damaged(&damaged, &hunt);
    }
    let Ok(content) = content else {
        return;
    };
    let lines = whole.iter().filter(|byte| **byte == b'\n').count();
    for (number, problem) in &content.damaged {
        assert!((1..=lines).contains(number) && !problem.is_empty());
    }
    let (standing, paused) = written(&hunt, &content);
    let text = header.to_line() + &standing + &paused;
    let again = HuntLog::read(text.as_bytes()).unwrap();
    assert_eq!(again.header(), Some(header));
    assert_eq!(again.whole(), text.len());
    let again = again.content(&hunt).unwrap();
    assert!(again.damaged.is_empty(), "{:?}: {text}", again.damaged);
    assert_eq!(again.standing, content.standing, "{text}");
    assert_eq!(written(&hunt, &again), (standing, paused));
}

/// Checks that a damaged line costs only itself, unless it is the only one that says which hunt
/// it is.
fn check_damaged(damaged: &DamagedFile, hunt: &Hunt) {
    let rest = match HuntLog::read(&damaged.rest) {
        Ok(rest) if rest.header().is_some() => rest.content(hunt),
        _ => {
            let error = HuntLog::read(&damaged.bytes).unwrap_err();
            return assert!(matches!(error, HuntLogError::NoHeader(_)), "{error}");
        }
    };
    let (Ok(content), Ok(rest)) = (content_of(&damaged.bytes, hunt), rest) else {
        return;
    };
    assert_eq!(written(hunt, &content), written(hunt, &rest));
    let mut lines = content.damaged.iter();
    assert!(lines.any(|(number, _)| *number == damaged.line));
    assert!(content.damaged.len() == rest.damaged.len() + 1);
}

fn content_of(bytes: &[u8], hunt: &Hunt) -> Result<HuntLogContent, HuntLogError> {
    HuntLog::read(bytes)?.content(hunt)
}

/// Returns the results of a file as lines.
fn written(hunt: &Hunt, content: &HuntLogContent) -> (String, String) {
    let paused = content.paused.values().map(|it| paused_line(hunt, it));
    (climbs_line(hunt, &content.standing), paused.collect())
}

/// Returns the climbs that came to their end and those that can be continued, if the lines fit
/// together.
fn numbers(content: &Result<HuntLogContent, HuntLogError>) -> Option<(String, Vec<u64>)> {
    let content = content.as_ref().ok()?;
    let paused = content.paused.keys().copied().collect();
    Some((content.standing.climbs.to_string(), paused))
}
