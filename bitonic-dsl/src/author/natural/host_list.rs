//! A list of Rust's own at an index that the shader computes: a mistake, and what is said of it.

use crate::author::place::{Place, Read};

/// Lists of Rust's own, whose elements have no place in the shader.
///
/// ```compile_fail
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::HostList as _;
///
/// fn weight(weights: &[f32], i: Node<u32>) -> Node<f32> {
///     weights.element(i)
/// }
/// ```
pub trait HostList<T> {
    /// What stands at `index`: there is no such element, and the compiler says so.
    fn element<I>(&self, index: I) -> Place<T, Read>
    where
        Self: Placed;
}

/// What has elements in the shader.
#[diagnostic::on_unimplemented(
    message = "a list of Rust's own has no element at an index that the shader computes",
    label = "the index is known in the shader alone",
    note = "mark the loop around it with `#[host]`, so that Rust counts and the loop unrolls, or bind the list as a buffer, `&[T]` without `#[host]`"
)]
pub trait Placed {}

impl<T> HostList<T> for [T] {
    fn element<I>(&self, _: I) -> Place<T, Read>
    where
        Self: Placed,
    {
        unreachable!("nothing implements `Placed` for a list of Rust's own")
    }
}
