//! A worker from board to board: it keeps its memory, and nothing of the last board shows.

use std::ops::ControlFlow;

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use wgs_core::{Adjacency, Board, BoardScore, Engine, Grid, Lexicon, Rules, Solver};

use crate::oracle::{Answer, Oracle};
use crate::{engines, pick};

const WORDS: &str = "tea eat ate east seat teas tease ease see sea set quit quite suite tie ties";

/// A board of tiles taken at random.
fn deal(rng: &mut TestRng, tiles: &[&str], count: usize) -> Board {
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
            let expected = Answer::of(&mut worker, &padded);
            assert_eq!(
                Answer::of(&mut worker, &short),
                expected,
                "{engine}: {short}"
            );
        }
    }
}

#[test]
fn tiles_beyond_the_grid_are_ignored() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules {
        // A pangram uses every tile, but not those that do not lie on the grid.
        pangram_bonus: 7,
        ..Rules::boggle()
    };
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
            let expected = Answer::of(&mut worker, &cut);
            assert_eq!(Answer::of(&mut worker, &long), expected, "{engine}: {long}");
        }
    }
}

#[test]
fn a_grid_without_cells_has_no_words() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::default();
    for (columns, rows) in [(0, 0), (0, 4), (4, 0)] {
        for adjacency in [Adjacency::Full, Adjacency::Diagonal] {
            let grid = Grid::rectangle(columns, rows, adjacency);
            for engine in engines(&grid) {
                let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
                let answer = Answer::of(&mut solver.worker(), &"TEAS".parse().unwrap());
                assert_eq!(answer, Answer::default(), "{engine}: {columns}x{rows}");
            }
        }
    }
}

#[test]
fn a_lexicon_without_words_finds_none() {
    let lexicon = Lexicon::from_text("").unwrap();
    let rules = Rules::default();
    for (columns, rows) in [(4, 4), (5, 5), (8, 8), (9, 9)] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            for board in ["TEAS", "?", "Qu?u.:T"] {
                let answer = Answer::of(&mut worker, &board.parse().unwrap());
                assert_eq!(answer, Answer::default(), "{engine}: {board}");
            }
        }
    }
}

#[test]
fn one_worker_serves_boards_of_all_kinds_in_any_order() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules {
        letter_values: [("q".into(), 10), ("t".into(), 1), ("e".into(), 2)].into(),
        ..Rules::boggle()
    };
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
            .map(|index| deal(&mut rng, kinds[index % 4], grid.len()))
            .collect();
        let expected: Vec<Answer> = boards
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
                let answer = Answer::of(&mut worker, &boards[index]);
                if let Some(difference) = expected[index].difference(&answer) {
                    panic!("{engine} on {}: {difference}", boards[index]);
                }
            }
        }
    }
}

/// What a worker is asked on each of many boards.
#[derive(Clone, Copy, Debug)]
enum Question {
    Score,
    Solve,
    Survey,
}

/// Board numbers of 16 bits come round. A word that was last seen exactly one round ago must
/// not pass for one that was just seen, whatever a round's length: word `i` is shown on board
/// `i` and again 65,500 + `i` boards later, with nothing in between.
#[test]
fn board_numbers_that_come_round_do_not_show() {
    const FIRST_GAP: usize = 65_500;
    const WORDS: usize = 80;
    // A Q would be a Qu.
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
    // Which word is shown at each time; a gap of FIRST_GAP + i for word i.
    let mut shown = vec![None; last];
    for index in 0..WORDS {
        shown[index] = Some(index);
        shown[FIRST_GAP + 2 * index] = Some(index);
    }
    for (columns, rows) in [(3, 1), (65, 1)] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Straight);
        let questions = [Question::Score, Question::Solve, Question::Survey];
        let engines: Vec<Engine> = match columns {
            65 => vec![Engine::Plain, Engine::fastest(&grid)],
            _ => engines(&grid).collect(),
        };
        let cases = engines
            .iter()
            .flat_map(|&engine| questions.map(|question| (engine, question)))
            // On large grids, surveys keep no board numbers.
            .filter(|(_, question)| columns < 65 || !matches!(question, Question::Survey));
        for (engine, question) in cases {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let mut worker = solver.worker();
            for (time, &index) in shown.iter().enumerate() {
                let board = index.map_or(&blank, |index| &boards[index]);
                let mut found = BoardScore::default();
                let mut count = |solution: wgs_core::Solution<'_>| {
                    found += BoardScore::new(1, solution.score.total);
                    ControlFlow::Continue(())
                };
                match question {
                    Question::Score => found = worker.score(board),
                    Question::Solve => worker.solve(board, count),
                    Question::Survey => worker.survey(board, |solution, _| count(solution)),
                }
                let words = u64::from(index.is_some());
                let expected = BoardScore::new(words, words);
                assert_eq!(
                    found, expected,
                    "{engine} {question:?} of {board} as board {time}"
                );
            }
        }
    }
}

#[test]
fn many_threads_share_one_solver_and_find_the_same() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::boggle();
    let tiles = ["T", "E", "A", "S", "I", "T", "E", "Qu"];
    for (columns, rows) in [(4, 4), (5, 5), (8, 8), (9, 9)] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        let mut rng = crate::rng(7);
        let boards: Vec<Board> = (0..120)
            .map(|_| deal(&mut rng, &tiles, grid.len()))
            .collect();
        for engine in engines(&grid) {
            let solver = Solver::with_engine(&lexicon, &grid, &rules, engine).unwrap();
            let total = |part: usize, parts: usize| {
                let mut worker = solver.worker();
                let mut total = BoardScore::default();
                for board in boards.iter().skip(part).step_by(parts) {
                    let score = worker.score(board);
                    let mut solved = BoardScore::default();
                    worker.solve(board, |solution| {
                        solved += BoardScore::new(1, solution.score.total);
                        ControlFlow::Continue(())
                    });
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

#[test]
fn a_solver_refuses_an_engine_that_cannot_serve_its_grid() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let rules = Rules::default();
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
