//! Pipeline layouts: bind group layouts by group number, and the size of the immediates.

use std::sync::Arc;

use wgpu::{
    Features, IMMEDIATE_DATA_ALIGNMENT,
    custom::{DispatchPipelineLayout, PipelineLayoutInterface},
};

use super::{
    bind_group_layout::{BindGroupLayout, TooManyBindings, check_counts},
    device_state::DeviceState,
    error_sink::ApiError,
    object::{Handle, Kind, ObjectError, resolve},
};

/// A layout that was made without error.
#[derive(Clone, Debug)]
pub(super) struct PipelineLayout {
    /// By group number. A group that has no bindings is as good as none.
    pub(super) groups: Vec<Option<Handle<BindGroupLayout>>>,
    /// Bytes.
    pub(super) immediate_size: u32,
}

impl Kind for PipelineLayout {
    const NAME: &'static str = "PipelineLayout";
}

impl PipelineLayoutInterface for Handle<PipelineLayout> {}

impl PipelineLayout {
    /// The layouts that have bindings, with their group numbers.
    pub(super) fn used_groups(
        &self,
    ) -> impl Iterator<Item = (usize, &Handle<BindGroupLayout>, &BindGroupLayout)> {
        self.groups.iter().enumerate().filter_map(|(index, group)| {
            let handle = group.as_ref()?;
            let layout = handle.state().ok()?;
            (!layout.entries().is_empty()).then_some((index, handle, layout))
        })
    }

    /// The layout of a group.
    pub(super) fn group(&self, index: u32) -> Option<&BindGroupLayout> {
        let handle = self.groups.get(index as usize)?.as_ref()?;
        handle.state().ok()
    }
}

/// Why a pipeline layout cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreatePipelineLayoutError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("Bind group layout count {actual} exceeds the limit max_bind_groups {limit}")]
    TooManyGroups { actual: usize, limit: u32 },
    #[error(
        "Bind group layout at index {index} was derived by the ComputePipeline with '{pipeline}' label, and can be used with that pipeline alone"
    )]
    Exclusive { index: usize, pipeline: String },
    #[error(transparent)]
    TooMany(#[from] TooManyBindings),
    #[error("Immediates need the feature IMMEDIATES, which is not enabled on the device")]
    MissingFeature,
    #[error("Immediate size {size} exceeds the limit max_immediate_size {limit}")]
    ImmediatesTooLarge { size: u32, limit: u32 },
    #[error("Immediate size {0} is not a multiple of {IMMEDIATE_DATA_ALIGNMENT}")]
    UnalignedImmediates(u32),
}

impl ApiError for CreatePipelineLayoutError {}

/// Makes a layout from its descriptor.
pub(super) fn create(
    device: &Arc<DeviceState>,
    desc: &wgpu::PipelineLayoutDescriptor<'_>,
) -> DispatchPipelineLayout {
    let made = collect(device, desc);
    DispatchPipelineLayout::custom(device.make("Device::create_pipeline_layout", desc.label, made))
}

fn collect(
    device: &Arc<DeviceState>,
    desc: &wgpu::PipelineLayoutDescriptor<'_>,
) -> Result<PipelineLayout, CreatePipelineLayoutError> {
    let limit = device.limits().max_bind_groups;
    let actual = desc.bind_group_layouts.len();
    if actual > limit as usize {
        return Err(CreatePipelineLayoutError::TooManyGroups { actual, limit });
    }
    check_immediates(device, desc.immediate_size)?;
    let mut groups = Vec::with_capacity(actual);
    for (index, given) in desc.bind_group_layouts.iter().enumerate() {
        groups.push(match given {
            None => None,
            Some(layout) => Some(shared_layout(device, index, layout)?),
        });
    }
    let layout = PipelineLayout {
        groups,
        immediate_size: desc.immediate_size,
    };
    check_counts(
        device.limits(),
        layout.used_groups().map(|(_, _, layout)| layout.entries()),
    )?;
    Ok(layout)
}

fn shared_layout(
    device: &Arc<DeviceState>,
    index: usize,
    layout: &wgpu::BindGroupLayout,
) -> Result<Handle<BindGroupLayout>, CreatePipelineLayoutError> {
    let (handle, layout) = resolve(device, layout.as_custom())?;
    if let Some(pipeline) = layout.exclusive_to() {
        return Err(CreatePipelineLayoutError::Exclusive {
            index,
            pipeline: pipeline.to_owned(),
        });
    }
    Ok(handle.clone())
}

fn check_immediates(device: &DeviceState, size: u32) -> Result<(), CreatePipelineLayoutError> {
    if size != 0 && !device.features().contains(Features::IMMEDIATES) {
        return Err(CreatePipelineLayoutError::MissingFeature);
    }
    let limit = device.limits().max_immediate_size;
    if size > limit {
        return Err(CreatePipelineLayoutError::ImmediatesTooLarge { size, limit });
    }
    if !size.is_multiple_of(IMMEDIATE_DATA_ALIGNMENT) {
        return Err(CreatePipelineLayoutError::UnalignedImmediates(size));
    }
    Ok(())
}
