//! One component of a constant, computed as WGSL computes constant expressions.

use half::f16;

use super::convert;
use crate::graph::{BinaryOperator, UnaryOperator};
use crate::types::ScalarType;

/// A component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Lane {
    Bool(bool),
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
    F16(f16),
    F32(f32),
    F64(f64),
}

/// Why WGSL refuses a constant expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Refusal {
    DivisionByZero,
    QuotientOverflow(ScalarType),
    ShiftAmount {
        amount: u32,
        bits: u32,
    },
    BitsShiftedOut,
    NotFinite,
    EmptyRange,
    /// A built-in, and what is wrong with an argument.
    Argument(&'static str, &'static str),
    /// A built-in, and what is wrong with its arguments together.
    Arguments(&'static str, &'static str),
    Index {
        index: i128,
        length: Option<u32>,
    },
}

impl Lane {
    /// The zero of a type.
    pub(super) fn zero(scalar: ScalarType) -> Lane {
        match scalar {
            ScalarType::Bool => Lane::Bool(false),
            ScalarType::I32 => Lane::I32(0),
            ScalarType::U32 => Lane::U32(0),
            ScalarType::I64 => Lane::I64(0),
            ScalarType::U64 => Lane::U64(0),
            ScalarType::F16 => Lane::F16(f16::ZERO),
            ScalarType::F32 => Lane::F32(0.0),
            ScalarType::F64 => Lane::F64(0.0),
        }
    }

    pub(super) fn unary(self, operator: UnaryOperator) -> Lane {
        match (operator, self) {
            (UnaryOperator::Negate, Lane::I32(value)) => Lane::I32(value.wrapping_neg()),
            (UnaryOperator::Negate, Lane::I64(value)) => Lane::I64(value.wrapping_neg()),
            (UnaryOperator::Negate, Lane::F16(value)) => Lane::F16(-value),
            (UnaryOperator::Negate, Lane::F32(value)) => Lane::F32(-value),
            (UnaryOperator::Negate, Lane::F64(value)) => Lane::F64(-value),
            (UnaryOperator::LogicalNot, Lane::Bool(value)) => Lane::Bool(!value),
            (UnaryOperator::BitwiseNot, Lane::I32(value)) => Lane::I32(!value),
            (UnaryOperator::BitwiseNot, Lane::U32(value)) => Lane::U32(!value),
            (UnaryOperator::BitwiseNot, Lane::I64(value)) => Lane::I64(!value),
            (UnaryOperator::BitwiseNot, Lane::U64(value)) => Lane::U64(!value),
            // Rust's types leave no other pair.
            (UnaryOperator::Negate | UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot, _) => {
                self
            }
        }
    }

    pub(super) fn abs(self) -> Lane {
        match self {
            Lane::I32(value) => Lane::I32(value.wrapping_abs()),
            Lane::I64(value) => Lane::I64(value.wrapping_abs()),
            Lane::F16(value) => Lane::F16(f16::from_bits(value.to_bits() & 0x7FFF)),
            Lane::F32(value) => Lane::F32(value.abs()),
            Lane::F64(value) => Lane::F64(value.abs()),
            Lane::Bool(_) | Lane::U32(_) | Lane::U64(_) => self,
        }
    }

    pub(super) fn min(self, other: Lane) -> Lane {
        if other.less(self) { other } else { self }
    }

    pub(super) fn max(self, other: Lane) -> Lane {
        if self.less(other) { other } else { self }
    }

    fn less(self, other: Lane) -> bool {
        match (self, other) {
            (Lane::I32(a), Lane::I32(b)) => a < b,
            (Lane::U32(a), Lane::U32(b)) => a < b,
            (Lane::I64(a), Lane::I64(b)) => a < b,
            (Lane::U64(a), Lane::U64(b)) => a < b,
            (Lane::F16(a), Lane::F16(b)) => a < b,
            (Lane::F32(a), Lane::F32(b)) => a < b,
            (Lane::F64(a), Lane::F64(b)) => a < b,
            // Rust's types leave no other pair.
            (_, _) => false,
        }
    }

