//! Textures: their sizes, formats and samples. Views and samplers are in `texture_views`.

use super::*;
use wgpu::{Texture, TextureDescriptor, TextureDimension, TextureFormat, TextureUsages};

pub(super) const COPIES: TextureUsages = TextureUsages::COPY_SRC.union(TextureUsages::COPY_DST);
pub(super) const SAMPLED: TextureUsages = TextureUsages::TEXTURE_BINDING;
const ATTACHMENT: TextureUsages = TextureUsages::RENDER_ATTACHMENT;

/// A texture to be made: 4 by 4 texels of `Rgba8Unorm` but for what a row says.
pub(super) struct Make {
    pub(super) size: [u32; 3],
    pub(super) levels: u32,
    pub(super) samples: u32,
    pub(super) dimension: TextureDimension,
    pub(super) format: TextureFormat,
    pub(super) usage: TextureUsages,
    pub(super) view_formats: &'static [TextureFormat],
}

pub(super) const FLAT: Make = Make {
    size: [4, 4, 1],
    levels: 1,
    samples: 1,
    dimension: TextureDimension::D2,
    format: TextureFormat::Rgba8Unorm,
    usage: COPIES.union(SAMPLED),
    view_formats: &[],
};

/// A multisampled texture.
pub(super) const MULTISAMPLED: Make = Make {
    samples: 4,
    usage: SAMPLED.union(ATTACHMENT).union(COPIES),
    ..FLAT
};

pub(super) fn make(engine: &Engine, make: Make) -> Texture {
    let [width, height, depth_or_array_layers] = make.size;
    engine.device.create_texture(&TextureDescriptor {
        label: Some("t"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers,
        },
        mip_level_count: make.levels,
        sample_count: make.samples,
        dimension: make.dimension,
        format: make.format,
        usage: make.usage,
        view_formats: make.view_formats,
    })
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = size_rows();
    rows.extend(format_rows());
    rows.extend(sample_rows());
    rows.extend(texture_views::rows());
    rows
}

fn size_rows() -> Vec<Row> {
    vec![
        refused("a texture has a usage", "at least one usage", |e| {
            let usage = TextureUsages::empty();
            make(e, Make { usage, ..FLAT });
        }),
        refused(
            "textures are not empty",
            "Dimension Y of the texture is zero",
            |e| {
                let size = [4, 0, 1];
                make(e, Make { size, ..FLAT });
            },
        ),
        refused("width of a texture", "max_texture_dimension_2d 8192", |e| {
            let size = [8193, 1, 1];
            make(e, Make { size, ..FLAT });
        }),
        refused("layers of a texture", "max_texture_array_layers 256", |e| {
            let size = [1, 1, 257];
            make(e, Make { size, ..FLAT });
        }),
        refused("depth of a volume", "max_texture_dimension_3d 2048", |e| {
            let (size, dimension) = ([1, 1, 2049], TextureDimension::D3);
            make(
                e,
                Make {
                    size,
                    dimension,
                    ..FLAT
                },
            );
        }),
        refused("a row is one texel high", "Dimension Y of 2 texels", |e| {
            let (size, dimension) = ([4, 2, 1], TextureDimension::D1);
            make(
                e,
                Make {
                    size,
                    dimension,
                    ..FLAT
                },
            );
        }),
        refused(
            "a texture has a level",
            "Mip level count 0 is invalid",
            |e| {
                make(e, Make { levels: 0, ..FLAT });
            },
        ),
        refused(
            "levels of a texture",
            "the most that this texture can have is 3",
            |e| {
                make(e, Make { levels: 4, ..FLAT });
            },
        ),
        refused(
            "a row has one level",
            "the most that this texture can have is 1",
            |e| {
                let (size, dimension) = ([4, 1, 1], TextureDimension::D1);
                make(
                    e,
                    Make {
                        size,
                        dimension,
                        levels: 2,
                        ..FLAT
                    },
                );
            },
        ),
    ]
}

