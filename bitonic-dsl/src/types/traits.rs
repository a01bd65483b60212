//! The traits that tie Rust types to shader types. Each bound says what an
//! operation asks for, so that a wrong operand is an error of the Rust compiler.

use super::Type;

/// A Rust type that stands for a type of the shading language.
pub trait ShaderType: 'static {
    /// The type, as data.
    fn ty() -> Type;
}

/// A type whose size is known when the pipeline is made (WGSL specification, "fixed
/// footprint"): all but `Vec<T>` and a structure that ends in one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no size before a buffer is bound",
    note = "an array of run-time length, and a structure that ends in one, is bound by itself: `k.storage_struct::<S>(name)`; elsewhere an array is `[T; N]`"
)]
pub trait FixedFootprint: ShaderType {}

/// A type whose values a `Node` can hold and a variable can store.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of the shader",
    note = "a structure of values is one with `#[derive(ShaderType)]`; a generic type, with the bound `T: Value`",
    note = "a structure that ends in a `Vec` is bound by itself, `k.storage_struct::<S>(name)`, and read by its fields",
    note = "an atomic, and an array or a structure that holds one, is no value: it lives in buffers made by `storage_mut` and in workgroup memory, and atomic functions reach it: `.atomic_load()`, `.atomic_add(1)` .."
)]
pub trait Value: FixedFootprint + Copy {}

/// A scalar, vector or matrix: what can be converted to floats of each width.
pub trait Convertible: Value {
    /// An `f16` for each component.
    type F16: Value;
    /// An `f32` for each component.
    type Float: Value;
    /// An `f64` for each component.
    type F64: Value;
}

/// A scalar or a vector, with the shapes that belong to it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no scalar and no vector",
    label = "has no components to compare, to choose or to convert"
)]
pub trait Comparable: Convertible {
    /// The scalar of each component; `Self` for a scalar.
    type Component: Comparable;
    /// What a comparison gives: a `bool` for each component.
    type Bool: Value;
    /// A `u32` for each component; what a shift amount is.
    type Unsigned: Value;
    /// An `i32` for each component.
    type SignedInteger: Value;
    /// A `u64` for each component.
    type U64: Value;
    /// An `i64` for each component.
    type I64: Value;
}

/// A numeric scalar that host and shader share: `i32`, `u32`, `i64`, `u64`, `f16`, `f32`
/// or `f64`.
pub trait Scalar:
    Numeric + Comparable<Component = Self, Bool = bool, Unsigned = u32> + super::HostShareable
{
}

/// A type with `+`, `-` and `*`: numeric scalars, vectors and matrices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no arithmetic",
    note = "numbers, vectors of numbers and matrices have `+`, `-` and `*`; of a generic type, say `T: Numeric` or `T: Scalar`",
    note = "an atomic is changed by its functions: `.atomic_add(1)`, `.atomic_max(x)`, `.atomic_store(x)` .."
)]
pub trait Arithmetic: Value {}

/// A type with all of arithmetic, `/` and `%` included, and an order: numeric scalars and
/// vectors of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number and no vector of numbers",
    note = "a matrix has `+`, `-`, and `*` by what fits on its right: its scalar, a vector with a component for each of its columns, a matrix with a row for each of its columns",
    note = "of `bool` there is `&`, `|` and `!`"
)]
pub trait Numeric: Arithmetic + Comparable + SameBits {}

/// A type with bit operations: `i32`, `u32`, `i64`, `u64` and vectors of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no bit operations",
    note = "they are for integers: the bits of a float are read with `.bitcast()`"
)]
pub trait Integer: Numeric + Bitwise {}

/// A type with `&`, `|` and `!`: `bool`, integers and vectors of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `&`, `|` and `!`",
    note = "they are for `bool` and integers: the bits of a float are read with `.bitcast()`",
    note = "an atomic is changed by its functions: `.atomic_and(x)`, `.atomic_or(x)` .."
)]
pub trait Bitwise: Comparable {
    /// Whether these are the logical operators.
    const LOGICAL: bool;
}

/// A type with negation: signed integers, floats and vectors of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be negated",
    note = "signed integers, floats and vectors of them can; a matrix is multiplied by -1"
)]
pub trait Signed: Numeric {}

/// `f16`, `f32`, `f64` and vectors of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no float and no vector of floats",
    note = "an integer is converted by name: `.to_f32()`"
)]
pub trait Float: Signed {}

/// A number or a vector of numbers, by the size of its bits.
#[diagnostic::on_unimplemented(
    message = "the bits of `{Self}` cannot be read as another type",
    note = "those of numbers and vectors of numbers can; a `bool` is converted: `.to_u32()`"
)]
pub trait SameBits: Value {
    /// The number of bits: `Bits<32>` for `u32`, `Bits<64>` for a vector of two.
    type Bits;
}

/// A number of bits.
#[derive(Debug)]
pub enum Bits<const COUNT: u32> {}

/// A vector, with the vectors of other sizes that have its components.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no vector",
    note = "a scalar is made a vector with `splat`"
)]
pub trait Vector: Comparable + Indexed<Element = <Self as Comparable>::Component> {
    /// The vector of two such components.
    type Two: Vector<Component = Self::Component>;
    /// The vector of three such components.
    type Three: Vector<Component = Self::Component>;
    /// The vector of four such components.
    type Four: Vector<Component = Self::Component>;
}

/// A vector of three components or more.
pub trait Vector3: Vector {}

/// A vector of four components.
pub trait Vector4: Vector3 {}

/// A type with elements that are reached by an index: the components of a vector, the
/// columns of a matrix, the elements of an array.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements",
    note = "vectors have components, matrices columns, arrays elements"
)]
pub trait Indexed: ShaderType {
    /// What an index reaches.
    type Element: ShaderType;
}

/// A matrix of floats.
pub trait Matrix: Arithmetic + Convertible + Indexed<Element = Self::Column> {
    /// What each component is.
    type Scalar: Scalar + Float;
    /// A column: a vector with a component for each row.
    type Column: Vector<Component = Self::Scalar>;
    /// A row: a vector with a component for each column.
    type Row: Vector<Component = Self::Scalar>;
    /// The matrix with rows and columns exchanged.
    type Transposed: Matrix;
}

/// A matrix of as many rows as columns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no square matrix",
    note = "a square matrix has as many rows as columns"
)]
pub trait SquareMatrix: Matrix {}
