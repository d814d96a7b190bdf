// Counts what a search does, for `wgs bench --device gpu`. `scores.wgsl` scores the boards.

// The elements of a result: the score and the counts.
const RESULT = 4u;

var<private> rounds: u32;
var<private> states: u32;
var<private> passes: u32;
var<private> steps: u32;
var<private> deepest: u32;

fn begin_counts() {
    rounds = 0u;
    states = 0u;
    passes = 0u;
    steps = 0u;
    deepest = 0u;
}

// Counts the states that were taken from the stack.
fn count_states(taken_states: vec2<u32>) {
    rounds += 1u;
    states += taken_states.y;
    deepest = max(deepest, taken_states.x + taken_states.y);
}

// Counts the candidates that are entered next. All threads are needed for each pass over them.
fn count_candidates() {
    let count = atomicLoad(&candidate_count);
    passes += (count + THREADS - 1u) / THREADS;
    steps += count;
}

fn write_counts(search: u32) {
    scores[search * RESULT + 1u] = vec2<u32>(rounds, states);
    scores[search * RESULT + 2u] = vec2<u32>(passes, steps);
    scores[search * RESULT + 3u] = vec2<u32>(deepest, 0u);
}
