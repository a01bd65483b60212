//! Compute kernels in Rust: author, graph, lowering through naga, WGSL.

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
pub use bitonic_macros::ShaderType;
pub use emit::{Dialect, Emitted, GlslVersion, HlslRegister, Register, Resource, Slot};
pub use error::Error;
pub use kernel::Kernel;
pub use types::{
    BVec2, BVec3, BVec4, Bitwise, Comparable, Float, FloatVector, FloatVector3, HostShareable,
    IVec2, IVec3, IVec4, Integer, Logical, Numeric, NumericVector, Scalar, ShaderType, ShortFloat,
    Signed, Single, UVec2, UVec3, UVec4, Value, Vec2, Vec3, Vec4, Vector, Vector3, Vector4, Word,
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
}
