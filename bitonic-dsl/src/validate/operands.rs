//! What an expression of naga is computed from.

use naga::{Expression, Handle, ImageQuery, SampleLevel};

/// Visits the operands of `expression`, left to right.
pub(super) fn for_each_operand(expression: &Expression, mut visit: impl FnMut(Handle<Expression>)) {
    match expression {
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
        Expression::Compose { components, .. } => components.iter().copied().for_each(visit),
        Expression::Access { base, index } => [*base, *index].into_iter().for_each(visit),
        Expression::AccessIndex { base, .. } => visit(*base),
        Expression::Splat { value, .. } => visit(*value),
        Expression::Swizzle { vector, .. } => visit(*vector),
        Expression::Load { pointer } => visit(*pointer),
        Expression::ImageSample { .. }
        | Expression::ImageLoad { .. }
        | Expression::ImageQuery { .. } => of_image(expression, visit),
        Expression::Unary { expr, .. }
        | Expression::As { expr, .. }
        | Expression::Derivative { expr, .. } => visit(*expr),
        Expression::Binary { left, right, .. } => [*left, *right].into_iter().for_each(visit),
        Expression::Select {
            condition,
            accept,
            reject,
        } => [*condition, *accept, *reject].into_iter().for_each(visit),
        Expression::Relational { argument, .. } => visit(*argument),
        Expression::Math {
            arg,
            arg1,
            arg2,
            arg3,
            ..
        } => {
            visit(*arg);
            [arg1, arg2, arg3]
                .into_iter()
                .flatten()
                .copied()
                .for_each(visit);
        }
        Expression::ArrayLength(array) => visit(*array),
        Expression::RayQueryVertexPositions { query, .. }
        | Expression::RayQueryGetIntersection { query, .. } => visit(*query),
        Expression::CooperativeLoad { data, .. } => {
            [data.pointer, data.stride].into_iter().for_each(visit);
        }
        Expression::CooperativeMultiplyAdd { a, b, c } => [*a, *b, *c].into_iter().for_each(visit),
    }
}

fn of_image(expression: &Expression, visit: impl FnMut(Handle<Expression>)) {
    let operands = match expression {
        Expression::ImageSample {
            image,
            sampler,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            ..
        } => {
            let [first, second] = of_level(level);
            let required = [Some(*image), Some(*sampler), Some(*coordinate)];
            let others = [*array_index, *offset, first, second, *depth_ref];
            required.into_iter().chain(others).collect()
        }
        Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } => vec![
            Some(*image),
            Some(*coordinate),
            *array_index,
            *sample,
            *level,
        ],
        Expression::ImageQuery { image, query } => {
            let level = match query {
                ImageQuery::Size { level } => *level,
                ImageQuery::NumLevels | ImageQuery::NumLayers | ImageQuery::NumSamples => None,
            };
            vec![Some(*image), level]
        }
        _ => Vec::new(),
    };
    operands.into_iter().flatten().for_each(visit);
}

fn of_level(level: &SampleLevel) -> [Option<Handle<Expression>>; 2] {
    match level {
        SampleLevel::Auto | SampleLevel::Zero => [None, None],
        SampleLevel::Exact(level) | SampleLevel::Bias(level) => [Some(*level), None],
        SampleLevel::Gradient { x, y } => [Some(*x), Some(*y)],
    }
}
