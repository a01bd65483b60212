//! The types of the shading language, as plain data and as Rust traits.
//!
//! [`Type`] is what the graph stores; [`ShaderType`] and its refinements tie a
//! Rust type to it, so that Rust's own type checker refuses what WGSL would.
//! Layout (sizes, alignments, offsets) lives in `layout`, the host's vector
//! structs in `vector` and `matrix`, their bytes in `host`. No node, no graph and no naga type is known here.

mod array;
mod atomic;
mod classes;
pub(crate) mod families;
mod host;
mod interchange;
mod layout;
mod matrix;
mod plain;
pub(crate) mod texture;
mod traits;
mod vector;

use std::fmt;
use std::sync::Arc;

pub use atomic::{Atomic, AtomicInteger, AtomicScalar};
pub use classes::{FloatVector, FloatVector3, Logical, NumericVector, ShortFloat, Single, Word};
pub use half::f16;

pub use host::HostShareable;
pub use layout::{Layout, RuntimeArrayLayout};
pub use matrix::{
    DMat2, DMat2x3, DMat2x4, DMat3, DMat3x2, DMat3x4, DMat4, DMat4x2, DMat4x3, HMat2, HMat2x3,
    HMat2x4, HMat3, HMat3x2, HMat3x4, HMat4, HMat4x2, HMat4x3, Mat2, Mat2x3, Mat2x4, Mat3, Mat3x2,
    Mat3x4, Mat4, Mat4x2, Mat4x3,
};
#[doc(hidden)]
pub use plain::{NotPlain, Plain};
pub use texture::{
    AccessRule, Channel, D1, D2, D2Array, D3, Sampleable, SingleTexture, StorageAccess,
    StorageFormat, Supports, TexelCoordinate, TexelFormat, TexelIndex, TextureAccess,
    TextureDimension, TextureShape, formats,
};
pub use traits::{
    Arithmetic, Bits, Bitwise, Comparable, Convertible, FixedFootprint, Float, Indexed, Integer,
    Matrix, Numeric, SameBits, Scalar, ShaderType, Signed, SquareMatrix, Value, Vector, Vector3,
    Vector4,
};
pub use vector::{
    BVec2, BVec3, BVec4, DVec2, DVec3, DVec4, HVec2, HVec3, HVec4, I64Vec2, I64Vec3, I64Vec4,
    IVec2, IVec3, IVec4, U64Vec2, U64Vec3, U64Vec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4,
};

/// A scalar of the shading language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ScalarType {
    /// `bool`: no size in memory that the host can see.
    Bool,
    /// 32-bit two's complement integer.
    I32,
    /// 32-bit unsigned integer.
    U32,
    /// 64-bit two's complement integer; not every device has it.
    I64,
    /// 64-bit unsigned integer; not every device has it.
    U64,
    /// IEEE 754 binary16; not every device has it.
    F16,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64; not every device has it.
    F64,
}

impl ScalarType {
    /// Bytes of a value. A `bool` is counted as the four bytes that it takes in
    /// workgroup memory.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            ScalarType::F16 => 2,
            ScalarType::Bool | ScalarType::I32 | ScalarType::U32 | ScalarType::F32 => 4,
            ScalarType::I64 | ScalarType::U64 | ScalarType::F64 => 8,
        }
    }

    /// Whether the values are floats.
    #[must_use]
    pub fn is_float(self) -> bool {
        match self {
            ScalarType::F16 | ScalarType::F32 | ScalarType::F64 => true,
            ScalarType::Bool
            | ScalarType::I32
            | ScalarType::U32
            | ScalarType::I64
            | ScalarType::U64 => false,
        }
    }

    /// Whether the values are integers.
    #[must_use]
    pub fn is_integer(self) -> bool {
        match self {
            ScalarType::I32 | ScalarType::U32 | ScalarType::I64 | ScalarType::U64 => true,
            ScalarType::Bool | ScalarType::F16 | ScalarType::F32 | ScalarType::F64 => false,
        }
    }
}

/// The number of components of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum VectorSize {
    /// Two components.
    Two = 2,
    /// Three components.
    Three = 3,
    /// Four components.
    Four = 4,
}

impl VectorSize {
    /// The number of components: 2, 3 or 4.
    #[must_use]
    pub const fn count(self) -> u32 {
        self as u32
    }
}

/// A type of the shading language.
///
/// `Display` writes it as WGSL does: `vec2<u32>`, `array<f32, 64>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A scalar.
    Scalar(ScalarType),
    /// A vector of two to four scalars.
    Vector(VectorSize, ScalarType),
    /// A matrix of floats: `columns` vectors of `rows` components each.
    Matrix {
        /// The number of columns.
        columns: VectorSize,
        /// The number of components of a column.
        rows: VectorSize,
        /// What each component is.
        scalar: ScalarType,
    },
    /// A scalar in memory that invocations change without disturbing each other.
    Atomic(ScalarType),
    /// An array, of a length that is fixed or found at run time.
    Array(Arc<ArrayType>),
    /// A structure.
    Struct(Arc<StructType>),
}

/// The element and the length of an array type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayType {
    /// What each element is.
    pub element: Type,
    /// The number of elements; `None` for an array whose length the binding
    /// decides at run time.
    pub length: Option<u32>,
}

/// A structure: a name and fields at WGSL's own offsets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructType {
    /// The name that the author gave.
    pub name: String,
    /// The fields, by rising offset.
    pub fields: Vec<FieldType>,
}

