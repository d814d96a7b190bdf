//! Scores that others have published, for thousands of boards. The boards and word lists are
//! beside the repository, in `../shared/data`; where they are missing, the tests are ignored.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use wgs_engine::{Adjacency, Board, BoardScore, Engine, Grid, Lexicon, Rules, Solver, Worker};
use wgs_test_requirement::requires;

use crate::engines;

/// The folder with the data.
fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data")
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn lexicon(data: &std::path::Path, name: &str) -> Lexicon {
    let text = read(data.join(format!("wordlists/dictionary-{name}.txt")));
    Lexicon::from_text(&text).unwrap()
}

fn by_solve(worker: &mut Worker, board: &Board) -> BoardScore {
    let mut total = BoardScore::default();
    worker
        .solve(board, |solution| {
            total += BoardScore::new(1, solution.score.total);
            ControlFlow::Continue(())
        })
        .unwrap();
    total
}

fn by_survey(worker: &mut Worker, board: &Board) -> BoardScore {
    let mut total = BoardScore::default();
    worker
        .survey(board, |solution, cells| {
            let covers = solution
                .path
                .iter()
                .all(|it| cells.iter().any(|cell| cell == *it));
            assert!(covers, "{} on {board}", solution.text());
            total += BoardScore::new(1, solution.score.total);
            ControlFlow::Continue(())
        })
        .unwrap();
    total
}

/// A board of the Boggle assignment of *Algorithms, 4th edition*: rows and columns, then the tiles.
struct Assignment {
    name: String,
    grid: Grid,
    board: Board,
    /// The expected score with each dictionary.
    expected: Vec<(String, BoardScore)>,
}

fn assignments(data: &std::path::Path) -> Vec<Assignment> {
    let table = read(data.join("boards/expected.tsv"));
    let mut lines = table
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    lines
        .map(|line| {
            let text = read(data.join("boards").join(line[0]));
            let mut written = text.split_whitespace();
            let rows: u32 = written.next().unwrap().parse().unwrap();
            let columns: u32 = written.next().unwrap().parse().unwrap();
            assert_eq!(line[1..3], [rows.to_string(), columns.to_string()]);
            let expected = header[3..]
                .chunks(2)
                .zip(line[3..].chunks(2))
                .map(|(names, values)| {
                    let dictionary = names[0].strip_suffix("_words").unwrap();
                    let score =
                        BoardScore::new(values[0].parse().unwrap(), values[1].parse().unwrap());
                    (dictionary.to_owned(), score)
                });
            Assignment {
                name: line[0].to_owned(),
                grid: Grid::rectangle(columns, rows, Adjacency::Diagonal),
                board: written.collect::<String>().parse().unwrap(),
                expected: expected.collect(),
            }
        })
        .collect()
}

#[requires(shared_data)]
#[test]
fn the_boards_of_the_assignment_score_as_published_with_every_dictionary() {
    let data = data();
    let assignments = assignments(&data);
    assert_eq!(assignments.len(), 41);
    let rules = Rules::boggle();
    for index in 0..assignments[0].expected.len() {
        let dictionary = &assignments[0].expected[index].0;
        let lexicon = lexicon(&data, dictionary);
        for Assignment {
            name,
            grid,
            board,
            expected,
        } in &assignments
        {
            let (_, expected) = &expected[index];
            for engine in engines(grid) {
                let solver = Solver::with_engine(&lexicon, grid, &rules, engine).unwrap();
                let mut worker = solver.worker();
                let place = format!("{name} with {dictionary} by {engine}: {board}");
                assert_eq!(worker.score(board).unwrap(), *expected, "{place}");
                assert_eq!(by_solve(&mut worker, board), *expected, "{place}");
                assert_eq!(by_survey(&mut worker, board), *expected, "{place}");
            }
        }
    }
}

/// Boards with their scores, one per line in two files.
fn benchmark(data: &std::path::Path, name: &str) -> Vec<(Board, u64)> {
    let boards = read(data.join(format!("bench/{name}.txt")));
    let scores = read(data.join(format!("bench/{name}.scores.txt")));
    let boards = boards.lines().map(|line| line.parse().unwrap());
    let scores = scores.lines().map(|line| line.parse().unwrap());
    boards.zip(scores).collect()
}

fn check_benchmark(lexicon: &Lexicon, boards: &[(Board, u64)], total: Option<u64>) {
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let rules = Rules::boggle();
    for engine in engines(&grid) {
        let solver = Solver::with_engine(lexicon, &grid, &rules, engine).unwrap();
        let mut worker = solver.worker();
        // The general search is for other grids, and slow on these.
        let share = if engine == Engine::General { 10 } else { 1 };
        let mut points = 0;
        for (index, (board, expected)) in boards.iter().enumerate().step_by(share) {
            let score = worker.score(board).unwrap();
            assert_eq!(score.points, *expected, "{engine} on {board}");
            if index % 10 == 0 {
                assert_eq!(by_solve(&mut worker, board), score, "{engine} on {board}");
                assert_eq!(by_survey(&mut worker, board), score, "{engine} on {board}");
            }
            points += score.points;
        }
        if share == 1 {
            assert_eq!(points, total.unwrap_or(points), "{engine}");
        }
    }
}

#[requires(shared_data)]
#[test]
fn boards_full_of_words_score_as_published() {
    let data = data();
    let boards = benchmark(&data, "boards_high_2k");
    assert_eq!(boards.len(), 2_000);
    check_benchmark(&lexicon(&data, "enable2k"), &boards, Some(4_715_786));
}

#[requires(shared_data)]
#[test]
fn boards_of_rolled_dice_score_as_published() {
    let data = data();
    let boards = benchmark(&data, "boards_new_dice_100k");
    assert_eq!(boards.len(), 100_000);
    check_benchmark(&lexicon(&data, "enable2k"), &boards[..2_000], None);
}
