//! The classes of operand types that built-in functions ask for, beside those of
//! `traits`. WGSL has a function for some types only; outside its class it does not
//! compile in Rust.

use super::{
    BVec2, BVec3, BVec4, Bitwise, DVec2, DVec3, DVec4, Float, HVec2, HVec3, HVec4, I64Vec2,
    I64Vec3, I64Vec4, IVec2, IVec3, IVec4, Integer, Numeric, U64Vec2, U64Vec3, U64Vec4, UVec2,
    UVec3, UVec4, Vec2, Vec3, Vec4, Vector, Vector3, f16,
};

/// A float of at most 32 bits, or a vector of such: what trigonometry, exponentials and
/// logarithms exist for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no float of at most 32 bits and no vector of such",
    label = "expected `f32`, `f16` or a vector of one of them",
    note = "other numbers are converted by name: `.to_f32()`"
)]
pub trait ShortFloat: Float {}

/// `f32`, or a vector of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither `f32` nor a vector of it",
    label = "expected `f32` or a vector of it",
    note = "other numbers are converted by name: `.to_f32()`"
)]
pub trait Single: ShortFloat {}

/// An integer of 32 bits, or a vector of such: what functions of single bits exist for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no integer of 32 bits and no vector of such",
    label = "expected `u32`, `i32` or a vector of one of them",
    note = "other numbers are converted by name: `.to_u32()`, `.to_i32()`, or `.bitcast()`"
)]
pub trait Word: Integer {}

/// A vector of numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no vector of numbers",
    label = "expected a vector"
)]
pub trait NumericVector: Numeric + Vector {}

/// A vector of floats.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no vector of floats",
    label = "expected a vector of floats",
    note = "integers are converted by name: `.to_f32()`"
)]
pub trait FloatVector: Float + NumericVector {}

/// A vector of three floats.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no vector of three floats",
    label = "expected a vector of three floats"
)]
pub trait FloatVector3: FloatVector + Vector3 {}

/// `bool`, or a vector of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither `bool` nor a vector of it",
    label = "expected `bool` or a vector of it",
    note = "numbers are compared first: `.ne(0)`"
)]
pub trait Logical: Bitwise {}

macro_rules! class {
    ($($trait:ident: $($ty:ty),*;)*) => {$($(impl $trait for $ty {})*)*};
}

class! {
    ShortFloat: f16, HVec2, HVec3, HVec4, f32, Vec2, Vec3, Vec4;
    Single: f32, Vec2, Vec3, Vec4;
    Word: u32, UVec2, UVec3, UVec4, i32, IVec2, IVec3, IVec4;
    NumericVector: UVec2, UVec3, UVec4, IVec2, IVec3, IVec4;
    NumericVector: U64Vec2, U64Vec3, U64Vec4, I64Vec2, I64Vec3, I64Vec4;
    NumericVector: HVec2, HVec3, HVec4, Vec2, Vec3, Vec4, DVec2, DVec3, DVec4;
    FloatVector: HVec2, HVec3, HVec4, Vec2, Vec3, Vec4, DVec2, DVec3, DVec4;
    FloatVector3: HVec3, Vec3, DVec3;
    Logical: bool, BVec2, BVec3, BVec4;
}
