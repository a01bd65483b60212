//! One component of a constant, computed as WGSL computes constant expressions.

use crate::graph::{BinaryOperator, UnaryOperator};
use crate::types::ScalarType;

/// The largest `f32` that is an `i32`, 2^31 - 128.
const LARGEST_I32: f32 = 2_147_483_520.0;
/// The largest `f32` that is a `u32`, 2^32 - 256.
const LARGEST_U32: f32 = 4_294_967_040.0;

/// A component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Lane {
    Bool(bool),
    I32(i32),
    U32(u32),
    F32(f32),
}

/// Why WGSL refuses a constant expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Refusal {
    DivisionByZero,
    QuotientOverflow,
    ShiftAmount(u32),
    BitsShiftedOut,
    NotFinite,
    EmptyRange,
    Index { index: i64, length: Option<u32> },
}

impl Lane {
    pub(super) fn unary(self, operator: UnaryOperator) -> Lane {
        match (operator, self) {
            (UnaryOperator::Negate, Lane::I32(value)) => Lane::I32(value.wrapping_neg()),
            (UnaryOperator::Negate, Lane::F32(value)) => Lane::F32(-value),
            (UnaryOperator::LogicalNot, Lane::Bool(value)) => Lane::Bool(!value),
            (UnaryOperator::BitwiseNot, Lane::I32(value)) => Lane::I32(!value),
            (UnaryOperator::BitwiseNot, Lane::U32(value)) => Lane::U32(!value),
            // Rust's types leave no other pair.
            (UnaryOperator::Negate | UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot, _) => {
                self
            }
        }
    }

    pub(super) fn abs(self) -> Lane {
        match self {
            Lane::I32(value) => Lane::I32(value.wrapping_abs()),
            Lane::F32(value) => Lane::F32(value.abs()),
            Lane::Bool(_) | Lane::U32(_) => self,
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
            (Lane::F32(a), Lane::F32(b)) => a < b,
            (Lane::Bool(_) | Lane::I32(_) | Lane::U32(_) | Lane::F32(_), _) => false,
        }
    }

    /// Conversion by value. A float past the integers becomes the largest float that
    /// is one, NaN becomes 0, as the lowering writes it.
    pub(super) fn convert(self, to: ScalarType) -> Lane {
        match (self, to) {
            (Lane::Bool(value), ScalarType::I32) => Lane::I32(i32::from(value)),
            (Lane::Bool(value), ScalarType::U32) => Lane::U32(u32::from(value)),
            (Lane::Bool(value), ScalarType::F32) => Lane::F32(f32::from(u8::from(value))),
            (Lane::I32(value), ScalarType::Bool) => Lane::Bool(value != 0),
            (Lane::I32(value), ScalarType::U32) => Lane::U32(value as u32),
            (Lane::I32(value), ScalarType::F32) => Lane::F32(value as f32),
            (Lane::U32(value), ScalarType::Bool) => Lane::Bool(value != 0),
            (Lane::U32(value), ScalarType::I32) => Lane::I32(value as i32),
            (Lane::U32(value), ScalarType::F32) => Lane::F32(value as f32),
            (Lane::F32(value), ScalarType::Bool) => Lane::Bool(value != 0.0),
            (Lane::F32(value), ScalarType::I32) => Lane::I32(value.min(LARGEST_I32) as i32),
            (Lane::F32(value), ScalarType::U32) => Lane::U32(value.min(LARGEST_U32) as u32),
            (Lane::Bool(_), ScalarType::Bool)
            | (Lane::I32(_), ScalarType::I32)
            | (Lane::U32(_), ScalarType::U32)
            | (Lane::F32(_), ScalarType::F32) => self,
        }
    }

    pub(super) fn bitcast(self, to: ScalarType) -> Result<Lane, Refusal> {
        let bits = match self {
            Lane::Bool(_) => return Ok(self),
            Lane::I32(value) => value as u32,
            Lane::U32(value) => value,
            Lane::F32(value) => value.to_bits(),
        };
        match to {
            ScalarType::Bool => Ok(self),
            ScalarType::I32 => Ok(Lane::I32(bits as i32)),
            ScalarType::U32 => Ok(Lane::U32(bits)),
            ScalarType::F32 => finite(f32::from_bits(bits)),
        }
    }

    /// The value of an index.
    pub(super) fn index(self) -> Option<i64> {
        match self {
            Lane::I32(value) => Some(i64::from(value)),
            Lane::U32(value) => Some(i64::from(value)),
            Lane::Bool(_) | Lane::F32(_) => None,
        }
    }
}

