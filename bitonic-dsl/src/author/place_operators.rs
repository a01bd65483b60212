//! Operators that a place does not have: their impls can never be used, and exist so
//! that the compiler says what to write instead.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};

use super::place::{Place, Var};

/// What the right of an operator would have to be for a place to stand on its left.
/// Nothing is.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a variable or a place in memory is an address, not a value",
    label = "read the left side first: `.load()`"
)]
pub trait BesidePlace {}

/// What could be added to a place in Rust's own way. Nothing can.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a variable or a place in memory is changed by a method",
    label = "write `.add_assign(..)`, `.sub_assign(..)`, `.mul_assign(..)` .. instead"
)]
pub trait IntoPlace {}

macro_rules! no_operators {
    ($($trait:ident $method:ident;)*) => {$(
        impl<T, A, R: BesidePlace> $trait<R> for Place<T, A> {
            type Output = std::convert::Infallible;

            fn $method(self, _: R) -> Self::Output {
                unreachable!("nothing implements `BesidePlace`")
            }
        }

        impl<T, R: BesidePlace> $trait<R> for Var<T> {
            type Output = std::convert::Infallible;

            fn $method(self, _: R) -> Self::Output {
                unreachable!("nothing implements `BesidePlace`")
            }
        }
    )*};
}

no_operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
    Rem rem;
}

macro_rules! no_assignments {
    ($($trait:ident $method:ident;)*) => {$(
        impl<T, A, R: IntoPlace> $trait<R> for Place<T, A> {
            fn $method(&mut self, _: R) {}
        }

        impl<T, R: IntoPlace> $trait<R> for Var<T> {
            fn $method(&mut self, _: R) {}
        }
    )*};
}

no_assignments! {
    AddAssign add_assign;
    SubAssign sub_assign;
    MulAssign mul_assign;
    DivAssign div_assign;
    RemAssign rem_assign;
}
