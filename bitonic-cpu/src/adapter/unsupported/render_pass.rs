//! The render pass that records nothing; `begin_render_pass` has failed the encoder.

use std::ops::Range;

use wgpu::custom::{
    DispatchBindGroup, DispatchBuffer, DispatchQuerySet, DispatchRenderBundle,
    DispatchRenderPipeline, RenderPassInterface,
};

/// A render pass that does nothing.
#[derive(Debug)]
pub(in crate::adapter) struct InertRenderPass;

impl RenderPassInterface for InertRenderPass {
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

    fn set_blend_constant(&mut self, _color: wgpu::Color) {}

    fn set_scissor_rect(&mut self, _x: u32, _y: u32, _width: u32, _height: u32) {}

    fn set_viewport(
        &mut self,
        _x: f32,
        _y: f32,
        _width: f32,
        _height: f32,
        _min_depth: f32,
        _max_depth: f32,
    ) {
    }

    fn set_stencil_reference(&mut self, _reference: u32) {}

    fn draw(&mut self, _vertices: Range<u32>, _instances: Range<u32>) {}

    fn draw_indexed(&mut self, _indices: Range<u32>, _base_vertex: i32, _instances: Range<u32>) {}

    fn draw_mesh_tasks(&mut self, _group_count_x: u32, _group_count_y: u32, _group_count_z: u32) {}

    fn draw_indirect(&mut self, _indirect_buffer: &DispatchBuffer, _indirect_offset: u64) {}

    fn draw_indexed_indirect(&mut self, _indirect_buffer: &DispatchBuffer, _indirect_offset: u64) {}

    fn draw_mesh_tasks_indirect(
        &mut self,
        _indirect_buffer: &DispatchBuffer,
        _indirect_offset: u64,
    ) {
    }

    fn multi_draw_indirect(
        &mut self,
        _indirect_buffer: &DispatchBuffer,
        _indirect_offset: u64,
        _count: u32,
    ) {
    }

    fn multi_draw_indexed_indirect(
        &mut self,
        _indirect_buffer: &DispatchBuffer,
        _indirect_offset: u64,
        _count: u32,
    ) {
    }

    fn multi_draw_indirect_count(
        &mut self,
        _indirect_buffer: &DispatchBuffer,
        _indirect_offset: u64,
        _count_buffer: &DispatchBuffer,
        _count_buffer_offset: u64,
        _max_count: u32,
    ) {
    }

    fn multi_draw_mesh_tasks_indirect(
        &mut self,
        _indirect_buffer: &DispatchBuffer,
        _indirect_offset: u64,
        _count: u32,
    ) {
    }

    fn multi_draw_indexed_indirect_count(
        &mut self,
        _indirect_buffer: &DispatchBuffer,
        _indirect_offset: u64,
        _count_buffer: &DispatchBuffer,
        _count_buffer_offset: u64,
        _max_count: u32,
    ) {
    }

    fn multi_draw_mesh_tasks_indirect_count(
        &mut self,
        _indirect_buffer: &DispatchBuffer,
        _indirect_offset: u64,
        _count_buffer: &DispatchBuffer,
        _count_buffer_offset: u64,
        _max_count: u32,
    ) {
    }

    fn insert_debug_marker(&mut self, _label: &str) {}

    fn push_debug_group(&mut self, _group_label: &str) {}

    fn pop_debug_group(&mut self) {}

    fn write_timestamp(&mut self, _query_set: &DispatchQuerySet, _query_index: u32) {}

    fn begin_occlusion_query(&mut self, _query_index: u32) {}

    fn end_occlusion_query(&mut self) {}

    fn begin_pipeline_statistics_query(
        &mut self,
        _query_set: &DispatchQuerySet,
        _query_index: u32,
    ) {
    }

    fn end_pipeline_statistics_query(&mut self) {}

    fn execute_bundles(
        &mut self,
        _render_bundles: &mut dyn Iterator<Item = &DispatchRenderBundle>,
    ) {
    }
}

impl Drop for InertRenderPass {
    fn drop(&mut self) {}
}
