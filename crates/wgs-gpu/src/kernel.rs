//! Runs the shader: tables and boards to the device, results back. What is searched for is defined in
//! `board_search.rs` and `neighbour_search.rs`.

use bytemuck::Zeroable;
use futures_channel::oneshot;
use web_time::Instant;
use wgs_engine::device::SearchTables;

use crate::buffer::{bind_group_layout, filled, storage};
use crate::capacity::{Capacity, GridSize, ListMemory, MAX_PERMUTATIONS};
use crate::chunk::{ChunkBuffers, ChunkBytes, ChunkSize, Reading, SubmittedChunk};
use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::shader::{self, Program};
use crate::tile_code::{self, LongTile, MAX_LONG_TILES};

/// The shader with the tables of a game, on a device.
pub(crate) struct Kernel {
    device: GpuDevice,
    grid: GridSize,
    nodes: wgpu::Buffer,
    values: wgpu::Buffer,
    /// The state that all batches have in common.
    batch: Batch,
    steps: Vec<Step>,
    /// The stack and the table in the memory of the device; tiny until they are needed.
    lists: [wgpu::Buffer; 2],
    /// The step to begin with.
    pub(crate) first_step: usize,
    pub(crate) chunk: ChunkSize,
    idle: Vec<ChunkBuffers>,
}

/// A capacity, and for each program the pipeline when it has been needed.
struct Step {
    capacity: Capacity,
    pipelines: [Option<Pipeline>; Program::COUNT],
}

struct Pipeline {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

/// The `Batch` of the shader.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct Batch {
    pub(crate) first: u32,
    pub(crate) end: u32,
    pub(crate) changes: u32,
    pub(crate) permutations: u32,
    pub(crate) neighbours: [[u32; 4]; 64],
    pub(crate) long_tiles: [LongTile; MAX_LONG_TILES],
    pub(crate) face_codes: [u32; 64],
    pub(crate) permutation_cells: [[u32; 16]; MAX_PERMUTATIONS],
}

/// The searches of a chunk.
pub(crate) struct Chunk<'c> {
    pub(crate) step: usize,
    pub(crate) program: Program,
    pub(crate) batch: Batch,
    pub(crate) boards: &'c [u32],
    /// The index of its first search among all.
    pub(crate) start: usize,
    /// How much the shader writes, and how much of that is read.
    pub(crate) output_bytes: u64,
    pub(crate) read_bytes: u64,
    /// The buffers that this program needs besides those of all programs.
    pub(crate) extra_buffers: &'c [(u32, &'c wgpu::Buffer)],
}

impl Kernel {
    pub(crate) fn new(device: &GpuDevice, tables: &SearchTables) -> Result<Self, GpuError> {
        let mut batch = Batch::zeroed();
        for (entry, mask) in batch.neighbours.iter_mut().zip(tables.neighbours()) {
            (entry[0], entry[1]) = (*mask as u32, (mask >> 32) as u32);
        }
        // Faces are codes unless others are set.
        tile_code::pack(0..=u8::MAX, &mut batch.face_codes);
        let degree = |mask: &u64| mask.count_ones();
        let grid = GridSize {
            cells: tables.neighbours().len() as u32,
            max_neighbours: tables.neighbours().iter().map(degree).max().unwrap_or(0),
        };
        let largest = device.buffer_bytes();
        let node_bytes = size_of_val(tables.nodes()) as u64;
        if node_bytes > largest {
            return Err(GpuError::OutOfMemory {
                device: device.name().to_owned(),
                reason: format!(
                    "the dictionary takes {node_bytes} bytes, but a buffer has at most {largest}"
                ),
            });
        }
        let workgroup_bytes = device.device.limits().max_compute_workgroup_storage_size;
        let steps = Capacity::steps(grid, workgroup_bytes, largest);
        let steps = steps.into_iter().map(|capacity| Step {
            capacity,
            pipelines: [const { None }; Program::COUNT],
        });
        // A search takes at most a board, and a result of 32 bytes. Buffers are rounded up to a power of two.
        let search_bytes = u64::from(grid.cells.div_ceil(4) * 4).max(32);
        let kernel = Self {
            grid,
            nodes: storage(device, "nodes", tables.nodes()),
            values: storage(device, "values", tables.values()),
            batch,
            steps: steps.collect(),
            lists: ["stack", "table"].map(|label| storage(device, label, &[[0u32; 4]])),
            first_step: 0,
            chunk: ChunkSize::new(largest / 2 / search_bytes),
            idle: Vec::new(),
            device: device.clone(),
        };
        kernel.device.check()?;
        Ok(kernel)
    }

