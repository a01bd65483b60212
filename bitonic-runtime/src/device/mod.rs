//! The device: an adapter opened with all its limits, its queue, and the
//! pipelines compiled for it.
//!
//! `adapters` finds and chooses adapters, `features` and `formats` say what kernels may ask of them,
//! `checked` tells what the checker found, `layout` what bindings are, `scope` turns what wgpu reports into
//! errors, `pipeline` compiles kernels and keeps them, `memory` makes and lends
//! buffers, `wait` and `poller` wait for work, `blocking` says where a call may block,
//! `clock` tells the time, `counts` says what was made. Typed buffers, plans and sorting
//! live on higher floors.

mod adapters;
mod blocking;
mod checked;
mod clock;
mod counts;
mod features;
mod formats;
mod layout;
mod memory;
mod pipeline;
#[cfg(not(target_arch = "wasm32"))]
mod poller;
mod scope;
mod wait;

use std::sync::Arc;

pub use adapters::{AdapterInfo, AdapterKind};
pub(crate) use clock::Instant;
pub use counts::Counts;
pub(crate) use layout::{storage_format, view_dimension};
pub(crate) use memory::{Content, Lent, Nothing, Purpose};
pub(crate) use pipeline::Pipeline;
pub(crate) use wait::Signal;

use adapters::Candidate;
use blocking::block_on;
use checked::Faults;
use counts::Counters;
use formats::Formats;
use memory::Pool;
use pipeline::Pipelines;
use scope::{LateReports, Uncaptured};

use crate::error::{Error, ErrorKind};
use crate::plan::Limits;

/// The variable of the environment that names the adapter of [`Gpu::auto`].
const ADAPTER_VARIABLE: &str = "BITONIC_ADAPTER";

/// A device that runs kernels. Cheap to clone; all clones share the device and
/// its compiled pipelines, and may be used from several threads.
#[derive(Clone, Debug)]
pub struct Gpu(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    device: wgpu::Device,
    queue: wgpu::Queue,
    info: AdapterInfo,
    /// Whether the browser runs it.
    of_a_browser: bool,
    limits: Limits,
    formats: Formats,
    pipelines: Pipelines,
    pool: Arc<Pool>,
    counts: Counters,
    uncaptured: Uncaptured,
    late: LateReports,
    faults: Faults,
    #[cfg(not(target_arch = "wasm32"))]
    poller: poller::Poller,
}

impl Gpu {
    /// The first hardware adapter that opens; where there is none, the software adapter.
    /// The variable `BITONIC_ADAPTER` of the environment names another one, as
    /// [`Gpu::named`] does. Mesa's software Vulkan is taken only by name.
    ///
    /// # Errors
    ///
    /// The adapter that the variable names is not there, or no device opens. In a browser,
    /// always: a browser cannot be blocked, and [`Gpu::auto_async`] is what to await.
    pub fn auto() -> Result<Gpu, Error> {
        if cfg!(target_arch = "wasm32") {
            return Err(blocking::blocked("`Gpu::auto_async`"));
        }
        block_on("`Gpu::auto_async`", Gpu::auto_async())
    }

    /// [`Gpu::auto`] without blocking. In a browser, the adapter that its WebGPU offers,
    /// whatever that is made of; where it has no WebGPU or offers none, the software adapter.
    ///
    /// # Errors
    ///
    /// As [`Gpu::auto`].
    pub async fn auto_async() -> Result<Gpu, Error> {
        match std::env::var(ADAPTER_VARIABLE) {
            Ok(name) if !name.trim().is_empty() => {
                let named = Gpu::named_async(&name).await;
                named.map_err(|error| error.named_by_variable(ADAPTER_VARIABLE))
            }
            Ok(_) | Err(_) => Gpu::first_that_opens().await,
        }
    }

