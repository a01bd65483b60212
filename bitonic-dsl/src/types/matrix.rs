//! The host's matrix structs: plain data that also name the shader's types.

use bytemuck::{Pod, Zeroable};
use half::f16;

use super::families::for_each_matrix_family;
use super::host::lend_plain_data;
use super::{
    Arithmetic, Convertible, DVec2, DVec3, DVec4, FixedFootprint, HVec2, HVec3, HVec4,
    HostShareable, Indexed, Layout, Matrix, ScalarType, ShaderType, SquareMatrix, Type, Value,
    Vec2, Vec3, Vec4, VectorSize,
};

macro_rules! matrix {
    ($name:ident($columns:ident $count:literal by $rows:ident $height:literal)
     $word:literal $scalar:ident $variant:ident
     $column:ident $row:ident $transposed:ident
     [$f16:ident $float:ident $f64:ident]) => {
        #[doc = concat!(
                    "A matrix of ", $word, ", of ", $count, " columns and ", $height, " rows."
                )]
        #[derive(Clone, Copy, PartialEq, Debug, Default, Pod, Zeroable)]
        #[repr(C)]
        pub struct $name {
            /// The columns, from left to right.
            pub columns: [$column; $count],
        }

        impl $name {
            /// A matrix of these columns.
            #[must_use]
            pub const fn from_columns(columns: [$column; $count]) -> Self {
                Self { columns }
            }
        }

        impl ShaderType for $name {
            fn ty() -> Type {
                Type::Matrix {
                    columns: VectorSize::$columns,
                    rows: VectorSize::$rows,
                    scalar: ScalarType::$variant,
                }
            }
        }

        impl FixedFootprint for $name {}
        impl Value for $name {}
        impl Arithmetic for $name {}

        impl Convertible for $name {
            type F16 = $f16;
            type Float = $float;
            type F64 = $f64;
        }

        impl Indexed for $name {
            type Element = $column;
        }

        impl Matrix for $name {
            type Scalar = $scalar;
            type Column = $column;
            type Row = $row;
            type Transposed = $transposed;
        }

        /// Columns lie as the elements of an array: those of three rows have a gap.
        impl HostShareable for $name {
            const LAYOUT: Layout = <[$column; $count]>::LAYOUT;
            const IS_PLAIN: bool = <[$column; $count]>::IS_PLAIN;

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                self.columns.write(bytes);
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                Self::from_columns(HostShareable::read(bytes))
            }

            lend_plain_data! {}
        }
    };
}

/// The nine shapes of one scalar, and what each is in halves, floats and doubles.
macro_rules! family {
    ($word:literal $scalar:ident $variant:ident ($two:ident $three:ident $four:ident)
     $m22:ident $m23:ident $m24:ident $m32:ident $m33:ident $m34:ident $m42:ident $m43:ident $m44:ident) => {
        matrix! { $m22(Two 2 by Two 2) $word $scalar $variant $two $two $m22 [HMat2 Mat2 DMat2] }
        matrix! { $m23(Two 2 by Three 3) $word $scalar $variant $three $two $m32 [HMat2x3 Mat2x3 DMat2x3] }
        matrix! { $m24(Two 2 by Four 4) $word $scalar $variant $four $two $m42 [HMat2x4 Mat2x4 DMat2x4] }
        matrix! { $m32(Three 3 by Two 2) $word $scalar $variant $two $three $m23 [HMat3x2 Mat3x2 DMat3x2] }
        matrix! { $m33(Three 3 by Three 3) $word $scalar $variant $three $three $m33 [HMat3 Mat3 DMat3] }
        matrix! { $m34(Three 3 by Four 4) $word $scalar $variant $four $three $m43 [HMat3x4 Mat3x4 DMat3x4] }
        matrix! { $m42(Four 4 by Two 2) $word $scalar $variant $two $four $m24 [HMat4x2 Mat4x2 DMat4x2] }
        matrix! { $m43(Four 4 by Three 3) $word $scalar $variant $three $four $m34 [HMat4x3 Mat4x3 DMat4x3] }
        matrix! { $m44(Four 4 by Four 4) $word $scalar $variant $four $four $m44 [HMat4 Mat4 DMat4] }

        impl SquareMatrix for $m22 {}
        impl SquareMatrix for $m33 {}
        impl SquareMatrix for $m44 {}
    };
}

macro_rules! families {
    ($($scalar:ident $variant:ident $word:literal $vectors:tt:
       ($m22:ident $f22:ident, $m23:ident $f23:ident, $m24:ident $f24:ident)
       ($m32:ident $f32:ident, $m33:ident $f33:ident, $m34:ident $f34:ident)
       ($m42:ident $f42:ident, $m43:ident $f43:ident, $m44:ident $f44:ident);)*) => {$(
        family! { $word $scalar $variant $vectors
            $m22 $m23 $m24 $m32 $m33 $m34 $m42 $m43 $m44 }
    )*};
}

for_each_matrix_family!(families);
