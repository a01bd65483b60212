//! Bindings of textures and samplers: in layouts, in bind groups, against shaders and in dispatches.

use super::textures::{COPIES, FLAT, MULTISAMPLED, Make, SAMPLED, make};
use super::*;
use wgpu::{
    FilterMode, Sampler, SamplerBindingType, SamplerDescriptor, StorageTextureAccess,
    TextureFormat, TextureSampleType, TextureUsages, TextureView, TextureViewDimension,
};

const FLOAT: TextureSampleType = TextureSampleType::Float { filterable: true };
const UNFILTERED: TextureSampleType = TextureSampleType::Float { filterable: false };

/// A texture of WebGPU's storage formats that may be sampled as well.
const STORAGE: Make = Make {
    format: TextureFormat::R32Float,
    usage: SAMPLED.union(COPIES).union(TextureUsages::STORAGE_BINDING),
    ..FLAT
};

fn of(binding: u32, ty: BindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        ty,
        ..entry(binding, READ)
    }
}

fn texture(sample_type: TextureSampleType) -> BindingType {
    BindingType::Texture {
        sample_type,
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    }
}

fn multisampled(
    sample_type: TextureSampleType,
    view_dimension: TextureViewDimension,
) -> BindingType {
    BindingType::Texture {
        sample_type,
        view_dimension,
        multisampled: true,
    }
}

fn stored(access: StorageTextureAccess, format: TextureFormat) -> BindingType {
    BindingType::StorageTexture {
        access,
        format,
        view_dimension: TextureViewDimension::D2,
    }
}

fn view(texture: &wgpu::Texture) -> TextureView {
    texture.create_view(&Default::default())
}

fn sampler(engine: &Engine, filter: FilterMode) -> Sampler {
    engine.device.create_sampler(&SamplerDescriptor {
        mag_filter: filter,
        ..Default::default()
    })
}

/// Puts one resource where a layout of one entry expects another.
fn bind(engine: &Engine, ty: BindingType, resource: BindingResource<'_>) {
    group(engine, &layout(engine, &[of(0, ty)]), &[resource]);
}

fn bind_texture(engine: &Engine, ty: BindingType, texture: Make) {
    let view = view(&make(engine, texture));
    bind(engine, ty, BindingResource::TextureView(&view));
}

/// A pipeline of a shader and a layout of these bindings.
fn meet(engine: &Engine, source: &str, types: &[BindingType]) {
    let entries = (0..).zip(types).map(|(binding, &ty)| of(binding, ty));
    let layout = layout(engine, &entries.collect::<Vec<_>>());
    let layout = pipeline_layout(engine, &[&layout]);
    pipeline_with(engine, source, Some(&layout));
}

const LOADS: &str = "
@group(0) @binding(0) var image: texture_2d<f32>;
@compute @workgroup_size(1) fn main() { _ = textureLoad(image, vec2i(), 0); }";

const STORES: &str = "
@group(0) @binding(0) var image: texture_storage_2d<r32float, write>;
@compute @workgroup_size(1) fn main() { textureStore(image, vec2i(), vec4f()); }";

const SAMPLES: &str = "
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@compute @workgroup_size(1) fn main() { _ = textureSampleLevel(image, s, vec2f(), 0.0); }";

const LOADS_AND_STORES: &str = "
@group(0) @binding(0) var from_here: texture_2d<f32>;
@group(0) @binding(1) var to_here: texture_storage_2d<r32float, write>;
@compute @workgroup_size(1) fn main() {
    textureStore(to_here, vec2i(), textureLoad(from_here, vec2i(), 0));
}";

const TWO_ACCESSES: &str = "
@group(0) @binding(0) var both: texture_storage_2d<r32float, read_write>;
@group(0) @binding(1) var to_here: texture_storage_2d<r32float, write>;
@compute @workgroup_size(1) fn main() { textureStore(to_here, vec2i(), textureLoad(both, vec2i())); }";

pub(super) fn rows() -> Vec<Row> {
    let mut rows = layout_rows();
    rows.extend(count_rows());
    rows.extend(texture_rows());
    rows.extend(other_rows());
    rows.extend(shader_rows());
    rows.extend(dispatch_rows());
    rows
}

