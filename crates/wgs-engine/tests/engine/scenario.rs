//! Random scenarios: a word list, a grid, boards for it, and rules.
//!
//! Everything is derived from numbers that shrink towards simple boards, few words and default
//! rules, so that a failing case shows little more than its cause.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use wgs_engine::{
    Adjacency, Board, BoardSize, Cell, Decimal, Face, Grid, LengthBonuses, Multiplier, QuLength,
    Rules, Tile,
};

use crate::oracle::{Oracle, letters_of};

/// A word list, a grid, boards for it, and rules.
#[derive(Clone)]
pub(crate) struct Scenario {
    pub(crate) words: Vec<String>,
    pub(crate) grid: Grid,
    pub(crate) boards: Vec<Board>,
    pub(crate) rules: Rules,
    /// The number of solutions after which a sink stops.
    pub(crate) stop: usize,
}

impl fmt::Debug for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoardSize { rows, columns } = self.grid.size();
        let full = if self.grid.is_full() { ", full" } else { "" };
        let hexagonal = match self.grid.is_hexagonal() {
            true => ", hexagonal",
            false => "",
        };
        let reuse = match self.grid.reuses_tiles() {
            true => ", reuse",
            false => "",
        };
        writeln!(
            f,
            "{columns}x{rows} grid of {}{full}{hexagonal}{reuse}",
            self.grid.len()
        )?;
        if !self.grid.is_full() && self.grid.len() <= 16 {
            for cell in self.grid.cells() {
                let around: Vec<usize> = self.grid.neighbours(cell).map(Cell::position).collect();
                writeln!(f, "  {} touches {around:?}", cell.position())?;
            }
        }
        for board in &self.boards {
            write!(f, "board {board}")?;
            show(f, &self.grid, board)?;
        }
        writeln!(f, "words {}", self.words.join(" "))?;
        writeln!(f, "{:?}", self.rules)
    }
}

/// Prints a board row by row.
fn show(f: &mut fmt::Formatter<'_>, grid: &Grid, board: &Board) -> fmt::Result {
    let mut row = None;
    for (cell, tile) in grid.cells().zip(board.tiles()) {
        let (_, y) = grid.place(cell);
        if row.replace(y) != Some(y) {
            write!(f, "\n ")?;
        }
        write!(f, " {:<3}", tile.to_string())?;
    }
    writeln!(f)
}

/// The size of a grid. The engines keep used cells in 16, 27 or 64 bits, or differently on larger
/// grids.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Size {
    Small,
    Medium,
    Wide,
    Large,
}

impl Size {
    fn cells(self) -> std::ops::RangeInclusive<u32> {
        match self {
            Self::Small => 1..=16,
            Self::Medium => 17..=27,
            Self::Wide => 28..=64,
            Self::Large => 65..=100,
        }
    }

    fn rectangles(self) -> Vec<(u32, u32)> {
        let sides = |most: u32| (1..=most).flat_map(move |x| (1..=most).map(move |y| (x, y)));
        let lines = self.cells().map(|cells| (cells, 1));
        let fits = |&(x, y): &(u32, u32)| self.cells().contains(&(x * y));
        let vast = match self {
            Self::Large => &[(16, 16), (30, 9), (3, 70), (150, 2), (9, 9), (8, 40)][..],
            _ => &[],
        };
        let vast = vast.iter().copied();
        sides(10)
            .filter(fits)
            .chain(lines.step_by(7))
            .chain(vast)
            .collect()
    }
}

/// Returns rectangles of a size.
pub(crate) fn rectangles(size: Size) -> impl Strategy<Value = (u32, u32, Adjacency)> {
    let adjacency = select(vec![Adjacency::Diagonal, Adjacency::Straight]);
    (select(size.rectangles()), adjacency).prop_map(|((x, y), adjacency)| (x, y, adjacency))
}

fn shapes(size: Size) -> impl Strategy<Value = Grid> {
    let everywhere: Vec<(u32, u32)> = (1..=11)
        .flat_map(|x| (1..=11).map(move |y| (x, y)))
        .collect();
    let cells = *size.cells().start() as usize..=*size.cells().end() as usize;
    let adjacency = select(vec![
        Adjacency::Diagonal,
        Adjacency::Straight,
        Adjacency::Hexagonal,
    ]);
    (subsequence(everywhere, cells), adjacency)
        .prop_map(|(places, adjacency)| Grid::from_places(places, adjacency).unwrap())
}

