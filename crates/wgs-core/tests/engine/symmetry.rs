//! Turning and mirroring a board changes where words lie, not which there are nor what they
//! score.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wgs_core::{Adjacency, Board, Grid, Lexicon, Rules, Solver};

use crate::scenario::{Scenario, Size, rectangles, scenarios_on};
use crate::{cases, engines};

/// One of the eight ways to lay a rectangle.
#[derive(Clone, Copy, Debug)]
struct Turn {
    mirror_columns: bool,
    mirror_rows: bool,
    swap: bool,
}

impl Turn {
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            mirror_columns: bits & 1 != 0,
            mirror_rows: bits & 2 != 0,
            swap: bits & 4 != 0,
        })
    }

    /// The grid that the turned rectangle fills.
    fn grid(self, columns: u32, rows: u32, adjacency: Adjacency) -> Grid {
        let (columns, rows) = if self.swap {
            (rows, columns)
        } else {
            (columns, rows)
        };
        Grid::rectangle(columns, rows, adjacency)
    }

    /// Where a cell goes to.
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
        solver.worker().solve(board, |solution| {
            words.push((solution.text(), solution.score.total));
            ControlFlow::Continue(())
        });
        words
    };
    engines(grid).map(solve).collect()
}

/// Turns a board in all eight ways and looks for the same words.
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
    rules
        .required_positions
        .retain(|&position| position <= cells);
    let expected = words(&lexicon, &scenario.grid, &rules, &board);
    for turn in Turn::all() {
        let index = |index| turn.index(index, columns as usize, rows as usize);
        let grid = turn.grid(columns, rows, adjacency);
        let mut tiles = board.tiles().to_vec();
        for (from, tile) in board.tiles().iter().enumerate() {
            tiles[index(from)] = tile.clone();
        }
        let turned = Board::new(tiles);
        let mut rules = rules.clone();
        for position in &mut rules.required_positions {
            *position = index(*position - 1) + 1;
        }
        let found = words(&lexicon, &grid, &rules, &turned);
        prop_assert_eq!(&found, &expected, "{:?}: {}", turn, turned);
    }
    Ok(())
}

/// A scenario on a rectangle, and the rectangle.
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
    fn turning_and_mirroring_a_board_keeps_words_and_scores(
        (scenario, (columns, rows, adjacency)) in scenarios()
    ) {
        check(&scenario, columns, rows, adjacency)?;
    }
}