fn layout_rows() -> Vec<Row> {
    vec![
        refused(
            "storage textures are no cubes",
            "cannot be of view dimension Cube",
            |e| {
                let ty = BindingType::StorageTexture {
                    access: StorageTextureAccess::WriteOnly,
                    format: TextureFormat::R32Uint,
                    view_dimension: TextureViewDimension::Cube,
                };
                layout(e, &[of(0, ty)]);
            },
        ),
        refused(
            "multisampled textures are not filtered",
            "Float { filterable: true }",
            |e| {
                layout(e, &[of(0, multisampled(FLOAT, TextureViewDimension::D2))]);
            },
        ),
        refused(
            "multisampled bindings are flat",
            "must be of view dimension D2",
            |e| {
                layout(
                    e,
                    &[of(0, multisampled(UNFILTERED, TextureViewDimension::D3))],
                );
            },
        ),
        refused(
            "read-write storage formats",
            "ReadWrite is not supported",
            |e| {
                let format = TextureFormat::Rgba8Unorm;
                layout(e, &[of(0, stored(StorageTextureAccess::ReadWrite, format))]);
            },
        ),
        refused("storage formats", "WriteOnly is not supported", |e| {
            let format = TextureFormat::Rgba8UnormSrgb;
            layout(e, &[of(0, stored(StorageTextureAccess::WriteOnly, format))]);
        }),
        refused(
            "atomic textures need their feature",
            "TEXTURE_ATOMIC",
            |e| {
                let format = TextureFormat::R32Uint;
                layout(e, &[of(0, stored(StorageTextureAccess::Atomic, format))]);
            },
        ),
        refused(
            "vertex shaders store no texels",
            "storage texture that is written",
            |e| {
                let ty = stored(StorageTextureAccess::WriteOnly, TextureFormat::R32Uint);
                layout(
                    e,
                    &[BindGroupLayoutEntry {
                        visibility: ShaderStages::VERTEX,
                        ..of(0, ty)
                    }],
                );
            },
        ),
    ]
}

fn many(count: u32, ty: BindingType) -> Vec<BindGroupLayoutEntry> {
    (0..count).map(|binding| of(binding, ty)).collect()
}

fn count_rows() -> Vec<Row> {
    vec![
        refused(
            "textures of a stage",
            "Too many sampled textures in a stage: 17",
            |e| {
                layout(e, &many(17, texture(FLOAT)));
            },
        ),
        refused(
            "samplers of a stage",
            "Too many samplers in a stage: 17",
            |e| {
                layout(
                    e,
                    &many(17, BindingType::Sampler(SamplerBindingType::Filtering)),
                );
            },
        ),
        refused(
            "storage textures of a stage",
            "Too many storage textures in a stage: 5",
            |e| {
                let ty = stored(StorageTextureAccess::WriteOnly, TextureFormat::R32Uint);
                layout(e, &many(5, ty));
            },
        ),
    ]
}

fn texture_rows() -> Vec<Row> {
    vec![
        refused(
            "sample types",
            "the view of format Rgba8Uint has Uint",
            |e| {
                let format = TextureFormat::Rgba8Uint;
                bind_texture(e, texture(FLOAT), Make { format, ..FLAT });
            },
        ),
        refused(
            "32-bit floats are not filtered",
            "view of format R32Float",
            |e| {
                let format = TextureFormat::R32Float;
                bind_texture(e, texture(FLOAT), Make { format, ..FLAT });
            },
        ),
        refused(
            "depth is not filtered",
            "view of format Depth16Unorm",
            |e| {
                let format = TextureFormat::Depth16Unorm;
                bind_texture(e, texture(FLOAT), Make { format, ..FLAT });
            },
        ),
        refused(
            "view dimensions",
            "expects view dimension D2, the view has D2Array",
            |e| {
                let size = [4, 4, 2];
                bind_texture(e, texture(FLOAT), Make { size, ..FLAT });
            },
        ),
        refused(
            "samples",
            "expects multisampled = false, the view has 4",
            |e| {
                bind_texture(e, texture(UNFILTERED), MULTISAMPLED);
            },
        ),
        refused(
            "textures need TEXTURE_BINDING",
            "but TEXTURE_BINDING is required",
            |e| {
                let usage = COPIES;
                bind_texture(e, texture(FLOAT), Make { usage, ..FLAT });
            },
        ),
        refused(
            "storage textures need STORAGE_BINDING",
            "but STORAGE_BINDING is required",
            |e| {
                let ty = stored(StorageTextureAccess::WriteOnly, TextureFormat::Rgba8Unorm);
                bind_texture(e, ty, FLAT);
            },
        ),
        refused(
            "formats of storage textures",
            "expects storage format R32Uint",
            |e| {
                let ty = stored(StorageTextureAccess::WriteOnly, TextureFormat::R32Uint);
                bind_texture(e, ty, STORAGE);
            },
        ),
        refused(
            "levels of storage textures",
            "with one mip level, the view has 2",
            |e| {
                let ty = stored(StorageTextureAccess::WriteOnly, TextureFormat::R32Float);
                bind_texture(
                    e,
                    ty,
                    Make {
                        levels: 2,
                        ..STORAGE
                    },
                );
            },
        ),
        refused(
            "destroyed textures are not bound",
            "has been destroyed",
            |e| {
                let texture_ = make(e, FLAT);
                let view = view(&texture_);
                texture_.destroy();
                bind(e, texture(FLOAT), BindingResource::TextureView(&view));
            },
        ),
        refused(
            "textures of another device",
            "belongs to another device",
            |e| {
                let view = view(&make(&other_device(e), FLAT));
                bind(e, texture(FLOAT), BindingResource::TextureView(&view));
            },
        ),
    ]
}

