//! The neighbours of boards: their values, and which of them come back.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use proptest::prelude::*;
use wgs_engine::neighbour::{
    BoardChange, NeighbourRequest, NeighbourScorer, SearchHistory, WantedNeighbours,
};
use wgs_engine::{Adjacency, Board, Count, Face, FaceTable, Grid, Lexicon, Rules, Solver};
use wgs_gpu::{GpuDevice, GpuError, GpuNeighbourScorer, GpuSelection};
use wgs_test_requirement::requires;

use crate::{WORDS, cases, device};

const VALUES: [Count; 3] = [Count::Points, Count::Words, Count::LongWords(5)];

/// No word has an X or a Z, so they are the same to a search, but not to a climb.
fn faces() -> FaceTable {
    let faces = ["a", "e", "s", "t", "qu", "x", "z"].map(Face::letters);
    FaceTable::spelled(&faces, &Rules::boggle())
}

fn solver(grid: &Grid) -> Solver {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    Solver::new(&lexicon, grid, &Rules::boggle())
}

fn request(board: &[u8], wanted: RangeInclusive<u64>) -> NeighbourRequest {
    NeighbourRequest::new(board.to_vec(), wanted, SearchHistory::new())
}

/// What the GPU finds, in a fixed order.
fn on_gpu(scorer: &mut GpuNeighbourScorer, requests: &[NeighbourRequest]) -> Vec<WantedNeighbours> {
    let mut found = pollster::block_on(scorer.score(requests)).unwrap();
    for found in &mut found {
        found.neighbours.sort_unstable();
    }
    found
}

/// All neighbours that are wanted, from the processor, in the same order.
fn on_processor(
    scorer: &mut NeighbourScorer,
    faces: &FaceTable,
    request: &NeighbourRequest,
) -> WantedNeighbours {
    let scores = scorer.score(&faces.board(&request.board)).unwrap();
    let changes = BoardChange::all(&request.board, faces.len());
    let neighbours = changes.map(|change| (change, scores.with_change(change)));
    let mut neighbours: Vec<_> = neighbours
        .filter(|(_, value)| request.wanted.contains(value))
        .collect();
    neighbours.sort_unstable();
    WantedNeighbours::new(scores.value(), neighbours)
}

fn grids() -> Vec<Grid> {
    vec![
        Grid::rectangle(1, 1, Adjacency::Diagonal),
        Grid::rectangle(3, 3, Adjacency::Diagonal),
        Grid::rectangle(5, 3, Adjacency::Straight),
        Grid::rectangle(7, 5, Adjacency::Diagonal),
        Grid::rack(6),
    ]
}

#[requires(vulkan)]
#[test]
fn the_neighbours_that_are_wanted_come_back_with_the_values_of_the_processor() {
    let (device, faces) = (device(), faces());
    let ranges = [0..=u64::MAX, 1..=4, 0..=0, 9..=u64::MAX, 1 << 40..=u64::MAX];
    let boards = proptest::collection::vec(proptest::collection::vec(0..7_u8, 35), ranges.len());
    proptest!(cases(3), |(boards in boards)| {
        for grid in grids() {
            let solver = solver(&grid);
            for value in VALUES {
                let mut gpu = GpuNeighbourScorer::new(&device, &solver, &faces, value).unwrap();
                let mut cpu = NeighbourScorer::new(&solver, faces.faces(), value);
                let requests = boards.iter().zip(&ranges);
                let requests: Vec<NeighbourRequest> = requests
                    .map(|(board, wanted)| request(&board[..grid.len()], wanted.clone()))
                    .collect();
                let found = on_gpu(&mut gpu, &requests);
                for (request, found) in requests.iter().zip(found) {
                    prop_assert_eq!(found, on_processor(&mut cpu, &faces, request));
                }
                prop_assert_eq!(gpu.counts().met, 0);
            }
        }
    });
}

