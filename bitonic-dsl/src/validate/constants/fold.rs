//! Values of built-ins of constants, so that a fault behind one is seen, and one within:
//! each step of a function must be finite, as Tint has it. What it follows no value of:
//! packing, `modf` and `frexp`, and fields of bits. Arguments that have no value are
//! found in `domain`.

use half::f16;

use super::Constant;
use super::domain::float;
use super::lane::{self, Lane, Refusal};
use crate::graph::{BinaryOperator, Builtin};

type Folded = Result<Option<Constant>, Refusal>;
type One = Result<Lane, Refusal>;

/// The value of `builtin`, where it is one of arithmetic.
pub(super) fn fold(builtin: Builtin, operands: &[&Constant]) -> Folded {
    match operands {
        [value] => of_one(builtin, value),
        [a, b] => of_two(builtin, a, b),
        [a, b, c] => of_three(builtin, a, b, c),
        _ => Ok(None),
    }
}

fn of_one(builtin: Builtin, value: &Constant) -> Folded {
    if let Some(function) = function(builtin) {
        return each(value, |lane| map(lane, function));
    }
    let single = |lane: One| lane.map(|lane| Some(vec![lane]));
    match builtin {
        Builtin::Degrees => each(value, |x| {
            multiply(x, number(180.0 / std::f64::consts::PI, x))
        }),
        Builtin::Radians => each(value, |x| {
            multiply(x, number(std::f64::consts::PI / 180.0, x))
        }),
        Builtin::Fract => each(value, |x| subtract(x, map(x, f64::floor)?)),
        Builtin::QuantizeToF16 => each(value, |x| map(x, |x| f16::from_f64(x).to_f64())),
        Builtin::Length => single(length(value)),
        Builtin::Normalize => {
            let length = length(value)?;
            each(value, |x| divide(x, length))
        }
        Builtin::Determinant => single(determinant(value)),
        Builtin::All => Ok(Some(vec![Lane::Bool(!value.contains(&Lane::Bool(false)))])),
        Builtin::Any => Ok(Some(vec![Lane::Bool(value.contains(&Lane::Bool(true)))])),
        Builtin::CountOneBits => each(value, |x| Ok(word(x, |bits, _| bits.count_ones()))),
        Builtin::CountLeadingZeros => each(value, |x| Ok(word(x, |bits, _| bits.leading_zeros()))),
        Builtin::CountTrailingZeros => {
            each(value, |x| Ok(word(x, |bits, _| bits.trailing_zeros())))
        }
        Builtin::ReverseBits => each(value, |x| Ok(word(x, |bits, _| bits.reverse_bits()))),
        Builtin::FirstTrailingBit => each(value, |x| {
            Ok(word(x, |bits, _| match bits {
                0 => u32::MAX,
                _ => bits.trailing_zeros(),
            }))
        }),
        Builtin::FirstLeadingBit => each(value, |x| {
            Ok(word(x, |bits, signed| {
                let negative = signed && bits >> 31 == 1;
                let bits = if negative { !bits } else { bits };
                31_u32.wrapping_sub(bits.leading_zeros())
            }))
        }),
        _ => Ok(None),
    }
}

/// A function of each component, by the arithmetic of `f64`.
fn function(builtin: Builtin) -> Option<fn(f64) -> f64> {
    Some(match builtin {
        Builtin::Acos => f64::acos,
        Builtin::Acosh => f64::acosh,
        Builtin::Asin => f64::asin,
        Builtin::Asinh => f64::asinh,
        Builtin::Atan => f64::atan,
        Builtin::Atanh => f64::atanh,
        Builtin::Ceil => f64::ceil,
        Builtin::Cos => f64::cos,
        Builtin::Cosh => f64::cosh,
        Builtin::Exp => f64::exp,
        Builtin::Exp2 => f64::exp2,
        Builtin::Floor => f64::floor,
        Builtin::InverseSqrt => |x| 1.0 / x.sqrt(),
        Builtin::Log => f64::ln,
        Builtin::Log2 => f64::log2,
        Builtin::Round => f64::round_ties_even,
        Builtin::Saturate => |x| x.clamp(0.0, 1.0),
        Builtin::Sign => |x| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0)),
        Builtin::Sin => f64::sin,
        Builtin::Sinh => f64::sinh,
        Builtin::Sqrt => f64::sqrt,
        Builtin::Tan => f64::tan,
        Builtin::Tanh => f64::tanh,
        Builtin::Trunc => f64::trunc,
        _ => return None,
    })
}

