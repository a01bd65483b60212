//! Conversions of nodes, by value and by bits.

use super::node::Node;
use crate::graph::NodeKind;
use crate::types::{Comparable, Convertible, Numeric, SameBits};

macro_rules! conversions {
    ($bound:ident: $($(#[$doc:meta])* $method:ident $shape:ident;)*) => {
        impl<T: $bound> Node<T> {
            $(
                $(#[$doc])*
                #[must_use = "a value that nothing uses leaves no trace in the shader"]
                #[track_caller]
                pub fn $method(self) -> Node<T::$shape> {
                    Node::make(NodeKind::Convert(self.operand()))
                }
            )*
        }
    };
}

conversions! { Comparable:
    /// Each component as a `u32`. A float is truncated and saturates, NaN gives 0; an
    /// `i32` keeps its bits, of an integer of 64 bits the low ones remain; `true` is 1.
    to_u32 Unsigned;
    /// Each component as an `i32`. A float is truncated and saturates, NaN gives 0; a
    /// `u32` keeps its bits, of an integer of 64 bits the low ones remain; `true` is 1.
    to_i32 SignedInteger;
    /// Each component as a `u64`. A float is truncated and saturates, NaN gives 0; an
    /// `i64` keeps its bits, an `i32` is extended by its sign; `true` is 1.
    to_u64 U64;
    /// Each component as an `i64`. A float is truncated and saturates, NaN gives 0; a
    /// `u64` keeps its bits, an `i32` is extended by its sign; `true` is 1.
    to_i64 I64;
    /// Whether each component is other than zero.
    to_bool Bool;
}

conversions! { Convertible:
    /// Each component as an `f16`, one of the nearest two; what is past the largest,
    /// 65504, may be infinite.
    to_f16 F16;
    /// Each component as an `f32`, the nearest one.
    to_f32 Float;
    /// Each component as an `f64`, the nearest one.
    to_f64 F64;
}

impl<T: Numeric> Node<T> {
    /// The same bits read as `U`, a number or vector of numbers of the same size. The first
    /// component is in the low bits.
    ///
    /// Halves that become words, or come from them, keep every number; a NaN stays a NaN,
    /// of whatever bits.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn bitcast<U>(self) -> Node<U>
    where
        U: Numeric + SameBits<Bits = T::Bits>,
    {
        Node::make(NodeKind::Bitcast(self.operand()))
    }
}
