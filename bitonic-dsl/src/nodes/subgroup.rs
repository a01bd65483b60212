//! Reduction and prefix sums among the invocations of a subgroup, over any associative
//! operator, and of a workgroup by its subgroups.
//!
//! WGSL adds, multiplies and compares the values of a subgroup; these nodes do what it lacks:
//! any operator, and any prefix. All invocations of the subgroup, of the workgroup where
//! that is combined, must call them together. They ask for the invocation's position in its
//! subgroup, which wgpu has in workgroups of one dimension; a subgroup may be short, as the
//! last of a workgroup often is, as long as it is its last invocations that are not there.

use bitonic_macros::shader_fn;

use crate::author::{
    num_subgroups, select, subgroup_add, subgroup_id, subgroup_invocation_id, subgroup_shuffle,
    subgroup_shuffle_up, subgroup_size, workgroup_barrier,
};
use crate::types::Numeric;

/// All values of a subgroup combined in the order of their invocations, for every one of
/// them: `operator(operator(v0, v1), v2) ..`, in whatever grouping.
///
/// `operator` is associative; it need not be commutative. For sums, products, extremes and
/// bits WGSL has an operation of its own, such as [`subgroup_add`].
///
/// `log2(n)` steps. In each the values of blocks are known that are twice as wide, and every
/// invocation asks the first of the neighbouring block for that one's.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("farthest").workgroup_size(64).build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let value = data.element(instance_index()).load();
/// // The value of the greatest magnitude, with its sign.
/// let farthest = subgroup_reduce(value, |a, b| select(a.abs().ge(b.abs()), a, b));
/// # data.element(instance_index()).assign(farthest);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn subgroup_reduce<T: Numeric>(value: T, operator: impl FnOnce(T, T) -> T) -> T {
    let mut total = value;
    let count = subgroup_add(1u32);
    let mut width = 1u32;
    // At most 128, so that it does not overflow.
    while width < subgroup_size() {
        let first_of_other = (subgroup_invocation_id() ^ width) & !(width - 1);
        let is_there = first_of_other < count;
        let other = subgroup_shuffle(
            total,
            select(is_there, first_of_other, subgroup_invocation_id()),
        );
        if is_there {
            let comes_after = first_of_other > subgroup_invocation_id();
            total = operator(
                select(comes_after, total, other),
                select(comes_after, other, total),
            );
        }
        width <<= 1;
    }
    total
}

/// For each invocation of a subgroup, the values of those up to and including itself,
/// combined in their order.
///
/// `operator` is associative, and need not be commutative. For sums and products WGSL has
/// an operation of its own, such as [`subgroup_inclusive_add`](crate::subgroup_inclusive_add).
///
/// `log2(n)` steps, after W. D. Hillis and G. L. Steele, "Data Parallel Algorithms" (1986).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("peaks").workgroup_size(64).build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let place = data.element(instance_index());
/// // The greatest value so far.
/// place.assign(subgroup_inclusive_scan(place.load(), |a, b| max(a, b)));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn subgroup_inclusive_scan<T: Numeric>(value: T, operator: impl FnOnce(T, T) -> T) -> T {
    let mut total = value;
    let mut reach = 1u32;
    while reach < subgroup_size() {
        let before = subgroup_shuffle_up(total, reach);
        if subgroup_invocation_id() >= reach {
            total = operator(before, total);
        }
        reach <<= 1;
    }
    total
}

/// For each invocation of a subgroup, the values of those before it, combined in their
/// order; `identity` for the first.
///
/// `operator` is associative, and need not be commutative; `identity` is what it leaves
/// every value as it is with.
///
/// [`subgroup_inclusive_scan`], one invocation further.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("earlier").workgroup_size(64).build(|k| {
/// # let data = k.storage_mut::<u32>("data");
/// let place = data.element(instance_index());
/// let seen = 1u32 << (place.load() % 32);
/// // Which of 32 kinds came before, as bits.
/// place.assign(subgroup_exclusive_scan(seen, 0, |a, b| a | b));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn subgroup_exclusive_scan<T: Numeric>(
    value: T,
    identity: T,
    operator: impl FnOnce(T, T) -> T,
) -> T {
    let before = subgroup_shuffle_up(subgroup_inclusive_scan(value, operator), 1);
    select(subgroup_invocation_id() > 0, before, identity)
}

/// This invocation's position in the workgroup, counted subgroup by subgroup:
/// `subgroup_id * subgroup_size + subgroup_invocation_id`.
///
/// Most devices deal invocations to subgroups in the order of `local_invocation_index`, so
/// that this is the same number; WGSL does not say so. What
/// [`workgroup_inclusive_scan_by_subgroups`] gives follows this order.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn subgroup_position() -> u32 {
    subgroup_id() * subgroup_size() + subgroup_invocation_id()
}

