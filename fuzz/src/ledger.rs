//! Ledgers of proofs.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use wgs_engine::{Adjacency, Board, Face, Grid, Lexicon, Rules, Solver};
use wgs_records::proof::{Class, LedgerError, LedgerLines, Outcome, ProofGame, class_line};

use crate::checked_line::{DamagedFile, repaired};

/// The game that all ledgers are read for.
fn game() -> &'static ProofGame {
    static GAME: OnceLock<ProofGame> = OnceLock::new();
    GAME.get_or_init(|| {
        let lexicon = Lexicon::from_text(include_str!("../data/words.txt")).unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let letters: Board = "ABCDEFGHILMOPQuRSTUÉ".parse().unwrap();
        let faces: Vec<Face> = letters.tiles().iter().map(|it| it.face.clone()).collect();
        ProofGame::new(&solver, &faces, 6).unwrap()
    })
}

/// Reads the outcomes of the classes of a ledger; [`None`] if it is rejected.
pub fn ledger_outcomes(data: &[u8]) -> Option<BTreeMap<Class, Outcome>> {
    LedgerLines::read(data).ok()?.outcomes(game()).ok()
}

/// A ledger that is read can be written and read again without a change, and a line that is wrong
/// is named by its number.
///
/// The bytes are tried as they are, and once more with correct checksums; otherwise hardly any
/// input would get past them.
pub fn ledger(data: &[u8]) {
    check(data);
    check(&repaired(data));
}

fn check(bytes: &[u8]) {
    let lines = match LedgerLines::read(bytes) {
        Ok(lines) => lines,
        Err(error) => return check_error(&error, bytes),
    };
    let (whole, rest) = bytes.split_at(lines.whole());
    assert!(!rest.contains(&b'\n') && whole.last().is_none_or(|&byte| byte == b'\n'));
    if let Some(damaged) = DamagedFile::of(whole) {
        let error = LedgerLines::read(&damaged.bytes).unwrap_err();
        assert!(
            matches!(error, LedgerError::Damaged { line, .. } if line == damaged.line),
            "line {}: {error}",
            damaged.line
        );
    }
    let outcomes = match lines.outcomes(game()) {
        Ok(outcomes) => outcomes,
        Err(error) => return check_error(&error, whole),
    };
    assert_eq!(lines.is_empty(), outcomes.is_empty());
    let mut text = lines.header().to_lines();
    for (class, outcome) in &outcomes {
        text.push_str(&class_line(game(), class, outcome));
    }
    let again = LedgerLines::read(text.as_bytes()).unwrap();
    assert_eq!(again.header(), lines.header());
    assert_eq!(again.whole(), text.len());
    assert_eq!(again.outcomes(game()), Ok(outcomes), "{text}");
}

/// An error has a text, and names a line that there is.
fn check_error(error: &LedgerError, bytes: &[u8]) {
    assert!(!error.to_string().is_empty());
    if let LedgerError::Damaged { line, .. } | LedgerError::Contradiction { line } = error {
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        assert!((1..=lines).contains(line), "{error}");
    }
}
