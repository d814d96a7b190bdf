//! Hunts for extreme boards: those with the most or the fewest points, the most words, the most
//! long words, or an exact number of points.
//!
//! A hunt consists of *climbs*. A climb starts with a random board and keeps a pool of the best
//! boards that it has met, each once up to the symmetries of the grid. It scores all boards that differ
//! from the best one by a tile or by two swapped tiles, then those near the next one, until nothing
//! new enters the pool. The random numbers of a climb are derived from the seed and its
//! number, so its result depends on nothing else: any number of threads and machines find the same
//! boards in the same climbs.
//!
//! A hunt finds good boards; whether there are better ones is the question of
//! [`proof`](crate::proof). A [`HuntRun`] runs the climbs on
//! threads, on a device or on other machines, and keeps their results in a file; nothing else here
//! reads a clock or a file.
//!
//! ```
//! use wgs_engine::{Adjacency, Budget, Face, Grid, Lexicon, Rules, Solver};
//! use wgs_records::hunt::{Hunt, HuntGoal, HuntLetters, HuntOptions};
//!
//! let lexicon = Lexicon::from_text("eat east seat sea set tea teas ate")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!
//! let letters = ["a", "e", "s", "t", "x"].map(Face::letters);
//! let options = HuntOptions { goal: HuntGoal::MAX_WORDS, ..HuntOptions::default() };
//! let hunt = Hunt::new(&solver, HuntLetters::Free(&letters), options)?;
//! let mut climb = hunt.climb(0);
//! hunt.climber(&Budget::UNLIMITED).run(&mut climb, |_| ())?;
//! let best = &climb.boards(&hunt)[0];
//! assert_eq!(best.value, 8);
//! assert_eq!(hunt.board(&best.faces).to_string(), "AEST");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod climb;
#[cfg(not(target_family = "wasm"))]
mod climb_device;
mod climb_group;
mod climb_numbers;
#[cfg(feature = "nats")]
mod climb_tasks;
#[cfg(not(target_family = "wasm"))]
mod climb_threads;
mod goal;
mod log;
mod number_set;
mod pool;
mod prepared;
mod progress;
#[cfg(not(target_family = "wasm"))]
mod progress_file;
#[cfg(not(target_family = "wasm"))]
mod run;
mod standing;

use std::borrow::Cow;

use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::{Board, Budget, Face, FaceBoard, FaceTable, Solver, Tile, messages};

use crate::symmetry::Symmetry;
use wgs_dice::BoardChecker;
use wgs_dice::CheckError;
use wgs_dice::Random;
use wgs_dice::{Cup, CupError};
use wgs_engine::LetterDistribution;

pub use climb::{Climb, Climber};
pub use climb_group::{ClimbGroup, NeighbourBatchScorer};
pub use climb_numbers::ClimbNumbers;
#[cfg(feature = "nats")]
pub use climb_tasks::ClimbTask;
pub use goal::{HuntGoal, HuntGoalError, NotHuntedError};
pub use log::{
    HuntHeader, HuntLog, HuntLogContent, HuntLogError, climbs_line, paused_line, read_climbs_line,
};
pub use number_set::{NumberSet, NumberSetError};
pub use prepared::PreparedHunt;
pub use progress::{HuntBoard, HuntProgress};
#[cfg(not(target_family = "wasm"))]
pub use progress_file::ProgressFile;
#[cfg(not(target_family = "wasm"))]
pub use run::{HuntRun, ResumeError};
pub use standing::HuntStanding;

