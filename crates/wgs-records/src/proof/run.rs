//! A running proof: the classes that are left, and the outcomes of the others, which are also kept
//! in a ledger. Showing it is the caller's job.

use std::collections::BTreeMap;
use std::path::Path;

use thiserror::Error;

use super::{
    Class, Coverage, LedgerError, LedgerLines, Outcome, PreparedProof, Survivor, class_line,
};
use crate::line_file::{LineFile, LineFileError};

/// Why a proof cannot be begun or continued.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofRunError {
    /// The ledger cannot be read or written.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// The ledger does not fit.
    #[error("cannot continue the ledger {ledger}")]
    Ledger {
        /// The file.
        ledger: String,
        /// Its problem.
        source: LedgerError,
    },
    /// There would be too many classes.
    #[error("classes with {0} fixed cells are too many; choose a smaller number")]
    TooManyClasses(usize),
}

/// A running proof. [`prove_on_threads`](super::prove_on_threads) proves its classes and, with the
/// feature `nats`, `prove_on_workers`.
pub struct ProofRun<'p> {
    prepared: &'p PreparedProof,
    outcomes: BTreeMap<Class, Outcome>,
    ledger: Option<LineFile>,
    /// The boards that were found, the best first.
    found: Vec<Survivor>,
}

impl<'p> ProofRun<'p> {
    /// Begins a proof, or continues that of a ledger, in which everything is kept from now on. A new
    /// proof is divided into classes in which some cells have one face each; their number depends on
    /// the grid unless it is given.
    ///
    /// # Errors
    ///
    /// Returns an error if the ledger is of another proof or cannot be written, or if there would be
    /// too many classes.
    pub fn new(
        prepared: &'p PreparedProof,
        ledger: Option<&Path>,
        fixed_cells: Option<usize>,
    ) -> Result<Self, ProofRunError> {
        let game = &prepared.game;
        let mut run = Self {
            prepared,
            outcomes: BTreeMap::new(),
            ledger: None,
            found: Vec::new(),
        };
        if let Some(path) = ledger {
            run.resume(path)?;
        }
        if run.outcomes.is_empty() {
            let cells = fixed_cells.unwrap_or_else(|| game.plan_cells());
            if game.is_plan_too_large(cells) {
                return Err(ProofRunError::TooManyClasses(cells));
            }
            let (splits, _) = game.plan(cells);
            let mut lines = String::new();
            for (class, cell) in splits {
                let outcome = Outcome::Split(cell);
                lines.push_str(&class_line(game, &class, &outcome));
                run.outcomes.insert(class, outcome);
            }
            if let Some(ledger) = &mut run.ledger {
                ledger.add(&lines)?;
            }
        }
        run.found = run.coverage().survivors();
        Ok(run)
    }

    /// Continues a ledger, or creates it. A last line that was not written completely is removed.
    fn resume(&mut self, path: &Path) -> Result<(), ProofRunError> {
        let cannot = |source| ProofRunError::Ledger {
            ledger: path.display().to_string(),
            source,
        };
        let PreparedProof { game, header } = self.prepared;
        let (mut file, bytes) = LineFile::open(path, "ledger")?;
        let lines = LedgerLines::read(&bytes).map_err(cannot)?;
        if !lines.is_empty() {
            lines.header().check(header).map_err(cannot)?;
        }
        // A header without classes may be incomplete; it is written again.
        file.truncate(if lines.is_empty() { 0 } else { lines.whole() })?;
        if lines.is_empty() {
            file.add(&header.to_lines())?;
        }
        self.outcomes = lines.outcomes(game).map_err(cannot)?;
        self.ledger = Some(file);
        Ok(())
    }

    /// Returns the classes, and their outcomes if they are known.
    pub fn coverage(&self) -> Coverage {
        Coverage::of(&self.prepared.game, &self.outcomes)
    }

    /// Returns the boards that were found, the best first.
    pub fn found(&self) -> &[Survivor] {
        &self.found
    }

    /// Adds the outcome of a class.
    ///
    /// # Errors
    ///
    /// Returns the reason if it may not be in the ledger.
    pub fn add(&mut self, class: &Class, outcome: Outcome) -> Result<(), LineFileError> {
        if let Some(ledger) = &mut self.ledger {
            ledger.add(&class_line(&self.prepared.game, class, &outcome))?;
        }
        let found = &mut self.found;
        found.extend_from_slice(outcome.survivors());
        found.sort_by(|a, b| b.points.cmp(&a.points).then_with(|| a.faces.cmp(&b.faces)));
        found.dedup();
        self.outcomes.insert(class.clone(), outcome);
        Ok(())
    }

    /// Waits until the ledger is on the disk.
    ///
    /// # Errors
    ///
    /// Returns the reason if it may not be.
    pub fn finish(&self) -> Result<(), LineFileError> {
        self.ledger.as_ref().map_or(Ok(()), LineFile::sync)
    }
}
