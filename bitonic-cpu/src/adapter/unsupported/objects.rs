//! Inert objects: always invalid, made after an error was reported.

use wgpu::custom::{
    BlasCompactCallback, BlasInterface, DispatchBindGroupLayout, ExternalTextureInterface,
    PipelineCacheInterface, RenderBundleInterface, RenderPipelineInterface, TlasInterface,
};

use super::Unsupported;
use crate::adapter::{
    bind_group_layout::BindGroupLayout,
    object::{Handle, Kind},
};

macro_rules! inert_kinds {
    ($($name:ident),+ $(,)?) => { $(
        /// A kind of object that is never valid.
        #[derive(Debug)]
        pub(in crate::adapter) enum $name {}

        impl Kind for $name {
            const NAME: &'static str = stringify!($name);
        }
    )+ };
}

inert_kinds![
    Blas,
    ExternalTexture,
    PipelineCache,
    RenderBundle,
    RenderPipeline,
    Tlas,
];

impl BlasInterface for Handle<Blas> {
    fn prepare_compact_async(&self, callback: BlasCompactCallback) {
        callback(Err(wgpu::BlasAsyncError));
        let function = "Blas::prepare_compact_async";
        let error = Unsupported("prepare_compact_async");
        self.device()
            .report(function, self.identity().label(), error);
    }

    fn ready_for_compaction(&self) -> bool {
        false
    }
}

impl ExternalTextureInterface for Handle<ExternalTexture> {
    fn destroy(&self) {}
}

impl PipelineCacheInterface for Handle<PipelineCache> {
    fn get_data(&self) -> Option<Vec<u8>> {
        None
    }
}

impl RenderBundleInterface for Handle<RenderBundle> {}

impl RenderPipelineInterface for Handle<RenderPipeline> {
    fn get_bind_group_layout(&self, _index: u32) -> DispatchBindGroupLayout {
        let function = "RenderPipeline::get_bind_group_layout";
        let made = Err(Unsupported("a render pipeline"));
        let layout: Handle<BindGroupLayout> = self.device().make(function, None, made);
        DispatchBindGroupLayout::custom(layout)
    }
}

impl TlasInterface for Handle<Tlas> {}
