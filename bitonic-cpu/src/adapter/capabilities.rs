//! What the software adapter is and can do: identity, features, limits, and the naga capabilities
//! that features open.

use naga::valid::Capabilities;
use wgpu::{
    AdapterInfo, Backend, DeviceType, DownlevelCapabilities, DownlevelFlags, DownlevelLimits,
    Features, Limits, ShaderModel,
};

use super::texture_format;

/// The invocations of a workgroup: what desktop GPUs have.
const MAX_INVOCATIONS: u32 = 1024;

/// Bytes of a binding and of a buffer. A binding must be addressable with 32-bit byte offsets.
#[cfg(not(target_pointer_width = "32"))]
const MAX_BYTES: [u64; 2] = [1 << 31, 1 << 32];
#[cfg(target_pointer_width = "32")]
const MAX_BYTES: [u64; 2] = [1 << 30, 1 << 30];

/// Timestamps, wherever the standard library has a clock.
#[cfg(not(target_arch = "wasm32"))]
const TIMESTAMPS: Features = Features::TIMESTAMP_QUERY
    .union(Features::TIMESTAMP_QUERY_INSIDE_ENCODERS)
    .union(Features::TIMESTAMP_QUERY_INSIDE_PASSES);
#[cfg(target_arch = "wasm32")]
const TIMESTAMPS: Features = Features::empty();

/// What shaders may use beyond WebGPU.
const SHADERS: Features = Features::SUBGROUP
    .union(Features::SUBGROUP_BARRIER)
    .union(Features::SHADER_FLOAT32_ATOMIC);

/// The features that the adapter offers.
pub(super) fn features() -> Features {
    let all = Features::MAPPABLE_PRIMARY_BUFFERS
        | Features::IMMEDIATES
        | TIMESTAMPS
        | texture_format::FEATURES
        | SCALARS
        | SHADERS;
    all | wide_atomics(all)
}

/// 64-bit atomics, where there are 64-bit integers.
fn wide_atomics(features: Features) -> Features {
    if features.contains(Features::SHADER_INT64) {
        Features::SHADER_INT64_ATOMIC_MIN_MAX | Features::SHADER_INT64_ATOMIC_ALL_OPS
    } else {
        Features::empty()
    }
}

/// Scalars of other than 32 bits.
const SCALARS: Features = Features::SHADER_F16
    .union(Features::SHADER_F64)
    .union(Features::SHADER_I16)
    .union(Features::SHADER_INT64);

/// The best limits that the adapter offers: at least WebGPU's defaults in all, and more where a
/// compute program can use it.
pub(super) fn limits() -> Limits {
    let [binding_bytes, buffer_bytes] = MAX_BYTES;
    Limits {
        max_bind_groups: 8,
        max_texture_dimension_1d: 16384,
        max_texture_dimension_2d: 16384,
        max_texture_dimension_3d: 2048,
        max_texture_array_layers: 2048,
        max_sampled_textures_per_shader_stage: 64,
        max_samplers_per_shader_stage: 64,
        max_storage_textures_per_shader_stage: 64,
        max_storage_buffers_per_shader_stage: 64,
        max_uniform_buffers_per_shader_stage: 64,
        max_dynamic_uniform_buffers_per_pipeline_layout: 16,
        max_dynamic_storage_buffers_per_pipeline_layout: 16,
        max_buffers_and_acceleration_structures_per_shader_stage: 128,
        max_storage_buffer_binding_size: binding_bytes,
        max_buffer_size: buffer_bytes,
        min_uniform_buffer_offset_alignment: 32,
        min_storage_buffer_offset_alignment: 32,
        max_compute_workgroup_storage_size: 64 << 10,
        max_compute_invocations_per_workgroup: MAX_INVOCATIONS,
        max_compute_workgroup_size_x: MAX_INVOCATIONS,
        max_compute_workgroup_size_y: MAX_INVOCATIONS,
        max_compute_workgroup_size_z: MAX_INVOCATIONS,
        max_immediate_size: 256,
        ..Limits::defaults()
    }
}