    pub(crate) fn device(&self) -> &GpuDevice {
        &self.device
    }

    /// The number of elements that a board takes.
    pub(crate) fn board_elements(&self) -> usize {
        self.grid.cells.div_ceil(4) as usize
    }

    /// The number of capacities to try one after the other.
    pub(crate) fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The capacity of a step, and the memory that it takes for each workgroup, in bytes.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn capacity(&self, step: usize) -> (Capacity, u32) {
        let capacity = self.steps[step].capacity;
        (capacity, capacity.workgroup_bytes(self.grid))
    }

    /// The state that all batches have in common.
    pub(crate) fn batch(&self) -> Batch {
        self.batch
    }

    /// Tells the device about tiles with several symbols.
    pub(crate) fn set_long_tiles(&mut self, long_tiles: &[LongTile]) {
        self.batch.long_tiles[..long_tiles.len()].copy_from_slice(long_tiles);
    }

    /// Sets the codes of the faces by which boards are given.
    pub(crate) fn set_face_codes(&mut self, codes: &[u8]) {
        tile_code::pack(codes.iter().copied(), &mut self.batch.face_codes);
    }

    /// Creates what a step needs.
    pub(crate) fn prepare(&mut self, step: usize, program: Program) -> Result<(), GpuError> {
        if self.steps[step].pipelines[program as usize].is_some() {
            return Ok(());
        }
        let capacity = self.steps[step].capacity;
        let device = &self.device.device;
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("score"),
            source: wgpu::ShaderSource::Wgsl(shader::text(self.grid, capacity, program).into()),
        });
        let layout = bind_group_layout(device, program);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            bind_group_layouts: &[Some(&layout)],
            ..wgpu::PipelineLayoutDescriptor::default()
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("score"),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("score"),
            compilation_options: wgpu::PipelineCompilationOptions {
                // The shader writes all of it before it reads it.
                zero_initialize_workgroup_memory: false,
                ..wgpu::PipelineCompilationOptions::default()
            },
            cache: None,
        });
        if let ListMemory::Device { groups } = capacity.memory {
            let sizes = [capacity.stack * self.grid.state_bytes(), capacity.table * 4];
            self.lists = sizes.map(|bytes| {
                device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some("list"),
                    size: u64::from(bytes) * u64::from(groups),
                    usage: wgpu::BufferUsages::STORAGE,
                    mapped_at_creation: false,
                })
            });
        }
        self.device.check()?;
        self.steps[step].pipelines[program as usize] = Some(Pipeline { layout, pipeline });
        Ok(())
    }

    /// Gives a chunk to the device. Its step must be prepared.
    pub(crate) fn submit(&mut self, chunk: &Chunk<'_>) -> SubmittedChunk {
        let device = &self.device.device;
        let bytes = ChunkBytes {
            boards: size_of_val(chunk.boards) as u64,
            output: chunk.output_bytes,
            readable: chunk.read_bytes,
        };
        let buffers = match self.idle.pop() {
            Some(buffers) => buffers.grown(device, bytes),
            None => ChunkBuffers::new(device, bytes),
        };
        let boards = bytemuck::cast_slice(chunk.boards);
        self.device.queue.write_buffer(&buffers.boards, 0, boards);
        let batch = [chunk.batch];
        let batch = filled(&self.device, "batch", &batch, wgpu::BufferUsages::UNIFORM);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        if chunk.program == Program::Neighbours {
            // The counts at the beginning.
            encoder.clear_buffer(&buffers.output, 0, Some(8));
        }
        let step = &self.steps[chunk.step];
        let searches = chunk.batch.end - chunk.batch.first;
        if let Some(pipeline) = &step.pipelines[chunk.program as usize] {
            let [stack, table] = &self.lists;
            let all = [
                (shader::BATCH_BINDING, &batch),
                (shader::NODES_BINDING, &self.nodes),
                (shader::VALUES_BINDING, &self.values),
                (shader::BOARDS_BINDING, &buffers.boards),
                (shader::STACK_BINDING, stack),
                (shader::TABLE_BINDING, table),
                (shader::OUTPUT_BINDING, &buffers.output),
            ];
            let entries = all.iter().chain(chunk.extra_buffers);
            let entries = entries.map(|&(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            });
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("score"),
                layout: &pipeline.layout,
                entries: &entries.collect::<Vec<_>>(),
            });
            let most = match step.capacity.memory {
                ListMemory::Workgroup => device.limits().max_compute_workgroups_per_dimension,
                ListMemory::Device { groups } => groups,
            };
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(searches.min(most), 1, 1);
        }
        let read = self.copy(encoder, &buffers, 0..chunk.read_bytes);
        SubmittedChunk {
            buffers,
            start: chunk.start,
            searches: searches as usize,
            read,
            since: Instant::now(),
        }
    }

    /// Copies a part of the output to where it can be read, after everything else that is encoded.
    fn copy(
        &self,
        mut encoder: wgpu::CommandEncoder,
        buffers: &ChunkBuffers,
        part: std::ops::Range<u64>,
    ) -> Reading {
        let bytes = part.end - part.start;
        let ChunkBuffers {
            output, readable, ..
        } = buffers;
        encoder.copy_buffer_to_buffer(output, part.start, readable, 0, bytes);
        let submission = self.device.queue.submit([encoder.finish()]);
        let (sender, mapped) = oneshot::channel();
        readable.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
            // An error means that the receiver of the results is gone.
            let _ = sender.send(result);
        });
        Reading {
            bytes,
            submission,
            mapped,
        }
    }

    /// Waits for a part of a chunk's output, and returns it.
    async fn read(&self, buffers: &ChunkBuffers, read: Reading) -> Result<Vec<u32>, GpuError> {
        let device = &self.device;
        device.wait(read.submission, read.mapped).await?;
        // After an error that the driver reported without being asked, the buffer has anything in it.
        device.check()?;
        let view = buffers.readable.get_mapped_range(0..read.bytes);
        let view = view.map_err(|error| device.error(error))?;
        let content = bytemuck::pod_collect_to_vec(&view);
        drop(view);
        buffers.readable.unmap();
        Ok(content)
    }

    /// Waits for a chunk, and returns the part of its output that is read, and then the rest of it up to `end`, which
    /// depends on what was read.
    pub(crate) async fn take(
        &mut self,
        chunk: SubmittedChunk,
        end: impl Fn(&[u32]) -> u64,
    ) -> Result<Vec<u32>, GpuError> {
        let buffers = chunk.buffers;
        let mut output = self.read(&buffers, chunk.read).await?;
        self.chunk.adapt(chunk.searches, chunk.since.elapsed());
        let end = end(&output);
        let room = buffers.readable.size();
        let mut start = size_of_val(&output[..]) as u64;
        while start < end {
            let part = start..end.min(start + room);
            start = part.end;
            let encoder = (self.device.device)
                .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            let read = self.copy(encoder, &buffers, part);
            output.extend(self.read(&buffers, read).await?);
        }
        self.idle.push(buffers);
        Ok(output)
    }
}
