//! Draws a board of any shape in characters, and the paths of words on it.

use wgs_engine::{BoardSize, Cell, Face, Tile};
use wgs_play::{Arrangement, BoardForm};

use super::shown_board::ShownBoard;
use super::styled_output::{Style, StyledOutput};
use crate::column;

/// The maximum width of a drawing, in characters.
const MAX_WIDTH: usize = 79;

/// The maximum number of rows of a drawing with lines around the tiles.
const MAX_BOXED_ROWS: usize = 12;

/// The maximum number of rows and columns of a board that paths are drawn on.
const MAX_PATH_SIZE: u32 = 10;

/// The directions in which lines lead from a place.
const UP: usize = 1;
const RIGHT: usize = 2;
const DOWN: usize = 4;
const LEFT: usize = 8;

/// The corners and crossings of lines. The index is the sum of the directions.
const CROSSINGS: [char; 16] = [
    ' ', '╵', '╶', '╰', '╷', '│', '╭', '├', '╴', '╯', '─', '┴', '╮', '┤', '┬', '┼',
];

/// The tiles of a board, row by row, and their places in half columns and half rows.
struct DrawnTiles {
    tiles: Vec<DrawnTile>,
    form: BoardForm,
}

struct DrawnTile {
    cell: Cell,
    text: String,
    place: (usize, usize),
}

impl DrawnTiles {
    fn new(board: ShownBoard<'_>, output: &StyledOutput<'_>) -> Self {
        let arrangement = board.arrangement();
        let place = |cell| arrangement.half_place(cell);
        let places = board
            .grid
            .cells()
            .map_while(|cell| Some((cell, place(cell)?)));
        let tiles = places.map(|(cell, (column, row))| DrawnTile {
            cell,
            text: output.shown(&tile_text(board, cell)).into_owned(),
            place: (column as usize, row as usize),
        });
        let mut tiles: Vec<_> = tiles.collect();
        tiles.sort_by_key(|tile| (tile.place.1, tile.place.0));
        Self {
            tiles,
            form: arrangement.form,
        }
    }

    /// The number of characters of the widest tile.
    fn tile_width(&self) -> usize {
        let widths = self.tiles.iter().map(|tile| column::width(&tile.text));
        widths.max().unwrap_or(1)
    }

    /// A width of columns whose half is a number of characters if the board needs it.
    fn column_width(&self, width: usize) -> usize {
        match self.form {
            BoardForm::Hexagons => width.next_multiple_of(2),
            _ => width,
        }
    }

    /// The number of half rows below the first one.
    fn last_row(&self) -> usize {
        self.tiles.last().map_or(0, |tile| tile.place.1)
    }

    /// Draws tiles with lines around them, unless they need too much space. Hexagons are drawn as
    /// bricks.
    fn with_lines(&self, output: &StyledOutput<'_>) -> Option<String> {
        let width = self.column_width(self.tile_width() + 3);
        let left = |tile: &DrawnTile| tile.place.0 * width / 2;
        let right = self.tiles.iter().map(left).max().unwrap_or(0) + width;
        let rows = self.last_row() + 3;
        if right >= MAX_WIDTH || rows > 2 * MAX_BOXED_ROWS + 1 {
            return None;
        }
        let mut leads = vec![vec![0; right + 1]; rows];
        for tile in &self.tiles {
            let (x, y) = (left(tile), tile.place.1);
            for y in [y, y + 2] {
                for x in x..x + width {
                    leads[y][x] |= RIGHT;
                    leads[y][x + 1] |= LEFT;
                }
            }
            for x in [x, x + width] {
                for y in [y, y + 1] {
                    leads[y][x] |= DOWN;
                    leads[y + 1][x] |= UP;
                }
            }
        }
        let lines = leads.iter().enumerate().map(|(y, leads)| {
            let line_until = |from: usize, to: usize| {
                let crossings = leads[from..to].iter().map(|&leads| CROSSINGS[leads]);
                crossings.collect::<String>()
            };
            let mut line = String::new();
            let mut x = 0;
            for tile in y.checked_sub(1).map_or(&[][..], |row| self.row(row)) {
                let start = left(tile) + 1;
                line += &output.styled(Style::Faint, &line_until(x, start));
                line += &output.styled(Style::Bold, &column::centred(&tile.text, width - 1));
                x = start + width - 1;
            }
            let end = line_until(x, leads.len());
            line + &output.styled(Style::Faint, end.trim_end())
        });
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// The tiles that begin in a half row, from left to right.
    fn row(&self, row: usize) -> &[DrawnTile] {
        let end = |row| self.tiles.partition_point(|tile| tile.place.1 < row);
        &self.tiles[end(row)..end(row + 1)]
    }

    /// Draws rows of tiles without lines. `show` writes a tile in a width, which may be increased.
    fn plain(&self, width: usize, show: impl Fn(&DrawnTile, usize) -> String) -> String {
        let width = self.column_width(width);
        let line = |row| {
            let mut line = String::new();
            let mut x = 0;
            for tile in self.row(row) {
                let left = tile.place.0 * width / 2;
                line += &" ".repeat(left.saturating_sub(x));
                line += &show(tile, width);
                x = left + width;
            }
            line.trim_end().to_owned()
        };
        // The columns of a hive interlock.
        let step = if self.form == BoardForm::Hive { 1 } else { 2 };
        let rows = (0..=self.last_row()).step_by(step);
        rows.map(line).collect::<Vec<_>>().join("\n")
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
    let tiles = DrawnTiles::new(board, output);
    tiles.with_lines(output).unwrap_or_else(|| {
        tiles.plain(tiles.tile_width() + 1, |tile, width| {
            output.styled(Style::Bold, &column::left(&tile.text, width))
        })
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
    let tiles = DrawnTiles::new(board, output);
    Some(tiles.plain(tiles.tile_width() + 3, |tile, width| {
        let text = &tile.text;
        match path.iter().position(|step| *step == tile.cell) {
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
    let arrangement = board.arrangement();
    let mut line = String::new();
    for (index, &cell) in path.iter().enumerate() {
        if index > 0 {
            line += match arrangement.form.has_paths() {
                true => arrow(&arrangement, path[index - 1], cell),
                false => " ",
            };
        }
        line += &tile(cell);
    }
    line
}

/// An arrow for a step between neighbours, else a dash.
fn arrow(arrangement: &Arrangement, from: Cell, to: Cell) -> &'static str {
    const ARROWS: [[&str; 3]; 3] = [
        [" ↖ ", " ↑ ", " ↗ "],
        [" ← ", " - ", " → "],
        [" ↙ ", " ↓ ", " ↘ "],
    ];
    // In half columns, of which a step between hexagons may be one, and half rows.
    let step = |from: u32, to: u32| {
        let step = i64::from(to) - i64::from(from);
        (step.abs() <= 2).then(|| (step.signum() + 1) as usize)
    };
    let places = arrangement.half_place(from).zip(arrangement.half_place(to));
    let steps = places.and_then(|(from, to)| Some((step(from.1, to.1)?, step(from.0, to.0)?)));
    match steps {
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
