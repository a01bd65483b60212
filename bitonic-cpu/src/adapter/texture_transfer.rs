//! The rules of copies, clears and writes of textures, and the commands that they become.

use wgpu::{
    BufferUsages, COPY_BYTES_PER_ROW_ALIGNMENT, Extent3d, Features, TexelCopyBufferLayout,
    TextureAspect, TextureDimension, TextureFormat, TextureUsages,
};

use super::{
    buffer::{Buffer, BufferUnavailable, MissingUsage},
    error_sink::ApiError,
    object::{Handle, Identity, ObjectError, resolve},
    query_set::{MissingFeature, require},
    texture::{Descriptor, MissingTextureUsage, Texture},
    texture_format::has_aspect,
};
use crate::image::{Linear, Region};

/// Which end of a copy an error is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    Source,
    Destination,
}

/// Why texels cannot be copied, cleared or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum TextureTransferError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    BufferUsage(#[from] MissingUsage),
    #[error(transparent)]
    TextureUsage(#[from] MissingTextureUsage),
    #[error(transparent)]
    MissingFeature(#[from] MissingFeature),
    #[error("Unable to select mip level {level} out of {total}")]
    MipLevel { level: u32, total: u32 },
    #[error("Unable to select aspect {aspect:?} of texture format {format:?}")]
    Aspect {
        aspect: TextureAspect,
        format: TextureFormat,
    },
    #[error(
        "The copy of {axis} {first}..{end} overruns the {side:?} texture, which has {size} there"
    )]
    Overrun {
        axis: char,
        first: u32,
        end: u64,
        size: u32,
        side: Side,
    },
    #[error(
        "The copy of {axis} {first}..{end} takes a part of {size}, which is not supported for the {side:?} texture format {format:?} with {samples} samples"
    )]
    Partial {
        axis: char,
        first: u32,
        end: u64,
        size: u32,
        side: Side,
        format: TextureFormat,
        samples: u32,
    },
    #[error("Copying from textures of format {0:?} is forbidden")]
    ForbiddenSource(TextureFormat),
    #[error("Copying to textures of format {0:?} is forbidden")]
    ForbiddenDestination(TextureFormat),
    #[error("A texture that is copied to or from a buffer has one sample, not {0}")]
    Multisampled(u32),
    #[error("Buffer offset {offset} is not a multiple of {alignment}")]
    UnalignedOffset { offset: u64, alignment: u32 },
    #[error(
        "bytes_per_row {0} is not a multiple of {COPY_BYTES_PER_ROW_ALIGNMENT} (COPY_BYTES_PER_ROW_ALIGNMENT)"
    )]
    UnalignedBytesPerRow(u32),
    #[error("bytes_per_row must be given, since more than one row is copied")]
    UnspecifiedBytesPerRow,
    #[error("rows_per_image must be given, since more than one image is copied")]
    UnspecifiedRowsPerImage,
    #[error("bytes_per_row {given} is less than the {row} bytes of a row")]
    ShortRow { given: u32, row: u64 },
    #[error("rows_per_image {given} is less than the {rows} rows of an image")]
    ShortImage { given: u32, rows: u32 },
    #[error("{needed} bytes at offset {offset} overrun the {size} bytes that there are")]
    DataOverrun { needed: u64, offset: u64, size: u64 },
    #[error(
        "Source format {source_format:?} and destination format {destination_format:?} are not copy-compatible: only being sRGB may differ"
    )]
    OtherFormat {
        source_format: TextureFormat,
        destination_format: TextureFormat,
    },
    #[error("Source sample count {from} and destination sample count {to} are not equal")]
    OtherSampleCount { from: u32, to: u32 },
    #[error(
        "Copying layers from {from} on to layers from {to} on of the same level of {texture} is not allowed: they overlap"
    )]
    Overlap {
        texture: Identity,
        from: u32,
        to: u32,
    },
    #[error("The subresource range {what}s {first}..{end} overruns the texture, which has {total}")]
    Subresource {
        what: &'static str,
        first: u32,
        end: u32,
        total: u32,
    },
}

impl ApiError for TextureTransferError {}

/// A copy or clear of texels that is allowed.
#[derive(Debug)]
pub(super) enum TextureCommand {
    FromBuffer {
        buffer: Handle<Buffer>,
        layout: Linear,
        texture: Handle<Texture>,
        region: Region,
    },
    ToBuffer {
        texture: Handle<Texture>,
        region: Region,
        buffer: Handle<Buffer>,
        layout: Linear,
    },
    Copy {
        source: Handle<Texture>,
        source_region: Region,
        destination: Handle<Texture>,
        region: Region,
    },
    Clear {
        texture: Handle<Texture>,
        regions: Vec<Region>,
    },
}

