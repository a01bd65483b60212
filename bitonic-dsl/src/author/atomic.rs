//! Atomic functions: methods of a place where an atomic lies, the same of a workgroup
//! variable that is an atomic, and free functions, as in TSL.

use super::node::{IntoNode, Node};
use super::place::Place;
use super::recorder;
use super::workgroup::{HasPlace, WorkgroupVar};
use crate::graph::{
    AtomicFunction, AtomicOperator, NodeKind, StatementKind, compare_exchange_result,
};
use crate::types::{Atomic, AtomicInteger, AtomicScalar};

/// What a compare-exchange gives. In natural Rust its parts are fields, `result.exchanged`.
#[derive(Clone, Copy, Debug)]
pub struct CompareExchange<T: AtomicScalar> {
    old_value: Node<T>,
    exchanged: Node<bool>,
}

/// The parts of a [`CompareExchange`], by name.
#[derive(Clone, Copy, Debug)]
pub struct CompareExchangeNodes<T: AtomicScalar> {
    /// What the atomic held before.
    pub old_value: Node<T>,
    /// Whether the atomic was given the new value.
    pub exchanged: Node<bool>,
}

impl<T: AtomicScalar> CompareExchange<T> {
    /// Both parts, as the fields of a structure are reached.
    #[must_use]
    pub fn fields(self) -> CompareExchangeNodes<T> {
        CompareExchangeNodes {
            old_value: self.old_value,
            exchanged: self.exchanged,
        }
    }

    /// What the atomic held before.
    #[must_use]
    pub fn old_value(self) -> Node<T> {
        self.old_value
    }

    /// Whether the atomic was given the new value.
    #[must_use]
    pub fn exchanged(self) -> Node<bool> {
        self.exchanged
    }
}

/// The kind of a node that does `function` to the atomic at `place`.
#[track_caller]
fn kind<T: AtomicScalar>(place: Place<Atomic<T>>, function: AtomicFunction) -> NodeKind {
    match recorder::place_operand(place.handle) {
        Some(place) => NodeKind::Atomic(place, function),
        None => NodeKind::Poison,
    }
}

impl<T: AtomicScalar> Place<Atomic<T>> {
    /// What the atomic holds now.
    ///
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// # let out = k.storage_mut::<u32>("out");
    /// # let counts = k.storage_mut::<Atomic<u32>>("counts");
    /// let count = counts.element(3).atomic_load();
    /// out.element(0).assign(count);
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("= atomicLoad(&counts[3]);"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn atomic_load(self) -> Node<T> {
        match recorder::place_operand(self.handle) {
            Some(place) => Node::make(NodeKind::Load(place)),
            None => Node::make(NodeKind::Poison),
        }
    }

    /// Lets the atomic hold `value`.
    ///
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// let counts = k.storage_mut::<Atomic<u32>>("counts");
    /// counts.element(instance_index()).atomic_store(0);
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("], 0u);"));
    /// # Ok::<(), Error>(())
    /// ```
    #[track_caller]
    pub fn atomic_store(self, value: impl IntoNode<T>) {
        let value = value.into_node().operand();
        if let Some(place) = recorder::place_operand(self.handle) {
            recorder::statement(StatementKind::Store(place, value));
        }
    }
}

