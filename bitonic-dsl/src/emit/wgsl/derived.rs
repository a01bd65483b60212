//! Names for values that the author did not name: what they are made by, or where they
//! are read from.

use naga::{
    AtomicFunction, BinaryOperator, Expression, Function, MathFunction, Statement,
    SubgroupOperation, TypeInner, UnaryOperator,
};

use super::Value;
use super::items::ModuleNames;
use super::operands::{Root, root};
use super::plan::Plan;

/// The name of a value that has a line of its own.
pub(super) fn of_value(plan: &Plan<'_>, names: &ModuleNames<'_>, value: Value) -> String {
    let (module, function) = (plan.module, plan.function);
    let word = match function.expressions[value] {
        Expression::Load { pointer } => return read(plan, names, pointer),
        Expression::ImageLoad { image, .. } | Expression::ImageSample { image, .. } => {
            return read(plan, names, image);
        }
        Expression::ArrayLength(array) => match place(plan, names, array) {
            Some(name) => return format!("{name}_length"),
            None => "length",
        },
        Expression::ImageQuery { image, .. } => match place(plan, names, image) {
            Some(name) => return format!("{name}_size"),
            None => "size",
        },
        Expression::Unary { op, .. } => match op {
            UnaryOperator::Negate => "negated",
            UnaryOperator::LogicalNot => "is_not",
            UnaryOperator::BitwiseNot => "complement",
        },
        Expression::Binary { op, .. } => binary(op),
        Expression::Select { .. } => "selected",
        Expression::Compose { ty, .. } => match module.types[ty].inner {
            TypeInner::Vector { .. } => "vector",
            TypeInner::Matrix { .. } => "matrix",
            TypeInner::Array { .. } => "elements",
            _ => "composed",
        },
        Expression::Splat { .. } => "vector",
        Expression::Relational { .. } => "holds",
        Expression::Math { fun, .. } => math(fun),
        Expression::As { convert, .. } => match convert {
            Some(_) => "converted",
            None => "bits",
        },
        Expression::Access { .. } | Expression::AccessIndex { .. } => "element",
        Expression::Swizzle { .. } => "components",
        Expression::CallResult(callee) => return format!("{}_result", names.function(callee)),
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::Derivative { .. }
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::RayQueryVertexPositions { .. }
        | Expression::RayQueryProceedResult
        | Expression::RayQueryGetIntersection { .. }
        | Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. }
        | Expression::CooperativeLoad { .. }
        | Expression::CooperativeMultiplyAdd { .. } => "value",
    };
    word.to_owned()
}

/// The name of the result of `statement`.
pub(super) fn of_result(plan: &Plan<'_>, names: &ModuleNames<'_>, statement: &Statement) -> String {
    match *statement {
        Statement::Atomic { pointer, fun, .. } => {
            let place = place(plan, names, pointer).unwrap_or("value");
            match fun {
                AtomicFunction::Exchange { compare: Some(_) } => format!("{place}_exchange"),
                _ => format!("old_{place}"),
            }
        }
        Statement::WorkGroupUniformLoad { pointer, .. } => {
            let place = place(plan, names, pointer).unwrap_or("value");
            format!("uniform_{place}")
        }
        Statement::SubgroupBallot { .. } => "ballot".to_owned(),
        Statement::SubgroupGather { .. } => "gathered".to_owned(),
        Statement::SubgroupCollectiveOperation { op, .. } => subgroup(op).to_owned(),
        Statement::Call { function, .. } => format!("{}_result", names.function(function)),
        _ => "value".to_owned(),
    }
}

/// The name of a variable that the author did not name.
pub(super) fn of_local(function: &Function, plan: &Plan<'_>, index: usize) -> &'static str {
    let variable = function
        .local_variables
        .iter()
        .nth(index)
        .map(|(_, variable)| variable);
    let scalar = variable.and_then(|variable| plan.module.types[variable.ty].inner.scalar());
    match scalar.map(|scalar| scalar.kind) {
        Some(naga::ScalarKind::Bool) => "holds",
        _ => "variable",
    }
}

/// What is read from `pointer`: an old value of a variable, the value of another place.
fn read(plan: &Plan<'_>, names: &ModuleNames<'_>, pointer: Value) -> String {
    let place = place(plan, names, pointer).unwrap_or("place");
    match root(&plan.function.expressions, pointer) {
        Root::Local(_) => format!("old_{place}"),
        Root::Global(_) | Root::Argument(_) | Root::None => format!("{place}_value"),
    }
}

/// The name of the field or variable that `pointer` leads to.
fn place<'a>(plan: &Plan<'a>, names: &'a ModuleNames<'a>, mut pointer: Value) -> Option<&'a str> {
    let (module, function) = (plan.module, plan.function);
    loop {
        pointer = match function.expressions[pointer] {
            Expression::LocalVariable(local) => {
                return function.local_variables[local].name.as_deref();
            }
            Expression::GlobalVariable(global) => return Some(names.global(global)),
            Expression::FunctionArgument(position) => {
                return function.arguments.get(position as usize)?.name.as_deref();
            }
            Expression::AccessIndex { base, index } => {
                let resolution = &plan.info[base].ty;
                let ty = match *resolution.inner_with(&module.types) {
                    TypeInner::Pointer { base, .. } => Some(base),
                    _ => resolution.handle(),
                };
                match ty.and_then(|ty| names.member(ty, index)) {
                    Some(member) => return Some(member),
                    None => base,
                }
            }
            Expression::Access { base, .. } => base,
            _ => return None,
        };
    }
}

