//! Copies, writes and clears of textures.

use super::textures::{COPIES, FLAT, MULTISAMPLED, Make, SAMPLED, make};
use super::*;
use wgpu::{
    Extent3d, Features, ImageSubresourceRange, Origin3d, TexelCopyBufferInfo,
    TexelCopyBufferLayout, TexelCopyTextureInfo, Texture, TextureAspect, TextureFormat,
};

const fn extent(width: u32, height: u32, depth_or_array_layers: u32) -> Extent3d {
    Extent3d {
        width,
        height,
        depth_or_array_layers,
    }
}

const WHOLE: Extent3d = extent(4, 4, 1);

const fn rows_of(bytes_per_row: u32) -> TexelCopyBufferLayout {
    TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(bytes_per_row),
        rows_per_image: None,
    }
}

/// Writes 64 bytes.
fn write(
    engine: &Engine,
    info: TexelCopyTextureInfo<'_>,
    layout: TexelCopyBufferLayout,
    size: Extent3d,
) {
    engine.queue.write_texture(info, &[0; 64], layout, size);
}

fn at(texture: &Texture, x: u32, y: u32, z: u32) -> TexelCopyTextureInfo<'_> {
    TexelCopyTextureInfo {
        origin: Origin3d { x, y, z },
        ..texture.as_image_copy()
    }
}

/// Copies the whole texture to a buffer of 1024 bytes.
fn to_buffer(engine: &Engine, texture: Make, layout: TexelCopyBufferLayout, size: Extent3d) {
    let texture = make(engine, texture);
    let buffer = storage(engine);
    encode(engine, |encoder| {
        let info = TexelCopyBufferInfo {
            buffer: &buffer,
            layout,
        };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), info, size);
    });
}

fn from_buffer(engine: &Engine, buffer: &Buffer, texture: Make, layout: TexelCopyBufferLayout) {
    let texture = make(engine, texture);
    encode(engine, |encoder| {
        let info = TexelCopyBufferInfo { buffer, layout };
        encoder.copy_buffer_to_texture(info, texture.as_image_copy(), WHOLE);
    });
}

fn between(engine: &Engine, from: Make, to: Make) {
    let (from, to) = (make(engine, from), make(engine, to));
    encode(engine, |encoder| {
        encoder.copy_texture_to_texture(from.as_image_copy(), to.as_image_copy(), WHOLE);
    });
}

fn clear(engine: &Engine, range: ImageSubresourceRange) {
    let texture = make(engine, FLAT);
    encode(engine, |encoder| encoder.clear_texture(&texture, &range));
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = write_rows();
    rows.extend(buffer_rows());
    rows.extend(texture_rows());
    rows.extend(clear_rows());
    rows
}

