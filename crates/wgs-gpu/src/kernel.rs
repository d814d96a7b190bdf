//! Runs the shader: tables and boards to the device, scores back. What boards mean, and whether their
//! scores are right, is for others to say.

use std::collections::VecDeque;
use std::time::Duration;

use bytemuck::Zeroable;
use futures_channel::oneshot;
use web_time::Instant;
use wgs_core::SearchTables;

use crate::capacity::{Capacity, GridSize, ListMemory};
use crate::device::{GpuDevice, MapResult};
use crate::error::GpuError;
use crate::shader::{self, STACK_BINDING, TABLE_BINDING};
use crate::tile_code::{Change, LongTile};

/// The words and the values of a board.
pub(crate) type Score = [u32; 2];

/// The score of a board that needs more memory.
pub(crate) const OVERFLOW: Score = [u32::MAX, 0];

/// The number of chunks that the device has at a time, so that it has work while scores are
/// copied.
const IN_FLIGHT: usize = 2;

/// The limits on the number of boards in a chunk.
const MIN_CHUNK: usize = 256;
const MAX_CHUNK: usize = 1 << 20;

/// A chunk should take about this long. Systems take a device for dead that is busy for seconds.
const SHORT: Duration = Duration::from_millis(20);
const LONG: Duration = Duration::from_millis(200);

/// The shader with the tables of a game, on a device.
pub(crate) struct Kernel {
    device: GpuDevice,
    grid: GridSize,
    layout: wgpu::BindGroupLayout,
    nodes: wgpu::Buffer,
    values: wgpu::Buffer,
    neighbours: [[u32; 4]; 64],
    long_tiles: Vec<LongTile>,
    long_tile_buffer: wgpu::Buffer,
    steps: Vec<Step>,
    /// The stack and the table in the memory of the device; tiny until they are needed.
    lists: [wgpu::Buffer; 2],
    /// The step to begin with.
    first_step: usize,
    /// The number of boards in a chunk, and the most that the buffers of the device have room for.
    chunk: usize,
    max_chunk: usize,
    idle: Vec<ChunkBuffers>,
}

/// A capacity, and the pipeline for it when it has been needed.
struct Step {
    capacity: Capacity,
    pipeline: Option<wgpu::ComputePipeline>,
}

/// The changes that boards are scored with, on the device.
pub(crate) struct ChangeList {
    changes: Vec<Change>,
    buffer: wgpu::Buffer,
}

impl ChangeList {
    pub(crate) fn len(&self) -> usize {
        self.changes.len()
    }
}

/// The buffers of a chunk.
struct ChunkBuffers {
    boards: wgpu::Buffer,
    scores: wgpu::Buffer,
    /// The scores where the processor can read them.
    readable: wgpu::Buffer,
}

/// A chunk that the device has.
struct Submitted {
    buffers: ChunkBuffers,
    /// The index of its first score, and how many there are.
    start: usize,
    count: usize,
    index: wgpu::SubmissionIndex,
    mapped: oneshot::Receiver<MapResult>,
    since: Instant,
}

/// The `Batch` of the shader.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Batch {
    boards: u32,
    changes: u32,
    /// The shader aligns what follows to 16 bytes.
    padding: [u32; 2],
    neighbours: [[u32; 4]; 64],
}

