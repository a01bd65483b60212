//! Expressions: what each node and each place is in the module. Where they are
//! evaluated was decided by `schedule`.

use super::body::{BodyLowering, Value};
use super::constants::literal_expression;
use super::types;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    BinaryOperator, LocalId, Node, NodeId, NodeKind, ParameterId, PlaceId, PlaceKind, ResourceId,
    UnaryOperator,
};
use crate::types::{Type, VectorSize};

/// The name of a value that the text holds because loops use it.
const KEPT_NAME: &str = "invariant";

/// What a part of a long expression is called.
const DEEP_NAME: &str = "partial";

/// The most operations that the text of an expression is deep, far below what naga and
/// Tint take.
const MOST_DEPTH: u32 = 24;

impl BodyLowering<'_, '_> {
    /// Adds an expression that needs no evaluation.
    pub(super) fn constant(&mut self, expression: naga::Expression, span: naga::Span) -> Value {
        self.function.expressions.append(expression, span)
    }

    /// Adds an expression and evaluates it here.
    pub(super) fn emit(
        &mut self,
        expression: naga::Expression,
        span: naga::Span,
        out: &mut naga::Block,
    ) -> Value {
        let value = self.function.expressions.append(expression, span);
        // Neighbours share a statement: most of a long body would be such statements.
        if let Some(naga::Statement::Emit(range)) = out.last_mut()
            && let Some((first, last)) = range.first_and_last()
            && last.index() + 1 == value.index()
        {
            *range = naga::Range::new_from_bounds(first, value);
        } else {
            let range = naga::Range::new_from_bounds(value, value);
            out.push(naga::Statement::Emit(range), span);
        }
        value
    }

    pub(super) fn binary(
        &mut self,
        op: naga::BinaryOperator,
        left: Value,
        right: Value,
        span: naga::Span,
        out: &mut naga::Block,
    ) -> Value {
        self.emit(naga::Expression::Binary { op, left, right }, span, out)
    }

    pub(super) fn component(
        &mut self,
        base: Value,
        index: u32,
        span: naga::Span,
        out: &mut naga::Block,
    ) -> Value {
        self.emit(naga::Expression::AccessIndex { base, index }, span, out)
    }

    /// Gives an evaluated value a name in the text.
    pub(super) fn name(&mut self, value: Value, name: &str) {
        self.function
            .named_expressions
            .insert(value, name.to_owned());
    }

    /// The value of `node`, which is evaluated or needs no evaluation.
    pub(super) fn value(&mut self, node: NodeId, at: SourceLocation) -> Result<Value, Diagnostic> {
        let id = self.prepared.schedule.same(node);
        if let Some(value) = self.values[id.index()] {
            return Ok(value);
        }
        let body = self.body;
        let node = &body.nodes[id];
        let span = self.context.sources.span(node.at);
        let value = match &node.kind {
            NodeKind::Literal(literal) => self.constant(literal_expression(*literal), span),
            NodeKind::Constant(constant) => {
                let constant = self.context.constant(constant, node.at)?;
                self.constant(naga::Expression::Constant(constant), span)
            }
            NodeKind::Override(one) => {
                let handle = self.context.overridable(one, node.at)?;
                self.constant(naga::Expression::Override(handle), span)
            }
            NodeKind::Zero => {
                let ty = self.context.intern(&node.ty, node.at)?;
                self.constant(naga::Expression::ZeroValue(ty), span)
            }
            NodeKind::Argument(position) => {
                self.constant(naga::Expression::FunctionArgument(*position), span)
            }
            NodeKind::Input(input) => self.input(*input, at)?,
            NodeKind::Parameter(_)
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
            | NodeKind::Atomic(..)
            | NodeKind::UniformLoad(_)
            | NodeKind::Address(_)
            | NodeKind::Call(..)
            | NodeKind::Subgroup(_)
            | NodeKind::ArrayLength(_)
            | NodeKind::Texture(..)
            | NodeKind::Poison => {
                return Err(super::internal_fault("a value that is not evaluated", at));
            }
        };
        self.values[id.index()] = Some(value);
        Ok(value)
    }

