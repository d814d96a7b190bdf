//! Compares the scores of a GPU with those of the processor. Without a GPU, the driver runs on the
//! processor too (Mesa's lavapipe): slow, but the same program.
//!
//! | module | compares |
//! |---|---|
//! | this one | the scores of boards |
//! | `climb` | climbs with neighbours that a GPU scores with those of the processor |
//! | `neighbour` | the neighbours of boards, and which of them come back |

mod climb;
mod neighbour;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use wgs_engine::{
    Adjacency, Board, BoardScore, Cell, Face, FaceTable, Grid, Lexicon, Rules, Solver, Tile,
};
use wgs_gpu::{GpuDevice, GpuError, GpuFaceScorer, GpuScorer, GpuSelection};
use wgs_test_requirement::requires;

const WORDS: &str = "a as at ate ates east eat eats eta etas sat sate sea seat set sett state stets \
                     tat tate tates tea teas teat teats test testate quest quiet quit squat the then";

fn device() -> GpuDevice {
    GpuDevice::open(GpuSelection::Any).expect("there is a driver")
}

fn on_processor(solver: &Solver, boards: &[Board]) -> Vec<BoardScore> {
    let mut worker = solver.worker();
    let scores = boards.iter().map(|board| worker.score(board).unwrap());
    scores.collect()
}

/// Checks that both score some boards alike.
fn check(device: &GpuDevice, solver: &Solver, boards: &[Board]) {
    let mut scorer = GpuScorer::new(device, solver).unwrap();
    let scores = scorer.score_all(boards).unwrap();
    for ((board, gpu), cpu) in boards.iter().zip(scores).zip(on_processor(solver, boards)) {
        assert_eq!(gpu, cpu, "{board}");
    }
}

/// Grids of several shapes.
fn grids() -> Vec<Grid> {
    let ring: Vec<Vec<usize>> = (0..9)
        .map(|at| vec![(at + 1) % 9 + 1, (at + 8) % 9 + 1])
        .collect();
    vec![
        Grid::rectangle(0, 0, Adjacency::Diagonal),
        Grid::rectangle(1, 1, Adjacency::Diagonal),
        Grid::rectangle(4, 4, Adjacency::Diagonal),
        Grid::rectangle(5, 3, Adjacency::Straight),
        Grid::rectangle(7, 6, Adjacency::Diagonal),
        Grid::rectangle(5, 5, Adjacency::Hexagonal),
        Grid::rectangle(8, 8, Adjacency::Diagonal),
        Grid::from_places(
            [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
            Adjacency::Diagonal,
        )
        .unwrap(),
        Grid::rectangle(9, 1, Adjacency::Straight)
            .with_neighbours(&ring)
            .unwrap(),
        Grid::rack(10),
    ]
}

/// Tiles of one letter mostly, some of several, empty ones, and letters that no word has.
fn tile() -> impl Strategy<Value = Tile> {
    let faces = vec![
        "a", "e", "s", "t", "a", "e", "s", "t", "u", "qu", "th", "stat", "x",
    ];
    prop_oneof![
        12 => proptest::sample::select(faces).prop_map(|text| Tile::plain(Face::letters(text))),
        1 => Just(Tile::plain(Face::Empty)),
    ]
}

fn cases(number: u32) -> ProptestConfig {
    ProptestConfig {
        cases: number,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(17),
        ..ProptestConfig::default()
    }
}

#[requires(vulkan)]
#[test]
fn random_boards_score_alike_on_grids_of_any_shape() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let letters = Rules::boggle().with_letter_values([("a", 1), ("t", 3), ("q", 10)]);
    let device = device();
    let boards = proptest::collection::vec(proptest::collection::vec(tile(), 64), 40);
    proptest!(cases(3), |(boards in boards)| {
        for rules in [Rules::boggle(), letters.clone()] {
            for grid in grids() {
                let solver = Solver::new(&lexicon, &grid, &rules);
                let tiles = boards.iter().map(|tiles| tiles[..grid.len()].to_vec());
                check(&device, &solver, &tiles.map(Board::new).collect::<Vec<_>>());
            }
        }
    });
}

#[requires(vulkan)]
#[test]
fn boards_with_very_many_words_are_searched_again_with_more_memory() {
    let lexicon = Lexicon::english();
    let device = device();
    for (columns, rows, text) in [
        (4, 4, "PERSLATGSINETERS"),
        (4, 4, "AGCTIXFYQuYYJMRIL"),
        (5, 5, "LIGDRMANESIETILDSRACSEPES"),
        (6, 6, "LIGDRSMANESTIETILDSRACSEPESSTERANEDI"),
    ] {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let board: Board = text.parse().unwrap();
        check(&device, &solver, &vec![board; 12]);
    }
}

#[requires(vulkan)]
#[test]
fn boards_that_the_gpu_cannot_score_are_scored_on_the_processor() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let grid = Grid::rectangle(3, 2, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let texts = ["TEASAT", "T?ASAT", "TEASAT:3", "TEAS", "TEASATTEA"];
    let boards: Vec<Board> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    assert!(boards.len() >= 4);
    let mut scorer = GpuScorer::new(&device(), &solver).unwrap();
    assert_eq!(
        scorer.score_all(&boards).unwrap(),
        on_processor(&solver, &boards)
    );
    assert!(scorer.scored_on_processor() >= 1);
    assert!(scorer.score_all(&[]).unwrap().is_empty());
}

