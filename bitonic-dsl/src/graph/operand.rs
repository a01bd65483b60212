//! What a node or a place is made of: the one list of operands that every pass
//! walks, so that a new kind is spelled out once.

use super::{NodeId, NodeKind, PlaceId, PlaceKind};

impl NodeKind {
    /// Calls `visit` for each node that this one computes with, left to right.
    /// The indices of a place that it reads are the place's.
    pub fn for_each_operand(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
            | NodeKind::Parameter(_)
            | NodeKind::Load(_)
            | NodeKind::UniformLoad(_)
            | NodeKind::Address(_)
            | NodeKind::ArrayLength(_)
            | NodeKind::Poison => {}
            NodeKind::Unary(_, operand)
            | NodeKind::Convert(operand)
            | NodeKind::Bitcast(operand)
            | NodeKind::Splat(operand)
            | NodeKind::Swizzle(operand, _)
            | NodeKind::Field(operand, _) => visit(*operand),
            NodeKind::Binary(_, lhs, rhs) | NodeKind::Element(lhs, rhs) => {
                visit(*lhs);
                visit(*rhs);
            }
            NodeKind::Builtin(_, operands)
            | NodeKind::Compose(operands)
            | NodeKind::Call(_, operands) => operands.iter().copied().for_each(visit),
            NodeKind::Atomic(_, function) => function.operands().for_each(visit),
            NodeKind::Texture(_, query) => query.operands().for_each(visit),
            NodeKind::Subgroup(operation) => operation.operands().for_each(visit),
            NodeKind::Select {
                condition,
                accept,
                reject,
            } => {
                visit(*condition);
                visit(*accept);
                visit(*reject);
            }
        }
    }

    /// The same computation with each operand replaced by what `replace` gives
    /// for it, left to right.
    #[must_use]
    pub fn with_operands(&self, mut replace: impl FnMut(NodeId) -> NodeId) -> NodeKind {
        let mut kind = self.clone();
        match &mut kind {
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
            | NodeKind::Parameter(_)
            | NodeKind::Load(_)
            | NodeKind::UniformLoad(_)
            | NodeKind::Address(_)
            | NodeKind::ArrayLength(_)
            | NodeKind::Poison => {}
            NodeKind::Unary(_, operand)
            | NodeKind::Convert(operand)
            | NodeKind::Bitcast(operand)
            | NodeKind::Splat(operand)
            | NodeKind::Swizzle(operand, _)
            | NodeKind::Field(operand, _) => *operand = replace(*operand),
            NodeKind::Binary(_, lhs, rhs) | NodeKind::Element(lhs, rhs) => {
                *lhs = replace(*lhs);
                *rhs = replace(*rhs);
            }
            NodeKind::Builtin(_, operands)
            | NodeKind::Compose(operands)
            | NodeKind::Call(_, operands) => {
                operands
                    .iter_mut()
                    .for_each(|operand| *operand = replace(*operand));
            }
            NodeKind::Atomic(_, function) => function.replace_operands(replace),
            NodeKind::Texture(_, query) => query.replace_operands(replace),
            NodeKind::Subgroup(operation) => operation.replace_operands(replace),
            NodeKind::Select {
                condition,
                accept,
                reject,
            } => {
                *condition = replace(*condition);
                *accept = replace(*accept);
                *reject = replace(*reject);
            }
        }
        kind
    }

    /// The operator of an expression that Rust writes as one.
    #[must_use]
    pub fn operator(&self) -> Option<&'static str> {
        if let NodeKind::Binary(operator, ..) = self {
            Some(operator.symbol())
        } else {
            None
        }
    }

    /// Whether the value depends on the operands alone, so that it may be made
    /// once for equal nodes and later than it was written.
    #[must_use]
    pub fn is_pure(&self) -> bool {
        match self {
            NodeKind::Load(_)
            | NodeKind::Atomic(..)
            | NodeKind::UniformLoad(_)
            | NodeKind::Address(_)
            | NodeKind::Call(..)
            | NodeKind::Subgroup(_)
            | NodeKind::Poison => false,
            NodeKind::Texture(_, query) => query.is_pure(),
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
            | NodeKind::Parameter(_)
            | NodeKind::Unary(..)
            | NodeKind::Binary(..)
            | NodeKind::Builtin(..)
            | NodeKind::Select { .. }
            | NodeKind::Convert(_)
            | NodeKind::Bitcast(_)
            | NodeKind::Splat(_)
            | NodeKind::Compose(_)
            | NodeKind::Swizzle(..)
            | NodeKind::Field(..)
            | NodeKind::Element(..)
            | NodeKind::ArrayLength(_) => true,
        }
    }

    /// Whether it does something besides giving a value, so that it happens where it was
    /// written even if nothing uses the value.
    #[must_use]
    pub fn is_effect(&self) -> bool {
        match self {
            NodeKind::Atomic(..)
            | NodeKind::UniformLoad(_)
            | NodeKind::Call(..)
            | NodeKind::Subgroup(_) => true,
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
            | NodeKind::Parameter(_)
            | NodeKind::Unary(..)
            | NodeKind::Binary(..)
            | NodeKind::Builtin(..)
            | NodeKind::Select { .. }
            | NodeKind::Convert(_)
            | NodeKind::Bitcast(_)
            | NodeKind::Splat(_)
            | NodeKind::Compose(_)
            | NodeKind::Swizzle(..)
            | NodeKind::Field(..)
            | NodeKind::Element(..)
            | NodeKind::Load(_)
            | NodeKind::Address(_)
            | NodeKind::ArrayLength(_)
            | NodeKind::Texture(..)
            | NodeKind::Poison => false,
        }
    }

    /// The place that it reads, changes or leads to, if any.
    #[must_use]
    pub fn place(&self) -> Option<PlaceId> {
        match self {
            NodeKind::Load(place)
            | NodeKind::Atomic(place, _)
            | NodeKind::UniformLoad(place)
            | NodeKind::Address(place) => Some(*place),
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
            | NodeKind::Parameter(_)
            | NodeKind::Unary(..)
            | NodeKind::Binary(..)
            | NodeKind::Builtin(..)
            | NodeKind::Select { .. }
            | NodeKind::Convert(_)
            | NodeKind::Bitcast(_)
            | NodeKind::Splat(_)
            | NodeKind::Compose(_)
            | NodeKind::Swizzle(..)
            | NodeKind::Field(..)
            | NodeKind::Element(..)
            | NodeKind::Call(..)
            | NodeKind::ArrayLength(_)
            | NodeKind::Texture(..)
            | NodeKind::Subgroup(_)
            | NodeKind::Poison => None,
        }
    }
}

impl PlaceKind {
    /// The place that this one lies within, if any.
    #[must_use]
    pub fn base(self) -> Option<PlaceId> {
        match self {
            PlaceKind::Resource(_) | PlaceKind::Local(_) | PlaceKind::Argument(_) => None,
            PlaceKind::Element(base, _)
            | PlaceKind::Component(base, _)
            | PlaceKind::Field(base, _) => Some(base),
        }
    }

    /// The node that indexes the base, if any.
    #[must_use]
    pub fn index(self) -> Option<NodeId> {
        match self {
            PlaceKind::Element(_, index) => Some(index),
            PlaceKind::Resource(_)
            | PlaceKind::Local(_)
            | PlaceKind::Argument(_)
            | PlaceKind::Component(..)
            | PlaceKind::Field(..) => None,
        }
    }
}
