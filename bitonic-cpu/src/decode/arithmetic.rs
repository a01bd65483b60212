//! Operators, conversions and selection, scalar by scalar; products of matrices.

use std::rc::Rc;

use naga::{
    BinaryOperator as Operator, Expression, Handle, RelationalFunction, ScalarKind, Span,
    UnaryOperator,
};

use super::DecodeError;
use super::builder::Value;
use super::frame::{Decoder, Frame, Operand};
use super::shape::{self, Kind, Shape};
use crate::value::{Binary, Unary};

impl<'m> Decoder<'m> {
    /// Evaluates what [`Decoder::evaluate`] leaves.
    pub(super) fn arithmetic(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Operand, DecodeError> {
        let span = frame.span(handle);
        let unsupported = |what: &str| Err(DecodeError::unsupported(what, span));
        match frame.function.expressions[handle] {
            Expression::Unary { op, expr } => self.unary(frame, op, expr, span),
            Expression::Binary { op, left, right } => self.binary(frame, op, left, right, span),
            Expression::Select {
                condition,
                accept,
                reject,
            } => self.select(frame, condition, accept, reject),
            Expression::Relational { fun, argument } => self.relational(frame, fun, argument),
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let handles = [Some(arg), arg1, arg2, arg3];
                let shape = self.shape(frame, arg)?;
                let arguments = self.all_scalars(frame, handles.into_iter().flatten())?;
                Ok(Self::values(self.math(fun, &shape, &arguments, span)?))
            }
            Expression::As {
                expr,
                kind,
                convert,
            } => self.convert(frame, expr, kind, convert, span),
            Expression::Derivative { .. } => unsupported("derivatives"),
            Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. } => self.image(frame, handle),
            Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. } => unsupported("ray queries"),
            Expression::SubgroupBallotResult | Expression::SubgroupOperationResult { .. } => {
                unsupported("subgroup operations")
            }
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                unsupported("cooperative matrices")
            }
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. } => {
                unsupported("results used before their statement")
            }
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::Compose { .. }
            | Expression::Access { .. }
            | Expression::AccessIndex { .. }
            | Expression::Splat { .. }
            | Expression::Swizzle { .. }
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::Load { .. }
            | Expression::ArrayLength(_) => self.evaluate(frame, handle),
        }
    }

    fn unary(
        &mut self,
        frame: &mut Frame<'m>,
        operator: UnaryOperator,
        operand: Handle<Expression>,
        span: Span,
    ) -> Result<Operand, DecodeError> {
        let kind = self.shape(frame, operand)?.kind();
        let function = match (operator, kind) {
            (UnaryOperator::Negate, Some(Kind::Float)) => Unary::NegateFloat,
            (UnaryOperator::Negate, Some(Kind::Signed | Kind::Unsigned)) => Unary::Negate,
            (UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot, Some(_)) => Unary::Not,
            (UnaryOperator::Negate, Some(Kind::Bool)) | (_, None) => {
                return Err(DecodeError::unsupported("this operator on this type", span));
            }
        };
        let scalars = self.scalars(frame, operand)?;
        Ok(Self::values(self.map1(function, &scalars)))
    }

    fn binary(
        &mut self,
        frame: &mut Frame<'m>,
        operator: Operator,
        left: Handle<Expression>,
        right: Handle<Expression>,
        span: Span,
    ) -> Result<Operand, DecodeError> {
        let (left_shape, right_shape) = (self.shape(frame, left)?, self.shape(frame, right)?);
        let (lhs, rhs) = (self.scalars(frame, left)?, self.scalars(frame, right)?);
        if let (Operator::Multiply, Some(values)) = (
            operator,
            self.matrix_product((&left_shape, &lhs), (&right_shape, &rhs)),
        ) {
            return Ok(Self::values(values));
        }
        let kind = left_shape.kind();
        let kind = kind.ok_or_else(|| DecodeError::unsupported("operators on composites", span))?;
        let (function, swap) = binary_function(operator, kind)
            .ok_or_else(|| DecodeError::unsupported("this operator on this type", span))?;
        let values = if swap {
            self.map2(function, &rhs, &lhs)
        } else {
            self.map2(function, &lhs, &rhs)
        };
        Ok(Self::values(values))
    }

    /// The product where one side is a matrix and the other a matrix or a vector.
    fn matrix_product(
        &mut self,
        (left, lhs): (&Shape, &[Value]),
        (right, rhs): (&Shape, &[Value]),
    ) -> Option<Vec<Value>> {
        // A vector on the left is a matrix of one row, on the right one of one column.
        let (rows, inner) = match *left {
            Shape::Matrix { columns, rows } => (rows, columns),
            Shape::Vector { size, .. } => (1, size),
            _ => return None,
        };
        let columns = match (left, right) {
            (Shape::Matrix { .. }, Shape::Vector { .. }) => 1,
            (Shape::Matrix { .. } | Shape::Vector { .. }, Shape::Matrix { columns, .. }) => {
                *columns
            }
            _ => return None,
        };
        let mut product = Vec::with_capacity((rows * columns) as usize);
        for column in 0..columns {
            let column = &rhs[(column * inner) as usize..][..inner as usize];
            for row in 0..rows as usize {
                let row: Vec<Value> = lhs
                    .iter()
                    .skip(row)
                    .step_by(rows as usize)
                    .copied()
                    .collect();
                product.push(self.dot(Binary::MultiplyFloat, Binary::AddFloat, &row, column));
            }
        }
        Some(product)
    }

    /// The sum of products, added in order.
    pub(super) fn dot(
        &mut self,
        multiply: Binary,
        add: Binary,
        lhs: &[Value],
        rhs: &[Value],
    ) -> Value {
        let products = self.map2(multiply, lhs, rhs);
        let mut products = products.into_iter();
        let first = products.next().unwrap_or_else(|| self.builder.constant(0));
        products.fold(first, |sum, product| self.builder.binary(add, sum, product))
    }

    fn select(
        &mut self,
        frame: &mut Frame<'m>,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<Operand, DecodeError> {
        let condition = self.scalars(frame, condition)?;
        let accept = self.scalars(frame, accept)?;
        let reject = self.scalars(frame, reject)?;
        let values = (0..accept.len())
            .map(|i| {
                self.builder
                    .select(at(&condition, i), accept[i], at(&reject, i))
            })
            .collect();
        Ok(Self::values(values))
    }

    fn relational(
        &mut self,
        frame: &mut Frame<'m>,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<Operand, DecodeError> {
        let scalars = self.scalars(frame, argument)?;
        Ok(Self::values(match function {
            RelationalFunction::All => vec![self.fold(Binary::And, &scalars)],
            RelationalFunction::Any => vec![self.fold(Binary::Or, &scalars)],
            RelationalFunction::IsNan => self.map1(Unary::IsNan, &scalars),
            RelationalFunction::IsInf => self.map1(Unary::IsInfinite, &scalars),
        }))
    }

    fn fold(&mut self, function: Binary, scalars: &[Value]) -> Value {
        let first = scalars[0];
        let rest = scalars[1..].iter();
        rest.fold(first, |folded, &scalar| {
            self.builder.binary(function, folded, scalar)
        })
    }

    fn convert(
        &mut self,
        frame: &mut Frame<'m>,
        operand: Handle<Expression>,
        to: ScalarKind,
        width: Option<u8>,
        span: Span,
    ) -> Result<Operand, DecodeError> {
        let from = self.shape(frame, operand)?.kind();
        let from =
            from.ok_or_else(|| DecodeError::unsupported("conversions of composites", span))?;
        let scalars = self.scalars(frame, operand)?;
        // Without a width the bits are taken as they are.
        let Some(width) = width else {
            return Ok(Operand::Scalars(scalars));
        };
        let to = shape::kind(naga::Scalar { kind: to, width }, span)?;
        let values = match conversion(from, to) {
            Some(function) => self.map1(function, &scalars),
            None => scalars.to_vec(),
        };
        Ok(Self::values(values))
    }

    /// Applies `function` to each scalar.
    pub(super) fn map1(&mut self, function: Unary, scalars: &[Value]) -> Vec<Value> {
        let scalars = scalars.iter();
        scalars
            .map(|&scalar| self.builder.unary(function, scalar))
            .collect()
    }

    /// Applies `function` to pairs of scalars; a lone scalar meets every one of the other side.
    pub(super) fn map2(&mut self, function: Binary, lhs: &[Value], rhs: &[Value]) -> Vec<Value> {
        (0..lhs.len().max(rhs.len()))
            .map(|i| self.builder.binary(function, at(lhs, i), at(rhs, i)))
            .collect()
    }
}