fn listed(size: Size, most: usize) -> impl Strategy<Value = Grid> {
    (size.cells(), vec(vec(any::<u8>(), 0..=most), 100)).prop_map(|(cells, lists)| {
        let cells = cells as usize;
        let within = |list: &Vec<u8>| list.iter().map(|&it| usize::from(it) % cells + 1).collect();
        let lists: Vec<Vec<usize>> = lists[..cells].iter().map(within).collect();
        let row = Grid::rectangle(cells as u32, 1, Adjacency::Full);
        row.with_neighbours(&lists).unwrap()
    })
}

/// Returns grids of a size.
fn grids(size: Size) -> impl Strategy<Value = Grid> {
    let rectangle = rectangles(size).prop_map(|(x, y, adjacency)| Grid::rectangle(x, y, adjacency));
    let hexagons = select(size.rectangles());
    let hexagons = hexagons.prop_map(|(x, y)| Grid::rectangle(x, y, Adjacency::Hexagonal));
    let rack = size.cells().prop_map(Grid::rack);
    let grid = prop_oneof![
        4 => rectangle,
        1 => hexagons,
        2 => shapes(size),
        1 => rack,
        // The vector engines support at most eight neighbours.
        2 => listed(size, 8),
        1 => listed(size, 12),
    ];
    (grid, prop::bool::weighted(0.15)).prop_map(|(grid, reuse)| grid.with_reuse(reuse))
}

/// The letters of the words, and the range of them that boards use.
#[derive(Clone, Debug)]
struct TestAlphabet {
    all: Vec<String>,
    dense: usize,
    offset: usize,
}

impl TestAlphabet {
    fn get(&self, index: usize) -> &str {
        &self.all[(index % self.dense + self.offset) % self.all.len()]
    }

    /// Returns words that contain every letter of a large alphabet.
    fn fillers(&self) -> impl Iterator<Item = String> {
        let large = if self.all.len() > 30 {
            &self.all[..]
        } else {
            &[]
        };
        large.chunks(3).map(|letters| letters.concat())
    }
}

fn alphabets() -> impl Strategy<Value = TestAlphabet> {
    let each = |letters: &str| letters.chars().map(String::from).collect::<Vec<_>>();
    let latin = "abcdefghijklmnopqrstuvwxyz";
    let french = "àâæçéèêëîïôœùûüÿ";
    let chinese: String = (0..1100)
        .filter_map(|i| char::from_u32(0x4e00 + i))
        .collect();
    let mut stacked = each("ean");
    // A letter of three code points, which has no precomposed form.
    stacked.push("n\u{323}\u{308}".to_owned());
    let small = select(vec![
        each("ab"),
        each("abc"),
        each("aqu"),
        each("quit"),
        each("éea"),
        each("aσжé"),
        stacked,
        each("abcdefgh"),
    ]);
    // Up to 31 letters have a symbol each; in larger alphabets, letters share symbols.
    let large = select(vec![
        each(&(latin.to_owned() + "éèêëñ")),
        each(&(latin.to_owned() + "éèêëñç")),
        each(&(latin.to_owned() + french)),
        each(&(latin.to_owned() + french + "αβγδεζηθικλμνξοπρστυφχψω")),
        each(&chinese),
    ]);
    prop_oneof![
        5 => small.prop_map(|all| TestAlphabet { dense: all.len(), offset: 0, all }),
        1 => (large, 2usize..8, 0usize..60)
            .prop_map(|(all, dense, offset)| TestAlphabet { all, dense, offset }),
    ]
}

/// What a board may have besides single letters.
#[derive(Clone, Copy, Debug)]
struct Flavour {
    special_tiles: bool,
    multipliers: bool,
    /// The number of surplus tiles; negative if tiles are missing.
    overhang: i8,
}

fn flavours() -> impl Strategy<Value = Flavour> {
    let overhang = prop_oneof![6 => Just(0i8), 1 => -5i8..=5];
    (any::<bool>(), prop::bool::weighted(0.3), overhang).prop_map(
        |(special_tiles, multipliers, overhang)| Flavour {
            special_tiles,
            multipliers,
            overhang,
        },
    )
}