#[requires(vulkan)]
#[test]
fn neighbours_that_do_not_fit_the_device_are_scored_in_parts() {
    // Enough for the dictionary, and for 128 neighbours; each board has 244.
    let device = GpuDevice::open_within(GpuSelection::Any, 1 << 12).unwrap();
    let (grid, faces) = (Grid::rectangle(4, 4, Adjacency::Diagonal), faces());
    let solver = solver(&grid);
    let mut gpu = GpuNeighbourScorer::new(&device, &solver, &faces, Count::Points).unwrap();
    let mut cpu = NeighbourScorer::new(&solver, faces.faces(), Count::Points);
    let boards = (0..7).map(|start| (0..16).map(|cell| (cell * 5 + start) % 7).collect());
    let boards: Vec<Vec<u8>> = boards.collect();
    for wanted in [0..=u64::MAX, 2..=3] {
        let requests: Vec<NeighbourRequest> = boards
            .iter()
            .map(|board| request(board, wanted.clone()))
            .collect();
        let found = on_gpu(&mut gpu, &requests);
        for (request, found) in requests.iter().zip(found) {
            assert_eq!(found, on_processor(&mut cpu, &faces, request));
        }
    }
}

#[requires(vulkan)]
#[test]
fn neighbours_with_very_many_words_are_searched_again_with_more_memory() {
    let lexicon = Lexicon::english();
    let grid = Grid::rectangle(5, 5, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let text: Board = "LIGDRMANESIETILDSRACSEPES".parse().unwrap();
    let mut faces = FaceTable::default();
    let board: Vec<u8> = text
        .tiles()
        .iter()
        .map(|tile| faces.add(tile) as u8)
        .collect();
    let mut gpu = GpuNeighbourScorer::new(&device(), &solver, &faces, Count::Points).unwrap();
    let mut cpu = NeighbourScorer::new(&solver, faces.faces(), Count::Points);
    let value = on_processor(&mut cpu, &faces, &request(&board, 0..=0)).value;
    // The second time, the search begins with larger lists.
    for wanted in [value..=u64::MAX, 0..=value] {
        let request = request(&board, wanted);
        let found = on_gpu(&mut gpu, std::slice::from_ref(&request));
        assert_eq!(found, [on_processor(&mut cpu, &faces, &request)]);
    }
}

/// The rotations and reflections of a 4x4 grid.
fn symmetries_of_4x4() -> Vec<Vec<u8>> {
    type Map = fn(u8, u8) -> (u8, u8);
    let maps: [Map; 8] = [
        |x, y| (x, y),
        |x, y| (3 - x, y),
        |x, y| (x, 3 - y),
        |x, y| (3 - x, 3 - y),
        |x, y| (y, x),
        |x, y| (3 - y, x),
        |x, y| (y, 3 - x),
        |x, y| (3 - y, 3 - x),
    ];
    maps.map(|map| {
        let cells = (0..16).map(|at| map(at % 4, at / 4));
        cells.map(|(column, row)| row * 4 + column).collect()
    })
    .into()
}

/// The smallest of the boards that are equivalent to a board with a change.
fn canonical(board: &[u8], change: BoardChange) -> Vec<u8> {
    let mut board = board.to_vec();
    change.apply(&mut board);
    let images = symmetries_of_4x4().into_iter().map(|permutation| {
        let cells = permutation.iter().map(|&cell| usize::from(cell));
        cells.map(|cell| board[cell]).collect::<Vec<u8>>()
    });
    images.min().unwrap()
}

#[requires(vulkan)]
#[test]
fn neighbours_that_were_met_before_are_left_out_and_no_others() {
    let (grid, faces) = (Grid::rectangle(4, 4, Adjacency::Diagonal), faces());
    let solver = solver(&grid);
    let mut cpu = NeighbourScorer::new(&solver, faces.faces(), Count::Points);
    // A board that some symmetries turn into itself, so that many of its neighbours are equivalent.
    let first = vec![0, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3, 2, 0, 1, 1, 0];
    let mut second = first.clone();
    second[5] = 4;
    let third: Vec<u8> = (0..16).map(|cell| cell * 3 % 7).collect();
    let boards = [&first, &second, &third, &second, &first];
    // The table of the small device has 512 places, and the five boards have 700 neighbours.
    for (bytes, is_small) in [(u64::MAX, false), (1 << 12, true)] {
        let device = GpuDevice::open_within(GpuSelection::Any, bytes).unwrap();
        let gpu = GpuNeighbourScorer::new(&device, &solver, &faces, Count::Points).unwrap();
        let mut gpu = gpu.with_permutations(&symmetries_of_4x4());
        let history = SearchHistory::new();
        let mut met: HashSet<Vec<u8>> = HashSet::new();
        for (index, board) in boards.into_iter().enumerate() {
            let mut request = request(board, 0..=u64::MAX);
            request.history = history;
            let expected = on_processor(&mut cpu, &faces, &request);
            let found = on_gpu(&mut gpu, std::slice::from_ref(&request)).remove(0);
            assert_eq!(found.value, expected.value);
            for neighbour in &found.neighbours {
                assert!(expected.neighbours.contains(neighbour), "{neighbour:?}");
                met.insert(canonical(board, neighbour.0));
            }
            for (change, _) in expected.neighbours {
                assert!(met.contains(&canonical(board, change)), "{change:?}");
            }
            if index >= 3 && !is_small {
                let returned = found.neighbours.len();
                assert!(returned < 10, "{returned} neighbours came back again");
            }
        }
        let before = gpu.counts();
        assert!(before.met > before.all / 8, "{before:?}");
        // Another search has not met them, and the first neighbour of each kind comes back.
        let found = on_gpu(&mut gpu, &[request(&first, 0..=u64::MAX)]).remove(0);
        let changes = BoardChange::all(&first, faces.len());
        let kinds: HashSet<Vec<u8>> = changes.map(|change| canonical(&first, change)).collect();
        assert!(found.neighbours.len() >= kinds.len());
    }
}

#[requires(vulkan)]
#[test]
fn searches_that_meet_similar_boards_are_not_confused() {
    let (grid, faces) = (Grid::rectangle(2, 2, Adjacency::Diagonal), faces());
    let solver = solver(&grid);
    let mut gpu = GpuNeighbourScorer::new(&device(), &solver, &faces, Count::Points).unwrap();
    let boards = (0..7 * 7_u8).map(|number| [number % 7, number / 7, 2, 3]);
    let boards = boards.flat_map(|board| [board; 8]);
    let requests: Vec<_> = boards.map(|board| request(&board, 0..=u64::MAX)).collect();
    for (request, found) in requests.iter().zip(on_gpu(&mut gpu, &requests)) {
        let changes = BoardChange::count(&request.board, faces.len());
        assert_eq!(found.neighbours.len(), changes, "{request:?}");
    }
}

#[requires(vulkan)]
#[test]
fn more_permutations_than_the_device_has_room_for_are_ignored() {
    let (grid, faces) = (Grid::rectangle(2, 2, Adjacency::Diagonal), faces());
    let solver = solver(&grid);
    let swapped: Vec<Vec<u8>> = (0..9).map(|_| vec![1, 0, 2, 3]).collect();
    let gpu = GpuNeighbourScorer::new(&device(), &solver, &faces, Count::Points).unwrap();
    let mut gpu = gpu.with_permutations(&swapped).with_permutations(&[]);
    let request = request(&[0, 1, 2, 3], 0..=u64::MAX);
    let found = on_gpu(&mut gpu, &[request]).remove(0);
    assert_eq!(
        found.neighbours.len(),
        BoardChange::count(&[0, 1, 2, 3], faces.len())
    );
}

#[requires(vulkan)]
#[test]
fn a_device_that_is_lost_between_neighbours_is_an_error_and_not_a_crash() {
    let (device, faces) = (device(), faces());
    let solver = solver(&Grid::rectangle(2, 2, Adjacency::Diagonal));
    let mut gpu = GpuNeighbourScorer::new(&device, &solver, &faces, Count::Points).unwrap();
    let requests = vec![request(&[0, 1, 2, 3], 0..=u64::MAX); 100];
    on_gpu(&mut gpu, &requests);
    device.close();
    let error = pollster::block_on(gpu.score(&requests)).unwrap_err();
    assert!(matches!(error, GpuError::Lost { .. }), "{error:?}");
}
