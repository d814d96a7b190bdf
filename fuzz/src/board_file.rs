//! Board files of the Boggle assignment.

use std::ops::ControlFlow;

use wgs_engine::Lexicon;
use wgs_play::boggle::BoggleBoard;

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
    let tiles = u64::from(board.rows()) * u64::from(board.columns());
    assert_eq!(tiles, board.tiles().len() as u64, "{text:?}");
    if board.tiles().len() > MOST {
        return;
    }
    for tile in board.tiles().tiles() {
        assert_ne!(tile.to_string(), "", "{text:?}");
    }
    let lexicon = Lexicon::from_text("cat quit seas tees été").expect("five words");
    let solver = board.solver(&lexicon);
    let mut score = 0;
    let searched = solver.worker().solve(board.tiles(), |solution| {
        score += solution.score.total;
        ControlFlow::Continue(())
    });
    assert_eq!(searched, Ok(()), "{text:?}");
    assert_eq!(solver.score(board.tiles()).points, score, "{text:?}");
}
