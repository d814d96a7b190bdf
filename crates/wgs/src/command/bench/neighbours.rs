//! `wgs bench neighbours`: how fast the neighbours of a board are scored, which is what a search
//! for high-scoring boards spends its time on.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wgs_app::GameRequest;
use wgs_engine::neighbour::NeighbourScorer;
use wgs_engine::{Board, Cell, Count, Face, Solver, Stopped, Worker};

use super::board_set::BoardSetArgs;
use crate::app::{App, ExitStatus, counted};
use crate::arguments::{DictionaryArgs, count};

/// Measure the number of neighbours scored per second, on one thread.
///
/// The neighbours of a board are all boards that differ from it by one letter or by two swapped
/// tiles. Unless --boards names a file, each board is first improved until none of its neighbours
/// scores higher, because the neighbours of high-scoring boards take longest.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games.
    #[arg(default_value = "Boggle (New)")]
    game: String,

    #[command(flatten)]
    boards: BoardSetArgs,

    /// Number of boards.
    #[arg(long, value_name = "N", default_value = "20", value_parser = count)]
    count: usize,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Number of rounds; the fastest one counts for each board.
    #[arg(long, value_name = "N", default_value = "5", value_parser = count)]
    rounds: usize,

    /// Print one JSON object per line.
    #[arg(short, long)]
    json: bool,
}

/// A way to score the neighbours of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Method {
    /// All of them with a `NeighbourScorer`.
    Together,
    /// Each with a `Rescorer`.
    Rescored,
    /// Each with a complete search.
    Searched,
}

impl Method {
    const ALL: [Self; 3] = [Self::Together, Self::Rescored, Self::Searched];

    fn name(self) -> &'static str {
        match self {
            Self::Together => "together",
            Self::Rescored => "rescored",
            Self::Searched => "searched",
        }
    }
}

/// The speed of one way to score neighbours.
#[derive(Serialize)]
struct NeighbourTiming {
    operation: &'static str,
    method: Method,
    engine: &'static str,
    boards: usize,
    neighbours: u64,
    points: u64,
    neighbours_per_second: f64,
}

/// The scorers of neighbours, one for each way.
struct Scorers {
    together: NeighbourScorer,
    rescored: NeighbourScorer,
    worker: Worker,
    faces: Vec<Face>,
}

/// The neighbours of a board: their number, and the sum of their points as a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Neighbours {
    count: u64,
    points: u64,
}

impl Neighbours {
    fn add(&mut self, points: u64) {
        self.count += 1;
        self.points += points;
    }
}

pub(crate) fn run(args: &Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let request = GameRequest {
        dictionary: args.dictionary.dictionary.as_deref(),
        ..GameRequest::named(&args.game)
    };
    let square = args.boards.grid();
    let game = app.catalogue()?.game(&args.game)?;
    let grid = match &square {
        Some(grid) => grid,
        None => game.grid_for("bench")?,
    };
    let loaded = app.loader()?.game_on_grid(&request, grid, "bench");
    let loaded = loaded.map_err(crate::app::with_flag)?;
    let solver = loaded.solver();
    let mut scorers = Scorers::new(solver);
    let mut boards = args.boards.load(game)?;
    boards.truncate(args.count);
    if !args.boards.is_file() {
        for board in &mut boards {
            scorers.improve(board)?;
        }
    }
    let points: Vec<u64> = (boards.iter())
        .map(|board| Ok(scorers.worker.score(board)?.points))
        .collect::<Result<_, Stopped>>()?;
    if !args.json {
        writeln!(
            out,
            "{}: {} with {} to {} points, {} in the dictionary, engine {}, best of {}\n\n\
             method    neighbours/s  to searched  neighbours        points",
            game.name(),
            counted(boards.len() as u64, "board"),
            points.iter().min().unwrap_or(&0),
            points.iter().max().unwrap_or(&0),
            counted(solver.lexicon().len() as u64, "word"),
            solver.engine(),
            counted(args.rounds as u64, "round"),
        )?;
    }
    let timings = scorers.measure(&boards, args.rounds)?;
    print(&timings, args.json, out)?;
    Ok(ExitStatus::Success)
}

impl Scorers {
    fn new(solver: &Solver) -> Self {
        let letters = solver.lexicon().alphabet().letters();
        let faces: Vec<Face> = letters.map(|(_, text)| Face::letters(text)).collect();
        Self {
            together: NeighbourScorer::new(solver, &faces, Count::Points),
            rescored: NeighbourScorer::one_by_one(solver, &faces, Count::Points),
            worker: solver.worker(),
            faces,
        }
    }

    /// Replaces a board by its best neighbour until none is better.
    fn improve(&mut self, board: &mut Board) -> Result<(), Stopped> {
        loop {
            let scores = self.together.score(board)?;
            let mut best = (scores.value(), None);
            for_each_neighbour(board, &self.faces, |neighbour| {
                let points = neighbour.points(scores);
                if points > best.0 {
                    best = (points, Some(neighbour));
                }
            });
            match best.1 {
                Some(neighbour) => neighbour.apply(board, &self.faces),
                None => return Ok(()),
            }
        }
    }