/// Scalar `index`, or the only one.
pub(super) fn at(scalars: &[Value], index: usize) -> Value {
    scalars[index.min(scalars.len() - 1)]
}

/// The function of an operator on operands of `kind`, and whether they change places.
fn binary_function(operator: Operator, kind: Kind) -> Option<(Binary, bool)> {
    let pick = |signed, unsigned, float| match kind {
        Kind::Signed => Some(signed),
        Kind::Unsigned => Some(unsigned),
        Kind::Float => Some(float),
        Kind::Bool => None,
    };
    let bits = |function| (kind != Kind::Float).then_some(function);
    let equality = |word, float| Some(if kind == Kind::Float { float } else { word });
    let (function, swap) = match operator {
        Operator::Add => (pick(Binary::Add, Binary::Add, Binary::AddFloat), false),
        Operator::Subtract => (
            pick(Binary::Subtract, Binary::Subtract, Binary::SubtractFloat),
            false,
        ),
        Operator::Multiply => (
            pick(Binary::Multiply, Binary::Multiply, Binary::MultiplyFloat),
            false,
        ),
        Operator::Divide => (
            pick(
                Binary::DivideSigned,
                Binary::DivideUnsigned,
                Binary::DivideFloat,
            ),
            false,
        ),
        Operator::Modulo => (
            pick(
                Binary::RemainderSigned,
                Binary::RemainderUnsigned,
                Binary::RemainderFloat,
            ),
            false,
        ),
        Operator::Equal => (equality(Binary::Equal, Binary::EqualFloat), false),
        Operator::NotEqual => (equality(Binary::NotEqual, Binary::NotEqualFloat), false),
        Operator::Less | Operator::Greater => (
            pick(Binary::LessSigned, Binary::LessUnsigned, Binary::LessFloat),
            operator == Operator::Greater,
        ),
        Operator::LessEqual | Operator::GreaterEqual => (
            pick(
                Binary::LessEqualSigned,
                Binary::LessEqualUnsigned,
                Binary::LessEqualFloat,
            ),
            operator == Operator::GreaterEqual,
        ),
        Operator::And | Operator::LogicalAnd => (bits(Binary::And), false),
        Operator::InclusiveOr | Operator::LogicalOr => (bits(Binary::Or), false),
        Operator::ExclusiveOr => (bits(Binary::Xor), false),
        Operator::ShiftLeft => (bits(Binary::ShiftLeft), false),
        Operator::ShiftRight if kind == Kind::Signed => (Some(Binary::ShiftRightSigned), false),
        Operator::ShiftRight => (bits(Binary::ShiftRightUnsigned), false),
    };
    function.map(|function| (function, swap))
}

/// The function that converts a scalar; `None` where the bits stay.
fn conversion(from: Kind, to: Kind) -> Option<Unary> {
    match (from, to) {
        (Kind::Bool, Kind::Bool)
        | (Kind::Float, Kind::Float)
        | (Kind::Signed | Kind::Unsigned, Kind::Signed | Kind::Unsigned) => None,
        (Kind::Bool, Kind::Signed | Kind::Unsigned) => Some(Unary::IntegerFromBoolean),
        (Kind::Bool, Kind::Float) => Some(Unary::FloatFromBoolean),
        (Kind::Signed | Kind::Unsigned, Kind::Bool) => Some(Unary::BooleanFromInteger),
        (Kind::Signed, Kind::Float) => Some(Unary::FloatFromSigned),
        (Kind::Unsigned, Kind::Float) => Some(Unary::FloatFromUnsigned),
        (Kind::Float, Kind::Bool) => Some(Unary::BooleanFromFloat),
        (Kind::Float, Kind::Signed) => Some(Unary::SignedFromFloat),
        (Kind::Float, Kind::Unsigned) => Some(Unary::UnsignedFromFloat),
    }
}

/// The scalars of one argument of a built-in function.
pub(super) type Argument = Rc<[Value]>;
