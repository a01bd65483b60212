//! The limits of a device, as plain data, so that planning can be tested with
//! no device.

/// What a device allows. Names and meanings are those of the WebGPU
/// specification ("Limits").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Invocations of one workgroup: `maxComputeInvocationsPerWorkgroup`.
    pub workgroup_invocations: u32,
    /// A workgroup's size along each dimension: `maxComputeWorkgroupSizeX` to `Z`.
    pub workgroup_size: [u32; 3],
    /// Bytes of workgroup memory: `maxComputeWorkgroupStorageSize`.
    pub workgroup_bytes: u32,
    /// Workgroups along one dimension: `maxComputeWorkgroupsPerDimension`.
    pub workgroups_per_dimension: u32,
    /// Bytes of one storage binding: `maxStorageBufferBindingSize`.
    pub storage_binding_bytes: u64,
    /// Bytes of one uniform binding: `maxUniformBufferBindingSize`.
    pub uniform_binding_bytes: u64,
    /// Bytes of one buffer: `maxBufferSize`.
    pub buffer_bytes: u64,
    /// Storage buffers that one kernel may bind: `maxStorageBuffersPerShaderStage`.
    pub storage_buffers: u32,
    /// Texels along a side of a texture of one, two and three dimensions:
    /// `maxTextureDimension1D` to `3D`.
    pub texture_sides: [u32; 3],
    /// Layers of a texture array: `maxTextureArrayLayers`.
    pub texture_layers: u32,
    /// Storage textures that one kernel may bind: `maxStorageTexturesPerShaderStage`.
    pub storage_textures: u32,
    /// Other textures that one kernel may bind: `maxSampledTexturesPerShaderStage`.
    pub sampled_textures: u32,
    /// Samplers that one kernel may bind: `maxSamplersPerShaderStage`.
    pub samplers: u32,
    /// Step of a dynamic offset into a uniform buffer, in bytes:
    /// `minUniformBufferOffsetAlignment`.
    pub uniform_offset_alignment: u32,
    /// Bytes of immediates: `maxImmediateSize`; 0 where a device was opened without them.
    pub immediate_bytes: u32,
}

impl Limits {
    /// The defaults of WebGPU: what every browser promises.
    pub const WEBGPU: Limits = Limits {
        workgroup_invocations: 256,
        workgroup_size: [256, 256, 64],
        workgroup_bytes: 16_384,
        workgroups_per_dimension: 65_535,
        storage_binding_bytes: 128 << 20,
        uniform_binding_bytes: 64 << 10,
        buffer_bytes: 256 << 20,
        storage_buffers: 8,
        texture_sides: [8192, 8192, 2048],
        texture_layers: 256,
        storage_textures: 4,
        sampled_textures: 16,
        samplers: 16,
        uniform_offset_alignment: 256,
        immediate_bytes: 64,
    };
}
