//! Scalars, and the host's vector structs: plain data that also name the shader's
//! types. Matrices are in `matrix`.

use bytemuck::{Pod, Zeroable};
use half::f16;

use super::families::for_each_numeric_family;
use super::host::lend_plain_data;
use super::{
    Arithmetic, Bits, Bitwise, Comparable, Convertible, FixedFootprint, Float, HostShareable,
    Indexed, Integer, Layout, Numeric, SameBits, Scalar, ScalarType, ShaderType, Signed, Type,
    Value, Vector, Vector3, Vector4, VectorSize,
};

/// What a type becomes in each family.
macro_rules! shapes {
    ($name:ty: $component:ty, $bool:ty, $unsigned:ty, $signed:ty, $u64:ty, $i64:ty, $f16:ty, $float:ty, $f64:ty) => {
        impl FixedFootprint for $name {}
        impl Value for $name {}

        impl Convertible for $name {
            type F16 = $f16;
            type Float = $float;
            type F64 = $f64;
        }

        impl Comparable for $name {
            type Component = $component;
            type Bool = $bool;
            type Unsigned = $unsigned;
            type SignedInteger = $signed;
            type U64 = $u64;
            type I64 = $i64;
        }
    };
    (One $name:ident of $component:ty) => {
        shapes! { $name: $component, bool, u32, i32, u64, i64, f16, f32, f64 }
    };
    (Two $name:ident of $component:ty) => {
        shapes! { $name: $component, BVec2, UVec2, IVec2, U64Vec2, I64Vec2, HVec2, Vec2, DVec2 }
    };
    (Three $name:ident of $component:ty) => {
        shapes! { $name: $component, BVec3, UVec3, IVec3, U64Vec3, I64Vec3, HVec3, Vec3, DVec3 }
    };
    (Four $name:ident of $component:ty) => {
        shapes! { $name: $component, BVec4, UVec4, IVec4, U64Vec4, I64Vec4, HVec4, Vec4, DVec4 }
    };
}

macro_rules! scalar {
    ($scalar:ident $variant:ident) => {
        impl ShaderType for $scalar {
            fn ty() -> Type {
                Type::Scalar(ScalarType::$variant)
            }
        }

        shapes! { One $scalar of $scalar }
    };
}

macro_rules! vector {
    ($(#[$attribute:meta])* $name:ident($size:ident of $scalar:ident as $variant:ident) { $($field:ident),* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        #[repr(C)]
        pub struct $name {
            $(
                #[doc = concat!("The component `", stringify!($field), "`.")]
                pub $field: $scalar,
            )*
        }

        impl $name {
            /// A vector of these components.
            #[must_use]
            pub const fn new($($field: $scalar),*) -> Self {
                Self { $($field),* }
            }
        }

        impl ShaderType for $name {
            fn ty() -> Type {
                Type::Vector(VectorSize::$size, ScalarType::$variant)
            }
        }

        impl Indexed for $name {
            type Element = $scalar;
        }

        shapes! { $size $name of $scalar }
    };
}

macro_rules! vectors {
    ($(#[$attribute:meta])* $word:literal, $scalar:ident as $variant:ident: $two:ident $three:ident $four:ident) => {
        vector! {
            $(#[$attribute])*
            #[doc = concat!("Two ", $word, ".")]
            $two(Two of $scalar as $variant) { x, y }
        }
        vector! {
            $(#[$attribute])*
            #[doc = concat!("Three ", $word, ". In memory it is aligned as four of them.")]
            $three(Three of $scalar as $variant) { x, y, z }
        }
        vector! {
            $(#[$attribute])*
            #[doc = concat!("Four ", $word, ".")]
            $four(Four of $scalar as $variant) { x, y, z, w }
        }
        sizes! { $two $three $four: $two, $three, $four }

        impl Vector3 for $three {}
        impl Vector3 for $four {}
        impl Vector4 for $four {}
    };
}

macro_rules! sizes {
    ($two:ident $three:ident $four:ident: $($name:ident),*) => {
        sizes! { @each ($two $three $four) $($name)* }
    };
    (@each $sizes:tt $($name:ident)*) => { $(sizes! { @one $sizes $name })* };
    (@one ($two:ident $three:ident $four:ident) $name:ident) => {
        impl Vector for $name {
            type Two = $two;
            type Three = $three;
            type Four = $four;
        }
    };
}

/// A vector's components lie side by side.
macro_rules! host_shareable_vector {
    ($name:ident($size:ident of $scalar:ident as $variant:ident) { $($field:ident),* }) => {
        impl HostShareable for $name {
            const LAYOUT: Layout = Layout::vector(VectorSize::$size, ScalarType::$variant);
            const IS_PLAIN: bool = <$scalar>::IS_PLAIN;

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                [$(self.$field),*].write(bytes);
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let [$($field),*] = HostShareable::read(bytes);
                Self { $($field),* }
            }

            lend_plain_data! {}
        }
    };
}

macro_rules! numeric_family {
    ($($scalar:ident $variant:ident $bits:literal $word:literal:
       $two:ident $make_two:ident $two_bits:literal,
       $three:ident $make_three:ident $three_bits:literal,
       $four:ident $make_four:ident $four_bits:literal;)*) => {$(
        scalar! { $scalar $variant }
        vectors! {
            #[derive(Pod, Zeroable)]
            $word, $scalar as $variant: $two $three $four
        }
        host_shareable_vector! { $two(Two of $scalar as $variant) { x, y } }
        host_shareable_vector! { $three(Three of $scalar as $variant) { x, y, z } }
        host_shareable_vector! { $four(Four of $scalar as $variant) { x, y, z, w } }
        numeric! { $scalar $bits, $two $two_bits, $three $three_bits, $four $four_bits }

        impl Scalar for $scalar {}
    )*};
}

macro_rules! numeric {
    ($($name:ident $bits:literal),*) => {$(
        impl Arithmetic for $name {}
        impl Numeric for $name {}
        impl SameBits for $name {
            type Bits = Bits<$bits>;
        }
    )*};
}

for_each_numeric_family!(numeric_family);

scalar! { bool Bool }
vectors! { "`bool`", bool as Bool: BVec2 BVec3 BVec4 }

macro_rules! mark {
    ($trait:ident: $($ty:ident),*) => { $(impl $trait for $ty {})* };
}

mark!(Integer: u32, UVec2, UVec3, UVec4, i32, IVec2, IVec3, IVec4);
mark!(Integer: u64, U64Vec2, U64Vec3, U64Vec4, i64, I64Vec2, I64Vec3, I64Vec4);
mark!(Signed: i32, IVec2, IVec3, IVec4, i64, I64Vec2, I64Vec3, I64Vec4);
mark!(Signed: f16, HVec2, HVec3, HVec4, f32, Vec2, Vec3, Vec4, f64, DVec2, DVec3, DVec4);
mark!(Float: f16, HVec2, HVec3, HVec4, f32, Vec2, Vec3, Vec4, f64, DVec2, DVec3, DVec4);

macro_rules! bitwise {
    ($logical:literal: $($ty:ident),*) => {
        $(impl Bitwise for $ty {
            const LOGICAL: bool = $logical;
        })*
    };
}

bitwise!(false: u32, UVec2, UVec3, UVec4, i32, IVec2, IVec3, IVec4);
bitwise!(false: u64, U64Vec2, U64Vec3, U64Vec4, i64, I64Vec2, I64Vec3, I64Vec4);
bitwise!(true: bool, BVec2, BVec3, BVec4);