    /// Conversion by value, as the lowering writes it.
    pub(super) fn convert(self, to: ScalarType) -> Result<Lane, Refusal> {
        convert::by_value(self, to).finite()
    }

    /// The value, where it is no float or a finite one.
    pub(super) fn finite(self) -> Result<Lane, Refusal> {
        let is_finite = match self {
            Lane::F16(value) => value.is_finite(),
            Lane::F32(value) => value.is_finite(),
            Lane::F64(value) => value.is_finite(),
            Lane::Bool(_) | Lane::I32(_) | Lane::U32(_) | Lane::I64(_) | Lane::U64(_) => true,
        };
        if is_finite {
            Ok(self)
        } else {
            Err(Refusal::NotFinite)
        }
    }

    /// The value of an index.
    pub(super) fn index(self) -> Option<i128> {
        match self {
            Lane::I32(value) => Some(i128::from(value)),
            Lane::U32(value) => Some(i128::from(value)),
            Lane::I64(value) => Some(i128::from(value)),
            Lane::U64(value) => Some(i128::from(value)),
            Lane::Bool(_) | Lane::F16(_) | Lane::F32(_) | Lane::F64(_) => None,
        }
    }
}

/// What a constant right side alone decides, whatever the left side, whose scalar is
/// `of`, is.
pub(super) fn check_right_side(
    operator: BinaryOperator,
    of: Option<ScalarType>,
    rhs: &[Lane],
) -> Result<(), Refusal> {
    let bits = of.map_or(u32::BITS, |scalar| scalar.size() * 8);
    for lane in rhs {
        match (operator, *lane) {
            (
                BinaryOperator::Divide | BinaryOperator::Remainder,
                Lane::I32(0) | Lane::U32(0) | Lane::I64(0) | Lane::U64(0),
            ) => {
                return Err(Refusal::DivisionByZero);
            }
            (BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight, Lane::U32(amount))
                if amount >= bits =>
            {
                return Err(Refusal::ShiftAmount { amount, bits });
            }
            _ => {}
        }
    }
    Ok(())
}

/// A range to confine a value to must not be empty. Gives the low end.
pub(super) fn check_range(low: Lane, high: Lane) -> Result<Lane, Refusal> {
    if high.less(low) {
        Err(Refusal::EmptyRange)
    } else {
        Ok(low)
    }
}

pub(super) fn binary(operator: BinaryOperator, lhs: Lane, rhs: Lane) -> Result<Lane, Refusal> {
    match (lhs, rhs) {
        (Lane::Bool(a), Lane::Bool(b)) => Ok(Lane::Bool(of_bools(operator, a, b))),
        (Lane::I32(a), Lane::I32(b)) => of_i32s(operator, a, b),
        (Lane::I64(a), Lane::I64(b)) => of_i64s(operator, a, b),
        (Lane::U32(a), Lane::U32(b)) => match is_shift(operator) {
            true => shift_u32(operator, a, b),
            false => of_u32s(operator, a, b),
        },
        (Lane::U64(a), Lane::U64(b)) => of_u64s(operator, a, b),
        (Lane::F16(a), Lane::F16(b)) => of_f16s(operator, a, b),
        (Lane::F32(a), Lane::F32(b)) => of_f32s(operator, a, b),
        (Lane::F64(a), Lane::F64(b)) => of_f64s(operator, a, b),
        (Lane::I32(a), Lane::U32(amount)) => shift_i32(operator, a, amount),
        (Lane::I64(a), Lane::U32(amount)) => shift_i64(operator, a, amount),
        (Lane::U64(a), Lane::U32(amount)) => shift_u64(operator, a, amount),
        // Rust's types leave no other pair.
        (_, _) => Ok(lhs),
    }
}

