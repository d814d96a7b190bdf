//! A GPU that is ready for use. What runs on it is in `kernel.rs`.

use std::fmt;
#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use futures_channel::oneshot;

use crate::error::GpuError;

/// Which devices may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GpuSelection {
    /// Only a GPU. Drivers that run on the processor are slower than the engines of `wgs-engine`.
    #[default]
    Hardware,
    /// Also a driver that runs on the processor, such as Mesa's lavapipe, if there is no GPU.
    Any,
}

/// A GPU that is ready for use. Clones are the same device.
#[derive(Clone)]
pub struct GpuDevice {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    name: String,
    is_hardware: bool,
    /// The first problem that the driver reported. A device that has one is not used again.
    problem: Arc<Mutex<Option<Problem>>>,
}

/// Whether a buffer can be read.
pub(crate) type MapResult = Result<(), wgpu::BufferAsyncError>;

/// A device that is busy for longer counts as lost. (Browsers have their own limit.)
#[cfg(not(target_family = "wasm"))]
const TIMEOUT: Duration = Duration::from_secs(60);

/// Unsolicited reports of a driver.
#[derive(Clone)]
enum Problem {
    OutOfMemory(String),
    Lost(String),
    Other(String),
}

impl GpuDevice {
    /// Opens the fastest device: a graphics card before a GPU that shares the memory of the
    /// processor.
    ///
    /// # Errors
    ///
    /// Returns why there is no device.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(selection: GpuSelection) -> Result<Self, GpuError> {
        Self::open_within(selection, u64::MAX)
    }

    /// Opens the fastest device, and uses at most this many bytes of it for each of its buffers: the
    /// dictionary, the boards of a chunk, and the lists of long searches.
    ///
    /// # Errors
    ///
    /// Returns why there is no device.
    #[cfg(not(target_family = "wasm"))]
    pub fn open_within(selection: GpuSelection, buffer_bytes: u64) -> Result<Self, GpuError> {
        if selection == GpuSelection::Hardware && !may_have_gpu() {
            return Err(GpuError::NoDevice("the system has none".to_owned()));
        }
        pollster::block_on(Self::request(selection, buffer_bytes))
    }

    /// Does the same as [`open_within`](Self::open_within) without blocking, which browsers do not allow. There, the
    /// devices are those that WebGPU offers.
    ///
    /// # Errors
    ///
    /// Returns why there is no device.
    pub async fn request(selection: GpuSelection, buffer_bytes: u64) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = adapters(&instance)
            .await
            .into_iter()
            .filter_map(|adapter| {
                let preference = preference(&adapter.get_info(), selection)?;
                Some((preference, adapter))
            })
            .min_by_key(|(preference, _)| *preference);
        let Some((_, adapter)) = adapter else {
            let reason = match selection {
                _ if cfg!(target_family = "wasm") => "the browser does not offer one",
                GpuSelection::Hardware => "no driver for Vulkan, Metal or DirectX 12 reports one",
                GpuSelection::Any => "there is no driver for Vulkan, Metal or DirectX 12",
            };
            return Err(GpuError::NoDevice(reason.to_owned()));
        };
        let info = adapter.get_info();
        let mut limits = adapter.limits();
        limits.max_buffer_size = limits.max_buffer_size.min(buffer_bytes);
        limits.max_storage_buffer_binding_size =
            limits.max_storage_buffer_binding_size.min(buffer_bytes);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("wgs"),
            required_limits: limits,
            ..wgpu::DeviceDescriptor::default()
        };
        let opened = adapter.request_device(&descriptor).await;
        let (device, queue) = opened.map_err(|error| {
            GpuError::NoDevice(format!("{} cannot be opened: {error}", info.name))
        })?;
        let problem: Arc<Mutex<Option<Problem>>> = Arc::default();
        let report = {
            let problem = Arc::clone(&problem);
            move |found: Problem| {
                let mut problem = problem.lock().unwrap_or_else(PoisonError::into_inner);
                // A device that is lost rejects everything, and may say so before it says why.
                if problem.is_none() || matches!(found, Problem::Lost(_)) {
                    *problem = Some(found);
                }
            }
        };
        let report_error = report.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            report_error(match error {
                wgpu::Error::OutOfMemory { source } => Problem::OutOfMemory(source.to_string()),
                other => Problem::Other(other.to_string()),
            });
        }));
        device.set_device_lost_callback(move |_, reason| report(Problem::Lost(reason)));
        Ok(Self {
            device,
            queue,
            is_hardware: is_hardware(&info),
            // Browsers may keep it to themselves.
            name: match info.name.is_empty() {
                true => "the GPU".to_owned(),
                false => info.name,
            },
            problem,
        })
    }

    /// Returns the name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether it is a GPU, and not a driver that runs on the processor.
    pub fn is_hardware(&self) -> bool {
        self.is_hardware
    }

    /// Returns the size of the largest buffer.
    pub(crate) fn buffer_bytes(&self) -> u64 {
        let limits = self.device.limits();
        limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size)
    }

    /// Gives the device back. All further work on it fails with [`GpuError::Lost`].
    pub fn close(&self) {
        self.device.destroy();
    }

    /// Waits until a submission is done and its scores can be read.
    pub(crate) async fn wait(
        &self,
        submission: wgpu::SubmissionIndex,
        mapped: oneshot::Receiver<MapResult>,
    ) -> Result<(), GpuError> {
        // In a browser, callbacks are called without being asked for.
        #[cfg(not(target_family = "wasm"))]
        {
            let polled = self.device.poll(wgpu::PollType::Wait {
                submission_index: Some(submission),
                timeout: Some(TIMEOUT),
            });
            polled.map_err(|error| self.error(error))?;
        }
        #[cfg(target_family = "wasm")]
        drop(submission);
        match mapped.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.error(error)),
            Err(error) => Err(self.error(error)),
        }
    }

    /// Returns what the driver reported without being asked.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        let problem = || self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        if problem().is_none() {
            return Ok(());
        }
        // Lets the driver say that the device is lost; its answer does not matter.
        let _ = self.device.poll(wgpu::PollType::Poll);
        let device = self.name.clone();
        Err(match problem().clone() {
            None => return Ok(()),
            Some(Problem::OutOfMemory(reason)) => GpuError::OutOfMemory { device, reason },
            Some(Problem::Lost(reason)) => GpuError::Lost { device, reason },
            Some(Problem::Other(reason)) => GpuError::Failed { device, reason },
        })
    }

    /// Returns what the driver reported, or this error.
    pub(crate) fn error(&self, reason: impl fmt::Display) -> GpuError {
        self.check().err().unwrap_or_else(|| GpuError::Failed {
            device: self.name.clone(),
            reason: reason.to_string(),
        })
    }
}

