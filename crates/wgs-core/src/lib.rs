//! The word-game engine: letters, lexicons, grids, scoring and solving.
//!
//! This crate does no input or output, reads no clock and rolls no dice; it compiles to
//! WebAssembly. Configuration files, output templates and commands are built on top of it.
//!
//! ```
//! use std::ops::ControlFlow;
//! use wgs_core::{Adjacency, Board, Grid, Lexicon, Rules, Solver};
//!
//! let lexicon = Lexicon::from_text("plonk knife koji")?;
//! let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
//! let rules = Rules::boggle();
//! let solver = Solver::new(&lexicon, &grid, &rules);
//!
//! let board: Board = "ABCDEFGHIJKLMNOP".parse()?;
//! let mut words = Vec::new();
//! solver.worker().solve(&board, |solution| {
//!     words.push((solution.text(), solution.score.total));
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(words, [("KNIFE".into(), 2), ("KOJI".into(), 1), ("PLONK".into(), 2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Solver`] only borrows and can be used from many threads; each thread takes a
//! [`Worker`] of its own, which keeps the memory of its searches.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "some parts serve the vector engines alone")
)]

pub mod alphabet;
mod board;
mod decimal;
pub mod grid;
mod layout;
pub mod letter;
pub mod lexicon;
pub mod notation;
mod rules;
#[cfg(feature = "serde")]
mod serialisation;
mod solution;
pub mod solver;
mod tile;

pub use board::{Board, FitError};
pub use decimal::{Decimal, DecimalError};
pub use grid::{Adjacency, Cell, Grid, GridError};
pub use letter::FoldedText;
pub use lexicon::{Lexicon, Word};
pub use rules::{LengthBonuses, Rules, Tally, WordScore};
pub use solution::{BoardScore, CellSet, Solution, SolvedWord};
pub use solver::{BoardMeasure, Engine, Rescorer, Solver, Worker};
pub use tile::{Face, Tile};
