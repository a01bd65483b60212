//! Constant expressions that WGSL refuses.
//!
//! What is made of constants alone is computed by the shader compiler, which refuses
//! some results that a running shader may have (WGSL specification, "Arithmetic
//! Expressions", "Bit Expressions", "Floating Point Evaluation"): bits shifted out, a
//! float that is not finite, a division by zero. naga's validator looks at literals
//! only, so that its own front end, and a browser, would refuse the text later. `lane`
//! computes; here is which nodes are constant, and what is told about a refusal.

mod convert;
mod domain;
mod fold;
mod lane;
mod subgroup;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use lane::{Lane, Refusal};

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    self, BinaryOperator, Body, Builtin, Function, Graph, Literal, Node, NodeId, NodeKind,
    PlaceKind,
};
use crate::types::Type;

/// The components of a constant; one for a scalar.
type Constant = Vec<Lane>;

/// Every constant expression of `graph` that WGSL refuses.
pub(super) fn check(graph: &Graph) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    check_body(&graph.body, &mut faults, &mut HashSet::new());
    faults
}

fn check_body(body: &Body, faults: &mut Vec<Diagnostic>, seen: &mut HashSet<*const Function>) {
    for (_, function) in body.callees.iter() {
        if seen.insert(Arc::as_ptr(function)) {
            check_body(&function.body, faults, seen);
        }
    }
    let constants = evaluate_all(body, faults);
    check_indices(body, &constants, faults);
    subgroup::check(body, &constants, faults);
}

/// The constants of a body, by node. Operands come before what uses them.
fn evaluate_all(body: &Body, faults: &mut Vec<Diagnostic>) -> Vec<Option<Constant>> {
    let mut constants: Vec<Option<Constant>> = Vec::with_capacity(body.nodes.len());
    for (_, node) in body.nodes.iter() {
        let constant = match evaluate(body, node, &constants) {
            Ok(constant) => constant,
            Err(refusal) => {
                let fault = explain(refusal, &node.ty, node.at);
                faults.push(fault.operator(node.kind.operator()));
                None
            }
        };
        constants.push(constant);
    }
    constants
}

fn evaluate(
    body: &Body,
    node: &Node,
    known: &[Option<Constant>],
) -> Result<Option<Constant>, Refusal> {
    let type_of = |id: NodeId| &body.nodes[id].ty;
    let of = |id: &NodeId| known.get(id.index()).and_then(Option::as_ref);
    match &node.kind {
        NodeKind::Literal(literal) => Ok(Some(vec![literal_lane(*literal)])),
        NodeKind::Constant(constant) => Ok(Some(lanes(constant))),
        NodeKind::Zero => Ok(zero(&node.ty)),
        NodeKind::Unary(operator, operand) => each(of(operand), |lane| Ok(lane.unary(*operator))),
        NodeKind::Binary(operator, lhs, rhs) => {
            if let Some(rhs) = of(rhs) {
                lane::check_right_side(*operator, node.ty.scalar(), rhs)?;
            }
            if is_product_of_matrices(*operator, [*lhs, *rhs].map(type_of)) {
                return product(of(lhs), of(rhs), type_of(*lhs));
            }
            pairwise(of(lhs), of(rhs), |lhs, rhs| {
                lane::binary(*operator, lhs, rhs)
            })
        }
        NodeKind::Builtin(builtin, operands) => {
            let operands: Vec<Option<&Constant>> = operands.iter().map(of).collect();
            evaluate_builtin(*builtin, &operands)
        }
        NodeKind::Convert(operand) => match node.ty.scalar() {
            Some(scalar) => each(of(operand), |lane| lane.convert(scalar)),
            None => Ok(None),
        },
        NodeKind::Bitcast(operand) => match node.ty.scalar() {
            Some(scalar) => of(operand)
                .map(|lanes| convert::by_bits(lanes, scalar))
                .transpose(),
            None => Ok(None),
        },
        NodeKind::Splat(operand) => Ok(of(operand).and_then(|lanes| splat(&node.ty, lanes))),
        NodeKind::Element(base, index) => Ok(element(of(base), of(index), scalars(&node.ty))),
        NodeKind::Field(base, index) => Ok(field(of(base), type_of(*base), *index)),
        NodeKind::Compose(parts) => Ok(compose(parts.iter().map(of))),
        NodeKind::Swizzle(operand, components) => Ok(of(operand).map(|lanes| {
            components
                .iter()
                .map(|index| lanes[usize::from(*index) % lanes.len()])
                .collect()
        })),
        NodeKind::Select {
            condition,
            accept,
            reject,
        } => Ok(select(of(condition), of(accept), of(reject))),
        NodeKind::Override(_)
        | NodeKind::Input(_)
        | NodeKind::Argument(_)
        | NodeKind::Parameter(_)
        | NodeKind::Load(_)
        | NodeKind::Atomic(..)
        | NodeKind::UniformLoad(_)
        | NodeKind::Address(_)
        | NodeKind::Call(..)
        | NodeKind::ArrayLength(_)
        | NodeKind::Texture(..)
        | NodeKind::Subgroup(_)
        | NodeKind::Poison => Ok(None),
    }
}

