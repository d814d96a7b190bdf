//! The words of a board of the Boggle assignment.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use wgs_engine::{Stopped, Worker};
use wgs_play::boggle::BoggleBoard;

use super::{SolutionReply, SolveReply};

/// The size of a board, and its words as in a [`SolveReply`].
///
/// ```
/// use wgs_app::reply::BoggleReply;
/// use wgs_engine::Lexicon;
/// use wgs_play::boggle::BoggleBoard;
///
/// let board: BoggleBoard = "1 3 Q I T".parse()?;
/// let solver = board.solver(&Lexicon::from_text("QUIT")?);
/// let (reply, _) = BoggleReply::new(&mut solver.worker(), &board);
/// let json = serde_json::to_string(&reply)?;
/// assert!(json.starts_with(r#"{"rows":1,"columns":3,"board":"QuIT","words":1,"points":1,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoggleReply {
    /// The number of rows of the board.
    pub rows: u32,
    /// The number of columns of the board.
    pub columns: u32,
    /// The tiles row by row, and the words.
    #[serde(flatten)]
    pub words: SolveReply,
}

impl BoggleReply {
    /// Lists the valid words of a board that the worker finds within its budget. Also returns the
    /// reason if it was used up, so that some words are missing.
    pub fn new(worker: &mut Worker, board: &BoggleBoard) -> (Self, Result<(), Stopped>) {
        let mut solutions = Vec::new();
        let searched = worker.solve(board.tiles(), |solution| {
            let text = solution.text();
            solutions.push(SolutionReply::new(text, solution.path, &solution.score));
            ControlFlow::Continue(())
        });
        let reply = Self {
            rows: board.rows(),
            columns: board.columns(),
            words: SolveReply {
                board: board.tiles().to_string(),
                words: solutions.len() as u64,
                points: solutions.iter().map(|solution| solution.score).sum(),
                solutions,
            },
        };
        (reply, searched)
    }
}