    /// Evaluates the pure node `id` here.
    pub(super) fn evaluate(&mut self, id: NodeId, out: &mut naga::Block) -> Result<(), Diagnostic> {
        let body = self.body;
        let node = &body.nodes[id];
        let value = match &node.kind {
            NodeKind::Parameter(parameter) => self.parameter(*parameter, node.at, out)?,
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
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
            | NodeKind::Atomic(..)
            | NodeKind::UniformLoad(_)
            | NodeKind::Address(_)
            | NodeKind::Call(..)
            | NodeKind::Subgroup(_)
            | NodeKind::ArrayLength(_)
            | NodeKind::Texture(..)
            | NodeKind::Poison => {
                let expression = self.expression(node, out)?;
                let span = self.context.sources.span(node.at);
                self.emit(expression, span, out)
            }
        };
        if let Some(name) = &node.name {
            self.name(value, name);
        } else if self.prepared.schedule.is_kept(id) && self.is_computed(value) {
            self.name(value, KEPT_NAME);
        } else {
            self.limit_depth(id, value);
        }
        self.values[id.index()] = Some(value);
        Ok(())
    }

    /// Names every so many operations of a long expression: parsers of WGSL are recursive
    /// and refuse to go deep.
    fn limit_depth(&mut self, id: NodeId, value: Value) {
        let mut deepest = 0;
        self.body.nodes[id].kind.for_each_operand(|operand| {
            let operand = self.prepared.schedule.same(operand);
            deepest = deepest.max(self.depths[operand.index()]);
        });
        if deepest < MOST_DEPTH {
            self.depths[id.index()] = deepest + 1;
        } else if self.is_computed(value) {
            self.name(value, DEEP_NAME);
        }
    }

    /// Whether the text would compute `value` again at each use, at some cost.
    fn is_computed(&self, value: Value) -> bool {
        let access = matches!(
            self.function.expressions[value],
            naga::Expression::AccessIndex { .. } | naga::Expression::Load { .. }
        );
        !access
    }

    fn expression(
        &mut self,
        node: &Node,
        out: &mut naga::Block,
    ) -> Result<naga::Expression, Diagnostic> {
        let at = node.at;
        Ok(match &node.kind {
            NodeKind::Unary(operator, operand) => naga::Expression::Unary {
                op: unary_operator(*operator),
                expr: self.value(*operand, at)?,
            },
            NodeKind::Binary(operator, lhs, rhs) => {
                self.binary_expression(*operator, *lhs, *rhs, at, out)?
            }
            NodeKind::Builtin(builtin, operands) => self.builtin(*builtin, operands, node)?,
            NodeKind::Select {
                condition,
                accept,
                reject,
            } => naga::Expression::Select {
                condition: self.value(*condition, at)?,
                accept: self.value(*accept, at)?,
                reject: self.value(*reject, at)?,
            },
            NodeKind::Convert(operand) => self.convert(*operand, node, out)?,
            NodeKind::Bitcast(operand) => self.bitcast(*operand, node, out)?,
            NodeKind::Splat(operand) => naga::Expression::Splat {
                size: types::vector_size(vector_size(&node.ty, at)?),
                value: self.value(*operand, at)?,
            },
            NodeKind::Compose(parts) => {
                let ty = self.context.intern(&node.ty, at)?;
                let components = self.values_of(parts, at)?;
                naga::Expression::Compose { ty, components }
            }
            NodeKind::Swizzle(operand, components) => {
                let base = self.value(*operand, at)?;
                swizzle(base, components, at)?
            }
            NodeKind::Field(operand, index) => naga::Expression::AccessIndex {
                base: self.value(*operand, at)?,
                index: *index,
            },
            NodeKind::Element(base, index) => naga::Expression::Access {
                base: self.value(*base, at)?,
                index: self.value(*index, at)?,
            },
            NodeKind::ArrayLength(resource) => {
                naga::Expression::ArrayLength(self.runtime_array(*resource, at, out)?)
            }
            NodeKind::Texture(texture, query) => self.texture_query(*texture, *query, at)?,
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
            | NodeKind::Parameter(_)
            | NodeKind::Load(_)
            | NodeKind::Atomic(..)
            | NodeKind::UniformLoad(_)
            | NodeKind::Address(_)
            | NodeKind::Call(..)
            | NodeKind::Subgroup(_)
            | NodeKind::Poison => {
                return Err(super::internal_fault("a value placed by mistake", at));
            }
        })
    }

