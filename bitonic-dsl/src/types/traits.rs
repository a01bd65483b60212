//! The traits that tie Rust types to shader types. Each bound says what an
//! operation asks for, so that a wrong operand is an error of the Rust compiler.

use super::Type;

/// A Rust type that stands for a type of the shading language.
pub trait ShaderType: 'static {
    /// The type, as data.
    fn ty() -> Type;
}

/// A type whose values a `Node` can hold and a variable can store.
pub trait Value: ShaderType + Copy {}

/// A scalar or a vector, with the shapes that belong to it.
pub trait Comparable: Value {
    /// The scalar of each component; `Self` for a scalar.
    type Component: Comparable;
    /// What a comparison gives: a `bool` for each component.
    type Bool: Value;
    /// A `u32` for each component; what a shift amount is.
    type Unsigned: Value;
    /// An `i32` for each component.
    type SignedInteger: Value;
    /// An `f32` for each component.
    type Float: Value;
}

/// `i32`, `u32` or `f32`: a numeric scalar that host and shader share.
pub trait Scalar:
    Numeric + Comparable<Component = Self, Bool = bool, Unsigned = u32> + super::HostShareable
{
}

/// A type with arithmetic: `i32`, `u32`, `f32` and vectors of them.
pub trait Numeric: Comparable {}

/// A type with bit operations: `i32`, `u32` and vectors of them.
pub trait Integer: Numeric + Bitwise {}

/// A type with `&`, `|` and `!`: `bool`, `i32`, `u32` and vectors of them.
pub trait Bitwise: Comparable {
    /// Whether these are the logical operators.
    const LOGICAL: bool;
}

/// A type with negation: `i32`, `f32` and vectors of them.
pub trait Signed: Numeric {}

/// A vector of two components or more.
pub trait Vector: Comparable {
    /// The vector of the first two components.
    type Two: Vector<Component = Self::Component>;
}

/// A vector of three components or more.
pub trait Vector3: Vector {
    /// The vector of the first three components.
    type Three: Vector<Component = Self::Component>;
}

/// A vector of four components.
pub trait Vector4: Vector3 {}
