//! How much memory the search of a board may use. Most boards need little, and the less
//! each one uses, the more of them a GPU searches at a time.

/// The most symmetries of a grid that are used to find out that boards are the same.
pub(crate) const MAX_PERMUTATIONS: usize = 8;

/// The memory in which a workgroup keeps its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListMemory {
    /// The fast memory of the workgroup.
    Workgroup,
    /// The memory of the device, with a part for each of this many workgroups.
    Device {
        /// The number of workgroups that run at a time.
        groups: u32,
    },
}

/// The sizes of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capacity {
    /// The number of threads that search a board together.
    pub(crate) threads: u32,
    /// The number of states that may wait.
    pub(crate) stack: u32,
    /// The number of places for words, a power of two. Half of them are used well.
    pub(crate) table: u32,
    pub(crate) memory: ListMemory,
}

/// The size of a grid, as far as memory depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridSize {
    pub(crate) cells: u32,
    pub(crate) max_neighbours: u32,
}

impl GridSize {
    /// Returns whether a set of cells takes two numbers of 32 bits.
    pub(crate) fn has_wide_sets(self) -> bool {
        self.cells > 32
    }

    /// The bytes of a state; as in the shader.
    pub(crate) fn state_bytes(self) -> u32 {
        if self.has_wide_sets() { 16 } else { 12 }
    }

    fn candidate_bytes(self) -> u32 {
        if self.has_wide_sets() { 16 } else { 8 }
    }
}

impl Capacity {
    /// The number of candidates that the threads find in a round, or that a search starts with.
    pub(crate) fn candidates(self, grid: GridSize) -> u32 {
        (self.threads * 8).max(grid.cells)
    }

    /// The bytes of the workgroup's memory without the lists that may be elsewhere.
    fn fixed_bytes(self, grid: GridSize) -> u32 {
        let set_bytes = if grid.has_wide_sets() { 8 } else { 4 };
        let cells = grid.cells * (4 * 4 + set_bytes);
        let hashes = 16 * MAX_PERMUTATIONS as u32;
        // The counters, and room for alignment.
        cells + hashes + self.candidates(grid) * grid.candidate_bytes() + 64
    }

    /// The bytes of the workgroup's memory that a search takes.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn workgroup_bytes(self, grid: GridSize) -> u32 {
        let lists = match self.memory {
            ListMemory::Workgroup => self.table * 4 + self.stack * grid.state_bytes(),
            ListMemory::Device { .. } => 0,
        };
        self.fixed_bytes(grid) + lists
    }

    /// Returns the capacities to try one after the other, from the smallest to the largest, on a device with this
    /// much memory for each workgroup and for each buffer.
    pub(crate) fn steps(grid: GridSize, workgroup_bytes: u32, buffer_bytes: u64) -> Vec<Self> {
        // Most random 4x4 boards fit the first, and those with the most points the second.
        let sizes = [
            (32, 512, 256),
            (32, 1024, 256),
            (32, 2048, 384),
            (128, 8192, 1024),
        ];
        let in_workgroup = sizes.into_iter().filter_map(|(threads, table, stack)| {
            let capacity = Self {
                threads,
                stack,
                table,
                memory: ListMemory::Workgroup,
            };
            let rest = workgroup_bytes.checked_sub(capacity.fixed_bytes(grid) + table * 4)?;
            // A stack that is shorter than this is full at once.
            let stack = stack.min(rest / grid.state_bytes());
            (stack >= 4 * threads).then_some(Self { stack, ..capacity })
        });
        let (stack, table) = (1 << 14, 1 << 15);
        let bytes = u64::from(stack * grid.state_bytes()).max(u64::from(table * 4));
        let groups = (buffer_bytes.min(1 << 27) / bytes).min(256) as u32;
        let on_device = (groups > 0).then_some(Self {
            threads: 64,
            stack,
            table,
            memory: ListMemory::Device { groups },
        });
        in_workgroup.chain(on_device).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_fit_into_the_memory_of_a_workgroup() {
        for cells in [1, 16, 25, 33, 64] {
            let grid = GridSize {
                cells,
                max_neighbours: 8,
            };
            for bytes in [0, 8 << 10, 16 << 10, 32 << 10, 48 << 10, 100 << 10] {
                let steps = Capacity::steps(grid, bytes, 1 << 27);
                assert!(steps.windows(2).all(|pair| pair[0].table < pair[1].table));
                for step in &steps {
                    assert!(step.table.is_power_of_two());
                    if step.memory == ListMemory::Workgroup {
                        let lists = step.table * 4 + step.stack * grid.state_bytes();
                        assert!(step.fixed_bytes(grid) + lists <= bytes, "{step:?}");
                    }
                }
                let last = steps.last().map(|step| step.memory);
                assert_eq!(last, Some(ListMemory::Device { groups: 256 }));
            }
        }
    }

    #[test]
    fn every_device_that_meets_the_standard_has_three_sizes_in_its_workgroups() {
        let grid = GridSize {
            cells: 16,
            max_neighbours: 8,
        };
        assert_eq!(Capacity::steps(grid, 16 << 10, 1 << 27).len(), 4);
        assert_eq!(Capacity::steps(grid, 48 << 10, 1 << 27).len(), 5);
    }
}
