// Makes the neighbours of boards, leaves out those that were met before, and lists those with the values that
// are wanted. `score.wgsl` searches them.
//
// A search is a change of a board: a cell gets another face, or two cells swap their faces. Boards are
// numbers of faces here and not codes of tiles, because different faces can have the same code.

const NO_CELL = 0xffu;
// Marks a listed neighbour that needs more memory; its value is not known.
const INCOMPLETE = 0x80000000u;

// The elements of a request: its faces, four in each; the lowest and the highest value that are wanted; and the
// two halves of its history.
const REQUEST = ELEMENTS + 4u;

struct Found {
    count: atomic<u32>,
    // The number of neighbours that were left out because they were met before.
    met: atomic<u32>,
    // The searches and their values. There is room for all of them.
    neighbours: array<vec2<u32>>,
}

// What is remembered of a board: the part of its hash that tells it from others. If two boards are written to a place
// at the same time, it may have one half of each. A board that was not met has this hash with a probability of 2^-64.
struct MetBoard {
    low: atomic<u32>,
    high: atomic<u32>,
}

@group(0) @binding(6) var<storage, read_write> found: Found;
// A cell, and either a face for it or another cell to swap with.
@group(0) @binding(7) var<storage, read> changes: array<u32>;
// The boards that were met, each in the place that its hash names, until another board needs the place. The
// number of places is a power of two.
@group(0) @binding(8) var<storage, read_write> met_boards: array<MetBoard>;

var<workgroup> faces: array<u32, CELLS>;
var<workgroup> hashes: array<vec3<u32>, MAX_PERMUTATIONS>;
var<workgroup> is_met: u32;

fn request_of(search: u32) -> u32 {
    return search / batch.changes * REQUEST;
}

fn face_in_request(request: u32, cell: u32) -> u32 {
    return byte(boards[request + cell / 4u], cell);
}

// The face of a cell after a change.
fn changed_face(request: u32, change: u32, cell: u32) -> u32 {
    let a = change & 0xffu;
    let b = (change >> 8u) & 0xffu;
    if (cell == a) {
        if (b == NO_CELL) {
            return (change >> 16u) & 0xffu;
        }
        return face_in_request(request, b);
    }
    if (cell == b) {
        return face_in_request(request, a);
    }
    return face_in_request(request, cell);
}

// The first search of a board is the board itself.
fn is_board_itself(change: u32) -> bool {
    return (change & 0xffu) == NO_CELL;
}

fn mixed(value: u32, a: u32, b: u32) -> u32 {
    var bits = value;
    bits = (bits ^ (bits >> 16u)) * a;
    bits = (bits ^ (bits >> 15u)) * b;
    return bits ^ (bits >> 16u);
}

// Continues a hash with an element. Each of the three parts uses different constants, so that boards that agree in one
// part differ in the others.
fn continued(hash: vec3<u32>, element: u32) -> vec3<u32> {
    return vec3<u32>(
        mixed(hash.x ^ element, 0x7feb352du, 0x846ca68bu),
        mixed(hash.y ^ element, 0x85ebca6bu, 0xc2b2ae35u),
        mixed(hash.z ^ element, 0x21f0aaadu, 0xd35a2d97u),
    );
}

// The hash of the image of the board under a permutation: what its place depends on, and the two numbers that are
// stored there. The history comes first and is mixed like the tiles, or a board of one history could look like a
// similar one of another.
fn image_hash(permutation: u32, history: vec2<u32>) -> vec3<u32> {
    var hash = continued(vec3<u32>(0x9e3779b9u, 0x3c6ef372u, 0xdaa66d2bu), history.x);
    hash = continued(hash, history.y);
    for (var element = 0u; element < ELEMENTS; element += 1u) {
        let cells = batch.permutations[permutation * 4u + element / 4u][element % 4u];
        var tiles = 0u;
        for (var at = 0u; at < 4u && element * 4u + at < CELLS; at += 1u) {
            tiles |= faces[byte(cells, at)] << (8u * at);
        }
        hash = continued(hash, tiles);
    }
    return hash;
}

// Returns whether the board was met before, and remembers it. Its canonical form is the image with the smallest hash,
// so that all images of a board are the same one.
fn check_and_remember(permutations: u32) -> u32 {
    var hash = hashes[0];
    for (var at = 1u; at < permutations; at += 1u) {
        if (hashes[at].x < hash.x) {
            hash = hashes[at];
        }
    }
    let place = hash.x & (arrayLength(&met_boards) - 1u);
    let low = atomicLoad(&met_boards[place].low);
    let high = atomicLoad(&met_boards[place].high);
    if (low == hash.y && high == hash.z) {
        atomicAdd(&found.met, 1u);
        return 1u;
    }
    atomicStore(&met_boards[place].low, hash.y);
    atomicStore(&met_boards[place].high, hash.z);
    return 0u;
}

// Places a neighbour. Returns false if it is the same as its board, or was met before.
fn place_board(search: u32, thread: u32) -> bool {
    let request = request_of(search);
    let change = changes[search % batch.changes];
    let a = change & 0xffu;
    if (!is_board_itself(change) && changed_face(request, change, a) == face_in_request(request, a)) {
        return false;
    }
    for (var cell = thread; cell < CELLS; cell += THREADS) {
        let face = changed_face(request, change, cell);
        faces[cell] = face;
        codes[cell] = face_code(face);
    }
    if (is_board_itself(change)) {
        return true;
    }
    workgroupBarrier();
    if (thread < batch.permutation_count) {
        let history = vec2<u32>(boards[request + ELEMENTS + 2u], boards[request + ELEMENTS + 3u]);
        hashes[thread] = image_hash(thread, history);
    }
    workgroupBarrier();
    if (thread == 0u) {
        is_met = check_and_remember(batch.permutation_count);
    }
    return workgroupUniformLoad(&is_met) == 0u;
}

fn write_score(search: u32, is_complete: bool, board_words: u32, value: u32) {
    let request = request_of(search);
    let lowest = boards[request + ELEMENTS];
    let highest = boards[request + ELEMENTS + 1u];
    let is_wanted = (lowest <= value && value <= highest) || is_board_itself(changes[search % batch.changes]);
    if (!is_complete) {
        found.neighbours[atomicAdd(&found.count, 1u)] = vec2<u32>(search | INCOMPLETE, 0u);
    } else if (is_wanted) {
        found.neighbours[atomicAdd(&found.count, 1u)] = vec2<u32>(search, value);
    }
}
