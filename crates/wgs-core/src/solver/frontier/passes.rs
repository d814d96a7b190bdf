//! The two passes of the frontier search for vectors of any width, written once.
//!
//! A vector engine is a module that defines a few operations on its vectors and expands
//! [`passes!`], which writes the loops with the engine's instructions switched on. Functions
//! for certain processors cannot be trait methods, so this is a macro and not a trait.
//!
//! The module defines, all with the same instructions switched on:
//!
//! | name | what |
//! |---|---|
//! | `Vector`, `LANES`, `View` | a vector of 32-bit lanes, how many there are, a board's tables |
//! | `view`, `large_view` | make the tables of a board |
//! | `step` | what lies in a direction of each lane's cell |
//! | `around` | the symbols around each lane's cell |
//! | `allowed` | which lanes can take a step |
//! | `child` | the slot of each lane's child for a symbol |
//! | `gather` | the masks and first children of nodes |
//! | `look_up` | entries of a table in memory, 0 for lanes that ask beyond it |
//! | `load`, `store`, `zero_but`, `compress`, `select`, `all_lanes`, `any_bits`, `top_bits`, `and`, `or`, `shift_down` | the obvious |
//! | `Paths`, `load_paths`, `add_step`, `store_paths` | packed paths, 64 bits each |

use super::vectors::Shape;

pub(super) const SMALL: u8 = 0;
pub(super) const MEDIUM: u8 = 1;
pub(super) const WIDE: u8 = 2;
pub(super) const LARGE: u8 = 3;

pub(super) const fn shape(shape: u8) -> Shape {
    match shape {
        SMALL => Shape::Small,
        MEDIUM => Shape::Medium,
        WIDE => Shape::Wide,
        _ => Shape::Large,
    }
}

/// What lies in one direction of the cells of a vector.
#[derive(Clone, Copy)]
pub(super) struct Step<V> {
    /// The neighbour's symbol as a bit, 0 where no word can go.
    pub(super) symbol: V,
    /// What the neighbour adds to a place.
    pub(super) place: V,
    /// From [`WIDE`] on, what it adds to the used cells from 32 on.
    pub(super) high: V,
    /// From [`WIDE`] on, the neighbour.
    pub(super) cell: V,
}

