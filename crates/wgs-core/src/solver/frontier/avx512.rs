//! The frontier search with AVX-512: sixteen states in a vector.

#![expect(unsafe_code, reason = "vector loads and stores take pointers")]

use std::arch::x86_64::*;

use super::{CHUNK, Columns, DIRECTIONS, Frontier, MOST_STEPS, Shape, TooLong};
use crate::layout::Layout;
use crate::lexicon::Node;
use crate::solver::Solver;

/// States in a vector.
const LANES: usize = 16;

const SMALL: u8 = 0;
const MEDIUM: u8 = 1;
const WIDE: u8 = 2;

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

pub(super) fn search(
    frontier: &mut Frontier,
    solver: &Solver<'_>,
    layout: &Layout,
    paths: bool,
) -> Result<(), TooLong> {
    assert!(is_supported(), "the engine was checked when the solver was made");
    // SAFETY: the processor has the instructions, as just asserted.
    unsafe {
        match (Shape::of(solver.directions.cells), paths) {
            (Shape::Small, false) => run::<SMALL, false>(frontier, solver, layout),
            (Shape::Small, true) => run::<SMALL, true>(frontier, solver, layout),
            (Shape::Medium, false) => run::<MEDIUM, false>(frontier, solver, layout),
            (Shape::Medium, true) => run::<MEDIUM, true>(frontier, solver, layout),
            (Shape::Wide, false) => run::<WIDE, false>(frontier, solver, layout),
            (Shape::Wide, true) => run::<WIDE, true>(frontier, solver, layout),
        }
    }
}

const fn shape(shape: u8) -> Shape {
    match shape {
        SMALL => Shape::Small,
        MEDIUM => Shape::Medium,
        _ => Shape::Wide,
    }
}

/// What a board looks like from each cell in each direction, as vectors.
struct View {
    /// What a step adds to the place; in [`WIDE`] the neighbour itself, in bytes.
    next: [[__m512i; 2]; DIRECTIONS],
    /// The neighbour's symbol as a bit; in [`WIDE`] its number, in bytes.
    symbol: [[__m512i; 2]; DIRECTIONS],
    /// The symbols around each cell.
    around: [__m512i; 4],
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn run<const SHAPE: u8, const PATHS: bool>(
    frontier: &mut Frontier,
    solver: &Solver<'_>,
    layout: &Layout,
) -> Result<(), TooLong> {
    let view = view::<SHAPE>(frontier, solver);
    frontier.start(solver, layout, shape(SHAPE), PATHS);
    loop {
        look::<SHAPE, PATHS>(frontier, solver, &view);
        if frontier.states.len == 0 {
            return Ok(());
        }
        let end = frontier.states.len;
        let start = end.saturating_sub(CHUNK);
        if PATHS && solver.directions.cells > MOST_STEPS + 1 {
            let longest = frontier.states.path[start..end].iter().max();
            if longest.is_some_and(|&path| path >> (6 + 3 * MOST_STEPS) != 0) {
                return Err(TooLong);
            }
        }
        expand::<SHAPE, PATHS>(frontier, solver, &view, start, end);
        if layout.has_wildcard {
            frontier.enter_wildcards(solver, start..end, shape(SHAPE), PATHS);
        }
        frontier.states.len = start;
    }
}

/// Prepares the tables of a board.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn view<const SHAPE: u8>(frontier: &mut Frontier, solver: &Solver<'_>) -> View {
    let zero = _mm512_setzero_si512();
    let mut view = View {
        next: [[zero; 2]; DIRECTIONS],
        symbol: [[zero; 2]; DIRECTIONS],
        around: [zero; 4],
    };
    let directions = &solver.directions;
    let tables = &mut frontier.tables;
    if SHAPE == SMALL && tables.wildcards == 0 {
        let symbols = load(&tables.symbols, 0);
        for direction in 0..DIRECTIONS {
            let places = load(&directions.places[direction], 0);
            let there = _mm512_test_epi32_mask(places, places);
            let cells = _mm512_srli_epi32::<16>(places);
            view.next[direction][0] = places;
            view.symbol[direction][0] = _mm512_maskz_permutexvar_epi32(there, cells, symbols);
            view.around[0] = _mm512_or_si512(view.around[0], view.symbol[direction][0]);
        }
        return view;
    }
    let mut around = [0; 64];
    for (direction, next) in directions.next.iter().enumerate() {
        let mut bits = [0u32; 64];
        let mut numbers = [0xffu8; 64];
        for (cell, &next) in next.iter().enumerate().take(directions.cells) {
            if let Some(&bit) = tables.symbols.get(usize::from(next)) {
                bits[cell] = bit;
                if bit != 0 {
                    numbers[cell] = bit.trailing_zeros() as u8;
                }
                let wild = tables.wildcards >> next & 1 != 0;
                around[cell] |= if wild { !0 >> 1 } else { bit };
            }
        }
        if SHAPE == WIDE {
            view.next[direction][0] = load_bytes(next);
            view.symbol[direction][0] = load_bytes(&numbers);
        } else {
            view.next[direction] = [
                load(&directions.places[direction], 0),
                load(&directions.places[direction], 1),
            ];
            view.symbol[direction] = [load(&bits, 0), load(&bits, 1)];
        }
    }
    tables.around = around;
    view.around = std::array::from_fn(|index| load(&tables.around, index));
    view
}

