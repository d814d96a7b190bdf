//! The frontier search with AVX2: eight states in a vector.
//!
//! Some single instructions of AVX-512 take several here: a table of permutations moves lanes
//! to the front, and bits are counted by nibbles. It still scores more than twice as fast as
//! the plain search. That is the gain from the unsafe blocks.

#![expect(unsafe_code, reason = "vector loads and stores take pointers")]

use std::arch::x86_64::*;

use super::large::{CELL_BITS, LEVELS, LargeTables, MASK_SHIFT, MAX_STATES, SYMBOL_SHIFT};
use super::open_cell::{MAX_FACES, OpenBoard, OpenSink, TAG_SHIFT};
use super::open_pass::open_passes;
use super::open_vector::{ENTRIES, OpenColumns, OpenVectors, PartnerCells, SMALL_USED_AND_TAG};
use super::pass::{VectorCells, VectorStep, passes};
use super::search_trace::SearchTrace;
use super::state_format::{
    LARGE, MEDIUM, MEDIUM_CELL_SHIFT, MEDIUM_USED, SMALL, SMALL_CELL_SHIFT, SMALL_USED,
    StateFormat, WIDE,
};
use super::vector::{BoardTables, Columns, Vectors, check_paths};
use super::{
    BATCH, CHUNK, DIRECTIONS, Directions, FoundSink, MAX_STEPS, NO_PATHS, NOWHERE, TooLong,
};
use crate::budget::Meter;
use crate::layout::Layout;
use crate::lexicon::Node;
use crate::solution::bits;
use crate::solver::Prepared;

type Vector = __m256i;

/// The number of states in a vector.
const LANES: usize = 8;

/// The number of vectors that hold the paths of a vector of states.
const PATH_VECTORS: usize = 2;

pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

passes!("avx2,popcnt,bmi1,bmi2");
open_passes!("avx2,popcnt,bmi1,bmi2");

/// The neighbours of each cell in each direction, as vectors. A look-up covers sixteen cells,
/// so a table takes up to four vectors, each with the same sixteen bytes in both halves.
struct VectorTables<'v> {
    next: [[Vector; 4]; DIRECTIONS],
    symbol: [[Vector; 4]; DIRECTIONS],
    around: [u32; 64],
    /// In [`LARGE`], the tables in memory.
    large: Option<&'v LargeTables>,
}

/// Creates the tables of a board of up to 64 cells.
#[target_feature(enable = "avx2")]
fn vector_tables<const FORMAT: u8>(
    board: &mut BoardTables,
    directions: &Directions,
) -> VectorTables<'static> {
    let zero = _mm256_setzero_si256();
    let mut tables = VectorTables {
        next: [[zero; 4]; DIRECTIONS],
        symbol: [[zero; 4]; DIRECTIONS],
        around: [0; 64],
        large: None,
    };
    for (direction, next) in directions.next.iter().enumerate() {
        // Shifting by the width of a lane or more gives 0: no child, no cell.
        let mut symbols = [NOWHERE; 64];
        for (cell, &next) in next.iter().enumerate().take(directions.cells) {
            if let Some(&bit) = board.symbols.get(usize::from(next)) {
                if bit != 0 {
                    symbols[cell] = bit.trailing_zeros() as u8;
                }
                let wild = board.wildcards >> next & 1 != 0;
                tables.around[cell] |= if wild { !0 >> 1 } else { bit };
            }
        }
        for part in 0..parts::<FORMAT>() {
            tables.next[direction][part] = load_bytes(next, part);
            tables.symbol[direction][part] = load_bytes(&symbols, part);
        }
    }
    tables
}

/// Creates the tables of a large board.
#[target_feature(enable = "avx2")]
fn large_vector_tables(large: &LargeTables) -> VectorTables<'_> {
    let zero = _mm256_setzero_si256();
    VectorTables {
        next: [[zero; 4]; DIRECTIONS],
        symbol: [[zero; 4]; DIRECTIONS],
        around: [0; 64],
        large: Some(large),
    }
}

/// Returns the number of vectors that a table takes.
const fn parts<const FORMAT: u8>() -> usize {
    match FORMAT {
        SMALL => 1,
        MEDIUM => 2,
        _ => 4,
    }
}