fn of_two(builtin: Builtin, a: &Constant, b: &Constant) -> Folded {
    match builtin {
        Builtin::Atan2 => both(a, b, |y, x| combine(y, x, f64::atan2)),
        Builtin::Pow => both(a, b, |x, y| combine(x, y, f64::powf)),
        Builtin::Step => both(a, b, |edge, x| {
            combine(edge, x, |edge, x| f64::from(u8::from(edge <= x)))
        }),
        Builtin::Dot => Ok(Some(vec![dot(a, b)?])),
        Builtin::Distance => match both(a, b, subtract)? {
            Some(difference) => Ok(Some(vec![length(&difference)?])),
            None => Ok(None),
        },
        Builtin::Cross => {
            let minor = |i: usize, j: usize| difference_of_products([a[i], b[j]], [a[j], b[i]]);
            Ok(Some(vec![minor(1, 2)?, minor(2, 0)?, minor(0, 1)?]))
        }
        Builtin::Reflect => {
            let sum = dot(a, b)?;
            let twice = multiply(number(2.0, sum), sum)?;
            both(a, b, |x, normal| subtract(x, multiply(twice, normal)?))
        }
        _ => Ok(None),
    }
}

fn of_three(builtin: Builtin, a: &Constant, b: &Constant, c: &Constant) -> Folded {
    let lanes = |compute: &dyn Fn(Lane, Lane, Lane) -> One| {
        let at = |list: &Constant, index: usize| list[index % list.len()];
        (0..a.len())
            .map(|index| compute(a[index], at(b, index), at(c, index)))
            .collect::<Result<Constant, Refusal>>()
            .map(Some)
    };
    match builtin {
        Builtin::Fma => lanes(&|a, b, c| add(multiply(a, b)?, c)),
        Builtin::Mix => lanes(&|a, b, t| {
            let rest = subtract(number(1.0, t), t)?;
            add(multiply(a, rest)?, multiply(b, t)?)
        }),
        Builtin::SmoothStep => lanes(&|low, high, x| {
            let t = map(divide(subtract(x, low)?, subtract(high, low)?)?, |t| {
                t.clamp(0.0, 1.0)
            })?;
            map(t, |t| t * t * (3.0 - 2.0 * t))
        }),
        Builtin::FaceForward => {
            let sum = dot(b, c)?;
            let keeps = float(&sum).is_some_and(|sum| sum < 0.0);
            each(a, |x| map(x, |x| if keeps { x } else { -x }))
        }
        Builtin::Refract => refract(a, b, c[0]),
        _ => Ok(None),
    }
}

fn refract(incident: &Constant, normal: &Constant, ratio: Lane) -> Folded {
    let one = number(1.0, ratio);
    let d = dot(normal, incident)?;
    let sine = multiply(multiply(ratio, ratio)?, subtract(one, multiply(d, d)?)?)?;
    let k = subtract(one, sine)?;
    if float(&k).is_some_and(|k| k < 0.0) {
        return Ok(Some(vec![number(0.0, ratio); incident.len()]));
    }
    let factor = add(multiply(ratio, d)?, map(k, f64::sqrt)?)?;
    both(incident, normal, |x, normal| {
        subtract(multiply(ratio, x)?, multiply(factor, normal)?)
    })
}