/// Compute and indirect dispatch, but nothing that draws.
pub(super) fn downlevel() -> DownlevelCapabilities {
    DownlevelCapabilities {
        flags: DownlevelFlags::COMPUTE_SHADERS
            | DownlevelFlags::INDIRECT_EXECUTION
            | DownlevelFlags::BUFFER_BINDINGS_NOT_16_BYTE_ALIGNED
            | DownlevelFlags::UNRESTRICTED_INDEX_BUFFER
            | DownlevelFlags::NON_POWER_OF_TWO_MIPMAPPED_TEXTURES
            | DownlevelFlags::CUBE_ARRAY_TEXTURES
            | DownlevelFlags::COMPARISON_SAMPLERS
            | DownlevelFlags::DEPTH_TEXTURE_AND_BUFFER_COPIES
            | DownlevelFlags::WEBGPU_TEXTURE_FORMAT_SUPPORT
            | DownlevelFlags::VIEW_FORMATS
            | DownlevelFlags::SHADER_F16_IN_F32,
        limits: DownlevelLimits {},
        shader_model: ShaderModel::Sm5,
    }
}

/// How the adapter introduces itself. wgpu has no name for a custom backend; `Noop` is the one that
/// claims no hardware.
pub(super) fn info(subgroup_size: u32) -> AdapterInfo {
    AdapterInfo {
        name: "bitonic software adapter".to_owned(),
        driver: "bitonic-cpu".to_owned(),
        driver_info: env!("CARGO_PKG_VERSION").to_owned(),
        subgroup_min_size: subgroup_size,
        subgroup_max_size: subgroup_size,
        ..AdapterInfo::new(DeviceType::Cpu, Backend::Noop)
    }
}

/// The naga capabilities that every device gives; WGSL's own functions between f32 and the bits of
/// f16 need no feature.
const ALWAYS: Capabilities =
    Capabilities::CUBE_ARRAY_TEXTURES.union(Capabilities::SHADER_FLOAT16_IN_FLOAT32);

/// Which naga capabilities a device with these features gives to its shaders.
pub(super) fn shader_capabilities(features: Features) -> Capabilities {
    const OPENED_BY: [(Features, Capabilities); 12] = [
        (Features::IMMEDIATES, Capabilities::IMMEDIATES),
        (Features::SHADER_F16, Capabilities::SHADER_FLOAT16),
        (Features::SHADER_F64, Capabilities::FLOAT64),
        (Features::SHADER_I16, Capabilities::SHADER_INT16),
        (Features::SHADER_INT64, Capabilities::SHADER_INT64),
        (
            Features::SHADER_INT64_ATOMIC_ALL_OPS,
            Capabilities::SHADER_INT64_ATOMIC_ALL_OPS,
        ),
        (
            Features::SHADER_INT64_ATOMIC_MIN_MAX,
            Capabilities::SHADER_INT64_ATOMIC_MIN_MAX,
        ),
        (
            Features::SHADER_FLOAT32_ATOMIC,
            Capabilities::SHADER_FLOAT32_ATOMIC,
        ),
        (Features::SUBGROUP, Capabilities::SUBGROUP),
        (Features::SUBGROUP_BARRIER, Capabilities::SUBGROUP_BARRIER),
        (
            Features::TEXTURE_FORMAT_16BIT_NORM,
            Capabilities::STORAGE_TEXTURE_16BIT_NORM_FORMATS,
        ),
        (Features::TEXTURE_ATOMIC, Capabilities::TEXTURE_ATOMIC),
    ];
    OPENED_BY
        .iter()
        .filter(|(feature, _)| features.contains(*feature))
        .fold(ALWAYS, |all, (_, opened)| all | *opened)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_with_default_limits_can_be_had() {
        assert!(Limits::defaults().check_limits(&limits()));
        assert!(Limits::downlevel_defaults().check_limits(&limits()));
    }

    #[test]
    fn shaders_get_what_the_features_open() {
        assert_eq!(shader_capabilities(Features::empty()), ALWAYS);
        let features = Features::SHADER_F16 | Features::SUBGROUP;
        let opened = ALWAYS | Capabilities::SHADER_FLOAT16 | Capabilities::SUBGROUP;
        assert_eq!(shader_capabilities(features), opened);
    }
}
