//! A worker keeps its memory from board to board, but no board affects the next.

use std::ops::ControlFlow;

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use wgs_engine::{Adjacency, Board, BoardScore, Engine, Grid, Lexicon, Rules, Solver};

use crate::oracle::{BoardAnswer, Oracle};
use crate::{engines, pick};

const WORDS: &str = "tea eat ate east seat teas tease ease see sea set quit quite suite tie ties";

/// Creates a board of random tiles.
fn random_board(rng: &mut TestRng, tiles: &[&str], count: usize) -> Board {
    let text: String = (0..count).map(|_| *pick(rng, tiles)).collect();
    text.parse().unwrap()
}

#[test]
fn a_board_that_is_too_short_leaves_cells_empty() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::boggle();
    for (columns, rows, short, padded) in [
        (3, 2, "TEA", "TEA..."),
        (3, 2, "", "......"),
        (2, 2, "QuIT", "QuIT."),
        (5, 5, "SEATTIESE", "SEATTIESE................"),
        (6, 6, "SEAT", "SEAT................................"),
        (9, 8, "TEASEQIT", "TEASEQIT."),
    ] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        let [short, padded] = [short, padded].map(|text| text.parse::<Board>().unwrap());
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            let expected = BoardAnswer::of(&mut worker, &padded);
            assert_eq!(
                BoardAnswer::of(&mut worker, &short),
                expected,
                "{engine}: {short}"
            );
        }
    }
}

#[test]
fn tiles_beyond_the_grid_are_ignored() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::boggle()
        // A pangram uses every tile on the grid; tiles beyond it do not count.
        .with_pangram_bonus(7);
    for (columns, rows, long, cut) in [
        (2, 2, "TEASEAT", "TEAS"),
        (1, 3, "TEAS", "TEA"),
        (3, 1, "TEA?;;Qu", "TEA"),
        (1, 1, "TEA", "T"),
        (0, 0, "TEA", ""),
    ] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        let [long, cut] = [long, cut].map(|text| text.parse::<Board>().unwrap());
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            let expected = BoardAnswer::of(&mut worker, &cut);
            assert_eq!(
                BoardAnswer::of(&mut worker, &long),
                expected,
                "{engine}: {long}"
            );
        }
    }
}

#[test]
fn a_grid_without_cells_has_no_words() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::word_game_solver();
    for (columns, rows) in [(0, 0), (0, 4), (4, 0)] {
        for adjacency in [Adjacency::Full, Adjacency::Diagonal] {
            let grid = Grid::rectangle(columns, rows, adjacency);
            for engine in engines(&grid) {
                let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
                let answer = BoardAnswer::of(&mut solver.worker(), &"TEAS".parse().unwrap());
                assert_eq!(answer, BoardAnswer::default(), "{engine}: {columns}x{rows}");
            }
        }
    }
}

#[test]
fn a_lexicon_without_words_finds_none() {
    let lexicon = Lexicon::from_text("").unwrap();
    let rules = Rules::word_game_solver();
    for (columns, rows) in [(4, 4), (5, 5), (8, 8), (9, 9)] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            for board in ["TEAS", "?", "Qu?u.:T"] {
                let answer = BoardAnswer::of(&mut worker, &board.parse().unwrap());
                assert_eq!(answer, BoardAnswer::default(), "{engine}: {board}");
            }
        }
    }
}

#[test]
fn one_worker_searches_boards_of_all_kinds_in_any_order() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::boggle().with_letter_values([("q", 10), ("t", 1), ("e", 2)]);
    let kinds: [&[&str]; 4] = [
        &["T", "E", "A", "S", "I"],
        &["T", "E", "A", "S", "I", "Qu", "Te", "Q", "."],
        &["T", "E", "A", "S", ":E", ";T", "I"],
        &["T", "E", "A", "S", "I", "T", "E", "A", "S", "?", "?e"],
    ];
    for (columns, rows) in [(4, 4), (5, 5), (6, 6), (9, 8)] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Straight);
        let mut rng = crate::rng(columns.into());
        let boards: Vec<Board> = (0..16)
            .map(|index| random_board(&mut rng, kinds[index % 4], grid.len()))
            .collect();
        let expected: Vec<BoardAnswer> = boards
            .iter()
            .map(|board| {
                let (grid, rules) = (&grid, &rules);
                Oracle { grid, board, rules }.answer(WORDS.split(' '))
            })
            .collect();
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            for _ in 0..60 {
                let index = rng.random_range(0..boards.len());
                let answer = BoardAnswer::of(&mut worker, &boards[index]);
                if let Some(difference) = expected[index].difference(&answer) {
                    panic!("{engine} on {}: {difference}", boards[index]);
                }
            }
        }
    }
}

/// A method of a worker.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Score,
    Solve,
    Survey,
}

