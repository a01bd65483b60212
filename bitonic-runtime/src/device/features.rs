//! What the capabilities of a kernel are in wgpu: one table, from which devices are
//! opened with all that their adapter has, and kernels are refused that need more.

use bitonic_dsl::Kernel;
use bitonic_dsl::capabilities::Capability;

use super::Gpu;
use crate::error::{Error, ErrorKind};

/// Every capability, with the features that it takes.
const FEATURES: [(Capability, wgpu::Features); 8] = [
    (Capability::Immediates, wgpu::Features::IMMEDIATES),
    (Capability::Float16, wgpu::Features::SHADER_F16),
    (Capability::Int64, wgpu::Features::SHADER_INT64),
    (Capability::Float64, wgpu::Features::SHADER_F64),
    (
        Capability::StorageFormats,
        wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES,
    ),
    (
        Capability::ReadWriteFormats,
        wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES,
    ),
    (
        Capability::Norm16Formats,
        wgpu::Features::TEXTURE_FORMAT_16BIT_NORM,
    ),
    (
        Capability::Bgra8UnormStorage,
        wgpu::Features::BGRA8UNORM_STORAGE,
    ),
];

/// The features of `adapter` that some kernel can use.
pub(super) fn of_adapter(adapter: &wgpu::Adapter) -> wgpu::Features {
    let all = FEATURES.into_iter().map(|(_, features)| features);
    adapter.features() & all.fold(wgpu::Features::empty(), |all, one| all | one)
}

/// The features that `capability` takes; none is known for a capability without a row.
fn of_capability(capability: Capability) -> Option<wgpu::Features> {
    let row = FEATURES.into_iter().find(|(known, _)| *known == capability);
    row.map(|(_, features)| features)
}

impl Gpu {
    /// Whether a kernel that needs `capability` runs on this device.
    #[must_use]
    pub fn has(&self, capability: Capability) -> bool {
        let opened = self.device().features();
        of_capability(capability).is_some_and(|features| opened.contains(features))
    }

    /// Refuses a kernel that needs what the device was not opened with.
    pub(super) fn capabilities_are_there(&self, kernel: &Kernel) -> Result<(), Error> {
        let needed = kernel.interface().capabilities.iter();
        let missing: Vec<String> = needed
            .filter(|(capability, _)| !self.has(*capability))
            .map(|(capability, at)| format!("{capability}: used at {at}"))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let message = format!(
            "kernel `{}` needs what the device lacks\n  {}, missing on {}",
            kernel.name(),
            missing.join("\n  "),
            self.info()
        );
        Err(Error::new(ErrorKind::Device, message).with_help(
            "choose another adapter, or build the kernel without it; the software adapter is `Gpu::named(\"software\")`",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capability_has_one_row() {
        for capability in Capability::ALL {
            let rows = FEATURES.iter().filter(|(known, _)| known == capability);
            assert_eq!(rows.count(), 1, "{capability}");
        }
    }
}
