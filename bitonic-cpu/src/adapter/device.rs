//! The device as wgpu sees it: every call goes to the module of the object that it makes.

use std::{future::ready, pin::Pin, sync::Arc};

use wgpu::{
    DeviceLostReason, ErrorFilter, Features, Limits, PollError, PollStatus, UncapturedErrorHandler,
    custom::{
        BoxDeviceLostCallback, DeviceInterface, DispatchBindGroup, DispatchBindGroupLayout,
        DispatchBlas, DispatchBuffer, DispatchCommandEncoder, DispatchComputePipeline,
        DispatchExternalTexture, DispatchPipelineCache, DispatchPipelineLayout, DispatchQuerySet,
        DispatchRenderBundleEncoder, DispatchRenderPipeline, DispatchSampler, DispatchShaderModule,
        DispatchTexture, DispatchTlas, PopErrorScopeFuture,
    },
    wgt::PollType,
};

use super::{
    bind_group, bind_group_layout, buffer, capabilities,
    command_encoder::CommandEncoder,
    compute_pipeline,
    device_state::DeviceState,
    instance::AdapterOptions,
    object::{Handle, Kind},
    pipeline_layout, query_set, sampler, shader_module, texture,
    unsupported::{Unsupported, objects, render_bundle::InertRenderBundleEncoder},
};

/// What wgpu holds of a device.
#[derive(Debug)]
pub(super) struct Device(Arc<DeviceState>);

impl Device {
    pub(super) fn new(state: Arc<DeviceState>) -> Self {
        Self(state)
    }

    /// A device that belongs to no application.
    pub(super) fn scratch() -> wgpu::Device {
        let options = AdapterOptions::default();
        let state = DeviceState::new(None, Features::empty(), &Limits::defaults(), &options);
        wgpu::Device::from_custom(Self(Arc::new(state)))
    }

    /// Reports that `call` is not supported, and gives an invalid object to go on with.
    fn inert<T: Kind>(
        &self,
        function: &'static str,
        call: &'static str,
        label: Option<&str>,
    ) -> Handle<T> {
        self.0.make(function, label, Err(Unsupported(call)))
    }
}

impl DeviceInterface for Device {
    fn features(&self) -> Features {
        self.0.features()
    }

    fn limits(&self) -> Limits {
        self.0.limits().clone()
    }

    fn adapter_info(&self) -> wgpu::AdapterInfo {
        capabilities::info(self.0.decode_options().size())
    }

    /// The checks that `_shader_bound_checks` could switch off cost the interpreter nothing.
    fn create_shader_module(
        &self,
        desc: wgpu::ShaderModuleDescriptor<'_>,
        _shader_bound_checks: wgpu::ShaderRuntimeChecks,
    ) -> DispatchShaderModule {
        shader_module::create(&self.0, desc)
    }

    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn create_shader_module_passthrough(
        &self,
        desc: &wgpu::ShaderModuleDescriptorPassthrough<'_>,
    ) -> DispatchShaderModule {
        shader_module::create_passthrough(&self.0, desc.label)
    }

    fn create_bind_group_layout(
        &self,
        desc: &wgpu::BindGroupLayoutDescriptor<'_>,
    ) -> DispatchBindGroupLayout {
        bind_group_layout::create(&self.0, desc)
    }

    fn create_bind_group(&self, desc: &wgpu::BindGroupDescriptor<'_>) -> DispatchBindGroup {
        bind_group::create(&self.0, desc)
    }

    fn create_pipeline_layout(
        &self,
        desc: &wgpu::PipelineLayoutDescriptor<'_>,
    ) -> DispatchPipelineLayout {
        pipeline_layout::create(&self.0, desc)
    }

    fn create_render_pipeline(
        &self,
        desc: &wgpu::RenderPipelineDescriptor<'_>,
    ) -> DispatchRenderPipeline {
        DispatchRenderPipeline::custom::<Handle<objects::RenderPipeline>>(self.inert(
            "Device::create_render_pipeline",
            "create_render_pipeline",
            desc.label,
        ))
    }

    fn create_mesh_pipeline(
        &self,
        desc: &wgpu::MeshPipelineDescriptor<'_>,
    ) -> DispatchRenderPipeline {
        DispatchRenderPipeline::custom::<Handle<objects::RenderPipeline>>(self.inert(
            "Device::create_mesh_pipeline",
            "create_mesh_pipeline",
            desc.label,
        ))
    }

    fn create_compute_pipeline(
        &self,
        desc: &wgpu::ComputePipelineDescriptor<'_>,
    ) -> DispatchComputePipeline {
        compute_pipeline::create(&self.0, desc)
    }

    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn create_pipeline_cache(
        &self,
        desc: &wgpu::PipelineCacheDescriptor<'_>,
    ) -> DispatchPipelineCache {
        DispatchPipelineCache::custom::<Handle<objects::PipelineCache>>(self.inert(
            "Device::create_pipeline_cache",
            "create_pipeline_cache",
            desc.label,
        ))
    }