fn literal_lane(literal: Literal) -> Lane {
    match literal {
        Literal::Bool(value) => Lane::Bool(value),
        Literal::I32(value) => Lane::I32(value),
        Literal::U32(value) => Lane::U32(value),
        Literal::I64(value) => Lane::I64(value),
        Literal::U64(value) => Lane::U64(value),
        Literal::F16(bits) => Lane::F16(half::f16::from_bits(bits)),
        Literal::F32(bits) => Lane::F32(f32::from_bits(bits)),
        Literal::F64(bits) => Lane::F64(f64::from_bits(bits)),
    }
}

/// The scalars of a constant of module scope.
fn lanes(constant: &graph::Constant) -> Constant {
    let mut lanes = Vec::new();
    constant
        .value
        .for_each_scalar(&mut |literal| lanes.push(literal_lane(literal)));
    lanes
}

/// The most scalars of a zero that is followed.
const MOST_ZEROS: u32 = 1 << 16;

fn zero(ty: &Type) -> Option<Constant> {
    scalars(ty).filter(|count| *count <= MOST_ZEROS)?;
    let mut lanes = Vec::new();
    push_zeros(ty, &mut lanes);
    Some(lanes)
}

fn push_zeros(ty: &Type, lanes: &mut Constant) {
    match ty {
        // An atomic is no value.
        Type::Atomic(_) => {}
        Type::Scalar(scalar) | Type::Vector(_, scalar) | Type::Matrix { scalar, .. } => {
            let count = ty.components().unwrap_or(0) as usize;
            lanes.extend(std::iter::repeat_n(Lane::zero(*scalar), count));
        }
        Type::Array(array) => {
            for _ in 0..array.length.unwrap_or(0) {
                push_zeros(&array.element, lanes);
            }
        }
        Type::Struct(structure) => {
            for field in &structure.fields {
                push_zeros(&field.ty, lanes);
            }
        }
    }
}

/// How many scalars a value of `ty` holds, if that is known and no more than a `u32`.
fn scalars(ty: &Type) -> Option<u32> {
    match ty {
        Type::Atomic(_) => None,
        Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } => ty.components(),
        Type::Array(array) => array.length?.checked_mul(scalars(&array.element)?),
        Type::Struct(structure) => {
            let mut fields = structure.fields.iter().map(|field| scalars(&field.ty));
            fields.try_fold(0_u32, |sum, count| sum.checked_add(count?))
        }
    }
}

/// The scalars of a field of a constant structure.
fn field(base: Option<&Constant>, ty: &Type, index: u32) -> Option<Constant> {
    let Type::Struct(structure) = ty else {
        return None;
    };
    let (before, rest) = structure.fields.split_at_checked(index as usize)?;
    let mut before = before.iter().map(|field| scalars(&field.ty));
    let start = before.try_fold(0_u32, |sum, count| sum.checked_add(count?))? as usize;
    let count = scalars(&rest.first()?.ty)? as usize;
    Some(base?.get(start..start + count)?.to_vec())
}

/// The one component of `lanes` in each of a vector.
fn splat(ty: &Type, lanes: &Constant) -> Option<Constant> {
    Some(vec![*lanes.first()?; ty.components()? as usize])
}