impl Kernel {
    pub(crate) fn new(device: &GpuDevice, tables: &SearchTables) -> Result<Self, GpuError> {
        let mut neighbours = [[0; 4]; 64];
        for (entry, mask) in neighbours.iter_mut().zip(tables.neighbours()) {
            (entry[0], entry[1]) = (*mask as u32, (mask >> 32) as u32);
        }
        let degree = |mask: &u64| mask.count_ones();
        let grid = GridSize {
            cells: tables.neighbours().len() as u32,
            max_neighbours: tables.neighbours().iter().map(degree).max().unwrap_or(0),
        };
        let limits = device.device.limits();
        let largest = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size);
        let node_bytes = size_of_val(tables.nodes()) as u64;
        if node_bytes > largest {
            return Err(GpuError::OutOfMemory {
                device: device.name().to_owned(),
                reason: format!(
                    "the dictionary takes {node_bytes} bytes, but a buffer has at most {largest}"
                ),
            });
        }
        let steps = Capacity::steps(grid, limits.max_compute_workgroup_storage_size, largest);
        let steps = steps.into_iter().map(|capacity| Step {
            capacity,
            pipeline: None,
        });
        // Buffers are rounded up to a power of two.
        let board_bytes = u64::from(grid.cells.div_ceil(4) * 4).max(size_of::<Score>() as u64);
        let max_chunk = usize::try_from(largest / 2 / board_bytes).unwrap_or(MAX_CHUNK);
        let max_chunk = max_chunk.clamp(1, MAX_CHUNK);
        let kernel = Self {
            grid,
            layout: bind_group_layout(&device.device),
            nodes: storage(device, "nodes", tables.nodes()),
            values: storage(device, "values", tables.values()),
            neighbours,
            long_tiles: Vec::new(),
            long_tile_buffer: storage(device, "long tiles", &[LongTile::zeroed()]),
            steps: steps.collect(),
            lists: ["stack", "table"].map(|label| storage(device, label, &[[0u32; 4]])),
            first_step: 0,
            chunk: (4 * MIN_CHUNK).min(max_chunk),
            max_chunk,
            idle: Vec::new(),
            device: device.clone(),
        };
        kernel.device.check()?;
        Ok(kernel)
    }

    pub(crate) fn device(&self) -> &GpuDevice {
        &self.device
    }

    /// Puts a list of changes on the device. It must not be empty.
    pub(crate) fn change_list(&self, changes: Vec<Change>) -> ChangeList {
        let bits: Vec<u32> = changes.iter().map(|change| change.bits()).collect();
        ChangeList {
            buffer: storage(&self.device, "changes", &bits),
            changes,
        }
    }

    /// Tells the device about tiles with several symbols.
    pub(crate) fn set_long_tiles(&mut self, long_tiles: &[LongTile]) {
        // A buffer must not be empty.
        if self.long_tiles != long_tiles && !long_tiles.is_empty() {
            self.long_tiles = long_tiles.to_vec();
            self.long_tile_buffer = storage(&self.device, "long tiles", long_tiles);
        }
    }

    /// The number of elements that the codes of a board take.
    fn board_elements(&self) -> usize {
        self.grid.cells.div_ceil(4) as usize
    }

    /// Scores the boards with these codes, each with all changes in turn. Boards that need
    /// more memory than there is have the score [`OVERFLOW`].
    pub(crate) async fn score(
        &mut self,
        codes: &[u32],
        changes: &ChangeList,
    ) -> Result<Vec<Score>, GpuError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let elements = self.board_elements();
        let mut scores = vec![OVERFLOW; codes.len() / elements * changes.len()];
        if self.steps.is_empty() {
            return Ok(scores);
        }
        let first_step = self.first_step;
        self.score_with(first_step, codes, changes, &mut scores)
            .await?;
        let mut unchanged = None;
        for step in first_step + 1..self.steps.len() {
            let is_open = |index: &usize| scores[*index] == OVERFLOW;
            let open: Vec<usize> = (0..scores.len()).filter(is_open).collect();
            if step == first_step + 1 && open.len() > scores.len() / 4 {
                // Boards that follow are probably alike.
                self.first_step = step;
            }
            if open.is_empty() {
                break;
            }
            let mut again = Vec::with_capacity(open.len() * elements);
            for index in &open {
                let board = index / changes.len() * elements;
                let start = again.len();
                again.extend_from_slice(&codes[board..board + elements]);
                changes.changes[index % changes.len()].apply(&mut again[start..]);
            }
            let unchanged = unchanged.get_or_insert_with(|| self.change_list(vec![Change::NONE]));
            let mut new = vec![OVERFLOW; open.len()];
            self.score_with(step, &again, unchanged, &mut new).await?;
            for (index, score) in open.into_iter().zip(new) {
                scores[index] = score;
            }
        }
        Ok(scores)
    }

    /// Scores boards with one of the steps, chunk by chunk.
    async fn score_with(
        &mut self,
        step: usize,
        codes: &[u32],
        changes: &ChangeList,
        scores: &mut [Score],
    ) -> Result<(), GpuError> {
        self.prepare(step)?;
        let elements = self.board_elements();
        let mut waiting = VecDeque::new();
        let mut rest = codes.chunks_exact(elements).len();
        let mut next = 0;
        let scored = loop {
            if rest > 0 && waiting.len() < IN_FLIGHT {
                let boards = (self.chunk / changes.len()).clamp(1, rest);
                let codes = &codes[next * elements..(next + boards) * elements];
                waiting.push_back(self.submit(step, codes, changes, next * changes.len()));
                (next, rest) = (next + boards, rest - boards);
                continue;
            }
            let Some(chunk) = waiting.pop_front() else {
                break Ok(());
            };
            if let Err(error) = self.take(chunk, scores).await {
                break Err(error);
            }
        };
        // Errors that the driver reported without being asked.
        scored.and(self.device.check())
    }

    /// Creates what a step needs.
    fn prepare(&mut self, step: usize) -> Result<(), GpuError> {
        let capacity = self.steps[step].capacity;
        if self.steps[step].pipeline.is_some() {
            return Ok(());
        }
        let device = &self.device.device;
        let text = shader::text(self.grid, capacity);
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("score"),
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            bind_group_layouts: &[Some(&self.layout)],
            ..wgpu::PipelineLayoutDescriptor::default()
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("score"),
            layout: Some(&layout),
            module: &module,
            entry_point: Some("score"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
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
        self.steps[step].pipeline = Some(pipeline);
        Ok(())
    }

    /// Gives a chunk to the device.
    fn submit(
        &mut self,
        step: usize,
        codes: &[u32],
        changes: &ChangeList,
        start: usize,
    ) -> Submitted {
        let device = &self.device.device;
        let count = codes.len() / self.board_elements() * changes.len();
        let code_bytes = size_of_val(codes) as u64;
        let score_bytes = (count * size_of::<Score>()) as u64;
        let fits = |buffers: &ChunkBuffers| {
            buffers.boards.size() >= code_bytes && buffers.scores.size() >= score_bytes
        };
        let buffers = match self.idle.pop() {
            Some(buffers) if fits(&buffers) => buffers,
            _ => ChunkBuffers::new(device, code_bytes, score_bytes),
        };
        self.device
            .queue
            .write_buffer(&buffers.boards, 0, bytemuck::cast_slice(codes));
        let batch = Batch {
            boards: count as u32,
            changes: changes.len() as u32,
            padding: [0; 2],
            neighbours: self.neighbours,
        };
        let batch = filled(&self.device, "batch", &[batch], wgpu::BufferUsages::UNIFORM);
        let [stack, table] = &self.lists;
        let bindings = [
            (0, &batch),
            (1, &self.nodes),
            (2, &self.values),
            (3, &self.long_tile_buffer),
            (4, &buffers.boards),
            (5, &changes.buffer),
            (6, &buffers.scores),
            (STACK_BINDING, stack),
            (TABLE_BINDING, table),
        ];
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("score"),
            layout: &self.layout,
            entries: &bindings.map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            }),
        });
        let step = &self.steps[step];
        let most = match step.capacity.memory {
            ListMemory::Workgroup => device.limits().max_compute_workgroups_per_dimension,
            ListMemory::Device { groups } => groups,
        };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        if let Some(pipeline) = &step.pipeline {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups((count as u32).min(most), 1, 1);
        }
        encoder.copy_buffer_to_buffer(&buffers.scores, 0, &buffers.readable, 0, score_bytes);
        let index = self.device.queue.submit([encoder.finish()]);
        let (sender, mapped) = oneshot::channel();
        buffers
            .readable
            .map_async(wgpu::MapMode::Read, 0..score_bytes, move |result| {
                // An error means that nobody waits for the scores any more.
                let _ = sender.send(result);
            });
        Submitted {
            buffers,
            start,
            count,
            index,
            mapped,
            since: Instant::now(),
        }
    }

    /// Waits for a chunk and copies its scores.
    async fn take(&mut self, chunk: Submitted, scores: &mut [Score]) -> Result<(), GpuError> {
        let device = &self.device;
        device.wait(chunk.index, chunk.mapped).await?;
        let bytes = 0..(chunk.count * size_of::<Score>()) as u64;
        let readable = &chunk.buffers.readable;
        let view = readable.get_mapped_range(bytes);
        let view = view.map_err(|error| device.error(error))?;
        scores[chunk.start..chunk.start + chunk.count].copy_from_slice(bytemuck::cast_slice(&view));
        drop(view);
        readable.unmap();
        let time = chunk.since.elapsed();
        if time < SHORT && chunk.count * 2 > self.chunk {
            self.chunk = (self.chunk * 2).min(self.max_chunk);
        } else if time > LONG {
            self.chunk = (self.chunk / 2).max(MIN_CHUNK).min(self.max_chunk);
        }
        self.idle.push(chunk.buffers);
        Ok(())
    }
}

