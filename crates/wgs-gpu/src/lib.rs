//! Scores boards on a GPU, many at a time. The scores are those of `wgs-engine`, which checks a sample of
//! every batch.
//!
//! The search is a compute shader (`score.wgsl`), which runs on Vulkan, Metal, DirectX 12 and WebGPU through
//! `wgpu`. Each board has one workgroup, whose threads search it together, breadth first, with a
//! stack of states and a table of the words found, both in the memory of the workgroup. A board for
//! which these are too small is searched again with larger ones, and in the end on the processor.
//!
//! ```
//! use wgs_engine::{Adjacency, Board, Grid, Lexicon, Rules, Solver};
//! use wgs_gpu::{GpuDevice, GpuScorer, GpuSelection};
//!
//! let lexicon = Lexicon::from_text("tea eat ate seat east teas")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//! // A machine without a GPU has no device; an application would score with `solver` then.
//! if let Ok(device) = GpuDevice::open(GpuSelection::Any) {
//!     let mut scorer = GpuScorer::new(&device, &solver)?;
//!     let boards: Vec<Board> = ["TEAS", "TEAX", "XXXX"].map(|text| text.parse().unwrap()).into();
//!     let scores = scorer.score_all(&boards)?;
//!     assert_eq!(scores.iter().map(|score| score.words).collect::<Vec<_>>(), [6, 3, 0]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a browser, the same shader runs through WebGPU. Nothing may block there, so only what is `async` exists:
//! [`GpuDevice::request`], [`GpuNeighbourScorer`] and [`GpuHuntScorer`].
//!
//! What it does not support is listed in [`wgs_engine::device::SearchTablesError`] and
//! [`wgs_engine::device::SymbolReader::read`]: among others wildcards, multipliers and grids with more than 64 cells.

mod board_search;
mod buffer;
mod capacity;
mod chunk;
mod device;
mod error;
#[cfg(not(target_family = "wasm"))]
mod face_scorer;
mod hunt_scorer;
mod kernel;
mod neighbour;
mod neighbour_search;
#[cfg(not(target_family = "wasm"))]
mod profile;
#[cfg(not(target_family = "wasm"))]
mod sample_check;
#[cfg(not(target_family = "wasm"))]
mod scorer;
mod shader;
mod tile_code;

pub use device::{GpuDevice, GpuSelection};
pub use error::GpuError;
#[cfg(not(target_family = "wasm"))]
pub use face_scorer::GpuFaceScorer;
pub use hunt_scorer::GpuHuntScorer;
pub use neighbour::{GpuNeighbourScorer, NeighbourCounts};
#[cfg(not(target_family = "wasm"))]
pub use profile::SearchProfile;
#[cfg(not(target_family = "wasm"))]
pub use scorer::GpuScorer;

/// The messages of this crate, in tables, for programs that translate them.
pub const MESSAGES: &[&[wgs_engine::message::MessageTemplate]] = &[GpuError::MESSAGES];

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