/// The product of matrices, or of a matrix and a vector, with `shared` columns on the left
/// and rows on the right; all by columns.
pub(super) fn product(a: &Constant, b: &Constant, shared: usize) -> Result<Constant, Refusal> {
    let rows = a.len() / shared;
    let entry = |column: &[Lane], row: usize| {
        let left: Constant = (0..shared).map(|k| a[k * rows + row]).collect();
        dot(&left, column)
    };
    b.chunks(shared)
        .flat_map(|column| (0..rows).map(move |row| entry(column, row)))
        .collect()
}

fn length(value: &[Lane]) -> One {
    match value {
        [x] => Ok(x.abs()),
        _ => map(dot(value, value)?, f64::sqrt),
    }
}

fn dot(a: &[Lane], b: &[Lane]) -> One {
    let mut products = a.iter().zip(b).map(|(a, b)| multiply(*a, *b));
    let first = products.next().unwrap_or(Ok(Lane::U32(0)))?;
    products.try_fold(first, |sum, product| add(sum, product?))
}

fn difference_of_products(a: [Lane; 2], b: [Lane; 2]) -> One {
    subtract(multiply(a[0], a[1])?, multiply(b[0], b[1])?)
}

/// By the cofactors of the first column.
fn determinant(columns: &[Lane]) -> One {
    let size = columns.len().isqrt();
    if let [a, b, c, d] = *columns {
        return difference_of_products([a, d], [b, c]);
    }
    let mut sum = number(0.0, columns[0]);
    for row in 0..size {
        let kept = (size..columns.len()).filter(|position| position % size != row);
        let minor: Constant = kept.map(|position| columns[position]).collect();
        let term = multiply(columns[row], determinant(&minor)?)?;
        sum = if row.is_multiple_of(2) {
            add(sum, term)?
        } else {
            subtract(sum, term)?
        };
    }
    Ok(sum)
}

fn each(value: &Constant, compute: impl Fn(Lane) -> One) -> Folded {
    super::each(Some(value), compute)
}

fn both(a: &Constant, b: &Constant, compute: impl Fn(Lane, Lane) -> One) -> Folded {
    super::pairwise(Some(a), Some(b), compute)
}

fn add(a: Lane, b: Lane) -> One {
    lane::binary(BinaryOperator::Add, a, b)
}

fn subtract(a: Lane, b: Lane) -> One {
    lane::binary(BinaryOperator::Subtract, a, b)
}

fn multiply(a: Lane, b: Lane) -> One {
    lane::binary(BinaryOperator::Multiply, a, b)
}

fn divide(a: Lane, b: Lane) -> One {
    lane::binary(BinaryOperator::Divide, a, b)
}

/// A function of a number, which must be finite in its type.
fn map(lane: Lane, function: impl Fn(f64) -> f64) -> One {
    let value = match lane {
        Lane::I32(value) => f64::from(value),
        Lane::I64(value) => value as f64,
        _ => float(&lane).unwrap_or(0.0),
    };
    number(function(value), lane).finite()
}

fn combine(a: Lane, b: Lane, function: impl Fn(f64, f64) -> f64) -> One {
    map(a, |a| function(a, float(&b).unwrap_or(0.0)))
}

/// A number of the type of `like`.
fn number(value: f64, like: Lane) -> Lane {
    match like {
        Lane::F16(_) => Lane::F16(f16::from_f64(value)),
        Lane::F32(_) => Lane::F32(value as f32),
        Lane::F64(_) => Lane::F64(value),
        Lane::I32(_) => Lane::I32(value as i32),
        Lane::I64(_) => Lane::I64(value as i64),
        Lane::Bool(_) | Lane::U32(_) | Lane::U64(_) => like,
    }
}

/// A function of the bits of a word, which also hears whether it is signed.
fn word(lane: Lane, function: impl Fn(u32, bool) -> u32) -> Lane {
    match lane {
        Lane::U32(value) => Lane::U32(function(value, false)),
        Lane::I32(value) => Lane::I32(function(value as u32, true) as i32),
        Lane::Bool(_)
        | Lane::I64(_)
        | Lane::U64(_)
        | Lane::F16(_)
        | Lane::F32(_)
        | Lane::F64(_) => lane,
    }
}