/// Derives a tile from a number.
fn tile(number: u32, letters: &TestAlphabet, flavour: Flavour) -> Tile {
    let [kind, first, second, multiplier] = number.to_le_bytes();
    let letter = |byte: u8| letters.get(byte.into());
    let several = |count: u8| {
        let more: String = (1..count).map(|i| letter(second.wrapping_add(i))).collect();
        format!("{}{more}", letter(first))
    };
    let face = match kind {
        _ if !flavour.special_tiles => Face::letters(letter(first)),
        216..=227 => Face::letters(&several(2)),
        228..=231 => Face::letters(&several(3)),
        232..=235 => Face::letters("q"),
        236..=239 => Face::letters("Qu"),
        240..=243 => Face::wildcard(""),
        244..=247 => Face::wildcard(letter(first)),
        248 => Face::wildcard(&several(2)),
        249..=252 => Face::Empty,
        // A letter that no word has.
        253 => Face::letters("ø"),
        _ => Face::letters(letter(first)),
    };
    let multiplied = flavour.multipliers && multiplier & 0x80 != 0;
    let factor = |factor: u8| Multiplier::new(if multiplied { factor } else { 1 }).unwrap();
    Tile::plain(face)
        .with_letter_multiplier(factor(1 + (multiplier & 3)))
        .with_word_multiplier(factor(1 + (multiplier >> 2) % 3))
}

/// A random walk over a board, to create words that are on it.
#[derive(Clone, Debug)]
struct RandomWalk {
    start: u8,
    steps: Vec<u8>,
}

impl RandomWalk {
    /// Returns the letters on the way.
    fn word(&self, grid: &Grid, board: &Board, rules: &Rules, letters: &TestAlphabet) -> String {
        let mut at = Cell::new(usize::from(self.start) % grid.len());
        let mut word = String::new();
        for &step in &self.steps {
            let any = letters.get(step.into());
            match board.tiles().get(at.index()).map(|tile| &tile.face) {
                Some(Face::Letters(text)) if rules.q_is_qu && text == "q" => word.push_str("qu"),
                Some(Face::Letters(text)) => word.push_str(text),
                Some(Face::Wildcard(rest)) => word.extend([any, rest]),
                Some(Face::Empty) | None => {}
            }
            let around: Vec<Cell> = grid.neighbours(at).collect();
            if !around.is_empty() {
                at = around[usize::from(step) % around.len()];
            }
        }
        word
    }
}

fn walks() -> impl Strategy<Value = Vec<RandomWalk>> {
    let length = prop_oneof![4 => 1usize..9, 1 => 9usize..25];
    let walk = (
        any::<u8>(),
        length.prop_flat_map(|length| vec(any::<u8>(), length)),
    );
    vec(
        walk.prop_map(|(start, steps)| RandomWalk { start, steps }),
        0..12,
    )
}

fn bonuses() -> impl Strategy<Value = LengthBonuses> {
    let texts = [
        "0", "1", "2", "11", "0.5", "1.5", "1.1", "0.333333", "2.000001", "100.25",
    ];
    let bonus = select(texts.to_vec()).prop_map(|text| text.parse::<Decimal>().unwrap());
    let exact = prop::collection::btree_map(1u32..9, bonus.clone(), 0..5);
    let from = prop::option::of((2u32..9, bonus));
    (exact, from).prop_map(|(exact, from)| {
        let mut bonuses = LengthBonuses::default();
        (bonuses.exact, bonuses.from) = (exact, from);
        bonuses
    })
}

/// Returns points for short words. The largest does not fit into 16 bits.
fn short_points() -> impl Strategy<Value = u32> {
    prop_oneof![6 => 0u32..5, 1 => Just(70_000)]
}