/// Returns the neighbour of each lane's cell in a direction.
#[inline]
#[target_feature(enable = "avx2")]
fn step<const FORMAT: u8>(
    tables: &VectorTables<'_>,
    direction: usize,
    cells: Vector,
) -> VectorStep<Vector> {
    if FORMAT == LARGE {
        return large_step(tables, direction, cells);
    }
    let one = _mm256_set1_epi32(1);
    let cell = look_up_byte::<FORMAT>(&tables.next[direction], cells);
    let symbol = look_up_byte::<FORMAT>(&tables.symbol[direction], cells);
    let bit = _mm256_sllv_epi32(one, cell);
    VectorStep {
        symbol: _mm256_sllv_epi32(one, symbol),
        place: match FORMAT {
            SMALL => or(bit, _mm256_slli_epi32::<{ SMALL_CELL_SHIFT as i32 }>(cell)),
            MEDIUM => or(bit, _mm256_slli_epi32::<{ MEDIUM_CELL_SHIFT as i32 }>(cell)),
            _ => bit,
        },
        high: if FORMAT == WIDE {
            _mm256_sllv_epi32(one, _mm256_sub_epi32(cell, _mm256_set1_epi32(32)))
        } else {
            bit
        },
        cell,
    }
}

/// Like [`step`], on a large board.
#[inline]
#[target_feature(enable = "avx2")]
fn large_step(tables: &VectorTables<'_>, direction: usize, cells: Vector) -> VectorStep<Vector> {
    let table = tables.large.map_or(&[][..], |large| &large.neighbours);
    let index = _mm256_slli_epi32::<3>(cells);
    let index = _mm256_add_epi32(index, _mm256_set1_epi32(direction as i32));
    let entry = look_up(table, index);
    let one = _mm256_set1_epi32(1);
    let bit = and(_mm256_srli_epi32::<{ MASK_SHIFT as i32 }>(entry), 63);
    let symbol = _mm256_srli_epi32::<{ SYMBOL_SHIFT as i32 }>(entry);
    VectorStep {
        symbol: _mm256_sllv_epi32(one, symbol),
        place: _mm256_sllv_epi32(one, bit),
        high: _mm256_sllv_epi32(one, _mm256_sub_epi32(bit, _mm256_set1_epi32(32))),
        cell: and(entry, (1 << CELL_BITS) - 1),
    }
}

/// Looks up entries of a table in memory. Returns 0 for an index beyond its end: lanes without
/// a state have arbitrary indices.
#[inline]
#[target_feature(enable = "avx2")]
fn look_up(table: &[u32], index: Vector) -> Vector {
    if table.is_empty() {
        return _mm256_setzero_si256();
    }
    let last = _mm256_set1_epi32(table.len() as i32 - 1);
    let in_bounds = _mm256_cmpeq_epi32(_mm256_min_epu32(index, last), index);
    let none = _mm256_setzero_si256();
    // SAFETY: only lanes in bounds are loaded.
    unsafe { _mm256_mask_i32gather_epi32::<4>(none, table.as_ptr().cast(), index, in_bounds) }
}

/// Looks up a byte for each cell.
#[inline]
#[target_feature(enable = "avx2")]
fn look_up_byte<const FORMAT: u8>(table: &[Vector; 4], cells: Vector) -> Vector {
    // A set top bit gives 0. It is set in the upper three bytes of each lane.
    let asked = or(cells, _mm256_set1_epi32(0x8080_8000u32 as i32));
    let mut found = _mm256_shuffle_epi8(table[0], asked);
    if FORMAT != SMALL {
        let is_part = |part: i32| {
            let high = _mm256_srli_epi32::<4>(cells);
            _mm256_cmpeq_epi32(high, _mm256_set1_epi32(part))
        };
        for (part, &bytes) in table.iter().enumerate().take(parts::<FORMAT>()).skip(1) {
            let other = _mm256_shuffle_epi8(bytes, asked);
            found = _mm256_blendv_epi8(found, other, is_part(part as i32));
        }
    }
    found
}

/// Returns the symbols around each lane's cell.
#[inline]
#[target_feature(enable = "avx2")]
fn around<const FORMAT: u8>(tables: &VectorTables<'_>, cells: Vector) -> Vector {
    if FORMAT == LARGE {
        return look_up(tables.large.map_or(&[], |large| &large.around), cells);
    }
    if FORMAT == SMALL {
        let low = _mm256_permutevar8x32_epi32(load(&tables.around, 0), cells);
        let high = _mm256_permutevar8x32_epi32(load(&tables.around, LANES), cells);
        let is_high = _mm256_slli_epi32::<28>(cells);
        return _mm256_castps_si256(_mm256_blendv_ps(
            _mm256_castsi256_ps(low),
            _mm256_castsi256_ps(high),
            _mm256_castsi256_ps(is_high),
        ));
    }
    look_up(&tables.around, cells)
}

