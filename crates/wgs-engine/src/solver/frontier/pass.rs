//! The two passes of the frontier search for vectors of any width, written once.
//!
//! A vector engine is a module that defines a few operations on its vectors and expands
//! [`passes!`], which generates the loops with the engine's instruction set enabled. Functions
//! with `target_feature` cannot be trait methods, so this is a macro and not a trait.
//!
//! The module defines, all with the same instruction set enabled:
//!
//! | name | what |
//! |---|---|
//! | `Vector`, `LANES` | a vector of 32-bit lanes, and the number of lanes |
//! | `VectorTables`, `vector_tables`, `large_vector_tables` | the tables of a board as vectors, and the functions that create them |
//! | `step` | the neighbour of each lane's cell in a direction |
//! | `around` | the symbols around each lane's cell |
//! | `allowed` | the lanes that can take a step |
//! | `child` | the slot of each lane's child for a symbol |
//! | `load_nodes` | the masks and first children of nodes that lie one after the other |
//! | `look_up` | entries of a table in memory; 0 for lanes with an index beyond its end |
//! | `load`, `store`, `zero_but`, `compress`, `select`, `all_lanes`, `any_bits`, `top_bits`, `and`, `or`, `shift_down` | basic operations |
//! | `and_both`, `and_not`, `enter_children` | what only [`open_pass`](super::open_pass) uses |
//! | `PATH_VECTORS`, `load_paths`, `add_step`, `store_paths` | packed paths, 64 bits each |

/// The neighbours of the cells of a vector in one direction.
#[derive(Clone, Copy)]
pub(super) struct VectorStep<V> {
    /// The symbol of the neighbour as a bit; 0 if no word can go there.
    pub(super) symbol: V,
    /// The number that the neighbour adds to the place of a state.
    pub(super) place: V,
    /// In wide formats, what it adds to the used cells from 32 on.
    pub(super) high: V,
    /// In wide formats, the neighbour.
    pub(super) cell: V,
}

/// The cells of a vector of states, unpacked from their columns.
#[derive(Clone, Copy)]
pub(super) struct VectorCells<V> {
    /// The place as it is stored.
    pub(super) place: V,
    /// The used cells, in wide formats those up to 31.
    pub(super) used: V,
    /// In wide formats, the used cells from 32 on.
    pub(super) high: V,
    /// The last cell.
    pub(super) cell: V,
}

