//! Draws a board of any shape in characters, and the paths of words on it.

use wgs_engine::{BoardSize, Cell, Face, Grid, Tile};
use wgs_play::Round;

use super::styled_output::{Style, StyledOutput};
use crate::column;

/// The maximum width of a drawing, in characters.
const MAX_WIDTH: usize = 79;

/// The maximum number of rows of a drawing with lines around the tiles.
const MAX_BOXED_ROWS: usize = 12;

/// The maximum number of rows and columns of a board that paths are drawn on.
const MAX_PATH_SIZE: u32 = 10;

/// The corners and crossings of lines. The index is a sum of directions: 1 up, 2 right, 4 down,
/// 8 left.
const CROSSINGS: [char; 16] = [
    ' ', '╵', '╶', '╰', '╷', '│', '╭', '├', '╴', '╯', '─', '┴', '╮', '┤', '┬', '┼',
];

/// The tiles of a board by row and column.
struct BoardRows {
    texts: Vec<String>,
    /// The cell at each column of each row, if there is one.
    rows: Vec<Vec<Option<Cell>>>,
    columns: usize,
}

impl BoardRows {
    fn new(round: &Round, output: &StyledOutput<'_>) -> Self {
        let grid = round.grid();
        // A rack may have more cells than tiles.
        let shown = match grid.is_full() {
            true => grid.len().min(round.solved_board().board().len()),
            false => grid.len(),
        };
        let mut rows: Vec<Vec<Option<Cell>>> = Vec::new();
        for cell in grid.cells().take(shown) {
            let (x, y) = grid.place(cell);
            rows.resize_with(rows.len().max(y as usize + 1), Vec::new);
            let row = &mut rows[y as usize];
            row.resize(row.len().max(x as usize + 1), None);
            row[x as usize] = Some(cell);
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let text = |cell| output.shown(&tile_text(round, cell)).into_owned();
        let texts = grid.cells().map(text).collect();
        Self {
            texts,
            rows,
            columns,
        }
    }

    /// The number of characters of the widest tile.
    fn tile_width(&self) -> usize {
        let widths = self.texts.iter().map(|text| column::width(text));
        widths.max().unwrap_or(1)
    }

    /// The text of a cell, centred.
    fn centred(&self, cell: Cell, width: usize) -> String {
        column::centred(&self.texts[cell.index()], width)
    }

    fn is_cell(&self, x: Option<usize>, y: Option<usize>) -> bool {
        let cell = y.and_then(|y| self.rows.get(y)).zip(x);
        cell.is_some_and(|(row, x)| row.get(x).copied().flatten().is_some())
    }

    fn with_lines(&self, output: &StyledOutput<'_>) -> String {
        let width = self.tile_width() + 2;
        let mut lines = vec![self.ruler(0, width, output)];
        for (y, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for x in 0..=self.columns {
                let is_edge =
                    self.is_cell(x.checked_sub(1), Some(y)) || self.is_cell(Some(x), Some(y));
                line += &output.styled(Style::Faint, if is_edge { "│" } else { " " });
                line += &match row.get(x).copied().flatten() {
                    Some(cell) => output.styled(Style::Bold, &self.centred(cell, width)),
                    None => " ".repeat(width),
                };
            }
            lines.push(line.trim_end().to_owned());
            lines.push(self.ruler(y + 1, width, output));
        }
        lines.join("\n")
    }

    /// Draws the line above a row.
    fn ruler(&self, y: usize, width: usize, output: &StyledOutput<'_>) -> String {
        let (above, below) = (y.checked_sub(1), Some(y));
        let mut line = String::new();
        for x in 0..=self.columns {
            let (left, right) = (x.checked_sub(1), Some(x));
            let corners = [(left, above), (right, above), (right, below), (left, below)];
            let [above_left, above_right, below_right, below_left] =
                corners.map(|(x, y)| self.is_cell(x, y));
            let leads_right = above_right || below_right;
            let leads = usize::from(above_left || above_right)
                | usize::from(leads_right) << 1
                | usize::from(below_right || below_left) << 2
                | usize::from(above_left || below_left) << 3;
            line.push(CROSSINGS[leads]);
            line += &if leads_right { "─" } else { " " }.repeat(width);
        }
        output.styled(Style::Faint, line.trim_end())
    }

    /// Draws rows of tiles without lines. `show` writes a tile.
    fn plain(&self, width: usize, show: impl Fn(Cell) -> String) -> String {
        let line = |row: &Vec<Option<Cell>>| {
            let cells = row.iter().map(|cell| match cell {
                Some(cell) => show(*cell),
                None => " ".repeat(width),
            });
            cells.collect::<String>().trim_end().to_owned()
        };
        self.rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The tile on a cell.
fn tile(round: &Round, cell: Cell) -> &Tile {
    const EMPTY: &Tile = &Tile::EMPTY;
    let tile = round.solved_board().board().tiles().get(cell.index());
    tile.unwrap_or(EMPTY)
}

/// The letters of a tile.
pub(super) fn letters(round: &Round, cell: Cell) -> String {
    match &tile(round, cell).face {
        Face::Empty => " ".to_owned(),
        face if round.rules().is_qu(face) => "Qu".to_owned(),
        face => round.spelling().show(&face.to_string()).into_owned(),
    }
}

/// The text of a tile: its letters, and its multipliers as in `A 3L` or `T 2W`.
fn tile_text(round: &Round, cell: Cell) -> String {
    let tile = tile(round, cell);
    let mut text = letters(round, cell);
    for (multiplier, sign) in [(tile.letter_multiplier, 'L'), (tile.word_multiplier, 'W')] {
        if !multiplier.is_one() {
            text += &format!(" {multiplier}{sign}");
        }
    }
    text
}

/// Draws the board.
pub(super) fn board(round: &Round, output: &StyledOutput<'_>) -> String {
    let tiles = BoardRows::new(round, output);
    let width = tiles.tile_width();
    if tiles.columns * (width + 3) < MAX_WIDTH && tiles.rows.len() <= MAX_BOXED_ROWS {
        return tiles.with_lines(output);
    }
    tiles.plain(width + 1, |cell| {
        let text = column::left(&tiles.texts[cell.index()], width + 1);
        output.styled(Style::Bold, &text)
    })
}

/// Draws the board with the steps of a path, unless it is a rack or too large.
pub(super) fn path_on_board(
    round: &Round,
    path: &[Cell],
    output: &StyledOutput<'_>,
) -> Option<String> {
    let BoardSize { rows, columns } = round.grid().size();
    if round.grid().is_full() || columns.max(rows) > MAX_PATH_SIZE {
        return None;
    }
    let tiles = BoardRows::new(round, output);
    let width = tiles.tile_width() + 3;
    Some(tiles.plain(width, |cell| {
        let text = &tiles.texts[cell.index()];
        match path.iter().position(|step| *step == cell) {
            Some(step) => {
                let text = format!("  {text}{}", superscript(step + 1));
                output.styled(Style::Path, &column::left(&text, width))
            }
            None => output.styled(Style::Faint, &column::left(&format!("  {text}"), width)),
        }
    }))
}

/// Writes a path in one line: tiles with their positions, and the direction of each step.
pub(super) fn path_in_line(round: &Round, path: &[Cell]) -> String {
    let tile = |cell: Cell| format!("{}{}", letters(round, cell), cell.position());
    let mut line = String::new();
    for (index, &cell) in path.iter().enumerate() {
        if index > 0 {
            line += match round.grid().is_full() {
                true => " ",
                false => arrow(round.grid(), path[index - 1], cell),
            };
        }
        line += &tile(cell);
    }
    line
}

/// An arrow for a step between neighbours, else a dash.
fn arrow(grid: &Grid, from: Cell, to: Cell) -> &'static str {
    const ARROWS: [[&str; 3]; 3] = [
        [" ↖ ", " ↑ ", " ↗ "],
        [" ← ", " - ", " → "],
        [" ↙ ", " ↓ ", " ↘ "],
    ];
    let ((x, y), (next_x, next_y)) = (grid.place(from), grid.place(to));
    let step = |from: u32, to: u32| (to + 1).checked_sub(from).filter(|step| *step < 3);
    match step(y, next_y).zip(step(x, next_x)) {
        Some((down, right)) => ARROWS[down as usize][right as usize],
        None => " - ",
    }
}

/// Writes a number in superscript digits.
fn superscript(number: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    digits
        .bytes()
        .map(|digit| DIGITS[usize::from(digit - b'0')])
        .collect()
}
