//! `wgs bench --device gpu`: how fast a GPU scores boards, with the time that boards and scores are on their way.

use std::fmt;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wgs_engine::{Board, BoardScore, FaceTable, Solver, Tile};
use wgs_gpu::{GpuDevice, GpuFaceScorer, GpuSelection, SearchProfile};

use super::{BenchReply, Operation};
use crate::app::counted;

/// A GPU needs this many boards to be busy; fewer are scored several times in a round.
const BOARDS: usize = 1 << 20;

/// The number of boards whose searches are counted.
const PROFILED: usize = 1 << 14;

/// Measures a GPU, or the driver that takes its place.
pub(super) fn measure(solver: &Solver, boards: &[Board], rounds: usize) -> Result<BenchReply> {
    let device = GpuDevice::open(GpuSelection::Any)?;
    let cells = solver.grid().len();
    let (faces, numbers) = face_numbers(boards, cells)?;
    let mut scorer = GpuFaceScorer::new(&device, solver, &faces)?;
    let times = match device.is_hardware() {
        true => BOARDS.div_ceil(boards.len().max(1)),
        false => 1,
    };
    let numbers = numbers.repeat(times);
    let mut best = f64::INFINITY;
    let mut total = BoardScore::default();
    for _ in 0..rounds {
        let start = Instant::now();
        let scores = scorer.score_all(&numbers, cells)?;
        best = best.min(start.elapsed().as_secs_f64());
        total = BoardScore::default();
        scores[..boards.len()]
            .iter()
            .for_each(|&score| total += score);
    }
    Ok(BenchReply {
        operation: Operation::Score,
        engine: "gpu",
        threads: 1,
        boards: boards.len(),
        words: total.words,
        points: total.points,
        boards_per_second: (boards.len() * times) as f64 / best,
        profile: Some(ProfileReply::new(
            device.name(),
            &scorer.profile(&numbers[..boards.len().min(PROFILED) * cells], cells)?,
        )),
    })
}

/// The work of the searches of a GPU, for each board on average.
#[derive(Serialize)]
pub(super) struct ProfileReply {
    device: String,
    boards: u64,
    threads: u32,
    workgroup_bytes: u32,
    rounds: f64,
    threads_with_states: f64,
    passes: f64,
    threads_with_steps: f64,
    steps: f64,
    deepest: u32,
    searched_again: f64,
}

impl ProfileReply {
    fn new(device: &str, profile: &SearchProfile) -> Self {
        let searched = profile.boards - profile.searched_again;
        let per_board = |count: u64| count as f64 / searched.max(1) as f64;
        Self {
            device: device.to_owned(),
            boards: profile.boards,
            threads: profile.threads,
            workgroup_bytes: profile.workgroup_bytes,
            rounds: per_board(profile.rounds),
            threads_with_states: profile.threads_with_states(),
            passes: per_board(profile.passes),
            threads_with_steps: profile.threads_with_steps(),
            steps: per_board(profile.steps),
            deepest: profile.deepest,
            searched_again: profile.searched_again as f64 / profile.boards.max(1) as f64,
        }
    }
}

impl fmt::Display for ProfileReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| 100.0 * share;
        writeln!(
            f,
            "\nA search on {}, on average over {}, in workgroups of {} threads:\n\
             {:>9.1} rounds, in which {:.0}% of the threads have a state to go on from\n\
             {:>9.1} passes, in which {:.0}% of the threads have one of {:.0} steps\n\
             {:>9.2}% of the boards are searched again with larger lists; the deepest stack has {}\n\
             {:>9} bytes of memory for each workgroup",
            self.device,
            counted(self.boards, "board"),
            self.threads,
            self.rounds,
            percent(self.threads_with_states),
            self.passes,
            percent(self.threads_with_steps),
            self.steps,
            percent(self.searched_again),
            counted(self.deepest, "state"),
            self.workgroup_bytes,
        )
    }
}

/// Returns the faces that boards have, and each board as the numbers of its faces.
fn face_numbers(boards: &[Board], cells: usize) -> Result<(FaceTable, Vec<u8>)> {
    let mut faces = FaceTable::default();
    let mut numbers = Vec::with_capacity(boards.len() * cells);
    let empty = Tile::EMPTY;
    for board in boards {
        let tiles = board.tiles().iter().chain(std::iter::repeat(&empty));
        for tile in tiles.take(cells) {
            let number = u8::try_from(faces.add(tile));
            numbers.push(number.context("the boards have more than 256 different tiles")?);
        }
        if faces.has_multipliers() {
            bail!("the GPU cannot score boards with multipliers, such as {board}");
        }
    }
    Ok((faces, numbers))
}
