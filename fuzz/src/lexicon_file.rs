//! Compiled dictionaries.

use std::ops::ControlFlow;

use wgs_engine::lexicon::{FILE_VERSION, is_lexicon_file};
use wgs_engine::{Adjacency, Board, Cell, Engine, Grid, Lexicon, Rules, Solver};
use xxhash_rust::xxh3::xxh3_64;

/// Files that expand to more nodes than this are not opened.
const MOST_NODES: usize = 5_000;

/// The bytes before the body: the magic, the version and the checksum.
const HEADER: usize = 20;

/// A file that opens is a valid lexicon, no matter who wrote it: it can be traversed,
/// written, opened again and searched.
///
/// The bytes are tried as they are, and once more as the body of a file with a correct header
/// and checksum; otherwise no input would get past the checksum.
pub fn lexicon_file(data: &[u8]) {
    check(data);
    let body = match data.get(HEADER..) {
        Some(body) if is_lexicon_file(data) => body,
        _ => data,
    };
    check(&sealed(body));
}

/// Returns a file with this body and the matching checksum.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89WGSLEX\n".to_vec();
    bytes.extend(FILE_VERSION.to_le_bytes());
    bytes.extend(xxh3_64(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Opens a file and checks the lexicon, if it is one.
fn check(bytes: &[u8]) {
    let lexicon = match Lexicon::from_bytes_within(bytes, MOST_NODES) {
        Ok(lexicon) => lexicon,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let again = Lexicon::from_bytes_within(&lexicon.to_bytes(), MOST_NODES);
    assert_eq!(again.as_ref(), Ok(&lexicon));

    let shown: Vec<String> = lexicon.words().collect();
    assert_eq!(shown.len(), lexicon.len());
    let plain_letters = |(_, text): (_, &str)| text.bytes().all(|b| b.is_ascii_lowercase());
    // Letters that look alike in upper case, or fold to others, are allowed in a file.
    if lexicon.alphabet().letters().all(plain_letters) {
        assert!(shown.is_sorted_by(|a, b| a < b), "{shown:?}");
        assert!(shown.iter().all(|text| lexicon.contains(text)), "{shown:?}");
        let longest = shown.iter().map(String::len).max().unwrap_or(0);
        assert_eq!(lexicon.longest(), longest, "{shown:?}");
    }
    search(&lexicon);
}

/// Searches two boards with every engine: one where any word of up to four letters is
/// found, and one of the first letters of the alphabet.
fn search(lexicon: &Lexicon) {
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    let letters = lexicon.alphabet().letters();
    let values = letters.map(|(letter, text)| (text, letter.index() as u32));
    let valued = Rules::word_game_solver()
        .with_letter_values(values)
        .with_wildcard_points(true);
    let letters: String = lexicon
        .alphabet()
        .letters()
        .take(4)
        .map(|(_, text)| text)
        .collect();
    for text in ["????", &letters] {
        // A hostile alphabet need not be made of letters.
        let Ok(board) = text.parse::<Board>() else {
            continue;
        };
        for rules in [&Rules::boggle(), &valued] {
            let solve = |engine| {
                let solver = Solver::with_engine(lexicon, &grid, rules, engine).ok()?;
                Some(solutions(&solver, &board))
            };
            let plain = solve(Engine::Plain);
            for &engine in Engine::ALL {
                if let Some(found) = solve(engine) {
                    assert_eq!(Some(&found), plain.as_ref(), "{engine} on {board}");
                }
            }
        }
    }
}

/// The words of a board, each with the path and the points of its best solution.
fn solutions(solver: &Solver, board: &Board) -> Vec<(String, Vec<Cell>, u64)> {
    let mut found = Vec::new();
    let mut worker = solver.worker();
    worker
        .solve(board, |solution| {
            found.push((
                solution.text(),
                solution.path.to_vec(),
                solution.score.total,
            ));
            ControlFlow::Continue(())
        })
        .unwrap();
    let score = worker.score(board).unwrap();
    assert_eq!(score.words, found.len() as u64, "{board}");
    let points: u64 = found.iter().map(|(.., points)| points).sum();
    assert_eq!(score.points, points, "{board}");
    found
}
