//! The frontier search with AVX-512: sixteen states in a vector.
//!
//! On 4x4 boards with the ENABLE2K dictionary it scores five times as fast as the plain search.
//! That is the gain from the unsafe blocks here and in [`pass`](super::pass).

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
use super::{BATCH, CHUNK, DIRECTIONS, Directions, FoundSink, MAX_STEPS, NO_PATHS, TooLong};
use crate::budget::Meter;
use crate::layout::Layout;
use crate::lexicon::Node;
use crate::solution::bits;
use crate::solver::Prepared;

type Vector = __m512i;

/// The number of states in a vector.
const LANES: usize = 16;

/// The number of vectors that hold the paths of a vector of states.
const PATH_VECTORS: usize = 2;

pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

passes!("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq,popcnt,bmi1,bmi2");
open_passes!("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq,popcnt,bmi1,bmi2");

/// The neighbours of each cell in each direction, as vectors.
struct VectorTables<'v> {
    /// The number that a step adds to the place of a state; in [`WIDE`], the neighbour itself, in bytes.
    next: [[__m512i; 2]; DIRECTIONS],
    /// The symbol of the neighbour as a bit; in [`WIDE`], its number, in bytes.
    symbol: [[__m512i; 2]; DIRECTIONS],
    /// The symbols around each cell.
    around: [__m512i; 4],
    /// In [`LARGE`], the tables in memory.
    large: Option<&'v LargeTables>,
}

/// Creates the tables of a board of up to 64 cells.
#[target_feature(enable = "avx512f,avx512bw")]
fn vector_tables<const FORMAT: u8>(
    board: &mut BoardTables,
    directions: &Directions,
) -> VectorTables<'static> {
    let zero = _mm512_setzero_si512();
    let mut tables = VectorTables {
        next: [[zero; 2]; DIRECTIONS],
        symbol: [[zero; 2]; DIRECTIONS],
        around: [zero; 4],
        large: None,
    };
    if FORMAT == SMALL && board.wildcards == 0 {
        let symbols = load(&board.symbols, 0);
        for direction in 0..DIRECTIONS {
            // SAFETY: the row is longer than 16 bytes.
            let row = unsafe { _mm_loadu_si128(directions.next[direction].as_ptr().cast()) };
            let cells = _mm512_cvtepu8_epi32(row);
            let there = _mm512_cmplt_epi32_mask(cells, _mm512_set1_epi32(64));
            let bit = _mm512_sllv_epi32(_mm512_set1_epi32(1), cells);
            let place = _mm512_or_si512(bit, _mm512_slli_epi32::<SMALL_CELL_SHIFT>(cells));
            tables.next[direction][0] = _mm512_maskz_mov_epi32(there, place);
            tables.symbol[direction][0] = _mm512_maskz_permutexvar_epi32(there, cells, symbols);
            tables.around[0] = _mm512_or_si512(tables.around[0], tables.symbol[direction][0]);
        }
        return tables;
    }
    let mut around = [0; 64];
    for (direction, next) in directions.next.iter().enumerate() {
        let mut bits = [0u32; 64];
        let mut places = [0u32; 64];
        let mut numbers = [0xffu8; 64];
        for (cell, &next) in next.iter().enumerate().take(directions.cells) {
            if let Some(&bit) = board.symbols.get(usize::from(next)) {
                let next = u32::from(next);
                bits[cell] = bit;
                places[cell] = StateFormat::from_const(FORMAT).place(1 << next, next as usize);
                if bit != 0 {
                    numbers[cell] = bit.trailing_zeros() as u8;
                }
                let wild = board.wildcards >> next & 1 != 0;
                around[cell] |= if wild { !0 >> 1 } else { bit };
            }
        }
        if FORMAT == WIDE {
            tables.next[direction][0] = load_bytes(next);
            tables.symbol[direction][0] = load_bytes(&numbers);
        } else {
            tables.next[direction] = [load(&places, 0), load(&places, LANES)];
            tables.symbol[direction] = [load(&bits, 0), load(&bits, LANES)];
        }
    }
    board.around = around;
    tables.around = std::array::from_fn(|index| load(&board.around, index * LANES));
    tables
}