/// All values of a workgroup combined in the order of [`subgroup_position`], for every one of
/// its invocations.
///
/// What [`workgroup_reduce`](super::workgroup_reduce) gives, with two barriers where that
/// takes one for each doubling of the workgroup. `scratch` has an element for each subgroup:
/// a fourth of the workgroup's size, rounded up, is enough on every device. `operator` is
/// associative, and is written twice in the text.
///
/// Mesa's llvmpipe counts no subgroup that is short, in `num_subgroups`, so that such a one
/// is left out there: a workgroup of a multiple of 8 has none.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("maxima").workgroup_size(256).build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let scratch = workgroup_array::<f32>("scratch", 64);
/// let value = data.element(instance_index()).load();
/// let greatest = workgroup_reduce_by_subgroups(&scratch, value, |a, b| max(a, b));
/// data.element(instance_index()).assign(value / greatest);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn]
pub fn workgroup_reduce_by_subgroups<T: Numeric>(
    scratch: &mut Workgroup<[T; _]>,
    value: T,
    operator: impl Fn(T, T) -> T,
) -> T {
    let own = subgroup_reduce(value, &operator);
    workgroup_barrier();
    if subgroup_invocation_id() == 0 {
        scratch[subgroup_id()] = own;
    }
    workgroup_barrier();
    upto(scratch, num_subgroups(), operator)
}

/// For each invocation of a workgroup, the values of those up to and including itself,
/// combined in the order of [`subgroup_position`].
///
/// Two barriers; `scratch` has an element for each subgroup: a fourth of the workgroup's
/// size, rounded up, is enough on every device. `operator` is associative, need not be
/// commutative, and is written several times in the text.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("sums").workgroup_size(256).build(|k| {
/// # let data = k.storage_mut::<u32>("data");
/// let scratch = workgroup_array::<u32>("scratch", 64);
/// let place = data.element(workgroup_index() * 256 + subgroup_position());
/// place.assign(workgroup_inclusive_scan_by_subgroups(&scratch, place.load(), |a, b| a + b));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn]
pub fn workgroup_inclusive_scan_by_subgroups<T: Numeric>(
    scratch: &mut Workgroup<[T; _]>,
    value: T,
    operator: impl Fn(T, T) -> T,
) -> T {
    let mut within = subgroup_inclusive_scan(value, &operator);
    share_last(scratch, within);
    if subgroup_id() > 0 {
        within = operator(upto(scratch, subgroup_id(), &operator), within);
    }
    within
}

/// For each invocation of a workgroup, the values of those before it, combined in the order
/// of [`subgroup_position`]; `identity` for the first.
///
/// As [`workgroup_inclusive_scan_by_subgroups`]; `identity` is what `operator` leaves every
/// value as it is with: 0 for a sum, 1 for a product.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("offsets").workgroup_size(256).build(|k| {
/// # let counts = k.storage::<u32>("counts");
/// # let offsets = k.storage_mut::<u32>("offsets");
/// let scratch = workgroup_array::<u32>("scratch", 64);
/// let i = workgroup_index() * 256 + subgroup_position();
/// let count = counts.element(i).load();
/// let offset = workgroup_exclusive_scan_by_subgroups(&scratch, count, 0, |a, b| a + b);
/// offsets.element(i).assign(offset);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn]
pub fn workgroup_exclusive_scan_by_subgroups<T: Numeric>(
    scratch: &mut Workgroup<[T; _]>,
    value: T,
    identity: T,
    operator: impl Fn(T, T) -> T,
) -> T {
    let within = subgroup_inclusive_scan(value, &operator);
    share_last(scratch, within);
    let earlier = subgroup_shuffle_up(within, 1);
    let mut before = select(subgroup_invocation_id() > 0, earlier, identity);
    if subgroup_id() > 0 {
        before = operator(upto(scratch, subgroup_id(), &operator), before);
    }
    before
}

/// Writes what the last invocation of each subgroup holds to `scratch`, for the workgroup.
#[track_caller]
#[shader_fn]
fn share_last<T: Numeric>(scratch: &mut Workgroup<[T; _]>, upto: T) {
    let count = subgroup_add(1u32);
    workgroup_barrier();
    if subgroup_invocation_id() + 1 == count {
        scratch[subgroup_id()] = upto;
    }
    workgroup_barrier();
}

/// The first `count` elements of `scratch`, of which there is one at least, combined.
#[track_caller]
#[shader_fn]
fn upto<T: Numeric>(
    scratch: &Workgroup<[T; _]>,
    count: u32,
    operator: impl FnOnce(T, T) -> T,
) -> T {
    let mut combined = scratch[0];
    for subgroup in 1u32..count {
        combined = operator(combined, scratch[subgroup]);
    }
    combined
}
