//! Board files of the Boggle assignment.

use wgs_play::boggle::{BoggleBoard, BoggleSolver};

/// Boards with more tiles than this are read but not solved.
const MOST: usize = 400;

/// A board that is read prints as a text that reads as the same board, and every tile has a
/// letter. An error names a line of the text. Solving a board never panics, and its score is
/// the sum of its words' scores.
pub fn board_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<BoggleBoard>() {
        Ok(board) => check_board(&board, &text),
        Err(error) => {
            let lines = text.lines().count();
            assert!(
                (1..=lines.max(1)).contains(&error.line),
                "{text:?} has {lines} lines, but: {error}"
            );
        }
    }
}

fn check_board(board: &BoggleBoard, text: &str) {
    let printed = board.to_string();
    let again = printed.parse();
    assert_eq!(
        again.as_ref(),
        Ok(board),
        "{text:?} is printed as {printed:?}"
    );
    assert_eq!(board.grid().len(), board.tiles().len(), "{text:?}");
    if board.tiles().len() > MOST {
        return;
    }
    let places = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |at| (row, at)));
    // A board without tiles may have many rows, none of which print anything.
    for (row, column) in places.take(board.tiles().len()) {
        assert_ne!(board.letter(row, column), "", "{text:?}");
    }
    let solver = BoggleSolver::new(["cat", "quit", "seas", "tees", "été"]).expect("five words");
    let words = solver.all_valid_words(board);
    let score: u64 = words.iter().map(|word| solver.score_of(word)).sum();
    assert_eq!(solver.total(board).points, score, "{text:?}");
}