/// Creates the tables of a large board.
#[target_feature(enable = "avx512f")]
fn large_vector_tables(large: &LargeTables) -> VectorTables<'_> {
    let zero = _mm512_setzero_si512();
    VectorTables {
        next: [[zero; 2]; DIRECTIONS],
        symbol: [[zero; 2]; DIRECTIONS],
        around: [zero; 4],
        large: Some(large),
    }
}

/// Returns the neighbour of each lane's cell in a direction.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn step<const FORMAT: u8>(
    tables: &VectorTables<'_>,
    direction: usize,
    cells: Vector,
) -> VectorStep<Vector> {
    if FORMAT == LARGE {
        return large_step(tables, direction, cells);
    }
    let (next, symbols) = (&tables.next[direction], &tables.symbol[direction]);
    if FORMAT != WIDE {
        let place = look_up_in::<FORMAT>(next, cells);
        return VectorStep {
            symbol: look_up_in::<FORMAT>(symbols, cells),
            place,
            high: place,
            cell: place,
        };
    }
    let one = _mm512_set1_epi32(1);
    let cell = look_up_byte(next[0], cells);
    VectorStep {
        symbol: _mm512_sllv_epi32(one, look_up_byte(symbols[0], cells)),
        place: _mm512_sllv_epi32(one, cell),
        high: _mm512_sllv_epi32(one, _mm512_sub_epi32(cell, _mm512_set1_epi32(32))),
        cell,
    }
}

/// Like [`step`], on a large board.
#[inline]
#[target_feature(enable = "avx512f")]
fn large_step(tables: &VectorTables<'_>, direction: usize, cells: Vector) -> VectorStep<Vector> {
    let table = tables.large.map_or(&[][..], |large| &large.neighbours);
    let index = _mm512_slli_epi32::<3>(cells);
    let index = _mm512_add_epi32(index, _mm512_set1_epi32(direction as i32));
    let entry = look_up(table, index);
    let one = _mm512_set1_epi32(1);
    let bit = and(_mm512_srli_epi32::<MASK_SHIFT>(entry), 63);
    VectorStep {
        symbol: _mm512_sllv_epi32(one, _mm512_srli_epi32::<SYMBOL_SHIFT>(entry)),
        place: _mm512_sllv_epi32(one, bit),
        high: _mm512_sllv_epi32(one, _mm512_sub_epi32(bit, _mm512_set1_epi32(32))),
        cell: and(entry, (1 << CELL_BITS) - 1),
    }
}

/// Returns the symbols around each lane's cell.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn around<const FORMAT: u8>(tables: &VectorTables<'_>, cells: Vector) -> Vector {
    if FORMAT == LARGE {
        return look_up(tables.large.map_or(&[], |large| &large.around), cells);
    }
    look_up_in::<FORMAT>(&tables.around, cells)
}

/// Looks up a 32-bit entry for each cell in registers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn look_up_in<const FORMAT: u8>(table: &[Vector], cells: Vector) -> Vector {
    match FORMAT {
        SMALL => _mm512_permutexvar_epi32(cells, table[0]),
        MEDIUM => _mm512_permutex2var_epi32(table[0], cells, table[1]),
        _ => {
            let low = _mm512_permutex2var_epi32(table[0], cells, table[1]);
            let high = _mm512_permutex2var_epi32(table[2], cells, table[3]);
            let is_high = _mm512_test_epi32_mask(cells, _mm512_set1_epi32(32));
            _mm512_mask_mov_epi32(low, is_high, high)
        }
    }
}

/// Looks up a byte for each cell in a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn look_up_byte(table: Vector, cells: Vector) -> Vector {
    _mm512_maskz_permutexvar_epi8(0x1111_1111_1111_1111, cells, table)
}