fn other_rows() -> Vec<Row> {
    vec![
        refused("samplers that compare", "expects comparison = true", |e| {
            let sampler = sampler(e, FilterMode::Nearest);
            let ty = BindingType::Sampler(SamplerBindingType::Comparison);
            bind(e, ty, BindingResource::Sampler(&sampler));
        }),
        refused("samplers that filter", "expects no filtering", |e| {
            let sampler = sampler(e, FilterMode::Linear);
            let ty = BindingType::Sampler(SamplerBindingType::NonFiltering);
            bind(e, ty, BindingResource::Sampler(&sampler));
        }),
        refused(
            "a sampler is no texture",
            "expects a texture, a sampler is given",
            |e| {
                let sampler = sampler(e, FilterMode::Nearest);
                bind(e, texture(FLOAT), BindingResource::Sampler(&sampler));
            },
        ),
        refused(
            "a buffer is no texture",
            "expects a texture, a buffer is given",
            |e| {
                bind(e, texture(FLOAT), range(&storage(e), 0, 0));
            },
        ),
        refused(
            "a texture is no buffer",
            "expects a buffer, a texture view is given",
            |e| {
                let view = view(&make(e, FLAT));
                let layout = layout(e, &[entry(0, READ)]);
                group(e, &layout, &[BindingResource::TextureView(&view)]);
            },
        ),
    ]
}

fn shader_rows() -> Vec<Row> {
    vec![
        refused(
            "sample types of a shader",
            "the shader a texture of sample type Float",
            |e| {
                meet(e, LOADS, &[texture(TextureSampleType::Sint)]);
            },
        ),
        refused(
            "view dimensions of a shader",
            "declares view dimension D3, the shader D2",
            |e| {
                let ty = BindingType::Texture {
                    sample_type: FLOAT,
                    view_dimension: TextureViewDimension::D3,
                    multisampled: false,
                };
                meet(e, LOADS, &[ty]);
            },
        ),
        refused(
            "a shader's texture is no buffer",
            "declares a buffer, the shader a texture",
            |e| {
                let layout = layout(e, &[entry(0, READ)]);
                let layout = pipeline_layout(e, &[&layout]);
                pipeline_with(e, LOADS, Some(&layout));
            },
        ),
        refused(
            "storage access of a shader",
            "the shader a WriteOnly storage texture",
            |e| {
                let format = TextureFormat::R32Float;
                meet(e, STORES, &[stored(StorageTextureAccess::ReadOnly, format)]);
            },
        ),
        refused(
            "storage format of a shader",
            "storage texture of format R32Float",
            |e| {
                let format = TextureFormat::R32Uint;
                meet(
                    e,
                    STORES,
                    &[stored(StorageTextureAccess::WriteOnly, format)],
                );
            },
        ),
        refused(
            "filtering what may not be filtered",
            "whose layout is Filtering",
            |e| {
                let sampler = BindingType::Sampler(SamplerBindingType::Filtering);
                meet(e, SAMPLES, &[texture(UNFILTERED), sampler]);
            },
        ),
        refused(
            "comparing samplers of a shader",
            "declares Comparison, the shader Filtering",
            |e| {
                let sampler = BindingType::Sampler(SamplerBindingType::Comparison);
                meet(e, SAMPLES, &[texture(FLOAT), sampler]);
            },
        ),
        refused(
            "missing textures",
            "missing from the pipeline layout",
            |e| {
                meet(e, LOADS, &[]);
            },
        ),
    ]
}

/// Dispatches `source` with one texture at both of its bindings.
fn dispatch_twice(engine: &Engine, source: &str) {
    let pipeline = pipeline(engine, source);
    let view = view(&make(engine, STORAGE));
    let resources = [&view, &view].map(BindingResource::TextureView);
    let group = group(engine, &pipeline.get_bind_group_layout(0), &resources);
    pass(engine, |pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    });
}

fn dispatch_rows() -> Vec<Row> {
    vec![
        refused(
            "sampled and stored at once",
            "TEXTURE_BINDING at @group(0) @binding(0)",
            |e| {
                dispatch_twice(e, LOADS_AND_STORES);
            },
        ),
        refused(
            "two kinds of access at once",
            "STORAGE_READ_WRITE at @group(0)",
            |e| {
                dispatch_twice(e, TWO_ACCESSES);
            },
        ),
        refused(
            "submitting a destroyed texture",
            "has been destroyed",
            |e| {
                let pipeline = pipeline(e, STORES);
                let texture = make(e, STORAGE);
                let view = view(&texture);
                let resources = [BindingResource::TextureView(&view)];
                let group = group(e, &pipeline.get_bind_group_layout(0), &resources);
                let commands = pass(e, |pass| {
                    pass.set_pipeline(&pipeline);
                    pass.set_bind_group(0, &group, &[]);
                    pass.dispatch_workgroups(1, 1, 1);
                });
                texture.destroy();
                e.queue.submit([commands]);
            },
        ),
    ]
}