/// Board numbers of 12 or 16 bits wrap around. A word that was last found on a board with the same
/// number must not be mistaken for one that was just found. To test this for either period, word
/// `i` is on board `i` and again 65,500 + `i` boards later, and not in between: these distances
/// include 16 times the shorter period.
#[test]
fn board_numbers_that_wrap_around_change_nothing() {
    const FIRST_GAP: usize = 65_500;
    const WORDS: usize = 80;
    // Without Q, which would count as Qu.
    let letters: Vec<char> = ('a'..='p').collect();
    let words: Vec<String> = (0..WORDS)
        .map(|index| format!("{}{}x", letters[index / 16], letters[index % 16]))
        .collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let rules = Rules::boggle();
    let boards: Vec<Board> = words
        .iter()
        .map(|word| word.to_uppercase().parse().unwrap())
        .collect();
    let blank: Board = "..".parse().unwrap();
    let last = FIRST_GAP + 2 * WORDS;
    // The word on each board; word i is there twice, FIRST_GAP + i boards apart.
    let mut shown = vec![None; last];
    for index in 0..WORDS {
        shown[index] = Some(index);
        shown[FIRST_GAP + 2 * index] = Some(index);
    }
    for (columns, rows) in [(3, 1), (65, 1)] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Straight);
        let operations = [Operation::Score, Operation::Solve, Operation::Survey];
        let engines: Vec<Engine> = match columns {
            65 => vec![Engine::Plain, Engine::fastest(&grid)],
            _ => engines(&grid).collect(),
        };
        let cases = engines
            .iter()
            .flat_map(|&engine| operations.map(|operation| (engine, operation)))
            // On large grids, surveys use no board numbers.
            .filter(|(_, operation)| columns < 65 || !matches!(operation, Operation::Survey));
        for (engine, operation) in cases {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            for (time, &index) in shown.iter().enumerate() {
                let board = index.map_or(&blank, |index| &boards[index]);
                let mut found = BoardScore::default();
                let mut count = |solution: wgs_engine::Solution<'_>| {
                    found += BoardScore::new(1, solution.score.total);
                    ControlFlow::Continue(())
                };
                match operation {
                    Operation::Score => found = worker.score(board).unwrap(),
                    Operation::Solve => worker.solve(board, count).unwrap(),
                    Operation::Survey => {
                        worker.survey(board, |solution, _| count(solution)).unwrap()
                    }
                }
                let words = u64::from(index.is_some());
                let expected = BoardScore::new(words, words);
                assert_eq!(
                    found, expected,
                    "{engine} {operation:?} of {board} as board {time}"
                );
            }
        }
    }
}

#[test]
fn many_threads_share_one_solver_and_find_the_same_words() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::boggle();
    let tiles = ["T", "E", "A", "S", "I", "T", "E", "Qu"];
    for (columns, rows) in [(4, 4), (5, 5), (8, 8), (9, 9)] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        let mut rng = crate::rng(7);
        let boards: Vec<Board> = (0..120)
            .map(|_| random_board(&mut rng, &tiles, grid.len()))
            .collect();
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let total = |part: usize, parts: usize| {
                let mut worker = solver.worker();
                let mut total = BoardScore::default();
                for board in boards.iter().skip(part).step_by(parts) {
                    let score = worker.score(board).unwrap();
                    let mut solved = BoardScore::default();
                    worker
                        .solve(board, |solution| {
                            solved += BoardScore::new(1, solution.score.total);
                            ControlFlow::Continue(())
                        })
                        .unwrap();
                    assert_eq!(score, solved, "{engine}: {board}");
                    total += score;
                }
                total
            };
            let alone = total(0, 1);
            let together = std::thread::scope(|scope| {
                let total = &total;
                let threads: Vec<_> = (0..8)
                    .map(|part| scope.spawn(move || total(part, 8)))
                    .collect();
                let mut sum = BoardScore::default();
                for thread in threads {
                    sum += thread.join().unwrap();
                }
                sum
            });
            assert_eq!(together, alone, "{engine}");
        }
    }
}

/// A worker scores words one by one until a table is worth it, which may happen within a board.
#[test]
fn the_first_boards_of_a_worker_score_like_later_ones() {
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let pairs: Vec<String> = letters
        .iter()
        .flat_map(|a| letters.map(|b| format!("{a}{b}")))
        .collect();
    let words = pairs
        .iter()
        .flat_map(|a| pairs.iter().map(move |b| format!("{a}{b}")));
    let lexicon = Lexicon::from_words(words.chain(pairs.iter().cloned())).unwrap();
    let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
    let valued = Rules::word_game_solver()
        .with_letter_values(letters.into_iter().zip(1..))
        .with_wildcard_points(true);
    let mut rng = crate::rng(11);
    let tiles = [
        "A", "B", "C", "D", "E", "F", "G", "H", "A", "B", "C", "D", "?",
    ];
    let boards: Vec<Board> = (0..30)
        .map(|_| random_board(&mut rng, &tiles, grid.len()))
        .collect();
    for rules in [Rules::boggle(), valued] {
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            for (number, board) in boards.iter().enumerate() {
                let mut solved = BoardScore::default();
                solver
                    .worker()
                    .solve(board, |solution| {
                        solved += BoardScore::new(1, solution.score.total);
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                assert_eq!(
                    worker.score(board).unwrap(),
                    solved,
                    "{engine}: board {number}, {board}"
                );
                assert_eq!(solver.score(board), solved, "{engine}: {board} alone");
            }
        }
    }
}

#[test]
fn an_engine_that_cannot_search_the_grid_is_an_error() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::word_game_solver();
    let grids = [
        Grid::rectangle(4, 4, Adjacency::Diagonal),
        Grid::rectangle(4, 4, Adjacency::Diagonal).with_reuse(true),
        Grid::rectangle(9, 8, Adjacency::Straight),
        Grid::rack(9),
        Grid::rack(10),
    ];
    for grid in &grids {
        for &engine in Engine::ALL {
            let solver = Solver::with_engine(&lexicon, grid, &rules, engine);
            assert_eq!(solver.err(), engine.check(grid).err(), "{engine}");
        }
        assert_eq!(
            Solver::new(&lexicon, grid, &rules).engine(),
            Engine::fastest(grid)
        );
    }
}