/// What a constant right side alone decides, whatever the left side is.
pub(super) fn check_right_side(operator: BinaryOperator, rhs: &[Lane]) -> Result<(), Refusal> {
    for lane in rhs {
        match (operator, *lane) {
            (BinaryOperator::Divide | BinaryOperator::Remainder, Lane::I32(0) | Lane::U32(0)) => {
                return Err(Refusal::DivisionByZero);
            }
            (BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight, Lane::U32(amount @ 32..)) => {
                return Err(Refusal::ShiftAmount(amount));
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
        (Lane::U32(a), Lane::U32(b)) => of_u32s(operator, a, b),
        (Lane::F32(a), Lane::F32(b)) => of_f32s(operator, a, b),
        (Lane::I32(a), Lane::U32(amount)) => shift_i32(operator, a, amount),
        // Rust's types leave no other pair.
        (Lane::Bool(_) | Lane::I32(_) | Lane::U32(_) | Lane::F32(_), _) => Ok(lhs),
    }
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

fn of_i32s(operator: BinaryOperator, a: i32, b: i32) -> Result<Lane, Refusal> {
    if let Some(lane) = compare(operator, a, b) {
        return Ok(lane);
    }
    let overflow = a == i32::MIN && b == -1;
    Ok(Lane::I32(match operator {
        BinaryOperator::Add => a.wrapping_add(b),
        BinaryOperator::Subtract => a.wrapping_sub(b),
        BinaryOperator::Multiply => a.wrapping_mul(b),
        BinaryOperator::Divide | BinaryOperator::Remainder if overflow => {
            return Err(Refusal::QuotientOverflow);
        }
        BinaryOperator::Divide => a.checked_div(b).ok_or(Refusal::DivisionByZero)?,
        BinaryOperator::Remainder => a.checked_rem(b).ok_or(Refusal::DivisionByZero)?,
        BinaryOperator::And => a & b,
        BinaryOperator::Or => a | b,
        BinaryOperator::Xor => a ^ b,
        _ => a,
    }))
}

fn of_u32s(operator: BinaryOperator, a: u32, b: u32) -> Result<Lane, Refusal> {
    if let Some(lane) = compare(operator, a, b) {
        return Ok(lane);
    }
    Ok(Lane::U32(match operator {
        BinaryOperator::Add => a.wrapping_add(b),
        BinaryOperator::Subtract => a.wrapping_sub(b),
        BinaryOperator::Multiply => a.wrapping_mul(b),
        BinaryOperator::Divide => a.checked_div(b).ok_or(Refusal::DivisionByZero)?,
        BinaryOperator::Remainder => a.checked_rem(b).ok_or(Refusal::DivisionByZero)?,
        BinaryOperator::And => a & b,
        BinaryOperator::Or => a | b,
        BinaryOperator::Xor => a ^ b,
        BinaryOperator::ShiftLeft => {
            let shifted = a.checked_shl(b).ok_or(Refusal::ShiftAmount(b))?;
            return kept(Lane::U32(shifted), shifted >> b == a);
        }
        BinaryOperator::ShiftRight => a.checked_shr(b).ok_or(Refusal::ShiftAmount(b))?,
        _ => a,
    }))
}

/// The sign may not change, nor may bits be lost.
fn shift_i32(operator: BinaryOperator, a: i32, amount: u32) -> Result<Lane, Refusal> {
    if operator == BinaryOperator::ShiftRight {
        let shifted = a.checked_shr(amount).ok_or(Refusal::ShiftAmount(amount))?;
        return Ok(Lane::I32(shifted));
    }
    let shifted = a.checked_shl(amount).ok_or(Refusal::ShiftAmount(amount))?;
    kept(Lane::I32(shifted), shifted >> amount == a)
}

fn kept(shifted: Lane, all_bits: bool) -> Result<Lane, Refusal> {
    if all_bits {
        Ok(shifted)
    } else {
        Err(Refusal::BitsShiftedOut)
    }
}

fn of_f32s(operator: BinaryOperator, a: f32, b: f32) -> Result<Lane, Refusal> {
    if let Some(lane) = compare(operator, a, b) {
        return Ok(lane);
    }
    finite(match operator {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        BinaryOperator::Divide => a / b,
        BinaryOperator::Remainder => a % b,
        _ => a,
    })
}

fn finite(value: f32) -> Result<Lane, Refusal> {
    if value.is_finite() {
        Ok(Lane::F32(value))
    } else {
        Err(Refusal::NotFinite)
    }
}