/// One field of a [`StructType`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FieldType {
    /// The field's name.
    pub name: String,
    /// The field's type.
    pub ty: Type,
    /// Bytes from the start of the structure.
    pub offset: u32,
}

impl Type {
    /// `bool`.
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);
    /// `i32`.
    pub const I32: Type = Type::Scalar(ScalarType::I32);
    /// `u32`.
    pub const U32: Type = Type::Scalar(ScalarType::U32);
    /// `f32`.
    pub const F32: Type = Type::Scalar(ScalarType::F32);
    /// `i64`.
    pub const I64: Type = Type::Scalar(ScalarType::I64);
    /// `u64`.
    pub const U64: Type = Type::Scalar(ScalarType::U64);
    /// `f16`.
    pub const F16: Type = Type::Scalar(ScalarType::F16);
    /// `f64`.
    pub const F64: Type = Type::Scalar(ScalarType::F64);

    /// An array of `length` elements.
    #[must_use]
    pub fn array(element: Type, length: u32) -> Type {
        Type::Array(Arc::new(ArrayType {
            element,
            length: Some(length),
        }))
    }

    /// An array whose length is that of the buffer bound to it.
    #[must_use]
    pub fn runtime_array(element: Type) -> Type {
        Type::Array(Arc::new(ArrayType {
            element,
            length: None,
        }))
    }

    /// A structure with its fields at the offsets of WGSL's layout rules.
    #[must_use]
    pub fn structure<'a>(name: &str, fields: impl IntoIterator<Item = (&'a str, Type)>) -> Type {
        let mut placed = Vec::new();
        let mut end = 0;
        for (name, ty) in fields {
            let layout = Layout::of(&ty);
            let offset = layout.offset_behind(end);
            end = offset.saturating_add(layout.size);
            placed.push(FieldType {
                name: name.to_owned(),
                ty,
                offset,
            });
        }
        Type::Struct(Arc::new(StructType {
            name: name.to_owned(),
            fields: placed,
        }))
    }

    /// The scalar of a scalar, vector or matrix type.
    #[must_use]
    pub fn scalar(&self) -> Option<ScalarType> {
        match self {
            Type::Scalar(scalar) | Type::Vector(_, scalar) | Type::Matrix { scalar, .. } => {
                Some(*scalar)
            }
            Type::Atomic(_) | Type::Array(_) | Type::Struct(_) => None,
        }
    }

    /// How many scalars a scalar, vector or matrix holds.
    #[must_use]
    pub fn components(&self) -> Option<u32> {
        match self {
            Type::Scalar(_) => Some(1),
            Type::Vector(size, _) => Some(size.count()),
            Type::Matrix { columns, rows, .. } => Some(columns.count() * rows.count()),
            Type::Atomic(_) | Type::Array(_) | Type::Struct(_) => None,
        }
    }

    /// Calls `visit` for each scalar type that values of this type hold; more than
    /// once for one that occurs more than once.
    pub fn for_each_scalar(&self, visit: &mut impl FnMut(ScalarType)) {
        match self {
            Type::Scalar(scalar)
            | Type::Vector(_, scalar)
            | Type::Matrix { scalar, .. }
            | Type::Atomic(scalar) => visit(*scalar),
            Type::Array(array) => array.element.for_each_scalar(visit),
            Type::Struct(structure) => {
                for field in &structure.fields {
                    field.ty.for_each_scalar(visit);
                }
            }
        }
    }

    /// The type of the same memory when no invocation runs: each atomic is its scalar.
    #[must_use]
    pub fn without_atomics(&self) -> Type {
        match self {
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } => self.clone(),
            Type::Atomic(scalar) => Type::Scalar(*scalar),
            Type::Array(array) => Type::Array(Arc::new(ArrayType {
                element: array.element.without_atomics(),
                length: array.length,
            })),
            Type::Struct(structure) => {
                let mut structure = StructType::clone(structure);
                for field in &mut structure.fields {
                    field.ty = field.ty.without_atomics();
                }
                Type::Struct(Arc::new(structure))
            }
        }
    }

    /// Calls `visit` for each atomic that lies in memory of this type, with its scalar; more
    /// than once for one that occurs more than once.
    pub fn for_each_atomic(&self, visit: &mut impl FnMut(ScalarType)) {
        match self {
            Type::Atomic(scalar) => visit(*scalar),
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } => {}
            Type::Array(array) => array.element.for_each_atomic(visit),
            Type::Struct(structure) => {
                for field in &structure.fields {
                    field.ty.for_each_atomic(visit);
                }
            }
        }
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScalarType::Bool => "bool",
            ScalarType::I32 => "i32",
            ScalarType::U32 => "u32",
            ScalarType::I64 => "i64",
            ScalarType::U64 => "u64",
            ScalarType::F16 => "f16",
            ScalarType::F32 => "f32",
            ScalarType::F64 => "f64",
        })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(scalar) => scalar.fmt(f),
            Type::Vector(size, scalar) => write!(f, "vec{}<{scalar}>", size.count()),
            Type::Matrix {
                columns,
                rows,
                scalar,
            } => write!(f, "mat{}x{}<{scalar}>", columns.count(), rows.count()),
            Type::Atomic(scalar) => write!(f, "atomic<{scalar}>"),
            Type::Array(array) => match array.length {
                Some(length) => write!(f, "array<{}, {length}>", array.element),
                None => write!(f, "array<{}>", array.element),
            },
            Type::Struct(structure) => f.write_str(&structure.name),
        }
    }
}
