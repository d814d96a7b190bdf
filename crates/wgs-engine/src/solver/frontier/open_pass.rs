//! The two passes of the open-cell search for vectors of any width, written once. A vector engine
//! that expands [`passes!`](super::pass) also expands [`open_passes!`], which uses the same
//! operations.
//!
//! The passes differ from those of the frontier search in that states have a tag, and that
//! states from which a path can enter a partner are set aside, see
//! [`open_cell`](super::open_cell). Near the best 4x4 boards they make scoring neighbours five (AVX2) to
//! seven times (AVX-512) as fast as the portable search: the gain from the unsafe blocks here.

/// Expands to the open-cell search of a vector engine.
macro_rules! open_passes {
    ($features:literal) => {
        /// Searches with one open cell.
        pub(super) fn search_open_cell(
            vectors: &mut OpenVectors,
            trace: &SearchTrace,
            solver: &Prepared,
            board: OpenBoard<'_>,
            open: usize,
            meter: &mut Meter<'_>,
            take: &mut OpenSink<'_>,
        ) {
            assert!(
                is_supported(),
                "the engine was checked when the solver was made"
            );
            trace.check(solver);
            vectors.begin(solver, board, open);
            // SAFETY: the processor has the instructions, as just asserted.
            unsafe {
                match StateFormat::of(solver.directions.cells) {
                    StateFormat::Small => {
                        run_open::<SMALL>(vectors, trace, solver, board, open, meter, take)
                    }
                    StateFormat::Medium => {
                        run_open::<MEDIUM>(vectors, trace, solver, board, open, meter, take)
                    }
                    _ => run_open::<WIDE>(vectors, trace, solver, board, open, meter, take),
                }
            }
        }

        #[target_feature(enable = $features)]
        fn run_open<const FORMAT: u8>(
            vectors: &mut OpenVectors,
            trace: &SearchTrace,
            solver: &Prepared,
            board: OpenBoard<'_>,
            open: usize,
            meter: &mut Meter<'_>,
            take: &mut OpenSink<'_>,
        ) {
            let format = StateFormat::from_const(FORMAT);
            let tables = vector_tables::<FORMAT>(&mut vectors.board, &solver.directions);
            vectors.entries.make_room(MAX_FACES, format);
            // SAFETY: room was just made.
            unsafe { enter_children::<FORMAT>(vectors, solver.lexicon.node(0), 0, open) };
            vectors.enter_with_several(solver, board, open, solver.lexicon.node(0), 0, format);
            let mut next = 0;
            loop {
                next = enter_open_cell::<FORMAT>(vectors, trace, solver, board, open, next);
                resolve_open::<FORMAT, true>(vectors, solver, &tables);
                vectors.enter_partners(solver, board, open, format);
                vectors.flush(format, false, take);
                while vectors.states.columns.len > 0 {
                    let end = vectors.states.columns.len;
                    let start = end.saturating_sub(CHUNK);
                    expand_open::<FORMAT>(vectors, &tables, start, end);
                    vectors.states.columns.len = start;
                    let steps = vectors.candidates.columns.len + vectors.entries.columns.len;
                    if !meter.spend(steps as u32) {
                        return;
                    }
                    resolve_open::<FORMAT, false>(vectors, solver, &tables);
                    resolve_open::<FORMAT, true>(vectors, solver, &tables);
                    vectors.enter_partners(solver, board, open, format);
                    vectors.flush(format, false, take);
                }
                if next >= trace.base_len() && vectors.entries.columns.len == 0 {
                    vectors.flush(format, true, take);
                    return;
                }
            }
        }

        /// Adds entries into the open cell from traced paths, starting with the given one.
        /// Returns the one to go on with.
        #[target_feature(enable = $features)]
        fn enter_open_cell<const FORMAT: u8>(
            vectors: &mut OpenVectors,
            trace: &SearchTrace,
            solver: &Prepared,
            board: OpenBoard<'_>,
            open: usize,
            start: usize,
        ) -> usize {
            let format = StateFormat::from_const(FORMAT);
            let first_symbols = all_lanes(vectors.faces.first);
            let open_cell = [
                all_lanes((1u64 << open) as u32),
                all_lanes((1u64 << open >> 32) as u32),
            ];
            let total = trace.base_len();
            let mut index = start;
            while index < total && vectors.entries.columns.len < ENTRIES {
                let cells = load_cells::<FORMAT>(&trace.columns, index);
                let from = look_up(&vectors.faces.from, cells.cell);
                let lanes = any_bits(
                    from,
                    and_both(load(&trace.columns.node, index), first_symbols),
                ) & first_lanes(total - index)
                    & !uses_any::<FORMAT>(cells, open_cell);
                let room = vectors.entries.columns.len + LANES * MAX_FACES;
                vectors.entries.make_room(room, format);
                for lane in bits(lanes.into()) {
                    let node = Node {
                        mask: trace.columns.node[index + lane],
                        first: trace.columns.first[index + lane],
                    };
                    let used = trace.columns.used_and_cell(index + lane, format).0;
                    // SAFETY: room was made for all faces of each lane and a vector.
                    unsafe { enter_children::<FORMAT>(vectors, node, used, open) };
                    if node.mask & vectors.faces.several_first != 0 {
                        vectors.enter_with_several(solver, board, open, node, used, format);
                    }
                }
                index += LANES;
            }
            index
        }

        /// Loads the cells of a vector of states or candidates. The used cells of [`SMALL`] have
        /// the tag in their upper bits, so that it stays where it is.
        #[inline]
        #[target_feature(enable = $features)]
        fn load_open_cells<const FORMAT: u8>(
            columns: &Columns,
            index: usize,
        ) -> VectorCells<Vector> {
            let cells = load_cells::<FORMAT>(columns, index);
            match FORMAT {
                SMALL => VectorCells {
                    used: and(cells.place, SMALL_USED_AND_TAG as i32),
                    cell: and(cells.cell, 0xf),
                    ..cells
                },
                _ => cells,
            }
        }

        /// Loads the tags of a vector of states or candidates.
        #[inline]
        #[target_feature(enable = $features)]
        fn load_tags<const FORMAT: u8>(
            open: &OpenColumns,
            index: usize,
            cells: VectorCells<Vector>,
        ) -> Vector {
            match FORMAT {
                SMALL => shift_down::<{ TAG_SHIFT as _ }>(cells.place),
                _ => load(&open.tag, index),
            }
        }

        /// The first pass: from states to candidates.
        #[target_feature(enable = $features)]
        fn expand_open<const FORMAT: u8>(
            vectors: &mut OpenVectors,
            tables: &VectorTables<'_>,
            start: usize,
            end: usize,
        ) {
            let states = &vectors.states;
            let candidates = &mut vectors.candidates;
            candidates.make_room((end - start) * DIRECTIONS, StateFormat::from_const(FORMAT));
            let mut count = 0;
            let mut index = start;
            while index < end {
                // A lane beyond the end has no children and so takes no step.
                let node = load(&states.columns.node, index);
                let mask = zero_but(first_lanes(end - index), node);
                let first = load(&states.columns.first, index);
                let cells = load_open_cells::<FORMAT>(&states.columns, index);
                let tags = load_tags::<FORMAT>(states, index, cells);
                let mut go = |direction: usize| {
                    let step = step::<FORMAT>(tables, direction, cells.cell);
                    let lanes = allowed::<FORMAT>(mask, cells.used, cells.high, step);
                    let slots = child(mask, first, step.symbol);
                    // SAFETY: room was made for eight candidates of each state and a vector.
                    unsafe {
                        let columns = &mut candidates.columns;
                        store_step::<FORMAT>(columns, count, lanes, slots, cells, step);
                        if FORMAT != SMALL {
                            store(&mut candidates.tag, count, compress(lanes, tags));
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
            candidates.columns.len = count;
        }

        /// The second pass: from candidates or, with `ENTRIES`, from entries to words and states.
        #[target_feature(enable = $features)]
        fn resolve_open<const FORMAT: u8, const ENTRIES: bool>(
            vectors: &mut OpenVectors,
            solver: &Prepared,
            tables: &VectorTables<'_>,
        ) {
            let OpenVectors {
                states,
                candidates,
                entries,
                before_partners,
                words,
                nodes: loaded,
                board,
                partners,
                ..
            } = vectors;
            let from = match ENTRIES {
                true => entries,
                false => candidates,
            };
            let total = std::mem::take(&mut from.columns.len);
            if total == 0 {
                return;
            }
            let nodes = solver.lexicon.nodes();
            from.columns.len = total;
            from.columns.copy_nodes(solver, loaded);
            from.columns.len = 0;
            let format = StateFormat::from_const(FORMAT);
            for to in [&mut *states, &mut *before_partners, &mut *words] {
                to.make_room(to.columns.len + total, format);
            }
            let own_symbol = all_lanes(partners.own_symbol);
            let mut index = 0;
            while index < total {
                let mut live = first_lanes(total - index);
                let mut slots = zero_but(live, load(&from.columns.node, index));
                let cells = load_open_cells::<FORMAT>(&from.columns, index);
                let tags = load_tags::<FORMAT>(from, index, cells);
                let (mut mask, mut first) = load_nodes(loaded, index);
                if !ENTRIES {
                    for more in &board.more {
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
                }
                let are_words = top_bits(mask) & live;
                let go_on = any_bits(mask, around::<FORMAT>(tables, cells.cell)) & live;
                // SAFETY: all have room for all candidates and one more vector.
                unsafe {
                    let at = words.columns.len;
                    store(&mut words.columns.node, at, compress(are_words, slots));
                    if FORMAT != SMALL {
                        store(&mut words.tag, at, compress(are_words, tags));
                    }
                    store_cells::<FORMAT>(&mut words.columns, are_words, cells);
                    words.columns.len += are_words.count_ones() as usize;

                    store_open_states::<FORMAT>(states, go_on, mask, first, cells, tags);
                    let lanes = any_bits(mask, own_symbol) & live;
                    if lanes != 0 {
                        let near = near_partners::<FORMAT>(partners, cells, tags) & lanes;
                        if near != 0 {
                            store_open_states::<FORMAT>(
                                before_partners,
                                near,
                                mask,
                                first,
                                cells,
                                tags,
                            );
                        }
                    }
                }
                index += LANES;
            }
        }

        /// Returns the lanes that are next to an unused cell with the face of their tag.
        #[inline]
        #[target_feature(enable = $features)]
        fn near_partners<const FORMAT: u8>(
            partners: &PartnerCells,
            cells: VectorCells<Vector>,
            tags: Vector,
        ) -> u32 {
            // A tag that is a partner is beyond the end of the tables.
            let with_face = look_up(&partners.with_face[0], tags);
            let near = look_up(&partners.near[0], cells.cell);
            let mut lanes = any_bits(with_face, and_not(cells.used, near));
            if FORMAT >= WIDE {
                let with_face = look_up(&partners.with_face[1], tags);
                let near = look_up(&partners.near[1], cells.cell);
                lanes |= any_bits(with_face, and_not(cells.high, near));
            }
            lanes
        }

        /// Stores some lanes at the end of a list of states.
        ///
        /// # Safety
        ///
        /// The columns must have room for a vector at their end.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn store_open_states<const FORMAT: u8>(
            states: &mut OpenColumns,
            lanes: u32,
            mask: Vector,
            first: Vector,
            cells: VectorCells<Vector>,
            tags: Vector,
        ) {
            let at = states.columns.len;
            // SAFETY: the caller made room.
            unsafe {
                store(&mut states.columns.node, at, compress(lanes, mask));
                store(&mut states.columns.first, at, compress(lanes, first));
                store_cells::<FORMAT>(&mut states.columns, lanes, cells);
                if FORMAT != SMALL {
                    store(&mut states.tag, at, compress(lanes, tags));
                }
            }
            states.columns.len += lanes.count_ones() as usize;
        }
    };
}

pub(super) use open_passes;
