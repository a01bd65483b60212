//! Compute pipelines: choosing the entry point, resolving overrides, compiling, and the checks of
//! the result against layout and limits.

use std::sync::Arc;

use naga::{
    ShaderStage,
    back::{PipelineConstants, pipeline_constants},
    valid::ImmediateSlots,
};
use wgpu::{
    Limits,
    custom::{ComputePipelineInterface, DispatchBindGroupLayout, DispatchComputePipeline},
};

use super::{
    bind_group_layout::{BindGroupLayout, Entries, Exclusive},
    device_state::DeviceState,
    error_sink::ApiError,
    object::{Handle, Kind, ObjectError, resolve},
    pipeline_layout::PipelineLayout,
    shader_interface::{self, InterfaceError},
    shader_module::{CompiledShader, ShaderModule, causes},
};
use crate::decode::{DecodeError, DecodeOptions, Program};

/// A pipeline that was made without error.
#[derive(Debug)]
pub(super) struct ComputePipeline {
    pub(super) program: Arc<Program>,
    pub(super) entry_point: String,
    /// The WGSL text, empty if the module came as IR.
    pub(super) source: String,
    pub(super) layout: PipelineLayout,
    /// The immediates that the shader reads, which must be set before a dispatch.
    pub(super) immediates: ImmediateSlots,
    /// Marks the layouts that this pipeline derived; none if its layout was given.
    exclusive: Option<Exclusive>,
}

impl Kind for ComputePipeline {
    const NAME: &'static str = "ComputePipeline";
}

/// Why a pipeline cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateComputePipelineError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("Unable to find a compute entry point named '{0}' in the shader module")]
    MissingEntryPoint(String),
    #[error("Unable to select an entry point: the shader module has no compute entry point")]
    NoEntryPoint,
    #[error(
        "Unable to select an entry point: the shader module has several compute entry points ({0}), and none was named"
    )]
    ManyEntryPoints(String),
    #[error("Pipeline constant error: {0}")]
    Constants(String),
    #[error("Error matching shader requirements against the pipeline")]
    Interface(#[from] InterfaceError),
    #[error("{rendered}")]
    Decode { rendered: String },
    #[error("Workgroup size {0:?} must be positive in each dimension")]
    EmptyWorkgroup([u32; 3]),
    #[error(
        "Workgroup size {size:?} ({total} invocations) must be at most {per_dimension:?} (max_compute_workgroup_size) and {invocations} invocations (max_compute_invocations_per_workgroup)"
    )]
    WorkgroupTooLarge {
        size: [u32; 3],
        total: u64,
        per_dimension: [u32; 3],
        invocations: u32,
    },
    #[error(
        "The entry point uses {used} bytes of workgroup memory, the limit max_compute_workgroup_storage_size is {limit}"
    )]
    WorkgroupStorage { used: u64, limit: u32 },
}

impl ApiError for CreateComputePipelineError {}

impl CreateComputePipelineError {
    /// Points at the construct in the WGSL text, if there is one.
    fn decode(shader: &ShaderModule, error: DecodeError) -> Self {
        let span = error.span();
        let rendered = if shader.source.is_empty() || !span.is_defined() {
            causes(&error)
        } else {
            naga::WithSpan::new(error)
                .with_span(span, "this")
                .emit_to_string(&shader.source)
        };
        Self::Decode { rendered }
    }
}

/// Makes a pipeline from its descriptor.
pub(super) fn create(
    device: &Arc<DeviceState>,
    desc: &wgpu::ComputePipelineDescriptor<'_>,
) -> DispatchComputePipeline {
    let made = build(device, desc);
    DispatchComputePipeline::custom(device.make(
        "Device::create_compute_pipeline",
        desc.label,
        made,
    ))
}

fn build(
    device: &Arc<DeviceState>,
    desc: &wgpu::ComputePipelineDescriptor<'_>,
) -> Result<ComputePipeline, CreateComputePipelineError> {
    let compiled = desc.module.as_custom::<CompiledShader>();
    let (_, shader) = resolve(device, compiled.map(|compiled| &compiled.handle))?;
    let given = match desc.layout {
        Some(layout) => Some(resolve(device, layout.as_custom())?.1),
        None => None,
    };
    let entry_point = select_entry_point(shader, desc.entry_point)?;
    let (program, immediates) = compile(
        shader,
        &entry_point,
        desc.compilation_options.constants,
        device.decode_options(),
    )?;
    check_workgroup_size(device.limits(), program.workgroup_size())?;
    check_workgroup_storage(device.limits(), program.workgroup_bytes())?;
    let (layout, exclusive) = match given {
        Some(layout) => {
            shader_interface::check(layout, &program)?;
            (layout.clone(), None)
        }
        None => {
            let exclusive = Exclusive::new(desc.label.unwrap_or_default());
            let layout = derive_layout(device, &program, &exclusive)?;
            (layout, Some(exclusive))
        }
    };
    Ok(ComputePipeline {
        program: Arc::new(program),
        entry_point,
        source: shader.source.clone(),
        layout,
        immediates,
        exclusive,
    })
}

