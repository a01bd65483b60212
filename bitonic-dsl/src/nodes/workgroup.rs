//! Reduction and prefix sums among the invocations of a workgroup, over any associative
//! operator and any type.
//!
//! All of them hold barriers: every invocation of the workgroup must call them together,
//! never in a branch whose condition differs between them, and never behind a `Return`
//! that some have taken. They begin with a barrier, so that `scratch` may be used again
//! at once.

use bitonic_macros::shader_fn;

use crate::author::{local_invocation_index, workgroup_barrier};
use crate::types::Value;

/// All values of a workgroup combined in the order of their invocations, for every one of
/// them: `operator(operator(v0, v1), v2) ..`, in whatever grouping.
///
/// `scratch` has one element for each invocation of the workgroup, of whatever number.
/// Were it shorter, only the values of the first invocations would count; a longer one
/// would bring in elements that nobody wrote. `operator` is
/// associative; it need not be commutative, and a float's sum, which is not quite
/// associative, has the same bits on every run.
///
/// A tree of `log2(n)` steps, each half as wide as the one before, after M. Harris,
/// "Optimizing Parallel Reduction in CUDA" (2007).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("maxima").workgroup_size(100).build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let scratch = workgroup_array::<f32>("scratch", 100);
/// let value = data.element(instance_index()).load();
/// let greatest = workgroup_reduce(&scratch, value, |a, b| max(a, b));
/// data.element(instance_index()).assign(value / greatest);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn]
pub fn workgroup_reduce<T: Value>(
    scratch: &mut Workgroup<[T; _]>,
    value: T,
    operator: impl FnOnce(T, T) -> T,
) -> T {
    put(scratch, value);
    for distance in (1u32..scratch.len()).shift_left(1) {
        workgroup_barrier();
        // The first invocations do the work, so that the others' subgroups can rest.
        let left = local_invocation_index() * distance * 2;
        if left + distance < scratch.len() {
            scratch[left] = operator(scratch[left], scratch[left + distance]);
        }
    }
    workgroup_barrier();
    scratch[0]
}

/// For each invocation, the values of those up to and including itself, combined in their
/// order: prefix sums, where `operator` adds.
///
/// `scratch` has one element for each invocation of the workgroup, of whatever number.
/// `operator` is associative, and need not be commutative.
///
/// W. D. Hillis and G. L. Steele, "Data Parallel Algorithms" (1986): `log2(n)` steps of
/// two barriers.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("sums").workgroup_size(100).build(|k| {
/// # let data = k.storage_mut::<u32>("data");
/// let scratch = workgroup_array::<u32>("scratch", 100);
/// let place = data.element(instance_index());
/// place.assign(workgroup_inclusive_scan(&scratch, place.load(), |a, b| a + b));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn]
pub fn workgroup_inclusive_scan<T: Value>(
    scratch: &mut Workgroup<[T; _]>,
    value: T,
    operator: impl FnOnce(T, T) -> T,
) -> T {
    let mut total = value;
    put(scratch, total);
    for distance in (1u32..scratch.len()).shift_left(1) {
        workgroup_barrier();
        if local_invocation_index() >= distance {
            total = operator(scratch[local_invocation_index() - distance], total);
        }
        put(scratch, total);
    }
    total
}

/// For each invocation, the values of those before it, combined in their order; `identity`
/// for the first.
///
/// `scratch` has one element for each invocation of the workgroup, of whatever number.
/// `operator` is associative, and need not be commutative; `identity` is what it leaves
/// every value as it is with: 0 for a sum, 1 for a product.
///
/// [`workgroup_inclusive_scan`], one invocation further.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("offsets").workgroup_size(100).build(|k| {
/// # let counts = k.storage::<u32>("counts");
/// # let offsets = k.storage_mut::<u32>("offsets");
/// let scratch = workgroup_array::<u32>("scratch", 100);
/// let count = counts.element(instance_index()).load();
/// let offset = workgroup_exclusive_scan(&scratch, count, 0, |a, b| a + b);
/// offsets.element(instance_index()).assign(offset);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn]
pub fn workgroup_exclusive_scan<T: Value>(
    scratch: &mut Workgroup<[T; _]>,
    value: T,
    identity: T,
    operator: impl FnOnce(T, T) -> T,
) -> T {
    let mut before = identity;
    // Every step of the scan leaves its result in `scratch`.
    let _ = workgroup_inclusive_scan(scratch, value, operator);
    workgroup_barrier();
    if local_invocation_index() > 0 {
        before = scratch[local_invocation_index() - 1];
    }
    before
}

/// Writes `value` to the invocation's element when nobody reads `scratch` any more.
#[track_caller]
#[shader_fn]
fn put<T: Value>(scratch: &mut Workgroup<[T; _]>, value: T) {
    workgroup_barrier();
    if local_invocation_index() < scratch.len() {
        scratch[local_invocation_index()] = value;
    }
}