/// Returns rules without letter values, and with required cells that are not yet limited to
/// the grid.
fn open_rules() -> impl Strategy<Value = Rules> {
    let lengths = (
        prop_oneof![2 => Just(0u32), 1 => 1u32..4],
        short_points(),
        prop_oneof![2 => Just(1u32), 1 => 0u32..6],
        (1u32..=2).prop_map(|length| match length {
            1 => QuLength::One,
            _ => QuLength::Two,
        }),
    );
    let choices = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    let required = prop_oneof![
        8 => Just(Vec::new()),
        2 => vec((1usize..1000).prop_map(Cell::new), 1..=1),
        1 => vec((1usize..1000).prop_map(Cell::new), 2..=2),
    ];
    let pangram = prop_oneof![6 => Just(0u32), 1 => 1u32..50];
    (bonuses(), lengths, choices, required, pangram).prop_map(
        |(length_bonuses, lengths, choices, required_cells, pangram_bonus)| {
            Rules::word_game_solver()
                .with_length_bonuses(length_bonuses)
                .with_short_word_length(lengths.0)
                .with_short_word_points(lengths.1)
                .with_min_word_length(lengths.2)
                .with_qu_length(lengths.3)
                .with_q_is_qu(choices.0)
                .with_short_word_multiplier(choices.1)
                .with_wildcard_points(choices.2)
                .with_multiply_length_bonus(choices.3)
                .with_round_bonus_up(choices.4)
                .with_required_cells(required_cells)
                .with_pangram_bonus(pangram_bonus)
        },
    )
}

/// Returns letter values: none, the usual ones, or some very high ones.
fn values() -> impl Strategy<Value = Vec<u32>> {
    prop_oneof![
        2 => Just(Vec::new()),
        3 => vec(0u32..11, 10),
        1 => vec(select(vec![0u32, 1, 999]), 10),
        1 => vec(select(vec![1u32, 30_000, 70_000]), 10),
    ]
}

fn with_values(mut rules: Rules, values: &[u32], letters: &TestAlphabet) -> Rules {
    let known = (0..letters.dense).map(|index| letters.get(index));
    for (letter, &value) in known.chain(["q", "u"]).zip(values) {
        rules.letter_values.insert(letter.into(), value);
    }
    rules
}

/// The largest number of steps of the oracle for one word, which bounds the running time.
const MAX_STEPS: usize = 3_000;

/// Returns scenarios on grids of a size.
pub(crate) fn scenarios(size: Size) -> impl Strategy<Value = Scenario> {
    scenarios_on(grids(size).boxed())
}

/// Returns scenarios on given grids.
pub(crate) fn scenarios_on(grids: BoxedStrategy<Grid>) -> impl Strategy<Value = Scenario> {
    let written = vec(vec(any::<u8>(), 1..7), 0..20);
    let boards = vec((vec(any::<u32>(), 105), flavours()), 1..=2);
    let rules = (open_rules(), values());
    (
        grids,
        alphabets(),
        written,
        walks(),
        boards,
        rules,
        1usize..40,
    )
        .prop_map(
            |(grid, letters, written, walks, boards, (rules, values), stop)| {
                let mut rules = with_values(rules, &values, &letters);
                for cell in &mut rules.required_cells {
                    // Now and then a cell outside the grid.
                    *cell = Cell::new(cell.index() % (grid.len() + grid.len() / 8 + 1));
                }
                let boards: Vec<Board> = boards
                    .into_iter()
                    .map(|(numbers, flavour)| {
                        let count = grid.len().saturating_add_signed(flavour.overhang.into());
                        let numbers = numbers.into_iter().cycle().take(count);
                        let tiles = numbers.map(|number| tile(number, &letters, flavour));
                        Board::new(tiles.collect::<Vec<_>>())
                    })
                    .collect();
                let written = written.iter().enumerate().map(|(index, word)| {
                    let word: String = word.iter().map(|&it| letters.get(it.into())).collect();
                    if index % 2 == 0 {
                        word
                    } else {
                        word.to_uppercase()
                    }
                });
                let walked = walks.iter().zip(boards.iter().cycle());
                let walked = walked.map(|(walk, board)| walk.word(&grid, board, &rules, &letters));
                let mut words: Vec<String> =
                    written.chain(walked).chain(letters.fillers()).collect();
                words.retain(|word| {
                    !word.is_empty()
                        && boards.iter().all(|board| {
                            let (grid, rules) = (&grid, &rules);
                            let oracle = Oracle { grid, board, rules };
                            oracle.paths(&letters_of(word), MAX_STEPS).is_some()
                        })
                });
                Scenario {
                    words,
                    grid,
                    boards,
                    rules,
                    stop,
                }
            },
        )
}