impl fmt::Debug for GpuDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuDevice")
            .field("name", &self.name)
            .field("is_hardware", &self.is_hardware)
            .finish_non_exhaustive()
    }
}

/// Returns all devices of the system.
#[cfg(not(target_family = "wasm"))]
async fn adapters(instance: &wgpu::Instance) -> Vec<wgpu::Adapter> {
    instance.enumerate_adapters(wgpu::Backends::PRIMARY).await
}

/// Returns the device that the browser offers.
#[cfg(target_family = "wasm")]
async fn adapters(instance: &wgpu::Instance) -> Vec<wgpu::Adapter> {
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..wgpu::RequestAdapterOptions::default()
    };
    let adapter = instance.request_adapter(&options).await;
    adapter.into_iter().collect()
}

/// Returns whether the system may have a GPU. Loading the drivers to find out takes a third of a second, and
/// some of them complain on machines without a display.
#[cfg(not(target_family = "wasm"))]
fn may_have_gpu() -> bool {
    let files = [
        "/dev/dri",
        "/dev/nvidia0",
        "/dev/dxg",
        "/dev/kgsl-3d0",
        "/dev/mali0",
    ];
    !cfg!(target_os = "linux") || files.iter().any(|file| Path::new(file).exists())
}

fn is_hardware(info: &wgpu::AdapterInfo) -> bool {
    info.device_type != wgpu::DeviceType::Cpu
}

/// Returns the rank of a device, the best first, or [`None`] if it may not be used.
fn preference(info: &wgpu::AdapterInfo, selection: GpuSelection) -> Option<u8> {
    match info.device_type {
        wgpu::DeviceType::DiscreteGpu => Some(0),
        wgpu::DeviceType::VirtualGpu => Some(1),
        wgpu::DeviceType::IntegratedGpu => Some(2),
        wgpu::DeviceType::Other => Some(3),
        wgpu::DeviceType::Cpu => (selection == GpuSelection::Any).then_some(4),
    }
}