impl TextureCommand {
    /// Copies or clears.
    pub(super) fn run(&self) -> Result<(), BufferUnavailable> {
        match self {
            Self::FromBuffer {
                buffer,
                layout,
                texture,
                region,
            } => texture
                .memory()?
                .read_from(*region, &*buffer.memory_for_work()?, *layout),
            Self::ToBuffer {
                texture,
                region,
                buffer,
                layout,
            } => texture
                .memory()?
                .write_to(*region, &*buffer.memory_for_work()?, *layout),
            Self::Copy {
                source,
                source_region,
                destination,
                region,
            } => {
                let from = source.memory()?;
                destination
                    .memory()?
                    .copy_from(*region, &from, *source_region);
            }
            Self::Clear { texture, regions } => {
                let memory = texture.memory()?;
                regions.iter().for_each(|region| memory.clear(*region));
            }
        }
        Ok(())
    }
}

/// One end of a copy: the texture and what is copied of it.
pub(super) struct End {
    pub(super) texture: Handle<Texture>,
    pub(super) region: Region,
    aspect: TextureAspect,
}

impl End {
    fn desc(&self) -> Result<&Descriptor, ObjectError> {
        Ok(&self.texture.state()?.desc)
    }
}

/// Checks which texels of a texture are meant.
pub(super) fn end(
    device: &std::sync::Arc<super::device_state::DeviceState>,
    info: &wgpu::TexelCopyTextureInfo<'_>,
    size: Extent3d,
    side: Side,
) -> Result<End, TextureTransferError> {
    let (texture, state) = resolve::<Texture>(device, info.texture.as_custom())?;
    let desc = &state.desc;
    let level = info.mip_level;
    let extent = desc
        .mip_level_size(level)
        .ok_or(TextureTransferError::MipLevel {
            level,
            total: desc.mip_level_count,
        })?;
    let origin = [info.origin.x, info.origin.y, info.origin.z];
    let count = [size.width, size.height, size.depth_or_array_layers];
    let there = [extent.width, extent.height, extent.depth_or_array_layers];
    let whole = desc.format.is_depth_stencil_format() || desc.sample_count > 1;
    for (index, axis) in ['X', 'Y', 'Z'].into_iter().enumerate() {
        let (first, size) = (origin[index], there[index]);
        let end = u64::from(first) + u64::from(count[index]);
        if whole && index < 2 && (first != 0 || count[index] != size) {
            return Err(TextureTransferError::Partial {
                axis,
                first,
                end,
                size,
                side,
                format: desc.format,
                samples: desc.sample_count,
            });
        }
        if end > u64::from(size) {
            return Err(TextureTransferError::Overrun {
                axis,
                first,
                end,
                size,
                side,
            });
        }
    }
    if !has_aspect(desc.format, info.aspect) {
        return Err(TextureTransferError::Aspect {
            aspect: info.aspect,
            format: desc.format,
        });
    }
    Ok(End {
        texture: texture.clone(),
        region: Region {
            level,
            origin,
            size: count,
        },
        aspect: info.aspect,
    })
}

/// The part of a copy that a texture has in common with a buffer or with the host's bytes.
pub(super) fn check_linear(
    end: &End,
    layout: &TexelCopyBufferLayout,
    available: u64,
    side: Side,
    aligned: bool,
) -> Result<Linear, TextureTransferError> {
    let desc = end.desc()?;
    let format = desc.format;
    check_format(format, side)?;
    if desc.sample_count != 1 {
        return Err(TextureTransferError::Multisampled(desc.sample_count));
    }
    let bytes = format.block_copy_size(Some(end.aspect)).unwrap_or(1);
    if aligned {
        let alignment = if format.is_depth_stencil_format() {
            4
        } else {
            bytes
        };
        check_alignment(layout, alignment)?;
    }
    rows(&end.region, layout, u64::from(bytes), available)
}

fn check_format(format: TextureFormat, side: Side) -> Result<(), TextureTransferError> {
    match (format, side) {
        (TextureFormat::Depth24Plus, Side::Source) => {
            Err(TextureTransferError::ForbiddenSource(format))
        }
        (TextureFormat::Depth24Plus | TextureFormat::Depth32Float, Side::Destination) => {
            Err(TextureTransferError::ForbiddenDestination(format))
        }
        _ => Ok(()),
    }
}

fn check_alignment(
    layout: &TexelCopyBufferLayout,
    alignment: u32,
) -> Result<(), TextureTransferError> {
    let offset = layout.offset;
    if !offset.is_multiple_of(alignment.into()) {
        return Err(TextureTransferError::UnalignedOffset { offset, alignment });
    }
    match layout.bytes_per_row {
        Some(bytes) if !bytes.is_multiple_of(COPY_BYTES_PER_ROW_ALIGNMENT) => {
            Err(TextureTransferError::UnalignedBytesPerRow(bytes))
        }
        Some(_) | None => Ok(()),
    }
}