/// Looks up entries of a table in memory. Returns 0 for an index beyond its end: lanes without
/// a state have arbitrary indices.
#[inline]
#[target_feature(enable = "avx512f")]
fn look_up(table: &[u32], index: Vector) -> Vector {
    let in_bounds = _mm512_cmplt_epu32_mask(index, _mm512_set1_epi32(table.len() as i32));
    let none = _mm512_setzero_si512();
    // SAFETY: only lanes in bounds are loaded.
    unsafe { _mm512_mask_i32gather_epi32::<4>(none, in_bounds, index, table.as_ptr().cast()) }
}

/// Returns the lanes that have a child for the symbol of the step and have not used its cell.
#[inline]
#[target_feature(enable = "avx512f")]
fn allowed<const FORMAT: u8>(
    mask: Vector,
    used: Vector,
    high: Vector,
    step: VectorStep<Vector>,
) -> u32 {
    let mut lanes = _mm512_test_epi32_mask(mask, step.symbol);
    lanes = _mm512_mask_testn_epi32_mask(lanes, used, step.place);
    if FORMAT >= WIDE {
        lanes = _mm512_mask_testn_epi32_mask(lanes, high, step.high);
    }
    lanes.into()
}

/// Returns the slot of each lane's child for a symbol.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn child(mask: Vector, first: Vector, symbol: Vector) -> Vector {
    let lower = _mm512_sub_epi32(symbol, _mm512_set1_epi32(1));
    _mm512_add_epi32(first, _mm512_popcnt_epi32(_mm512_and_si512(mask, lower)))
}

/// Loads the masks and first children of nodes.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_nodes(nodes: &[Node], at: usize) -> (Vector, Vector) {
    let nodes = &nodes[at..at + LANES];
    // SAFETY: the slice is as long as two vectors, and a node is its mask and its first child.
    let (low, high) = unsafe {
        (
            _mm512_loadu_si512(nodes.as_ptr().cast()),
            _mm512_loadu_si512(nodes.as_ptr().add(8).cast()),
        )
    };
    let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    let odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    (
        _mm512_permutex2var_epi32(low, even, high),
        _mm512_permutex2var_epi32(low, odd, high),
    )
}

/// Returns the lanes in which two vectors have a bit in common.
#[inline]
#[target_feature(enable = "avx512f")]
fn any_bits(a: Vector, b: Vector) -> u32 {
    _mm512_test_epi32_mask(a, b).into()
}

/// Returns the lanes whose top bit is set.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn top_bits(vector: Vector) -> u32 {
    _mm512_movepi32_mask(vector).into()
}