    pub(super) fn values_of(
        &mut self,
        nodes: &[NodeId],
        at: SourceLocation,
    ) -> Result<Vec<Value>, Diagnostic> {
        nodes.iter().map(|node| self.value(*node, at)).collect()
    }

    fn binary_expression(
        &mut self,
        operator: BinaryOperator,
        lhs: NodeId,
        rhs: NodeId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<naga::Expression, Diagnostic> {
        let (left_size, right_size) = (self.size_of(lhs), self.size_of(rhs));
        let mut left = self.value(lhs, at)?;
        let mut right = self.value(rhs, at)?;
        // naga multiplies a vector by a scalar, but widens for no other operator.
        if operator != BinaryOperator::Multiply {
            let span = self.context.sources.span(at);
            match (left_size, right_size) {
                (Some(size), None) => right = self.widen(right, size, span, out),
                (None, Some(size)) => left = self.widen(left, size, span, out),
                (None, None) | (Some(_), Some(_)) => {}
            }
        }
        // naga joins vectors of truths as WGSL does, by `&` and `|`, which evaluate both sides.
        let op = match (operator, left_size) {
            (BinaryOperator::LogicalAnd, Some(_)) => naga::BinaryOperator::And,
            (BinaryOperator::LogicalOr, Some(_)) => naga::BinaryOperator::InclusiveOr,
            (operator, _) => binary_operator(operator),
        };
        Ok(naga::Expression::Binary { op, left, right })
    }

    fn size_of(&self, node: NodeId) -> Option<VectorSize> {
        match self.body.nodes[node].ty {
            Type::Vector(size, _) => Some(size),
            Type::Scalar(_)
            | Type::Matrix { .. }
            | Type::Atomic(_)
            | Type::Array(_)
            | Type::Struct(_) => None,
        }
    }

    fn widen(
        &mut self,
        value: Value,
        size: VectorSize,
        span: naga::Span,
        out: &mut naga::Block,
    ) -> Value {
        let size = types::vector_size(size);
        self.emit(naga::Expression::Splat { size, value }, span, out)
    }

    /// Parameters never change while a kernel runs: one read serves the function.
    fn parameter(
        &mut self,
        parameter: ParameterId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        let span = self.context.sources.span(at);
        let base = match (self.parameters, self.context.parameters) {
            (Some(base), _) => base,
            (None, Some(global)) => self.constant(naga::Expression::GlobalVariable(global), span),
            (None, None) => return Err(super::internal_fault("an undeclared parameter", at)),
        };
        self.parameters = Some(base);
        let pointer = self.component(base, parameter.index() as u32, span, out);
        let value = self.emit(naga::Expression::Load { pointer }, span, out);
        let graph = self.context.graph;
        self.name(value, &graph.parameters[parameter].name);
        Ok(value)
    }

    /// Reads what lies at `place` now.
    pub(super) fn load(
        &mut self,
        place: PlaceId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        let pointer = self.pointer(place, at, out)?;
        self.note_atomic_access(place, at);
        let span = self.context.sources.span(at);
        Ok(self.emit(naga::Expression::Load { pointer }, span, out))
    }

    /// The address of `place`, made afresh: its indices are values, so that it is
    /// the same address wherever it is made.
    pub(super) fn pointer(
        &mut self,
        place: PlaceId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        let place = &self.body.places[place];
        let span = self.context.sources.span(place.at);
        match place.kind {
            PlaceKind::Resource(resource) => self.global(resource, at),
            PlaceKind::Local(local) => self.local(local, at),
            PlaceKind::Argument(position) => {
                Ok(self.constant(naga::Expression::FunctionArgument(position), span))
            }
            PlaceKind::Element(base, index) => {
                let base = self.pointer(base, at, out)?;
                let index = self.value(index, at)?;
                Ok(self.emit(naga::Expression::Access { base, index }, span, out))
            }
            PlaceKind::Component(base, index) => {
                let base = self.pointer(base, at, out)?;
                Ok(self.component(base, u32::from(index), span, out))
            }
            PlaceKind::Field(base, index) => {
                let base = self.pointer(base, at, out)?;
                Ok(self.component(base, index, span, out))
            }
        }
    }

    pub(super) fn global(
        &mut self,
        resource: ResourceId,
        at: SourceLocation,
    ) -> Result<Value, Diagnostic> {
        let index = resource.index();
        if let Some(Some(value)) = self.globals.get(index) {
            return Ok(*value);
        }
        let Some(global) = self.context.globals.get(index).copied() else {
            return Err(super::internal_fault("an undeclared buffer", at));
        };
        let span = self.context.sources.span(at);
        let value = self.constant(naga::Expression::GlobalVariable(global), span);
        self.globals[index] = Some(value);
        Ok(value)
    }

    fn local(&self, local: LocalId, at: SourceLocation) -> Result<Value, Diagnostic> {
        self.locals[local.index()]
            .ok_or_else(|| super::internal_fault("an undeclared variable", at))
    }
}

fn vector_size(ty: &Type, at: SourceLocation) -> Result<VectorSize, Diagnostic> {
    match ty {
        Type::Vector(size, _) => Ok(*size),
        Type::Scalar(_)
        | Type::Matrix { .. }
        | Type::Atomic(_)
        | Type::Array(_)
        | Type::Struct(_) => Err(super::internal_fault("a vector that is none", at)),
    }
}

fn swizzle(
    base: Value,
    components: &[u8],
    at: SourceLocation,
) -> Result<naga::Expression, Diagnostic> {
    use naga::SwizzleComponent as Component;
    const COMPONENTS: [Component; 4] = [Component::X, Component::Y, Component::Z, Component::W];
    let size = match components {
        [index] => {
            return Ok(naga::Expression::AccessIndex {
                base,
                index: u32::from(*index),
            });
        }
        [_, _] => naga::VectorSize::Bi,
        [_, _, _] => naga::VectorSize::Tri,
        [_, _, _, _] => naga::VectorSize::Quad,
        [] | [_, _, _, _, _, ..] => {
            return Err(super::internal_fault("a swizzle of no vector", at));
        }
    };
    let mut pattern = [Component::X; 4];
    for (to, from) in pattern.iter_mut().zip(components) {
        *to = COMPONENTS[usize::from(*from) % COMPONENTS.len()];
    }
    Ok(naga::Expression::Swizzle {
        size,
        vector: base,
        pattern,
    })
}

fn unary_operator(operator: UnaryOperator) -> naga::UnaryOperator {
    match operator {
        UnaryOperator::Negate => naga::UnaryOperator::Negate,
        UnaryOperator::LogicalNot => naga::UnaryOperator::LogicalNot,
        UnaryOperator::BitwiseNot => naga::UnaryOperator::BitwiseNot,
    }
}

fn binary_operator(operator: BinaryOperator) -> naga::BinaryOperator {
    match operator {
        BinaryOperator::Add => naga::BinaryOperator::Add,
        BinaryOperator::Subtract => naga::BinaryOperator::Subtract,
        BinaryOperator::Multiply => naga::BinaryOperator::Multiply,
        BinaryOperator::Divide => naga::BinaryOperator::Divide,
        BinaryOperator::Remainder => naga::BinaryOperator::Modulo,
        BinaryOperator::And => naga::BinaryOperator::And,
        BinaryOperator::Or => naga::BinaryOperator::InclusiveOr,
        BinaryOperator::Xor => naga::BinaryOperator::ExclusiveOr,
        BinaryOperator::ShiftLeft => naga::BinaryOperator::ShiftLeft,
        BinaryOperator::ShiftRight => naga::BinaryOperator::ShiftRight,
        BinaryOperator::Equal => naga::BinaryOperator::Equal,
        BinaryOperator::NotEqual => naga::BinaryOperator::NotEqual,
        BinaryOperator::Less => naga::BinaryOperator::Less,
        BinaryOperator::LessEqual => naga::BinaryOperator::LessEqual,
        BinaryOperator::Greater => naga::BinaryOperator::Greater,
        BinaryOperator::GreaterEqual => naga::BinaryOperator::GreaterEqual,
        BinaryOperator::LogicalAnd => naga::BinaryOperator::LogicalAnd,
        BinaryOperator::LogicalOr => naga::BinaryOperator::LogicalOr,
    }
}
