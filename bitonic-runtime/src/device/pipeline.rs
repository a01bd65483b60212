//! Kernels compiled for a device, each text once.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bitonic_dsl::capabilities::Capability;
use bitonic_dsl::interface::{BindingKind, Interface, ParameterPassing};
use bitonic_dsl::{Dialect, Kernel};

use super::Gpu;
use crate::error::{Error, ErrorKind};

/// What devices are opened with, where the adapter has it: scalar types cost nothing
/// where they are not used.
pub(super) const SCALARS: wgpu::Features = wgpu::Features::SHADER_F16
    .union(wgpu::Features::SHADER_INT64)
    .union(wgpu::Features::SHADER_F64);

/// The feature of wgpu that a capability is.
fn feature(capability: Capability) -> wgpu::Features {
    match capability {
        Capability::Immediates => wgpu::Features::IMMEDIATES,
        Capability::Float16 => wgpu::Features::SHADER_F16,
        Capability::Int64 => wgpu::Features::SHADER_INT64,
        Capability::Float64 => wgpu::Features::SHADER_F64,
    }
}

/// A compiled kernel and the layouts of its bind groups.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub(crate) pipeline: wgpu::ComputePipeline,
    /// By group; a group between two used ones may be empty.
    pub(crate) groups: Vec<wgpu::BindGroupLayout>,
}

/// The pipelines of a device, by kernel. Kernels are equal if their texts are.
#[derive(Default, Debug)]
pub(super) struct Pipelines(Mutex<HashMap<Kernel, Arc<Pipeline>>>);

impl Pipelines {
    fn get(&self, kernel: &Kernel) -> Option<Arc<Pipeline>> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.get(kernel).cloned()
    }

    fn insert(&self, kernel: Kernel, pipeline: Arc<Pipeline>) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.insert(kernel, pipeline);
    }
}

impl Gpu {
    /// The pipeline of a kernel, and the time that compiling it took: zero where
    /// it was compiled before.
    pub(crate) fn pipeline(&self, kernel: &Kernel) -> Result<(Arc<Pipeline>, Duration), Error> {
        if let Some(pipeline) = self.0.pipelines.get(kernel) {
            return Ok((pipeline, Duration::ZERO));
        }
        // Compiled outside the lock: another thread may compile the same kernel
        // meanwhile, which costs time and harms nothing.
        let start = Instant::now();
        let pipeline = Arc::new(self.compile(kernel)?);
        self.0.counts.pipeline_compiled();
        self.0.pipelines.insert(kernel.clone(), pipeline.clone());
        Ok((pipeline, start.elapsed()))
    }

    fn compile(&self, kernel: &Kernel) -> Result<Pipeline, Error> {
        self.capabilities_are_there(kernel)?;
        let interface = kernel.interface();
        let text = kernel.wgsl(Dialect::Naga)?;
        let what = format!("compiling kernel `{}`", kernel.name());
        self.scoped(&what, || {
            let module = self
                .device()
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(kernel.name()),
                    source: wgpu::ShaderSource::Wgsl(text.into()),
                });
            let groups = self.group_layouts(kernel.name(), interface);
            let layout = self.pipeline_layout(kernel.name(), interface, &groups);
            let pipeline =
                self.device()
                    .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                        label: Some(kernel.name()),
                        layout: Some(&layout),
                        module: &module,
                        entry_point: Some(&interface.entry_point),
                        compilation_options: Default::default(),
                        cache: None,
                    });
            Pipeline { pipeline, groups }
        })
    }

    /// Whether the device was opened with a capability. Devices that this library opens
    /// have those for scalar types that their adapters have.
    #[must_use]
    pub fn has(&self, capability: Capability) -> bool {
        self.device().features().contains(feature(capability))
    }

    fn capabilities_are_there(&self, kernel: &Kernel) -> Result<(), Error> {
        let mut needs = kernel.interface().capabilities.iter();
        let Some((missing, at)) = needs.find(|(capability, _)| !self.has(*capability)) else {
            return Ok(());
        };
        let message = format!(
            "kernel `{}` uses {missing} ({at}), which the device `{}` was not opened with",
            kernel.name(),
            self.info().name
        );
        Err(Error::new(ErrorKind::Device, message).with_help(match missing {
            Capability::Immediates => {
                "build the kernel with parameters in a dynamic-offset uniform"
            }
            Capability::Float16 | Capability::Int64 | Capability::Float64 => {
                "another adapter may have them, `bitonic devices` lists all; or use types of 32 bits"
            }
        }))
    }

    fn group_layouts(&self, label: &str, interface: &Interface) -> Vec<wgpu::BindGroupLayout> {
        let mut groups = vec![Vec::new(); group_count(interface)];
        for binding in &interface.bindings {
            let entry = layout_entry(binding.binding, binding.kind, false, binding.min_size);
            groups[binding.group as usize].push(entry);
        }
        if let Some(parameters) = &interface.parameters
            && parameters.passing == ParameterPassing::DynamicUniform
        {
            let kind = BindingKind::Uniform;
            let entry = layout_entry(parameters.binding, kind, true, parameters.size);
            groups[parameters.group as usize].push(entry);
        }
        let layout = |entries: &Vec<wgpu::BindGroupLayoutEntry>| {
            let label = Some(label);
            let descriptor = wgpu::BindGroupLayoutDescriptor { label, entries };
            self.device().create_bind_group_layout(&descriptor)
        };
        groups.iter().map(layout).collect()
    }

    fn pipeline_layout(
        &self,
        label: &str,
        interface: &Interface,
        groups: &[wgpu::BindGroupLayout],
    ) -> wgpu::PipelineLayout {
        let groups: Vec<_> = groups.iter().map(Some).collect();
        self.device()
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: &groups,
                immediate_size: immediate_size(interface),
            })
    }
}

/// One more than the highest group that the interface uses.
fn group_count(interface: &Interface) -> usize {
    let of_bindings = interface.bindings.iter().map(|binding| binding.group);
    let uniform = interface
        .parameters
        .iter()
        .filter(|parameters| parameters.passing == ParameterPassing::DynamicUniform);
    let of_parameters = uniform.map(|parameters| parameters.group);
    let highest = of_bindings.chain(of_parameters).max();
    highest.map_or(0, |group| group as usize + 1)
}

fn immediate_size(interface: &Interface) -> u32 {
    match &interface.parameters {
        Some(parameters) => match parameters.passing {
            ParameterPassing::Immediates => parameters.size,
            ParameterPassing::DynamicUniform => 0,
        },
        None => 0,
    }
}

fn layout_entry(
    binding: u32,
    kind: BindingKind,
    has_dynamic_offset: bool,
    min_size: u32,
) -> wgpu::BindGroupLayoutEntry {
    let ty = match kind {
        BindingKind::StorageRead => wgpu::BufferBindingType::Storage { read_only: true },
        BindingKind::StorageReadWrite => wgpu::BufferBindingType::Storage { read_only: false },
        BindingKind::Uniform => wgpu::BufferBindingType::Uniform,
    };
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset,
            min_binding_size: NonZeroU64::new(u64::from(min_size)),
        },
        count: None,
    }
}