/// Expands to `run`, which searches one board.
macro_rules! passes {
    ($features:literal) => {
        /// Searches one board.
        #[target_feature(enable = $features)]
        fn run<const SHAPE: u8, const PATHS: bool, const TAPE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            take: &mut Taker<'_>,
        ) -> Result<(), TooLong> {
            vectors.start(solver, layout, !0, shape(SHAPE), PATHS);
            go_on::<SHAPE, PATHS, TAPE>(vectors, solver, layout, take)
        }

        /// Searches from the candidates to the end.
        #[target_feature(enable = $features)]
        fn go_on<const SHAPE: u8, const PATHS: bool, const TAPE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            take: &mut Taker<'_>,
        ) -> Result<(), TooLong> {
            let view = view::<SHAPE>(&mut vectors.tables, &solver.directions);
            loop {
                look::<SHAPE, PATHS, TAPE>(vectors, solver, &view);
                if vectors.states.len == 0 {
                    vectors.hand_over::<PATHS>(solver, take);
                    return Ok(());
                }
                if vectors.words.len >= PART {
                    vectors.hand_over::<PATHS>(solver, take);
                }
                let end = vectors.states.len;
                let start = end.saturating_sub(CHUNK);
                if PATHS && solver.directions.cells > MAX_STEPS + 1 {
                    check_paths(&vectors.states.path[start..end])?;
                }
                expand::<SHAPE, PATHS>(vectors, &view, start, end);
                if layout.has_wildcard {
                    vectors.enter_wildcards(solver, start..end, shape(SHAPE), PATHS);
                }
                vectors.states.len = start;
            }
        }

        /// Searches a large board from the cells that are candidates, level by level.
        #[target_feature(enable = $features)]
        fn run_large(vectors: &mut Vectors, solver: &Prepared, view: &View<'_>) {
            for level in 1.. {
                look::<LARGE, true, false>(vectors, solver, view);
                let end = vectors.states.len;
                if level == LEVELS || end == 0 {
                    return;
                }
                expand::<LARGE, true>(vectors, view, 0, end);
                vectors.states.len = 0;
            }
        }

        /// Searches a large board from the cells that are candidates.
        pub(super) fn search_large(vectors: &mut Vectors, solver: &Prepared, large: &Large) {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe { run_large(vectors, solver, &large_view(large)) }
        }

        /// The first pass: from states to candidates.
        #[target_feature(enable = $features)]
        fn expand<const SHAPE: u8, const PATHS: bool>(
            vectors: &mut Vectors,
            view: &View<'_>,
            start: usize,
            end: usize,
        ) {
            let states = &vectors.states;
            let candidates = &mut vectors.candidates;
            candidates.make_room((end - start) * DIRECTIONS, shape(SHAPE), PATHS);
            let mut count = 0;
            let mut index = start;
            while index < end {
                // A lane beyond the end has no children and so takes no step.
                let mask = zero_but(first_lanes(end - index), load(&states.node, index));
                let first = load(&states.first, index);
                let place = load(&states.place, index);
                let (used, high, cells) = match SHAPE {
                    SMALL => (and(place, 0xffff), place, shift_down::<16>(place)),
                    MEDIUM => (and(place, 0x7ff_ffff), place, shift_down::<27>(place)),
                    _ => (place, load(&states.high, index), load(&states.cell, index)),
                };
                let paths = if PATHS {
                    load_paths(&states.path, index)
                } else {
                    [place; PATH_VECTORS]
                };
                let mut go = |direction: usize| {
                    let step = step::<SHAPE>(view, direction, cells);
                    let lanes = allowed::<SHAPE>(mask, used, high, step);
                    let slots = child(mask, first, step.symbol);
                    // SAFETY: room was made for eight candidates of each state and a vector.
                    unsafe {
                        put_step::<SHAPE>(candidates, count, lanes, slots, used, high, step);
                        if PATHS {
                            let paths = add_step(paths, direction);
                            store_paths(&mut candidates.path, count, lanes, paths);
                        }
                    }
                    count += lanes.count_ones() as usize;
                };
                // Written out, so that the tables stay in registers where they fit.
                go(0);
                go(1);
                go(2);
                go(3);
                go(4);
                go(5);
                go(6);
                go(7);
                index += LANES;
            }
            candidates.len = count;
        }

        /// Puts the candidates of some lanes, which take a step, into columns.
        ///
        /// # Safety
        ///
        /// There must be room for a vector behind the place.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn put_step<const SHAPE: u8>(
            candidates: &mut Columns,
            at: usize,
            lanes: u32,
            slots: Vector,
            used: Vector,
            high: Vector,
            step: Step<Vector>,
        ) {
            // SAFETY: the caller made room.
            unsafe {
                store(&mut candidates.node, at, compress(lanes, slots));
                let place = or(used, step.place);
                store(&mut candidates.place, at, compress(lanes, place));
                if SHAPE >= WIDE {
                    let high = or(high, step.high);
                    store(&mut candidates.high, at, compress(lanes, high));
                    store(&mut candidates.cell, at, compress(lanes, step.cell));
                }
            }
        }

        /// The second pass: from candidates to words and states.
        #[target_feature(enable = $features)]
        fn look<const SHAPE: u8, const PATHS: bool, const TAPE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            view: &View<'_>,
        ) {
            let nodes = solver.lexicon.nodes();
            let Vectors {
                states,
                candidates,
                words,
                tables,
                tape,
                ..
            } = vectors;
            let total = candidates.len;
            let on_tape = TAPE && tape.make_room(total, shape(SHAPE));
            states.make_room(states.len + total, shape(SHAPE), PATHS);
            words.make_room(words.len + total, shape(SHAPE), PATHS);
            let mut index = 0;
            while index < total {
                let mut live = first_lanes(total - index);
                let mut slots = zero_but(live, load(&candidates.node, index));
                let place = load(&candidates.place, index);
                let (high, cells) = match SHAPE {
                    SMALL => (place, shift_down::<16>(place)),
                    MEDIUM => (place, shift_down::<27>(place)),
                    _ => (load(&candidates.high, index), load(&candidates.cell, index)),
                };
                // SAFETY: candidates are slots, and lanes without one ask for slot 0.
                let (mut mask, mut first) = unsafe { gather(nodes, slots) };
                let small = tables.more.iter().map(|more| &more[..]);
                let large = view.large.iter().flat_map(|large| &large.more);
                for more in small.chain(large.map(|more| &more[..])) {
                    let symbol = look_up(more, cells);
                    let goes_on = any_bits(symbol, symbol) & live;
                    if goes_on == 0 {
                        continue;
                    }
                    let can = any_bits(mask, symbol) & goes_on;
                    live &= !goes_on | can;
                    slots = select(can, child(mask, first, symbol), slots);
                    // SAFETY: each lane asks for a slot it had or for a child of one.
                    (mask, first) = unsafe { gather(nodes, slots) };
                }
                let paths = if PATHS {
                    load_paths(&candidates.path, index)
                } else {
                    [place; PATH_VECTORS]
                };
                if on_tape {
                    let at = tape.columns.len;
                    // SAFETY: the tape has room for all candidates and a vector.
                    unsafe {
                        store(&mut tape.slots, at, compress(live, slots));
                        store(&mut tape.columns.node, at, compress(live, mask));
                        store(&mut tape.columns.first, at, compress(live, first));
                        put_place::<SHAPE>(&mut tape.columns, live, place, high, cells);
                    }
                    tape.columns.len += live.count_ones() as usize;
                }
                let are_words = top_bits(mask) & live;
                let go_on = any_bits(mask, around::<SHAPE>(view, cells)) & live;
                // SAFETY: room was made for all candidates, and a vector, in both.
                unsafe {
                    store(&mut words.node, words.len, compress(are_words, slots));
                    if PATHS && are_words != 0 {
                        put_place::<SHAPE>(words, are_words, place, high, cells);
                        store_paths(&mut words.path, words.len, are_words, paths);
                    }
                    words.len += are_words.count_ones() as usize;

                    store(&mut states.node, states.len, compress(go_on, mask));
                    store(&mut states.first, states.len, compress(go_on, first));
                    put_place::<SHAPE>(states, go_on, place, high, cells);
                    if PATHS {
                        store_paths(&mut states.path, states.len, go_on, paths);
                    }
                    states.len += go_on.count_ones() as usize;
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
        #[target_feature(enable = $features)]
        unsafe fn put_place<const SHAPE: u8>(
            columns: &mut Columns,
            lanes: u32,
            place: Vector,
            high: Vector,
            cells: Vector,
        ) {
            let at = columns.len;
            // SAFETY: the caller made room.
            unsafe {
                store(&mut columns.place, at, compress(lanes, place));
                if SHAPE >= WIDE {
                    store(&mut columns.high, at, compress(lanes, high));
                    store(&mut columns.cell, at, compress(lanes, cells));
                }
            }
        }

        /// A mask of the first lanes.
        #[inline]
        fn first_lanes(count: usize) -> u32 {
            if count >= LANES {
                (1 << LANES) - 1
            } else {
                (1 << count) - 1
            }
        }

        /// Searches one board.
        pub(super) fn search<const PATHS: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            take: &mut Taker<'_>,
        ) -> Result<(), TooLong> {
            vectors.begin(layout);
            search_on::<PATHS, false>(vectors, solver, layout, take)
        }

        /// Searches one board and keeps all candidates on the tape.
        pub(super) fn record(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            take: &mut Taker<'_>,
        ) {
            vectors.begin(layout);
            vectors.tape.begin(solver);
            search_on::<false, true>(vectors, solver, layout, take).expect(NO_PATHS);
            vectors.tape.settle();
        }

        fn search_on<const PATHS: bool, const TAPE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            take: &mut Taker<'_>,
        ) -> Result<(), TooLong> {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe {
                match Shape::of(solver.directions.cells) {
                    Shape::Small => run::<SMALL, PATHS, TAPE>(vectors, solver, layout, take),
                    Shape::Medium => run::<MEDIUM, PATHS, TAPE>(vectors, solver, layout, take),
                    _ => run::<WIDE, PATHS, TAPE>(vectors, solver, layout, take),
                }
            }
        }

        /// Searches a board that differs from the one on the tape in some cells: hands over
        /// the words that use none of them, then searches for those that do.
        pub(super) fn research(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            changed: u64,
            take: &mut Taker<'_>,
        ) {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            vectors.tape.check(solver);
            vectors.begin(layout);
            vectors.tape.rewind();
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe {
                match Shape::of(solver.directions.cells) {
                    Shape::Small => run_again::<SMALL>(vectors, solver, layout, changed, take),
                    Shape::Medium => run_again::<MEDIUM>(vectors, solver, layout, changed, take),
                    _ => run_again::<WIDE>(vectors, solver, layout, changed, take),
                }
            }
        }

        #[target_feature(enable = $features)]
        fn run_again<const SHAPE: u8>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            changed: u64,
            take: &mut Taker<'_>,
        ) {
            vectors.start(solver, layout, changed, shape(SHAPE), false);
            let mut rest = changed;
            let mut first = true;
            while rest != 0 || first {
                let gates = vectors.gates.towards(&mut rest, solver);
                let view = view::<SHAPE>(&mut vectors.tables, gates);
                enter::<SHAPE>(vectors, &view, changed, first);
                first = false;
            }
            vectors.enter_changed_wildcards(solver, changed, shape(SHAPE));
            vectors.hand_over::<false>(solver, take);
            go_on::<SHAPE, false, true>(vectors, solver, layout, take).expect(NO_PATHS);
        }

        /// From the tape: the words that use no changed cell, if they are wanted, and the
        /// candidates that enter the changed cells at which the view looks.
        #[target_feature(enable = $features)]
        fn enter<const SHAPE: u8>(
            vectors: &mut Vectors,
            view: &View<'_>,
            changed: u64,
            with_words: bool,
        ) {
            let Vectors {
                candidates,
                words,
                tape,
                gates,
                ..
            } = vectors;
            let total = tape.settled();
            let directions = gates.count();
            candidates.make_room(candidates.len + total * directions, shape(SHAPE), false);
            words.make_room(words.len + total, shape(SHAPE), false);
            let changed = [all_lanes(changed as u32), all_lanes((changed >> 32) as u32)];
            let mut index = 0;
            while index < total {
                let node = load(&tape.columns.node, index);
                let first = load(&tape.columns.first, index);
                let place = load(&tape.columns.place, index);
                let (used, high, cells) = match SHAPE {
                    SMALL => (and(place, 0xffff), place, shift_down::<16>(place)),
                    MEDIUM => (and(place, 0x7ff_ffff), place, shift_down::<27>(place)),
                    _ => (
                        place,
                        load(&tape.columns.high, index),
                        load(&tape.columns.cell, index),
                    ),
                };
                let mut untouched = first_lanes(total - index) & !any_bits(used, changed[0]);
                if SHAPE >= WIDE {
                    untouched &= !any_bits(high, changed[1]);
                }
                if with_words {
                    let are_words = top_bits(node) & untouched;
                    let slots = load(&tape.slots, index);
                    // SAFETY: room was made for everything on the tape and a vector.
                    unsafe { store(&mut words.node, words.len, compress(are_words, slots)) };
                    words.len += are_words.count_ones() as usize;
                }
                let mask = zero_but(untouched, node);
                for direction in 0..directions {
                    let step = step::<SHAPE>(view, direction, cells);
                    let lanes = allowed::<SHAPE>(mask, used, high, step);
                    let slots = child(mask, first, step.symbol);
                    // SAFETY: room was made for a candidate of each entry in each direction,
                    // and a vector.
                    unsafe {
                        let at = candidates.len;
                        put_step::<SHAPE>(candidates, at, lanes, slots, used, high, step);
                    }
                    candidates.len += lanes.count_ones() as usize;
                }
                index += LANES;
            }
        }

        /// Takes everything off the tape that uses a changed cell of the last
        /// [`research`], and keeps what that has found instead.
        pub(super) fn keep(vectors: &mut Vectors, solver: &Prepared, changed: u64) {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe {
                match Shape::of(solver.directions.cells) {
                    Shape::Small => retain::<SMALL>(&mut vectors.tape, changed),
                    Shape::Medium => retain::<MEDIUM>(&mut vectors.tape, changed),
                    _ => retain::<WIDE>(&mut vectors.tape, changed),
                }
            }
        }

        #[target_feature(enable = $features)]
        fn retain<const SHAPE: u8>(tape: &mut Tape, changed: u64) {
            let (settled, tried) = (tape.settled(), tape.tried());
            let changed = [all_lanes(changed as u32), all_lanes((changed >> 32) as u32)];
            tape.columns.len = 0;
            let mut index = 0;
            while index < settled {
                let slots = load(&tape.slots, index);
                let node = load(&tape.columns.node, index);
                let first = load(&tape.columns.first, index);
                let place = load(&tape.columns.place, index);
                let (used, high, cells) = match SHAPE {
                    SMALL => (and(place, 0xffff), place, place),
                    MEDIUM => (and(place, 0x7ff_ffff), place, place),
                    _ => (
                        place,
                        load(&tape.columns.high, index),
                        load(&tape.columns.cell, index),
                    ),
                };
                let mut lanes = first_lanes(settled - index) & !any_bits(used, changed[0]);
                if SHAPE >= WIDE {
                    lanes &= !any_bits(high, changed[1]);
                }
                let at = tape.columns.len;
                // SAFETY: no more entries are kept than were read, so each vector ends no
                // later than the one that was read; what it overwrites was read, or is in
                // the gap.
                unsafe {
                    store(&mut tape.slots, at, compress(lanes, slots));
                    store(&mut tape.columns.node, at, compress(lanes, node));
                    store(&mut tape.columns.first, at, compress(lanes, first));
                    put_place::<SHAPE>(&mut tape.columns, lanes, place, high, cells);
                }
                tape.columns.len += lanes.count_ones() as usize;
                index += LANES;
            }
            tape.append(tried, shape(SHAPE));
        }
    };
}

/// Why a search without paths cannot fail.
pub(super) const NO_PATHS: &str = "without paths, none is too long";

pub(super) use passes;
