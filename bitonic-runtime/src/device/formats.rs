//! What a device can do with textures of each format: which it has, what kernels may do
//! with their texels, and which a sampler may mix. Textures are made on a higher floor.

use bitonic_dsl::types::{StorageAccess, StorageFormat};

use super::Gpu;
use super::layout::storage_format;

/// What a device can do with each format, in the order of [`StorageFormat::ALL`].
#[derive(Debug)]
pub(super) struct Formats(Vec<Abilities>);

#[derive(Clone, Copy, Debug)]
struct Abilities {
    usages: wgpu::TextureUsages,
    flags: wgpu::TextureFormatFeatureFlags,
    filters: bool,
}

impl Formats {
    /// The abilities of a device with these features; of its adapter, where it is known
    /// and the device was opened with what its adapter has of its own.
    pub(super) fn of(features: wgpu::Features, adapter: Option<&wgpu::Adapter>) -> Formats {
        let formats = StorageFormat::ALL.iter();
        Formats(
            formats
                .map(|format| abilities(storage_format(*format), features, adapter))
                .collect(),
        )
    }

    fn get(&self, format: StorageFormat) -> Abilities {
        let mut formats = StorageFormat::ALL.iter();
        let index = formats.position(|one| *one == format);
        self.0[index.unwrap_or_default()]
    }
}

fn abilities(
    format: wgpu::TextureFormat,
    features: wgpu::Features,
    adapter: Option<&wgpu::Adapter>,
) -> Abilities {
    let mut able = format.guaranteed_format_features(features);
    if features.contains(wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES) {
        match adapter {
            Some(adapter) => able = adapter.get_texture_format_features(format),
            // The device knows, but does not tell: it will refuse what it lacks.
            None => {
                able.allowed_usages |= wgpu::TextureUsages::STORAGE_BINDING;
                able.flags |= wgpu::TextureFormatFeatureFlags::STORAGE_READ_ONLY
                    | wgpu::TextureFormatFeatureFlags::STORAGE_WRITE_ONLY
                    | wgpu::TextureFormatFeatureFlags::STORAGE_READ_WRITE;
            }
        }
    }
    if !features.contains(format.required_features()) {
        able.allowed_usages = wgpu::TextureUsages::empty();
        able.flags = wgpu::TextureFormatFeatureFlags::empty();
    }
    let filterable = wgpu::TextureSampleType::Float { filterable: true };
    Abilities {
        usages: able.allowed_usages,
        flags: able.flags,
        filters: format.sample_type(None, Some(features)) == Some(filterable),
    }
}

impl Gpu {
    /// Whether a storage texture of this format can have this access on this device.
    #[must_use]
    pub fn has_storage_texture(&self, format: StorageFormat, access: StorageAccess) -> bool {
        let able = self.0.formats.get(format);
        let flag = match access {
            StorageAccess::Read => wgpu::TextureFormatFeatureFlags::STORAGE_READ_ONLY,
            StorageAccess::Write => wgpu::TextureFormatFeatureFlags::STORAGE_WRITE_ONLY,
            StorageAccess::ReadWrite => wgpu::TextureFormatFeatureFlags::STORAGE_READ_WRITE,
        };
        able.flags.contains(flag) && able.usages.contains(wgpu::TextureUsages::STORAGE_BINDING)
    }

    /// Whether a sampler may mix texels of this format on this device: of integers never, of
    /// 32-bit floats where the device can.
    #[must_use]
    pub fn filters(&self, format: StorageFormat) -> bool {
        self.0.formats.get(format).filters
    }

    /// All that textures of this format may be used for by kernels and copies; none where
    /// the device has no such textures.
    pub(crate) fn texture_usages(&self, format: StorageFormat) -> Option<wgpu::TextureUsages> {
        let wanted = wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::STORAGE_BINDING;
        let usages = self.0.formats.get(format).usages & wanted;
        usages
            .contains(wgpu::TextureUsages::TEXTURE_BINDING)
            .then_some(usages)
    }
}