/// Returns the lanes that have a child for the symbol of the step and have not used its cell.
#[inline]
#[target_feature(enable = "avx2")]
fn allowed<const FORMAT: u8>(
    mask: Vector,
    used: Vector,
    high: Vector,
    step: VectorStep<Vector>,
) -> u32 {
    let zero = _mm256_setzero_si256();
    // `used` has no bits of the last cell, so those of the step make no difference.
    let mut taken = _mm256_and_si256(used, step.place);
    if FORMAT >= WIDE {
        taken = or(taken, _mm256_and_si256(high, step.high));
    }
    let no_child = _mm256_cmpeq_epi32(_mm256_and_si256(mask, step.symbol), zero);
    top_bits(_mm256_andnot_si256(
        no_child,
        _mm256_cmpeq_epi32(taken, zero),
    ))
}

/// Returns the slot of each lane's child for a symbol.
#[inline]
#[target_feature(enable = "avx2")]
fn child(mask: Vector, first: Vector, symbol: Vector) -> Vector {
    let lower = _mm256_sub_epi32(symbol, _mm256_set1_epi32(1));
    _mm256_add_epi32(first, count_bits(_mm256_and_si256(mask, lower)))
}

/// Counts the set bits of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn count_bits(vector: Vector) -> Vector {
    let counts = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    let counts = _mm256_broadcastsi128_si256(counts);
    let nibble = _mm256_set1_epi8(0x0f);
    let low = _mm256_and_si256(vector, nibble);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(vector), nibble);
    let bytes = _mm256_add_epi8(
        _mm256_shuffle_epi8(counts, low),
        _mm256_shuffle_epi8(counts, high),
    );
    let pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
}

/// Loads the masks and first children of nodes.
#[inline]
#[target_feature(enable = "avx2")]
fn load_nodes(nodes: &[Node], at: usize) -> (Vector, Vector) {
    let nodes = &nodes[at..at + LANES];
    // SAFETY: the slice is as long as two vectors, and a node is its mask and its first child.
    let (low, high) = unsafe {
        (
            _mm256_loadu_si256(nodes.as_ptr().cast()),
            _mm256_loadu_si256(nodes.as_ptr().add(4).cast()),
        )
    };
    let (low, high) = (_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    // Separates even from odd lanes, then swaps the middle quarters back.
    let masks = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high));
    let firsts = _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(low, high));
    (
        _mm256_permute4x64_epi64::<0b11_01_10_00>(masks),
        _mm256_permute4x64_epi64::<0b11_01_10_00>(firsts),
    )
}

/// Returns the lanes in which two vectors have a bit in common.
#[inline]
#[target_feature(enable = "avx2")]
fn any_bits(a: Vector, b: Vector) -> u32 {
    let none = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
    !top_bits(none) & 0xff
}

/// Returns the lanes whose top bit is set.
#[inline]
#[target_feature(enable = "avx2")]
fn top_bits(vector: Vector) -> u32 {
    _mm256_movemask_ps(_mm256_castsi256_ps(vector)) as u32
}

/// Returns all ones in some lanes and zeros in the others.
#[inline]
#[target_feature(enable = "avx2")]
fn lane_mask(lanes: u32) -> Vector {
    let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    let lanes = _mm256_and_si256(_mm256_set1_epi32(lanes as i32), bits);
    _mm256_cmpeq_epi32(lanes, bits)
}

/// Takes some lanes from one vector and the rest from another.
#[inline]
#[target_feature(enable = "avx2")]
fn select(lanes: u32, a: Vector, b: Vector) -> Vector {
    _mm256_blendv_epi8(b, a, lane_mask(lanes))
}

#[inline]
#[target_feature(enable = "avx2")]
fn zero_but(lanes: u32, vector: Vector) -> Vector {
    _mm256_and_si256(vector, lane_mask(lanes))
}

