//! Subgroup operations: what the invocations of a subgroup tell each other, without
//! memory between them.
//!
//! A subgroup is a part of a workgroup that a device runs in step: `subgroup_size`
//! invocations, a power of two from 4 to 128 that is known only when the kernel runs.
//! Every operation happens where it is written, among the invocations that come there, and
//! all of the subgroup must: never in a branch whose condition differs between them.
//! Kernels that use one need a device with [`Capability::Subgroups`].
//!
//! [`Capability::Subgroups`]: crate::capabilities::Capability::Subgroups

use super::node::{IntoNode, Node};
use super::recorder;
use crate::graph::{
    Barrier, Combination, Extent, NodeKind, Source, StatementKind, SubgroupOperation,
};
use crate::types::{Integer, Numeric, UVec4};

/// Whether this is the first invocation of the subgroup: true for exactly one of those that
/// come here.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("totals").workgroup_size(64).build(|k| {
/// # let data = k.storage::<u32>("data");
/// # let totals = k.storage_mut::<u32>("totals");
/// let total = subgroup_add(data.element(instance_index()).load());
/// let is_first = subgroup_elect();
/// If(is_first, || {
///     let subgroup = workgroup_index() * num_subgroups() + subgroup_id();
///     totals.element(subgroup).assign(total);
/// });
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_elect() -> Node<bool> {
    Node::make(NodeKind::Subgroup(SubgroupOperation::Elect))
}

/// Which invocations of the subgroup give `true`: bit `i % 32` of component `i / 32` is the
/// invocation whose `subgroup_invocation_id` is `i`.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("places").workgroup_size(64).build(|k| {
/// # let data = k.storage_mut::<u32>("data");
/// # let value = data.element(instance_index()).load();
/// let odd = subgroup_ballot((value % 2).eq(1));
/// let count = odd.count_one_bits();
/// let in_subgroup = count.x() + count.y() + count.z() + count.w();
/// # data.element(instance_index()).assign(in_subgroup);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_ballot(predicate: impl IntoNode<bool>) -> Node<UVec4> {
    let predicate = predicate.into_node().operand();
    Node::make(NodeKind::Subgroup(SubgroupOperation::Ballot(predicate)))
}

/// Waits until every invocation of the subgroup is here, and makes what each wrote to
/// workgroup memory visible to those of the subgroup.
///
/// Every invocation of the subgroup must reach it together. Browsers have none, nor has
/// Direct3D: it needs [`Capability::SubgroupBarrier`](crate::capabilities::Capability).
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("neighbours").workgroup_size(64).build(|k| {
/// # let data = k.storage_mut::<u32>("data");
/// let tile = workgroup_array::<u32>("tile", 64);
/// let first = subgroup_id() * subgroup_size();
/// let lane = subgroup_invocation_id();
/// tile.element(first + lane).assign(data.element(instance_index()).load());
/// subgroup_barrier();
/// let neighbour = tile.element(first + (lane ^ 1)).load();
/// # data.element(instance_index()).assign(neighbour);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[track_caller]
pub fn subgroup_barrier() {
    recorder::statement(StatementKind::Barrier(Barrier::Subgroup));
}

macro_rules! combinations {
    ($($function:ident: $ty:tt $combination:expr, $doc:literal;)*) => {$(
        combinations!(@ $function $ty $combination, $doc);
    )*};
    (@ $function:ident bool $combination:expr, $doc:literal) => {
        #[must_use = "a value that nothing uses leaves no trace in the shader"]
        #[doc = $doc]
        #[track_caller]
        pub fn $function(predicate: impl IntoNode<bool>) -> Node<bool> {
            let predicate = predicate.into_node().operand();
            let operation = SubgroupOperation::Combine($combination, predicate);
            Node::make(NodeKind::Subgroup(operation))
        }
    };
    (@ $function:ident $class:ident $combination:expr, $doc:literal) => {
        #[must_use = "a value that nothing uses leaves no trace in the shader"]
        #[doc = $doc]
        #[track_caller]
        pub fn $function<T: $class>(value: impl IntoNode<T>) -> Node<T> {
            let value = value.into_node().operand();
            let operation = SubgroupOperation::Combine($combination, value);
            Node::make(NodeKind::Subgroup(operation))
        }
    };
}

combinations! {
    subgroup_all: bool Combination::All,
        "Whether every invocation of the subgroup gives `true`.";
    subgroup_any: bool Combination::Any,
        "Whether any invocation of the subgroup gives `true`.";
    subgroup_add: Numeric Combination::Add(Extent::All),
        "The sum of the subgroup's values, for each component of a vector; integers wrap around. In which order floats are added is the device's affair.";
    subgroup_inclusive_add: Numeric Combination::Add(Extent::Inclusive),
        "The sum of the values of the subgroup's invocations up to this one, with its own, by `subgroup_invocation_id`.";
    subgroup_exclusive_add: Numeric Combination::Add(Extent::Exclusive),
        "The sum of the values of the subgroup's invocations before this one, by `subgroup_invocation_id`: 0 for the first.";
    subgroup_mul: Numeric Combination::Multiply(Extent::All),
        "The product of the subgroup's values, for each component of a vector; integers wrap around. In which order floats are multiplied is the device's affair.";
    subgroup_inclusive_mul: Numeric Combination::Multiply(Extent::Inclusive),
        "The product of the values of the subgroup's invocations up to this one, with its own, by `subgroup_invocation_id`.";
    subgroup_exclusive_mul: Numeric Combination::Multiply(Extent::Exclusive),
        "The product of the values of the subgroup's invocations before this one, by `subgroup_invocation_id`: 1 for the first.";
    subgroup_min: Numeric Combination::Min,
        "The least of the subgroup's values, for each component of a vector.";
    subgroup_max: Numeric Combination::Max,
        "The greatest of the subgroup's values, for each component of a vector.";
    subgroup_and: Integer Combination::And,
        "The bits that all of the subgroup's values have.";
    subgroup_or: Integer Combination::Or,
        "The bits that any of the subgroup's values has.";
    subgroup_xor: Integer Combination::Xor,
        "The bits that an odd number of the subgroup's values has.";
}

/// What `source` gives.
#[track_caller]
fn gather<T: Numeric>(source: Source, value: impl IntoNode<T>) -> Node<T> {
    let value = value.into_node().operand();
    let operation = SubgroupOperation::Gather(source, value);
    Node::make(NodeKind::Subgroup(operation))
}

/// The value of the subgroup's first invocation.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_broadcast_first<T: Numeric>(value: impl IntoNode<T>) -> Node<T> {
    gather(Source::First, value)
}

/// The value of the invocation whose `subgroup_invocation_id` is `lane`, a number of the
/// host that is less than 128: WGSL takes a constant here, and
/// [`subgroup_shuffle`] what is found at run time. Of a number that the subgroup does not
/// have, some value.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_broadcast<T: Numeric>(value: impl IntoNode<T>, lane: u32) -> Node<T> {
    gather(Source::Lane(lane), value)
}