    fn create_buffer(&self, desc: &wgpu::BufferDescriptor<'_>) -> DispatchBuffer {
        let made = buffer::create(&self.0, desc);
        DispatchBuffer::custom(self.0.make("Device::create_buffer", desc.label, made))
    }

    fn create_texture(&self, desc: &wgpu::TextureDescriptor<'_>) -> DispatchTexture {
        let made = texture::create(&self.0, desc);
        DispatchTexture::custom(self.0.make("Device::create_texture", desc.label, made))
    }

    fn create_external_texture(
        &self,
        desc: &wgpu::ExternalTextureDescriptor<'_>,
        _planes: &[&wgpu::TextureView],
    ) -> DispatchExternalTexture {
        DispatchExternalTexture::custom::<Handle<objects::ExternalTexture>>(self.inert(
            "Device::create_external_texture",
            "create_external_texture",
            desc.label,
        ))
    }

    fn create_blas(
        &self,
        desc: &wgpu::CreateBlasDescriptor<'_>,
        _sizes: wgpu::BlasGeometrySizeDescriptors,
    ) -> (Option<u64>, DispatchBlas) {
        let blas = self.inert("Device::create_blas", "create_blas", desc.label);
        (None, DispatchBlas::custom::<Handle<objects::Blas>>(blas))
    }

    fn create_tlas(&self, desc: &wgpu::CreateTlasDescriptor<'_>) -> DispatchTlas {
        let tlas = self.inert("Device::create_tlas", "create_tlas", desc.label);
        DispatchTlas::custom::<Handle<objects::Tlas>>(tlas)
    }

    fn create_sampler(&self, desc: &wgpu::SamplerDescriptor<'_>) -> DispatchSampler {
        let made = sampler::create(&self.0, desc);
        DispatchSampler::custom(self.0.make("Device::create_sampler", desc.label, made))
    }

    fn create_query_set(&self, desc: &wgpu::QuerySetDescriptor<'_>) -> DispatchQuerySet {
        let made = query_set::create(&self.0, desc);
        DispatchQuerySet::custom(self.0.make("Device::create_query_set", desc.label, made))
    }

    fn create_command_encoder(
        &self,
        desc: &wgpu::CommandEncoderDescriptor<'_>,
    ) -> DispatchCommandEncoder {
        DispatchCommandEncoder::custom(CommandEncoder::new(&self.0, desc.label))
    }

    fn create_render_bundle_encoder(
        &self,
        desc: &wgpu::RenderBundleEncoderDescriptor<'_>,
    ) -> DispatchRenderBundleEncoder {
        DispatchRenderBundleEncoder::custom(InertRenderBundleEncoder(self.inert(
            "Device::create_render_bundle_encoder",
            "create_render_bundle_encoder",
            desc.label,
        )))
    }

    fn set_device_lost_callback(&self, device_lost_callback: BoxDeviceLostCallback) {
        self.0.set_lost_callback(device_lost_callback);
    }

    fn on_uncaptured_error(&self, handler: Arc<dyn UncapturedErrorHandler>) {
        self.0.sink().set_handler(handler);
    }

    fn push_error_scope(&self, filter: ErrorFilter) -> u32 {
        self.0.sink().push_scope(filter)
    }

    fn pop_error_scope(&self, index: u32) -> Pin<Box<dyn PopErrorScopeFuture>> {
        Box::pin(ready(self.0.sink().pop_scope(index)))
    }

    /// There is no graphics debugger to start.
    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn start_graphics_debugger_capture(&self) {}

    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn stop_graphics_debugger_capture(&self) {}

    /// Work is done when it is submitted, so there is never anything to wait for.
    fn poll(&self, poll_type: PollType<u64>) -> Result<PollStatus, PollError> {
        if let PollType::Wait {
            submission_index: Some(index),
            ..
        } = poll_type
        {
            let latest = self.0.latest_submission();
            if index > latest {
                return Err(PollError::WrongSubmissionIndex(index, latest));
            }
        }
        self.0.fire_callbacks();
        Ok(PollStatus::QueueEmpty)
    }

    fn get_internal_counters(&self) -> wgpu::InternalCounters {
        wgpu::InternalCounters::default()
    }

    fn generate_allocator_report(&self) -> Option<wgpu::AllocatorReport> {
        None
    }

    fn destroy(&self) {
        self.0.lose(
            DeviceLostReason::Destroyed,
            "The device was destroyed".to_owned(),
        );
    }
}