#[requires(vulkan)]
#[test]
fn games_that_the_gpu_cannot_score_are_refused_with_the_reason() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let device = device();
    for (grid, rules, reason) in [
        (
            Grid::rectangle(13, 5, Adjacency::Diagonal),
            Rules::boggle(),
            "the grid has 65 cells, but at most 64 are supported",
        ),
        (
            Grid::rectangle(3, 3, Adjacency::Diagonal).with_reuse(true),
            Rules::boggle(),
            "grids on which a word may use a tile again are not supported",
        ),
        (
            Grid::rectangle(3, 3, Adjacency::Diagonal),
            Rules::boggle().with_required_cells([Cell::new(0)]),
            "rules that score a word by its path are not supported",
        ),
    ] {
        let solver = Solver::new(&lexicon, &grid, &rules);
        let error = GpuScorer::new(&device, &solver).err().unwrap();
        let expected = format!("the GPU cannot score boards of this game: {reason}");
        assert_eq!(error.to_string(), expected);
    }
}

#[requires(vulkan)]
#[test]
fn a_profile_counts_what_the_searches_do() {
    let lexicon = Lexicon::from_text("at tat tea").unwrap();
    let grid = Grid::rectangle(2, 1, Adjacency::Diagonal);
    let rules = Rules::boggle().with_min_word_length(2);
    let solver = Solver::new(&lexicon, &grid, &rules);
    let faces = FaceTable::spelled(&["a", "t", "x"].map(Face::letters), &rules);
    let mut scorer = GpuFaceScorer::new(&device(), &solver, &faces).unwrap();
    // On AT, words begin on both cells. A goes on to T, where AT ends. T goes on to A, and could go on to a T, but the only
    // one is used. Nothing begins on XX.
    let profile = scorer.profile(&[0, 1, 2, 2], 2).unwrap();
    assert_eq!((profile.boards, profile.searched_again), (2, 0));
    assert_eq!((profile.words, profile.rounds, profile.states), (1, 2, 3));
    assert_eq!((profile.passes, profile.steps, profile.deepest), (1, 2, 2));
    let share = 3.0 / (2.0 * f64::from(profile.threads));
    assert_eq!(profile.threads_with_states(), share);
    assert!(profile.workgroup_bytes < 16 << 10);
}

#[requires(vulkan)]
#[test]
fn boards_as_numbers_of_faces_score_as_on_the_processor() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let faces = ["a", "e", "s", "t", "qu", "th", "x"].map(Face::letters);
    let faces = FaceTable::spelled(&faces, &Rules::boggle());
    let device = device();
    for (grid, tiles) in [
        (Grid::rectangle(3, 3, Adjacency::Diagonal), 9),
        (Grid::rectangle(3, 3, Adjacency::Diagonal), 7),
        (Grid::rectangle(7, 5, Adjacency::Diagonal), 35),
    ] {
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let scorer = &mut GpuFaceScorer::new(&device, &solver, &faces).unwrap();
        let boards = proptest::collection::vec(0..7u8, 3000 * tiles);
        let mut runner = TestRunner::new(cases(4));
        for _ in 0..4 {
            let numbers = boards.new_tree(&mut runner).unwrap().current();
            let boards: Vec<Board> = numbers
                .chunks_exact(tiles)
                .map(|board| faces.board(board))
                .collect();
            let scores = scorer.score_all(&numbers, tiles).unwrap();
            let expected = on_processor(&solver, &boards);
            for ((board, gpu), cpu) in boards.iter().zip(scores).zip(expected) {
                assert_eq!(gpu, cpu, "{board}");
            }
        }
        assert!(scorer.score_all(&[], tiles).unwrap().is_empty());
    }
    let solver = Solver::new(
        &lexicon,
        &Grid::rectangle(2, 2, Adjacency::Diagonal),
        &Rules::boggle(),
    );
    let faces = FaceTable::spelled(&[Face::Wildcard("".into())], solver.rules());
    let error = GpuFaceScorer::new(&device, &solver, &faces).err();
    assert_eq!(error, Some(GpuError::UnsupportedFace));
}

#[requires(vulkan)]
#[test]
fn batches_that_do_not_fit_the_device_are_scored_in_parts() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    // Enough for the dictionary, and for 128 boards.
    let device = GpuDevice::open_within(GpuSelection::Any, 1 << 12).unwrap();
    let boards = ["TEASTEASTEASTEAS", "QuITEATESXXXXXXXX", "XXXXXXXXXXXXXXXX"];
    let boards: Vec<Board> = boards.map(|text| text.parse().unwrap()).into();
    let boards: Vec<Board> = boards.into_iter().cycle().take(3000).collect();
    check(&device, &solver, &boards);
}

#[requires(vulkan)]
#[test]
fn a_dictionary_that_does_not_fit_the_device_is_an_error() {
    let device = GpuDevice::open_within(GpuSelection::Any, 1 << 12).unwrap();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let solver = Solver::new(&Lexicon::english(), &grid, &Rules::boggle());
    let error = GpuScorer::new(&device, &solver).err().unwrap();
    assert!(matches!(error, GpuError::OutOfMemory { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("but a buffer has at most 4096"), "{text}");
}

#[requires(vulkan)]
#[test]
fn a_device_that_is_lost_is_an_error_and_not_a_crash() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let device = device();
    let mut scorer = GpuScorer::new(&device, &solver).unwrap();
    let boards: Vec<Board> = vec!["TEAS".parse().unwrap(); 3000];
    scorer.score_all(&boards).unwrap();
    device.close();
    let error = scorer.score_all(&boards).unwrap_err();
    assert!(matches!(error, GpuError::Lost { .. }), "{error:?}");
}
