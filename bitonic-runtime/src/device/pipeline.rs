//! Kernels compiled for a device, each text once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bitonic_dsl::interface::{Interface, ParameterPassing};
use bitonic_dsl::{Dialect, Kernel};

use super::{Gpu, Instant, layout};
use crate::error::Error;

/// A compiled kernel and the layouts of its bind groups.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub(crate) pipeline: wgpu::ComputePipeline,
    /// By group; a group between two used ones may be empty.
    pub(crate) groups: Vec<wgpu::BindGroupLayout>,
}

/// The pipelines of a device, by kernel. Kernels are equal if their texts are, which hold
/// the values of overrides.
#[derive(Default, Debug)]
pub(super) struct Pipelines(Mutex<HashMap<Kernel, Arc<Pipeline>>>);

impl Pipelines {
    fn get(&self, kernel: &Kernel) -> Option<Arc<Pipeline>> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.get(kernel).cloned()
    }

    /// Every kernel compiled so far.
    pub(super) fn kernels(&self) -> Vec<Kernel> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.keys().cloned().collect()
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
        // The text declares overrides; the values come beside it.
        let open = kernel.overridable();
        let interface = open.interface();
        let text = open.wgsl(match self.is_of_a_browser() {
            true => Dialect::Browser,
            false => Dialect::Naga,
        })?;
        let values = kernel.override_values();
        let values: Vec<_> = values
            .map(|(one, value)| (one.key(), value.number()))
            .collect();
        let constants: Vec<(&str, f64)> = values
            .iter()
            .map(|(key, number)| (key.as_str(), *number))
            .collect();
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
                        compilation_options: wgpu::PipelineCompilationOptions {
                            constants: &constants,
                            ..Default::default()
                        },
                        cache: None,
                    });
            Pipeline { pipeline, groups }
        })
    }

    fn group_layouts(&self, label: &str, interface: &Interface) -> Vec<wgpu::BindGroupLayout> {
        let mut groups = vec![Vec::new(); group_count(interface)];
        for binding in &interface.bindings {
            groups[binding.group as usize].push(layout::entry(binding));
        }
        if let Some(parameters) = &interface.parameters
            && parameters.passing == ParameterPassing::DynamicUniform
        {
            groups[parameters.group as usize].push(layout::parameters(parameters));
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
