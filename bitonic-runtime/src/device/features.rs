//! What the capabilities of a kernel are in wgpu: one list, from which devices are
//! opened with all that their adapter has, and kernels are refused that need more.

use bitonic_dsl::Kernel;
use bitonic_dsl::capabilities::Capability;

use super::Gpu;
use crate::error::{Error, ErrorKind};

/// The features that a kernel with this need takes.
fn features(capability: Capability) -> wgpu::Features {
    match capability {
        Capability::Immediates => wgpu::Features::IMMEDIATES,
        Capability::Float16 => wgpu::Features::SHADER_F16,
        Capability::Int64 => wgpu::Features::SHADER_INT64,
        Capability::Float64 => wgpu::Features::SHADER_F64,
        Capability::Int64AtomicMinMax => wgpu::Features::SHADER_INT64_ATOMIC_MIN_MAX,
        Capability::Int64Atomics => wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS,
        Capability::Float32Atomics => wgpu::Features::SHADER_FLOAT32_ATOMIC,
        Capability::StorageFormats | Capability::ReadWriteFormats => {
            wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES
        }
        Capability::Norm16Formats => wgpu::Features::TEXTURE_FORMAT_16BIT_NORM,
        Capability::Bgra8UnormStorage => wgpu::Features::BGRA8UNORM_STORAGE,
        Capability::Subgroups => wgpu::Features::SUBGROUP,
        Capability::SubgroupBarrier => wgpu::Features::SUBGROUP_BARRIER,
    }
}

/// What no kernel asks for and textures may have: samplers that mix 32-bit floats.
const OF_TEXTURES: wgpu::Features = wgpu::Features::FLOAT32_FILTERABLE;

/// The features of `adapter` that some kernel can use.
pub(super) fn of_adapter(adapter: &wgpu::Adapter) -> wgpu::Features {
    let all = Capability::ALL.iter().copied().map(features);
    adapter.features() & all.fold(OF_TEXTURES, |all, one| all | one)
}

impl Gpu {
    /// Whether a kernel that needs `capability` runs on this device.
    #[must_use]
    pub fn has(&self, capability: Capability) -> bool {
        self.device().features().contains(features(capability))
    }

    /// Refuses a kernel that needs what the device was not opened with.
    pub(crate) fn capabilities_are_there(&self, kernel: &Kernel) -> Result<(), Error> {
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
