//! Making vectors, and taking them apart.

use super::node::{IntoNode, Node};
use crate::graph::NodeKind;
use crate::types::{
    BVec2, BVec3, BVec4, Comparable, IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4,
    Vector, Vector3, Vector4,
};

macro_rules! constructors {
    ($($function:ident: $vector:ident of $scalar:ident ($($component:ident),*);)*) => {$(
        #[doc = concat!("A vector of these components, a `", stringify!($vector), "`.")]
        #[track_caller]
        pub fn $function($($component: impl IntoNode<$scalar>),*) -> Node<$vector> {
            let parts = vec![$($component.into_node().operand()),*];
            Node::make(NodeKind::Compose(parts))
        }
    )*};
}

constructors! {
    uvec2: UVec2 of u32 (x, y);
    uvec3: UVec3 of u32 (x, y, z);
    uvec4: UVec4 of u32 (x, y, z, w);
    ivec2: IVec2 of i32 (x, y);
    ivec3: IVec3 of i32 (x, y, z);
    ivec4: IVec4 of i32 (x, y, z, w);
    vec2: Vec2 of f32 (x, y);
    vec3: Vec3 of f32 (x, y, z);
    vec4: Vec4 of f32 (x, y, z, w);
    bvec2: BVec2 of bool (x, y);
    bvec3: BVec3 of bool (x, y, z);
    bvec4: BVec4 of bool (x, y, z, w);
}

/// A vector with `value` in each component.
#[track_caller]
pub fn splat<V: Vector>(value: impl IntoNode<V::Component>) -> Node<V>
where
    V::Component: crate::types::Value,
{
    Node::make(NodeKind::Splat(value.into_node().operand()))
}

macro_rules! components {
    ($($bound:ident: $($method:ident $index:literal),*;)*) => {$(
        impl<T: $bound> Node<T> {
            $(
                #[doc = concat!("The component `", stringify!($method), "`.")]
                #[track_caller]
                pub fn $method(self) -> Node<<T as Comparable>::Component> {
                    Node::make(NodeKind::Swizzle(self.operand(), vec![$index]))
                }
            )*
        }
    )*};
}

components! {
    Vector: x 0, y 1;
    Vector3: z 2;
    Vector4: w 3;
}

macro_rules! swizzles {
    ($bound:ident -> $size:ident: $($method:ident [$($index:literal),*];)*) => {
        impl<T: $bound> Node<T> {
            $(
                #[doc = concat!("The components `", stringify!($method), "`, in this order.")]
                #[track_caller]
                pub fn $method(self) -> Node<T::$size> {
                    Node::make(NodeKind::Swizzle(self.operand(), vec![$($index),*]))
                }
            )*
        }
    };
}

swizzles! { Vector -> Two:
    xx [0, 0]; xy [0, 1]; yx [1, 0]; yy [1, 1];
}
swizzles! { Vector3 -> Two:
    xz [0, 2]; yz [1, 2]; zx [2, 0]; zy [2, 1]; zz [2, 2];
}
swizzles! { Vector4 -> Two:
    xw [0, 3]; yw [1, 3]; zw [2, 3]; wx [3, 0]; wy [3, 1]; wz [3, 2]; ww [3, 3];
}
swizzles! { Vector3 -> Three:
    xyz [0, 1, 2]; xzy [0, 2, 1]; yxz [1, 0, 2]; yzx [1, 2, 0]; zxy [2, 0, 1]; zyx [2, 1, 0];
}
swizzles! { Vector4 -> Three:
    xyw [0, 1, 3]; xzw [0, 2, 3]; yzw [1, 2, 3];
}