fn select_entry_point(
    shader: &ShaderModule,
    name: Option<&str>,
) -> Result<String, CreateComputePipelineError> {
    let compute: Vec<_> = shader
        .module
        .entry_points
        .iter()
        .filter(|entry| entry.stage == ShaderStage::Compute)
        .map(|entry| entry.name.as_str())
        .collect();
    match (name, &*compute) {
        (Some(name), entries) if entries.contains(&name) => Ok(name.to_owned()),
        (Some(name), _) => Err(CreateComputePipelineError::MissingEntryPoint(
            name.to_owned(),
        )),
        (None, [only]) => Ok((*only).to_owned()),
        (None, []) => Err(CreateComputePipelineError::NoEntryPoint),
        (None, several) => Err(CreateComputePipelineError::ManyEntryPoints(
            several.join(", "),
        )),
    }
}

fn compile(
    shader: &ShaderModule,
    entry_point: &str,
    constants: &[(&str, f64)],
    options: DecodeOptions,
) -> Result<(Program, ImmediateSlots), CreateComputePipelineError> {
    let constants: PipelineConstants = constants
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect();
    let (module, info) = pipeline_constants::process_overrides(
        &shader.module,
        &shader.info,
        Some((ShaderStage::Compute, entry_point)),
        &constants,
    )
    .map_err(|error| CreateComputePipelineError::Constants(error.to_string()))?;
    let program = Program::decode_with(&module, &info, entry_point, options)
        .map_err(|error| CreateComputePipelineError::decode(shader, error))?;
    let immediates = module
        .entry_points
        .iter()
        .position(|entry| entry.stage == ShaderStage::Compute && entry.name == entry_point)
        .map(|index| info.get_entry_point(index).immediate_slots_used)
        .unwrap_or_default();
    Ok((program, immediates))
}

fn check_workgroup_size(limits: &Limits, size: [u32; 3]) -> Result<(), CreateComputePipelineError> {
    if size.contains(&0) {
        return Err(CreateComputePipelineError::EmptyWorkgroup(size));
    }
    let per_dimension = [
        limits.max_compute_workgroup_size_x,
        limits.max_compute_workgroup_size_y,
        limits.max_compute_workgroup_size_z,
    ];
    let invocations = limits.max_compute_invocations_per_workgroup;
    let parts = size.map(u64::from).into_iter();
    let total = parts.fold(1, u64::saturating_mul);
    let fits = size
        .iter()
        .zip(&per_dimension)
        .all(|(part, limit)| part <= limit);
    if fits && total <= invocations.into() {
        return Ok(());
    }
    Err(CreateComputePipelineError::WorkgroupTooLarge {
        size,
        total,
        per_dimension,
        invocations,
    })
}

fn check_workgroup_storage(limits: &Limits, used: u64) -> Result<(), CreateComputePipelineError> {
    let limit = limits.max_compute_workgroup_storage_size;
    if used > limit.into() {
        return Err(CreateComputePipelineError::WorkgroupStorage { used, limit });
    }
    Ok(())
}

fn derive_layout(
    device: &Arc<DeviceState>,
    program: &Program,
    exclusive: &Exclusive,
) -> Result<PipelineLayout, CreateComputePipelineError> {
    let limits = device.limits();
    let groups = shader_interface::derive(limits, program, exclusive)?;
    Ok(PipelineLayout {
        groups: groups
            .into_iter()
            .map(|group| Some(Handle::new(device, None, Some(group))))
            .collect(),
        immediate_size: shader_interface::immediate_size(limits, program.immediate_bytes())?,
    })
}

/// Why a pipeline does not give a layout.
#[derive(Debug, thiserror::Error)]
enum GetBindGroupLayoutError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("Bind group layout index {index} must be less than the limit max_bind_groups {limit}")]
    OutOfRange { index: u32, limit: u32 },
}

impl ApiError for GetBindGroupLayoutError {}

impl Handle<ComputePipeline> {
    fn layout_of_group(
        &self,
        index: u32,
    ) -> Result<Handle<BindGroupLayout>, GetBindGroupLayoutError> {
        let pipeline = self.state()?;
        let limit = self.device().limits().max_bind_groups;
        if index >= limit {
            return Err(GetBindGroupLayoutError::OutOfRange { index, limit });
        }
        let known = pipeline.layout.groups.get(index as usize);
        Ok(known.cloned().flatten().unwrap_or_else(|| {
            let nothing = match &pipeline.exclusive {
                Some(exclusive) => BindGroupLayout::derived(Entries::new(), exclusive),
                None => BindGroupLayout::empty(),
            };
            Handle::new(self.device(), None, Some(nothing))
        }))
    }
}

impl ComputePipelineInterface for Handle<ComputePipeline> {
    fn get_bind_group_layout(&self, index: u32) -> DispatchBindGroupLayout {
        let layout = self.layout_of_group(index).unwrap_or_else(|error| {
            let label = self.identity().label();
            let function = "ComputePipeline::get_bind_group_layout";
            self.device().report(function, label, error);
            Handle::invalid(self.device(), None)
        });
        DispatchBindGroupLayout::custom(layout)
    }
}