/// WebGPU's "validating linear texture data", for formats without blocks.
fn rows(
    region: &Region,
    layout: &TexelCopyBufferLayout,
    texel: u64,
    available: u64,
) -> Result<Linear, TextureTransferError> {
    let [width, height, depth] = region.size;
    let row = u64::from(width) * texel;
    match layout.bytes_per_row {
        Some(given) if u64::from(given) < row => {
            return Err(TextureTransferError::ShortRow { given, row });
        }
        None if height > 1 || depth > 1 => {
            return Err(TextureTransferError::UnspecifiedBytesPerRow);
        }
        Some(_) | None => {}
    }
    match layout.rows_per_image {
        Some(given) if given < height => {
            let rows = height;
            return Err(TextureTransferError::ShortImage { given, rows });
        }
        None if depth > 1 => return Err(TextureTransferError::UnspecifiedRowsPerImage),
        Some(_) | None => {}
    }
    let stride = layout.bytes_per_row.map_or(row, u64::from);
    let slice = stride * u64::from(layout.rows_per_image.unwrap_or(height));
    let last = match height {
        0 => 0,
        _ => u64::from(height - 1) * stride + row,
    };
    let before = u64::from(depth.saturating_sub(1)).saturating_mul(slice);
    let needed = if depth == 0 {
        0
    } else {
        before.saturating_add(last)
    };
    let offset = layout.offset;
    if available
        .checked_sub(offset)
        .is_none_or(|rest| needed > rest)
    {
        return Err(TextureTransferError::DataOverrun {
            needed,
            offset,
            size: available,
        });
    }
    Ok(Linear {
        offset,
        row: stride,
        slice,
    })
}

/// Checks the buffer of a copy.
pub(super) fn check_buffer(
    buffer: &Handle<Buffer>,
    usage: BufferUsages,
) -> Result<u64, TextureTransferError> {
    let size = buffer.state()?.size();
    buffer.check_usage(usage)?;
    Ok(size)
}

/// Checks a copy between textures.
pub(super) fn copy(from: End, to: End) -> Result<TextureCommand, TextureTransferError> {
    let (source, destination) = (from.desc()?, to.desc()?);
    if source.format.remove_srgb_suffix() != destination.format.remove_srgb_suffix() {
        return Err(TextureTransferError::OtherFormat {
            source_format: source.format,
            destination_format: destination.format,
        });
    }
    if from.texture.is(&to.texture) {
        check_overlap(&from, &to)?;
    }
    let counts = (source.sample_count, destination.sample_count);
    if counts.0 != counts.1 {
        return Err(TextureTransferError::OtherSampleCount {
            from: counts.0,
            to: counts.1,
        });
    }
    from.texture.check_usage(TextureUsages::COPY_SRC)?;
    to.texture.check_usage(TextureUsages::COPY_DST)?;
    Ok(TextureCommand::Copy {
        source: from.texture,
        source_region: from.region,
        destination: to.texture,
        region: to.region,
    })
}

/// Two parts of one texture must lie in different levels or layers.
fn check_overlap(from: &End, to: &End) -> Result<(), TextureTransferError> {
    let layers = u64::from(from.region.size[2]);
    let (first, second) = (from.region.origin[2], to.region.origin[2]);
    let apart = u64::from(first) >= u64::from(second) + layers
        || u64::from(second) >= u64::from(first) + layers;
    if apart || from.region.level != to.region.level {
        return Ok(());
    }
    Err(TextureTransferError::Overlap {
        texture: from.texture.identity().clone(),
        from: first,
        to: second,
    })
}

/// Checks a clear.
pub(super) fn clear(
    texture: &Handle<Texture>,
    range: &wgpu::ImageSubresourceRange,
) -> Result<TextureCommand, TextureTransferError> {
    let desc = &texture.state()?.desc;
    require(texture.device(), Features::CLEAR_TEXTURE)?;
    if !has_aspect(desc.format, range.aspect) {
        return Err(TextureTransferError::Aspect {
            aspect: range.aspect,
            format: desc.format,
        });
    }
    let levels = range.mip_range(desc.mip_level_count);
    let layers = range.layer_range(desc.array_layer_count());
    for (what, range, total) in [
        ("level", &levels, desc.mip_level_count),
        ("layer", &layers, desc.array_layer_count()),
    ] {
        if range.end > total {
            return Err(TextureTransferError::Subresource {
                what,
                first: range.start,
                end: range.end,
                total,
            });
        }
    }
    let regions = levels.filter_map(|level| {
        let size = desc.mip_level_size(level)?;
        let (first, count) = match desc.dimension {
            TextureDimension::D3 => (0, size.depth_or_array_layers),
            TextureDimension::D1 | TextureDimension::D2 => (layers.start, layers.len() as u32),
        };
        Some(Region {
            level,
            origin: [0, 0, first],
            size: [size.width, size.height, count],
        })
    });
    Ok(TextureCommand::Clear {
        texture: texture.clone(),
        regions: regions.collect(),
    })
}
