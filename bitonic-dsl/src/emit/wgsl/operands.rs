//! What the expressions of a module refer to, and what pointers lead to.

use naga::{Arena, Expression, Function, Handle, ImageQuery, SampleLevel};

use super::Value;

/// Calls `each` with every expression that `expression` is made of, in the order in
/// which the text names them.
pub(super) fn for_each_operand(expression: &Expression, mut each: impl FnMut(Value)) {
    match *expression {
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::RayQueryProceedResult
        | Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. } => {}
        Expression::Compose { ref components, .. } => components.iter().copied().for_each(each),
        Expression::Access { base, index } => [base, index].into_iter().for_each(each),
        Expression::AccessIndex { base: one, .. }
        | Expression::Splat { value: one, .. }
        | Expression::Swizzle { vector: one, .. }
        | Expression::Load { pointer: one }
        | Expression::Unary { expr: one, .. }
        | Expression::Derivative { expr: one, .. }
        | Expression::Relational { argument: one, .. }
        | Expression::As { expr: one, .. }
        | Expression::ArrayLength(one)
        | Expression::RayQueryVertexPositions { query: one, .. }
        | Expression::RayQueryGetIntersection { query: one, .. } => each(one),
        Expression::ImageSample {
            image,
            sampler,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            gather: _,
            clamp_to_edge: _,
        } => {
            let level = match level {
                SampleLevel::Auto | SampleLevel::Zero => [None, None],
                SampleLevel::Exact(one) | SampleLevel::Bias(one) => [Some(one), None],
                SampleLevel::Gradient { x, y } => [Some(x), Some(y)],
            };
            [image, sampler, coordinate].into_iter().for_each(&mut each);
            let others = [array_index, depth_ref].into_iter().chain(level);
            others.chain([offset]).flatten().for_each(each);
        }
        Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } => {
            [image, coordinate].into_iter().for_each(&mut each);
            let others = [array_index, sample, level];
            others.into_iter().flatten().for_each(each);
        }
        Expression::ImageQuery { image, query } => {
            each(image);
            match query {
                ImageQuery::Size { level } => level.into_iter().for_each(each),
                ImageQuery::NumLevels | ImageQuery::NumLayers | ImageQuery::NumSamples => {}
            }
        }
        Expression::Binary { left, right, .. } => [left, right].into_iter().for_each(each),
        Expression::Select {
            condition,
            accept,
            reject,
        } => [reject, accept, condition].into_iter().for_each(each),
        Expression::Math {
            arg,
            arg1,
            arg2,
            arg3,
            fun: _,
        } => {
            each(arg);
            [arg1, arg2, arg3].into_iter().flatten().for_each(each);
        }
        Expression::CooperativeLoad { data, .. } => {
            [data.pointer, data.stride].into_iter().for_each(each);
        }
        Expression::CooperativeMultiplyAdd { a, b, c } => [a, b, c].into_iter().for_each(each),
    }
}

/// What a pointer, or the handle of a texture, leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    Local(Handle<naga::LocalVariable>),
    Global(Handle<naga::GlobalVariable>),
    Argument(u32),
    /// What is no address.
    None,
}

pub(super) fn root(expressions: &Arena<Expression>, mut pointer: Value) -> Root {
    loop {
        pointer = match expressions[pointer] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => base,
            Expression::LocalVariable(local) => return Root::Local(local),
            Expression::GlobalVariable(global) => return Root::Global(global),
            Expression::FunctionArgument(position) => return Root::Argument(position),
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::Compose { .. }
            | Expression::Splat { .. }
            | Expression::Swizzle { .. }
            | Expression::Load { .. }
            | Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. }
            | Expression::Unary { .. }
            | Expression::Binary { .. }
            | Expression::Select { .. }
            | Expression::Derivative { .. }
            | Expression::Relational { .. }
            | Expression::Math { .. }
            | Expression::As { .. }
            | Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::ArrayLength(_)
            | Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. }
            | Expression::CooperativeLoad { .. }
            | Expression::CooperativeMultiplyAdd { .. } => return Root::None,
        };
    }
}

/// The local variable that `pointer` is the whole of.
pub(super) fn whole_local(
    function: &Function,
    pointer: Value,
) -> Option<Handle<naga::LocalVariable>> {
    match function.expressions[pointer] {
        Expression::LocalVariable(local) => Some(local),
        _ => None,
    }
}
