//! What the software adapter does not do: an error that says so, and objects to go on with.

use super::textures::{FLAT, Make, make};
use super::*;

const HAS_IT: &str = "a GPU has it";

pub(super) fn rows() -> Vec<Row> {
    vec![
        refused(
            "depth with stencil",
            "of depth and stencil is not supported",
            |e| {
                make(
                    e,
                    Make {
                        format: wgpu::TextureFormat::Depth24PlusStencil8,
                        ..FLAT
                    },
                );
            },
        )
        .but_core_accepts(HAS_IT),
        refused("render passes", "begin_render_pass is not supported", |e| {
            let usage = wgpu::TextureUsages::RENDER_ATTACHMENT;
            let view = make(e, Make { usage, ..FLAT }).create_view(&Default::default());
            encode(e, |encoder| {
                let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                    color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                        view: &view,
                        depth_slice: None,
                        resolve_target: None,
                        ops: Default::default(),
                    })],
                    ..Default::default()
                });
                pass.set_stencil_reference(1);
            });
        })
        .but_core_accepts(HAS_IT),
        refused(
            "render pipelines",
            "create_render_pipeline is not supported",
            |e| {
                let module = module(
                    e,
                    "@vertex fn main() -> @builtin(position) vec4<f32> { return vec4<f32>(); }",
                );
                let pipeline = e
                    .device
                    .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                        label: None,
                        layout: None,
                        vertex: wgpu::VertexState {
                            module: &module,
                            entry_point: None,
                            compilation_options: Default::default(),
                            buffers: &[],
                        },
                        primitive: Default::default(),
                        depth_stencil: Some(wgpu::DepthStencilState {
                            format: wgpu::TextureFormat::Depth32Float,
                            depth_write_enabled: Some(false),
                            depth_compare: Some(wgpu::CompareFunction::Always),
                            stencil: Default::default(),
                            bias: Default::default(),
                        }),
                        multisample: Default::default(),
                        fragment: None,
                        multiview_mask: None,
                        cache: None,
                    });
                drop(pipeline.get_bind_group_layout(0));
            },
        )
        .but_core_accepts(HAS_IT),
        refused(
            "occlusion queries",
            "an occlusion query set is not supported",
            |e| {
                let _ = e.device.create_query_set(&wgpu::QuerySetDescriptor {
                    label: None,
                    ty: wgpu::QueryType::Occlusion,
                    count: 1,
                });
            },
        )
        .but_core_accepts(HAS_IT),
        refused(
            "render bundles",
            "create_render_bundle_encoder is not supported",
            |e| {
                let encoder =
                    e.device
                        .create_render_bundle_encoder(&wgpu::RenderBundleEncoderDescriptor {
                            color_formats: &[Some(wgpu::TextureFormat::Rgba8Unorm)],
                            sample_count: 1,
                            ..Default::default()
                        });
                let _ = encoder.finish(&Default::default());
            },
        )
        .but_core_accepts(HAS_IT),
        refused(
            "acceleration structure inputs",
            "acceleration structure is not supported",
            |e| {
                let _ = buffer(e, 16, BufferUsages::BLAS_INPUT);
            },
        ),
    ]
}
