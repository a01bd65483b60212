//! Built-in functions: the enum made from the table, and what each takes and gives as
//! plain data. Their names and documents are the table's, in `builtins`.

use crate::builtins::for_each_builtin;
use crate::types::{ScalarType, Type};

/// What an argument or a result of a [`Builtin`] is, beside the operand type `T`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The operand type.
    T,
    /// The scalar of `T`.
    Component,
    /// An `i32` for each component of `T`.
    Exponent,
    /// `T` or its scalar.
    Factor,
    /// The structure of `fract` and `whole`, both `T`.
    Modf,
    /// The structure of `fract`, a `T`, and `exp`, an `i32` for each component.
    Frexp,
    /// The scalar of a matrix `T`.
    Scalar,
    /// The matrix `T` with rows and columns exchanged.
    Transposed,
    /// `bool`
    Bool,
    /// `u32`
    U32,
    /// `i32`
    I32,
    /// `vec2<f32>`
    Vec2,
    /// `vec4<f32>`
    Vec4,
    /// `vec4<i32>`
    IVec4,
    /// `vec4<u32>`
    UVec4,
}

/// The operand types that a [`Builtin`] exists for: the trait of this name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Numbers and vectors of them.
    Numeric,
    /// Numbers with a sign, and vectors of them.
    Signed,
    /// 32-bit integers and vectors of them.
    Word,
    /// Floats and vectors of them.
    Float,
    /// Floats of at most 32 bits and vectors of them.
    ShortFloat,
    /// `f32` and vectors of it.
    Single,
    /// Vectors of numbers.
    NumericVector,
    /// Vectors of floats.
    FloatVector,
    /// Vectors of three floats.
    FloatVector3,
    /// `bool` and vectors of it.
    Logical,
    /// Matrices.
    Matrix,
    /// Matrices of as many rows as columns.
    SquareMatrix,
}

impl Class {
    /// The scalars whose types belong to the class.
    #[must_use]
    pub fn scalars(self) -> &'static [ScalarType] {
        use ScalarType::{Bool, F16, F32, F64, I32, I64, U32, U64};
        match self {
            Class::Numeric | Class::NumericVector => &[I32, U32, F32, F16, I64, U64, F64],
            Class::Signed => &[I32, F32, F16, I64, F64],
            Class::Word => &[I32, U32],
            Class::Float
            | Class::FloatVector
            | Class::FloatVector3
            | Class::Matrix
            | Class::SquareMatrix => &[F32, F16, F64],
            Class::ShortFloat => &[F32, F16],
            Class::Single => &[F32],
            Class::Logical => &[Bool],
        }
    }

    /// Whether a type of `columns` columns of `rows` components belongs to the class; a
    /// vector is one column, a scalar one component of one.
    #[must_use]
    pub fn has_shape(self, columns: u32, rows: u32) -> bool {
        match self {
            Class::Numeric
            | Class::Signed
            | Class::Word
            | Class::Float
            | Class::ShortFloat
            | Class::Single
            | Class::Logical => columns == 1,
            Class::NumericVector | Class::FloatVector => columns == 1 && rows > 1,
            Class::FloatVector3 => columns == 1 && rows == 3,
            Class::Matrix => columns > 1 && rows > 1,
            Class::SquareMatrix => columns > 1 && rows == columns,
        }
    }
}

/// What a [`Builtin`] takes and gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// What the operand type `T` may be; `None` where all types are fixed.
    pub class: Option<Class>,
    /// Names and kinds of the arguments.
    pub arguments: &'static [(&'static str, Kind)],
    /// What it gives.
    pub result: Kind,
}

macro_rules! builtin_enum {
    ($($function:ident: $variant:ident $wgsl:literal [$($class:ident)?] ($($argument:ident: $kind:ident),*) -> $result:ident => $group:ident $naga:ident, $doc:literal;)*) => {
        /// A built-in function of the shading language.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Builtin {
            $(
                #[doc = $doc]
                $variant,
            )*
        }

        impl Builtin {
            /// Every built-in of the table, in its order.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$variant),*];

            /// The name in WGSL.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Builtin::$variant => $wgsl,)*
                }
            }

            /// The name of the author's function.
            #[must_use]
            pub fn rust_name(self) -> &'static str {
                match self {
                    $(Builtin::$variant => stringify!($function),)*
                }
            }

            /// What it computes, and what it leaves open.
            #[must_use]
            pub fn documentation(self) -> &'static str {
                match self {
                    $(Builtin::$variant => $doc,)*
                }
            }

            /// What it takes and gives.
            #[must_use]
            pub fn signature(self) -> Signature {
                match self {
                    $(Builtin::$variant => Signature {
                        class: None$(.or(Some(Class::$class)))?,
                        arguments: &[$((stringify!($argument), Kind::$kind)),*],
                        result: Kind::$result,
                    },)*
                }
            }
        }
    };
}

for_each_builtin!(builtin_enum);

/// The structure that `modf` of a `T` gives: `fract` and `whole`.
#[must_use]
pub fn modf_result(of: &Type) -> Type {
    let name = format!("__modf_result_{}", suffix(of));
    Type::structure(&name, [("fract", of.clone()), ("whole", of.clone())])
}

/// The structure that `frexp` of a `T` gives: `fract` and `exp`.
#[must_use]
pub fn frexp_result(of: &Type) -> Type {
    let name = format!("__frexp_result_{}", suffix(of));
    let exp = match of {
        Type::Vector(size, _) => Type::Vector(*size, ScalarType::I32),
        Type::Scalar(_)
        | Type::Matrix { .. }
        | Type::Atomic(_)
        | Type::Array(_)
        | Type::Struct(_) => Type::I32,
    };
    Type::structure(&name, [("fract", of.clone()), ("exp", exp)])
}

/// How WGSL names the operand type in the name of a result's structure.
fn suffix(of: &Type) -> String {
    match of {
        Type::Vector(size, scalar) => format!("vec{}_{scalar}", size.count()),
        Type::Scalar(_)
        | Type::Matrix { .. }
        | Type::Atomic(_)
        | Type::Array(_)
        | Type::Struct(_) => of.to_string(),
    }
}
