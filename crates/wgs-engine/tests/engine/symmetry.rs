//! Rotating or mirroring a board changes neither its words nor their scores.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_engine::{Adjacency, Board, Cell, Grid, Lexicon, Rules, Solver};

use crate::scenario::{Scenario, Size, rectangles, scenarios_on};
use crate::{cases, engines};

/// One of the eight symmetries of a rectangle.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    mirror_columns: bool,
    mirror_rows: bool,
    swap: bool,
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            mirror_columns: bits & 1 != 0,
            mirror_rows: bits & 2 != 0,
            swap: bits & 4 != 0,
        })
    }

    /// Returns the grid of the transformed rectangle.
    fn grid(self, columns: u32, rows: u32, adjacency: Adjacency) -> Grid {
        let (columns, rows) = if self.swap {
            (rows, columns)
        } else {
            (columns, rows)
        };
        Grid::rectangle(columns, rows, adjacency)
    }

    /// Returns the new index of a cell.
    fn index(self, index: usize, columns: usize, rows: usize) -> usize {
        let (mut x, mut y) = (index % columns, index / columns);
        if self.mirror_columns {
            x = columns - 1 - x;
        }
        if self.mirror_rows {
            y = rows - 1 - y;
        }
        if self.swap {
            x * rows + y
        } else {
            y * columns + x
        }
    }
}

type WordPoints = (String, u64);

fn words(lexicon: &Lexicon, grid: &Grid, rules: &Rules, board: &Board) -> Vec<Vec<WordPoints>> {
    let solve = |engine| {
        let solver = Solver::with_engine(lexicon, grid, rules, engine).unwrap();
        let mut words = Vec::new();
        solver
            .worker()
            .solve(board, |solution| {
                words.push((solution.text(), solution.score.total));
                ControlFlow::Continue(())
            })
            .unwrap();
        words
    };
    engines(grid).map(solve).collect()
}

/// Applies all eight symmetries to a board and compares the words.
fn check(
    scenario: &Scenario,
    columns: u32,
    rows: u32,
    adjacency: Adjacency,
) -> Result<(), TestCaseError> {
    let lexicon = Lexicon::from_words(&scenario.words).unwrap();
    let mut tiles = scenario.boards[0].tiles().to_vec();
    let cells = (columns * rows) as usize;
    tiles.resize_with(cells, Default::default);
    let board = Board::new(tiles);
    let mut rules = scenario.rules.clone();
    rules.required_cells.retain(|cell| cell.index() < cells);
    let expected = words(&lexicon, &scenario.grid, &rules, &board);
    for symmetry in Symmetry::all() {
        let index = |index| symmetry.index(index, columns as usize, rows as usize);
        let grid = symmetry.grid(columns, rows, adjacency);
        let mut tiles = board.tiles().to_vec();
        for (from, tile) in board.tiles().iter().enumerate() {
            tiles[index(from)] = tile.clone();
        }
        let transformed = Board::new(tiles);
        let mut rules = rules.clone();
        for cell in &mut rules.required_cells {
            *cell = Cell::new(index(cell.index()));
        }
        let found = words(&lexicon, &grid, &rules, &transformed);
        prop_assert_eq!(&found, &expected, "{:?}: {}", symmetry, transformed);
    }
    Ok(())
}

/// Returns scenarios on rectangles, with their rectangles.
fn scenarios() -> impl Strategy<Value = (Scenario, (u32, u32, Adjacency))> {
    let sizes = prop_oneof![
        4 => Just(Size::Small),
        2 => Just(Size::Medium),
        1 => Just(Size::Wide),
        1 => Just(Size::Large),
    ];
    sizes.prop_flat_map(rectangles).prop_flat_map(|rectangle| {
        let (columns, rows, adjacency) = rectangle;
        let grid = Just(Grid::rectangle(columns, rows, adjacency)).boxed();
        (scenarios_on(grid), Just(rectangle))
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn rotating_and_mirroring_a_board_keeps_words_and_scores(
        (scenario, (columns, rows, adjacency)) in scenarios()
    ) {
        check(&scenario, columns, rows, adjacency)?;
    }
}