/// Takes some lanes from one vector and the rest from another.
#[inline]
#[target_feature(enable = "avx512f")]
fn select(lanes: u32, a: Vector, b: Vector) -> Vector {
    _mm512_mask_mov_epi32(b, lanes as __mmask16, a)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn zero_but(lanes: u32, vector: Vector) -> Vector {
    _mm512_maskz_mov_epi32(lanes as __mmask16, vector)
}

/// Moves some lanes to the front.
#[inline]
#[target_feature(enable = "avx512f")]
fn compress(lanes: u32, vector: Vector) -> Vector {
    _mm512_maskz_compress_epi32(lanes as __mmask16, vector)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn all_lanes(bits: u32) -> Vector {
    _mm512_set1_epi32(bits as i32)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn and(vector: Vector, bits: i32) -> Vector {
    _mm512_and_si512(vector, _mm512_set1_epi32(bits))
}

/// Returns the bits that both vectors have.
#[inline]
#[target_feature(enable = "avx512f")]
fn and_both(a: Vector, b: Vector) -> Vector {
    _mm512_and_si512(a, b)
}

/// Returns the bits of the second vector that the first does not have.
#[inline]
#[target_feature(enable = "avx512f")]
fn and_not(a: Vector, b: Vector) -> Vector {
    _mm512_andnot_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn or(a: Vector, b: Vector) -> Vector {
    _mm512_or_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn shift_down<const BITS: u32>(vector: Vector) -> Vector {
    _mm512_srli_epi32::<BITS>(vector)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(column: &[u32], at: usize) -> Vector {
    let column = &column[at..at + LANES];
    // SAFETY: the slice is as long as a vector.
    unsafe { _mm512_loadu_si512(column.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_bytes(table: &[u8; 64]) -> Vector {
    // SAFETY: the table is as long as a vector.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

/// Writes a vector into a column.
///
/// # Safety
///
/// The column must have room for a vector at `at`.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store(column: &mut [u32], at: usize, vector: Vector) {
    debug_assert!(at + LANES <= column.len());
    // SAFETY: the caller made room.
    unsafe { _mm512_storeu_si512(column.as_mut_ptr().add(at).cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_paths(column: &[u64], at: usize) -> [Vector; PATH_VECTORS] {
    let column = &column[at..at + LANES];
    // SAFETY: the slice is as long as two vectors.
    unsafe {
        [
            _mm512_loadu_si512(column.as_ptr().cast()),
            _mm512_loadu_si512(column.as_ptr().add(8).cast()),
        ]
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn add_step(paths: [Vector; PATH_VECTORS], direction: usize) -> [Vector; PATH_VECTORS] {
    let step = _mm512_set1_epi64(direction as i64);
    [
        _mm512_or_si512(_mm512_slli_epi64::<3>(paths[0]), step),
        _mm512_or_si512(_mm512_slli_epi64::<3>(paths[1]), step),
    ]
}

/// Writes the paths of some lanes into a column.
///
/// # Safety
///
/// The column must have room for a vector of paths at `at`.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
unsafe fn store_paths(column: &mut [u64], at: usize, lanes: u32, paths: [Vector; PATH_VECTORS]) {
    let (low, high) = (lanes as u8, (lanes >> 8) as u8);
    let half = at + low.count_ones() as usize;
    debug_assert!(half + 8 <= column.len());
    // SAFETY: the caller made room.
    unsafe {
        let low = _mm512_maskz_compress_epi64(low, paths[0]);
        let high = _mm512_maskz_compress_epi64(high, paths[1]);
        _mm512_storeu_si512(column.as_mut_ptr().add(at).cast(), low);
        _mm512_storeu_si512(column.as_mut_ptr().add(half).cast(), high);
    }
}

/// Adds entries into the open cell with the faces of one symbol. The children of a node lie one
/// after the other, so their slots need no look-up.
///
/// # Safety
///
/// There must be room for [`MAX_FACES`] more entries and a vector.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
unsafe fn enter_children<const FORMAT: u8>(
    vectors: &mut OpenVectors,
    node: Node,
    used: u64,
    open: usize,
) {
    let format = StateFormat::from_const(FORMAT);
    let OpenVectors { entries, faces, .. } = vectors;
    let used = used | 1 << open;
    let place = _mm512_set1_epi32(format.place(used, open) as i32);
    let number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let mut first = node.first;
    for half in 0..2 {
        let children = (node.mask >> (16 * half)) as __mmask16;
        let entered = children & (faces.single >> (16 * half)) as __mmask16;
        let slots = _mm512_add_epi32(
            _mm512_set1_epi32(first as i32),
            _mm512_maskz_expand_epi32(children, number),
        );
        first += children.count_ones();
        let tags = load(&faces.face, 16 * half);
        let tagged = match FORMAT {
            SMALL => or(place, _mm512_slli_epi32::<TAG_SHIFT>(tags)),
            _ => place,
        };
        let at = entries.columns.len;
        // SAFETY: the caller made room.
        unsafe {
            let columns = &mut entries.columns;
            store(&mut columns.node, at, compress(entered.into(), slots));
            store(&mut columns.place, at, compress(entered.into(), tagged));
            if FORMAT != SMALL {
                store(&mut entries.tag, at, compress(entered.into(), tags));
            }
            if FORMAT >= WIDE {
                store(&mut columns.high, at, all_lanes((used >> 32) as u32));
                store(&mut columns.cell, at, all_lanes(open as u32));
            }
        }
        entries.columns.len += entered.count_ones() as usize;
    }
}