fn write_rows() -> Vec<Row> {
    vec![
        refused(
            "write_texture needs COPY_DST",
            "but COPY_DST is required",
            |e| {
                let usage = SAMPLED;
                let texture = make(e, Make { usage, ..FLAT });
                write(e, texture.as_image_copy(), rows_of(16), WHOLE);
            },
        ),
        refused(
            "write_texture bounds",
            "X 2..6 overruns the Destination texture",
            |e| {
                write(e, at(&make(e, FLAT), 2, 0, 0), rows_of(16), WHOLE);
            },
        ),
        refused("write_texture layers", "Z 1..2 overruns", |e| {
            write(e, at(&make(e, FLAT), 0, 0, 1), rows_of(16), WHOLE);
        }),
        refused(
            "write_texture past all numbers",
            "X 4294967295..4294967299",
            |e| {
                write(e, at(&make(e, FLAT), u32::MAX, 0, 0), rows_of(16), WHOLE);
            },
        ),
        refused(
            "write_texture level",
            "Unable to select mip level 1 out of 1",
            |e| {
                let texture = make(e, FLAT);
                let info = TexelCopyTextureInfo {
                    mip_level: 1,
                    ..texture.as_image_copy()
                };
                write(e, info, rows_of(16), WHOLE);
            },
        ),
        refused(
            "write_texture aspect",
            "Unable to select aspect StencilOnly",
            |e| {
                let texture = make(e, FLAT);
                let info = TexelCopyTextureInfo {
                    aspect: TextureAspect::StencilOnly,
                    ..texture.as_image_copy()
                };
                write(e, info, rows_of(16), WHOLE);
            },
        ),
        refused(
            "write_texture rows",
            "bytes_per_row 12 is less than the 16 bytes",
            |e| {
                write(e, make(e, FLAT).as_image_copy(), rows_of(12), WHOLE);
            },
        ),
        refused(
            "write_texture rows unknown",
            "bytes_per_row must be given",
            |e| {
                let texture = make(e, FLAT);
                write(e, texture.as_image_copy(), Default::default(), WHOLE);
            },
        ),
        refused(
            "write_texture images",
            "rows_per_image must be given",
            |e| {
                let size = [2, 2, 2];
                let texture = make(e, Make { size, ..FLAT });
                write(e, texture.as_image_copy(), rows_of(8), extent(2, 2, 2));
            },
        ),
        refused(
            "write_texture image height",
            "rows_per_image 1 is less than the 2 rows",
            |e| {
                let layout = TexelCopyBufferLayout {
                    rows_per_image: Some(1),
                    ..rows_of(16)
                };
                write(e, make(e, FLAT).as_image_copy(), layout, extent(4, 2, 1));
            },
        ),
        refused(
            "write_texture data",
            "112 bytes at offset 0 overrun the 64 bytes",
            |e| {
                write(e, make(e, FLAT).as_image_copy(), rows_of(32), WHOLE);
            },
        ),
        refused("write_texture data offset", "overrun the 64 bytes", |e| {
            let layout = TexelCopyBufferLayout {
                offset: 80,
                ..rows_of(16)
            };
            write(e, make(e, FLAT).as_image_copy(), layout, extent(1, 1, 1));
        }),
        refused("depth is written whole", "takes a part of 4", |e| {
            let format = TextureFormat::Depth16Unorm;
            let texture = make(e, Make { format, ..FLAT });
            write(e, texture.as_image_copy(), rows_of(8), extent(2, 4, 1));
        }),
        refused(
            "32-bit depth is not written",
            "textures of format Depth32Float is",
            |e| {
                let format = TextureFormat::Depth32Float;
                let texture = make(e, Make { format, ..FLAT });
                write(e, texture.as_image_copy(), rows_of(16), WHOLE);
            },
        ),
        refused(
            "write_texture of a destroyed texture",
            "has been destroyed",
            |e| {
                let texture = make(e, FLAT);
                texture.destroy();
                write(e, texture.as_image_copy(), rows_of(16), WHOLE);
            },
        ),
    ]
}

