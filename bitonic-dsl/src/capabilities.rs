//! What a kernel may ask of a device beyond WebGPU's core, as plain data.

use std::collections::BTreeMap;
use std::fmt;

use crate::diagnostic::SourceLocation;

/// Something that a target may lack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Capability {
    /// Parameters passed with the command, without a buffer.
    Immediates,
    /// `f16`, and vectors and matrices of it.
    Float16,
    /// `i64` and `u64`, and vectors of them.
    Int64,
    /// `f64`, and vectors and matrices of it.
    Float64,
    /// Atomics of `i64` and `u64` in storage buffers that keep the larger or the smaller
    /// value, which nothing asks for.
    Int64AtomicMinMax,
    /// Atomics of `i64` and `u64`, with all functions, also in workgroup memory.
    Int64Atomics,
    /// Atomics of `f32` in storage buffers: load, store, add, subtract and exchange.
    Float32Atomics,
    /// Storage textures of the formats of WebGPU's tier 1, such as `r8unorm`.
    StorageFormats,
    /// Storage textures that are read and written in formats of WebGPU's tier 2, such
    /// as `rgba8unorm`.
    ReadWriteFormats,
    /// Textures of 16-bit normalised channels, such as `rgba16unorm`.
    Norm16Formats,
    /// Storage textures of the format `bgra8unorm`.
    Bgra8UnormStorage,
    /// Operations of the invocations of a subgroup among each other, and their inputs.
    Subgroups,
    /// Barriers of the invocations of a subgroup.
    SubgroupBarrier,
}

impl Capability {
    /// Every capability.
    pub const ALL: &'static [Capability] = &[
        Capability::Immediates,
        Capability::Float16,
        Capability::Int64,
        Capability::Float64,
        Capability::Int64AtomicMinMax,
        Capability::Int64Atomics,
        Capability::Float32Atomics,
        Capability::StorageFormats,
        Capability::ReadWriteFormats,
        Capability::Norm16Formats,
        Capability::Bgra8UnormStorage,
        Capability::Subgroups,
        Capability::SubgroupBarrier,
    ];

    /// The feature that a browser's device must be asked for (`GPUFeatureName` of the
    /// WebGPU specification). `None` where none has to be, as for immediates, and where
    /// WebGPU has none, as for 64-bit numbers: such a kernel has no text for browsers.
    #[must_use]
    pub fn webgpu_feature(self) -> Option<&'static str> {
        match self {
            Capability::Immediates
            | Capability::Int64
            | Capability::Float64
            | Capability::Int64AtomicMinMax
            | Capability::Int64Atomics
            | Capability::Float32Atomics
            | Capability::SubgroupBarrier => None,
            Capability::Subgroups => Some("subgroups"),
            Capability::Float16 => Some("shader-f16"),
            Capability::StorageFormats | Capability::Norm16Formats => Some("texture-formats-tier1"),
            Capability::ReadWriteFormats => Some("texture-formats-tier2"),
            Capability::Bgra8UnormStorage => Some("bgra8unorm-storage"),
        }
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Capability::Immediates => "immediates",
            Capability::Float16 => "16-bit floats",
            Capability::Int64 => "64-bit integers",
            Capability::Float64 => "64-bit floats",
            Capability::Int64AtomicMinMax => "64-bit atomic minimum and maximum",
            Capability::Int64Atomics => "64-bit atomics",
            Capability::Float32Atomics => "atomics of `f32`",
            Capability::StorageFormats => "storage textures of tier 1 formats",
            Capability::ReadWriteFormats => "read-write storage textures of tier 2 formats",
            Capability::Norm16Formats => "textures of 16-bit normalised channels",
            Capability::Bgra8UnormStorage => "storage textures of `bgra8unorm`",
            Capability::Subgroups => "subgroup operations",
            Capability::SubgroupBarrier => "subgroup barriers",
        })
    }
}

/// What a kernel needs, each with the place in the Rust source that first uses it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Capabilities {
    needs: BTreeMap<Capability, SourceLocation>,
}

impl Capabilities {
    /// Notes that `capability` is used at `at`. The first place stays.
    pub fn need(&mut self, capability: Capability, at: SourceLocation) {
        self.needs.entry(capability).or_insert(at);
    }

    /// Whether `capability` is needed.
    #[must_use]
    pub fn contains(&self, capability: &Capability) -> bool {
        self.needs.contains_key(capability)
    }

    /// The place that first uses `capability`, if any does.
    #[must_use]
    pub fn place(&self, capability: Capability) -> Option<SourceLocation> {
        self.needs.get(&capability).copied()
    }

    /// Whether the core of WebGPU is enough.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.needs.is_empty()
    }

    /// What is needed and where it is first used, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (Capability, SourceLocation)> + '_ {
        self.needs.iter().map(|(capability, at)| (*capability, *at))
    }
}