/// Looks up a 32-bit entry for each cell.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn look_up<const SHAPE: u8>(table: &[__m512i], cells: __m512i) -> __m512i {
    match SHAPE {
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

/// Looks up a byte for each cell.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn look_up_byte(table: __m512i, cells: __m512i) -> __m512i {
    _mm512_maskz_permutexvar_epi8(0x1111_1111_1111_1111, cells, table)
}

/// The first pass: from states to candidates.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn expand<const SHAPE: u8, const PATHS: bool>(
    frontier: &mut Frontier,
    solver: &Solver<'_>,
    view: &View,
    start: usize,
    end: usize,
) {
    let one = _mm512_set1_epi32(1);
    let states = &frontier.states;
    let candidates = &mut frontier.candidates;
    candidates.make_room((end - start) * DIRECTIONS, shape(SHAPE), PATHS);
    let mut count = 0;
    let mut index = start;
    while index < end {
        let live = lanes(end - index);
        let mask = _mm512_maskz_mov_epi32(live, load_at(&states.node, index));
        let first = load_at(&states.first, index);
        let place = load_at(&states.place, index);
        let (used, high, cells) = match SHAPE {
            SMALL => (
                _mm512_and_si512(place, _mm512_set1_epi32(0xffff)),
                place,
                _mm512_srli_epi32::<16>(place),
            ),
            MEDIUM => (
                _mm512_and_si512(place, _mm512_set1_epi32(0x7ff_ffff)),
                place,
                _mm512_srli_epi32::<27>(place),
            ),
            _ => (
                place,
                load_at(&states.high, index),
                load_at(&states.cell, index),
            ),
        };
        let paths = if PATHS {
            [
                _mm512_slli_epi64::<3>(load_at_u64(&states.path, index)),
                _mm512_slli_epi64::<3>(load_at_u64(&states.path, index + 8)),
            ]
        } else {
            [mask; 2]
        };
        for direction in 0..solver.directions.count {
            let next;
            let mut next_high = one;
            let symbol;
            let mut go;
            if SHAPE == WIDE {
                let cell = look_up_byte(view.next[direction][0], cells);
                symbol = _mm512_sllv_epi32(one, look_up_byte(view.symbol[direction][0], cells));
                next = _mm512_sllv_epi32(one, cell);
                next_high =
                    _mm512_sllv_epi32(one, _mm512_sub_epi32(cell, _mm512_set1_epi32(32)));
                go = _mm512_test_epi32_mask(mask, symbol);
                go = _mm512_mask_testn_epi32_mask(go, used, next);
                go = _mm512_mask_testn_epi32_mask(go, high, next_high);
                // SAFETY: room was made for eight candidates of each state.
                unsafe { store(&mut candidates.cell, count, _mm512_maskz_compress_epi32(go, cell)) };
            } else {
                next = look_up::<SHAPE>(&view.next[direction], cells);
                symbol = look_up::<SHAPE>(&view.symbol[direction], cells);
                go = _mm512_test_epi32_mask(mask, symbol);
                go = _mm512_mask_testn_epi32_mask(go, used, next);
            }
            let lower = _mm512_and_si512(mask, _mm512_sub_epi32(symbol, one));
            let slot = _mm512_add_epi32(first, _mm512_popcnt_epi32(lower));
            // SAFETY: room was made for eight candidates of each state.
            unsafe {
                store(&mut candidates.node, count, _mm512_maskz_compress_epi32(go, slot));
                let place = _mm512_or_si512(used, next);
                store(&mut candidates.place, count, _mm512_maskz_compress_epi32(go, place));
                if SHAPE == WIDE {
                    let high = _mm512_or_si512(high, next_high);
                    store(&mut candidates.high, count, _mm512_maskz_compress_epi32(go, high));
                }
                if PATHS {
                    let step = _mm512_set1_epi64(direction as i64);
                    store_paths(&mut candidates.path, count, go, paths, step);
                }
            }
            count += go.count_ones() as usize;
        }
        index += LANES;
    }
    candidates.len = count;
}