impl ChunkBuffers {
    fn new(device: &wgpu::Device, code_bytes: u64, score_bytes: u64) -> Self {
        let buffer = |label, bytes: u64, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: bytes.next_power_of_two(),
                usage,
                mapped_at_creation: false,
            })
        };
        use wgpu::BufferUsages as Usage;
        Self {
            boards: buffer("boards", code_bytes, Usage::STORAGE | Usage::COPY_DST),
            scores: buffer("scores", score_bytes, Usage::STORAGE | Usage::COPY_SRC),
            readable: buffer("readable", score_bytes, Usage::MAP_READ | Usage::COPY_DST),
        }
    }
}

/// Creates a buffer with this content. On a device that is lost, this is an error that `check` returns;
/// wgpu's own function for it panics.
fn filled<T: bytemuck::NoUninit>(
    device: &GpuDevice,
    label: &str,
    content: &[T],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let buffer = device.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: size_of_val(content) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let bytes = bytemuck::cast_slice(content);
    device.queue.write_buffer(&buffer, 0, bytes);
    buffer
}

fn storage<T: bytemuck::NoUninit>(device: &GpuDevice, label: &str, content: &[T]) -> wgpu::Buffer {
    filled(device, label, content, wgpu::BufferUsages::STORAGE)
}

/// All capacities have the same bindings, so that the same buffers serve them.
fn bind_group_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entries = (0..=TABLE_BINDING).map(|binding| {
        let ty = match binding {
            0 => wgpu::BufferBindingType::Uniform,
            1..=5 => wgpu::BufferBindingType::Storage { read_only: true },
            _ => wgpu::BufferBindingType::Storage { read_only: false },
        };
        wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        }
    });
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("score"),
        entries: &entries.collect::<Vec<_>>(),
    })
}