impl<T: AtomicScalar> Place<Atomic<T>> {
    /// Gives the atomic `value` if it holds `compare`. It may fail though it holds that
    /// ("weak"): what depends on the exchange tries again.
    ///
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// // Doubles the atomic, which there is no function for.
    /// let place = k.storage_mut::<Atomic<u32>>("cells").element(instance_index());
    /// let seen = place.atomic_load().to_var("seen");
    /// Repeat(|| {
    ///     let old = seen.load();
    ///     let exchange = place.atomic_compare_exchange_weak(old, old * 2);
    ///     If(exchange.exchanged(), Break);
    ///     seen.assign(exchange.old_value());
    /// });
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicCompareExchangeWeak(&cells["));
    /// # Ok::<(), Error>(())
    /// ```
    #[track_caller]
    pub fn atomic_compare_exchange_weak(
        self,
        compare: impl IntoNode<T>,
        value: impl IntoNode<T>,
    ) -> CompareExchange<T>
    where
        T: AtomicInteger,
    {
        let compare = compare.into_node().operand();
        let value = value.into_node().operand();
        let kind = kind(self, AtomicFunction::CompareExchangeWeak { compare, value });
        let parts = Node::<T>::make_as(kind, compare_exchange_result(T::SCALAR)).operand();
        CompareExchange {
            old_value: Node::make(NodeKind::Field(parts, 0)),
            exchanged: Node::make(NodeKind::Field(parts, 1)),
        }
    }
}

impl<T: AtomicScalar> WorkgroupVar<Atomic<T>> {
    /// What the atomic holds now: as [`Place::atomic_load`].
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn atomic_load(&self) -> Node<T> {
        self.place().atomic_load()
    }

    /// Lets the atomic hold `value`: as [`Place::atomic_store`].
    #[track_caller]
    pub fn atomic_store(&self, value: impl IntoNode<T>) {
        self.place().atomic_store(value);
    }
}

impl<T: AtomicScalar> WorkgroupVar<Atomic<T>> {
    /// Gives the atomic `value` if it holds `compare`: as
    /// [`Place::atomic_compare_exchange_weak`].
    #[track_caller]
    pub fn atomic_compare_exchange_weak(
        &self,
        compare: impl IntoNode<T>,
        value: impl IntoNode<T>,
    ) -> CompareExchange<T>
    where
        T: AtomicInteger,
    {
        self.place().atomic_compare_exchange_weak(compare, value)
    }
}

/// What the atomic at `place` holds now: [`Place::atomic_load`] as a function.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn atomic_load<T: AtomicScalar>(place: impl HasPlace<Of = Atomic<T>>) -> Node<T> {
    place.to_place().atomic_load()
}

/// Lets the atomic at `place` hold `value`: [`Place::atomic_store`] as a function.
#[track_caller]
pub fn atomic_store<T: AtomicScalar>(
    place: impl HasPlace<Of = Atomic<T>>,
    value: impl IntoNode<T>,
) {
    place.to_place().atomic_store(value);
}

/// Gives the atomic at `place` the value `value` if it holds `compare`:
/// [`Place::atomic_compare_exchange_weak`] as a function.
#[track_caller]
pub fn atomic_compare_exchange_weak<T: AtomicInteger>(
    place: impl HasPlace<Of = Atomic<T>>,
    compare: impl IntoNode<T>,
    value: impl IntoNode<T>,
) -> CompareExchange<T> {
    place
        .to_place()
        .atomic_compare_exchange_weak(compare, value)
}

macro_rules! updates {
    ($($(#[$doc:meta])* $name:ident: $operator:ident of $class:ident, $brief:literal;)*) => {$(
        impl<T: AtomicScalar> Place<Atomic<T>> {
            #[doc = concat!($brief, ". Gives what it held before.")]
            $(#[$doc])*
            #[track_caller]
            pub fn $name(self, value: impl IntoNode<T>) -> Node<T>
            where
                T: $class,
            {
                let value = value.into_node().operand();
                Node::make(kind(self, AtomicFunction::Update(AtomicOperator::$operator, value)))
            }
        }

        impl<T: AtomicScalar> WorkgroupVar<Atomic<T>> {
            #[doc = concat!($brief, ". Gives what it held before, as [`Place::", stringify!($name), "`].")]
            #[track_caller]
            pub fn $name(&self, value: impl IntoNode<T>) -> Node<T>
            where
                T: $class,
            {
                self.place().$name(value)
            }
        }

        #[doc = concat!($brief, ". Gives what it held before: [`Place::", stringify!($name), "`] as a function.")]
        #[track_caller]
        pub fn $name<T: $class>(
            place: impl HasPlace<Of = Atomic<T>>,
            value: impl IntoNode<T>,
        ) -> Node<T> {
            place.to_place().$name(value)
        }
    )*};
}

updates! {
    /// Past the largest integer it wraps; floats are added in whatever order the invocations
    /// come, so that the last bits of a sum may differ from run to run.
    ///
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// let data = k.storage::<u32>("data");
    /// let counts = k.storage_mut::<Atomic<u32>>("counts");
    /// let i = instance_index();
    /// If(i.lt(data.len()), || {
    ///     counts.element(data.element(i).load() % 16).atomic_add(1);
    /// });
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicAdd(&counts["));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_add: Add of AtomicScalar, "Adds `value` to the atomic";
    /// Past the least integer it wraps.
    ///
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// # let out = k.storage_mut::<u32>("out");
    /// // The last one to come down finds 1.
    /// let left = k.storage_mut::<Atomic<u32>>("left");
    /// let before = left.element(0).atomic_sub(1);
    /// If(before.eq(1), || out.element(0).assign(instance_index()));
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicSub(&left[0], 1u)"));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_sub: Subtract of AtomicScalar, "Subtracts `value` from the atomic";
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// let data = k.storage::<i32>("data");
    /// let largest = k.storage_mut::<Atomic<i32>>("largest");
    /// largest.element(0).atomic_max(data.element(instance_index()).load());
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicMax(&largest[0], data["));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_max: Max of AtomicInteger, "Raises the atomic to `value`, if it holds less";
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// let data = k.storage::<u32>("data");
    /// let first = k.storage_mut::<Atomic<u32>>("first");
    /// let i = instance_index();
    /// If(data.element(i).load().eq(0), || {
    ///     first.element(0).atomic_min(i);
    /// });
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicMin(&first[0], "));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_min: Min of AtomicInteger, "Lowers the atomic to `value`, if it holds more";
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// let flags = k.storage_mut::<Atomic<u32>>("flags");
    /// let i = instance_index();
    /// let bit = 1u32.to_var("one").load() << (i & 31);
    /// flags.element(i >> 5).atomic_and(!bit);
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicAnd(&flags["));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_and: And of AtomicInteger, "Leaves the atomic the bits that it shares with `value`";
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// # let bit = k.param::<u32>("bit");
    /// // Whoever sets the bit first finds it unset.
    /// let visited = k.storage_mut::<Atomic<u32>>("visited");
    /// let before = visited.element(instance_index()).atomic_or(bit);
    /// let is_first = (before & bit).eq(0);
    /// # let _ = is_first;
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicOr(&visited["));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_or: Or of AtomicInteger, "Adds the bits of `value` to the atomic's";
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// // A checksum that does not depend on the order.
    /// let data = k.storage::<u32>("data");
    /// let parity = k.storage_mut::<Atomic<u32>>("parity");
    /// parity.element(0).atomic_xor(data.element(instance_index()).load());
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicXor(&parity[0], data["));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_xor: Xor of AtomicInteger, "Inverts the bits of the atomic that are set in `value`";
    /// ```
    /// # use bitonic_dsl::*;
    /// # let kernel = kernel("demo").build(|k| {
    /// // A list that grows at its head.
    /// let head = k.storage_mut::<Atomic<u32>>("head");
    /// let next = k.storage_mut::<u32>("next");
    /// let i = instance_index();
    /// next.element(i).assign(head.element(0).atomic_exchange(i));
    /// # })?;
    /// # assert!(kernel.wgsl(Dialect::Browser)?.contains("atomicExchange(&head[0], "));
    /// # Ok::<(), Error>(())
    /// ```
    atomic_exchange: Exchange of AtomicScalar, "Lets the atomic hold `value`";
}