fn binary(op: BinaryOperator) -> &'static str {
    match op {
        BinaryOperator::Add => "sum",
        BinaryOperator::Subtract => "difference",
        BinaryOperator::Multiply => "product",
        BinaryOperator::Divide => "quotient",
        BinaryOperator::Modulo => "remainder",
        BinaryOperator::Equal => "is_equal",
        BinaryOperator::NotEqual => "is_different",
        BinaryOperator::Less => "is_less",
        BinaryOperator::LessEqual => "is_at_most",
        BinaryOperator::Greater => "is_greater",
        BinaryOperator::GreaterEqual => "is_at_least",
        BinaryOperator::And | BinaryOperator::ExclusiveOr | BinaryOperator::InclusiveOr => "bits",
        BinaryOperator::LogicalAnd => "both",
        BinaryOperator::LogicalOr => "either",
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => "shifted",
    }
}

fn subgroup(operation: SubgroupOperation) -> &'static str {
    match operation {
        SubgroupOperation::All => "all_hold",
        SubgroupOperation::Any => "any_holds",
        SubgroupOperation::Add => "subgroup_sum",
        SubgroupOperation::Mul => "subgroup_product",
        SubgroupOperation::Min => "least",
        SubgroupOperation::Max => "greatest",
        SubgroupOperation::And | SubgroupOperation::Or | SubgroupOperation::Xor => "subgroup_bits",
    }
}

fn math(function: MathFunction) -> &'static str {
    match function {
        MathFunction::Min => "smaller",
        MathFunction::Max => "larger",
        MathFunction::Clamp | MathFunction::Saturate => "clamped",
        MathFunction::Abs | MathFunction::Length => "magnitude",
        MathFunction::Distance => "far",
        MathFunction::Ceil | MathFunction::Floor | MathFunction::Round | MathFunction::Trunc => {
            "rounded"
        }
        MathFunction::Fract => "fraction",
        MathFunction::Modf | MathFunction::Frexp => "parts",
        MathFunction::Sqrt | MathFunction::InverseSqrt => "root",
        MathFunction::Dot | MathFunction::Dot4I8Packed | MathFunction::Dot4U8Packed => "product",
        MathFunction::Mix | MathFunction::Step | MathFunction::SmoothStep => "blend",
        MathFunction::Normalize => "direction",
        MathFunction::CountTrailingZeros
        | MathFunction::CountLeadingZeros
        | MathFunction::CountOneBits => "count",
        MathFunction::FirstTrailingBit | MathFunction::FirstLeadingBit => "position",
        MathFunction::ReverseBits | MathFunction::ExtractBits | MathFunction::InsertBits => "bits",
        MathFunction::Pack4x8snorm
        | MathFunction::Pack4x8unorm
        | MathFunction::Pack2x16snorm
        | MathFunction::Pack2x16unorm
        | MathFunction::Pack2x16float
        | MathFunction::Pack4xI8
        | MathFunction::Pack4xU8
        | MathFunction::Pack4xI8Clamp
        | MathFunction::Pack4xU8Clamp => "packed",
        MathFunction::Unpack4x8snorm
        | MathFunction::Unpack4x8unorm
        | MathFunction::Unpack2x16snorm
        | MathFunction::Unpack2x16unorm
        | MathFunction::Unpack2x16float
        | MathFunction::Unpack4xI8
        | MathFunction::Unpack4xU8 => "unpacked",
        MathFunction::Cos
        | MathFunction::Cosh
        | MathFunction::Sin
        | MathFunction::Sinh
        | MathFunction::Tan
        | MathFunction::Tanh
        | MathFunction::Acos
        | MathFunction::Asin
        | MathFunction::Atan
        | MathFunction::Atan2
        | MathFunction::Asinh
        | MathFunction::Acosh
        | MathFunction::Atanh
        | MathFunction::Radians
        | MathFunction::Degrees
        | MathFunction::Ldexp
        | MathFunction::Exp
        | MathFunction::Exp2
        | MathFunction::Log
        | MathFunction::Log2
        | MathFunction::Pow
        | MathFunction::Outer
        | MathFunction::Cross
        | MathFunction::FaceForward
        | MathFunction::Reflect
        | MathFunction::Refract
        | MathFunction::Sign
        | MathFunction::Fma
        | MathFunction::Inverse
        | MathFunction::Transpose
        | MathFunction::Determinant
        | MathFunction::QuantizeToF16 => "computed",
    }
}