/// For each mask of lanes, the permutation that moves the set lanes to the front.
static ORDER: [[u32; LANES]; 1 << LANES] = {
    let mut table = [[0; LANES]; 1 << LANES];
    let mut mask = 0;
    while mask < 1 << LANES {
        let (mut lane, mut at) = (0, 0);
        while lane < LANES {
            if mask >> lane & 1 != 0 {
                table[mask][at] = lane as u32;
                at += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// Moves some lanes to the front.
#[inline]
#[target_feature(enable = "avx2")]
fn compress(lanes: u32, vector: Vector) -> Vector {
    _mm256_permutevar8x32_epi32(vector, load(&ORDER[lanes as usize & 0xff], 0))
}

#[inline]
#[target_feature(enable = "avx2")]
fn all_lanes(bits: u32) -> Vector {
    _mm256_set1_epi32(bits as i32)
}

#[inline]
#[target_feature(enable = "avx2")]
fn and(vector: Vector, bits: i32) -> Vector {
    _mm256_and_si256(vector, _mm256_set1_epi32(bits))
}

/// Returns the bits that both vectors have.
#[inline]
#[target_feature(enable = "avx2")]
fn and_both(a: Vector, b: Vector) -> Vector {
    _mm256_and_si256(a, b)
}

/// Returns the bits of the second vector that the first does not have.
#[inline]
#[target_feature(enable = "avx2")]
fn and_not(a: Vector, b: Vector) -> Vector {
    _mm256_andnot_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn or(a: Vector, b: Vector) -> Vector {
    _mm256_or_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn shift_down<const BITS: i32>(vector: Vector) -> Vector {
    _mm256_srli_epi32::<BITS>(vector)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(column: &[u32], at: usize) -> Vector {
    let column = &column[at..at + LANES];
    // SAFETY: the slice is as long as a vector.
    unsafe { _mm256_loadu_si256(column.as_ptr().cast()) }
}

/// Loads sixteen bytes of a table into both halves of a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn load_bytes(table: &[u8; 64], part: usize) -> Vector {
    let bytes = &table[part * 16..part * 16 + 16];
    // SAFETY: the slice is as long as half a vector.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// Writes a vector into a column.
///
/// # Safety
///
/// The column must have room for a vector at `at`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store(column: &mut [u32], at: usize, vector: Vector) {
    debug_assert!(at + LANES <= column.len());
    // SAFETY: the caller made room.
    unsafe { _mm256_storeu_si256(column.as_mut_ptr().add(at).cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_paths(column: &[u64], at: usize) -> [Vector; PATH_VECTORS] {
    let column = &column[at..at + LANES];
    // SAFETY: the slice is as long as two vectors.
    unsafe {
        [
            _mm256_loadu_si256(column.as_ptr().cast()),
            _mm256_loadu_si256(column.as_ptr().add(4).cast()),
        ]
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_step(paths: [Vector; PATH_VECTORS], direction: usize) -> [Vector; PATH_VECTORS] {
    let step = _mm256_set1_epi64x(direction as i64);
    paths.map(|paths| or(_mm256_slli_epi64::<3>(paths), step))
}

/// For each mask of four 64-bit lanes, the permutation of 32-bit lanes that moves the set ones
/// to the front.
static ORDER_OF_PATHS: [[u32; LANES]; 16] = {
    let mut table = [[0; LANES]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut lane, mut at) = (0, 0);
        while lane < 4 {
            if mask >> lane & 1 != 0 {
                table[mask][at] = 2 * lane;
                table[mask][at + 1] = 2 * lane + 1;
                at += 2;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// Writes the paths of some lanes into a column.
///
/// # Safety
///
/// The column must have room for a vector of paths at `at`.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn store_paths(column: &mut [u64], at: usize, lanes: u32, paths: [Vector; PATH_VECTORS]) {
    let halves = [lanes as usize & 15, lanes as usize >> 4 & 15];
    let half = at + halves[0].count_ones() as usize;
    debug_assert!(half + 4 <= column.len());
    for ((at, lanes), paths) in [at, half].into_iter().zip(halves).zip(paths) {
        let paths = _mm256_permutevar8x32_epi32(paths, load(&ORDER_OF_PATHS[lanes], 0));
        // SAFETY: the caller made room.
        unsafe { _mm256_storeu_si256(column.as_mut_ptr().add(at).cast(), paths) }
    }
}

/// Adds entries into the open cell with the faces of one symbol.
///
/// # Safety
///
/// None is needed here, where entries are added with bounds checks; but [`open_passes!`] calls the
/// functions of all engines in the same way.
#[inline]
unsafe fn enter_children<const FORMAT: u8>(
    vectors: &mut OpenVectors,
    node: Node,
    used: u64,
    open: usize,
) {
    let format = StateFormat::from_const(FORMAT);
    let OpenVectors { entries, faces, .. } = vectors;
    for symbol in bits((node.mask & faces.single).into()) {
        let below = node.mask & ((1 << symbol) - 1);
        let slot = node.first + below.count_ones();
        entries.push(slot, used, open, faces.face[symbol], format);
    }
}
