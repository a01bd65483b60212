//! Words of the printable form that stand for themselves: literals, operators, address
//! spaces, components.

use std::fmt;

use super::{BinaryOperator, Literal, Space, UnaryOperator};

pub(super) fn letter(component: u8) -> char {
    match component {
        0 => 'x',
        1 => 'y',
        2 => 'z',
        _ => 'w',
    }
}

pub(super) fn literal_text(literal: Literal) -> String {
    match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::I32(value) => format!("{value}i"),
        Literal::U32(value) => format!("{value}u"),
        Literal::I64(value) => format!("{value}li"),
        Literal::U64(value) => format!("{value}lu"),
        Literal::F16(bits) => format!("{:?}h", half::f16::from_bits(bits)),
        Literal::F32(bits) => format!("{:?}f", f32::from_bits(bits)),
        Literal::F64(bits) => format!("{:?}lf", f64::from_bits(bits)),
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Space::Texture(texture) => return write!(f, "{texture}"),
            Space::Sampler => "sampler",
            Space::StorageRead => "storage read",
            Space::StorageReadWrite => "storage read_write",
            Space::Uniform => "uniform",
            Space::Workgroup => "workgroup",
            Space::Private => "private",
        })
    }
}

impl fmt::Display for UnaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnaryOperator::Negate => "-",
            UnaryOperator::LogicalNot => "!",
            UnaryOperator::BitwiseNot => "~",
        })
    }
}

impl BinaryOperator {
    /// The operator as WGSL writes it; Rust writes the arithmetic and bitwise ones so too.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Remainder => "%",
            BinaryOperator::And | BinaryOperator::LogicalAnd => "&",
            BinaryOperator::Or | BinaryOperator::LogicalOr => "|",
            BinaryOperator::Xor => "^",
            BinaryOperator::ShiftLeft => "<<",
            BinaryOperator::ShiftRight => ">>",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterEqual => ">=",
        }
    }
}

impl fmt::Display for BinaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}
