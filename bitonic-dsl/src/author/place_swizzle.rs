//! Components of a place: one of them is a place itself, several together are written
//! one by one. Only components that differ can be written together.

use super::node::{IntoNode, Node};
use super::operators::{Operand, binary};
use super::place::{Access, Place, Writable};
use super::product::Factor;
use super::swizzle::components;
use crate::graph::{BinaryOperator, NodeKind, PlaceKind};
use crate::types::{Comparable, Numeric, Vector, Vector3, Vector4};

macro_rules! component_places {
    ($($bound:ident: $($method:ident $index:literal),*;)*) => {$(
        impl<T: $bound, A: Access> Place<T, A> {
            $(
                #[doc = concat!("The place of the component `", stringify!($method), "`.")]
                #[track_caller]
                pub fn $method(self) -> Place<<T as Comparable>::Component, A> {
                    self.inner(|base| PlaceKind::Component(base, $index))
                }
            )*
        }
    )*};
}

component_places! {
    Vector: x 0, y 1, r 0, g 1;
    Vector3: z 2, b 2;
    Vector4: w 3, a 3;
}

/// Several components of the vector at a place, in some order: read as a `T`, and written
/// as one. Made by `place.xy()`, `place.zyx()` ..
///
/// What is written is computed first; then each component is stored by itself, and the
/// others of the vector are not touched.
#[must_use = "components do nothing until they are read with `.load()` or written with `.assign(..)`"]
pub struct PlaceComponents<V, T, A> {
    vector: Place<V, A>,
    components: Vec<u8>,
    of: std::marker::PhantomData<T>,
}

impl<V: Vector, T: Vector<Component = V::Component>, A: Access> PlaceComponents<V, T, A> {
    /// The components that the place holds now.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load(&self) -> Node<T> {
        let vector = self.vector.load().operand();
        Node::make(NodeKind::Swizzle(vector, self.components.clone()))
    }

    /// Writes the components of `value`, the first to the first that was named.
    #[track_caller]
    pub fn assign(&self, value: impl IntoNode<T>)
    where
        A: Writable,
    {
        let value = value.into_node();
        for (position, component) in self.components.iter().enumerate() {
            let part = NodeKind::Swizzle(value.operand(), vec![position as u8]);
            let part = Node::<V::Component>::make(part);
            let place: Place<V::Component, A> = self
                .vector
                .inner(|base| PlaceKind::Component(base, *component));
            place.assign(part);
        }
    }
}

macro_rules! compound_assignments {
    ($($(#[$doc:meta])* $method:ident $operator:ident by $operand:ident;)*) => {
        impl<V, T, A: Writable> PlaceComponents<V, T, A>
        where
            V: Vector,
            T: Vector<Component = V::Component> + Numeric,
        {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(&self, value: impl $operand<T, Output = T>) {
                    let value = value.operand();
                    self.assign(binary::<_, _, T>(BinaryOperator::$operator, self.load(), value));
                }
            )*
        }
    };
}

compound_assignments! {
    /// Adds `value` to the components.
    add_assign Add by Operand;
    /// Subtracts `value` from the components.
    sub_assign Subtract by Operand;
    /// Multiplies the components by `value`, which stands on the right.
    mul_assign Multiply by Factor;
    /// Divides the components by `value`.
    div_assign Divide by Operand;
    /// Leaves the remainder of the components divided by `value`.
    rem_assign Remainder by Operand;
}

macro_rules! places {
    ($bound:ident -> $size:ident: $($method:ident)*) => {
        impl<V: $bound, A: Access> Place<V, A> {
            $(
                #[doc = concat!("The components `", stringify!($method), "`, in this order.")]
                #[track_caller]
                pub fn $method(self) -> PlaceComponents<V, V::$size, A> {
                    PlaceComponents {
                        vector: self,
                        components: components(stringify!($method)),
                        of: std::marker::PhantomData,
                    }
                }
            )*
        }
    };
}

places! { Vector -> Two:
    xy yx
}
places! { Vector -> Two:
    rg gr
}
places! { Vector3 -> Two:
    xz yz zx zy
}
places! { Vector3 -> Two:
    rb gb br bg
}
places! { Vector4 -> Two:
    xw yw zw wx wy wz
}
places! { Vector4 -> Two:
    ra ga ba ar ag ab
}
places! { Vector3 -> Three:
    xyz xzy yxz yzx zxy zyx
}
places! { Vector3 -> Three:
    rgb rbg grb gbr brg bgr
}
places! { Vector4 -> Three:
    xyw xzw xwy xwz yxw yzw ywx ywz zxw zyw zwx zwy wxy wxz wyx wyz wzx wzy
}
places! { Vector4 -> Three:
    rga rba rag rab gra gba gar gab bra bga bar bag arg arb agr agb abr abg
}
places! { Vector4 -> Four:
    xyzw xywz xzyw xzwy xwyz xwzy yxzw yxwz yzxw yzwx ywxz ywzx zxyw zxwy zyxw zywx zwxy zwyx
    wxyz wxzy wyxz wyzx wzxy wzyx
}
places! { Vector4 -> Four:
    rgba rgab rbga rbag ragb rabg grba grab gbra gbar garb gabr brga brag bgra bgar barg bagr
    argb arbg agrb agbr abrg abgr
}
