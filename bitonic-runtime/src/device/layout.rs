//! What each binding of a kernel is to wgpu: entries of bind group layouts, and the
//! formats of textures. What is bound is the business of `execute`.

use std::num::NonZeroU64;

use bitonic_dsl::interface::{Binding, BindingKind, Parameters};
use bitonic_dsl::types::{ScalarType, StorageAccess, StorageFormat, TextureDimension};

/// The entry of one of the kernel's own bindings.
pub(super) fn entry(binding: &Binding) -> wgpu::BindGroupLayoutEntry {
    let ty = match binding.kind {
        BindingKind::StorageRead => buffer(
            wgpu::BufferBindingType::Storage { read_only: true },
            binding.min_size,
        ),
        BindingKind::StorageReadWrite => buffer(
            wgpu::BufferBindingType::Storage { read_only: false },
            binding.min_size,
        ),
        BindingKind::Uniform => buffer(wgpu::BufferBindingType::Uniform, binding.min_size),
        BindingKind::StorageTexture {
            format,
            access,
            dimension,
        } => wgpu::BindingType::StorageTexture {
            access: storage_access(access),
            format: storage_format(format),
            view_dimension: view_dimension(dimension),
        },
        BindingKind::Texture {
            channel,
            dimension,
            is_sampled,
        } => wgpu::BindingType::Texture {
            sample_type: sample_type(channel, is_sampled),
            view_dimension: view_dimension(dimension),
            multisampled: false,
        },
        BindingKind::Sampler => wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
    };
    of(binding.binding, ty)
}

/// The entry of the uniform that parameters travel in.
pub(super) fn parameters(parameters: &Parameters) -> wgpu::BindGroupLayoutEntry {
    let ty = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: true,
        min_binding_size: NonZeroU64::new(u64::from(parameters.size)),
    };
    of(parameters.binding, ty)
}

fn of(binding: u32, ty: wgpu::BindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty,
        count: None,
    }
}

fn buffer(ty: wgpu::BufferBindingType, min_size: u32) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty,
        has_dynamic_offset: false,
        min_binding_size: NonZeroU64::new(u64::from(min_size)),
    }
}

fn storage_access(access: StorageAccess) -> wgpu::StorageTextureAccess {
    match access {
        StorageAccess::Read => wgpu::StorageTextureAccess::ReadOnly,
        StorageAccess::Write => wgpu::StorageTextureAccess::WriteOnly,
        StorageAccess::ReadWrite => wgpu::StorageTextureAccess::ReadWrite,
    }
}

pub(crate) fn view_dimension(dimension: TextureDimension) -> wgpu::TextureViewDimension {
    match dimension {
        TextureDimension::D1 => wgpu::TextureViewDimension::D1,
        TextureDimension::D2 => wgpu::TextureViewDimension::D2,
        TextureDimension::D2Array => wgpu::TextureViewDimension::D2Array,
        TextureDimension::D3 => wgpu::TextureViewDimension::D3,
    }
}

/// What is read by position alone need not be filterable.
fn sample_type(channel: ScalarType, is_sampled: bool) -> wgpu::TextureSampleType {
    match channel {
        ScalarType::I32 => wgpu::TextureSampleType::Sint,
        ScalarType::U32 => wgpu::TextureSampleType::Uint,
        // No texture has channels of another scalar.
        ScalarType::F32
        | ScalarType::Bool
        | ScalarType::I64
        | ScalarType::U64
        | ScalarType::F16
        | ScalarType::F64 => wgpu::TextureSampleType::Float {
            filterable: is_sampled,
        },
    }
}

/// wgpu's name of a format.
pub(crate) fn storage_format(format: StorageFormat) -> wgpu::TextureFormat {
    match format {
        StorageFormat::R8Unorm => wgpu::TextureFormat::R8Unorm,
        StorageFormat::R8Snorm => wgpu::TextureFormat::R8Snorm,
        StorageFormat::R8Uint => wgpu::TextureFormat::R8Uint,
        StorageFormat::R8Sint => wgpu::TextureFormat::R8Sint,
        StorageFormat::R16Unorm => wgpu::TextureFormat::R16Unorm,
        StorageFormat::R16Snorm => wgpu::TextureFormat::R16Snorm,
        StorageFormat::R16Uint => wgpu::TextureFormat::R16Uint,
        StorageFormat::R16Sint => wgpu::TextureFormat::R16Sint,
        StorageFormat::R16Float => wgpu::TextureFormat::R16Float,
        StorageFormat::Rg8Unorm => wgpu::TextureFormat::Rg8Unorm,
        StorageFormat::Rg8Snorm => wgpu::TextureFormat::Rg8Snorm,
        StorageFormat::Rg8Uint => wgpu::TextureFormat::Rg8Uint,
        StorageFormat::Rg8Sint => wgpu::TextureFormat::Rg8Sint,
        StorageFormat::R32Uint => wgpu::TextureFormat::R32Uint,
        StorageFormat::R32Sint => wgpu::TextureFormat::R32Sint,
        StorageFormat::R32Float => wgpu::TextureFormat::R32Float,
        StorageFormat::Rg16Unorm => wgpu::TextureFormat::Rg16Unorm,
        StorageFormat::Rg16Snorm => wgpu::TextureFormat::Rg16Snorm,
        StorageFormat::Rg16Uint => wgpu::TextureFormat::Rg16Uint,
        StorageFormat::Rg16Sint => wgpu::TextureFormat::Rg16Sint,
        StorageFormat::Rg16Float => wgpu::TextureFormat::Rg16Float,
        StorageFormat::Rgba8Unorm => wgpu::TextureFormat::Rgba8Unorm,
        StorageFormat::Rgba8Snorm => wgpu::TextureFormat::Rgba8Snorm,
        StorageFormat::Rgba8Uint => wgpu::TextureFormat::Rgba8Uint,
        StorageFormat::Rgba8Sint => wgpu::TextureFormat::Rgba8Sint,
        StorageFormat::Bgra8Unorm => wgpu::TextureFormat::Bgra8Unorm,
        StorageFormat::Rgb10a2Uint => wgpu::TextureFormat::Rgb10a2Uint,
        StorageFormat::Rgb10a2Unorm => wgpu::TextureFormat::Rgb10a2Unorm,
        StorageFormat::Rg11b10Ufloat => wgpu::TextureFormat::Rg11b10Ufloat,
        StorageFormat::Rg32Uint => wgpu::TextureFormat::Rg32Uint,
        StorageFormat::Rg32Sint => wgpu::TextureFormat::Rg32Sint,
        StorageFormat::Rg32Float => wgpu::TextureFormat::Rg32Float,
        StorageFormat::Rgba16Unorm => wgpu::TextureFormat::Rgba16Unorm,
        StorageFormat::Rgba16Snorm => wgpu::TextureFormat::Rgba16Snorm,
        StorageFormat::Rgba16Uint => wgpu::TextureFormat::Rgba16Uint,
        StorageFormat::Rgba16Sint => wgpu::TextureFormat::Rgba16Sint,
        StorageFormat::Rgba16Float => wgpu::TextureFormat::Rgba16Float,
        StorageFormat::Rgba32Uint => wgpu::TextureFormat::Rgba32Uint,
        StorageFormat::Rgba32Sint => wgpu::TextureFormat::Rgba32Sint,
        StorageFormat::Rgba32Float => wgpu::TextureFormat::Rgba32Float,
    }
}
