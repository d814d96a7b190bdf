// Scores boards that are given one by one. `score.wgsl` searches them.

// The words and the values of each board, or OVERFLOW if one of the lists was too short. RESULT elements for each board, of
// which this is the first.
@group(0) @binding(6) var<storage, read_write> scores: array<vec2<u32>>;

const OVERFLOW = 0xffffffffu;

// Places a board. The boards are numbers of faces, four in each element, a whole number of elements for each board.
fn place_board(search: u32, thread: u32) -> bool {
    for (var cell = thread; cell < CELLS; cell += THREADS) {
        codes[cell] = face_code(byte(boards[search * ELEMENTS + cell / 4u], cell));
    }
    return true;
}

fn write_score(search: u32, is_complete: bool, board_words: u32, value: u32) {
    scores[search * RESULT] = select(vec2<u32>(OVERFLOW, 0u), vec2<u32>(board_words, value), is_complete);
    write_counts(search);
}
