//! Comparisons and short circuits of Rust's own values, under the names that nodes have.

use half::f16;

use crate::author::node::{IntoNode, Node};

/// `&&` and `||` with a Rust `bool` on the left; [`Node::and_also`] is the shader's.
///
/// What is known decides while the kernel is built, and the right side is made only where it
/// is left open. The result is what the right side is:
///
/// ```
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::{Branch, Logic as _};
/// # for checked in [false, true] {
/// # let text = kernel("clear").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let i = instance_index();
/// let mut branch = Branch::new((!checked).or_else(|| i.lt(data.len())));
/// if branch.accepts() {
///     data.element(i).assign(0);
/// }
/// branch.end();
/// # })?.wgsl(Dialect::Browser)?;
/// # assert_eq!(text.contains("if "), checked);
/// # }
/// # Ok::<(), Error>(())
/// ```
pub trait Logic {
    /// Whether both hold.
    fn and_also<C: Truth>(self, rhs: impl FnOnce() -> C) -> C;

    /// Whether one of both holds.
    fn or_else<C: Truth>(self, rhs: impl FnOnce() -> C) -> C;
}

impl Logic for bool {
    #[track_caller]
    fn and_also<C: Truth>(self, rhs: impl FnOnce() -> C) -> C {
        match self {
            true => rhs(),
            false => C::known(false),
        }
    }

    #[track_caller]
    fn or_else<C: Truth>(self, rhs: impl FnOnce() -> C) -> C {
        match self {
            true => C::known(true),
            false => rhs(),
        }
    }
}

/// A truth: `bool`, or `Node<bool>`.
pub trait Truth {
    #[doc(hidden)]
    #[track_caller]
    fn known(truth: bool) -> Self;
}

impl Truth for bool {
    fn known(truth: bool) -> bool {
        truth
    }
}

impl Truth for Node<bool> {
    #[track_caller]
    fn known(truth: bool) -> Node<bool> {
        truth.into_node()
    }
}

/// `==` and `!=` of a Rust value with another, or with a value of the shader.
pub trait Equate<R>: Sized {
    /// `bool`, or `Node<bool>` where the right side is a node.
    type Output;

    /// Whether both are equal.
    #[track_caller]
    fn eq(self, rhs: R) -> Self::Output;

    /// Whether both differ.
    #[track_caller]
    fn ne(self, rhs: R) -> Self::Output;
}

/// `<`, `<=`, `>` and `>=` of a Rust number with another, or with a value of the shader.
///
/// ```
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::Compare as _;
/// # kernel("first").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let limit = 3u32;
/// assert!(limit.lt(4));
/// If(limit.gt(instance_index()), || data.element(0).increment());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
pub trait Compare<R>: Sized {
    /// `bool`, or `Node<bool>` where the right side is a node.
    type Output;

    /// Whether this is less.
    #[track_caller]
    fn lt(self, rhs: R) -> Self::Output;

    /// Whether this is less, or both are equal.
    #[track_caller]
    fn le(self, rhs: R) -> Self::Output;

    /// Whether this is greater.
    #[track_caller]
    fn gt(self, rhs: R) -> Self::Output;

    /// Whether this is greater, or both are equal.
    #[track_caller]
    fn ge(self, rhs: R) -> Self::Output;
}

macro_rules! known {
    ($($ty:ty),*) => {$(
        impl Equate<$ty> for $ty {
            type Output = bool;

            fn eq(self, rhs: $ty) -> bool {
                self == rhs
            }

            fn ne(self, rhs: $ty) -> bool {
                self != rhs
            }
        }
    )*};
}

macro_rules! known_numbers {
    ($($ty:ty),*) => {$(
        known!($ty);

        impl Compare<$ty> for $ty {
            type Output = bool;

            fn lt(self, rhs: $ty) -> bool {
                self < rhs
            }

            fn le(self, rhs: $ty) -> bool {
                self <= rhs
            }

            fn gt(self, rhs: $ty) -> bool {
                self > rhs
            }

            fn ge(self, rhs: $ty) -> bool {
                self >= rhs
            }
        }
    )*};
}

known!(bool, char);
known_numbers!(
    u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize, f16, f32, f64
);

macro_rules! against_nodes {
    ($($ty:ty),*) => {$(
        impl Equate<Node<$ty>> for $ty {
            type Output = Node<bool>;

            #[track_caller]
            fn eq(self, rhs: Node<$ty>) -> Node<bool> {
                rhs.eq(self)
            }

            #[track_caller]
            fn ne(self, rhs: Node<$ty>) -> Node<bool> {
                rhs.ne(self)
            }
        }
    )*};
}

macro_rules! numbers_against_nodes {
    ($($ty:ty),*) => {$(
        against_nodes!($ty);

        impl Compare<Node<$ty>> for $ty {
            type Output = Node<bool>;

            #[track_caller]
            fn lt(self, rhs: Node<$ty>) -> Node<bool> {
                rhs.gt(self)
            }

            #[track_caller]
            fn le(self, rhs: Node<$ty>) -> Node<bool> {
                rhs.ge(self)
            }

            #[track_caller]
            fn gt(self, rhs: Node<$ty>) -> Node<bool> {
                rhs.lt(self)
            }

            #[track_caller]
            fn ge(self, rhs: Node<$ty>) -> Node<bool> {
                rhs.le(self)
            }
        }
    )*};
}

against_nodes!(bool);
numbers_against_nodes!(u32, i32, u64, i64, f16, f32, f64);