fn buffer_rows() -> Vec<Row> {
    vec![
        refused(
            "copy to a buffer needs COPY_SRC",
            "but COPY_SRC is required",
            |e| {
                let usage = SAMPLED;
                to_buffer(e, Make { usage, ..FLAT }, rows_of(256), WHOLE);
            },
        ),
        refused(
            "rows of a buffer",
            "bytes_per_row 16 is not a multiple of 256",
            |e| {
                to_buffer(e, FLAT, rows_of(16), WHOLE);
            },
        ),
        refused(
            "offset in a buffer",
            "Buffer offset 2 is not a multiple of 4",
            |e| {
                let layout = TexelCopyBufferLayout {
                    offset: 2,
                    ..rows_of(256)
                };
                to_buffer(e, FLAT, layout, WHOLE);
            },
        ),
        refused(
            "size of a buffer",
            "1040 bytes at offset 0 overrun the 1024",
            |e| {
                let size = [4, 5, 1];
                to_buffer(e, Make { size, ..FLAT }, rows_of(256), extent(4, 5, 1));
            },
        ),
        refused(
            "multisampled textures have no bytes",
            "has one sample, not 4",
            |e| {
                to_buffer(e, MULTISAMPLED, rows_of(256), WHOLE);
            },
        ),
        refused(
            "copy from a buffer needs COPY_DST",
            "but COPY_DST is required",
            |e| {
                let usage = SAMPLED;
                from_buffer(e, &storage(e), Make { usage, ..FLAT }, rows_of(256));
            },
        ),
        refused("a buffer to copy from", "but COPY_SRC is required", |e| {
            let buffer = buffer(e, 1024, BufferUsages::COPY_DST);
            from_buffer(e, &buffer, FLAT, rows_of(256));
        }),
        refused("a buffer to copy to", "but COPY_DST is required", |e| {
            let texture = make(e, FLAT);
            let buffer = buffer(e, 1024, BufferUsages::COPY_SRC);
            encode(e, |encoder| {
                let layout = rows_of(256);
                let info = TexelCopyBufferInfo {
                    buffer: &buffer,
                    layout,
                };
                encoder.copy_texture_to_buffer(texture.as_image_copy(), info, WHOLE);
            });
        }),
    ]
}

fn texture_rows() -> Vec<Row> {
    vec![
        refused("copies keep the format", "are not copy-compatible", |e| {
            let format = TextureFormat::Rgba8Uint;
            between(e, FLAT, Make { format, ..FLAT });
        }),
        refused(
            "copies keep the samples",
            "sample count 4 and destination sample count 1",
            |e| {
                between(e, MULTISAMPLED, FLAT);
            },
        ),
        refused("copies from a texture", "but COPY_SRC is required", |e| {
            let usage = wgpu::TextureUsages::COPY_DST;
            between(e, Make { usage, ..FLAT }, FLAT);
        }),
        refused("copies to a texture", "but COPY_DST is required", |e| {
            let usage = wgpu::TextureUsages::COPY_SRC;
            between(e, FLAT, Make { usage, ..FLAT });
        }),
        refused("copies within a layer", "they overlap", |e| {
            let texture = make(
                e,
                Make {
                    usage: COPIES,
                    ..FLAT
                },
            );
            encode(e, |encoder| {
                let (from, to) = (at(&texture, 0, 0, 0), at(&texture, 2, 0, 0));
                encoder.copy_texture_to_texture(from, to, extent(1, 1, 1));
            });
        }),
        refused(
            "copies out of a texture",
            "Y 1..5 overruns the Source texture",
            |e| {
                let (from, to) = (make(e, FLAT), make(e, FLAT));
                encode(e, |encoder| {
                    encoder.copy_texture_to_texture(at(&from, 0, 1, 0), to.as_image_copy(), WHOLE);
                });
            },
        ),
    ]
}

fn clear_rows() -> Vec<Row> {
    vec![
        refused("clear_texture needs its feature", "CLEAR_TEXTURE", |e| {
            clear(e, Default::default());
        }),
        refused(
            "clear_texture levels",
            "range levels 0..2 overruns the texture",
            |e| {
                clear(
                    e,
                    ImageSubresourceRange {
                        mip_level_count: Some(2),
                        ..Default::default()
                    },
                );
            },
        )
        .with(Features::CLEAR_TEXTURE),
        refused(
            "clear_texture layers",
            "range layers 1..2 overruns the texture",
            |e| {
                clear(
                    e,
                    ImageSubresourceRange {
                        base_array_layer: 1,
                        array_layer_count: Some(1),
                        ..Default::default()
                    },
                );
            },
        )
        .with(Features::CLEAR_TEXTURE),
        refused(
            "clear_texture aspect",
            "Unable to select aspect DepthOnly",
            |e| {
                clear(
                    e,
                    ImageSubresourceRange {
                        aspect: TextureAspect::DepthOnly,
                        ..Default::default()
                    },
                );
            },
        )
        .with(Features::CLEAR_TEXTURE),
    ]
}