/// Whether this is a product that is not taken component by component.
fn is_product_of_matrices(operator: BinaryOperator, [lhs, rhs]: [&Type; 2]) -> bool {
    let is_matrix = |ty: &Type| matches!(ty, Type::Matrix { .. });
    let is_scalar = |ty: &Type| matches!(ty, Type::Scalar(_));
    operator == BinaryOperator::Multiply
        && (is_matrix(lhs) || is_matrix(rhs))
        && !(is_scalar(lhs) || is_scalar(rhs))
}

fn product(
    lhs: Option<&Constant>,
    rhs: Option<&Constant>,
    of: &Type,
) -> Result<Option<Constant>, Refusal> {
    let (Some(lhs), Some(rhs)) = (lhs, rhs) else {
        return Ok(None);
    };
    let shared = match of {
        Type::Matrix { columns, .. } => columns.count() as usize,
        Type::Scalar(_) | Type::Vector(..) | Type::Atomic(_) | Type::Array(_) | Type::Struct(_) => {
            lhs.len()
        }
    };
    fold::product(lhs, rhs, shared).map(Some)
}

/// The `count` components of the element at a constant index; of an index outside,
/// which is a fault of its own, none.
fn element(
    base: Option<&Constant>,
    index: Option<&Constant>,
    count: Option<u32>,
) -> Option<Constant> {
    let (base, count) = (base?, count? as usize);
    let index = usize::try_from(index?.first()?.index()?).ok()?;
    base.chunks(count).nth(index).map(<[Lane]>::to_vec)
}

/// A composite of constant parts.
fn compose<'a>(parts: impl Iterator<Item = Option<&'a Constant>>) -> Option<Constant> {
    let parts: Option<Vec<&Constant>> = parts.collect();
    Some(parts?.into_iter().flatten().copied().collect())
}

fn each(
    operand: Option<&Constant>,
    compute: impl Fn(Lane) -> Result<Lane, Refusal>,
) -> Result<Option<Constant>, Refusal> {
    operand
        .map(|lanes| lanes.iter().map(|lane| compute(*lane)).collect())
        .transpose()
}

/// Component by component; a scalar goes with every component of a vector.
fn pairwise(
    a: Option<&Constant>,
    b: Option<&Constant>,
    compute: impl Fn(Lane, Lane) -> Result<Lane, Refusal>,
) -> Result<Option<Constant>, Refusal> {
    let (Some(a), Some(b)) = (a, b) else {
        return Ok(None);
    };
    let count = a.len().max(b.len());
    (0..count)
        .map(|index| compute(a[index % a.len()], b[index % b.len()]))
        .collect::<Result<Constant, Refusal>>()
        .map(Some)
}

fn evaluate_builtin(
    builtin: Builtin,
    operands: &[Option<&Constant>],
) -> Result<Option<Constant>, Refusal> {
    domain::check(builtin, operands)?;
    match (builtin, operands) {
        (Builtin::Abs, [value]) => each(*value, |lane| Ok(lane.abs())),
        (Builtin::Min, [a, b]) => pairwise(*a, *b, |a, b| Ok(a.min(b))),
        (Builtin::Max, [a, b]) => pairwise(*a, *b, |a, b| Ok(a.max(b))),
        (Builtin::Clamp, [value, low, high]) => {
            pairwise(*low, *high, lane::check_range)?;
            let raised = pairwise(*value, *low, |a, b| Ok(a.max(b)))?;
            pairwise(raised.as_ref(), *high, |a, b| Ok(a.min(b)))
        }
        (Builtin::Transpose, _) => Ok(None),
        _ => match operands.iter().copied().collect::<Option<Vec<_>>>() {
            Some(operands) => fold::fold(builtin, &operands),
            None => Ok(None),
        },
    }
}

fn select(
    condition: Option<&Constant>,
    accept: Option<&Constant>,
    reject: Option<&Constant>,
) -> Option<Constant> {
    let (condition, accept, reject) = (condition?, accept?, reject?);
    let count = accept.len().max(reject.len());
    let pick = |index: usize| match condition[index % condition.len()] {
        Lane::Bool(false) => reject[index % reject.len()],
        _ => accept[index % accept.len()],
    };
    Some((0..count).map(pick).collect())
}

