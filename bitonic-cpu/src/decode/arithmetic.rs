//! Operators and selection, scalar by scalar; products of matrices.

use naga::{
    BinaryOperator as Operator, Expression, Handle, RelationalFunction, ScalarKind, Span,
    UnaryOperator,
};

use super::DecodeError;
use super::builder::Value;
use super::calculator::{Calculator, Scalar, scalars, words};
use super::convert::{convert, reinterpret};
use super::frame::{Decoder, Frame, Operand};
use super::shape::{self, Kind, ScalarType, Shape};
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
            Expression::Relational { fun, argument } => self.relational(frame, fun, argument, span),
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let handles = [Some(arg), arg1, arg2, arg3].into_iter().flatten();
                let shape = self.shape(frame, arg)?;
                let arguments: Result<Vec<_>, _> = handles
                    .map(|handle| self.typed_scalars(frame, handle, span))
                    .collect();
                Ok(Self::values(self.math(fun, &shape, &arguments?, span)?))
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
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                unsupported("cooperative matrices")
            }
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. }
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
        let (ty, scalars) = self.typed_scalars(frame, operand, span)?;
        let function = match (operator, ty.kind) {
            (UnaryOperator::Negate, Kind::Float) => Unary::NegateFloat,
            (UnaryOperator::Negate, Kind::Signed | Kind::Unsigned) => Unary::Negate,
            (UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot, _) => Unary::Not,
            (UnaryOperator::Negate, Kind::Bool) => {
                return Err(DecodeError::unsupported("this operator on this type", span));
            }
        };
        let values = self.calculator(ty).map1(function, &scalars);
        Ok(Self::values(words(values)))
    }

    /// Computes with scalars of `ty`.
    pub(super) fn calculator(&mut self, ty: ScalarType) -> Calculator<'_> {
        Calculator::new(&mut self.builder, ty)
    }

    /// The scalars of a scalar, vector or matrix, and their type.
    fn typed_scalars(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
        span: Span,
    ) -> Result<Argument, DecodeError> {
        let ty = self.shape(frame, handle)?.scalar();
        let ty = ty.ok_or_else(|| DecodeError::unsupported("operators on composites", span))?;
        Ok((ty, scalars(ty, &self.scalars(frame, handle)?)))
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
        let (ty, lhs) = self.typed_scalars(frame, left, span)?;
        let (_, rhs) = self.typed_scalars(frame, right, span)?;
        let mut calculator = self.calculator(ty);
        if operator == Operator::Multiply
            && let Some(product) =
                matrix_product(&mut calculator, (&left_shape, &lhs), (&right_shape, &rhs))
        {
            return Ok(Self::values(words(calculator.rounded(ty, &product))));
        }
        let (function, swap) = binary_function(operator, ty.kind)
            .ok_or_else(|| DecodeError::unsupported("this operator on this type", span))?;
        let mut values = if swap {
            calculator.map2(function, &rhs, &lhs)
        } else {
            calculator.map2(function, &lhs, &rhs)
        };
        if is_arithmetic(operator) {
            values = calculator.rounded(ty, &values);
        }
        Ok(Self::values(words(values)))
    }

    fn select(
        &mut self,
        frame: &mut Frame<'m>,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<Operand, DecodeError> {
        let width = self.shape(frame, accept)?.scalar();
        let width = width.map_or(1, ScalarType::words) as usize;
        let condition = self.scalars(frame, condition)?;
        let accept = self.scalars(frame, accept)?;
        let reject = self.scalars(frame, reject)?;
        let condition = |word: usize| condition[(word / width).min(condition.len() - 1)];
        let pairs = accept.iter().zip(&*reject).enumerate();
        let values = pairs
            .map(|(word, (&accept, &reject))| self.builder.select(condition(word), accept, reject));
        Ok(Self::values(values.collect()))
    }

    fn relational(
        &mut self,
        frame: &mut Frame<'m>,
        function: RelationalFunction,
        argument: Handle<Expression>,
        span: Span,
    ) -> Result<Operand, DecodeError> {
        let (ty, scalars) = self.typed_scalars(frame, argument, span)?;
        let values = words(scalars.iter().copied());
        let mut calculator = self.calculator(ty);
        Ok(Self::values(match function {
            RelationalFunction::All => vec![self.fold(Binary::And, &values)],
            RelationalFunction::Any => vec![self.fold(Binary::Or, &values)],
            RelationalFunction::IsNan => words(calculator.map1(Unary::IsNan, &scalars)),
            RelationalFunction::IsInf => words(calculator.map1(Unary::IsInfinite, &scalars)),
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
        let (from, scalars) = self.typed_scalars(frame, operand, span)?;
        let builder = &mut self.builder;
        let values: Vec<Scalar> = match width {
            Some(width) => {
                let to = shape::scalar_type(naga::Scalar { kind: to, width }, span)?;
                let scalars = scalars.into_iter();
                scalars
                    .map(|scalar| convert(builder, scalar, from, to))
                    .collect()
            }
            // Without a width the bits are taken as they are.
            None => {
                let width = from.width;
                let kind = shape::scalar_type(naga::Scalar { kind: to, width: 4 }, span)?.kind;
                let to = ScalarType { kind, width };
                let scalars = scalars.into_iter();
                scalars
                    .map(|scalar| reinterpret(builder, scalar, from, to))
                    .collect()
            }
        };
        Ok(Self::values(words(values)))
    }
}

/// The product where one side is a matrix and the other a matrix or a vector.
fn matrix_product(
    calculator: &mut Calculator<'_>,
    (left, lhs): (&Shape, &[Scalar]),
    (right, rhs): (&Shape, &[Scalar]),
) -> Option<Vec<Scalar>> {
    // A vector on the left is a matrix of one row, on the right one of one column.
    let (rows, inner) = match *left {
        Shape::Matrix { columns, rows, .. } => (rows, columns),
        Shape::Vector { size, .. } => (1, size),
        Shape::Scalar(_) | Shape::Atomic(_) | Shape::Array { .. } | Shape::Struct { .. } => {
            return None;
        }
    };
    let columns = match (left, right) {
        (Shape::Matrix { .. }, Shape::Vector { .. }) => 1,
        (Shape::Matrix { .. } | Shape::Vector { .. }, Shape::Matrix { columns, .. }) => *columns,
        _ => return None,
    };
    let mut product = Vec::with_capacity((rows * columns) as usize);
    for column in 0..columns {
        let column = &rhs[(column * inner) as usize..][..inner as usize];
        for row in 0..rows as usize {
            let row = lhs.iter().skip(row).step_by(rows as usize);
            let row: Vec<Scalar> = row.copied().collect();
            product.push(calculator.dot(&row, column));
        }
    }
    Some(product)
}

/// Whether the result has the type of the operands, and may need rounding.
pub(super) fn is_arithmetic(operator: Operator) -> bool {
    match operator {
        Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Modulo => true,
        Operator::Equal
        | Operator::NotEqual
        | Operator::Less
        | Operator::LessEqual
        | Operator::Greater
        | Operator::GreaterEqual
        | Operator::And
        | Operator::ExclusiveOr
        | Operator::InclusiveOr
        | Operator::LogicalAnd
        | Operator::LogicalOr
        | Operator::ShiftLeft
        | Operator::ShiftRight => false,
    }
}

/// The function of an operator on operands of `kind`, and whether they change places.
pub(super) fn binary_function(operator: Operator, kind: Kind) -> Option<(Binary, bool)> {
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

/// One argument of a built-in function.
pub(super) type Argument = (ScalarType, Vec<Scalar>);
