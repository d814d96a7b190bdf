//! `wgs bench --device gpu`: how fast a GPU scores boards, with the time that boards and scores are on their way.

use std::collections::HashMap;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use wgs_core::{Board, BoardScore, Face, Solver, Tile};
use wgs_gpu::{GpuDevice, GpuFaceScorer, GpuSelection};

use super::{BenchReply, Operation};

/// A GPU needs this many boards to be busy; fewer are scored several times in a round.
const BOARDS: usize = 1 << 20;

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
    })
}

/// Returns the faces that boards have, and each board as the numbers of its faces.
fn face_numbers(boards: &[Board], cells: usize) -> Result<(Vec<Face>, Vec<u8>)> {
    let mut known: HashMap<Face, u8> = HashMap::new();
    let mut faces = Vec::new();
    let mut numbers = Vec::with_capacity(boards.len() * cells);
    let empty = Tile::EMPTY;
    for board in boards {
        let tiles = board.tiles().iter().chain(std::iter::repeat(&empty));
        for tile in tiles.take(cells) {
            if *tile != Tile::plain(tile.face.clone()) {
                bail!("the GPU cannot score boards with multipliers, such as {board}");
            }
            let number = match known.get(&tile.face) {
                Some(&number) => number,
                None => {
                    let number = u8::try_from(faces.len());
                    let number = number.context("the boards have more than 256 different tiles")?;
                    faces.push(tile.face.clone());
                    known.insert(tile.face.clone(), number);
                    number
                }
            };
            numbers.push(number);
        }
    }
    Ok((faces, numbers))
}