    async fn first_that_opens() -> Result<Gpu, Error> {
        let mut failure = Error::new(ErrorKind::Adapter, "this machine has no adapter");
        for candidate in adapters::automatic().await {
            match Gpu::open(candidate, Faults::default()).await {
                Ok(gpu) => return Ok(gpu),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// The adapter of this name: `software` for the software adapter, the name of
    /// a backend (`vulkan`, `metal`, `dx12`; `webgpu` in a browser) for any adapter of it, hardware
    /// first, or a part of an adapter's own name. Case does not matter.
    ///
    /// # Errors
    ///
    /// There is none of this name, the message lists those that were found; or no
    /// device opens. In a browser only `software` can be opened so: await
    /// [`Gpu::named_async`] for the browser's own.
    pub fn named(name: &str) -> Result<Gpu, Error> {
        block_on("`Gpu::named_async`", Gpu::named_async(name))
    }

    /// [`Gpu::named`] without blocking.
    ///
    /// # Errors
    ///
    /// As [`Gpu::named`].
    pub async fn named_async(name: &str) -> Result<Gpu, Error> {
        Gpu::open(adapters::named(name).await?, Faults::default()).await
    }

    /// All adapters of this machine, the software adapter last. In a browser the software
    /// adapter alone, for the browser's own has to be awaited: see [`Gpu::adapters_async`].
    #[must_use]
    pub fn adapters() -> Vec<AdapterInfo> {
        let listed = async { Ok(Gpu::adapters_async().await) };
        let software = || {
            let found = block_on("`Gpu::adapters_async`", async {
                Ok(adapters::software().await)
            });
            let found = found.unwrap_or_default().into_iter();
            found.map(|found| found.info).collect()
        };
        block_on("`Gpu::adapters_async`", listed).unwrap_or_else(|_| software())
    }

    /// [`Gpu::adapters`] without blocking.
    pub async fn adapters_async() -> Vec<AdapterInfo> {
        let candidates = adapters::all().await;
        candidates.into_iter().map(|found| found.info).collect()
    }

    /// Runs on a device that the caller opened. Errors that arise in the caller's
    /// own calls stay the caller's.
    #[must_use]
    pub fn from_wgpu(device: wgpu::Device, queue: wgpu::Queue) -> Gpu {
        let info = AdapterInfo::of(&device.adapter_info());
        let formats = Formats::of(device.features(), None);
        Gpu::new(
            device,
            queue,
            (info, formats),
            Uncaptured::default(),
            Faults::default(),
        )
    }

    async fn open(candidate: Candidate, faults: Faults) -> Result<Gpu, Error> {
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("bitonic"),
            required_limits: candidate.adapter.limits(),
            required_features: features::of_adapter(&candidate.adapter),
            ..Default::default()
        };
        let opened = candidate.adapter.request_device(&descriptor).await;
        let (device, queue) = opened.map_err(|error| {
            let message = format!(
                "the adapter `{}` gave no device: {error}",
                candidate.info.name
            );
            Error::new(ErrorKind::Adapter, message)
        })?;
        let uncaptured = Uncaptured::of(&device);
        let formats = Formats::of(device.features(), Some(&candidate.adapter));
        let known = (candidate.info, formats);
        Ok(Gpu::new(device, queue, known, uncaptured, faults))
    }

    fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        (info, formats): (AdapterInfo, Formats),
        uncaptured: Uncaptured,
        faults: Faults,
    ) -> Gpu {
        let limits = plain_limits(&device.limits());
        Gpu(Arc::new(Inner {
            device,
            queue,
            of_a_browser: info.backend == wgpu::Backend::BrowserWebGpu.to_str(),
            info,
            limits,
            formats,
            pipelines: Pipelines::default(),
            pool: Arc::default(),
            counts: Counters::default(),
            uncaptured,
            late: LateReports::default(),
            faults,
            #[cfg(not(target_arch = "wasm32"))]
            poller: poller::Poller::default(),
        }))
    }

    /// What the device is.
    #[must_use]
    pub fn info(&self) -> &AdapterInfo {
        &self.0.info
    }

    /// What the device allows.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// The device of wgpu, for work beside this library.
    #[must_use]
    pub fn device(&self) -> &wgpu::Device {
        &self.0.device
    }

    /// The queue of wgpu, for work beside this library.
    #[must_use]
    pub fn queue(&self) -> &wgpu::Queue {
        &self.0.queue
    }
}

fn plain_limits(limits: &wgpu::Limits) -> Limits {
    Limits {
        workgroup_invocations: limits.max_compute_invocations_per_workgroup,
        workgroup_size: [
            limits.max_compute_workgroup_size_x,
            limits.max_compute_workgroup_size_y,
            limits.max_compute_workgroup_size_z,
        ],
        workgroup_bytes: limits.max_compute_workgroup_storage_size,
        workgroups_per_dimension: limits.max_compute_workgroups_per_dimension,
        storage_binding_bytes: limits.max_storage_buffer_binding_size,
        uniform_binding_bytes: limits.max_uniform_buffer_binding_size,
        buffer_bytes: limits.max_buffer_size,
        storage_buffers: limits.max_storage_buffers_per_shader_stage,
        texture_sides: [
            limits.max_texture_dimension_1d,
            limits.max_texture_dimension_2d,
            limits.max_texture_dimension_3d,
        ],
        texture_layers: limits.max_texture_array_layers,
        storage_textures: limits.max_storage_textures_per_shader_stage,
        sampled_textures: limits.max_sampled_textures_per_shader_stage,
        samplers: limits.max_samplers_per_shader_stage,
        uniform_offset_alignment: limits.min_uniform_buffer_offset_alignment,
        immediate_bytes: limits.max_immediate_size,
    }
}
