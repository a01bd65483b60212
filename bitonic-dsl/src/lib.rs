//! Compute kernels in Rust: author, graph, lowering through naga, WGSL.

// The macros name the crate that they are used in by its name, here too.
extern crate self as bitonic_dsl;

mod author;
mod builtins;
pub mod capabilities;
pub mod diagnostic;
mod emit;
mod error;
pub mod graph;
pub mod interface;
mod kernel;
mod lower;
pub mod nodes;
#[cfg(any(test, feature = "snapshot"))]
mod snapshot;
#[cfg(any(test, feature = "snapshot"))]
mod tint;
pub mod types;
mod validate;

pub use author::*;
pub use bitonic_macros::{ShaderType, kernel, shader_fn};
pub use emit::{
    Dialect, Emitted, GlslVersion, HlslRegister, Register, Resource, Slot, WgslToken, wgsl_tokens,
};
pub use error::{Error, Style};
pub use interface::OverrideValue;
pub use kernel::{Argument, Arguments, In, Kernel, Out, Param, Signature, Untyped};
pub use types::formats::*;
pub use types::{
    Arithmetic, Atomic, AtomicInteger, AtomicScalar, BVec2, BVec3, BVec4, Bitwise, Comparable,
    Convertible, DMat2, DMat2x3, DMat2x4, DMat3, DMat3x2, DMat3x4, DMat4, DMat4x2, DMat4x3, DVec2,
    DVec3, DVec4, FixedFootprint, Float, FloatVector, FloatVector3, HMat2, HMat2x3, HMat2x4, HMat3,
    HMat3x2, HMat3x4, HMat4, HMat4x2, HMat4x3, HVec2, HVec3, HVec4, HostShareable, I64Vec2,
    I64Vec3, I64Vec4, IVec2, IVec3, IVec4, Indexed, Integer, Logical, Mat2, Mat2x3, Mat2x4, Mat3,
    Mat3x2, Mat3x4, Mat4, Mat4x2, Mat4x3, Matrix, Numeric, NumericVector, SameBits, Scalar,
    ShaderType, ShortFloat, Signed, Single, SquareMatrix, U64Vec2, U64Vec3, U64Vec4, UVec2, UVec3,
    UVec4, Value, Vec2, Vec3, Vec4, Vector, Vector3, Vector4, Word, f16,
};
pub use types::{
    Channel, D1, D2, D2Array, D3, Sampleable, SingleTexture, Supports, TexelCoordinate,
    TexelFormat, TexelIndex, TextureAccess, TextureShape,
};

/// What the crate's macros expand to; nothing to call by name.
#[cfg(feature = "snapshot")]
#[doc(hidden)]
pub mod __private {
    pub use insta;

    #[track_caller]
    pub fn checked_text(kernel: &crate::Kernel) -> String {
        crate::snapshot::checked_text(kernel)
    }

    pub fn means_the_same(kernel: &crate::Kernel) -> Result<(), String> {
        crate::snapshot::means_the_same(kernel)
    }
}
