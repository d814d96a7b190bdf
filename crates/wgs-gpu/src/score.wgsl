// Searches one board after another, each with the threads of one workgroup. `scores.wgsl` or `neighbours.wgsl`
// follows, which says what the boards are (`place_board`) and what becomes of their scores (`write_score`). `shader.rs`
// puts the declarations of what depends on the grid and the memory in front of this text:
//
// - `THREADS`, the threads of a workgroup; `CELLS`, the cells of the grid; `ROUNDS`, how often eight
//   neighbours of a cell are looked at; `CANDIDATES`, `STACK` and `TABLE`, the sizes of the lists below;
//   `MAX_PERMUTATIONS`, the number of permutations that there is room for;
// - `CellSet`, a set of cells, with `EMPTY_SET`, `cell_set`, `with_cell`, `without_cell`, `first_cell`,
//   `difference` and `is_empty`;
// - `begin_counts`, `count_states`, `count_candidates` and `write_counts`, which do nothing unless `profile.wgsl` follows too;
// - `stack` and `table` in the memory of the workgroup or of the device, with `place_lists` and
//   `synchronise`.
//
// The search is breadth first within limits: it takes up to `THREADS` states from the top of a
// stack, finds the steps they allow (candidates), loads the nodes of the candidates, counts their
// words, and puts the states that can go on back on the stack. A table holds the words that
// the board has so far, so that each counts once.

const WORD = 0x80000000u;
const SYMBOLS = 0x7fffffffu;
// A packed slot: the node in the lower bits, the cell above them.
const CELL_SHIFT = 26u;
const SLOT = 0x03ffffffu;
// Codes of tiles from here on are numbers of tiles with several symbols.
const FIRST_LONG_TILE = 32u;
const NO_SLOT = 0xffffffffu;
// How far the search for a place in the table goes.
const PROBES = 64u;
// The elements of a board that has one byte for each cell.
const ELEMENTS = (CELLS + 3u) / 4u;

struct Batch {
    // The first search, and the one after the last.
    first: u32,
    end: u32,
    // For neighbours: the number of changes of each board, and of permutations that keep the grid.
    changes: u32,
    permutation_count: u32,
    // The neighbours of each cell, in the first two components.
    neighbours: array<vec4<u32>, 64>,
    // Tiles with several symbols, two in each element: the first symbol and the number of the others, then the
    // others.
    long_tiles: array<vec4<u32>, 112>,
    // The code of each face, as bytes.
    face_codes: array<vec4<u32>, 16>,
    // For neighbours: the cells of each permutation, as bytes.
    permutations: array<vec4<u32>, 4u * MAX_PERMUTATIONS>,
}

struct State {
    // The symbols of the children.
    symbols: u32,
    // The first child, and the cell.
    packed: u32,
    used: CellSet,
}

struct Candidate {
    packed: u32,
    used: CellSet,
}

@group(0) @binding(0) var<uniform> batch: Batch;
@group(0) @binding(1) var<storage, read> nodes: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read> boards: array<u32>;

// The neighbours of each cell.
var<workgroup> neighbours: array<CellSet, CELLS>;
// The code of the tile on each cell, its first symbol, and the symbols of its neighbours.
var<workgroup> codes: array<u32, CELLS>;
var<workgroup> first_symbols: array<u32, CELLS>;
var<workgroup> around: array<u32, CELLS>;

var<workgroup> candidates: array<Candidate, CANDIDATES>;
var<workgroup> candidate_count: atomic<u32>;
var<workgroup> stack_length: atomic<u32>;
var<workgroup> has_overflowed: atomic<u32>;
var<workgroup> total_words: atomic<u32>;
var<workgroup> total_values: atomic<u32>;
// The start and the number of the states that were taken from the stack.
var<workgroup> taken: vec2<u32>;

var<private> words: u32;
var<private> value_sum: u32;

// One of the four bytes of a number.
fn byte(bytes: u32, index: u32) -> u32 {
    return (bytes >> (8u * (index % 4u))) & 0xffu;
}

// The code of a face.
fn face_code(face: u32) -> u32 {
    return byte(batch.face_codes[face / 16u][face / 4u % 4u], face);
}

fn long_tile(code: u32) -> vec2<u32> {
    let index = code - FIRST_LONG_TILE;
    let tiles = batch.long_tiles[index / 2u];
    return select(tiles.xy, tiles.zw, index % 2u == 1u);
}

fn first_symbol(code: u32) -> u32 {
    if (code < FIRST_LONG_TILE) {
        return code;
    }
    return long_tile(code).x & 0xffu;
}

fn child(node: vec2<u32>, symbol: u32) -> u32 {
    return node.y + countOneBits(node.x & ((1u << symbol) - 1u));
}

// The slot after the other symbols of a tile, or NO_SLOT.
fn follow(start: u32, code: u32) -> u32 {
    let tile = long_tile(code);
    var slot = start;
    var rest = tile.y;
    for (var more = tile.x >> 8u; more > 0u; more -= 1u) {
        let node = nodes[slot];
        let symbol = rest & 31u;
        rest >>= 5u;
        if ((((node.x & SYMBOLS) >> symbol) & 1u) == 0u) {
            return NO_SLOT;
        }
        slot = child(node, symbol);
    }
    return slot;
}

