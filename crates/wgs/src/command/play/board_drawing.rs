//! Draws a board of any shape in characters, and the paths of words on it.

use wgs_engine::{BoardSize, Cell, Face, Grid, Tile};

use super::shown_board::ShownBoard;
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

/// The tiles of a board by row and unit: a column, or half a column of hexagons, which are drawn as
/// bricks.
struct BoardRows {
    texts: Vec<String>,
    /// The cell that begins at each unit of each row, if there is one.
    rows: Vec<Vec<Option<Cell>>>,
    /// The number of units.
    units: usize,
    /// The number of units of a cell.
    span: usize,
}

impl BoardRows {
    fn new(board: ShownBoard<'_>, output: &StyledOutput<'_>) -> Self {
        let grid = board.grid;
        let span = if grid.is_hexagonal() { 2 } else { 1 };
        // A rack may have more cells than tiles.
        let shown = match grid.is_full() {
            true => grid.len().min(board.board.len()),
            false => grid.len(),
        };
        let mut rows: Vec<Vec<Option<Cell>>> = Vec::new();
        for cell in grid.cells().take(shown) {
            let unit = grid.half_column(cell) as usize * span / 2;
            let y = grid.place(cell).1 as usize;
            rows.resize_with(rows.len().max(y + 1), Vec::new);
            let row = &mut rows[y];
            row.resize(row.len().max(unit + span), None);
            row[unit] = Some(cell);
        }
        let units = rows.iter().map(Vec::len).max().unwrap_or(0);
        let text = |cell| output.shown(&tile_text(board, cell)).into_owned();
        let texts = grid.cells().map(text).collect();
        Self {
            texts,
            rows,
            units,
            span,
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

    /// The cell that begins at a unit.
    fn cell(&self, x: Option<usize>, y: Option<usize>) -> Option<Cell> {
        let row = self.rows.get(y?)?;
        row.get(x?).copied().flatten()
    }

    /// Whether a cell begins or ends at a unit.
    fn is_side(&self, x: usize, y: Option<usize>) -> bool {
        self.cell(Some(x), y).is_some() || self.cell(x.checked_sub(self.span), y).is_some()
    }

    /// Whether a unit is part of a cell.
    fn is_covered(&self, x: Option<usize>, y: Option<usize>) -> bool {
        let mut starts = (0..self.span).map(|back| x?.checked_sub(back));
        starts.any(|start| self.cell(start, y).is_some())
    }

    /// The width of a tile between its lines. Half a hexagon and its line is a number of
    /// characters.
    fn inner_width(&self) -> usize {
        let width = self.tile_width() + 2;
        width + (width + 1) % self.span
    }

    fn with_lines(&self, output: &StyledOutput<'_>) -> String {
        let width = self.inner_width();
        let unit = (width + 1) / self.span;
        let mut lines = vec![self.ruler(0, unit, output)];
        for y in 0..self.rows.len() {
            let mut line = String::new();
            let mut x = 0;
            while x <= self.units {
                let side = if self.is_side(x, Some(y)) { "│" } else { " " };
                line += &output.styled(Style::Faint, side);
                match self.cell(Some(x), Some(y)) {
                    Some(cell) => {
                        line += &output.styled(Style::Bold, &self.centred(cell, width));
                        x += self.span;
                    }
                    None => {
                        line += &" ".repeat(unit - 1);
                        x += 1;
                    }
                }
            }
            lines.push(line.trim_end().to_owned());
            lines.push(self.ruler(y + 1, unit, output));
        }
        lines.join("\n")
    }

    /// Draws the line above a row.
    fn ruler(&self, y: usize, unit: usize, output: &StyledOutput<'_>) -> String {
        let (above, below) = (y.checked_sub(1), Some(y));
        let mut line = String::new();
        for x in 0..=self.units {
            let is_line = |x: Option<usize>| self.is_covered(x, above) || self.is_covered(x, below);
            let leads_right = is_line(Some(x));
            let leads = usize::from(self.is_side(x, above))
                | usize::from(leads_right) << 1
                | usize::from(self.is_side(x, below)) << 2
                | usize::from(is_line(x.checked_sub(1))) << 3;
            line.push(CROSSINGS[leads]);
            line += &if leads_right { "─" } else { " " }.repeat(unit - 1);
        }
        output.styled(Style::Faint, line.trim_end())
    }

    /// Draws rows of tiles without lines. `show` writes a tile in a width, which is increased to a
    /// multiple of the units.
    fn plain(&self, width: usize, show: impl Fn(Cell, usize) -> String) -> String {
        let width = width.next_multiple_of(self.span);
        let line = |row: &Vec<Option<Cell>>| {
            let mut line = String::new();
            let mut x = 0;
            while x < row.len() {
                match row[x] {
                    Some(cell) => {
                        line += &show(cell, width);
                        x += self.span;
                    }
                    None => {
                        line += &" ".repeat(width / self.span);
                        x += 1;
                    }
                }
            }
            line.trim_end().to_owned()
        };
        self.rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The tile on a cell.
fn tile(board: ShownBoard<'_>, cell: Cell) -> &Tile {
    const EMPTY: &Tile = &Tile::EMPTY;
    let tile = board.board.tiles().get(cell.index());
    tile.unwrap_or(EMPTY)
}

/// The letters of a tile.
pub(super) fn letters(board: ShownBoard<'_>, cell: Cell) -> String {
    match &tile(board, cell).face {
        Face::Empty => " ".to_owned(),
        face if board.rules.is_qu(face) => "Qu".to_owned(),
        face => board.spelling.show(&face.to_string()).into_owned(),
    }
}

/// The text of a tile: its letters, and its multipliers as in `A 3L` or `T 2W`.
fn tile_text(board: ShownBoard<'_>, cell: Cell) -> String {
    let tile = tile(board, cell);
    let mut text = letters(board, cell);
    for (multiplier, sign) in [(tile.letter_multiplier, 'L'), (tile.word_multiplier, 'W')] {
        if !multiplier.is_one() {
            text += &format!(" {multiplier}{sign}");
        }
    }
    text
}

/// Draws the board.
pub(super) fn board(board: ShownBoard<'_>, output: &StyledOutput<'_>) -> String {
    let tiles = BoardRows::new(board, output);
    let width = tiles.units * (tiles.inner_width() + 1) / tiles.span;
    if width < MAX_WIDTH && tiles.rows.len() <= MAX_BOXED_ROWS {
        return tiles.with_lines(output);
    }
    tiles.plain(tiles.tile_width() + 1, |cell, width| {
        let text = column::left(&tiles.texts[cell.index()], width);
        output.styled(Style::Bold, &text)
    })
}

/// Draws the board with the steps of a path, unless it is a rack or too large.
pub(super) fn path_on_board(
    board: ShownBoard<'_>,
    path: &[Cell],
    output: &StyledOutput<'_>,
) -> Option<String> {
    let BoardSize { rows, columns } = board.grid.size();
    if board.grid.is_full() || columns.max(rows) > MAX_PATH_SIZE {
        return None;
    }
    let tiles = BoardRows::new(board, output);
    Some(tiles.plain(tiles.tile_width() + 3, |cell, width| {
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
pub(super) fn path_in_line(board: ShownBoard<'_>, path: &[Cell]) -> String {
    let tile = |cell: Cell| format!("{}{}", letters(board, cell), cell.position());
    let mut line = String::new();
    for (index, &cell) in path.iter().enumerate() {
        if index > 0 {
            line += match board.grid.is_full() {
                true => " ",
                false => arrow(board.grid, path[index - 1], cell),
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
    // In half columns, of which a step between hexagons may be one.
    let step = |of: fn(&Grid, Cell) -> u32, most: i32| {
        let step = of(grid, to) as i32 - of(grid, from) as i32;
        (step.abs() <= most).then(|| (step.signum() + 1) as usize)
    };
    match step(|grid, cell| grid.place(cell).1, 1).zip(step(Grid::half_column, 2)) {
        Some((down, right)) => ARROWS[down][right],
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
