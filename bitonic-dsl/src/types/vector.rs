//! The host's vector structs: plain data that also name the shader's types.

use super::{
    Bitwise, Comparable, HostShareable, Integer, Numeric, Scalar, ScalarType, ShaderType, Signed,
    Type, Value, Vector, Vector3, Vector4, VectorSize,
};

macro_rules! scalars {
    ($($scalar:ty = $ty:ident),*) => {$(
        impl ShaderType for $scalar {
            fn ty() -> Type {
                Type::$ty
            }
        }

        impl Value for $scalar {}

        impl Comparable for $scalar {
            type Component = Self;
            type Bool = bool;
            type Unsigned = u32;
            type SignedInteger = i32;
            type Float = f32;
        }
    )*};
}

scalars!(bool = BOOL, u32 = U32, i32 = I32, f32 = F32);

impl Scalar for u32 {}
impl Scalar for i32 {}
impl Scalar for f32 {}

macro_rules! vector {
    ($(#[$doc:meta])* $name:ident($size:ident of $scalar:ty as $ty:ident) { $($field:ident),* }
     shapes: $bool:ident $unsigned:ident $signed:ident $float:ident) => {
        $(#[$doc])*
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
                Type::Vector(VectorSize::$size, ScalarType::$ty)
            }
        }

        impl Value for $name {}

        impl Comparable for $name {
            type Component = $scalar;
            type Bool = $bool;
            type Unsigned = $unsigned;
            type SignedInteger = $signed;
            type Float = $float;
        }
    };
}

macro_rules! host_shareable_vectors {
    ($($name:ident($scalar:ty) { $($field:ident),* })*) => {$(
        impl HostShareable for $name {
            fn write(&self, bytes: &mut [u8]) {
                let components = [$(self.$field),*];
                for (component, place) in components.iter().zip(bytes.chunks_exact_mut(4)) {
                    component.write(place);
                }
            }

            fn read(bytes: &[u8]) -> Self {
                let mut components = bytes.chunks_exact(4).map(<$scalar>::read);
                Self { $($field: components.next().unwrap_or_default()),* }
            }
        }
    )*};
}

macro_rules! vectors_of {
    ($word:literal, $scalar:ty as $ty:ident: $two:ident $three:ident $four:ident) => {
        vector! {
            #[doc = concat!("Two ", $word, ".")]
            $two(Two of $scalar as $ty) { x, y } shapes: BVec2 UVec2 IVec2 Vec2
        }
        vector! {
            #[doc = concat!("Three ", $word, ". In memory it is aligned to 16 bytes.")]
            $three(Three of $scalar as $ty) { x, y, z } shapes: BVec3 UVec3 IVec3 Vec3
        }
        vector! {
            #[doc = concat!("Four ", $word, ".")]
            $four(Four of $scalar as $ty) { x, y, z, w } shapes: BVec4 UVec4 IVec4 Vec4
        }

        impl Vector for $two {
            type Two = $two;
        }
        impl Vector for $three {
            type Two = $two;
        }
        impl Vector for $four {
            type Two = $two;
        }
        impl Vector3 for $three {
            type Three = $three;
        }
        impl Vector3 for $four {
            type Three = $three;
        }
        impl Vector4 for $four {}
    };
}

vectors_of!("`u32`", u32 as U32: UVec2 UVec3 UVec4);
vectors_of!("`i32`", i32 as I32: IVec2 IVec3 IVec4);
vectors_of!("`f32`", f32 as F32: Vec2 Vec3 Vec4);
vectors_of!("`bool`", bool as Bool: BVec2 BVec3 BVec4);

host_shareable_vectors! {
    UVec2(u32) { x, y }
    UVec3(u32) { x, y, z }
    UVec4(u32) { x, y, z, w }
    IVec2(i32) { x, y }
    IVec3(i32) { x, y, z }
    IVec4(i32) { x, y, z, w }
    Vec2(f32) { x, y }
    Vec3(f32) { x, y, z }
    Vec4(f32) { x, y, z, w }
}

macro_rules! mark {
    ($trait:ident: $($ty:ty),*) => { $(impl $trait for $ty {})* };
}

mark!(Numeric: u32, i32, f32, UVec2, UVec3, UVec4, IVec2, IVec3, IVec4, Vec2, Vec3, Vec4);
mark!(Integer: u32, i32, UVec2, UVec3, UVec4, IVec2, IVec3, IVec4);
mark!(Signed: i32, f32, IVec2, IVec3, IVec4, Vec2, Vec3, Vec4);

macro_rules! bitwise {
    ($logical:literal: $($ty:ty),*) => {
        $(impl Bitwise for $ty {
            const LOGICAL: bool = $logical;
        })*
    };
}

bitwise!(false: u32, i32, UVec2, UVec3, UVec4, IVec2, IVec3, IVec4);
bitwise!(true: bool, BVec2, BVec3, BVec4);
