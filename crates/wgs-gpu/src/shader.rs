//! The text of the shader for a grid and a capacity: `score.wgsl` with its declarations in front and one of the programs
//! behind it.

use std::fmt::Write;

use crate::capacity::{Capacity, GridSize, ListMemory, MAX_PERMUTATIONS};

const SEARCH: &str = include_str!("score.wgsl");

/// The boards to search, and the use of their scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// Boards that are given one by one; all scores are returned.
    Scores,
    /// Neighbours of boards; those that are wanted are returned.
    Neighbours,
    /// Boards that are given one by one; all scores are returned, with what the searches did.
    #[cfg_attr(
        target_family = "wasm",
        expect(dead_code, reason = "pages measure nothing")
    )]
    Profile,
}

impl Program {
    /// The number of programs.
    pub(crate) const COUNT: usize = 3;

    fn texts(self) -> [&'static str; 2] {
        match self {
            Self::Scores => [include_str!("scores.wgsl"), NO_COUNTS],
            Self::Neighbours => [include_str!("neighbours.wgsl"), NO_COUNTS],
            Self::Profile => [include_str!("scores.wgsl"), include_str!("profile.wgsl")],
        }
    }

    /// The number of bindings. WebGPU guarantees eight buffers, and one more that is uniform.
    pub(crate) fn bindings(self) -> u32 {
        match self {
            Self::Scores | Self::Profile => OUTPUT_BINDING + 1,
            Self::Neighbours => MET_BOARDS_BINDING + 1,
        }
    }
}

pub(crate) const BATCH_BINDING: u32 = 0;
pub(crate) const NODES_BINDING: u32 = 1;
pub(crate) const VALUES_BINDING: u32 = 2;
pub(crate) const BOARDS_BINDING: u32 = 3;
pub(crate) const STACK_BINDING: u32 = 4;
pub(crate) const TABLE_BINDING: u32 = 5;
pub(crate) const OUTPUT_BINDING: u32 = 6;
pub(crate) const CHANGES_BINDING: u32 = 7;
pub(crate) const MET_BOARDS_BINDING: u32 = 8;

/// Returns whether the shader writes to a buffer.
pub(crate) fn is_written(binding: u32) -> bool {
    matches!(
        binding,
        STACK_BINDING | TABLE_BINDING | OUTPUT_BINDING | MET_BOARDS_BINDING
    )
}

/// A set of up to 32 cells.
const SMALL_CELL_SET: &str = "
alias CellSet = u32;
const EMPTY_SET = 0u;
fn cell_set(bits: vec2<u32>) -> CellSet { return bits.x; }
fn with_cell(cells: CellSet, cell: u32) -> CellSet { return cells | (1u << cell); }
fn without_cell(cells: CellSet, cell: u32) -> CellSet { return cells & ~(1u << cell); }
fn first_cell(cells: CellSet) -> u32 { return firstTrailingBit(cells); }
fn difference(a: CellSet, b: CellSet) -> CellSet { return a & ~b; }
fn is_empty(cells: CellSet) -> bool { return cells == 0u; }
";

/// A set of up to 64 cells.
const WIDE_CELL_SET: &str = "
alias CellSet = vec2<u32>;
const EMPTY_SET = vec2<u32>(0u, 0u);
fn one_cell(cell: u32) -> CellSet {
    let bit = 1u << (cell % 32u);
    return select(vec2<u32>(bit, 0u), vec2<u32>(0u, bit), cell >= 32u);
}
fn cell_set(bits: vec2<u32>) -> CellSet { return bits; }
fn with_cell(cells: CellSet, cell: u32) -> CellSet { return cells | one_cell(cell); }
fn without_cell(cells: CellSet, cell: u32) -> CellSet { return cells & ~one_cell(cell); }
fn first_cell(cells: CellSet) -> u32 {
    return select(firstTrailingBit(cells.x), 32u + firstTrailingBit(cells.y), cells.x == 0u);
}
fn difference(a: CellSet, b: CellSet) -> CellSet { return a & ~b; }
fn is_empty(cells: CellSet) -> bool { return (cells.x | cells.y) == 0u; }
";

/// Searches that are not profiled.
const NO_COUNTS: &str = "
const RESULT = 1u;
fn begin_counts() {}
fn count_states(taken_states: vec2<u32>) {}
fn count_candidates() {}
fn write_counts(search: u32) {}
";

/// The lists in the memory of the workgroup.
const WORKGROUP_LISTS: &str = "
var<workgroup> stack: array<State, STACK>;
var<workgroup> table: array<atomic<u32>, TABLE>;
const stack_start = 0u;
const table_start = 0u;
fn place_lists(group: u32) {}
fn synchronise() { workgroupBarrier(); }
";

/// The lists in the memory of the device, with a part for each workgroup.
const DEVICE_LISTS: &str = "
var<private> stack_start: u32;
var<private> table_start: u32;
fn place_lists(group: u32) {
    stack_start = group * STACK;
    table_start = group * TABLE;
}
fn synchronise() {
    storageBarrier();
    workgroupBarrier();
}
";

/// Returns the text of the shader.
pub(crate) fn text(grid: GridSize, capacity: Capacity, program: Program) -> String {
    let mut text = String::new();
    for (name, value) in [
        ("THREADS", capacity.threads),
        ("CELLS", grid.cells),
        ("ROUNDS", grid.max_neighbours.div_ceil(8).max(1)),
        ("CANDIDATES", capacity.candidates(grid)),
        ("STACK", capacity.stack),
        ("TABLE", capacity.table),
        ("TABLE_BITS", capacity.table.trailing_zeros()),
        ("MAX_PERMUTATIONS", MAX_PERMUTATIONS as u32),
    ] {
        writeln!(text, "const {name} = {value}u;").expect("writing to a string cannot fail");
    }
    text.push_str(match grid.has_wide_sets() {
        true => WIDE_CELL_SET,
        false => SMALL_CELL_SET,
    });
    match capacity.memory {
        ListMemory::Workgroup => text.push_str(WORKGROUP_LISTS),
        ListMemory::Device { .. } => {
            for (binding, list) in [
                (STACK_BINDING, "stack: array<State>"),
                (TABLE_BINDING, "table: array<atomic<u32>>"),
            ] {
                writeln!(
                    text,
                    "@group(0) @binding({binding}) var<storage, read_write> {list};"
                )
                .expect("writing to a string cannot fail");
            }
            text.push_str(DEVICE_LISTS);
        }
    }
    text.push_str(SEARCH);
    text.extend(program.texts());
    text
}