/// Which boards a hunt considers.
#[derive(Clone, Copy, Debug)]
pub enum HuntLetters<'l> {
    /// Each cell may have any of these faces.
    Free(&'l [Face]),
    /// Only boards that these dice or letters can produce.
    Dice(&'l LetterDistribution),
}

/// The goal of a hunt, and its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntOptions {
    /// The goal.
    pub goal: HuntGoal,
    /// The number of boards that a climb keeps. Pools of 30 to 60 find the best 4x4 boards
    /// soonest; larger grids need larger ones.
    pub pool: usize,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Default for HuntOptions {
    fn default() -> Self {
        Self {
            goal: HuntGoal::MAX_POINTS,
            pool: 50,
            seed: 0,
        }
    }
}

/// The error for boards that cannot be hunted for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum HuntError {
    /// The grid has too many cells, or none.
    Cells(usize),
    /// There are too many faces, or none.
    Faces(usize),
    /// The pool would be empty.
    EmptyPool,
    /// There are fewer dice than cells.
    TooFewDice {
        /// The number of cells.
        cells: usize,
        /// The number of dice.
        dice: usize,
    },
    /// Each die has its own cell.
    FixedDice,
    /// Faces have multipliers.
    Multipliers,
    /// The letters are no dice.
    #[error(transparent)]
    Cup(#[from] CupError),
    /// Boards cannot be checked.
    #[error(transparent)]
    Check(#[from] CheckError),
}

messages! {
    impl ToMessage for HuntError {
        Self::Cells(cells) => "hunt.cells":
            "the grid has {cells} cells, but hunts work for 1 to {max}"
            (cells, max = Hunt::MAX_CELLS);
        Self::Faces(letters) => "hunt.faces":
            "there are {letters} different letters, but hunts work for 1 to {max}"
            (letters, max = Hunt::MAX_FACES);
        Self::EmptyPool => "hunt.empty-pool":
            "a pool needs at least one board";
        Self::TooFewDice { cells, dice } => "hunt.too-few-dice":
            "the grid has {cells} cells, but there are only {dice} dice or letters" (cells, dice);
        Self::FixedDice => "hunt.fixed-dice":
            "the dice of the game are not shuffled, but a hunt moves dice to other cells";
        Self::Multipliers => "hunt.multipliers":
            "the dice have letter or word multipliers, which hunts do not work with";
    } else {
        Self::Cup(error) => error.to_message(),
        Self::Check(error) => error.to_message(),
    }
}

/// A board that a hunt found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBoard {
    /// Its faces, as indices into [`Hunt::faces`]. It is the first of its equivalent boards.
    pub faces: FaceBoard,
    /// Its points, words or long words, depending on the goal.
    pub value: u64,
    /// The number of the climb that found it.
    pub climb: u64,
}

/// The subject of a hunt: a game, the letters of its boards, and a goal.
#[derive(Clone, Debug)]
pub struct Hunt {
    solver: Solver,
    faces: FaceTable,
    /// The dice and a checker of boards, if only boards of the dice are wanted.
    dice: Option<(Cup, BoardChecker)>,
    /// The index of each face of the cup among the faces.
    of_cup: Vec<u8>,
    options: HuntOptions,
    symmetry: Symmetry,
}

impl Hunt {
    /// The largest number of cells.
    pub const MAX_CELLS: usize = 256;

    /// The largest number of different faces.
    pub const MAX_FACES: usize = 255;

    /// Prepares a hunt. Faces that are listed twice count once.
    ///
    /// # Errors
    ///
    /// Returns the reason why the hunt is impossible.
    pub fn new(
        solver: &Solver,
        letters: HuntLetters<'_>,
        options: HuntOptions,
    ) -> Result<Self, HuntError> {
        let cells = solver.grid().len();
        if !(1..=Self::MAX_CELLS).contains(&cells) {
            return Err(HuntError::Cells(cells));
        }
        if options.pool == 0 {
            return Err(HuntError::EmptyPool);
        }
        let mut dice = None;
        let listed = match letters {
            HuntLetters::Free(faces) => Cow::Borrowed(faces),
            HuntLetters::Dice(LetterDistribution::Dice { shuffle: false, .. }) => {
                return Err(HuntError::FixedDice);
            }
            HuntLetters::Dice(distribution) => {
                let cup = Cup::new(distribution, cells)?;
                if cup.has_multipliers() {
                    return Err(HuntError::Multipliers);
                }
                if cup.tile_count() < cells {
                    let dice = cup.tile_count();
                    return Err(HuntError::TooFewDice { cells, dice });
                }
                let checker = BoardChecker::new(distribution, solver.rules().q_is_qu)?;
                let faces = cup.faces().faces().to_vec();
                dice = Some((cup, checker));
                Cow::Owned(faces)
            }
        };
        let faces = FaceTable::spelled(&listed, solver.rules());
        if !(1..=Self::MAX_FACES).contains(&faces.len()) {
            return Err(HuntError::Faces(faces.len()));
        }
        let mut order: Vec<usize> = (0..faces.len()).collect();
        order.sort_by_key(|&face| faces.faces()[face].to_string());
        let faces = faces.reordered(&order);
        let of_cup = listed.iter().map(|face| {
            let tile = Tile::plain(face.as_spelled(solver.rules().q_is_qu));
            let number = faces.number(&tile);
            number.expect("every listed face is in the table") as u8
        });
        Ok(Self {
            symmetry: Symmetry::of(solver.grid(), solver.rules()),
            solver: solver.clone(),
            of_cup: of_cup.collect(),
            faces,
            dice,
            options,
        })
    }

    /// Returns the solver.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns the faces that cells may have, each once, in alphabetical order.
    pub fn faces(&self) -> &[Face] {
        self.faces.faces()
    }

    /// Returns the faces with their numbers on the boards of the hunt.
    pub fn face_table(&self) -> &FaceTable {
        &self.faces
    }

    /// Returns the goal.
    pub fn goal(&self) -> HuntGoal {
        self.options.goal
    }

    /// Returns the number of boards that a climb keeps.
    pub fn pool_size(&self) -> usize {
        self.options.pool
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.options.seed
    }

    fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// Returns permutations of the cells that turn boards into equivalent ones: the board with the tile of cell
    /// `permutation[i]` on cell `i` counts as the same board. The list is empty if it would be too long.
    pub fn permutations(&self) -> &[Vec<u8>] {
        self.symmetry.permutations()
    }

    fn checker(&self) -> Option<&BoardChecker> {
        self.dice.as_ref().map(|(_, checker)| checker)
    }

    /// Returns the board with these faces.
    pub fn board(&self, faces: &FaceBoard) -> Board {
        self.faces.board(faces)
    }

    /// Returns the faces of a board, if it is one of this hunt.
    pub fn faces_of(&self, board: &Board) -> Option<FaceBoard> {
        let solver = &self.solver;
        self.faces.numbers(board, solver.grid(), solver.rules())
    }

    /// Returns the first of the boards that a symmetry of the grid turns a board into.
    pub fn canonical(&self, faces: &FaceBoard) -> FaceBoard {
        self.symmetry.canonical(faces)
    }

    /// Returns the climb with a number, at its start.
    pub fn climb(&self, number: u64) -> Climb {
        let mut climb = Climb::new(self, number);
        let mut random = Random::stream(self.options.seed, number);
        let start: FaceBoard = match &self.dice {
            Some((cup, _)) => {
                let roll = cup.roll(&mut random);
                let shown = roll.shown().iter();
                shown.map(|&face| self.of_cup[face as usize]).collect()
            }
            None => {
                let face = |_| random.below(self.faces.len()) as u8;
                (0..self.solver.grid().len()).map(face).collect()
            }
        };
        climb.starts.push(self.symmetry.canonical(&start));
        climb
    }

    /// Returns a runner of climbs within a budget, for one thread.
    pub fn climber(&self, budget: &Budget) -> Climber<'_> {
        Climber::new(self, budget)
    }
}