/// Constant indices must lie within what they index.
fn check_indices(body: &Body, constants: &[Option<Constant>], faults: &mut Vec<Diagnostic>) {
    let mut check = |base: &Type, index: NodeId, at: SourceLocation| {
        let constant = lanes_of(constants, index);
        let Some(index) = constant.and_then(|lanes| lanes.first()?.index()) else {
            return;
        };
        let length = length_of(base);
        // An array of no elements is refused itself.
        if length == Some(0) {
            return;
        }
        if index < 0 || length.is_some_and(|length| index >= i128::from(length)) {
            faults.push(explain(Refusal::Index { index, length }, base, at));
        }
    };
    for (_, place) in body.places.iter() {
        if let PlaceKind::Element(base, index) = place.kind {
            check(&body.places[base].ty, index, place.at);
        }
    }
    for (_, node) in body.nodes.iter() {
        if let NodeKind::Element(base, index) = &node.kind {
            check(&body.nodes[*base].ty, *index, node.at);
        }
    }
}

fn lanes_of(constants: &[Option<Constant>], node: NodeId) -> Option<&Constant> {
    constants.get(node.index()).and_then(Option::as_ref)
}

fn length_of(ty: &Type) -> Option<u32> {
    match ty {
        Type::Array(array) => array.length,
        Type::Vector(size, _) | Type::Matrix { columns: size, .. } => Some(size.count()),
        Type::Scalar(_) | Type::Atomic(_) | Type::Struct(_) => None,
    }
}

const OTHER_ARGUMENTS: &str = "give other constants, or values that are found at run time, such \
                               as a variable's: the function has no value for these";

/// What is told about a refusal of a constant of type `ty`.
fn explain(refusal: Refusal, ty: &Type, at: SourceLocation) -> Diagnostic {
    let (message, help) = match refusal {
        Refusal::DivisionByZero => (
            "this divides by the constant 0".to_owned(),
            "give another divisor: only one that is found at run time may be 0".to_owned(),
        ),
        Refusal::QuotientOverflow(scalar) => (
            format!("this quotient of constants does not fit in `{scalar}`"),
            "the least integer divided by -1 is one more than the largest: \
             divide a value that is found at run time, such as a variable's"
                .to_owned(),
        ),
        Refusal::ShiftAmount { amount, bits } => (
            format!("this shifts by {amount} bits, and the value has {bits}"),
            format!(
                "shift by 0 to {}, or by an amount that is found at run time",
                bits - 1
            ),
        ),
        Refusal::BitsShiftedOut => (
            "this shift of constants loses bits".to_owned(),
            "compute it in Rust, or shift a value that is found at run time, such as a variable's"
                .to_owned(),
        ),
        Refusal::NotFinite => (
            format!("this constant expression has no finite value of type `{ty}`"),
            "keep it finite: only a value that is found at run time, such as a variable's, may be \
             infinite or NaN"
                .to_owned(),
        ),
        Refusal::Argument(builtin, wrong) => (
            format!("a constant argument of this `{builtin}` {wrong}"),
            OTHER_ARGUMENTS.to_owned(),
        ),
        Refusal::Arguments(builtin, wrong) => (
            format!("the constant arguments of this `{builtin}` {wrong}"),
            OTHER_ARGUMENTS.to_owned(),
        ),
        Refusal::EmptyRange => (
            "the constant range of this `clamp` is empty".to_owned(),
            "give the low end first".to_owned(),
        ),
        Refusal::Index { index, length } => explain_index(index, length),
    };
    Diagnostic::new(message, at).help(help)
}

/// An index outside of `length` elements, or, where they are not counted, a negative one.
fn explain_index(index: i128, length: Option<u32>) -> (String, String) {
    match length {
        Some(length) => (
            format!("the constant index {index} is outside the {length} elements"),
            match length {
                1 => "the only index is 0".to_owned(),
                _ => format!("the indices are 0 to {}", length - 1),
            },
        ),
        None => (
            format!("the constant index {index} is negative"),
            "the first element has index 0".to_owned(),
        ),
    }
}