// Counts a word unless the board has it already.
fn count_word(slot: u32) {
    var at = (slot * 0x9e3779b1u) >> (32u - TABLE_BITS);
    // Each word has its own order of places. If all went on to the next place, a table that is nearly full would have long
    // runs of used ones. An odd number leads to all places.
    let step = ((slot * 0x85ebca6bu) >> 16u) | 1u;
    for (var probe = 0u; probe < PROBES; probe += 1u) {
        let known = atomicLoad(&table[table_start + at]);
        if (known == slot) {
            return;
        }
        if (known == 0u) {
            let exchange = atomicCompareExchangeWeak(&table[table_start + at], 0u, slot);
            if (exchange.exchanged) {
                words += 1u;
                value_sum += values[slot];
                return;
            }
            if (exchange.old_value == slot) {
                return;
            }
            if (exchange.old_value == 0u) {
                // A weak exchange may fail spuriously; try the same place again.
                continue;
            }
        }
        at = (at + step) % TABLE;
    }
    atomicStore(&has_overflowed, 1u);
}

fn add_candidate(slot: u32, cell: u32, used: CellSet) {
    let at = atomicAdd(&candidate_count, 1u);
    candidates[at].packed = slot | (cell << CELL_SHIFT);
    candidates[at].used = used;
}

// Enters the cell of a candidate: counts the word there, and keeps the state if it can go on.
fn enter(candidate: Candidate) {
    var slot = candidate.packed & SLOT;
    let cell = candidate.packed >> CELL_SHIFT;
    let code = codes[cell];
    if (code >= FIRST_LONG_TILE) {
        slot = follow(slot, code);
        if (slot == NO_SLOT) {
            return;
        }
    }
    let node = nodes[slot];
    if ((node.x & WORD) != 0u) {
        count_word(slot);
    }
    let symbols = node.x & SYMBOLS;
    if ((symbols & around[cell]) != 0u) {
        let at = atomicAdd(&stack_length, 1u);
        if (at < STACK) {
            stack[stack_start + at].symbols = symbols;
            stack[stack_start + at].packed = node.y | (cell << CELL_SHIFT);
            stack[stack_start + at].used = candidate.used;
        } else {
            atomicStore(&has_overflowed, 1u);
        }
    }
}

fn enter_candidates(thread: u32) {
    let count = atomicLoad(&candidate_count);
    for (var at = thread; at < count; at += THREADS) {
        enter(candidates[at]);
    }
}

// Begins the search of the board that was placed.
fn begin(thread: u32) {
    for (var cell = thread; cell < CELLS; cell += THREADS) {
        first_symbols[cell] = first_symbol(codes[cell]);
    }
    for (var at = thread; at < TABLE; at += THREADS) {
        atomicStore(&table[table_start + at], 0u);
    }
    if (thread == 0u) {
        atomicStore(&candidate_count, 0u);
        atomicStore(&stack_length, 0u);
        atomicStore(&has_overflowed, 0u);
        atomicStore(&total_words, 0u);
        atomicStore(&total_values, 0u);
    }
    words = 0u;
    value_sum = 0u;
    synchronise();
    let root = nodes[0];
    for (var cell = thread; cell < CELLS; cell += THREADS) {
        var open = neighbours[cell];
        var symbols = 0u;
        while (!is_empty(open)) {
            let next = first_cell(open);
            open = without_cell(open, next);
            symbols |= 1u << first_symbols[next];
        }
        // The bit of empty cells is not a symbol.
        around[cell] = symbols & SYMBOLS;
        let symbol = first_symbols[cell];
        if ((((root.x & SYMBOLS) >> symbol) & 1u) != 0u) {
            add_candidate(child(root, symbol), cell, with_cell(EMPTY_SET, cell));
        }
    }
    synchronise();
    enter_candidates(thread);
}

// Takes states from the top of the stack. Returns where they start, and how many there are.
fn take_states(thread: u32) -> vec2<u32> {
    synchronise();
    if (thread == 0u) {
        let length = atomicLoad(&stack_length);
        let count = select(min(length, THREADS), 0u, atomicLoad(&has_overflowed) != 0u);
        taken = vec2<u32>(length - count, count);
        atomicStore(&stack_length, length - count);
        atomicStore(&candidate_count, 0u);
    }
    return workgroupUniformLoad(&taken);
}

@compute @workgroup_size(THREADS)
fn score(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    place_lists(group.x);
    for (var cell = thread; cell < CELLS; cell += THREADS) {
        neighbours[cell] = cell_set(batch.neighbours[cell].xy);
    }
    for (var search = batch.first + group.x; search < batch.end; search += groups.x) {
        if (!place_board(search, thread)) {
            continue;
        }
        begin_counts();
        begin(thread);
        loop {
            let states = take_states(thread);
            if (states.y == 0u) {
                break;
            }
            count_states(states);
            var state: State;
            var open = EMPTY_SET;
            if (thread < states.y) {
                state = stack[stack_start + states.x + thread];
                open = difference(neighbours[state.packed >> CELL_SHIFT], state.used);
            }
            let first = vec2<u32>(state.symbols, state.packed & SLOT);
            for (var round = 0u; round < ROUNDS; round += 1u) {
                for (var seen = 0u; seen < 8u && !is_empty(open); seen += 1u) {
                    let cell = first_cell(open);
                    open = without_cell(open, cell);
                    let symbol = first_symbols[cell];
                    if (((state.symbols >> symbol) & 1u) != 0u) {
                        add_candidate(child(first, symbol), cell, with_cell(state.used, cell));
                    }
                }
                synchronise();
                count_candidates();
                enter_candidates(thread);
                if (ROUNDS > 1u) {
                    synchronise();
                    if (thread == 0u) {
                        atomicStore(&candidate_count, 0u);
                    }
                    synchronise();
                }
            }
        }
        atomicAdd(&total_words, words);
        atomicAdd(&total_values, value_sum);
        synchronise();
        if (thread == 0u) {
            let is_complete = atomicLoad(&has_overflowed) == 0u;
            write_score(search, is_complete, atomicLoad(&total_words), atomicLoad(&total_values));
        }
        // The next board begins with the same memory.
        synchronise();
    }
}