fn is_shift(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight
    )
}

fn of_bools(operator: BinaryOperator, a: bool, b: bool) -> bool {
    match operator {
        BinaryOperator::And | BinaryOperator::LogicalAnd => a && b,
        BinaryOperator::Or | BinaryOperator::LogicalOr => a || b,
        BinaryOperator::Xor | BinaryOperator::NotEqual => a != b,
        BinaryOperator::Equal => a == b,
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual => a,
    }
}

/// A comparison, of whatever is ordered; `None` for another operator.
fn compare<T: PartialOrd>(operator: BinaryOperator, a: T, b: T) -> Option<Lane> {
    Some(Lane::Bool(match operator {
        BinaryOperator::Equal => a == b,
        BinaryOperator::NotEqual => a != b,
        BinaryOperator::Less => a < b,
        BinaryOperator::LessEqual => a <= b,
        BinaryOperator::Greater => a > b,
        BinaryOperator::GreaterEqual => a >= b,
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder
        | BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Xor
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::LogicalAnd
        | BinaryOperator::LogicalOr => return None,
    }))
}

macro_rules! integers {
    ($($of:ident $shift:ident $variant:ident $integer:ty;)*) => {$(
        /// All operators but the shifts.
        fn $of(operator: BinaryOperator, a: $integer, b: $integer) -> Result<Lane, Refusal> {
            if let Some(lane) = compare(operator, a, b) {
                return Ok(lane);
            }
            let overflow = Refusal::QuotientOverflow(ScalarType::$variant);
            Ok(Lane::$variant(match operator {
                BinaryOperator::Add => a.wrapping_add(b),
                BinaryOperator::Subtract => a.wrapping_sub(b),
                BinaryOperator::Multiply => a.wrapping_mul(b),
                BinaryOperator::Divide | BinaryOperator::Remainder if b == 0 => {
                    return Err(Refusal::DivisionByZero);
                }
                BinaryOperator::Divide => a.checked_div(b).ok_or(overflow)?,
                BinaryOperator::Remainder => a.checked_rem(b).ok_or(overflow)?,
                BinaryOperator::And => a & b,
                BinaryOperator::Or => a | b,
                BinaryOperator::Xor => a ^ b,
                _ => a,
            }))
        }

        /// A shift to the left may lose no bits and may not change the sign.
        fn $shift(operator: BinaryOperator, a: $integer, amount: u32) -> Result<Lane, Refusal> {
            let bits = <$integer>::BITS;
            let refusal = Refusal::ShiftAmount { amount, bits };
            if operator == BinaryOperator::ShiftRight {
                return Ok(Lane::$variant(a.checked_shr(amount).ok_or(refusal)?));
            }
            let shifted = a.checked_shl(amount).ok_or(refusal)?;
            match shifted >> amount == a {
                true => Ok(Lane::$variant(shifted)),
                false => Err(Refusal::BitsShiftedOut),
            }
        }
    )*};
}

integers! {
    of_i32s shift_i32 I32 i32;
    of_u32s shift_u32 U32 u32;
    of_i64s shift_i64 I64 i64;
    of_u64s shift_u64 U64 u64;
}

macro_rules! floats {
    ($($of:ident $variant:ident $float:ty;)*) => {$(
        fn $of(operator: BinaryOperator, a: $float, b: $float) -> Result<Lane, Refusal> {
            if let Some(lane) = compare(operator, a, b) {
                return Ok(lane);
            }
            Lane::$variant(match operator {
                BinaryOperator::Add => a + b,
                BinaryOperator::Subtract => a - b,
                BinaryOperator::Multiply => a * b,
                BinaryOperator::Divide => a / b,
                BinaryOperator::Remainder => a % b,
                _ => a,
            })
            .finite()
        }
    )*};
}

floats! {
    of_f16s F16 f16;
    of_f32s F32 f32;
    of_f64s F64 f64;
}