/// The second pass: from candidates to words and states.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn look<const SHAPE: u8, const PATHS: bool>(
    frontier: &mut Frontier,
    solver: &Solver<'_>,
    view: &View,
) {
    let nodes = solver.lexicon.nodes();
    let Frontier {
        states,
        candidates,
        words,
        tables,
        ..
    } = frontier;
    let total = candidates.len;
    states.make_room(states.len + total, shape(SHAPE), PATHS);
    words.make_room(words.len + total, shape(SHAPE), PATHS);
    let none = _mm512_setzero_si512();
    let mut index = 0;
    while index < total {
        let mut live = lanes(total - index);
        let mut slots = _mm512_maskz_mov_epi32(live, load_at(&candidates.node, index));
        let place = load_at(&candidates.place, index);
        let (high, cells) = match SHAPE {
            SMALL => (place, _mm512_srli_epi32::<16>(place)),
            MEDIUM => (place, _mm512_srli_epi32::<27>(place)),
            _ => (
                load_at(&candidates.high, index),
                load_at(&candidates.cell, index),
            ),
        };
        // SAFETY: candidates are slots of the lexicon, and lanes without one ask for slot 0.
        let (mut mask, mut first) = unsafe { gather(nodes, slots) };
        for more in &tables.more {
            // SAFETY: a live lane's cell is below 64; the others are made to ask for cell 0.
            let symbol = unsafe {
                let cells = _mm512_maskz_mov_epi32(live, cells);
                _mm512_i32gather_epi32::<4>(cells, more.as_ptr().cast())
            };
            let goes_on = _mm512_mask_test_epi32_mask(live, symbol, symbol);
            if goes_on == 0 {
                continue;
            }
            let can = _mm512_mask_test_epi32_mask(goes_on, mask, symbol);
            live &= !(goes_on & !can);
            let lower = _mm512_sub_epi32(symbol, _mm512_set1_epi32(1));
            let rank = _mm512_popcnt_epi32(_mm512_and_si512(mask, lower));
            slots = _mm512_mask_add_epi32(slots, can, first, rank);
            // SAFETY: each lane asks for a slot it had or for an existing child of one.
            (mask, first) = unsafe { gather(nodes, slots) };
        }
        let paths = if PATHS {
            [
                load_at_u64(&candidates.path, index),
                load_at_u64(&candidates.path, index + 8),
            ]
        } else {
            [none; 2]
        };
        let is_word = _mm512_movepi32_mask(mask) & live;
        let around = look_up::<SHAPE>(&view.around, cells);
        let goes_on = _mm512_mask_test_epi32_mask(live, mask, around);
        // SAFETY: room was made for all candidates in both.
        unsafe {
            store(&mut words.node, words.len, _mm512_maskz_compress_epi32(is_word, slots));
            if PATHS && is_word != 0 {
                put_place::<SHAPE>(words, is_word, place, high, cells);
                store_paths(&mut words.path, words.len, is_word, paths, none);
            }
            words.len += is_word.count_ones() as usize;

            store(&mut states.node, states.len, _mm512_maskz_compress_epi32(goes_on, mask));
            store(&mut states.first, states.len, _mm512_maskz_compress_epi32(goes_on, first));
            put_place::<SHAPE>(states, goes_on, place, high, cells);
            if PATHS {
                store_paths(&mut states.path, states.len, goes_on, paths, none);
            }
            states.len += goes_on.count_ones() as usize;
        }
        index += LANES;
    }
}

