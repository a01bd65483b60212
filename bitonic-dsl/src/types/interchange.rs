//! From and into the vectors and matrices of `glam` and `mint`, each behind the feature of
//! its name. What such a library lacks (`f16` in `glam`, matrices that are not square)
//! has no conversion.

#[cfg(any(feature = "glam", feature = "mint"))]
use super::*;

#[cfg(any(feature = "glam", feature = "mint"))]
macro_rules! vectors {
    ($($ours:ident = $theirs:ty { $($field:ident)* };)*) => {$(
        impl From<$theirs> for $ours {
            fn from(value: $theirs) -> Self {
                Self::new($(value.$field),*)
            }
        }

        impl From<$ours> for $theirs {
            fn from(value: $ours) -> Self {
                Self { $($field: value.$field),* }
            }
        }
    )*};
}

#[cfg(feature = "glam")]
mod with_glam {
    use super::*;

    vectors! {
        Vec2 = glam::Vec2 { x y };
        Vec3 = glam::Vec3 { x y z };
        DVec2 = glam::DVec2 { x y };
        DVec3 = glam::DVec3 { x y z };
        DVec4 = glam::DVec4 { x y z w };
        IVec2 = glam::IVec2 { x y };
        IVec3 = glam::IVec3 { x y z };
        IVec4 = glam::IVec4 { x y z w };
        UVec2 = glam::UVec2 { x y };
        UVec3 = glam::UVec3 { x y z };
        UVec4 = glam::UVec4 { x y z w };
        I64Vec2 = glam::I64Vec2 { x y };
        I64Vec3 = glam::I64Vec3 { x y z };
        I64Vec4 = glam::I64Vec4 { x y z w };
        U64Vec2 = glam::U64Vec2 { x y };
        U64Vec3 = glam::U64Vec3 { x y z };
        U64Vec4 = glam::U64Vec4 { x y z w };
        BVec2 = glam::BVec2 { x y };
        BVec3 = glam::BVec3 { x y z };
        BVec4 = glam::BVec4 { x y z w };
    }

    /// Those that may lie in a register of the machine, which has no fields.
    macro_rules! registers {
        ($($ours:ident = $theirs:ident { $($field:ident)* };)*) => {$(
            impl From<glam::$theirs> for $ours {
                fn from(value: glam::$theirs) -> Self {
                    Self::new($(value.$field),*)
                }
            }

            impl From<$ours> for glam::$theirs {
                fn from(value: $ours) -> Self {
                    Self::new($(value.$field),*)
                }
            }
        )*};
    }

    registers! {
        Vec4 = Vec4 { x y z w };
        Vec3 = Vec3A { x y z };
    }

    macro_rules! matrices {
        ($($ours:ident = $theirs:ident { $($axis:ident)* };)*) => {$(
            impl From<glam::$theirs> for $ours {
                fn from(value: glam::$theirs) -> Self {
                    Self::from_columns([$(value.$axis.into()),*])
                }
            }

            impl From<$ours> for glam::$theirs {
                fn from(value: $ours) -> Self {
                    let [$($axis),*] = value.columns;
                    Self::from_cols($($axis.into()),*)
                }
            }
        )*};
    }

    matrices! {
        Mat2 = Mat2 { x_axis y_axis };
        Mat3 = Mat3 { x_axis y_axis z_axis };
        Mat3 = Mat3A { x_axis y_axis z_axis };
        Mat4 = Mat4 { x_axis y_axis z_axis w_axis };
        DMat2 = DMat2 { x_axis y_axis };
        DMat3 = DMat3 { x_axis y_axis z_axis };
        DMat4 = DMat4 { x_axis y_axis z_axis w_axis };
    }
}

#[cfg(feature = "mint")]
mod with_mint {
    use super::families::{for_each_matrix_family, for_each_numeric_family};
    use super::*;

    macro_rules! numeric_vectors {
        ($($scalar:ident $variant:ident $bits:literal $word:literal:
           $two:ident $make_two:ident $two_bits:literal,
           $three:ident $make_three:ident $three_bits:literal,
           $four:ident $make_four:ident $four_bits:literal;)*) => {
            vectors! {$(
                $two = mint::Vector2<$scalar> { x y };
                $three = mint::Vector3<$scalar> { x y z };
                $four = mint::Vector4<$scalar> { x y z w };
            )*}
        };
    }

    for_each_numeric_family!(numeric_vectors);

    macro_rules! matrices {
        ($($ours:ident = $theirs:ty { $($axis:ident)* };)*) => {$(
            impl From<$theirs> for $ours {
                fn from(value: $theirs) -> Self {
                    Self::from_columns([$(value.$axis.into()),*])
                }
            }

            impl From<$ours> for $theirs {
                fn from(value: $ours) -> Self {
                    let [$($axis),*] = value.columns;
                    Self { $($axis: $axis.into()),* }
                }
            }
        )*};
    }

    /// `mint` names the rows first.
    macro_rules! matrix_families {
        ($($scalar:ident $variant:ident $word:literal $vectors:tt:
           ($m22:ident $f22:ident, $m23:ident $f23:ident, $m24:ident $f24:ident)
           ($m32:ident $f32:ident, $m33:ident $f33:ident, $m34:ident $f34:ident)
           ($m42:ident $f42:ident, $m43:ident $f43:ident, $m44:ident $f44:ident);)*) => {
            matrices! {$(
                $m22 = mint::ColumnMatrix2<$scalar> { x y };
                $m23 = mint::ColumnMatrix3x2<$scalar> { x y };
                $m24 = mint::ColumnMatrix4x2<$scalar> { x y };
                $m32 = mint::ColumnMatrix2x3<$scalar> { x y z };
                $m33 = mint::ColumnMatrix3<$scalar> { x y z };
                $m34 = mint::ColumnMatrix4x3<$scalar> { x y z };
                $m42 = mint::ColumnMatrix2x4<$scalar> { x y z w };
                $m43 = mint::ColumnMatrix3x4<$scalar> { x y z w };
                $m44 = mint::ColumnMatrix4<$scalar> { x y z w };
            )*}
        };
    }

    for_each_matrix_family!(matrix_families);
}
