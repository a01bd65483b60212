//! What the software adapter does not do: an error that says so, and objects to go on with.

use super::*;

const HAS_IT: &str = "a GPU has it";

const READS_TEXTURE: &str = "
@group(0) @binding(0) var picture: texture_2d<f32>;
@compute @workgroup_size(1) fn main() { _ = textureLoad(picture, vec2(0, 0), 0); }";

fn texture(engine: &Engine) -> wgpu::Texture {
    engine.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width: 4,
            height: 4,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        refused(
            "textures",
            "compute only: create_texture is not supported",
            |e| {
                let view = texture(e).create_view(&Default::default());
                drop(view);
            },
        )
        .but_core_accepts(HAS_IT),
        refused("samplers", "create_sampler is not supported", |e| {
            let _ = e.device.create_sampler(&Default::default());
        })
        .but_core_accepts(HAS_IT),
        refused(
            "texture bindings",
            "a sampler binding is not supported",
            |e| {
                let ty = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
                layout(
                    e,
                    &[BindGroupLayoutEntry {
                        ty,
                        ..entry(0, READ)
                    }],
                );
            },
        )
        .but_core_accepts(HAS_IT),
        refused("textures in shaders", "textures are not supported", |e| {
            pipeline(e, READS_TEXTURE);
        })
        .but_core_accepts(HAS_IT),
        refused("render passes", "create_texture is not supported", |e| {
            let view = texture(e).create_view(&Default::default());
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
