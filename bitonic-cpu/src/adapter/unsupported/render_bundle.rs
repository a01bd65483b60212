//! The render bundle encoder that records nothing; making it has reported the error.

use std::ops::Range;

use wgpu::custom::{
    DispatchBindGroup, DispatchBuffer, DispatchRenderBundle, DispatchRenderPipeline,
    RenderBundleEncoderInterface,
};

use super::objects::RenderBundle;
use crate::adapter::object::Handle;

/// An encoder that gives an inert bundle.
#[derive(Debug)]
pub(in crate::adapter) struct InertRenderBundleEncoder(pub(in crate::adapter) Handle<RenderBundle>);

impl RenderBundleEncoderInterface for InertRenderBundleEncoder {
    fn set_pipeline(&mut self, _pipeline: &DispatchRenderPipeline) {}

    fn set_bind_group(
        &mut self,
        _index: u32,
        _bind_group: Option<&DispatchBindGroup>,
        _offsets: &[u32],
    ) {
    }

    fn set_index_buffer(
        &mut self,
        _buffer: &DispatchBuffer,
        _index_format: wgpu::IndexFormat,
        _offset: u64,
        _size: Option<wgpu::BufferSize>,
    ) {
    }

    fn set_vertex_buffer(
        &mut self,
        _slot: u32,
        _buffer: Option<&DispatchBuffer>,
        _offset: u64,
        _size: Option<wgpu::BufferSize>,
    ) {
    }

    fn set_immediates(&mut self, _offset: u32, _data: &[u8]) {}

    fn draw(&mut self, _vertices: Range<u32>, _instances: Range<u32>) {}

    fn draw_indexed(&mut self, _indices: Range<u32>, _base_vertex: i32, _instances: Range<u32>) {}

    fn draw_indirect(&mut self, _indirect_buffer: &DispatchBuffer, _indirect_offset: u64) {}

    fn draw_indexed_indirect(&mut self, _indirect_buffer: &DispatchBuffer, _indirect_offset: u64) {}

    fn finish(self, _desc: &wgpu::RenderBundleDescriptor<'_>) -> DispatchRenderBundle {
        DispatchRenderBundle::custom(self.0)
    }

    fn finish_boxed(
        self: Box<Self>,
        desc: &wgpu::RenderBundleDescriptor<'_>,
    ) -> DispatchRenderBundle {
        (*self).finish(desc)
    }
}