/// Puts the places of some lanes at the end of columns.
///
/// # Safety
///
/// There must be room for a vector behind the end.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn put_place<const SHAPE: u8>(
    columns: &mut Columns,
    lanes: __mmask16,
    place: __m512i,
    high: __m512i,
    cells: __m512i,
) {
    // SAFETY: the caller made room.
    unsafe {
        let at = columns.len;
        store(&mut columns.place, at, _mm512_maskz_compress_epi32(lanes, place));
        if SHAPE == WIDE {
            store(&mut columns.high, at, _mm512_maskz_compress_epi32(lanes, high));
            store(&mut columns.cell, at, _mm512_maskz_compress_epi32(lanes, cells));
        }
    }
}

/// Puts the paths of some lanes, with a step added to each, at a place in a column.
///
/// # Safety
///
/// There must be room for a vector behind the place.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store_paths(
    column: &mut [u64],
    at: usize,
    lanes: __mmask16,
    paths: [__m512i; 2],
    step: __m512i,
) {
    let (low, high) = (lanes as u8, (lanes >> 8) as u8);
    let half = at + low.count_ones() as usize;
    debug_assert!(half + 8 <= column.len());
    // SAFETY: the caller made room.
    unsafe {
        let first = _mm512_maskz_compress_epi64(low, _mm512_or_si512(paths[0], step));
        let second = _mm512_maskz_compress_epi64(high, _mm512_or_si512(paths[1], step));
        _mm512_storeu_si512(column.as_mut_ptr().add(at).cast(), first);
        _mm512_storeu_si512(column.as_mut_ptr().add(half).cast(), second);
    }
}

/// Loads the masks and first children of nodes.
///
/// # Safety
///
/// Every lane must be the index of a node.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
unsafe fn gather(nodes: &[Node], slots: __m512i) -> (__m512i, __m512i) {
    let base = nodes.as_ptr().cast();
    // SAFETY: every lane is in bounds, and a node is eight bytes, aligned.
    let (low, high) = unsafe {
        (
            _mm512_i32gather_epi64::<8>(_mm512_castsi512_si256(slots), base),
            _mm512_i32gather_epi64::<8>(_mm512_extracti64x4_epi64::<1>(slots), base),
        )
    };
    let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    let odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    (
        _mm512_permutex2var_epi32(low, even, high),
        _mm512_permutex2var_epi32(low, odd, high),
    )
}

/// A mask of the first lanes.
#[inline]
fn lanes(count: usize) -> __mmask16 {
    if count >= LANES {
        !0
    } else {
        (1 << count) - 1
    }
}

/// Loads a vector's worth of a table.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(table: &[u32; 64], vector: usize) -> __m512i {
    load_at(table, vector * LANES)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_bytes(table: &[u8; 64]) -> __m512i {
    // SAFETY: the table is as long as a vector.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_at(column: &[u32], at: usize) -> __m512i {
    let column = &column[at..at + LANES];
    // SAFETY: the slice is as long as a vector.
    unsafe { _mm512_loadu_si512(column.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_at_u64(column: &[u64], at: usize) -> __m512i {
    let column = &column[at..at + LANES / 2];
    // SAFETY: the slice is as long as a vector.
    unsafe { _mm512_loadu_si512(column.as_ptr().cast()) }
}

/// Writes a vector into a column.
///
/// # Safety
///
/// There must be room for a vector behind the place.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store(column: &mut [u32], at: usize, vector: __m512i) {
    debug_assert!(at + LANES <= column.len());
    // SAFETY: the caller made room.
    unsafe { _mm512_storeu_si512(column.as_mut_ptr().add(at).cast(), vector) }
}