    /// Measures all methods in turn, so that a slow moment affects them all.
    fn measure(&mut self, boards: &[Board], rounds: usize) -> Result<Vec<NeighbourTiming>> {
        let mut seconds = [0.0; Method::ALL.len()];
        let mut totals = [Neighbours::default(); Method::ALL.len()];
        for board in boards {
            let mut best = [f64::INFINITY; Method::ALL.len()];
            let mut found = [Neighbours::default(); Method::ALL.len()];
            for _ in 0..rounds {
                for ((method, best), found) in
                    Method::ALL.into_iter().zip(&mut best).zip(&mut found)
                {
                    let start = Instant::now();
                    *found = self.score(method, board)?;
                    *best = best.min(start.elapsed().as_secs_f64());
                }
            }
            if found.iter().any(|other| *other != found[0]) {
                bail!("the methods disagree on {board}: {found:?}");
            }
            for index in 0..Method::ALL.len() {
                seconds[index] += best[index];
                totals[index].count += found[index].count;
                totals[index].points += found[index].points;
            }
        }
        let engine = self.worker.solver().engine().name();
        let timing = |((method, seconds), total): ((Method, f64), Neighbours)| NeighbourTiming {
            operation: "neighbours",
            method,
            engine,
            boards: boards.len(),
            neighbours: total.count,
            points: total.points,
            neighbours_per_second: total.count as f64 / seconds,
        };
        let measured = Method::ALL.into_iter().zip(seconds).zip(totals);
        Ok(measured.map(timing).collect())
    }

    /// Scores all neighbours of a board.
    fn score(&mut self, method: Method, board: &Board) -> Result<Neighbours, Stopped> {
        let mut found = Neighbours::default();
        let scores = match method {
            Method::Together => self.together.score(board)?,
            Method::Rescored => self.rescored.score(board)?,
            Method::Searched => {
                let mut stopped = Ok(());
                let mut other = board.clone();
                for_each_neighbour(board, &self.faces, |neighbour| {
                    neighbour.apply(&mut other, &self.faces);
                    match self.worker.score(&other) {
                        Ok(score) => found.add(score.points),
                        Err(reason) => stopped = Err(reason),
                    }
                    other.clone_from(board);
                });
                return stopped.map(|()| found);
            }
        };
        for_each_neighbour(board, &self.faces, |neighbour| {
            found.add(neighbour.points(scores));
        });
        Ok(found)
    }
}

/// A neighbour of a board.
#[derive(Clone, Copy)]
enum Neighbour {
    /// It has another face on a cell.
    Face(Cell, usize),
    /// It has the faces of two cells swapped.
    Swap(Cell, Cell),
}

impl Neighbour {
    fn points(self, scores: &wgs_engine::neighbour::NeighbourScores) -> u64 {
        match self {
            Self::Face(cell, face) => scores.with_face(cell, face),
            Self::Swap(a, b) => scores.with_swap(a, b),
        }
    }

    fn apply(self, board: &mut Board, faces: &[Face]) {
        let tiles = board.tiles_mut();
        match self {
            Self::Face(cell, face) => tiles[cell.index()].face.clone_from(&faces[face]),
            Self::Swap(a, b) => {
                let face = tiles[a.index()].face.clone();
                let other = std::mem::replace(&mut tiles[b.index()].face, face);
                tiles[a.index()].face = other;
            }
        }
    }
}

/// Calls `f` with each neighbour that differs from the board.
fn for_each_neighbour(board: &Board, faces: &[Face], mut f: impl FnMut(Neighbour)) {
    let tiles = board.tiles();
    for (index, tile) in tiles.iter().enumerate() {
        let cell = Cell::new(index);
        for (face, _) in (faces.iter().enumerate()).filter(|(_, face)| **face != tile.face) {
            f(Neighbour::Face(cell, face));
        }
        let others = tiles[..index].iter().enumerate();
        for (other, _) in others.filter(|(_, other)| other.face != tile.face) {
            f(Neighbour::Swap(cell, Cell::new(other)));
        }
    }
}

fn print(timings: &[NeighbourTiming], json: bool, out: &mut dyn Write) -> Result<()> {
    let searched = timings
        .iter()
        .find(|timing| timing.method == Method::Searched);
    for timing in timings {
        if json {
            writeln!(out, "{}", serde_json::to_string(timing)?)?;
            continue;
        }
        let speed = timing.neighbours_per_second;
        let ratio = searched.map_or(String::new(), |searched| {
            format!("{:.2}x", speed / searched.neighbours_per_second)
        });
        writeln!(
            out,
            "{:<8} {speed:>13.0} {ratio:>12} {:>11} {:>13}",
            timing.method.name(),
            timing.neighbours,
            timing.points,
        )?;
    }
    out.flush()?;
    Ok(())
}
