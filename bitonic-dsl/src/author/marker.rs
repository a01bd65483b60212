//! Types that stand in the head of a kernel in natural Rust alone: they say where a
//! parameter lies, and declare it there.

use std::convert::Infallible;
use std::marker::PhantomData;

use super::overridable::{Extent, Override};
use super::private::{PrivateVar, private_var, private_zero};
use super::resource::{WorkgroupArray, workgroup_array};
use super::workgroup::{WorkgroupVar, workgroup_var};
use crate::types::{FixedFootprint, HostShareable, Value};

/// A parameter of a [`kernel`](macro@crate::kernel) in natural Rust that lies in workgroup
/// memory: `Workgroup<[T; N]>` is an array that the invocations of a workgroup share,
/// `Workgroup<T>` a variable. No value of this type exists: the body sees what
/// [`array`](Workgroup::array) and [`variable`](Workgroup::variable) give.
///
/// The length is any expression of Rust's own, of type `u32` or `usize`, or an
/// [`Override`]. The memory is zero when a workgroup begins; what one invocation writes, the
/// others see after a [`workgroup_barrier`](crate::workgroup_barrier).
///
/// ```
/// use bitonic_dsl::{Workgroup, instance_index, kernel, local_invocation_index, workgroup_barrier};
///
/// const WIDTH: u32 = 64;
///
/// /// Turns around the order within each workgroup.
/// #[kernel(workgroup_size(WIDTH))]
/// fn turn(data: &mut [u32], tile: Workgroup<[u32; WIDTH]>) {
///     let (i, local) = (instance_index(), local_invocation_index());
///     tile[local] = data[i];
///     workgroup_barrier();
///     data[i] = tile[WIDTH - 1 - local];
/// }
/// # turn()?;
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
pub struct Workgroup<T> {
    _never: Infallible,
    _of: PhantomData<T>,
}

impl<T: FixedFootprint> Workgroup<T> {
    /// An array of `length` elements: [`workgroup_array`].
    #[track_caller]
    pub fn array(name: &str, length: impl WorkgroupLength) -> WorkgroupArray<T> {
        workgroup_array(name, length.extent())
    }

    /// A variable: [`workgroup_var`].
    #[track_caller]
    pub fn variable(name: &str) -> WorkgroupVar<T> {
        workgroup_var(name)
    }
}

/// A parameter of a [`kernel`](macro@crate::kernel) in natural Rust of which each invocation
/// has its own, in module scope. No value of this type exists: the body sees what
/// [`zero`](Private::zero) and [`starting`](Private::starting) give.
///
/// It starts at zero, or with the constant that an attribute says. A function takes it as
/// `&mut Private<T>`.
///
/// ```
/// use bitonic_dsl::{Private, instance_index, kernel, shader_fn};
///
/// #[shader_fn]
/// fn next(state: &mut Private<u32>) -> u32 {
///     *state = *state * 1664525 + 1013904223;
///     *state >> 16
/// }
///
/// #[kernel]
/// fn noise(out: &mut [u32], #[init(17u32)] state: Private<u32>) {
///     let i = instance_index();
///     state += i;
///     out[i] = next(&mut state);
/// }
/// # noise()?;
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
pub struct Private<T> {
    _never: Infallible,
    _of: PhantomData<T>,
}

impl<T: Value> Private<T> {
    /// A variable that starts at zero: [`private_zero`].
    #[track_caller]
    pub fn zero(name: &str) -> PrivateVar<T> {
        private_zero(name)
    }

    /// A variable that starts with `value`: [`private_var`].
    #[track_caller]
    pub fn starting(name: &str, value: T) -> PrivateVar<T>
    where
        T: HostShareable,
    {
        private_var(name, value)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for i32 {}
    impl Sealed for usize {}
    impl Sealed for super::Override<u32> {}
    impl Sealed for &super::Override<u32> {}
}

/// What can be the length of a [`Workgroup`] array: a number, or an [`Override`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no length of workgroup memory",
    note = "a length is a `u32` or a `usize` that is known while the kernel is built, or an override of `u32`"
)]
pub trait WorkgroupLength: sealed::Sealed {
    /// The length; of a number that no array can have, one that is refused.
    fn extent(self) -> Extent;
}

impl WorkgroupLength for u32 {
    fn extent(self) -> Extent {
        Extent::from(self)
    }
}

/// Numbers without a type in the text are of this one.
impl WorkgroupLength for i32 {
    fn extent(self) -> Extent {
        Extent::from(u32::try_from(self).unwrap_or(0))
    }
}

impl WorkgroupLength for usize {
    fn extent(self) -> Extent {
        Extent::from(u32::try_from(self).unwrap_or(u32::MAX))
    }
}

impl WorkgroupLength for Override<u32> {
    fn extent(self) -> Extent {
        Extent::from(self)
    }
}

impl WorkgroupLength for &Override<u32> {
    fn extent(self) -> Extent {
        Extent::from(self)
    }
}