/// Expands to the searches of a vector engine.
macro_rules! passes {
    ($features:literal) => {
        /// Loads the cells of a vector of states, candidates or words.
        #[inline]
        #[target_feature(enable = $features)]
        fn load_cells<const FORMAT: u8>(columns: &Columns, index: usize) -> VectorCells<Vector> {
            let place = load(&columns.place, index);
            let (used, high, cell) = match FORMAT {
                SMALL => (
                    and(place, SMALL_USED as i32),
                    place,
                    shift_down::<{ SMALL_CELL_SHIFT as _ }>(place),
                ),
                MEDIUM => (
                    and(place, MEDIUM_USED as i32),
                    place,
                    shift_down::<{ MEDIUM_CELL_SHIFT as _ }>(place),
                ),
                _ => (
                    place,
                    load(&columns.high, index),
                    load(&columns.cell, index),
                ),
            };
            VectorCells {
                place,
                used,
                high,
                cell,
            }
        }

        /// Searches one board.
        #[target_feature(enable = $features)]
        fn run<const FORMAT: u8, const PATHS: bool, const TRACE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            meter: &mut Meter<'_>,
            take: &mut FoundSink<'_>,
        ) -> Result<(), TooLong> {
            vectors.start(solver, layout, !0, StateFormat::from_const(FORMAT), PATHS);
            continue_search::<FORMAT, PATHS, TRACE>(vectors, solver, layout, meter, take)
        }

        /// Searches from the candidates to the end, or until the budget is used up.
        #[target_feature(enable = $features)]
        fn continue_search<const FORMAT: u8, const PATHS: bool, const TRACE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            meter: &mut Meter<'_>,
            take: &mut FoundSink<'_>,
        ) -> Result<(), TooLong> {
            let tables = vector_tables::<FORMAT>(&mut vectors.board, &solver.directions);
            loop {
                resolve::<FORMAT, PATHS, TRACE>(vectors, solver, &tables);
                // Lists shorter than a chunk need not be counted: there are at most as many in a
                // row as a path has cells.
                let end = vectors.states.len;
                let may_go_on = end < CHUNK || meter.spend(vectors.candidates.len as u32);
                if end == 0 || !may_go_on {
                    vectors.flush::<PATHS>(solver, take);
                    return Ok(());
                }
                if vectors.words.len >= BATCH {
                    vectors.flush::<PATHS>(solver, take);
                }
                let start = end.saturating_sub(CHUNK);
                if PATHS && solver.directions.cells > MAX_STEPS + 1 {
                    check_paths(&vectors.states.path[start..end])?;
                }
                expand::<FORMAT, PATHS>(vectors, &tables, start, end);
                if layout.has_wildcard {
                    vectors.enter_wildcards(
                        solver,
                        start..end,
                        StateFormat::from_const(FORMAT),
                        PATHS,
                    );
                }
                vectors.states.len = start;
            }
        }

        /// Searches a large board from the cells that are candidates, level by level.
        #[target_feature(enable = $features)]
        fn run_large(
            vectors: &mut Vectors,
            solver: &Prepared,
            tables: &VectorTables<'_>,
            meter: &mut Meter<'_>,
        ) {
            for level in 1.. {
                resolve::<LARGE, true, false>(vectors, solver, tables);
                let end = vectors.states.len;
                let may_go_on = meter.spend(vectors.candidates.len as u32);
                if level == LEVELS || end == 0 || end > MAX_STATES || !may_go_on {
                    return;
                }
                expand::<LARGE, true>(vectors, tables, 0, end);
                vectors.states.len = 0;
            }
        }

        /// Searches a large board from the cells that are candidates.
        pub(super) fn search_large(
            vectors: &mut Vectors,
            solver: &Prepared,
            large: &LargeTables,
            meter: &mut Meter<'_>,
        ) {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe { run_large(vectors, solver, &large_vector_tables(large), meter) }
        }

        /// The first pass: from states to candidates.
        #[target_feature(enable = $features)]
        fn expand<const FORMAT: u8, const PATHS: bool>(
            vectors: &mut Vectors,
            tables: &VectorTables<'_>,
            start: usize,
            end: usize,
        ) {
            let states = &vectors.states;
            let candidates = &mut vectors.candidates;
            candidates.make_room(
                (end - start) * DIRECTIONS,
                StateFormat::from_const(FORMAT),
                PATHS,
            );
            let mut count = 0;
            let mut index = start;
            while index < end {
                // A lane beyond the end has no children and so takes no step.
                let mask = zero_but(first_lanes(end - index), load(&states.node, index));
                let first = load(&states.first, index);
                let cells = load_cells::<FORMAT>(states, index);
                let paths = if PATHS {
                    load_paths(&states.path, index)
                } else {
                    [cells.place; PATH_VECTORS]
                };
                let mut go = |direction: usize| {
                    let step = step::<FORMAT>(tables, direction, cells.cell);
                    let lanes = allowed::<FORMAT>(mask, cells.used, cells.high, step);
                    let slots = child(mask, first, step.symbol);
                    // SAFETY: room was made for eight candidates of each state and a vector.
                    unsafe {
                        store_step::<FORMAT>(candidates, count, lanes, slots, cells, step);
                        if PATHS {
                            let paths = add_step(paths, direction);
                            store_paths(&mut candidates.path, count, lanes, paths);
                        }
                    }
                    count += lanes.count_ones() as usize;
                };
                // Written out, so that the tables stay in registers if they fit.
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

        /// Stores the candidates of the lanes that take a step.
        ///
        /// # Safety
        ///
        /// The columns must have room for a vector at `at`.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn store_step<const FORMAT: u8>(
            candidates: &mut Columns,
            at: usize,
            lanes: u32,
            slots: Vector,
            cells: VectorCells<Vector>,
            step: VectorStep<Vector>,
        ) {
            // SAFETY: the caller made room.
            unsafe {
                store(&mut candidates.node, at, compress(lanes, slots));
                let place = or(cells.used, step.place);
                store(&mut candidates.place, at, compress(lanes, place));
                if FORMAT >= WIDE {
                    let high = or(cells.high, step.high);
                    store(&mut candidates.high, at, compress(lanes, high));
                    store(&mut candidates.cell, at, compress(lanes, step.cell));
                }
            }
        }

        /// The second pass: from candidates to words and states.
        #[target_feature(enable = $features)]
        fn resolve<const FORMAT: u8, const PATHS: bool, const TRACE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            tables: &VectorTables<'_>,
        ) {
            let nodes = solver.lexicon.nodes();
            let Vectors {
                states,
                candidates,
                words,
                board,
                trace,
                nodes: loaded,
                ..
            } = vectors;
            let total = candidates.len;
            candidates.copy_nodes(solver, loaded);
            let tracing = TRACE && trace.make_room(total, StateFormat::from_const(FORMAT));
            states.make_room(states.len + total, StateFormat::from_const(FORMAT), PATHS);
            words.make_room(words.len + total, StateFormat::from_const(FORMAT), PATHS);
            let mut index = 0;
            while index < total {
                let mut live = first_lanes(total - index);
                let mut slots = zero_but(live, load(&candidates.node, index));
                let cells = load_cells::<FORMAT>(candidates, index);
                let (mut mask, mut first) = load_nodes(loaded, index);
                let small = board.more.iter().map(|more| &more[..]);
                let large = tables.large.iter().flat_map(|large| &large.more);
                for more in small.chain(large.map(|more| &more[..])) {
                    let symbol = look_up(more, cells.cell);
                    let goes_on = any_bits(symbol, symbol) & live;
                    if goes_on == 0 {
                        continue;
                    }
                    let can = any_bits(mask, symbol) & goes_on;
                    live &= !goes_on | can;
                    slots = select(can, child(mask, first, symbol), slots);
                    let mut children = [0; LANES];
                    // SAFETY: the array is as long as a vector.
                    unsafe { store(&mut children, 0, slots) };
                    // Lanes without a candidate have slot 0.
                    let children = children.map(|slot| nodes[slot as usize]);
                    (mask, first) = load_nodes(&children, 0);
                }
                let paths = if PATHS {
                    load_paths(&candidates.path, index)
                } else {
                    [cells.place; PATH_VECTORS]
                };
                if tracing {
                    let at = trace.columns.len;
                    // SAFETY: the trace has room for all candidates and one more vector.
                    unsafe {
                        store(&mut trace.slots, at, compress(live, slots));
                        store(&mut trace.columns.node, at, compress(live, mask));
                        store(&mut trace.columns.first, at, compress(live, first));
                        store_cells::<FORMAT>(&mut trace.columns, live, cells);
                    }
                    trace.columns.len += live.count_ones() as usize;
                }
                let are_words = top_bits(mask) & live;
                let go_on = any_bits(mask, around::<FORMAT>(tables, cells.cell)) & live;
                // SAFETY: both have room for all candidates and one more vector.
                unsafe {
                    store(&mut words.node, words.len, compress(are_words, slots));
                    if PATHS && are_words != 0 {
                        store_cells::<FORMAT>(words, are_words, cells);
                        store_paths(&mut words.path, words.len, are_words, paths);
                    }
                    words.len += are_words.count_ones() as usize;

                    store(&mut states.node, states.len, compress(go_on, mask));
                    store(&mut states.first, states.len, compress(go_on, first));
                    store_cells::<FORMAT>(states, go_on, cells);
                    if PATHS {
                        store_paths(&mut states.path, states.len, go_on, paths);
                    }
                    states.len += go_on.count_ones() as usize;
                }
                index += LANES;
            }
        }

        /// Stores the cells of some lanes at the end of columns.
        ///
        /// # Safety
        ///
        /// The columns must have room for a vector at their end.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn store_cells<const FORMAT: u8>(
            columns: &mut Columns,
            lanes: u32,
            cells: VectorCells<Vector>,
        ) {
            let at = columns.len;
            // SAFETY: the caller made room.
            unsafe {
                store(&mut columns.place, at, compress(lanes, cells.place));
                if FORMAT >= WIDE {
                    store(&mut columns.high, at, compress(lanes, cells.high));
                    store(&mut columns.cell, at, compress(lanes, cells.cell));
                }
            }
        }

        /// Returns a mask of the first lanes.
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
            meter: &mut Meter<'_>,
            take: &mut FoundSink<'_>,
        ) -> Result<(), TooLong> {
            vectors.begin(layout);
            search_on::<PATHS, false>(vectors, solver, layout, meter, take)
        }

        /// Searches one board and keeps all candidates in the trace. Returns false if there
        /// were too many.
        pub(super) fn trace(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            meter: &mut Meter<'_>,
            take: &mut FoundSink<'_>,
        ) -> bool {
            vectors.begin(layout);
            vectors.trace.begin(solver);
            search_on::<false, true>(vectors, solver, layout, meter, take).expect(NO_PATHS);
            vectors.trace.finish_base();
            !vectors.trace.is_incomplete()
        }

        fn search_on<const PATHS: bool, const TRACE: bool>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            meter: &mut Meter<'_>,
            take: &mut FoundSink<'_>,
        ) -> Result<(), TooLong> {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe {
                match StateFormat::of(solver.directions.cells) {
                    StateFormat::Small => {
                        run::<SMALL, PATHS, TRACE>(vectors, solver, layout, meter, take)
                    }
                    StateFormat::Medium => {
                        run::<MEDIUM, PATHS, TRACE>(vectors, solver, layout, meter, take)
                    }
                    _ => run::<WIDE, PATHS, TRACE>(vectors, solver, layout, meter, take),
                }
            }
        }

        /// Searches a board that differs from the traced one in some cells: passes on the
        /// words that use none of them, then searches for those that do. Returns false if there
        /// were too many candidates to trace.
        pub(super) fn search_change(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            changed: u64,
            meter: &mut Meter<'_>,
            take: &mut FoundSink<'_>,
        ) -> bool {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            vectors.trace.check(solver);
            vectors.begin(layout);
            vectors.trace.begin_change();
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe {
                match StateFormat::of(solver.directions.cells) {
                    StateFormat::Small => {
                        run_change::<SMALL>(vectors, solver, layout, changed, meter, take)
                    }
                    StateFormat::Medium => {
                        run_change::<MEDIUM>(vectors, solver, layout, changed, meter, take)
                    }
                    _ => run_change::<WIDE>(vectors, solver, layout, changed, meter, take),
                }
            }
            !vectors.trace.is_incomplete()
        }

        #[target_feature(enable = $features)]
        fn run_change<const FORMAT: u8>(
            vectors: &mut Vectors,
            solver: &Prepared,
            layout: &Layout,
            changed: u64,
            meter: &mut Meter<'_>,
            take: &mut FoundSink<'_>,
        ) {
            vectors.start(
                solver,
                layout,
                changed,
                StateFormat::from_const(FORMAT),
                false,
            );
            let mut rest = changed;
            let mut first = true;
            while rest != 0 || first {
                let entry_directions = vectors.entry_directions.towards(&mut rest, solver);
                let tables = vector_tables::<FORMAT>(&mut vectors.board, entry_directions);
                expand_trace::<FORMAT>(vectors, &tables, changed, first);
                first = false;
            }
            vectors.enter_changed_wildcards(solver, changed, StateFormat::from_const(FORMAT));
            vectors.flush::<false>(solver, take);
            let searched =
                continue_search::<FORMAT, false, true>(vectors, solver, layout, meter, take);
            searched.expect(NO_PATHS);
        }

        /// From the trace: adds the words that use no changed cell, if `with_words` is set, and
        /// the candidates that enter the changed cells to which the tables lead.
        #[target_feature(enable = $features)]
        fn expand_trace<const FORMAT: u8>(
            vectors: &mut Vectors,
            tables: &VectorTables<'_>,
            changed: u64,
            with_words: bool,
        ) {
            let Vectors {
                candidates,
                words,
                trace,
                entry_directions,
                ..
            } = vectors;
            let total = trace.base_len();
            let directions = entry_directions.count();
            candidates.make_room(
                candidates.len + total * directions,
                StateFormat::from_const(FORMAT),
                false,
            );
            words.make_room(words.len + total, StateFormat::from_const(FORMAT), false);
            let changed = [all_lanes(changed as u32), all_lanes((changed >> 32) as u32)];
            let mut index = 0;
            while index < total {
                let node = load(&trace.columns.node, index);
                let first = load(&trace.columns.first, index);
                let cells = load_cells::<FORMAT>(&trace.columns, index);
                let untouched = first_lanes(total - index) & !uses_any::<FORMAT>(cells, changed);
                if with_words {
                    let are_words = top_bits(node) & untouched;
                    let slots = load(&trace.slots, index);
                    // SAFETY: there is room for the whole trace and one more vector.
                    unsafe { store(&mut words.node, words.len, compress(are_words, slots)) };
                    words.len += are_words.count_ones() as usize;
                }
                let mask = zero_but(untouched, node);
                for direction in 0..directions {
                    let step = step::<FORMAT>(tables, direction, cells.cell);
                    let lanes = allowed::<FORMAT>(mask, cells.used, cells.high, step);
                    let slots = child(mask, first, step.symbol);
                    // SAFETY: there is room for a candidate of each entry in each direction,
                    // and one more vector.
                    unsafe {
                        let at = candidates.len;
                        store_step::<FORMAT>(candidates, at, lanes, slots, cells, step);
                    }
                    candidates.len += lanes.count_ones() as usize;
                }
                index += LANES;
            }
        }

        /// Removes everything from the trace that uses a changed cell of the last
        /// [`search_change`], and adds what that search has found.
        pub(super) fn keep(vectors: &mut Vectors, solver: &Prepared, changed: u64) {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe {
                match StateFormat::of(solver.directions.cells) {
                    StateFormat::Small => retain::<SMALL>(&mut vectors.trace, changed),
                    StateFormat::Medium => retain::<MEDIUM>(&mut vectors.trace, changed),
                    _ => retain::<WIDE>(&mut vectors.trace, changed),
                }
            }
        }

        /// Returns the lanes that use any of some cells.
        #[inline]
        #[target_feature(enable = $features)]
        fn uses_any<const FORMAT: u8>(cells: VectorCells<Vector>, mask: [Vector; 2]) -> u32 {
            let low = any_bits(cells.used, mask[0]);
            match FORMAT >= WIDE {
                true => low | any_bits(cells.high, mask[1]),
                false => low,
            }
        }

        #[target_feature(enable = $features)]
        fn retain<const FORMAT: u8>(trace: &mut SearchTrace, changed: u64) {
            let (base, change) = (trace.base_len(), trace.change());
            let changed = [all_lanes(changed as u32), all_lanes((changed >> 32) as u32)];
            trace.columns.len = 0;
            let mut index = 0;
            while index < base {
                let slots = load(&trace.slots, index);
                let node = load(&trace.columns.node, index);
                let first = load(&trace.columns.first, index);
                let cells = load_cells::<FORMAT>(&trace.columns, index);
                let lanes = first_lanes(base - index) & !uses_any::<FORMAT>(cells, changed);
                let at = trace.columns.len;
                // SAFETY: no more entries are kept than were read, so each vector ends no
                // later than the one that was read. What it overwrites was read before or is
                // in the gap.
                unsafe {
                    store(&mut trace.slots, at, compress(lanes, slots));
                    store(&mut trace.columns.node, at, compress(lanes, node));
                    store(&mut trace.columns.first, at, compress(lanes, first));
                    store_cells::<FORMAT>(&mut trace.columns, lanes, cells);
                }
                trace.columns.len += lanes.count_ones() as usize;
                index += LANES;
            }
            trace.append(change, StateFormat::from_const(FORMAT));
        }
    };
}

pub(super) use passes;
