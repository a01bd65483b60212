//! Atomic functions in a graph: what is done at once to the atomic that lies at a place.
//! Loads and stores of atomics are those of other places.

use super::NodeId;
use crate::types::{ScalarType, Type};

/// What is done to an atomic; each gives what it held before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicFunction {
    /// It holds, from then on, what the operator makes of what it held and this value.
    Update(AtomicOperator, NodeId),
    /// Where it holds `compare`, it may be given `value`. It gives what it held, and
    /// whether it was given the value: never where it held something else, and not
    /// always where it held `compare`.
    CompareExchangeWeak {
        /// What it must hold.
        compare: NodeId,
        /// What it then holds.
        value: NodeId,
    },
}

/// How an atomic takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOperator {
    /// The sum; of integers it wraps.
    Add,
    /// The difference; of integers it wraps.
    Subtract,
    /// The larger of the two.
    Max,
    /// The smaller of the two.
    Min,
    /// The bits that both have.
    And,
    /// The bits that one of them has.
    Or,
    /// The bits that just one of them has.
    Xor,
    /// The value alone.
    Exchange,
}

impl AtomicFunction {
    /// WGSL's name of the function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AtomicFunction::Update(AtomicOperator::Add, _) => "atomicAdd",
            AtomicFunction::Update(AtomicOperator::Subtract, _) => "atomicSub",
            AtomicFunction::Update(AtomicOperator::Max, _) => "atomicMax",
            AtomicFunction::Update(AtomicOperator::Min, _) => "atomicMin",
            AtomicFunction::Update(AtomicOperator::And, _) => "atomicAnd",
            AtomicFunction::Update(AtomicOperator::Or, _) => "atomicOr",
            AtomicFunction::Update(AtomicOperator::Xor, _) => "atomicXor",
            AtomicFunction::Update(AtomicOperator::Exchange, _) => "atomicExchange",
            AtomicFunction::CompareExchangeWeak { .. } => "atomicCompareExchangeWeak",
        }
    }

    /// The nodes that it is made of, in the order in which WGSL takes them.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        let operands = match self {
            AtomicFunction::Update(_, value) => [None, Some(value)],
            AtomicFunction::CompareExchangeWeak { compare, value } => [Some(compare), Some(value)],
        };
        operands.into_iter().flatten()
    }

    /// Replaces each operand by what `replace` gives for it, in the same order.
    pub(super) fn replace_operands(&mut self, mut replace: impl FnMut(NodeId) -> NodeId) {
        match self {
            AtomicFunction::Update(_, value) => *value = replace(*value),
            AtomicFunction::CompareExchangeWeak { compare, value } => {
                *compare = replace(*compare);
                *value = replace(*value);
            }
        }
    }
}

/// The structure that a compare-exchange of an atomic `scalar` gives: `old_value` and
/// `exchanged`.
#[must_use]
pub fn compare_exchange_result(scalar: ScalarType) -> Type {
    let name = format!("__atomic_compare_exchange_result_{scalar}");
    let fields = [
        ("old_value", Type::Scalar(scalar)),
        ("exchanged", Type::BOOL),
    ];
    Type::structure(&name, fields)
}
