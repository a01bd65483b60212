//! `and_also` and `or_else`: what the second operand does happens only where the first
//! leaves the result open.

use super::node::{IntoNode, Node};
use super::recorder;
use crate::diagnostic::SourceLocation;
use crate::graph::{BinaryOperator, NodeKind, PlaceKind, Space, StatementKind, UnaryOperator};
use crate::types::Type;

/// Which value of the first operand decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    And,
    Or,
}

impl Node<bool> {
    /// Whether both hold: WGSL's `&&`. What `rhs` reads of shared memory
    /// and calls happens only where `self` holds, so that it may rely on it.
    ///
    /// ```
    /// # use bitonic_dsl::*;
    /// # kernel("clear").build(|k| {
    /// let data = k.storage_mut::<u32>("data");
    /// let i = instance_index();
    /// let is_set = i.lt(data.len()).and_also(|| data.element(i).load().ne(0));
    /// If(is_set, || data.element(i).assign(0));
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn and_also<C: IntoNode<bool>>(self, rhs: impl FnOnce() -> C) -> Node<bool> {
        short_circuit(Operator::And, self, rhs)
    }

    /// Whether one of both holds: WGSL's `||`. What `rhs` reads of shared memory
    /// and calls happens only where `self` does not hold.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn or_else<C: IntoNode<bool>>(self, rhs: impl FnOnce() -> C) -> Node<bool> {
        short_circuit(Operator::Or, self, rhs)
    }
}

/// Pure values may be made in any case, and so may reads of what nobody else writes, without an
/// index that might be wrong: then an operator of both says the same. Else a variable holds the
/// result, and a branch makes the second operand.
#[track_caller]
fn short_circuit<C: IntoNode<bool>>(
    operator: Operator,
    lhs: Node<bool>,
    rhs: impl FnOnce() -> C,
) -> Node<bool> {
    let lhs = lhs.operand();
    let (block, rhs) = recorder::block(|| rhs().into_node().operand());
    let unshared = recorder::with_kernel(|resources, _, _| {
        let of_one = |space: &Space| matches!(space, Space::Uniform | Space::Private);
        let unshared = resources.iter().filter(|(_, one)| of_one(&one.space));
        unshared.map(|(id, _)| id).collect()
    });
    let unshared: Vec<_> = unshared.unwrap_or_default();
    let is_read_freely = |place| match place {
        PlaceKind::Local(_) | PlaceKind::Argument(_) => true,
        PlaceKind::Resource(resource) => unshared.contains(&resource),
        PlaceKind::Element(..) | PlaceKind::Component(..) | PlaceKind::Field(..) => false,
    };
    if recorder::with(|recorder| recorder.is_pure(block, is_read_freely)) {
        recorder::with(|recorder| recorder.splice(block));
        let operator = match operator {
            Operator::And => BinaryOperator::LogicalAnd,
            Operator::Or => BinaryOperator::LogicalOr,
        };
        return Node::make(NodeKind::Binary(operator, lhs, rhs));
    }
    let at = SourceLocation::caller();
    let (name, condition) = match operator {
        Operator::And => ("both", lhs),
        Operator::Or => {
            let fails = Node::<bool>::make(NodeKind::Unary(UnaryOperator::LogicalNot, lhs));
            ("either", fails.operand())
        }
    };
    let (place, reject) = recorder::with(|recorder| {
        let local = recorder.declare(name, Type::BOOL, lhs, at);
        let place = recorder.make_place(PlaceKind::Local(local), Type::BOOL, at);
        (place, recorder.new_block())
    });
    recorder::enter(block);
    recorder::statement(StatementKind::Store(place, rhs));
    recorder::close_block();
    recorder::statement(StatementKind::If {
        condition,
        accept: block,
        reject,
    });
    Node::make(NodeKind::Load(place))
}
