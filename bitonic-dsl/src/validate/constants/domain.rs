//! Arguments for which WGSL has no value of a built-in: as constants they are errors
//! (WGSL specification, "Numeric Built-in Functions"), as Tint refuses them. Whether an
//! argument is constant is found in the module above.

use super::Constant;
use super::lane::{Lane, Refusal};
use crate::graph::Builtin;

/// The largest finite binary16.
const LARGEST_HALF: f64 = 65504.0;

/// Refuses constant arguments that `builtin` has no value for.
pub(super) fn check(builtin: Builtin, operands: &[Option<&Constant>]) -> Result<(), Refusal> {
    let name = builtin.name();
    if let Some(wrong) = each_component(builtin, operands) {
        return Err(Refusal::Argument(name, wrong));
    }
    match of_several(builtin, operands) {
        Some(wrong) => Err(Refusal::Arguments(name, wrong)),
        None => Ok(()),
    }
}

/// What is wrong with a component of the first argument alone.
fn each_component(builtin: Builtin, operands: &[Option<&Constant>]) -> Option<&'static str> {
    let first = (*operands.first()?)?;
    let any = |wrong: fn(f64) -> bool| first.iter().filter_map(float).any(wrong);
    let overflows = |limit: fn(Lane) -> f64| {
        let beyond = |lane: &Lane| float(lane).is_some_and(|value| value > limit(*lane));
        first.iter().any(beyond)
    };
    match builtin {
        Builtin::Acos | Builtin::Asin if any(|x| x.abs() > 1.0) => Some("lies outside -1 to 1"),
        Builtin::Acosh if any(|x| x < 1.0) => Some("is less than 1"),
        Builtin::Atanh if any(|x| x.abs() >= 1.0) => Some("does not lie between -1 and 1"),
        Builtin::Log | Builtin::Log2 | Builtin::InverseSqrt if any(|x| x <= 0.0) => {
            Some("is not greater than 0")
        }
        Builtin::Sqrt if any(|x| x < 0.0) => Some("is less than 0"),
        Builtin::Exp if overflows(|lane| largest(lane).ln()) => Some("gives no finite number"),
        Builtin::Exp2 if overflows(|lane| largest(lane).log2()) => Some("gives no finite number"),
        Builtin::QuantizeToF16 | Builtin::Pack2x16Float if any(|x| x.abs() > LARGEST_HALF) => {
            Some("is no finite 16-bit float")
        }
        Builtin::Normalize if first.iter().all(|lane| float(lane) == Some(0.0)) => {
            Some("is a vector of length 0")
        }
        Builtin::Unpack2x16Float if first.iter().any(|lane| !is_pair_of_halves(*lane)) => {
            Some("holds a 16-bit float that is not finite")
        }
        _ => None,
    }
}

/// What is wrong with several arguments, some of which may be found at run time.
fn of_several(builtin: Builtin, operands: &[Option<&Constant>]) -> Option<&'static str> {
    match (builtin, operands) {
        (Builtin::ExtractBits, [_, Some(offset), Some(count)])
        | (Builtin::InsertBits, [_, _, Some(offset), Some(count)]) => {
            let end = offset.first()?.index()? + count.first()?.index()?;
            (end > 32).then_some("ask for bits past the 32nd")
        }
        (Builtin::Ldexp, [value, Some(exponent)]) => {
            let half = value.is_some_and(|value| matches!(value.first(), Some(Lane::F16(_))));
            let most = if half { 16 } else { 128 };
            let beyond = |lane: &Lane| lane.index().is_some_and(|exponent| exponent > most);
            let scaled = |value: &Constant| {
                let mut pairs = value.iter().zip(exponent.iter());
                pairs.any(|(value, exponent)| {
                    let power = exponent.index().unwrap_or(0).clamp(-2000, 2000) as i32;
                    float(value).is_some_and(|x| (x * 2f64.powi(power)).abs() > largest(*value))
                })
            };
            let wrong = exponent.iter().any(beyond) || value.is_some_and(scaled);
            wrong.then_some("give a number beyond the floats")
        }
        (Builtin::SmoothStep, [Some(low), Some(high), _]) => low
            .iter()
            .zip(high.iter())
            .any(|(low, high)| float(low) == float(high))
            .then_some("have two equal ends"),
        (Builtin::Pow, [Some(base), Some(exponent)]) => {
            let refused = |(base, exponent): (&Lane, &Lane)| {
                let (Some(x), Some(y)) = (float(base), float(exponent)) else {
                    return false;
                };
                x < 0.0 || (x == 0.0 && y <= 0.0) || x.powf(y) > largest(*base)
            };
            let wrong = base.iter().zip(exponent.iter()).any(refused);
            wrong.then_some("give no finite number")
        }
        _ => None,
    }
}

pub(super) fn float(lane: &Lane) -> Option<f64> {
    match lane {
        Lane::F16(value) => Some(value.to_f64()),
        Lane::F32(value) => Some(f64::from(*value)),
        Lane::F64(value) => Some(*value),
        Lane::Bool(_) | Lane::I32(_) | Lane::U32(_) | Lane::I64(_) | Lane::U64(_) => None,
    }
}

fn largest(lane: Lane) -> f64 {
    match lane {
        Lane::F16(_) => LARGEST_HALF,
        Lane::F64(_) => f64::MAX,
        Lane::Bool(_)
        | Lane::I32(_)
        | Lane::U32(_)
        | Lane::I64(_)
        | Lane::U64(_)
        | Lane::F32(_) => f64::from(f32::MAX),
    }
}

/// Whether no half of a word has all bits of the exponent.
fn is_pair_of_halves(lane: Lane) -> bool {
    let Lane::U32(word) = lane else { return true };
    [word, word >> 16]
        .iter()
        .all(|half| half & 0x7C00 != 0x7C00)
}