/// The value of the invocation whose `subgroup_invocation_id` is `lane`, which each
/// invocation chooses for itself. Of a number that the subgroup does not have, some value;
/// a constant one is less than 128.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("reverse").workgroup_size(64).build(|k| {
/// # let data = k.storage_mut::<u32>("data");
/// # let value = data.element(instance_index()).load();
/// let mirrored = subgroup_shuffle(value, subgroup_size() - 1 - subgroup_invocation_id());
/// # data.element(instance_index()).assign(mirrored);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_shuffle<T: Numeric>(value: impl IntoNode<T>, lane: impl IntoNode<u32>) -> Node<T> {
    let value = value.into_node();
    gather(Source::Shuffle(lane.into_node().operand()), value)
}

/// The value of the invocation whose `subgroup_invocation_id` is this one's `^ mask`.
/// `mask` is the same for the whole subgroup; a constant one is less than 128.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_shuffle_xor<T: Numeric>(
    value: impl IntoNode<T>,
    mask: impl IntoNode<u32>,
) -> Node<T> {
    let value = value.into_node();
    gather(Source::ShuffleXor(mask.into_node().operand()), value)
}

/// The value of the invocation whose `subgroup_invocation_id` is this one's `- distance`;
/// for the first `distance` ones, some value. `distance` is the same for the whole
/// subgroup; a constant one is less than 128.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_shuffle_up<T: Numeric>(
    value: impl IntoNode<T>,
    distance: impl IntoNode<u32>,
) -> Node<T> {
    let value = value.into_node();
    gather(Source::ShuffleUp(distance.into_node().operand()), value)
}

/// The value of the invocation whose `subgroup_invocation_id` is this one's `+ distance`;
/// for the last `distance` ones, some value. `distance` is the same for the whole
/// subgroup; a constant one is less than 128.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn subgroup_shuffle_down<T: Numeric>(
    value: impl IntoNode<T>,
    distance: impl IntoNode<u32>,
) -> Node<T> {
    let value = value.into_node();
    gather(Source::ShuffleDown(distance.into_node().operand()), value)
}

/// The value of invocation `lane` of the quad, a number of the host that is less than 4.
/// A quad is four invocations of a subgroup that follow each other, the first at a multiple
/// of 4.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn quad_broadcast<T: Numeric>(value: impl IntoNode<T>, lane: u32) -> Node<T> {
    gather(Source::QuadLane(lane), value)
}

/// The value of the neighbour in the row of the quad: 0 and 1, and 2 and 3, exchange
/// theirs.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn quad_swap_x<T: Numeric>(value: impl IntoNode<T>) -> Node<T> {
    gather(Source::QuadX, value)
}

/// The value of the neighbour in the column of the quad: 0 and 2, and 1 and 3, exchange
/// theirs.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn quad_swap_y<T: Numeric>(value: impl IntoNode<T>) -> Node<T> {
    gather(Source::QuadY, value)
}

/// The value of the one across the quad: 0 and 3, and 1 and 2, exchange theirs.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn quad_swap_diagonal<T: Numeric>(value: impl IntoNode<T>) -> Node<T> {
    gather(Source::QuadDiagonal, value)
}
