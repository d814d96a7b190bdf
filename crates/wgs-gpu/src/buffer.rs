//! Buffers with a content, and how the shader's buffers are bound.

use crate::device::GpuDevice;
use crate::shader::{self, Program};

/// Creates a buffer with this content. On a device that is lost, this is an error that `check` returns;
/// wgpu's own function for it panics.
pub(crate) fn filled<T: bytemuck::NoUninit>(
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

/// Creates a buffer with this content that a shader reads or writes.
pub(crate) fn storage<T: bytemuck::NoUninit>(
    device: &GpuDevice,
    label: &str,
    content: &[T],
) -> wgpu::Buffer {
    filled(device, label, content, wgpu::BufferUsages::STORAGE)
}

/// All capacities have the same bindings, so that the same buffers serve them.
pub(crate) fn bind_group_layout(device: &wgpu::Device, program: Program) -> wgpu::BindGroupLayout {
    let entries = (0..program.bindings()).map(|binding| {
        let ty = match binding {
            shader::BATCH_BINDING => wgpu::BufferBindingType::Uniform,
            _ => wgpu::BufferBindingType::Storage {
                read_only: !shader::is_written(binding),
            },
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