fn format_rows() -> Vec<Row> {
    vec![
        refused("depth is flat", "cannot be of dimension D3", |e| {
            make(
                e,
                Make {
                    format: TextureFormat::Depth16Unorm,
                    dimension: TextureDimension::D3,
                    ..FLAT
                },
            );
        }),
        refused(
            "nothing is drawn to a row",
            "RENDER_ATTACHMENT are not allowed",
            |e| {
                make(
                    e,
                    Make {
                        size: [4, 1, 1],
                        usage: ATTACHMENT,
                        dimension: TextureDimension::D1,
                        ..FLAT
                    },
                );
            },
        ),
        refused(
            "formats need their feature",
            "lacks the feature TEXTURE_FORMAT_16BIT_NORM",
            |e| {
                let format = TextureFormat::R16Unorm;
                make(e, Make { format, ..FLAT });
            },
        ),
        refused("blocks need their feature", "TEXTURE_COMPRESSION_BC", |e| {
            let format = TextureFormat::Bc1RgbaUnorm;
            make(e, Make { format, ..FLAT });
        }),
        refused(
            "sRGB is not stored",
            "STORAGE_BINDING are not allowed",
            |e| {
                make(
                    e,
                    Make {
                        format: TextureFormat::Rgba8UnormSrgb,
                        usage: TextureUsages::STORAGE_BINDING,
                        ..FLAT
                    },
                );
            },
        ),
        refused(
            "bgra8unorm is stored with its feature",
            "STORAGE_BINDING are not allowed",
            |e| {
                make(
                    e,
                    Make {
                        format: TextureFormat::Bgra8Unorm,
                        usage: TextureUsages::STORAGE_BINDING,
                        ..FLAT
                    },
                );
            },
        ),
        refused(
            "view formats differ in sRGB alone",
            "only being sRGB may differ",
            |e| {
                let view_formats = &[TextureFormat::Rgba8Uint];
                make(
                    e,
                    Make {
                        view_formats,
                        ..FLAT
                    },
                );
            },
        ),
        refused(
            "transient textures",
            "A transient texture has the usages",
            |e| {
                let usage = TextureUsages::TRANSIENT_ATTACHMENT | ATTACHMENT | SAMPLED;
                make(e, Make { usage, ..FLAT });
            },
        ),
    ]
}

fn sample_rows() -> Vec<Row> {
    vec![
        refused(
            "sample counts",
            "Sample count 3 is not a power of two",
            |e| {
                make(
                    e,
                    Make {
                        samples: 3,
                        ..MULTISAMPLED
                    },
                );
            },
        ),
        refused(
            "sample counts of a format",
            "Sample count 2 is not supported",
            |e| {
                make(
                    e,
                    Make {
                        samples: 2,
                        ..MULTISAMPLED
                    },
                );
            },
        ),
        refused(
            "multisampled textures are drawn to",
            "needs the usage RENDER_ATTACHMENT",
            |e| {
                make(
                    e,
                    Make {
                        usage: SAMPLED,
                        ..MULTISAMPLED
                    },
                );
            },
        ),
        refused(
            "multisampled textures are not stored to",
            "STORAGE_BINDING",
            |e| {
                let usage = ATTACHMENT | TextureUsages::STORAGE_BINDING;
                make(
                    e,
                    Make {
                        usage,
                        ..MULTISAMPLED
                    },
                );
            },
        ),
        refused(
            "multisampled textures have one layer",
            "has one layer, not 2",
            |e| {
                let size = [4, 4, 2];
                make(
                    e,
                    Make {
                        size,
                        ..MULTISAMPLED
                    },
                );
            },
        ),
        refused(
            "multisampled textures have one level",
            "can have is 1",
            |e| {
                make(
                    e,
                    Make {
                        levels: 2,
                        ..MULTISAMPLED
                    },
                );
            },
        ),
    ]
}
