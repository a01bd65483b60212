//! Views of textures, and samplers.

use super::textures::{FLAT, MULTISAMPLED, Make, make};
use super::*;
use wgpu::{
    Features, SamplerDescriptor, TextureAspect, TextureFormat, TextureUsages,
    TextureViewDescriptor, TextureViewDimension,
};

/// A view of a texture.
fn see(engine: &Engine, texture: Make, desc: TextureViewDescriptor<'_>) {
    let _ = make(engine, texture).create_view(&desc);
}

fn sampler(engine: &Engine, desc: SamplerDescriptor<'_>) {
    let _ = engine.device.create_sampler(&desc);
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = view_rows();
    rows.extend(sampler_rows());
    rows
}

/// Six layers.
const LAYERS: Make = Make {
    size: [4, 4, 6],
    ..FLAT
};

fn view_rows() -> Vec<Row> {
    let mut rows = vec![
        refused(
            "levels of a view",
            "starts at mip level 1 and spans 2",
            |e| {
                see(
                    e,
                    Make { levels: 2, ..FLAT },
                    TextureViewDescriptor {
                        base_mip_level: 1,
                        mip_level_count: Some(2),
                        ..Default::default()
                    },
                );
            },
        ),
        refused("a view has a level", "mip level count is 0", |e| {
            see(
                e,
                FLAT,
                TextureViewDescriptor {
                    mip_level_count: Some(0),
                    ..Default::default()
                },
            );
        }),
        refused(
            "layers of a view",
            "starts at array layer 4 and spans 3",
            |e| {
                see(
                    e,
                    LAYERS,
                    TextureViewDescriptor {
                        base_array_layer: 4,
                        array_layer_count: Some(3),
                        ..Default::default()
                    },
                );
            },
        ),
        refused(
            "a flat view has one layer",
            "layer count 2 does not suit",
            |e| {
                see(
                    e,
                    LAYERS,
                    TextureViewDescriptor {
                        dimension: Some(TextureViewDimension::D2),
                        array_layer_count: Some(2),
                        ..Default::default()
                    },
                );
            },
        ),
        refused(
            "a cube has six layers",
            "layer count 5 does not suit",
            |e| {
                see(
                    e,
                    LAYERS,
                    TextureViewDescriptor {
                        dimension: Some(TextureViewDimension::Cube),
                        array_layer_count: Some(5),
                        ..Default::default()
                    },
                );
            },
        ),
        refused("a cube is as wide as high", "as wide as it is high", |e| {
            see(
                e,
                Make {
                    size: [4, 8, 6],
                    ..FLAT
                },
                TextureViewDescriptor {
                    dimension: Some(TextureViewDimension::Cube),
                    ..Default::default()
                },
            );
        }),
        refused(
            "dimension of a view",
            "does not suit a texture of dimension D2",
            |e| {
                see(
                    e,
                    FLAT,
                    TextureViewDescriptor {
                        dimension: Some(TextureViewDimension::D3),
                        ..Default::default()
                    },
                );
            },
        ),
    ];
    rows.extend(view_format_rows());
    rows
}

fn view_format_rows() -> Vec<Row> {
    vec![
        refused(
            "format of a view",
            "among the texture's view_formats",
            |e| {
                see(
                    e,
                    FLAT,
                    TextureViewDescriptor {
                        format: Some(TextureFormat::Rgba8UnormSrgb),
                        ..Default::default()
                    },
                );
            },
        ),
        refused("aspect of a view", "Aspect DepthOnly is not one of", |e| {
            see(
                e,
                FLAT,
                TextureViewDescriptor {
                    aspect: TextureAspect::DepthOnly,
                    ..Default::default()
                },
            );
        }),
        refused("usage of a view", "must be among the texture's own", |e| {
            see(
                e,
                FLAT,
                TextureViewDescriptor {
                    usage: Some(TextureUsages::STORAGE_BINDING),
                    ..Default::default()
                },
            );
        }),
        refused(
            "storage views of sRGB",
            "cannot be used as a storage binding",
            |e| {
                let texture = Make {
                    usage: TextureUsages::STORAGE_BINDING,
                    view_formats: &[TextureFormat::Rgba8UnormSrgb],
                    ..FLAT
                };
                see(
                    e,
                    texture,
                    TextureViewDescriptor {
                        format: Some(TextureFormat::Rgba8UnormSrgb),
                        ..Default::default()
                    },
                );
            },
        ),
        refused(
            "multisampled views are flat",
            "cannot be used with a multisampled",
            |e| {
                see(
                    e,
                    MULTISAMPLED,
                    TextureViewDescriptor {
                        dimension: Some(TextureViewDimension::D2Array),
                        ..Default::default()
                    },
                );
            },
        ),
        refused("views of a destroyed texture", "has been destroyed", |e| {
            let texture = make(e, FLAT);
            texture.destroy();
            let _ = texture.create_view(&Default::default());
        }),
    ]
}

fn sampler_rows() -> Vec<Row> {
    vec![
        refused(
            "least level of detail",
            "lod_min_clamp -1 must be at least 0",
            |e| {
                let lod_min_clamp = -1.0;
                sampler(
                    e,
                    SamplerDescriptor {
                        lod_min_clamp,
                        ..Default::default()
                    },
                );
            },
        ),
        refused(
            "greatest level of detail",
            "lod_max_clamp 1 must be at least",
            |e| {
                let (lod_min_clamp, lod_max_clamp) = (2.0, 1.0);
                sampler(
                    e,
                    SamplerDescriptor {
                        lod_min_clamp,
                        lod_max_clamp,
                        ..Default::default()
                    },
                );
            },
        ),
        refused(
            "anisotropy is positive",
            "Anisotropy clamp 0 must be at least 1",
            |e| {
                let anisotropy_clamp = 0;
                sampler(
                    e,
                    SamplerDescriptor {
                        anisotropy_clamp,
                        ..Default::default()
                    },
                );
            },
        ),
        refused("anisotropy filters", "all filters must be linear", |e| {
            let anisotropy_clamp = 4;
            sampler(
                e,
                SamplerDescriptor {
                    anisotropy_clamp,
                    ..Default::default()
                },
            );
        }),
        refused(
            "borders need their feature",
            "ADDRESS_MODE_CLAMP_TO_BORDER",
            |e| {
                let address_mode_u = wgpu::AddressMode::ClampToBorder;
                sampler(
                    e,
                    SamplerDescriptor {
                        address_mode_u,
                        ..Default::default()
                    },
                );
            },
        ),
        refused(
            "zero borders need their feature",
            "ADDRESS_MODE_CLAMP_TO_ZERO",
            |e| {
                sampler(
                    e,
                    SamplerDescriptor {
                        address_mode_u: wgpu::AddressMode::ClampToBorder,
                        border_color: Some(wgpu::SamplerBorderColor::Zero),
                        ..Default::default()
                    },
                );
            },
        )
        .with(Features::ADDRESS_MODE_CLAMP_TO_BORDER),
    ]
}
